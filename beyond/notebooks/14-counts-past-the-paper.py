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
# leaves the matter there. **Does the exponent settle?** There are 384,281,085 cold positions below $2^{41}$ (exact
# computation), and over the last three doublings their number grew like $n^{0.7105\pm0.0042}$ (fit). The drag on this
# growth, the green area in Figure 14.1, is ending because one class modulo 5 has nearly died out. The end of the drag
# accounts for most of the exponent's rise since $2^{29}$, and for about half of its rise since $2^{32}$ (exact
# computation). It is too early to say whether the rest of the rise is a trend of its own.
#
# The numbers beyond this notebook's own $n$ come from one long run with the engine of [notebook
# 8](../../engine/notebooks/08-faster-still.ipynb#The-parts-of-the-engine). To repeat it, use `make long COLD_N=2**41
# NIM_N=2**29` and then `make beyond`. Read [notebook 6](../../notebooks/06-number-of-cold-positions.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, section 3.2.*

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
# *good part*, contain nearly all cold positions, and class 4 is dying out. A dying class grows more slowly than the
# others, so the exponent of the whole count is below that of the good part. The difference between the two exponents is
# the **drag**.

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
played_on = pd.read_csv(files.table("data/tossed.csv")).dropna()
spread = (np.log2(played_on.cold_32 / played_on.cold) / 2).std()
windows = f"windows of two doublings would: {np.sqrt(3 / 2) * error:.4f}"
print(f"{len(played_on)} tossed games scatter by {spread:.4f}; {windows}")
print("exponents of the three doublings to 2^k:")
local.round(4)

# %% [markdown]
# The drag was 0.0112 in the window that ends at $2^{29}$, and only 0.0003 in the last window. Meanwhile the exponent of
# the good part sank from 0.7090 to 0.7009 and rose again to 0.7108. **The end of the drag accounts for 85% of the
# exponent's rise since the window to $2^{29}$, 55% of its rise since the window to $2^{32}$ and 28% of its rise since
# the window to $2^{35}$, and the rest is a rise of the good part itself** (exact computation). This accounting says
# nothing about causes, because class 4 also makes positions of class 0 hot.
#
# Does the rise of the good part mean anything? The counts are exact, but an exponent depends a little on the accidents
# of this one sequence. Over seven windows, the exponent of the good part was 0.7063 on average, with a standard
# deviation of 0.0042, and we take this deviation as the error bar, as [notebook
# 6](../../notebooks/06-number-of-cold-positions.ipynb#How-sure-is-the-exponent?) does with single doublings. Other
# games confirm it. In fifty tossed games ([notebook 10](10-the-game-inside-the-game.ipynb)), the exponents from
# $2^{30}$ to $2^{32}$ have a standard deviation of 0.0058, where the windows, scaled to two doublings, would give
# 0.0052. By our error bar, the rise of the good part's exponent since $2^{35}$ is 1.7 times the error of a difference
# between two exponents. Since we found this rise by looking at the end of the data, we do not count it as a result. The
# windows do not rule out $\log_{25}10=0.71534$, the exponent of ten undisturbed copies, which is one error bar above
# the exponent of the last window. They do rule out a full factor of $\ln n$, as in the counts for random sets (fit,
# exercise 3).
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

# %% [markdown]
# With 99% confidence, fewer than 176,927 of the positions *listed* as cold are not cold. Since cold positions are so
# rare, random draws hardly ever find an *omission*. Only the windows and the second method can rule omissions out.
#
# ## What was forecast, and what came
#
# Before each longer run, forecasts of its results were committed to the repository (`data/forecasts.csv`, and
# `data/copies-forecasts.csv` for single classes). Each forecast states a rule, an interval and the *coverage* of the
# interval, the proportion of such intervals that should contain the outcome. An interval *holds* if it contains the
# outcome, and the sum of the coverages is the number of intervals that should hold.

# %%
names = "forecasts", "copies-forecasts", "tossed-forecasts"
*both, tossed = [pd.read_csv(files.table(f"data/{name}.csv")) for name in names]
both = pd.concat(both).dropna(subset="outcome")
for forecasts in (both, tossed):
    forecasts["held"] = forecasts.outcome.between(forecasts.low, forecasts.high)
two = both.quantity.str.startswith("exponent")  # of cubes, of classes 0 and 2
made = {"long runs": both[~two], "two exponents": both[two], "tossed games": tossed}
print("By coverage, the number of intervals for long runs and of those that held:")
by_coverage = made["long runs"].groupby("coverage").held.agg(["size", "sum"])
by_coverage.rename("{:.0%}".format).transpose()

