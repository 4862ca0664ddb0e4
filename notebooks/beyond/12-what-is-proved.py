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
# # 12. What is proved?
#
# *25 minutes to read.*
#
# The notebooks past the paper measure, and measurements stop where the computer does. This one proves. **For every
# $n\ge1$ there are at least $\frac4\pi\sqrt n-O(\sqrt[4]n)$ cold positions below $n$; for large $n$ at least two
# residue classes modulo 5 hold a quarter of $\sqrt n$ each; and what 5, 13 and 17 explain adds up like the items of a
# bill.** Less than one would like, but every statement is a *theorem*, with its proof. A cell tries it on numbers: that
# proves nothing more, but it is how slips in proofs are found. You need integrals, and notebooks
# [6](../06-number-of-cold-positions.ipynb) and [7](../07-modularity.ipynb).
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, sections 3.2 and 3.3.*

# %% tags=["parameters"]
n = 2**24  # positions on which the theorems are tried (make's NIM_N)

# %% tags=["setup"]
from itertools import combinations

import networkx as nx
import numpy as np
import pandas as pd
from scipy.integrate import quad
from scipy.special import beta

import subtraction_games as sg
from subtraction_games import files
from subtraction_theory import waves
from subtraction_theory.difference_free import is_maximal

few = min(n, 2**12)

# %% [markdown]
# ## What a greedy set is
#
# Go through $0,1,2,\dots$ and take each number that differs from none taken before by a square. Whatever is left out is
# a taken number plus a square, so this greedy set is the set of cold positions. Let us call it $C$, and write $c(n)$
# for the number of its members below $n$.
#
# Other fields have other names for it. Draw an arrow from $x$ to $x-k^2$ for every positive square: on the whole
# numbers this is a *Cayley digraph*. A set with no arrow inside, into which an arrow leads from every other vertex, is
# a **kernel of a Cayley digraph**; on the numbers from 0 on, $C$ is the only one. And a set that gives every (large)
# number when squares, 0 among them, are added is an **additive complement** of the squares. These are the words to
# search for. Below we use of $C$ that it is a complement (in the first three theorems), that it is *maximal*, so that
# no number can be added to it (in the fourth), or that no two members differ by a square.

# %%
cold = sg.cold_positions(sg.squares, n)
taken = set()
for x in range(few):
    if not any(x - s in taken for s in sg.squares(x + 1)):
        taken.add(x)
assert sorted(taken) == cold[cold < few].tolist()
assert is_maximal(sorted(taken), few)
print(f"{len(taken)} numbers taken below {few:,}: the cold positions, and no number can be added")

