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
# # 17. Sets without square differences
#
# *20 minutes to read.*
#
# Choose numbers below $n$ so that *no* two of them differ by a square, as 3 and 7 do. **How many can you choose?** The
# cold positions of subtract-a-square are one choice, and the paper calls on number theory to say how good a choice it
# is. This notebook is about that theory: what can be proved in a page, what a computer can settle, and what is still
# being fought over. Modulo 205 no more than 12 residues are free of square differences, which gives the largest known
# sets of this kind; primes 1 modulo 4 alone never lead past $n^{3/4}$.
#
# Read [notebook 6](../06-number-of-cold-positions.ipynb) and [notebook 7](../07-modularity.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, sections 1 and 3.3, which cite the results that are proved or dated here.*

# %% tags=["parameters"]
n = 2**16  # the sets are drawn from 0 to n - 1 (make's LESSON_N)
moduli = 210  # residue sets are searched for modulo every squarefree number up to this, at least 205

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures
from subtraction_theory import difference_free as df

figures.use_style()
cold = cached("cold_positions", sg.squares, n)

# %% [markdown]
# A set of whole numbers is **square-difference-free** when no two different members differ by a square.
#
# ## The greedy set is the game
#
# The simplest way to choose is greed: go through 0, 1, 2, 3, ... and take each number that differs by a square from
# none of those already taken.

# %%
taken = []
for x in range(200):
    if not any(round((x - y) ** 0.5) ** 2 == x - y for y in taken):
        taken.append(x)
print(taken[:12], "could be added to the cold positions:", df.addable(cold, n))
print(f"{len(cold):,} cold positions below {n:,}, square-difference-free: {df.is_difference_free(cold)}")
assert taken == cold[cold < 200].tolist()

# %% [markdown]
# **Theorem 17.1** (known). The greedy set consists of the cold positions of subtract-a-square. **Proof.** By induction:
# suppose that below $x$ the two agree. Greed takes $x$ exactly when no taken $y<x$ has $x-y$ a square. So it takes $x$
# exactly when no cold $y$ can be reached from $x$ by a move; and that is when $x$ is cold. $\square$
#
# A square-difference-free set below $n$ is **maximal** when no number below $n$ can be added to it. The greedy set is:
# a number that was not taken was refused because of a member, and the member is still there.
#
# ## A floor under every maximal set
#
# **Theorem 17.2** (known). A maximal set below $n$ has more than $\sqrt{n/2}-\frac12$ members. **Proof.** Each number
# below $n$ is a member, or lies a square above or below one. A member $a$ has at most $\sqrt{n-a}+\sqrt a\le\sqrt{2n}$
# numbers of this kind. So with $s=\sqrt{2n}$ we have $\frac12s^2=n\le|A|(1+s)$, and
# $|A|\ge\frac{s^2}{2(1+s)}>\frac{s-1}2$. $\square$ ([Notebook 10](10-what-is-proved.ipynb) has better constants.)
#
# So maximal need not be large. **From above** less is easy. Let $r(n)$ be the size of a largest set below $n$. What a
# set has in a window of length $L$ is, moved to 0, such a set again, so no set has a density above $r(L)/L$. OEIS
# [A210570](../../book/references.md#oeisA100719) has $r(322)=60$, hence no density above 0.1863. That it is 0,
# Furstenberg ([1977](../../book/references.md#furstenberg1977)) and Sárközy
# ([1978](../../book/references.md#sarkozy1978)) proved.

# %%
print(
    f"r(322) = 60: no density above {60 / 322:.4f}; greed has {len(cold) / np.sqrt(n):.1f} sqrt(n) members below {n:,}"
)

# %% [markdown]
# ## Residues
#
# For sets that are large for *large* $n$, work modulo $b$. A set $D$ of residues is square-difference-free modulo $b$
# when no difference of two different members is a square modulo $b$, in either order. [Notebook
# 7](../07-modularity.ipynb) proves Ruzsa's theorem: if $b$ is squarefree, the numbers with base-$b$ digits from $D$ in
# the even places and any digits in the odd places are a square-difference-free set, with about $n^e$ members below $n$,
# where $e=\frac12(1+\log_b|D|)$. So we want many residues; let $m(b)$ be the largest number of them.
#
# The graph that joins two residues when neither difference is a square has $m(b)$ as the size of a largest clique, and
# `maximum_residues` finds it exactly. A prime $p\equiv3\pmod4$ has $m(p)=1$, since of $d$ and $-d$ one is a square; a
# factor 2, or a single such prime, adds nothing to $m(c)$.

# %%
squarefree = [b for b in range(2, moduli + 1) if df.is_squarefree(b)]
largest = {b: df.maximum_residues(b) for b in squarefree}
size = {b: len(D) for b, D in largest.items()}
primes = sg.primes(moduli + 1).tolist()
threes = {b: sum(b % p == 0 for p in primes if p % 4 == 3) for b in squarefree}  # how many primes are 3 modulo 4
assert all(size[2 * c] == size[c] for c in squarefree if c % 2 and 2 * c in size)
assert all(size[p * c] == size[c] for p in primes for c in size if p % 4 == 3 and p * c in size and threes[c] == 0)

