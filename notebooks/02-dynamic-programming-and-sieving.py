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
# # 2. Dynamic programming and sieving
#
# *15 minutes to read.*
#
# [Notebook 1](01-subtraction-games.ipynb) found the cold positions by doing what the definition says. **What does that
# cost, and can the same list be had for less?**
#
# There are two ways to organise the work. *Looking back*, each position asks whether one of its moves leads to a cold
# one: dynamic programming. *Looking forward*, each cold position tells all those that can reach it: a sieve. We count
# the operations of both, so that no stopwatch is needed. At the end you will be able to say which is better for which
# game, and why the sieve's memory matters as much as its steps.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12, sections 1 and 3.2.*

# %% tags=["parameters"]
n = 2**16  # positions evaluated: 0 to n - 1 (make's LESSON_N)

# %% tags=["setup"]
from itertools import islice

import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_games import analysis, core, figures
from subtraction_games.arguments import whole_number
from subtraction_games.pages.steps import steps, strip

figures.use_style()
n = whole_number("n", n, least=256)
moves = sg.squares(n)

# %% [markdown]
# ## Looking back: dynamic programming
#
# > For each position in ascending order: it is hot if one of its moves leads to a cold position.
#
# All smaller positions are settled by then, so each answer is looked up and never computed twice. That is all there is
# to dynamic programming.


# %% tags=["yours"]
def cold_by_looking_back(moves, n):
    hot = np.zeros(n, dtype=bool)
    for position in range(n):
        fitting = moves[moves <= position]
        hot[position] = any(not hot[position - s] for s in fitting)
    return np.flatnonzero(~hot)


print(cold_by_looking_back(moves, 100).tolist())

# %% [markdown]
# The package has the same as `core.cold_by_looking_back`, which is what `method="dynamic-programming"` runs.

# %%
few = cold_by_looking_back(sg.squares(500), 500)
assert np.array_equal(few, core.cold_by_looking_back(sg.squares(500), 500))

# %% [markdown]
# **The cost.** A position $k$ has about $\sqrt k$ moves: the squares up to $k$. So the pairs of a position and a move
# below $n$ are about $\sqrt1+\sqrt2+\dots+\sqrt{n-1}$ in number. The sum is the area of steps under the curve $y=\sqrt
# x$ from 0 to $n$. The area under the curve itself is $\int_0^n\sqrt x\,dx=\frac23n^{3/2}$: two thirds of the rectangle
# with sides $n$ and $\sqrt n$ that encloses it. In general there are at most $n|S|$, where $|S|$ counts the moves below
# $n$ only. For nim-values every pair must be looked at, since a mex needs them all. For hot and cold a position may
# stop at its first move to a cold one. `any` does; how much does it save?

# %% tags=["drawing"]
k = np.arange(400)
fig, ax = plt.subplots(figsize=(6.4, 2.4))
area = {"step": "post", "color": figures.SKY, "alpha": 0.5}
ax.fill_between(k, np.floor(np.sqrt(k)), label="moves of position k", **area)
ax.plot(k, np.sqrt(k), color=figures.INK, label=r"$\sqrt{k}$")
ax.set(xlabel="position k", ylabel="moves", xlim=(0, 400), ylim=(0, 20))
ax.set_title("Two thirds of the rectangle")
ax.legend(loc="lower right")
figures.show(
    fig,
    "Steps rising like the square root of k fill two thirds of a rectangle, the moves of each position",
)


# %%
def pairs(moves, n):
    """Pairs of a position below n and a move that it has."""
    return int((n - moves).sum())  # n - s positions have the move s


def looks(moves, n):
    """Those of them that are looked at, if each position stops at its first move to a cold one."""
    total, cold = 0, np.isin(np.arange(n), sg.cold_positions(moves, n))
    for position in range(n):
        found = cold[position - moves[moves <= position]]
        total += int(found.argmax()) + 1 if found.any() else len(found)
    return total


# %%
for k in (2**8, 2**12, n):
    all_of_them, few_of_them = pairs(sg.squares(k), k), looks(sg.squares(k), k)
    saved = f"a factor of {all_of_them / few_of_them:.1f} is saved"
    print(f"n = {k:>6,}: {all_of_them:>10,} pairs, {few_of_them:>9,} looks: {saved}")
assert analysis.looks(moves, n) == few_of_them  # the package's, faster

