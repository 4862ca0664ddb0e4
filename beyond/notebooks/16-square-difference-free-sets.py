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
# *25 minutes to read.*
#
# Choose numbers below $n$ so that *no* two differ by a square. You can't, for example, have both 3 and 7. **How many
# can you choose?** Ruzsa's construction takes digits from a set of residues without square differences modulo a
# squarefree $b$. With 12 residues modulo 205, the most possible (exact), it gives more than $n^{0.733}$ numbers. If all
# prime factors of $b$ are 1 modulo 4, the construction never reaches $n^{3/4}$ (theorem, dashed line in Figure 16.1),
# but other constructions, announced in 2026, exceed $n^{3/4}$. If you choose greedily, you get the cold positions of
# subtract-a-square. Read notebooks [6](../../notebooks/06-number-of-cold-positions.ipynb) and
# [7](../../notebooks/07-modularity.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, sections 1 and 3.3.*

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # cold positions are compared below n
moduli = 210  # residue sets are sought modulo every squarefree number up to this, at least 205

# %% tags=["setup"]
import matplotlib.pyplot as plt
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures
from subtraction_theory import difference_free as df

figures.use_style()
cold = cached("cold_positions", sg.squares, n)
squarefree = [b for b in range(2, moduli + 1) if df.is_squarefree(b)]
largest = {b: df.maximum_residues(b) for b in squarefree}
size = {b: len(D) for b, D in largest.items()}
exponent = {b: df.ruzsa_exponent(b, m) for b, m in size.items()}

# %% tags=["drawing"]
primes = [p for p in sg.primes(moduli + 1).tolist() if p % 4 == 3]
fig, ax = plt.subplots()
for marker, word in (("o", "no"), ("x", "some")):
    with_one = [any(b % p == 0 for p in primes) == (word == "some") for b in squarefree]
    chosen = pd.Series(exponent)[with_one]
    ax.plot(chosen, marker, markersize=4.5, label=f"{word} prime of b is 3 mod 4")
