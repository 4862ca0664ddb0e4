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
# 3 and 7 differ by a square, $7-3=4$; 3 and 8 do not, $8-3=5$. Choose numbers below $n$ so that *no* two of
# them differ by a square. **How many can you choose?** The cold positions of subtract-a-square are one
# choice, and the paper calls on number theory to say how good a choice it is. This notebook is about that
# theory: what can be proved in a page, what a computer can settle, and what is still being fought over.
#
# At the end you will know why the greedy choice is the game, why in the long run no choice takes more than a
# quarter of the numbers, how the records are built from residues, and why a wall at $n^{3/4}$ stands in the
# way of building better ones like that. Read [notebook 6](06-number-of-cold-positions.ipynb) and
# [notebook 7](07-modularity.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, sections 1 and 3.3, which cite the
# results that are proved or dated here.*

# %% tags=["parameters"]
n = 2**16  # the sets are drawn from 0 to n - 1 (make's LESSON_N)
moduli = 210  # residue sets are searched for modulo every squarefree number up to this, at least 205

# %% tags=["setup"]
from collections import Counter

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.longruns.cache import cached
from subtraction_games.record import Comparison, Findings
from subtraction_games.theory import difference_free as df

figures.use_style()
default = n == 2**16  # the n that the numbers in the text belong to
paper = Comparison("16", n)
found = Findings("16", n)
cold = cached("cold_positions", sg.squares, n)

# %% [markdown]
# ## The definition, in a picture
#
# A set of whole numbers is **square-difference-free** when no two different members differ by a square.
# Above, the cold positions below 50; below, the distances between two of them. Of the 42 numbers from 1 to 49
# that are no squares, 24 occur as a distance. The squares 1, 4, 9, 16, 25, 36 and 49 never do.

# %%
few = cold[cold < 50]
distances = np.unique(abs(few[:, None] - few))
fig, axes = plt.subplots(2, 1, figsize=(7.2, 1.5))
for ax, dark, title in zip(axes, (few, distances[1:]), ("cold positions", "distances between them"), strict=True):
    figures.strips(ax, np.isin(np.arange(50), dark))
    ax.set_title(title)
    ax.set_xticks(np.arange(8) ** 2 + 0.5, np.arange(8) ** 2)
figures.show(fig, "Two strips of fifty: the cold positions, and their distances, which are dark at no square")

# %%
assert not np.isin(np.arange(1, 8) ** 2, distances).any()
assert len(distances) - 1 == 24

# %% [markdown]
# To check a large set one need not look at all pairs. Add one square after another to all members at once,
# and look the sums up in a table: with $k$ members below $n$ that is $k\sqrt n$ steps in place of $k^2/2$.
# `is_difference_free` does it, and at $n=2^{16}$ it finds nothing wrong with the 2,053 cold positions.

# %%
print(f"{len(cold):,} cold positions below {n:,}, square-difference-free: {df.is_difference_free(cold)}")
assert df.is_difference_free(cold)
assert not default or len(cold) == 2053

# %% [markdown]
# ## The greedy set is the game
#
# The simplest way to choose is greed: go through 0, 1, 2, 3, ... and take each number that differs by a
# square from none of those already taken.
#
# **Theorem.** The greedy set consists of the cold positions of subtract-a-square. **Proof.** By induction:
# suppose that below $x$ the two agree. Greed takes $x$ exactly when no taken $y<x$ has $x-y$ a square. So it
# takes $x$ exactly when no cold $y$ can be reached from $x$ by a move; and that is when $x$ is cold.
# $\square$
#
# A square-difference-free set below $n$ is **maximal** when no number below $n$ can be added to it. The
# greedy set is maximal for every $n$: a number that was not taken was refused because of a member, and the
# member is still there. This needs no game, but it can be checked: `addable` lists the numbers that differ by
# a square from no member.

# %%
assert df.addable(cold, n).size == 0
assert df.is_maximal(cold, n)
assert df.addable([0, 7], 10).tolist() == [2, 5]

# %% [markdown]
# Here is greed spelled out, without a game in it.

# %%
taken = []
for x in range(200):
    if not any(round((x - y) ** 0.5) ** 2 == x - y for y in taken):
        taken.append(x)
assert taken == cold[cold < 200].tolist()

