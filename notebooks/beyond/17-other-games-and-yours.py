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
# # 17. Other games, and yours
#
# *10 minutes to read.*
#
# Every set of positive integers is a game. Subtract-a-square has many cold positions and a liking for the residues 0
# and 2 modulo 5. **Is that because there are $\sqrt n$ squares below $n$, or because they are the squares?** It is
# arithmetic: random sets as dense as the squares have some 15,385 cold positions below $2^{22}$, by a formula that is
# right within a percent, and the squares have 37,783. Figure 17.1 has the squares, a random set and ten others. Read
# notebooks [6](../06-number-of-cold-positions.ipynb) and [7](../07-modularity.ipynb) first.
#
# **What about your game?** `make explore GAME='n**3' N=10**7` draws for any set, on one page, what the paper draws for
# the squares; [a page of this book](../../book/explore.md) does it for small sizes and says how a game is written.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**22  # positions evaluated: 0 to n - 1 (make's NIM_N / 4)

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_games.analysis import observed_period
from subtraction_games.sets import parse_set
from subtraction_theory.meanfield import mean_field, scattered
from subtraction_theory.residues import explained, favourite_modulus

figures.use_style()

# %% [markdown]
# ## Eleven sets and one without a plan
#
# Seven sets are the package's (a number is *practical* if every smaller one is a sum of distinct divisors of it), and
# four are quickly written down, as functions that list the elements below a limit, or as formulas.


# %%
def fibonacci(limit):
    numbers = [1, 2]
    while numbers[-1] < limit:
        numbers.append(numbers[-1] + numbers[-2])
    return np.array([number for number in numbers if number < limit])


# %% [markdown]
# The twelfth set is the yardstick. From every interval between two squares it takes one number at random: $k^2$ plus a
# random number below $2k+1$. So it has as many elements as the squares, and no arithmetic at all.

# %%
games = {"squares": sg.squares, "random, seed 1": scattered(1), "triangular": sg.triangular}
games |= {"pentagonal": parse_set("n*(3*n-1)//2"), "cubes": sg.cubes, "fourth powers": parse_set("n**4")}
games |= {"Fibonacci": fibonacci, "factorials": sg.factorials, "primes": sg.primes}
games |= {"primes minus 1": lambda limit: sg.primes(limit + 1) - 1}
games |= {"practical": sg.practical, "Moser-de Bruijn": sg.moser_de_bruijn}
print({name: S(50).tolist() for name, S in games.items()})

# %% [markdown]
# Cold positions are evaluated below $n$, nim-values below $n/16$, and so is all for the primes, which are slow to
# sieve. The counts are taken at the cubes and fitted by repeated medians, as in Figure 2 of [notebook
# 6](../06-number-of-cold-positions.ipynb). Where the fitted exponent comes within a twentieth of 1, or is larger, we
# give the share of cold positions at the end instead.

