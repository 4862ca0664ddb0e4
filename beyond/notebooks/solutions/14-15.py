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
# # Solutions to notebooks 14 and 15
#
# This notebook works through the exercises of notebooks 14 and 15. The proofs are written out, and the numbers are
# computed here, mostly at smaller sizes than in the notebooks, so that you need not wait.

# %% tags=["parameters"]
n = 2**16  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_games.sets import parse_set
from subtraction_theory.residues import ResidueCounts

figures.use_style()
limits, counts = pd.read_csv(files.table("data/cold-counts.csv")).to_numpy().T
cold, doublings = sg.cold_positions(sg.squares, n), files.table("data/doublings.npz")
residues = ResidueCounts.read_doublings(doublings, cold, n)

# %% [markdown]
# ## Notebook 14, exercise 1
#
# **Windows by 64.** A window that spans a factor of 64 consists of two consecutive windows, each of which spans a
# factor of 8. The exponent of the wide window is the mean of the exponents of its two parts, as you can see by taking
# the logarithm of $c(64N)/c(N)=\frac{c(64N)}{c(8N)}\cdot\frac{c(8N)}{c(N)}$. Wide windows therefore give steadier
# exponents, but they look further back and are slower to respond to a change.

# %%
roots = np.arange(64, np.searchsorted(limits, limits[-1] // 64))
every = np.arange(64, np.searchsorted(limits, limits[-1] // 8))
by_8 = np.log(counts[2 * every - 1] / counts[every - 1]) / np.log(8)
by_64 = np.log(counts[4 * roots - 1] / counts[roots - 1]) / np.log(64)
print(f"standard deviation {by_8.std():.5f} by 8, {by_64.std():.5f} by 64")
assert np.allclose(by_64, (by_8[roots - 64] + by_8[2 * roots - 64]) / 2), "the mean"

# %% [markdown]
# ## Notebook 14, exercise 2
#
# **Below $2^{40}$.** There are 33,015,043 cold positions below $2^{36}$. If we multiply this number by $16^{0.697}$, we
# obtain a guess of about 228 million. The local exponents from $2^{24}$ to $2^{36}$ give guesses between 227 million
# and 229 million. A guess of the same kind, made at $2^{32}$, misses the count at $2^{36}$ by only 0.25%. Yet the guess
# for $2^{40}$ fails. There are 234,263,051 cold positions, more than the exponent of any window would have predicted.
# The reason is that the drag of class 4 has ended and classes 0 and 2 have grown faster. The exponent of the whole
# count cannot show that the drag is ending (see the section *How fast they grow* in [notebook
# 14](../14-counts-past-the-paper.ipynb#How-fast-they-grow)).
#
# **Below $2^{42}$.** The drag is over, so we now need the exponent of classes 0 and 2 alone. With 0.7079, the exponent
# since $2^{12}$, the guess is 628 million. With 0.7108, the exponent over the last three doublings, the guess is 629
# million. The exponents of individual doublings have a standard deviation of 0.0055, which amounts to an error of 2.4
# million. Both figures are only guesses, and our last guess was wrong.

# %%
below = {k: int(residues.between(5, 0, 2**k).sum()) for k in range(24, 42)}
before, last, now = below[32], below[36], below[40]
windows = np.array([np.log2(below[k + 3] / below[k]) / 3 for k in (24, 27, 30, 33)])
low, guess, high = last * 16.0 ** np.array([windows.min(), 0.697, windows.max()]) / 1e6
print(
    f"below 2^40: {guess:.0f} million, {low:.0f} million to {high:.0f} million; "
    f"there are {now:,}"
)
print(f"the same from 2^32 to 2^36: {before * 16**0.697 / last - 1:+.2%}")
assert now / 1e6 > high, "more than any window allows"
good = {k: residues.between(5, 0, 2**k)[[0, 2]].sum() for k in (12, 38, 41)}
for k in (12, 38):
    exponent = np.log2(good[41] / good[k]) / (41 - k)
    guess = below[41] * 2**exponent / 1e6
    print(
        f"below 2^42, with the exponent since 2^{k}, {exponent:.4f}: "
        f"{guess:.0f} million"
    )
steps = [np.log2(residues.between(5, 0, 2**k)[[0, 2]].sum()) for k in range(20, 42)]
error = np.diff(steps).std(ddof=1)
off = guess * (2**error - 1)
print(f"the error of one doubling, {error:.4f}, makes {off:.1f} million")

# %% [markdown]
# For the pentagonal numbers, take the power law that `make game` fits below $2^{16}$, and compare it with the count
# below $2^{20}$. The fitted law is 30% too large there, because the exponent of this game is still falling. A fit is no
# guide to the next range, and for this game it misleads more than for the squares.

# %%
some = np.unique(np.geomspace(2, 2**16, 60).astype(np.int64))
few, many = (sg.cold_positions(parse_set("n*(3*n-1)//2"), 2**k) for k in (16, 20))
law = sg.fit_power_law(some, sg.counts_below(few, some))
gives = float(law.at(2**20))
print(
    f"n^{law.exponent:.3f} gives {gives:,.0f} below 2^20, and there are {many.size:,}"
)
print(f"{gives / many.size - 1:.0%} too many")

# %% [markdown]
# ## Notebook 14, exercise 3
#
# **A power of the logarithm.** *Proof.* The local exponent is
# $$\log_8\frac{c(8N)}{c(N)}=\frac{e\ln8+k\,(\ln\ln8N-\ln\ln N)}{\ln8}.$$
# Let $L=\ln(\sqrt8N)$ and $h=\frac12\ln8$, so that $\ln8N=L+h$ and $\ln N=L-h$. For $h<L$ we have
# $$\ln(L+h)-\ln(L-h)=2\left(\frac hL+\frac{h^3}{3L^3}+\frac{h^5}{5L^5}+\dots\right).$$
# The first term is $2h/L=\ln8/L$ and contributes $k/L$ to the exponent. The other terms add up to at most
# $\frac23\frac{h^3}{L^3}\cdot\frac1{1-h^2/L^2}$. Since $\ln8=2h$, the local exponent is $e+k/L$ with an error of at
# most $\frac{|k|h^2}{3L^3}\cdot\frac1{1-h^2/L^2}$, and this error is of order $1/\ln^3N$. $\square$
#
# Plot the exponents of classes 0 and 2 in the seven windows against $1/L$. The fitted line has the slope
# $k=-0.02\pm0.16$ and meets the axis at $e=0.707\pm0.008$ (a fit that treats the windows as independent). So the data
# rule out a whole power of the logarithm, but not a slow drift, and $\log_{25}10=0.71534$ is one standard error away
# from $e$.

# %%
h = np.log(8) / 2
for N in (2.0**10, 2.0**24, 2.0**33):
    L = np.log(np.sqrt(8) * N)
    exponent = np.log(np.log(8 * N) / np.log(N)) / np.log(8)  # for e = 0 and k = 1
    assert 0 < exponent - 1 / L < h**2 / (3 * L**3) / (1 - h**2 / L**2), "the bound"
starts = range(20, 39, 3)
part = {k: residues.between(5, 0, 2**k)[[0, 2]].sum() for k in (*starts, 41)}
windows = np.array([np.log2(part[k + 3] / part[k]) / 3 for k in starts])
at = 1 / np.log(2.0 ** (np.array(starts) + 1.5))
weights = np.full(7, 1 / windows.std(ddof=1))
(k, e), covariance = np.polyfit(at, windows, 1, w=weights, cov="unscaled")
k_error, e_error = np.sqrt(np.diag(covariance))
print(f"k = {k:.2f} +- {k_error:.2f}, e = {e:.4f} +- {e_error:.4f}")
print(f"log_25 10 = {np.log(10) / np.log(25):.5f}")

# %% [markdown]
# ## Notebook 15, exercise 1
#
# **Records rise by one.** Let $v$ be a record, that is, a value larger than all earlier values. By the definition of
# the mex, moves lead from the position of the record to smaller positions with *all* the values $0,\dots,v-1$. So $v-1$
# has occurred before. The previous record is the largest of the earlier values, so it is at least $v-1$. Since the
# previous record is also less than $v$, it is exactly $v-1$. $\square$

# %%
for S in (sg.squares, sg.cubes, [2, 4, 7]):
    _, highest = sg.records(sg.nim_values(S, min(n, 2**14)))
    assert highest.tolist() == list(range(len(highest)))

# %% [markdown]
# ## Notebook 15, exercise 2
#
# **Cubes modulo 7 and 9.** Modulo 7 a cube is 0, 1 or 6, and no two of the residues 1, 3 and 6 differ by a cube. Nine
# out of ten cold positions of the game of cubes lie in classes 1, 3 and 6, and the other nim-values have favourite
# residues, too. Modulo 9 a cube is 0, 1 or 8. The game could choose the residues 0, 2, 4 and 6, since no two of them
# differ by a cube, but it does not.

# %%
size = 2**16
of_cubes = sg.nim_values(sg.cubes, size).astype(np.int64)
levels = int(of_cubes.max()) + 1
fig, axes = plt.subplots(1, 2, figsize=(6.4, 3.4), sharey=True)
for ax, m in zip(axes, (7, 9), strict=True):
    cells = of_cubes * m + np.arange(size) % m
    count = np.bincount(cells, minlength=levels * m).reshape(levels, m)
    share = count * m / count.sum(axis=1)[:, None]
    image = ax.imshow(share, cmap="magma_r", vmin=0, vmax=3, aspect="auto")
    ax.set(title=f"cubes, below {size:,}, modulo {m}", xticks=range(m))
    ax.set_xlabel("residue of the position")
axes[0].set_ylabel("nim-value")
fig.colorbar(image, ax=axes, label="share / fair share", extend="max")
figures.show(
    fig,
    "Two maps of shares by residue and nim-value: three dark columns modulo 7, "
    "none that lasts modulo 9",
)

# %%
share = np.isin(np.flatnonzero(of_cubes == 0) % 7, (1, 3, 6)).mean()
print(f"{share:.1%} of the cold positions are 1, 3 or 6 modulo 7")

# %% [markdown]
# ## Notebook 15, exercise 3
#
# **The slack of Theorem 15.2.** For each value $v$ and every $n$ up to $2^{16}$, we subtract the bound of the theorem
# from $L_v(n)$. The difference is always at least 1.697, and no level comes nearer to its bound than the level of the
# cold positions.

# %%
few = sg.nim_values(sg.squares, n).astype(np.int64)
sizes, slack = np.arange(1, few.size + 1), []
for v in range(int(few.max()) + 1):
    in_level, smaller = np.cumsum(few == v), np.cumsum(few < v)
    at_least = 4 / np.pi * (np.sqrt(sizes) - np.sqrt(smaller)) - 2.1 * sizes**0.25
    slack.append((in_level - at_least).min())
print(
    f"{len(slack)} values at every n up to {few.size:,}: {min(slack):.3f} or more; "
    f"cold positions {slack[0]:.3f}"
)
assert min(slack) > 0, "the theorem"

# %% [markdown]
# **Back to** notebooks [14](../14-counts-past-the-paper.ipynb) and [15](../15-every-nim-value.ipynb).
