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
# # Solutions to notebooks 10, 12 and 13
#
# This notebook works through the exercises of notebooks 10, 12 and 13. The proofs are written out, and the numbers are
# computed here, mostly at smaller sizes than in the notebooks, so that you need not wait.

# %% tags=["parameters"]
n = 2**20  # positions evaluated

# %% tags=["setup"]
import numpy as np
import pandas as pd
from scipy.integrate import quad
from scipy.special import beta

import subtraction_games as sg
from subtraction_games import files
from subtraction_games.sets import parse_set
from subtraction_theory import copies, waves
from subtraction_theory.kernels import kernels
from subtraction_theory.residues import ResidueCounts

# %% [markdown]
# ## Notebook 10, exercise 1
#
# **Copies of the game of cubes.** *Claim.* Let $q=m^3$ and $0\le r<q$, and let $H$ be the set of all $a$ for which some
# cube that is not a multiple of $q$ leads from $qa+r$ to a cold position. Then $A=\{a:qa+r\text{ is cold}\}$ is the set
# of cold positions of the game of cubes with hotspots $H$.
#
# *Proof.* First, *a cube $k^3$ is a multiple of $m^3$ exactly when $k$ is a multiple of $m$*. Let $p^e$ be the highest
# power of a prime $p$ that divides $m$. If $m^3$ divides $k^3$, then so does $p^{3e}$, and $k$ contains the factor $p$
# at least $3e/3=e$ times. So the cubes that are multiples of $q$ are the numbers $(mj)^3=qj^3$, that is, $q$ times the
# cubes. Now $qa+r$ is cold exactly when no cube leads from it to a cold position. For the cubes that are not multiples
# of $q$, this means that $a\notin H$. The cube $qj^3$ leads to $q(a-j^3)+r$, which is cold exactly when $a-j^3\in A$.
# So $a\in A$ if and only if $a\notin H$ and there is no positive cube $j^3\le a$ with $a-j^3\in A$. This condition is
# the recurrence of the game of cubes with hotspots $H$, and the recurrence has only one solution. $\square$
#
# The game of powers of two contains itself with $q=2$, since its even moves 2, 4, ... are twice its moves 1, 2, ...

# %%
few = min(n, 5000)
of_cubes = sg.cold_positions(sg.cubes, few)
disturbed = copies.disturbed(sg.cubes, of_cubes, 27, few)
for r in range(27):
    H = np.flatnonzero(disturbed[r::27])
    A = sg.cold_positions(sg.cubes, disturbed[r::27].size, hotspots=H)
    assert np.array_equal(27 * A + r, of_cubes[of_cubes % 27 == r]), f"{r} modulo 27"
assert copies.contains_itself(sg.powers(2), 2, 1000), "the powers of two, q = 2"
assert not copies.contains_itself(sg.squares, 2, 1000), "the squares are no example"

# %% [markdown]
# ## Notebook 10, exercise 2
#
# **Classes that need no other class.** *Proof.* Let $a\le x$ be a hotspot of copy $r$. By Theorem 10.2, $25a+r-k^2=t$
# for some cold $t$ and some $k$ with $5\nmid k$. By the proof of Theorem 10.1 the position $t$ is a stray, so $t\in E$.
# Hence $E$ alone decides which positions are hotspots. Since $k^2\equiv r-t$ modulo 25, the number $k$ lies in one of
# at most two classes modulo 25, and $k<5\sqrt{x+1}$. So each $t$ gives rise to at most
# $2(\frac15\sqrt{x+1}+1)<\frac25\sqrt x+3$ hotspots. $\square$
#
# Up to $2^{41}$ the game has 44 strays in classes 1 and 3, and only these strays matter for a copy in class 2. If these
# classes have no others, copies 2, 7, 12, 17 and 22 can therefore be computed without the rest of the game. Within each
# copy, too, one or two classes modulo 5 have stopped gaining members. If both neighbours of a class have stopped, you
# can compute the class from the members of these neighbours alone. With `beyond/research/make_data.py classes` we
# followed twenty such classes modulo 625 and ten modulo 15,625 further than the game itself. The resulting counts are
# exact if none of the stopped classes gains a member beyond $2^{41}$ (beyond $2^{38}$ for the ten classes).

# %%
followed = pd.read_csv(files.table("data/copies.csv"))
for q, rows in followed.groupby("modulus"):
    of_class = rows.pivot(index="n", columns="residue", values="cold").dropna()
    k, total = int(np.log2(of_class.index[-1])), of_class.iloc[-1].sum()
    print(f"{of_class.shape[1]} classes modulo {q:,} below 2^{k}: {total:,}")

