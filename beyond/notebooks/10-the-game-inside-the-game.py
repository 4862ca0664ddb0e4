# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 10. The game inside the game
#
# *50 minutes to read.*
#
# Why are there about $n^{0.698}$ cold positions, and not quite the $n^{0.71534}$ of a perfect base-5 set? The paper
# asks for a theory, and this notebook presents the part that we can prove. Every class of numbers modulo 25 is a *copy*
# of the whole game, disturbed from outside. Inside each copy, every class modulo 625 is again a copy, and so on. In
# each copy we keep two of its five classes modulo 5, a pair $\{u,u+2\}$. The numbers that are kept at every step form a
# **tree** (Figure 10.1), and the cold positions of a copy that lie outside its pair are its **strays**. The strays
# decide which numbers of the tree are cold (Theorem 10.1).
#
# If one constant bounds the mean number of strays per copy at all depths, the number of cold positions below $n$ is of
# order $n^e$ with $e=\log_{25}10=0.71534$ (Theorem 10.5). Strays cannot vanish. Whichever pairs we keep and finitely
# many positions we declare hot, at least about $n^{0.215}$ numbers below $n$ stray (Theorem 10.6), which is still far
# less than such a bound allows. A beginning that plants other residues chooses the modulus and multiplies the count,
# but leaves the exponent alone as long as no cold position is outside these residues (Theorem 10.3). Whether there is
# an exponent is open.
#
# The counts are *exact computations*, and the exponents are *fits*. Read [notebook
# 7](../../notebooks/07-modularity.ipynb) first.
#
# *Continues D. Eppstein, FUN [2018](../../book/references.md#eppstein2018), LIPIcs 100, sections 3.3 and 4.*

# %% tags=["parameters", "COLD_N"]
n = 2**30  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
import math
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_theory import copies

figures.use_style()
cold, e = cached("cold_positions", sg.squares, n), math.log(10, 25)

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.6, 3.2))
colours = (figures.BLUE, figures.SKY, figures.VERMILION)
copy, start, drawn = np.zeros(1, dtype=np.int64), np.zeros(1), []
for depth, u in enumerate(copies.divide(cold, depth=4)[0]):
    q = 25**depth
    digits = (u[copy] + [[0], [2]]) % 5  # of the two classes that each copy keeps
    members = np.bincount(cold % (5 * q), minlength=5 * q).reshape(5, q)[:, copy]
    kept = np.take_along_axis(members, digits, axis=0)
    outside = members.sum(axis=0) - kept.sum(axis=0)
    left = start + np.stack([0 * kept[0], kept[0], kept.sum(axis=0)])
    for part, at, colour in zip((*kept, outside), left, colours, strict=True):
        bars = np.column_stack([at, part])[part > 0]
        ax.broken_barh(bars, (depth - 0.4, 0.8), color=colour, lw=0, rasterized=True)
    label = f"{outside.sum() / cold.size:.1%}"
    ax.text(1.01 * cold.size, depth, label, va="center", color=figures.VERMILION)
    drawn += zip([depth] * copy.size, copy, members.sum(axis=0), outside, strict=True)
    below = copy + q * (digits + 5 * np.arange(5)[:, None, None])  # five per class
    copy = below.transpose(2, 1, 0).ravel()
    size = np.bincount(cold % (25 * q), minlength=25 * q)[copy].reshape(-1, 5)
    start = (left[:2].T.reshape(-1, 1) + np.cumsum(size, axis=1) - size).ravel()
ax.set_yticks(range(4), ["the game", "10 copies", "100 copies", "1,000 copies"])
ax.set(ylim=(3.5, -0.6), xlim=(0, cold.size), xticks=[])
table = pd.DataFrame(drawn, columns=["depth", "copy", "members", "strays"])
figures.save(fig, "figure-10-1-the-tree-of-copies", table.to_dict("list"))
figures.show(fig, "Four rows: five copies below each blue bar, and strays in red")

