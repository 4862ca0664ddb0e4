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
# # Solutions 4: counts, and the game inside the game
#
# Worked solutions to the exercises of notebooks 10 and 12. Proofs are written out; numbers are computed here, mostly at
# a smaller size than in the notebooks, so that there is no waiting.

# %% tags=["parameters"]
n = 2**20  # positions evaluated

# %% tags=["setup"]
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games.sets import parse_set
from subtraction_theory import copies
from subtraction_theory.residues import ResidueCounts

limits, counts = pd.read_csv("../../data/cold-counts.csv").to_numpy().T
residues = ResidueCounts.read_doublings("../../data/doublings.npz", sg.cold_positions(sg.squares, n), n)

# %% [markdown]
# ## Notebook 10, exercise 1
#
# **Windows by 64.** A window by 64 spans two windows by 8, one after the other, and its exponent is the mean of theirs:
# from $c(64N)/c(N)=\frac{c(64N)}{c(8N)}\cdot\frac{c(8N)}{c(N)}$ take logarithms. So it is steadier. The price is that
# it answers later, and looks further back.

# %%
roots = np.arange(64, np.searchsorted(limits, limits[-1] // 64))
by_8 = np.log(counts[2 * roots - 1] / counts[roots - 1]) / np.log(8)
by_8_later = np.log(counts[4 * roots - 1] / counts[2 * roots - 1]) / np.log(8)
by_64 = np.log(counts[4 * roots - 1] / counts[roots - 1]) / np.log(64)
print(f"standard deviation {by_8.std():.5f} and {by_8_later.std():.5f} by 8, {by_64.std():.5f} by 64")
assert np.allclose(by_64, (by_8 + by_8_later) / 2), "the mean of two windows by 8"
assert by_64.std() < max(by_8.std(), by_8_later.std()), "and steadier than the unsteadier of them"

# %% [markdown]
# ## Notebook 10, exercise 2
#
# **Below $2^{40}$.** Carry 33,015,043 on by the factor $16^{0.697}$: about 228 million. The local exponents from
# $2^{24}$ to $2^{36}$ would give 227 million to 229 million. The same way of guessing misses the count at $2^{36}$,
# from $2^{32}$, by 0.25%. And still it fails. There are 234,263,051, more than any window would have allowed: a drag
# has ended (notebook 10), and that no exponent of the whole count can tell.
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
# ## Notebook 10, exercise 3
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
# ## Notebook 12, exercise 1
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
# ## Notebook 12, exercise 2
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
# ## Notebook 12, exercise 3
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
# **Back to** notebooks [10](../beyond/10-counts-past-the-paper.ipynb) and
# [12](../beyond/12-the-game-inside-the-game.ipynb).
