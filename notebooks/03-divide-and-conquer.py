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
# *20 minutes to read.*
#
# The sieve of [notebook 2](02-dynamic-programming-and-sieving.ipynb) makes its marks one by one, about $n^{1.2}$ of
# them. **Can all the marks of a whole range be made at once, in little more than the time it takes to read it?**
#
# They can: by a convolution, which a fast Fourier transform computes in $O(n\log n)$. At the end you will have seen
# such a transform on eight numbers, the paper's five-step algorithm running, and its first theorem with the proof. The
# section "for the curious" is not needed later: it explains why the answers are exact.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12, sections 2.1 to 2.3.*

# %% tags=["parameters"]
n = 2**16  # positions evaluated: 0 to n - 1 (make's LESSON_N)

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle
from scipy.fft import irfft, rfft

import subtraction_games as sg
from subtraction_games import core, figures
from subtraction_games.arguments import whole_number
from subtraction_games.pages.steps import steps, strip

figures.use_style()
n = whole_number("n", n, least=256)

# %% [markdown]
# ## Hotspots
#
# To solve a range in pieces, a piece must know what happened outside of it. The paper's device is a second set, of
# positions that are hot by decree.
#
# > **The paper, section 2.1.** "Given two sets $S$ and $H$ (of positive and non-negative integers respectively), we
# > define a subtraction game with subtraction set $S$ and hotspot set $H$ as follows. The game starts with a single
# > pile of some number of tokens, and the players alternate in choosing a number from $S$ and removing that number of
# > tokens from the pile, as before. However, if any move leaves a pile whose remaining number of tokens belongs to $H$,
# > then the player who made that move immediately loses. (...) The presence of these hotspots makes defining a
# > nim-value for these games problematic: they are not played by the normal winning convention, so what would happen if
# > we played a game with multiple piles and one player moved to a hotspot? Nevertheless, a recurrence of the usual form
# > suffices to determine the set of hot and cold positions of such a game:
# > $\displaystyle\mathrm{hot}(n)=n\in H\lor\bigvee_{i\in S,\ i\le n}\lnot\mathrm{hot}(n-i)$."
#
# The position 0 may be a hotspot too, and then taking the last coin loses. Without hotspots we have the old game.
# Decree that 2 is hot, and the cold positions from there on change:


# %%
print("no hotspots:", sg.cold_positions(sg.squares, 30).tolist())
print("H = {2}:    ", sg.cold_positions(sg.squares, 30, hotspots=[2]).tolist())

# %% [markdown]
# ## What cold positions do, all at once
#
# Suppose that the cold positions below 20 are known, and nothing else yet. What do they say about the next twenty
# positions? Every cold position makes all positions one move above it hot. Here are the known cold positions $C$, the
# moves $S$, and everything that is a sum of one of each.

# %% tags=["drawing"]
cold = sg.cold_positions(sg.squares, 40)
known = cold[cold < 20]
sums = np.unique(known[:, None] + sg.squares(40))
fig, ax = plt.subplots(figsize=(7.2, 1.2))
figures.strips(
    ax,
    [np.isin(np.arange(40), marked) for marked in (known, sg.squares(40), sums)],
    ["C", "S", "C + S"],
)
figures.show(
    fig,
    "Three strips of forty positions: the cold ones C below 20, the squares S, and the sums C + S",
)

