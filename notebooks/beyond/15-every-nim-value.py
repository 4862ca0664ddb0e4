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
# # 15. Every nim-value
#
# *15 minutes to read.*
#
# The paper's Figure 1 draws one number for each $n$: the largest nim-value below it. But sixteen million positions have
# sixteen million nim-values. **Do the others look like the cold positions?** They do: every nim-value occurs infinitely
# often, and no two positions with the same one differ by a square (theorems); and of each of the first 400 the two most
# frequent residues modulo 5 differ by no square (exact counts from $2^{23}$ to $2^{24}$; Figure 15.1). The largest
# nim-value below $2^{29}$ is 1,557, and lately it has grown faster than in the paper. Read [notebook
# 5](../05-maximum-nim-value.ipynb) and [notebook 7](../07-modularity.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, sections 3.1 and 3.3.*

# %% tags=["parameters"]
n = 2**24  # positions evaluated here; the committed records go to 2**29 (make's NIM_N)

# %% tags=["setup"]
from collections import Counter
from itertools import combinations, pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import TwoSlopeNorm

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_theory.difference_free import is_difference_free_modulo

figures.use_style()
values = cached("nim_values", sg.squares, n)
positions, highest = pd.read_csv(files.table("data/nim-records.csv")).to_numpy().T
ends, held, number = pd.read_csv(files.table("data/nim-histogram.csv")).to_numpy().T

# %% [markdown]
# ## Every level is like the cold positions
#
# A *level* is the set of positions with one nim-value. Level 0 is the cold positions.
#
# **Claim 15.1.** Every level is square-difference-free.
#
# **Proof.** If $x-y$ is a nonzero square, there is a move from $x$ to $y$. The nim-value of $x$ is the smallest number
# that does *not* occur among the positions it can move to, so it is not that of $y$. $\square$
#
# So the nim-values *colour* the numbers such that no two of the same colour differ by a square. Count the positions in
# the upper half of our range by value and residue.

