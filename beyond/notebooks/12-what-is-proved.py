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
# # 12. What is proved?
#
# *40 minutes to read.*
#
# **For every $n\ge1$ there are at least $\frac4\pi\sqrt n-O(\sqrt[4]n)$ cold positions below $n$ (theorem). If a set of
# residues, no two of which differ by a square, contains all but $o(\sqrt n)$ of the cold positions, or of the positions
# with a given nim-value, then it is a kernel (theorem).** As Figure 12.1 shows, computation finds far more cold
# positions than any theorem promises. All proofs are given here, two of them as exercises with solutions. You need some
# integral calculus. Read notebooks [6](../../notebooks/06-number-of-cold-positions.ipynb) and
# [7](../../notebooks/07-modularity.ipynb) first.
#
# *Continues D. Eppstein, FUN [2018](../../book/references.md#eppstein2018), LIPIcs 100, sections 3.2 and 3.3.*

# %% tags=["parameters", "NIM_N"]
n = 2**24  # positions on which the theorems are tried

# %% tags=["setup"]
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_theory.kernels import kernels
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold, few = sg.cold_positions(sg.squares, n), min(n, 2**12)
counted = ResidueCounts.read_doublings(files.table("data/doublings.npz"), cold, n)

# %% tags=["drawing"]
ends = 2.0 ** np.arange(12, 42)
by_5 = np.array([counted.between(5, 0, 2**k) for k in range(12, 42)])
floors = (4 / np.pi * ends**0.5 - 2.1 * ends**0.25, ends**0.5 / 4)
curves = by_5.sum(axis=1), by_5[:, 2], by_5[:, 4], *floors
names = "all", "2 mod 5", "4 mod 5", "floor of all", "a quarter of sqrt(n)"
fig, ax = plt.subplots(figsize=(6.8, 3.6))
colours = (figures.INK, figures.BLUE, figures.GREEN, figures.INK, figures.BLUE)
for name, curve, colour in zip(names, curves, colours, strict=True):
    ax.plot(ends, curve, "--" if "of" in name else "-", color=colour, label=name)
ax.set_xscale("log", base=2)
ax.set(xlabel="n", ylabel="cold positions below n", yscale="log")
ax.legend(fontsize=9)
columns = [name.replace(" ", "_") for name in names]
table = dict(zip(columns, np.round(curves, 3), strict=True))
figures.save(fig, "figure-12-1-what-is-proved", {"n": ends} | table)
figures.show(fig, "Counts climb far above two dashed lines, which show what is proved")

# %% [markdown]
# **Figure 12.1.** The solid lines count all cold positions below $n$, and those in classes 2 and 4 modulo 5 (exact
# computation). The upper dashed line is the floor that Theorem 12.1 proves for all cold positions. The lower dashed
# line is a quarter of $\sqrt n$. If $n\ge2^{31}$, at least two classes modulo 5 must reach it (Theorem 12.2).
#
# ## A floor for every n
#
# Let $C$ be the set of cold positions, and let $c(n)$ be the number of its members below $n$. If we count 0 as a
# square, every number is the sum of a member of $C$ and a square, so $C$ is an *additive complement* of the squares. As
# no two members differ by a square, $C$ is also a *kernel* of the Cayley digraph of the squares.
#
# In Golomb's argument each cold position $y$ covers up to $\sqrt n$ positions $y+k^2$, but only 0 covers that many. We
# can do better with *weights*. If positions near $n$ weigh more, every cold position can cover about the same weight.
#
# **Theorem 12.1** (known, except for the error term). For every $n\ge1$
# $$c(n)\ge\frac4\pi\sqrt n-2.1\,\sqrt[4]n.$$
#
# **Proof.** This is Theorem 12.2 below with $m=1$ and $T=0$, since $\frac8\pi\sqrt{2/\pi}=2.03\ldots<2.1$. $\square$
#
# *What was known.* The constant $\frac4\pi$, still the record for additive complements of the squares, is due to
# [Cilleruelo 1993](../../book/references.md#cilleruelo1993), [Habsieger 1995](../../book/references.md#habsieger1995)
# and [Balasubramanian and Ramana 2001](../../book/references.md#balasubramanian2001). Since some complement has only
# $O(\sqrt n)$ members below every $n$ ([Erdős problem 33](../../book/references.md#erdos33)), a proof that $c(n)/\sqrt
# n$ is unbounded must use more than the fact that $C$ is a complement.

# %%
limits, counts = pd.read_csv(files.table("data/cold-counts.csv")).to_numpy().T
floor = 4 / np.pi * limits**0.5 - 2.1 * limits**0.25
assert (counts >= floor).all()
proved = floor[-1] / counts[-1]  # the part of the last count that the theorem proves
print(f"error term: {8 / np.pi * np.sqrt(2 / np.pi):.4f} < 2.1")
print(f"below {limits[-1]:,}: {floor[-1]:,.0f} of {counts[-1]:,}, or {proved:.2%}")

