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
# # 3. Divide and conquer
#
# The sieve of [notebook 2](02-dynamic-programming-and-sieving.ipynb) makes its marks one by one, about
# $n^{1.2}$ of them. **Can all the marks of a whole range be made at once, in little more than the time it
# takes to read it?**
#
# They can: by a convolution, which a fast Fourier transform computes in $O(n\log n)$. At the end of this
# notebook you will have seen the paper's first theorem, its proof, its five-step algorithm running, why its
# answers are exact, and how to take fewer steps by cutting a range into more than two parts: a theorem the
# paper does not have.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, sections 2.1 to 2.3.*

# %% tags=["parameters"]
n = 2**16  # positions evaluated: 0 to n - 1 (make's LESSON_N)

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.patches import Rectangle

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.pages.steps import steps, strip
from subtraction_games.paper import convolution
from subtraction_games.paper.convolution import boolean_convolution, ways_to_reach
from subtraction_games.paper.ntt import MODULUS
from subtraction_games.record import Findings

figures.use_style()

# %% [markdown]
# ## Hotspots
#
# To solve a range in pieces, a piece must be able to know what happened outside of it. The paper's device
# (section 2.1) is a second set $H$ of **hotspots**, positions that are hot by decree:
#
# $$\mathrm{hot}(n)\;=\;n\in H\;\lor\;\bigvee_{s\in S,\ s\le n}\lnot\mathrm{hot}(n-s).$$
#
# In words: whoever moves to a hotspot loses at once. (0 may be a hotspot too, and then taking the last coin
# loses.) Without hotspots we have the old game. Hotspots are for hot and cold only. With several heaps on the
# table it would not be clear what a move to a hotspot means (the game is over, but the other heaps are not),
# so such a game has no nim-values; the recurrence above is all that is needed. Decree that 2 is hot, and the
# cold positions from there on change:

# %%
print("no hotspots:", sg.cold_positions(sg.squares, 30).tolist())
print("H = {2}:    ", sg.cold_positions(sg.squares, 30, hotspots=[2]).tolist())

# %% [markdown]
# ## What cold positions do, all at once
#
# Suppose that the cold positions below 20 are known, and nothing else yet. What do they say about the next
# twenty positions? Every cold position makes all positions one move above it hot. Here are the known cold
# positions $C$, the moves $S$, and everything that is a sum of one of each.

# %%
known = sg.cold_positions(sg.squares, 20)
sums = np.unique(known[:, None] + sg.squares(40))
fig, ax = plt.subplots(figsize=(7.2, 1.2))
figures.strips(ax, [np.isin(np.arange(40), marked) for marked in (known, sg.squares(40), sums)], ["C", "S", "C + S"])
figures.show(fig, "Three strips of forty positions: the cold ones C below 20, the squares S, and the sums C + S")

# %%
light, cold = set(range(20, 40)) - set(sums.tolist()), sg.cold_positions(sg.squares, 40)
print("still light:", sorted(light), " cold in the end:", cold[cold >= 20].tolist())
assert light - set(cold.tolist()) == {29}

# %% [markdown]
# What stays light in the last row from 20 on is cold as far as $C$ can tell: 20, 22, 29, 34 and 39. Only 29
# will turn out hot, because one can move from it to 20; that is for the upper half to find out by itself. The
# question is how to get the third row from the first two. In a formula:
#
# $$i\text{ is reached}\iff\bigvee_{j+k=i}(j\in C)\land(k\in S).$$
#
# This is an *or* of many *ands*, and there is a trick for computing all of them at once. Write $C$ and $S$ as
# vectors of zeros and ones. Replace "or" by "plus" and "and" by "times", and the right-hand side is the
# number of ways to reach $i$, entry $i$ of the *convolution* of the two vectors. It is positive exactly where
# $i$ is reached. So:
#
# > **Boolean convolution**: convolve the 0/1 vectors as numbers, and ask where the result is not zero.
#
# With $C=\{0,3\}$ and $S=\{1,4\}$ the positions 1, 4 and 7 are reached, 4 in two ways (by taking 4, which
# leaves 0, or 1, which leaves 3):

