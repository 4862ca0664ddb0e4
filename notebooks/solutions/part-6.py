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
# # Solutions 6: sets and games
#
# Worked solutions to the exercises of notebooks 16 and 18, mostly at a smaller size than in the notebooks, so that they
# take seconds.

# %% tags=["parameters"]
n = 2**16  # positions whose nim-values are compared

# %% tags=["setup"]
from itertools import combinations

import numpy as np

import subtraction_games as sg
from subtraction_games.sets import parse_set
from subtraction_theory import difference_free as df
from subtraction_theory.meanfield import scattered

# %% [markdown]
# ## Notebook 16, exercise 1
#
# **Moduli up to 300.** The search is exact, so this is a proof by computation: no squarefree modulus from 211 to 300
# has an exponent as large as that of 205 with twelve residues. The best of them is 265 = 5 · 53, with twelve residues
# too.

# %%
found = {b: len(df.maximum_residues(b)) for b in range(211, 301) if df.is_squarefree(b)}
exponent = {b: df.ruzsa_exponent(b, size) for b, size in found.items()}
best = max(exponent, key=exponent.get)
print(f"best from 211 to 300: {best} with {found[best]} residues, exponent {exponent[best]:.6f}")
print(f"205 with 12 residues: {df.ruzsa_exponent(205, 12):.6f}")

# %% [markdown]
# ## Notebook 16, exercise 2
#
# **Products of moduli.** **Claim.** $m(bc)\ge m(b)\,m(c)$ for $b$ and $c$ without a common factor. **Proof.** Let $D$
# and $E$ be square-difference-free modulo $b$ and modulo $c$. By the Chinese remainder theorem there is for each pair
# $(d,e)$ one residue modulo $bc$ that is $d$ modulo $b$ and $e$ modulo $c$. Take two of these $|D||E|$ residues, from
# different pairs; say their $d$ differ. If their difference were a square modulo $bc$, it would be one modulo $b$, and
# two different members of $D$ would differ by a square. (If the $d$ agree, the $e$ differ, and $c$ takes the place of
# $b$.) $\square$
#
# *Why it is no gain.* Ruzsa's exponent is $\frac12(1+\log_b|D|)$. For the product,
# $$\log_{bc}(|D||E|)=\frac{\log|D|+\log|E|}{\log b+\log c},$$
# which lies between $\log|D|/\log b$ and $\log|E|/\log c$: numerators and denominators are added, and such a fraction
# lies between the two. A gain must come from sets that are no products, as modulo 65.

# %%
product = [x for x in range(65) if x % 5 in {0, 2} and x % 13 in {0, 2, 7}]
print(f"a product set modulo 65: {product}; the largest has {len(df.maximum_residues(65))}")
print("exponents:", *(f"{df.ruzsa_exponent(b, size):.4f}" for b, size in ((13, 3), (65, 6), (5, 2))))

# %% [markdown]
# ## Notebook 16, exercise 3
#
# **Wrapped at 205.** Columns appear, but they are those of 5. The twelve most frequent residues modulo 205, below
# $2^{20}$, are all 2 modulo 5, so that every difference is a square there, and modulo 41 they are not free. They hold
# 17% of the cold positions; any twelve of the 41 residues that are 2 modulo 5 would hold 15%, if these were equally
# frequent. So the game hardly makes use of 205. It is greedy, and has no such plan as the construction that held the
# record there.

# %%
cold = sg.cold_positions(sg.squares, 2**20)
wrapped = np.bincount(cold % 205, minlength=205)
twelve = np.argsort(-wrapped)[:12]
share, if_even = wrapped[twelve].sum() / cold.size, (cold % 5 == 2).mean() * 12 / 41
print(f"the twelve most frequent residues modulo 205: {sorted(twelve.tolist())}, {share:.0%} (even: {if_even:.0%})")
print("modulo 5:", set((twelve % 5).tolist()), "free:", df.is_difference_free_modulo(twelve.tolist(), 205))

# %% [markdown]
# ## Notebook 16, exercise 4
#
# **Six, not seven.** *Proof.* Two members in the same class modulo 5 differ by a multiple of 5, which is a square
# modulo 5. So their difference must fail to be a square modulo 13, and each of the two classes has at most $m(13)=3$
# members. Twice three is six. $\square$ Ruzsa's seven use all five residues modulo 5.