# %% [markdown]
# Of the 384,281,085 cold positions below $2^{41}$, the theorem guarantees only 0.49%, or one in two hundred.
#
# ## Classes must share
#
# Weights on one residue class yield a floor for several classes together. Let $\nu_m(d)$ be the number of $j$ from 0 to
# $m-1$ with $j^2\equiv d$ modulo $m$, and $c_r(n)$ the number of cold positions below $n$ that are $r$ modulo $m$.
#
# **Theorem 12.2** (apparently new). In subtract-a-square with hotspots, let $T$ be the number of hotspots below
# $n$ that are $t$ modulo $m$ ($T=0$ for the game itself). For every $m\ge1$, every residue $t$ and every $n\ge1$
# $$\sum_{r=0}^{m-1}\nu_m(t-r)\,c_r(n)\ \ge\ \frac4\pi\bigl(\sqrt n-\sqrt{mT}\,\bigr)
# -\frac8\pi\sqrt{\frac{2m}\pi}\,\sqrt[4]n.$$
#
# **Proof.** Let $G>0$, and give the weight $w(x)=(n-1+G-x)^{-1/2}$ to each $x<n$ that is $t$ modulo $m$ and not a
# hotspot. Each of these positions is $y+k^2$ with $y$ cold and $k\ge0$. If $y\equiv r$, then $k$ lies in one of
# $\nu_m(t-r)$ residue classes modulo $m$. Fix $y$ and one of these classes, $k=b,b+m,b+2m,\dots$, and let
# $A^2=n-1+G-y$. The terms $w(y+k^2)=(A^2-k^2)^{-1/2}$ increase with $k$, so each except the last is at most $\frac1m$
# times the integral of $(A^2-u^2)^{-1/2}$ from $k$ to $k+m$. These integrals add up to less than $\frac\pi2$. Together
# these terms are at most $\frac\pi{2m}$, and the last term is at most $G^{-1/2}$. On the other hand, $n-1-x$ takes
# every $m$th value below $n$, beginning with some $j_0<m$. In the worst case the $T$ heaviest positions are hotspots,
# so the total weight is at least
# $\frac1m\int_{j_0+mT}^n(G+t)^{-1/2}dt\ge\frac2m\bigl(\sqrt{n+G}-\sqrt{mT+m-1+G}\bigr)$. If no position is left, then
# $j_0+mT\ge n$, and this bound is not positive. Since $\sqrt{mT+m-1+G}\le\sqrt{mT}+\sqrt{m-1+G}$,
# $$\sum_r\nu_m(t-r)\,c_r(n)\ge\frac4\pi\cdot
# \frac{\sqrt{n+G}-\sqrt{m-1+G}-\sqrt{mT}}{1+\frac{2m}{\pi\sqrt G}}.$$ With $\sqrt G=\sqrt{2m/\pi}\,\sqrt[4]n$,
# inequalities between roots show that this is at least the claimed bound (exercise 2). $\square$
#
# Without hotspots, the theorem holds for every additive complement of the squares. We test it for ten moduli, at every
# $n$ up to 4,096 and at 2,000 larger values of $n$.

# %%
sizes = np.append(np.arange(1, few), np.geomspace(few, n, 2000).astype(np.int64))
for m in (1, 2, 3, 5, 8, 13, 16, 21, 25, 65):
    in_class = np.array([sg.counts_below(cold[cold % m == r], sizes) for r in range(m)])
    nu = np.bincount(np.arange(m) ** 2 % m, minlength=m)
    error = 8 / np.pi * np.sqrt(2 * m / np.pi)
    at_least = 4 / np.pi * np.sqrt(sizes) - error * sizes**0.25
    for t in range(m):
        assert (nu[(t - np.arange(m)) % m] @ in_class >= at_least).all()

# %% [markdown]
# **Modulo 5**, the square 0 occurs once, while 1 and 4 occur twice each, so Theorem 12.2 says
# $$2c_{t-1}(n)+c_t(n)+2c_{t+1}(n)\ \ge\ \frac4\pi\sqrt n-4.5433\,\sqrt[4]n\qquad\text{for each }t.$$
# Arrange the five classes in a circle. If three neighbouring classes had fewer than $\frac14\sqrt n$ members each, the
# left side would be below $\frac54\sqrt n$, which is impossible for $n\ge1{,}460{,}747{,}648$. For these $n$ we have
# therefore proved that **at least one of any three neighbouring classes modulo 5 contains at least $\frac14\sqrt n$
# cold positions.** Hence at least two classes are this large, and if only two are, they are not neighbours and so do
# not differ by a square modulo 5. For large $n$, any constant below $\frac4{5\pi}=0.2546$ will do instead of $\frac14$.
# In experiments classes 0 and 2 are large, but it has not been proved that they must be, or that the others die out.

