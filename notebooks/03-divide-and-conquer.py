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
# They can: by a convolution, which the fast Fourier transform computes in $O(n\log n)$. At the end of this
# notebook you will have seen the paper's first theorem, its proof, its five-step algorithm running, and how
# to make it a hundred times faster without changing the idea.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN 2018, LIPIcs 100, 20:1-20:12, sections 2.1
# to 2.3.*

# %% tags=["parameters"]
n = 2**16  # positions evaluated: 0 to n - 1 (make's LESSON_N)

# %%

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle

import subtraction_games as sg
from subtraction_games import convolution, figures
from subtraction_games.convolution import boolean_convolution
from subtraction_games.files import rows_of

figures.use_style()

# %% [markdown]
# ## Hotspots
#
# To solve a range in pieces, a piece must be able to know what happened outside of it. The paper's device
# (section 2.1) is a second set $H$ of **hotspots**, positions that are hot by decree:
#
# $$\operatorname{hot}(n)\;=\;n\in H\;\lor\;\bigvee_{s\in S,\ s\le n}\lnot\operatorname{hot}(n-s).$$
#
# In words: whoever moves to a hotspot loses at once. (0 may be a hotspot too, and then taking the last coin
# loses.) Without hotspots we have the old game. Decree that 2 is hot, and the cold positions from there on
# change:

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
plt.show()

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
# How fast can that be done? Multiplying out takes a step for each pair of a cold position and a move, as the
# sieve does. But convolutions have a shortcut, which we use as a black box: the **fast Fourier transform**
# turns two vectors of length $N$ into their convolution in $O(N\log N)$ steps. (It computes with rounded
# numbers; a section below shows why the answer is exact all the same.)
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
plt.show()

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
# **Where the text and the formula differ.** The paper calls the condition for being reached a formula "in
# conjunctive normal form (2-CNF)". An *or* of *ands* is a disjunctive normal form. And its general
# convolution reads $C[i]=\bigoplus A[j]\otimes B[j]$, where the second factor must be $B[k]$. Neither changes
# the algorithm.
#
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
# ## Can floating-point numbers be trusted?
#
# A Fourier transform computes with rounded numbers, and we need exact answers. The counts are whole numbers,
# so any error below one half is harmless: compare with 0.5. Percival proved a bound on the error (Brent,
# Percival and Zimmermann sharpened it): it is at most $\|a\|\,\|b\|$ times a small multiple of $\log_2N$
# units of roundoff, for transforms of length $N$. Here $\|a\|$ is the square root of the sum of squares, so
# for a 0/1 vector the root of the number of ones; and a unit of roundoff is about $6\cdot10^{-8}$ in single
# precision and $10^{-16}$ in double.
#
# `rounding_bound` evaluates that bound, doubled for safety; `boolean_convolution` takes single precision
# where the bound allows it, double precision otherwise, and refuses if not even that is enough. Let us
# compare bound and reality.

