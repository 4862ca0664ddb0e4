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
# # Solutions 6: sets, games and costs
#
# Worked solutions to the exercises of notebooks 16, 17, 18, 20 and 21, mostly at a smaller size than in the notebooks,
# so that nobody has to wait.

# %% tags=["parameters"]
n = 2**16  # positions whose nim-values are compared

# %% tags=["setup"]
from functools import partial
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
from scipy.special import lambertw

import subtraction_games as sg
from subtraction_engine.exact import convolution
from subtraction_games import analysis, figures
from subtraction_games.analysis import period
from subtraction_games.formulas import parse_set
from subtraction_theory import difference_free as df
from subtraction_theory import takeaway
from subtraction_theory.meanfield import scattered

figures.use_style()

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
assert df.is_difference_free_modulo(product, 65)

# %% [markdown]
# ## Notebook 16, exercise 3
#
# **Wrapped at 205.** Columns appear, but they are those of 5. The twelve most frequent residues modulo 205, below
# $2^{20}$, are all 2 modulo 5, so 5 forbids nothing among them, and modulo 41 they are not free. They hold 17% of the
# cold positions; any twelve of the 41 residues that are 2 modulo 5 would hold 15%, if these were equally frequent. So
# the game hardly makes use of 205. It is greedy, and has no such plan as the construction that held the record there.

# %%
cold = sg.cold_positions(sg.squares, 2**20)
wrapped = np.bincount(cold % 205, minlength=205)
twelve = np.argsort(-wrapped)[:12]
share, if_even = wrapped[twelve].sum() / cold.size, (cold % 5 == 2).mean() * 12 / 41
print(f"the twelve most frequent residues modulo 205: {sorted(twelve.tolist())}, {share:.0%} (even: {if_even:.0%})")
print("modulo 5:", set((twelve % 5).tolist()), "free:", df.is_difference_free_modulo(twelve.tolist(), 205))

# %% [markdown]
# ## Notebook 17, exercise 1
#
# **The residues modulo 25 and 325.** Twenty-five does hardly more than 5: about 23,667 cold positions below $2^{22}$,
# and 37% of the lead over chance. With the residues modulo 325 = 25 · 13 it is 33,076 and 79%, where 65 gives nearly
# three quarters. So the powers of 5 add little, once 5 and 13 are there. (Averages of four random sets each.)

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
# settles for the class 2. Below $2^{20}$ only 39 cold positions are in another class, the last of them 1848. Each of
# them makes at most one position hot for each move; so as long as no further one turns up (an observation, no theorem),
# all positions that are 2 modulo 3 are cold but for about $39\sqrt n$ at most. The count grows like $n/3$, which `make
# explore` shows as an exponent near 1 and the modulus 3.

# %%
plus_one = parse_set("n**2+1")
cold = sg.cold_positions(plus_one, 2**20)
others = cold[cold % 3 != 2]
hot_of_class = (2**20) // 3 - (cold.size - others.size)
print(f"{cold.size:,} cold positions, {others.size} of them not 2 modulo 3, the last {others[-1]:,}")
assert 0 < hot_of_class <= others.size * len(plus_one(2**20)), "each makes at most one hot for each move"

# %% [markdown]
# ## Notebook 18, exercise 1
#
# **Four games.** `1, 2, 3` has period 4, as every finite set has some. The powers of two have period 3: no power of two
# is a multiple of 3, and 1 and 2 are moves, so the nim-value of $n$ is $n\bmod3$, by the proof for 1 and the primes
# with 3 in place of 4. The primes and $n^2+1$ show no period in 4,000 values. As for favourites modulo 5: the primes
# have strong ones, 0 and 4 most of all; the others hardly any at this size.

# %%
games = {"1, 2, 3": [1, 2, 3], "2**n": sg.powers(2), "primes": sg.primes, "n**2 + 1": plus_one}
periods = {name: period(sg.nim_values(S, 4000)) for name, S in games.items()}
residues = {name: np.bincount(sg.cold_positions(S, 2**14) % 5, minlength=5) for name, S in games.items()}
print(periods, {name: counts.tolist() for name, counts in residues.items()}, sep="\n")

