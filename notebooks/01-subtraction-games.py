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
# *20 minutes to read.*
#
# Thirteen coins lie on the table. You and I take turns; each turn takes away a square number of coins (1, 4 or 9 of
# them). The player who takes the last coin wins, and you begin. **What do you take?**
#
# At the end you will know the answer for 13 coins and how to find it for any number, for several heaps at once, and for
# any other set of allowed moves. You will have met the words that all later notebooks use: hot and cold, mex,
# nim-value. Nothing is assumed but a little Python.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12. The game is due to Richard A. Epstein; Solomon Golomb wrote about it in
# [1966](../book/references.md#golomb1966).*

# %% tags=["parameters"]
n = 2**16  # positions evaluated where a check wants many: 0 to n - 1 (make's LESSON_N)

# %% tags=["setup"]
from functools import cache

import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.analysis import observed_period
from subtraction_games.arguments import whole_number
from subtraction_games.pages.board import board

figures.use_style()
n = whole_number("n", n, least=256)

# %% [markdown]
# ## Hot and cold
#
# A **subtraction game** is given by its **subtraction set** $S$, a set of positive whole numbers. A position is the
# number of coins left. A move takes away $s$ coins for some $s$ in $S$, if there are that many. A player who can't move
# has lost. Our game is *subtract-a-square*: $S=\{1,4,9,16,\dots\}$.
#
# With perfect play every position is one of two kinds. It is **hot** if the player whose turn it is can win, and
# **cold** if not. Zero coins are cold: you can't move, and have lost. And in general:
#
# > A position is hot when some move leads to a cold position, and cold when none does.
#
# That sentence is a program. Heaps only shrink, so the recursion needs no separate base case.

# %% tags=["yours"]
MOVES = (1, 4, 9, 16, 25)  # enough below 36


@cache
def is_hot(coins):
    """Does some move lead to a cold position?"""
    return any(not is_hot(coins - s) for s in MOVES if s <= coins)


print([coins for coins in range(31) if not is_hot(coins)])

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.2, 0.9))
figures.strips(ax, [not is_hot(coins) for coins in range(31)])
ax.set_title("Subtract-a-square: the cold positions (dark) up to 30 coins")
figures.show(
    fig,
    "A row of squares for 0 to 30 coins: dark at 0, 2, 5, 7, 10, 12, 15, 17, 20 and 22, light elsewhere",
)

# %% [markdown]
# So 13 is hot: you can win. The strategy is to always leave me a cold number. That is possible from every hot position,
# by definition, and impossible from every cold one.
#
# **Why is this correct?** Suppose you leave me a cold number. Whatever I take, I leave you a hot one, because no move
# from a cold position leads to a cold one. From there you can leave me a cold one again. The numbers fall, so the game
# ends, and it ends with you: zero is cold, so it is you who leaves it. $\square$
#
# ## Thirteen coins, move by move
#
# From 13 you can leave 12, 9 or 4, and only 12 is cold. `winning_moves` finds that. It takes the moves and a list of
# heaps, and returns the winning moves as pairs (heap, coins), counting heaps from 0.
#
# The squares never end, so the set can't be handed over as a list. *A set of moves is written as a function:* given a
# limit, it lists the moves below that limit. (A finite set may be a plain list, too.)

# %%
print(sg.squares(30).tolist())
print(sg.winning_moves(sg.squares, [13]))

# %% [markdown]
# You take 1. I am left with 12 and have three moves. Here is your answer to each (the largest, if there are several),
# and what it leaves me.

# %%
for mine in (1, 4, 9):
    left = 12 - mine
    _, yours = sg.winning_moves(sg.squares, [left])[-1]  # the last is the largest
    print(f"12 - {mine} = {left:2};  you take {yours}, leaving {left - yours}")

# %% [markdown]
# I face 2 or 7 coins, both cold. Let us have every possible game played out: you by `optimal_move`, I in every way
# there is.


# %%
def always_win(coins):
    """Does the optimal player, moving first, win against every line of play?"""
    _, taken = sg.optimal_move(sg.squares, [coins])
    left = coins - taken
    return all(always_win(left - s) for s in (1, 4, 9) if s <= left)


assert always_win(13)

# %% [markdown]
# The same as a picture. A heavy line is your move, the largest good one; the light lines are all moves that I have.
# Dark heaps are cold: wherever I have to move, the heap is dark, and every branch ends with me in front of 0 coins.


# %% tags=["drawing"]
def played_out(coins, your_turn=True):
    good = sg.winning_moves(sg.squares, [coins])
    moves = [good[-1][1]] if your_turn else sg.squares(coins + 1).tolist()
    return coins, [played_out(coins - s, not your_turn) for s in moves]


