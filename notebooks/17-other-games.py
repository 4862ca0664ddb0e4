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
# # 17. Other games
#
# Every set of positive integers is a game. Subtract-a-square has many cold positions, small nim-values and
# a liking for the residues 0 and 2 modulo 5. **Which of this is special to the squares, and which would any
# set with as many moves do?**
#
# The first half of this notebook puts eleven sets and a random one through the same measurements, and then
# tries to answer a question that the paper's author raised in his first note on the game. The second half
# turns to the "even more general" games of the paper's second footnote, in which one move may take tokens
# from two heaps at once. Read [notebook 6](06-number-of-cold-positions.ipynb) for counting and fitting, and
# [notebook 7](07-modularity.ipynb) for residues.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**22  # positions evaluated: 0 to n - 1 (make's NIM_N / 4)

# %% tags=["setup"]
from math import isqrt

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from scipy.stats import chi2

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.analysis import period
from subtraction_games.games import parse_set
from subtraction_games.record import Findings
from subtraction_games.theory import takeaway
from subtraction_games.theory.meanfield import mean_field, scattered

figures.use_style()
default = n == 2**22  # the n that the numbers in the text belong to
found = Findings("17", n)

# %% [markdown]
# ## Eleven sets and one without a plan
#
# The package has the squares, cubes, triangular numbers, primes, practical numbers, factorials and the
# Moser-de Bruijn sequence. (A number is *practical* if every smaller number is a sum of distinct divisors
# of it.) Four more are quickly written down. A subtraction set is a function that lists its elements below
# a limit; a formula can be made into one.


# %%
fourth_powers, pentagonal = parse_set("n**4"), parse_set("n*(3*n-1)//2")


def primes_minus_1(limit):
    return sg.primes(limit + 1) - 1


# %%
def fibonacci(limit):
    numbers = [1, 2]
    while numbers[-1] < limit:
        numbers.append(numbers[-1] + numbers[-2])
    return np.array([number for number in numbers if number < limit])


print(fourth_powers(700), pentagonal(40), primes_minus_1(20), fibonacci(40))

# %% [markdown]
# The twelfth set is the yardstick. From every interval between two squares it takes one number at random:
# $k^2$ plus a random number below $2k+1$. So it has exactly as many elements below each square as the
# squares have, and no arithmetic at all. The seed makes it the same set in every run, and the same for
# every limit: `scattered(seed)`.

# %%
print(scattered(1)(100))

# %%
games = {"squares": sg.squares, "random, seed 1": scattered(1), "triangular": sg.triangular,
         "pentagonal": pentagonal, "Moser-de Bruijn": sg.moser_de_bruijn, "cubes": sg.cubes,
         "fourth powers": fourth_powers, "Fibonacci": fibonacci, "factorials": sg.factorials,
         "primes": sg.primes, "primes minus 1": primes_minus_1, "practical": sg.practical}  # fmt: skip

# %% [markdown]
# **Sizes.** Cold positions are evaluated below $n$. Nim-values cost more and are evaluated below $n/16$.
# The primes are dense *and* have many cold positions, so that sieving is slow; for them $n/16$ is the limit
# in both.