# %%
length, ones = 2**12, 1000
a, b = np.zeros(length), np.zeros(length)
a[rng.choice(length // 2, ones, replace=False)] = 1
b[rng.choice(length // 2, ones, replace=False)] = 1
exact = np.convolve(a, b)[:length]

# %%
for precision in (np.float32, np.float64):
    product = np.fft.rfft(a.astype(precision)) * np.fft.rfft(b.astype(precision))
    error = np.abs(np.fft.irfft(product) - exact).max()
    bound = convolution.rounding_bound(length, ones, ones, precision)
    print(f"{precision.__name__}: bound {bound:.0e}, error not above it: {bool(error <= bound)}")
    assert error <= bound < 0.5

# %% [markdown]
# ## The same idea, faster
#
# `method="convolution"` runs the same divide and conquer after five changes, none of which alters the answer.
# (Nothing below depends on this section; it is for those who want to know what makes the program fast.)
#
# * **S is known in advance.** Its transforms are taken once for each length and kept; only the cold
#   positions' are new. (A convolution in which one factor is known and the other is found on the way is
#   called *semi-relaxed*.)
# * **A cyclic convolution is enough.** To carry marks from a block of $h$ positions to a later one, transform
#   at length $2h$: sums beyond the later block wrap around to where nobody looks.
# * **A range is cut into sixteen blocks, not two.** A block is reached from every earlier block of its range.
#   The products of transforms are added up first and transformed back once, so each block costs one transform
#   each way, of an eighth of the range's length. The recursion is four times shallower.
# * **Short ranges fall to the sieve.** Below $2^{14}$ positions or so a pair of transforms costs more than
#   the marks.
# * **The recursion is unrolled.** With aligned ranges, exactly one length of block has its turn after each
#   short block: the longest that divides the position. So a plain loop over short blocks does it all.
#
# Here is that order for ranges of four blocks: after each short block, how many short blocks the next step
# carries marks to.

# %%
by_convolution = sg.cold_positions(sg.squares, n, method="convolution")
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
times = [
    row for row in rows_of("../benchmarks/times.csv") if (row["task"], row["game"]) == ("cold positions", "squares")
]
methods = ["sieve as the paper states it", "segmented sieve", "dynamic-programming", "convolution"]
times = [row for row in times if row["method"] in methods and int(row["n"]) <= 2**26]
machine = times[0]["machine"]

# %%
fig, ax = plt.subplots()
for method in methods:
    measured = [(int(row["n"]), float(row["seconds"])) for row in times if row["method"] == method]
    sizes, seconds = map(np.array, zip(*measured, strict=True))
    growth = sg.fit_power_law(sizes[-5:], seconds[-5:]).exponent
    ax.plot(sizes, seconds, "o-", markersize=4, label=f"{method}: $n^{{{growth:.2f}}}$")
ax.set(xscale="log", yscale="log", xlabel="positions n", ylabel="seconds (median)")
ax.set_title(f"Cold positions of subtract-a-square, one thread, {machine}")
ax.grid(visible=True)
ax.legend(loc="upper left", title="growth over the last four doublings")
plt.show()

# %% [markdown]
# The curves tell what counting can't. The sieve as the paper states it makes the fewest steps, but bends
# upwards where its array outgrows the caches; the same marks in segments stay on course, and are the fastest
# at every size from $2^{20}$ on. Convolution is hit as well: its steps grow like $n\log^2n$, its measured
# time like $n^{1.6}$ over the last doublings, because the transforms outgrow the caches and the rounding
# bound asks for double precision. At no size measured does it beat the segmented sieve: the paper's verdict,
# "not yet practical", stands for this pair of methods.

# %%
fastest = {}
for row in times:
    best = fastest.get(int(row["n"]), row)
    fastest[int(row["n"])] = min(best, row, key=lambda r: float(r["seconds"]))
assert all(row["method"] == "segmented sieve" for size, row in fastest.items() if size >= 2**20)

# %%
last_five = [(int(row["n"]), float(row["seconds"])) for row in times if row["method"] == "convolution"][-5:]
assert 1.4 < sg.fit_power_law(*zip(*last_five, strict=True)).exponent < 1.65

# %% [markdown]
# ## Findings
#
# * With hotspots, a range can be solved in halves; a Boolean convolution carries the marks from one to the
#   other.
# * Theorem 1: $O(n\log^2n)$, whatever the size of $S$.
# * The rounding error of the transform is bounded before each use, so the answer is exact.
# * Keeping the moves' transforms, cyclic lengths, sixteen blocks and sieving short ranges leave the idea
#   alone and change the constant.
#
# ## Exercises
#
# 1. Count the transforms of the plain recursion at $n=2^{16}$. *Check: three for each convolution, and one
#    convolution for each of $n-1$ midpoints.*
# 2. Cut ranges into four blocks instead of two, and draw the squares of the picture anew, for 64 positions.
#    How many squares does each level have? *Check: every pair of an earlier and a later block of a range is
#    one: six for each range.*
# 3. Misère play is a game with hotspots. Which? *Check: [notebook 1](01-subtraction-games.ipynb);
#    `sg.misere_cold_positions` is one line.*
#
# **Next:** [Nim-values](04-nim-values.ipynb), level by level.
