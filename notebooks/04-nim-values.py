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
# # 4. Nim-values, level by level
#
# *30 minutes to read.*
#
# The cold positions are the positions of nim-value 0, and by Theorem 1 of [notebook 3](03-divide-and-conquer.ipynb)
# they can be found in $O(n\log^2n)$ steps. For several heaps you need *all* nim-values. **Can the fast algorithm find
# these, too?**
#
# It can, thanks to a short lemma: the positions of each nim-value are the cold positions of a game with hotspots. At
# the end you will have seen the lemma and the paper's Theorem 3 proved and put to work, and you will know how many
# positions have each nim-value.
#
# *After D. Eppstein, FUN [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 2.4.*

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.arguments import whole_number
from subtraction_games.pages.ask import ask
from subtraction_games.pages.steps import steps, strip

figures.use_style()
n = whole_number("n", n, least=256)
values = sg.nim_values(sg.squares, n, method="dynamic-programming")

# %% [markdown]
# ## Peeling off a level
#
# The cold positions of subtract-a-square have nim-value 0. Declare these positions hotspots, and find the cold
# positions of the new game.

# %%
level_0 = sg.cold_positions(sg.squares, 60)
level_1 = sg.cold_positions(sg.squares, 60, hotspots=level_0)
print("level 0:", level_0.tolist())
print("level 1:", level_1.tolist())

# %% [markdown]
# The second row contains the positions of nim-value 1. Declare both rows hotspots, and the next cold positions have
# nim-value 2, and so on, round by round. Rounds 0 and 1 together take all of the first seven positions except one.

# %% tags=["question"]
ask("round-of-4", values[4])

# %% [markdown]
# The steps below show one round at a time, until all of the first 40 positions are taken. Positions taken in earlier
# rounds are hotspots, and hot positions get another chance in the next round.


# %% tags=["drawing"]
def rounds(values):
    """A caption and a strip for each round: its positions are cold, earlier ones hotspots, later ones hot."""
    for t in range(values.max() + 1):
        parts = values < t, values == t, values > t
        before, now, later = map(np.flatnonzero, parts)
        caption = f"Round {t} takes {', '.join(map(str, now))}."
        yield caption, strip(len(values), hotspot=before, cold=now, hot=later)


steps(rounds(values[:40]), "Peeling off the levels")

# %% [markdown]
# Round 2 takes position 4, which therefore has nim-value 2.
#
# ## By hand
#
# Let us do the first rounds on paper, for the positions 0 to 10. *Round 0* is the game itself, in which 0, 2, 5, 7 and
# 10 are cold. In *round 1* these five positions are hotspots, so a move to one of them does not help. From 1 and from 3
# the only moves lead to the hotspots 0 and 2, so 1 and 3 are now cold. From 4 you can move to 3, so 4 is hot. From 6
# both moves lead to hotspots, 5 and 2, so 6 is cold. From 8 the moves lead to 7, which is a hotspot, and to 4, which is
# hot, so 8 is cold. From 9 you can move to 8, so 9 is hot. For *round 2* only 4 and 9 are left. Neither of them can be
# reached from the other, so both are cold.
#
# | position | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 |
# |---|---|---|---|---|---|---|---|---|---|---|---|
# | round 0 | **cold** | hot | **cold** | hot | hot | **cold** | hot | **cold** | hot | hot | **cold** |
# | round 1 | hotspot | **cold** | hotspot | **cold** | hot | hotspot | **cold** | hotspot | **cold** | hot | hotspot |
# | round 2 |hotspot|hotspot|hotspot|hotspot| **cold** |hotspot|hotspot|hotspot|hotspot| **cold** |hotspot|
# | nim-value | 0 | 1 | 0 | 1 | 2 | 0 | 1 | 0 | 1 | 2 | 0 |
#
# The nim-value of a position is the number of the round in which it is cold.

# %%
for t in range(3):
    taken = np.flatnonzero(values[:11] < t)
    print(f"round {t}:", sg.cold_positions(sg.squares, 11, hotspots=taken).tolist())