# %% [markdown]
# What stays light in the last row from 20 on is cold as far as $C$ can tell: 20, 22, 29, 34 and 39. Only 29 will turn
# out hot, because one can move from it to 20; the upper half will discover that itself. The question is how to get the
# third row from the first two.
#
# > **The paper, section 2.2.** "In a subtraction game (with subtraction set $S$, with or without hotspots), suppose
# > that some set $C$ of positions has already been determined to be cold. Then all positions $H$ that can reach $C$ in
# > a single move are automatically hot. We can formulate membership in this set of hot positions as a Boolean formula
# > in conjunctive normal form (2-CNF):
# > $$(i\in H)\iff\bigvee_{j+k=i}(j\in C)\land(k\in S).$$ Now suppose that $C$ and $S$ are both represented as
# > bitvectors: arrays of binary values that are 0 for non-members and 1 for members of each set. Then the problem of
# > computing the bitvector representation of $H$ from the above formula is a standard problem known as *Boolean
# > convolution*, studied for its applications in string matching. It is an instance of a more general class of
# > convolution problems in which we compute
# > $$C[i]=\bigoplus_{j+k=i}A[j]\otimes B[j]$$
# > for an 'addition' operation $\oplus$ and 'multiplication' operation $\otimes$. In Boolean convolution, $\otimes$ is
# > conjunction ($\land$), and $\oplus$ is disjunction ($\lor$)."
#
# ([Two slips](../book/slips.md#section-2-algorithms): an *or* of *ands* is a *disjunctive* normal form, and in the
# general formula $B[j]$ should be $B[k]$.)
#
# There is a trick for finding all members of $H$ at once. Write $C$ and $S$ as vectors of zeros and ones. Replace "or"
# by "plus" and "and" by "times" in the first formula, and its right-hand side becomes the number of ways to reach $i$,
# entry $i$ of the *convolution* of the two vectors. It is positive exactly where $i$ is reached. So:
#
# > **Boolean convolution**: convolve the 0/1 vectors as numbers, and ask where the result is not zero.
#
# (The string matching is by Fischer and Paterson [1974](../book/references.md#fischer1974boolean), Muthukrishnan and
# Palem [1994](../book/references.md#muthukrishnan1994), Kalai [2002](../book/references.md#kalai2002).)
#
# With $C=\{0,3\}$ and $S=\{1,4\}$ the positions 1, 4 and 7 are reached, 4 in two ways (by taking 4, which leaves 0, or
# 1, which leaves 3):

# %%
cold_vector = np.array([1, 0, 0, 1])
move_vector = np.array([0, 1, 0, 0, 1])
ways = np.convolve(cold_vector, move_vector)
print(ways, "and so", (ways > 0).astype(int))

# %% [markdown]
# ## Convolutions are products of polynomials
#
# How fast can that be done? Multiplying out takes a step for each pair of a cold position and a move, as the sieve
# does. A better way begins by writing the two vectors as polynomials. With $C=\{0,3\}$ take $1+x^3$, with $S=\{1,4\}$
# take $x+x^4$. Their product is
#
# $$(1+x^3)(x+x^4)=x+2x^4+x^7,$$
#
# and there are the counts again, as coefficients: a power of $x$ comes out of every pair of a cold position and a move,
# and equal powers are added up.
#
# Now a polynomial of degree below $N$ is known by its values at $N$ points as well as by its coefficients. *And values
# are easy to multiply*: the value of the product at a point is the product of the values. So there is a way around:
# from coefficients to values, multiply, and back. The points may be chosen, and if they are chosen well, both ways are
# short.
#
# Good points are the powers of a number $w$ with $w^N=1$, the $N$-th **roots of unity**. There are such numbers among
# the complex ones, and also among the remainders modulo a prime. Modulo 17 the powers of 2 come back to 1 after eight
# steps. So everything can be tried out in whole numbers.

# %%
points = [pow(2, k, 17) for k in range(8)]
print("powers of 2 modulo 17:", points)


# %%
def values_at(points, coefficients):
    """The polynomial's values modulo 17."""
    return [sum(c * x**j for j, c in enumerate(coefficients)) % 17 for x in points]


of_cold, of_moves = values_at(points, cold_vector), values_at(points, move_vector)
product = [int(u * v) % 17 for u, v in zip(of_cold, of_moves, strict=True)]
print("values of the product:", product)

# %% [markdown]
# These eight values determine the product. What is left is to get from coefficients to values, and back, fast.
#
# ## The fast Fourier transform
#
# Taking the values one after another is no gain: $N$ values with $N$ terms each. The shortcut rests on two facts.
#
# *A value is a remainder.* Divide a polynomial $f$ by $x-r$. That leaves a number $c$, so $f=q\cdot(x-r)+c$ for some
# $q$. Put $r$ for $x$: $f(r)=c$. The value at $r$ is the remainder modulo $x-r$.
#
# *Remainders can be taken step by step, by halving.* Suppose that we have the remainder modulo $x^{2m}-r^2$, with its
# $2m$ coefficients: a lower half $u$ and an upper half $v$, so that it is $u+x^mv$. Now $x^{2m}-r^2=(x^m-r)(x^m+r)$.
# Modulo $x^m-r$, the power $x^m$ is as good as $r$, and $u+x^mv$ becomes $u+rv$. Modulo $x^m+r$ it becomes $u-rv$. Both
# are half as long, and each pair of coefficients has cost one multiplication, one addition and one subtraction: a
# *butterfly*.
#
# *Where does $r$ come from?* Begin with $x^8-1$. It is $(x^4-1)(x^4+1)$, so $r=1$. The next factor $x^4+1$ does not
# look like a difference of squares. But modulo 17, $-1=16=2^4$, so it is $x^4-2^4$, with $r=2^2$. So it goes on: every
# factor is some $x^{2m}-2^e$ with an even $e$, and $r$ is $2^{e/2}$, the power with half the exponent. (The other
# factor $x^m+r$ is $x^m-2^{e/2+4}$, since $2^4=-1$.)