# %%
print(len(df.maximum_residues(13)), sorted({r % 5 for r in df.maximum_residues(65).tolist()}))

# %% [markdown]
# ## Notebook 17, exercise 1
#
# **The residues modulo 25 and 325.** Twenty-five does hardly more than 5: about 23,667 cold positions below $2^{22}$,
# and 37% of the lead over chance. With the residues modulo 325 = 25 · 13 it is 33,076 and 79%, where 65 gives nearly
# three quarters ([notebook 17](../beyond/17-other-games-and-yours.ipynb#Which-arithmetic?)). So the powers of 5 add
# little, once 5 and 13 are there. (Averages of four random sets each.)

# %%
below = 2**22
average = {}
for m in (1, 25, 325):
    average[m] = np.mean([len(sg.cold_positions(scattered(seed, m), below)) for seed in range(1, 5)])
lead = len(sg.cold_positions(sg.squares, below)) - average[1]
recovered = {m: f"{(average[m] - average[1]) / lead:.0%}" for m in (25, 325)}
print({m: f"{number:,.0f}" for m, number in average.items()}, recovered)

# %% [markdown]
# ## Notebook 17, exercise 2
#
# **Residues without cubes.** The cubes modulo 7 are 0, 1 and 6, which is $-1$. So two residues differ by a cube exactly
# when they are neighbours in the circle of seven. *Proof.* Of two neighbours at most one can be in the set. Go round:
# seven places, no two neighbours, so at most three; and with three chosen, four places are left for the three gaps,
# each of at least one. So the gaps are 1, 1 and 2, in this order for a suitable start, and the start is the only
# choice: the set is a translate of $\{0,2,4\}$. Now $\{1,3,6\}$ is one of these: from 6 on it goes 6, 1, 3. $\square$

# %%
free = [D for D in combinations(range(7), 3) if all((x - y) % 7 in (2, 3, 4, 5) for x in D for y in D if x != y)]
print(free)
assert {tuple(sorted((x + move) % 7 for x in (1, 3, 6))) for move in range(7)} == set(free)

# %% [markdown]
# ## Notebook 17, exercise 3
#
# **One more than a square.** It is like none of them. Modulo 3 a square is 0 or 1, so $n^2+1$ is 1 or 2 and never 0:
# *positions of the same class modulo 3 are never a move apart*, and one class can be cold nearly throughout. The game
# settles for class 2. Below $2^{20}$ only 39 cold positions are in another class, the last of them 1848. Each of
# them makes at most one position hot for each move; so as long as no further one turns up (an observation, no theorem),
# all positions that are 2 modulo 3 are cold but for about $39\sqrt n$ at most. The count grows like $n/3$, which `make
# explore` shows as an exponent near 1 and modulus 3.

# %%
plus_one = parse_set("n**2+1")
cold = sg.cold_positions(plus_one, 2**20)
others = cold[cold % 3 != 2]
hot_of_class = (2**20) // 3 - (cold.size - others.size)
print(f"{cold.size:,} cold positions, {others.size} of them not 2 modulo 3, the last {others[-1]:,}")
assert 0 < hot_of_class <= others.size * len(plus_one(2**20)), "each makes at most one hot for each move"

# %% [markdown]
# ## Notebook 17, exercise 4
#
# **Nim-values $n$ modulo $m$.** *Proof.* By induction on $n$. Let $v=n\bmod m$. For each $w$ in $0,\dots,v-1$ the move
# $v-w$ is one of $1,\dots,m-1$, and fits since $v-w\le v\le n$; it leads to $n-v+w$, which has the value $w$ by
# induction. And no move leads to the value $v$: it would lead to a number congruent to $n$, and be a multiple of $m$.
# So the mex is $v$. $\square$
#
# No power of two is a multiple of 3, and 1 and 2 are powers of two. So their nim-values are $n\bmod3$, and the cold
# positions are the multiples of 3.

# %%
assert np.array_equal(sg.nim_values(sg.powers(2), n), np.arange(n) % 3), "the powers of two"
assert np.array_equal(sg.nim_values([1, 2, 3, 4, 7, 13, 29], n), np.arange(n) % 5), "no multiple of 5, and 1 to 4"

# %% [markdown]
# **Back to** notebooks [16](../beyond/16-square-difference-free-sets.ipynb),
# [17](../beyond/17-other-games-and-yours.ipynb).