# %%
small = max(n // 16, 64)
sizes = {name: small if name == "primes" else n for name in games}
cold = {name: sg.cold_positions(S, sizes[name]) for name, S in games.items()}
values = {name: sg.nim_values(S, small) for name, S in games.items()}

# %% [markdown]
# ## Against known answers
#
# The two computations check each other: a position is cold when its nim-value is 0. Three of the sequences
# stand in the OEIS (A030194, A275432, A025043), and their first terms are these.

# %%
assert all(np.array_equal(cold[name][cold[name] < small], np.flatnonzero(values[name] == 0)) for name in games)
listed = {"triangular": "0 2 4 9 11 13 18 20 22 27 29 31 51 53 60 62 69 71 85 94 101 103 110 112 141 143",
          "practical": "0 3 10 13 44 47 102 105 146 149 232 235",
          "primes": "0 1 9 10 25 34 35 49 55"}  # fmt: skip
for name, terms in listed.items():
    assert " ".join(map(str, cold[name][: len(terms.split())])) == terms

# %% [markdown]
# **The factorials look periodic and are not.** Their nim-values repeat with period 25 until, at position
# 5050, the value 4 breaks the pattern.

# %%
factorial_values = sg.nim_values(sg.factorials, 6000).astype(int)
differs = 25 + np.flatnonzero(factorial_values[25:] != factorial_values[:-25])
assert (differs[0], factorial_values[5050]) == (5050, 4)

# %% [markdown]
# **The primes with 1 are dull.** Then the cold positions are the multiples of 4. *Proof.* From a multiple
# of 4 no move leads to another, for no prime is a multiple of 4, and neither is 1. From any other position
# one of the moves 1, 2 and 3 leads to a multiple of 4. $\square$


# %%
def primes_and_1(limit):
    return np.append(np.ones(1, dtype=np.int64), sg.primes(limit))[: max(limit - 1, 0)]


assert np.array_equal(sg.cold_positions(primes_and_1, small), np.arange(0, small, 4))

# %% [markdown]
# ## How many are cold?
#
# As in notebook 6 the counts are taken at the cubes and fitted by repeated medians. Here they are, all on
# the same axes; the faint line in every panel is the squares'.

# %%
counted_at = sg.cubes(n)
limits = {name: counted_at[counted_at <= sizes[name]] for name in games}
counts = {name: sg.counts_below(cold[name], limits[name]) for name in games}
law = {name: sg.fit_power_law(limits[name], counts[name]) for name in games}

# %%
fig, axes = plt.subplots(4, 3, figsize=(7.2, 7.6), sharex=True, sharey=True)
for ax, name in zip(axes.flat, games, strict=True):
    ax.plot(limits["squares"], counts["squares"], color=figures.FAINT, linewidth=3)
    ax.plot(limits[name], counts[name], color=figures.BLUE)
    ax.set(xscale="log", yscale="log", xlim=(1, n), ylim=(0.8, n), yticks=[1, 100, 10**4, 10**6])
    ax.set_title(name, fontsize=10)
    ax.text(0.05, 0.82, f"$n^{{{law[name].exponent:.2f}}}$", transform=ax.transAxes, color=figures.VERMILION)
fig.supxlabel("positions n", size=10.5)
fig.supylabel("cold positions below n", size=10.5)
fig.suptitle(f"Cold positions of twelve games, n up to {figures.size_label(n)}", x=0.02, ha="left", size=11)
names = np.repeat(list(games), [len(limits[name]) for name in games])
table = {"game": names, "n": np.concatenate(list(limits.values()))}
table["cold_positions"] = np.concatenate(list(counts.values()))
figures.save(fig, "figure-13-other-games", table)
figures.show(fig, "Twelve small panels of cold positions against n, each curve beside the faint one of the squares")

# %% [markdown]
# **Figure 13.** The cold positions of twelve games, counted at the cubes, with the exponent of the fitted
# power law. The faint line is subtract-a-square.
#
# The more moves a set has, the fewer cold positions can there be; to compare games of unlike size we need a
# fair unit. *Golomb's floor* is one. Every position is a cold one plus a move or plus nothing, so
# $n\le|C|(1+|S|)$. The quotient $|C|(1+|S|)/n$ says how many times over the cold positions and the
# moves cover the range: 1 would be perfect thrift.

# %%
sets = {name: S(sizes[name]) for name, S in games.items()}
thrift = {name: len(cold[name]) * (1 + len(sets[name])) / sizes[name] for name in games}
for name in games:
    print(f"{name:>15}: {len(sets[name]):>7,} moves, {len(cold[name]):>9,} cold, {thrift[name]:6.2f} times the floor")
assert min(thrift.values()) >= 1

# %% [markdown]
# The Moser-de Bruijn game sits at the floor, as the theorem of notebook 7 says. The squares, with as many
# moves, are more than eighteen times above it; the random set of the same density, seven and a half
# times. The primes are the most wasteful: an odd move is lost between two odd cold positions.

# %%
rounded = {name: f"{thrift[name]:.1f}" for name in ("Moser-de Bruijn", "squares", "random, seed 1")}
assert not default or max(thrift, key=thrift.get) == "primes", "the most wasteful"
assert not default or rounded == {"Moser-de Bruijn": "1.0", "squares": "18.4", "random, seed 1": "7.6"}

# %% [markdown]
# Two fitted exponents exceed 1, the Fibonacci numbers' by a hair and the primes' by 0.05. No count can grow
# like that for ever, since it never exceeds $n$. The primes show what is going on. Nearly all of their cold
# positions are odd; below $2^{18}$ only 0, 10, 34, 100 and 310 are even.

# %%
even = cold["primes"][cold["primes"] % 2 == 0]
print(f"even cold positions below {small:,}: {even.tolist()}")
assert not default or even.tolist() == [0, 10, 34, 100, 310]

# %%
assert not default or [name for name in games if law[name].exponent > 1] == ["Fibonacci", "primes"]
assert not default or f"{law['primes'].exponent:.2f}" == "1.05"

# %% [markdown]
# Two odd positions differ by an even number, and 2 is the only even prime. So while no further even cold
# position turns up, an odd $x$ is cold exactly when $x-2$ is not and none of $x-0,x-10,\dots,x-310$ is
# prime. Primes thin out; so ever more often every second odd number is cold, and the density should creep
# up towards $1/4$. It has come to 0.157 at $2^{18}$. This is an argument and not a proof, as it supposes
# that even cold positions stay rare.

# %%
density = len(cold["primes"]) / small
print(f"density of the primes' cold positions below {small:,}: {density:.3f}")
assert not default or f"{density:.3f}" == "0.157"

# %% [markdown]
# ## How large do the nim-values become?
#
# The largest nim-value below each cube is fitted in the same way. (The paper takes the records only; some
# of these games have too few of those.)

# %%
largest = {name: int(values[name].max()) for name in games}
highest = {name: np.maximum.accumulate(values[name].astype(np.int64)) for name in games}
value_law = {}
for name in games:
    at = sg.cubes(small)[highest[name][sg.cubes(small) - 1] > 0]
    value_law[name] = sg.fit_power_law(at, highest[name][at - 1])
same_density = ("squares", "random, seed 1", "Moser-de Bruijn")
print({name: largest[name] for name in (*same_density, "primes")})

# %% [markdown]
# At the squares' density, fewer cold positions go with larger nim-values: 104 is the largest for the
# squares below $2^{18}$, 126 for the random set and 511 for Moser-de Bruijn. The primes' nim-values never
# exceed 11 here.

# %%
assert not default or [largest[name] for name in (*same_density, "primes")] == [104, 126, 511, 11]
by_cold = sorted(same_density, key=lambda name: len(cold[name]), reverse=True)
assert not default or by_cold == sorted(same_density, key=largest.get), "fewer cold ones, larger values"

# %% [markdown]
# ## Favourite residues
#
# How strongly do cold positions concentrate modulo $m$? Let $H$ be the entropy, in bits, of their residues:
# $\log_2m$ if all residues are equally frequent, and 0 if there is only one. We measure the *concentration*
# $1-H/\log_2m$, which lies between 0 and 1, and report the modulus up to 100 where it is greatest.
# Multiples of a good modulus don't profit from it unless they add something of their own, since they are
# measured against more bits.
#
# Small samples are never quite even. If $N$ positions were thrown at random, $2N\ln2\,(\log_2m-H)$ would be
# nearly chi-squared distributed with $m-1$ degrees of freedom (the $G$ test), and $m-1$ on the average. We
# subtract that average. A modulus counts only if chance would exceed its value less than once in $10^5$
# times, and if the concentration that is left is at least one percent.


# %%
def concentration(positions, m):
    """1 - H / log2(m), less what chance would give; 0 where chance could explain it all."""
    share = np.bincount(positions % m, minlength=m) / len(positions)
    gained = np.log2(m) + (share[share > 0] * np.log2(share[share > 0])).sum()
    unit = 2 * len(positions) * np.log(2)
    beyond_chance = (gained - (m - 1) / unit) / np.log2(m)
    return float(beyond_chance) if unit * gained > chi2.isf(1e-5, m - 1) and beyond_chance >= 0.01 else 0.0


assert concentration(np.arange(0, 10**6, 4), 4) > 0.999
assert concentration(np.arange(1000), 4) == 0

# %%
residues = {}
for name in games:
    strongest, modulus = max((concentration(cold[name], m), -m) for m in range(2, 101))
    residues[name] = f"{-modulus} ({strongest:.2f})" if strongest else "none"

# %% [markdown]
# ## Periods
#
# The sequence of hot and cold is *eventually periodic* if from some place on it repeats. We look at the
# second half of the range and ask for its smallest period: the smallest $p$ for which shifting by $p$
# changes nothing. It counts if the half contains it twice.
#
# One pass finds it. Call $b$ a *border* of a word if the first $b$ letters equal the last $b$ ones, $b$
# being less than the length. A word of length $L$ has period $p$ exactly when $L-p$ is a border (or $p=L$):
# both say that letter $i$ equals letter $i+p$ wherever both exist. So the longest border gives the smallest
# period. Knuth, Morris and Pratt find the longest border of every beginning of the word: extend the last
# border by one letter if that fits, else try the longest border of that border, and so on. The border grows
# by at most one a letter, and each retry shrinks it, so there are at most as many retries as letters:
# linear time. So does the package's `period`.

# %%
periods = {}
for name in games:
    hot = np.ones(sizes[name], dtype=bool)
    hot[cold[name]] = False
    periods[name] = str(period(hot) or "none seen")

# %% [markdown]
# ## The table
#
# Cold positions below $n$ (for the primes below $n/16$) with their exponent; nim-values below $n/16$ with
# theirs; the modulus of the strongest concentration, and how strong it is; the period.

# %%
print(f"{'game':>15} {'cold':>9} {'exponent':>9} {'largest value':>14} {'exponent':>9} {'modulus':>10} {'period':>10}")
for name in games:
    left = f"{name:>15} {len(cold[name]):>9,} {law[name].exponent:>9.3f}"
    print(f"{left} {largest[name]:>14,} {value_law[name].exponent:>9.3f} {residues[name]:>10} {periods[name]:>10}")

# %% [markdown]
# None of the twelve shows a period below $n$. (Every *finite* set has one in the end.) The concentrations
# speak: the squares choose 5, the cubes 7, the triangular numbers 9; the random set, the factorials and the
# practical numbers choose nothing. Modulo 7 every cube is 0, 1 or 6, so for cubes there is a set like
# $\{0,2\}$ modulo 5: $\{1,3,6\}$ has no two members that differ by a cube modulo 7, and 98.7% of the cold
# positions are there.

# %%
assert set(periods.values()) == {"none seen"} or not default
chosen = [residues[name].split()[0] for name in ("squares", "cubes", "triangular")]
assert not default or chosen == ["5", "7", "9"]
assert not default or {residues[name] for name in ("random, seed 1", "factorials", "practical")} == {"none"}
cubes_modulo_7 = {k**3 % 7 for k in range(7)}
assert cubes_modulo_7 == {0, 1, 6}
assert not cubes_modulo_7 & {(x - y) % 7 for x in (1, 3, 6) for y in (1, 3, 6) if x != y}
share = float(np.isin(cold["cubes"] % 7, (1, 3, 6)).mean())
print(f"cubes: {share:.1%} of the cold positions are 1, 3 or 6 modulo 7")
assert not default or f"{share:.1%}" == "98.7%"

# %% [markdown]
# ## Number or arithmetic?
#
# When Eppstein first wrote about the game, he observed that what is proved about its cold positions holds
# for square-difference-free sets in general, and asked whether anything better could be said. Behind that
# stands a question that data can address: **does subtract-a-square have about $n^{0.7}$ cold positions
# because there are $\sqrt n$ squares, or because they are the squares?**
#
# If the number alone decided, random sets of the same density would have as many. Here are eight of them.

# %%
seeds = range(1, 9)
sizes_seen = [n // 64, n // 8, n]


def cold_counts(sets):
    """How many positions are cold below n/64, n/8 and n, one row for every set."""
    return np.array([sg.counts_below(sg.cold_positions(S, n), sizes_seen) for S in sets])


alone = cold_counts([scattered(seed) for seed in seeds])
mean, spread = alone.mean(axis=0), float(alone[:, -1].std(ddof=1))
of_squares = sg.counts_below(cold["squares"], sizes_seen)
least, most = min(alone[:, -1]), max(alone[:, -1])
print(f"random: {least:,} to {most:,} cold, mean {mean[-1]:,.0f}, standard deviation {spread:.0f}")
print(f"squares: {of_squares[-1]:,} cold")

# %% [markdown]
# The number alone does not decide. Eight random sets have between 15,445 and 15,521 cold positions below
# $2^{22}$, hardly differing from each other; the squares have 37,783, which is 2.4 times as many and
# hundreds of standard deviations away. And arithmetic can also work the other way: the Moser-de Bruijn set, of
# the same density, has only 2,048, less than a seventh of what chance gives.
#
# One might object that a random set differs from the squares at its very beginning: it need not contain 1,
# and the first moves shape the first cold positions. But the eight sets begin differently from each other
# as well, and end within half a percent of one another. How the game of a random set begins seems not to
# matter for long. (For the squares it does: [notebook 14](14-waves.ipynb) tries other beginnings.)

# %%
assert not default or (min(alone[:, -1]), max(alone[:, -1])) == (15_445, 15_521)
assert not default or f"{of_squares[-1] / mean[-1]:.1f}" == "2.4"
assert not default or max(alone[:, -1]) < 1.005 * min(alone[:, -1])
assert not default or of_squares[-1] - mean[-1] > 500 * spread
assert not default or len(cold["Moser-de Bruijn"]) < mean[-1] / 7

# %% [markdown]
# ## What chance gives, computed
#
# The fit in the table gives the random set the exponent 0.58. Is $n^{0.58}$ its law? A computation says no.
# Let $\rho(x)$ be the probability that $x$ is cold. A random set has the move $s$ with probability about
# $1/(2\sqrt s)$; so $x$ expects $\int_0^x\rho(c)/(2\sqrt{x-c})\,dc$ moves to cold positions. If they fell
# independently, none would exist with probability
# $$\rho(x)=\exp\left(-\int_0^x\frac{\rho(c)}{2\sqrt{x-c}}\,dc\right).$$
# This *mean field* is a heuristic
# without any constant to fit. It can be solved range by range (`subtraction_games.theory.meanfield`), and by hand to
# first order: with $\rho=A/\sqrt x$ and $A$ nearly constant, the integral is $A\pi/2$, since
# $\int_0^1u^{-1/2}(1-u)^{-1/2}du=\pi$. So $A/\sqrt x=e^{-A\pi/2}$, whose solution grows like $A=\ln(x)/\pi$,
# and the count like $\frac2\pi\sqrt n\ln n$. The paper's author expected this order, $\sqrt n\log n$, for a
# sequence that behaves like a random one, in his blog post of 16 November 2016 ("A better-behaved subtraction
# game").
#
# Beside it, four random sets up to sixteen times our $n$.

# %%
limit, chance = mean_field(16 * n)
far = [sg.cold_positions(scattered(seed), 16 * n) for seed in range(1, 5)]
expected = {x: float(np.interp(x, limit, chance)) for x in (n // 64, n // 8, n, 4 * n, 16 * n)}
for x, value in expected.items():
    there = [int(sg.counts_below(positions, x)) for positions in far]
    print(f"{x:>11,}: random sets {min(there):>6,} to {max(there):>6,}, mean field {value:>8,.0f}")

# %%
at_end = np.array([[int(sg.counts_below(positions, x)) for x in (n, 16 * n)] for positions in far])
carried_on = at_end[:, 0].mean() * 16**0.58
assert not default or f"{law['random, seed 1'].exponent:.2f}" == "0.58", "the fit in the table"
slope = float(np.log(at_end[:, 1].mean() / at_end[:, 0].mean()) / np.log(16))
print(f"below 16 n: random sets {at_end[:, 1].mean():,.0f}, n^0.58 carried on {carried_on:,.0f}; slope {slope:.3f}")
by_chance = float(np.interp(2**22, *mean_field(2**22)))
found.add("random sets, cold below 2^22, mean field", f"{by_chance:.0f}", "heuristic", at=2**22)

# %% [markdown]
# The mean field expects 15,385 cold positions below $2^{22}$, where eight random sets have 15,445 to 15,521,
# and 74,192 below $2^{26}$, where four have 74,366 to 74,463: it is right within 1%, and closer the larger
# $n$. Carried on from $2^{22}$ with the exponent 0.58, the count would be 77,345 at $2^{26}$, four percent
# too many. **So 0.58 is not an exponent, it is the slope of a curve near $2^{22}$.** It is 0.566 from there
# to $2^{26}$, and falls: in the mean field to 0.554 at $2^{30}$, 0.531 at $2^{52}$, and to 1/2 in the limit.

# %%
long_limit, long_chance = mean_field(2**53)
around = {k: np.interp([2 ** (k - 0.5), 2 ** (k + 0.5)], long_limit, long_chance) for k in (22, 30, 52)}
steepness = {k: float(np.log2(after / before)) for k, (before, after) in around.items()}
print({f"2^{k}": f"{value:.3f}" for k, value in steepness.items()})
assert {k: f"{value:.3f}" for k, value in steepness.items()} == {22: "0.573", 30: "0.554", 52: "0.531"}
assert not default or [f"{expected[x]:.0f}" for x in (n, 16 * n)] == ["15385", "74192"]
assert not default or (at_end[:, 1].min(), at_end[:, 1].max()) == (74_366, 74_463)
assert not default or (f"{carried_on:.0f}", f"{slope:.3f}") == ("77345", "0.566")
too_few = [float(1 - expected[x] / at_end[:, i].mean()) for i, x in enumerate((n, 16 * n))]
assert not default or 0 < too_few[1] < too_few[0] < 0.01, "within 1%, and closer the larger n"

# %% [markdown]
# Are the exponents of squares and of random sets different, then, or does only the range make them so? For
# the random sets the derivation speaks: every power above 1/2 is too large in the end. For squares it does
# not apply, and the data speak to $2^{40}$ (notebook 10): the local exponent stays near 0.697 up to $2^{36}$ and
# rises after that, and the factor over chance, 2.4 at $2^{22}$, goes on growing: it is 9.7 at $2^{36}$.

# %%
counted = pd.read_csv("../data/cold-counts.csv", index_col="limit").cold
assert f"{counted[2**36] / np.interp(2**36, long_limit, long_chance):.1f}" == "9.7", "over chance"

# %% [markdown]
# ## Which arithmetic?
#
# Notebook 7 suggests an answer: congruences. The squares avoid the residues 2 and 3 modulo 5, and the cold
# positions use it. To test this, we keep *only* the residues of the squares modulo $m$ and randomise the
# rest: each interval gives $k^2$ plus a random multiple of $m$ below $2k+1$. For $m=1$ that is the random
# set from above.
#
# A control is needed. Where $2k<m$ the set has $k^2$ itself, so a large $m$ keeps some small squares too. The
# modulus 64 shows what that alone can do: it keeps 31 of them, where 65 keeps 32. One might expect more of
# it, as three of the eight residues modulo 8, $\{0,2,5\}$, are square-difference-free (squares are 0, 1 and
# 4). But the game is greedy. By the linear theory of [notebook 14](14-waves.ipynb), a heuristic,
# no wave modulo a power of 2 feeds itself: the mean of $e^{-2\pi iks/8}$ over the squares is 45 degrees off
# the negative axis, just too far.

# %%
averages = {}
for m in (1, 64, 5, 13, 65):
    here = cold_counts([scattered(seed, m) for seed in seeds])
    averages[m] = here.mean(axis=0)
    least, most = min(here[:, -1]), max(here[:, -1])
    print(f"residues modulo {m:>2}: {averages[m][-1]:>7,.0f} cold on the average ({least:,} to {most:,})")

# %% [markdown]
# The residues modulo 64 bring next to nothing. Those modulo 5 lift the average from about 15,500 to 23,200,
# those modulo 13 to 26,600, and both together (modulo 65) to 31,700. (Now the seeds differ more: from 29,376 to
# 33,508.)

# %%
lead = of_squares - averages[1]
recovered = (averages[65] - averages[1]) / lead
for size, part, gap in zip(sizes_seen, recovered, of_squares / averages[1], strict=True):
    print(f"below {size:>9,}: squares {gap:.2f} times chance; the residues modulo 65 recover {part:.0%} of the lead")
assert not default or (min(here[:, -1]), max(here[:, -1])) == (29_376, 33_508)
assert not default or [round(averages[m][-1], -2) for m in (1, 5, 13, 65)] == [15500, 23200, 26600, 31700]

# %%
assert not default or abs(averages[64][-1] - averages[1][-1]) < 100
assert not default or [f"{part:.0%}" for part in recovered] == ["80%", "69%", "73%"]
assert not default or [f"{gap:.2f}" for gap in of_squares / averages[1]] == ["1.48", "1.88", "2.44"]
assert not default or [f"{gap:.2f}" for gap in lead / averages[1]] == ["0.48", "0.88", "1.44"]

# %% [markdown]
# Two congruences recover 73% of the squares' lead over chance at $2^{22}$. That is a snapshot: the lead is a
# power of $n$ less a curve that is none, so it has no size of its own. It is 0.48 times chance at $2^{16}$,
# 0.88 times at $2^{19}$ and 1.44 times at $2^{22}$, and the part recovered is 80%, 69% and 73%.
#
# As far as data below $2^{22}$ can answer, then: *the density is due to arithmetic, and most of it to
# residues modulo the small numbers 5 and 13.* The number of moves alone gives $\frac2\pi\sqrt n\ln n$, by the
# mean field. What remains may be due to the powers $5^2,13^2,\dots$ and the further moduli 17, 21, 29, ... of the
# same kind; that we have not separated.
#
# ## Two heaps at once
#
# In Golomb's take-away games a move is a *vector*: $(s,t)$ takes $s$ tokens from the first heap and $t$
# from the second. The theory of Sprague and Grundy, which values each heap for itself, needs moves that
# touch one heap only. With other moves it fails, and we must evaluate the whole board of pairs.
#
# The sieve of notebook 2 still works. *Go through the board row by row; a pair that is not marked is cold,
# and marks every pair that can move to it.* **Why is it correct?** A move makes one heap or both smaller
# and none larger, so it leads to an earlier row, or to an earlier place in the same row. When a pair's turn
# comes, all pairs it can move to are settled, and it is marked exactly when one of them is cold. $\square$
#
# Golomb's floor carries over with its proof: $N^2\le|C|(1+|S|)$ on a board of $N$ by $N$ pairs.

# %%
side = isqrt(n) // 2
wythoff = takeaway.cold_pairs(takeaway.wythoff(side), side)
print(f"Wythoff's game: {int(wythoff.sum())} cold pairs of heaps below {side}")
print([(int(a), int(b)) for a, b in np.argwhere(wythoff) if a <= b][:7])
assert wythoff.sum() * (1 + len(takeaway.wythoff(side))) >= side**2

# %% [markdown]
# ## Wythoff's game
#
# The most famous game of this kind is Wythoff's ([1907](../book/references.md#wythoff1907)): take any
# number of tokens from one heap, or the same number from both. Its cold pairs follow the golden ratio
# $\varphi=(1+\sqrt5)/2$.
#
# **Theorem** (Wythoff). The cold pairs are $(a_k,b_k)$ and $(b_k,a_k)$ with
# $a_k=\lfloor k\varphi\rfloor$, $b_k=\lfloor k\varphi^2\rfloor$, $k=0,1,2,\dots$
#
# **Proof.** Since $\varphi^2=\varphi+1$, we have $b_k=a_k+k$. Next, *every positive integer occurs exactly
# once among the $a_k$ and $b_k$ with $k\ge1$* (Beatty). Below the integer $N\ge1$ there are $\lfloor
# N/\varphi\rfloor$ of the $a_k$ and $\lfloor N/\varphi^2\rfloor$ of the $b_k$. The two fractions are
# irrational and sum to $N$, so their floors sum to $N-1$; from $N$ to $N+1$, exactly one is added.
#
# *No move leads from a listed pair to a listed pair.* A move in one heap keeps the other number, which
# occurs in one pair only. A move in both keeps the difference $k$, which belongs to one pair only.
#
# *From every other pair $x\le y$ a move leads to a listed one.* If $x=0$, take the whole other heap. If
# $x=b_k$, take the larger heap down to $a_k$. If $x=a_k$ and $y>b_k$, take it down to $b_k$. If $x=a_k$ and
# $y<b_k$, the difference $d=y-x$ is less than $k$; take $a_k-a_d$ from both, which leaves
# $(a_d,a_d+d)=(a_d,b_d)$. $\square$
#
# The check needs no floating point: $\lfloor k\varphi\rfloor=\lfloor(k+\sqrt{5k^2})/2\rfloor$, and the
# integer square root may take the place of the real one.

# %%
golden = [(k + isqrt(5 * k * k)) // 2 for k in range(side)]
by_formula = np.zeros((side, side), dtype=bool)
for k, a in enumerate(golden):
    if a + k < side:
        by_formula[a, a + k] = by_formula[a + k, a] = True
assert np.array_equal(wythoff, by_formula)

# %% [markdown]
# ## Squares on two heaps
#
# With squares there are several games to choose from. In the first a move takes a square from *one* heap,
# and theory applies: a pair is cold when its two nim-values are equal, so that their nim-sum is 0. The
# sieve, which knows no nim-values, agrees with them on the whole board.

# %%
boards = {
    "Wythoff: any number, one heap or both": wythoff,
    "a square from one heap": takeaway.cold_pairs(takeaway.one_heap(sg.squares, side), side),
    "a square from one, or the same from both": takeaway.cold_pairs(takeaway.one_or_both(sg.squares, side), side),
    "a square from one, or one from each": takeaway.cold_pairs(takeaway.one_or_each(sg.squares, side), side),
}
_, one, same, each = boards.values()
heap_value = sg.nim_values(sg.squares, side)
assert np.array_equal(one, heap_value[:, None] == heap_value[None, :])

# %% [markdown]
# In the last game a move may take a square from each heap, not necessarily the same. It has a theory of its
# own. **Theorem.** If a move plays in one heap or in each, a pair is cold exactly when *both* heaps are
# cold. **Proof.** From two cold heaps, every move makes the heaps it touches hot. From any other pair, move
# every hot heap to a cold size and leave a cold one alone. $\square$

# %%
cold_heap = heap_value == 0
assert np.array_equal(each, cold_heap[:, None] & cold_heap[None, :])

# %% [markdown]
# The game in between, *the same square from both*, is the new one. Neither theory applies.

# %%
fig, axes = plt.subplots(2, 2, figsize=(8, 8.4), sharex=True, sharey=True)
shown = min(256, side)
for ax, (name, board) in zip(axes.flat, boards.items(), strict=True):
    colours = ListedColormap(["#FBF6EE", figures.COLD])
    ax.imshow(board[:shown, :shown], cmap=colours, origin="lower", interpolation="nearest")
    ax.set_title(name, fontsize=10.5)
    ax.set(xticks=np.arange(0, shown + 1, max(shown // 4, 1)), yticks=np.arange(0, shown + 1, max(shown // 4, 1)))
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
# **Figure 14.** The cold pairs (dark) of four games on two heaps of fewer than 256 tokens. Wythoff's lie
# along two rays of slopes $\varphi$ and $1/\varphi$. Squares from one heap weave a cloth: heaps of the same
# nim-value have the same row, and equal heaps are the diagonal. A square from one or from each makes a grid
# of the cold heaps. The same square from both blurs the cloth to something like noise.

# %%
steps = [side >> shift for shift in (4, 3, 2, 1, 0)]
for name, board in boards.items():
    print(f"{name:>40}: " + " ".join(f"{int(board[:size, :size].sum()):>7,}" for size in steps))
print(f"{'heaps below':>40}: " + " ".join(f"{size:>7,}" for size in steps))

# %% [markdown]
# Below 1,024 tokens Wythoff's game has 783 cold pairs. The squares from one heap have 90,340; allowing the
# same square from both leaves 56,768 pairs (not the same ones), many more than the $118^2$ of the grid. The
# first row of each of the three square games is the one-heap game: with one heap empty, there is nothing to
# take from both.

# %%
totals = [int(board.sum()) for board in boards.values()]
assert not default or totals == [783, 90_340, 56_768, 118**2]

# %%
assert not default or (same & ~one).any()
assert all(np.array_equal(board[0], cold_heap) for board in (one, same, each))

# %% [markdown]
# Is it noise? Not in the residues modulo 5. In the blurred game, too, some pairs of last digits (in base 5)
# occur more often than others. Rows are the first heap's residue, columns the second's; the table is its
# own mirror image, because exchanging the heaps changes nothing.

# %%
first, second = np.nonzero(same)
by_residue = np.bincount(first % 5 * 5 + second % 5, minlength=25).reshape(5, 5)
print(by_residue)
assert np.array_equal(by_residue, by_residue.T)

# %% [markdown]
# If all were equally likely, each would come to about 2,271, give or take fifty to seventy. They range from
# 1,631, for the last digits 3 and 3, to 2,852, for 2 and 2. But this is a long way from the hold that 0 and
# 2 have on a single heap. We know of no closed form for this game, nor of a bound on its cold pairs from
# below better than Golomb's floor.

# %%
assert not default or (int(by_residue.min()), int(by_residue.max())) == (1631, 2852)
assert not default or (by_residue[3, 3], by_residue[2, 2], round(by_residue.mean())) == (1631, 2852, 2271)

# %% [markdown]
# ## Findings
#
# * Among twelve games below $2^{22}$ none has a period; squares, cubes and triangular numbers choose the
#   residues modulo 5, 7 and 9, while a random set, the factorials and the practical numbers choose none.
# * Random sets as dense as the squares have about $\frac2\pi\sqrt n\ln n$ cold positions by a mean field
#   (heuristic), which is right within 1% at $2^{22}$ and $2^{26}$: no power law. The squares have 2.4 times
#   as many at $2^{22}$, and their residues modulo 65 alone recover 73% of that lead there, a number that
#   changes with $n$.
# * The factorials' period of 25 ends at 5050, and the primes with 1 leave the multiples of 4.
# * On two heaps, the sieve finds Wythoff's golden pairs, the equal nim-values of games that are sums, and
#   the products of games where one may move in each heap. The same square from both heaps is new ground.
#
# ## Exercises
#
# 1. *Check.* Draw the map of Fibonacci numbers from one heap or the same from both. *Hint: with `powers(2)`
#    instead, the map repeats itself every three tokens both ways.*
#    [Solution](solutions/part-6.ipynb#Notebook-17,-exercise-1)
# 2. *Check.* Keep the residues of the squares modulo 25 and 325 and randomise the rest. How much of the
#    lead is recovered? *Hint: modulo 25 the count is about 23,700 at $n=2^{22}$.*
#    [Solution](solutions/part-6.ipynb#Notebook-17,-exercise-2)
# 3. *Prove.* Prove that in a game of moves $(s,t)$ with $s,t\ge1$ only, every pair with an empty heap is
#    cold. *Hint: `takeaway.cold_pairs([(1, 2), (2, 1)], 9)[0]` is true everywhere.*
#    [Solution](solutions/part-6.ipynb#Notebook-17,-exercise-3)
# 4. *Go further.* Take $n^2+1$ in place of $n^2$: `make explore GAME="n**2+1" N=2**20`. Which row of the
#    table will it be like, that of the squares or that of the random set? *Hint: what can $n^2+1$ be
#    modulo 3?* [Solution](solutions/part-6.ipynb#Notebook-17,-exercise-4)
#
# **Next:** [Your own game](18-your-own-game.ipynb), in which you choose the set.

# %%
found.save()
