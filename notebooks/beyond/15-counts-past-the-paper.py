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
# # 15. How many positions are cold? Past the paper
#
# *20 minutes to read.*
#
# At $n=2^{30}$ the paper fits $0.897\,n^{0.698}$ to the number of cold positions of subtract-a-square, and leaves the
# matter there. **Does the exponent settle, and if so, where?** There are 384,281,085 cold positions below $2^{41}$, and
# over the last three doublings they grew with the exponent 0.7105. It had been lower, in part because one class modulo
# 5 was dying out; that is over now, and whether the rest has a trend of its own can't be told yet.
#
# The squares' numbers past this notebook's own $n$ come from one long run with the engine of [notebook
# 8](../faster/08-faster-still.ipynb), kept in a folder as in [notebook 9](../faster/09-long-runs.ipynb). Its small
# results are committed, and two commands make them again: `make long COLD_N=2**41 NIM_N=2**29` and then `make beyond`
# (those of cubes and fourth powers, two other runs).
# Read [notebook 6](../06-number-of-cold-positions.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, section 3.2.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated here; the committed counts go to 2**41 (make's COLD_N)

# %% tags=["setup"]
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures
from subtraction_theory import copies
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold = cached("cold_positions", sg.squares, n)
limits, counts = pd.read_csv("../../data/cold-counts.csv").to_numpy().T  # at the cubes, and at the end
counted = ResidueCounts.read_doublings("../../data/doublings.npz", cold, n)  # beyond n, at the powers of two

# %% [markdown]
# ## Two trillion positions


# %%
def by_class(k):
    """Cold positions below 2^k by residue modulo 25; None where they were not counted."""
    return counted.between(25, 0, 2**k)


end = int(limits[-1])
for k in (30, 33, 36, 40, 41):
    below = int(by_class(k).sum())
    print(f"below 2^{k}: {below:>11,} cold, one position in {2**k // below:,}")
assert by_class(36).sum() == counts[limits == 2**36][0], "no matter which table is asked"
assert by_class(41).sum() == counts[-1]

# %% [markdown]
# Below $2^{36}$ there are 33,015,043 cold positions, one in 2,081; below $2^{40}$, more than a trillion positions,
# there are 234,263,051, and below $2^{41}$ **384,281,085**, one in 5,722.
#
# **Can these numbers be trusted?** Each check sees something and is blind to something else.
#
# * *Again, here.* All counts up to this notebook's $n$ are made anew, from positions evaluated on your machine. The
#   first 1,816,355 are the paper's. This says nothing of what lies beyond.
# * *A second method.* The segmented sieve shares nothing with the engine but the definition. As far as it went it found
#   the same list: nothing is omitted there, and nothing is false.
# * *A spot check* draws positions at random from the whole run and asks the definition: a cold position has no move to
#   a cold one, a hot one has one. It is good at finding what is wrong in many places. It bounds the share of false ones
#   among the cold. But drawn from the whole range nearly all positions are hot, and rightly so: it hardly sees
#   *omissions*. Nor need it notice an error in one of the engine's thousands of residue classes.
# * *A window* is a stretch in which every position is checked (`sg.verify(results, sg.squares, windows=10)`). It misses
#   neither a false position nor an omitted one there, and knows nothing of what lies between windows. A hundred were
#   looked into.

# %%
here = limits <= n
assert np.array_equal(sg.counts_below(cold, limits[here]), counts[here])
check = pd.read_csv("../../data/checks.csv", index_col="what").loc["cold positions of squares"]
assert check.sha256 == check.its_sha256
print(f"below {check.n:,}: {check.count_or_largest:,} by the engine and by the {check.second_method}")
spot = pd.read_csv("../../data/spot-checks.csv", index_col="what").loc["cold positions of squares"]
assert pd.isna(spot.contradiction)
drawn = f"{spot.positions:,} positions, {spot.cold:,} cold ones and {spot.whole:,.0f} in whole windows"
print(f"below {spot.n:,}: {drawn}, none wrong")
at_most = f"{spot.share * spot.n / 1e6:,.0f} million positions or {spot.share * spot.results:,.0f} cold ones"
print(f"at 99% confidence, from the draws, fewer than {spot.share:.2%} are wrong: {at_most}")