# %%
from_n = int(np.ceil((4.5433 / (4 / np.pi - 5 / 4)) ** 4))
print(f"a quarter: from n = {from_n:,} on; 4/(5 pi) = {4 / (5 * np.pi):.4f}")
assert 8 / np.pi * np.sqrt(10 / np.pi) < 4.5433, "Theorem 12.2 for m = 5"
large = (by_5 >= np.sqrt(ends)[:, None] / 4)[ends >= from_n]
assert (large | np.roll(large, 1, axis=1) | np.roll(large, -1, axis=1)).all()

# %% [markdown]
# ## Every nim-value can settle only on a kernel
#
# A **kernel** modulo $m$ is a set $D$ of residues such that no two differ by a square and every residue is the sum of a
# member of $D$ and a square. The game **settles** on $D$ if no two residues of $D$ differ by a square and all but
# $o(\sqrt n)$ cold positions below $n$ lie in $D$. A nim-value settles on $D$ if this is true of its positions.
#
# **Theorem 12.3** (apparently new). In subtract-a-square with hotspots, let $T=o(n)$ be the number of hotspots
# below $n$ ($T=0$ for the game itself). Let $0<\theta<\frac4{\pi m}$, and call a class modulo $m$ *rich* if it has at
# least $\theta\sqrt n$ cold positions below $n$. (a) For large $n$, each residue modulo $m$ is the sum of a rich class
# and a square. (b) If all but $o(\sqrt n)$ cold positions lie in a set $D$ of residues, no two of which differ by a
# square modulo $m$, then $D$ is a kernel, and each class of $D$ has at least $\bigl(\frac4{\pi\nu_m(0)}-o(1)\bigr)\sqrt
# n$ cold positions. (c) For each $v\ge0$, (a) and (b) remain true if positions of value $v$ replace the cold positions.
#
# **Proof.** (a) If $t$ is not such a sum, every class $r$ with $\nu_m(t-r)\ne0$ has fewer than $\theta\sqrt n$ members.
# Since the $\nu_m(t-r)$ add up to $m$, the sum in Theorem 12.2 is less than $\theta m\sqrt n$. But $\sqrt{mT}=o(\sqrt
# n)$, so by the theorem the sum is at least $\frac4\pi\sqrt n-o(\sqrt n)$, a contradiction for large $n$. (b) For large
# $n$ all rich classes are in $D$, so $D$ is a kernel by (a). For $t\in D$, the classes $r\ne t$ with $\nu_m(t-r)\ne0$
# are outside $D$, so the sum is only $\nu_m(0)\,c_t(n)+o(\sqrt n)$. (c) By the definition of the mex, the positions of
# value $v$ are the cold positions of the game in which all positions of smaller value are hotspots. Positions of equal
# value never differ by a square, so the hotspots form $v$ sets without square differences. By the theorem of
# [Furstenberg 1977](../../book/references.md#furstenberg1977) and [Sárközy 1978](../../book/references.md#sarkozy1978),
# these sets have $o(n)$ members below $n$. $\square$
#
# For $v=1$, part (c) contains nothing new, because $x$ has nim-value 1 exactly when $x-1$ is cold (Ferguson's Theorem
# 4.2 in [notebook 4](../../notebooks/04-nim-values.ipynb)). If $m$ is squarefree, then $\nu_m(0)=1$, and (b) gives
# $c(n)\ge\frac4\pi|D|\sqrt n-o(\sqrt n)$. For many moduli, Theorems 11.1 and 11.2 decide whether a kernel exists.


# %%
def complement_size(m):
    """Return the least size of a set R modulo m such that R + squares = all residues."""
    squares = {k * k % m for k in range(m)}
    for size in range(1, m + 1):
        for R in combinations(range(m), size):
            if len({(r + s) % m for r in R for s in squares}) == m:
                return size


sizes_of = {m: sorted({len(kernel) for kernel in kernels(m)}) for m in (5, 13, 17, 21)}
print("modulus: fewest rich classes, sizes of kernels")
print({m: (complement_size(m), sizes) for m, sizes in sizes_of.items()})

