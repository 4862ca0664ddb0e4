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
# # 13. Which residues, and waves
#
# *25 minutes to read.*
#
# In base 5 the cold positions of subtract-a-square end in 0 or 2, and in base 13 they gather at 0, 2 and 7. The paper
# ends its experiments with a question: **does every prime that is 1 modulo 4 do this to them?** Not so far: a cold
# position has no move to another, and residues modulo 5, 13 and 17 account for 0.750 of the moves that are missing, 5
# alone for 0.484; powers of 5 account for most of the rest, and no modulus to 100 that is prime to 5, 13 and 17
# explains a thousandth (exact computation to $2^{30}$; Figure 13.1). Read [notebook 7](../07-modularity.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, section 3.3.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated: 0 to n - 1 (make's COLD_N)

# %% tags=["setup"]
from math import gcd

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.stats import chisquare
from statsmodels.stats.multitest import multipletests

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_games.sets import parse_set
from subtraction_theory import waves
from subtraction_theory.difference_free import is_difference_free_modulo
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold = np.array(cached("cold_positions", sg.squares, n))
residues = ResidueCounts.read(files.table("data/residue-counts.csv"), cold, n)

# %% [markdown]
# ## Who pays for it?
#
# Stand on a cold position $x$, and suppose for a moment that squares were strewn evenly: near $s$ one number in $2\sqrt
# s$ is a square. Then the number of moves from $x$ to cold positions $c$ would be about
# $\Lambda_1=\sum_{c<x}\frac1{2\sqrt{x-c}}$. Take the mean of five places in the upper half of our range.

# %%
places = np.array([0.6, 0.7, 0.8, 0.9, 1.0])
weight = waves.move_weights(cold, n * places)
main_term = weight.sum()
print(f"moves to cold positions, if squares were strewn evenly: {main_term:.1f}")

# %% [markdown]
# At $n=2^{30}$ a position should have 46.4 moves to cold positions. A cold position has *none*. Residues do it: modulo
# 5, squares are 0, 1 or 4, and two positions that are 0 and 2 never differ by one. So keep the residues modulo some
# $M$, and strew the squares evenly only *within* each residue class. Let $\Lambda_M$ be the number of moves that a cold
# position of the upper half should then have to cold positions. What is missing to $\Lambda_1$ **is explained by $M$**:
# its share is $1-\Lambda_M/\Lambda_1$. This is no test and no fit. It is accounting, an *exact computation*.


