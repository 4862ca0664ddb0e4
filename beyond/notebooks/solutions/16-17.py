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
# # Solutions to notebooks 16 and 17
#
# This notebook works through the exercises of notebooks 16 and 17. Most of its computations are smaller than those in
# the notebooks and take only seconds.

# %% tags=["parameters"]
n = 2**16  # positions whose nim-values are compared

# %% tags=["setup"]
from itertools import combinations

import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import files
from subtraction_games.sets import parse_set
from subtraction_theory import difference_free as df
from subtraction_theory.meanfield import scattered

# %% [markdown]
# ## Notebook 16, exercise 1
#
# **Moduli up to 300.** No squarefree modulus from 211 to 300 has an exponent as large as that of 205 with twelve
# residues. Since the search is exact, this computation amounts to a proof. The best of these moduli is 265 = 5 · 53,
# which also has a set of twelve residues.

# %%
sizes = {b: len(df.maximum_residues(b)) for b in range(211, 301) if df.is_squarefree(b)}
exponent = {b: df.ruzsa_exponent(b, size) for b, size in sizes.items()}
best = max(exponent, key=exponent.get)
print(
    f"best from 211 to 300: {best} with {sizes[best]} residues, "
    f"exponent {exponent[best]:.6f}"
)
print(f"205 with 12 residues: {df.ruzsa_exponent(205, 12):.6f}")

# %% [markdown]
# ## Notebook 16, exercise 2
#
# **Products of moduli.** **Claim.** If $b$ and $c$ have no common factor, then $m(bc)\ge m(b)\,m(c)$. **Proof.** Let
# $D$ and $E$ be square-difference-free sets of largest size modulo $b$ and modulo $c$, respectively. By the Chinese
# remainder theorem, for each pair $(d,e)$ there is exactly one residue modulo $bc$ that is $d$ modulo $b$ and $e$
# modulo $c$. Take two of these $|D||E|$ residues, and suppose that they differ by a square modulo $bc$. Then they
# differ by a square both modulo $b$ and modulo $c$. But the two residues come from different pairs. If these pairs
# differ in $d$, two members of $D$ differ by a square modulo $b$. Otherwise the pairs differ in $e$, and two members of
# $E$ differ by a square modulo $c$. Both cases are impossible. $\square$
#
# *Why products gain nothing.* Ruzsa's exponent is $\frac12(1+\log_b|D|)$. For the product, the logarithm in this
# formula is
# $$\log_{bc}(|D||E|)=\frac{\log|D|+\log|E|}{\log b+\log c}.$$
# This value lies between $\log|D|/\log b$ and $\log|E|/\log c$, because adding the numerators and the denominators of
# two fractions gives a fraction between them. So any gain must come from sets that are not products, as it does
# modulo 65.

# %%
product = [x for x in range(65) if x % 5 in {0, 2} and x % 13 in {0, 2, 7}]
largest = len(df.maximum_residues(65))
print(f"a product set modulo 65: {product}; the largest has {largest}")
exponents = [df.ruzsa_exponent(b, size) for b, size in ((13, 3), (65, 6), (5, 2))]
print("exponents:", *(f"{exponent:.4f}" for exponent in exponents))

# %% [markdown]
# ## Notebook 16, exercise 3
#
# **Neither set.** The game prefers the six classes modulo 65 that are 0 or 2 modulo 5 and 0, 2 or 7 modulo 13. These
# six classes contain 78.4% of the cold positions from $2^{38}$ to $2^{40}$, whereas no translate of Ruzsa's seven
# residues contains more than 35.6% (exact counts). Nor can the game use seven residues as long as it keeps to two
# classes modulo 5. Two residues in the same class differ by a multiple of 5. This difference is a square modulo 5, so
# it must not be a square modulo 13. Hence each class contains at most $m(13)=3$ of the residues. Modulo 205, the twelve
# most frequent residues below $2^{20}$ are all 2 modulo 5. All their differences are therefore squares modulo 5, and
# the twelve residues are not square-difference-free modulo 41. These twelve residues contain 17% of the cold positions,
# whereas any twelve of the 41 residues that are 2 modulo 5 would contain 15% if all 41 were equally frequent. The game
# is greedy and follows no such plan.

# %%
table = pd.read_csv(files.table("data/residue-counts.csv")).query("modulus == 65")
far = table.pivot(index="residue", columns="n", values="count")
share = (far[2**40] - far[2**38]) / (far[2**40] - far[2**38]).sum()
six = [r for r in range(65) if r % 5 in (0, 2) and r % 13 in (0, 2, 7)]
seven = np.array([0, 2, 5, 22, 24, 43, 46])
best = max(share[(seven + move) % 65].sum() for move in range(65))
print(
    f"from 2^38 to 2^40: {six} {share[six].sum():.1%}, "
    f"Ruzsa's seven, moved, {best:.1%} at most"
)
cold = sg.cold_positions(sg.squares, 2**20)
wrapped = np.bincount(cold % 205, minlength=205)
twelve = np.argsort(-wrapped)[:12]
part, if_even = wrapped[twelve].sum() / cold.size, (cold % 5 == 2).mean() * 12 / 41
free = df.is_difference_free_modulo(twelve.tolist(), 205)
print(
    f"the twelve most frequent residues modulo 205: {sorted(twelve.tolist())}, "
    f"{part:.0%} (even: {if_even:.0%})"
)
print("modulo 5:", set((twelve % 5).tolist()), "free:", free)

