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
# # 15. How large are nim-values? Past the paper
#
# The paper's Figure 1 draws one number for each $n$: the largest nim-value below it. But sixteen million
# positions have sixteen million nim-values. **What does the whole landscape look like, and does its edge go
# on growing as the paper found?**
#
# This notebook follows the edge to $2^{29}$, thirty-two times past the paper, and then looks at what lies below
# it. The numbers past this notebook's own $n$ come from a long run on two cores; `make long COLD_N=2**40
# NIM_N=2**29` and `make beyond` make them again. Read [notebook 5](05-maximum-nim-value.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 3.1.*

# %% tags=["parameters"]
n = 2**24  # positions evaluated here; the committed records go to 2**29 (make's NIM_N)

# %% tags=["setup"]
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import statsmodels.api as sm
from matplotlib.colors import TwoSlopeNorm

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.longruns.cache import cached
from subtraction_games.record import Findings

figures.use_style()
default = n == 2**24  # the n that the numbers in the text belong to
values = cached("nim_values", sg.squares, n)

# %% [markdown]
# ## The edge
#
# A *record* is a position whose nim-value exceeds all before it. Since a mex can't skip a value, records go
# up in steps of one: the first 1, the first 2, and so on.

# %%
positions, highest = pd.read_csv("../data/nim-records.csv").to_numpy().T
ends, held, number = pd.read_csv("../data/nim-histogram.csv").to_numpy().T
end = ends.max().item()
print(f"the largest nim-value below 2^{end.bit_length() - 1} is {highest[-1]}, first at {positions[-1]:,}")
assert np.array_equal(highest, np.arange(len(highest)))

# %% [markdown]
# As for the cold positions, the data are checked twice: against the values that your machine has just
# computed, and, in `data/checks.csv`, against plain dynamic programming, all of a first part of the nim-values by
# checksum. From there on the engine stands alone, but for spot checks by the definition where there are any.

# %%
here = positions < n
assert all(np.array_equal(a, b) for a, b in zip(sg.records(values), (positions[here], highest[here]), strict=True))

# %%
check = pd.read_csv("../data/checks.csv", index_col="what").loc["nim-values of squares"]
print(f"below {check.n:,}: all by {check.second_method} too, the largest {check.its_count_or_largest}")
assert check.n >= 2**26
assert check.sha256 == check.its_sha256
assert check.its_count_or_largest == highest[positions < check.n][-1]

# %%
spots = pd.read_csv("../data/spot-checks.csv", index_col="what").loc["nim-values of squares"]
print(f"below {spots.n:,}: {spots.positions:,} looked into, at 99% confidence under {spots.share:.1e} wrong")
assert spots.n == end
assert pd.isna(spots.contradiction)

# %% [markdown]
# The paper's fit, repeated medians through the records, at growing $n$:

# %%
fits = {}
for k in sorted({*range(16, 29, 2), end.bit_length() - 1}):
    below = (positions > 0) & (positions < 2**k)
    fits[k] = sg.fit_power_law(positions[below], highest[below])
    print(f"{below.sum():>5} records below 2^{k}: m = {fits[k].coefficient:.4f} n^{fits[k].exponent:.4f}")
assert f"{fits[24].exponent:.15g}" == "0.350735691549274"

# %% [markdown]
# At $2^{24}$ it is the paper's, to the last digit. To see whether the exponent drifts, take windows again,
# each by a factor of 16 in $n$, and let records only of that window speak.

# %%
by_window = {}
for k in (12, 16, 20, 24, 25):
    window = (positions >= 2**k) & (positions < 2 ** (k + 4))
    by_window[k] = sg.fit_power_law(positions[window], highest[window]).exponent
    slope = sm.QuantReg(np.log(highest[window]), sm.add_constant(np.log(positions[window]))).fit().params[1]
    print(f"2^{k} to 2^{k + 4}: {window.sum():>4} records, n^{by_window[k]:.4f} (median regression: {slope:.4f})")

# %% [markdown]
# Up to $2^{28}$ the windows differ by half a hundredth or so, up and down by turns, and show no trend: the exponent
# of the edge is near 0.35, as the paper says. The last window, from $2^{25}$ to $2^{29}$, has 0.3662. No window by a
# factor of 16 from $2^{12}$ on that ends earlier has more than 0.355.

# %%
assert f"{fits[28].exponent:.4f}" == "0.3490"
steps = np.diff([by_window[k] for k in (12, 16, 20, 24)])
assert steps[0] > 0 > steps[1] < 0 < steps[2], "up and down by turns"
assert abs(steps).max() < 0.007, "half a hundredth or so"
assert f"{by_window[25]:.4f}" == "0.3662"
for k in range(12, 25):
    window = (positions >= 2**k) & (positions < 2 ** (k + 4))
    assert sg.fit_power_law(positions[window], highest[window]).exponent < 0.355

