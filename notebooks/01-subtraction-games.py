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
# # 1. Subtraction games
#
# *45 minutes to read. Each exercise says how long it takes.*
#
# Thirteen coins lie on the table. You and I take turns removing a square number of them (1, 4 or 9). The player who
# takes the last coin wins, and you begin. **What do you take?**
#
# At the end you will be able to find a winning move, if there is one, for 13 coins or any other number, for several
# heaps, and for any other set of moves, and to prove that it wins. You will have met the terms that all later notebooks
# use: hot and cold, mex, nim-value. You need only a little Python.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12. The game is due to Richard A. Epstein ("No relation", says a footnote in the paper), and Solomon
# Golomb wrote about it in [1966](../book/references.md#golomb1966).*

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # positions that the checks evaluate: 0 to n - 1

# %% tags=["setup"]
from functools import cache

import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.analysis import observed_period
from subtraction_games.arguments import whole_number
from subtraction_games.pages.ask import ask

figures.use_style()
n = whole_number("n", n, least=256)

# %% [markdown]
# ## Hot and cold
#
# A **subtraction game** is defined by its **subtraction set** $S$, a set of positive whole numbers. A position is the
# number of coins left. A move removes $s$ of the coins, for some $s$ in $S$, and a player who can't move loses. Both
# players have the same moves, so the game is **impartial**. Our game is *subtract-a-square*, in which
# $S=\{1,4,9,16,\dots\}$.
#
# With perfect play, a position is **hot** if the player whose turn it is can win, and **cold** if not. The position
# with zero coins is cold, because the player to move has already lost. In general:
#
# > A position is hot when some move leads to a cold position, and cold when none does.
#
# That sentence is already a program. With no coins left there is no move to try, so `any` returns False, and no base
# case is needed. `@cache` makes Python remember every answer, so that no heap is worked out twice.

# %% tags=["yours"]
MOVES = (1, 4, 9, 16, 25)  # enough for heaps below 36


@cache
def is_hot(coins):
    """Does some move lead to a cold position?"""
    return any(not is_hot(coins - s) for s in MOVES if s <= coins)


def winning(coins):
    """The moves that leave a cold heap."""
    return [s for s in MOVES if s <= coins and not is_hot(coins - s)]


assert [coins for coins in range(12) if not is_hot(coins)] == [0, 2, 5, 7, 10], (
    "Try 1, 2 and 4 coins by hand. May you take all coins?"
)
assert winning(9) == [4, 9], "With 9 coins, taking 4 leaves 5, and taking 9 leaves 0."

# %% [markdown]
# Now and then a notebook asks you a question. Commit to an answer, even a guess, before you read on.

# %% tags=["question"]
ask("thirteen-coins", winning(13))

# %%
print([coins for coins in range(31) if not is_hot(coins)])  # the cold heaps up to 30

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.2, 0.9))
figures.strips(ax, [not is_hot(coins) for coins in range(31)])
ax.set_title("Subtract-a-square: the cold positions (dark) up to 30 coins")
figures.show(fig, "A row of squares for 0 to 30 coins, dark where the heap is cold")

# %% [markdown]
# So 13 is hot, and you can win. The strategy is always to leave me a cold number of coins. By definition this is
# possible from every hot position and from no cold one.
#
# **Why is this correct?** Suppose you leave me a cold number. Whatever I take, I leave you a hot number, because no
# move from a cold position leads to a cold one. From there you can leave me a cold number again. The heap shrinks with
# every move, so the game must end with an empty heap. Since zero is cold, you are the one who empties it. $\square$
#
# ## Thirteen coins, move by move
#
# From 13 you can leave 12, 9 or 4. Only 12 is cold, so you take 1, and I have three moves from 12. Here is your reply
# to each, and the heap that it leaves me. If several moves win, you make the largest.

# %%
for mine in (1, 4, 9):
    left = 12 - mine
    yours = max(winning(left))
    print(f"12 - {mine} = {left:2};  you take {yours}, leaving {left - yours}")