fig, ax = plt.subplots(figsize=(6.4, 4.4))
figures.game_tree(ax, played_out(13))
ax.set_title("Thirteen coins: one good move of yours against all of mine")
figures.show(
    fig,
    "A tree of thirteen coins played out: one heavy line where you move, a branch for each of my moves",
)

# %% [markdown]
# ## The cold numbers of subtract-a-square
#
# `sg.cold_positions` finds them far faster, by the sieve of the next notebook. The paper lists the first 21; they are
# sequence A030193 of the OEIS, the On-Line Encyclopedia of Integer Sequences.

# %%
cold = sg.cold_positions(sg.squares, n)
print(cold[:21].tolist())

# %% [markdown]
# They look patternless, and two things about them can be proved at once.
#
# * *No two cold numbers differ by a square.* Otherwise the square would be a move from the larger to the smaller, and
#   the larger would be hot. Sets like this are called **square-difference-free**.
# * *No number can be added to them without spoiling that.* A number that is not cold is hot, so it lies a square above
#   some cold number. The cold numbers are a *maximal* square-difference-free set.
#
# For any other subtraction set the same holds with "an element of $S$" in place of "a square".

# %% [markdown]
# ## Several heaps: nim-values
#
# Now put several heaps on the table. A move takes a square number of coins from *one* of them. Knowing which heaps are
# hot is not enough: two heaps of one coin each are both hot, yet the player to move loses.
#
# ### Nim first
#
# Begin with the oldest such game, **Nim**: take *any* number of coins from one heap. (In the film *Last Year at
# Marienbad*, 1961, two men play it over and over, with heaps of 7, 5, 3 and 1 matches.) With one heap there is nothing
# to think about: take it all. With two heaps the player to move loses exactly when they are equal, because the other
# can copy every move. With more heaps, write the numbers in binary, one below the other, and look at the columns:
#
# | heap | 4 | 2 | 1 |
# |---|---|---|---|
# | 7 | 1 | 1 | 1 |
# | 5 | 1 | 0 | 1 |
# | 3 | 0 | 1 | 1 |
# | 1 | 0 | 0 | 1 |
# | ones in the column | 2 | 2 | 4 |
#
# In each column the number of ones is even. Written as a number, with 1 for odd and 0 for even, that is the
# **exclusive-or** of the heaps ($\oplus$, in Python `^`), here $7\oplus5\oplus3\oplus1=0$. Bouton
# ([1901](../book/references.md#bouton1901)) found that the player to move loses exactly when it is 0. From 0 every move
# spoils a column, since it changes one row only. And from anything else there is a move back to 0. Take 7, 5 and 3
# without the 1: the columns have 2, 2 and 3 ones, so $7\oplus5\oplus3=1$. Find a heap with a one in the highest odd
# column (here the last), and flip its digits in every odd column: 7 = 111 becomes 110 = 6. The highest digit that
# changes goes from 1 to 0, so *the number gets smaller*, whatever happens to the digits below: it is a move. Take one
# from the heap of 7. Nim's moves, as a function of a limit, are all numbers below it:


# %%
def nim(limit):
    return range(1, limit)


print(7 ^ 5 ^ 3, 7 ^ 5 ^ 3 ^ 1)
print(sg.winning_moves(nim, [7, 5, 3]), sg.winning_moves(nim, [7, 5, 3, 1]))

# %% [markdown]
# ### From Nim to every other game
#
# A heap of subtract-a-square behaves like *some* heap of Nim. So each heap needs a number in place of a yes or no.
#
# > **The paper, section 1.** "Algorithmically, for a subtraction game in which the allowed moves are to take a number
# > of tokens in a given set $S$, the nim-values can be computed by dynamic programming, using the recurrence
# > $$\mathrm{nimvalue}(n)=\mathop{\rm mex}_{i\in S,\ i\le n}\ \mathrm{nimvalue}(n-i).$$
# > Here, the 'mex' operator (short for 'minimum excludent') returns the smallest non-negative integer that cannot be
# > represented by an expression of the given form. No separate base case is needed, because in the base case (when
# > $n=0$), the set of available moves (numbers in $S$ that are at most $n$) is empty and the mex of an empty set of
# > choices is zero."
#
# In other words: the **mex** (minimum excludent) of a set of numbers is the smallest of 0, 1, 2, ... that is missing
# from it. (The mex of $k$ numbers is at most $k$, since $k$ numbers can't be all of $0,\dots,k$.) The **nim-value** of
# a position is the mex of the nim-values that one move leads to.


# %% tags=["yours"]
def mex(numbers):
    return next(value for value in range(len(numbers) + 1) if value not in numbers)