# %% [markdown]
# ## A floor for every n
#
# Golomb's floor counts each position once: $n$ positions, and a cold one can account for at most $\sqrt n$ of them. But
# most cold positions account for fewer, since they are not 0. *Weigh* the positions, those near $n$ more, so that every
# cold position accounts for the same weight.
#
# **Theorem 12.1** (known, but for the error term). For every $n\ge1$
# $$c(n)\ge\frac4\pi\sqrt n-2.1\,\sqrt[4]n.$$
#
# **Proof.** Let $G>0$, and give the position $x<n$ the weight $w(x)=(n-1+G-x)^{-1/2}$. Every $x<n$ is $y+k^2$ with $y$
# cold and $k\ge0$, so the weights of all positions add up to at most $\sum_y\sum_kw(y+k^2)$, summed over the cold $y<n$
# and all $k\ge0$ with $y+k^2<n$.
#
# Fix $y$, let $A^2=n-1+G-y$, and let $K$ be the last $k$. The terms $w(y+k^2)=(A^2-k^2)^{-1/2}$ increase with $k$, so
# all but the last come to at most
# $$\int_0^K\frac{dt}{\sqrt{A^2-t^2}}=\arcsin\frac KA<\frac\pi2,$$
# and the last, like all weights, is at most $G^{-1/2}$. On the other side, the weights of all positions come to
# $$\sum_{j=0}^{n-1}(G+j)^{-1/2}\ge\int_G^{G+n}\frac{dt}{\sqrt t}=2\sqrt{n+G}-2\sqrt G\ge2\sqrt n-2\sqrt G.$$
# Hence $c(n)\ge(2\sqrt n-2\sqrt G)/(\frac\pi2+G^{-1/2})$. Write $s=\sqrt[4]n$ and choose $\sqrt G=as$ with
# $a=\sqrt{2/\pi}$. Since $\frac2\pi=a^2$, this is
# $$c(n)\ge\frac4\pi\cdot\frac{s^2-as}{1+\frac2{\pi as}}=\frac4\pi s^2\cdot\frac{s-a}{s+a}
# \ge\frac4\pi s^2\Bigl(1-\frac{2a}s\Bigr)=\frac4\pi s^2-\frac{8a}\pi s,$$
# and $8a/\pi=2.03\ldots<2.1$. $\square$
#
# *History.* The theorem isn't new but for its error term. Erdős asked whether every complement of the squares has more
# than $(1+\varepsilon)\sqrt n$ members below all large $n$; [Moser 1965](../../book/references.md#moser1965) said yes.
# [Cilleruelo 1993](../../book/references.md#cilleruelo1993) and [Habsieger
# 1995](../../book/references.md#habsieger1995) found the constant $\frac4\pi$, for all $k$-th powers in the same
# breath; [Balasubramanian and Ramana 2001](../../book/references.md#balasubramanian2001) are credited with it, too. It
# is still the record, and [problem 33 of Erdős](../../book/references.md#erdos33) asks for the truth; its page has a
# complement of van Doorn's with fewer than $2\varphi^{5/2}\sqrt n$ members below every $n$, $\varphi$ the golden
# ratio. So an argument that uses nothing but "complement" can't show that $c(n)/\sqrt n$ is unbounded. What is new of
# late says that sums occur in more than one way: the number of representations of all $x\le N$ exceeds $N$ by at
# least $\sqrt N(\log N)^\delta$ ([Ding, Sándor and Zhang 2025](../../book/references.md#ding2025)).
#
# To try it at *every* $n$, look just before each new cold position, where the count is smallest for its $n$. Past this
# notebook's $n$ the committed counts take over, to $2^{41}$.


# %%
def floor(x):
    return 4 / np.pi * np.sqrt(x) - 2.1 * np.asarray(x) ** 0.25


limits, counts = pd.read_csv(files.table("data/cold-counts.csv")).to_numpy().T
upto = np.concatenate([cold[1:], limits])
below = np.append(np.arange(1, cold.size), counts)  # there are 1, 2, 3, ... cold positions below cold[1:]
assert (below >= floor(upto)).all()
print(f"4/pi = {4 / np.pi:.4f}; the proof gives {8 / np.pi * np.sqrt(2 / np.pi):.4f} for 2.1")
known = floor(limits[-1]) / counts[-1]  # the part of the last count that is proved
print(f"below {limits[-1]:,}: at least {floor(limits[-1]) / 1e6:.1f} million, counted {counts[-1] / 1e6:.1f} million")
print(f"so {known:.2%} of them are proved")

# %% [markdown]
# Below $2^{41}$ the theorem knows of 1.9 million cold positions, 0.49% of the 384 million that there are. So far is
# proof from truth.

