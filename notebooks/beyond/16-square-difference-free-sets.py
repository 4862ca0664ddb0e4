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
# # 16. Sets without square differences
#
# *20 minutes to read.*
#
# Choose numbers below $n$ so that *no* two of them differ by a square, as 3 and 7 do. **How many can you choose?** The
# cold positions of subtract-a-square are one choice, and the paper calls on number theory to say how good a choice it
# is. This notebook is about that theory: what can be proved in a page, what a computer can settle, and what is still
# being fought over. Modulo 205 no more than 12 residues are free of square differences, which gives the largest known
# sets of this kind; primes 1 modulo 4 alone never lead past $n^{3/4}$.
#
# At the end you will know why the greedy choice is the game, why no choice takes more than a quarter of all numbers in
# the long run, how the records are built from residues, and why there is a wall at $n^{3/4}$. Read [notebook
# 6](../06-number-of-cold-positions.ipynb) and [notebook 7](../07-modularity.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, sections 1 and 3.3, which cite the results that are proved or dated here.*

# %% tags=["parameters"]
n = 2**16  # the sets are drawn from 0 to n - 1 (make's LESSON_N)
moduli = 210  # residue sets are searched for modulo every squarefree number up to this, at least 205

# %% tags=["setup"]
import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures
from subtraction_theory import difference_free as df

figures.use_style()
cold = cached("cold_positions", sg.squares, n)

# %% [markdown]
# ## The definition, in a picture
#
# A set of whole numbers is **square-difference-free** when no two different members differ by a square. Above, the cold
# positions below 50; below, the distances between two of them. The squares never occur as a distance.

# %% tags=["drawing"]
few = cold[cold < 50]
distances = np.unique(abs(few[:, None] - few))[1:]
strips = {"cold positions": few, "distances between them; the squares are numbered": distances}
fig, axes = plt.subplots(2, 1, figsize=(7.2, 1.5))
for ax, (title, dark) in zip(axes, strips.items(), strict=True):
    figures.strips(ax, np.isin(np.arange(50), dark))
    ax.set_title(title)
    ax.set_xticks(np.arange(8) ** 2 + 0.5, np.arange(8) ** 2)
figures.show(fig, "Two strips of fifty: the cold positions, and their distances, which are dark at no square")

# %% [markdown]
# A large set can be checked without looking at all pairs: add one square after another to all members at once, and look
# the sums up in a table. With $k$ members below $n$ that is $k\sqrt n$ steps in place of $k^2/2$.
#
# ## The greedy set is the game
#
# The simplest way to choose is greed: go through 0, 1, 2, 3, ... and take each number that differs by a square from
# none of those already taken.

# %%
taken = []
for x in range(200):
    if not any(round((x - y) ** 0.5) ** 2 == x - y for y in taken):
        taken.append(x)
print(taken[:12], "could be added to the cold positions:", df.addable(cold, n))
print(f"{len(cold):,} cold positions below {n:,}, square-difference-free: {df.is_difference_free(cold)}")
assert taken == cold[cold < 200].tolist()

# %% [markdown]
# **Theorem 16.1** (known). The greedy set consists of the cold positions of subtract-a-square. **Proof.** By induction:
# suppose that below $x$ the two agree. Greed takes $x$ exactly when no taken $y<x$ has $x-y$ a square. So it takes $x$
# exactly when no cold $y$ can be reached from $x$ by a move; and that is when $x$ is cold. $\square$
#
# A square-difference-free set below $n$ is **maximal** when no number below $n$ can be added to it. The greedy set is:
# a number that was not taken was refused because of a member, and the member is still there.
#
# ## A floor under every maximal set
#
# **Theorem 16.2** (known). A maximal set below $n$ has more than $\sqrt{n/2}-\frac12$ members. **Proof.** Each number
# below $n$ is a member, or lies a square above or below one. A member $a$ has at most $\sqrt{n-a}+\sqrt a\le\sqrt{2n}$
# numbers of this kind. So with $s=\sqrt{2n}$ we have $\frac12s^2=n\le|A|(1+s)$, and
# $|A|\ge\frac{s^2}{2(1+s)}>\frac{s-1}2$. $\square$ ([Notebook 11](11-what-is-proved.ipynb) has better constants.)
#
# So maximal need not be large. For small $n$ a computer can list all maximal sets. Join two numbers by an edge when
# they do *not* differ by a square: then the maximal sets are the maximal cliques of this graph.


