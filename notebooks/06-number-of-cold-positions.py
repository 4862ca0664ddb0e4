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
# # 6. How many positions are cold?
#
# *10 minutes to read.*
#
# The cold positions of subtract-a-square are those from which the player to move loses. No two of them differ by a
# square, or there would be a move from one to the other. Sets like that have been studied in number theory since the
# 1970s, and they are hard to make large: **how many cold positions are there below $n$?**
#
# This notebook repeats the paper's second experiment (section 3.2, Figure 2): it counts, fits a power law, asks whether
# another estimator would say the same, and what the count means for the cost of the sieve. Read [notebook
# 1](01-subtraction-games.ipynb) for hot and cold, and [notebook 2](02-dynamic-programming-and-sieving.ipynb) for the
# sieve.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated: 0 to n - 1 (make's COLD_N)
method = "auto"  # or dynamic-programming, sieve, convolution, engine (make's METHOD)

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.stats import siegelslopes

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.arguments import whole_number

figures.use_style()
n = whole_number("n", n, least=256)

# %% [markdown]
# ## Counting
#
# Any method gives the same cold positions. `method="auto"` leaves large $n$ to the engine that [notebook
# 8](faster/08-faster-still.ipynb) explains; with `method="sieve"`, this is the paper's own program.

# %%
cold = sg.cold_positions(sg.squares, n, method=method)
print(f"{len(cold):,} cold positions below {n:,}, one in {n // len(cold)}")

# %% [markdown]
# Below the paper's $n=2^{30}$ there are 1,816,355: about one position in 591. Almost all are hot.
#
# Because the list is sorted, "how many are smaller than $k$" is one binary search, for as many $k$ as we like.

# %%
powers_of_two = 2 ** np.arange(6, n.bit_length(), 4)
for k, count in zip(powers_of_two, sg.counts_below(cold, powers_of_two), strict=True):
    print(f"below {k:>13,}: {count:>9,} cold, one in {k / count:.1f}")

# %% [markdown]
# For small $n$ every step is visible. In this picture each cold position is a step up, and beside it runs
# $\sqrt n$, a floor that we come to below.

# %% tags=["drawing"]
few = min(n, 2000)
fig, ax = plt.subplots(figsize=(6.4, 3.0))
early = cold[cold < few]
stairs = [*early, few], [*range(1, early.size + 1), early.size]
ax.step(*stairs, where="post", label="cold positions")
ax.plot(np.arange(few), np.sqrt(np.arange(few)), label=r"$\sqrt{n}$")
ax.set(xlabel="n", ylabel="cold positions below n")
ax.set_title(f"The first {few:,} positions")
ax.legend(loc="upper left")
figures.show(
    fig,
    "Steps of the count of cold positions, bending slightly, well above the curve of the square root",
)

# %% [markdown]
# The density falls, as the theorem of Furstenberg and Sárközy says it must: for every $\varepsilon>0$, a set without
# square differences has fewer than $\varepsilon n$ members below each large enough $n$. But it falls slowly.
#
# ## Figure 2: counts at the cubes
#
# A plot on doubly logarithmic axes needs points that spread evenly to the left as well. Sampling at every multiple of a
# million would crowd nearly all points into the last inch. The paper samples at the perfect cubes 1, 8, 27, 64, ...:
# dense enough at the start, not too dense at the end. Below $2^{30}$ there are 1,023 of them ($2^{30}$ is itself the
# 1024th).

# %%
cubes = sg.cubes(n)
counts = sg.counts_below(cold, cubes)
fit = sg.fit_power_law(cubes, counts)
print(f"{len(cubes)} points; c = {fit.coefficient:.15g} * n**{fit.exponent:.15g}")

# %% [markdown]
# The formula is not in the paper's text; it is in the plot itself, which the author also showed on his blog (18
# April 2018). It is $c=0.897244337916743\,n^{0.698354314248528}$, and at the paper's $n$ the repeated medians of
# `fit_power_law` give every digit of it. So the introduction can say that the count grows "at least as quickly as
# $n^{0.69}$".
#
# The last one or two of the fifteen digits are rounding noise. Double precision carries sixteen digits, and scipy
# computes an intercept as a quotient of differences, which loses two. With natural logarithms in place of binary ones
# the coefficient comes out differently from the 14th digit on.

# %%
log_n, log_c = np.log(cubes), np.log(counts)
_, height = siegelslopes(log_c, log_n, method="separate")
small = bool(abs(np.exp(height) / fit.coefficient - 1) < 1e-13)
print("natural logarithms change it by less than one part in 10^13:", small)