# %% [markdown]
# In each case I face a cold heap, of 2 or 7 coins. Let us play out every possible game in which you always make the
# largest winning move and I try every reply. Heavy lines are your moves, light lines are mine, and dark heaps are cold.
# Whenever it is my turn, the heap is cold, and every branch ends with me facing an empty table.


# %% tags=["drawing"]
def played_out(coins, your_turn=True):
    moves = [max(winning(coins))] if your_turn else [s for s in MOVES if s <= coins]
    return coins, [played_out(coins - s, not your_turn) for s in moves]


fig, ax = plt.subplots(figsize=(6.4, 4.4))
figures.game_tree(ax, played_out(13))
ax.set_title("Thirteen coins: one good move of yours against all of mine")
figures.show(fig, "A game tree: one heavy line where you move, light lines where I do")

# %% [markdown]
# The package plays any subtraction game with any number of heaps, and it relies on one convention. Since the squares
# never end, they can't be given as a list, so *a set of moves is written as a function*, often called `S`, that lists
# the moves less than a given limit. A finite set may also be given as a plain list. `winning_moves` takes a set of
# moves and a list of heaps.

# %%
print(sg.squares(30).tolist())
print(sg.winning_moves(sg.squares, [13]))

# %% [markdown]
# `winning_moves` returns a pair for each winning move: the heap, counted from 0, and the number of coins to take from
# it. So `(0, 1)` tells you to take 1 coin from heap 0, the only heap here.
#
# ## The cold numbers of subtract-a-square
#
# With the sieve of the next notebook, `sg.cold_positions` finds the cold numbers far faster than our recursion does.
# The paper lists the first 21 cold numbers, the beginning of sequence A030193 in the OEIS, the On-Line Encyclopedia of
# Integer Sequences.

# %%
cold = sg.cold_positions(sg.squares, n)
print(cold[:21].tolist())

# %% [markdown]
# These numbers look patternless, but we can prove two facts about them right away.
#
# * *No two cold numbers differ by a square.* Otherwise the square would be a move from the larger to the smaller, and
#   the larger would be hot. A set with this property is called **square-difference-free**.
# * *No number can be added to the cold numbers without spoiling this property.* A number that is not cold is hot, so it
#   exceeds some cold number by a square. The cold numbers therefore form a *maximal* square-difference-free set.
#
# Both facts hold for any other subtraction set $S$, with "an element of $S$" in place of "a square".
#
# Why should anyone care? Since the 1970s number theorists have asked how large a square-difference-free set can be. Our
# game does not aim for a large set, and yet the set that it builds comes close to the largest sets that number
# theorists had constructed by 2018 (the paper's Figure 2, in [notebook 6](06-number-of-cold-positions.ipynb), shows how
# it grows).
#
# ## Several heaps: nim-values
#
# Now put several heaps on the table. A move takes a square number of coins from *one* of the heaps, and again a player
# who can't move loses. For two heaps we can still find the winner directly from the rules.


# %%
@cache
def can_win(a, b):
    from_a = any(not can_win(a - s, b) for s in MOVES if s <= a)
    return from_a or any(not can_win(a, b - s) for s in MOVES if s <= b)


assert can_win(1, 4), "Take 1 from the 4, which leaves 1 and 3."


# %% tags=["question"]
outcome = "you win" if can_win(1, 1) else "you lose"
ask("two-single-coins", outcome, options=["you win", "you lose"])

# %% [markdown]
# With heaps of 1 and 4 coins, which are both hot, too, the outcome is different. So it is not enough to know which
# heaps are hot.
#
# ### Nim first
#
# The oldest game of this kind is **Nim**, in which you take *any* number of coins from one heap. In the film *Last Year
# at Marienbad* (1961) two men play it over and over with heaps of 7, 5, 3 and 1 matches, though there the last match
# loses. A single heap needs no thought, since you can take all of it. So in Nim a single nonempty heap is never lost,
# whereas in our game a heap of 2, 5 or 7 coins is. With two heaps the player to move loses exactly when the heaps are
# equal, because the opponent can then copy every move. With more heaps, write their sizes in binary, one below the
# other, and look at the columns:
#
# | heap | 4 | 2 | 1 |
# |---|---|---|---|
# | 7 | 1 | 1 | 1 |
# | 5 | 1 | 0 | 1 |
# | 3 | 0 | 1 | 1 |
# | 1 | 0 | 0 | 1 |
# | ones in the column | 2 | 2 | 4 |
#
# In each column the number of ones is even. Writing 1 for odd and 0 for even gives a binary number, the
# **exclusive-or** of the heaps ($\oplus$, in Python `^`). Here $7\oplus5\oplus3\oplus1=0$. Bouton
# ([1901](../book/references.md#bouton1901)) found that in Nim the player to move loses exactly when this exclusive-or
# is 0. If the exclusive-or is 0, every move spoils a column, since a move changes only one row. If not, some move makes
# the exclusive-or 0. In the code, Nim's moves are given by a function that lists all positive numbers below a limit.