# %% [markdown]
# Look at the last line. "With 99% confidence under 0.05% are wrong" sounds good, but of $2^{41}$ positions that is up
# to 1,012 million, more than twice as many as there are cold ones. For the positions that are *listed* as cold the
# bound means something: fewer than 176,927 are false.
#
# ## The paper's fit, at growing n
#
# The paper samples the counts at the cubes and takes repeated medians. Do the same at eight times the size, and again,
# and at the end. All but the size is as in Figure 2.

# %%
for k in (18, 24, 30, 33, 36, 41):
    fit = sg.fit_power_law(limits[limits < 2**k], counts[limits < 2**k])
    print(f"cubes below 2^{k}: {fit.coefficient:.4f} n^{fit.exponent:.4f}")

# %% [markdown]
# The fit at $2^{30}$ is the paper's. Then it moves in the third decimal, from 0.6984 to 0.6971 at $2^{36}$, and is
# 0.7060 at $2^{41}$. So the exponent had seemed to settle, and has not.
#
# ## Windows, and who holds them
#
# A fit to all of the range mixes old and new. If counts grow like $n^e$, they grow by $8^e$ from $N$ to $8N$. The
# *local exponent* of this window is $\log_8(c(8N)/c(N))$: two counts, no fit, no memory of small numbers.
#
# Cold positions live in three classes modulo 5 ([notebook 7](../07-modularity.ipynb)). Classes 0 and 2 hold nearly
# all, and class 4 is dying out. So beside the exponent of the whole count print that of classes 0 and 2 alone,
# the *good part*.


# %%
def part(*classes):
    """What picks residue classes modulo 5 out of the 25 counts."""
    return lambda counts: sum(counts[r::5].sum() for r in classes)


parts = {"all": np.sum, "good part": part(0, 2), "0 mod 5": part(0), "2 mod 5": part(2)}
ends = range(20, 42, 3)
windows = list(pairwise(ends))


def exponent(a, b, part=np.sum):
    """The local exponent from 2^a to 2^b of a part of the cold positions, given as a function of the 25 counts."""
    return float(np.log2(part(by_class(b)) / part(by_class(a))) / (b - a))


# %%
local = pd.DataFrame({name: [exponent(*each, pick) for each in windows] for name, pick in parts.items()})
local.index = [f"2^{a} to 2^{b}" for a, b in windows]
local["drag"] = local["good part"] - local["all"]
print(local.round(4))
total, good = local["all"].to_numpy(), local["good part"].to_numpy()
print(f"good part: mean {good.mean():.4f}, standard deviation {good.std(ddof=1):.4f}")

# %% [markdown]
# The good part has had an exponent of 0.7063 on the average, with a standard deviation of 0.0042 from window to window.
# What moves the whole count beside that is the difference, the **drag**: a class that dies takes its share of $c(N)$
# with it. The drag was 0.0112 in the window to $2^{29}$, and 0.0003 is left of it. How much of the rise is that?

# %%
for i in (2, 3, 4):
    rise, good_rise = total[-1] - total[i], good[-1] - good[i]
    of_that = f"of the good part alone {good_rise:.4f}, so the end of the drag is {1 - good_rise / rise:.0%}"
    print(f"from the window to 2^{windows[i][1]} to the last: a rise of {rise:.4f}, {of_that}")

