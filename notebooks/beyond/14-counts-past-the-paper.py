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
# # 14. How many positions are cold? Past the paper
#
# *10 minutes to read.*
#
# At $n=2^{30}$ the paper fits $0.897\,n^{0.698}$ to the number of cold positions of subtract-a-square, and leaves the
# matter there. **Does the exponent settle?** There are 384,281,085 cold positions below $2^{41}$, and over the last
# three doublings they grew like $n^{0.7105\pm0.0042}$ (a fit), faster than in any three before from $2^{20}$ on. Since
# $2^{29}$ that is mostly the end of a loss, which Figure 14.1 has in green: one class modulo 5 was dying out. Whether
# the rest has a trend of its own can't be told yet.
#
# The numbers past this notebook's own $n$ come from one long run with the engine of [notebook
# 8](../faster/08-faster-still.ipynb#The-parts-of-the-engine), kept in a folder as in [notebook
# 9](../faster/09-long-runs.ipynb#Stop,-and-go-on). Its small results are committed; `make long COLD_N=2**41
# NIM_N=2**29` and then `make beyond` make them again (those of cubes and fourth powers, two other runs). Read [notebook
# 6](../06-number-of-cold-positions.ipynb) first.
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
from subtraction_games import figures, files
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold = cached("cold_positions", sg.squares, n)
counted = ResidueCounts.read_doublings(files.table("data/doublings.npz"), cold, n)  # beyond n, at the powers of two

# %% [markdown]
# ## How fast they grow
#
# If counts grow like $n^e$, they grow by $8^e$ from $N$ to $8N$. The *local exponent* of this window is
# $\log_8(c(8N)/c(N))$: two counts, no memory of small numbers. Below $2^{41}$ all but 44 are in three classes modulo 5
# (section *Last digits in base 5* of [notebook 7](../07-modularity.ipynb)). Classes 0 and 2 hold nearly all, and class
# 4 is dying out. So beside the exponent of the whole count take that of classes 0 and 2 alone, the *good part*. The
# difference is the **drag**: a class that dies takes its share of $c(N)$ with it.


# %%
def count(k, *classes):
    """Cold positions below 2^k, of all residue classes modulo 5 or of those named."""
    by_class = counted.between(5, 0, 2**k)
    return int(by_class.sum() if not classes else by_class[list(classes)].sum())


def exponent(a, b, *classes):
    """The local exponent from 2^a to 2^b."""
    return float(np.log2(count(b, *classes) / count(a, *classes)) / (b - a))


parts = {"all": (), "good part": (0, 2), "0 mod 5": (0,), "2 mod 5": (2,)}
windows = list(pairwise(range(20, 42, 3)))
local = pd.DataFrame({name: [exponent(*each, *of) for each in windows] for name, of in parts.items()})
local.index = [f"2^{a} to 2^{b}" for a, b in windows]
local["drag"] = local["good part"] - local["all"]
total, good = local["all"].to_numpy(), local["good part"].to_numpy()
error = good.std(ddof=1)

# %% tags=["drawing"]
sizes = [*np.arange(10, np.log2(n) + 0.5, 0.5), *range(int(np.log2(n)) + 1, 42)]
by_5 = {k: counted.between(5, 0, 2**k) for k in sizes}
at, curves = np.exp2([k for k in sizes if by_5[k] is not None]), np.array([c for c in by_5.values() if c is not None])
middle = np.array([np.exp2((a + b) / 2) for a, b in windows])


def draw_exponents(ax):
    """The exponents of windows, of all and of the good part, with their error bars."""
    ax.fill_between(middle, total, good, color=figures.GREEN, alpha=0.22, linewidth=0, label="drag of class 4")
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
    drawn = {"2 mod 5": 2, "0 mod 5": 0, "4 mod 5": 4, "1 and 3 mod 5": [1, 3]}
    colours = (figures.BLUE, figures.VERMILION, figures.GREEN, figures.PURPLE)
    for (name, r), colour in zip(drawn.items(), colours, strict=True):
        curve = curves[:, r] if isinstance(r, int) else curves[:, r].sum(axis=1)
        ax.plot(at, curve, color=colour, linewidth=1.6, linestyle="--" if r == 0 else "-")
        ax.text(at[-1], curve[-1] * (0.09 if r == 0 else 1.7), name, color=colour, ha="right")
    ax.set_xscale("log", base=2)
    ax.set(yscale="log", ylabel="cold positions below n", xlabel="n", title="How many there are in each class modulo 5")