# %%
upper = np.arange(len(values) // 2, len(values))
late = values[upper].astype(np.int64)
levels = int(late.max()) + 1


def by_level(m):
    """Positions in the upper half, by nim-value (down) and residue modulo m (across)."""
    return np.bincount(late * m + upper % m, minlength=levels * m).reshape(levels, m)


mod = {m: by_level(m) for m in (5, 7, 13, 65)}
size = np.maximum(mod[5].sum(axis=1), 1)
relative = {m: table * m / size[:, None] for m, table in mod.items()}

# %% tags=["drawing"]
shown, order = min(64, levels), (7, 5, 13, 65)
fig, axes = plt.subplots(1, 4, figsize=(7.4, 5.2), width_ratios=[7, 6, 13, 40], sharey=True)
for ax, m in zip(axes, order, strict=True):
    image = ax.imshow(relative[m][:shown], cmap="magma", vmin=0, vmax=5, aspect="auto", interpolation="nearest")
    ax.set(title=f"mod {m}", xticks=[0, m - 1] if m < 65 else range(0, 65, 13))
    ax.spines[:].set_visible(False)
axes[0].set_ylabel("nim-value")
axes[3].set_xlabel("residue of the position")
span = f"Positions {figures.size_label(len(upper))} to {figures.size_label(len(values))}"
fig.suptitle(span, x=0.02, ha="left", size=11)
bar = fig.colorbar(image, ax=axes, extend="max", fraction=0.05, pad=0.02)
bar.set_label("share / fair share")
rows = [(v, m, r, relative[m][v, r]) for m in order for v in range(shown) for r in range(m)]
columns = ("nim_value", "modulus", "residue", "relative_share")
figures.save(fig, "figure-15-1-structure-of-every-nim-value", dict(zip(columns, zip(*rows, strict=True), strict=True)))
figures.show(fig, "Nim-values by residue: plain modulo 7, two bright cells a row modulo 5, more modulo 13 and 65")

# %% [markdown]
# **Figure 15.1.** Each row is a nim-value, from 0 at the top. Bright residues have more than their share of its
# positions: two of the five residues modulo 5, some modulo 13, none modulo 7.

# %%
pairs = [tuple(sorted(np.argsort(-row, kind="stable")[:2].tolist())) for row in mod[5][:400]]
print("levels by pair:", dict(sorted(Counter(pairs).items())))
print("free:", [pair for pair in combinations(range(5), 2) if is_difference_free_modulo(pair, 5)])
pair_share = -np.sort(-mod[5], axis=1)[:300, :2].sum(axis=1) / size[:300]
print(f"the two hold {np.median(pair_share):.0%} in the median of 300 levels, {pair_share.min():.0%} at least")

# %% [markdown]
# Of the ten pairs of residues five are square-difference-free. **The best pair of each of the first 400 levels is one
# of these**, without one exception, and each of the five is used by 78 to 84 levels (exact counts). That they share so
# evenly is no mystery: every position belongs to some level, so if some crowd at 0 and 2, others must make up for it.
# That each single one is so lopsided, with 95% on two residues in the median, is what no such argument explains.
#
# ## Every nim-value occurs infinitely often
#
# **Theorem 15.2** (not found elsewhere). Let $L_v(n)$ be the number of positions below $n$ with nim-value $v$, and
# $T_v(n)$ the number of those with a smaller nim-value. For all $v\ge0$ and $n\ge1$ $$L_v(n)\ \ge\ \frac4\pi\Bigl(\sqrt
# n-\sqrt{T_v(n)}\Bigr)-2.1\sqrt[4]n.$$
#
# **Proof.** Declare hot all positions with nim-values below $v$. A position with a value of at least $v$ has the value
# $v$, by the mex, exactly if no move leads to the value $v$. So the positions with the value $v$ are the cold positions
# of the game with these $T_v(n)$ hotspots, and Theorem 12.2 of [notebook 12](12-what-is-proved.ipynb) with $m=1$ counts
# them. $\square$
#
# Two things follow. Each level is square-difference-free (Claim 15.1), so $T_v(n)\le v\,r(n)$, where $r(n)$ is the size
# of a largest such set below $n$. By Furstenberg and Sárközy $r(n)=o(n)$, so *every nim-value occurs infinitely often*,
# and $L_v(n)\ge(\frac4\pi-o(1))\sqrt n$ for each fixed $v$. And since the levels cover everything, there are at least
# $n/r(n)$ of them: *the largest nim-value below $n$ is at least $n/r(n)-1$*, which grows faster than every power of
# $\log n$ (the table in [notebook 16](16-square-difference-free-sets.ipynb#Where-the-theory-stands,-November-2026)
# lists bounds on $r(n)$). From above it is at most $\sqrt n$.

# %%
few = values[: min(n, 2**16)].astype(np.int64)
below_n, slack = np.arange(1, few.size + 1), []
for v in range(int(few.max()) + 1):
    in_level, smaller = np.cumsum(few == v), np.cumsum(few < v)
    slack.append((in_level - 4 / np.pi * (np.sqrt(below_n) - np.sqrt(smaller)) + 2.1 * below_n**0.25).min())
print("L_v(n) >= 4/pi (sqrt(n) - sqrt(T_v(n))) - 2.1 n^(1/4)")
print(f"at every n up to {few.size:,} and for each of {len(slack)} values, the least slack is {min(slack):.3f}")

# %% [markdown]
# ## The edge
#
# A *record* is a position whose nim-value exceeds all before it. Since a mex can't skip a value, records go up by one:
# the first 1, the first 2, and so on. Past our own $n$ they come from a long run, checked twice: here against the
# values just computed, and against plain dynamic programming as far as `data/checks.csv` says. Beyond, the engine was
# run twice and spot-checked.

# %%
here = positions < n
assert all(np.array_equal(a, b) for a, b in zip(sg.records(values), (positions[here], highest[here]), strict=True))
assert np.array_equal(highest, np.arange(len(highest)))
check = pd.read_csv(files.table("data/checks.csv"), index_col="what").loc["nim-values of squares"]
assert check.sha256 == check.its_sha256
print(f"by two methods below 2^{int(check.n).bit_length() - 1}, by one below 2^{int(ends.max()).bit_length() - 1}")


def largest(k):
    """The largest nim-value below 2^k."""
    return int(highest[positions < 2**k][-1])


def exponent(low, high):
    """Of the repeated medians through the records from 2^low to 2^high."""
    chosen = (positions >= 2**low) & (positions < 2**high)
    return sg.fit_power_law(positions[chosen], highest[chosen]).exponent


# %%
for k in (16, 20, 24, 28, 29):
    print(f"largest nim-value below 2^{k}: {largest(k):,}; exponent of all records so far {exponent(0, k):.4f}")
windows = {k: exponent(k, k + 4) for k in range(12, 26)}
print("windows by a factor of 16:", ", ".join(f"from 2^{k} {e:.4f}" for k, e in windows.items()))

# %% [markdown]
# At $2^{24}$ the exponent is the paper's, 0.3507. Windows by a factor of 16 fall from 0.3548, from $2^{16}$ on, to
# 0.3455, from $2^{22}$ on; then they rise, and the last, from $2^{25}$ to $2^{29}$, has 0.3662. Look at single
# doublings:

# %%
doublings = {k: float(np.log2(largest(k + 1) / largest(k))) for k in range(16, 29)}
print(", ".join(f"to 2^{k + 1}: {each:.4f}" for k, each in doublings.items()))

# %% [markdown]
# From 0.3626 the exponent of a doubling sank, with ups and downs, to 0.3414 at $2^{26}$; since then it has risen three
# times, to 0.3573, 0.3665 and 0.3769. The largest nim-value below $2^{29}$ is **1,557**, well above the forecast
# (in `data/forecasts.csv`). *Is that chance?* If the edge grew like $n^e$, the time from record $v$ to the
# next, measured as $v\ln(x_{v+1}/x_v)$, would have the constant mean $1/e$. Take these times as they were from $2^{16}$
# to $2^{26}$, draw runs of them, go on from the last record below $2^{28}$, and see how far one gets.

# %%
times = highest[1:-1] * np.log(positions[2:] / positions[1:-1])  # from the record v = 1, 2, ... to the next
before, start, rng = times[largest(16) - 1 : largest(26) - 1], largest(28), np.random.default_rng(2029)


def imitated(length):
    """How far one of the imitations gets below 2^29, with runs of that length."""
    first = rng.integers(0, before.size - length + 1, 1000 // length + 1)
    drawn = before[first[:, None] + np.arange(length)].ravel()
    logarithms = np.log(positions[start]) + np.cumsum(drawn / (start + np.arange(drawn.size)))
    return start + int(np.searchsorted(logarithms, 29 * np.log(2)))


for length in (1, 16, 64):
    reached = np.array([imitated(length) for _ in range(2000)])
    arrived = (reached >= largest(29)).sum()
    print(f"runs of {length:>2}: {arrived} of {reached.size:,} get to {largest(29)}, the best to {reached.max()}")

# %% [markdown]
# In runs of 16 or 64, which keep what neighbours have in common, none of 2,000 gets there. *A steady exponent is a
# rival that lost* (a test by simulation; three doublings are few). So the edge has begun to grow faster, or drifts over
# long stretches: which of the two, these data can't tell.
#
# A record is one position. **Is it only the tip that rises?** Take the value that half of the positions below $n$ stay
# below, nine tenths, and so on. How do these quantiles grow from one doubling to the next?

# %%
sizes = np.unique(ends).tolist()


def quantile(size, share):
    """The value that this share of the positions below `size` stay under, linear within a value."""
    below = np.append(0, np.cumsum(number[ends == size]))
    return np.interp(share * size, below, np.arange(below.size))


# %%
for share in (0.5, 0.9, 0.99, 0.999):
    logs = np.log2([quantile(size, share) for size in sizes])
    grown = np.diff(logs) / np.diff(np.log2(sizes))
    print(f"{share:>5.1%} stay below a value whose exponents are", " ".join(f"{each:.4f}" for each in grown))

# %% [markdown]
# **Not only the tip: the top hundredth.** The value that all but a hundredth of the positions stay below has the course
# of the records: its exponent sank to 0.3393 at $2^{26}$ and has risen three times since, to 0.3741. That of the upper
# tenth turned in the end (0.3306, then 0.3428, less than it had to $2^{22}$), and the median's has come down from
# 0.3441 to 0.2979 (exact counts). So it is no accident of a single record.
#
# ## The landscape
#
# Each column of the picture is a range of positions, each row a nim-value. White is an even share among all values up
# to the edge, blue more, red less.


# %%
def landscape(values, columns):
    """(column edges, frequency of each value in each column relative to an even share; 0 above the edge)."""
    edges = np.unique(np.geomspace(64, len(values), columns + 1).astype(np.int64))
    relative = np.zeros((int(values.max()) + 1, edges.size - 1))
    edge = np.maximum.accumulate(values)
    for k, (start, stop) in enumerate(pairwise(edges)):
        count = np.bincount(values[start:stop], minlength=len(relative))
        relative[:, k] = count * (int(edge[stop - 1]) + 1) / (stop - start)
    return edges, relative


edges, relative = landscape(values, 120)

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(6.8, 4.2))
shown = np.where(np.maximum.accumulate(relative[::-1] > 0, axis=0)[::-1], relative, np.nan)
norm = TwoSlopeNorm(1, vmin=0.4, vmax=1.6)
picture = ax.pcolormesh(edges, np.arange(len(shown) + 1), shown, cmap="RdBu", norm=norm, rasterized=True)
ax.set_xscale("log", base=2)
ax.set(xlabel="position", ylabel="nim-value")
ax.set_title(f"The nim-values of subtract-a-square below {figures.size_label(n)}")
fig.colorbar(picture, label="frequency, relative to an even share", extend="both", shrink=0.8)
value, column = np.nonzero(~np.isnan(shown))
table = {"from": edges[column], "value": value, "frequency": shown[value, column].round(3)}
figures.save(fig, "figure-15-2-landscape-of-nim-values", table)
figures.show(fig, "Frequency by position and nim-value: blue at the bottom, pale red in the wide field")

# %% [markdown]
# **Figure 15.2.** The landscape of nim-values: white is an even share of the positions, blue more, red less. Low
# values are the most common, up to a sharp edge.

# %% [markdown]
# ## Findings
#
# * *Theorems:* every level is square-difference-free, and every nim-value $v$ occurs infinitely often, at least
#   $(\frac4\pi-o(1))\sqrt n$ times below $n$.
# * *Exact counts:* each of the first four hundred levels has its two best residues modulo 5 on one of the five free
#   pairs.
# * *Exact computation:* the largest nim-value below $2^{29}$ is 1,557. All records below $2^{28}$ give 0.3490 (fit);
#   the last doubling has 0.3769 (fit), and of three times 2,000 imitations of steady records one got as far. The top
#   hundredth rises with it.
#
# ## Exercises
#
# 1. *Prove.* Show that a new record exceeds the former by exactly one. *Hint: what would the mex have skipped?*
#    [Solution](../solutions/part-5.ipynb#Notebook-15,-exercise-1)
# 2. *Go further.* Make the heat map for the nim-values of `sg.cubes`, modulo 7 and 9, and look at their landscape in
#    the [explorer](../../book/explore.md). *Hint: for $n=2^{16}$, nine in ten cold positions are 1, 3 or 6 modulo 7.
#    Which residues are cubes?* [Solution](../solutions/part-5.ipynb#Notebook-15,-exercise-2)
# 3. *Check.* Where is the value 2 fainter than 3? *Hint: `data/nim-histogram.csv`.*
#    [Solution](../solutions/part-5.ipynb#Notebook-15,-exercise-3)
#
# **Next:** [Sets without square differences](16-square-difference-free-sets.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "15", n)
exactly = "exact computation"
twice = {"data": "data/nim-records.csv", "check": "run twice; below 2^26 by dynamic programming"}
report("largest nim-value below 2^29", largest(29), exactly, at=2**29, **twice)
report("exponent of the largest nim-value from 2^28 to 2^29", f"{doublings[28]:.4f}", "fit", at=2**29, **twice)
