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
# # Solutions 5: residues, waves and nim-values
#
# Worked solutions to the exercises of notebooks 13, 14 and 15. Proofs are written out; numbers are computed here,
# mostly at a smaller size than in the notebooks, so that there is no waiting.

# %% tags=["parameters"]
n = 2**16  # positions on which transforms are counted

# %% tags=["setup"]
from itertools import combinations, permutations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.sets import parse_set
from subtraction_theory import waves

figures.use_style()

# %% [markdown]
# ## Notebook 13, exercise 1
#
# **Seventeen inside 65.** Below $2^{24}$ residue 0 comes first and 10 second in each of the three classes, as below the
# $2^{30}$ of [notebook 13](../beyond/13-which-residues.ipynb). It is no law: below $2^{26}$ residue 5 has overtaken 10
# in class 0.

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
# ## Notebook 14, exercise 1
#
# **A quarter of a period.** Let $p\equiv3\pmod4$ be a prime. *Then $-1$ is no square modulo $p$*: if $j^2\equiv-1$,
# then $j^{p-1}=(j^2)^{(p-1)/2}$ would be $(-1)^{(p-1)/2}=-1$, since $(p-1)/2$ is odd; by Fermat it is 1. The nonzero
# squares are half of the nonzero residues, and multiplication by $-1$ takes each to no square. So of $d$ and $-d$
# exactly one is a square, for each $d\ne0$. Two residues differ by $d$ one way round and by $-d$ the other way: one of
# the two is a square. So no two residues are square-difference-free. $\square$
#
# The same fact turns the waves: $j^2$ and $-j^2$ together run twice through all residues, whence
# $\sum_je(kj^2/p)+\sum_je(-kj^2/p)=0$. The second sum is the conjugate of the first. So the first is imaginary.

# %%
for p in (3, 7, 11, 19):
    squares = {k * k % p for k in range(1, p)}
    assert all((d in squares) != (-d % p in squares) for d in range(1, p))
    assert np.allclose(waves.mean_wave(np.arange(p) ** 2, p)[1:].real, 0)

# %% [markdown]
# ## Notebook 14, exercise 2
#
# **The moves 1 and 4.** For $k=2$ and 3 the mean of $e^{-2\pi ik/5}$ and $e^{-2\pi i4k/5}$ is $\cos\frac{4\pi}5=-0.81$,
# since $4\equiv-1$ and the two are conjugate; for $k=1$ and 4 it is $\cos\frac{2\pi}5=0.31$. *The cold positions are
# exactly 0 and 2 modulo 5.* **Proof.** By induction. From $5j$ the moves lead to residues 4 and 1, from $5j+2$ to 1 and
# 3: none of them cold, so both are cold. From residue 1 the move 1 leads to 0, from 3 the move 1 leads to 2, from 4 the
# move 4 leads to 0: all three are hot, and these moves always fit. $\square$

# %%
g = waves.mean_wave([1, 4], 5)
print(g.real.round(2))
assert np.allclose(g, np.cos(2 * np.pi * np.arange(5) / 5)), "the cosines"
assert np.flatnonzero(np.isin(np.arange(n) % 5, (0, 2))).tolist() == sg.cold_positions([1, 4], n).tolist(), "0 and 2"

# %% [markdown]
# ## Notebook 14, exercise 3
#
# **The numbers $n(n+1)$.** The smallest threshold of all moduli to 100 belongs to 9 (and to 18, which has the same
# waves again), so that is the prediction, by the heuristic. The game does prefer residues modulo 18, and here one can
# say why: **the game is two copies of the triangular numbers' game.** *Proof.* All moves are even, so parity is kept.
# From $2a+r$ with $r=0$ or 1 the move $k(k+1)$ leads to $2(a-\frac{k(k+1)}2)+r$; so $2a+r$ is cold exactly if $a$ is
# cold with the triangular numbers. $\square$ What those prefer modulo 9, this game prefers modulo 18.