# %% tags=["drawing"]
fig, axes = plt.subplots(2, 1, figsize=(6.8, 6.6), sharex=True, height_ratios=[5, 4])
draw_exponents(axes[0])
draw_counts(axes[1])
drawn = [("exponent, all", *row, error) for row in zip(middle, total, strict=True)]
drawn += [("exponent, 0 and 2 mod 5", *row, error) for row in zip(middle, good, strict=True)]
drawn += [(f"count, {r} mod 5", *row, 0) for r in range(5) for row in zip(at, curves[:, r], strict=True)]
kinds, where, values, errors = zip(*drawn, strict=True)
table = {"what": kinds, "n": np.round(where), "value": np.round(values, 9), "error": np.round(errors, 9)}
figures.save(fig, "figure-14-1-counts-past-the-paper", table)
figures.show(fig, "Above, exponents with error bars rising at the end; below, counts by class, one of them flattening")

# %% [markdown]
# **Figure 14.1.** Above: local exponents, in the middles of their windows, of all cold positions and of classes 0
# and 2 modulo 5 alone, with the standard deviation of the good part from window to window. The green between them is
# the drag of class 4. Below: the counts. Class 4 has all but stopped growing, at 79,089; classes 1 and 3 have had 44
# since $2^{22}$.

# %%
for k in (30, 40, 41):
    print(f"below 2^{k}: {count(k):,} cold, {count(k, 4):,} in class 4, {count(k, 1, 3)} in classes 1 and 3")
print(local.round(4))
print(f"good part: mean {good.mean():.4f}, standard deviation {error:.4f}")
for i in (3, 5):
    rise, good_rise = total[-1] - total[i - 1], good[-1] - good[i - 1]
    print(f"from the window to 2^{windows[i - 1][1]} to the last: a rise of {rise:.4f}", end="")
    print(f", of the good part {good_rise:.4f}; the end of the drag is {1 - good_rise / rise:.0%}")
print(f"the good part's last window is {(good[-1] - good[4]) / (np.sqrt(2) * error):.1f} errors higher")

# %% [markdown]
# The drag was 0.0112 in the window to $2^{29}$, and 0.0003 is left of it. From that window on 85% of the rise is the
# end of the drag (exact accounting, not causation: class 4 also makes positions of class 0 hot, as section *Which
# copies are disturbed?* of [notebook 10](10-the-game-inside-the-game.ipynb) measures). But meanwhile the good part
# sank, from 0.7090 to 0.7009, and came up again, to 0.7108; from the window to $2^{35}$ on the drag is only 28% of the
# rise. **First the whole rose because a loss ended; of late the good part rises itself.** Is that anything?
#
# **How sure is an exponent?** Counts are exact, but an exponent owes something to the accidents of this one sequence.
# The good part has had 0.7063 on the average, with a standard deviation of 0.0042 from window to window, seven of them:
# that is the error bar. By it the rise since $2^{35}$ is 1.7 errors of a difference, and it was found by looking at the
# end: a hint at most. Section *Classes that need no other class* of [notebook 10](10-the-game-inside-the-game.ipynb)
# has twenty replicates, and there, too, a rise that is not significant.
#
# **A rival that lost: a power of the logarithm.** Let the count be $n^e(\ln n)^k$; then the local exponent is
# $e+k/\ln n$, but for little (exercise 3). A line through the good part's windows gives $k$.

# %%
(k, e), covariance = np.polyfit(1 / np.log(middle), good, 1, w=np.full(good.size, 1 / error), cov="unscaled")
print(f"good part: k = {k:.2f} +- {np.sqrt(covariance[0, 0]):.2f}, e = {e:.4f} +- {np.sqrt(covariance[1, 1]):.4f}")