# %% [markdown]
# **Figure 10.1.** Each row shows the members below $2^{30}$ of all copies of one depth, drawn with a width proportional
# to their number. The two blues mark the classes that each copy keeps, namely the pair with the most members (0 and 2
# in the game itself). Strays are red, and the numbers on the right give their share.
#
# ## Strays decide
#
# A **copy of depth $i$** is a class $r$ modulo $25^i$ together with the cold positions in it, and the game itself is
# the copy of depth 0. The members of a copy fall into five classes by their base-5 digit at $25^i$, $\lfloor
# x/25^i\rfloor\bmod5$. Choose any pair $\{u,u+2\}$ of these classes for the game, then a pair for each of the ten
# classes modulo 25 inside that pair, and so on down to depth $J-1$. A number below $25^J$ belongs to the tree if, at
# every depth $i<J$, its digit is in the pair of the copy that contains the number, its *ancestor* at depth $i$. So a
# cold position below $25^J$ either belongs to the tree or is a stray of exactly one copy.
#
# **Theorem 10.1** (apparently new). *Whichever pairs are chosen, a number $x$ of the tree is cold if and only if
# no square $25^ik^2$ with $5\nmid k$ leads from $x$ to a stray of its ancestor at depth $i$.*
#
# **Proof.** Strays are cold, so a number from which such a square leads to a stray is hot. Conversely, let a square
# lead from $x$ to a cold position $y$, and write the square as $25^ik^2$ with $5\nmid k$. Here $i<J$, because $25^i\le
# x$. Since $x$ and $y=x-25^ik^2$ agree modulo $25^i$, they lie in the same copy of depth $i$. Since $k^2$ is 1 or 4
# modulo 5, the digit of $y$ at this depth is one less or one more than the digit of $x$, which is $u$ or $u+2$. So the
# digit of $y$ is $u-1$, $u+1$ or $u+3$. None of these digits is in the pair, and $y$ is a stray of that copy. $\square$


