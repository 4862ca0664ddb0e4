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
# # 5. How large do nim-values get?
#
# *10 minutes to read.*
#
# Level-by-level evaluation ([notebook 4](04-nim-values.ipynb), Theorem 3) takes $O(mn\log^2 n)$ time, where $m$ is the
# largest nim-value among the first $n$ positions. Dynamic programming takes $O(n|S|)$. We know that $m\le|S|$, so the
# new algorithm never loses by more than logarithms. Whether it *wins* depends on a question that no one can answer by
# proof yet: **how fast does the largest nim-value of subtract-a-square grow?**
#
# This notebook repeats the paper's first experiment (section 3.1, Figure 1). At the end you will have redrawn the
# figure, fitted the same power law to it by the same estimator, digit for digit, and seen what it says about Theorem 3.
# Read [notebook 1](01-subtraction-games.ipynb) first; the rest is explained here.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**24  # positions evaluated: 0 to n - 1 (make's NIM_N)
method = "auto"  # or dynamic-programming, sieve, convolution, engine (make's METHOD)

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import brentq
from scipy.stats import siegelslopes

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.arguments import whole_number

figures.use_style()
n = whole_number("n", n, least=256)

# %% [markdown]
# ## All nim-values below n
#
# The recurrence says it all: the nim-value of a heap is the mex of the nim-values that one move leads to. How many
# pairs of a position and a move is that?

# %%
moves = sg.squares(n)
pairs = n * len(moves) - int(moves.sum())
print(f"{len(moves):,} moves, {pairs:,} pairs")

# %% [markdown]
# At the paper's $n=2^{24}$ there are 45.8 billion. Dynamic programming, which the paper used, takes about a minute in C
# (`data/benchmarks/times.csv`) and far longer in numpy. `method="auto"` leaves large $n$ to the engine of
# [notebook 8](faster/08-faster-still.ipynb#Nim-values), which takes seconds and finds the same values.

# %%
values = sg.nim_values(sg.squares, n, method=method)
print(values[:35].tolist())

# %% [markdown]
# These are the values that the paper lists (OEIS A014586). Most values are small, but now and then a position tops all
# before it.
#
# ## Records
#
# A *record* is a position whose nim-value exceeds all earlier ones. Each dot below is a position; the records are at
# the corners of the stairs.

# %% tags=["drawing"]
positions, highest = sg.records(values)
few = min(n, 3000)
fig, ax = plt.subplots(figsize=(6.4, 3.2))
ax.plot(np.arange(few), values[:few], ".", color=figures.SKY, markersize=2)
early = highest[positions < few]
stairs = [*positions[: early.size], few], [*early, early[-1]]
ax.step(*stairs, where="post", color=figures.BLUE)
ax.set(xlabel="position", ylabel="nim-value")
ax.set_title(f"Nim-values and their records below {few:,}")
figures.show(
    fig,
    "Dots of nim-values under the steps of their records, which rise ever more slowly",
)

# %% [markdown]
# The first few records, as position and value:

# %%
print(list(zip(positions[:12].tolist(), highest[:12].tolist(), strict=True)))

# %% [markdown]
# The record values run 0, 1, 2, 3, ... without a gap, and that is no accident.
#
# **Why?** A position of nim-value $v>0$ has a move to a position of nim-value $v-1$, by the definition of the mex. That
# position is smaller. So no value can appear before its predecessor has, and every new record exceeds the old one by
# exactly 1. $\square$
#
# The $k$-th record is therefore also the *first* position of nim-value $k$ (OEIS A297963), and plotting the records is
# plotting the whole growth of the maximum.

# %%
assert highest.tolist() == list(range(len(highest)))
m = int(highest[-1])
first = f"first at position {positions[-1]:,}"
print(f"below {n:,}: nim-value {m}, {first}, with {len(moves):,} moves at most")

