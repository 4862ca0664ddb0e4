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
# *40 minutes to read.*
#
# In [notebook 1](01-subtraction-games.ipynb#The-cold-numbers-of-subtract-a-square) we found the cold positions by doing
# what the definition says. **How much work is that, and can we get the same list for less?**
#
# There are two ways to organise the work. In *dynamic programming* each position looks back and asks whether one of its
# moves leads to a cold position. In a *sieve* each cold position looks forward and marks all positions that can reach
# it in one move. We count the operations of both methods, so that no stopwatch is needed. At the end you will be able
# to say which method is better for which game, and to sieve without knowing where to stop.
#
# *After D. Eppstein, FUN [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, sections 1 and 3.2.*

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
from itertools import count, islice

import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_games import analysis, core, figures
from subtraction_games.arguments import whole_number
from subtraction_games.pages.ask import ask
from subtraction_games.pages.steps import sieve

figures.use_style()
n = whole_number("n", n, least=256)
moves = sg.squares(n)

# %% [markdown]
# ## Looking back: dynamic programming
#
# > Go through the positions in ascending order. A position is hot if one of its moves leads to a cold position.
#
# When a position's turn comes, all smaller positions are settled, so each answer is computed once and afterwards only
# looked up.


# %% tags=["yours"]
def cold_by_dynamic_programming(moves, n):
    """The cold positions below n, ascending. The moves are an ascending array."""
    hot = np.zeros(n, dtype=bool)
    for position in range(n):
        fitting = moves[moves <= position]
        hot[position] = any(not hot[position - s] for s in fitting)
    return np.flatnonzero(~hot)


first_cold = cold_by_dynamic_programming(sg.squares(500), 500)
print(first_cold[:21].tolist())
assert np.array_equal(
    first_cold, core.cold_by_dynamic_programming(sg.squares(500), 500)
), (
    "The list begins with 0, 2, 5, 7: did you return hot positions, or forget that a "
    "move may take all coins?"
)

# %% [markdown]
# The package's version is `core.cold_by_dynamic_programming`, which you choose with `method="dynamic-programming"`.
#
# **The cost.** A position $k$ has about $\sqrt k$ moves, namely the squares up to $k$. So below $n$ there are about
# $\sqrt1+\sqrt2+\dots+\sqrt{n-1}$ pairs of a position and a move. This sum is nearly the area under the curve $y=\sqrt
# x$ from 0 to $n$. That area is $\int_0^n\sqrt x\,dx=\frac23n^{3/2}$, two thirds of the enclosing rectangle with sides
# $n$ and $\sqrt n$. For any subtraction set there are at most $n|S|$ pairs, where $|S|$ is the number of moves below
# $n$. So dynamic programming takes $O(n|S|)$ steps. Here $O(f)$ means at most a constant times $f$, for all large $n$.
# The constant may depend on the program and the game, but not on $n$.

# %% tags=["drawing"]
k = np.arange(442)
fig, ax = plt.subplots(figsize=(6.4, 2.6))
area = {"step": "post", "color": figures.SKY, "alpha": 0.5, "linewidth": 0}
ax.fill_between(k, np.floor(np.sqrt(k)), label="moves of position k", **area)
above = {"facecolor": "none", "edgecolor": figures.FAINT, "hatch": "//", "linewidth": 0}
ax.fill_between(k, np.sqrt(k), 21, label="the other third", **above)
ax.plot(k, np.sqrt(k), color=figures.INK, label=r"$\sqrt{k}$")
ax.plot([0, 0, 441, 441, 0], [0, 21, 21, 0, 0], color=figures.INK, clip_on=False)
ax.set(xlabel="position k", ylabel="moves", xlim=(0, 441), ylim=(0, 21))
ax.set(xticks=[0, 100, 200, 300, 400, 441], yticks=[0, 5, 10, 15, 21])
ax.set_title("Two thirds of the rectangle lie under the curve")
ax.legend(loc="lower right")
figures.show(fig, "Steps under a square-root curve; the part above it is hatched")

# %% [markdown]
# Computing nim-values requires every pair, because a mex needs the values of all positions that the moves lead to. But
# to find out whether a position is hot, we may stop at its first move to a cold position, as `any` does. We call each
# pair that is tried up to that point a *look*.


# %%
def count_pairs(moves, n):
    """The number of pairs of a position below n and one of its moves."""
    return int((n - moves).sum())  # n - s positions have the move s


def count_looks(moves, n):
    """The number of looks that all positions below n take."""
    cold = np.isin(np.arange(n), sg.cold_positions(moves, n))

    def looks_at(position):
        """The looks of one position, which stops at its first move to a cold position."""
        to_cold = cold[position - moves[moves <= position]]
        return int(to_cold.argmax()) + 1 if to_cold.any() else len(to_cold)

    return sum(looks_at(position) for position in range(n))


