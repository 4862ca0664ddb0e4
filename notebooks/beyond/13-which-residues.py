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
# # 13. Which residues?
#
# *15 minutes to read.*
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
# ## Findings
#
# * *Exact computation:* modulo 5, 13 and 17 the cold positions below $2^{30}$ avoid three quarters of the 46.37 moves
#   that they should have to one another; no modulus up to a hundred that is prime to these explains a thousandth.
# * For cubes and fifth powers, 7 and 11 pay (exact). *Heuristic:* they grow like $n^{0.8549}$ and $n^{0.9342}$.
# * *Exact counts, judged by* $\chi^2$ *with Holm's correction at one percent:* each prime to 97 that is 1 modulo 4
#   leaves a trace below $2^{36}$, and no other. Three choose: $\{0,2\}$, $\{0,2,7\}$ and $\{0,5,10\}$, each
#   square-difference-free and maximal.
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