# %% [markdown]
# So $k=-0.02\pm0.16$ and $e=0.707\pm0.008$ (fit, as if windows were independent). That excludes a whole power of the
# logarithm, as random sets have it (section *What chance gives, computed* of [notebook
# 17](17-other-games-and-yours.ipynb) expects $\sqrt n\ln n$ for those), but no slow drift; and the
# $\log_{25}10=0.71534$ of ten undisturbed copies is only one error away. What is proved, an exponent of at least
# $\frac12$, is far below (Theorem 12.1 in [notebook 12](12-what-is-proved.ipynb)).
#
# ## Can these numbers be trusted?
#
# All counts up to this notebook's $n$ are made anew, from positions evaluated on your machine. A segmented sieve, which
# shares nothing with the engine but the definition, found the same list as far as it went. Beyond, positions drawn at
# random from the whole run were held against the definition, and whole windows, in which neither a false position nor
# an omitted one would be missed.

# %%
check = pd.read_csv(files.table("data/checks.csv"), index_col="what").loc["cold positions of squares"]
assert check.sha256 == check.its_sha256
print(f"below {check.n:,}: {check.count_or_largest:,} by the engine and by the {check.second_method}")
spot = pd.read_csv(files.table("data/spot-checks.csv"), index_col="what").loc["cold positions of squares"]
assert pd.isna(spot.contradiction)
print(f"below {spot.n:,}: {spot.positions:,} positions, {spot.cold:,} cold ones, {spot.whole:,.0f} in windows")
print(f"at 99% confidence fewer than {spot.share:.2%} are wrong: {spot.share * spot.n / 1e6:,.0f} million", end="")
print(f" of all positions, {spot.share * spot.results:,.0f} of the cold ones")

# %% [markdown]
# "With 99% confidence under 0.05% are wrong" sounds good, but of $2^{41}$ positions that is up to 1,012 million, more
# than twice as many as there are cold ones: draws hardly see *omissions*. For the positions that are *listed* as cold
# the bound means something: fewer than 176,927 are false.
#
# ## What was forecast, and what came
#
# Before each longer run forecasts of what it would find were committed (`data/forecasts.csv`;
# `data/copies-forecasts.csv` for [classes by
# themselves](10-the-game-inside-the-game.ipynb#Classes-that-need-no-other-class)), each with its rule, an interval, and
# the *coverage* of the interval: how often such intervals should hold what comes. The sum of the coverages is the
# number that should have held. Forecasts for tossed games are counted in section *Strays, and the exponent* of notebook
# 10, those for planted games in section *What games keep* of [notebook 11](11-what-a-beginning-chooses.ipynb).

# %%
both = [pd.read_csv(files.table(f"data/{name}.csv")) for name in ("forecasts", "copies-forecasts")]
written = pd.concat(both).dropna(subset="outcome")
written = written[~written.quantity.str.startswith("exponent")]  # a count and its exponent are one outcome
written["held"] = written.outcome.between(written.low, written.high)
written["of"] = written.quantity.str.replace(r".*(?:autonomous|in 15) classes (\w+ \d+).*", r"classes \1", regex=True)
tally = written.groupby("of").agg(intervals=("held", "size"), held=("held", "sum"), expected=("coverage", "sum"))
print(tally.round(1))
print(f"{written.held.sum()} of {len(written)} held; {written.coverage.sum():.1f} should have")
first = written[written.made == "2026-11-21"]
print(f"of the first {len(first)}, {first.held.sum()} held; {first.coverage.sum():.1f} should have")
games = pd.read_csv(files.table("data/game-counts.csv")).set_index(["game", "n"]).cold
print(f"cubes below 2^36: {games['cubes', 2**36]:,}; fourth powers below 2^34: {games['n**4', 2**34]:,}")

# %% [markdown]
# **Of 117 intervals 78 held, and 93.1 should have.** All are in the table, whether they speak for the rules or not, and
# they are not independent: several rules forecast one number. The first forecasts of the count were nearly all wrong,
# since every rule missed its rise; the next were rather too wide. Those of single classes were committed only minutes
# to hours before their outcome. Worst were those of the classes modulo 625: what came was above all rules by which the
# exponent stays or falls, and below all by which it moves to $\log_{25}10$ at once. For cubes there are 1,152,298,014
# cold positions below $2^{36}$, for fourth powers 764,988,849 below $2^{34}$.