# %%
def nim(limit):
    return range(1, limit)


# %% tags=["question"]
[(heap, taken)] = sg.winning_moves(nim, [7, 3, 1])  # the only winning move
ask("nim", taken)

# %% [markdown]
# How do you find such a move? Take the heaps 5, 3 and 1. Without the 7, the columns of the table contain 1, 1 and 3
# ones. All these counts are odd, so $5\oplus3\oplus1$ is 111 in binary. Find a heap with a one in the highest odd
# column, here the 5, and flip its digits in *every* odd column. Then 101 becomes 010, which is 2, so you take three
# coins. The highest digit that changes goes from 1 to 0, so *the number gets smaller*, whatever happens to the digits
# below. That is why flipping these digits is always a legal move.

# %%
odd = 5 ^ 3 ^ 1
print(f"odd columns {odd:03b}: {5:03b} becomes {5 ^ odd:03b}, which is {5 ^ odd}")
print(sg.winning_moves(nim, [5, 3, 1]), sg.winning_moves(nim, [7, 5, 3, 1]))

# %% [markdown]
# ### From Nim to every other game
#
# A yes or no for each heap is not enough, so we give each heap a number, its **nim-value**, which is the size of a heap
# in *Nim* that may take its place. The **mex** of a set of numbers is the smallest of 0, 1, 2, ... that is missing from
# the set. The mex of $k$ numbers is at most $k$, since they can't include all of $0,\dots,k$. The nim-value of a
# position is the mex of the nim-values of the positions one move away.
#
# > **The paper, section 1.** "Algorithmically, for a subtraction game in which the allowed moves are to take a number
# > of tokens in a given set $S$, the nim-values can be computed by dynamic programming, using the recurrence
# > $$\mathrm{nimvalue}(n)=\mathop{\rm mex}_{i\in S,\ i\le n}\ \mathrm{nimvalue}(n-i).$$
# > Here, the 'mex' operator (short for 'minimum excludent') returns the smallest non-negative integer that cannot be
# > represented by an expression of the given form. No separate base case is needed, because in the base case (when
# > $n=0$), the set of available moves (numbers in $S$ that are at most $n$) is empty and the mex of an empty set of
# > choices is zero."


# %% tags=["yours"]
def mex(numbers):
    """The smallest of 0, 1, 2, ... that is missing from the set of numbers."""
    return next(value for value in range(len(numbers) + 1) if value not in numbers)


@cache
def nim_value(coins):
    """The mex of the nim-values of all heaps one move away."""
    return mex({nim_value(coins - s) for s in MOVES if s <= coins})


assert (mex(set()), mex({1, 2}), mex({0, 1, 5})) == (0, 0, 2), "Is 0 missing? Is 1?"
assert [nim_value(coins) for coins in range(10)] == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2], (
    "The moves from 4 coins leave 3 and 0, of values 1 and 0, so the value of 4 is 2."
)
print([nim_value(coins) for coins in range(25)])

# %% tags=["question"]
ask("nim-value-of-25", nim_value(25))

# %% [markdown]
# Here are the nim-values of 25 to 34, which go on with a different pattern. The package finds the same values.

# %%
print([nim_value(coins) for coins in range(25, 35)])
values = sg.nim_values(sg.squares, n)
assert values[:35].tolist() == [nim_value(coins) for coins in range(35)]
assert np.array_equal(np.flatnonzero(values == 0), cold)