# %%
cold_vector = np.array([1, 0, 0, 1])
move_vector = np.array([0, 1, 0, 0, 1])
print(np.convolve(cold_vector, move_vector))
print(boolean_convolution(cold_vector == 1, move_vector == 1).astype(int))

# %% [markdown]
# ## Convolutions are products of polynomials
#
# How fast can that be done? Multiplying out takes a step for each pair of a cold position and a move, as the
# sieve does. A better way begins by writing the two vectors as polynomials. With $C=\{0,3\}$ take $1+x^3$,
# with $S=\{1,4\}$ take $x+x^4$. Their product is
#
# $$(1+x^3)(x+x^4)=x+2x^4+x^7,$$
#
# and there are the counts again, as coefficients: a power of $x$ comes out of every pair of a cold position
# and a move, and equal powers are added up.
#
# Now a polynomial of degree below $N$ is known by its values at $N$ points as well as by its coefficients.
# *And values are easy to multiply*: the value of the product at a point is the product of the values, $N$
# multiplications in all. So there is a way around: from coefficients to values, multiply, and back. The
# points may be chosen, and if they are chosen well, the way there and the way back are short.
#
# Good points are the powers of a number $w$ with $w^N=1$, the $N$-th **roots of unity**. There are such
# numbers among the complex ones, and also among the remainders modulo a prime. Modulo 17 the powers of 2 come
# back to 1 after eight steps. So everything can be tried out in whole numbers.

# %%
points = [pow(2, k, 17) for k in range(8)]
print("powers of 2 modulo 17:", points)


# %%
def values_at(points, coefficients):
    """The polynomial's values modulo 17."""
    return [sum(c * x**j for j, c in enumerate(coefficients)) % 17 for x in points]


product = [u * v for u, v in zip(values_at(points, [1, 0, 0, 1]), values_at(points, [0, 1, 0, 0, 1]), strict=True)]
print("values of the product:", [v % 17 for v in product])

# %% [markdown]
# And back. Taken at the *inverse* points, the values, read as coefficients, give eight times the coefficients
# of the product. (Why: the coefficient of $x^j$ meets the sum of all $w^{k(j-i)}$ over $k$, which is 8 for
# $j=i$ and 0 otherwise, a geometric series from 1 to $w^{8(j-i)}=1$.) Modulo 17 the inverse of 8 is 15.

# %%
inverse_points = [pow(x, -1, 17) for x in points]
back = [15 * v % 17 for v in values_at(inverse_points, product)]
print("coefficients of the product:", back)
assert back == np.convolve(cold_vector, move_vector).tolist()

# %% [markdown]
# Taking all values one after another is no gain: $N$ values with $N$ terms each. Here is the shortcut, the
# **fast Fourier transform**. The value of a polynomial at $r$ is its remainder modulo $x-r$. And remainders
# can be taken step by step, because $x^{2m}-r^2=(x^m-r)(x^m+r)$: from the remainder modulo the left side,
# with $2m$ coefficients, one gets those modulo the two factors on the right. If its halves are $u$ and $v$,
# so that it is $u+x^mv$, then modulo $x^m-r$ it is $u+rv$, and modulo $x^m+r$ it is $u-rv$: one
# multiplication, one addition and one subtraction for each pair of coefficients, called a *butterfly*. We
# begin with $x^N-1$, whose remainder is the polynomial itself, and after $\log_2N$ steps of $N/2$ butterflies
# each we have all $N$ values. Going back, each step is undone. So a convolution takes $O(N\log N)$ steps.
#
# ## The algorithm
#
# Here is section 2.3, step by step, for a range $[x,y)$ and hotspots $H$. If the range has at most one
# position, it is hot or cold as $H$ says. Otherwise:
#
# 1. find the midpoint $m$ of the range;
# 2. evaluate $[x,m)$ recursively;
# 3. by Boolean convolution find the positions of $[m,y)$ with a move to a cold position of $[x,m)$;
# 4. evaluate $[m,y)$ recursively, with those as further hotspots;
# 5. put the two halves together.
#
# The code below is these five steps and nothing else. A set of positions is a Boolean vector over the range.