# %% [markdown]
# ## A floor under every maximal set
#
# Maximal does not mean large. How small can a maximal set be?
#
# **Theorem.** A maximal set below $n$ has more than $\sqrt{n/2}-\frac12$ members. **Proof.** Each number
# below $n$ is a member $a$, or lies a square above or below one. Above $a$ there is room for at most
# $\sqrt{n-a}$ squares, below for at most $\sqrt a$; together at most $\sqrt{2n}$, because
# $(\sqrt{n-a}+\sqrt a)^2\le2n$. So each member accounts for at most $1+\sqrt{2n}$ numbers, and
# $n\le|A|(1+\sqrt{2n})$. With $s=\sqrt{2n}$ this says $|A|\ge\frac{s^2/2}{1+s}$. As $s^2>s^2-1=(s+1)(s-1)$,
# that is more than $\frac{s-1}2$. $\square$
#
# The paper states this order of growth, $\Omega(\sqrt n)$, for every maximal set below $n$ and refers to
# Golomb ([1966](../book/references.md#golomb1966)), Theorem 4.1; the constant is the work of two lines. The
# greedy set refuses a number only because of a *smaller* member, so the squares above a member are enough,
# and the floor rises to Golomb's $\sqrt n-1$ of notebook 6, and for large $n$ to $4/\pi$ in place of 1
# before the root. What is measured lies far above: at $n=2^{16}$ the cold positions are $8\sqrt n$.

# %%
assert len(cold) / np.sqrt(n) > 4 / np.pi, "above Golomb's floor, and the raised one"
assert not default or round(len(cold) / np.sqrt(n)) == 8

# %% [markdown]
#
# For small $n$ a computer can list all maximal sets. Join two numbers by an edge when they do *not* differ by
# a square: then the maximal sets are the maximal cliques of this graph.


# %%
def graph_below(size):
    """The graph on 0 to size - 1 that joins two numbers when their difference is no square."""
    number = np.arange(size)
    is_square = np.isin(number, number**2)
    return nx.from_numpy_array(~is_square[abs(number[:, None] - number)])


# %%
maximal = Counter(len(clique) for clique in nx.find_cliques(graph_below(40)))
print(dict(sorted(maximal.items())))

# %% [markdown]
# Below 40 there are 4,784 maximal sets, from 13 with 6 members to 66 with 12. Greed finds 12: one of the
# largest there are.

# %%
assert sum(maximal.values()) == 4784
assert (min(maximal), max(maximal)) == (6, 12)
assert (maximal[6], maximal[12]) == (13, 66)
assert np.count_nonzero(cold < 40) == 12
assert min(maximal) > np.sqrt(40 / 2) - 1 / 2

# %% [markdown]
# ## A ceiling: sums that never meet
#
# Now from above. Of 0 and 1 at most one can be a member, of 2 and 3 at most one, and so on: at most half of
# all numbers. The idea behind that goes further.
#
# **Lemma.** Let $A$ be square-difference-free, and let $Q$ be the opposite: a set in which *every* two
# members differ by a square. Then the sums $a+q$ are all different. **Proof.** If $a+q=a'+q'$ with $q>q'$,
# then $a'-a=q-q'$ is a positive square, the difference of two members of $A$. $\square$
#
# If $A$ lies below $n$ and $Q$ goes from 0 to $m$, the $|A||Q|$ sums lie below $n+m$. Hence
# $$|A|\le\frac{n+m}{|Q|}.$$
# $Q=\{0,1\}$ gives the half. The right triangle with sides 3, 4 and 5 gives a third: in $Q=\{0,9,25\}$ the
# differences are 9, 25 and 16. And a quarter, for large $n$, follows from an old riddle: find three squares
# whose differences are squares too. The squares of 153, 185 and 697 do it, and 0 is the fourth member of $Q$.


# %%
def is_opposite(Q):
    """Do every two members of Q differ by a square?"""
    return all(round(abs(p - q) ** 0.5) ** 2 == abs(p - q) for p in Q for q in Q)


# %%
six_squares = [0, 153**2, 185**2, 697**2]
assert is_opposite([0, 1])
assert is_opposite([0, 9, 25])
assert is_opposite(six_squares)
assert not is_opposite([0, 9, 16])

# %% [markdown]
# ## Windows
#
# A larger $Q$ is hard to find, but there is a second way. Let $r(n)$ be the size of a largest
# square-difference-free set below $n$. Cut the numbers below $n$ into windows of length $L$. What a set has
# in one window is, moved to 0, again square-difference-free. So $r(n)\le r(L)\lceil n/L\rceil$ for every $L$,
# and each $r(L)$ that we can compute exactly bounds the density of *all* such sets by $r(L)/L$.
#
# $r(L)$ is the size of a largest clique in the graph above, and an exact search finds it.