# %% [markdown]
# ## Notebook 10, exercise 3
#
# **The twenty-five ratios.** Each cold position below $n$ lies in exactly one class modulo 25, so
# $c(n)=c(n/25)\sum_r\rho_r(n)$. If $c$ grows like $n^a$ from $n/25$ to $n$, then $25^a=\sum_r\rho_r$. Ten perfect
# copies and fifteen empty classes would give the exponent $\log_{25}10$. The five copies in class 2 are nearly perfect.
# The ratios of five perfect copies would add up to 5, and the actual ratios add up to 4.87 at $2^{22}$ and to 5.11 at
# $2^{41}$. At $2^{41}$ these copies actually have more members, on average, than the game has below $n/25$, because
# class 4 was still disturbing the game up to $n/25$. The ratios of the five copies in class 0 add up to 3.99 at
# $2^{22}$, 4.35 at $2^{30}$ and 4.68 at $2^{41}$. The loss in the exponent therefore comes mostly from class 0, and it
# shrinks as class 4 dies out. The ratios in class 4 add up to 0.74 at $2^{22}$ and to 0.21 at $2^{30}$.

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
# **Copies modulo 343.** A number modulo $7^3$ has three digits in base 7. If the last digit must be one of three given
# digits and the others are free, there are $3\cdot49=147$ copies. If all of these copies were perfect and all other
# classes were empty, $c(n)$ would be $147\,c(n/343)$, and the exponent would be $\log_{343}147=0.8549$. The game does
# prefer three residues. In the last doubling, nearly all cold positions are 1, 3 or 6 modulo 7. But over a factor of
# four, the exponent is sometimes below the prediction and sometimes above it, and so it is not yet steady.

