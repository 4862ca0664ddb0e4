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
# # 10. How many positions are cold? Past the paper
#
# At $n=2^{30}$ the paper fits $0.897\,n^{0.698}$ to the number of cold positions of subtract-a-square, and
# leaves the matter there. A fit to one range says nothing about the next. **Does the exponent settle, and if
# so, where?** A thousand and twenty-four times more positions, and a look at how sure one can be of an exponent
# at all.
#
# The numbers past this notebook's own $n$ come from one long run with the engine of [notebook
# 8](08-faster-still.ipynb), kept in a folder as in [notebook 9](09-long-runs.ipynb). Its small results are
# committed, and two commands make them again: `make long COLD_N=2**40 NIM_N=2**29` and then `make beyond`. Read
# [notebook 6](06-number-of-cold-positions.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 3.2.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated here; the committed counts go to 2**40 (make's COLD_N)

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import statsmodels.api as sm

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.longruns.cache import cached
from subtraction_games.record import Findings
from subtraction_games.theory.difference_free import ruzsa_exponent

figures.use_style()

# %%
limits, counts = pd.read_csv("../data/cold-counts.csv").to_numpy().T
end = int(limits[-1])
print(f"{counts[-1]:,} cold positions below {end:,}")
even_and_odd = pd.read_csv("../data/residue-counts.csv").query("modulus == 2").groupby("n")["count"].sum()
below = {k: int(even_and_odd[2**k]) for k in (30, 33, 36, 38, 40)}
for k, count in below.items():
    print(f"below 2^{k}: {count:>11,}, one in {2**k // count:,}")
assert below[36] == counts[limits == 2**36][0], "no matter which table is asked"
assert below[40] == counts[-1]

# %% [markdown]
# Below $2^{36}$, 68.7 billion positions, there are 33,015,043 cold ones, one in 2081; below $2^{38}$ there are
# 87,697,088, one in 3134; and below $2^{40}$, more than a trillion positions, there are
# 234,263,051, one in 4693.