# %% [markdown]
# The paper's lemma says that each round takes exactly the positions of one nim-value.
#
# > **The paper, section 2.4.** "Lemma 2. Let $S$ be a subtraction set, and let $H$ be the set of positions in the
# > subtraction game for $S$ that have nim-value at most $t$. Then the positions that have nim-value $t+1$ are exactly
# > the cold positions of the subtraction game with hotspots with subtraction set $S$ and hotspot set $H$."
#
# **Lemma 2.** *If the positions of nim-value at most $t$ are made hotspots, the cold positions are those of nim-value
# $t+1$.*
#
# **Proof.** Let $H$ be the set of these hotspots. We show by induction that a position $p$ is cold in the game with
# hotspots exactly when its nim-value is $t+1$. Suppose that this holds for all smaller positions. By definition, $p$ is
# cold in that game if it is not in $H$ and has no move to a smaller cold position, that is, by induction, to a position
# of nim-value $t+1$. Outside $H$ the nim-value of $p$ is at least $t+1$, and if no move leads to $t+1$, the mex is at
# most $t+1$, so it is $t+1$. Conversely, a position of nim-value $t+1$ is not in $H$ and has no move to a position of
# nim-value $t+1$. $\square$
#
# Didn't the paper warn, in [Hotspots](03-divide-and-conquer.ipynb#Hotspots), that nim-values are problematic in games
# with hotspots? The paper did, but the nim-values here belong to the game *without* hotspots, and for each game with
# hotspots we ask only which positions of a single heap are hot or cold.
#
# The loop below runs the paper's divide-and-conquer algorithm in every round. The loop ends because in every round the
# smallest remaining position is cold, and so the round takes at least one position.


# %% tags=["yours"]
def nim_values_by_levels(S, n):
    """The nim-values of range(n), one in each round: what was taken earlier is a hotspot."""
    values = np.full(n, -1)
    level = 0
    while (values < 0).any():
        taken = np.flatnonzero(values >= 0)
        cold = sg.cold_positions(S, n, hotspots=taken, method="convolution")
        values[cold] = level
        level += 1
    return values


assert np.array_equal(nim_values_by_levels(sg.squares, 60), values[:60]), (
    "Round 0 finds 0, 2, 5, ..., and all positions taken so far are hotspots next time."
)

# %% [markdown]
# ## Theorem 3
#
# > **The paper, section 2.4.** "Theorem 3. In any subtraction game with subtraction set $S$, we can determine the
# > nim-values of the first $n$ positions in time $O(mn\log^2n)$, where $m$ is the maximum nim-value of any of these
# > positions."
#
# **Theorem 3.** *The loop finds the first $n$ nim-values in time $O((m+1)\,n\log^2n)$, where $m$ is the largest of
# them.*
#
# **Proof.** By Lemma 2 the loop assigns nim-value $t$ in round $t$. The loop ends when every position has its value,
# after $m+1$ rounds, and by Theorem 1 each round takes $O(n\log^2n)$. $\square$
#
# The paper's bound is the same unless no move is below $n$, when $m=0$. Its proof contains two harmless
# [slips](../book/slips.md#section-2-algorithms).
#
# `core.nim_by_levels` is this loop, and `sg.nim_values` runs it with `method="convolution"`.

# %% tags=["question"]
ask("rounds", 1 + values.max(), moves=len(sg.squares(n)), n=n)

# %%
by_levels = nim_values_by_levels(sg.squares, n)
assert np.array_equal(by_levels, values), "dynamic programming finds the same"
print(f"{by_levels.max() + 1} rounds gave the nim-values below {n:,}")

# %% [markdown]
# ## How many rounds can there be?
#
# **Claim 4.1.** $m\le|S|$. **Proof.** A position of nim-value $v$ has moves to positions of all the nim-values
# $0,\dots,v-1$, and so it has at least $v$ moves. $\square$
#
# So up to logarithmic factors the algorithm of Theorem 3 is never worse than $O(n|S|)$, and the further below $|S|$ the
# nim-values stay, the more it gains.

# %%
m, number_of_moves = int(values.max()), len(sg.squares(n))
print(f"largest nim-value {m}, number of moves {number_of_moves}")

# %% [markdown]
# Below $2^{16}$ the largest nim-value is 63, although 255 moves would allow 255. Equality occurs in Nim itself, where
# any number of coins may be taken and a heap of $n$ coins has nim-value $n$. After Theorem 3 the paper says that "the
# maximum nim-value of a subtraction game is $|S|$", where "at most $|S|$" is meant ([a
# slip](../book/slips.md#section-2-algorithms)).
#
# ## How many positions have each value?
#
# Each round is a whole run of the divide-and-conquer algorithm, however few positions it settles.

# %%
population = np.bincount(values)
early_rounds = 1 + np.argmax(np.cumsum(population) >= n / 2)

# %% tags=["question"]
n_rounds = len(population)
ask("half-settled", early_rounds, rounds=n_rounds, half=n_rounds // 2)

# %%
print(f"{early_rounds} of {len(population)} rounds settle half of the {n:,} positions,")
print(f"and the last ten settle {population[-10:].sum():,}")

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(6.4, 3.2))
ax.bar(np.arange(len(population)), population, width=1.0, color=figures.BLUE)
ax.set(xlabel="nim-value", ylabel="positions")
ax.set_title(f"How many positions below {figures.size_label(n)} have each nim-value")
figures.show(fig, "Bars that fall nearly along a straight line, from nim-value 0 to 63")