# %% [markdown]
# The paper lists the same values (OEIS A014586). Nim-value 0 means cold, because the mex is 0 exactly when no move
# leads to a position of value 0. The other values distinguish shades of hot.
#
# **Why does the mex turn every heap into a Nim heap?** Look at a heap of 26 coins, which has value 2. The first line
# below gives the value of each heap that you can reach from 26 coins, and the second line does the same for 25 coins.

# %%
print({26 - s: nim_value(26 - s) for s in MOVES})
print({25 - s: nim_value(25 - s) for s in MOVES})

# %% [markdown]
# From 26 coins you can reach both smaller values, 0 and 1, as from a heap of two coins in Nim. You can't reach the
# value 2 itself. One move goes up: if you take 1, I face 25 coins, of value 3. But then I take 1 as well and leave you
# 24 coins, of value 2 again, and all that has changed is that the heap is smaller.
#
# The same is true of every heap. By the definition of the mex, you can reach every smaller value from a heap of value
# $v$, as in Nim. You can't reach $v$ itself. You may be able to reach a larger value $w>v$, but then I can go straight
# back to $v$, because a heap of value $w$ has moves to every value below $w$. Since the coins run out, you can't keep
# going up for ever. So upward moves change nothing, and a heap of value $v$ is as good as $v$ coins in Nim. The proof
# of the next theorem extends this argument to several heaps.
#
# **Theorem 1.1** (Sprague [1935](../book/references.md#sprague1935), Grundy [1939](../book/references.md#grundy1939)).
# With several heaps the player to move loses exactly when the *nim-sum*, the exclusive-or of the heaps' nim-values, is
# 0.
#
# **Proof.** Call the nim-sum $x$. *If $x=0$*, every move changes one heap's value (the mex of a set is never in the
# set), so the new nim-sum is not zero. *If $x\ne0$*, look at the highest column in which $x$ has a 1. Some heap's value
# $v$ has a 1 there, too. Then $v\oplus x<v$, because the two numbers agree in all higher columns, and in this one the
# digit goes from 1 to 0, as with 5 and 2 above. So by the definition of the mex this heap has a move to a position of
# value $v\oplus x$, and that move makes the nim-sum zero. A player who faces a nim-sum of zero can therefore only leave
# one that is not zero, and the opponent can make it zero again. When no move is left, the nim-sum is zero, so the
# player who faced zero at the start is the one who can't move. $\square$
#
# Two heaps of one coin have nim-sum $1\oplus1=0$ and are lost. Heaps of 4, 9 and 25 have values 2, 2 and 3, so the
# player to move wins.

# %%
heaps = [4, 9, 25]
print("values", values[heaps].tolist(), "and nim-sum", sg.nim_sum(values[heaps]))
print("winning moves:", sg.winning_moves(sg.squares, heaps))

# %% [markdown]
# **Is the program correct?** `can_win` judges two heaps by the rules alone, and it agrees with the nim-values on all
# pairs of heaps of up to 30 coins. Before you see a map of these pairs, find one in which the player to move loses.

# %%
for a, b in np.ndindex(31, 31):
    assert can_win(a, b) == (values[a] != values[b])

# %% tags=["question"]
four = {f"{a} and {b}": (a, b) for a, b in [(2, 13), (6, 18), (9, 25), (12, 14)]}
lost = next(name for name, heaps in four.items() if not can_win(*heaps))
ask("lost-pair", lost, options=four)

# %% [markdown]
# The map shows all pairs, and in a dark square the player to move loses. It was drawn from the rules alone, and yet the
# dark squares lie exactly where both heaps have the same nim-value. Below 25 the nim-values repeat 0, 1, 0, 1, 2, as if
# only 1 and 4 could be taken, and so the map repeats as well, every five coins.

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(5.2, 5.2))
dark = [[not can_win(a, b) for a in range(31)] for b in range(31)]
figures.strips(ax, dark, names=range(31), every=2)
ax.set(xlabel="coins in the first heap", ylabel="coins in the second heap")
ax.set_title("Two heaps: the cold pairs (dark)")
figures.show(fig, "A grid for two heaps: dark cells in a pattern that repeats to 24")