# %%
planted_forecasts = pd.read_csv(files.table("data/planted-forecasts.csv"))
planted = planted_forecasts[planted_forecasts.made == "2026-11-23"].set_index("modulus")
played = pd.read_csv(files.table("data/planted.csv"))
played["outside"] = [int(text.split()[-1]) for text in played.outsiders]
games = played.query("power == 2 and B <= 2**18 and modulus in @planted.index")
least = games.query("n == 2**28 and 100 * outside <= late").groupby("modulus").B.min()
far = games[games.n == 2**32].set_index(["modulus", "B"]).exponent
exact = [abs(far[m, B] - planted.exponent[m]) <= 0.005 for m, B in least.items()]
came = exact + [1 / 4 <= B / planted.smallest[m] <= 4 for m, B in least.items()]
print(f"{sum(exact)} of {len(exact)} exponents held, {0.68 * len(exact):.1f} should")
print(f"a game had been seen before for {sum(planted.seen)} of {len(planted)} moduli")

# %%
key = ["power", "modulus", "residues"]
first = played.sort_values("n").groupby([*key, "B"], as_index=False).first()
first = first.query("100 * outside <= late").groupby(key).first()  # least B to 2^28
counted = planted_forecasts.dropna(subset="cold").set_index(key)
counted = counted.join(first.cold.rename("found"), how="inner")
counted = counted.assign(held=(counted.found / counted.cold - 1).abs() <= 0.1)
made["first planted games"] = pd.DataFrame({"held": came, "coverage": 0.68})
made["counts of planted games"] = counted.assign(coverage=0.95)
rows = {k: (len(one), one.held.sum(), one.coverage.sum()) for k, one in made.items()}
kinds = pd.DataFrame.from_dict(rows, "index", columns=["intervals", "held", "should"])
decided, all_held, should = kinds.sum()
print(f"all: {all_held:.0f} of {decided:.0f} held, {should:.1f} should have")
kinds.round(1)

# %% [markdown]
# Not counting 18 intervals for the exponents of cubes and of classes 0 and 2, **78 of 117 intervals for long runs held,
# whereas 93.1 should have held** (exact computation). Of the 55 intervals with a coverage of 68%, 30 held, and of the
# 45 with 95%, 39 held. Of the 13 with 75% or 80%, 9 held, but of the four with 67% or 86%, none did. Since several
# rules forecast the same number, the intervals are not independent. The forecasts for classes modulo 625 were the
# worst. The counts for these classes exceeded the forecasts of all rules by which the exponent stays or falls, and fell
# short of the forecasts of all rules by which it moves to $\log_{25}10$ at once.
#
# If we add the intervals for these two exponents, for tossed games ([notebook 10](10-the-game-inside-the-game.ipynb))
# and for planted games ([notebook 11](11-what-a-beginning-chooses.ipynb)), **213 of 275 intervals held, whereas 228.6
# should have held** (exact computation). The first forecasts for planted games predicted the smallest $B$ and, wrongly,
# Ruzsa's exponent ([lost theories](../../book/lost-theories.md)), so only 5 of 16 exponents came out as forecast,
# although 10.9 should have. These forecasts concerned 37 moduli, and for 12 of them we had seen a planted game before.
# For planted games that hold, later forecasts stated the count to within a tenth. Their intervals held as often as they
# should have, as did those for the two exponents and for tossed games. Most of the shortfall therefore lies in the
# forecasts for long runs, whose error bars were too short. Forecasts of whether planted games hold have no intervals,
# and [notebook 11](11-what-a-beginning-chooses.ipynb#What-games-keep) reports how they fared.
#
# ## Findings
#
# * There are 234,263,051 cold positions below $2^{40}$ and 384,281,085 below $2^{41}$ (exact computation; below
#   $2^{34}$ by two methods). The exponent from $2^{38}$ on is 0.7105, give or take four thousandths (fit). The end of
#   the drag accounts for most of its rise since $2^{29}$ (exact computation), and we do not count the rest as a result.
#
# ## Exercises
#
# 1. *Check.* Take windows that span a factor of 64 instead of 8. Which exponents are steadier? *Hint: use
#    $\log_{64}(c(64N)/c(N))$ for cubes $N\ge64^3$.* [Solution](solutions/part-5.ipynb#Notebook-14,-exercise-1)
# 2. *Go further.* From the counts up to $2^{36}$, how many cold positions would you have expected below $2^{40}$? How
#    many do you expect below $2^{42}$? And in a game of your own, at sixteen times the size that `make explore
#    GAME="n*(3*n-1)//2"` shows? *Hint: use the local exponents.*
#    [Solution](solutions/part-5.ipynb#Notebook-14,-exercise-2)
# 3. *Prove.* Let the count be $c(n)=a\,n^e(\ln n)^k$. Show that the local exponent from $N$ to $8N$ is
#    $e+k/\ln(\sqrt8N)$ with an error of order $1/\ln^3N$, and fit $k$ to the good part. *Hint: expand
#    $\ln(L+h)-\ln(L-h)$ with $L=\ln(\sqrt8N)$.* [Solution](solutions/part-5.ipynb#Notebook-14,-exercise-3)
#
# **Next:** [Every nim-value](15-every-nim-value.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "14", n)
counts = pd.read_csv(files.table("data/game-counts.csv"))
counts = counts.set_index(["game", "n"]).cold
exactly = "exact computation"
long_run = {"at": 2**41, "data": "data/doublings.npz"}
check = "class 2 mod 5 by its copies, samples by the definition"
for k in (40, 41):
    now = long_run | {"at": 2**k}
    name = f"cold positions below 2^{k}"
    report(name, parts["all"][k], exactly, check=check, **now)