# %%
pronic = parse_set("n*(n+1)")
below = 2**18
of_triangular, of_pronic = sg.cold_positions(sg.triangular, below // 2), sg.cold_positions(pronic, below)
assert np.array_equal(of_pronic, np.sort([2 * of_triangular, 2 * of_triangular + 1], axis=None)), "two copies"
threshold = {}
for m in range(2, 101):
    means = waves.mean_wave([k * (k + 1) for k in range(m)], m)
    own = [w for w in means[waves.coprime(m)] if abs(w) > 1e-9]
    threshold[m] = min((waves.threshold(w, 0.6, 0.5) for w in own), default=np.inf)
print(sorted((round(level, 2), m) for m, level in threshold.items())[:3])
even_share = np.bincount(of_pronic % 18, minlength=18) / of_pronic.size * 18
print("shares modulo 18, a fair one being 1:", even_share.round(1).tolist())

# %% [markdown]
# ## Notebook 15, exercise 1
#
# **Records rise by one.** Let $v$ be a record, larger than all values before. By the definition of the mex its position
# has moves to positions of *all* values $0,\dots,v-1$. These are smaller positions. So $v-1$ has occurred before, and
# the former record, the largest value before, is $v-1$: not less, since $v-1$ occurred; not more, since $v$ is a
# record. $\square$

# %%
for S in (sg.squares, sg.cubes, [2, 4, 7]):
    _, highest = sg.records(sg.nim_values(S, min(n, 2**14)))
    assert highest.tolist() == list(range(len(highest)))

# %% [markdown]
# ## Notebook 15, exercise 2
#
# **Cubes modulo 7 and 9.** Modulo 7 a cube is 0, 1 or 6. The residues 1, 3 and 6 differ by 2, 3 and 5 only, and by no
# cube: nine in ten cold positions are there, and the other nim-values have favourites as well. Modulo 9 a cube is 0, 1
# or 8. There would be sets to choose (0, 2, 4 and 6 differ by no cube), but the game does not choose one.

# %%
size = 2**16
of_cubes = sg.nim_values(sg.cubes, size).astype(np.int64)
levels = int(of_cubes.max()) + 1
table = {m: np.bincount(of_cubes * m + np.arange(size) % m, minlength=levels * m).reshape(-1, m) for m in (7, 9)}
fig, axes = plt.subplots(1, 2, figsize=(6.4, 3.4), sharey=True)
for ax, (m, count) in zip(axes, table.items(), strict=True):
    image = ax.imshow(count * m / count.sum(axis=1)[:, None], cmap="magma_r", vmin=0, vmax=3, aspect="auto")
    ax.set(title=f"cubes, below {size:,}, modulo {m}", xlabel="residue of the position", xticks=range(m))
axes[0].set_ylabel("nim-value")
fig.colorbar(image, ax=axes, label="share / fair share", extend="max")
figures.show(fig, "Two maps of shares by residue and nim-value: modulo 7 three dark columns, modulo 9 none that lasts")

# %%
share = table[7][0][[1, 3, 6]].sum() / table[7][0].sum()
print(f"{share:.1%} of the cold positions are 1, 3 or 6 modulo 7")

# %% [markdown]
# ## Notebook 15, exercise 3
#
# **The value 2.** The table `data/nim-histogram.csv` counts each value below ten sizes. Below $2^{22}$ the value 2 is
# more frequent than 3, from $2^{24}$ on it is the other way round. So somewhere between these sizes 2 gets fainter.

# %%
histogram = pd.read_csv("../../data/nim-histogram.csv").query("value in (2, 3)")
for size, (twos, threes) in histogram.groupby("n")["count"]:
    print(f"below 2^{size.bit_length() - 1}: value 2 {twos:,} times, value 3 {threes:,} times")

# %% [markdown]
# **Back to** notebooks [13](../beyond/13-which-residues.ipynb), [14](../beyond/14-waves.ipynb),
# [15](../beyond/15-every-nim-value.ipynb).
