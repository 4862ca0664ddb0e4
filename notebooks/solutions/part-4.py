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
from subtraction_games.sets import parse_set
from subtraction_theory import copies, waves

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
# **Modulo 4.** The squares that are no multiples of 4 are odd, and 1 modulo 4. So the class $r$ is disturbed from the
# class $r-1$, all round the circle, and no class is left in peace. Each loses three quarters to moves from outside,
# where class 2 modulo 5 loses a few hundredths. So these are four copies, by the theorem, and tell nothing, because
# they disturb each other so much.

# %%
cold, squares = sg.cold_positions(sg.squares, n), sg.squares(n)
for r in range(4):
    own = cold[cold % 4 == r]
    hot = copies.hot_by(squares[squares % 4 == 0], own, n // 2, n)
    spared = np.count_nonzero(~hot[(r - n // 2) % 4 :: 4])
    print(f"class {r} modulo 4 loses {1 - np.count_nonzero(own >= n // 2) / spared:.2f}")

# %% [markdown]
# ## Notebook 10, exercise 3
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
