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
# In base 5 nearly all cold positions of subtract-a-square end in 0 or 2, and in base 13 they gather at the digits 0, 2
# and 7. The paper's account of its experiments ends with a question: **does every prime that is 1 modulo 4 leave such a
# mark?** Of the primes below a hundred, only 5, 13 and 17 choose residues (exact counts to $2^{36}$). Together,
# residues modulo these three primes explain 75.0% of the moves that are missing between cold positions, whereas no
# modulus up to a hundred that is prime to all three explains even a thousandth (exact computation below $2^{30}$).
# Figure 13.1 shows what each wave of residues adds to the expected number of moves. The waves that grow are those whose
# Gauss sum is negative (heuristic), and after 5, 13 and 17 the next is 21. Read [notebook
# 7](../../notebooks/07-modularity.ipynb) first.
#
# *Continues D. Eppstein, FUN [2018](../../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 3.3.*

# %% tags=["parameters", "COLD_N"]
n = 2**30  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
from itertools import pairwise
from math import gcd

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_theory import waves
from subtraction_theory.difference_free import is_difference_free_modulo
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold = np.array(cached("cold_positions", sg.squares, n))
between = ResidueCounts.read(files.table("data/residue-counts.csv"), cold, n).between

# %%
weights = waves.move_weights(cold, n * waves.POINTS)


