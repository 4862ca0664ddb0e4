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
# # 16. Sets without square differences
#
# *10 minutes to read.*
#
# Choose numbers below $n$ so that *no* two of them differ by a square, as 3 and 7 do. **How many can you choose?** With
# digits from residues that are free of square differences modulo $b$ one reaches powers of $n$ above $n^{0.733}$ (with
# 12 residues modulo 205, the most that there are), but with primes 1 modulo 4 never $n^{3/4}$: a theorem, and the
# dashed line in Figure 16.1. Other constructions have since been above it. The cold positions of subtract-a-square are
# such a set, too, and the greedy one. Read notebooks [6](../06-number-of-cold-positions.ipynb) and
# [7](../07-modularity.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, sections 1 and 3.3, which cite the results that are proved or dated here.*

# %% tags=["parameters"]
n = 2**16  # cold positions are compared below n (make's LESSON_N)
moduli = 210  # residue sets are searched for modulo every squarefree number up to this, at least 205

# %% tags=["setup"]
import matplotlib.pyplot as plt
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_theory import difference_free as df

figures.use_style()
cold = cached("cold_positions", sg.squares, n)

# %% [markdown]
# ## The greedy set, and a floor
#
# A set of whole numbers is **square-difference-free** when no two different members differ by a square, and below $n$
# it is **maximal** when no number below $n$ can be added.
#
# **Theorem 16.1** (known). Go through 0, 1, 2, ... and take each number that differs by a square from none of those
# taken: that gives the cold positions, and a set that is maximal below every $n$. **Proof.** By induction: if below $x$
# the two agree, greed takes $x$ exactly when no cold $y$ can be reached from $x$ by a move. A number that was refused
# was refused because of a member, which is still there. $\square$
#
# **Theorem 16.2** (known). A maximal set below $n$ has more than $\sqrt{n/2}-\frac12$ members. **Proof.** Each number
# below $n$ is a member, or lies a square above or below one. A member $a$ has at most $\sqrt{n-a}+\sqrt a\le\sqrt{2n}$
# numbers of this kind. So with $s=\sqrt{2n}$ we have $\frac12s^2=n\le|A|(1+s)$, and
# $|A|\ge\frac{s^2}{2(1+s)}>\frac{s-1}2$. $\square$ (Theorem 12.4 in [notebook 12](12-what-is-proved.ipynb) has a better
# constant.)

# %%
print(f"{len(cold):,} cold positions below {n:,}; one more could be any of:", df.addable(cold, n))

# %% [markdown]
# ## Residues
#
# For sets that are large for *large* $n$, work modulo $b$. A set $D$ of residues is square-difference-free modulo $b$
# when no difference of two different members is a square modulo $b$, in either order. Theorem 7.2 in [notebook
# 7](../07-modularity.ipynb) is Ruzsa's: if $b$ is squarefree, the numbers with base-$b$ digits from $D$ in the even
# places and any digits in the odd places are a square-difference-free set, with about $n^e$ members below $n$, where
# $e=\frac12(1+\log_b|D|)$. So we want many residues; let $m(b)$ be the largest number of them.
#
# The graph that joins two residues when neither difference is a square has $m(b)$ as the size of a largest clique, and
# `maximum_residues` finds it exactly. A prime $p\equiv3\pmod4$ has $m(p)=1$, since of $d$ and $-d$ one is a square.

# %%
squarefree = [b for b in range(2, moduli + 1) if df.is_squarefree(b)]
largest = {b: df.maximum_residues(b) for b in squarefree}
size = {b: len(D) for b, D in largest.items()}
primes = sg.primes(moduli + 1).tolist()
threes = {b: sum(b % p == 0 for p in primes if p % 4 == 3) for b in squarefree}  # how many primes are 3 modulo 4