# %% [markdown]
# It depends on where one begins. From the window to $2^{29}$ on, 85% of the rise is the end of the drag. But meanwhile
# the good part sank, from 0.7090 to 0.7009, and came up again, to 0.7108; and from the window to $2^{35}$ on the drag
# is only 28%. **First the whole rose because a loss ended; of late the good part rises itself.** Is that anything?
#
# This is accounting, not causation. Class 4 also presses on the good part, by moves that make positions of
# class 0 hot. [Notebook 11](11-the-game-inside-the-game.ipynb) measures that.
#
# ## How sure is an exponent?
#
# The counts are exact; there is no error of measurement. What we ask is how much an exponent owes to the accidents of
# this one sequence. The simplest answer is how much the good part scatters from window to window. But that is one
# series of seven numbers, and a trend in it would count as scatter. For independent witnesses one needs other sequences
# of the same kind, and the game itself has some: the five classes 2, 7, 12, 17 and 22 modulo 25 are games of their own
# that have long been independent of one another (notebook 11). Their exponents in one window differ by accident.
# (`copies.spread` pools over all windows of one length.)

# %%
by_copy = [by_class(k)[2::5] for k in range(20, 42)]
copy, error = copies.spread(by_copy, window=3), good.std(ddof=1)
print(f"standard deviations in a window: one copy {copy:.4f}, five together {copy / np.sqrt(5):.4f}")
print(local[["0 mod 5", "2 mod 5", "good part"]].std().round(4).rename("from window to window").to_frame())
for name in ("0 mod 5", "2 mod 5", "good part"):
    print("{}: from {:.4f} to {:.4f}".format(name, *local[name].iloc[[-3, -1]]))
print(f"the good part's last window is {(good[-1] - good[-3]) / (np.sqrt(2) * error):.1f} errors higher")

# %% [markdown]
# One copy's exponent has a standard deviation of 0.0056 in a window, so that five independent ones together would have
# 0.0025. But class 2 as a whole scatters by 0.0047 from window to window: the five move together, since rarer classes
# die in all of them. Class 0, whose copies are disturbed by the same positions, scatters by 0.0083, and **the good part
# by 0.0042**. That is the error bar below. One window does not tell neighbouring values apart. [Notebook
# 11](11-the-game-inside-the-game.ipynb) has twenty replicates in place of five.
#
# The rise of the good part since $2^{35}$ is 1.7 errors of a difference, and was found by looking at the end: a hint at
# most. It is larger in class 0, from 0.7011 to 0.7134, than in class 2, from 0.7008 to 0.7086. Notebook 11 knows of a
# reason for either: class 0 is still healing from what class 4 did to it, and each copy in class 2 has rarer classes of
# its own, one digit further up, whose share shrinks.