# %% [markdown]
# ## A wall at three quarters
#
# Ruzsa saw in [1984](../../book/references.md#ruzsa1984) that $\frac34$ is where his method ends
# (so Krachun [2026](../../book/references.md#krachun2026)). For a prime that is 1 modulo 4, join two residues when they
# differ by a square. In this *Paley graph* a square-difference-free set is an independent set; for a product of primes,
# in the strong product of the graphs. Lovász's number $\vartheta$ ([1979](../../book/references.md#lovasz1979)) bounds
# independent sets, is multiplicative, and is $\sqrt p$ for the Paley graph of $p$: the theorem below in one line. (For
# $p=5$ it is the pentagon of Shannon's problem; Naslund [2023](../../book/references.md#naslund2022) had the same for
# polynomials, and conjectured that $\frac34$ is best there; that was refuted in September 2026 by Jones
# [2026](../../book/references.md#jones2026ns), with a proof in Lean.) Here is a proof by hand, with nothing but Gauss's
# sum.
#
# **Theorem 17.4** (known). Let $b$ be a product of different primes that are 1 modulo 4. Then $m(b)<\sqrt b$, and
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
# ## Figure 17.1: the exponents

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
figures.save(fig, "figure-17-1-square-difference-free-sets", table)
figures.show(fig, "Exponents against the modulus as circles and crosses, all below a dashed line at three quarters")

# %% [markdown]
# **Figure 17.1.** The exponent of Ruzsa's construction with a largest square-difference-free set of residues, for every
# squarefree $b$ up to 210 (five of them with how many residues they have). Dashed: the wall at $\frac34$.
#
# Which moduli beat all smaller ones? After the trivial $b=2$ just four of them. The last three lines are runners-up.

# %%
records = [b for b in squarefree if all(exponent[b] > exponent[c] for c in squarefree if c < b)]
print(f"of {len(squarefree)} squarefree moduli up to {moduli}:")
for b in [*records, 145, 185, 85]:
    print(f"b = {b:>3}: m(b) = {size[b]:>2}, exponent {exponent[b]:.6f}, for example {largest[b].tolist()}")

# %% [markdown]
# The 7 residues modulo 65 are Ruzsa's ([1984](../../book/references.md#ruzsa1984)), with exponent 0.733077. The 12
# modulo 205 were found, also by computer, by Beigel and Gasarch ([2008](../../book/references.md#beigel2008)) and by
# Lewko ([2015](../../book/references.md#lewko2015)), with 0.733412. **Exact:** 7 and 12 are the most there are, and no
# other squarefree modulus up to 210 does as well.
#
# ## Against Ruzsa's seven
#
# The game prefers 0 and 2 modulo 5 (notebook 7) and 0, 2 and 7 modulo 13: six classes modulo 65. Why not Ruzsa's seven,
# which would make a denser set? Here is where the cold positions between $2^{38}$ and $2^{40}$ lie.

# %%
published = {5: [0, 2], 65: [0, 2, 5, 22, 24, 43, 46], 205: [0, 2, 8, 14, 77, 79, 85, 96, 103, 109, 111, 181]}
table = pd.read_csv("../../data/residue-counts.csv").query("modulus == 65")
far = table.pivot(index="residue", columns="n", values="count")
share = (far[2**40] - far[2**38]) / (far[2**40] - far[2**38]).sum()
six = [r for r in range(65) if r % 5 in (0, 2) and r % 13 in (0, 2, 7)]
best = max(share[[(r + move) % 65 for r in published[65]]].sum() for move in range(65))
print(f"{six} hold {share[six].sum():.1%}; the best translate of Ruzsa's seven {best:.1%}")
assert df.is_difference_free_modulo(six, 65)

# %% [markdown]
# The six hold 78.4%, the best translate of the seven only 35.6%: a greedy player doesn't look ahead.
#
# **Claim 17.5.** No square-difference-free set modulo 65 whose residues modulo 5 are only 0 and 2 has seven members.
# **Proof.** Two members in the same class modulo 5 differ by a multiple of 5, which is a square modulo 5. So their
# difference must fail to be a square modulo 13, and each of the two classes has at most $m(13)=3$ members. Twice three
# is six. $\square$ Ruzsa's seven use all five residues modulo 5. By keeping to two the game has closed that door.

# %%
ruzsa = {b: df.ruzsa_members(b, D, n) for b, D in published.items()}
print(f"below {n:,}: greedy {len(cold):,},", ", ".join(f"base {b} {len(members):,}" for b, members in ruzsa.items()))
assert all(df.is_difference_free(members) for members in ruzsa.values())