# %% [markdown]
# At $n=2^{16}$ there are 11.2 million pairs, and stopping early saves a factor of 4.0. It helps hot positions only: a
# cold one has to try everything before it knows. Don't read a constant into the 4: as the three rows show, the factor
# grows with $n$. A hot position looks until it meets its first cold one. How many looks that takes depends on how rare
# the cold positions are, and cold positions thin out more slowly than moves multiply.

# %% [markdown]
# ## Looking forward: the sieve
#
# Eratosthenes did not ask each number for its divisors: he let each prime cross out its multiples.
#
# > **The paper, section 3.2.** "This algorithm is analogous to the sieve of Eratosthenes, which finds prime numbers
# > iteratively, for each one marking off the numbers that are not prime. To compute the cold positions among the first
# > $n$ positions, it performs the following steps:
# >
# > 1. Initialize a Boolean array $H$ of length $n$ (indicating whether each position is hot) to be false in each cell.
# > 2. For each position $i$ from 0 to $n$, test whether $H[i]$ is still false. If it is, perform the following steps:
# >    a. Output $i$ as one of the cold positions. b. For each value $s$ in the subtraction set $S$, mark $i+s$ as hot
# >    by setting $H[i+s]$ to be true.
# >
# > If the set of cold positions up to $n$ is $C$, and the subtraction set is $S$, then this sieving algorithm takes
# > time $O(|C|\cdot|S|)$."
#
# In one sentence: the smallest unmarked position is cold; mark every position one move above it as hot, and go on.


# %% tags=["yours"]
def cold_by_sieving(moves, n):
    hot = np.zeros(n, dtype=bool)
    for position in range(n):
        if not hot[position]:
            hot[position + moves[moves < n - position]] = True
    return np.flatnonzero(~hot)


assert np.array_equal(cold_by_sieving(sg.squares(500), 500), few)

# %% [markdown]
# **Predict first.** Position 0 is cold and marks 1, 4, 9, 16, 25 and 36. Which position is cold next, what does it
# mark, and which cold position is the first to mark something again? Then walk through the steps, one for each cold
# position below 40.


# %% tags=["drawing"]
def sieve_steps(cold, n):
    """For each cold position what it marks, between what is marked already and what is not settled yet."""
    hot = np.array([], dtype=int)
    for position in cold:
        marked = position + sg.squares(n - position)
        marks = ", ".join(map(str, marked)) or "nothing"
        caption = f"No mark is on {position}: it is cold. It marks {marks}."
        state = {"hot": hot, "marked": marked, "cold": cold[cold <= position]}
        yield caption, {"": strip(n, **state)}
        hot = np.union1d(hot, marked)


steps(sieve_steps(few[few < 40], 40), "The sieve, one cold position at a time")

# %% [markdown]
# (Next is 2, which marks 3, 6, 11, ..., all of them new. The first to mark something again is 5: both 6 and 9.)
#
# **Why is this correct?** When the loop arrives at a position, every smaller cold position has made its marks. So the
# position is marked exactly when some move from it leads to a cold position, and that is the definition of hot.
# $\square$
#
# **The cost.** Let $C$ be the set of cold positions below $n$. The sieve makes at most one mark for each of them and
# each move: $O(|C|\,|S|)$, where dynamic programming has $O(n|S|)$. Whenever few positions are cold, sieving wins. Here
# is the picture of the sieve at work for the first 40 positions: each row is a cold position, with the marks it makes.

# %% tags=["drawing"]
shown = 40
small_cold = sg.cold_positions(sg.squares, shown)
fig, ax = plt.subplots(figsize=(7.2, 2.8))
for row, position in enumerate(small_cold):
    marked = position + sg.squares(shown - position)
    red, blue = {"c": figures.VERMILION, "ms": 5}, {"c": figures.BLUE, "ms": 7}
    ax.plot(marked, np.full(len(marked), row), "s", label="marked hot", **red)
    ax.plot(position, row, "s", label="cold", **blue)
ax.set(xlabel="position", ylabel="from cold position")
ax.set_yticks(range(len(small_cold)), small_cold)
ax.invert_yaxis()
ax.set_title("The sieve at work: every column without a red mark is cold")
ax.legend(*(part[:2] for part in ax.get_legend_handles_labels()), loc="lower left")
figures.show(
    fig,
    "One row of red marks for each cold position, a square to its right each; cold columns have none",
)

