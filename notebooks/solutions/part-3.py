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
# # Solutions 3: past the paper
#
# Worked solutions to the exercises of notebooks 11, 14, 15 and 17. Proofs are written out; numbers are
# computed and asserted here.

# %% tags=["parameters"]
n = 2**16  # positions on which transforms are counted

# %%
import csv
from unittest.mock import patch

import numpy as np
from scipy.special import lambertw

import subtraction_games as sg
from subtraction_games import convolution, sieve
from subtraction_games import difference_free as df

# %% [markdown]
# ## Notebook 11, exercise 1
#
# **Records rise by one.**
# Let $v$ be a record, larger than all values before. By the definition of the mex its position has moves to
# positions of *all* values $0,\dots,v-1$. These are smaller positions. So $v-1$ has occurred before, and
# the former record, the largest value before, is $v-1$: not less, since $v-1$ occurred; not more, since $v$
# is a record. $\square$

# %%
for S in (sg.squares, sg.cubes, [2, 4, 7]):
    _, highest = sg.records(sg.nim_values(S, min(n, 2**14)))
    assert highest.tolist() == list(range(len(highest)))

# %% [markdown]
# ## Notebook 11, exercise 2
#
# **Other edges.**
# How sharp is an edge? Take the later half of the positions, and ask which share of them has more than 80%
# of the largest value so far. For an even spread up to the edge it would be a fifth. Squares have a little
# less, triangular numbers a little more, and cubes hardly any: their edge is a few lonely positions above
# the crowd.