# %% [markdown]
# ## Notebook 18, exercise 2
#
# **Few cold positions.** With $s$ moves below $n$ at least $n/(1+s)$ positions are cold (part 2, notebook 6, exercise
# 3). Moser-de Bruijn has $\sqrt n-1$ moves and $\sqrt n$ cold positions below every power of 4, so $|C|(1+s)=n$:
# nothing can do better.

# %%
for k in range(2, 8):
    moves, few_cold = sg.moser_de_bruijn(4**k), sg.cold_positions(sg.moser_de_bruijn, 4**k)
    assert len(few_cold) * (1 + len(moves)) == 4**k

# %% [markdown]
# ## Notebook 18, exercise 3
#
# **Slow for a sieve.** Many cold positions and many moves at once. If all odd numbers may be taken, the even positions
# are cold: half of all, with $n/2$ moves each, about $n^2/8$ marks. That is a hundred thousand marks at $n=1000$, and a
# million times as many at $n=10^6$. (Left to choose, the package takes convolution for a set like this.)

# %%
odd = np.arange(1, 1000, 2)
marks = analysis.marks(odd, 1000)
print(f"{marks:,} marks for 1,000 positions; n^2 / 8 = {1000**2 // 8:,}")

# %% [markdown]
# ## Notebook 18, exercise 4
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
# ## Notebook 20, exercise 1
#
# **One logarithm.** With $n\log_2n$ steps in place of $n\log_2^2n$ the break-even solves $k=2^{ak}$, or $\log_2k=ak$.
# With $b=a\ln2$ this is $-bk\,e^{-bk}=-b$, so that $k=-W_{-1}(-b)/b$: $n=2^{22.4}$ for cold positions ($a=0.2$) and
# $n=2^{33.9}$ for nim-values ($a=0.15$). A single logarithm less would have made the paper's algorithms practical.


# %%
def one_logarithm(a):
    return float(-lambertw(-a * np.log(2), -1).real / (a * np.log(2)))


for task, a in (("cold positions", 0.2), ("nim-values", 0.15)):
    print(f"{task}, a = {a}: n is 2 to the {one_logarithm(a):.1f}")

# %% [markdown]
# ## Notebook 20, exercise 2
#
# **Two solutions.** *Proof.* Let $f(k)=\log_2k-ak$ for $k>0$. Its derivative $\frac1{k\ln2}-a$ falls, so $f$ is
# strictly concave, with its maximum at $k_0=1/(a\ln2)$. There $f(k_0)=\log_2k_0-\frac1{\ln2}=\log_2(k_0/e)$, since
# $\frac1{\ln2}=\log_2e$. That is positive exactly if $k_0>e$, which is $a<1/(e\ln2)$. As $f$ goes to $-\infty$ at both
# ends, it has exactly one zero on either side of $k_0$. Between the two $f$ is positive, so $k>2^{ak}$: convolution
# takes more steps. Beyond the larger $f$ is negative, $k<2^{ak}$, and convolution pays for ever. (Below the smaller one
# it would pay as well, but there $n$ is a few units, and the formula says nothing.) $\square$

# %%
b = 0.2 * np.log(2)
low, high = (float(-lambertw(-b, branch).real / b) for branch in (0, -1))
print(f"a = 0.2: k = {low:.2f} and {high:.2f}, about the maximum at {1 / b:.2f}")
print(f"1 / (e ln 2) = {1 / (np.e * np.log(2)):.4f}")

# %% [markdown]
# ## Notebook 20, exercise 3
#
# **Convolution at once.** If all odd numbers may be taken, every even position is cold, so that a sieve makes about
# $n^2/8$ marks. Compare with the butterflies of the convolutions in sixteen blocks, down to ranges of 64 positions:
# there are six times fewer at $n=2^{10}$ and more than a hundred times fewer at $2^{16}$. (A butterfly costs more than
# a mark, by a constant factor; the quotient grows nearly like $n$, and soon outgrows any.)

