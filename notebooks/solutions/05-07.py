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
# # Solutions to notebooks 5 to 7
#
# This notebook works through the exercises of notebooks 5 to 7. The proofs are written out, and the computations are
# smaller than those in the notebooks, so that you need not wait. You can read the solutions in any order, but in
# notebook 6, exercise 4 is best read before exercise 1.

# %% tags=["parameters"]
n = 2**20  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.stats import chisquare
from statsmodels.regression.linear_model import OLS
from statsmodels.regression.quantile_regression import QuantReg
from statsmodels.robust.robust_linear_model import RLM

import subtraction_games as sg
from subtraction_games import figures
from subtraction_theory import difference_free as df

figures.use_style()
MODELS = {"least squares": OLS, "Huber's": RLM, "median": QuantReg}
few = min(n, 2**18)  # for nim-values, which take longer
values = sg.nim_values(sg.squares, few)
cold = sg.cold_positions(sg.squares, n)

# %% [markdown]
# ## Notebook 5, exercise 1
#
# **Least squares.** Fit one line by least squares and another by repeated medians, first to all records and then to all
# except the first twenty. The early records, at the lower left, lie off the line and at one end of the range, where
# points have the most leverage. These records pull the least-squares line towards them, but they hardly move the line
# of repeated medians. The table shows the fitted exponents.

# %%
positions, highest = (column[1:] for column in sg.records(values))


def exponents(skip):
    """Fit the records after the first `skip` by least squares and repeated medians."""
    x, y = positions[skip:], highest[skip:]
    return np.polyfit(np.log(x), np.log(y), 1)[0], sg.fit_power_law(x, y).exponent


# %%
skipped = 20 if len(positions) > 40 else 2
fitted = {
    "all records": exponents(0),
    f"without the first {skipped}": exponents(skipped),
}
pd.DataFrame(fitted, index=["least squares", "repeated medians"]).map("{:.4f}".format)

# %% [markdown]
# Two more robust estimators, Huber's regression and median regression (exercise 4 of notebook 6), find the following
# exponents for the records in Figure 1, up to $2^{24}$. With Theil's and Siegel's medians in notebook 5 that makes five
# estimators, and their exponents run from 0.351 to 0.353.

# %%
where, record = (column[1:] for column in sg.records(sg.nim_values(sg.squares, 16 * n)))
log_n, log_m = np.log(where), np.log(record)
design = np.column_stack([np.ones_like(log_n), log_n])
for name, model in MODELS.items():
    print(f"{name:>16}: n^{model(log_m, design).fit().params[1]:.4f}")
law = sg.fit_power_law(where, record)
print(f"repeated medians: n^{law.exponent:.4f}")

# %% [markdown]
# ## Notebook 5, exercise 2
#
# **Cubes.** The records of the cubes are still 0, 1, 2, 3, ..., as in every subtraction game. *Proof.* Let the value
# $v>0$ at position $p$ be a record, so that all earlier values are smaller than $v$. By the definition of the mex, a
# move leads from $p$ to a smaller position of value $v-1$. So $v-1$ is the largest value before $p$. Each record
# therefore exceeds the previous record by one, beginning with the value 0 at position 0. The proof does not depend on
# the moves. $\square$

# %%
for S in (sg.cubes, sg.primes, [2, 5, 7]):
    _, record_values = sg.records(sg.nim_values(S, min(n, 2**14)))
    assert record_values.tolist() == list(range(len(record_values)))

# %% [markdown]
# ## Notebook 5, exercise 3
#
# **The most and the least.** Only a few positions have the largest nim-value, whereas many have the nim-value 0.

# %%
population = np.bincount(values)
most, least, top = population[0], population[-1], len(population) - 1
print(f"below {few:,}: value 0 at {most:,}, value {top} at {least} positions")
assert population[0] == np.count_nonzero(cold < few)

# %% [markdown]
# ## Notebook 5, exercise 4
#
# **The cubes.** In the game of cubes, the largest nim-value below a million is 28, and the power law fitted to the
# records has exponent 0.203. Below $2^{16}$ the fitted exponent is 0.232, so the exponent is falling, but twenty-nine
# records are not much to go on. No nim-value exceeds the number of moves, which grows like $n^{1/3}$, and in fact the
# nim-values stay far below this bound.

# %%
of_cubes = sg.nim_values(sg.cubes, 10**6)
for limit in (2**16, 10**6):
    where, record = sg.records(of_cubes[:limit])
    law = sg.fit_power_law(where[1:], record[1:])
    stated = f"about {law.coefficient:.2f} n^{law.exponent:.3f}"
    moves = len(sg.cubes(limit))
    print(f"below {limit:,}: up to {record[-1]}, {stated}, with {moves} cubes")