# %%
assert (below[36], 2**36 // below[36]) == (33_015_043, 2081)
assert (below[38], 2**38 // below[38]) == (87_697_088, 3134)
assert (below[40], 2**40 // below[40]) == (234_263_051, 4693)

# %% [markdown]
# **Can these numbers be trusted?** Four things speak for them. The counts up to this notebook's $n$ are made
# again here, from positions evaluated on your machine. One program made all of it: its first 1,816,355 positions
# are the paper's. A first part of the cold positions was found a second time by the segmented sieve, which shares
# nothing with the engine but the definition; the two lists have the same checksum. And a *spot check* looks into
# the whole run at random, by the definition alone: a cold position has no move to a cold one, a hot one has one.

# %%
cold = cached("cold_positions", sg.squares, n)
here = limits <= n
assert np.array_equal(sg.counts_below(cold, limits[here]), counts[here])

# %%
check = pd.read_csv("../data/checks.csv", index_col="what").loc["cold positions of squares"]
theirs = f"{check.its_count_or_largest:,} by the {check.second_method}"
print(f"below {check.n:,}: {check.count_or_largest:,} by the engine, {theirs}")
assert check.n >= 2**34
assert check.sha256 == check.its_sha256

# %%
spots = pd.read_csv("../data/spot-checks.csv", index_col="what").loc["cold positions of squares"]
looked_into = f"{spots.positions:,} positions and {spots.cold:,} cold ones looked into"
print(f"below {spots.n:,}: {looked_into}; at 99% confidence under {spots.share:.1e} of them are wrong")
assert (spots.n, spots.results) == (end, counts[-1])
assert pd.isna(spots.contradiction)

# %% [markdown]
# Where the sieve ends the engine stands alone, but for the spot check. That would hardly miss an error in one
# residue class or one block. It could miss a single wrong position; but a wrong one soon makes others wrong.
#
# ## The paper's fit, at growing n
#
# The paper samples the counts at the cubes and takes repeated medians. Let us do the same at eight times the
# size, and again, from $2^{15}$ on, and at the end. Everything but the size is as in Figure 2.

# %%
powers = [*range(15, 40, 3), 40]
fits = {k: sg.fit_power_law(limits[limits < 2**k], counts[limits < 2**k]) for k in powers}
for k, fit in fits.items():
    print(f"cubes below 2^{k}: c = {fit.coefficient:.4f} n^{fit.exponent:.4f}")

# %% [markdown]
# The fit at $2^{30}$ is the paper's. It moves in the third decimal up to $2^{36}$, from 0.6984 to 0.6971; then it is
# 0.7040 at $2^{40}$.

# %%
assert f"{fits[30].exponent:.15g}" == "0.698354314248528"
assert [f"{fits[k].exponent:.4f}" for k in (30, 36, 40)] == ["0.6984", "0.6971", "0.7040"]

# %% [markdown]
# ## Local exponents
#
# A fit to all of the range mixes old and new. If counts grow like $n^e$, then from $N$ to $8N$ they grow by
# the factor $8^e$. So the *local exponent* between $N$ and $8N$ is $\log_8(c(8N)/c(N))$: two counts, no fit,
# no memory of small numbers. (The picture below draws it at the end of its window, as the exponent from $N/8$
# to $N$.) Since the cubes of $r$ and $2r$ are a factor of 8 apart, our table has a window for every $r$.

# %%
largest = np.searchsorted(limits, end // 8, side="right").item()  # the last root r with a window
roots = np.unique(np.geomspace(8, largest, 120).round().astype(int))
low, high = roots - 1, 2 * roots - 1  # the cube of r stands at index r - 1
local = np.log(counts[high] / counts[low]) / np.log(8)
for k in (15, 18, 21, 24, 27, 30, 33, 36):
    c, d = counts[np.searchsorted(limits, [2**k, 2 ** (k + 3)])]
    print(f"from 2^{k} to 2^{k + 3}: {np.log(d / c) / np.log(8):.4f}")

# %% [markdown]
# The four of these windows from $2^{24}$ to $2^{36}$ lie between 0.695 and 0.699. Windows that begin elsewhere
# spread a little more: there is one for each cube $r^3$ whose $8r^3$ is still in the table, and the 1,793 of
# them that begin at $2^{24}$ or later and end by $2^{36}$ lie between 0.6935 and 0.6998.

# %%
windows = counts[np.searchsorted(limits, [2**k for k in (24, 27, 30, 33, 36)])]
last_four = np.log(windows[1:] / windows[:-1]) / np.log(8)
assert last_four.min() > 0.695
assert last_four.max() < 0.699
every = np.arange(256, largest + 1)  # roots of the cubes from 2^24 on
late = np.log(counts[2 * every - 1] / counts[every - 1]) / np.log(8)
print(f"{late.size} windows from 2^24 on: {late.min():.4f} to {late.max():.4f}, the last {late[-1]:.4f}")
by_36 = late[every <= 2048]
assert (by_36.size, f"{by_36.min():.4f}", f"{by_36.max():.4f}") == (1793, "0.6935", "0.6998")

# %% [markdown]
# **How uncertain is a local exponent?** The counts are exact, so there is no error of measurement. What we
# ask is how much the exponent owes to the accidents of this one sequence: clusters and gaps of cold positions
# that an equally good sequence would have elsewhere. *Resampling* imitates such sequences. Within a window,
# take the increments from each cube to the next and divide them by what a power law expects. These quotients
# wander about 1, and neighbours are alike. So draw *runs* of sixteen neighbours at random, put them one after
# the other until the window is full, multiply by the expectation, and compute the exponent anew; a few
# hundred times. Runs keep what neighbours have in common, up to their length.


# %%
def resampled_exponents(low, high, runs=400, length=16, seed=2036):
    """Exponents of imitated windows from limits[low] to limits[high]."""
    rng = np.random.default_rng(seed)
    start, increments = counts[low], np.diff(counts[low : high + 1])
    exponent = np.log(counts[high] / start) / np.log(limits[high] / limits[low])
    expected = np.diff(start * (limits[low : high + 1] / limits[low]) ** exponent)
    quotients, pieces = increments / expected, -(-increments.size // length)
    first = rng.integers(0, max(1, increments.size - length), (runs, pieces))
    drawn = (first[:, :, None] + np.arange(length)).reshape(runs, -1)[:, : increments.size] % increments.size
    ends = start + (expected * quotients[drawn]).sum(axis=1)
    return np.log(ends / start) / np.log(limits[high] / limits[low])


# %%
imitated = [resampled_exponents(lo, hi) for lo, hi in zip(low, high, strict=True)]
band = np.array([np.quantile(exponents, [0.025, 0.975]) for exponents in imitated])
for r, e, (least, most) in list(zip(roots, local, band, strict=True))[-1:]:
    print(f"from {r**3:,} to {8 * r**3:,}: {e:.4f}, between {least:.4f} and {most:.4f}")

# %% [markdown]
# Even in the last window the resampled exponents spread over about a thousandth either way. So nobody can
# tell 0.697 from 0.698 yet. The drift of the windows themselves is larger than that, which warns us that runs
# of sixteen don't catch all dependence.

# %%
assert 0.0002 < (band[-1][1] - band[-1][0]) / 2 < 0.003
assert band[-1][0] < local[-1] < band[-1][1]

# %% [markdown]
# ## Forecast and outcome
#
# Three rules have written down in `data/forecasts.csv` how many cold positions they expect further out, before
# anybody had counted there. Two are from this notebook, its repeated medians and its last local exponent; the
# third is from [notebook 14](14-waves.ipynb). As far as the run has gone since:

# %%
forecasts = pd.read_csv("../data/forecasts.csv").query("quantity == 'cold positions below n'")
for row in forecasts.itertuples():
    k = row.n.bit_length() - 1
    inside = "inside" if row.low <= below[k] <= row.high else "outside"
    forecast = f"forecast {row.forecast:,.0f} ({row.low:,.0f} to {row.high:,.0f})"
    print(f"{row.method}, 2^{k}: {forecast}, came {below[k]:,}, {inside}, {row.forecast / below[k] - 1:+.2%} off")
    assert (inside == "inside") == (k == 38 and row.method.startswith("25 classes"))
    assert row.forecast < below[k], "all of them expected too few"

# %% [markdown]
# The interval of the 25 classes holds the count below $2^{38}$, and no other interval holds what came: below
# $2^{38}$ both laws of this notebook expected too few, and below $2^{40}$ all three did, by 1.7% to 2.9%. **The
# exponent has risen, and faster than anybody had written down.** From $2^{36}$ to $2^{38}$ it is 0.7047, from $2^{38}$
# to $2^{40}$ it is 0.7088. Of the windows by the factor of eight the last has 0.7077, more than any before it. Chance
# is the rival: but resampled, this window has 0.7066 to 0.7080, and no window that ends by $2^{36}$ has more than
# 0.6998. A steady exponent with accidents like those of the table doesn't give that.

# %%
assert f"{late[-1]:.4f}" == "0.7077"
assert late[-1] == late.max(), "more than any before"
assert [f"{level:.4f}" for level in band[-1]] == ["0.7066", "0.7080"]
assert by_36.max() < band[-1][0]
too_few = below[40] / forecasts[forecasts.n == 2**40].forecast - 1
assert (f"{too_few.min():.1%}", f"{too_few.max():.1%}") == ("1.7%", "2.9%")
rise, second_rise = (float(np.log(below[k] / below[k - 2]) / np.log(4)) for k in (38, 40))
assert [f"{rise:.4f}", f"{second_rise:.4f}"] == ["0.7047", "0.7088"]
found, exactly = Findings("10", n), "exact computation, one method"
for k, exponent in ((38, rise), (40, second_rise)):
    found.add(f"cold positions below 2^{k}", below[k], exactly, at=2**k)
    found.add(f"exponent of the count from 2^{k - 2} to 2^{k}", f"{exponent:.4f}", exactly, at=2**k)
found.save()

# %% [markdown]
# ## What each estimator assumes
#
# Six lines through the same points, the cubes and the end:

# %%
x, y = np.log(limits), np.log(counts)
design = sm.add_constant(x)
estimates = {
    "repeated medians": sg.fit_power_law(limits, counts).exponent,
    "least squares": sm.OLS(y, design).fit().params[1],
    "Huber's robust regression": sm.RLM(y, design).fit().params[1],
    "median regression": sm.QuantReg(y, design).fit(q=0.5).params[1],
    "regression of the 5% quantile": sm.QuantReg(y, design).fit(q=0.05).params[1],
    "regression of the 95% quantile": sm.QuantReg(y, design).fit(q=0.95).params[1],
}
for name, exponent in estimates.items():
    print(f"{name:>30}: {exponent:.4f}")

# %% [markdown]
# * *Least squares* is best when errors are independent, of equal size, and normal. Cumulative counts are none
#   of these: an early gap shows in all later counts.
# * *Huber's* regression allows some errors to be large, but still wants them independent.
# * *Median regression* asks only that the line be the median at each $n$, and *quantile regression* draws the
#   lower and upper edge of the cloud. If the edges had different slopes, the scatter would grow or shrink
#   with $n$; here their exponents differ by less than three thousandths.
# * *Repeated medians* bear with wrong points up to half of all, wherever they stand.
#
# All of them lie between 0.699 and 0.705. The repeated medians feel the rise at the end most.

# %%
assert all(0.699 < exponent < 0.705 for exponent in estimates.values())
assert max(estimates, key=estimates.get) == "repeated medians"
edges = [estimates[f"regression of the {q} quantile"] for q in ("5%", "95%")]
assert abs(edges[0] - edges[1]) < 0.003

# %% [markdown]
# ## On one picture
#
# Where do these exponents stand among what is known about sets without square differences? Cold positions are
# such a set, so every upper bound holds for them; constructions say how large such sets *can* be made
# ([notebook 16](16-square-difference-free-sets.ipynb) builds them).
#
# * Golomb's floor: $\sqrt n$ (notebook 6 proves it for cold positions).
# * Base 5 followed perfectly, digits 0 and 2 in every other place: $\log_{25}10=0.71534$.
# * Ruzsa's record, modulo 65: 0.733077 (notebook 16); Beigel and Gasarch's and Lewko's, modulo 205: 0.733412,
#   the densest known when the paper was written.
# * Reported in 2026, not refereed when this was written (November 2026): 0.752796 (D. Krachun,
#   arXiv:2608.01325) and 0.758067 (a machine-checked Lean development by enaslund).
# * Upper bounds have the form $n$ divided by something slowly growing: Pintz, Steiger and Szemerédi
#   [1988](../book/references.md#pintz1988), Bloom and Maynard 2020 (arXiv:2011.13266), Green and Sawhney
#   [2024](../book/references.md#green2024) (arXiv:2411.17448, $n\,e^{-c\sqrt{\log n}}$). Their constants
#   are not worked out, so a picture can show only their shape, here with every constant set to 1.

# %%
known = {"Golomb's floor": 0.5, "base 5 perfectly": ruzsa_exponent(5, 2), "modulo 205": ruzsa_exponent(205, 12)}
reported = {"Krachun, reported": 0.752796, "Lean, reported": 0.75806746}


def draw_exponents(ax):
    """Local exponents with their band, the fits, and the exponents of constructions."""
    ax.fill_between(limits[high], *band.T, color=figures.SKY, alpha=0.5, linewidth=0, label="95% by resampling")
    ax.plot(limits[high], local, color=figures.BLUE, label="local exponent, from N/8 to N")
    ends = [2**k for k in fits]
    fitted = [fit.exponent for fit in fits.values()]
    ax.plot(ends, fitted, "o", color=figures.VERMILION, markersize=4, label="the paper's fit below N")
    for name, level in (known | reported).items():
        ax.axhline(level, color=figures.INK, linewidth=0.7, linestyle=(0, (2, 2)) if name in reported else "-")
        edge = "bottom" if name != "Krachun, reported" else "top"
        ax.text(2e9 if name == "modulo 205" else 3.5 * end, level, name, fontsize=7.5, va=edge, ha="right")
    ax.set(xscale="log", xlim=(500, 3.6 * end), ylim=(0.48, 0.78), xlabel="N", ylabel="exponent", title="Exponents")
    ax.legend(loc="center left", bbox_to_anchor=(0.02, 0.35), fontsize=8)


# %%
def draw_densities(ax):
    """The density of cold positions below n, Golomb's floor, and the shapes of upper bounds."""
    x = limits[limits >= 10**4].astype(float)
    log, loglog = np.log(x), np.log(np.log(x))
    shapes = {
        "Pintz, Steiger, Szemerédi": log ** (-np.log(np.maximum(np.log(loglog), 1)) / 12),
        "Bloom, Maynard": log ** -np.log(loglog),
        "Green, Sawhney": np.exp(-np.sqrt(log)),
        "Golomb's floor": (np.sqrt(x) - 1) / x,
    }
    for (name, y), colour in zip(
        shapes.items(), (figures.PURPLE, figures.ORANGE, figures.GREEN, figures.INK), strict=True
    ):
        ax.plot(x, y, color=colour, linewidth=1, linestyle="-" if "floor" in name else (0, (4, 2)), label=name)
    ax.plot(x, counts[limits >= 10**4] / x, color=figures.BLUE, linewidth=2.2, label="cold positions")
    ax.set(xscale="log", yscale="log", xlabel="n", ylabel="share of the positions below n")
    ax.set(ylim=(2e-7, 2), title="Densities")
    ax.legend(loc="lower left", fontsize=8)


# %%
fig, axes = plt.subplots(1, 2, figsize=(8.6, 4.3), width_ratios=[3, 2])
draw_exponents(axes[0])
draw_densities(axes[1])
figures.save(fig, "figure-7-counts-past-the-paper", {"limit": limits, "cold": counts})
figures.show(fig, "Left, local exponents near 0.7 among dashed constructions; right, the density falling with n")

# %% [markdown]
# **Figure 7.** Left: local exponents of the number of cold positions, with the spread of resampled windows
# and the exponents of constructions; dashed ones are reported, not refereed. Right: the density of cold
# positions; dashed lines show the shape of upper bounds whose constants nobody has worked out.
#
# The cold positions do not get near the records, nor even to the perfect base-5 set. From $2^{24}$ on, the
# local exponent stays within 0.6935 and 0.6998 up to $2^{36}$. **Is it settled?** A constant exponent of 0.697
# fits these data, but so would a slow drift. Let the count be $n^e(\ln n)^k$, so that the local exponent is about
# $e+k/\ln n$. A line through the late windows against $1/\ln n$ gives $k$.


# %%
def drift(last):
    """(k, its standard error by leaving out eighths, e for that k) of the windows that begin at cubes to last^3."""
    exponents, inverse_log = late[every <= last], 1 / np.log(np.sqrt(8.0) * every[every <= last] ** 3)
    k, e = np.polyfit(inverse_log, exponents, 1)
    blocks = np.array_split(np.arange(exponents.size), 8)
    without = [np.polyfit(np.delete(inverse_log, b), np.delete(exponents, b), 1)[0] for b in blocks]
    return float(k), float(np.sqrt(len(blocks) - 1) * np.std(without)), float(e)


for last in sorted({2048, largest}):
    k, error, e = drift(last)
    print(f"windows to {8 * last**3:,}: k = {k:.3f} with a standard error near {error:.2f}, e = {e:.4f} for that k")

# %% [markdown]
# From the windows to $2^{36}$ it is $-0.02$, with a standard error of about 0.04 (fit; the windows overlap, so
# leaving out eighths errs on the small side). So these data bound a power of the logarithm by about 0.1 either
# way. They exclude a whole one, as random sets have it (notebook 17 finds $\sqrt n\ln n$ for those, which looks
# like $n^{0.58}$ at $2^{22}$). They do not exclude that the exponent drifts by a thousandth for each factor of a
# million, nor that it begins to move further out: [notebook 14](14-waves.ipynb) finds two drifts that
# hide each other here, and a reason to expect a rise.

# %%
k, error, _ = drift(2048)
assert (f"{k:.2f}", f"{error:.2f}") == ("-0.02", "0.04")
assert round(abs(k) + 2 * error, 1) == 0.1, "the bound on a power of the logarithm"
assert all(local[limits[high] > 2**27] < known["base 5 perfectly"])
assert abs(np.mean(last_four) - 0.697) < 0.001
assert abs(k) < error, "no trend that exceeds the scatter, to 2^36"
assert 0.5 < rise < second_rise < known["base 5 perfectly"] < known["modulo 205"], "below the records, too"

# %% [markdown]
# ## Findings
#
# * There are 33,015,043 cold positions below $2^{36}$; the segmented sieve confirms each of them as far as it
#   has gone.
# * The paper's fit moves from 0.6984 at $2^{30}$ to 0.6971 at $2^{36}$. Windows by the factor of eight give
#   0.6935 to 0.6998 from $2^{24}$ to $2^{36}$, all 1,793 of them, with no trend that exceeds their scatter: who
#   had stopped there would have called it settled.
# * All six regressions through all counts lie between 0.699 and 0.705.
# * Past $2^{36}$ the exponent rises: to 0.7047 from there to $2^{38}$, as notebook 14 had forecast, and to 0.7088 from
#   $2^{38}$ to $2^{40}$, which is more than any forecast allowed for. There are 234,263,051 cold positions below
#   $2^{40}$.
# * That is above Golomb's floor of 0.5 and below the perfect base-5 set, 0.71534, and all records.
#
# ## Exercises
#
# 1. *Check.* Use runs of one cube in place of sixteen. Why does the band shrink, and why should you not
#    believe it? *Hint: the correlation of neighbouring residuals in [notebook
#    6](06-number-of-cold-positions.ipynb).* [Solution](solutions/part-4.ipynb#Notebook-10,-exercise-1)
# 2. *Check.* Windows by the factor of 64 in place of 8: which is steadier? *Hint: take `np.arange(64, 1025)`
#    for `roots`, `4 * roots` for `2 * roots`, and the logarithm of 64.*
#    [Solution](solutions/part-4.ipynb#Notebook-10,-exercise-2)
# 3. *Go further.* How many cold positions would you have expected below $2^{40}$, from the counts to $2^{36}$?
#    How many do you expect below $2^{42}$? And of a game of your own, at sixteen times the size that `make explore
#    GAME="n*(3*n-1)//2"` shows you? *Hint: the local exponents; [notebook 14](14-waves.ipynb) has
#    forecasts by another rule.* [Solution](solutions/part-4.ipynb#Notebook-10,-exercise-3)
# 4. *Prove.* Let the count be $c(n)=a\,n^e(\ln n)^k$. Show that the local exponent from $N$ to $8N$ is
#    $e+k/\ln(\sqrt8N)$ but for an error of order $1/\ln^3N$. *Hint: $\ln(L+h)-\ln(L-h)$ with
#    $L=\ln(\sqrt8N)$.* [Solution](solutions/part-4.ipynb#Notebook-10,-exercise-4)
#
# **Next:** [How large are nim-values? Past the paper](15-every-nim-value.ipynb)