# %% [markdown]
# At the paper's $n=2^{24}$ the largest nim-value is 450. A position there has up to 4,095 moves, so the values stay far
# below what the number of moves would allow.

# %% [markdown]
# ## A line through the points, found robustly
#
# On doubly logarithmic axes a power law $m=c\,n^e$ is a straight line: $\log m=\log c+e\log n$. The small records, at
# the lower left, lie off the line of the others and would mislead least squares. The paper uses **Siegel's
# repeated medians** instead: for every point take the median of the slopes to all the other points; the median of those
# medians is the slope. Up to half of the points may be arbitrarily wrong without carrying the line away. The height is
# found in the same way: a line through each point, with that point's own slope, meets the axis somewhere, and the
# median of these places is the height.


# %% tags=["yours"]
def repeated_medians(x, y):
    """(slope, intercept) of the line through the points."""
    others = [x != a for a in x]
    rises = [(y - b)[other] for b, other in zip(y, others, strict=True)]
    runs = [(x - a)[other] for a, other in zip(x, others, strict=True)]
    slopes = [np.median(rise / run) for rise, run in zip(rises, runs, strict=True)]
    return np.median(slopes), np.median(y - x * slopes)


# %% [markdown]
# So does the R package `mblm`, which the paper used, and so does scipy when asked for `method="separate"`. Our
# `fit_power_law` is that, on logarithms. The record 0 at position 0 has no logarithm and is left out.

# %%
log_n, log_m = np.log2(positions[1:]), np.log2(highest[1:])
slope, height = repeated_medians(log_n, log_m)
fit = sg.fit_power_law(positions[1:], highest[1:])
print(f"m = {fit.coefficient:.15g} * n**{fit.exponent:.15g}")
assert np.allclose(siegelslopes(log_m, log_n, method="separate"), (slope, height))
assert np.allclose((2**height, slope), fit, rtol=1e-12)

# %% [markdown]
# The formula printed in Figure 1 is $m=1.3251885340723\,n^{0.350735691549274}$. At the paper's $n$ we find the same
# constants, to every printed digit.
#
# **Where the text and the numbers differ.** The paper says that the height of the line is chosen "so that it passes
# above and below an equal number of points" ([a slip](../book/slips.md#section-3-experiments)). That is another
# estimator, which takes the one slope $e$ for all points: the median of $y_i-ex_i$. It gives a slightly different
# coefficient (1.32134 at the paper's $n$). The line of the printed constants has 75 points above it and 375 below.

# %%
print(f"coefficient by the sentence: {2 ** np.median(log_m - slope * log_n):.5f}")
above = np.count_nonzero(highest[1:] > fit.at(positions[1:]))
print(f"above the fitted line: {above} points; not above: {len(log_m) - above}")

# %% [markdown]
# ## Figure 1

# %% tags=["drawing"]
fig, (ax, below) = plt.subplots(2, sharex=True, height_ratios=[1, 2], figsize=(6.4, 5))
line = rf"fit: $m = {fit.coefficient:.4f}\, n^{{{fit.exponent:.4f}}}$"
figures.power_law(ax, positions[1:], highest[1:], fit, points="records", line=line)
figures.ratio_to_law(below, positions[1:], highest[1:], fit)
below.set_xlabel("n")
ax.set(ylabel="largest nim-value m")
ax.set_title(f"Subtract-a-square, n up to {figures.size_label(n)}")
table = {"n": positions[1:], "maximum_nim_value": highest[1:]}
table["fitted"] = fit.at(positions[1:])
figures.save(fig, "figure-1-maximum-nim-value", table)
figures.show(
    fig,
    "Records of nim-values along a straight line on logarithmic axes; below, the ratio, near 1",
)

# %% [markdown]
# **Figure 1.** The largest nim-value among the first $n$ positions of subtract-a-square, at each position where it
# grows, and the repeated-median fit; below, the ratio of the records to the fit.
#
# ## How steady is the exponent?
#
# A fit over seven orders of magnitude can hide a bend. Fitting only the records below smaller limits shows how the
# exponent moves as the data grows.