# %% [markdown]
# Apart from some ups and downs, the numbers of positions fall nearly along a straight line. The last ten rounds settle
# only 1,606 positions, and yet each takes as long as the first round. It would be cheaper to stop before these rounds
# and to find the mex of the remaining positions by looking back. But the bound of Theorem 3 counts every round, so all
# that matters for the bound is *where the bars end*. They end at the largest nim-value $m$, the subject of the next
# notebook.
#
# There is a surprise among the first levels, and it saves a round. Level 1, with the positions 1, 3, 6, 8, 11, ..., is
# level 0, with the positions 0, 2, 5, 7, 10, ..., moved up by one. That is why the first two bars are equally high,
# give or take one position, and why round 1 needs no convolution.

# %% tags=["question"]
of_primes = sg.nim_values(sg.primes, 1000)
level_0, level_1 = (np.flatnonzero(of_primes == v) for v in (0, 1))
ask("moved-level", level_1[0] - level_0[0])

# %% [markdown]
# **Theorem 4.2** (Ferguson). *If $s$ is the smallest move, then $n$ has nim-value 1 exactly when $n\ge s$ and $n-s$ has
# nim-value 0.*
#
# **Proof.** We use induction on $n$. *If the value at $n-s$ is 0*, then the value at $n$ is not 0, and it is 1 unless
# some move $t$ leads from $n$ to a position of value 1. In that case $n-t-s$ has value 0 by induction. But the move $t$
# leads there from $n-s$, and two cold positions can't be a move apart. *If the value at $n$ is 1*, some move leads to a
# position of value 0, so $n\ge s$. Suppose that $n-s$ did not have value 0. Then it would have a move $t$ to a cold
# position $n-s-t$, and by the first part the value at $n-t$ would be 1. But the move $t$ leads from $n$ to $n-t$, so
# the value at $n$ would not be 1. $\square$

# %%
assert np.array_equal(np.flatnonzero(values == 1), np.flatnonzero(values[:-1] == 0) + 1)
assert np.array_equal(level_1, np.flatnonzero(of_primes[:-2] == 0) + 2)

# %% [markdown]
# ## Findings
#
# * If the positions of nim-value below $v$ are hotspots, the cold positions are those of nim-value $v$ (Lemma 2).
# * So $m+1$ runs of Theorem 1's algorithm find all values in $O((m+1)\,n\log^2n)$ steps (Theorem 3), where $m\le|S|$.
# * The positions of nim-value 1 are the cold positions shifted up by the smallest move (Ferguson).
#
# ## Exercises
#
# 1. *Prove.* ★★ 15 min. In round $t$, the sieve may take the place of the convolution. How many marks does the sieve
#    make in all the rounds combined? Prove your answer. *Hint: there is one mark for each pair of a position and a
#    move, if nothing stops early; compare with notebook 2.* [Solution](solutions/01-04.ipynb#Notebook-4,-exercise-1)
# 2. *Check.* ★★ 15 min. Which round takes the fewest positions below $n$? *Hint: look at `population`. Is it always the
#    last round? For the squares, that is open.* [Solution](solutions/01-04.ipynb#Notebook-4,-exercise-2)
# 3. *Go further.* ★★ 20 min. Draw the nim-values of `sg.moser_de_bruijn` as colours, in rows of a fixed width, here or
#    in the [explorer](../book/explore.md). Try several widths. Which are best? *Hint: use the closed form of Theorem
#    7.1 in [notebook 7](07-modularity.ipynb).* [Solution](solutions/01-04.ipynb#Notebook-4,-exercise-3)
#
# **Next:** [How large do nim-values get?](05-maximum-nim-value.ipynb)

# %% tags=["records"]
# The rows of figures/reproduction.csv: what the paper says, and what this notebook finds.
from functools import partial

from subtraction_games.reproduction import compare

compare = partial(compare, n)

two = sg.cold_positions(sg.squares, n, hotspots=np.flatnonzero(values < 2))
same = np.array_equal(two, np.flatnonzero(values == 2))
compare(
    "Lemma 2: nim-value t + 1 is cold, where t and less are hotspots (t = 1)",
    "2.4",
    True,
    same,
)
same = np.array_equal(by_levels, values)
compare(
    "Theorem 3: one round of Theorem 1 for each nim-value gives them all",
    "2.4",
    True,
    same,
)
compare(
    "the maximum nim-value is at most the number of moves",
    "1",
    True,
    m <= number_of_moves,
)
compare(
    "the maximum nim-value is the number of moves", "2.4", True, m == number_of_moves
)
