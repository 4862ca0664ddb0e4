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
# # Solutions 4: the game inside the game, and residues
#
# Worked solutions to the exercises of notebooks 10 and 13. Proofs are written out; numbers are computed here, mostly at
# a smaller size than in the notebooks, so that there is no waiting.

# %% tags=["parameters"]
n = 2**20  # positions evaluated

# %% tags=["setup"]
from itertools import combinations, permutations

import numpy as np

import subtraction_games as sg
from subtraction_games import files
from subtraction_games.sets import parse_set
from subtraction_theory import copies, waves
from subtraction_theory.residues import ResidueCounts

# %% [markdown]
# ## Notebook 10, exercise 1
#
# **Copies of the game of cubes.** *Claim.* Let $q=m^3$ and $0\le r<q$. Let $H$ be the set of all $a$ for which a cube
# that is no multiple of $q$ leads from $qa+r$ to a cold position. Then $A=\{a:qa+r\text{ is cold}\}$ is the set of cold
# positions of the game of cubes with hotspots $H$.
#
# *Proof.* First, *a cube $k^3$ is a multiple of $m^3$ exactly if $k$ is one of $m$*: if a prime power $p^e$ is the
# exact one in $m$, then $p^{3e}$ divides $k^3$, so that $k$ has at least $3e/3=e$ factors $p$. So the multiples of $q$
# among the cubes are $(mj)^3=qj^3$, which are $q$ times the cubes. The number $qa+r$ is cold exactly if no cube leads
# from it to a cold position. The cubes that are no multiples of $q$ lead to none exactly if $a\notin H$. The cube
# $qj^3$ leads to $q(a-j^3)+r$, which is cold exactly if $a-j^3\in A$. So $a\in A$ if and only if $a\notin H$ and no
# positive cube $j^3\le a$ has $a-j^3\in A$. That is the recurrence of the game of cubes with hotspots $H$, and a
# recurrence has one solution. $\square$
#
# For $q=2$ take the powers of two: the even ones are 2, 4, 8, ..., twice the set 1, 2, 4, ...

# %%
few = min(n, 5000)
of_cubes = sg.cold_positions(sg.cubes, few)
disturbed = copies.disturbed(sg.cubes, of_cubes, 27, few)
for r in range(27):
    again = sg.cold_positions(sg.cubes, disturbed[r::27].size, hotspots=np.flatnonzero(disturbed[r::27]))
    assert np.array_equal(27 * again + r, of_cubes[of_cubes % 27 == r]), f"the class {r} modulo 27"
assert copies.contains_itself(sg.powers(2), 2, 1000), "the powers of two, q = 2"
assert not copies.contains_itself(sg.squares, 2, 1000), "the squares are no example"

# %% [markdown]
# ## Notebook 10, exercise 2
#
# **Strays that come early.** *Proof.* Let $j$ be the least number with $25^jY\ge n$. For $i=0,1,\dots,j$ evaluate the
# first $Y$ positions of every copy of depth $i$, as soon as those of lower depths have been evaluated. For $i<j$ this
# finds all strays of the copy, because they lie below $25^iY$. At depth $j$ it finds all members below $n$, since a
# copy has at most $Y$ positions there. The cold positions below $n$ are these members and the strays.
#
# A copy needs its hotspots among its first $Y$ positions. By the proof of Theorem 10.4 a square that is no multiple of
# $25^i$ leads from the copy only to strays of its ancestors, if to a cold position at all. So the hotspots of all
# copies of depth $i$ are among the numbers $F+25^hk^2<25^iY$, where $F$ is a stray of a depth $h<i$. For each $F$ there
# are fewer than $5^{i-h}\sqrt Y$, so that there are at most $\sum_{h<i}10^h\sigma\cdot5^{i-h}\sqrt Y<10^i\sigma\sqrt
# Y$. A hash table of the copies' residues says to which copy such a number belongs, if to any.
#
# With its hotspots a copy takes $O(Y\log^2Y)$ operations, by Theorem 1. The depths up to $j$ take
# $\sum_{i\le j}10^i\cdot O(Y\log^2Y+\sigma\sqrt Y)$ together, in which the last term is the largest by a factor. Since
# $25^{j-1}Y<n$, we have $10^j<10\,(n/Y)^e$. $\square$
#
# For a fixed $Y$ that is $O(n^e)$, fewer operations than there are positions. But the game itself has a stray in class
# 4 in each doubling up to $2^{41}$, so $Y$ would have to be about as large as $n$.