# %%
def evaluate(x, y, hotspots, S):
    """bool[y - x]: which positions of [x, y) are hot, by the paper's five steps."""
    if y - x <= 1:
        return hotspots
    m = (x + y) // 2
    lower = evaluate(x, m, hotspots[: m - x], S)
    moves = np.zeros(y - x, dtype=bool)
    moves[S(y - x)] = True
    reached = boolean_convolution(~lower, moves)[m - x : y - x]
    upper = evaluate(m, y, hotspots[m - x :] | reached, S)
    return np.concatenate([lower, upper])


hot = evaluate(0, 1000, np.zeros(1000, dtype=bool), sg.squares)
print(np.flatnonzero(~hot)[:20].tolist())

# %% [markdown]
# **Predict first.** In the range from 0 to 39 the midpoint is 20. Of the twenty positions from there on, how
# many are marked by the convolution, and how many are left to the upper half to settle? The five steps, at
# the top of the recursion, with the positions found above:

# %%
above, hot = np.arange(20, 40), np.setdiff1d(np.arange(40), cold)
marked = np.intersect1d(sums, above)
lower = {"hot": hot[hot < 20], "cold": known}
five = {
    "The midpoint of the range from 0 to 39 is 20; nothing is settled.": strip(40),
    "The lower half is evaluated recursively.": strip(40, **lower),
    "One convolution marks all that reach a cold position of the lower half.": strip(40, **lower, marked=marked),
    "With these as hotspots, the upper half is evaluated recursively.": strip(40, hot=hot, cold=cold, hotspot=marked),
    "The two halves are put together.": strip(40, hot=hot, cold=cold),
}
steps([(said, {"": cells}) for said, cells in five.items()], "The five steps")

# %%
print(f"{len(marked)} marked, {len(above) - len(marked)} left, {np.sum(cold >= 20)} of these cold")
assert not set(cold.tolist()) & set(marked.tolist()), "no marked position is cold"
assert np.array_equal(hot[hot < 20], np.setdiff1d(np.arange(20), known)), "the lower half needs nothing above it"

# %% [markdown]
# Here is what each convolution does, for 32 positions. Every square is one convolution: it carries marks from
# the lower half of a range (horizontal axis) to the upper half (vertical axis). Each dot is a mark that it
# makes: a cold position, and a position one move above it. Together the squares cover every pair of a smaller
# and a larger position exactly once, which is why nothing is missed.

# %%
fig, ax = plt.subplots(figsize=(4.6, 4.4))
for level, colour in enumerate([figures.BLUE, figures.SKY, figures.GREEN, figures.ORANGE, figures.VERMILION]):
    half = 32 >> (level + 1)
    for x in range(0, 32, 2 * half):
        ax.add_patch(Rectangle((x, x + half), half, half, facecolor=colour, alpha=0.45, edgecolor="white"))
for position in sg.cold_positions(sg.squares, 32):
    marked = position + sg.squares(32 - position)
    ax.plot(np.full(len(marked), position + 0.5), marked + 0.5, ".", color=figures.INK, markersize=4)
ax.set(xlim=(0, 32), ylim=(0, 32), aspect="equal", xlabel="from cold position", ylabel="to hot position")
ax.set_title("What each convolution marks, n = 32")
figures.show(fig, "Squares above a diagonal, half as wide at each level, cover all of the dots that moves mark")

# %% [markdown]
# **Is the program correct?** Compare with dynamic programming, for random sets and random hotspots.

# %%
rng = np.random.default_rng(2018)
for _ in range(20):
    size = int(rng.integers(1, 200))
    some = np.sort(rng.choice(np.arange(1, 200), 10, replace=False))
    spots = np.flatnonzero(rng.random(size) < 0.2)
    hot = evaluate(0, size, np.isin(np.arange(size), spots), lambda limit, s=some: s[s < limit])
    expected = sg.cold_positions(some, size, hotspots=spots, method="dynamic-programming")
    assert np.array_equal(np.flatnonzero(~hot), expected)