ax.axhline(3 / 4, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
for b in {5, 41, 65, 145, 205} & size.keys():
    place = {"xytext": (0, 4), "textcoords": "offset points", "ha": "center"}
    ax.annotate(f"{b}: {size[b]}", (b, exponent[b]), **place, size=9)
ax.set(xlabel="squarefree modulus b", ylabel="exponent (1 + log$_b$ m(b)) / 2")
ax.set(ylim=(0.49, 0.765))
ax.legend(loc="upper right", bbox_to_anchor=(1, 0.28), fontsize=9)
table = {"b": squarefree, "residues": size.values(), "exponent": exponent.values()}
figures.save(fig, "figure-16-1-square-difference-free-sets", table)
figures.show(fig, "Exponents by modulus, circles and crosses, all below a dashed line")

# %% [markdown]
# **Figure 16.1.** The exponent of Ruzsa's construction with a largest square-difference-free set of residues, for every
# squarefree $b$ up to 210. Five moduli are labelled with the size of the set. The dashed line is at $\frac34$.
#
# ## Residues give exponents
#
# A set of whole numbers is **square-difference-free** if no two distinct members differ by a square. A
# square-difference-free set below $n$ is **maximal** if no number below $n$ can be added to it.
#
# **Theorem 16.1** (known). Go through 0, 1, 2, ... and take each number that does not differ by a square from any
# number already taken. The numbers taken are the cold positions, and below every $n$ they form a maximal set.
#
# **Proof.** We use induction. If the numbers taken and the cold positions agree below $x$, the greedy rule takes $x$
# exactly when no move leads from $x$ to a cold position. The set is maximal because every refused number differs by a
# square from a member, and no member is ever removed. $\square$
#
# To find sets that are large when $n$ is *large*, work modulo $b$. Let $m(b)$ be the largest size of a set $D$ of
# residues modulo $b$, no two of which differ by a square in either order. Suppose that $b$ is squarefree. By Ruzsa's
# theorem (Theorem 7.2 in [notebook 7](../../notebooks/07-modularity.ipynb)), the numbers with base-$b$ digits from $D$
# in the even places and any digits in the odd places are square-difference-free, and about $n^e$ of them lie below $n$,
# where $e=\frac12(1+\log_b|D|)$. The function `maximum_residues` computes $m(b)$ exactly, as the size of a largest
# clique. Apart from the trivial $b=2$, only four moduli up to 210 give a larger exponent $e$ than all smaller ones.

# %%
print("can be added to the cold positions below n:", df.addable(cold, n))
top = pd.Series(exponent).cummax().diff().fillna(1)
records = top.index[top > 0].tolist()
shown = {b: (size[b], f"{exponent[b]:.6f}", str(largest[b])[1:-1]) for b in records}
print(f"The records among {len(squarefree)} squarefree moduli up to {moduli}:")
pd.DataFrame.from_dict(shown, "index", columns=["m(b)", "exponent", "for example"])

# %% [markdown]
# **Exact:** Ruzsa's 7 residues modulo 65, and the 12 residues modulo 205 found by Beigel and Gasarch
# ([2008](../../book/references.md#beigel2008)) and by Lewko ([2015](../../book/references.md#lewko2015)), are as many
# as possible, and no other squarefree modulus up to 210 does as well. The game uses neither set (exercise 3).
#
# ## Below three quarters
#
# According to Krachun [2026](../../book/references.md#krachun2026), Ruzsa observed in
# [1984](../../book/references.md#ruzsa1984) that the exponent of his method cannot exceed $\frac34$. The bound follows
# from the Lovász number ([1979](../../book/references.md#lovasz1979)), but the proof below needs only the Gauss sum.
#
# **Theorem 16.2** (known). Let $b$ be a product of distinct primes that are 1 modulo 4. Then $m(b)<\sqrt b$, and
# Ruzsa's exponent is less than $\frac34$.
#
# **Proof.** For a prime $p$ let $g_p(0)=1$, let $g_p(d)=c=2/(\sqrt p+1)$ for the $\frac{p-1}2$ other squares, and let
# $g_p(d)=0$ for nonsquares. For $t\ne0$, the Gauss sum $\sum_ze^{2\pi itz^2/p}$ over all residues $z$ is $\pm\sqrt p$.
# Here $z^2$ is 0 once and each other square twice, so the Fourier transform of $g_p$ at $t$ is
# $$\hat g_p(t)=1+c\,\frac{\pm\sqrt p-1}2\ \ge\ 1-c\,\frac{\sqrt p+1}2=0,\qquad
# \hat g_p(0)=1+c\,\frac{p-1}2=\sqrt p.$$
# Let $g(d)$ be the product of $g_p(d\bmod p)$ over the primes $p$ that divide $b$. Then $g$ is 1 at 0 and 0 at every
# nonsquare modulo $b$, because a nonsquare modulo $b$ is a nonsquare modulo some $p$. By the Chinese remainder theorem
# the transform of $g$ is a product of values of the $\hat g_p$, so it is nowhere negative, and it is $\sqrt b$ at 0.
#
# Let $D$ be square-difference-free. In $\sum g(x-y)$ over all pairs of members, only the pairs with $x=y$ contribute,
# so the sum is $|D|$. With $\hat D(t)=\sum_{x\in D}e^{2\pi itx/b}$, Fourier inversion shows that the sum is also
# $$\frac1b\sum_t\hat g(t)\,|\hat D(t)|^2\ \ge\ \frac1b\,\hat g(0)\,|\hat D(0)|^2=\frac{|D|^2}{\sqrt b},$$
# because no term is negative. Hence $|D|\le\sqrt b$, and since $b$ is not a square, $|D|<\sqrt b$. $\square$
#
# ## Where the theory stands, November 2026
#
# The table shows what we found on 26 November 2026. *Machine-checked* means that Lean accepted the proof in its
# author's build; the [references](../../book/references.md#sarkozy758) say what a registry checked. We have neither
# repeated such a build nor compared the code with the text. *Claimed* means that a preprint claims so large a step that
# we await the experts' verdict. Let $r(n)$ be the size of a largest square-difference-free set below $n$, $\ell$ the
# logarithm, and $c$ a positive constant. The first six bounds are upper bounds and the last five lower bounds, all up
# to a constant factor.
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
# | $n^{0.73341}$ | Beigel and Gasarch 2008, Lewko 2015 (above), 205 with 12 | refereed; checked above |
# | $n^{0.7527964}$ | Krachun, August [2026](../../book/references.md#krachun2026) | preprint |
# | $n^{0.7537415}$ | Jones, August [2026](../../book/references.md#jones2026) | $n^{0.7537}$ machine-checked |
# | $n^{0.7580758}$ | Naslund, October [2026](../../book/references.md#sarkozy758) | machine-checked |
#
# Erdős conjectured that $r(n)$ is $n^{1/2}$ times a power of the logarithm, and Sárközy that $r(n)=n^{1/2+o(1)}$.
# Sárközy refuted the first conjecture ([1978](../../book/references.md#sarkozy1978b)), and Ruzsa, with modulus 65, the
# second. Eppstein hopes to prove that there are $\Omega(n^{1/2+\varepsilon})$ or $O(n^{1-\varepsilon})$ cold positions
# for some $\varepsilon>0$ ([2018](../../book/references.md#eppstein2018post)). The claimed power saving would give the
# upper bound, but known floors are only of order $\sqrt n$ (Theorem 12.1 in [notebook 12](12-what-is-proved.ipynb)).
#
# ## Findings
#
# * *Exact computation:* $m(65)=7$, $m(205)=12$, and no other squarefree modulus up to 210 does as well.
# * *Theorems, known:* Ruzsa's exponents for products of distinct primes that are 1 modulo 4 stay below $\frac34$, and
#   the cold positions are the greedy set.
#
# ## Exercises
#
# 1. *Check.* Set `moduli = 300`. Does any modulus give a larger exponent than 205? *Hint: the best new modulus is 265,
#    with 12 residues.* [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-1)
# 2. *Prove.* Show that $m(bc)\ge m(b)\,m(c)$ when $b$ and $c$ have no common factor. Why is the exponent that this
#    gives for $bc$ at most the larger of the exponents for $b$ and $c$? *Hint: $m(5)\,m(13)=6$, while $m(65)=7$.*
#    [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-2)
# 3. *Go further.* Does the game use Ruzsa's seven residues modulo 65, or the twelve modulo 205? *Hint: what share of
#    the cold positions do the most frequent residues contain, and are these residues square-difference-free?*
#    [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-3)
# 4. *Prove.* Show that a maximal set below $n$ has more than $\sqrt{n/2}-\frac12$ members (known). *Hint: how many
#    numbers lie a square above or below a member?* [Solution](solutions/part-6.ipynb#Notebook-16,-exercise-4)
#
# **Next:** [Other games, and yours](17-other-games-and-yours.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import compare, report

compare = partial(compare, "16", n)
report = partial(report, "16", n)
compare(
    "factor of log log log log n in the bound of Pintz, Steiger, Szemerédi",
    "1",
    "1/4",
    "1/12",
)
compare(
    "earlier conjecture on dense sets, n^(1/2 + o(1)), refuted",
    "3.3",
    True,
    bool(exponent[65] > 0.7),
)
report(
    "most residues mod 205 without square differences",
    size[205],
    "exact computation",
    at=205,
    known="Beigel, Gasarch 2008; Lewko 2015",
)
report(
    "exponents of Ruzsa's sets with primes 1 mod 4 only stay below",
    "3/4",
    "theorem",
    known="Ruzsa 1984",
)
