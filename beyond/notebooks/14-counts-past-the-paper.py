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
# *20 minutes to read.*
#
# For $n$ up to $2^{30}$, the paper fits $0.897\,n^{0.698}$ to the number of cold positions of subtract-a-square, and
# leaves the matter there. **Does the exponent settle?** There are 234,263,051 cold positions below $2^{40}$, by two
# generations of a program, and 384,281,085 below $2^{41}$ (exact computations). Over the last three doublings their
# number grew like $n^{0.7105\pm0.0042}$ (fit). The drag on this growth, the green area in Figure 14.1, is ending
# because one class modulo 5 has nearly died out. The end of the drag accounts for most of the exponent's rise since
# $2^{29}$, and for about half of its rise since $2^{32}$ (exact computation). It is too early to say whether the rest
# of the rise is a trend of its own.
#
# The numbers beyond this notebook's own $n$ come from one long run with the engine of [notebook
# 8](../../engine/notebooks/08-faster-still.ipynb#The-parts-of-the-engine). To repeat it, use `make long COLD_N=2**41
# NIM_N=2**29` and then `make beyond`. Read [notebook 6](../../notebooks/06-number-of-cold-positions.ipynb) first.
#
# *Continues D. Eppstein, FUN [2018](../../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 3.2.*

# %% tags=["parameters", "COLD_N"]
n = 2**30  # positions evaluated here; the committed counts go to 2**41

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold = cached("cold_positions", sg.squares, n)
table = ResidueCounts.read_doublings(files.table("data/doublings.npz"), cold, n)
by_5 = pd.DataFrame({k: table.between(5, 0, 2**k) for k in range(12, 42)}).T
parts = pd.DataFrame({"all": by_5.sum(axis=1), "good part": by_5[0] + by_5[2]})
local = np.log2(parts.loc[20::3]).diff().iloc[1:] / 3  # exponents over three doublings
local["drag"] = local["good part"] - local["all"]
total, good = local["all"].to_numpy(), local["good part"].to_numpy()
error = good.std(ddof=1)