# %%
def largest_below(size):
    """A largest square-difference-free set below `size`, by exact search for a clique."""
    clique, _ = nx.max_weight_clique(graph_below(size), weight=None)
    return sorted(clique)


# %%
game = sg.cold_positions(sg.squares, 65)
windows = {L: largest_below(L) for L in (5, 25, 40, 50, 60, 65)}
for L, best in windows.items():
    print(f"r({L}) = {len(best):>2}, density {len(best) / L:.3f}; greed: {np.count_nonzero(game < L):>2}")

# %% [markdown]
# A window of 65 holds at most 16 members, and so no square-difference-free set has density above 16/65, which
# is just less than a quarter: 65 numbers do better than the riddle. Greed keeps up surprisingly well. At 50
# and at 60 it is one short of the best, at 65 it has caught up, though not with the same numbers.
#
# Others have searched longer windows: $r(L)$ is OEIS A100719, listed to $L=410$ (by F. Cariboni), and A210570
# lists where it grows. The listed $r(322)=60$ bounds the density by 0.1863. We cite that and have not repeated
# it.

# %%
assert {L: len(best) for L, best in windows.items()} == {5: 2, 25: 10, 40: 12, 50: 14, 60: 16, 65: 16}
assert [np.count_nonzero(game < L) for L in windows] == [2, 10, 12, 13, 15, 16]
assert 16 / 65 < 1 / 4
assert len(cold) <= 16 * -(-n // 65)
assert windows[65] != game.tolist()

# %%
fig, axes = plt.subplots(2, 1, figsize=(7.2, 1.4))
for ax, dark, title in zip(axes, (game, windows[65]), ("greedy, 16 members", "another with 16"), strict=True):
    figures.strips(ax, np.isin(np.arange(65), dark), every=5)
    ax.set_title(title)
figures.show(fig, "Two strips of 65 positions, the greedy set and another, with sixteen dark squares in each")

# %% [markdown]
# Since $r(m+n)\le r(m)+r(n)$, the densities $r(n)/n$ tend to their infimum as $n$ grows (Fekete's lemma).
# That it is 0 is the theorem of Furstenberg ([1977](../book/references.md#furstenberg1977)) and Sárközy
# (1978). No single window can prove that.
#
# ## Residues
#
# For sets that are large for *large* $n$, work modulo $b$. A set $D$ of residues is square-difference-free
# modulo $b$ when no difference of two different members is a square modulo $b$, in either order.
# [Notebook 7](07-modularity.ipynb) proves Ruzsa's theorem: if $b$ is squarefree, the numbers with base-$b$
# digits from $D$ in the even places and any digits in the odd places are a square-difference-free set, with
# about $n^e$ members below $n$, where $e=\frac12(1+\log_b|D|)$. So we want many residues; let $m(b)$ be the
# largest number of them.
#
# Four facts say a good deal about $m(b)$ before any search. Let $b$ be squarefree throughout; by the Chinese
# remainder theorem, a residue is a square modulo $b$ exactly when it is one modulo each prime of $b$.
#
# **1. For a prime $p$ that is 3 modulo 4, $m(p)=1$.** Of $d$ and $-d$ one is a square (notebook 7).
#
# **2. For a prime $p$ that is 1 modulo 4, $m(p)<\sqrt p$.** *Proof.* Let $D$ be square-difference-free and
# $u$ not a square. Here $-1$ is a square, the product of two nonsquares is a square, and so any two members
# of $uD$ differ by a square. As in the lemma, the $|D|^2$ sums $x+uy$ with $x,y\in D$ are all different, now
# modulo $p$. So $|D|^2\le p$, and a prime is no square. $\square$
#
# **3. A factor 2 adds nothing: $m(2c)=m(c)$ for odd $c$.** *Proof.* Modulo 2 every residue is a square. So a
# difference is a square modulo $2c$ exactly when it is one modulo $c$ (0 included). Hence members modulo $2c$
# differ by nonsquares modulo $c$, and conversely residues that do so modulo $c$ can be taken as they are.
# $\square$
#
# **4. A single prime $p$ that is 3 modulo 4 adds nothing: $m(pc)=m(c)$ when all other primes are 2 or 1
# modulo 4.** *Proof.* Modulo $c$, $d$ and $-d$ are squares together. Take two members; modulo $p$ their
# difference is a square in one of the two orders (fact 1, or it is 0). So modulo $c$ it must be a nonsquare,
# and the members modulo $c$ are as many and square-difference-free. Conversely, residues modulo $c$ are
# residues modulo $pc$ if we let them be 0 modulo $p$. $\square$
#
# ## An exact search
#
# As before, $m(b)$ is the size of a largest clique; this time the graph joins two residues when neither
# difference is a square. It has symmetries, and each shrinks the search:
#
# * *Moving.* Adding a constant to all members changes no difference. So the set may be taken to contain 0,
#   and the other members are neighbours of 0.
# * *Multiplying* by $-1$, or by a square that is invertible modulo $b$, takes nonsquares to nonsquares. So
#   the differences fall into a few classes, and if a set has a difference in some class, we may assume that
#   it contains 0 and the class's *first* difference. One search among the common neighbours of the two is
#   enough.
# * *Striking out.* After that search all sets with a difference in the class have been considered. Strike the
#   class from the graph before the next search.
#
# For $b=205$ a handful of classes remains, and each search is short. The program leaves nothing out, so every
# size below is proved to be the largest possible, that for 205 included.

# %%
squarefree = [b for b in range(2, moduli + 1) if df.is_squarefree(b)]
largest = {b: df.maximum_residues(b) for b in squarefree}
size = {b: len(D) for b, D in largest.items()}
assert all(df.is_difference_free_modulo(D, b) for b, D in largest.items())

# %%
for m in range(1, 6):
    print(f"m(b) = {m} for b =", *(b for b in squarefree if b <= 60 and size[b] == m))

# %% [markdown]
# The table has every squarefree $b$ up to 60. The facts explain the whole first row: these are 2 and the
# primes that are 3 modulo 4, alone or with a factor 2. The smallest $b$ without a prime that is 1 modulo 4
# and yet with more than one residue is 21 = 3 · 7, where the *two* primes that are 3 modulo 4 can be played
# off against each other.


# %%
def prime_factors(b):
    """The primes that divide b, ascending."""
    return [p for p in sg.primes(b + 1).tolist() if b % p == 0]


# %%
primes = [b for b in squarefree if prime_factors(b) == [b]]
threes = {b: sum(p % 4 == 3 for p in prime_factors(b)) for b in squarefree}  # how many primes are 3 modulo 4
assert all(size[p] == 1 for p in primes if p % 4 == 3)
assert all(b == 2 or prime_factors(b)[-1] % 4 == 3 for b in squarefree if b <= 60 and size[b] == 1)
assert all(len(prime_factors(b)) == 1 or b % 2 == 0 for b in squarefree if b <= 60 and size[b] == 1)

# %%
assert all(size[p] < np.sqrt(p) for p in primes if p % 4 == 1)
assert all(size[2 * c] == size[c] for c in squarefree if c % 2 and 2 * c in size)
assert all(size[p * c] == size[c] for p in primes for c in size if p % 4 == 3 and p * c in size and threes[c] == 0)

# %%
assert min(b for b in squarefree if size[b] > 1 and all(p % 4 != 1 for p in prime_factors(b))) == 21

# %% [markdown]
# ## A wall at three quarters
#
# By fact 2, Ruzsa's exponent in a prime base stays below $\frac12(1+\frac12)=\frac34$. For composite bases
# the trick with $uD$ fails, since a nonsquare times a nonsquare may be a nonsquare; but the wall stands.
#
# The wall is not ours. Ruzsa saw in [1984](../book/references.md#ruzsa1984) that $\frac34$ is where his
# method ends (so the abstract of Krachun, arXiv:2608.01325). For primes 1 modulo 4, join two residues when
# they differ by a square: that is a Paley graph, and a square-difference-free set is an independent set in
# it, for a product of primes in the strong product of the graphs. Lovász's number $\vartheta$
# ([1979](../book/references.md#lovasz1979)) bounds independent sets, is multiplicative, and is $\sqrt p$
# for the Paley graph of $p$: the theorem below in one line. (For $p=5$ it is the pentagon of Shannon's
# problem.) Naslund (arXiv:2203.01293) uses it for polynomials over finite fields. Here is a proof by hand,
# with nothing but Gauss's sum.
#
# **Theorem.** Let $b$ be a product of different primes that are 1 modulo 4. Then $m(b)<\sqrt b$, and Ruzsa's
# exponent is less than $\frac34$.
#
# **Proof.** The idea is to find weights $g(d)$ that vanish at nonsquares and have a nonnegative Fourier
# transform; then to weigh all pairs of members in two ways.
#
# *The weights for a prime $p$.* Let $g_p(0)=1$, let $g_p(d)=c=2/(\sqrt p+1)$ for the $\frac{p-1}2$ other
# squares and $g_p(d)=0$ for nonsquares. For $t\ne0$, Gauss's sum says that $\sum_ze^{2\pi itz^2/p}$ over all
# residues $z$ is $\pm\sqrt p$. It meets 0 once and each other square twice, so the transform of $g_p$ at $t$
# is
# $$\hat g_p(t)=1+c\,\frac{\pm\sqrt p-1}2\ \ge\ 1-c\,\frac{\sqrt p+1}2=0,$$
# $$\hat g_p(0)=1+c\,\frac{p-1}2=1+(\sqrt p-1)=\sqrt p.$$
#
# *For $b$.* Let $g(d)$ be the product of $g_p(d\bmod p)$ over the primes of $b$. It is 1 at 0, and 0 at every
# nonsquare modulo $b$, which is a nonsquare modulo some $p$. By the Chinese remainder theorem its transform
# is a product of values of the $\hat g_p$: nowhere negative, and $\sqrt b$ at 0.
#
# *Two ways.* Let $D$ be square-difference-free. In $\sum g(x-y)$ over all pairs of members only $x=y$ counts,
# so the sum is $|D|$. On the other hand, with $\hat D(t)=\sum_{x\in D}e^{2\pi itx/b}$, Fourier inversion says
# that it is
# $$\frac1b\sum_t\hat g(t)\,|\hat D(t)|^2\ \ge\ \frac1b\,\hat g(0)\,|\hat D(0)|^2=\frac{|D|^2}{\sqrt b}.$$
#
# All terms but $t=0$ were dropped. So $|D|\le\sqrt b$, and as $b$ is no square, $|D|<\sqrt b$. $\square$
#
# Here are the weights for 205 = 5 · 41, with their transform. It is real, nowhere negative up to rounding,
# and $\sqrt{205}$ at 0, so that at most 14 residues are possible. The search says 12.


# %%
def weights(b):
    """g(0), ..., g(b - 1) of the proof."""
    g = np.ones(b)
    for p in prime_factors(b):
        d = np.arange(b) % p
        g *= np.where(d == 0, 1, 2 / (np.sqrt(p) + 1)) * df.square_residues(p)[d]
    return g


# %%
transform = np.fft.fft(weights(205))
print(f"at 0: {transform[0].real:.6f}; square root of 205: {np.sqrt(205):.6f}")
assert np.abs(transform.imag).max() < 1e-9
assert transform.real.min() > -1e-9
assert np.isclose(transform[0].real, np.sqrt(205))

# %% [markdown]
# By facts 3 and 4, a factor 2 or a single prime that is 3 modulo 4 only makes things worse. With *several*
# primes that are 3 modulo 4 the proof fails, because $-1$ is then no square and the transform is not real;
# such $b$ are below the wall in our table, but this is a computation and not a theorem.

# %%
assert all(m < np.sqrt(b) for b, m in size.items())

# %% [markdown]
# ## Figure 11: the exponents

# %%
exponent = {b: df.ruzsa_exponent(b, m) for b, m in size.items()}
fig, ax = plt.subplots()
for kind, label in ((True, "no prime of b is 3 mod 4"), (False, "some prime of b is 3 mod 4")):
    chosen = [b for b in squarefree if (threes[b] == 0) == kind]
    ax.plot(chosen, [exponent[b] for b in chosen], "o" if kind else "x", markersize=4.5, label=label)
ax.axhline(3 / 4, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
for b in {5, 41, 65, 145, 205} & size.keys():
    ax.annotate(b, (b, exponent[b]), (0, 4), textcoords="offset points", ha="center", size=9)
ax.set(xlabel="squarefree modulus b", ylabel="exponent (1 + log$_b$ m(b)) / 2", ylim=(0.49, 0.765))
ax.set_title("Ruzsa's construction with the most residues modulo b")
ax.legend(loc="upper right", bbox_to_anchor=(1, 0.28), fontsize=9)
table = {"b": squarefree, "residues": size.values(), "exponent": exponent.values()}
figures.save(fig, "figure-11-square-difference-free-sets", table)
figures.show(fig, "Exponents against the modulus as circles and crosses, all below a dashed line at three quarters")

# %% [markdown]
# **Figure 11.** The exponent of Ruzsa's construction with a largest square-difference-free set of residues,
# for every squarefree $b$ up to 210; the dashed line is the wall at $\frac34$.
#
# Which moduli beat all smaller ones? After the trivial $b=2$ just four of them.

# %%
records = [b for b in squarefree if all(exponent[b] > exponent[c] for c in squarefree if c < b)]
for b in records:
    print(f"b = {b:>3}: m(b) = {size[b]:>2}, exponent {exponent[b]:.6f}, for example {largest[b].tolist()}")

# %%
assert records == [2, 5, 41, 65, 205]
found.add("most residues mod 205 without square differences", size[205], "exact computation, one method", at=205)
assert (size[65], size[205]) == (7, 12)
assert (f"{exponent[65]:.6f}", f"{exponent[205]:.6f}") == ("0.733077", "0.733412")

# %% [markdown]
# The 7 residues modulo 65 are Ruzsa's ([1984](../book/references.md#ruzsa1984)), with exponent 0.733077.
# The 12 modulo 205 were found by Beigel and Gasarch ([2008](../book/references.md#beigel2008)) and by Lewko
# ([2015](../book/references.md#lewko2015)), with 0.733412; they, too, searched by computer. Our search is
# independent of theirs: 7 and 12 are the most there are, and no other squarefree modulus up to 210 does as
# well as these two. Here are the published sets, and the runners-up: 145 with ten residues, and 185 and 85,
# which look promising and are not.

# %%
published = {
    5: [0, 2],
    65: [0, 2, 5, 22, 24, 43, 46],
    205: [0, 2, 8, 14, 77, 79, 85, 96, 103, 109, 111, 181],
}
assert all(df.is_difference_free_modulo(D, b) for b, D in published.items())

# %%
for b in (145, 185, 85, 130):
    print(f"b = {b}: m(b) = {size[b]:>2}, exponent {exponent[b]:.6f}")
assert sorted(squarefree, key=exponent.get)[-3:] == [145, 65, 205]
assert [size[b] for b in (145, 185, 85, 130)] == [10, 10, 7, 7]
assert f"{exponent[145]:.6f} {exponent[185]:.6f}" == "0.731335 0.720539"

# %% [markdown]
# ## Ruzsa's sets, built and counted
#
# An exponent speaks about the long run. What do the sets hold below a given $n$? `ruzsa_members` builds one
# from its highest digit down; `ruzsa_count` only counts, digit by digit of $n$, which goes on to $10^{15}$
# without a list. We check the one by the other, and the sets for squares.

# %%
ruzsa = {b: df.ruzsa_members(b, D, n) for b, D in published.items()}
assert all(df.is_difference_free(members) for members in ruzsa.values())
assert all(len(ruzsa[b]) == df.ruzsa_count(b, D, n) for b, D in published.items())

# %%
for b, members in ruzsa.items():
    print(f"base {b:>3}: {len(members):,} members below {n:,}")

# %%
limits = np.unique(np.geomspace(2, n, 150).astype(np.int64))
far = np.unique(np.geomspace(100, 10**15, 600).astype(np.int64)).tolist()


# %%
def over_power(b, D, limits):
    """The number of members of Ruzsa's set below each limit, divided by the limit's power."""
    return [df.ruzsa_count(b, D, k) / k ** df.ruzsa_exponent(b, len(D)) for k in limits]


# %%
fig, (ax, ratio) = plt.subplots(1, 2, figsize=(7.2, 3.6))
ax.plot(limits, sg.counts_below(cold, limits), color=figures.INK, label="greedy (cold)")
for b, D in published.items():
    (line,) = ax.plot(limits, sg.counts_below(ruzsa[b], limits), label=f"Ruzsa, b = {b}")
    if b > 5:
        ratio.plot(far, over_power(b, D, far), color=line.get_color())
ax.plot(limits, np.sqrt(limits) - 1, "--", color=figures.INK, linewidth=0.9, label=r"Golomb's $\sqrt{n}-1$")
ax.set(xscale="log", yscale="log", ylim=(0.7, None), xlabel="n", ylabel="members below n")
ax.set_title(f"n up to {figures.size_label(n)}")
ax.legend(fontsize=8.5)
ratio.set(xscale="log", ylim=(0, 1.15), xlabel="n", ylabel="members / n$^e$", title="Bases 65 and 205, over $n^e$")
figures.show(fig, "Left, sets growing in steps, the greedy one smoothly; right, two jagged ratios of at most 1")

# %% [markdown]
# On the left, Ruzsa's sets grow in steps, the wider the larger the base. On the right, the two largest bases
# are divided each by its own $n^e$: the quotient comes back to 1 at every $b^{2k}$, where the set has exactly
# $(b\,|D|)^k$ members, and sinks in between, for base 205 to less than a fifth. So the record exponent says
# little at a given $n$. The greedy set, whose exponent nobody knows, is well in the race. At $n=2^{16}$ it
# has 2,053 members; the sets have 2,000 (base 5), 1,365 (65) and 2,460 (205). At $n=2^{30}$, where notebook 6
# counts 1,816,355 cold positions, they have 2,000,000, 1,449,175 and 3,687,540.

# %%
assert not default or [len(ruzsa[b]) for b in (5, 65, 205)] == [2000, 1365, 2460]
assert not default or len(ruzsa[65]) < len(ruzsa[5]) < len(cold) < len(ruzsa[205]), "well in the race"
assert [df.ruzsa_count(b, D, 2**30) for b, D in published.items()] == [2_000_000, 1_449_175, 3_687_540]
assert all(df.ruzsa_count(b, D, b**6) == (b * len(D)) ** 3 for b, D in published.items())
assert min(over_power(205, published[205], far)) < 1 / 5
assert np.allclose(over_power(205, published[205], [205**2, 205**4, 205**6]), 1)
assert (sg.counts_below(cold, limits) > np.sqrt(limits) - 1).all()

# %% [markdown]
# ## Ruzsa's sets are not maximal
#
# Nothing says that Ruzsa's sets are maximal, and they are not. At $n=2^{16}$, 273 numbers could be added to
# the base-5 set, though not all together. Filled up by greed it grows from 2,000 to 2,236 members, more than
# the plain greedy set.

# %%
free = df.addable(ruzsa[5], n)
filled = ruzsa[5].tolist()
print(f"{free.size} numbers could be added to the {len(filled):,} members of the base-5 set")
while free.size:
    filled.append(int(free[0]))
    free = free[1:][~np.isin(free[1:] - free[0], sg.squares(n))]

# %%
print(f"filled up: {len(filled):,} members, maximal: {df.is_maximal(filled, n)}")
assert df.is_maximal(filled, n)
assert not default or (df.addable(ruzsa[5], n).size, len(filled)) == (273, 2236)

# %% [markdown]
# ## Where the theory stands (November 2026)
#
# Each entry has a status. *Refereed*: published after review. *Preprint*: public, not reviewed as far as we
# know. *Machine-checked*: a proof assistant (here Lean) accepted it; somebody must still read that the
# statement which the machine checked is the one that is meant. *Claimed*: a preprint of so large a step
# that we would wait for experts; we have not checked it. Only what says so was checked here.
#
# Let $r(n)$ again be the size of a largest set. First, what was believed. Erdős conjectured that $r(n)$ is
# $n^{1/2}$ times a power of $\log n$. Sárközy disproved that (1978, part II) and still thought
# $r(n)=n^{1/2+o(1)}$: these are the "earlier conjectures" of the paper's section 3.3. Ruzsa refuted this
# one in [1984](../book/references.md#ruzsa1984), with the residues modulo 65 above.
#
# The bounds from above are $n$ divided by something slow; $c$ stands for some positive constant, not always the
# same.
#
# | upper bound for $r(n)$ | who | status |
# |---|---|---|
# | $o(n)$ | Furstenberg [1977](../book/references.md#furstenberg1977), Sárközy 1978 | refereed |
# | $n/(\log n)^{\frac1{12}\log\log\log\log n}$ | Pintz et al. [1988](../book/references.md#pintz1988) | refereed |
# | $n/(\log n)^{\frac14\log\log\log\log n}$ | Balog et al. [1994](../book/references.md#balog1994) | refereed |
# | $n/(\log n)^{c\log\log\log n}$ | Bloom, Maynard [2022](../book/references.md#bloom2022) | refereed |
# | $n\,e^{-c\sqrt{\log n}}$ | Green, Sawhney [2024](../book/references.md#green2024), arXiv:2411.17448 | preprint |
# | $C\,n^{1-c}$ | "A power saving for square-difference-free sets", OpenAI, 24 September 2026 | claimed |
#
# **Where the text and its reference differ.** The paper prints the bound with the exponent
# $\frac14\log\log\log\log n$ and refers to Pintz, Steiger and Szemerédi, who have $\frac1{12}$; the
# $\frac14$ is Balog's, Pelikán's, Pintz's and Szemerédi's ([all slips](../book/slips.md)).
#
# The bounds from below are powers of $n$.
#
# | exponent | who | status |
# |---|---|---|
# | 0.733077 | Ruzsa [1984](../book/references.md#ruzsa1984), 65 with 7 residues | refereed; checked above |
# | 0.733412 | Beigel, Gasarch 2008, arXiv:0804.4892; Lewko 2015; 205 with 12 | refereed; checked above |
# | 0.7527964 | Krachun [2026](../book/references.md#krachun2026), arXiv:2608.01325 | preprint |
# | 0.7537 | Jones [2026](../book/references.md#jones2026), repository `fs-formal` | machine-checked |
# | 0.75806746 | repository `enaslund/sarkozy-lower-bound-0.758`, 2026 | machine-checked |
#
# The paper of 2018 names 0.733412 as the densest construction, and it was. The three later exponents are above
# $\frac34$. If they hold, no base of our theorem can reach them by Ruzsa's construction as it stands, however
# many residues are found: they need another idea.
#
# **The author's question.** When the paper appeared, its author wrote what he would like to see proved (on
# his blog, <https://11011110.github.io/blog/2018/04/18/subtraction-games.html>): for some $\varepsilon>0$,
# for the cold positions of subtract-a-square, either $c(n)=\Omega(n^{1/2+\varepsilon})$ or $c(n)=O(n^{1-\varepsilon})$.
# The cold positions are a square-difference-free set, so *if* the power saving that is claimed holds for
# all of them, it answers the second half. We list it as what it is, a claim. The first half is open: from
# below nothing is known for the greedy set but orders of $\sqrt n$, as above. Its measured exponent at
# $2^{30}$ is 0.698.
#
# Between $n^{0.7334}$ ($n^{0.758}$, if the reports hold) and $n\,e^{-c\sqrt{\log n}}$ ($n^{1-c}$, if the claim
# does) nothing is known about $r(n)$.

# %%
refereed = (1 + np.log(12) / np.log(205)) / 2
assert f"{refereed:.6f}" == "0.733412"
assert refereed < 3 / 4 < 0.7527964 < 0.7537 < 0.75806746
agrees = paper.add("factor of log log log log n in the bound of Pintz, Steiger, Szemerédi", "1", "1/4", "1/12")
assert agrees == "no"
paper.add("earlier conjecture on dense sets, n^(1/2 + o(1)), refuted", "3.3", True, bool(exponent[65] > 0.7))
paper.save()
found.add("exponents of Ruzsa's sets with primes 1 mod 4 only stay below", "3/4", "theorem")
found.save()

# %% [markdown]
# ## Findings
#
# * The greedy square-difference-free set is the set of cold positions, and it is maximal below every $n$.
#   Maximal sets may have as few as about $\sqrt{n/2}$ members as far as the proof goes; below 40 they have 6
#   to 12.
# * No set has a density above 16/65, by one exact search in a window of 65.
# * Modulo 65 at most 7 and modulo 205 at most 12 residues are possible, and up to 210 the record moduli are
#   5, 41, 65 and 205.
# * A product of primes that are 1 modulo 4 has fewer than $\sqrt b$ residues, so Ruzsa's exponents with such
#   bases stay below $\frac34$.
# * At $2^{16}$ the greedy set has more members than Ruzsa's sets in base 5 and 65 and fewer than the one in
#   base 205; at $2^{30}$ it is behind base 5 too.
#
# ## Exercises
#
# 1. *Check.* Let `moduli = 300` (some seconds). Does a modulus beat 205? *Hint: no; the best new one is
#    265, with 12 residues.* [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-1)
# 2. *Prove.* Prove that $m(bc)\ge m(b)\,m(c)$ when $b$ and $c$ have no common factor. Why does it give
#    nothing better than the better of the two exponents? *Hint: $m(5)\,m(13)=6$, while $m(65)=7$.*
#    [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-2)
# 3. *Check.* Find a set of three numbers besides $\{0,9,25\}$ and its multiples by squares in which any two
#    differ by a square. *Hint: any right triangle with whole sides gives one, and `is_opposite` tells.*
#    [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-3)
# 4. *Go further.* Wrap subtract-a-square at 205 in the [explorer](../book/explore.md). Does the game make
#    use of that modulus? *Hint: which share of the cold positions is in the twelve most frequent residues,
#    and are these square-difference-free?* [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-4)
#
# **Next:** [When does convolution pay?](20-when-does-convolution-pay.ipynb)