# %% [markdown]
# Modulo 5, 13 and 17, at least 2, 3 and 3 classes, respectively, are rich for each nim-value, and every kernel has
# exactly 2, 3 and 3 members. For these three moduli it is therefore known *how many* residues a nim-value can settle
# on, and the open question is *which*.
#
# ## Maximal sets have at least about $\frac34\sqrt n$ members
#
# Let $A$ be *any* set of numbers below $n$ such that no two members differ by a square and no further number below $n$
# can be added. The cold positions form such a set. In general, a number that was left out may be a member plus a square
# *or minus* a square, so the weights must suit both ends of the range.
#
# **Theorem 12.4** (apparently new). $|A|\ge\varkappa\sqrt n-2.24\,\sqrt[8]n$ for every $n\ge1$, with
# $\varkappa=\frac{\sqrt2}\pi B(\frac34,\frac34)\approx0.7628$.
#
# The right weights are about $(x(n-x))^{-1/4}$. Charges that repel each other with the potential $|x-a|^{-1/2}$ come to
# rest on a wire with this density. Since the total potential is constant along the wire, all members cover about the
# same weight, and the rest of the proof is like that of Theorem 12.2 (exercise 3).
#
# **Lemma 12.5** (M. Riesz). For $0<b<1$,
# $\ \displaystyle I(b)=\int_0^1\frac{du}{(u(1-u))^{1/4}\,|u-b|^{1/2}}=\pi\sqrt2$.
#
# ## Findings
#
# * For every $n$, at least $\frac4\pi\sqrt n-O(\sqrt[4]n)$ positions below $n$ are cold (Theorem 12.1). For large $n$,
#   two or more classes modulo 5 contain at least $\frac14\sqrt n$ cold positions each (Theorem 12.2), and each
#   nim-value can settle only on a kernel (Theorem 12.3). It has *not been proved* that $c(n)/\sqrt n$ is unbounded,
#   that some class dies out, or that $c(n)$ has an exponent.
#
# ## Exercises
#
# 1. *Check.* On which residues modulo 3, and on which modulo 7, can the game settle? *Hint: use Theorem 12.3, and
#    consider two residues that differ by a square.* [Solution](solutions/10-13.ipynb#Notebook-12,-exercise-1)
# 2. *Prove.* Finish the proof of Theorem 12.2. *Hint: with $s=\sqrt[4]n$, $a=\sqrt{2m/\pi}$ and $D=\sqrt n-\sqrt{mT}$
#    the claim is $\frac4\pi(D-2as)$.* [Solution](solutions/10-13.ipynb#Notebook-12,-exercise-2)
# 3. *Prove.* Give proofs of Lemma 12.5 and Theorem 12.4. *Hint: integrate $\frac1z(1-\frac1z)^{-1/4}(1-\frac
#    bz)^{-1/2}$ once around the cut from 0 to 1.* [Solution](solutions/10-13.ipynb#Notebook-12,-exercise-3)
# 4. *Go further.* What floor do the weights give if the moves are cubes? *Hint: take the weight $(n-x)^{-1/3}$.*
#    [Solution](solutions/10-13.ipynb#Notebook-12,-exercise-4)
#
# **Next:** [Which residues, and waves](13-which-residues.ipynb)

# %% tags=["records"]
from functools import partial

from scipy.special import beta

from subtraction_theory.findings import report

report = partial(report, "12", n)
value, known_to = "4/pi n^(1/2) - 2.1 n^(1/4)", "main term: Cilleruelo 1993"
report("c(n) for every n at least", value, "theorem", known=known_to)
name = "2c(t-1) + c(t) + 2c(t+1), classes mod 5, at least"
report(name, "4/pi n^(1/2) - 4.5433 n^(1/4)", "theorem")
name = "residues mod m, no two a square apart, with all but o(n^(1/2)) of one nim-value"
report(name, "a kernel", "theorem")
name = "members of a maximal set without square differences at least"
report(name, "0.7627 n^(1/2) - 2.24 n^(1/8)", "theorem")
for m in (5, 13, 17):
    name = f"least size of residues mod {m} that reach all by squares"
    report(name, complement_size(m), "exact computation", at=m, article=True)
name = "n from which one of three neighbours mod 5 has a quarter of n^(1/2)"
report(name, from_n, "theorem", article=True)
last = {"at": int(limits[-1]), "data": "data/cold-counts.csv", "article": True}
k = last["at"].bit_length() - 1
name = f"part of the cold positions below 2^{k} that the floor gives"
report(name, f"{proved:.4f}", "exact computation", **last)
check = "rounded; at least 0.7627"
kappa = np.sqrt(2) / np.pi * beta(3 / 4, 3 / 4)
assert kappa > 0.7627
report("constant of maximal sets", f"{kappa:.4f}", "theorem", check=check)
error = 8 * np.sqrt(2) / (3 * np.pi) + 3 * np.sqrt(2) / np.pi * kappa
name = "error term of maximal sets, before rounding"
report(name, f"{error:.3f}", "theorem")