# %%
for k in (2**8, 2**12):
    n_pairs, n_looks = count_pairs(sg.squares(k), k), count_looks(sg.squares(k), k)
    print(f"{n_pairs:,} pairs, {n_looks:,} looks, {n_pairs / n_looks:.1f} times fewer")

# %%
n_pairs, n_looks = count_pairs(moves, n), count_looks(moves, n)

# %% tags=["question"]
factors = {f"{k} times": float(k) for k in ("2.0", "2.8", "4", "16")}
factor = n_pairs / n_looks
nearest = min(factors, key=lambda guess: abs(factors[guess] - factor))
fields = {"n": n, "pairs": n_pairs, "looks": n_looks, "factor": factor}
ask("looks-and-pairs", nearest, options=factors, **fields)

# %% [markdown]
# Stopping early helps only hot positions, because a cold position has to try all its moves. Still, the saving grows
# with $n$. If the $|C|$ cold positions below $n$ were scattered at random, a hot position would meet the first of them
# after about $n/|C|$ looks. That makes about $n\cdot n/|C|$ looks in all, compared with about $n\sqrt n$ pairs, and
# $n/|C|$ grows more slowly than $\sqrt n$. This is only a heuristic, so we print it beside the true number of looks.

# %%
assert analysis.looks(moves, n) == n_looks  # the package's own, faster function
for k in (2**8, 2**12, n):
    n_cold = len(sg.cold_positions(moves, k))
    n_looks = analysis.looks(sg.squares(k), k)
    print(f"n = {k:,}: n * n / |C| = {k * k / n_cold:,.0f}, and {n_looks:,} looks")

# %% [markdown]
# The estimate is of the right size, but it is first too high and then too low, so the number of looks grows faster than
# it predicts. Cold positions are *not* scattered at random, and many hot positions look where cold ones are rare. The
# section *A picture first* in [notebook 7](07-modularity.ipynb#A-picture-first) shows where the cold positions lie.
#
# ## Looking forward: the sieve
#
# Eratosthenes did not ask each number for its divisors. He let each prime cross out its multiples.
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
# In one sentence: the next position without a mark is cold, so mark every position one move above it as hot, and go on.


# %% tags=["yours"]
def cold_by_sieving(moves, n):
    """The cold positions below n, found by marking forward from each of them."""
    hot = np.zeros(n, dtype=bool)
    for position in range(n):
        if not hot[position]:
            hot[position + moves[moves < n - position]] = True
    return np.flatnonzero(~hot)


assert np.array_equal(cold_by_sieving(sg.squares(500), 500), first_cold), (
    "Only positions without a mark make marks, and they mark all positions below n."
)

# %% [markdown]
# Position 0 is cold and marks 1, 4, 9, 16, ... The next cold position is 2, and its marks 3, 6, 11, 18, ... are new.

# %% tags=["question"]
marked = set()
for position in first_cold.tolist():
    marks = set((position + sg.squares(500)).tolist())
    if repeated := sorted(marks & marked):
        break
    marked |= marks
ask("marked-again", position, repeated=repeated)

# %% [markdown]
# Now be the sieve yourself. Click the smallest position without a mark, again and again, until you have found all cold
# positions below 40. At the end the page counts your marks, and compares them with the looks and the pairs of the
# previous section.

# %%
sieve(sg.squares, 40)

# %% [markdown]
# **Why is this correct?** When the loop arrives at a position, every smaller cold position has made its marks. So the
# position is marked exactly when some move leads from it to a cold position, which is what hot means. $\square$
#
# **The cost.** Let $C$ be the set of cold positions below $n$. The sieve makes at most one mark for each cold position
# and each move, so it takes $O(|C|\,|S|)$ steps, whereas dynamic programming takes $O(n|S|)$. Whenever few positions
# are cold, sieving wins. To count the marks, we add up how many each cold position makes below $n$.


# %%
def count_marks(moves, n):
    """The number of marks of the sieve: for each cold position c, the moves below n - c."""
    cold = sg.cold_positions(moves, n)
    return sum(int(np.searchsorted(moves, n - c)) for c in cold)


# %%
n_marks = count_marks(moves, n)
print(f"{n_marks:,} marks, {n_looks:,} looks: {n_looks / n_marks:.1f} times fewer")
assert analysis.marks(moves, n) == n_marks

# %% [markdown]
# ## How the three counts grow
#
# One size gives only a ratio, but several sizes give the exponents.

# %%
sizes = 2 ** np.arange(8, n.bit_length())
counts = {
    "pairs (all nim-values)": [count_pairs(sg.squares(k), k) for k in sizes],
    "looks (hot and cold)": [analysis.looks(sg.squares(k), k) for k in sizes],
    "marks (sieve)": [count_marks(sg.squares(k), k) for k in sizes],
}

