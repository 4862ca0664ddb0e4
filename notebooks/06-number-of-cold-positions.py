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
# *25 minutes to read.*
#
# The cold positions of subtract-a-square are those from which the player to move loses. No two cold positions differ by
# a square, since otherwise there would be a move from one to the other. Number theorists have studied sets with this
# property since the 1970s, and have found it hard to make them large. **How many cold positions are there below $n$?**
#
# This notebook repeats the paper's second experiment (section 3.2, Figure 2). It counts the cold positions, fits a
# power law, and asks how sure the exponent is, how the count compares with the theory of sets without square
# differences, and what it means for the cost of the sieve. At the end you will be able to put an error bar on a fitted
# exponent, to tell an honest one from one that is not, and to prove that the count is at least about $\sqrt n$. Read
# [notebook 1](01-subtraction-games.ipynb) for hot and cold, and [notebook 2](02-dynamic-programming-and-sieving.ipynb)
# for the sieve.
#
# *After D. Eppstein, FUN [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 3.2.*

# %% tags=["parameters", "COLD_N"]
n = 2**30  # positions evaluated: 0 to n - 1
method = "auto"  # or dynamic-programming, sieve, convolution, engine

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import brentq
from statsmodels.regression.linear_model import OLS

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.arguments import whole_number
from subtraction_games.pages.ask import ask
from subtraction_games.pages.crossover import crossover

figures.use_style()
n = whole_number("n", n, least=256)

# %% [markdown]
# ## Counting
#
# All methods find the same cold positions. `method="auto"` leaves large $n$ to an engine (see [*Idea 1: mark many
# positions at once*](../engine/notebooks/08-faster-still.ipynb#Idea-1:-mark-many-positions-at-once) in notebook 8),
# whereas `method="sieve"` is the paper's own algorithm. Before we look at the count below a billion, guess a smaller
# count.

# %%
cold = sg.cold_positions(sg.squares, n, method=method)

# %% tags=["question"]
limit = min(n, 1000)
below_100, below_limit = sg.counts_below(cold, [100, limit])
rate, early_rate = limit / below_limit, 100 / below_100
fields = {"rate": rate, "early_rate": early_rate, "steady": limit / early_rate}
ask("cold-below", below_limit, below_100=below_100, limit=limit, **fields)

# %%
print(f"{len(cold):,} cold positions below {n:,}, one in {n // len(cold)}")

# %% [markdown]
# Below the paper's $n=2^{30}$ there are 1,816,355 cold positions, about one position in 591. Almost all positions are
# hot.
#
# Because the list of cold positions is sorted, a binary search tells us how many of them are smaller than $k$, for as
# many numbers $k$ as we like.

# %%
powers_of_two = 2 ** np.arange(6, n.bit_length(), 4)
for k, count in zip(powers_of_two, sg.counts_below(cold, powers_of_two), strict=True):
    print(f"below {k:>13,}: {count:>9,} cold, one in {k / count:.1f}")

# %% [markdown]
# In this picture each cold position is a step up. The smooth curve is $\sqrt n$, a floor that is explained below.

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
figures.show(fig, "The count of cold positions, in steps, well above the square root")

# %% [markdown]
# The density of cold positions falls, and it must. Furstenberg ([1977](../book/references.md#furstenberg1977)) and
# Sárközy ([1978](../book/references.md#sarkozy1978)) proved independently that for every $\varepsilon>0$ there is an
# $N$ such that below each $n>N$, every set without square differences has fewer than $\varepsilon n$ members. But the
# density falls slowly.
#
# ## Figure 2: counts at the cubes
#
# On logarithmic axes, nearly all counts at the multiples of a million would crowd into the last inch. The paper samples
# the count at the perfect cubes 1, 8, 27, 64, ... There are 1,023 of these below $2^{30}$, which is itself the 1024th.

