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
# *75 minutes to read.*
#
# The sieve of [notebook 2](02-dynamic-programming-and-sieving.ipynb) makes its marks one by one, about $n^{1.2}$ of
# them. **Can all the marks of a whole range be made at once, in little more than the time it takes to read the range?**
#
# They can. A convolution makes all marks at once, and a fast Fourier transform computes it in $O(n\log n)$ steps. At
# the end you will have seen such a transform on eight numbers, the paper's five-step algorithm running, and its first
# theorem proved. You may skip the transform, if you are willing to take it on trust.
#
# *After D. Eppstein, FUN [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, sections 2.1 to 2.3.*

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle
from scipy.fft import irfft, rfft

import subtraction_games as sg
from subtraction_games import core, figures
from subtraction_games.arguments import whole_number
from subtraction_games.pages.ask import ask
from subtraction_games.pages.slide import slide
from subtraction_games.pages.steps import steps, strip

figures.use_style()
n = whole_number("n", n, least=256)

# %% [markdown]
# ## Hotspots
#
# To evaluate a range in pieces, the paper tells each piece what happened elsewhere by giving it a set of positions that
# are hot by decree.
#
# > **The paper, section 2.1.** "Given two sets $S$ and $H$ (of positive and non-negative integers respectively), we
# > define a subtraction game with subtraction set $S$ and hotspot set $H$ as follows. The game starts with a single
# > pile of some number of tokens, and the players alternate in choosing a number from $S$ and removing that number of
# > tokens from the pile, as before. However, if any move leaves a pile whose remaining number of tokens belongs to $H$,
# > then the player who made that move immediately loses. (This is not quite the same as allowing the other player to
# > remove all the tokens from piles whose size belongs to $H$, because $H$ might contain the number zero, in which case
# > removing all the tokens could be a losing move instead of a winning move.) The presence of these hotspots makes
# > defining a nim-value for these games problematic: they are not played by the normal winning convention, so what
# > would happen if we played a game with multiple piles and one player moved to a hotspot? Nevertheless, a recurrence
# > of the usual form suffices to determine the set of hot and cold positions of such a game:
# > $\displaystyle\mathrm{hot}(n)=n\in H\lor\bigvee_{i\in S,\ i\le n}\lnot\mathrm{hot}(n-i)$."
#
# In the game without hotspots 3 is hot, because its only move leads to 2, which is cold. Now decree that 2 is hot.

# %%
old_cold = sg.cold_positions(sg.squares, 20)
new_cold = sg.cold_positions(sg.squares, 20, hotspots=[2])

# %% tags=["question"]
ask("hotspot-below", "cold" if 3 in new_cold else "hot", options=["hot", "cold"])

# %%
print("no hotspots:", old_cold.tolist())
print("H = {2}:    ", new_cold.tolist())

# %% [markdown]
# Now 3 is cold. The cold positions 2, 7, 12 and 17 have moved up by one, and the others have not moved.
#
# ## What cold positions do, all at once
#
# Suppose that we know only the cold positions below 20, namely 0, 2, 5, 7, 10, 12, 15 and 17. Every position one move
# above a cold position is hot. What does that say about the next twenty positions?

# %%
cold = sg.cold_positions(sg.squares, 40)
lower, upper = cold[cold < 20], np.arange(20, 40)
sums = np.unique(lower[:, None] + sg.squares(40))
marked = np.intersect1d(sums, upper)

# %% tags=["question"]
n_sums = np.isin(lower[:, None] + sg.squares(40), upper).sum()
ask("a-square-above", len(marked), sums=n_sums, hot=len(np.setdiff1d(upper, cold)))

# %% [markdown]
# Here are the known cold positions $C$ (blue), the moves $S$ (vermilion), and the sums of one of each, which are the
# positions that $C$ marks.