# %% [markdown]
# ## Classes must share
#
# The same weights, spent on one residue class of positions, say something about residues. Let $\nu_m(d)$ be the number
# of $j$ from 0 to $m-1$ with $j^2\equiv d$ modulo $m$, and $c_r(n)$ the number of cold positions below $n$ that are $r$
# modulo $m$.
#
# **Theorem 12.2** (not found elsewhere). Let a game of squares have $T$ hotspots below $n$ that are $t$ modulo $m$; the
# game itself has none. For every $m\ge1$, every residue $t$ and every $n\ge1$
# $$\sum_{r=0}^{m-1}\nu_m(t-r)\,c_r(n)\ \ge\ \frac4\pi\bigl(\sqrt n-\sqrt{mT}\,\bigr)
# -\frac8\pi\sqrt{\frac{2m}\pi}\,\sqrt[4]n.$$
#
# **Proof.** Weigh as before, but only the positions $x<n$ that are $t$ modulo $m$ and no hotspots. Each is $y+k^2$ with
# $y$ cold and $k\ge0$; if $y\equiv r$, then $k$ lies in one of $\nu_m(t-r)$ residue classes modulo $m$. Fix $y$ and one
# such class, $k=b,b+m,b+2m,\dots$ The terms increase, so each but the last is at most $\frac1m$ times the integral of
# $(A^2-t^2)^{-1/2}$ up to the next $k$. Together these are at most $\frac\pi{2m}$, and the last is at most $G^{-1/2}$.
# On the other side $n-1-x$ runs through a residue class, from some $j_0<m$ on in steps of $m$, to the last that is
# below $n$; at worst the $T$ heaviest are hotspots. So the weights come to at least
# $\frac1m\int_{j_0+mT}^n(G+t)^{-1/2}dt\ge\frac2m\bigl(\sqrt{n+G}-\sqrt{mT+m-1+G}\bigr)$; if no position is left, then
# $j_0+mT\ge n$, and the bound is not positive. Since $\sqrt{mT+m-1+G}\le\sqrt{mT}+\sqrt{m-1+G}$,
# $$\sum_r\nu_m(t-r)\,c_r(n)\ge\frac4\pi\cdot
# \frac{\sqrt{n+G}-\sqrt{m-1+G}-\sqrt{mT}}{1+\frac{2m}{\pi\sqrt G}}.$$
# Let $s=\sqrt[4]n$, $a=\sqrt{2m/\pi}$, $\sqrt G=as$ and $D=\sqrt n-\sqrt{mT}\le s^2$. If $D\le2as$, the claim is
# trivial, for its right side is $\frac4\pi(D-2as)$. If $D>2as$, so that $s>a$, the numerator is at least $D-as$, as the
# next paragraph shows; the denominator is $1+\frac as$; and $(D-as)/(1+\frac as)\ge D-as-\frac{aD}s\ge D-2as$.
#
# It remains to see that $\sqrt{n+G}-\sqrt n\ge\sqrt{m-1+G}-\sqrt G$. The left side is $G/(\sqrt{n+G}+\sqrt n)
# =a^2/(1+\sqrt{1+a^2/s^2})>\frac2{\pi(1+\sqrt2)}m$, more than $\frac m4$. The right side is at most $\frac{m-1}{2\sqrt
# G}=\frac{m-1}{2as}\le\frac{m-1}{2a^2}=\frac\pi{4m}(m-1)\le\frac\pi{16}m$, because $4(m-1)\le m^2$, and so less than
# $\frac m5$. $\square$
#
# Without hotspots it holds for every complement of the squares. With them it serves below, and in Theorem 15.2 of
# [notebook 15](15-every-nim-value.ipynb).


# %%
def squares_modulo(m):
    """How many j in range(m) have the square d modulo m, for each d."""
    return np.bincount(np.arange(m) ** 2 % m, minlength=m)


sizes = np.unique(np.append(np.arange(1, few), np.geomspace(few, n, 2000).astype(np.int64)))
for m in (1, 2, 3, 5, 8, 13, 16, 21, 25, 65):
    by_class = np.array([sg.counts_below(cold[cold % m == r], sizes) for r in range(m)])
    error = 8 / np.pi * np.sqrt(2 * m / np.pi)
    at_least = 4 / np.pi * np.sqrt(sizes) - error * sizes**0.25
    covered = [(squares_modulo(m)[(t - np.arange(m)) % m] @ by_class) for t in range(m)]
    assert (covered >= at_least).all()
    print(f"m = {m:>2}: error {error:5.2f} n^(1/4), at least {at_least[-1]:6,.0f}, counted {np.min(covered, 0)[-1]:,}")