# %% [markdown]
# ## Theorem 1
#
# **Theorem 1.** *The hot and cold positions in a range of $n$ positions of a subtraction game with hotspots
# can be found in time $O(n\log^2n)$.*
#
# **Proof.** *Correctness*, by induction on the length of the range. The lower half is right by induction:
# moves within $[x,y)$ from a position below $m$ stay below $m$. A position $i\ge m$ is hot exactly if it is
# in $H$, or has a move to a cold position in $[x,m)$, or has one to a cold position in $[m,i)$. The second
# condition is what step 3 computes. So, for the upper half, the first two together are its hotspots, and the
# third is the recurrence within the upper half: step 4 is right by induction.
#
# *Time.* Let $T(n)$ be the time for $n$ positions. Steps 2 and 4 take $T(n/2)$ each, and step 3 one
# convolution of length $O(n)$, in $O(n\log n)$. So $T(n)=2\,T(n/2)+O(n\log n)$. The recursion has $\log_2n$
# levels, and on each the ranges add up to $n$ positions, so the convolutions of a level cost at most
# $O(n\log n)$ together. In total $O(n\log^2n)$. $\square$
#
# Note what is *not* in the bound: the size of $S$. The sieve pays for every move of every cold position.
#
# Here is the recursion as a tree, for $n=16$, with what it costs at each level. A range is a box; its
# convolution carries marks from its left half to its right half. Going down one level, there are twice as
# many convolutions of half the length, and so the same work but for the logarithm, which falls by one: that
# is the first logarithm, in the height of the tree, and the second, in the cost of a level.

# %%
fig, ax = plt.subplots(figsize=(7.2, 2.9))
for level in range(5):
    width = 16 >> level
    for x in range(0, 16, width):
        ax.add_patch(Rectangle((x, -level), width - 0.12, 0.62, facecolor=figures.SKY, alpha=0.6))
        ax.text(x + width / 2, 0.31 - level, width, ha="center", va="center", size=9)
    cost = (
        rf"${2**level}\times$ one of {width}: $16\log_2{width}={16 * (4 - level)}$" if width > 1 else "nothing to carry"
    )
    ax.text(16.3, 0.31 - level, cost, va="center", size=9)
ax.set(xlim=(0, 25), ylim=(-4.2, 0.8), title="The ranges of the recursion, and the steps of their convolutions")
ax.axis("off")
figures.show(fig, "Five rows of boxes, from one of width 16 to sixteen of width 1, and the steps of each row beside it")

# %% [markdown]
# The right-hand column adds up to $16\,(4+3+2+1)$: a triangle, about half of $n\log_2^2n$.

# %%
assert sum(2**level * (16 >> level) * (4 - level) for level in range(5)) == 16 * (4 + 3 + 2 + 1)