# %% [markdown]
# To count the marks, add up for each cold position the moves that stay below $n$.


# %%
def marks(moves, n):
    """Marks that the sieve makes below n: for each cold position c, the moves below n - c."""
    cold = sg.cold_positions(moves, n)
    return sum(int(np.searchsorted(moves, n - c)) for c in cold)


# %%
made, looked = marks(moves, n), few_of_them
print(f"{made:,} marks against {looked:,} looks: {looked / made:.1f} times fewer")
assert analysis.marks(moves, n) == made

# %% [markdown]
# ## How the three counts grow
#
# Counting at growing sizes shows the difference in the exponents, not just at one size. From here on
# `analysis.looks` counts the looks, for all positions at once.

# %%
sizes = 2 ** np.arange(8, n.bit_length())
counted = {
    "pairs (all nim-values)": [pairs(sg.squares(k), k) for k in sizes],
    "looks (hot and cold)": [analysis.looks(sg.squares(k), k) for k in sizes],
    "marks (sieve)": [marks(sg.squares(k), k) for k in sizes],
}

# %% tags=["drawing"]
fig, ax = plt.subplots()
for name, counts in counted.items():
    growth = sg.fit_power_law(sizes, counts).exponent if len(sizes) > 1 else np.nan
    ax.plot(sizes, counts, "o-", markersize=4, label=f"{name}: $n^{{{growth:.2f}}}$")
ax.set_xscale("log", base=2)
ax.set(yscale="log", xlabel="positions n", ylabel="operations")
ax.set_title("Operations to evaluate subtract-a-square")
ax.grid(visible=True)
ax.legend(loc="upper left")
figures.show(
    fig,
    "Operations against n on logarithmic axes: three nearly straight lines, pairs the steepest",
)

# %% [markdown]
# The pairs grow like $n^{3/2}$ and the marks like $n^{1.2}$: the number of cold positions grows like $n^{0.7}$
# ([notebook 6](06-number-of-cold-positions.ipynb)), and the number of moves like $n^{0.5}$. Looks lie between.
#
# **When does sieving gain little?** When many positions are cold. With $S=\{1\}$ every second position is cold, so the
# sieve makes $n/2$ marks and dynamic programming $n$ looks. Here are four other games: the powers of 3, the factorials,
# the primes, and the Moser-de Bruijn numbers (sums of distinct powers of 4, which [notebook 7](07-modularity.ipynb) is
# about), with the number of their cold positions.

# %%
for S in (sg.powers(3), sg.factorials, sg.primes, sg.moser_de_bruijn):
    gain, of_it = analysis.looks(S(n), n) / marks(S(n), n), sg.cold_positions(S, n)
    size = f"{len(S(n)):>5,} moves {len(of_it):>7,} cold"
    print(f"{S.__name__:>16}: {size}: the sieve gains a factor of {gain:.1f}")

# %% [markdown]
# Among these four, the fewer cold positions there are, the more the sieve gains. Few moves can't gain much: at most
# $|S|$ looks are made for each hot position, and at least one mark. But many moves need not gain much either. The
# factorials have 8 moves and gain a factor of 1.7, the primes have 6,542 and gain 2.4.
#
# **As few as can be.** The last game is the extreme that the paper mentions: "$C$ could be as small as $n/|S|$, in
# which case the sieving algorithm would take linear time".
#
# **Claim 2.1.** $|C|\,(|S|+1)\ge n$, and where $|C|=O(n/|S|)$ the sieve makes $O(n)$ marks. **Proof.** Every position
# below $n$ is cold or one move above a cold position, and each cold position accounts for itself and at most $|S|$
# others. The sieve makes at most $|C||S|$ marks. $\square$
#
# The Moser-de Bruijn game reaches that: below $n=4^k$ it has $2^k$ cold positions and $2^k-1$ moves, so that
# $|C|(|S|+1)=n$ exactly. Each hot position is marked exactly once, so the sieve makes fewer marks than there are
# positions.