# %% [markdown]
# **Modulo 5** the squares are 0 (once) and 1 and 4 (twice each), so the theorem says
# $$2c_{t-1}(n)+c_t(n)+2c_{t+1}(n)\ \ge\ \frac4\pi\sqrt n-4.55\,\sqrt[4]n\qquad\text{for each }t.$$
# If three neighbouring classes $t-1,t,t+1$ on the circle of five held less than $\theta\sqrt n$ each, the left side
# would be below $5\theta\sqrt n$. For $\theta=\frac15$ that is impossible from $n=76{,}891$ on, for $\theta=\frac14$
# from $n=1{,}469{,}383{,}379$ on; any $\theta<\frac4{5\pi}=0.2546$ will do in the end. So, as a theorem for these $n$:
# **of three neighbouring classes modulo 5, one holds at least $\frac14\sqrt n$ cold positions.** At least two classes
# are that large. And if only two are, they are no neighbours: they differ by 2, which is no square modulo 5.
# Experiments say that they are 0 and 2. There is no proof why these, or why the others die out.

# %%


def three_share(theta):
    """The n from which 4/pi n^(1/2) - 4.55 n^(1/4) is at least 5 theta n^(1/2)."""
    return int(np.ceil((4.55 / (4 / np.pi - 5 * theta)) ** 4))


for theta in (1 / 5, 1 / 4):
    print(f"theta = {theta:.2f}: from n = {three_share(theta):,} on")
assert 8 / np.pi * np.sqrt(10 / np.pi) < 4.55, "the constant of Theorem 12.2 for m = 5"
print(f"4/(5 pi) = {4 / (5 * np.pi):.4f}")
by_class = np.array([sg.counts_below(cold[cold % 5 == r], sizes) for r in range(5)])
large = (by_class >= np.sqrt(sizes) / 5)[:, sizes >= three_share(1 / 5)]
assert (large | np.roll(large, 1, axis=0) | np.roll(large, -1, axis=0)).all(), "one of three neighbours"
print(f"cold positions modulo 5: {by_class[:, -1].tolist()}, and sqrt(n)/5 = {np.sqrt(n) / 5:,.0f}")

# %% [markdown]
# ## Rich classes form a complement
#
# The theorem on classes says more than that some class is rich.
#
# **Theorem 12.3** (not found elsewhere). Let a game of squares have only $T=o(n)$ hotspots below $n$; the game itself
# has none. Let $0<\theta<\frac4{\pi m}$, and let $R$ be the classes modulo $m$ with at least $\theta\sqrt n$ cold
# positions below $n$. For every large $n$, each residue modulo $m$ is the sum of one in $R$ and a square.
#
# **Proof.** If $t$ is no such sum, every class $r$ with $\nu_m(t-r)>0$ is outside $R$, and has fewer than
# $\theta\sqrt n$ members. Then $\sum_r\nu_m(t-r)c_r(n)<\theta m\sqrt n$, which for large $n$ is less than
# $\frac4\pi(\sqrt n-\sqrt{mT})-O(\sqrt[4]n)$, since $\sqrt{mT}=o(\sqrt n)$: against Theorem 12.2. $\square$
#
# So at least $\gamma(m)$ classes are rich, where $\gamma(m)$ is the least number of residues whose sums with squares
# are all residues. And suppose that all but $o(\sqrt n)$ cold positions lie in a set $D$ of residues that is
# square-difference-free modulo $m$. Then all rich classes are in $D$, and $D$ plus the squares is everything: $D$ is a
# *kernel* modulo $m$. (Theorems 11.1 and 11.2 in [notebook 11](11-what-a-beginning-chooses.ipynb) say at which moduli.)
# If moreover $m$ is squarefree, $\nu_m(0)=1$; for $t\in D$ only $r=t$ contributes, so each class of $D$ has
# $\frac4\pi\sqrt n-o(\sqrt n)$ members, and $c(n)\ge\frac4\pi|D|\sqrt n-o(\sqrt n)$.