# %% tags=["drawing"]
middle = 2.0 ** (local.index - 1.5)
fig, ax = plt.subplots(figsize=(6.8, 3.8))
style = {"color": figures.GREEN, "alpha": 0.22, "linewidth": 0}
ax.fill_between(middle, total, good, **style, label="drag of class 4")
bars = {"x": middle, "yerr": error, "fmt": "o"}
ax.errorbar(y=good, color=figures.BLUE, label="classes 0 and 2 modulo 5", **bars)
ax.errorbar(y=total, color=figures.INK, label="all cold positions", **bars)
limit = np.log(10) / np.log(25)
ax.axhline(limit, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
ax.text(middle[3], 0.7161, "ten undisturbed copies: $\\log_{25}10$", fontsize=9)
ax.set_xscale("log", base=2)
ax.set(xlabel="n", ylabel="exponent over three doublings", ylim=(0.682, 0.7195))
ax.legend(loc="lower right", fontsize=9)
drawn = local[["all", "good part"]].assign(n=middle, error=error)
figures.save(fig, "figure-14-1-counts-past-the-paper", drawn.round(9).to_dict("list"))
figures.show(fig, "Exponents with error bars rise at the end, and a green gap closes")

# %% [markdown]
# **Figure 14.1.** Exponents over three doublings, for all cold positions and for classes 0 and 2 modulo 5 alone, drawn
# at the middle of each window. All error bars show the standard deviation of the exponent for classes 0 and 2 from
# window to window. The green area is the drag of class 4, whose count is shown in Figure 12.1.
#
# ## How fast they grow
#
# If a count grows like $n^e$, it grows by a factor of $8^e$ from $N$ to $8N$. We therefore call $\log_8(c(8N)/c(N))$
# the *local exponent* of the window from $N$ to $8N$. Below $2^{41}$, all cold positions except 44 are in three classes
# modulo 5 (section *Last digits in base 5* of [notebook 7](../../notebooks/07-modularity.ipynb)). Classes 0 and 2, the
# *good part*, contain nearly all cold positions, class 4 is dying out, and Bush
# ([1992](../../book/references.md#bush1992)) suspected that classes 1 and 3 are finite. As a dying class grows more
# slowly, the exponent of the whole count is below that of the good part, by a difference that we call the **drag**.

# %%
for k in (40, 41):
    print(f"below 2^{k}: {parts['all'][k]:,} cold, {by_5[4][k]:,} in class 4", end="")
    print(f", {by_5[1][k] + by_5[3][k]} in classes 1 and 3")
print(f"good part: mean {good.mean():.4f}, standard deviation {error:.4f}")
for i in (2, 3, 4):
    rise, good_rise = total[-1] - total[i], good[-1] - good[i]
    print(f"rise since the window to 2^{local.index[i]}: {rise:.4f}", end="")
    print(f", of the good part {good_rise:.4f}; drag {1 - good_rise / rise:.0%}")
print(f"that is {good_rise / (np.sqrt(2) * error):.1f} errors of a difference")
tossed = pd.read_csv(files.table("data/tossed.csv"))
fifty, (to_30, to_32) = tossed.dropna(), by_5.loc[[30, 32]].sum(axis=1)
steep = np.log2(fifty.cold_32 / fifty.cold) / 2
own, of_plain = np.log2(to_32 / to_30) / 2, tossed.cold / to_30
least, most = of_plain.min(), of_plain.max()
print(f"{len(fifty)} tossed games, 2^30 to 2^32: {steep.mean():.4f}, standard", end=" ")
print(f"deviation {steep.std():.4f}; plain game {own:.4f}, above {sum(steep < own)};")
print(f"{len(tossed)} counts: {least:.3f} to {most:.3f} of that of the plain game")
print("exponents of the three doublings to 2^k:")
local.round(4)

# %% [markdown]
# The drag was 0.0112 in the window that ends at $2^{29}$, and only 0.0003 in the last window. Meanwhile the exponent of
# the good part sank from 0.7090 to 0.7009 and rose again to 0.7108. **The end of the drag accounts for 85% of the
# exponent's rise since the window to $2^{29}$, 55% of its rise since the window to $2^{32}$ and 28% of its rise since
# the window to $2^{35}$, and the rest is a rise of the good part itself** (exact computation).
#
# Does the rise of the good part mean anything? The counts are exact, but an exponent depends a little on the accidents
# of this one sequence. Over seven windows, the exponent of the good part was 0.7063 on average, with a standard
# deviation of 0.0042, and we take this deviation as the error bar. **The scatter over fifty games with tossed
# beginnings confirms it** ([notebook 10](10-the-game-inside-the-game.ipynb)). By the same method, their exponents from
# $2^{30}$ to $2^{32}$ are 0.7069 on average, with a standard deviation of 0.0058. The plain game's exponent was 0.6962
# there, more than that of only one of the fifty, so the plain game was unusually slow. Its count is not unusual. At
# $2^{30}$ the counts of all five hundred tossed games, whose hotspots lie anywhere, are 0.875 to 1.021 times that of
# the plain game (exact computation).
#
# By the error bar of 0.0042, the rise of the good part since $2^{35}$ is 1.7 times the error of a difference between
# two exponents. Since we found this rise by looking at the end of the data, we do not count it as a result. The windows
# do not rule out $\log_{25}10=0.71534$, the exponent of ten undisturbed copies, one error bar above that of the last
# window. They do rule out a full factor of $\ln n$, as in the counts for random sets (fit, exercise 3).
#
# ## Can these numbers be trusted?
#
# A segmented sieve, which shares only the definition with the engine, found the same list as far as it was run. In
# addition, positions drawn at random from the whole run were checked against the definition, and so were whole windows,
# in which neither a false position nor an omission would escape notice.

# %%
tables = [files.table(f"data/{name}.csv") for name in ("checks", "spot-checks")]
read = [pd.read_csv(file, index_col="what") for file in tables]
check, spot = (one.loc["cold positions of squares"] for one in read)
assert check.sha256 == check.its_sha256
print(f"below {check.n:,}: {check.count_or_largest:,} by {check.second_method}, too")
assert pd.isna(spot.contradiction)
print(f"below {spot.n:,}: {spot.cold:,} cold positions, {spot.whole:,.0f} in windows")
print(f"99% confidence: fewer than {spot.share * spot.results:,.0f} are wrong")
names = "forecasts", "copies-forecasts"
stated = pd.concat(pd.read_csv(files.table(f"data/{name}.csv")) for name in names)
stated = stated.dropna(subset="outcome")
came = stated.outcome.between(stated.low, stated.high).sum()
print(f"{came} of {len(stated)} intervals held, {stated.coverage.sum():.1f} should")

# %% [markdown]
# With 99% confidence, fewer than 176,927 of the positions *listed* as cold are not cold. Since cold positions are so
# rare, random draws hardly ever find an *omission*. Only the windows and the second method can rule omissions out.
# Class 2 modulo 5 was also computed up to $2^{41}$ from its copies, given the 44 members of classes 1 and 3. For the
# other classes two generations of the engine agree up to $2^{40}$, and only the samples confirm their last doubling
# ([how each result was checked](../data/README.md#how-each-result-was-checked)).
#
# **Forecasts** were committed before each longer run ([data/forecasts.csv](../data/README.md)). Of 135 intervals for
# the long run and its classes, 95 contained the outcome, where 107.7 should have, as error bars were too short.
#
# ## Findings
#
# * There are 234,263,051 cold positions below $2^{40}$ and 384,281,085 below $2^{41}$ (exact computations; only samples
#   confirm the last doubling of the classes other than 2). The exponent from $2^{38}$ on is $0.7105\pm0.0042$ (fit).
#
# ## Exercises
#
# 1. *Check.* Take windows that span a factor of 64 instead of 8. Which exponents are steadier? *Hint: use
#    $\log_{64}(c(64N)/c(N))$ for cubes $N\ge64^3$.* [Solution](solutions/14-15.ipynb#Notebook-14,-exercise-1)
# 2. *Go further.* From the counts up to $2^{36}$, how many cold positions would you have expected below $2^{40}$? How
#    many do you expect below $2^{42}$? And in a game of your own, at sixteen times the size that `make game
#    GAME="n*(3*n-1)//2"` shows? *Hint: use the local exponents.*
#    [Solution](solutions/14-15.ipynb#Notebook-14,-exercise-2)
# 3. *Prove.* Let the count be $c(n)=a\,n^e(\ln n)^k$. Show that the local exponent from $N$ to $8N$ is
#    $e+k/\ln(\sqrt8N)$ with an error of order $1/\ln^3N$, and fit $k$ to the good part. *Hint: expand
#    $\ln(L+h)-\ln(L-h)$ with $L=\ln(\sqrt8N)$.* [Solution](solutions/14-15.ipynb#Notebook-14,-exercise-3)
#
# **Next:** [Every nim-value](15-every-nim-value.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_theory.findings import report

report = partial(report, "14", n)
counts = pd.read_csv(files.table("data/game-counts.csv"))
counts = counts.set_index(["game", "n"]).cold
exactly = "exact computation"
long_run = {"at": 2**41, "data": "data/doublings.npz"}
samples = "last doubling, except class 2 mod 5, only by samples"
for k, check in ((40, "two generations of the engine agree"), (41, samples)):
    now = long_run | {"at": 2**k}
    name = f"cold positions below 2^{k}"
    report(name, parts["all"][k], exactly, check=check, **now)
check = f"error {error:.4f}, scatter of classes 0 and 2 mod 5; {samples}"
name = "exponent of the count from 2^38 to 2^41"
report(name, f"{total[-1]:.4f}", "fit", check=check, **long_run)
data = {"data": "data/game-counts.csv"}
for game, words, k, sieved in (
    ("cubes", "cubes", 36, 32),
    ("n**4", "fourth powers", 34, 30),
):
    name = f"cold positions of {words} below 2^{k}"
    check = f"run twice; below 2^{sieved} by the segmented sieve"
    report(name, int(counts[game, 2**k]), exactly, at=2**k, check=check, **data)
only = long_run | {"article": True, "check": samples}
rare = np.loadtxt(files.table("data/oeis/b-rare-classes.txt"), dtype=int)[:, 1]
assert rare.size == by_5[1][41] + by_5[3][41]
name = "cold positions 1 or 3 mod 5 below 2^41"
report(name, rare.size, exactly, **only)
report(f"last {name.replace('positions', 'position')}", rare[-1], exactly, **only)
by_copies = only | {"check": "also by the five copies in this class"}
report("cold positions 2 mod 5 below 2^41", by_5[2][41], exactly, **by_copies)
share = by_5[2][41] / parts["all"][41]
report("share of class 2 mod 5 below 2^41", f"{share:.4f}", exactly, **only)
for k, check in ((30, "below 2^34 by the segmented sieve, too"), (41, samples)):
    name, value = f"class 4 mod 5 from 2^{k - 1} to 2^{k}", by_5[4].diff()[k]
    report(name, int(value), exactly, **(only | {"at": 2**k, "check": check}))
name = "standard deviation of the exponent of classes 0 and 2 mod 5"
report(name, f"{error:.3f}", "fit", **only)
at = {"at": 2**32, "data": "data/tossed.csv"}
name = "exponent of fifty tossed games from 2^30 to 2^32, mean"
check = f"standard deviation {steep.std():.4f}; the plain game {own:.4f}"
report(name, f"{steep.mean():.4f}", "fit", check=check, **at)
at["at"] = 2**30
for end, value in (("least", least), ("greatest", most)):
    name = f"{end} ratio of the count of 500 tossed games to that of the plain game"
    report(name, f"{value:.3f}", exactly, **at)
