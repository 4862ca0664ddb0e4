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
# # 21. Two heaps at once
#
# The paper's second footnote mentions games that are "even more general": one move may take tokens from two heaps at
# once. **What becomes of the theory?** In this appendix a move is a *vector*: $(s,t)$ takes $s$ tokens from the first
# heap and $t$ from the second. These are Golomb's take-away games ([1966](../book/references.md#golomb1966)). The
# theory of Sprague and Grundy values each heap for itself, and fails when a move touches both: we must evaluate the
# whole board of pairs. Read notebooks [2](02-dynamic-programming-and-sieving.ipynb) and [4](04-nim-values.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**10  # the board: pairs of heaps of fewer than n tokens (make's LESSON_N / 64)

# %% tags=["setup"]
from math import isqrt

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap

import subtraction_games as sg
from subtraction_games import figures
from subtraction_theory import takeaway

figures.use_style()

# %% [markdown]
# ## A sieve on a board
#
# The sieve of notebook 2 still works. *Go through the board row by row; a pair that is not marked is cold, and marks
# every pair that can move to it.*
#
# **Why is it correct?** A move leads to an earlier row, or to an earlier place in the same row. When a pair's turn
# comes, all pairs it can move to are settled, and it is marked exactly when one of them is cold. $\square$
#
# Golomb's floor carries over with its proof. Every pair is a cold one, or a move above one; so $n^2\le|C|(1+|S|)$ on a
# board of $n$ by $n$ pairs. Here is the smallest game there is: one token from either heap or one from both. A pair is
# cold when both heaps are even.

# %%
print(takeaway.cold_pairs([(1, 0), (0, 1), (1, 1)], 6).astype(int))

# %% [markdown]
# ## Wythoff's game
#
# In the most famous game of this kind, Wythoff's ([1907](../book/references.md#wythoff1907)), take any number of tokens
# from one heap, or the same number from both.

# %%
wythoff = takeaway.cold_pairs(takeaway.wythoff(n), n)
pairs = [(a, b) for a, b in np.argwhere(wythoff).tolist() if a <= b]
print(f"{int(wythoff.sum())} cold pairs of heaps below {n:,}: {pairs[:7]} ...")
assert wythoff.sum() * (1 + len(takeaway.wythoff(n))) >= n**2, "Golomb's floor"

# %% [markdown]
#
# **Theorem** (Wythoff). With the golden ratio $\varphi=(1+\sqrt5)/2$, $a_k=\lfloor k\varphi\rfloor$ and $b_k=\lfloor
# k\varphi^2\rfloor$, the cold pairs are $(a_k,b_k)$ and $(b_k,a_k)$ for $k=0,1,2,\dots$
#
# **Proof.** Since $\varphi^2=\varphi+1$, we have $b_k=a_k+k$. Next, *every positive integer occurs exactly once among
# the $a_k$ and $b_k$ with $k\ge1$* (Beatty). Below the integer $N\ge1$ there are $\lfloor N/\varphi\rfloor$ of the
# $a_k$ and $\lfloor N/\varphi^2\rfloor$ of the $b_k$. The two fractions are irrational and sum to $N$, so their floors
# sum to $N-1$; from $N$ to $N+1$, exactly one is added.
#
# *No move leads from a listed pair to a listed pair.* A move in one heap keeps the other number, which occurs in one
# pair only. A move in both keeps the difference $k$, which belongs to one pair only.
#
# *From every other pair $x\le y$ a move leads to a listed one.* If $x=0$, take the whole other heap. If $x=b_k$, take
# the larger heap down to $a_k$. If $x=a_k$ and $y>b_k$, take it down to $b_k$. If $x=a_k$ and $y<b_k$, the difference
# $d=y-x$ is less than $k$; take $a_k-a_d$ from both, which leaves $(a_d,a_d+d)=(a_d,b_d)$. $\square$
#
# The check needs no floating point: $\lfloor k\varphi\rfloor=\lfloor(k+\sqrt{5k^2})/2\rfloor$, by the integer square
# root.