# %%
def complement_size(m):
    """The least number of residues that give all residues modulo m as sums with squares."""
    squares = {k * k % m for k in range(m)}
    for size in range(1, m + 1):
        for others in combinations(range(1, m), size - 1):
            if len({(r + s) % m for r in (0, *others) for s in squares}) == m:
                return size


def maximal_sizes(m):
    """The sizes of the maximal square-difference-free sets of residues modulo m."""
    squares = {k * k % m for k in range(1, m)}
    graph = nx.Graph((a, b) for a, b in combinations(range(m), 2) if not {(a - b) % m, (b - a) % m} & squares)
    return sorted({len(clique) for clique in nx.find_cliques(graph)})


print({m: complement_size(m) for m in (5, 13, 17, 21)})
print({m: maximal_sizes(m) for m in (5, 13, 17, 21)})

# %% [markdown]
# Modulo 5, 13 and 17 at least 2, 3 and 3 classes must be rich, and every maximal square-difference-free set has just 2,
# 3 and 3 members. So *how many* residues the game can settle on is forced; only *which* is left open. Modulo 5 that
# would be $c(n)\ge\frac8\pi\sqrt n-o(\sqrt n)$. Modulo 21, where maximal sets have 3 members and 5 classes must be
# rich, it can't settle at all.
#
# ## Maximal sets
#
# Let $A$ be *any* square-difference-free set of numbers below $n$ to which no number below $n$ can be added. The greedy
# set is one; of a dozen random ones below 4,096 the smallest is smaller. Now a number that was left out may be a
# member plus a square *or minus* a square, so the weights must serve both ends.
#
# **Theorem 12.4** (not found elsewhere). $|A|\ge\varkappa\sqrt n-2.24\,\sqrt[8]n$ for every $n\ge1$, with
# $\varkappa=\frac{\sqrt2}\pi B(\frac34,\frac34)=0.7628\ldots$
#
# The right weights are those of charges at rest on a wire that repel each other with the potential $|x-a|^{-1/2}$. That
# it is then the same all along the wire is a classical fact of M. Riesz; here is a proof.
#
# **Lemma 12.5.** For $0<b<1$, $\ \displaystyle I(b)=\int_0^1\frac{du}{(u(1-u))^{1/4}\,|u-b|^{1/2}}=\pi\sqrt2$.
#
# **Proof.** Let $g(z)=\frac1z\left(1-\frac1z\right)^{-1/4}\left(1-\frac bz\right)^{-1/2}$ with principal powers. It is
# analytic outside the cut $[0,1]$, and $g(z)=\frac1z+O(z^{-2})$ far out, so its integral once around the cut,
# anticlockwise, is $2\pi i$. Shrink the path to the cut: $|g|$ has the exponents $-\frac14,-\frac12,-\frac14$ at
# $0,b,1$, which can be integrated. Just above the cut $1-\frac1z$ has the argument $\pi$, and $1-\frac bz$ has $\pi$
# left of $b$ and 0 right of it. So $g$ is $|g|$ times $e^{-i\pi/4}$ on $(b,1)$ and $e^{-3i\pi/4}$ on $(0,b)$, and below
# the cut the conjugate. The path goes right below and left above; so the integral is
# $2i\sin\frac\pi4\int_b^1|g|+2i\sin\frac{3\pi}4\int_0^b|g|$. Both sines are $\frac1{\sqrt2}$, and $|g(u)|$ is the
# integrand of $I(b)$. Hence $i\sqrt2\,I(b)=2\pi i$. $\square$
#
# **Proof of the theorem.** Let $h=\sqrt n$, $N=n-1+2h$, and give $x$ the weight $w(x)=\bigl((x+h)(N-x-h)\bigr)^{-1/4}$.
# On $[0,n-1]$ it falls to the middle, then rises, and is at most $W=(h(N-h))^{-1/4}\le n^{-3/8}$, since $N-h\ge n$.
#
# *From above.* Each $x<n$ is $a$, $a+k^2$ or $a-k^2$ with $a\in A$ and $k\ge1$. Fix $a$, and let $K$ be the last $k$
# with $a+k^2<n$. As $t$ goes from 0 to $K$, $w(a+t^2)$ falls, then rises (or does one of both). A term of the falling
# part is at most the integral over the unit before it, one of the rising part, but the last, at most the integral over
# the unit after it; no unit is used twice. So $\sum_{k=1}^Kw(a+k^2)\le\int_0^Kw(a+t^2)\,dt+W$, and likewise on the
# other side. With $z=a+h\pm t^2$ both integrals together are at most
# $$\frac12\int_0^N\frac{dz}{(z(N-z))^{1/4}\,|z-a-h|^{1/2}}=\frac12I\Bigl(\frac{a+h}N\Bigr)=\frac\pi{\sqrt2}$$
# by the lemma (put $z=Nu$). So $a$ accounts for at most $\frac\pi{\sqrt2}+3W$, its own weight included.
#
# *From below.* $\ln w$ is convex, hence $w$ is, and its trapezoids lie above it. So with $\beta=B(\frac34,\frac34)$ the
# weights come to at least
# $$\int_h^{N-h}\frac{dz}{(z(N-z))^{1/4}}\ge\beta\sqrt N-2\cdot\frac{\frac43h^{3/4}}{(N-h)^{1/4}}
# \ge\beta\sqrt n-\frac83n^{1/8}.$$
#
# Divide, with $(1-u)/(1+v)\ge1-u-v$ as before:
# $$|A|\ge\frac{\sqrt2}\pi\beta\sqrt n\left(1-\frac8{3\beta}n^{-3/8}-\frac{3\sqrt2}\pi n^{-3/8}\right)
# =\varkappa\sqrt n-\Bigl(\frac{8\sqrt2}{3\pi}+\frac{3\sqrt2}\pi\varkappa\Bigr)n^{1/8},$$
# and the last bracket is $2.230\ldots$ $\square$
#
# The floor that is easy to see, $\sqrt{n/2}$, is $0.7071\sqrt n$ (Theorem 16.2 in [notebook
# 16](16-square-difference-free-sets.ipynb)).

