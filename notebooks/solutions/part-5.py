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
# # Solutions 5: waves, counts and nim-values
#
# Worked solutions to the exercises of notebooks 18, 14 and 15. Proofs are written out; numbers are computed here,
# mostly at a smaller size than in the notebooks, so that there is no waiting.

# %% tags=["parameters"]
n = 2**16  # positions on which transforms are counted

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_games.sets import parse_set
from subtraction_theory import waves
from subtraction_theory.residues import ResidueCounts

figures.use_style()
limits, counts = pd.read_csv(files.table("data/cold-counts.csv")).to_numpy().T
residues = ResidueCounts.read_doublings(files.table("data/doublings.npz"), sg.cold_positions(sg.squares, n), n)

# %% [markdown]
# ## Notebook 18, exercise 1
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
# ## Notebook 18, exercise 2
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
# ## Notebook 18, exercise 3
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
# ## Notebook 14, exercise 1
#
# **Windows by 64.** A window by 64 spans two windows by 8, one after the other, and its exponent is the mean of theirs:
# from $c(64N)/c(N)=\frac{c(64N)}{c(8N)}\cdot\frac{c(8N)}{c(N)}$ take logarithms. So it is steadier. The price is that
# it answers later, and looks further back.

# %%
roots = np.arange(64, np.searchsorted(limits, limits[-1] // 64))
every = np.arange(64, np.searchsorted(limits, limits[-1] // 8))
by_8 = np.log(counts[2 * every - 1] / counts[every - 1]) / np.log(8)
by_64 = np.log(counts[4 * roots - 1] / counts[roots - 1]) / np.log(64)
print(f"standard deviation {by_8.std():.5f} by 8, {by_64.std():.5f} by 64")
assert np.allclose(by_64, (by_8[roots - 64] + by_8[2 * roots - 64]) / 2), "the mean of two windows by 8"

# %% [markdown]
# ## Notebook 14, exercise 2
#
# **Below $2^{40}$.** Carry 33,015,043 on by the factor $16^{0.697}$: about 228 million. The local exponents from
# $2^{24}$ to $2^{36}$ would give 227 million to 229 million. The same way of guessing misses the count at $2^{36}$,
# from $2^{32}$, by 0.25%. And still it fails. There are 234,263,051, more than any window would have allowed: a drag
# has ended, which no exponent of the whole count can tell, and classes 0 and 2 have grown faster (section *How fast
# they grow* of [notebook 14](../beyond/14-counts-past-the-paper.ipynb#How-fast-they-grow)).
#
# **Below $2^{42}$.** The good part alone has had the exponent 0.7079 since $2^{12}$, and the drag is over: 628 million.
# With that of the last three doublings, 0.7108, it would be 629 million. From one doubling to the next the exponent
# has scattered by 0.0055: give or take 2.4 million. This is a guess, and the last one was wrong.

# %%
below = {k: int(residues.between(5, 0, 2**k).sum()) for k in range(24, 42)}
before, last, now = below[32], below[36], below[40]
windows = np.array([np.log2(below[k + 3] / below[k]) / 3 for k in (24, 27, 30, 33)])
guesses = [last * 16**exponent / 1e6 for exponent in (windows.min(), 0.697, windows.max())]
print(f"below 2^40: {guesses[1]:.0f} million, {guesses[0]:.0f} million to {guesses[2]:.0f} million; there are {now:,}")
print(f"the same from 2^32 to 2^36: {before * 16**0.697 / last - 1:+.2%}")
assert now / 1e6 > guesses[2], "more than any window allows"
good = {k: residues.between(5, 0, 2**k)[[0, 2]].sum() for k in (12, 38, 41)}
for k in (12, 38):
    exponent = np.log2(good[41] / good[k]) / (41 - k)
    print(f"below 2^42, with the exponent since 2^{k}, {exponent:.4f}: {below[41] * 2**exponent / 1e6:.0f} million")
steps = [np.log2(residues.between(5, 0, 2**k)[[0, 2]].sum()) for k in range(20, 42)]
error = np.diff(steps).std(ddof=1)
print(f"the error of one doubling, {error:.4f}, makes {below[41] * 2**exponent * (2**error - 1) / 1e6:.1f} million")

# %% [markdown]
# For the pentagonal numbers fit below $2^{16}$, as `make explore` does, and look at $2^{20}$. The fit is 30% too large
# there: its exponent still falls. A fit says nothing about the next range, and for this game less than for squares.

# %%
some = np.unique(np.geomspace(2, 2**16, 60).astype(np.int64))
few, many = (sg.cold_positions(parse_set("n*(3*n-1)//2"), 2**k) for k in (16, 20))
law = sg.fit_power_law(some, sg.counts_below(few, some))
print(f"n^{law.exponent:.3f} gives {float(law.at(2**20)):,.0f} below 2^20, and there are {many.size:,}")
print(f"{float(law.at(2**20)) / many.size - 1:.0%} too many")

# %% [markdown]
# ## Notebook 14, exercise 3
#
# **A power of the logarithm.** *Proof.* The local exponent is
# $$\log_8\frac{c(8N)}{c(N)}=\frac{e\ln8+k\,(\ln\ln8N-\ln\ln N)}{\ln8}.$$
# Let $L=\ln(\sqrt8N)$ and $h=\frac12\ln8$, so that $\ln8N=L+h$ and $\ln N=L-h$. For $h<L$
# $$\ln(L+h)-\ln(L-h)=2\left(\frac hL+\frac{h^3}{3L^3}+\frac{h^5}{5L^5}+\dots\right).$$
# The first term is $2h/L=\ln8/L$, and contributes $k/L$ to the exponent. The others come to at most
# $\frac23\frac{h^3}{L^3}\cdot\frac1{1-h^2/L^2}$. With $\ln8=2h$, the local exponent is $e+k/L$ with an error of at most
# $\frac{|k|h^2}{3L^3}\cdot\frac1{1-h^2/L^2}$, which is of order $1/\ln^3N$. $\square$

# %%
h = np.log(8) / 2
for N in (2.0**10, 2.0**24, 2.0**33):
    L = np.log(np.sqrt(8) * N)
    error = (np.log(np.log(8 * N)) - np.log(np.log(N))) / np.log(8) - 1 / L  # for e = 0 and k = 1
    assert 0 < error < h**2 / (3 * L**3) / (1 - h**2 / L**2), "the error is within its bound"

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
# more frequent than 3, from $2^{23}$ on it is the other way round. So somewhere between these sizes 2 gets fainter.

# %%
histogram = pd.read_csv(files.table("data/nim-histogram.csv")).query("value in (2, 3)")
for size, (twos, threes) in histogram.groupby("n")["count"]:
    print(f"below 2^{size.bit_length() - 1}: value 2 {twos:,} times, value 3 {threes:,} times")

# %% [markdown]
# **Back to** notebooks [18](../beyond/18-waves.ipynb), [14](../beyond/14-counts-past-the-paper.ipynb),
# [15](../beyond/15-every-nim-value.ipynb).