def added(m):
    """Return what each of the m waves adds to the moves, as a part of the main term."""
    late = np.bincount(cold[np.searchsorted(cold, n // 2) :] % m, minlength=m)
    return waves.budget(late, np.bincount(cold % m, weights, m)) / weights.sum()


M = 1105
paired = 2 * added(M)[: M // 2 + 1]
names = {k: f"{k // gcd(k, M)}/{M // gcd(k, M)}" for k in range(1, len(paired))}

# %% tags=["drawing"]
colours = {5: figures.BLUE, 13: figures.VERMILION, 17: figures.GREEN}
colours |= {65: figures.PURPLE, 85: figures.ORANGE}
fig, ax = plt.subplots(figsize=(7.4, 4))
for k, name in names.items():
    m = M // gcd(k, M)
    colour = colours.get(m, figures.INK)
    ax.vlines(k / M, 0, paired[k], color=colour, linewidth=2.4 if m in colours else 1.2)
    if not -0.03 < paired[k] < 0.06:
        sides = {"va": "top" if paired[k] < 0 else "bottom", "color": colour}
        ax.text(k / M, paired[k], name, ha="left" if m == 17 else "center", **sides)
for m, colour in colours.items():
    ax.plot([], color=colour, linewidth=2.4, label=f"of modulus {m}")
ax.legend(loc="lower left")
ax.axhline(0, color=figures.INK, linewidth=0.8)
ax.set(xlim=(0, 0.505), ylim=(-0.64, 0.16), xlabel="frequency k/m of a wave")
ax.set(title="What each wave adds to the expected moves", ylabel="part of main term")
table = {"wave": list(names.values()), "value": [f"{paired[k]:.9f}" for k in names]}
figures.save(fig, "figure-13-1-budget", table)
figures.show(fig, "Sticks: far down at 2/5, down at 5/13, 6/13, 2/13, 7/17, up at 1/5")

# %% [markdown]
# **Figure 13.1.** What each wave modulo $1105=5\cdot13\cdot17$, with its mirror image, adds to the expected number of
# moves from a cold position to others. Waves whose sticks point down keep cold positions apart.
#
# ## Residues explain three quarters of the missing moves
#
# Take a cold position $x$, and suppose for a moment that squares were spread evenly, so that near $s$ one number in
# $2\sqrt s$ would be a square. Then about $\sum_{c<x}\frac1{2\sqrt{x-c}}$ moves would lead from $x$ to cold positions
# $c$. The *main term* $\Lambda_1$ is the mean of this sum over five places in the upper part of our range. Now spread
# the squares evenly only *within* each residue class modulo $M$, and let $\Lambda_M$ be the expected number of moves
# from a cold position in the upper half to other cold positions. We say that **$M$ explains** the share
# $1-\Lambda_M/\Lambda_1$ of the missing moves. Such shares are *exact computations*, neither tests nor fits.

# %%
main_term = weights.sum()
places = [waves.move_weights(cold, [x]).sum() for x in n * waves.POINTS]
print(f"main term {main_term:.1f}; places: {min(places):.1f} to {max(places):.1f}")
moduli = [5, 13, 17, 65, *(5**k * 1105 for k in range(5)), 2, 3, 4, 7, 8, 9, 21, 29, 37]
shares = waves.shares(cold, n, moduli)
pd.Series(shares).map("{:.1%}".format).to_frame("explains").rename_axis("modulus")

# %% [markdown]
# At $n=2^{30}$, a cold position should have 46.4 moves to cold positions on average, and from 44.1 to 48.5 at the five
# places. **Modulus 5 explains 48.4% of these missing moves, 13 explains 40.8% and 17 explains 14.8%. Together, modulo
# 1105, they explain 75.0%**, and higher powers of 5 bring this share to 92.6%. Of the other moduli in the table, 2, 3,
# 4, 7, 8 and 9 explain less than a thousandth each, and so do 21, 29 and 37, although these three are 1 modulo 4.
#
# Any function of the residue modulo $M$ is a sum of *waves*. With $e(t)=e^{2\pi it}$, the wave $k$ is $e(kx/M)$, and
# its mirror image is the wave $M-k$. Each wave adds about $g$ times the square of its strength to the expected number
# of moves. Here $g$, the mean of $e(-ks/M)$ over the squares $s$, depends only on the squares. A wave with a negative
# $g$ removes moves. In Figure 13.1, the wave $2/5$ removes the most, since it is high at two residues that differ by 2.
#
# ## Only 5, 13 and 17 choose
#
# A prime *chooses* the residues whose classes contain more than one and a half times their fair share of the cold
# positions from $2^{33}$ to $2^{36}$, as counted in the long run of [notebook 14](14-counts-past-the-paper.ipynb).

# %%
last = {p: between(p, 2**33, 2**36) for p in sg.primes(98).tolist()}
last = {p: counts * (p / counts.sum()) for p, counts in last.items()}
heads = {p: np.flatnonzero(share > 1.5).tolist() for p, share in last.items()}
print("chosen:", {p: chosen for p, chosen in heads.items() if chosen})
farthest = max(abs(share - 1).max() for p, share in last.items() if not heads[p])
print(f"residues modulo the other primes are within {farthest:.2%} of a fair share")
for p in (5, 13, 17):
    free = [is_difference_free_modulo({*heads[p], r}, p) for r in range(p)]
    assert np.flatnonzero(free).tolist() == heads[p], "and none can be added"

# %% [markdown]
# **Three primes choose residues**: 5 chooses $\{0,2\}$, 13 chooses $\{0,2,7\}$, and 17 chooses $\{0,5,10\}$ (*exact
# counts*). Each set is square-difference-free modulo its prime, and no residue can be added to it. Modulo the other
# primes below a hundred, every class contains its fair share to within 1.15%.
#
# ## Gauss sums decide which waves grow
#
# Everything in this section except the theorem and the measured powers is *heuristic*. If the moves from a position to
# cold positions fell independently, like raindrops, and $\Lambda$ of them were expected, it would be cold with
# probability $e^{-\Lambda}$. Multiply this density at all $y<x$ by $1+A\,e(ky/m)$, with a small $A$ and $k$ prime to
# $m$. The wave multiplies $\Lambda(x)$ by $1+A\,g\,e(kx/m)$ on average, so the density at $x$ responds with the factor
# $1-\Lambda Ag\,e(kx/m)$. If $g>0$, the response opposes the wave, and the wave is **damped**. If $g<0$, it is **fed**,
# and once $\Lambda|g|>1$ it grows until it is no longer small, and residues *crystallise*.
#
# **Theorem 13.1** (Gauss). For odd $m$ and $k$ prime to $m$, $g=\left(\frac km\right)/\sqrt m$ if $m\equiv1\pmod4$, and
# $g=-i\left(\frac km\right)/\sqrt m$ if $m\equiv3\pmod4$, with the Jacobi symbol $\left(\frac km\right)=\pm1$.
#
# If $m\equiv1\pmod4$ is not a perfect square, half of its waves are fed, and these grow once $\Lambda>\sqrt m$. After
# 5, 13 and 17, the next such modulus is not 29 but $21=3\cdot7$ (exercise 1). To test the theory, take the *power*
# $\left|\sum_xe(-kx/m)\right|^2/N$ of a wave in $N$ positions $x$, which a fair die would make 1 on average.

# %%
powers_of_two = [2**k for k in (*range(15, 37, 3), 38, 40, 41)]
stretches = [s for s in pairwise(powers_of_two) if between(21, *s) is not None]
few = [m for m in range(21, 100, 4) if gcd(m, 1105) == 1 and m not in (49, 81)]
powers = {m: [waves.damped_and_fed(between(m, *s)) for s in stretches] for m in few}
damped, fed = np.array(list(powers.values())).reshape(-1, 2).T
print(f"{len(fed)} powers of each kind: {(damped < 1).sum()} damped below 1,", end=" ")
print(f"{(fed > 1).sum()} fed ones above; {(fed > damped).sum()} beat the damped one")
print("Mean power of fed waves to 2^30:", end=" ")
to_30 = [end for _, end in stretches].index(2**30)
print(*(f"{m}: {powers[m][to_30][1]:.1f}" for m in few[:3]), sep=", ")

# %% [markdown]
# In all 140 pairs of a modulus and a stretch of positions, the fed waves are on average stronger than the damped ones.
# In 139 pairs the mean power of the damped waves is below 1, and in 139 that of the fed waves is above 1. **Of the odd
# squarefree moduli below a hundred that are prime to 1105, modulus 21 has the strongest fed waves in the stretch to
# $2^{30}$, with a mean power of 64.0, whereas 33 has 15.9 and 29 has 13.1** (*exact computation*).
#
# No set of residues modulo 21 without square differences can contain all but $o(\sqrt n)$ of the cold positions,
# because a search finds no *kernel* modulo 21 ([notebook 11](11-what-a-beginning-chooses.ipynb#Kernels)). A forecast of
# the fed waves' strength by a linear theory failed ([lost theories](../../book/lost-theories.md)).
#
# ## Findings
#
# * *Exact computation:* modulo 1105, residues explain 75.0% of the 46.4 moves that are missing at $2^{30}$. Of the
#   primes below a hundred, only 5, 13 and 17 choose residues (from $2^{33}$ to $2^{36}$). Waves with a negative Gauss
#   sum grow in the order of their moduli, 5, 13, 17, 21 (*heuristic*, with nothing fitted).
#
# ## Exercises
#
# 1. *Check.* For which $m$ up to 61 does `waves.threshold` find a $\Lambda$ above which some wave grows? Sort these $m$
#    by $\Lambda$. *Hint: after 17 comes 4.58.* [Solution](solutions/10-13.ipynb#Notebook-13,-exercise-1)
# 2. *Go further.* Which modulus explains the most for cubes, and what exponent does it suggest? What about fourth
#    powers? *Hint: modulo 7 the cubes are 0, 1 and 6.* [Solution](solutions/10-13.ipynb#Notebook-13,-exercise-2)
# 3. *Prove.* For a prime $p\equiv3\pmod4$, show that every $g$ except $g=1$ is imaginary. *Hint: use Lemma 7.3 in
#    [notebook 7](../../notebooks/07-modularity.ipynb).* [Solution](solutions/10-13.ipynb#Notebook-13,-exercise-3)
# 4. *Go further.* Use `waves.mean_wave` to predict which modulus the cold positions of $n(n+1)$ prefer, and check your
#    prediction with `make game`. *Hint: look for the $g$ that is nearest to the negative axis and farthest from 0.*
#    [Solution](solutions/10-13.ipynb#Notebook-13,-exercise-4)
#
# **Next:** [How many positions are cold? Past the paper](14-counts-past-the-paper.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_theory.findings import report

report = partial(report, "13", n)
exactly, sieved = "exact computation", "cold positions by the segmented sieve, too"
for m in (5, 13, 17, 65, 1105):
    name = f"share of the main term that {m} explains"
    report(name, f"{shares[m]:.3f}", exactly, check=sieved)
name = "moves between cold positions, if squares were spread evenly"
check = f"mean over five places, {min(places):.1f} to {max(places):.1f}; {sieved}"
report(name, f"{main_term:.2f}", exactly, check=check)
alone = {m: -added(m)[1:].sum() for m in range(2, 101) if gcd(m, 1105) == 1}
most = max(alone, key=alone.get)
name = "greatest share that a modulus to 100 prime to 5, 13, 17 explains"
report(name, f"{alone[most]:.6f}", exactly, check=f"for modulus {most}")
