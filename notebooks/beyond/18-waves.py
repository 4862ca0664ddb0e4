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
# # 18. Waves
#
# *15 minutes to read.*
#
# Class 4 modulo 5 is dying out among the cold positions. **Can one know that from the beginning?** Treat the game as
# chance would play it: from the positions below $2^{24}$ alone, and with nothing fitted, that *heuristic* expects the
# course of class 4 to $2^{41}$ within a factor of two (Figure 18.1). Linearised, it says which residues grow: those of
# the moduli whose Gauss sums have the right sign, in the order 5, 13, 17, 21. [Notebook 13](13-which-residues.ipynb)
# comes first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, section 3.3.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated: 0 to n - 1 (make's COLD_N)

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_theory import waves
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold = np.array(cached("cold_positions", sg.squares, n))
residues = ResidueCounts.read(files.table("data/residue-counts.csv"), cold, n)

# %% [markdown]
# ## A theory that knows only the beginning
#
# A position is cold if it has no move to a cold one. Suppose that moves to cold positions fell like raindrops, with
# $\Lambda$ of them expected. None falls with probability $e^{-\Lambda}$, and this is the density of cold positions
# (*heuristic*). From a class $r$ modulo $M$ the moves lead to the classes $r-k^2$, so each class has its own
# $\Lambda_r$: a cold position $c$ counts $\frac1{2\sqrt{x-c}}$, times the factor by which squares are more or less
# frequent in the class of $x-c$. Below $2^{24}$ take the cold positions themselves; beyond, the densities that this
# rule gives, and nothing else (`closure.continued`). What does it expect of class 4 modulo 5?

# %%
every = pd.read_csv(files.table("data/closure.csv")).query("modulus == 27625")
closure, earlier = (every[every.start == 2**k] for k in (24, 20))
fading, whole = closure[closure.residue == 4], closure.groupby("n")[["expected", "found"]].sum().cumsum()
fading = fading.assign(k=np.log2(fading.n).astype(int)).set_index("k")[["expected", "found"]].round().astype(int)
once, again = earlier[(earlier.residue == 4) & earlier.n.isin([2**23, 2**24])].found
fading["steady"] = (again * (again / once) ** (fading.index - 24.0)).astype(int)
ratio = fading.expected / fading.found
print(f"from 2^23 to 2^24 class 4 has {again:,} positions, {again / once:.2f} times as many as in the doubling before")
print(fading[5::3].map("{:,}".format).rename_axis("to 2^"))
print(f"expected / found over {len(ratio)} doublings: {ratio.min():.2f} to {ratio.max():.2f}")
for k in (30, 40):
    expected, found_here = whole.loc[2**k] + np.searchsorted(cold, 2**24)
    print(f"all cold positions below 2^{k}: {expected / found_here:.2f} times the number found")

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(6.4, 3.4))
for column, style, colour, words in (
    ("found", "o-", figures.INK, "found"),
    ("expected", "s-", figures.BLUE, "expected by chance, from below $2^{24}$"),
    ("steady", ":", figures.VERMILION, "if it had grown on as from $2^{22}$ to $2^{24}$"),
):
    ax.plot(np.exp2(fading.index - 0.5), fading[column], style, color=colour, markersize=4, linewidth=1.3, label=words)
ax.set_xscale("log", base=2)
ax.set(yscale="log", xlabel="position", ylabel="in each doubling", ylim=(100, 5e5))
ax.set_title("Cold positions that are 4 modulo 5")
ax.legend(fontsize=9)
drawn = {"k": fading.index} | {column: fading[column] for column in fading}
figures.save(fig, "figure-18-1-closure", drawn)
figures.show(
    fig, "The counts found rise to 2^31 and fall; those expected do the same, a little higher; a line rises on"
)