# %% [markdown]
# ## Your turn
#
# Here are two heaps of coins, and an opponent who knows the nim-values. You begin. You can win, because 13 and 20 have
# different nim-values. If you are stuck, ask for a hint. If you are beaten, play 13 alone, which you know how to win.

# %%
sg.board(sg.squares, [13, 20])

# %% [markdown]
# ## Finite sets are periodic
#
# If only 1, 2 or 3 coins may be taken, the cold numbers are the multiples of 4, and the nim-values repeat 0, 1, 2, 3.
# Every game with a *finite* set of moves eventually becomes periodic.
#
# **Theorem 1.2.** For a finite $S$ the nim-values are **ultimately periodic**, that is, periodic from some position on.
#
# **Proof.** Let $M$ be the largest move. From position $M$ on, a nim-value depends only on the $M$ values before it. No
# value exceeds $|S|$, since each is the mex of at most $|S|$ numbers. So a block of $M$ consecutive values can take at
# most $(|S|+1)^M$ forms, and some block must occur twice. From its first occurrence on, the values repeat. $\square$
#
# `observed_period` finds the smallest period that holds throughout the second half of the first 4,000 nim-values:

# %%
for moves in ([1, 2, 3], [1, 4], [1, 4, 9], [1, 4, 9, 16], [2, 5, 7], [2, 4, 7]):
    print(f"S = {moves}: period {observed_period(sg.nim_values(moves, 4000))}")

# %% [markdown]
# The first values need not fit the period. With $S=\{2,4,7\}$ the period of 3 begins only at position 8, since the
# values at 7 and 10 are 3 and 2. The paper calls every finite set "periodic" and does not mention the beginning ([a
# slip](../book/slips.md)).

# %%
late = sg.nim_values([2, 4, 7], 1000)
print(late[:8].tolist(), late[8:20].tolist())
assert np.array_equal(late[8 + 3 :], late[8:-3])