# %%
def graph_below(size):
    """The graph on 0 to size - 1 that joins two numbers when their difference is no square."""
    number = np.arange(size)
    is_square = np.isin(number, number**2)
    return nx.from_numpy_array(~is_square[abs(number[:, None] - number)])


sizes = [len(clique) for clique in nx.find_cliques(graph_below(40))]
print(f"{len(sizes):,} maximal sets below 40, with {min(sizes)} to {max(sizes)} members")
print(f"greed below 40: {np.count_nonzero(cold < 40)}; below {n:,}: {len(cold) / np.sqrt(n):.1f} times the root")
assert min(sizes) > np.sqrt(40 / 2) - 1 / 2

# %% [markdown]
# Of the 4,784 maximal sets, with 6 to 12 members, greed finds one of the largest. At $n=2^{16}$ it has $8\sqrt n$
# members, far above its floor.
#
# ## A ceiling: sums that never meet
#
# Of 0 and 1 at most one can be a member, of 2 and 3 at most one, and so on: at most half of all numbers. The idea
# behind that goes further.
#
# **Lemma 16.3.** Let $A$ be square-difference-free, and let $Q$ be the opposite: a set in which *every* two members
# differ by a square. Then the sums $a+q$ are all different. **Proof.** If $a+q=a'+q'$ with $q>q'$, then $a'-a=q-q'$ is
# a positive square, the difference of two members of $A$. $\square$
#
# If $A$ lies below $n$ and $Q$ goes from 0 to $m$, the $|A||Q|$ sums lie below $n+m$. Hence
# $$|A|\le\frac{n+m}{|Q|}.$$
# $Q=\{0,1\}$ gives the half. The right triangle with sides 3, 4 and 5 (or any other with whole sides) gives a third: in
# $Q=\{0,9,25\}$ the differences are 9, 25 and 16. And a quarter, for large $n$, follows from an old riddle: find three
# squares whose differences are squares too. With 0, those of 153, 185 and 697 make such a $Q$ of four.

# %%
for Q in ([0, 1], [0, 9, 25], [0, 153**2, 185**2, 697**2], [0, 9, 16]):
    print(Q, all(round(abs(p - q) ** 0.5) ** 2 == abs(p - q) for p in Q for q in Q))

# %% [markdown]
# ## Windows
#
# A larger $Q$ is hard to find, but there is a second way. Let $r(n)$ be the size of a largest square-difference-free
# set below $n$. Cut the numbers below $n$ into windows of length $L$. What a set has in one window is, moved to 0,
# again square-difference-free. So $r(n)\le r(L)\lceil n/L\rceil$, and each $r(L)$ that we can compute, the size of a
# largest clique in the graph above, bounds the density of *all* such sets by $r(L)/L$.

# %%
windows = {L: nx.max_weight_clique(graph_below(L), weight=None)[1] for L in (5, 25, 40, 50, 60, 65)}
for L, most in windows.items():
    print(f"r({L}) = {most:>2}, density {most / L:.3f}; greed: {np.count_nonzero(cold < L):>2}")

# %% [markdown]
# **Exact.** A window of 65 holds at most 16 members, so no square-difference-free set has density above 16/65: just
# less than a quarter. Greed keeps up surprisingly well: one short of the best at 50 and at 60, it is level again at 65.
#
# Others have searched longer windows. OEIS [A210570](../../book/references.md#oeisA100719) prints the least $L$ with
# $r(L)=k$ for the first 66 values of $k$ (F. Cariboni); our six windows agree.