# %% tags=["drawing"]
fig, ax = plt.subplots()
colours = figures.INK, figures.GREEN, figures.VERMILION
for (name, grown), c in zip(counts.items(), colours, strict=True):
    growth = sg.fit_power_law(sizes, grown).exponent if len(sizes) > 1 else np.nan
    label = f"{name}: $n^{{{growth:.2f}}}$"
    ax.plot(sizes, grown, "o-", markersize=4, color=c, label=label)
ax.set_xscale("log", base=2)
ax.set(yscale="log", xlabel="positions n", ylabel="operations")
ax.set_title("Operations to evaluate subtract-a-square")
ax.grid(visible=True)
ax.legend(loc="upper left")
figures.show(fig, "Operations against n: nearly straight lines, steepest for pairs")

# %% [markdown]
# The number of pairs grows like $n^{3/2}$ and that of marks like $n^{1.2}$, because the number of cold positions grows
# like $n^{0.7}$ (Figure 2 in [notebook 6](06-number-of-cold-positions.ipynb)) and that of moves like $n^{0.5}$. The
# number of looks lies in between.
#
# **When does sieving save little work?** It saves little work when many positions are cold. With $S=\{1\}$ every second
# position is cold, so the sieve makes $n/2$ marks and dynamic programming takes $n$ looks. Here are four other games,
# named after their moves. The Moser-de Bruijn numbers are the sums of distinct powers of 4, the subject of Theorem 7.1
# in [notebook 7](07-modularity.ipynb).

# %%
games = {
    "powers of 3": sg.powers(3),
    "factorials": sg.factorials,
    "primes": sg.primes,
    "Moser-de Bruijn": sg.moser_de_bruijn,
}
n_moves = {name: len(S(n)) for name, S in games.items()}

# %%
n_cold = {name: len(sg.cold_positions(S, n)) for name, S in games.items()}
gains = {s: analysis.looks(S(n), n) / count_marks(S(n), n) for s, S in games.items()}

# %% tags=["question"]
best = max(gains, key=gains.get)
ask("best-game", best, options=games, cold=n_cold[best], primes=n_cold["primes"])

# %%
for name, gain in gains.items():
    sizes = f"{n_moves[name]:,} moves, {n_cold[name]:,} cold"
    print(f"{name}: {sizes}, the sieve gains a factor of {gain:.1f}")

# %% [markdown]
# Among these four games, the fewer cold positions there are, the more the sieve gains. With few moves the sieve can't
# gain much. A position takes at most $|S|$ looks, at least about half of all positions are hot, and every hot position
# receives a mark, so the gain is at most about $2|S|$. But even with many moves the gain need not be large. With the
# 6,542 primes as moves, the sieve gains a factor of 2.4, hardly more than the 1.7 with the 8 factorials.
#
# **As few as possible.** The Moser-de Bruijn game is the extreme case that the paper mentions: "$C$ could be as small
# as $n/|S|$, in which case the sieving algorithm would take linear time".
#
# **Claim 2.1.** $|C|\,(|S|+1)\ge n$, and if $|C|=O(n/|S|)$, the sieve makes $O(n)$ marks. **Proof.** Every position
# below $n$ is cold or one move above a cold position, and each cold position accounts for itself and at most $|S|$
# others. The sieve makes at most $|C||S|$ marks, which is $O(n)$ if $|C|=O(n/|S|)$. $\square$
#
# The Moser-de Bruijn game attains this bound, because below $n=4^k$ it has $2^k$ cold positions and $2^k-1$ moves, so
# that $|C|(|S|+1)=n$ exactly. Each hot position is marked exactly once, so there are fewer marks than positions.