check = f"error {error:.4f}, the scatter of classes 0 and 2 mod 5"
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
only = long_run | {"article": True}
rare = np.loadtxt(files.table("data/oeis/b-rare-classes.txt"), dtype=int)[:, 1]
assert rare.size == by_5[1][41] + by_5[3][41]
name = "cold positions 1 or 3 mod 5 below 2^41"
report(name, rare.size, exactly, **only)
report(f"last {name.replace('positions', 'position')}", rare[-1], exactly, **only)
report("cold positions 2 mod 5 below 2^41", by_5[2][41], exactly, **only)
share = by_5[2][41] / parts["all"][41]
report("share of class 2 mod 5 below 2^41", f"{share:.4f}", exactly, **only)
for k in (30, 41):
    name, value = f"class 4 mod 5 from 2^{k - 1} to 2^{k}", by_5[4].diff()[k]
    report(name, int(value), exactly, **(only | {"at": 2**k}))
name = "standard deviation of the exponent of classes 0 and 2 mod 5"
report(name, f"{error:.3f}", "fit", **only)
condition = "also copies-forecasts.csv, beyond 2^41 if no further stray appears"
tables = {"data": "data/forecasts.csv", "check": condition, "article": True}
counted = kinds.loc["counts of planted games"]
counts = {
    "": (made["long runs"].n.max(), *kinds.loc["long runs"]),
    "of two exponents ": (made["two exponents"].n.max(), *kinds.loc["two exponents"]),
    "of all kinds ": (both.n.max(), decided, all_held, should),
    "of counts of planted games ": (2**31, *counted),
}
for kind, (at, number, true, due) in counts.items():
    tables["at"] = int(at)
    if kind == "of all kinds ":
        tables["check"] = "intervals only, from five tables"
    if "planted" in kind:
        tables |= {"data": "data/planted-forecasts.csv", "check": ""}
    if kind != "of all kinds ":  # the article adds up the kinds
        report(f"forecasts {kind}decided", int(number), exactly, **tables)
    report(f"forecasts {kind}that held", int(true), exactly, **tables)
    report(f"forecasts {kind}that should have held", f"{due:.1f}", exactly, **tables)
tables |= {"at": 2**32, "data": "data/planted-forecasts.csv"}
name = "moduli for which forecasts of planted games were made"
report(name, len(planted), exactly, **tables)
name += " when such a game had been seen"
report(name, planted.seen.sum(), exactly, **tables)
name = "forecasts of the exponent of planted games that held"
report(name, sum(exact), exactly, **tables)
only = tables | {"at": 2**28, "check": "of 37, B to 2^18"}
report("planted moduli that hold", len(least), exactly, **only)
tables["check"] = "intervals only"
due, name = 0.68 * len(exact), "planted games that should have held"
report(f"forecasts of one kind of {name}", f"{due:.1f}", exactly, **tables)
report("forecasts of planted games decided", len(came), exactly, **tables)
report("forecasts of planted games that held", sum(came), exactly, **tables)
report(f"forecasts of {name}", f"{2 * due:.1f}", exactly, **tables)