# %% [markdown]
# ## Notebook 16, exercise 4
#
# **Maximal sets.** *Proof.* Each number below $n$ belongs to the maximal set $A$ or differs from a member of $A$ by a
# square. At most $\sqrt{n-a}+\sqrt a\le\sqrt{2n}$ other numbers differ from a given member $a$ by a square. With
# $s=\sqrt{2n}$ we obtain $\frac12s^2=n\le|A|(1+s)$, and hence $|A|\ge\frac{s^2}{2(1+s)}>\frac{s-1}2$. $\square$ Theorem
# 12.4 in [notebook 12](../12-what-is-proved.ipynb) improves the constant in this bound.

# %% [markdown]
# ## Notebook 17, exercise 1
#
# **The residues modulo 65.** For each $k$, `scattered(seed, m)` takes $k^2$ plus a random multiple of $m$ below $2k+1$.
# If $2k<m$, the only possible number is $k^2$ itself, but the result for modulus 64 shows that these squares alone have
# next to no effect. At $2^{22}$ the residues modulo 65 recover 75% of the squares' lead over chance, and the residues
# modulo 325 recover 79% (averages of four random sets). The percentages are a snapshot, since the lead itself grows.

# %%
below = 2**22
average = {}
for m in (1, 64, 5, 13, 65, 325):
    sets = [scattered(seed, m) for seed in range(1, 5)]
    average[m] = np.mean([len(sg.cold_positions(S, below)) for S in sets])
lead = len(sg.cold_positions(sg.squares, below)) - average[1]
print(
    "Cold positions below 2^22, averages of four random sets, "
    "and the recovered part of the lead:"
)
cold = pd.Series(average).map("{:,.0f}".format)
recovered = {m: f"{(count - average[1]) / lead:.0%}" for m, count in average.items()}
pd.DataFrame({"cold": cold, "recovered": recovered}).rename_axis("modulus")

# %% [markdown]
# ## Notebook 17, exercise 2
#
# **Residues without cubes.** The cubes modulo 7 are 0, 1 and 6, and 6 is $-1$. So two different residues differ by a
# cube exactly when they are neighbours on the circle of the seven residues. *Proof.* Since no two neighbours can both
# be in the set, it contains at most three of the seven residues. If the set contains three residues, the other four
# fill the three gaps between them, and each gap has at least one place. So the gaps are 1, 1 and 2 places wide, in this
# order if we begin at a suitable member. Only the starting point can be chosen, so the set is a translate of
# $\{0,2,4\}$. The set $\{1,3,6\}$, read around the circle as 6, 1, 3, is one of these translates. $\square$

# %%
cubes = {1, 6}
free = [
    D
    for D in combinations(range(7), 3)
    if not any((x - y) % 7 in cubes for x in D for y in D)
]
print(free)
translates = {tuple(sorted((x + move) % 7 for x in (1, 3, 6))) for move in range(7)}
assert translates == set(free)

# %% [markdown]
# ## Notebook 17, exercise 3
#
# **One more than a square.** The game of the numbers $n^2+1$ resembles neither the game of squares nor the game of the
# random set. Modulo 3 a square is 0 or 1, so $n^2+1$ is 1 or 2 and never 0. Therefore *positions of the same class
# modulo 3 are never a move apart*, and nearly all positions of one class can be cold. The game settles on class 2
# modulo 3. Below $2^{20}$ only 39 cold positions lie in another class, and the last of them is 1848. With each move,
# each of these 39 positions makes at most one position hot. As long as no further cold position turns up in another
# class, which is an observation and not a theorem, at most about $39\sqrt n$ positions of class 2 are hot. The number
# of cold positions then grows like $n/3$, and `make game` shows an exponent near 1 and the modulus 3.

# %%
plus_one = parse_set("n**2+1")
cold = sg.cold_positions(plus_one, 2**20)
others = cold[cold % 3 != 2]
hot_of_class = (2**20) // 3 - (cold.size - others.size)
print(
    f"{cold.size:,} cold positions, {others.size} of them not 2 modulo 3, "
    f"the last {others[-1]:,}"
)
assert 0 < hot_of_class <= others.size * len(plus_one(2**20)), "one for each move"

# %% [markdown]
# ## Notebook 17, exercise 4
#
# **Nim-values $n$ modulo $m$.** *Proof.* We use induction on $n$. Let $v=n\bmod m$. For each $w$ in $0,\dots,v-1$, the
# move $v-w$ is one of $1,\dots,m-1$, and it is possible because $v-w\le v\le n$. This move leads to $n-v+w$, which has
# the value $w$ by the induction hypothesis. No move leads to a position of value $v$, because such a position would be
# congruent to $n$ modulo $m$, and the move would be a multiple of $m$. So the mex is $v$. $\square$
#
# In the game of powers of two, 1 and 2 are moves, and no move is a multiple of 3. So the nim-values are $n\bmod3$, and
# the cold positions are the multiples of 3.

# %%
no_multiple_of_5 = [1, 2, 3, 4, 7, 13, 29]
assert np.array_equal(sg.nim_values(no_multiple_of_5, n), np.arange(n) % 5)
assert np.array_equal(sg.nim_values(sg.powers(2), n), np.arange(n) % 3)

# %% [markdown]
# **Back to** notebooks [16](../16-square-difference-free-sets.ipynb) and
# [17](../17-other-games-and-yours.ipynb).