# %% tags=["drawing"]
rows = [np.isin(np.arange(40), numbers) for numbers in (lower, sg.squares(40), sums)]
fig, ax = plt.subplots(figsize=(7.2, 1.2))
figures.strips(ax, rows, ["C", "S", "C + S"])
palette = ListedColormap([figures.FAINT, figures.COLD, figures.VERMILION])
(cells,) = ax.collections
cells.set(array=np.array(rows) * [[1], [2], [2]], cmap=palette, clim=(0, 2))
figures.show(fig, "Rows of forty cells: cold positions C, squares S, and sums C + S")

# %% [markdown]
# From 20 on, unmarked positions in the last row can still be cold. But a move may lead from one of them to another.

# %%
unmarked = np.setdiff1d(upper, marked)

# %% tags=["question"]
five = ", ".join(map(str, unmarked))
ask("hot-after-all", np.setdiff1d(unmarked, cold), unmarked=five)

# %%
print(f"{len(marked)} marked, {len(unmarked)} left, {(cold >= 20).sum()} of these cold")

# %% [markdown]
# Only 29 turns out to be hot, because you can move from 29 to 20. The upper half can find that out by itself. All it
# needs from the lower half is the marks, which are the third row. How can we get that row from the first two? Lay
# $S$ below each member of $C$, shifted by that member, and add up the columns.

# %%
slide(lower, sg.squares(40), 40)

# %% [markdown]
# The last row counts the moves from each position to $C$. Here is a smaller example, $C=\{0,3\}$ and $S=\{1,4\}$.

# %%
cold_vector = np.array([1, 0, 0, 1])
move_vector = np.array([0, 1, 0, 0, 1])
ways = np.convolve(cold_vector, move_vector)

# %% tags=["question"]
ask("ways", ways[4])

# %% [markdown]
# Write a power of $x$ for each position, so that $S$ becomes $x+x^4$. Then sliding $S$ by 3 means multiplying by $x^3$.

# %%
slide([0, 3], [1, 4], 8, powers=True)

# %% [markdown]
# > **The paper, section 2.2.** "In a subtraction game (with subtraction set $S$, with or without hotspots), suppose
# > that some set $C$ of positions has already been determined to be cold. Then all positions $H$ that can reach $C$ in
# > a single move are automatically hot. We can formulate membership in this set of hot positions as a Boolean formula
# > in conjunctive normal form (2-CNF):
# > $$(i\in H)\iff\bigvee_{j+k=i}(j\in C)\land(k\in S).$$ Now suppose that $C$ and $S$ are both represented as
# > bitvectors: arrays of binary values that are 0 for non-members and 1 for members of each set. Then the problem of
# > computing the bitvector representation of $H$ from the above formula is a standard problem known as *Boolean
# > convolution*, studied for its applications in string matching."
#
# (The formula is in [disjunctive](../book/slips.md#section-2-algorithms) normal form. The applications in string
# matching are due to Fischer and Paterson [1974](../book/references.md#fischer1974boolean), Muthukrishnan and Palem
# [1994](../book/references.md#muthukrishnan1994), and Kalai [2002](../book/references.md#kalai2002).)
#
# With $c_j=1$ if $j\in C$ and $s_k=1$ if $k\in S$, column $i$ adds up all $c_js_k$ with $j+k=i$. This number is entry
# $i$ of the *convolution* of the two vectors, and it is positive exactly when $i\in H$:
#
# > **Boolean convolution** means convolving the 0/1 vectors as numbers and asking where the result is not zero.
#
# ## Convolutions are products of polynomials
#
# How fast can a convolution be computed? Adding up the products one by one takes a step for each pair of a cold
# position and a move, as in the sieve. A better way begins by writing the two vectors as polynomials, $1+x^3$ and
# $x+x^4$. The coefficients of their product are the counts:
#
# $$(1+x^3)(x+x^4)=x+2x^4+x^7.$$
#
# A polynomial of degree below $N$ is determined by its values at $N$ points just as well as by its coefficients.
# Indeed, if two such polynomials have the same values, their difference has degree below $N$ and $N$ zeros, so it is 0.
# *And values are easy to multiply*, because the value of the product at a point is the product of the values. So we can
# take a detour: convert to values, multiply, and convert back. If we choose good points, both conversions are fast.
#
# The $N$ different powers of a number $w$ with $w^N=1$, the $N$-th **roots of unity**, are good points. They exist
# among the complex numbers, and among the remainders modulo a prime $p$ if $N$ divides $p-1$. For $N=8$ we take $p=17$,
# because 8 divides 16. Modulo 17 the powers of 2 return to 1 after eight steps, so we can use whole numbers.