# %%
least = """
1 3 6 8 11 13 16 18 21 23 35 38 43 48 53 58 66 68 71 73 81 86 92 97 102 107 112 118 120 125 131 133 138 144 146
151 157 159 164 189 199 203 206 208 219 223 236 242 248 253 258 263 266 269 283 285 288 293 311 314 323 328 331 334 343
346"""
least = [int(word) for word in least.split()]
assert all(least[most - 1] <= L < least[most] for L, most in windows.items())
density, k = min((k / (least[k] - 1), k) for k in range(1, len(least)))
print(f"r({least[k] - 1}) = {k}: no set has a density above {density:.4f}")

# %% [markdown]
# The best that follows is $r(322)=60$: no density above 0.1863. Since $r(m+n)\le r(m)+r(n)$, the densities $r(n)/n$
# tend to their infimum (Fekete's lemma). No window can prove that it is 0; Furstenberg did
# ([1977](../../book/references.md#furstenberg1977)), and Sárközy ([1978](../../book/references.md#sarkozy1978)).
#
# ## Residues
#
# For sets that are large for *large* $n$, work modulo $b$. A set $D$ of residues is square-difference-free modulo $b$
# when no difference of two different members is a square modulo $b$, in either order. [Notebook
# 7](../07-modularity.ipynb) proves Ruzsa's theorem: if $b$ is squarefree, the numbers with base-$b$ digits from $D$ in
# the even places and any digits in the odd places are a square-difference-free set, with about $n^e$ members below $n$,
# where $e=\frac12(1+\log_b|D|)$. So we want many residues; let $m(b)$ be the largest number of them.
#
# Four facts say a good deal about $m(b)$ before any search. Let $b$ be squarefree; then a residue is a square modulo
# $b$ exactly when it is one modulo each prime of $b$ (Chinese remainder theorem).
#
# **1. For a prime $p$ that is 3 modulo 4, $m(p)=1$.** Of $d$ and $-d$ one is a square (notebook 7).
#
# **2. For a prime $p$ that is 1 modulo 4, $m(p)<\sqrt p$.** *Proof.* Let $D$ be square-difference-free and $u$ not a
# square. Here $-1$ is a square, the product of two nonsquares is a square, and so any two members of $uD$ differ by a
# square. As in the lemma, the $|D|^2$ sums $x+uy$ with $x,y\in D$ are all different, now modulo $p$. So $|D|^2\le p$,
# and a prime is no square. $\square$ (More is known: at most $\sqrt p-1$ for about three quarters of these primes, by
# Bachoc, Matolcsi and Ruzsa [2013](../../book/references.md#bachoc2013), and at most $\sqrt{p/2}+1$ for all, by Hanson
# and Petridis [2019](../../book/references.md#hansonpetridis).)
#
# **3. A factor 2 adds nothing: $m(2c)=m(c)$ for odd $c$.** *Proof.* Modulo 2 every residue is a square. So a difference
# is a square modulo $2c$ exactly when it is one modulo $c$ (0 included). Hence members modulo $2c$ differ by nonsquares
# modulo $c$, and conversely residues that do so modulo $c$ can be taken as they are. $\square$
#
# **4. A single prime $p$ that is 3 modulo 4 adds nothing: $m(pc)=m(c)$ when all other primes are 2 or 1 modulo 4.**
# *Proof.* Modulo $c$, $d$ and $-d$ are squares together. Take two members; modulo $p$ their difference is a square in
# one of the two orders (fact 1, or it is 0). So modulo $c$ it must be a nonsquare, and the members modulo $c$ are as
# many and square-difference-free. Conversely, let residues modulo $c$ be 0 modulo $p$. $\square$
#
# ## An exact search
#
# As before, $m(b)$ is the size of a largest clique; this time the graph joins two residues when neither difference is a
# square. Its symmetries shrink the search. *Moving:* adding a constant changes no difference, so the set may be taken
# to contain 0. *Multiplying* by $-1$, or by an invertible square, takes nonsquares to nonsquares. So the differences
# fall into a few classes (a handful for $b=205$), and if a set has a difference in some class, we may assume that it
# contains 0 and the class's first member: one search among the common neighbours of the two is enough. *Striking out:*
# after that search, strike the class from the graph. Nothing is left out: every size below is the largest possible.