# %%
kappa = np.sqrt(2) / np.pi * beta(3 / 4, 3 / 4)
error = 8 * np.sqrt(2) / (3 * np.pi) + 3 * np.sqrt(2) / np.pi * kappa
print(f"kappa = {kappa:.4f}, sqrt(1/2) = {np.sqrt(1 / 2):.4f}, error {error:.4f} n^(1/8)")
for b in (0.01, 0.2, 0.5, 0.93):
    left = quad(lambda v, b=b: 2 * ((b - v * v) * (1 - b + v * v)) ** -0.25, 0, np.sqrt(b))[0]
    right = quad(lambda v, b=b: 2 * ((b + v * v) * (1 - b - v * v)) ** -0.25, 0, np.sqrt(1 - b))[0]
    assert np.isclose(left + right, np.pi * np.sqrt(2), atol=1e-5)


# %%
def random_maximal(n, seed):
    """A maximal set below n: the numbers come in a random order, and each is taken that still can be."""
    moves, refused, members = sg.squares(n), np.zeros(n, dtype=bool), []
    for x in np.random.default_rng(seed).permutation(n).tolist():
        if not refused[x]:
            members.append(x)
            refused[x - moves[moves <= x]] = True
            refused[x + moves[x + moves < n]] = True
    return sorted(members)