# %% [markdown]
# ## A wall at three quarters
#
# Ruzsa saw in [1984](../../book/references.md#ruzsa1984) that $\frac34$ is where his method ends
# (so Krachun [2026](../../book/references.md#krachun2026)). In terms of Lovász's number
# ([1979](../../book/references.md#lovasz1979)), such a set is independent in a strong product of Paley graphs, where
# $\vartheta$ is multiplicative, and $\sqrt p$ for a prime $p$. Here is a proof with nothing but Gauss's sum.
#
# **Theorem 16.3** (known). Let $b$ be a product of different primes that are 1 modulo 4. Then $m(b)<\sqrt b$, and
# Ruzsa's exponent is less than $\frac34$.
#
# **Proof.** We find weights $g(d)$ that vanish at nonsquares and have a nonnegative Fourier transform; then we weigh
# all pairs of members in two ways.
#
# *The weights for a prime $p$.* Let $g_p(0)=1$, let $g_p(d)=c=2/(\sqrt p+1)$ for the $\frac{p-1}2$ other squares and
# $g_p(d)=0$ for nonsquares. For $t\ne0$, Gauss's sum says that $\sum_ze^{2\pi itz^2/p}$ over all residues $z$ is
# $\pm\sqrt p$. It meets 0 once and each other square twice, so the transform of $g_p$ at $t$ is
# $$\hat g_p(t)=1+c\,\frac{\pm\sqrt p-1}2\ \ge\ 1-c\,\frac{\sqrt p+1}2=0,$$
# $$\hat g_p(0)=1+c\,\frac{p-1}2=1+(\sqrt p-1)=\sqrt p.$$
#
# *For $b$.* Let $g(d)$ be the product of $g_p(d\bmod p)$ over the primes of $b$. It is 1 at 0, and 0 at every nonsquare
# modulo $b$, which is a nonsquare modulo some $p$. By the Chinese remainder theorem its transform is a product of
# values of the $\hat g_p$: nowhere negative, and $\sqrt b$ at 0.
#
# *Two ways.* Let $D$ be square-difference-free. In $\sum g(x-y)$ over all pairs of members only $x=y$ counts, so the
# sum is $|D|$. On the other hand, with $\hat D(t)=\sum_{x\in D}e^{2\pi itx/b}$, Fourier inversion says that it is
# $$\frac1b\sum_t\hat g(t)\,|\hat D(t)|^2\ \ge\ \frac1b\,\hat g(0)\,|\hat D(0)|^2=\frac{|D|^2}{\sqrt b},$$
# where all terms but $t=0$ were dropped. So $|D|\le\sqrt b$, and as $b$ is no square, $|D|<\sqrt b$. $\square$
#
# ## Figure 16.1: the exponents

# %% tags=["drawing"]
exponent = {b: df.ruzsa_exponent(b, m) for b, m in size.items()}
fig, ax = plt.subplots()
for kind, label in ((True, "no prime of b is 3 mod 4"), (False, "some prime of b is 3 mod 4")):
    chosen = [b for b in squarefree if (threes[b] == 0) == kind]
    ax.plot(chosen, [exponent[b] for b in chosen], "o" if kind else "x", markersize=4.5, label=label)