# %% [markdown]
# ## Findings
#
# * There are 234,263,051 cold positions below $2^{40}$ and 384,281,085 below $2^{41}$ (exact; below $2^{34}$ by two
#   methods).
# * The exponent is 0.7105 from $2^{38}$ to $2^{41}$ (fit, give or take four thousandths), higher than in any window
#   since $2^{20}$. From $2^{29}$ on most of its rise is the end of a drag, by the dying class 4 modulo 5 (exact
#   accounting, not causation).
# * Classes 0 and 2 alone have risen since $2^{35}$, by less than two errors of a difference: no trend is sure. A whole
#   power of the logarithm is excluded (fit).
#
# ## Exercises
#
# 1. *Check.* Windows by the factor of 64 in place of 8: which is steadier? *Hint: $\log_{64}(c(64N)/c(N))$ for the
#    cubes $N$ from $64^3$ on.* [Solution](../solutions/part-5.ipynb#Notebook-14,-exercise-1)
# 2. *Go further.* How many cold positions would you have expected below $2^{40}$, from the counts to $2^{36}$? How many
#    do you expect below $2^{42}$? And of a game of your own, at sixteen times the size that `make explore
#    GAME="n*(3*n-1)//2"` shows you? *Hint: the local exponents.*
#    [Solution](../solutions/part-5.ipynb#Notebook-14,-exercise-2)
# 3. *Prove.* Let the count be $c(n)=a\,n^e(\ln n)^k$. Show that the local exponent from $N$ to $8N$ is
#    $e+k/\ln(\sqrt8N)$ but for an error of order $1/\ln^3N$. *Hint: $\ln(L+h)-\ln(L-h)$ with $L=\ln(\sqrt8N)$.*
#    [Solution](../solutions/part-5.ipynb#Notebook-14,-exercise-3)
#
# **Next:** [Every nim-value](15-every-nim-value.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "14", n)
exactly = "exact computation"
long_run = {"data": "data/doublings.npz", "check": "class 2 mod 5 by its copies, samples by the definition"}
fitted = {"data": "data/doublings.npz", "check": f"error {error:.4f}, the scatter of classes 0 and 2 mod 5"}
for k in (40, 41):
    report(f"cold positions below 2^{k}", count(k), exactly, at=2**k, **long_run)
report("exponent of the count from 2^38 to 2^41", f"{exponent(38, 41):.4f}", "fit", at=2**41, **fitted)
for game, words, k, sieved in (("cubes", "cubes", 36, 32), ("n**4", "fourth powers", 34, 30)):
    report(
        f"cold positions of {words} below 2^{k}", int(games[game, 2**k]), exactly, at=2**k,
        data="data/game-counts.csv", check=f"run twice; below 2^{sieved} by the segmented sieve",
    )  # fmt: skip
only = {"data": "data/doublings.npz", "article": True}
by_5 = {k: counted.between(5, 0, 2**k) for k in (24, 29, 30, 35, 36, 40, 41)}
whole, rare = int(by_5[41].sum()), np.loadtxt(files.table("data/oeis/b-rare-classes.txt"), dtype=int)[:, 1]
assert rare.size == by_5[41][[1, 3]].sum()
report("cold positions below 2^24", int(by_5[24].sum()), exactly, at=2**24, **only)
report("cold positions 1 or 3 mod 5 below 2^41", rare.size, exactly, at=2**41, **only)
report("last cold position 1 or 3 mod 5 below 2^41", rare[-1], exactly, at=2**41, **only)
report("cold positions 2 mod 5 below 2^41", by_5[41][2], exactly, at=2**41, **only)
report("share of class 2 mod 5 below 2^41", f"{by_5[41][2] / whole:.4f}", exactly, at=2**41, **only)
for k in (30, 36, 41):
    report(f"class 4 mod 5 from 2^{k - 1} to 2^{k}", by_5[k][4] - by_5[k - 1][4], exactly, at=2**k, **only)
report("standard deviation of the exponent of classes 0 and 2 mod 5", f"{error:.3f}", "fit", at=2**41, **only)
tables = {"data": "data/forecasts.csv", "article": True}
report("forecasts decided", len(written), exactly, **tables)
report("forecasts that held", written.held.sum(), exactly, **tables)
report("forecasts that should have held", f"{written.coverage.sum():.1f}", exactly, **tables)