# %% [markdown]
# **Where the text and the formula differ.** The paper calls the condition for being reached a formula "in
# conjunctive normal form (2-CNF)". An *or* of *ands* is a disjunctive normal form. And its general
# convolution reads $C[i]=\bigoplus A[j]\otimes B[j]$, where the second factor must be $B[k]$. Neither
# changes the algorithm. (It names the sources of Boolean convolution: string matching, by Fischer and
# Paterson [1974](../book/references.md#fischer1974boolean), Muthukrishnan and Palem
# [1994](../book/references.md#muthukrishnan1994), and Kalai [2002](../book/references.md#kalai2002). [All
# slips](../book/slips.md) stand on one page.)
#
# ## Fewer steps: Theorem 1'
#
# The paper closes with the wish for something asymptotically faster. For the number of steps there is such
# a thing, and it has long been known under another name. What step 3 does, to multiply by a polynomial
# while its partner is still being found, is *online* or *relaxed* multiplication, here with one factor
# known beforehand (Fischer and Stockmeyer [1974](../book/references.md#fischer1974online); van der Hoeven
# [1997](../book/references.md#hoeven1997), [2002](../book/references.md#hoeven2002)). And there one learns
# to cut a range into more than two parts.
#
# Cut a range of $L$ positions into $B$ blocks. Evaluate them one after another; before block $j$ has its
# turn, carry to it the marks from all earlier blocks $i<j$ of the range. A transform is used more than
# once: each block is transformed once, for the sake of all later ones, and what a block receives is added
# up, value by value, *before* it is transformed back.
#
# **Theorem 1'.** *The hot and cold positions in a range of $n$ positions of a subtraction game with hotspots
# can be found in $O(n\log^2n\,/\log\log n)$ steps.*
#
# **Proof.** *Correctness* is that of Theorem 1, with "an earlier block" in place of "the lower half".
# *Cost.* Take $B=\lceil\log_2n\rceil$. Within a range of $L>B$ positions, a convolution of cyclic length
# $2L/B$ carries marks from one block to another: sums beyond the later block wrap around to where nobody
# looks. Each block is transformed at most once in each direction. These are $2B$ transforms of length
# $2L/B$, together $O(L\log L)$ steps. There are $B(B-1)/2$ pairs of blocks, each with $2L/B$ products,
# together less than $BL$. The $B-1$ transforms of moves are shared by all ranges of that length. So the
# ranges of one length take $O(n\log n+Bn)=O(n\log n)$ steps together. There are at most $1+\log n/\log B$
# lengths. Ranges of at most $B$ positions are done by looking back, in $B^2$ steps each, $O(Bn)$ in all.
# The total is $O(n\log n)$ times $\log n/\log\log n$. $\square$
#
# With it the rounds of [notebook 4](04-nim-values.ipynb) take $O((m+1)\,n\log^2n\,/\log\log n)$ steps
# (Theorem 3'). Better is known, over rings with enough roots of unity, as the remainders modulo a suitable
# prime: $n\log n\,e^{O(\sqrt{\log\log n})}$ (van der Hoeven [2007](../book/references.md#hoeven2007),
# [2014](../book/references.md#hoeven2014)). It applies here because "position $i$ is cold exactly when
# coefficient $i$ is 0" is just such a recursion. We have not built that one.
#
# How many blocks are best in practice? More blocks mean fewer levels, and so fewer butterflies, but more
# products. The benchmark counts both by watching the package's own program, with ranges cut into 2, 4, ...,
# 64 blocks, and takes the processor's time. Blocks are cut down to $2^{10}$ positions for cold positions,
# and to $2^6$ for nim-values.

# %%
ways = pd.read_csv("../benchmarks/ways.csv")
for row in ways.itertuples():
    each = f"{row.butterflies / row.n:6.0f} butterflies and {row.products / row.n:5.0f} products a position"
    print(f"{row.task:>14}, {row.ways:>2} blocks: {each}, {row.processor_seconds} s")

# %% [markdown]
# The counts are what the proof says: for whole levels, exactly $B-1$ products for each position and level.
# From 2 to 16 blocks the butterflies of the cold positions fall to less than a half. The time falls less,
# since products take time too, but it falls; beyond, the products win. At this size $\log_2n$ is 22, and
# sixteen blocks is what the package uses.

# %%
of_cold = ways.query("task == 'cold positions'").set_index("ways")
levels = {2: 12, 4: 6, 8: 4, 16: 3, 64: 2}  # 2^22 positions in blocks of 2^10
assert all(of_cold.products[B] == (B - 1) * k * 2**22 for B, k in levels.items())
assert of_cold.butterflies[16] < of_cold.butterflies[2] / 2
assert of_cold.processor_seconds[16] < 0.9 * of_cold.processor_seconds[2]
assert of_cold.processor_seconds[16] < of_cold.processor_seconds[64]
found = Findings("03", n)
found.add("time to find the cold positions of any game", "O(n log^2 n / log log n)", "theorem")
found.save()

# %%
fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.2), sharey=True)
for ax, task in zip(axes, ("cold positions", "nim-values"), strict=True):
    mine = ways.query("task == @task").set_index("ways")
    for what, colour in (("butterflies", "BLUE"), ("products", "ORANGE"), ("processor_seconds", "INK")):
        label = what.replace("processor_seconds", "processor time")
        ax.plot(mine.index, mine[what] / mine[what][2], "o-", color=getattr(figures, colour), label=label)
    ax.set_xscale("log", base=2)
    ax.set(yscale="log", xlabel="blocks B of a range", title=f"{task}, n = {figures.size_label(int(mine.n[2]))}")