# %%
limits = [k for k in (n // 64, n // 16, n // 4, n) if k > 25]  # for two records
exponents = []
for limit in limits:
    seen = (positions > 0) & (positions < limit)
    c, e = sg.fit_power_law(positions[seen], highest[seen])
    print(f"records below {limit:>10,}: exponent {e:.4f}, coefficient {c:.4f}")
    exponents.append(e)
print(f"they differ by at most {max(exponents) - min(exponents):.4f}")

# %% [markdown]
# At the paper's $n$ the four exponents differ by at most 0.0027, although the lower panel of Figure 1 shows the points
# falling away from $2^{22}$ on. (The section [*The edge*](beyond/16-every-nim-value.ipynb#The-edge) of notebook 16
# follows them to $2^{29}$; at last they rise again.) The last digit of "0.351" is not yet a constant of nature, but
# nothing points to the 0.5 of the number of moves.
#
# ## What it means for Theorem 3
#
# With $m\approx n^{0.35}$, Theorem 3's algorithm takes about $n^{1.35}\log_2^2n$ steps against the $n^{1.5}$ of dynamic
# programming: asymptotically faster, by a power of $n$. But the logarithms are large. Ignoring all constant factors, as
# the paper does, the two meet where $\log_2^2n=n^{1.5-1.35}$.

# %%
print(f"m grows like n^{fit.exponent:.2f}")


def head_start(log10_n, gain=0.15):  # 0.15 = 1.5 - 1.35
    """log10 of n^gain over log2(n)^2: positive where convolution takes fewer steps."""
    return gain * log10_n - 2 * np.log10(log10_n * np.log2(10))


# %%
break_even = brentq(head_start, 10, 60)
about = f"10^{break_even:.2f}, or about 10^{break_even:.0f}"
print(f"n^1.35 log2(n)^2 < n^1.5 from n = {about}")

# %% [markdown]
# The paper says "approximately $10^{26}$", and rightly adds that this is out of reach. So its Figure 1 was computed by
# dynamic programming. (Ours comes from the engine of [notebook 8](faster/08-faster-still.ipynb), which gives the same
# values in a fraction of the time.)

# %% [markdown]
# ## Findings
#
# * The largest nim-value below $2^{24}$ is 450, and the records take every value up to it.
# * The repeated-median fit gives the paper's $1.3251885340723\,n^{0.350735691549274}$ exactly, with the pairwise
#   intercept of `mblm`, not with the one that the paper's sentence describes.
# * From exponents alone, convolution overtakes dynamic programming near $n=10^{26}$.
#
# ## Exercises
#
# 1. *Check.* Fit a line by least squares (`np.polyfit` on the logarithms) and compare. Which points pull it away?
#    *Hint: leave out the first twenty records and fit again; least squares moves more than repeated medians.*
#    [Solution](solutions/part-2.ipynb#Notebook-5,-exercise-1)
# 2. *Prove.* Replace `sg.squares` by `sg.cubes`. Are the records still 0, 1, 2, 3, ...? Prove it. *Hint: the proof
#    above never mentions squares.* [Solution](solutions/part-2.ipynb#Notebook-5,-exercise-2)
# 3. *Check.* How many positions below $n$ have the largest nim-value? And the value 0? *Hint: `np.bincount(values)`;
#    the second answer is the subject of the next notebook.* [Solution](solutions/part-2.ipynb#Notebook-5,-exercise-3)
# 4. *Go further.* How fast do the nim-values of the cubes grow? Guess first, then try `make explore GAME=cubes
#    N=10**6`. *Hint: no value exceeds the number of moves, about $n^{1/3}$.*
#    [Solution](solutions/part-2.ipynb#Notebook-5,-exercise-4)
#
# **Next:** [How many positions are cold?](06-number-of-cold-positions.ipynb)