# %% [markdown]
# **Figure 18.1.** Class 4 modulo 5, doubling by doubling: found, expected by the closed theory, and a rival that lost,
# steady growth.
#
# From the positions below $2^{24}$ alone the theory expects class 4 to turn and decline as it does, over all 17
# doublings, but always too many: 1.09 to 1.86 times the number found. For the count of all cold positions it fails: it
# expects 0.90 times the number below $2^{30}$ and 0.69 times that below $2^{40}$. So it is right about which class
# loses, and not about how many positions are cold.
#
# *Open*: a proof that class 1 modulo 5 is finite, for this game or for squares with any finite set of hotspots.
#
# ## A wave, and its answer
#
# So densities are $e^{-\Lambda}$. Now disturb them. A *wave* modulo $m$ is $e(kx/m)$ with $e(t)=e^{2\pi it}$; it
# belongs to no smaller modulus if $k$ is prime to $m$. *Everything in this section is heuristic.*
#
# 1. **Disturb**: let the density at all smaller $y$ carry a factor $1+A\,e(ky/m)$, with $A$ small.
# 2. **Moves pass the wave on.** $\Lambda(x)$ is the sum of the density at $x-s$ over the moves $s$. The wave adds
#    $A\,e(k(x-s)/m)=A\,e(kx/m)\,e(-ks/m)$ to each term. On the average over the moves this is $A\,g\,e(kx/m)$, with the
#    **mean wave** $g=\frac1m\sum_{j<m}e(-kj^2/m)$.
# 3. **The density answers.** Since $\Lambda$ changes by $\Lambda Ag\,e(kx/m)$, the density $e^{-\Lambda}$ changes by
#    the factor $1-\Lambda Ag\,e(kx/m)$. A wave of amplitude $A$ below calls forth one of amplitude $-\Lambda g\,A$ at
#    $x$.
#
# Everything hangs on $g$. If it is positive, the answer dampens the wave. If it is negative, the answer is *with* the
# wave and feeds it; and once $\Lambda|g|>1$ it is larger than the question. Then the wave grows until it is no longer
# small: residues *crystallise*. If $g$ is imaginary, the answer is a quarter of a period off.
#
# ## Gauss sums
#
# For squares, $mg$ is a *quadratic Gauss sum*, and Gauss found their values.
#
# **Theorem 18.1** (Gauss). For odd $m$ and $k$ prime to $m$, $\sum_{j<m}e(kj^2/m)$ is $\left(\frac km\right)\sqrt m$ if
# $m\equiv1\pmod4$ and $i\left(\frac km\right)\sqrt m$ if $m\equiv3\pmod4$. Here $\left(\frac km\right)$ is Jacobi's
# symbol: for a prime it is 1 if $k$ is a square modulo $m$ and $-1$ if not, and for a product of primes the product of
# their symbols.
#
# So if $m\equiv1\pmod4$ the waves of $m$ have $g=1/\sqrt m$ or $-1/\sqrt m$, half of them each, unless $m$ is a perfect
# square and all have $+$. We call them **damped** and **fed**. The fed ones grow once $\Lambda>\sqrt m$. If $m\equiv3$,
# or $m$ is a multiple of 4, `waves.threshold` finds that no $\Lambda$ is large enough.


# %%
def least(m):
    """The smallest Lambda at which some wave of m grows."""
    means = waves.mean_wave(np.arange(m) ** 2, m)[waves.coprime(m)]
    return min((waves.threshold(g, 0.7, 0.5) for g in np.unique(means.round(12)) if abs(g) > 0.02), default=np.inf)


print({m: f"{least(m):.2f}" for m in range(2, 62) if least(m) < 1000})

# %% [markdown]
# So the theory singles out not the primes that are 1 modulo 4 but **all odd numbers that are 1 modulo 4 and no perfect
# squares**: 5, 13, 17, and then, with the threshold 4.58, *not the prime 29 but* $21=3\cdot7$. Modulo 3 or 7 any two
# residues differ by a square one way round. But a square modulo 21 must be one modulo 3 *and* 7, and $\{0,2,10\}$ is
# square-difference-free.
#
# ## The test: damped and fed
#
# The *power* of a wave in $N$ positions is $\left|\sum_xe(-kx/m)\right|^2/N$: on the average 1 if each position threw a
# fair die, and up to $N$ if all share a residue. The theory says: damped waves below 1, fed waves above.

# %%
stretches = [(a, a + 3) for a in range(15, 36, 3)] + [(36, 38), (38, 40), (40, 41)]
odd = [m for m in range(3, 100, 2) if all(m % (j * j) for j in range(2, 10))]
tables = {(m, s): residues.between(m, 2 ** s[0], 2 ** s[1]) for m in odd for s in stretches}
measured = {key: waves.damped_and_fed(counts) for key, counts in tables.items() if counts is not None}
for m in (5, 13, 17, 21, 29, 33, 37, 41, 53, 57, 61):
    print(f"{m:>3}:", " | ".join("{:.3g} {:.3g}".format(*measured[m, s]) for s in stretches if (m, s) in measured))
fed = {m: measured[m, s][1] for m, s in measured if s == (27, 30) and m % 4 == 1}
strongest = sorted(fed, key=fed.get, reverse=True)
for name, these in (("all", strongest), ("prime to 1105", [m for m in strongest if np.gcd(m, 1105) == 1])):
    print(f"fed most from 2^27 to 2^30, {name}:", ", ".join(f"{m} ({fed[m]:,.1f})" for m in these[:5]))