# %%
four_k = 4 ** ((n.bit_length() - 1) // 2)
moser = sg.moser_de_bruijn(four_k)
moser_cold, moser_marks = sg.cold_positions(moser, four_k), count_marks(moser, four_k)
sizes = f"{len(moser_cold)} cold positions, {len(moser)} moves, {moser_marks:,} marks"
print(f"n = {four_k:,}: {sizes}")
assert len(moser_cold) * (len(moser) + 1) == four_k

# %% [markdown]
# ## Where the marks land
#
# At $n=2^{30}$, the sieve makes 43.6 billion marks (see *What the sieve costs* in [notebook
# 6](06-number-of-cold-positions.ipynb#What-the-sieve-costs)), scattered over an array of one gigabyte, while a
# processor's fast memory holds only a few megabytes. The cure is to make the same marks in a different order. Cut the
# positions into segments that fit into the fast memory, and make all marks in one segment before any in the next.
# `subtraction_engine.sieve` does that in compiled code, and *What the clock says* in [notebook
# 8](../engine/notebooks/08-faster-still.ipynb#What-the-clock-says) shows how fast it is.
#
# ## A sieve without an end
#
# What if you don't know how far you want to go? In a post of 14 November [2016](../book/references.md#eppstein2016a)
# the author of the paper describes a sieve that goes on for ever. Every cold position sends out a *walker*, which waits
# at the next position that it has to mark. When the search arrives there, the walker steps on to its next position.
#
# > A position where no walker waits is cold, and sends out a walker of its own.
#
# Several walkers may wait at one position.

# %% tags=["question"]
ask("walkers-at-48", [cold for cold in first_cold.tolist() if 48 - cold in moves])


# %%
def walk():
    """Yield all cold positions of subtract-a-square, ascending."""
    waiting = {}  # position: the walkers there, as (start, root of their next square)
    for position in count():
        walkers = waiting.pop(position, [])
        if not walkers:
            yield position
            walkers = [(position, 1)]
        for start, root in walkers:
            goal = start + root**2
            waiting[goal] = [*waiting.get(goal, []), (start, root + 1)]


# %%
cold = sg.cold_positions(sg.squares, n)
print(list(islice(walk(), 20)))
assert list(islice(walk(), len(cold))) == cold.tolist()

# %% [markdown]
# Each cold position has exactly one walker, so the memory grows with the number of cold positions *found*, not with the
# length of the search. But `walk` knows only the squares. Up to a given $n$, the package evaluates the game
# for any set of moves, such as the practical numbers 1, 2, 4, 6, 8, 12, ... A number $m$ is practical if every smaller
# number is a sum of distinct divisors of $m$. The cold positions of this game are sequence A275432 of the OEIS.

# %%
print(sg.cold_positions(sg.practical, 240))

# %% [markdown]
# ## Findings
#
# * Looking back takes $O(n|S|)$ steps, about $n^{3/2}$ for squares. Looking forward takes $O(|C||S|)$, about $n^{1.2}$.
# * At $n=2^{16}$, stopping at the first move to a cold position saves a factor of 4, and the sieve saves another factor
#   of 7.
# * In four other games, the fewer positions are cold, the more the sieve gains. Having many moves does not by itself
#   ensure a large gain.
# * A sieve need not know where to stop, and its memory grows only with the number of cold positions found.
#
# ## Exercises
#
# 1. *Check.* ★★ 20 min. Let `cold_by_dynamic_programming` try the moves in descending order. Does stopping early then
#    save more? *Hint: count the looks inside the loop; `analysis.looks`, which takes them in ascending order, gives the
#    number to beat.* [Solution](solutions/01-04.ipynb#Notebook-2,-exercise-1)
# 2. *Check.* ★★ 20 min. Change the program `cold_by_sieving` so that some positions, the `hotspots`, are marked from
#    the beginning. Which positions up to 10 are cold if 2 is a hotspot? Make a prediction, then run the program. What
#    does it find if all cold positions of the original game are hotspots? *Hint: compare with the positions of
#    nim-value 1; Lemma 2 in [notebook 4](04-nim-values.ipynb) takes this further.*
#    [Solution](solutions/01-04.ipynb#Notebook-2,-exercise-2)
# 3. *Prove.* ★ 10 min. Show that the sieve makes at most as many marks as there are pairs of a position and a move.
#    *Hint: which pair does a mark belong to?* [Solution](solutions/01-04.ipynb#Notebook-2,-exercise-3)
# 4. *Go further.* ★ 10 min. The number of marks is at most the number of cold positions times the number of moves.
#    Choose a game of your own in the [explorer](../book/explore.md), read off how many positions are cold, and estimate
#    the number of marks. How much too large is the estimate? *Hint: `analysis.marks` counts the marks; a move near $n$
#    makes a mark below $n$ from only a few cold positions.* [Solution](solutions/01-04.ipynb#Notebook-2,-exercise-4)
#
# **Next:** [Divide and conquer](03-divide-and-conquer.ipynb), where all the marks of a whole range are made at once.

# %% tags=["records"]
# The rows of figures/reproduction.csv: what the paper says, and what this notebook finds.
from functools import partial

from subtraction_games.reproduction import compare

compare = partial(compare, n)

within = n_looks <= n_pairs <= n * len(moves)
compare("dynamic programming: O(n|S|), at most n|S| looks", "1", True, within)
compare(
    "the sieve: O(|C||S|), at most |C||S| marks",
    "3.2",
    True,
    n_marks <= len(cold) * len(moves),
)
compare(
    "cold positions may be as few as n/|S|, and sieving linear",
    "3.2",
    True,
    moser_marks < four_k,
)
