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
# # Solutions 4: counts and what is proved
#
# Worked solutions to the exercises of notebook 10. Proofs are written out; numbers are computed and
# asserted here, mostly at a smaller size than in the notebooks, so that nobody has to wait.

# %% tags=["parameters"]
n = 2**16  # positions on which transforms are counted

# %% tags=["setup"]
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.games import parse_set

figures.use_style()
nothing = np.array([], dtype=np.int64)

# %% [markdown]
# ## Notebook 10, exercise 1
#
# **Runs of one cube.**
# The band shrinks because single increments, drawn one by one, are taken for independent: where a gap follows
# a gap in the sequence, they are now torn apart, and errors cancel that did not cancel in fact. You should
# not believe it because they are *not* independent. The residuals of neighbouring cubes in notebook 6 are
# strongly correlated.


# %%
limits, counts = pd.read_csv("../data/cold-counts.csv").to_numpy().T


def width_of_band(low, high, length, runs=400):
    """Width of the 95% band of imitated exponents from limits[low] to limits[high], with runs of `length` cubes."""
    rng = np.random.default_rng(2036)
    exponent = np.log(counts[high] / counts[low]) / np.log(limits[high] / limits[low])
    expected = np.diff(counts[low] * (limits[low : high + 1] / limits[low]) ** exponent)
    quotients = np.diff(counts[low : high + 1]) / expected
    first = rng.integers(0, quotients.size - length, (runs, -(-quotients.size // length)))
    drawn = (first[:, :, None] + np.arange(length)).reshape(runs, -1)[:, : quotients.size] % quotients.size
    ends = counts[low] + (expected * quotients[drawn]).sum(axis=1)
    exponents = np.log(ends / counts[low]) / np.log(limits[high] / limits[low])
    return float(np.diff(np.quantile(exponents, [0.025, 0.975]))[0]), np.corrcoef(quotients[1:], quotients[:-1])[0, 1]


# %%
widths = {length: width_of_band(2047, 4095, length) for length in (1, 16)}
correlation = widths[1][1]
print(f"width {widths[1][0]:.5f} with runs of one, {widths[16][0]:.5f} with sixteen;", end=" ")
print(f"neighbouring increments correlate by {correlation:.2f}")
assert widths[1][0] < widths[16][0], "the band shrinks"
assert correlation > 0.1, "neighbours are alike"

# %% [markdown]
# ## Notebook 10, exercise 2
#
# **Windows by 64.**
# A window by 64 spans two windows by 8, one after the other, and its exponent is the mean of theirs: from
# $c(64N)/c(N)=\frac{c(64N)}{c(8N)}\cdot\frac{c(8N)}{c(N)}$ take logarithms. So it is steadier. The price is
# that it answers later, and looks further back.

# %%
roots = np.arange(64, 1025)
by_8 = np.log(counts[2 * roots - 1] / counts[roots - 1]) / np.log(8)
by_8_later = np.log(counts[4 * roots - 1] / counts[2 * roots - 1]) / np.log(8)
by_64 = np.log(counts[4 * roots - 1] / counts[roots - 1]) / np.log(64)
print(f"standard deviation {by_8.std():.5f} and {by_8_later.std():.5f} by 8, {by_64.std():.5f} by 64")
assert np.allclose(by_64, (by_8 + by_8_later) / 2), "the mean of two windows by 8"
assert by_64.std() < max(by_8.std(), by_8_later.std()), "and steadier than the unsteadier of them"

# %% [markdown]
# ## Notebook 10, exercise 3
#
# **Below $2^{40}$.**
# Carry 33,015,043 on by the factor $16^{0.697}$: about 228 million. The local exponents since $2^{24}$,
# 0.6935 to 0.6998, give 226 million to 230 million, if the next window is like those before (an
# extrapolation).
# The same way of guessing can be tested on what is known: carried on from $2^{32}$ it misses the count at
# $2^{36}$ by less than 1%. And still it fails. There are 234,263,051, more than any such window allows.
#
# **Below $2^{42}$.** The last factor of four had the exponent 0.7088, the one before it 0.7047. With 0.7088 once more
# there are 626 million, and if it rises by as much again, 629 million. This is a guess, and the last one was wrong.

# %%
last, before = (counts[np.searchsorted(limits, 2**k)] for k in (36, 32))
millions = [last * 16**exponent / 10**6 for exponent in (0.6935, 0.697, 0.6998)]
miss = float(before * 16**0.697 / last - 1)
print(f"below 2^40: {millions[0]:.0f} to {millions[2]:.0f} million, say {millions[1]:.0f}; missed at 2^36: {miss:.2%}")
assert [round(number) * 10**6 for number in millions] == [226_000_000, 228_000_000, 230_000_000], "the numbers above"
assert abs(miss) < 0.01, "the test"
assert (limits[-1], 4 * limits[-1]) == (2**40, 2**42)
assert counts[-1] == 234_263_051 > last * 16**0.6998, "more than any of these windows allows"
next_ones = [round(float(counts[-1]) * 4**exponent / 10**6) for exponent in (0.7088, 2 * 0.7088 - 0.7047)]
print(f"below 2^42: {next_ones[0]} to {next_ones[1]} million")
assert [number * 10**6 for number in next_ones] == [626_000_000, 629_000_000], "the numbers above"

# %% [markdown]
# For the pentagonal numbers fit below $2^{16}$, as `make explore` does, and look at $2^{20}$. The fit is 30% too
# large there: its exponent still falls. A fit says nothing about
# the next range, and for this game less than for squares.

# %%
some = np.unique(np.geomspace(2, 2**16, 60).astype(np.int64))
few, many = (sg.cold_positions(parse_set("n*(3*n-1)//2"), 2**k) for k in (16, 20))
law = sg.fit_power_law(some, sg.counts_below(few, some))
print(f"n^{law.exponent:.3f} gives {float(law.at(2**20)):,.0f} below 2^20, and there are {many.size:,}")
assert round(float(law.at(2**20)) / many.size - 1, 1) == 0.3, "30% too large"

# %% [markdown]
# ## Notebook 10, exercise 4
#
# **A power of the logarithm.**
# *Proof.* The local exponent is
# $$\log_8\frac{c(8N)}{c(N)}=\frac{e\ln8+k\,(\ln\ln8N-\ln\ln N)}{\ln8}.$$
# Let $L=\ln(\sqrt8N)$ and $h=\frac12\ln8$, so that $\ln8N=L+h$ and $\ln N=L-h$. For $h<L$
# $$\ln(L+h)-\ln(L-h)=2\left(\frac hL+\frac{h^3}{3L^3}+\frac{h^5}{5L^5}+\dots\right).$$
# The first term is $2h/L=\ln8/L$, and contributes $k/L$ to the exponent. The others come to at most
# $\frac23\frac{h^3}{L^3}\cdot\frac1{1-h^2/L^2}$. With $\ln8=2h$, the local exponent is $e+k/L$ with an error
# of at most $\frac{|k|h^2}{3L^3}\cdot\frac1{1-h^2/L^2}$, which is of order $1/\ln^3N$. $\square$

# %%
h = np.log(8) / 2
for N in (2.0**10, 2.0**24, 2.0**33):
    L = np.log(np.sqrt(8) * N)
    error = (np.log(np.log(8 * N)) - np.log(np.log(N))) / np.log(8) - 1 / L  # for e = 0 and k = 1
    assert 0 < error < h**2 / (3 * L**3) / (1 - h**2 / L**2), "the error is within its bound"

# %% [markdown]
# **Back to** notebook [10](../10-counts-past-the-paper.ipynb).