# %%
sizes = [*np.arange(10, np.log2(n) + 0.5, 0.5), *range(int(np.log2(n)) + 1, 42)]
stretches = [k for k in sizes if by_class(k) is not None]
by_5 = np.array([by_class(k).reshape(5, 5).sum(axis=0) for k in stretches])
at = np.exp2(stretches)
middle = np.array([np.exp2((a + b) / 2) for a, b in windows])
roots = np.unique(np.geomspace(40, np.searchsorted(limits, end // 8), 150).astype(int))
running = np.log(counts[2 * roots - 1] / counts[roots - 1]) / np.log(8)


# %% tags=["drawing"]
def draw_exponents(ax):
    """The exponents of windows, of all and of the good part, with their error bars."""
    ax.fill_between(middle, total, good, color=figures.GREEN, alpha=0.22, linewidth=0, label="drag of class 4")
    at_cubes = limits[roots - 1] * np.sqrt(8)
    ax.plot(at_cubes, running, color=figures.INK, linewidth=0.8, alpha=0.5, label="all, from cubes on")
    series = (good, figures.BLUE, "classes 0 and 2 modulo 5"), (total, figures.INK, "all cold positions")
    for values, colour, name in series:
        ax.errorbar(middle, values, error, fmt="o", color=colour, markersize=5.5, linewidth=1.5, label=name)
    ax.axhline(np.log(10) / np.log(25), color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
    ax.text(at[-1], 0.7161, "ten undisturbed copies: $\\log_{25}10$", ha="right", fontsize=9)
    ax.set(ylabel="exponent over three doublings", ylim=(0.682, 0.7195), title="How fast they grow")
    ax.legend(loc="lower right", fontsize=9)


# %% tags=["drawing"]
def draw_counts(ax):
    """Cold positions by class modulo 5."""
    names = {2: "2 mod 5", 0: "0 mod 5", 4: "4 mod 5", 1: "1 and 3 mod 5"}
    for (r, name), colour in zip(
        names.items(), (figures.BLUE, figures.VERMILION, figures.GREEN, figures.PURPLE), strict=True
    ):
        curve = by_5[:, 1] + by_5[:, 3] if r == 1 else by_5[:, r]
        ax.plot(at, curve, color=colour, linewidth=1.6, linestyle="--" if r == 0 else "-")
        place = curve[-1] * 0.09 if r == 0 else curve[-1] * 1.7
        ax.text(at[-1], place, name, color=colour, ha="right")
    ax.set_xscale("log", base=2)
    ax.set(yscale="log", ylabel="cold positions below n", xlabel="n")
    ax.set_title("How many there are in each class modulo 5")


# %% tags=["drawing"]
print(f"in class 4 below 2^{stretches[-1]:.0f}: {by_5[-1, 4]:,}")
fig, axes = plt.subplots(2, 1, figsize=(6.8, 6.6), sharex=True, height_ratios=[5, 4])
draw_exponents(axes[0])
draw_counts(axes[1])
drawn = [("exponent, all", *row, error) for row in zip(middle, total, strict=True)]
drawn += [("exponent, 0 and 2 mod 5", *row, error) for row in zip(middle, good, strict=True)]
drawn += [
    ("exponent, all, at every cube", *row, 0) for row in zip(limits[roots - 1] * np.sqrt(8), running, strict=True)
]
drawn += [(f"count, {r} mod 5", *row, 0) for r in range(5) for row in zip(at, by_5[:, r], strict=True)]
kinds, where, values, errors = zip(*drawn, strict=True)
table = {"what": kinds, "n": np.round(where), "value": np.round(values, 9), "error": np.round(errors, 9)}
figures.save(fig, "figure-15-1-counts-past-the-paper", table)
figures.show(fig, "Above, exponents with error bars rising at the end; below, counts by class, one of them flattening")

# %% [markdown]
# **Figure 15.1.** Above: local exponents, in the middles of their windows, of all cold positions and of classes 0
# and 2 modulo 5 alone, with the standard deviation of the good part from window to window. The green between them is
# the drag of class 4; the thin line has a window for every cube. Below: the counts. Class 4 has all but stopped
# growing, at 79,089; classes 1 and 3 have had 44 since $2^{22}$.
#
# ## Where does that leave the exponent?
#
# Below the $\log_{25}10=0.71534$ of the perfect base-5 set, below all records of square-difference-free sets ([notebook
# 17](17-square-difference-free-sets.ipynb)), and far above the $\frac12$ that is proved ([notebook
# 10](10-what-is-proved.ipynb)). Could it be a power of the logarithm that moves? Let the count be $n^e(\ln n)^k$; then
# the local exponent is $e+k/\ln n$, but for little (exercise 3). A line through the good part's windows gives $k$.

# %%
(k, e), covariance = np.polyfit(1 / np.log(middle), good, 1, w=np.full(good.size, 1 / error), cov="unscaled")
print(f"good part: k = {k:.2f} +- {np.sqrt(covariance[0, 0]):.2f}, e = {e:.4f} +- {np.sqrt(covariance[1, 1]):.4f}")

# %% [markdown]
# So the good part has $k=-0.02\pm0.16$ and $e=0.707\pm0.008$ (fit, as if windows were independent). That excludes a
# whole power of the logarithm, as random sets have it (notebook 18 finds $\sqrt n\ln n$ for those). It does not exclude
# a slow drift. What notebook 11 expects in the long run is a rise.
#
# ## What was forecast, and what came
#
# A theory that explains what is known already is cheap. So before each longer run forecasts of what it would find were
# committed (`data/forecasts.csv`; `data/copies-forecasts.csv` for [classes by
# themselves](11-the-game-inside-the-game.ipynb)), each with its rule, an interval, and the *coverage* of the interval:
# how often such intervals should hold what comes. The sum of the coverages is the number that should have held. What
# came stands beside them, in columns that were filled once.

# %%
both = [pd.read_csv(f"../../data/{name}.csv") for name in ("forecasts", "copies-forecasts")]
written = pd.concat(both).dropna(subset="outcome")
written = written[~written.quantity.str.startswith("exponent")]  # a count and its exponent are one outcome
written["held"] = written.outcome.between(written.low, written.high)
written["of"] = written.quantity.str.replace(r".*(?:autonomous|in 15) classes (\w+ \d+).*", r"classes \1", regex=True)
tally = written.groupby("of").agg(intervals=("held", "size"), held=("held", "sum"), expected=("coverage", "sum"))
print(tally.round(1))
print(f"{written.held.sum()} of {len(written)} held; {written.coverage.sum():.1f} should have")
first = written[written.made == "2026-11-21"]
print(f"of the first {len(first)}, {first.held.sum()} held; {first.coverage.sum():.1f} should have")
games = pd.read_csv("../../data/game-counts.csv").set_index(["game", "n"]).cold
print(f"cubes below 2^36: {games['cubes', 2**36]:,}; fourth powers below 2^34: {games['n**4', 2**34]:,}")

# %% [markdown]
# **Of 117 intervals 78 held, and 93.1 should have.** All are in the table, whether they speak for the rules or not, and
# they are not independent: several rules forecast one number. The first were nearly all wrong, since every rule missed
# that the drag of class 4 ends; the next were rather too wide. Those of single classes were committed only minutes to
# hours before their outcome. Worst were those of the classes modulo 625: what came was above all rules by which the
# exponent stays or falls, and below all by which it moves to $\log_{25}10$ at once. For cubes there are 1,152,298,014
# cold positions below $2^{36}$, for fourth powers 764,988,849 below $2^{34}$.

# %% [markdown]
# ## Findings
#
# * There are 234,263,051 cold positions below $2^{40}$ and 384,281,085 below $2^{41}$ (exact; below $2^{34}$ by two
#   methods).
# * The exponent is 0.7105 from $2^{38}$ to $2^{41}$, higher than in any window since $2^{20}$. From $2^{29}$ on most of
#   its rise is the end of a drag, by the dying class 4 modulo 5 (exact accounting, not causation).
# * Classes 0 and 2 alone have risen since $2^{35}$, by less than two errors of a difference: no trend is sure.
#
# ## Exercises
#
# 1. *Check.* Windows by the factor of 64 in place of 8: which is steadier? *Hint: $\log_{64}(c(64N)/c(N))$ for the
#    cubes $N$ from $64^3$ on.* [Solution](../solutions/part-5.ipynb#Notebook-15,-exercise-1)
# 2. *Go further.* How many cold positions would you have expected below $2^{40}$, from the counts to $2^{36}$? How many
#    do you expect below $2^{42}$? And of a game of your own, at sixteen times the size that `make explore
#    GAME="n*(3*n-1)//2"` shows you? *Hint: the local exponents.*
#    [Solution](../solutions/part-5.ipynb#Notebook-15,-exercise-2)
# 3. *Prove.* Let the count be $c(n)=a\,n^e(\ln n)^k$. Show that the local exponent from $N$ to $8N$ is
#    $e+k/\ln(\sqrt8N)$ but for an error of order $1/\ln^3N$. *Hint: $\ln(L+h)-\ln(L-h)$ with $L=\ln(\sqrt8N)$.*
#    [Solution](../solutions/part-5.ipynb#Notebook-15,-exercise-3)
#
# **Next:** [Every nim-value](16-every-nim-value.ipynb)