# %%
for size in (2**10, 2**16):
    task = partial(convolution.cold_positions, np.arange(1, size, 2), size, np.zeros(0, dtype=np.int64), short=64)
    butterflies = sum(length // 2 * (length.bit_length() - 1) for length, _ in convolution.transforms(task, ways=16))
    print(f"n = {size:,}: {size**2 / 8 / butterflies:.1f} times fewer butterflies than marks")

# %% [markdown]
# ## Notebook 21, exercise 1
#
# **Fibonacci on two heaps.** Draw it beside the map of the powers of two. Neither looks like noise; Fibonacci's is a
# torn version of a cloth, and the other repeats every three tokens both ways. That can be proved. **Claim.** With the
# powers of two from one heap or the same from both, $(a,b)$ is cold exactly if $a+b\equiv0$ modulo 3. **Proof.** By
# induction on $a+b$. A move takes $2^j$ or $2\cdot2^j$ tokens in all, which is no multiple of 3; so from $a+b\equiv0$
# no move leads to another such pair. If $a+b\equiv1$, take one token. If $a+b\equiv2$, take two from one heap; if
# neither holds two, the pair is $(1,1)$: take one from each. $\square$

# %%
side = 96
fibonacci = [1, 2]
while fibonacci[-1] < side:
    fibonacci.append(fibonacci[-1] + fibonacci[-2])
boards = {
    "Fibonacci numbers": takeaway.cold_pairs(takeaway.one_or_both(fibonacci, side), side),
    "powers of two": takeaway.cold_pairs(takeaway.one_or_both(sg.powers(2), side), side),
}
fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.8), sharey=True)
for ax, (name, board) in zip(axes, boards.items(), strict=True):
    ax.imshow(board, cmap="Greys", origin="lower", interpolation="nearest")
    ax.set(title=f"{name}, heaps below {side}", xlabel="tokens in the first heap")
axes[0].set_ylabel("tokens in the second heap")
figures.show(fig, "Two boards of cold pairs: scattered dots for Fibonacci numbers, a regular lattice for powers of two")

# %%
heap, board = np.arange(side), boards["Fibonacci numbers"]
assert np.array_equal(boards["powers of two"], (heap[:, None] + heap) % 3 == 0), "cold exactly if a + b is 0 modulo 3"
print("Fibonacci repeats:", any((board[p:] == board[:-p]).all() for p in range(1, side // 2)))

# %% [markdown]
# ## Notebook 21, exercise 2
#
# **One heap is empty.** *Proof.* A move $(s,t)$ can be made from $(a,b)$ only if $s\le a$ and $t\le b$. If $a=0$, that
# asks for $s\le0$, but $s\ge1$: there is no move. A position without a move is cold, as the player to move has lost.
# For $b=0$ exchange the heaps. $\square$

# %%
for moves in ([(1, 2), (2, 1)], [(1, 1)], [(3, 5), (2, 2), (7, 1)]):
    board = takeaway.cold_pairs(moves, 20)
    assert np.array([board[0], board[:, 0]]).all(), "the first heap is empty, or the second"

# %% [markdown]
# ## Notebook 21, exercise 3
#
# **Triangular numbers from both.** On one heap the triangular numbers choose 9, and the classes 0, 2 and 4 modulo 9
# hold most cold positions. With the same triangular number from both heaps little of it is left, as with the squares.
# Of the 81 pairs of residues the most frequent occurs 1.29 times as often as the mean.

# %%
below = 512
single = np.bincount(sg.cold_positions(sg.triangular, 2**16) % 9, minlength=9)
both = takeaway.cold_pairs(takeaway.one_or_both(sg.triangular, below), below)
first, second = np.nonzero(both)
pairs = np.bincount(first % 9 * 9 + second % 9, minlength=81)
print("one heap, by residue modulo 9:", single.tolist())
least, most = pairs.min() / pairs.mean(), pairs.max() / pairs.mean()
print(f"two heaps: {both.sum():,} cold pairs; pairs of residues have {least:.2f} to {most:.2f} times the mean")

# %% [markdown]
# **Back to** notebooks [16](../16-square-difference-free-sets.ipynb), [17](../17-other-games.ipynb),
# [18](../18-your-own-game.ipynb), [20](../20-when-does-convolution-pay.ipynb), [21](../21-two-heaps.ipynb).