for size in (1, 2, 5, 10, 100, few // 4, few):
    sets = [random_maximal(size, seed) for seed in range(12)]
    at_least = kappa * np.sqrt(size) - 2.24 * size**0.125
    assert min(map(len, sets)) >= at_least
    print(f"n = {size:>5,}: at least {at_least:6.2f}; a dozen random maximal sets have {min(map(len, sets))} or more")

# %% [markdown]
# ## The sum rule
#
# Why 5, 13 and 17? This much of an answer is no theory, only bookkeeping.
#
# Let $C$ be any set of numbers below $n$, and $L$ its members from $n/2$ on. How many
# moves from a late member to members would there be, if squares were spread evenly but for their residues modulo $M$?
# Near the distance $x-c$ one number in $2\sqrt{x-c}$ is a square; where on its scale a position lies shall not
# matter, so average over $x=0.6n,0.7n,0.8n,0.9n,n$, and let $v(c)$ be the mean of the five $\frac1{2\sqrt{x-c}}$ (with
# 0 where $c\ge x$). The answer is
# $$\Lambda_M(n)=\frac1{|L|}\sum_{c'\in L}\ \sum_{c\in C}\nu_M(c'-c)\,v(c),$$
# for on the average over the residues $\nu_M$ is 1. The main term is $\Lambda_1$. We call $1-\Lambda_M/\Lambda_1$ **the
# share that the modulus $M$ explains**; notebooks [13](13-which-residues.ipynb) and
# [11](11-what-a-beginning-chooses.ipynb) go by it.
#
# **Theorem 12.6** (not found elsewhere). There are numbers $W_q$, which don't depend on $M$, with $\
# \displaystyle\Lambda_M(n)=\Lambda_1(n)+\sum_{q\mid M,\ q>1}W_q(n)$ for all $M$.
#
# **Proof.** Write $e(t)=e^{2\pi it}$, and let $g(\alpha)$ be the mean of $e(-\alpha j^2)$ over a period of $j$, for a
# fraction $\alpha$. Since $\frac1M\sum_{h=0}^{M-1}e(hk/M)$ is 1 if $M$ divides $k$ and else 0,
# $\nu_M(d)=\sum_{h=0}^{M-1}g(h/M)\,e(hd/M)$. Put this into the definition: $\Lambda_M=\sum_hW(h/M)$ with
# $W(\alpha)=\frac1{|L|}\,g(\alpha)\sum_{c'\in L}e(\alpha c')\, \overline{\sum_{c\in C}v(c)\,e(\alpha c)}$, where
# nothing but the fraction counts. Let $W_q$ be the sum of $W(\alpha)$ over the fractions with denominator $q$ in lowest
# terms. It is real, because $W(-\alpha)=\overline{W(\alpha)}$, and $W(0)=\Lambda_1$. $\square$
#
# So the account is exact: each modulus has its own item, and none is booked twice.
#
# **Claim 12.7.** *Let no two members of $C$ differ by a square. Along $M=1!,2!,3!,\dots$ the pairs of different members
# add nothing to $\Lambda_M(n)$ from some $M$ on.* For let $d=c'-c$ be such a difference. Since $|d|$ is no square, some
# prime $p$ divides it an odd number $e$ of times, and $d$ is no square modulo $p^{e+1}$. So $\nu_M(d)=0$ for some $M$
# and its multiples, and there are finitely many pairs below $n$. $\square$


# %%
samples = np.array([0.6, 0.7, 0.8, 0.9, 1.0])


def items(C, n, M):
    """What each of the M waves modulo M adds to Lambda_M(n) of the set C: they sum to it."""
    v = waves.move_weights(C, samples * n)
    late = C[np.searchsorted(C, n / 2) :]
    return waves.budget(np.bincount(late % M, minlength=M), np.bincount(C % M, weights=v, minlength=M))


# %%
main = items(cold, n, 1).sum()
print(f"the main term is {main:.2f}")
for M in (5, 13, 17, 65, 1105, 5**4 * 13 * 17, 3, 7, 8, 11, 21):
    print(f"modulus {M:>6} explains {1 - items(cold, n, M).sum() / main:z7.1%}")
for q, M in ((5, 65), (13, 65), (13, 91), (65, 1105)):
    assert np.allclose(items(cold, n, M)[:: M // q], items(cold, n, q)), "the items of q are among those of M"
left, m = np.unique(np.subtract.outer(sorted(taken), sorted(taken))), 1
left = left[left != 0]
print(f"{left.size:,} differences of cold positions below {few:,};", end=" ")
while left.size:
    m, left = m + 1, left[squares_modulo(m + 1)[left % (m + 1)] > 0]
print(f"each is no square modulo some m up to {m}")

# %% [markdown]
# ## No fixed modulus is enough
#
# Let $C$ be any set, with $c(n)$ members below $n$.
#
# **Theorem 12.8** (not found elsewhere). For every modulus, $\
# \displaystyle\Lambda_M(n)\ge\frac{\sqrt2}{10}\cdot\frac{\nu_M(0)}M\cdot\frac{c(n)-c(n/2)}{\sqrt n}$.
#
# **Proof.** Keep of $v$ only the point $x=n$: for $c\in L$ it is
# $v(c)\ge\frac15\cdot\frac1{2\sqrt{n/2}}=\frac{\sqrt2}{10\sqrt n}$. Keep of the pairs only those in $L$ that are
# congruent, each with $\nu_M(0)$. If $L$ has $L_t$ members that are $t$ modulo $M$, there are $\sum L_t^2\ge|L|^2/M$
# such pairs, by Cauchy and Schwarz. Divide by $|L|=c(n)-c(n/2)$. $\square$
#
# So **for each fixed modulus $\Lambda_M$ is unbounded if $c(n)/\sqrt n$ is**: for if $c(n)-c(n/2)\le K\sqrt n$ for all
# $n$, the sum over $n,\frac n2,\frac n4,\dots$ gives $c(n)=O(\sqrt n)$. (That $c(n)/\sqrt n$ is unbounded is suggested
# by the counts to $2^{41}$, and not proved.)

# %%
late = np.count_nonzero(cold >= n / 2)
for M in (1, 5, 65, 1105):
    at_least = np.sqrt(2) / 10 * squares_modulo(M)[0] / M * late / np.sqrt(n)
    print(f"M = {M:>4}: Lambda is {items(cold, n, M).sum():.3f}, at least {at_least:.3f}")

# %% [markdown]
# ## Findings
#
# * For every $n$ there are at least $\frac4\pi\sqrt n-O(\sqrt[4]n)$ cold positions (the constant is known). Of three
#   neighbouring classes modulo 5 one holds $\frac14\sqrt n$ of them, for large $n$ (new, as far as we know).
# * Every maximal square-difference-free set below $n$ has at least $0.7628\sqrt n$ members, but for $O(\sqrt[8]n)$.
# * What moduli explain adds up. If $c(n)/\sqrt n$ is unbounded, so is what a fixed modulus leaves unexplained.
#
# *Not proved*: that $c(n)/\sqrt n$ is unbounded; that any class modulo any number dies out; that some exponent exists.
#
# **Next:** [Which residues?](13-which-residues.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "12", n)

report("c(n) for every n at least", "4/pi n^(1/2) - 2.1 n^(1/4)", "theorem", known="main term: Cilleruelo 1993")

report("2c(t-1) + c(t) + 2c(t+1), classes mod 5, at least", "4/pi n^(1/2) - 4.55 n^(1/4)", "theorem")

report("members of a maximal set without square differences at least", "0.7628 n^(1/2) - 2.24 n^(1/8)", "theorem")

for m in (5, 13, 17, 21):
    name = f"least size of residues mod {m} that reach all by squares"
    report(name, complement_size(m), "exact computation", at=m, article=True)
name = "n from which one of three neighbours mod 5 has a quarter of n^(1/2)"
report(name, three_share(1 / 4), "theorem", article=True)
name = f"part of the cold positions below 2^{int(limits[-1]).bit_length() - 1} that the floor gives"
report(name, f"{known:.4f}", "exact computation", at=int(limits[-1]), data="data/cold-counts.csv", article=True)
report("constant of maximal sets", f"{kappa:.4f}", "theorem", article=True)
report("error term of maximal sets, before rounding", f"{error:.3f}", "theorem", article=True)