# %%
PRIME = 17
points = [pow(2, k, PRIME) for k in range(8)]
print("powers of 2 modulo 17:", points)


# %%
def values_at(points, coefficients):
    """The polynomial's values at the points, modulo 17."""
    return [sum(c * x**j for j, c in enumerate(coefficients)) % PRIME for x in points]


factors = values_at(points, cold_vector), values_at(points, move_vector)
product = [int(u * v) % PRIME for u, v in zip(*factors, strict=True)]
print("values of the product:", product)

# %% [markdown]
# These eight values determine the product. It remains to get from coefficients to values and back quickly.
#
# **If you are willing to take it on trust that polynomials of degree below $N$ can be multiplied in $O(N\log N)$ steps
# by a transform, skip to the [three lines](03-divide-and-conquer.ipynb#A-convolution-in-three-lines) and [the
# algorithm](03-divide-and-conquer.ipynb#The-algorithm).** Nothing later needs the details.
#
# ## The fast Fourier transform
#
# Evaluating a polynomial point by point gains nothing, since $N$ values with $N$ terms each take $N^2$ steps. A
# shortcut rests on two facts.
#
# *A value is a remainder.* Divide a polynomial $f$ by $x-r$. The remainder is a number $c$, so $f=q\cdot(x-r)+c$ for
# some polynomial $q$. Putting $r$ for $x$ gives $f(r)=c$, so the value at $r$ is the remainder modulo $x-r$.
#
# *Remainders can be taken step by step, by halving.* Suppose that we have the remainder modulo $x^{2m}-r^2$. Its $2m$
# coefficients form a lower half $u$ and an upper half $v$, so that the remainder is $u+x^mv$. Now
# $x^{2m}-r^2=(x^m-r)(x^m+r)$. Modulo $x^m-r$ we may replace $x^m$ by $r$, and $u+x^mv$ becomes $u+rv$. Modulo $x^m+r$
# it becomes $u-rv$. Both new remainders are half as long, and each pair of coefficients has taken a multiplication, an
# addition and a subtraction, which together are called a *butterfly*.
#
# *Where does $r$ come from?* Modulo 17 we have $2^4=16=-1$, so adding 4 to the exponent of a power of 2 changes its
# sign. Begin with $x^8-1=x^8-2^0$, so that $r=1$ and the factors are $x^4-2^0$ and $x^4+1=x^4-2^4$. The second factor
# is again a difference of squares, with $r=2^2$, and its factors are $x^2-2^2$ and $x^2+2^2=x^2-2^6$. In general
# $x^{2m}-2^e$ has $r=2^{e/2}$ and the factors $x^m-2^{e/2}$ and $x^m-2^{e/2+4}$.

# %% tags=["yours"]
HALF_TURN = 4  # 2**4 is -1 modulo 17: half of the way round the eight powers of 2