# %%
def contributions(m, mine=cold, weights=weight, end=n, k=2):
    """What each wave modulo m adds to the moves of a cold position, as a multiple of the main term."""
    own = np.bincount(mine[np.searchsorted(mine, end // 2) :] % m, minlength=m)
    return waves.budget(own, np.bincount(mine % m, weights=weights, minlength=m), k) / weights.sum()


def explained(m, *game):
    """The share of the main term that the modulus m explains, to five digits."""
    return round(1 - float(contributions(m, *game).sum()), 5) + 0


shares = {m: explained(m) for m in (5, 13, 17, 65, 1105, 2, 3, 4, 7, 8, 9, 21, 29, 37)}
print({m: f"{share:.1%}" for m, share in shares.items()})
for m in (1, 5, 65, 1105, 5 * 1105, 25 * 1105, 125 * 1105, 625 * 1105):
    print(f"modulo {m:>6}: {main_term * contributions(m).sum():4.1f} moves not yet avoided")

# %% [markdown]
# **Five explains 48.4% of it, 13 explains 40.8% and 17 explains 14.8%. Together, modulo 1105, it is 75.0%.** No
# other modulus tried pays by itself: not 2, 3, 4, 7, 8 or 9, and not 29 or 37 either, which are 1 modulo 4. What pays
# the last quarter? Most of it higher digits in base 5, which leave 3.4 moves. Further moduli and powers must pay those,
# because along $M=1!,2!,3!,\dots$ pairs of *different* positions add nothing in the end (Claim 12.7 in [notebook
# 12](12-what-is-proved.ipynb)).
#
# ## The bill, wave by wave
#
# A table of residues modulo $M$ is a sum of *waves*: write $e(t)=e^{2\pi it}$, and the wave $k$ is $e(kx/M)$. To the
# bill each wave adds about the square of its strength, times a number $g$ that belongs to the squares alone: the mean
# of $e(-ks/M)$ over the squares $s$. Where $g$ is negative, the wave *pays*; where it is positive, it *costs*. Waves
# $k$ and $M-k$ belong together.

# %%
M = 1105
paired = 2 * contributions(M)[: M // 2 + 1]
names = {k: f"{k // gcd(k, M)}/{M // gcd(k, M)}" for k in range(1, len(paired))}
ranked = sorted(names, key=lambda k: paired[k])
for what, which in (("pay", ranked[:6]), ("cost", ranked[:-5:-1])):
    print(f"{what} most:", ", ".join(f"{names[k]} {paired[k]:+.3f}" for k in which))
both_pay = [(13 * a + 5 * b) % 65 for a in (2, 3) for b in (2, 5, 6, 7, 8, 11)]  # a/5 + b/13 as k/65
cost = contributions(65)[both_pay].sum()
print(f"5 pays {shares[5]:.1%}, 13 {shares[13]:.1%}, 65 {shares[65]:.1%}: products of two payers cost {cost:.1%}")

# %% [markdown]
# The wave $2/5$ alone, with its partner $3/5$, pays 0.561 of the main term: it is high at two residues that are 2
# apart. Why then do 5 and 13 together pay only 70.1%, and not 48.4% and 40.8%? Two waves that pay, one modulo 5 and one
# modulo 13, multiply to a wave modulo 65 whose $g$ is positive. Such waves cost 24.3%.

# %%
payers = {5: figures.BLUE, 13: figures.VERMILION, 17: figures.GREEN, 65: figures.PURPLE, 85: figures.ORANGE}


def draw_waves(ax):
    for k, name in names.items():
        m = M // gcd(k, M)
        colour = payers.get(m, figures.INK)
        ax.vlines(k / M, 0, paired[k], color=colour, linewidth=2.4 if m in payers else 1.2)
        if paired[k] < -0.03 or paired[k] > 0.06:
            side = {"va": "bottom" if paired[k] > 0 else "top", "ha": "left" if name == "7/17" else "center"}
            ax.text(k / M, paired[k] + 0.01 * np.sign(paired[k]), name, color=colour, fontsize=9, **side)
    for m, colour in payers.items():
        ax.plot([], color=colour, linewidth=2.4, label=f"of modulus {m}")
    ax.legend(loc="lower left")
    ax.axhline(0, color=figures.INK, linewidth=0.8)
    ax.set(xlim=(0, 0.505), ylim=(-0.64, 0.16), xlabel="frequency k/m of a wave", ylabel="part of the main term")
    ax.set_title(f"What each wave adds to the main term, {figures.size_label(n // 2)} to {figures.size_label(n)}")


# %% tags=["drawing"]
fig, (ax, below) = plt.subplots(2, 1, figsize=(7.4, 6.4), height_ratios=[5, 3])
draw_waves(ax)
alone = {m: explained(m) for m in range(2, 101)}
own = [m for m in alone if not any(m % d == 0 and alone[d] > 1e-3 > alone[m] - alone[d] for d in alone if d < m)]
ranked = sorted(own, key=alone.get)[-8:]
for place, m in enumerate(ranked):
    below.barh(place, alone[m], color=payers.get(m, figures.INK))
    below.text(alone[m] + 0.006, place, f"{alone[m]:.{1 if m in payers else 3}%}", va="center", fontsize=9)
below.set(yticks=range(len(ranked)), yticklabels=ranked, xlim=(0, 0.8), xlabel="share explained", ylabel="modulus")
below.set_title("Moduli up to 100 that explain most by themselves")
rows = [("wave", names[k], f"{paired[k]:.9f}") for k in names] + [("modulus", m, v) for m, v in alone.items()]
figures.save(fig, "figure-13-1-budget", dict(zip(("panel", "of", "value"), zip(*rows, strict=True), strict=True)))
figures.show(fig, "Above, sticks that pay at 2/5, 5/13, 7/17; below, bars of 65, 85, 5, 13 and 17, and of no other")

# %% [markdown]
# **Figure 13.1.** The budget of the main term. Above: what each wave modulo 1105, together with its partner, costs (up)
# or pays (down). Below: what a modulus up to 100 explains by itself, without those that add less than a thousandth to a
# divisor; one without the factors 5, 13 and 17 explains less than a hundredth of one per cent.
#
# ## Cubes, and fifth powers
#
# The same bill can be made out for any powers. Which modulus should pay, we can guess: one with few cubes, so that many
# residues can live together. Modulo 7 the cubes are 0, 1 and 6, and $\{1,3,6\}$ has no cubes among its differences.
# Modulo 11 the fifth powers are 0, 1 and 10, and five residues can live together.

# %%
few = max(n // 64, 2**10)
games = {"cubes": (3, 7, [1, 3, 6], (7, 13, 91, 7**4, 2, 3)), "fifth powers": (5, 11, [1, 3, 5, 7, 10], (11, 31, 2, 3))}
members = {}
for name, (k, _, _, moduli) in games.items():
    members[name] = mine = sg.cold_positions(parse_set(f"n**{k}"), few)
    weights = waves.move_weights(mine, few * places, k)
    pays = {m: f"{explained(m, mine, weights, few, k):.1%}" for m in moduli}
    print(f"{name} below 2^{few.bit_length() - 1}: {pays}")

# %% [markdown]
# Below $2^{24}$ seven explains 66.1% for the cubes; with 13 it is 71.8%, with the next digit of 7 that counts 80.6%.
# For the fifth powers 11 explains 77.7%. Each power has its own few payers.
#
# From them one can **predict the exponent** by which the cold positions grow. *Heuristic:* let $p$ be the modulus that
# pays and $D$ the residues that are left modulo $p$, and suppose that the others die out. Within a class modulo $p^k$
# the game of $k$-th powers is itself again, with hotspots (after Theorem 10.1 in [notebook
# 10](10-the-game-inside-the-game.ipynb)). There are $|D|\,p^{k-1}$ such classes, each playing the same game on a scale
# of $p^k$. So the count is multiplied by $|D|\,p^{k-1}$ whenever $n$ is by $p^k$: the exponent should be
# $\log_{p^k}\left(|D|\,p^{k-1}\right)$. For squares that is the paper's $\log_{25}10=0.7153$; for cubes it is
# $\log_{343}147$.

# %%
exponents = {}
for name, (k, p, D, _) in games.items():
    powers = {pow(j, k, p) for j in range(p)}
    assert not any((x - y) % p in powers for x in D for y in D if x != y)
    start, stop = np.searchsorted(members[name], [few // 4**k, few]) + 1
    measured = np.log(stop / start) / np.log(few / (few // 4**k or 1))
    many = len(D) * p ** (k - 1)
    exponents[name] = np.log(many) / np.log(p**k)
    print(f"{name}: {many} copies modulo {p**k}, so n^{exponents[name]:.4f} predicted; n^{measured:.4f} measured")

# %% [markdown]
# Measured is the growth from $N/4^k$ to $N=2^{24}$, while the moves become four times as many. It is a little below the
# prediction, as for the squares; that of cubes is above it from $2^{30}$ to $2^{36}$ (`data/game-counts.csv`).
#
# ## A trace, or a choice?
#
# Each prime to 97 that is 1 modulo 4 leaves *a trace* in the residues below $2^{36}$, and no other does, by the
# $\chi^2$ test of [notebook 7](../07-modularity.ipynb#Figure-3:-three-digits-in-base-5) with Holm's correction at one
# percent. (It assumes independent throws, which cold positions are not: a ruler, not a verdict.) But which of them
# *choose*? Take the residues with more than one and a half times their fair share, from the long run of [notebook
# 14](14-counts-past-the-paper.ipynb).

# %%
between = ResidueCounts.read(files.table("data/residue-counts.csv"), cold, n).between
primes = [int(p) for p in sg.primes(98)]
chances = [chisquare(between(p, 0, 2**36)).pvalue for p in primes]
guilty = np.array(primes)[multipletests(chances, alpha=0.01, method="holm")[0]]
last = {p: counts * (p / counts.sum()) for p in primes for counts in [between(p, 2**33, 2**36)]}
heads = {p: np.flatnonzero(last[p] > 1.5).tolist() for p in primes}
farthest = max(abs(last[p] - 1).max() for p in primes if not heads[p])
print(f"a trace below 2^36: {guilty.tolist()}; chosen: { {p: chosen for p, chosen in heads.items() if chosen} }")
print(f"residues modulo the other primes are within {farthest:.1%} of a fair share")
stretches = [(2**k, 2 ** (k + 3)) for k in (24, 27, 30, 33)] + [(2**36, 2**38), (2**38, 2**40), (2**40, 2**41)]


def held_by(p, r, m, low, high):
    """The share that the heads modulo p hold of the cold positions that are r modulo m."""
    counts, residue = between(m * p, low, high), np.arange(m * p)
    mine = residue % m == r
    return float(counts[mine & np.isin(residue % p, heads[p])].sum() / counts[mine].sum())


# %%
for p in (5, 13, 17):
    assert is_difference_free_modulo(heads[p], p)
    assert not any(is_difference_free_modulo([*heads[p], r], p) for r in range(p) if r not in heads[p])
by_class = {(p, r): [held_by(p, r, 5, *each) for each in stretches] for p in (13, 17) for r in (0, 2)}
for (p, r), values in by_class.items():
    print(f"modulo {p}, of the cold positions {r} mod 5: " + ", ".join(f"{value:.1%}" for value in values))

# %% [markdown]
# **Only 5, 13 and 17 choose**: $\{0,2\}$, $\{0,2,7\}$ and $\{0,5,10\}$, each *square-difference-free* and *maximal*;
# from 29 on all residues lie within 1.1% of their fair share. And what 13 and 17 do depends on the residue modulo 5.
# Among the multiples of 5 their share rises in every stretch, to 99.9% and 80.1%; among the positions that are 2 modulo
# 5 it stays near 59.1% and 23.5% (exact counts). For the five classes modulo 25 inside class 2 are games of their own,
# each with its own choice, while those inside class 0 are kept in step by a common disturbance (section *Ten games that
# know nothing of each other* in [notebook 10](10-the-game-inside-the-game.ipynb)).

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
figures.save(fig, "figure-13-2-closure", drawn)
figures.show(
    fig, "The counts found rise to 2^31 and fall; those expected do the same, a little higher; a line rises on"
)

# %% [markdown]
# **Figure 13.2.** Class 4 modulo 5, doubling by doubling: found, expected by the closed theory, and a rival that lost,
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
# **Theorem 13.1** (Gauss). For odd $m$ and $k$ prime to $m$, $\sum_{j<m}e(kj^2/m)$ is $\left(\frac km\right)\sqrt m$ if
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
# * *Exact computation:* modulo 5, 13 and 17 the cold positions below $2^{30}$ avoid three quarters of the 46.37 moves
#   that they should have to one another; no modulus up to a hundred that is prime to these explains a thousandth.
# * For cubes and fifth powers, 7 and 11 pay (exact). *Heuristic:* they grow like $n^{0.8549}$ and $n^{0.9342}$.
# * *Exact counts, judged by* $\chi^2$ *with Holm's correction at one percent:* each prime to 97 that is 1 modulo 4
#   leaves a trace below $2^{36}$, and no other. Three choose: $\{0,2\}$, $\{0,2,7\}$ and $\{0,5,10\}$, each
#   square-difference-free and maximal.
# * *Heuristic, with nothing fitted:* a theory from the positions below $2^{24}$ expects the course of class 4 modulo 5
#   to $2^{41}$ within a factor of two, but not how many positions are cold.
# * *Heuristic:* waves with a positive Gauss sum are damped, with a negative one fed, with a threshold at $\Lambda=\sqrt
#   m$. That gives the order 5, 13, 17, 21; where the order ends is open.
# * *Exact computation, predicted by the heuristic:* of the odd squarefree moduli below a hundred that are prime to 5,
#   13 and 17, it is 21 that has the strongest waves, not 29. A forecast that 21 breaks near $2^{39}$ failed.
#
# ## Exercises
#
# 1. *Check.* Look at the residues modulo 17 in classes 0, 15 and 20 modulo 65. *Hint: at the default $n$, residue 0
#    comes first and 10 second in all three.* [Solution](../solutions/part-4.ipynb#Notebook-13,-exercise-1)
# 2. *Go further.* Who pays in the game of fourth powers? `make explore GAME=n**4` finds a modulus by itself. *Hint:
#    $x^4$ takes few values modulo 16 and 17; one of them pays a little, the other costs.*
#    [Solution](../solutions/part-4.ipynb#Notebook-13,-exercise-2)
# 3. *Prove.* Show that no three residues modulo 5 are square-difference-free. *Hint: which pairs of residues differ by
#    neither 1 nor 4? They form a cycle of length five.* [Solution](../solutions/part-4.ipynb#Notebook-13,-exercise-3)
# 4. *Prove.* A wave of modulus 3 is answered a quarter of a period off. Show that no set of two residues modulo 3,
#    and none modulo 7, is square-difference-free. *Hint: for $p\equiv3\pmod4$ exactly one of $d$ and $-d$ is a square.*
#    [Solution](../solutions/part-4.ipynb#Notebook-13,-exercise-4)
# 5. *Check.* The game with the two moves 1 and 4: which waves modulo 5 have the most negative $g$, and which residues
#    are its cold positions? *Hint: `waves.mean_wave([1, 4], 5)`; the cold positions are exactly 0 and 2 modulo 5.*
#    [Solution](../solutions/part-4.ipynb#Notebook-13,-exercise-5)
# 6. *Go further.* Choose a set of your own and predict by `waves.mean_wave` which modulus its cold positions will
#    prefer; then ask the [explorer](../../book/explore.md) or `make explore`. Does $n(n+1)$ have one? *Hint: look for
#    the $g$ nearest to the negative axis, and the farthest out.*
#    [Solution](../solutions/part-4.ipynb#Notebook-13,-exercise-6)
#
# **Next:** [How many positions are cold? Past the paper](14-counts-past-the-paper.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "13", n)
exactly = "exact computation"
sieved = "cold positions by the segmented sieve, too"
for m in (5, 13, 17, 65, 1105, 21):
    report(f"share of the main term that {m} explains", f"{shares[m]:.3f}", exactly, check=sieved)
report("moves between cold positions, if squares were strewn evenly", f"{main_term:.2f}", exactly, check=sieved)
for name, predicted in exponents.items():
    report(f"exponent of the cold positions of {name}, from copies", f"{predicted:.4f}", "heuristic")
turned = [p for p in primes if p % 4 == 3 and p >= 7]
evenness = sum(chisquare(between(p, 2**30, 2**36)).statistic for p in turned) / sum(p - 1 for p in turned)
report(
    "power of all modes, primes 3 mod 4 from 7 to 83, 2^30 to 2^36", f"{evenness:.3f}", exactly, at=2**36,
    data="data/residue-counts.csv",
)  # fmt: skip
others = max(share for m, share in alone.items() if all(m % p for p in (5, 13, 17)))
name = "share that no modulus to 100 prime to 5, 13, 17 explains"
report(name, f"{max(0.001, others):.3f}", exactly, article=True)
last, by_residue = (27, 30), {"data": "data/residue-counts.csv"}
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