# %% [markdown]
# ## Notebook 10, exercise 3
#
# **The twenty-five ratios.** Each cold position below $n$ is in one class modulo 25, so $c(n)=c(n/25)\sum_r\rho_r(n)$.
# If $c$ grows like $n^a$ from $n/25$ to $n$, then $25^a=\sum_r\rho_r$. Ten perfect copies and fifteen empty classes
# would make $\log_{25}10$. The five copies in class 2 are nearly perfect: 4.87 of 5 at $2^{22}$, and 5.11 at $2^{41}$,
# where they hold more than the game itself did below $n/25$, when class 4 still disturbed it. The five in class 0 make
# 3.99 at $2^{22}$, 4.35 at $2^{30}$ and 4.68 at $2^{41}$. Most of the exponent is lost there, and it comes back as
# class 4 dies out, which adds 0.74 at $2^{22}$ and 0.21 at $2^{30}$.

# %%
empty = np.zeros(0, dtype=np.int64)
doublings = ResidueCounts.read_doublings(files.table("data/doublings.npz"), empty, 0)
for k in (22, 30, 41):
    rho = doublings.between(25, 0, 2**k) / doublings.between(25, 0, 2**k // 25).sum()
    parts = " ".join(f"{rho[r::5].sum():.2f}" for r in range(5))
    print(f"2^{k}: {parts}, exponent {np.log(rho.sum()) / np.log(25):.5f}")

# %% [markdown]
# ## Notebook 10, exercise 4
#
# **Copies modulo 343.** A number modulo $7^3$ has three digits to the base 7. The last is one of three, the others are
# free: $3\cdot49=147$ copies. If all were perfect and all other classes empty, $c(n)=147\,c(n/343)$, and the exponent
# is $\log_{343}147=0.8549$. The game does prefer three residues, 1, 3 and 6, which hold nearly all of the newest
# positions. Its exponent over factors of four is on both sides of the prediction, and not yet steady.

# %%
of_cubes = sg.cold_positions(sg.cubes, 16 * n)
newest = sg.digit_counts(of_cubes[of_cubes >= 8 * n], 7)
share = np.sort(newest)[-3:].sum() / newest.sum()
print(
    f"residues modulo 7: {np.argsort(-newest)[:3].tolist()} hold {share:.0%}; perfect: {np.log(147) / np.log(343):.4f}"
)
for N in (n, 4 * n, 16 * n):
    before, now = sg.counts_below(of_cubes, [N // 4, N])
    print(f"exponent from {N // 4:,} to {N:,}: {np.log(now / before) / np.log(4):.3f}")

# %% [markdown]
# ## Notebook 13, exercise 1
#
# **Seventeen inside 65.** Below $2^{24}$ residue 0 comes first and 10 second in each of the three classes, as the hint
# says of $2^{30}$. It is no law: below $2^{26}$ residue 5 has overtaken 10 in class 0.

# %%
cold = sg.cold_positions(sg.squares, 2**26)
for k in (24, 26):
    for residue in (0, 15, 20):
        of_class = cold[(cold < 2**k) & (cold % 65 == residue)]
        ranked = np.argsort(-np.bincount(of_class % 17, minlength=17))
        print(f"below 2^{k}, {residue:>2} modulo 65: first residues", ranked[:4].tolist())

# %% [markdown]
# ## Notebook 13, exercise 2
#
# **Fourth powers.** Modulo 16 a fourth power is 0 or 1, and modulo 17 it is 0, 1, 4, 13 or 16. Below $2^{20}$
# modulus 17 explains 4.3% of the main term and 16 costs 0.4%. No other to 40 pays, but for multiples of these. With so
# few moves (there are 31) most of the bill is not paid by small moduli at all.

# %%
few = 2**20
of_fourth = sg.cold_positions(parse_set("n**4"), few)
weights = waves.move_weights(of_fourth, few * np.array([0.6, 0.7, 0.8, 0.9, 1.0]), 4)
paid = {}
for m in range(2, 41):
    own = np.bincount(of_fourth[of_fourth >= few // 2] % m, minlength=m)
    parts = waves.budget(own, np.bincount(of_fourth % m, weights=weights, minlength=m), 4)
    paid[m] = 1 - parts.sum() / parts[0]
print({m: f"{share:.1%}" for m, share in paid.items() if abs(share) > 0.003})

# %% [markdown]
# ## Notebook 13, exercise 3
#
# **No three residues modulo 5.** *Proof.* The squares modulo 5 are 0, 1 and 4. Different residues may be together if
# they differ by neither 1 nor 4, that is by 2 or 3. Join the residues that may: 0, 2, 4, 1, 3 and back to 0, each 2
# further than the one before. That is a cycle of length five, and it has all the joined pairs, because a difference of
# 3 is one of 2 the other way round. Three residues that may all be together would be a triangle; a cycle of length
# five has none. $\square$

# %%
squares = {k * k % 5 for k in range(5)}
triples = [t for t in combinations(range(5), 3) if all((y - x) % 5 not in squares for x, y in permutations(t, 2))]
assert triples == [], "no three residues, by trying them all"

# %% [markdown]
# **Back to** notebooks [10](../beyond/10-the-game-inside-the-game.ipynb) and [13](../beyond/13-which-residues.ipynb).