# %% [markdown]
# How long the period can be, even for three moves, is still being studied (see [Manabe
# 2026](../book/references.md#manabe2026) and, on the moves $a$, $b$ and $a+b$, [Manabe and Larsson
# 2026](../book/references.md#manabelarsson2026)).
#
# Infinite sets are another matter. Some are as simple as finite sets. Following Golomb, the paper mentions the primes
# as an example. If 1 counts as a prime, the nim-values have period 4 (exercise 5), but without 1 we see no period.
# Others give games that seem periodic for thousands of positions but are not (exercise 7).
#
# ## Findings
#
# * A position is hot if some move from it leads to a cold position. With 13 coins, you win by taking 1.
# * The cold numbers of subtract-a-square are a maximal square-difference-free set.
# * A heap of nim-value $v$ is as good as $v$ coins in Nim, so with several heaps you win by making the nim-sum zero.
# * With a finite set of moves, the nim-values are ultimately periodic.
#
# ## Words
#
# The [glossary](../book/glossary.md) explains the terms used in these notebooks. Books on combinatorial games call a
# cold position a P-position (the *previous* player wins), a hot one an N-position (the *next* player wins), and a
# nim-value a Grundy value or nimber.
#
# ## Exercises
#
# Most notebooks end with exercises of three kinds, which ask you to *check* your understanding, to *prove* something,
# or to *go further*. One star marks an easy exercise and three stars a hard one, and the times are rough guesses. Many
# exercises need only pencil and paper. For the others, open this notebook in JupyterLab (`make lab`), run it, and add a
# cell below this one, or use the [board](../book/play.md) or the [explorer](../book/explore.md). Many hints tell you
# how to check an answer.
#
# 1. *Check.* ★ 5 min. I offer you a heap of 34, 35 or 36 coins, and you begin. Which heap do you choose? *Hint:
#    `sg.winning_moves`.* [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-1)
# 2. *Check.* ★ 15 min. Solve two positions of three heaps by hand, first 4, 13 and 28 coins, then 9, 13 and 25. Find
#    all winning moves in both positions with the nim-values printed above. *Hint: `sg.winning_moves` checks your
#    answer.* [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-2)
# 3. *Go further.* ★★ 20 min. Invent a finite subtraction set with a long period. Can you beat the set $\{2,5,7\}$,
#    which has period 22, with numbers up to 8? Type your set into the [explorer](../book/explore.md), where columns
#    appear when the width equals the period. *Hint: use `observed_period`; a period of 25 is possible.* How long
#    periods can get is the subject of A. Flammenkamp [1997](../book/references.md#flammenkamp1997) and of the survey by
#    U. Larsson and I. Saha [2024](../book/references.md#larsson2024).
#    [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-3)
# 4. *Prove.* ★ 10 min. For which subtraction sets does the player who faces two equal heaps always lose? Prove your
#    answer. *Hint: what is $v\oplus v$?* [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-4)
# 5. *Prove.* ★★ 20 min. If you may take 1 or a prime, the nim-value of $n$ is $n\bmod4$. Prove this, and say what
#    changes if you may take 1 or an odd prime. *Hint: use the moves 1, 2 and 3, and the fact that no prime is a
#    multiple of 4.* [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-5)
# 6. *Prove.* ★★ 25 min. In **misère** play the last player to move *loses*. Show that the cold positions of misère play
#    are those of normal play, shifted up by the smallest move. *Hint: write down the recurrence at $k$ and compare it
#    with that of normal play at $k$ minus the smallest move; `sg.misere_cold_positions` checks your answer.*
#    [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-6)
# 7. *Check.* ★ 5 min. The game with the **factorials** 1, 2, 6, 24, ... as its moves seems to have nim-values of period
#    25. Does it? *Hint: `sg.nim_values(sg.factorials, 5100)`.* [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-7)
# 8. *Go further.* ★★ 20 min. The **remoteness** of a position is the number of moves left when the winner hurries and
#    the loser delays. Write a function for it, similar to `is_hot`. How many moves does a game with thirteen coins
#    last? *Hint: `sg.remoteness` checks your answer.* [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-8)
# 9. *Go further.* ★★★ 45 min. The paper's second footnote mentions games in which one move may touch two heaps. Suppose
#    that you may take a square from one heap, or the same square from both. Which pairs of heaps are cold? *Hint:
#    nim-values don't help, so go through all pairs, beginning with the smaller heaps. In Wythoff's game
#    ([1907](../book/references.md#wythoff1907)), where any number of coins may be taken in either way, the first cold
#    pairs are 0 and 0, 1 and 2, 3 and 5.* [Solution](solutions/01-04.ipynb#Notebook-1,-exercise-9)
#
# **Next:** [Dynamic programming and sieving](02-dynamic-programming-and-sieving.ipynb), and what they cost.

# %% tags=["records"]
# The rows of figures/reproduction.csv: what the paper says, and what this notebook finds.
from functools import partial

from subtraction_games.reproduction import compare

compare = partial(compare, n)

listed = "0 2 5 7 10 12 15 17 20 22 34 39 44 52 57 62 65 67 72 85 95"
compare("cold positions (A030193)", "1", listed, " ".join(map(str, cold[:21])))
listed = "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 3 2 3 4 5 3 2 3 4 0"
compare("nim-values (A014586)", "1", listed, " ".join(map(str, values[:35])))
above = np.unique(cold[:, None] + sg.squares(n))  # a square above a cold position
compare(
    "no two cold positions differ by a square",
    "1",
    True,
    not np.isin(cold, above).any(),
)
compare(
    "no position can be added to them: a maximal set",
    "1",
    True,
    np.union1d(cold, above)[n - 1] == n - 1,
)
from_the_start = any(np.array_equal(late[k:], late[:-k]) for k in range(1, 900))
compare(
    "every finite set: nim-values depend only on n modulo a fixed number",
    "1",
    True,
    from_the_start,
)
primes_and_one = sorted({1, *sg.primes(4000).tolist()})
dull = observed_period(sg.nim_values(primes_and_one, 4000))
compare(
    "the primes with 1: nim-values repeat from the start (a dull game)",
    "1",
    True,
    dull == 4,
)