# %%
four_k = 4 ** ((n.bit_length() - 1) // 2)
its_moves = sg.moser_de_bruijn(four_k)
its_cold, its_marks = (
    len(sg.cold_positions(its_moves, four_k)),
    marks(its_moves, four_k),
)
counts = f"{its_cold} cold positions, {len(its_moves)} moves, {its_marks:,} marks"
print(f"n = {four_k:,}: {counts}")
assert its_cold * (len(its_moves) + 1) == four_k

# %% [markdown]
# ## Where the marks land
#
# At $n=2^{30}$ the sieve makes 43.6 billion marks (counted in notebook 6), each somewhere else in an array of a
# gigabyte. A processor writes to its cache in a fraction of a nanosecond, but waits far longer for memory, and a cache
# holds a few megabytes.
#
# The cure changes no mark but their order:
#
# > Cut the positions into segments that fit the cache, one bit each. Make all marks that fall into this
# > segment before any in the next; every cold position remembers which of its moves comes next.
#
# Here each cold position looks up its next moves anew. The answer can't depend on the length of a segment.


# %%
def cold_by_segments(moves, n, length):
    cold = []
    for start in range(0, n, length):
        hot = np.zeros(length, dtype=bool)
        for c in cold:
            first, last = np.searchsorted(moves, [start - c, start + length - c])
            hot[c + moves[first:last] - start] = True
        for position in range(start, min(start + length, n)):
            if not hot[position - start]:
                cold.append(position)
                fitting = moves[moves < start + length - position]
                hot[position + fitting - start] = True
    return np.array(cold)


# %%
cold = sg.cold_positions(sg.squares, n, method="sieve")
limit = min(n, 5000)
assert all(
    np.array_equal(cold_by_segments(moves, limit, k), cold[cold < limit])
    for k in (64, 1000, 8192)
)

# %% [markdown]
# `subtraction_engine.sieve` is this in compiled form. [Notebook 8](faster/08-faster-still.ipynb) goes on from there.
#
# ## A sieve without an end
#
# What if you don't know beforehand how far you want to go? The author's post of 14 November
# [2016](../book/references.md#eppstein2016a) has a sieve that goes on for ever. Every cold position becomes a *walker*:
# it waits at the next position that one of its moves marks, and when the search arrives there, it steps on to the
# following one.
#
# > A position where no walker waits is cold, and sends out a walker of its own.

# %%
print(list(islice(sg.cold_positions_without_end(sg.squares), 20)))

# %% [markdown]
# Each cold position has exactly one walker, so the memory grows with the number of cold positions *found*, not with the
# distance. The sieve takes any set. Here it plays the game of the practical numbers 1, 2, 4, 6, 8, 12, ... Every number
# below a practical number is a sum of distinct divisors of it. (The cold positions are OEIS A275432.)

# %%
print(list(islice(sg.cold_positions_without_end(sg.practical), 12)))

# %% [markdown]
# ## Findings
#
# * Looking back costs $O(n|S|)$, about $n^{3/2}$ for squares; looking forward $O(|C||S|)$, about $n^{1.2}$.
# * At $n=2^{16}$ stopping at the first move to a cold position saves a factor of 4, the sieve another 7.
# * Marking segment by segment changes the speed, not the answer.
# * A sieve need not know where to stop, and its memory grows only with the cold positions found.
#
# ## Exercises
#
# 1. *Check.* Try the moves in descending order in `cold_by_looking_back`. Does stopping early save more? *Hint: count
#    the looks inside the loop; `analysis.looks`, which takes them in ascending order, gives the number to
#    beat.* [Solution](solutions/part-1.ipynb#Notebook-2,-exercise-1)
# 2. *Check.* Change the program. Let `cold_by_sieving` begin with some positions marked, `hotspots`. Which positions
#    are cold up to 10 if 2 is a hotspot? Predict, then run. And what does it find if all cold positions of the old game
#    are hotspots? *Hint: compare with the positions of nim-value 1; [notebook 4](04-nim-values.ipynb) goes on.*
#    [Solution](solutions/part-1.ipynb#Notebook-2,-exercise-2)
# 3. *Prove.* Show that the sieve makes at most as many marks as there are pairs. *Hint: which pair does a mark belong
#    to?* [Solution](solutions/part-1.ipynb#Notebook-2,-exercise-3)
# 4. *Go further.* The sieve's work is at most cold positions times moves. Choose a game of your own in the
#    [explorer](../book/explore.md), read off how many positions are cold, and estimate the marks. How much too large is
#    the estimate? *Hint: `analysis.marks` counts; a move near $n$ fits only below few cold positions.*
#    [Solution](solutions/part-1.ipynb#Notebook-2,-exercise-4)
#
# **Next:** [Divide and conquer](03-divide-and-conquer.ipynb), where all the marks of a whole range are made at once.