# %% tags=["yours"]
def halved(remainders):
    """{e: remainder modulo x^2m - 2^e}, one step further down: modulo x^m - r and x^m + r."""
    smaller = {}
    for e, remainder in remainders.items():
        u, v = np.split(remainder, 2)
        r = 2 ** (e // 2)
        smaller[e // 2], smaller[e // 2 + 4] = (u + r * v) % 17, (u - r * v) % 17
    return smaller


levels = [{0: np.array([0, 1, 0, 0, 2, 0, 0, 1])}]  # x + 2 x^4 + x^7, modulo x^8 - 2^0
for _ in range(3):
    levels.append(halved(levels[-1]))
assert [levels[3][e] for e in range(8)] == product

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
figures.show(
    fig,
    "Four rows of boxes: eight coefficients, two times four, four times two, eight values, shuffled",
)

# %% [markdown]
# In every box the lower half $u$ is blue and the upper half $v$ orange; the box above a number says modulo what it is
# the remainder. In the second row the halves 0 1 0 0 and 2 0 0 1 have been added on the left, and subtracted on the
# right: modulo 17, $-2$ is 15 and $-1$ is 16. The last row has the values at all eight powers of 2, but *halving has
# shuffled them*: even exponents on the left, odd ones on the right, and so on within. In order, they are those that we
# got above by multiplying. *Read the picture upwards, and they become coefficients*: from the sum $u+rv$ and the
# difference $u-rv$ come $u$, as half the sum of these two, and $v$, as half their difference divided by $r$.
#
# With $N$ coefficients these are $\log_2N$ steps of $N/2$ butterflies, either way. So a convolution takes $O(N\log N)$
# steps. If the product has degree $N$ or more, what comes out is its remainder modulo $x^N-1$, in which $x^N$ is as
# good as 1: sums of $N$ and more *wrap around* to the beginning. This is called a **cyclic convolution** of length $N$.
# We take $N$ so large that nothing wraps.
#
# scipy has such a transform, of real numbers in double precision: `rfft` there, and `irfft` back. With it the paper's
# section 2.2 is three lines. Counts are whole numbers, so those above one half are those above zero.


# %% tags=["yours"]
def boolean_convolution(a, b):
    """Entry i says whether a[j] and b[i - j] for some j."""
    N = 2 ** (len(a) + len(b)).bit_length()  # longer than the product
    ways = irfft(rfft(a.astype(float), N) * rfft(b.astype(float), N))
    return ways[: len(a) + len(b) - 1] > 0.5


# %%
reached = boolean_convolution(cold_vector == 1, move_vector == 1)
print(np.flatnonzero(reached).tolist())
few, dense = np.random.default_rng(2018).random((2, 1000)) < [[0.01], [0.5]]
expected = core.boolean_convolution(few, dense)  # the package's
assert np.array_equal(boolean_convolution(few, dense), expected)

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
# The code below is these five steps and nothing else. A set of positions is a Boolean vector over the range.


# %% tags=["yours"]
def evaluate(x, y, hotspots, S):
    """bool[y - x]: which positions of [x, y) are hot, by the paper's five steps."""
    if y - x <= 1:
        return hotspots
    m = (x + y) // 2
    lower = evaluate(x, m, hotspots[: m - x], S)
    moves = np.isin(np.arange(y - x), S(y - x))
    reached = boolean_convolution(~lower, moves)[m - x : y - x]
    upper = evaluate(m, y, hotspots[m - x :] | reached, S)
    return np.concatenate([lower, upper])


# %%
hot = evaluate(0, 1000, np.zeros(1000, dtype=bool), sg.squares)
print(np.flatnonzero(~hot)[:20].tolist())

# %% [markdown]
# **Predict first.** In the range from 0 to 39 the midpoint is 20. Of the twenty positions from there on, how many are
# marked by the convolution, and how many are left to the upper half to settle?

# %%
above = np.arange(20, 40)
marked = np.intersect1d(sums, above)
left, cold_of_them = len(above) - len(marked), np.count_nonzero(cold >= 20)
print(f"{len(marked)} marked, {left} left, {cold_of_them} of these cold")

# %% [markdown]
# Now the whole recursion, one convolution at a time, for 32 positions. Its marks are added to the strip, and one more
# position is settled. (Live only: each step lights a square, the upper half of a range across, the lower half down.)


# %% tags=["drawing"]
def recursion(n):
    """For each position: a caption, a strip, and the marks of the convolution before it is settled."""
    moves, hotspots, cold = set(sg.squares(n).tolist()), set(), [0]
    yield "0 has no move: it is cold.", {"": strip(n, cold=[0])}, ()
    for k in range(1, n):
        half = k & -k  # from [k - half, k) to [k, k + half)
        reach = [(c, p) for c in cold if c >= k - half for p in range(k, k + half)]
        pairs = tuple((c, p) for c, p in reach if p - c in moves)
        new = sorted({p for _, p in pairs})
        kind = "hot" if k in hotspots.union(new) else "cold"
        cold += [k] if kind == "cold" else []
        hot = sorted(hotspots.intersection(range(k + 1)))
        rows = strip(n, hotspot=sorted(hotspots), hot=hot, marked=new, cold=cold)
        ranges = f"[{k - half}, {k}) to [{k}, {k + half})"
        does = f"marks {', '.join(map(str, new)) or 'nothing'}"
        yield (
            f"The convolution from {ranges} {does}; then {k} is {kind}.",
            {"": rows},
            pairs,
        )
        hotspots.update(new)


captions, strips, carried = zip(*recursion(32), strict=True)
title = "The recursion, one convolution at a time"
steps(zip(captions, strips, strict=True), title, marks=carried)

# %% [markdown]
# ## What each convolution marks
#
# Here is the whole recursion, for 256 positions. Every square is one convolution: it carries marks from the lower half
# of a range (vertical axis) to the upper half (horizontal axis). Each dot is a mark that it makes: a cold position, and
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
figures.show(
    fig,
    "Squares above a diagonal, half as wide at each level, cover all of the dots that moves mark",
)

# %% [markdown]
# **Figure 3.1.** The convolutions of the recursion for 256 positions, one colour to a level, and all the marks that
# they make.
#
# Together the squares cover every pair of a smaller and a larger position exactly once. So nothing is missed. From left
# to right, it shows the order of events: just before a position is settled, the last square above it is carried out.

# %% [markdown]
# **Is the program correct?** Compare with dynamic programming, for three games with random hotspots. The package's
# `core.cold_by_convolution` is the same five steps, but for one thing: it sieves ranges of up to 256 positions, where a
# transform would take longer. That is what `method="convolution"` runs.

# %%
spots = np.random.default_rng(2018).random(1000) < 0.2
for S in (sg.squares, sg.primes, sg.factorials):
    hotspots = np.flatnonzero(spots)
    expected = core.cold_by_looking_back(S(1000), 1000, hotspots)
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
# **Proof.** *Correctness*, by induction on the length of the range. The lower half is right by induction: moves within
# $[x,y)$ from a position below $m$ stay below $m$. A position $i\ge m$ is hot exactly if it is in $H$, or has a move to
# a cold position in $[x,m)$, or has one to a cold position in $[m,i)$. The second condition is what step 3 computes.
# So, for the upper half, the first two together are its hotspots, and the third is the recurrence within the upper
# half: step 4 is right by induction.
#
# *Time.* Let $T(n)$ be the time for $n$ positions. Steps 2 and 4 take $T(n/2)$ each, and step 3 one convolution of
# length $O(n)$, in $O(n\log n)$. So $T(n)=2\,T(n/2)+O(n\log n)$. The recursion has $\log_2n$ levels, and on each the
# ranges add up to $n$ positions, so the convolutions of a level cost at most $O(n\log n)$ together. In total
# $O(n\log^2n)$. $\square$
#
# Note what is *not* in the bound: the size of $S$. The sieve pays for every move of every cold position.
#
# Here is the recursion as a tree, for $n=16$, with what it costs at each level. A range is a box; its convolution
# carries marks from its left half to its right half. One level down there are twice as many convolutions of half the
# length. They take the same work but for the logarithm, which falls by one. So one logarithm is the height of the tree,
# and the other is in the cost of a level.

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.2, 2.9))
for level in range(5):
    width = 16 >> level
    for x in range(0, 16, width):
        ax.add_patch(
            Rectangle((x, -level), width - 0.12, 0.62, facecolor=figures.SKY, alpha=0.6)
        )
        ax.text(x + width / 2, 0.31 - level, width, ha="center", va="center", size=9)
    cost = rf"${2**level}\times$ one of {width}: $16\log_2{width}={16 * (4 - level)}$"
    ax.text(16.3, 0.31 - level, cost, va="center", size=9)