axes[0].set_ylabel("in proportion to B = 2")
axes[0].legend(loc="upper left")
figures.show(fig, "Two panels of curves against blocks of a range: butterflies fall, products rise, time lies between")

# %% [markdown]
# ## A range of its own
#
# The theorem speaks of any range $[x,y)$. `cold_positions_in_range` evaluates one alone: only its own
# positions take part, unless the caller passes in what came before as hotspots. Let us do by hand what the
# recursion does at its top.

# %%
half = n // 2
lower = sg.cold_positions(sg.squares, half)
cold_lower = np.isin(np.arange(half), lower)
is_move = np.isin(np.arange(n), sg.squares(n))
reached = half + np.flatnonzero(boolean_convolution(cold_lower, is_move)[half:n])
upper = sg.cold_positions_in_range(sg.squares, half, n, hotspots=reached)
assert np.array_equal(np.concatenate([lower, upper]), sg.cold_positions(sg.squares, n))

# %% [markdown]
# ## Nothing is rounded
#
# Fourier transforms are usually taken with complex numbers, rounded to some digits. We need exact answers:
# is a count zero, or is it not? Rounding errors can be bounded (Percival
# [2003](../book/references.md#percival2003); Brent, Percival and Zimmermann
# [2007](../book/references.md#brent2007)), but the bound is a theorem about one way of ordering the
# butterflies, and a library may choose another. So this package computes as in the example above, in whole
# numbers modulo a prime, and there is nothing to bound.
#
# The prime must leave every count as it is, so it must be larger than all of them, and it needs roots of
# unity for long vectors. The package takes $p=15\cdot2^{27}+1=2013265921$. It has $N$-th roots of unity for
# every power of two up to $2^{27}$, and a count is at most the number of moves, which has to be smaller
# than $p$ (the program refuses other sets). So the counts come out exactly. It fits in 31 bits, so that a
# processor works on eight or sixteen remainders at once.

# %%
assert MODULUS == 15 * 2**27 + 1
assert all(MODULUS % d for d in range(2, int(MODULUS**0.5) + 1))  # it is a prime

# %%
length = 2**12
a, b = rng.random((2, length)) < 0.5
assert np.array_equal(ways_to_reach(a, b)[: 2 * length - 1], np.convolve(a.astype(int), b.astype(int)))
assert ways_to_reach(np.ones(length, bool), np.ones(length, bool)).max() == length  # the largest count there is

# %% [markdown]
# What does exactness cost? Nothing, as it turns out: the benchmark runs the same divide and conquer with a
# library's transforms in double precision too. Where vectors outgrow a cache, numbers of four bytes are
# faster than numbers of eight.

# %%
times = pd.read_csv("../benchmarks/times.csv").query("task == 'cold positions' and game == 'squares'")
seconds = times.pivot(index="n", columns="method", values="seconds")
for size in (2**16, 2**20, 2**22):
    more = seconds["convolution in floating point"][size] / seconds["convolution"][size]
    print(f"below {size:>9,}: in floating point {more:.1f} times as long")
    assert more > 0.8

# %% [markdown]
# ## The same idea, faster
#
# `method="convolution"` runs the same divide and conquer after five changes, none of which alters the answer.
# (Nothing below depends on this section; it is for those who want to know what makes the program fast.)
#
# * **S is known in advance.** Its transforms are taken once for each length and kept; only the cold
#   positions' are new. (Van der Hoeven calls a product in which one factor is known *semi-relaxed*.)
# * **A cyclic convolution is enough**, as in the proof of Theorem 1': from a block of $h$ positions, transform
#   at length $2h$.
# * **A range is cut into sixteen blocks, not two**: the recursion is four times shallower.
# * **Short ranges fall to the sieve.** Below $2^{14}$ positions or so a pair of transforms costs more than
#   the marks.
# * **The recursion is unrolled.** With aligned ranges, exactly one length of block has its turn after each
#   short block: the longest that divides the position. So a plain loop over short blocks does it all.
#
# (The check below makes it cut down to blocks of 16, so that there is something to convolve.) Here is that
# order for ranges of four blocks: after each short block, how many short blocks the next step
# carries marks to.