# %%
squarefree = [b for b in range(2, moduli + 1) if df.is_squarefree(b)]
largest = {b: df.maximum_residues(b) for b in squarefree}
size = {b: len(D) for b, D in largest.items()}
for m in range(1, 6):
    print(f"m(b) = {m} for b =", *(b for b in squarefree if b <= 60 and size[b] == m))

# %% [markdown]
# The facts explain the first row: 2 and the primes that are 3 modulo 4, alone or with a factor 2. The smallest other
# $b$ without a prime that is 1 modulo 4 is 21 = 3 · 7, where the *two* primes that are 3 modulo 4 can be played off
# against each other. Here are the facts for every $b$.

# %%
primes = sg.primes(moduli + 1).tolist()
threes = {b: sum(b % p == 0 for p in primes if p % 4 == 3) for b in squarefree}  # how many primes are 3 modulo 4
assert all(size[p] == 1 if p % 4 == 3 else size[p] < np.sqrt(p) for p in primes), "facts 1 and 2"
assert all(size[2 * c] == size[c] for c in squarefree if c % 2 and 2 * c in size), "fact 3"
assert all(size[p * c] == size[c] for p in primes for c in size if p % 4 == 3 and p * c in size and threes[c] == 0)

# %% [markdown]
# ## A wall at three quarters
#
# By fact 2, Ruzsa's exponent in a prime base stays below $\frac12(1+\frac12)=\frac34$. In composite bases the trick
# with $uD$ fails, since a nonsquare times a nonsquare may be a nonsquare; but the wall remains.
#
# The wall is not ours. Ruzsa saw in [1984](../../book/references.md#ruzsa1984) that $\frac34$ is where his method ends
# (so Krachun [2026](../../book/references.md#krachun2026)). For a prime that is 1 modulo 4, join two residues when they
# differ by a square. In this *Paley graph* a square-difference-free set is an independent set; for a product of primes,
# in the strong product of the graphs. Lovász's number $\vartheta$ ([1979](../../book/references.md#lovasz1979)) bounds
# independent sets, is multiplicative, and is $\sqrt p$ for the Paley graph of $p$: the theorem below in one line. (For
# $p=5$ it is the pentagon of Shannon's problem; Naslund [2023](../../book/references.md#naslund2022) had the same for
# polynomials, and conjectured that $\frac34$ is best there; that was refuted in September 2026 by Jones
# [2026](../../book/references.md#jones2026ns), with a proof in Lean.) Here is a proof by hand, with nothing but Gauss's
# sum.
#
# **Theorem 16.4** (known). Let $b$ be a product of different primes that are 1 modulo 4. Then $m(b)<\sqrt b$, and
# Ruzsa's exponent is less than $\frac34$.
#
# **Proof.** We find weights $g(d)$ that vanish at nonsquares and have a nonnegative Fourier transform; then we weigh
# all pairs of members in two ways.
#
# *The weights for a prime $p$.* Let $g_p(0)=1$, let $g_p(d)=c=2/(\sqrt p+1)$ for the $\frac{p-1}2$ other squares and
# $g_p(d)=0$ for nonsquares. For $t\ne0$, Gauss's sum says that $\sum_ze^{2\pi itz^2/p}$ over all residues $z$ is
# $\pm\sqrt p$. It meets 0 once and each other square twice, so the transform of $g_p$ at $t$ is
# $$\hat g_p(t)=1+c\,\frac{\pm\sqrt p-1}2\ \ge\ 1-c\,\frac{\sqrt p+1}2=0,$$
# $$\hat g_p(0)=1+c\,\frac{p-1}2=1+(\sqrt p-1)=\sqrt p.$$
#
# *For $b$.* Let $g(d)$ be the product of $g_p(d\bmod p)$ over the primes of $b$. It is 1 at 0, and 0 at every nonsquare
# modulo $b$, which is a nonsquare modulo some $p$. By the Chinese remainder theorem its transform is a product of
# values of the $\hat g_p$: nowhere negative, and $\sqrt b$ at 0.
#
# *Two ways.* Let $D$ be square-difference-free. In $\sum g(x-y)$ over all pairs of members only $x=y$ counts, so the
# sum is $|D|$. On the other hand, with $\hat D(t)=\sum_{x\in D}e^{2\pi itx/b}$, Fourier inversion says that it is
# $$\frac1b\sum_t\hat g(t)\,|\hat D(t)|^2\ \ge\ \frac1b\,\hat g(0)\,|\hat D(0)|^2=\frac{|D|^2}{\sqrt b},$$
# where all terms but $t=0$ were dropped. So $|D|\le\sqrt b$, and as $b$ is no square, $|D|<\sqrt b$. $\square$
#
# ## Figure 16.1: the exponents