# %% [markdown]
# **Forecasts, written down before the computation.** When the records were known to $2^{28}$,
# `data/forecasts.csv` was given two more rows: the largest nim-values below $2^{29}$ and $2^{30}$. The rule is
# the plainest: from the last record on, the exponent of the repeated medians goes on. The interval is the
# largest relative error that the same rule would have made, one or two doublings ahead, from
# $2^{16},2^{18},\dots$ on.


# %%
def largest(k):
    """The largest nim-value below 2^k."""
    return highest[positions < 2**k][-1].item()


def carried_on(k, ahead):
    """The largest nim-value below 2^(k + ahead), as the records below 2^k let expect it."""
    below = (positions > 0) & (positions < 2**k)
    return largest(k) * 2 ** (ahead * sg.fit_power_law(positions[below], highest[below]).exponent)


# %%
for row in pd.read_csv("../data/forecasts.csv").query("quantity == 'largest nim-value below n'").itertuples():
    ahead = row.n.bit_length() - 29
    trials = [carried_on(k, ahead) / largest(k + ahead) - 1 for k in range(16, 28, 2) if k + ahead <= 28]
    value, error = carried_on(28, ahead), max(map(abs, trials))
    assert [row.forecast, row.low, row.high] == [round(value * x) for x in (1, 1 - error, 1 + error)]
    came = largest(28 + ahead) if end >= row.n else "not yet known"
    print(f"2^{28 + ahead}: forecast {row.forecast} ({row.low} to {row.high}), outcome {came}")

# %% [markdown]
# **The first failed.** Below $2^{29}$ the largest nim-value is 1557, where 1527 had been forecast and 1512 to 1542
# allowed for. Look at single doublings:

# %%
doublings = {k: float(np.log2(largest(k + 1) / largest(k))) for k in range(16, end.bit_length() - 1)}
print(", ".join(f"to 2^{k + 1}: {exponent:.4f}" for k, exponent in doublings.items()))
assert (largest(28), largest(29)) == (1199, 1557)

# %% [markdown]
# From 0.363 the exponent of a doubling sank, with ups and downs, to 0.3414 at $2^{26}$; since then it has risen
# three times, to 0.3573, 0.3665 and 0.3769. **Is that chance?** Records are irregular, so imitate some. The time
# from the record $v$, at the position $x_v$, to the next, measured as $v\ln(x_{v+1}/x_v)$, would have the constant
# mean $1/e$ if the edge grew like $n^e$. Take these times as they were from $2^{16}$ to $2^{26}$, draw runs of them
# (which keep what neighbours have in common), go on with these from the last record below $2^{28}$, and see how
# far one gets below $2^{29}$:

# %%
times = highest[1:-1] * np.log(positions[2:] / positions[1:-1])  # from the record v = 1, 2, ... to the next
before, start = times[largest(16) - 1 : largest(26) - 1], largest(28)
rng = np.random.default_rng(2029)
arrived = {}
for length in (1, 16, 64):
    reached = []
    for _ in range(2000):
        first = rng.integers(0, before.size - length + 1, 1000 // length + 1)
        drawn = before[first[:, None] + np.arange(length)].ravel()
        logarithms = np.log(positions[start]) + np.cumsum(drawn / (start + np.arange(drawn.size)))
        reached.append(start + int(np.searchsorted(logarithms, 29 * np.log(2))))
    arrived[length] = sum(value >= largest(29) for value in reached)
    low, high = np.quantile(reached, [0.005, 0.995])
    there = f"{arrived[length]} of {len(reached)} get to {largest(29)}"
    print(f"runs of {length:>2}: {low:.0f} to {high:.0f} in 99%, {there}")

# %% [markdown]
# In runs of 16 or 64 none of 2,000 imitations gets to 1557. Drawn one by one, a single one of 2,000 does; but
# such draws scatter too much, since a long time is mostly followed by a short one (neighbours have a correlation
# of $-0.44$). So the irregularity of records doesn't explain it: *a steady exponent loses*. What is left is an
# exponent that drifts over longer stretches than 64 records, as it did before, or one that has begun to rise, as
# that of the cold positions has past $2^{36}$ ([notebook 10](10-counts-past-the-paper.ipynb)). Which of the two we
# don't know, nor why it should turn at $2^{26}$: three doublings are few.

# %%
assert arrived == {1: 1, 16: 0, 64: 0}
assert f"{np.corrcoef(before[:-1], before[1:])[0, 1]:.2f}" == "-0.44"
falling = [exponent for k, exponent in doublings.items() if k < 26]
assert (f"{falling[0]:.3f}", f"{falling[-1]:.4f}", min(falling)) == ("0.363", "0.3414", falling[-1])
rising = [doublings[k] for k in (26, 27, 28)]
assert [f"{exponent:.4f}" for exponent in rising] == ["0.3573", "0.3665", "0.3769"]
assert max(falling) < rising[1] < rising[2]
found, exactly = Findings("15", n), "exact computation, one method"
found.add("largest nim-value below 2^29", largest(29), exactly, at=2**29)
found.add("exponent of the largest nim-value from 2^28 to 2^29", f"{doublings[28]:.4f}", exactly, at=2**29)
found.save()

# %% [markdown]
# ## Below the edge
#
# How are the nim-values spread between 0 and the edge? Take all positions between $N/2$ and $N$, and divide
# their values by the largest of them. Ten bins of equal width:

# %%
for top in (n // 64, n // 8, n):
    part = values[top // 2 : top]
    share = np.histogram(part / part.max(), bins=10, range=(0, 1))[0] / part.size
    print(f"N = {top:>10,}: " + " ".join(f"{s:.3f}" for s in share))

# %% [markdown]
# Nothing like a bell. The lowest tenth of the values is the most common, and from there the shares fall
# slowly, to about half as much at eight tenths of the edge; only there they drop. And the slope grows steeper
# with $N$: the lowest tenth holds 15.8%, 16.5% and 17.6% of the positions. Half of all positions have less
# than 37% of the largest value at $n=2^{24}$.

# %%
part = values[n // 2 :]
share = np.histogram(part / part.max(), bins=10, range=(0, 1))[0] / part.size
lowest = [(values[top // 2 : top] < values[top // 2 : top].max() / 10).mean() for top in (n // 64, n // 8, n)]
assert not default or [f"{tenth:.3f}" for tenth in lowest] == ["0.158", "0.165", "0.176"], "more with N"
assert not default or (share.argmax() == 0 and (np.diff(share) < 0).all()), "from the lowest tenth down"
assert not default or 0.45 < share[7] / share[0] < 0.55, "half as much at eight tenths"
assert not default or share[8] / share[7] < 0.8 > share[9] / share[8], "there they drop"
assert not default or 0.35 < np.median(part) / part.max() < 0.37

# %% [markdown]
# ## How many positions hold each value?
#
# From the other side: for one value $v$, how many positions below $N$ have it? The zero has a name already,
# the cold positions, about $0.9\,N^{0.7}$ of them. The committed histogram has all values for $N=2^{20}$,
# $2^{22}$ and so on.

# %%
sizes = np.unique(ends).tolist()
for size in sizes:
    count = number[ends == size]
    most = f"{count.max():>7,} (value {count.argmax()})"
    zero, middle = f"value 0 at {count[0]:>7,} positions", f"median {np.median(count):>9,.0f}"
    print(f"below 2^{size.bit_length() - 1}: {zero}, {middle}, most {most}")

# %% [markdown]
# Values 0 and 1 are equally common, save perhaps one position at the end: by Ferguson's theorem the positions
# of value 1 are the cold ones moved up by one, the smallest move. Others follow behind. If all values up to
# the edge $m\approx1.33\,N^{0.35}$ had an even share of the $N$ positions, each would have
# $N/m\approx0.75\,N^{0.65}$. But the cold positions are more, $0.9\,N^{0.7}$. So the two exponents of the
# paper are relatives, yet not two sides of one coin: they add up to 1.05, because low values hold more than
# an even share, and the more so the larger $N$.

# %%
excess = {size: number[ends == size][0] / (size / (held[ends == size].max() + 1)) for size in sizes}
print("cold positions over an even share:", {f"2^{e.bit_length() - 1}": f"{x:.2f}" for e, x in excess.items()})
assert list(excess.values()) == sorted(excess.values())
for size in sizes:
    zero, one = number[ends == size][:2]
    assert zero - one in (0, 1)
    assert zero == number[ends == size].max(), "the others follow behind"

# %% [markdown]
# **Do the other values catch up?** A value enters late, at its record, and then has to make up for it.
# Compare each value with the zero: the number of its positions below $N$ over the number of cold ones.

# %%
for size in sizes:
    relative_to_zero = number[ends == size] / number[ends == size][0]
    some = {v: f"{relative_to_zero[v]:.3f}" for v in (2, 10, 50, 100, 400) if v < relative_to_zero.size}
    print(f"below 2^{size.bit_length() - 1}: {some}")

# %% [markdown]
# The value 2 wobbles close to 1; all the others rise towards it from each size to the next. It looks as if
# *every* value will in the end be as common as the zero: at each level the same thing happens as with the
# cold positions, only later. [Notebook 13](13-which-residues.ipynb) finds the same for their residues.

# %%
for v in (10, 50, 100):
    history = [number[(ends == size) & (held == v)][0] / number[ends == size][0] for size in sizes]
    assert history == sorted(history)
twos = [number[(ends == size) & (held == 2)][0] / number[ends == size][0] for size in sizes]
assert all(0.94 < two < 0.98 for two in twos), "close to 1"
assert twos != sorted(twos), "it wobbles"

# %% [markdown]
# ## The landscape
#
# Now everything at once. Each column of the picture is a range of positions, on a logarithmic scale; each row
# is a nim-value. The colour tells how many positions of the range have that value, compared with an even
# share among all values up to the edge: white is an even share, blue is more, red is less.


# %%
def landscape(values, columns):
    """(column edges, frequency of each value in each column relative to an even share; 0 above the edge)."""
    edges = np.unique(np.geomspace(64, len(values), columns + 1).astype(np.int64))
    relative = np.zeros((int(values.max()) + 1, edges.size - 1))
    edge = np.maximum.accumulate(values)
    for k, (start, stop) in enumerate(pairwise(edges)):
        count = np.bincount(values[start:stop], minlength=len(relative))
        relative[:, k] = count * (edge[stop - 1] + 1) / (stop - start)
    return edges, relative


edges, relative = landscape(values, 120)

# %%
fig, (ax, low) = plt.subplots(2, 1, figsize=(6.8, 6.4), height_ratios=[3, 2])
shown = np.where(np.maximum.accumulate(relative[::-1] > 0, axis=0)[::-1], relative, np.nan)
norm = TwoSlopeNorm(1, vmin=0.4, vmax=1.6)
for axes, rows in ((ax, len(shown)), (low, min(60, len(shown)))):
    picture = axes.pcolormesh(edges, np.arange(rows + 1), shown[:rows], cmap="RdBu", norm=norm, rasterized=True)
    axes.set(xscale="log", ylabel="nim-value")
low.set_xlabel("position")
ax.set_title(f"The nim-values of subtract-a-square below {figures.size_label(n)}")
fig.colorbar(picture, ax=(ax, low), label="frequency, relative to an even share", shrink=0.6)
value, column = np.nonzero(~np.isnan(shown))
table = {"from": edges[column], "value": value, "frequency": shown[value, column].round(3)}
figures.save(fig, "figure-8-landscape-of-nim-values", table)
figures.show(fig, "Frequency by position and nim-value, in two panels: blue at the bottom, pale red in the wide field")

# %% [markdown]
# **Figure 8.** The landscape of nim-values, all of it and its lowest sixty values: white is an even share of
# the positions, blue more, red less.
#
# The edge is Figure 1, now in its place. Below it the bottom is blue: low values are common. The wide field
# above is pale red, and just below the edge there is a white seam. Look closely and you see stripes: some
# values are fainter than their neighbours over the whole range, and between 19 and 20 there is a step. Each
# value keeps a character of its own, for which we know no reason.

# %%
recent = relative[:, -20:].mean(axis=1)
assert not default or recent[:10].min() > 1.5
assert not default or recent[150:400].max() < 1
assert not default or recent[18:20].min() > 1.1 * recent[20:22].max()

# %% [markdown]
# ## Findings
#
# * The largest nim-value below $2^{28}$ is 1199, and below $2^{29}$ it is 1557. To $2^{28}$ the paper's fit goes on:
#   its exponent moves from 0.3507 at $2^{24}$ to 0.3490. From $2^{28}$ to $2^{29}$ the exponent is 0.3769, the
#   largest of the thirteen doublings from $2^{16}$ on, above what had been forecast and beyond what steady records
#   could do by chance.
# * Nim-values are not concentrated anywhere: they fill everything up to a sharp edge, low ones more than high
#   ones, and this slope grows with $n$.
# * Values 0 and 1 are equally common, as they must be; the others catch up with them as $n$ grows.
#
# ## Exercises
#
# 1. *Prove.* Show that a new record exceeds the former by exactly one. *Hint: what would the mex have
#    skipped?* [Solution](solutions/part-5.ipynb#Notebook-15,-exercise-1)
# 2. *Go further.* Draw the landscape of `sg.cubes` or `sg.triangular`. Is its edge as sharp? The
#    [explorer](../book/explore.md) has a landscape of nim-values, too. *Hint: replace `values` in the last
#    cells.* [Solution](solutions/part-5.ipynb#Notebook-15,-exercise-2)
# 3. *Check.* Where is the value 2 fainter than 3? *Hint: `relative[2]` and `relative[3]`, and
#    `data/nim-histogram.csv`.* [Solution](solutions/part-5.ipynb#Notebook-15,-exercise-3)
#
# **Next:** [All prime bases at once?](13-which-residues.ipynb)