ax.set(xlim=(0, 25), ylim=(-4.2, 0.8))
ax.set_title("The ranges of the recursion, and the steps of their convolutions")
ax.axis("off")
figures.show(
    fig,
    "Five rows of boxes, from one of width 16 to sixteen of width 1, and the steps of each row beside it",
)

# %% [markdown]
# The right-hand column adds up to $16\,(4+3+2+1)$: a triangle, $\frac n2\log_2n\,(\log_2n+1)$, which for large $n$ is
# about half of $n\log_2^2n$. That is the paper's answer, and all that [notebook 4](04-nim-values.ipynb) needs.
#
# ## For the curious
#
# ### What if the numbers are rounded?
#
# Fourier transforms are usually taken with complex numbers, rounded to some digits. We need exact answers: is a count
# zero, or is it not? `boolean_convolution` asks whether a count exceeds one half. That is right as long as every error
# is below one half. For vectors of zeros and ones with $A$ and $B$ ones and transforms of length
# $2^k$ the error is at most $12\,(k+1)\sqrt{AB}\;2^{-53}$ (Percival [2003](../book/references.md#percival2003); Brent,
# Percival and Zimmermann [2007](../book/references.md#brent2007)). Up to $2^{40}$ entries that is below one half;
# `core.boolean_convolution` refuses longer vectors.

