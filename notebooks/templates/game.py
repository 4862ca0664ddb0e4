# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% tags=["parameters"]
game = "squares"  # a set by name, formula or numbers, or a function: "idea.py:rabbits"
n = 2**16  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
import runpy

import matplotlib.pyplot as plt
import numpy as np
from IPython.utils.capture import capture_output

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.analysis import observed_period
from subtraction_games.sets import moves_below
from subtraction_theory.residues import explained, favourite_modulus

figures.use_style()

# %%
file, colon, name = game.rpartition(":")
with capture_output():  # of a notebook of your own, only the game is wanted
    S = runpy.run_path(file)[name] if colon else game
moves = moves_below(S, n)
print(f"{name}: {moves.size:,} moves below {n:,}: {moves[:10].tolist()} ...")

# %% [markdown]
# ## Hot and cold
#
# A position is *cold* if the player who has to move from it loses, and *hot* otherwise. From every hot position some
# move leads to a cold one, and finding such a move is the whole strategy for a single heap. The picture shows the first
# sixty positions, with the cold ones dark.

# %%
cold = sg.cold_positions(S, n)
hot = np.ones(n, dtype=bool)
hot[cold] = False
print(f"{cold.size:,} of {n:,} positions are cold: {cold[:15].tolist()} ...")

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.2, 0.9))
figures.strips(ax, ~hot[:60], every=5)
early = cold[cold < 60].tolist()
figures.show(
    fig, f"The first sixty positions when taking {name}; cold ones are dark: {early}"
)

# %% [markdown]
# **What if there are three heaps?** A position with several heaps is lost for the player to move if the exclusive or of
# the heaps' nim-values is zero. `winning_moves` lists all moves to lost positions. If the list is empty, you can only
# hope for a mistake by your opponent.

# %%
for heaps in ([5, 9, 14], [20, 31, 7], [30, 30]):
    ways = [f"{taken} from {heaps[heap]}" for heap, taken in sg.winning_moves(S, heaps)]
    print(f"{heaps}: {'take ' + ' or '.join(ways[:4]) if ways else 'lost'}")

# %% [markdown]
# ## How many are cold?
#
# The figure shows the number of cold positions at up to sixty sizes, evenly spaced on a logarithmic axis, and a power
# law fitted by repeated medians, as in Figure 2 of [notebook 6](../06-number-of-cold-positions.ipynb). An exponent near
# 1 suggests that a fixed share of the positions is cold, so look for a period in the section *Does it repeat?*. An
# exponent of one half is the least that Golomb's bound allows for a game with as many moves as there are squares.

# %%
sizes = np.unique(np.geomspace(2, n, 60).astype(np.int64))
counts = sg.counts_below(cold, sizes)
fit = sg.fit_power_law(sizes, counts)
print(f"about {fit.coefficient:.3f} n^{fit.exponent:.3f} cold positions below n")

# %% tags=["drawing"]
fig, (ax, below) = plt.subplots(
    2, sharex=True, height_ratios=[3, 1], figsize=(6.4, 4.6)
)
law = rf"fit: ${fit.coefficient:.3f}\, n^{{{fit.exponent:.3f}}}$"
figures.power_law(ax, below, sizes, counts, fit, points="cold positions", line=law)
ax.set(ylabel="cold positions below n", title=f"Taking {name}")
below.set_xlabel("positions n")
figures.show(
    fig,
    f"The number of cold positions on logarithmic axes, rising to {cold.size:,}, "
    "and the fitted line",
)

# %% [markdown]
# ## Do they prefer some residues?
#
# In subtract-a-square nearly all cold positions are 0 or 2 modulo 5, and no square leads from one of these residues to
# the other. To find such a modulus for any game, we ask how much its residues *explain*. If the moves were spread
# evenly, some of them would lead from one cold position to another, but in fact none does. Now spread the moves evenly
# only within each residue class modulo *m*, and count how many would still lead from one cold position to another. The
# residues explain the rest. Since a multiple of a good modulus explains as much as the modulus itself, the favourite is
# the modulus that adds the most to what its divisors explain, provided that it adds at least a twentieth of the missing
# moves.

# %%
best, part = favourite_modulus(cold, moves)
chosen = "no modulus up to a hundred explains much"
if best:
    chosen = f"modulo {best}, residues explain {part:.1%}"