@cache
def nim_value(coins):
    return mex({nim_value(coins - s) for s in MOVES if s <= coins})


print([nim_value(coins) for coins in range(35)])

# %%
values = sg.nim_values(sg.squares, n)  # the same below n
assert np.array_equal(np.flatnonzero(values == 0), cold)

# %% [markdown]
# The paper lists the same values (A014586). Nim-value 0 is the same as cold: the mex is 0 exactly when no move leads to
# a 0. The other values tell apart different shades of hot.
#
# **Theorem 1.1** (Sprague [1935](../book/references.md#sprague1935), Grundy [1939](../book/references.md#grundy1939)).
# In a game of several heaps the player to move loses exactly when the *nim-sum*, the bitwise exclusive-or ($\oplus$) of
# the heaps' nim-values, is zero.
#
# **Proof.** Call the nim-sum $x$. *If $x=0$*, every move changes one heap's value (a mex never occurs among the values
# it excludes), so the new nim-sum is not zero. *If $x\ne0$*, let $2^k$ be its highest bit. Some heap's value $v$ has
# this bit. Then $v\oplus x<v$, and by the definition of the mex this heap has a move to a position of value $v\oplus
# x$; that move makes the nim-sum zero. (Why $v\oplus x<v$: the two agree above bit $k$, and bit $k$ goes from 1 to 0,
# as with 7 and 6 above.) So a player who is given a zero can only return a nonzero, and gets a zero back, until no move
# is left; then all values are 0, and so is the nim-sum. $\square$
#
# The heaps thus behave like heaps of Nim with $v$ coins each: hence the name. Two heaps of one coin: $1\oplus1=0$,
# lost. Three heaps of 4, 9 and 25 have values 2, 2 and 3, and can be won.

# %%
heaps = [4, 9, 25]
print("values", values[heaps].tolist(), "and nim-sum", sg.nim_sum(values[heaps]))
print("winning moves:", sg.winning_moves(sg.squares, heaps))

# %% [markdown]
# **Is the program correct?** Solve all games of two heaps of up to 30 coins from the rules alone, and compare.


# %%
@cache
def can_win(a, b):
    from_a = any(not can_win(a - s, b) for s in MOVES if s <= a)
    return from_a or any(not can_win(a, b - s) for s in MOVES if s <= b)


pairs = [(a, b) for a in range(31) for b in range(31)]
assert all(can_win(a, b) == (sg.nim_sum([values[a], values[b]]) != 0) for a, b in pairs)

# %% [markdown]
# The map shows all pairs; in a dark square the player to move loses. It was drawn from the rules alone, and yet the
# dark squares lie exactly where both heaps have the same nim-value. Below 25 the nim-values repeat 0, 1, 0, 1, 2, as if
# only 1 and 4 could be taken, and so the map repeats as well. At 25, which is a move itself, the pattern breaks.

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(5.2, 5.2))
dark = [[not can_win(a, b) for a in range(31)] for b in range(31)]
figures.strips(ax, dark, names=range(31), every=2)
ax.set(xlabel="coins in the first heap", ylabel="coins in the second heap")
ax.set_title("Two heaps: the cold pairs (dark)")
figures.show(
    fig,
    "A square grid of two heaps up to 30: a pattern of dark cells that repeats every five coins, up to 24",
)

# %% [markdown]
# ## Your turn
#
# Enough reading. Here are two heaps of coins, and an opponent that knows the nim-values. You begin. It can be
# beaten: 13 and 20 do not have the same nim-value. If you are stuck, ask for a hint; if you are beaten, take 13 alone,
# where you know the way. (Where you see no board there is one in JupyterLab, by `make lab`.)

# %%
board(sg.squares, [13, 20])

# %% [markdown]
# ## Finite sets are periodic
#
# If only 1, 2 or 3 coins may be taken, the cold numbers are the multiples of 4, and the nim-values repeat 0, 1, 2, 3.
# Every game with a *finite* set ends up periodic.
#
# **Theorem 1.2.** For a finite $S$ the nim-values are periodic from some position on. **Proof.** Let $M$ be the largest
# move. From position $M$ on, a value depends only on the $M$ values before it. None exceeds $|S|$, since it is the mex
# of at most $|S|$ numbers. So $M$ values in a row can look in at most $(|S|+1)^M$ different ways, and some row of $M$
# values occurs twice. What follows it is the same both times, for ever. $\square$
#
# `observed_period` finds the smallest period that holds through the later half of the first 4,000 nim-values:

# %%
for moves in ([1, 2, 3], [1, 4], [1, 4, 9], [1, 4, 9, 16], [2, 5, 7], [2, 4, 7]):
    print(f"S = {moves}: period {observed_period(sg.nim_values(moves, 4000))}")

# %% [markdown]
# The beginning may be different. With $S=\{2,4,7\}$ the period of 3 begins at position 8: the values at 7 and 10 are 3
# and 2. (The paper says "periodic" of every finite set and leaves the beginning out: [a slip](../book/slips.md).)

# %%
late = sg.nim_values([2, 4, 7], 1000)
print(late[:8].tolist(), late[8:20].tolist())
assert np.array_equal(late[8 + 3 :], late[8:-3])

# %% [markdown]
# Infinite sets are another matter. Some are as simple as finite ones. The paper, after Golomb, names the primes, and
# means those with 1 ([another slip](../book/slips.md); exercise 5). Others seem periodic for thousands of positions and
# are not (exercise 7).

# %% [markdown]
# ## Findings
#
# * Hot means that some move leads to cold; with 13 coins, take 1.
# * The cold numbers of subtract-a-square are a maximal square-difference-free set.
# * Nim-values solve several heaps: make the exclusive-or zero.
# * Finite sets are periodic from some position on.
#
# ## Words
#
# All words of these notebooks are in the [glossary](../book/glossary.md). Books on combinatorial games use others:
# they call a cold position a P-position (the *previous* player wins), a hot one an N-position (the *next* one does),
# and a nim-value a Grundy value or nimber. They write a game as an octal code, with a digit for each number of coins:
# subtract-a-square is `0.300300003...`
#
# ## Exercises
#
# Most notebooks end with some: *check* that you understood, *prove*, and *go further*. Pencil and paper are enough for
# many. For the others open this notebook in JupyterLab (`make lab`), run it, and add a cell below this one. Or take the
# [board](../book/play.md) or the [explorer](../book/explore.md). Each hint tells how to check an answer.
#
# 1. *Check.* I offer you a choice: 34, 35 or 36 coins, and you begin. Which do you take? *Hint: `sg.winning_moves`.*
#    [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-1)
# 2. *Check.* Three heaps by hand. You face 4, 13 and 28 coins, then 9, 13 and 25. Find all winning moves of both with
#    the nim-values printed above. *Hint: `sg.winning_moves` checks.*
#    [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-2)
# 3. *Go further.* Invent a finite subtraction set with a long period. Can you beat the 22 of $\{2,5,7\}$ with numbers
#    up to 8? Type it into the [explorer](../book/explore.md): as wide as its period, the picture has columns. *Hint:
#    `observed_period`; 25 is possible.* (How long periods can get: A. Flammenkamp
#    [1997](../book/references.md#flammenkamp1997); a survey is by U. Larsson and I. Saha
#    [2024](../book/references.md#larsson2024).) [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-3)
# 4. *Prove.* For which sets does the player who has to move at two equal heaps always lose? Prove it. *Hint: what is
#    $v\oplus v$?* [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-4)
# 5. *Prove.* If you may take 1 or a prime, the nim-value of $n$ is $n\bmod4$. Prove it, and say what changes if you may
#    take 1 or an odd prime. *Hint: the moves 1, 2 and 3; no prime is a multiple of 4.*
#    [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-5)
# 6. *Prove.* In **misère** play the last player to move *loses*. Show that its cold positions are those of normal play,
#    shifted up by the smallest move. *Hint: write down the recurrence at $k$ and compare it with that of normal play at
#    $k$ less the smallest move; `sg.misere_cold_positions` checks.*
#    [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-6)
# 7. *Check.* The game with the **factorials** 1, 2, 6, 24, ... seems to have nim-values of period 25. Does it? *Hint:
#    `sg.nim_values(sg.factorials, 5100)`.* [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-7)
# 8. *Go further.* The **remoteness** of a position is the number of moves left when the winner hurries and the loser
#    delays. Write it as `is_hot` is written. How many moves do thirteen coins take? *Hint: `sg.remoteness`.*
#    [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-8)
# 9. *Go further.* The paper's second footnote mentions games in which one move may touch two heaps. Take a square from
#    one heap, or the same square from both. Which pairs are cold? *Hint: nim-values don't help, so go through all
#    pairs, the smaller heaps first. In Wythoff's game ([1907](../book/references.md#wythoff1907)), where any number may
#    be taken so, the first cold pairs are 0 and 0, 1 and 2, 3 and 5.*
#    [Solution](solutions/part-1.ipynb#Notebook-1,-exercise-9)
#
# **Next:** [Dynamic programming and sieving](02-dynamic-programming-and-sieving.ipynb), two ways to find the cold
# numbers, and what each costs.