# %%
of_cubes = sg.cold_positions(sg.cubes, 16 * n)
newest = sg.digit_counts(of_cubes[of_cubes >= 8 * n], 7)
share = np.sort(newest)[-3:].sum() / newest.sum()
favourites, perfect = np.argsort(-newest)[:3].tolist(), np.log(147) / np.log(343)
print(f"residues modulo 7: {favourites} hold {share:.0%}; perfect: {perfect:.4f}")
for N in (n, 4 * n, 16 * n):
    before, now = sg.counts_below(of_cubes, [N // 4, N])
    print(f"exponent from {N // 4:,} to {N:,}: {np.log(now / before) / np.log(4):.3f}")

# %% [markdown]
# ## Notebook 12, exercise 1
#
# **Neither modulo 3 nor modulo 7.** By Theorem 12.3 in [notebook 12](../12-what-is-proved.ipynb), the residues on which
# the game settles, in the sense defined there, form a kernel. By Lemma 7.3 in [notebook
# 7](../../../notebooks/07-modularity.ipynb), any two different residues modulo 3 or modulo 7 differ by a square in one
# order or the other, so a kernel has a single member. But if we add the squares to a single residue, we obtain only 2
# of the 3 residues modulo 3 and 4 of the 7 residues modulo 7. Hence neither modulus has a kernel.

# %%
print([len({k * k % m for k in range(m)}) for m in (3, 7)])
assert not [*kernels(3), *kernels(7)]

# %% [markdown]
# ## Notebook 12, exercise 2
#
# **The last step.** Let $s=\sqrt[4]n$, $a=\sqrt{2m/\pi}$, $\sqrt G=as$ and $D=\sqrt n-\sqrt{mT}\le s^2$. Then the right
# side of the theorem is $\frac4\pi(D-2as)$. If $D\le2as$, the right side is not positive, and there is nothing to
# prove. So let $D>2as$, which implies $s>a$. It remains to show that
# $$\frac{\sqrt{n+G}-\sqrt{m-1+G}-\sqrt{mT}}{1+\frac{2m}{\pi\sqrt G}}\ \ge\ D-2as.$$
# *Proof.* We first show that $\sqrt{n+G}-\sqrt n\ge\sqrt{m-1+G}-\sqrt G$. The left side of this inequality is
# $G/(\sqrt{n+G}+\sqrt n)=a^2/(1+\sqrt{1+a^2/s^2})>\frac2{\pi(1+\sqrt2)}m$, which is more than $\frac m4$. Since
# $4(m-1)\le m^2$, the right side is at most $\frac{m-1}{2\sqrt
# G}=\frac{m-1}{2as}\le\frac{m-1}{2a^2}=\frac\pi{4m}(m-1)\le\frac\pi{16}m$, which is less than $\frac m5$. Therefore the
# numerator above is at least $D-\sqrt G=D-as$, and the denominator is $1+\frac{a^2}{as}=1+\frac as$. Since $D\le s^2$,
# we obtain $(D-as)/(1+\frac as)\ge(D-as)(1-\frac as)\ge D-as-\frac{aD}s\ge D-2as$. $\square$

# %%
for m in (1, 2, 5, 65, 1000):
    a, s = np.sqrt(2 * m / np.pi), np.geomspace(np.sqrt(2 * m / np.pi), 1e4, 50)
    G = (a * s) ** 2
    assert (np.sqrt(s**4 + G) - s**2 >= np.sqrt(m - 1 + G) - np.sqrt(G)).all()

# %% [markdown]
# ## Notebook 12, exercise 3
#
# **Proof of Lemma 12.5.** Let $g(z)=\frac1z\left(1-\frac1z\right)^{-1/4}\left(1-\frac bz\right)^{-1/2}$ with principal
# powers. The function $g$ is analytic outside the cut $[0,1]$, and $g(z)=\frac1z+O(z^{-2})$ for large $|z|$, so its
# anticlockwise integral around the cut is $2\pi i$. We may shrink the path to the cut, because near 0, $b$ and 1 the
# function $|g|$ grows like a power with exponent $-\frac14$, $-\frac12$ and $-\frac14$, respectively, and is therefore
# integrable. Just above the cut, $1-\frac1z$ has the argument $\pi$, and $1-\frac bz$ has the argument $\pi$ to the
# left of $b$ and 0 to the right of it. So above the cut, $g$ is $|g|$ times $e^{-i\pi/4}$ on $(b,1)$ and $|g|$ times
# $e^{-3i\pi/4}$ on $(0,b)$, and below the cut it is the complex conjugate. Since the path runs to the right below the
# cut and to the left above it, the integral is $2i\sin\frac\pi4\int_b^1|g|+2i\sin\frac{3\pi}4\int_0^b|g|$. Both sines
# are $\frac1{\sqrt2}$, and $|g(u)|$ is the integrand of $I(b)$. Hence $i\sqrt2\,I(b)=2\pi i$. $\square$
#
# **Proof of Theorem 12.4.** Let $h=\sqrt n$, $N=n-1+2h$, and give $x$ the weight
# $w(x)=\bigl((x+h)(N-x-h)\bigr)^{-1/4}$. On $[0,n-1]$ the weight falls towards the middle and then rises. Since $N-h\ge
# n$, the weight is at most $W=(h(N-h))^{-1/4}\le n^{-3/8}$.
#
# *From above.* Each $x<n$ has the form $a$, $a+k^2$ or $a-k^2$ with $a\in A$ and $k\ge1$. Fix $a$, and let $K$ be the
# largest $k$ with $a+k^2<n$. As $t$ goes from 0 to $K$, the weight $w(a+t^2)$ falls, or rises, or first falls and then
# rises. A term of the falling part is at most the integral over the unit interval before it, and a term of the rising
# part, except the last, is at most the integral over the unit interval after it. No unit interval is used twice, so
# $\sum_{k=1}^Kw(a+k^2)\le\int_0^Kw(a+t^2)\,dt+W$. The same is true of the numbers $a-k^2$. With $z=a+h\pm t^2$, the two
# integrals together are at most
# $$\frac12\int_0^N\frac{dz}{(z(N-z))^{1/4}\,|z-a-h|^{1/2}}=\frac12I\Bigl(\frac{a+h}N\Bigr)=\frac\pi{\sqrt2}$$
# by the lemma, with $z=Nu$. So each $a$ accounts for a weight of at most $\frac\pi{\sqrt2}+3W$, including its own.
#
# *From below.* Since $\ln w$ is convex, so is $w$, and the trapezoids of the trapezoidal rule lie above its graph. With
# $\beta=B(\frac34,\frac34)$, the weights of all positions therefore add up to at least
# $$\int_h^{N-h}\frac{dz}{(z(N-z))^{1/4}}\ge\beta\sqrt N-2\cdot\frac{\frac43h^{3/4}}{(N-h)^{1/4}}
# \ge\beta\sqrt n-\frac83n^{1/8}.$$
#
# To finish the proof, we divide this sum by the bound for a single $a$ and use $(1-u)/(1+v)\ge1-u-v$. The result is
# $$|A|\ge\frac{\sqrt2}\pi\beta\sqrt n\left(1-\frac8{3\beta}n^{-3/8}-\frac{3\sqrt2}\pi n^{-3/8}\right)
# =\varkappa\sqrt n-\Bigl(\frac{8\sqrt2}{3\pi}+\frac{3\sqrt2}\pi\varkappa\Bigr)n^{1/8},$$
# and the last bracket is $2.230\ldots$ $\square$


# %%
def side(b):
    """Integrate from 0 to b as in I(b), with v^2 = b - u."""
    return quad(lambda v: 2 * ((b - v**2) * (1 - b + v**2)) ** -0.25, 0, np.sqrt(b))[0]


kappa = np.sqrt(2) / np.pi * beta(3 / 4, 3 / 4)
bracket = 8 * np.sqrt(2) / (3 * np.pi) + 3 * np.sqrt(2) / np.pi * kappa
print(f"the last bracket: {bracket:.4f}")
for b in (0.01, 0.2, 0.5, 0.93):  # I(b) is the same everywhere
    assert np.isclose(side(b) + side(1 - b), np.pi * np.sqrt(2), atol=1e-5)

# %% [markdown]
# ## Notebook 12, exercise 4
#
# **Cubes.** As in the proof of Theorem 12.2, let $y$ be a cold position, let $w(x)=(n-1+G-x)^{-1/3}$ be the weight of
# $x$, and let $A^3=n-1+G-y$. The terms $w(y+k^3)=(A^3-k^3)^{-1/3}$ increase with $k$, so whatever $y$ is, all terms
# except the last add up to at most $\int_0^A(A^3-t^3)^{-1/3}dt=\frac13B(\frac13,\frac23)=\frac{2\pi}{3\sqrt3}$, and the
# last term is at most $G^{-1/3}$. The weights of all positions add up to at least $\frac32(n^{2/3}-G^{2/3})$. With
# $G=n^{2/3}$, the number of cold positions below $n$ is therefore at least
# $$\frac{\frac32\bigl(n^{2/3}-n^{4/9}\bigr)}{\frac{2\pi}{3\sqrt3}+n^{-2/9}}=\frac{9\sqrt3}{4\pi}n^{2/3}-O(n^{4/9}).$$
# The constant $\frac{9\sqrt3}{4\pi}$ is 1.2405, whereas counting each position once gives the constant 1 ([Cilleruelo
# 1993](../../../book/references.md#cilleruelo1993), for all powers).

# %%
cubes = sg.cold_positions(sg.cubes, n).size
for_one = 2 * np.pi / (3 * np.sqrt(3)) + n ** (-2 / 9)
at_least = 1.5 * (n ** (2 / 3) - n ** (4 / 9)) / for_one
assert cubes >= at_least
print(f"constant {9 * np.sqrt(3) / (4 * np.pi):.4f}")
print(f"below {n:,} at least {at_least:,.0f} are cold, and in fact {cubes:,}")

# %% [markdown]
# ## Notebook 13, exercise 1
#
# **Thresholds.** Waves modulo $m$ can grow if $m\equiv1\pmod4$ and $m$ is not a perfect square, and they start to grow
# at $\Lambda=\sqrt m$. So the thresholds of 21 and 33 lie between those of the primes 17, 29 and 37, and the thresholds
# of 45 and 57 are larger. If $m\equiv3\pmod4$, or if 4 divides $m$, the response to a wave is out of step with it by at
# least an eighth of a period, and if $m$ is twice an odd number, there is no response. Although `waves.threshold`
# allows for a delayed response, the delay is shorter than an eighth of a period and cannot bring the two into step.

# %%
threshold = {}
for m in range(2, 62):
    means = np.unique(waves.mean_wave(np.arange(m) ** 2, m)[waves.coprime(m)].round(12))
    levels = [waves.threshold(g, 0.7, 0.5) for g in means if abs(g) > 0.02]
    threshold[m] = min(levels, default=np.inf)
growing = {m: f"{level:.2f}" for m, level in threshold.items() if level < 1000}
print("some wave grows from this number of expected moves on:", growing)
assert all(m % 4 == 1 and np.isclose(threshold[m], np.sqrt(m)) for m in growing)

# %% [markdown]
# ## Notebook 13, exercise 2
#
# **Cubes and fourth powers.** Modulo 7 the cubes are 0, 1 and 6, and no two of the residues 1, 3 and 6 differ by a
# cube. For the cubes below $2^{20}$, modulus 7 explains 64.4% of the main term, and modulus 91 = 7 · 13 explains 69.9%.
# If only three residues modulo 7 survive, $3\cdot7^2=147$ classes modulo $7^3$ are left, each of them a copy of the
# game of cubes. Then the number of cold positions is multiplied by 147 whenever $n$ is multiplied by 343, and grows
# like $n^{0.8549}$ (heuristic). For the fourth powers, modulus 17 explains 4.3% of the main term, whereas modulus 16
# adds 0.4% to the main term. Apart from these two and their multiples, no modulus up to 40 matters. Only 31 fourth
# powers lie below $2^{20}$, so small moduli leave most of the main term unexplained.

# %%
few = 2**20
of_cubes, of_fourth = (sg.cold_positions(S, few) for S in (sg.cubes, parse_set("n**4")))
shares = waves.shares(of_cubes, few, (7, 13, 91), k=3)
print({m: f"{share:.1%}" for m, share in shares.items()})
print(f"the exponent of 147 copies modulo 343: {np.log(147) / np.log(343):.4f}")
shares = waves.shares(of_fourth, few, range(2, 41), k=4)
print({m: f"{share:.1%}" for m, share in shares.items() if abs(share) > 0.003})

# %% [markdown]
# ## Notebook 13, exercise 3
#
# **A quarter of a period.** Let $p\equiv3\pmod4$ be a prime. By Lemma 7.3 in [notebook
# 7](../../../notebooks/07-modularity.ipynb), exactly one of $d$ and $-d$ is a square for each $d\ne0$. As $j$ runs
# through all residues once, $j^2$ and $-j^2$ together therefore run through them twice, so for $k\ne0$ we have
# $\sum_je(kj^2/p)+\sum_je(-kj^2/p)=0$. These two sums are complex conjugates, so both of them are imaginary. The second
# sum is $p$ times the value of $g$ for the wave $k$. Hence every $g$ except $g=1$, which belongs to $k=0$, is
# imaginary, and the response to each wave is shifted by a quarter of a period. $\square$

# %%
for p in (3, 7, 11, 19):
    squares = {k * k % p for k in range(1, p)}
    assert all((d in squares) != (-d % p in squares) for d in range(1, p))
    assert np.allclose(waves.mean_wave(np.arange(p) ** 2, p)[1:].real, 0)

# %% [markdown]
# ## Notebook 13, exercise 4
#
# **The numbers $n(n+1)$.** The moduli 9 and 18 share the smallest threshold of all moduli up to 100, because their
# waves have the same $g$. So the theory predicts modulus 9 or 18 (heuristic). The game does prefer residues modulo 18.
# The reason is that **this game consists of two copies of the game of triangular numbers.** *Proof.* All moves are
# even, so no move changes the parity. From $2a+r$ with $r=0$ or 1, the move $k(k+1)$ leads to $2(a-\frac{k(k+1)}2)+r$.
# So $2a+r$ is cold exactly when $a$ is cold in the game of triangular numbers. $\square$ If the game of triangular
# numbers prefers a residue modulo 9, the game of the numbers $n(n+1)$ prefers two residues modulo 18.

# %%
pronic = parse_set("n*(n+1)")
below = 2**18
of_pronic = sg.cold_positions(pronic, below)
of_triangular = sg.cold_positions(sg.triangular, below // 2)
for r in (0, 1):
    assert np.array_equal(of_pronic[of_pronic % 2 == r], 2 * of_triangular + r)
threshold = {}
for m in range(2, 101):
    means = waves.mean_wave([k * (k + 1) for k in range(m)], m)
    own = [w for w in means[waves.coprime(m)] if abs(w) > 1e-9]
    threshold[m] = min((waves.threshold(w, 0.6, 0.5) for w in own), default=np.inf)
smallest = sorted((round(level, 2), m) for m, level in threshold.items())[:3]
print("smallest thresholds:", smallest)
share = np.bincount(of_pronic % 18, minlength=18) / of_pronic.size * 18
print("Share of each residue modulo 18, where 1 is a fair share:")
rows = pd.DataFrame(share.reshape(2, 9).round(1), index=["0 to 8", "9 to 17"])
rows.rename_axis(columns="residue modulo 9")

# %% [markdown]
# **Back to** notebooks [10](../10-the-game-inside-the-game.ipynb), [12](../12-what-is-proved.ipynb) and
# [13](../13-which-residues.ipynb).