def halved(remainders):
    """From {e: remainder modulo x^2m - 2^e}, the same for the factors x^m - r and x^m + r."""
    smaller = {}
    for e, remainder in remainders.items():
        u, v = np.split(remainder, 2)
        r = 2 ** (e // 2)
        smaller[e // 2] = (u + r * v) % PRIME
        smaller[e // 2 + HALF_TURN] = (u - r * v) % PRIME
    return smaller


levels = [{0: np.array([0, 1, 0, 0, 2, 0, 0, 1])}]  # x + 2 x^4 + x^7, modulo x^8 - 2^0
for _ in range(3):
    levels.append(halved(levels[-1]))
assert [levels[3][e] for e in range(8)] == product, (
    "Modulo x^m - r, x^m is r; modulo x^m + r, it is -r. Reduce both results modulo 17."
)

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(6.4, 3.6))
for row, remainders in enumerate(levels):
    m = 8 >> row
    for box, (e, remainder) in enumerate(remainders.items()):
        modulus = f"$x^{m}-2^{e}$" if m > 1 else f"$x-2^{e}$"
        ax.text(box * m + m / 2, 0.52 - row, modulus, ha="center", size=9)
        for k, number in enumerate(remainder):
            colour = figures.SKY if m == 1 or k < m / 2 else figures.ORANGE
            place = (box * m + k + 0.06, -row)
            ax.add_patch(Rectangle(place, 0.88, 0.4, facecolor=colour, alpha=0.6))
            ax.text(box * m + k + 0.5, 0.19 - row, number, ha="center", va="center")
        for x, sign in ((m / 4, "+"), (3 * m / 4, "-")) if m > 1 else ():
            step = f"$u{sign}2^{e // 2}\\,v$"
            ax.text(box * m + x, -0.24 - row, step, ha="center", size=8, color="0.35")
ax.set(xlim=(0, 8), ylim=(-3.1, 0.9))
ax.set_title("Remainders of $x+2x^4+x^7$, modulo 17, by halving")
ax.axis("off")
figures.show(fig, "Rows of boxes: eight coefficients, two fours, four twos, 8 values")

# %% [markdown]
# In every remainder the lower half $u$ is blue and the upper half $v$ orange, and the label above the remainder gives
# its modulus. In the second row the halves 0 1 0 0 and 2 0 0 1 have been added on the left and subtracted on the right,
# where $-2$ is 15 and $-1$ is 16 modulo 17. The last row contains the values at all eight powers of 2, *shuffled by the
# halving*, with even exponents on the left, odd ones on the right, and so on within each half. Put in order, they are
# the values computed above.
#
# *Read the picture upwards, and the values become coefficients.* A sum $a=u+rv$ and a difference $b=u-rv$ give back
# $u=\frac12(a+b)$ and $v=\frac12(a-b)/r$. Modulo 17, "half" means "times 9", because $2\cdot9=18=1$. Try this on the
# first numbers of the two groups in the second row, $a=2$ and $b=15$, with $r=1$. Then $a+b=17=0$, so $u=0$, and
# $a-b=-13=4$, so $v=4\cdot9=36=2$. These are the 0 and the 2 in the row above. Dividing by $r$ means multiplying by a
# power of 2.
#
# Either transform takes $\log_2N$ rounds of $N/2$ butterflies, so a convolution takes $O(N\log N)$ steps.
#
# ## A convolution in three lines
#
# scipy offers this transform in double precision, with `rfft` to convert coefficients to values and `irfft` to convert
# back. If the product of two polynomials has degree $N$ or more, though, $N$ values don't determine it. What comes back
# is then the product's remainder modulo $x^N-1$, in which $x^N$ is replaced by 1. For example, take $C=\{0,5\}$,
# $S=\{1,4\}$ and $N=8$. The sums are 1, 4, 6 and 9, but the result has only the entries 0 to 7.

# %%
cold_values, move_values = rfft([1, 0, 0, 0, 0, 1], 8), rfft([0, 1, 0, 0, 1], 8)
cyclic = irfft(cold_values * move_values).round().astype(int)

# %% tags=["question"]
ask("wrapped-sum", np.argmax(cyclic))

# %%
print(cyclic)

# %% [markdown]
# Entry 1 counts both $0+1$ and $5+4$, because sums of $N$ and more *wrap around* to the beginning. This is called a
# **cyclic convolution** of length $N$. We take $N$ so large that nothing wraps around. Then the convolution of section
# 2.2 takes three lines of code. Counts are whole numbers, so a computed count exceeds one half exactly when the true
# count is positive.


# %% tags=["yours"]
def boolean_convolution(a, b):
    """Entry i says whether a[j] and b[i - j] are both true for some j."""
    N = 2 ** (len(a) + len(b)).bit_length()  # longer than the product
    ways = irfft(rfft(a.astype(float), N) * rfft(b.astype(float), N))
    return ways[: len(a) + len(b) - 1] > 0.5


sums = boolean_convolution(cold_vector == 1, move_vector == 1)
assert np.array_equal(sums, ways > 0), (
    "The sums are 1, 4 and 7. Is N large enough, and noise near 0 taken for False?"
)
print(np.flatnonzero(sums).tolist())

# %% [markdown]
# ## The algorithm
#
# > **The paper, section 2.3.** "We assume that we are given as input a range $[x,y)$ of integer values to evaluate
# > (...), together with two sets: the subtraction set $S$ and a set $H$ of predetermined hotspots. As a base case, if
# > the range has zero or one values in it, we can solve the problem directly: each value in the range is hot or cold
# > accordingly as it belongs or does not belong to $H$, respectively. Otherwise, we perform the following steps:
# >
# > 1. Find the midpoint $m=(x+y)/2$ of the range, and partition the range into the two subranges $[x,m)$ and $[m,y)$.
# > 2. Recursively evaluate the lower subrange $[x,m)$, determining its hot and cold positions ($H_x$ and $C_x$
# >    respectively).
# > 3. Use Boolean convolution to find the positions $H_m$ in the upper subrange $[m,y)$ that are hot because they can
# >    be reached in a single step from a cold position $C_x$ in the lower subrange.
# > 4. Recursively evaluate the upper subrange $[m,y)$, with hotspot set $H\cup H_m$, determining its hot and cold
# >    positions ($H_y$ and $C_y$ respectively).
# > 5. Return the hot set $H_x\cup H_y$ and cold set $C_x\cup C_y$."
#
# The code below consists of exactly these five steps, numbered as in the paper. A set of positions is stored as a
# Boolean vector over the range, and the first entry, such as `hotspots[0]`, belongs to position $x$.


# %% tags=["yours"]
def evaluate(x, y, hotspots, S):
    """bool[y - x]: which positions of [x, y) are hot, by the paper's five steps."""
    if y - x <= 1:
        return hotspots
    m = (x + y) // 2  # 1
    lower = evaluate(x, m, hotspots[: m - x], S)  # 2
    is_move = np.isin(np.arange(y - x), S(y - x))
    marks = boolean_convolution(~lower, is_move)[m - x : y - x]  # 3
    upper = evaluate(m, y, hotspots[m - x :] | marks, S)  # 4
    return np.concatenate([lower, upper])  # 5


hot = evaluate(0, 20, np.arange(20) == 2, sg.squares)  # H = {2}
assert np.array_equal(np.flatnonzero(~hot), new_cold), (
    "Entry i of the convolution belongs to position x + i, and the upper half keeps "
    "its old hotspots."
)
hot = evaluate(0, 1000, np.zeros(1000, dtype=bool), sg.squares)
print(np.flatnonzero(~hot)[:20].tolist())

# %% [markdown]
# Two expressions need an explanation. *Why `S(y - x)`?* A move from one position of $[x,y)$ to another is shorter than
# $y-x$, so the moves below $y-x$ are enough. *Why `[m - x : y - x]`?* The vector `~lower` begins at position $x$, so
# entry $i$ of the convolution belongs to position $x+i$. The upper half, from $m$ to $y-1$, has the entries $m-x$ to
# $y-x-1$. For the range from 20 to 40 these are the entries 10 to 19.


# %% tags=["question"]
def convolutions(length):
    """The number for a range of that length: one in step 3, the others in 2 and 4."""
    return 0 if length == 1 else 1 + 2 * convolutions(length // 2)


ask("convolutions", convolutions(16))

# %% [markdown]
# There are 15 convolutions, one at each midpoint from 1 to 15. Here they are, one at a time, followed by the 16 more
# that 32 positions need. At each step one square lights up, its marks drop into the strip, and one more position is
# settled. The squares need a live page, but Figure 3.1 below draws all squares of a larger range in the same way.


# %% tags=["drawing"]
def recursion(n):
    """For each position, a caption, a strip, and the marks of the convolution before it."""
    moves, hotspots, cold = set(sg.squares(n).tolist()), set(), [0]
    yield "0 has no move, so it is cold.", strip(n, cold=[0]), ()
    for k in range(1, n):
        half = k & -k  # from [k - half, k) to [k, k + half)
        reach = [(c, p) for c in cold if c >= k - half for p in range(k, k + half)]
        pairs = tuple((c, p) for c, p in reach if p - c in moves)
        new = sorted({p for _, p in pairs})
        kind = "hot" if k in hotspots.union(new) else "cold"
        cold += [k] if kind == "cold" else []
        hot = sorted(hotspots.intersection(range(k + 1)))
        row = strip(n, hotspot=sorted(hotspots), hot=hot, marked=new, cold=cold)
        caption = f"The convolution from [{k - half}, {k}) to [{k}, {k + half}) marks "
        caption += f"{', '.join(map(str, new)) or 'nothing'}. Then {k} is {kind}."
        yield caption, row, pairs
        hotspots.update(new)


captions, strips, carried = zip(*recursion(32), strict=True)
title = "The recursion, one convolution at a time"
steps(zip(captions, strips, strict=True), title, marks=carried)

# %% [markdown]
# ## What each convolution marks
#
# Here is the whole recursion for 256 positions. Each square stands for a convolution, which carries marks from the
# lower half of a range (vertical axis) to its upper half (horizontal axis). Each dot is a mark, from a cold position to
# a position one move above it.

# %% tags=["drawing"]
size = 256
colours = plt.get_cmap("viridis")(np.linspace(0.2, 1, 8))
its_cold = sg.cold_positions(sg.squares, size)
dots = [(c + s, c) for c in its_cold for s in sg.squares(size - c)]
hot_dots, cold_dots = np.array(dots).T
fig, ax = plt.subplots(figsize=(6.0, 5.6))
for level in range(8):
    half = size >> (level + 1)
    style = {"facecolor": colours[level], "alpha": 0.6, "edgecolor": "white"}
    for y in range(0, size, 2 * half):
        ax.add_patch(Rectangle((y + half, y), half, half, linewidth=0.4, **style))
ax.plot(hot_dots + 0.5, cold_dots + 0.5, ".", color=figures.INK, markersize=2.2)
ax.set(xlim=(0, size), ylim=(size, 0), aspect="equal")
ax.set(xlabel="to hot position", ylabel="from cold position")
ax.set(xticks=range(0, 257, 32), yticks=range(0, 257, 32))
ax.set_title("What each convolution marks")
table = {"cold_position": cold_dots, "marked": hot_dots}
figures.save(fig, "figure-3-1-what-each-convolution-marks", table)
figures.show(fig, "Squares above a diagonal, halved at each level, cover all marks")

# %% [markdown]
# **Figure 3.1.** The convolutions of the recursion for 256 positions, one colour for each level, and all their marks.
#
# Together the squares cover every pair of a smaller and a larger position exactly once, so no mark is missed. Time runs
# from left to right, because the last square above a position is computed just before the position is settled.
#
# **Is the program correct?** Compare it with dynamic programming, for three games with random hotspots. The package's
# `core.cold_by_convolution`, which `method="convolution"` runs, takes the same five steps, except that it sieves ranges
# of up to 256 positions, for which a transform would take longer.

# %%
spots = np.random.default_rng(2018).random(1000) < 0.2
for S in (sg.squares, sg.primes, sg.factorials):
    hotspots = np.flatnonzero(spots)
    expected = core.cold_by_dynamic_programming(S(1000), 1000, hotspots)
    assert np.array_equal(np.flatnonzero(~evaluate(0, 1000, spots, S)), expected)
    assert np.array_equal(core.cold_by_convolution(S(1000), 1000, hotspots), expected)

# %% [markdown]
# ## Theorem 1
#
# > **The paper, section 2.3.** "The time for this algorithm can be analyzed using the master method, as is standard for
# > such divide-and-conquer algorithms, giving the following result: Theorem 1. We can determine which positions are hot
# > and which are cold, in a range of $n$ positions of a subtraction game with hotspots, in time $O(n\log^2n)$."
#
# **Theorem 1.** *The five steps find the hot and cold positions of a range of $n$ positions, in time $O(n\log^2n)$.*
#
# **Proof.** *Correctness.* First we must say what the recursion finds in a range that begins above 0.
#
# *Claim.* When called with $[x,y)$ and $H$, the recursion finds the hot positions of the game with hotspots $H$ in
# which only moves that end in $[x,y)$ count.
#
# What about moves that end below $x$? If such a move leads to a cold position, an earlier step 3 has marked the
# position that it starts from, and step 4 has put this position into $H$. So nothing is lost. In the whole range, from
# 0 on, all moves count, so the claim is the theorem.
#
# We prove the claim by induction on the length of the range. In a range of one position no move counts, and the
# position is hot exactly when it is in $H$. In a longer range, every counted move from a position below $m$ ends in
# $[x,m)$, so the lower half is right by induction. A position $i\ge m$ is hot exactly when it is in $H$, or has a move
# to a cold position in $[x,m)$, or has a move to a cold position in $[m,i)$. Step 3 finds the positions with the second
# property. Together with $H$ they are the hotspots that step 4 hands to the upper half, and only moves that end in
# $[m,y)$ are left to count there. So the upper half is right by induction.
#
# *Time.* Let $T(n)$ be the time for $n$ positions, where $n$ is a power of two. Steps 2 and 4 take $T(n/2)$ each, and
# step 3 is one convolution of length $O(n)$, which takes $O(n\log n)$. So $T(n)=2\,T(n/2)+O(n\log n)$. The recursion
# has $\log_2n$ levels. The ranges on each level contain $n$ positions in all, so their convolutions take $O(n\log n)$
# steps. The total is $O(n\log^2n)$. The *master method*, a general theorem on such recurrences, gives the same bound.
# For other $n$ the halves may differ by one position, and at most one level is added. $\square$
#
# Try the claim out on the range from 20 to 39, with the fifteen marked positions as $H$. The call must agree with the
# whole game. With random hotspots, too, a range far from 0 must give the same result as a range that begins at 0.

# %%
hot = evaluate(20, 40, np.isin(upper, marked), sg.squares)
print("cold from 20 to 39:", upper[~hot].tolist())
assert np.array_equal(upper[~hot], cold[cold >= 20])
far_up = evaluate(500, 800, spots[500:800], sg.squares)
at_0 = evaluate(0, 300, spots[500:800], sg.squares)
assert np.array_equal(far_up, at_0)

# %% [markdown]
# Where do the two logarithms come from? For $n=16$ there is one convolution of length 16, then there are two of 8, four
# of 4 and eight of 2. If a convolution of length $N$ takes $N\log_2N$ steps, the levels take $16\cdot4$, $16\cdot3$,
# $16\cdot2$ and $16\cdot1$ steps. So one logarithm is the number of levels, and the other is in the cost of a level,
# where it falls by one from each level to the next. The sum is $\frac n2\log_2n\,(\log_2n+1)$, about half of
# $n\log_2^2n$.
#
# The size of $S$ does *not* appear in the bound, whereas the sieve takes a step for every move of every cold position.
# Yet, judging from the exponents alone, the paper expects convolution to overtake the sieve only near $n=10^{18}$ (see
# [What the sieve costs](06-number-of-cold-positions.ipynb#What-the-sieve-costs) in notebook 6). Constant factors
# matter, too, and [notebook 8](../engine/notebooks/08-faster-still.ipynb#What-the-clock-says) reports running times.
#
# ## Findings
#
# * With hotspots, a range can be evaluated one half after the other, and a Boolean convolution carries the marks from
#   the lower half to the upper.
# * By Theorem 1 the hot and cold positions of any game can be found in $O(n\log^2n)$ steps, whatever the size of $S$.
#
# ## Scoreboard
#
# How many steps do the three methods take? The first two lines repeat the pairs and the marks of notebook 2, and the
# third is the $n\log_2^2n$ of Theorem 1 without its constant factor. At $n=2^{16}$ convolution still takes the most
# steps.

# %%
moves = sg.squares(n)
steps_of = {
    "looking back, n |S|": int((n - moves).sum()),
    "sieve, |C| |S|": sg.analysis.marks(moves, n),
    "convolution, n log^2 n": int(n * np.log2(n) ** 2),
}
for method, taken in steps_of.items():
    print(f"{method:>22}: {taken:>10,} steps for the positions below {n:,}")

# %% [markdown]
# ## Exercises
#
# 1. *Check.* ★ 10 min. Count the transforms that the plain recursion makes at $n=2^{16}$. *Hint: there are three for
#    each convolution, and one convolution for each of the $n-1$ midpoints.*
#    [Solution](solutions/01-04.ipynb#Notebook-3,-exercise-1)
# 2. *Check.* ★★ 30 min. Cut ranges into four blocks instead of two, and draw the squares of Figure 3.1 again, for 64
#    positions. How many squares are on each level? *Hint: there are six for each range.*
#    [Solution](solutions/01-04.ipynb#Notebook-3,-exercise-2)
# 3. *Prove.* ★★ 15 min. Misère play is a game with hotspots. What are these hotspots? Prove your answer for every set
#    of moves. *Hint: see exercise 6 of [notebook 1](01-subtraction-games.ipynb).*
#    [Solution](solutions/01-04.ipynb#Notebook-3,-exercise-3)
# 4. *Go further.* ★ 5 min. The recursion works for any set of moves. `make game GAME="n*(3*n-1)//2" N=2**16` makes a
#    page on the pentagonal numbers that lists the first cold positions. Does the recursion of this notebook find the
#    same positions? *Hint: nothing changes except the set.* [Solution](solutions/01-04.ipynb#Notebook-3,-exercise-4)
# 5. *Check.* ★★★ 45 min. Where does the second logarithm come from? Count the *butterflies* of `evaluate` at
#    $n=2^{12}$. Each transform of $N$ numbers takes $\frac N2\log_2N$ butterflies, and each convolution takes three
#    transforms. Compare the number of butterflies with $n\log_2^2n$. *Hint: make `boolean_convolution` keep a total for
#    each level. The totals fall as the ranges get shorter.* [Solution](solutions/01-04.ipynb#Notebook-3,-exercise-5)
# 6. *Prove.* ★★★ 150 min. Prove Theorem 1', which says that $O(n\log^2n\,/\log\log n)$ steps are enough. *Hint: cut a
#    range into about $\log_2n$ blocks, and transform each block only once, for use in all later ones.*
#    [Solution](solutions/01-04.ipynb#Notebook-3,-exercise-6)
# 7. *Check.* ★ 10 min. A transform in double precision rounds. For 0/1 vectors with $A$ and $B$ ones and transforms of
#    length $2^k$, a count is off by at most $12\,(k+1)\sqrt{AB}\;2^{-53}$ (Percival
#    [2003](../book/references.md#percival2003); Brent, Percival and Zimmermann
#    [2007](../book/references.md#brent2007)). Up to which $k$ is this below one half, so that `> 0.5` is always right?
#    *Hint: there are at most $2^k$ ones. The bound is a theorem about one ordering of the butterflies; without it,
#    compute modulo a large prime, as we did modulo 17 (Pollard [1971](../book/references.md#pollard1971)).*
#    [Solution](solutions/01-04.ipynb#Notebook-3,-exercise-7)
#
# **Next:** [Nim-values](04-nim-values.ipynb), level by level.

# %% tags=["records"]
# The rows of figures/reproduction.csv: what the paper says, and what this notebook finds.
from functools import partial

from subtraction_games.reproduction import compare

compare = partial(compare, n)


def butterflies(size):
    """The butterflies of three transforms for each convolution, of a power of two in length."""
    if size == 1:
        return 0
    log_length = (size // 2 + size - 2).bit_length()
    return (
        butterflies(size // 2)
        + butterflies(size - size // 2)
        + 3 * log_length * 2**log_length // 2
    )


grown = max(butterflies(2**k) / (2**k * k**2) for k in range(4, 12))
compare(
    "Theorem 1: hot and cold in O(n log^2 n), here at most 3 n log2(n)^2 butterflies",
    "2.3",
    True,
    grown < 3,
)