# %%
golden = [(k + isqrt(5 * k * k)) // 2 for k in range(n)]
by_formula = np.zeros((n, n), dtype=bool)
for k, a in enumerate(golden):
    if a + k < n:
        by_formula[a, a + k] = by_formula[a + k, a] = True
assert np.array_equal(wythoff, by_formula)

# %% [markdown]
# ## Squares on two heaps
#
# In the first game with squares a move takes a square from *one* heap, and theory applies: a pair is cold when its two
# nim-values are equal. The sieve, which knows no nim-values, agrees with them on the whole board.

# %%
boards = {
    "Wythoff: any number, one heap or both": wythoff,
    "a square from one heap": takeaway.cold_pairs(takeaway.one_heap(sg.squares, n), n),
    "a square from one, or the same from both": takeaway.cold_pairs(takeaway.one_or_both(sg.squares, n), n),
    "a square from one, or one from each": takeaway.cold_pairs(takeaway.one_or_each(sg.squares, n), n),
}
_, one, same, each = boards.values()
heap_value = sg.nim_values(sg.squares, n)
assert np.array_equal(one, heap_value[:, None] == heap_value[None, :])

# %% [markdown]
# **Theorem.** If a move takes squares from one heap or one from each, a pair is cold exactly when *both* heaps are
# cold. **Proof.** From two cold heaps, every move makes the heaps it touches hot. From any other pair, move every hot
# heap to a cold size and leave a cold one alone. $\square$

# %%
cold_heap = heap_value == 0
assert np.array_equal(each, cold_heap[:, None] & cold_heap[None, :])

# %% [markdown]
# The third game, *the same square from both*, is the new one: neither theory applies.

# %%
fig, axes = plt.subplots(2, 2, figsize=(8, 8.4), sharex=True, sharey=True)
shown = min(256, n)
for ax, (name, board) in zip(axes.flat, boards.items(), strict=True):
    colours = ListedColormap(["#FBF6EE", figures.COLD])
    ax.imshow(board[:shown, :shown], cmap=colours, origin="lower", interpolation="nearest")
    ax.set_title(name, fontsize=10.5)
    ax.set(xticks=(ticks := np.arange(0, shown + 1, max(shown // 4, 1))), yticks=ticks)
    ax.spines[:].set_visible(False)
fig.supxlabel("tokens in the first heap", size=10.5)
fig.supylabel("tokens in the second heap", size=10.5)
fig.suptitle(f"Cold pairs of heaps of fewer than {shown} tokens", x=0.02, ha="left", size=11)
brief = dict(zip(("Wythoff", "one heap", "same from both", "one from each"), boards.values(), strict=True))
pairs = [(name, a, b) for name, board in brief.items() for a, b in np.argwhere(board[:shown, :shown]) if a <= b]
table = dict(zip(("game", "smaller_heap", "larger_heap"), zip(*pairs, strict=True), strict=True))
figures.save(fig, "figure-14-two-heaps", table)
figures.show(fig, "Four square pictures of cold pairs: two rays, a woven cloth, noise, and a regular grid")

# %% [markdown]
# **Figure 14.** The cold pairs (dark) of four games on two heaps of fewer than 256 tokens. Wythoff's lie along two rays
# of slopes $\varphi$ and $1/\varphi$. Squares from one heap weave a cloth: heaps of the same nim-value have the same
# row. A square from one or from each makes a grid of the cold heaps; the same square from both blurs the cloth to
# noise.

# %%
steps = [n >> shift for shift in (4, 3, 2, 1, 0)]
for name, board in boards.items():
    print(f"{name:>40}: " + " ".join(f"{int(board[:size, :size].sum()):>7,}" for size in steps))
print(f"{'heaps below':>40}: " + " ".join(f"{size:>7,}" for size in steps))
assert all(np.array_equal(board[0], cold_heap) for board in (one, same, each)), "nothing to take from both"

# %% [markdown]
# Below 1,024 tokens Wythoff's game has 783 cold pairs. The squares from one heap have 90,340; the same square from both
# leaves 56,768 (not the same ones), many more than the 13,924 of the grid. With one heap empty there is nothing to take
# from both: the first row of each is the one-heap game.
#
# ## Is it noise?
#
# Not in the residues modulo 5. In the blurred game, too, some pairs of last digits (in base 5) occur more often than
# others. Rows are the first heap's residue, columns the second's.

# %%
first, second = np.nonzero(same)
by_residue = np.bincount(first % 5 * 5 + second % 5, minlength=25).reshape(5, 5)
print(by_residue, f"mean {by_residue.mean():,.0f}", f"least {by_residue.min():,}, most {by_residue.max():,}", sep="\n")
assert np.array_equal(by_residue, by_residue.T), "exchanging the heaps changes nothing"

# %% [markdown]
# If all were equally likely, each would come to about 2,271, give or take fifty to seventy. They range from 1,631, for
# the last digits 3 and 3, to 2,852, for 2 and 2: a long way from the hold that 0 and 2 have on a single heap. We know
# of no closed form for this game, nor of a bound on its cold pairs from below better than Golomb's floor.
#
# ## Findings
#
# * On two heaps, the sieve finds Wythoff's golden pairs, the equal nim-values of sums, and the products of games where
#   one may move in each heap. (Theorems, checked.)
# * The same square from both heaps is new ground: no visible pattern, and a slight liking for some residues modulo 5.
#   (Exact counts.)
#
# ## Exercises
#
# 1. *Check.* Draw the map of Fibonacci numbers from one heap or the same from both. *Hint: with `powers(2)` instead,
#    the map repeats itself every three tokens both ways.* [Solution](solutions/part-6.ipynb#Notebook-21,-exercise-1)
# 2. *Prove.* Prove that in a game of moves $(s,t)$ with $s,t\ge1$ only, every pair with an empty heap is cold. *Hint:
#    `takeaway.cold_pairs([(1, 2), (2, 1)], 9)[0]` is true everywhere.*
#    [Solution](solutions/part-6.ipynb#Notebook-21,-exercise-2)
# 3. *Go further.* One heap likes residues; `make explore GAME=triangular` says which. What is left of it when the same
#    triangular number may be taken from both heaps? *Hint: count pairs of residues modulo 9, as above modulo 5.*
#    [Solution](solutions/part-6.ipynb#Notebook-21,-exercise-3)
#
# **Back to** [Other games](17-other-games.ipynb).
