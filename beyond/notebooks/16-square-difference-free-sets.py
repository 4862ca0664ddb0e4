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
# *After D. Eppstein, FUN [2018](../../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, sections 1 and 3.3.*

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
# **Theorem 16.2** (known). Let $b>1$ be a product of distinct primes that are 1 modulo 4. Then $m(b)<\sqrt b$, and
# Ruzsa's exponent is less than $\frac34$.
#
# **Proof.** For a prime $p$ let $g_p(0)=1$, let $g_p(d)=2/(\sqrt p+1)$ for the other squares, and let $g_p(d)=0$ for
# nonsquares. Since $z^2$ is 0 once and each other square twice, and $\sum_ze^{2\pi itz^2/p}=\pm\sqrt p$ for $t\ne0$,
# the Fourier transform of $g_p$ is $\sqrt p$ at 0 and nowhere negative. Let $g(d)$ be the product of $g_p(d\bmod p)$
# over all $p$ that divide $b$. Then $g$ is 1 at 0 and 0 at every nonsquare modulo $b$, and its transform is $\sqrt b$
# at 0 and nowhere negative. If $D$ is square-difference-free, $\sum g(x-y)$ over all pairs of members is $|D|$, and by
# Fourier inversion it is at least $|D|^2/\sqrt b$. So $|D|\le\sqrt b$, and $b$ is not a square. $\square$
#
# [The references](../../book/references.md#where-the-theory-stands) list the best known bounds for the size of a
# largest square-difference-free set below $n$. Sárközy refuted ([1978](../../book/references.md#sarkozy1978b)) a
# conjecture by Erdős, $n^{1/2}$ times a power of the logarithm, and Ruzsa, with modulus 65, one by Sárközy,
# $n^{1/2+o(1)}$.
#
# ## Findings
#
# * $m(65)=7$, $m(205)=12$, and no other squarefree modulus up to 210 does as well (exact computation). Ruzsa's
#   exponents for products of distinct primes that are 1 modulo 4 stay below $\frac34$ (theorem, known).
#
# ## Exercises
#
# 1. *Check.* Set `moduli = 300`. Does any modulus give a larger exponent than 205? *Hint: the best new modulus is 265,
#    with 12 residues.* [Solution](solutions/16-17.ipynb#Notebook-16,-exercise-1)
# 2. *Prove.* Show that $m(bc)\ge m(b)\,m(c)$ when $b$ and $c$ have no common factor. Why is the exponent that this
#    gives for $bc$ at most the larger of the exponents for $b$ and $c$? *Hint: $m(5)\,m(13)=6$, while $m(65)=7$.*
#    [Solution](solutions/16-17.ipynb#Notebook-16,-exercise-2)
# 3. *Go further.* Does the game use Ruzsa's seven residues modulo 65, or the twelve modulo 205? *Hint: what share of
#    the cold positions do the most frequent residues contain, and are these residues square-difference-free?*
#    [Solution](solutions/16-17.ipynb#Notebook-16,-exercise-3)
# 4. *Prove.* Show that a maximal set below $n$ has more than $\sqrt{n/2}-\frac12$ members (known). *Hint: how many
#    numbers lie a square above or below a member?* [Solution](solutions/16-17.ipynb#Notebook-16,-exercise-4)
#
# **Next:** [Other games, and yours](17-other-games-and-yours.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.reproduction import compare
from subtraction_theory.findings import report

compare = partial(compare, n)
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