# %%
small = max(n // 16, 64)
sizes = {name: small if name == "primes" else n for name in games}
cold = {name: sg.cold_positions(S, sizes[name]) for name, S in games.items()}
values = {name: sg.nim_values(S, small) for name, S in games.items()}
assert all(np.array_equal(cold[name][cold[name] < small], np.flatnonzero(values[name] == 0)) for name in games)
favourites = {name: favourite_modulus(cold[name], games[name](sizes[name])) for name in games}
limits = {name: sg.cubes(n)[sg.cubes(n) <= sizes[name]] for name in games}
counts = {name: sg.counts_below(cold[name], limits[name]) for name in games}
law = {name: sg.fit_power_law(limits[name], counts[name]) for name in games}
share = {name: len(cold[name]) / sizes[name] for name in games}
power = {name: law[name].exponent < 0.95 for name in games}


# %% tags=["drawing"]
def draw_first(ax, name):
    """The first 64 rows of positions, wrapped near 64 at a multiple of the favourite modulus; cold ones dark."""
    m = favourites[name][0] or 64
    width = m * round(64 / m)
    figures.wrapped(ax, ~np.isin(np.arange(64 * width), cold[name]), width)
    ax.set(xticks=[], box_aspect=1)
    ax.set_xlabel(f"rows of {width}", size=8.5)
    ax.set_title(name, loc="center", weight="bold", size=10)


# %% tags=["drawing"]
def draw_growth(ax, name):
    """The count of cold positions, over the faint line of the squares."""
    label = f"$n^{{{law[name].exponent:.2f}}}$" if power[name] else f"{share[name]:.1%} of all"
    ax.plot(limits["squares"], counts["squares"], color=figures.FAINT, linewidth=3.5)
    ax.plot(limits[name], counts[name], color=figures.BLUE)
    ax.text(0.06, 0.76, label, transform=ax.transAxes, color=figures.VERMILION)
    ax.set(xscale="log", yscale="log", xlim=(1, n), ylim=(0.8, n))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks([1, n**0.5, n], ["1", r"$\sqrt{n}$", "n"], size=8)
    ax.minorticks_off()


# %% tags=["drawing"]
fig, axes = plt.subplots(6, 4, height_ratios=[1.7, 1] * 3, figsize=(7.4, 9))
for k, name in enumerate(games):
    draw_first(axes[2 * (k // 4), k % 4], name)
    draw_growth(axes[2 * (k // 4) + 1, k % 4], name)
words = f"The first cold positions of twelve games, and their growth to n = {figures.size_label(n)}"
fig.suptitle(words, x=0.02, ha="left", size=11)
table = {"game": np.repeat(list(games), [len(limits[name]) for name in games])}
table["n"] = np.concatenate(list(limits.values()))
table["cold_positions"] = np.concatenate(list(counts.values()))
figures.save(fig, "figure-17-1-other-games", table)
figures.show(fig, "Twelve games, each a square of dark cold positions in stripes, grids or noise, and a rising curve")

# %% [markdown]
# **Figure 17.1.** Twelve games. The squares show the first positions in 64 rows, cold ones dark; a row is a multiple of
# the game's favourite modulus, if it has one, so that favoured classes appear as columns. The curves count the cold
# positions below $n$ (of the primes below $n/16$); the faint line is subtract-a-square. Beside them is the exponent of
# the fitted power law, or the share of all positions that is cold.
#
# ## What residues explain
#
# Take a cold position and a move, both at random. How many cold positions are there in the class modulo $m$ where the
# move ends? Let $p_r$ be the share of the cold positions in class $r$, and $q_s$ the share of the moves in class $s$.
# In a class with a fair share it would be one $m$-th of them; in truth it is $U=m\sum_s q_s\sum_r p_r\,p_{r-s}$ times
# as many. But no move leads from cold to cold. So $1-U$ is **the part that residues modulo $m$ explain**. This is
# bookkeeping, exact for any set. (Section *Who pays for it?* of [notebook 13](13-which-residues.ipynb) weighs each move
# by its length, too.) The *favourite modulus* up to a hundred is the one that adds most to what the best of its
# divisors explains, if that is five percent.

# %%
for m in (3, 5, 13, 65):
    print(f"squares, modulo {m}: {explained(cold['squares'], sg.squares(n), m):.1%} explained")


# %%
def row_of(name):
    """The measurements of a game."""
    moves, (m, part) = len(games[name](sizes[name])), favourites[name]
    hot = ~np.isin(np.arange(sizes[name]), cold[name])
    like = f"n^{law[name].exponent:.2f}" if power[name] else f"{share[name]:.1%} of all"
    by = f"{m} ({part:.1%})" if m else "none"
    row = {"cold": f"{len(cold[name]):,}", "like": like, "moves": f"{moves:,}"}
    return row | {"nim": int(values[name].max()), "modulus": by, "period": observed_period(hot) or "none"}


print(pd.DataFrame({name: row_of(name) for name in games}).T.to_string())

# %% [markdown]
# For the squares 5 explains 43.5%, 13 another 26.4%, and 65, where the two work together, 61.2%; 3 explains nothing.
# **The moduli speak:** squares choose 5, cubes 7, triangular numbers 9; the primes choose 2. The random set, the
# factorials and the practical numbers choose nothing, nor does Moser-de Bruijn, whose theory (Theorem 7.1 in [notebook
# 7](../07-modularity.ipynb)) is one of digits. At the squares' density, fewer cold positions go with larger nim-values:
# the largest is 104 for the squares, 126 for the random set and 511 for Moser-de Bruijn.
#
# None of the twelve has a period below $n$. (Every *finite* set has one in the end.) The primes' fit is above 1, which
# can't last: nearly all of their cold positions are odd, and if no further even ones turn up (none below $10^9$, says
# B. Dobbelaere [2024](../../book/references.md#dobbelaere2024)), their density creeps up to $1/4$ (heuristic).
#
# ## Number or arithmetic?
#
# If the number alone decided, random sets of the same density would have as many.

# %%
steps = [n // 64, n // 8, n]


def cold_counts(m):
    """How many positions are cold below n/64, n/8 and n, one row for each of eight random sets."""
    return np.array([sg.counts_below(sg.cold_positions(scattered(seed, m), n), steps) for seed in range(1, 9)])


alone = cold_counts(1)
mean, of_squares = alone.mean(axis=0), sg.counts_below(cold["squares"], steps)
print(f"random: {min(alone[:, -1]):,} to {max(alone[:, -1]):,} cold; Moser-de Bruijn: {len(cold['Moser-de Bruijn']):,}")
print(f"squares: {of_squares[-1]:,}, {of_squares[-1] / mean[-1]:.1f} times as many; n^{law['squares'].exponent:.1f}")

# %% [markdown]
# **The number alone does not decide.** Eight random sets have between 15,445 and 15,521 cold positions below $2^{22}$;
# the squares have 37,783, 2.4 times as many. Arithmetic can also work the other way: Moser-de Bruijn has only 2,048.
#
# ## What chance gives, computed
#
# A fit gives the random set the exponent 0.58. Is $n^{0.58}$ its law? A computation says no. Let $\rho(x)$ be the
# probability that $x$ is cold. A random set has the move $s$ with probability about $1/(2\sqrt s)$; so $x$ expects
# $\int_0^x\rho(c)/(2\sqrt{x-c})\,dc$ moves to cold positions. If they fell independently, none would exist with
# probability
# $$\rho(x)=\exp\left(-\int_0^x\frac{\rho(c)}{2\sqrt{x-c}}\,dc\right).$$
# This *mean field* is a **heuristic** without any constant to fit. It can be solved range by range
# (`subtraction_theory.meanfield`), and by hand to first order: with $\rho=A/\sqrt x$ and $A$ nearly constant, the
# integral is $A\pi/2$, since $\int_0^1u^{-1/2}(1-u)^{-1/2}du=\pi$. So $A/\sqrt x=e^{-A\pi/2}$, whose solution grows
# like $A=\ln(x)/\pi$, and the count like $\frac2\pi\sqrt n\ln n$: the order that the paper's author expected of a
# random sequence in [2016](../../book/references.md#eppstein2016b). Beside it, four random sets up to $16n$.

# %%
print(f"random, seed 1: fitted exponent {law['random, seed 1'].exponent:.2f}")
limit, chance = mean_field(16 * n)
far = [sg.cold_positions(scattered(seed), 16 * n) for seed in range(1, 5)]
for x in (n // 64, n // 8, n, 4 * n, 16 * n):
    there = [int(sg.counts_below(positions, x)) for positions in far]
    by_field = float(np.interp(x, limit, chance))
    error = by_field / np.mean(there) - 1
    print(f"{x:>11,}: random sets {min(there):>6,} to {max(there):>6,}, mean field {by_field:>6,.0f} ({error:+.1%})")
by_law = float(law["random, seed 1"].at(16 * n))
print(f"the fitted power law there: {by_law:,.0f} ({by_law / np.mean(there) - 1:+.1%})")
long_limit, long_chance = mean_field(2**41)
for k in (22, 30, 40):
    before, after = np.interp([2 ** (k - 0.5), 2 ** (k + 0.5)], long_limit, long_chance)
    print(f"2^{k}: slope {np.log2(after / before):.3f}")
counted = pd.read_csv(files.table("data/cold-counts.csv"), index_col="limit").cold
print(f"squares over chance at 2^36: {counted[2**36] / np.interp(2**36, long_limit, long_chance):.1f}")

# %% [markdown]
# The mean field is 0.7% too low at $2^{22}$ and 0.3% at $2^{26}$, without a fit; the rival, the power law that was
# fitted below $2^{22}$, is 4.9% too high at $2^{26}$. So **0.58 is not an exponent, it is the slope of a curve near
# $2^{22}$**, which by the mean field falls from 0.573 through 0.554 at $2^{30}$ to 0.540 at $2^{40}$, and to 1/2 in the
# limit (heuristic). For squares the derivation does not hold: their local exponent has not fallen (section *How fast
# they grow* in [notebook 14](14-counts-past-the-paper.ipynb)), and their factor over chance has gone on growing, to 9.7
# at $2^{36}$.
#
# ## Which arithmetic?
#
# We keep *only* the residues of the squares modulo $m$ and randomise the rest: each interval gives $k^2$ plus a random
# multiple of $m$ below $2k+1$. For $m=1$ that is the random set. Where $2k<m$ the set has $k^2$ itself; modulus 64
# shows what that alone does.

# %%
averages = {m: cold_counts(m).mean(axis=0) for m in (1, 64, 5, 13, 65)}
for m in averages:
    print(f"residues modulo {m:>2}: {averages[m][-1]:>7,.0f} cold on the average")
recovered = (averages[65] - averages[1]) / (of_squares - averages[1])
for x, part, ratio in zip(steps, recovered, of_squares / averages[1], strict=True):
    print(f"below {x:>9,}: squares {ratio:.2f} times chance; the residues modulo 65 recover {part:.0%} of the lead")

# %% [markdown]
# The residues modulo 64 bring next to nothing. Those modulo 5 lift the average from 15,489 to 23,183, those modulo 13
# to 26,598, and both together to 31,731: two congruences recover 73% of the squares' lead over chance at $2^{22}$. That
# is a snapshot, since the lead itself grows, from 1.48 times at $2^{16}$ to 2.44 times at $2^{22}$. At these sizes most
# of the lead is due to residues modulo 5 and 13 (*exact computation*, with random sets to compare).

# %% [markdown]
# ## Findings
#
# * Residues explain a good part of why no move leads from cold to cold: modulo 5 for squares, 7 for cubes, 9 for
#   triangular numbers, 2 for primes, and none for a random set, the factorials and the practical numbers. (Exact.)
# * Random sets as dense as the squares have about $\frac2\pi\sqrt n\ln n$ cold positions, no power law. (Heuristic, and
#   close.) The squares have more, at $2^{22}$ most of it by their residues modulo 65.
#
# ## Exercises
#
# 1. *Check.* Keep the residues of the squares modulo 25 and 325. How much of the lead is recovered? *Hint: modulo 25
#    the count is about 23,667 at $n=2^{22}$.* [Solution](../solutions/part-6.ipynb#Notebook-17,-exercise-1)
# 2. *Prove.* At most three residues modulo 7 have no two that differ by a cube, and three that do are a translate of
#    $\{1,3,6\}$. *Hint: put the residues in a circle.* [Solution](../solutions/part-6.ipynb#Notebook-17,-exercise-2)
# 3. *Go further.* Take $n^2+1$ in place of $n^2$: `make explore GAME="n**2+1" N=2**20`. Which row of the table will it
#    be like, that of the squares or that of the random set? *Hint: what can $n^2+1$ be modulo 3?*
#    [Solution](../solutions/part-6.ipynb#Notebook-17,-exercise-3)
# 4. *Prove.* Show: if $1,\dots,m-1$ are moves and no move is a multiple of $m$, the nim-value of $n$ is $n\bmod m$.
#    What does it say about the powers of two? *Hint: exercise 5 of [notebook 1](../01-subtraction-games.ipynb).*
#    [Solution](../solutions/part-6.ipynb#Notebook-17,-exercise-4)
#
# **Back to** [the beginning](../01-subtraction-games.ipynb).

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "17", n)
by_chance = float(np.interp(2**22, *mean_field(2**22)))
report("random sets, cold below 2^22, mean field", f"{by_chance:.0f}", "heuristic", at=2**22)