ax.axhline(3 / 4, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
ax.annotate("the square-root wall, 3/4", (0, 3 / 4), (2, 3), textcoords="offset points", size=9)
for b in {5, 41, 65, 145, 205} & size.keys():
    ax.annotate(f"{b}: {size[b]}", (b, exponent[b]), (0, 4), textcoords="offset points", ha="center", size=9)
ax.set(xlabel="squarefree modulus b", ylabel="exponent (1 + log$_b$ m(b)) / 2", ylim=(0.49, 0.765))
ax.set_title("Ruzsa's construction with the most residues modulo b", pad=10)
ax.legend(loc="upper right", bbox_to_anchor=(1, 0.28), fontsize=9)
table = {"b": squarefree, "residues": size.values(), "exponent": exponent.values()}
figures.save(fig, "figure-16-1-square-difference-free-sets", table)
figures.show(fig, "Exponents against the modulus as circles and crosses, all below a dashed line at three quarters")

# %% [markdown]
# **Figure 16.1.** The exponent of Ruzsa's construction with a largest square-difference-free set of residues, for every
# squarefree $b$ up to 210 (five of them with how many residues they have). Dashed: the wall at $\frac34$.
#
# Which moduli beat all smaller ones? After the trivial $b=2$ just four of them.

# %%
records = [b for b in squarefree if all(exponent[b] > exponent[c] for c in squarefree if c < b)]
print(f"of {len(squarefree)} squarefree moduli up to {moduli}:")
for b in records:
    print(f"b = {b:>3}: m(b) = {size[b]:>2}, exponent {exponent[b]:.6f}, for example {largest[b].tolist()}")
table = pd.read_csv(files.table("data/residue-counts.csv")).query("modulus == 65")
far = table.pivot(index="residue", columns="n", values="count")
share = (far[2**40] - far[2**38]) / (far[2**40] - far[2**38]).sum()
six, seven = [r for r in range(65) if r % 5 in (0, 2) and r % 13 in (0, 2, 7)], (0, 2, 5, 22, 24, 43, 46)
best = max(share[[(r + move) % 65 for r in seven]].sum() for move in range(65))
print(f"of the cold positions from 2^38 to 2^40: {six} {share[six].sum():.1%}, Ruzsa's seven, moved, {best:.1%}")

# %% [markdown]
# **Exact:** 7 residues modulo 65, which are Ruzsa's, and 12 modulo 205, found by Beigel and Gasarch
# ([2008](../../book/references.md#beigel2008)) and by Lewko ([2015](../../book/references.md#lewko2015)), are the most
# there are, and no other squarefree modulus up to 210 does as well.
#
# The game prefers six classes modulo 65, those that are 0 or 2 modulo 5 and 0, 2 or 7 modulo 13; of its cold positions
# from $2^{38}$ to $2^{40}$ they hold 78.4%, and no translate of Ruzsa's seven more than 35.6% (exact counts). Nor can
# it come to seven residues while it keeps to two modulo 5 (exercise 4).
#
# ## Where the theory stands, November 2026
#
# *Machine-checked*: a proof assistant (here Lean) accepted it, by its author's build; we have not built it, nor read
# that the machine's statement is the one meant. *Claimed*: a preprint of so large a step that we would wait for
# experts. Let $r(n)$ be the size of a largest set, $\ell$ the logarithm, and $c$ a positive constant.
#
# | bound | who | status |
# |---|---|---|
# | $r(n)=o(n)$ | Sárközy [1978](../../book/references.md#sarkozy1978) (Furstenberg 1977) | refereed |
# | $n/\ell(n)^{\frac1{12}\ell\ell\ell\ell(n)}$ | Pintz et al. [1988](../../book/references.md#pintz1988) | refereed |
# | $n/\ell(n)^{\frac14\ell\ell\ell\ell(n)}$ | Balog et al. [1994](../../book/references.md#balog1994) | refereed |
# | $n/\ell(n)^{c\,\ell\ell\ell(n)}$ | Bloom, Maynard [2022](../../book/references.md#bloom2022) | refereed |
# | $n\,e^{-c\sqrt{\ell(n)}}$ | Green, Sawhney [2024](../../book/references.md#green2024) | preprint |
# | $C\,n^{1-c}$ | OpenAI, September [2026](../../book/references.md#powersaving2026) | claimed |
# | $n^{0.733077}$ | Ruzsa 1984 (above), 65 with 7 residues | refereed; checked above |
# | $n^{0.733412}$ | Beigel and Gasarch 2008, Lewko 2015 (above), 205 with 12 | refereed; checked above |
# | $n^{0.7527964}$ | Krachun, August [2026](../../book/references.md#krachun2026) | preprint |
# | $n^{0.7537415}$ | Jones, August [2026](../../book/references.md#jones2026) | machine-checked |
# | $n^{0.7580758}$ | Naslund, October [2026](../../book/references.md#sarkozy758) | machine-checked |
#
# The paper's "earlier conjectures" are Erdős's, $r(n)=n^{1/2}$ times a power of the logarithm, and Sárközy's,
# $r(n)=n^{1/2+o(1)}$; Sárközy refuted the first ([1978](../../book/references.md#sarkozy1978b)) and Ruzsa, by 65, the
# second. Of the first bounds the paper names the third and refers to the second ([slips](../../book/slips.md)).

# %%
print("65:", f"{exponent[65]:.6f}", "205:", f"{exponent[205]:.6f}", "cited:", 0.7527964, 0.7537415, 0.7580758)

# %% [markdown]
# The paper's author hopes for a proof that for some $\varepsilon>0$ there are $\Omega(n^{1/2+\varepsilon})$, or
# $O(n^{1-\varepsilon})$, cold positions ([2018](../../book/references.md#eppstein2018post)). The power saving, if it
# holds, gives the second; of the first only orders of $\sqrt n$ are known (Theorem 12.1 in [notebook
# 12](12-what-is-proved.ipynb)).
#
# ## Findings
#
# * The greedy square-difference-free set is the set of cold positions, and it is maximal below every $n$. (Theorem.)
# * At most 7 residues modulo 65 and 12 modulo 205: no other modulus that was searched does as well. (Exact.)
# * Ruzsa's exponents with products of primes that are 1 modulo 4 stay below $\frac34$. (Theorem.)
#
# ## Exercises
#
# 1. *Check.* Let `moduli = 300`. Does a modulus beat 205? *Hint: no; the best new one is 265, with 12 residues.*
#    [Solution](../solutions/part-6.ipynb#Notebook-16,-exercise-1)
# 2. *Prove.* Prove that $m(bc)\ge m(b)\,m(c)$ when $b$ and $c$ have no common factor. Why does it give nothing better
#    than the better of the two exponents? *Hint: $m(5)\,m(13)=6$, while $m(65)=7$.*
#    [Solution](../solutions/part-6.ipynb#Notebook-16,-exercise-2)
# 3. *Go further.* Wrap subtract-a-square at 205 in the [explorer](../../book/explore.md). Does the game make use of
#    that modulus? *Hint: which share of the cold positions is in the twelve most frequent residues, and are these
#    square-difference-free?* [Solution](../solutions/part-6.ipynb#Notebook-16,-exercise-3)
# 4. *Prove.* No square-difference-free set modulo 65 whose residues modulo 5 are only 0 and 2 has seven members. *Hint:
#    a multiple of 5 is a square modulo 5.* [Solution](../solutions/part-6.ipynb#Notebook-16,-exercise-4)
#
# **Next:** [Other games, and yours](17-other-games-and-yours.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import compare, report

compare = partial(compare, "16", n)
report = partial(report, "16", n)
compare("factor of log log log log n in the bound of Pintz, Steiger, Szemerédi", "1", "1/4", "1/12")
compare("earlier conjecture on dense sets, n^(1/2 + o(1)), refuted", "3.3", True, bool(exponent[65] > 0.7))
report("most residues mod 205 without square differences", size[205], "exact computation", at=205, known="Lewko 2015")
report("exponents of Ruzsa's sets with primes 1 mod 4 only stay below", "3/4", "theorem", known="Ruzsa 1984")