# %%
near_the_edge = {}
for S in (sg.squares, sg.cubes, sg.triangular):
    values = sg.nim_values(S, n).astype(int)
    edge = np.maximum.accumulate(values)
    near_the_edge[S.__name__] = float((values > 0.8 * edge)[n // 2 :].mean())
print({name: f"{share:.1%}" for name, share in near_the_edge.items()})
assert n < 2**16 or near_the_edge["cubes"] < 0.03 < 0.15 < near_the_edge["squares"] < near_the_edge["triangular"]

# %% [markdown]
# ## Notebook 11, exercise 3
#
# **The value 2.**
# The table `data/nim-histogram.csv` counts each value below five sizes. Below $2^{22}$ the value 2 is more
# frequent than 3, from $2^{24}$ on it is the other way round. So somewhere between these sizes 2 gets
# fainter.

# %%
with open("../data/nim-histogram.csv", newline="") as file:
    rows = [(int(row["n"]), int(row["value"]), int(row["count"])) for row in csv.DictReader(file)]
count = {(size, value): number for size, value, number in rows}
for size in sorted({size for size, _, _ in rows}):
    print(f"below 2^{size.bit_length() - 1}: value 2 {count[size, 2]:,} times, value 3 {count[size, 3]:,} times")
    assert (count[size, 2] < count[size, 3]) == (size >= 2**24)

# %% [markdown]
# ## Notebook 14, exercise 1
#
# **Moduli up to 300.**
# The search is exact, so this is a proof by computation: no squarefree modulus from 211 to 300 has an
# exponent as large as that of 205 with twelve residues. The best of them is 265 = 5 · 53, with twelve
# residues too.

# %%
beyond = [b for b in range(211, 301) if df.is_squarefree(b)]
found = {b: len(df.maximum_residues(b)) for b in beyond}
exponent = {b: df.ruzsa_exponent(b, size) for b, size in found.items()}
best = max(exponent, key=exponent.get)
print(f"best: {best} with {found[best]} residues, exponent {exponent[best]:.6f}")
assert (best, found[best]) == (265, 12)
assert exponent[best] < df.ruzsa_exponent(205, 12)

# %% [markdown]
# ## Notebook 14, exercise 2
#
# **Products of moduli.**
# **Claim.** $m(bc)\ge m(b)\,m(c)$ for $b$ and $c$ without a common factor. **Proof.** Let $D$ and $E$ be
# square-difference-free modulo $b$ and modulo $c$. By the Chinese remainder theorem there is for each pair
# $(d,e)$ one residue modulo $bc$ that is $d$ modulo $b$ and $e$ modulo $c$. Take two of these $|D||E|$
# residues, from different pairs; say their $d$ differ. If their difference were a square modulo $bc$, it
# would be one modulo $b$, and two different members of $D$ would differ by a square. (If the $d$ agree, the
# $e$ differ, and $c$ takes the place of $b$.) $\square$
#
# *Why it is no gain.* Ruzsa's exponent is $\frac12(1+\log_b|D|)$. For the product,
# $$\log_{bc}(|D||E|)=\frac{\log|D|+\log|E|}{\log b+\log c},$$
# which lies between $\log|D|/\log b$ and $\log|E|/\log c$: numerators and denominators are added, and such
# a fraction lies between the two. A gain must come from sets that are no products, as modulo 65.


# %%
def combined(D, b, E, c):
    """The residues modulo bc that are in D modulo b and in E modulo c."""
    return [x for x in range(b * c) if x % b in D and x % c in E]


product = combined({0, 2}, 5, {0, 2, 7}, 13)
print(f"a product set modulo 65: {product}; the largest has {len(df.maximum_residues(65))}")
assert len(product) == 6 < len(df.maximum_residues(65)) == 7
assert df.is_difference_free_modulo(product, 65)
low, high = sorted([df.ruzsa_exponent(5, 2), df.ruzsa_exponent(13, 3)])
assert low < df.ruzsa_exponent(65, 6) < high

# %% [markdown]
# ## Notebook 14, exercise 3
#
# **Three numbers.**
# Let $a^2+b^2=c^2$. In $\{0,a^2,c^2\}$ the differences are $a^2$, $c^2$ and $c^2-a^2=b^2$. The triangle 5,
# 12, 13 gives $\{0,25,169\}$. It is no multiple of $\{0,9,25\}$ by a square, because 169/25 is not 25/9
# (nor 25/16, had we taken the other leg).

# %%
for a, _, c in ((3, 4, 5), (5, 12, 13), (8, 15, 17)):
    trio = [0, a**2, c**2]
    assert all(round(abs(p - q) ** 0.5) ** 2 == abs(p - q) for p in trio for q in trio)
assert 169 * 9 != 25 * 25
assert 169 * 16 != 25 * 25

# %% [markdown]
# ## Notebook 15, exercise 1
#
# **One logarithm.**
# With $n\log_2n$ steps in place of $n\log_2^2n$ the break-even solves $k=2^{ak}$, or $\log_2k=ak$. With
# $b=a\ln2$ this is $-bk\,e^{-bk}=-b$, so that $k=-W_{-1}(-b)/b$: $n=2^{22.4}$ for cold positions ($a=0.2$)
# and $n=2^{33.9}$ for nim-values ($a=0.15$). A single logarithm less would have made the paper's algorithms
# practical.


# %%
def one_logarithm(a):
    return float(-lambertw(-a * np.log(2), -1).real / (a * np.log(2)))


for task, a in (("cold positions", 0.2), ("nim-values", 0.15)):
    print(f"{task}: n = 2^{one_logarithm(a):.1f}")
assert [f"{one_logarithm(a):.1f}" for a in (0.2, 0.15)] == ["22.4", "33.9"]
assert all(np.isclose(np.log2(one_logarithm(a)), a * one_logarithm(a)) for a in (0.2, 0.15))

# %% [markdown]
# ## Notebook 15, exercise 2
#
# **Four blocks.**
# The formula of the notebook with 4 in place of 16 and 3 in place of 15, and a run that counts.


# %%
def transform_counts(n, ways, short):
    """The lengths of all transforms, as {length: number}."""
    counts, h = {}, short
    while h < n:
        stops = (n - 1) // h - (n - 1) // (ways * h)
        counts[2 * h] = 2 * stops + min(stops, ways - 1)
        h *= ways
    return counts


def butterflies(counts):
    return sum(number * length // 2 * (length.bit_length() - 1) for length, number in counts.items())


# %%
lengths, there, back = [], convolution.transform, convolution.convolved
counting = {
    "transform": lambda vector, length: lengths.append(length) or there(vector, length),
    "convolved": lambda pairs: lengths.append(pairs[0][0].size) or back(pairs),
}
with patch.multiple(convolution, WAYS=4, **counting):
    convolution.cold_positions(sg.squares(n), n, np.array([], dtype=np.int64), short=16)
assert {length: lengths.count(length) for length in set(lengths)} == transform_counts(n, 4, 16)

# %%
each = {ways: butterflies(transform_counts(2**30, ways, 2**14)) / 2**30 for ways in (4, 16)}
print(f"butterflies for each position at 2^30: {each[4]:.0f} with four blocks, {each[16]:.0f} with sixteen")
assert each[4] > 1.4 * each[16]

# %% [markdown]
# ## Notebook 15, exercise 3
#
# **Where floating point gets slower.**
# That depends on your machine; here is how to see it coming. A block of $h$ positions is transformed at
# length $2h$, in eight bytes for each number in double precision and in four as a remainder. The package's
# blocks have $2^{14}$, $2^{18}$, $2^{22}$ positions. If your last-level cache has 32 MiB, blocks of
# $2^{18}$ fit in both ways (4 MiB and 2 MiB), with the other vectors that a step needs; blocks of $2^{22}$
# fit in neither (64 MiB and 32 MiB). So look between $2^{22}$ and $2^{24}$ positions. The package's
# transform suffers less there, since it works depth first.

# %%
assert [2 * 2**18 * size // 2**20 for size in (8, 4)] == [4, 2]
assert [2 * 2**22 * size // 2**20 for size in (8, 4)] == [64, 32]

# %% [markdown]
# ## Notebook 17, exercise 1
#
# **Four games.**
# `1, 2, 3` has period 4, as every finite set has some. The powers of two have period 3: no power of two is
# a multiple of 3, and 1 and 2 are moves, so the nim-value of $n$ is $n\bmod3$, by the proof for 1 and the
# primes with 3 in place of 4. The primes and $n^2+1$ show no period in 4,000 values. As for favourites
# modulo 5: the primes have strong ones, 0 and 4 most of all; the others hardly any at this size.


# %%
def period(S, length=4000):
    v, half = sg.nim_values(S, length), length // 2
    return next((p for p in range(1, half) if np.array_equal(v[half:], v[half - p : -p])), None)


def square_plus_one(limit):
    return [k * k + 1 for k in range(1, limit) if k * k + 1 < limit]


# %%
games = {"1, 2, 3": [1, 2, 3], "2**n": sg.powers(2), "primes": sg.primes, "n**2 + 1": square_plus_one}
periods = {name: period(S) for name, S in games.items()}
residues = {name: np.bincount(sg.cold_positions(S, 2**14) % 5, minlength=5) for name, S in games.items()}
print(periods, {name: counts.tolist() for name, counts in residues.items()}, sep="\n")
assert periods == {"1, 2, 3": 4, "2**n": 3, "primes": None, "n**2 + 1": None}
assert np.array_equal(sg.nim_values(sg.powers(2), 4000), np.arange(4000) % 3)
assert residues["primes"].max() > 5 * residues["primes"].min()
assert all(residues[name].max() < 1.2 * residues[name].min() for name in games if name != "primes")

# %% [markdown]
# ## Notebook 17, exercise 2
#
# **Few cold positions.**
# With $s$ moves below $n$ at least $n/(1+s)$ positions are cold (part 2, notebook 6, exercise 3). Moser-de
# Bruijn has $\sqrt n-1$ moves and $\sqrt n$ cold positions below every power of 4, so $|C|(1+s)=n$: nothing
# can do better.

# %%
for k in range(2, 8):
    moves, few_cold = sg.moser_de_bruijn(4**k), sg.cold_positions(sg.moser_de_bruijn, 4**k)
    assert len(few_cold) * (1 + len(moves)) == 4**k

# %% [markdown]
# ## Notebook 17, exercise 3
#
# **Slow for a sieve.**
# Many cold positions and many moves at once. If all odd numbers may be taken, the even positions are cold:
# half of all, with $n/2$ moves each, about $n^2/8$ marks. That is a hundred thousand marks at $n=1000$, and
# at $n=10^6$ more than $10^{11}$. (Left to choose, the package takes convolution for a set like this.)

# %%
odd = np.arange(1, 1000, 2)
marks = sieve.mark_hot(odd, np.zeros(1000, dtype=bool))
print(f"{marks:,} marks for 1,000 positions; n^2 / 8 = {1000**2 // 8:,}")
assert abs(marks / (1000**2 / 8) - 1) < 0.01

# %% [markdown]
# **Back to** [notebook 11](../11-nim-values-past-the-paper.ipynb),
# [13](../14-square-difference-free-sets.ipynb), [14](../15-when-does-convolution-pay.ipynb),
# [16](../17-your-own-game.ipynb).