# %% [markdown]
# At a given $n$ the record exponent says little: below $2^{16}$ the greedy set has 2,053 members, more than Ruzsa's to
# the bases 5 and 65.
#
# ## Where the theory stands (November 2026)
#
# *Refereed* means published after review; *preprint*, public and not reviewed as far as we know. *Machine-checked*: a
# proof assistant (here Lean) accepted it, by its authors' build; we have not built it, nor read that the machine's
# statement is the one meant. *Claimed*: a preprint of so large a step that we would wait for experts.
#
# Erdős conjectured that $r(n)$, the size of a largest set, is $n^{1/2}$ times a power of $\log n$. Sárközy disproved
# that ([1978, part II](../../book/references.md#sarkozy1978b)) and still thought $r(n)=n^{1/2+o(1)}$: these are the
# "earlier conjectures" of the paper's section 3.3. Ruzsa refuted this one in
# [1984](../../book/references.md#ruzsa1984), by 65. The bounds from above are $n$ divided by something slow ($c$ is a
# positive constant).
#
# | upper bound for $r(n)$ | who | status |
# |---|---|---|
# | $o(n)$ | Furstenberg 1977, Sárközy 1978 (above) | refereed |
# | $n/(\log n)^{\frac1{12}\log\log\log\log n}$ | Pintz et al. [1988](../../book/references.md#pintz1988) | refereed |
# | $n/(\log n)^{\frac14\log\log\log\log n}$ | Balog et al. [1994](../../book/references.md#balog1994) | refereed |
# | $n/(\log n)^{c\log\log\log n}$ | Bloom, Maynard [2022](../../book/references.md#bloom2022) | refereed |
# | $n\,e^{-c\sqrt{\log n}}$ | Green, Sawhney [2024](../../book/references.md#green2024) | preprint |
# | $C\,n^{1-c}$ | OpenAI, 24 September [2026](../../book/references.md#powersaving2026) | claimed |
#
# **Where the text and its reference differ.** The paper prints the bound with $\frac14\log\log\log\log n$ and refers to
# Pintz, Steiger and Szemerédi, who have $\frac1{12}$; the $\frac14$ is of Balog et al. ([all
# slips](../../book/slips.md)).
#
# The bounds from below are powers of $n$. The paper names the second, the densest construction of its day. The last
# three are above $\frac34$: they need another idea than many residues, and have one (residues that are *ordered*).
# Records are kept as constant C_4b of [optimizationproblems](https://github.com/teorth/optimizationproblems).
#
# | exponent | who | status |
# |---|---|---|
# | 0.733077 | Ruzsa 1984 (above), 65 with 7 residues | refereed; checked above |
# | 0.733412 | Beigel and Gasarch 2008, Lewko 2015 (above), 205 with 12 residues | refereed; checked above |
# | 0.7527964 | Krachun, August [2026](../../book/references.md#krachun2026) | preprint |
# | 0.7537415 | Jones, August [2026](../../book/references.md#jones2026) | machine-checked, by its author's build |
# | 0.7580758 | Naslund, October [2026](../../book/references.md#sarkozy758) | machine-checked, by its author's build |

# %%
print("65:", f"{exponent[65]:.6f}", "205:", f"{exponent[205]:.6f}", "cited:", 0.7527964, 0.7537415, 0.7580758)

# %% [markdown]
# **The author's question.** When the paper appeared, its author wrote what he would like to see proved of the number
# $c(n)$ of cold positions ([2018](../../book/references.md#eppstein2018post)): for some $\varepsilon>0$, either
# $c(n)=\Omega(n^{1/2+\varepsilon})$ or $c(n)=O(n^{1-\varepsilon})$. If the power saving that is claimed holds, it
# answers the second half. The first is open: below, only orders of $\sqrt n$ are known ([notebook
# 10](10-what-is-proved.ipynb)).

# %% [markdown]
# ## Findings
#
# * The greedy square-difference-free set is the set of cold positions, and it is maximal below every $n$. (Theorem.)
# * At most 7 residues modulo 65 and 12 modulo 205: no other modulus that was searched does as well. (Exact.)
# * Ruzsa's exponents with products of primes that are 1 modulo 4 stay below $\frac34$. (Theorem.)
# * The game sits in six classes modulo 65 that cannot be completed to Ruzsa's seven.
#
# ## Exercises
#
# 1. *Check.* Let `moduli = 300`. Does a modulus beat 205? *Hint: no; the best new one is 265, with 12 residues.*
#    [Solution](../solutions/part-6.ipynb#Notebook-17,-exercise-1)
# 2. *Prove.* Prove that $m(bc)\ge m(b)\,m(c)$ when $b$ and $c$ have no common factor. Why does it give nothing better
#    than the better of the two exponents? *Hint: $m(5)\,m(13)=6$, while $m(65)=7$.*
#    [Solution](../solutions/part-6.ipynb#Notebook-17,-exercise-2)
# 3. *Go further.* Wrap subtract-a-square at 205 in the [explorer](../../book/explore.md). Does the game make use of
#    that modulus? *Hint: which share of the cold positions is in the twelve most frequent residues, and are these
#    square-difference-free?* [Solution](../solutions/part-6.ipynb#Notebook-17,-exercise-3)
#
# **Next:** [Other games, and yours](18-other-games-and-yours.ipynb)