# %% [markdown]
# ## Notebook 6, exercise 1
#
# **Where to sample.** There are few powers of two, and they are evenly spaced on the logarithmic axis, whereas the
# squares crowd together at its right end. The fitted exponent varies more with the sample than with the estimator
# (exercise 4), and the variation shows how uncertain the exponent is.

# %%
step = max(1, n // 2**16)  # not all squares, since repeated medians compare all pairs
samples = {
    "cubes": sg.cubes(n + 1),
    "squares": sg.squares(n + 1)[::step],
    "powers of two": 2 ** np.arange(1, n.bit_length()),
}
for name, limits in samples.items():
    law = sg.fit_power_law(limits, sg.counts_below(cold, limits))
    print(f"{name:>14}: n^{law.exponent:.4f}")

# %% [markdown]
# ## Notebook 6, exercise 2
#
# **Cubes and triangular numbers.** The game of cubes has fewer moves and more cold positions than the game of
# triangular numbers. Games with fewer moves often have more cold positions, but not always, as the section *Number or
# arithmetic?* in [notebook 17](../../beyond/notebooks/17-other-games-and-yours.ipynb#Number-or-arithmetic?) shows.

# %%
size = min(n, 2**16)
cubes = len(sg.cold_positions(sg.cubes, size))
triangular = len(sg.cold_positions(sg.triangular, size))
print(
    f"cold below {size:,}: {cubes:,} with cubes, {triangular:,} with triangular numbers"
)

# %% [markdown]
# ## Notebook 6, exercise 3
#
# **Golomb's bound for every set.** **Claim.** If there are $s(n)$ moves below $n$, then at least $n/(1+s(n))$ positions
# below $n$ are cold. **Proof.** Let $C$ be the set of cold positions below $n$. Each position $x<n$ is either cold, or
# hot and of the form $x=c+s$, where $c$ is cold and $s$ is a move below $n$. So every $x$ is a member of $C$ plus
# either 0 or one of the $s(n)$ moves. There are at most $|C|\,(1+s(n))$ such sums, and they have to cover $n$
# positions. $\square$ For the squares, $s(n)<\sqrt n$, so the bound is more than $n/(1+\sqrt n)>\sqrt n-1$.

# %%
sets = sg.squares, sg.cubes, sg.primes, sg.factorials, sg.moser_de_bruijn, sg.powers(3)
for S in sets:
    moves = S(size)
    assert len(sg.cold_positions(S, size)) * (1 + len(moves)) >= size

# %% [markdown]
# ## Notebook 6, exercise 4
#
# **Other estimators.** Least squares minimises the sum of the squared residuals, so a few points far off the line carry
# the most weight. Huber's regression limits the weight of large residuals, and median regression minimises the sum of
# the absolute residuals. Repeated medians tolerate errors in nearly half of the points. Here we fit the points of
# Figure 2, up to $2^{30}$, and compare each line at $2^{41}$ with the true count.

# %%
far = 1024 * n  # the paper's n
far_cold = sg.cold_positions(sg.squares, far)
points = pd.DataFrame({"n": sg.cubes(far)})
points["cold_positions"] = sg.counts_below(far_cold, points["n"])
log_n, log_c = np.log(points[["n", "cold_positions"]].to_numpy().T)
design = np.column_stack([np.ones_like(log_n), log_n])
fits = {name: model(log_c, design).fit().params for name, model in MODELS.items()}
law = sg.fit_power_law(points["n"], points["cold_positions"])
fits["repeated medians"] = np.log(law.coefficient), law.exponent
estimates = {name: exponent for name, (_, exponent) in fits.items()}
there = 384_281_085  # cold positions below 2^41, as counted in notebook 14
for name, (height, exponent) in fits.items():
    off = np.exp(height + exponent * np.log(2.0**41)) / there - 1
    print(f"{name:>16}: n^{exponent:.4f}, {off:+.1%} below 2^41")
points["fitted"] = law.at(points["n"])

# %% [markdown]
# All four exponents agree to within a thousandth, and all four lines forecast about three per cent too few. So the
# choice of the estimator matters little beside what all of them leave out, but there is a reason to prefer repeated
# medians. Only a handful of cold positions lie below the first few cubes, where the power law has not yet set in. The
# points at these cubes are outliers *at the end of the range*, where a point has the most leverage on a least-squares
# line. If we leave out the ten smallest cubes, the exponent found by least squares changes more than the one found by
# repeated medians.

# %%
without = {"least squares": OLS(log_c[10:], design[10:]).fit().params[1]}
law = sg.fit_power_law(points["n"][10:], points["cold_positions"][10:])
without["repeated medians"] = law.exponent
for name, estimate in without.items():
    print(f"{name:>16}: the exponent changes by {estimate - estimates[name]:+.5f}")

# %% [markdown]
# ## Notebook 7, exercise 1
#
# **Bases 17 and 29.** The primes 17 and 29 are both 1 modulo 4, so there are square-difference-free sets of more than
# one residue. The largest such sets contain three residues modulo 17 and four modulo 29. At these sizes, favourite
# digits begin to show in base 17, but there are almost none in base 29.

# %%
fig, axes = plt.subplots(1, 2, figsize=(8.4, 3.0), width_ratios=[17, 29], sharey=True)
for ax, base in zip(axes, (17, 29), strict=True):
    figures.digit_bars(ax, sg.digit_counts(cold, base), f"base {base}")
axes[0].set_ylabel("cold positions")
axes[1].set_xticks(range(0, 29, 4))
figures.show(
    fig, "Two bar charts of last digits: uneven in base 17, and nearly level in base 29"
)

# %%
for base in (17, 29):
    shares = sg.digit_counts(cold, base) / len(cold) * base
    largest = df.maximum_residues(base).tolist()
    print(
        f"base {base}: from {shares.min():.2f} to {shares.max():.2f} times the "
        f"average; a largest free set is {largest}"
    )

# %% [markdown]
# ## Notebook 7, exercise 2
#
# **Nim-value 1 modulo 5.** By Ferguson's Theorem 4.2 in [notebook 4](../04-nim-values.ipynb), the positions of
# nim-value 1 lie one place above the cold positions, because the smallest move is 1. So the favourite residues of
# nim-value 1 modulo 5 are 1 and 3 rather than 0 and 2.

# %%
ones = np.flatnonzero(values == 1)
print("nim-value 1 modulo 5:", np.bincount(ones % 5, minlength=5).tolist())
assert np.array_equal(ones, cold[cold < few - 1] + 1)

# %% [markdown]
# ## Notebook 7, exercise 3
#
# **The perfect set and the game.** A member of the perfect base-5 set below $5^6$ has the digit 0 or 2 in three places
# and any digit in the other three, so there are $2^3\cdot5^3=10^3$ members. As many as 762 of these members are hot.

# %%
below = sg.cold_positions(sg.squares, 5**6)
perfect = df.ruzsa_members(5, [0, 2], 5**6)
hot = np.setdiff1d(perfect, below)
print(f"{len(perfect):,} members, {len(hot)} hot; {len(below):,} cold positions in all")

# %% [markdown]
# ## Notebook 7, exercise 4
#
# **Figure 3 from its numbers.** The bars show shares instead of counts, so that you can compare the three digit places.
# In each column of the table, the counts add up to the number of cold positions. So that this notebook runs without the
# file, the first lines make the same table again.

# %%
places = "ones", "fives", "twenty_fives"
table = pd.DataFrame(
    {name: sg.digit_counts(far_cold, 5, k) for k, name in enumerate(places)}
)
table.index.name = "digit"
fig, ax = plt.subplots(figsize=(6.4, 3.2))
(table / table.sum()).plot.bar(ax=ax, rot=0, ylabel="share of the cold positions")
ax.axhline(0.2, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
figures.show(
    fig,
    "Three bars for each base-5 digit: ones and twenty-fives prefer 0 and 2, "
    "fives are level at a fifth",
)

# %%
assert table.sum().nunique() == 1
print(f"each column counts {table['ones'].sum():,} cold positions")

# %% [markdown]
# **How uniform is uniform?** Pearson's $\chi^2$ adds up the squared differences between the five counts and their mean,
# each divided by the mean. Since the counts have a given sum, only four of them are free (four *degrees of freedom*),
# and for a fair die $\chi^2$ is about 4 on average. The value $p$ is the probability of deviations at least as large as
# these.

# %%
for name, counts in table.items():
    test, deviation = chisquare(counts), np.abs(counts / counts.mean() - 1).max()
    result = f"chi2 = {test.statistic:11,.0f}, p = {test.pvalue:.0e}"
    print(f"{name:>12}: {result}, up to {deviation:.1%} off the mean")

# %% [markdown]
# So none of the three digits is uniform in this sense, not even the fives digit, in which the paper saw "no significant
# non-uniformities" without naming a test. Its $\chi^2$ is about 147, and $p$ is below $10^{-30}$. In this many
# independent throws a deviation of 1.5% would be far more than chance could explain. Cold positions are not
# independent, however, so $p$ is a yardstick and not a probability, and the deviation is tiny beside those in the other
# places.

# %% [markdown]
# **Back to** notebooks [5](../05-maximum-nim-value.ipynb), [6](../06-number-of-cold-positions.ipynb) and
# [7](../07-modularity.ipynb).