# %%
k = 40
print(f"the error with 2^{k} entries is at most {12 * (k + 1) * 2**k * 2.0**-53:.2f}")

# %% [markdown]
# The bound is a theorem about one way of ordering the butterflies, and a library may choose another. One can do without
# it and compute as in the example above, in whole numbers modulo a prime (Pollard
# [1971](../book/references.md#pollard1971)). The prime must exceed every count, and have roots of unity for long
# vectors. One such prime is $p=15\cdot2^{27}+1=2013265921$, which has $N$-th roots of unity for every power of two up
# to $2^{27}$.

# %%
p = 15 * 2**27 + 1
assert all(p % d for d in range(2, int(p**0.5) + 1)), "it is a prime"

# %% [markdown]
# ### What it costs in practice
#
# The paper expects convolution to overtake sieving only near $n=10^{18}$, from the exponents alone ([notebook
# 6](06-number-of-cold-positions.ipynb#What-the-sieve-costs)). Constants matter, though: [notebook
# 8](faster/08-faster-still.ipynb#What-the-clock-says) reports running times.


# %% [markdown]
# ## Findings
#
# * With hotspots, a range can be solved in halves; a Boolean convolution carries the marks from one to the other.
# * Theorem 1: $O(n\log^2n)$, whatever the size of $S$.
# * A transform in double precision rounds. Under a theorem on one ordering of the butterflies the error stays below one
#   half up to $2^{40}$ entries, and then the answer is exact.
#
# ## Exercises
#
# 1. *Check.* Count the transforms of the plain recursion at $n=2^{16}$. *Hint: three for each convolution, and one
#    convolution for each of $n-1$ midpoints.* [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-1)
# 2. *Check.* Cut ranges into four blocks instead of two, and draw the squares of the picture anew, for 64 positions.
#    How many squares does each level have? *Hint: every pair of an earlier and a later block of a range is one: six for
#    each range.* [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-2)
# 3. *Prove.* Misère play is a game with hotspots. Which? Prove it for every set. *Hint: exercise 6 of [notebook
#    1](01-subtraction-games.ipynb).* [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-3)
# 4. *Go further.* The recursion takes any set. `make explore GAME="n*(3*n-1)//2" N=2**16` makes a page on the
#    pentagonal numbers that lists the first cold positions; does the recursion of this notebook find them? *Hint:
#    nothing but the set changes.* [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-4)
# 5. *Check.* Where does the second logarithm come from? Count the *butterflies* of `evaluate` at $n=2^{12}$: $\frac
#    N2\log_2N$ for each transform of $N$ numbers, and three transforms for each convolution. Compare with $n\log_2^2n$.
#    *Hint: add them up in `boolean_convolution`, level by level: the sum of a level falls as the ranges get shorter.*
#    [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-5)
# 6. *Prove.* Theorem 1': $O(n\log^2n\,/\log\log n)$ steps are enough. *Hint: cut a range into about $\log_2n$ blocks,
#    and transform each block once, for the sake of all later ones.*
#    [Solution](solutions/part-1.ipynb#Notebook-3,-exercise-6)
#
# **Next:** [Nim-values](04-nim-values.ipynb), level by level.