# %% tags=["drawing"]
fig, (ax, below) = plt.subplots(2, sharex=True, height_ratios=[1, 2], figsize=(6.4, 5))
line = rf"fit: $c = {fit.coefficient:.4f}\, n^{{{fit.exponent:.4f}}}$"
figures.power_law(ax, cubes, counts, fit, points="counts at the cubes", line=line)
figures.ratio_to_law(below, cubes, counts, fit)
below.set_xlabel("n")
ax.set(ylabel="cold positions c")
ax.set_title(f"Subtract-a-square, n up to {figures.size_label(n)}")
table = {"n": cubes, "cold_positions": counts, "fitted": fit.at(cubes)}
figures.save(fig, "figure-2-number-of-cold-positions", table)
figures.show(
    fig,
    "Counts of cold positions along a straight line on logarithmic axes; below, the ratio, near 1",
)

# %% [markdown]
# **Figure 2.** The number of cold positions among the first $n$ positions of subtract-a-square, at every perfect cube,
# and the repeated-median fit; below, the ratio of the counts to the fit.
#
# ## A surprise, and a floor
#
# The paper calls the density surprising (section 3.3). Sárközy ([1978](../book/references.md#sarkozy1978b)) had
# conjectured that a set without square differences has at most $n^{1/2+o(1)}$ members below $n$, hardly more than the
# squares themselves. Ruzsa ([1984](../book/references.md#ruzsa1984)) refuted the conjecture by sets that he built digit
# by digit, and the densest of this kind have about $n^{0.733}$. The cold positions are built by no one: a mere game,
# which takes every number that it can, comes close to the best constructions, at $n^{0.698}$.
#
# **How few could there be?** At least $\sqrt n-1$, as Golomb saw. Every position is cold, or a move leads from it to a
# cold one. So each of the $n$ positions is a cold position plus nothing, or a cold position plus one of the $|S|$
# moves: $n\le|C|(1+|S|)$. With fewer than $\sqrt n$ squares below $n$, $|C|\ge n/(1+\sqrt n)>\sqrt n-1$. $\square$ The
# count is far above this floor, and there is no proof that it grows faster than $\sqrt n$. Theorem 10.1 in [notebook
# 10](beyond/10-what-is-proved.ipynb#A-floor-for-every-n) raises the floor to $\frac4\pi\sqrt n$, a known constant.
#
# **How many could there be?** The paper gives a bound for every set without square differences,
# $O(n/(\log n)^{\frac14\log\log\log\log n})$, which exceeds $n^{1-\varepsilon}$ for every $\varepsilon>0$ and all large
# $n$. (The bound is right; [its citation is a slip](../book/slips.md#section-1-introduction).) The table *Where the
# theory stands* in [notebook 17](beyond/17-square-difference-free-sets.ipynb) lists better bounds found since.

# %%
assert (counts > np.sqrt(cubes) - 1).all()

# %% [markdown]
# ## Would another estimator say the same?
#
# A straight line can be put through the same logarithms in many ways. *Least squares* minimises squared residuals, so a
# few points far off the line weigh most. *Huber's* regression caps the weight of large residuals. *Quantile* regression
# at the median minimises absolute residuals. *Repeated medians* tolerate up to half of the points being wrong. Here are
# the four side by side, the first three from statsmodels.

# %%
design = sm.add_constant(log_n)
exponents = {
    "least squares": sm.OLS(log_c, design).fit().params[1],
    "Huber's robust regression": sm.RLM(log_c, design).fit().params[1],
    "median regression": sm.QuantReg(log_c, design).fit().params[1],
    "repeated medians": fit.exponent,
}
for name, exponent in exponents.items():
    print(f"{name:>26}: n^{exponent:.4f}")

# %% [markdown]
# All four lie within a thousandth. So the choice is not decisive, but there is a reason for it. The first few cubes (1,
# 8, 27, ...) hold just a handful of cold positions, and there the power law has not set in. They are outliers *at the
# end of the range*, where a point has the longest lever on a least-squares line. Repeated medians give such points one
# vote each, like everybody else.
#
# To see the lever at work, remove the ten smallest cubes and fit again. The exponent by repeated medians moves less
# than the exponent by least squares.

