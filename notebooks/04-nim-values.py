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
# The cold positions are the positions of nim-value 0, and Theorem 1 of [notebook 3](03-divide-and-conquer.ipynb) finds
# them in $O(n\log^2n)$. To play with several heaps you need *all* nim-values. **Can the fast algorithm for hot and cold
# be made to give them?**
#
# It can, by a short lemma: the positions of each nim-value are the cold ones of another game with hotspots. At the end
# you will have seen that lemma and the paper's Theorem 3 proved and run, how many positions have each value, and what
# that means for the algorithm.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12, section 2.4.*

# %% tags=["parameters"]
n = 2**16  # positions evaluated: 0 to n - 1 (make's LESSON_N)

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
# Take subtract-a-square and find its cold positions, the nim-value 0. Now declare them hotspots, and find the cold
# positions of the game that results:

# %%
level_0 = sg.cold_positions(sg.squares, 60)
level_1 = sg.cold_positions(sg.squares, 60, hotspots=level_0)
print("level 0:", level_0.tolist())
print("level 1:", level_1.tolist())

# %% [markdown]
# The second row holds the positions of nim-value 1. Declare both rows hotspots, and the next cold positions have
# nim-value 2, and so on. Rounds 0 and 1 have taken all of the first seven positions except one.

# %%
ask(
    "In which round is position 4 taken?",
    values[4],
    "The number of the round is the nim-value: the mex of the values of 3 and 0.",
)

# %% [markdown]
# Here is one round at a time, until the first 40 positions are all taken. Positions taken earlier are hotspots, and the
# hot ones get another chance in the next round.


# %% tags=["drawing"]
def rounds(values):
    """For each nim-value the positions that its round takes, those taken before (hotspots), and the rest (hot)."""
    for t in range(values.max() + 1):
        before, now, later = (
            np.flatnonzero(part) for part in (values < t, values == t, values > t)
        )
        caption = f"Round {t} takes {', '.join(map(str, now))}."
        yield caption, {"": strip(len(values), hotspot=before, cold=now, hot=later)}


steps(rounds(values[:40]), "Peeling off the levels")

# %% [markdown]
# Round 2 takes position 4, so its nim-value is 2.
#
# ## By hand
#
# Let us do it on paper, for the positions 0 to 10. *Round 0* is the game itself, in which 0, 2, 5, 7 and 10 are cold.
# In *round 1* these five are hotspots, so a move to them loses and does not help. From 1 the only move leads to 0, a
# hotspot; so 1 is now cold. From 3 the only move leads to 2: cold. From 4 one can move to 3, which is cold in this
# round: so 4 is hot. From 6 the moves lead to 5 and 2, hotspots both: cold. From 8 they lead to 7 (a hotspot) and to 4
# (hot): cold. From 9 a move leads to 8: hot. For *round 2* only 4 and 9 are left. Neither reaches the other, so both
# are cold.
#
# | position | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 |
# |---|---|---|---|---|---|---|---|---|---|---|---|
# | round 0 | **cold** | hot | **cold** | hot | hot | **cold** | hot | **cold** | hot | hot | **cold** |
# | round 1 | hotspot | **cold** | hotspot | **cold** | hot | hotspot | **cold** | hotspot | **cold** | hot | hotspot |
# | round 2 |hotspot|hotspot|hotspot|hotspot| **cold** |hotspot|hotspot|hotspot|hotspot| **cold** |hotspot|
# | nim-value | 0 | 1 | 0 | 1 | 2 | 0 | 1 | 0 | 1 | 2 | 0 |
#
# The round in which a position is cold is its nim-value.

# %%
for level in range(3):
    cold = sg.cold_positions(
        sg.squares, 11, hotspots=np.flatnonzero(values[:11] < level)
    )
    print(f"round {level}: {cold.tolist()}")