# %% [markdown]
# Each pair is damped and fed, from $2^{15}$ to $2^{18}$ on. From 21 to 61 all damped powers but one are below 1, and
# all fed ones above; the waves of 5, 13 and 17 are no longer small, and drag their damped partners along. **In the
# stretch to $2^{30}$ modulus 21 has a mean power of 64 in its fed waves, 33 has 15.9 and 29 has 13.1** (*exact
# computation*). Only multiples of 5, 13 and 17 have stronger ones. To $2^{40}$ it is 825 at 21 and 89.5 at 29.
#
# A linear theory with memory, noise and a measured $\Lambda$ was to say *how much* a fed wave exceeds a die's. It came
# near, but its forecast that 21 breaks near $2^{39}$ failed, and [a page](../../book/lost-theories.md) says of what it
# died. There is a reason why 21 can't end as 5, 13 and 17 do: modulo 21 there is no *kernel*, no set of residues in
# which the game could settle (section *Kernels* of [notebook 11](11-what-a-beginning-chooses.ipynb#Kernels)). Waves say
# which residues chance makes grow; kernels say what a game can keep.

# %%
squared = [waves.damped_and_fed(tables[21, s])[1] / tables[21, s].sum() for s in stretches[3:]]
print("21, power over number in each stretch:", " ".join(f"{value:.1e}" for value in squared))

# %% [markdown]
# ## Findings
#
# * *Heuristic, with nothing fitted:* a theory from the positions below $2^{24}$ expects the course of class 4 modulo 5
#   to $2^{41}$ within a factor of two, but not how many positions are cold.
# * *Heuristic:* waves with a positive Gauss sum are damped, with a negative one fed, with a threshold at $\Lambda=\sqrt
#   m$. That gives the order 5, 13, 17, 21; where the order ends is open.
# * *Exact computation, predicted by the heuristic:* of the odd squarefree moduli below a hundred that are prime to 5,
#   13 and 17, it is 21 that has the strongest waves, not 29. A forecast that 21 breaks near $2^{39}$ failed.
#
# ## Exercises
#
# 1. *Prove.* A wave of modulus 3 is answered a quarter of a period off. Show that no set of two residues modulo 3,
#    and none modulo 7, is square-difference-free. *Hint: for $p\equiv3\pmod4$ exactly one of $d$ and $-d$ is a square.*
#    [Solution](../solutions/part-5.ipynb#Notebook-18,-exercise-1)
# 2. *Check.* The game with the two moves 1 and 4: which waves modulo 5 have the most negative $g$, and which residues
#    are its cold positions? *Hint: `waves.mean_wave([1, 4], 5)`; the cold positions are exactly 0 and 2 modulo 5.*
#    [Solution](../solutions/part-5.ipynb#Notebook-18,-exercise-2)
# 3. *Go further.* Choose a set of your own and predict by `waves.mean_wave` which modulus its cold positions will
#    prefer; then ask the [explorer](../../book/explore.md) or `make explore`. Does $n(n+1)$ have one? *Hint: look for
#    the $g$ nearest to the negative axis, and the farthest out.*
#    [Solution](../solutions/part-5.ipynb#Notebook-18,-exercise-3)
#
# **Next:** [How many positions are cold? Past the paper](14-counts-past-the-paper.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "18", n)
exactly, last = "exact computation", (27, 30)
sieved, by_residue = "cold positions by the segmented sieve, too", {"data": "data/residue-counts.csv"}
report(
    "class 4 mod 5 from 2^40 to 2^41, closed theory from below 2^24", int(fading.expected.iloc[-1]), "heuristic",
    at=2**41, data="data/closure.csv", check="two moduli agree",
)  # fmt: skip
powers = {(m, s): waves.damped_and_fed(tables[m, s]) for m, s in tables if m in (21, 29) and s[0] >= 27}
for s, check in ((last, sieved), ((30, 33), sieved), ((33, 36), "")):
    power = f"{powers[21, s][1]:.1f}"
    report(f"power of the fed modes at 21, 2^{s[0]} to 2^{s[1]}", power, exactly, 2 ** s[1], check=check, **by_residue)
damped, fed = waves.damped_and_fed(residues.between(29, 2**30, 2**36))
report("power of residue modes at 29, 2^30 to 2^36", f"{damped:.3f}", exactly, at=2**36, **by_residue)
report("power of nonresidue modes at 29, 2^30 to 2^36", f"{fed:.1f}", exactly, at=2**36, **by_residue)
only = {"data": "data/closure.csv", "article": True}
for k in (30, 36):
    name = f"class 4 mod 5 from 2^{k - 1} to 2^{k}, closed theory from below 2^24"
    report(name, int(fading.expected[k]), "heuristic", at=2**k, **only)
for name, extreme in (("least", ratio.min()), ("greatest", ratio.max())):
    report(f"{name} ratio of closed theory to class 4 mod 5", f"{extreme:.2f}", "heuristic", at=2**41, **only)
for k in (30, 40):
    expected, found_here = whole.loc[2**k] + np.searchsorted(cold, 2**24)
    report(
        f"ratio of closed theory to cold positions below 2^{k}",
        f"{expected / found_here:.2f}",
        "heuristic",
        at=2**k,
        **only,
    )