# %%
moved = {}
if len(cubes) > 20:
    again = sg.fit_power_law(cubes[10:], counts[10:]).exponent
    moved["repeated medians"] = again - fit.exponent
    again = sm.OLS(log_c[10:], design[10:]).fit().params[1]
    moved["least squares"] = again - exponents["least squares"]
for name, by in moved.items():
    print(f"{name:>16} move by {by:+.5f}")

# %% [markdown]
# What none of the four gives is an honest *error bar*. The counts are cumulative: a gap in the cold positions shows in
# every later count, so the residuals are far from independent, while the standard error that least squares prints
# assumes independence. The correlation of each residual with the next, past the first twentieth of the points, shows
# how far.

# %%
residuals = (log_c - np.log(fit.at(cubes)))[len(cubes) // 20 :]
neighbours = float(np.corrcoef(residuals[:-1], residuals[1:])[0, 1])
print(f"correlation of neighbouring residuals: {neighbours:.2f}")

# %% [markdown]
# As in [notebook 5](05-maximum-nim-value.ipynb), the paper's sentence on the height of the line describes another
# intercept than the one its numbers come from.

# %%
other_height = np.median(log_c - fit.exponent * log_n)
print(f"coefficient by the sentence: {np.exp(other_height):.5f}")

# %% [markdown]
# ## What the sieve costs
#
# The sieve marks $i+s$ for every cold position $i$ and every move $s$, so it takes $O(|C|\,|S|)$ time: with $|C|\approx
# n^{0.7}$ and $|S|\approx n^{0.5}$, about $n^{1.2}$. The exact number of marks below $n$ is the sum, over the cold
# positions $i$, of the number of squares that still fit between $i$ and $n$.

# %%
marks = int(np.searchsorted(sg.squares(n), n - cold).sum())
print(f"marks below {n:,}: {marks:.3e} = n^{np.log(marks) / np.log(n):.3f}")
e = fit.exponent
print(f"the sum of the exponents: {e:.3f} + 0.5 = {e + 0.5:.1f}, about 0.7 + 0.5")

# %% [markdown]
# The paper's "approximately $n^{1.2}$" takes the sum of the two exponents, 0.698 and 0.5. The exact count at $n=2^{30}$
# is $n^{1.178}$: the constants below 1 (the fitted 0.897, and the moves that no longer fit) still show at this size.
#
# Compare Theorem 1's $O(n\log^2n)$. Without constant factors, convolution needs fewer steps once
# $\log_2^2n<n^{0.2}$.


# %%
def head_start(log10_n, gain=0.2):  # 0.2 = 1.2 - 1
    """log10 of n^gain over log2(n)^2: positive where convolution takes fewer steps."""
    return gain * log10_n - 2 * np.log10(log10_n * np.log2(10))


# %%
break_even = brentq(head_start, 5, 60)
print(f"log2(n)^2 < n^0.2 from n = 10^{break_even:.2f}, or about 10^{break_even:.0f}")

# %% [markdown]
# The paper's "approximately $10^{18}$" is this point. Real programs have constants: [notebook
# 8](faster/08-faster-still.ipynb) measures them.

# %% [markdown]
# ## Findings
#
# * Below $2^{30}$ there are 1,816,355 cold positions, far above Golomb's floor of $2^{15}-1$.
# * The repeated-median fit gives the author's $0.897244337916743\,n^{0.698354314248528}$ exactly.
# * Least squares, Huber's and median regression give the same exponent within a thousandth; none of the standard errors
#   means much, because cumulative counts are strongly correlated.
# * From exponents alone, convolution overtakes the sieve near $n=10^{18}$.
#
# ## Exercises
#
# 1. *Check.* Sample at the powers of two, or at the squares, instead of the cubes. How much does the exponent move?
#    *Hint: `fit_power_law` takes any points; compare with the differences between the estimators above.*
#    [Solution](solutions/part-2.ipynb#Notebook-6,-exercise-1)
# 2. *Go further.* Count the cold positions of `sg.cubes` and `sg.triangular`. Which game has more? Compare their local
#    exponents in the [explorer](../book/explore.md). *Hint: `sg.cold_positions(sg.triangular, 300)` has 40 elements.*
#    [Solution](solutions/part-2.ipynb#Notebook-6,-exercise-2)
# 3. *Prove.* Prove Golomb's bound for an arbitrary subtraction set. *Hint: where did the proof use that the moves are
#    squares? Only in counting them.* [Solution](solutions/part-2.ipynb#Notebook-6,-exercise-3)
#
# **Next:** [Which positions are cold?](07-modularity.ipynb)