# %%
def cold_by_strays(pairs, strays, size):
    """All cold positions below size, found from the strays alone by Theorem 10.1."""
    hot = np.zeros(size, dtype=bool)
    for i, of_depth in enumerate(strays):
        k = np.arange(1, math.isqrt(size // 25**i) + 1)
        squares = 25**i * k[k % 5 != 0] ** 2
        for stray in of_depth.tolist():
            hot[stray + squares[: np.searchsorted(squares, size - stray)]] = True
    tree = np.zeros(1, dtype=np.int64)
    for i, u in enumerate(pairs):
        digits = (u[tree] + [[0], [2]]) % 5 + 5 * np.arange(5)[:, None, None]
        tree = (tree + 25**i * digits).ravel()
    tree = tree[tree < size]
    return np.sort(np.concatenate([tree[~hot[tree]], *strays]))


# %%
def at_random(members):
    return np.random.default_rng(1).integers(0, 5, members.shape[1])


size = min(n, 35 * 25**3)
few = cold[cold < size]
for choose in (copies.leading, at_random):
    pairs, strays = copies.divide(few, math.ceil(math.log(size, 25)), choose)
    assert np.array_equal(cold_by_strays(pairs, strays, size), few)
    listed = sum(map(len, strays))
    print(f"pairs {choose.__name__}: {listed:,} strays decide all {few.size:,}")

# %% [markdown]
# ## Copies
#
# Why are these classes copies? The squares that are multiples of 25 are $25\cdot1,25\cdot4,25\cdot9,\dots$, so inside a
# class modulo 25 the same game is played in units of 25. All other squares lead from one class to another. These
# squares create *hotspots*, the paper's word for positions that are declared hot.
#
# **Theorem 10.2** (apparently new). Let $q=m^2$ with $m\ge2$, and let $r$ be a residue modulo $q$. Let $H_r$ be
# the set of all $a$ for which a square that is *not* a multiple of $q$ leads from $qa+r$ to a cold position. Then
# $\{a: qa+r\text{ is cold}\}$ is exactly the set of cold positions of subtract-a-square with hotspots $H_r$.
#
# **Proof.** Call the set on the left $A$. The number $qa+r$ is cold exactly when no square leads from it to a cold
# position. By definition, $a\notin H_r$ exactly when no square that is not a multiple of $q$ leads from $qa+r$ to a
# cold position. A square divisible by $q$ is $(mk)^2=qk^2$ and leads to $q(a-k^2)+r$, which is cold exactly when
# $a-k^2\in A$. So $a\in A$ exactly when $a\notin H_r$ and no positive square $k^2\le a$ has $a-k^2\in A$. This is the
# recurrence for cold positions with hotspots (the paper's section 2.1), which has only one solution. $\square$
#
# The proof uses only the fact that *the multiples of $q$ in the subtraction set are $q$ times that set*, so the theorem
# holds for cubes with $q=m^3$, too (exercise 1). If the game itself has hotspots, $H_r$ includes those in the class.
#
# ## What a beginning can change
#
# Suppose that a beginning plants residues $D$ modulo $m$, meaning that all positions below some $B$ that lie outside
# these residues are declared hot. [Notebook 11](11-what-a-beginning-chooses.ipynb#What-games-keep) shows which $D$ such
# games keep, and up to what size. Write $c(x)$ for the number of cold positions below $x$, and $c_H(x)$ for the
# corresponding number in the game with hotspots $H$.
#
# **Theorem 10.3** (apparently new). *Let $m$ be squarefree, let no two residues of $D$ differ by a square modulo
# $m$, and let no hotspot of $H$ be in $D$. If no cold position below $n$ is outside $D$, then each class $r<m^2$ with
# $r\bmod m\in D$ is the plain game. In other words, $m^2b+r<n$ is cold exactly when $b$ is cold in the game without
# hotspots. So $c_H(n)=\sum_rc(\lceil(n-r)/m^2\rceil)$, summed over these $r<n$. In general, if $E$ is the set of cold
# positions outside $D$, each such class is the plain game with at most $|E|\,m\sqrt x$ hotspots below $x$.*
#
# **Proof.** If $k^2$ leads from one number in $D$ to another, then $k^2\equiv0$ modulo $m$, and $m\mid k$ because $m$
# is squarefree. Hence a square that is not a multiple of $m^2$ leads from the class $r$ only to numbers outside $D$. By
# Theorem 10.2, the hotspots of the class are the positions from which such a square leads to a cold number. If $E$ has
# no member below $n$, there are no hotspots there, and the $\lceil(n-r)/m^2\rceil$ positions of the class are those of
# the plain game. In general, each hotspot $b<x$ satisfies $m^2b+r=t+k^2$ for some $t\in E$. Then $k<m\sqrt x$, so each
# $t$ creates at most $m\sqrt x$ hotspots. $\square$
#
# The sum has $|D|\,m$ terms, each about $c(n/m^2)$. **So as long as no cold position is outside $D$, the exponent at
# $n$ is that of the plain game at $n/m^2$, whatever the modulus**, and the count is $|D|\,m\,c(n/m^2)$ up to rounding
# (a *theorem*). But for no $m>1$ has it been proved that a finite beginning keeps all later cold positions in $D$.
#
# ## An algorithm, if strays are known
#
# The paper's last wish is an algorithm that is "asymptotically faster". If strays are few, Theorem 10.1 yields such an
# algorithm. Let $S_i(n)$ be the total number of strays below $n$ in the $10^i$ copies of depth $i$, so that a copy has
# $\sigma_i(n)=S_i(n)/10^i$ strays on average. Let $\sigma$ be the largest of these means for $25^i<n$.
#
# **Theorem 10.4** (apparently new). *Given the pairs and the strays below $n\ge2$, all cold positions below $n$ can be
# listed in $O((1+\sigma)\,n^e)$ operations.*
#
# **Proof.** Let $25^{J-1}<n\le25^J$. The tree has at most $10^J\le10\,n^e$ numbers below $n$. A stray of depth $i$
# marks fewer than $\sqrt n/5^i$ of them, namely those that lie $25^ik^2$ above it. Since $2^{J-1}<n^{e-1/2}$, the
# number of marks is at most $\sqrt n\sum_{i<J}10^i\sigma/5^i\le2^J\sigma\sqrt n\le2\sigma\,n^e$. Two rounds of sorting
# by digits in base $\lceil\sqrt n\,\rceil$ bring the tree and the marks into order, and by Theorem 10.1 the cold
# positions are the unmarked numbers of the tree, together with the strays. $\square$ The function `cold_by_strays` is
# this algorithm, with an array of marks in place of the sorting. It saves nothing yet, because strays of depths 0 to 3
# alone make up 71.2% of the cold positions below $2^{35}$ (exact computation), and the tree continues to depth 7.
#
# ## How few strays give the exponent
#
# **Theorem 10.5** (apparently new). *(a) $c(n)\le10\,n^e+\sum_{25^i<n}S_i(n)$ for every $n\ge1$. (b) Let $j\ge0$
# and $x\ge1$ be integers and $n=25^jx$. If $\sqrt x\ge2\sum_{i<j}2^{i-j}\sigma_i(n)$, then $c(n)\ge\frac12\,10^j$.
# Hence the following holds, with each condition required for all $i$ and $n$ for which $25^i<n$:*
#
# * *(i) If $\sigma_i(n)\le\sigma$, then $\frac1{20}\big(n/(4\sigma^2+1)\big)^e\le c(n)\le(10+\frac{10}9\sigma)\,n^e$.*
# * *(ii) If $\sigma_i(n)\le s_i$ with $s_i\ge1$ and $\log s_i=o(i)$, then $\log c(n)/\log n\to e$.*
# * *(iii) If $\sigma_i(n)\le M(n/25^i)^\alpha$ with $\alpha<e$, then $c(n)=O(n^e)$. If moreover
#   $\alpha<\log_{25}2= e-\frac12$, then $c(n)\ge A\,n^e$ for some $A>0$.*
#
# **Proof.** (a) A cold position below $n$ is either a stray of some depth $i$ with $25^i<n$ or one of at most $10\,n^e$
# numbers of the tree. (b) Let $a<x$ be a hotspot of copy $r$ of depth $j$. By the proof of Theorem 10.1, this hotspot
# arises from a stray $F$ of some depth $i<j$, with $F+25^ik^2=25^ja+r<n$. So $F<n$ and $k<5^{j-i}\sqrt x$, and $F$ and
# $k$ determine $r$ and $a$. Hence the $10^j$ copies together have at most $\sqrt x\sum_{i<j}5^{j-i}S_i(n)=10^j\sqrt
# x\sum_{i<j}2^{i-j}\sigma_i(n) \le10^jx/2$ hotspots below $x$. A copy without a member below $x$ has $x$ hotspots
# there. So at most half of the copies have no member below $x$, and each of the others has a cold position below $n$.
#
# Now let $25^{J-1}<n\le25^J$. (i) For the upper bound, note that $\sum_{i<J}10^i\sigma\le\frac{10}9\sigma\,n^e$. For
# the lower bound, let $x$ be the least integer with $x\ge\max(1,4\sigma^2)$ and $j$ the largest with $25^jx\le n$. Then
# (b) applies, and $10^{j+1}>(n/x)^e$. If there is no such $j$, the bound is below 1. (ii) In the bounds of (i), let
# $\sigma=\max_{i<J}s_i$, which is $n^{o(1)}$. (iii) For the upper bound, $\sum_{i<J}10^iM(n/25^i)^\alpha$ is a
# geometric sum with ratio $10/25^\alpha>1$, so it is at most a constant times its last term, which is at most
# $10^{J-1}M\,25^\alpha$. For the lower bound, the right side of the condition in (b) is at most
# $2Mx^\alpha\sum_{d\ge1}(25^\alpha/2)^d$, where the series converges. Since $\alpha<\frac12$, the same $x$ works for
# every $j$. $\square$
#
# So what matters is the *mean* number of strays at each depth. The command `beyond/research/make_data.py depths`
# counted strays down to depth 3, with the pairs that have the most members below $2^{29}$.


# %%
def lately(counts):
    """The exponent from 2^32 to 2^35."""
    return np.log2(counts.loc[2**35] / counts.loc[2**32]) / 3


deep = pd.read_csv(files.table("data/depths.csv")).pivot(index="n", columns="depth")
members, strays_of = deep["members"], deep["strays"]
gone = strays_of.loc[2**35].sum() / members.loc[2**35, 0]
print(f"below 2^35 {gone:.1%} are strays of depths 0 to 3")
left = members.assign(rest=members[3] - strays_of[3])
print("2^32 to 2^35 without strays of depths < 0, 1, 2, 3, 4:", *lately(left).round(4))
mean = strays_of.loc[2**35] / 10**members.columns
table = (strays_of / members).loc[[2**29, 2**32, 2**35]].T.map("{:.2%}".format)
table = table.set_axis([f"below 2^{k}" for k in (29, 32, 35)], axis=1)
table["growth"] = lately(strays_of).map("n^{:.3f}".format)
print("strays as a part of the members of their copies, their growth, mean below 2^35")
table.assign(mean=mean.map("{:,.0f}".format))

# %% [markdown]
# The share of strays falls at every depth, but at depths 2 and 3 the number of strays grows like $n^{0.688}$ and
# $n^{0.716}$, so there is no sign yet that strays are few. **The exponent of the count without strays depends on the
# depth to which strays are left out** (exact counts). From $2^{32}$ to $2^{35}$ it is 0.6968 for the game, 0.7009,
# 0.7183, 0.7355 and 0.7545 without the strays of depth 0 and of depths up to 1, 2 and 3.
#
# **Strays in tossed games.** A copy is the same game with another beginning, so we look at random beginnings. In each
# of five hundred games, a fair coin decides for each of the first thousand positions whether it is declared hot. We
# count the cold positions outside the pair of classes modulo 5 that contains the most cold positions below $2^{20}$.

# %%
tossed = pd.read_csv(files.table("data/tossed.csv"))
part = tossed.strays_30 / tossed.cold
print(f"below 2^30: median {part.median():.2%} strays, at most {part.max():.1%},")
print("most in the games of the seeds", *tossed.seed[part.nlargest(2).index])
means = np.array([tossed[f"strays_{k}"].mean() for k in range(24, 31)])
rates = np.log2(means[1:] / means[:-1])
print("exponents of the mean in the doublings to 2^25, ..., 2^30:", *rates.round(3))
before, now = tossed.dropna()[["strays_30", "strays_32"]].mean()
last_rate = np.log2(now / before) / 2
print(f"of the first {len(tossed.dropna())} games, 2^30 to 2^32: {last_rate:.3f}")

# %% [markdown]
# The mean number of strays grows with the exponents 0.488, 0.495, 0.506, 0.528, 0.549 and 0.566 in six successive
# doublings up to $2^{30}$, and that of the first fifty games with 0.609 from there to $2^{32}$ (fit). **The exponent
# rises at every step.** The mean depends on the few games that have many strays. In most of these games two of three
# large classes exclude members of each other, and while this tie lasts, strays grow like cold positions. So as long as
# ties last, the exponent must approach that of $c(n)$, the border of what Theorem 10.5 (iii) allows. The two games with
# the most strays (seeds 301 and 297) chose 13 (section *What coins choose* of [notebook
# 11](11-what-a-beginning-chooses.ipynb)), so "stray" is the wrong word in these games.
#
# ## Strays cannot vanish
#
# Could all these means be close to 0? No, whatever we choose.
#
# **Theorem 10.6** (we found it nowhere else). *Choose the pairs in any way, and let the game have a finite set $H$ of
# hotspots, which may be empty. For every $j\ge0$ and $n=35\cdot25^j$*
# $$S_j(n)+\sqrt{35}\,\sum_{i<j}5^{j-i}S_i(n)\ \ge\ 10^j-|H|.$$
#
# **Proof.** Whichever pair is chosen, the plain game has a cold position below 35 outside it, since 0 is outside
# $\{1,3\}$, $\{2,4\}$ and $\{4,1\}$, 2 is outside $\{3,0\}$, and 34 is outside $\{0,2\}$. A copy of depth $j$ without
# a hotspot below 35 agrees there with the plain game and so has a stray below $n$. It remains to show that at most
# $|H|+\sqrt{35}\sum_{i<j}5^{j-i}S_i(n)$ copies have a hotspot below 35. At most $|H|$ of them have one that comes from
# $H$. Any other hotspot is $F+25^ik^2$ with $i<j$ and a stray $F$ of depth $i$, by the proof of Theorem 10.1, and $F$
# and $k$ determine it. It is less than $n$, so $F<n$ and $k<5^{j-i}\sqrt{35}$. $\square$
#
# Let $S(n)=\sum_{25^i<n}S_i(n)$ be the number of all strays below $n$, and first let $H$ be empty. The left side is at
# most $\sqrt{35}\cdot5^jS(n)$, so $S(n)\ge2^j/\sqrt{35}$ and hence **$S(n)>\frac1{\sqrt{35}}(n/875)^{\log_{25}2}$ for
# $n\ge35$** (theorem), where $\log_{25}2=e-\frac12=0.2153$. If all means $\sigma_i(n)$ with $i\le j$ were below $s$,
# the left side would be less than $10^js(1+\sqrt{35})$, so one of them exceeds 0.14. Any finite $H$ changes the first
# bound to $(2^j-|H|/5^j)/\sqrt{35}$. So infinitely many strays remain, and **no finite set of hotspots makes the game
# one of Ruzsa's sets modulo 5**, in which nothing strays.
#
# These bounds do not contradict Theorem 10.5 (i). But if $H$ is empty and all means are at most $\sigma$, choose $L$
# with $\sqrt{35}\,\sigma\le2^{L-1}$. In the theorem, divided by $10^j$, all means with $i<j-L$ together add less than
# $\frac12$, so one of the others is at least $1/(2+2\sqrt{35})$. **In the plain game, if one constant bounds the means,
# $S(n)$ is therefore of order $n^e$ itself, and strays are a positive proportion of the cold positions** (theorem).
#
# The same proofs hold for any squarefree $m$ and sets of $d\ge2$ residues each, no two of which differ by a square
# modulo $m$, with another number in place of 35, if the plain game has a cold position outside each of these sets.

# %%
for choose, H in product((copies.leading, at_random), ([], range(0, 999, 25))):
    sides = []
    for j in range(4):
        end = 35 * 25**j
        early = [h for h in H if h < end]
        game = sg.cold_positions(sg.squares, end, hotspots=early)
        S = copies.divide(game, j + 1, choose)[1]
        earlier = sum(5 ** (j - i) * S[i].size for i in range(j))
        sides.append(S[j].size + 35**0.5 * earlier)
        assert sides[j] >= 10**j - len(early)
    print(f"{choose.__name__} pairs, {len(H)} hotspots:", *map(round, sides))
print(f"{e - 0.5:.4f}, {e - 0.5:.3f}, {25 * 35}, {1 / (1 + 35**0.5):.2f}")

# %% [markdown]
# ## Hotspots inside the residues
#
# Theorem 10.3 asks for no hotspots inside $D$. They may be allowed if nothing strays at several depths.
#
# **Theorem 10.7** (we found it nowhere else). *In Theorem 10.3 hotspots may lie in $D$. (a) If no cold position below
# $n$ is outside $D$, each class $r<m^2$ inside $D$ is, below $n$, subtract-a-square with the hotspots
# $H_r=\{a:m^2a+r\in H\}$. (b) Choose sets $D$ modulo $m$ for the copies of depths $0,\dots,t-1$, as pairs are chosen
# for $m=5$. Let no cold position below $n$ stray from them, and let $M=m^{2t}$ be greater than all hotspots in the
# copies of depth $t$. Then copy $r$ of depth $t$ is, below $n$, the plain game, moved up by one position if $r\in H$.
# So $c_H(n)=\sum_rc(\lceil(n-r)/M\rceil-[r\in H])$, summed over the copies $r<n$, where $[r\in H]$ is 1 or 0.*
#
# **Proof.** (a) The proof of Theorem 10.3 applies, except that hotspots of $H$ remain. (b) Apply (a) to the game, to
# its copies and so on. In copy $r$ of depth $t$ only those $a$ with $Ma+r\in H$ remain hotspots, so $a=0$ and $r\in H$.
# In the game with the single hotspot 0, no move to 0 counts, so $x\ge1$ is cold exactly when $x-1$ is cold in the plain
# game. $\square$
#
# So if nothing strays at the depths less than $t$ either, a finite beginning inside $D$ can only move copies up by one
# at depth $t$, and the exponent at $n$ is that of the plain game at $n/M$. For $m=5$ this asks much, since by Theorem
# 10.6 it requires that $|H|\ge10^{t-1}$ once $n\ge35\cdot25^{t-1}$. If nothing strays at depth 0 only, the classes are
# the games with hotspots $H_r$, and whether these grow like the plain game is *open*.
#
# ## Findings
#
# * Every class modulo $m^2$ is a copy of the game, in general with hotspots (Theorem 10.2). A copy in planted residues
#   has none as long as every cold position is in these residues (Theorem 10.3).
# * Strays decide which numbers of the tree are cold (Theorem 10.1). If one constant bounds their mean number per copy
#   at all depths, $c(n)$ is of order $n^e$ (Theorem 10.5). At least about $n^{0.215}$ numbers below $n$ stray (Theorem
#   10.6). At the sizes reached, 71.2% of the cold positions are strays of depths 0 to 3 (exact count).
#
# ## Exercises
#
# 1. *Prove.* Show that a class modulo $m^3$ in the game of cubes is again the game of cubes with hotspots. Find a set
#    $S$ whose game contains itself in this way with $q=2$. *Hint: try `copies.contains_itself(S, 2, 1000)`.*
#    [Solution](solutions/10-13.ipynb#Notebook-10,-exercise-1)
# 2. *Prove.* Suppose that the game keeps to 0 and 2 modulo 5, except for a finite set $E$ of strays. Show that $E$
#    alone decides the hotspots of the game's ten copies, and that each copy has at most $|E|(\frac25\sqrt x+3)$
#    hotspots up to $x$. *Hint: a square that 5 does not divide has two square roots modulo 25.*
#    [Solution](solutions/10-13.ipynb#Notebook-10,-exercise-2)
# 3. *Check.* Let $\rho_r(n)$ be the number of cold positions below $n$ in class $r$ modulo 25, divided by $c(n/25)$.
#    Why is $\log_{25}\sum_r\rho_r(n)$ the exponent from $n/25$ to $n$? Add up $\rho_r$ over $r$ in each class modulo 5,
#    at $n=2^{22}$, $2^{30}$ and $2^{41}$. What lowers the exponent? *Hint: use `table.between(25, 0, 2**30 // 25)` in
#    [notebook 14](14-counts-past-the-paper.ipynb).* [Solution](solutions/10-13.ipynb#Notebook-10,-exercise-3)
# 4. *Go further.* Cubes are 0, 1 or 6 modulo 7. The cold positions that `make game GAME=cubes` shows prefer three
#    residues modulo 7. How many perfect copies modulo $7^3$ does that make, and what exponent would they give? Does the
#    game's count actually grow with that exponent? *Hint: the last digit in base 7 is one of three digits, and the
#    others are free.* [Solution](solutions/10-13.ipynb#Notebook-10,-exercise-4)
#
# **Next:** [What a beginning chooses, and what it keeps](11-what-a-beginning-chooses.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_theory.findings import report

report = partial(report, "10", n)
exact, fit, theorem = "exact computation", "fit", "theorem"
cited = partial(report, article=True)
cited("log_25 10", f"{e:.5f}", theorem)
name = "a number of the tree is cold if and only if no square leads from it to"
report(name, "a stray of its ancestor", theorem)
report("c(n), e = log_25 10, at most", "10 n^e + strays of all depths", theorem)
name = "order of c(n), if the means of strays at all depths have one bound"
report(name, "n^e", theorem)
value = "sum of c(ceil((n - r) / m^2)) over |D| m classes r"
name = "cold positions of a game with none outside D modulo a squarefree m"
check = "if no two of D differ by a square and none in D is declared hot"
report(name, value, theorem, check=check)
value = "O((1 + greatest mean of strays) n^e)"
report("operations to list the cold positions from the strays", value, theorem)
check = "with an absolute factor for large n, whatever finite set is hot"
value = f"35^(-1/2) (n / 875)^{math.log(2, 25):.4f}"
name = "strays below n >= 35, whatever the pairs, more than"
report(name, value, theorem, check=check)
name = "strays below n, if the means of strays at all depths have one bound"
report(name, "of order n^e", theorem)
name = "copies at a depth beyond all hotspots, if nothing strays at lesser depths"
report(name, "plain games, some moved up by 1", theorem)

at = {"at": 2**35, "data": "data/depths.csv"}
name = "exponents to 2^35 without strays of depths < 0, 1, 2, 3, 4"
report(name, ", ".join(f"{rate:.4f}" for rate in lately(left)), fit, **at)
name = "part of the cold positions below 2^35 that are strays of depths 0 to 3"
report(name, f"{gone:.4f}", exact, **at)
for depth in (2, 3):
    name = f"exponent of the strays of depth {depth} from 2^32 to 2^35"
    cited(name, f"{lately(strays_of)[depth]:.2f}", fit, **at)

at = {"at": 2**30, "data": "data/tossed.csv"}
cited("tossed games below 2^30", len(tossed), exact, **at)
name = "part of the strays in the median tossed game"
cited(name, f"{part.median():.4f}", exact, **at)
cited("greatest part of the strays in a tossed game", f"{part.max():.4f}", exact, **at)
name = "exponents of the mean number of strays in the doublings to 2^25, ..., 2^30"
report(name, ", ".join(f"{rate:.3f}" for rate in rates), fit, **at)
name = "exponent of the mean number of strays of fifty games from 2^30 to 2^32"
report(name, f"{last_rate:.3f}", fit, at=2**32, data="data/tossed.csv")
at["data"] = "data/ties.csv"
ties = pd.read_csv(files.table("data/ties.csv")).set_index(["n", "seed"])
late = ties.loc[2**30] - ties.loc[2**29]
tied = late.apply(lambda row: row.nlargest(3).sum() >= 0.9 * row.sum(), axis=1)
name = f"tossed games with a tie, of the {len(late)} with the largest part of strays"
cited(name, int(tied.sum()), exact, **at)
at = {"data": "data/copies.csv"}
beyond_41 = at | {"check": "if no neighbour of these classes gains a member"}
followed = pd.read_csv(files.table("data/copies.csv"))
twenty = followed.query("modulus == 625")
twenty = twenty.pivot(index="n", columns="residue", values="cold").dropna()
name = "cold positions in twenty classes mod 625 below 2^45"
cited(name, int(twenty.loc[2**45].sum()), "conditional", at=2**45, **beyond_41)
logs = np.log2(twenty)
scatter = logs.diff().mean(axis=1).loc[2**32 :].std()  # of individual doublings
for a, b in ((38, 41), (41, 45)):
    mean = (logs.loc[2**b] - logs.loc[2**a]).mean() / (b - a)
    name = f"mean exponent of twenty classes mod 625 from 2^{a} to 2^{b}"
    cited(name, f"{mean:.4f}", fit, at=2**b, **(beyond_41 if b > 41 else at))
name = "its error by the scatter of doublings since 2^32"
cited(name, f"{scatter / 2:.4f}", fit, at=2**45, **beyond_41)