# %% [markdown]
# That a round takes exactly the positions of one nim-value is the paper's lemma.
#
# > **The paper, section 2.4.** "Lemma 2. Let $S$ be a subtraction set, and let $H$ be the set of positions in the
# > subtraction game for $S$ that have nim-value at most $t$. Then the positions that have nim-value $t+1$ are exactly
# > the cold positions of the subtraction game with hotspots with subtraction set $S$ and hotspot set $H$."
#
# **Lemma 2.** *The positions of nim-value $t+1$ are those that are cold when all of nim-value at most $t$ are
# hotspots.*
#
# **Proof.** Let $H$ be these hotspots. We show by induction that a position $p$ is cold in the game with hotspots
# exactly if its nim-value is $t+1$; suppose that this holds for all smaller positions. By definition, $p$ is cold in
# that game if it is not in $H$ and has no move to a smaller cold position. By induction, that says: its nim-value is
# not $0,\dots,t$, and no move leads to nim-value $t+1$. Now the nim-value of $p$ is a mex. It is not at most $t$, so it
# is at least $t+1$ and all of $0,\dots,t$ are reached by moves; as $t+1$ is not reached, it is $t+1$. Conversely, a
# position of nim-value $t+1$ is not in $H$ and has no move to nim-value $t+1$. $\square$
#
# (The paper's proof does not mention that all of $0,\dots,t$ must be reached: [a
# slip](../book/slips.md#section-2-algorithms).)
#
# Did the paper not warn, in [Hotspots](03-divide-and-conquer.ipynb#Hotspots), that games with hotspots have no
# nim-values? They have none, and none are used here. The nim-values are those of the game *without* hotspots. Of each
# game with hotspots we only ask which positions are hot and which are cold, for a single heap.
#
# The loop below runs the paper's divide and conquer in every round. It ends because the smallest position that is left
# over is cold in its round, so that every round takes at least one.


# %% tags=["yours"]
def nim_values_by_levels(S, n):
    """The nim-values of range(n): each round's are cold when those taken before are hotspots."""
    values = np.full(n, -1)
    level = 0
    while (values < 0).any():
        taken = np.flatnonzero(values >= 0)
        cold = sg.cold_positions(S, n, hotspots=taken, method="convolution")
        values[cold] = level
        level += 1
    return values


# %% [markdown]
# ## Theorem 3
#
# > **The paper, section 2.4.** "Theorem 3. In any subtraction game with subtraction set $S$, we can determine the
# > nim-values of the first $n$ positions in time $O(mn\log^2n)$, where $m$ is the maximum nim-value of any of these
# > positions."
#
# **Theorem 3.** *The loop above finds the nim-values of the first $n$ positions in time $O((m+1)\,n\log^2n)$, where $m$
# is the largest of them.*
#
# **Proof.** By Lemma 2 the loop assigns nim-value $t$ in round $t$. It ends when every position has its value, after
# $m+1$ rounds, and by Theorem 1 each round takes $O(n\log^2n)$. $\square$
#
# (The paper's bound fails only where $m=0$. Its proof appeals to a "Theorem 2" that is Lemma 2, and loops "from 0 to
# $s$", where $m$ is meant: [slips](../book/slips.md#section-2-algorithms), all of them harmless.)
#
# `core.nim_by_levels` is this loop, and `sg.nim_values` runs it for `method="convolution"`.

# %%
ask(
    f"How many rounds will the {len(sg.squares(n))} squares below {n:,} need?",
    1 + values.max(),
    "One for each nim-value that occurs.",
)

# %%
by_levels = nim_values_by_levels(sg.squares, n)
assert np.array_equal(by_levels, values), "dynamic programming finds the same"
print(f"{by_levels.max() + 1} rounds gave the nim-values below {n:,}")

# %% [markdown]
# ## How many rounds can there be?
#
# **Claim 4.1.** $m\le|S|$. **Proof.** A position with nim-value $v$ needs moves to the values $0,1,\dots,v-1$, so it
# has at least $v$ moves. $\square$
#
# So, up to logarithms, Theorem 3 is never worse than dynamic programming's $O(n|S|)$. How much better it is depends on
# how far below $|S|$ the values stay.

# %%
m, number_of_moves = int(values.max()), len(sg.squares(n))
print(f"largest nim-value {m}, number of moves {number_of_moves}")

# %% [markdown]
# Below $2^{16}$ the largest value is 63, where 255 moves would allow 255. Equality does occur in other games. If any
# number of coins may be taken, which is Nim itself, a heap of $n$ has nim-value $n$. (After Theorem 3 the paper says
# that "the maximum nim-value of a subtraction game is $|S|$", and means at most: [a
# slip](../book/slips.md#section-2-algorithms).)
#
# ## How many positions have each value?
#
# Each round is a whole run of the divide and conquer, however few positions it settles.

# %%
population = np.bincount(values)
half = 1 + np.argmax(np.cumsum(population) >= n / 2)
ask(
    f"After how many of the {len(population)} rounds are half of the positions settled?",
    half,
    "Early rounds take many positions, late rounds few.",
)