print(chosen)

# %% tags=["drawing"]
fig, (ax, wrap) = plt.subplots(1, 2, figsize=(7.6, 3.2), width_ratios=[3, 2])
shares = {m: max(explained(cold, moves, m), 0) for m in range(2, 101)}
colours = [figures.BLUE if m == best else figures.SKY for m in shares]
ax.bar(list(shares), list(shares.values()), color=colours, width=0.9)
ax.set(xlabel="modulus m", ylabel="explained", ylim=(0, 1))
ax.set_title("What residues explain")
ax.yaxis.set_major_formatter("{x:.0%}")
width = (best or 24) * max(1, 24 // (best or 24))
figures.wrapped(wrap, hot[: 64 * width], width)
wrap.set_title(f"The first positions, wrapped at {width}")
figures.show(
    fig,
    f"Bars for the moduli 2 to 100 ({chosen}), "
    f"and beside them the first positions in rows of {width}",
)

# %% [markdown]
# ## Does it repeat?
#
# A finite set of moves always leads to a period, perhaps after a pre-period (Theorem 1.2 in [notebook
# 1](../01-subtraction-games.ipynb)), whereas an infinite set may or may not. We look for the smallest *p*, up to a
# quarter of the range, for which the second half of the range stays the same when it is shifted by *p*. A repetition
# *here* proves nothing about later positions. In the game with the factorials, for example, the nim-values repeat for
# five thousand positions before the pattern breaks (exercise 7 of [notebook 1](../01-subtraction-games.ipynb)).

# %%
repeats, repeating = observed_period(hot), f"no period of hot and cold seen below {n:,}"
if repeats:
    repeating = f"hot and cold repeat with period {repeats}"
print(repeating)

# %% [markdown]
# ## Its nim-values
#
# Computing nim-values takes time proportional to the number of positions *times* the number of moves, so for a dense
# set we compute fewer values. The records are the positions at which a new largest value first occurs, and the fit
# uses at most a thousand records.

# %%
far = n
while far * moves_below(S, far).size > 2 * 10**9:
    far //= 2
values = sg.nim_values(S, far)
positions, highest = sg.records(values)
top, first = values.max(), positions[-1]
print(f"below {far:,} the largest nim-value is {top}, first at {first:,}")

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(6.4, 3.4))
few = np.unique(np.linspace(0, far - 1, 4000).astype(np.int64))
ax.plot(few, values[few], ".", markersize=1.5, color=figures.SKY)
ax.step([*positions, far], [*highest, top], where="post", color=figures.BLUE)
ax.set(xlabel="position", ylabel="nim-value", title=f"Nim-values of taking {name}")
ax.legend(["nim-values (a sample)", "largest so far"], loc="upper left", markerscale=4)
figures.show(
    fig,
    f"Some of the nim-values below {far:,} as points, "
    f"and the largest so far as steps that rise to {top}",
)

# %%
grows = "hardly grows"
if top > 3:
    some = np.unique(np.geomspace(1, top, 1000).astype(np.int64))
    growth = sg.fit_power_law(positions[some], highest[some])
    grows = f"is about {growth.coefficient:.3f} n^{growth.exponent:.3f}"
print(f"the largest nim-value below n {grows}")

# %% [markdown]
# Are these results right? Every number above was computed by evaluators that agree with the recurrence. As a check,
# here is the recurrence itself, in five lines, for the first thousand positions.

# %%
checked = []
for position in range(min(far, 1000)):
    reached = {checked[position - s] for s in moves[moves <= position].tolist()}
    checked.append(next(v for v in range(len(reached) + 1) if v not in reached))
assert checked == values[:1000].tolist()
assert np.array_equal(np.equal(checked, 0), ~hot[: len(checked)])

# %% [markdown]
# ## In short
#
# All of these results are for positions below *n*. Nothing is proved about larger positions.

# %%
print(f"Taking {name}, positions below {n:,}:")
law = f"{fit.coefficient:.2f} n^{fit.exponent:.2f}"
print(f"  {cold.size:,} are cold; below n about {law}")
print(f"  {chosen}")
print(f"  {repeating if repeats else 'nothing repeats'}")
print(f"  nim-values go up to {top} below {far:,}; the largest {grows}")