# %%
cubes = sg.cubes(n)
counts = sg.counts_below(cold, cubes)
fit = sg.fit_power_law(cubes, counts)
print(f"{len(cubes)} points; c = {fit.coefficient:.15g} * n**{fit.exponent:.15g}")

# %% [markdown]
# The paper prints its formula in the plot itself, which the author also showed on his blog (18 April 2018). The formula
# is $c=0.897244337916743\,n^{0.698354314248528}$, and at the paper's $n$ the repeated medians of `fit_power_law` give
# every digit of it. So the paper's introduction can say that the number of cold positions grows "at least as quickly as
# $n^{0.69}$".
#
# In Figure 1 most points lay below the fitted line. Here is the same question for Figure 2.

# %%
ratio = counts / fit.at(cubes)
n_above, n_below = np.count_nonzero(ratio > 1), np.count_nonzero(ratio < 1)

# %% tags=["question"]
n_points = len(cubes)
ask("above-the-line", n_above, points=n_points, below=n_below, half=n_points // 2)

# %% tags=["drawing"]
fig, (ax, below) = plt.subplots(2, sharex=True, figsize=(6.4, 5))
line = rf"fit: $c = {fit.coefficient:.4f}\, n^{{{fit.exponent:.4f}}}$"
points = "counts at the cubes"
figures.power_law(ax, below, cubes, counts, fit, points=points, line=line)
below.set_xlabel("n")
ax.set(ylabel="cold positions c")
ax.set_title(f"Subtract-a-square, n up to {figures.size_label(n)}")
table = {"n": cubes, "cold_positions": counts, "fitted": fit.at(cubes)}
figures.save(fig, "figure-2-number-of-cold-positions", table)
figures.show(fig, "Counts along a straight line, and below it their ratio, near 1")

# %% [markdown]
# **Figure 2.** The number of cold positions among the first $n$ positions of subtract-a-square, at every perfect cube,
# and the repeated-median fit. The lower panel shows the ratio of the counts to the fit, with a triangle for a point
# outside the panel.
#
# Of the 1,023 points, 615 lie above the line. As with Figure 1 (see the section [*A line through the points, found
# robustly*](05-maximum-nim-value.ipynb#A-line-through-the-points,-found-robustly) in notebook 5), the paper's statement
# about the height of the line does not match the intercept with which its numbers were computed.

# %%
print(f"above the line: {n_above} of {len(cubes):,} points; below it: {n_below}")
log_n, log_c = np.log(cubes), np.log(counts)
other_height = np.median(log_c - fit.exponent * log_n)
print(f"coefficient by the sentence: {np.exp(other_height):.5f}")

# %% [markdown]
# ## How sure is the exponent?
#
# The fit prints fifteen digits. How many of them would come out again in another stretch of positions? The cold
# positions have been counted as far as $2^{41}$ ([notebook 14](../beyond/notebooks/14-counts-past-the-paper.ipynb)), so
# we know how the exponent went on. A fit also reports a *standard error*, the error that is typical if the points are
# what the method takes them for. The outcome should lie within about two standard errors.

# %%
k = min(n.bit_length() - 1, 40)  # the fit knows the counts below 2^k
whole = 384_281_085  # cold positions below 2^41, as counted in notebook 14
came = np.log2(whole / sg.counts_below(cold, 2**k)) / (41 - k)
line = OLS(log_c, np.column_stack([np.ones_like(log_n), log_n]))
naive = line.fit()

# %% tags=["question"]
exponent, error = naive.params[1], naive.bse[1]
missed = round(abs(came - exponent) / error)
ask("standard-errors", missed, k=k, came=came, exponent=exponent, error=error)

# %% [markdown]
# Here are three error bars for the same counts. The first takes all points for independent of each other. The second
# ("HAC", Newey and West [1987](../book/references.md#newey1987)) allows points to agree with their neighbours. The
# third does without a line. It takes the exponents of single doublings, $\log_2(c(2m)/c(m))$, and divides their scatter
# by the square root of their number.

# %%
powers = 2 ** np.arange(max(1, k - 15), k + 1)
doublings = np.diff(np.log2(sg.counts_below(cold, powers)))
agree = line.fit(cov_type="HAC", cov_kwds={"maxlags": max(1, len(cubes) // 50)})
scatter = doublings.std(ddof=1) / np.sqrt(len(doublings))
bars = {"all points independent": (naive.params[1], naive.bse[1])}
bars["neighbours may agree"] = agree.params[1], agree.bse[1]
bars[f"{len(doublings)} single doublings"] = doublings.mean(), scatter
for name, (e, error) in bars.items():
    missed = f"missed {came:.4f} by {abs(came - e) / error:.0f} errors"
    print(f"{name:>22}: {e:.4f} ± {error:.5f}, {missed}")
residuals = naive.resid[len(cubes) // 20 :]  # without the first, wild ones
for name, row in (("residuals", residuals), ("doublings", doublings)):
    alike = np.corrcoef(row[1:], row[:-1])[0, 1]
    print(f"correlation of neighbouring {name}: {alike:.2f}")

# %% [markdown]
# At $n=2^{30}$, least squares misses by 52 errors. Its points are not independent, because a gap in the cold positions
# shows in every later count, and so each residual nearly repeats the last one (correlation 0.99). Allowing for
# neighbours makes the error seven times as large, and still much too small. A doubling, in contrast, counts new
# positions only, and the exponents of neighbouring doublings are nearly uncorrelated (0.17). Their error, 0.00219, is
# honest. The outcome, 0.7023, lies two errors away. So the exponent is 0.698, give or take two thousandths, and we can
# trust two of its fifteen digits.
#
# **Robust against what?** Let us replace all counts below $n/16$ by random numbers and fit again.

# %%
early = cubes < n // 16
noise = np.random.default_rng(1).uniform(1, counts[-1], len(cubes))
spoilt = np.where(early, noise, counts)
print(f"{early.sum()} of {len(cubes):,} are random now", end="; ")
print(f"{(cubes >= n // 8).sum()} lie in the last three doublings")
print(f"repeated medians: {sg.fit_power_law(cubes, spoilt).exponent:.3f}")
print(f"least squares: {np.polyfit(log_n, np.log(spoilt), 1)[0]:.3f}")

# %% [markdown]
# Repeated medians still find 0.694, while least squares finds 0.047. Of the 1,023 cubes, 512 lie in the last three
# doublings, from $2^{27}$ on, and repeated medians need only a little more than half of the points. *So the fit of
# Figure 2 hardly looks at the first 26 of 30 doublings.* It is robust against wild points, but it would not notice a
# bend, and no estimator can know how the counts go on.
#
# ## A surprise, and a floor
#
# The paper calls the density of the cold positions surprising (section 3.3). Sárközy
# ([1978](../book/references.md#sarkozy1978b)) had conjectured that a set without square differences has at most
# $n^{1/2+o(1)}$ members below $n$, where $o(1)$ is a quantity that tends to 0, so hardly more than there are squares.
# Ruzsa ([1984](../book/references.md#ruzsa1984)) refuted the conjecture with sets that he built digit by digit, and the
# densest such sets known in 2018 have about $n^{0.733}$ members. No one designed the cold positions, and yet a game
# that simply takes every number it can comes close to them, with about $n^{0.698}$ members.
#
# **How few could there be?** There are at least $\sqrt n-1$, as Golomb saw. Every position is cold, or a move leads
# from it to a cold one. So each of the $n$ positions is a cold position plus either nothing or one of the $|S|$ moves,
# and therefore $n\le|C|(1+|S|)$. Since there are fewer than $\sqrt n$ squares below $n$, it follows that $|C|\ge
# n/(1+\sqrt n)>\sqrt n-1$. $\square$ The number of cold positions is far above this floor, but no one has proved that
# it grows faster than $\sqrt n$. Theorem 12.1 in [notebook
# 12](../beyond/notebooks/12-what-is-proved.ipynb#A-floor-for-every-n) raises the floor, for large $n$, to nearly
# $\frac4\pi\sqrt n$. The constant $\frac4\pi$ was known before.
#
# **How many could there be?** For every set without square differences, the paper cites an upper bound from Pintz,
# Steiger and Szemerédi ([1988](../book/references.md#pintz1988)):
# $$O\left(\frac n{(\log n)^{\frac14\log\log\log\log n}}\right).$$
# This bound improves on $\varepsilon n$, but not by a power of $n$, since it exceeds $n^{1-\varepsilon}$ for every
# $\varepsilon>0$ and all large $n$. The counts of cold positions are near $n^{0.7}$. The bound is right, but these
# authors proved it with $\frac1{12}$ in place of $\frac14$, so the paper's citation contains a
# [slip](../book/slips.md#section-1-introduction). Better bounds have been found since, and the table after Figure 16.1
# in [notebook 16](../beyond/notebooks/16-square-difference-free-sets.ipynb) lists them.

# %%
assert (counts > np.sqrt(cubes) - 1).all()

# %% [markdown]
# ## What the sieve costs
#
# The sieve marks $i+s$ for every cold position $i$ and every move $s$, so it takes $O(|C|\,|S|)$ time. With $|C|\approx
# n^{0.7}$ and $|S|\approx n^{0.5}$ that is about $n^{1.2}$. The exact number of marks below $n$ is the sum, over the
# cold positions $i$, of the number of squares that still fit between $i$ and $n$.

# %%
marks = int(np.searchsorted(sg.squares(n), n - cold).sum())
print(f"marks below {n:,}: {marks:.3e} = n^{np.log(marks) / np.log(n):.3f}")
e = fit.exponent
print(f"the sum of the exponents: {e:.3f} + 0.5 = {e + 0.5:.1f}, about 0.7 + 0.5")

# %% [markdown]
# The paper's "approximately $n^{1.2}$" adds two exponents, 0.7 and 0.5. The exact count of marks at $n=2^{30}$ is
# $n^{1.178}$, because the constants below 1 (the fitted 0.897, and another for moves that no longer fit) still matter
# at this size.
#
# If constant factors are ignored, the $O(n\log^2n)$ of Theorem 1 is less than the sieve's $n^{1.2}$ once
# $\log_2^2n<n^{0.2}$, since $0.2=1.2-1$.

# %%
break_even = brentq(lambda k: 10 ** (0.2 * k) - np.log2(10.0**k) ** 2, 10, 30)
print(f"log2(n)^2 < n^0.2 from n = 10^{break_even:.2f}, or about 10^{break_even:.0f}")

# %% [markdown]
# The paper's "approximately $10^{18}$" is this point, if a step of convolution costs no more than a mark.

# %% tags=["question"]
tripled = brentq(lambda k: 10 ** (0.2 * k) - 3 * np.log2(10.0**k) ** 2, 10, 40)
ask("three-marks", round(tripled), tripled=tripled)

# %%
crossover()

# %% [markdown]
# So the paper's two numbers, $10^{18}$ here and $10^{26}$ for nim-values, are the best case. Three steps for each one
# move them to about $10^{21}$ and $10^{30}$. The section [*What the clock
# says*](../engine/notebooks/08-faster-still.ipynb#What-the-clock-says) in notebook 8 measures real programs.
#
# ## Findings
#
# * Below $2^{30}$ there are 1,816,355 cold positions, far above Golomb's floor of $2^{15}-1$.
# * The repeated-median fit gives the paper's $0.897244337916743\,n^{0.698354314248528}$ exactly.
# * Of the 1,023 points in Figure 2, 615 lie above the line, so the paper's statement about its height describes another
#   line.
# * The exponent is 0.698, give or take two thousandths, judged by single doublings. From $2^{30}$ to $2^{41}$ it came
#   out 0.7023.
# * Judging from the exponents alone, convolution overtakes the sieve near $n=10^{18}$.
#
# ## Scoreboard
#
# Here are the steps of the three methods again, as in notebook 3, but for all positions below $2^{30}$. Without
# constant factors, convolution takes more than twenty times as many steps as the sieve.

# %%
steps_of = {
    "looking back, n |S|": int((n - sg.squares(n)).sum()),
    "sieve, |C| |S|": marks,
    "convolution, n log^2 n": int(n * np.log2(n) ** 2),
}
for method, taken in steps_of.items():
    print(f"{method:>22}: {taken:.3e} steps for the positions below {n:,}")

# %% [markdown]
# ## Exercises
#
# 1. *Check.* ★★ 15 min. Sample the counts at the powers of two, or at the squares, instead of the cubes. How much does
#    the exponent change? *Hint: `fit_power_law` takes any points; compare with exercise 4.*
#    [Solution](solutions/05-07.ipynb#Notebook-6,-exercise-1)
# 2. *Go further.* ★ 10 min. Count the cold positions of `sg.cubes` and `sg.triangular`. Which game has more cold
#    positions? Compare their local exponents in the [explorer](../book/explore.md). *Hint:
#    `sg.cold_positions(sg.triangular, 300)` has 40 elements.* [Solution](solutions/05-07.ipynb#Notebook-6,-exercise-2)
# 3. *Prove.* ★★ 15 min. Prove Golomb's bound for an arbitrary subtraction set. *Hint: the proof used the fact that the
#    moves are squares only in counting them.* [Solution](solutions/05-07.ipynb#Notebook-6,-exercise-3)
# 4. *Check.* ★★ 20 min. Would another estimator have forecast more? Fit the logarithms of Figure 2's points by least
#    squares, by Huber's robust regression and by median regression (`OLS`, `RLM` and `QuantReg` of statsmodels).
#    Compare these lines with that of repeated medians, and let all four forecast the number of cold positions below
#    $2^{41}$, which is 384,281,085. Leave out the ten smallest cubes. Which exponent changes more, that of least
#    squares or that of repeated medians? *Hint: do the forecasts differ more from each other, or from the truth?*
#    [Solution](solutions/05-07.ipynb#Notebook-6,-exercise-4)
#
# **Next:** [Which positions are cold?](07-modularity.ipynb)

# %% tags=["records"]
# The rows of figures/reproduction.csv: what the paper says, and what this notebook finds.
from functools import partial

from subtraction_games.reproduction import compare

compare = partial(compare, n)

plot = "the plot of Figure 2; https://11011110.github.io/blog/2018/04/18/subtraction-games.html, 18 April 2018"
c, e, by_halves = (
    f"{fit.coefficient:.15g}",
    f"{fit.exponent:.15g}",
    f"{np.exp(other_height):.15g}",
)
compare(
    "Figure 2: coefficient of the fit",
    "3.2",
    "0.897244337916743",
    c,
    2**30,
    source=plot,
)
compare(
    "Figure 2: exponent of the fit", "3.2", "0.698354314248528", e, 2**30, source=plot
)
halves = "Figure 2: coefficient, if the line has as many points above as below"
compare(halves, "3.1", "0.897244337916743", by_halves, 2**30, source=plot)
compare(
    "growth of the number of cold positions, about n^e",
    "3.2",
    "0.7",
    f"{fit.exponent:.1f}",
    2**30,
)
fast = bool(fit.exponent >= 0.69 and len(cold) >= fit.coefficient * n**0.69)
compare("cold positions grow at least as quickly as n^0.69", "1", True, fast, 2**30)
floor = bool((counts > np.sqrt(cubes) - 1).all())
compare("Golomb: cold positions are at least of the order of sqrt(n)", "1", True, floor)
compare(
    "the sieve takes about n^e steps", "3.2", "1.2", f"{fit.exponent + 0.5:.1f}", 2**30
)
compare(
    "power of ten from which convolution beats the sieve", "3.2", 18, round(break_even)
)