# %%
by_convolution = convolution.cold_positions(sg.squares(n), n, np.array([], dtype=np.int64), short=16)
assert np.array_equal(by_convolution, sg.cold_positions(sg.squares, n, method="sieve"))
print([max(4**k for k in range(4) if stop % 4**k == 0) for stop in range(1, 33)])

# %% [markdown]
# ## What it costs in practice
#
# The paper expects convolution to overtake sieving only near $n=10^{18}$, from the exponents alone
# ([notebook 6](06-number-of-cold-positions.ipynb)). Constants matter, though, and the last section was about
# nothing else. The benchmark (`make bench`) times the methods of this package against each other on one
# machine; this is its table, drawn.

# %%
methods = ["sieve as the paper states it", "segmented sieve", "dynamic-programming", "convolution"]
seconds = seconds.loc[: 2**26, methods]
machine = times.machine.iloc[0]

# %%
fig, ax = plt.subplots()
for method in methods:
    measured = seconds[method].dropna()
    growth = sg.fit_power_law(measured.index[-5:], measured.iloc[-5:]).exponent
    ax.plot(measured, "o-", markersize=4, label=f"{method}: $n^{{{growth:.2f}}}$")
ax.set(xscale="log", yscale="log", xlabel="positions n", ylabel="seconds (median)")
ax.set_title(f"Cold positions of subtract-a-square, one thread, {machine}")
ax.grid(visible=True)
ax.legend(loc="upper left", title="growth over the last four doublings")
figures.show(fig, "Seconds against n on logarithmic axes, a nearly straight line for each method, the sieves lowest")

# %% [markdown]
# The curves tell what counting can't. The sieve as the paper states it makes the fewest steps, but bends
# upwards where its array outgrows the caches; the same marks in segments stay on course, and are the
# fastest at every size from $2^{20}$ on. Convolution's steps grow like $n\log^2n$, and its measured time
# does not grow much faster. (Up to $2^{14}$ positions it *is* a sieve.) But at no larger size measured does it
# beat the segmented sieve: the paper's verdict, "not yet practical", stands for this pair of methods.

# %%
assert (seconds.loc[2**20 :].idxmin(axis=1) == "segmented sieve").all()
convolved = seconds["convolution"].dropna()
behind = convolved > seconds["segmented sieve"][convolved.index]
assert behind[behind.index > 2**14].all(), "at no larger size"
assert 1.0 < sg.fit_power_law(convolved.index[-5:], convolved.iloc[-5:]).exponent < 1.4

# %% [markdown]
# ## Findings
#
# * With hotspots, a range can be solved in halves; a Boolean convolution carries the marks from one to the
#   other.
# * Theorem 1: $O(n\log^2n)$, whatever the size of $S$. Theorem 1': $O(n\log^2n/\log\log n)$, by cutting a
#   range into $\log n$ blocks.
# * The transform works in whole numbers modulo a prime that no count reaches, so the answer is exact.
# * Keeping the moves' transforms, cyclic lengths, sixteen blocks and sieving short ranges leave the idea
#   alone and change the constant.
#
# ## Exercises
#
# 1. *Check.* Count the transforms of the plain recursion at $n=2^{16}$. *Hint: three for each convolution,
#    and one convolution for each of $n-1$ midpoints.*
#    [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-1)
# 2. *Check.* Cut ranges into four blocks instead of two, and draw the squares of the picture anew, for 64
#    positions. How many squares does each level have? *Hint: every pair of an earlier and a later block of
#    a range is one: six for each range.* [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-2)
# 3. *Prove.* Misère play is a game with hotspots. Which? Prove it for every set. *Hint: [notebook
#    1](01-subtraction-games.ipynb); `sg.misere_cold_positions` is one line.*
#    [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-3)
# 4. *Go further.* The recursion takes any set. `make explore GAME="n*(3*n-1)//2" N=2**16` prints the first
#    cold positions of the pentagonal numbers; does the recursion of this notebook find them? *Hint: nothing
#    but the set changes.* [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-4)
#
# **Next:** [Nim-values](04-nim-values.ipynb), level by level.