# %% tags=["drawing"]
exponent = {b: df.ruzsa_exponent(b, m) for b, m in size.items()}
fig, ax = plt.subplots()
for kind, label in ((True, "no prime of b is 3 mod 4"), (False, "some prime of b is 3 mod 4")):
    chosen = [b for b in squarefree if (threes[b] == 0) == kind]
    ax.plot(chosen, [exponent[b] for b in chosen], "o" if kind else "x", markersize=4.5, label=label)
ax.axhline(3 / 4, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
ax.annotate("the square-root wall, 3/4", (0, 3 / 4), (2, 3), textcoords="offset points", size=9)
for b in {5, 41, 65, 145, 205} & size.keys():
    ax.annotate(f"{b}: {size[b]}", (b, exponent[b]), (0, 4), textcoords="offset points", ha="center", size=9)
ax.set(xlabel="squarefree modulus b", ylabel="exponent (1 + log$_b$ m(b)) / 2", ylim=(0.49, 0.765))
ax.set_title("Ruzsa's construction with the most residues modulo b", pad=10)
ax.legend(loc="upper right", bbox_to_anchor=(1, 0.28), fontsize=9)
table = {"b": squarefree, "residues": size.values(), "exponent": exponent.values()}
figures.save(fig, "figure-16-1-square-difference-free-sets", table)
figures.show(fig, "Exponents against the modulus as circles and crosses, all below a dashed line at three quarters")

# %% [markdown]
# **Figure 16.1.** The exponent of Ruzsa's construction with a largest square-difference-free set of residues, for every
# squarefree $b$ up to 210 (five of them with how many residues they have). Dashed: the wall at $\frac34$.
#
# Which moduli beat all smaller ones? After the trivial $b=2$ just four of them. The last three lines are runners-up.

# %%
records = [b for b in squarefree if all(exponent[b] > exponent[c] for c in squarefree if c < b)]
print(f"of {len(squarefree)} squarefree moduli up to {moduli}:")
for b in [*records, 145, 185, 85]:
    print(f"b = {b:>3}: m(b) = {size[b]:>2}, exponent {exponent[b]:.6f}, for example {largest[b].tolist()}")

# %% [markdown]
# The 7 residues modulo 65 are Ruzsa's ([1984](../../book/references.md#ruzsa1984)), with exponent 0.733077. The 12
# modulo 205 were found, also by computer, by Beigel and Gasarch ([2008](../../book/references.md#beigel2008)) and by
# Lewko ([2015](../../book/references.md#lewko2015)), with 0.733412. **Exact:** 7 and 12 are the most there are, and no
# other squarefree modulus up to 210 does as well.
#
# ## Against Ruzsa's seven
#
# The game prefers 0 and 2 modulo 5 (notebook 7) and 0, 2 and 7 modulo 13: six classes modulo 65. Why not Ruzsa's seven,
# which would make a denser set? Here is where the cold positions between $2^{38}$ and $2^{40}$ lie.

# %%
published = {5: [0, 2], 65: [0, 2, 5, 22, 24, 43, 46], 205: [0, 2, 8, 14, 77, 79, 85, 96, 103, 109, 111, 181]}
table = pd.read_csv("../../data/residue-counts.csv").query("modulus == 65")
far = table.pivot(index="residue", columns="n", values="count")
share = (far[2**40] - far[2**38]) / (far[2**40] - far[2**38]).sum()
six = [r for r in range(65) if r % 5 in (0, 2) and r % 13 in (0, 2, 7)]
best = max(share[[(r + move) % 65 for r in published[65]]].sum() for move in range(65))
print(f"{six} hold {share[six].sum():.1%}; the best translate of Ruzsa's seven {best:.1%}")
assert df.is_difference_free_modulo(six, 65)

# %% [markdown]
# The six hold 78.4%, the best translate of the seven only 35.6%: a greedy player doesn't look ahead.
#
# **Claim 16.5.** No square-difference-free set modulo 65 whose residues modulo 5 are only 0 and 2 has seven members.
# **Proof.** Two members in the same class modulo 5 differ by a multiple of 5, which is a square modulo 5. So their
# difference must fail to be a square modulo 13, and each of the two classes has at most $m(13)=3$ members. Twice three
# is six. $\square$ Ruzsa's seven use all five residues modulo 5. By keeping to two the game has closed that door.
#
# ## Ruzsa's sets, built and counted
#
# What do the sets hold below a given $n$? `ruzsa_members` builds one from its highest digit down; `ruzsa_count` only
# counts, digit by digit of $n$, without a list.

# %%
ruzsa = {b: df.ruzsa_members(b, D, n) for b, D in published.items()}
print(f"  greedy: {len(cold):,} members below {n:,}")
for b, members in ruzsa.items():
    there = df.ruzsa_count(b, published[b], 2**30)
    print(f"base {b:>3}: {len(members):,} members below {n:,}, {there:,} below 2^30")
    assert df.ruzsa_count(b, published[b], b**6) == (b * len(published[b])) ** 3
    assert df.is_difference_free(members)

# %% [markdown]
# Ruzsa's sets grow in steps, the wider the larger the base: at $b^{2k}$ there are exactly $(b\,|D|)^k$ members, which
# is $n^e$, and in between fewer. So the record exponent says little at a given $n$, and the greedy set, whose exponent
# no one knows, is well in the race: its 2,053 members below $2^{16}$ are more than those to the bases 5 and 65, and its
# 1,816,355 below $2^{30}$ (notebook 6) more than Ruzsa's 1,449,175 to the base 65.
#
# ## Where the theory stands (November 2026)
#
# *Refereed* means published after review; *preprint*, public and not reviewed as far as we know. *Machine-checked*: a
# proof assistant (here Lean) accepted it, by its authors' build; we have not built it, nor read that the machine's
# statement is the one meant. *Claimed*: a preprint of so large a step that we would wait for experts.
#
# Erdős conjectured that $r(n)$, the size of a largest set, is $n^{1/2}$ times a power of $\log n$. Sárközy disproved
# that ([1978, part II](../../book/references.md#sarkozy1978b)) and still thought $r(n)=n^{1/2+o(1)}$: these are the
# "earlier conjectures" of the paper's section 3.3. Ruzsa refuted this one in
# [1984](../../book/references.md#ruzsa1984), by 65. The bounds from above are $n$ divided by something slow ($c$ is a
# positive constant).
#
# | upper bound for $r(n)$ | who | status |
# |---|---|---|
# | $o(n)$ | Furstenberg 1977, Sárközy 1978 (above) | refereed |
# | $n/(\log n)^{\frac1{12}\log\log\log\log n}$ | Pintz et al. [1988](../../book/references.md#pintz1988) | refereed |
# | $n/(\log n)^{\frac14\log\log\log\log n}$ | Balog et al. [1994](../../book/references.md#balog1994) | refereed |
# | $n/(\log n)^{c\log\log\log n}$ | Bloom, Maynard [2022](../../book/references.md#bloom2022) | refereed |
# | $n\,e^{-c\sqrt{\log n}}$ | Green, Sawhney [2024](../../book/references.md#green2024) | preprint |
# | $C\,n^{1-c}$ | OpenAI, 24 September [2026](../../book/references.md#powersaving2026) | claimed |
#
# **Where the text and its reference differ.** The paper prints the bound with $\frac14\log\log\log\log n$ and refers to
# Pintz, Steiger and Szemerédi, who have $\frac1{12}$; the $\frac14$ is of Balog et al. ([all
# slips](../../book/slips.md)).
#
# The bounds from below are powers of $n$. The paper names the second, the densest construction of its day. The last
# three are above $\frac34$: they need another idea than many residues, and have one (residues that are *ordered*).
# Records are kept as constant C_4b of [optimizationproblems](https://github.com/teorth/optimizationproblems).
#
# | exponent | who | status |
# |---|---|---|
# | 0.733077 | Ruzsa 1984 (above), 65 with 7 residues | refereed; checked above |
# | 0.733412 | Beigel and Gasarch 2008, Lewko 2015 (above), 205 with 12 residues | refereed; checked above |
# | 0.7527964 | Krachun, August [2026](../../book/references.md#krachun2026) | preprint |
# | 0.7537415 | Jones, August [2026](../../book/references.md#jones2026) | machine-checked, by its author's build |
# | 0.7580758 | Naslund, October [2026](../../book/references.md#sarkozy758) | machine-checked, by its author's build |

# %%
print("65:", f"{exponent[65]:.6f}", "205:", f"{exponent[205]:.6f}", "cited:", 0.7527964, 0.7537415, 0.7580758)

# %% [markdown]
# **The author's question.** When the paper appeared, its author wrote what he would like to see proved of the number
# $c(n)$ of cold positions ([2018](../../book/references.md#eppstein2018post)): for some $\varepsilon>0$, either
# $c(n)=\Omega(n^{1/2+\varepsilon})$ or $c(n)=O(n^{1-\varepsilon})$. If the power saving that is claimed holds, it
# answers the second half. The first is open: below, only orders of $\sqrt n$ are known ([notebook
# 11](11-what-is-proved.ipynb)).

# %% [markdown]
# ## Findings
#
# * The greedy square-difference-free set is the set of cold positions, and it is maximal below every $n$. (Theorem.)
# * No set has a density above 16/65, by one exact search; by longer windows that others searched, above 0.1863.
# * At most 7 residues modulo 65 and 12 modulo 205: no other modulus that was searched does as well. (Exact.)
# * Ruzsa's exponents with products of primes that are 1 modulo 4 stay below $\frac34$. (Theorem.)
# * The game sits in six classes modulo 65 that cannot be completed to Ruzsa's seven.
#
# ## Exercises
#
# 1. *Check.* Let `moduli = 300`. Does a modulus beat 205? *Hint: no; the best new one is 265, with 12 residues.*
#    [Solution](../solutions/part-6.ipynb#Notebook-16,-exercise-1)
# 2. *Prove.* Prove that $m(bc)\ge m(b)\,m(c)$ when $b$ and $c$ have no common factor. Why does it give nothing better
#    than the better of the two exponents? *Hint: $m(5)\,m(13)=6$, while $m(65)=7$.*
#    [Solution](../solutions/part-6.ipynb#Notebook-16,-exercise-2)
# 3. *Go further.* Wrap subtract-a-square at 205 in the [explorer](../../book/explore.md). Does the game make use of
#    that modulus? *Hint: which share of the cold positions is in the twelve most frequent residues, and are these
#    square-difference-free?* [Solution](../solutions/part-6.ipynb#Notebook-16,-exercise-3)
#
# **Next:** [Other games, and yours](17-other-games-and-yours.ipynb)