# %%
print(f"{half} of {len(population)} rounds settle half of the {n:,} positions,")
print(f"and the last ten settle {population[-10:].sum():,}")

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(6.4, 3.2))
ax.bar(np.arange(len(population)), population, width=1.0, color=figures.BLUE)
ax.set(xlabel="nim-value", ylabel="positions")
ax.set_title(f"How many positions below {figures.size_label(n)} have each nim-value")
figures.show(fig, "Bars that fall, nearly in a straight line, from the value 0 to 63")

# %% [markdown]
# With ups and downs the numbers fall nearly in a straight line. So the last ten rounds settle only 1,606 positions, and
# each of these rounds takes as long as the first. It would be cheaper to stop before them and to find the mex of these
# positions by looking back. But the bound of Theorem 3 counts every round, so all that matters for it is *where the
# bars end*. That is the largest nim-value $m$, the subject of the next notebook.
#
# The other end of the picture holds a surprise, which saves a round.

# %%
levels = [{*np.flatnonzero(values == v)} for v in range(6)]
copies = [v for v in range(1, 6) if levels[v] == {p + 1 for p in levels[v - 1]} - {n}]
ask(
    "One of the levels 1 to 5 is a copy of the level before it, one position up. Which?",
    copies[0],
    "The rows of the first levels stand at the beginning of this notebook.",
)

# %% [markdown]
# It is level 1: its positions 1, 3, 6, 8, 11, ... are the cold positions 0, 2, 5, 7, 10, ... moved up by 1. That is why
# the first two bars are equally high, up to one position. So round 1 needs no convolution.
#
# **Theorem 4.2** (Ferguson). *Let $s$ be the smallest move. Then $\mathrm{nimvalue}(n)=1$ exactly when $n\ge s$ and
# $\mathrm{nimvalue}(n-s)=0$.*
#
# **Proof.** By induction on $n$. *If the value at $n-s$ is 0*, then the value at $n$ is not 0, and it is 1 unless some
# move $t$ leads from $n$ to value 1. Then by induction $n-t-s$ has value 0. But $n-s$ reaches it by the move $t$, and
# two cold positions can't be a move apart. *If the value at $n$ is 1*, some move leads to value 0, so $n\ge s$. Suppose
# $n-s$ did not have value 0. Then it has a move $t$ to a cold position $n-s-t$, and by the first part the value at
# $n-t$ is 1. But $n$ reaches it by the move $t$, and then its value is not 1. $\square$

# %%
assert np.array_equal(np.flatnonzero(values == 1), np.flatnonzero(values[:-1] == 0) + 1)

# %% [markdown]
# ## Findings
#
# * Each nim-value is the cold set of a game whose hotspots are the smaller nim-values (Lemma 2).
# * So $m+1$ rounds of Theorem 1 give all nim-values: $O((m+1)\,n\log^2n)$ (Theorem 3), with $m\le|S|$. The last rounds
#   settle few positions.
# * The positions of nim-value 1 are the cold ones shifted by the smallest move (Ferguson).
#
# ## Scoreboard
#
# The last row finds all nim-values, as looking back does. The other two rows find cold positions only.

# %%
sg.analysis.scoreboard(4)

# %% [markdown]
# ## Exercises
#
# 1. *Prove.* ★★ 15 min. In round $t$, the sieve may take the place of the convolution. How many marks does it make over
#    all rounds? Prove it. *Hint: one for each pair of a position and a move, if there is no early stop; compare with
#    notebook 2.* [Solution](solutions/part-1.ipynb#Notebook-4,-exercise-1)
# 2. *Check.* ★★ 15 min. Which round takes the fewest positions below $n$? *Hint: `population`; is it always the last?*
#    [Solution](solutions/part-1.ipynb#Notebook-4,-exercise-2)
# 3. *Go further.* ★★ 20 min. Draw the nim-values of `sg.moser_de_bruijn` as colours, a fixed number to a row, here or
#    in the [explorer](../book/explore.md), at several widths. Which are best? *Hint: the closed form of Theorem 7.1 in
#    [notebook 7](07-modularity.ipynb).* [Solution](solutions/part-1.ipynb#Notebook-4,-exercise-3)
#
# **Next:** [How large do nim-values get?](05-maximum-nim-value.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import compare

compare = partial(compare, "04", n)

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
