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

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.analysis import observed_period
from subtraction_games.sets import moves_below
from subtraction_theory.residues import explained, favourite_modulus

figures.use_style()

# %%
file, colon, name = game.rpartition(":")
S = runpy.run_path(file)[name] if colon else game
moves = moves_below(S, n)
print(f"{name}: {moves.size:,} moves below {n:,}: {moves[:10].tolist()} ...")

# %% [markdown]
# ## Hot and cold
#
# A position is *cold* if the player who has to move from it loses, and otherwise *hot*. From every hot position some
# move leads to a cold one, and for a single heap this is the whole strategy. In the picture of the first sixty
# positions, the cold ones are dark.

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
    fig, f"The first sixty positions of taking {name}; cold ones are dark: {early}"
)

# %% [markdown]
# **What if there are three heaps?** A position of several heaps is lost for the player to move if the exclusive or of
# their nim-values is zero. `winning_moves` lists all moves to such a position. If the list is empty, you can only hope
# that the opponent makes a mistake.

# %%
for heaps in ([5, 9, 14], [20, 31, 7], [30, 30]):
    ways = [f"{taken} from {heaps[heap]}" for heap, taken in sg.winning_moves(S, heaps)]
    print(f"{heaps}: {'take ' + ' or '.join(ways[:4]) if ways else 'lost'}")

# %% [markdown]
# ## How many are cold?
#
# The figure shows the number of cold positions at sixty sizes, evenly spread on a logarithmic axis, and a power law
# fitted by repeated medians, as in Figure 2 of [notebook 6](../06-number-of-cold-positions.ipynb). An exponent near 1
# means that a fixed share of the positions is cold. In that case look for a period below. An exponent of one half is
# the least that Golomb's bound allows for a game with as many moves as there are squares.

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
figures.power_law(ax, sizes, counts, fit, points="cold positions", line=law)
figures.ratio_to_law(below, sizes, counts, fit)
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
# the other. To find such a modulus for any game, ask how much its residues *explain*. If the moves were spread evenly,
# some number of them would lead from cold positions to cold ones, but in truth none does. Count how many would still do
# so if the moves were spread evenly within each residue class modulo *m*. The rest is what the residues explain. A
# multiple of a good modulus explains as much as the modulus itself, so the favourite is the modulus that adds the most
# to what its divisors explain, provided that it adds at least a twentieth.

# %%
best, part = favourite_modulus(cold, moves)
chosen = "residues up to a hundred explain nothing"
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
    f"Bars for the moduli 2 to 100, where {chosen}, "
    f"and beside them positions in rows of {width}",
)

# %% [markdown]
# ## Does it repeat?
#
# A finite set of moves always leads to a period, perhaps after a pre-period (Theorem 1.2 in [notebook
# 1](../01-subtraction-games.ipynb)), whereas an infinite set may or may not. We look for the smallest *p*, up to a
# quarter of the range, for which the second half of the range stays the same when it is shifted by *p*. A repetition
# *here* proves nothing about later positions. The game with the factorials, for example, has a period that ends after
# five thousand positions (exercise 7 of [notebook 1](../01-subtraction-games.ipynb)).

# %%
repeats, repeating = observed_period(hot), f"no period of hot and cold seen below {n:,}"
if repeats:
    repeating = f"hot and cold repeat with period {repeats}"
print(repeating)

# %% [markdown]
# ## Its nim-values
#
# Computing nim-values takes time in proportion to the number of positions *times* the number of moves, so for a dense
# set they are computed for fewer positions. The records are the first positions of each new largest value, and the fit
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
    f"the largest so far as steps up to {top}",
)

# %%
grows = "hardly grows"
if top > 3:
    some = np.unique(np.geomspace(1, top, 1000).astype(np.int64))
    growth = sg.fit_power_law(positions[some], highest[some])
    grows = f"is about {growth.coefficient:.3f} n^{growth.exponent:.3f}"
print(f"the largest nim-value below n {grows}")

# %% [markdown]
# Are these results right? Every number above comes from evaluators that agree with the recurrence. Here is the
# recurrence itself, in five lines, for the first thousand positions.

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
# All of this holds below *n*, and nothing is proved about larger positions.

# %%
print(f"Taking {name}, positions below {n:,}:")
law = f"{fit.coefficient:.2f} n^{fit.exponent:.2f}"
print(f"  {cold.size:,} are cold; below n about {law}")
print(f"  {chosen}")
print(f"  {repeating if repeats else 'nothing repeats'}")
print(f"  nim-values go up to {top} below {far:,}; the largest {grows}")
