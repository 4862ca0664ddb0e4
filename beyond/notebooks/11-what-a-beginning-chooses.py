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
# # 11. What a beginning chooses, and what it keeps
#
# *45 minutes to read.*
#
# The cold positions of subtract-a-square gather in a few residues modulo 5 and 13. Do the squares alone choose these
# numbers? The squares favour them, but the beginning of the game decides. If we declare 263 positions below 300 hot,
# the cold positions of the same game gather in five residues modulo 41 (Figure 11.1). Other beginnings make the game
# keep residues modulo 29, 101, 11·31 or 8·37. **As long as no cold position is outside these residues, a beginning that
# is planted outside them chooses the modulus and multiplies the count, but leaves the exponent alone** (Theorem 10.3).
# For five of 32 moduli, namely 5, 13, 41, 229 and 341, games planted late enough have nothing outside below $2^{32}$,
# and the count is that of copies of the plain game, to the unit. Games that we planted early come close.
#
# Read [notebook 10](10-the-game-inside-the-game.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, which asks whether all primes that are 1 modulo 4 behave like 5 and 13.*

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # the games that are played here end at 16 n

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_theory import kernels, outcomes, products
from subtraction_theory.kernels import is_kernel, planted, planted_count

figures.use_style()

# %% [markdown]
# ## A beginning that chooses 41

# %%
D = [0, 6, 17, 28, 34]  # residues modulo 41, no two of which differ by a square
hot = planted(41, D, B=300)
plain = sg.cold_positions(sg.squares, 16 * n)
game = sg.cold_positions(sg.squares, 16 * n, hotspots=hot)
inside = [np.isin(cold[cold >= 8 * n] % 41, D).mean() for cold in (plain, game)]
print(f"{hot.size} hot positions, the last is {hot.max()}")
print(f"in D from {8 * n:,} on: {inside[1]:.2%}; in the plain game {inside[0]:.2%}")

# %% tags=["drawing"]
ends = np.round(2 ** np.arange(8, np.log2(16 * n) + 0.5, 0.5)).astype(int)
fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.2), sharey=True)
drawn = {"from": np.repeat(ends[:-1], 41)}
for ax, cold, name in zip(axes, (plain, game), ("plain", "planted"), strict=True):
    part = np.histogram2d(cold, cold % 41, [ends, np.arange(42)])[0]
    part /= part.sum(axis=1, keepdims=True)
    ax.pcolormesh(np.log2(ends), np.arange(42) - 0.5, part.T, vmax=0.2, cmap="Blues")
    ax.set(xlabel="position, power of 2", title=f"the {name} game")
    drawn[name] = part.ravel().round(4)
axes[0].set_ylabel("residue modulo 41")
figures.save(fig, "figure-11-1-planted", drawn)
figures.show(fig, "The plain game is pale, and the planted game has five dark rows")

# %% [markdown]
# **Figure 11.1.** Cold positions by residue modulo 41, with one column for each factor of $\sqrt2$, for the plain game
# and for the game in which the positions below 300 outside five residues are hot.
#
# ## The count of a planted game
#
# Suppose a beginning plants residues $D$ modulo $m$ as in Theorem 10.3 of [notebook
# 10](10-the-game-inside-the-game.ipynb). As long as no cold position is outside $D$, the count is the sum of the counts
# in $|D|\,m$ copies of the plain game, about $|D|\,m\,c(n/m^2)$. If $m$ is not squarefree, the least square that $m$
# divides replaces $m^2$. For 32 moduli we planted a set below $2^{22}$ or, if something strayed, $2^{24}$
# (`data/later.csv`).

# %%
table = pd.read_csv(files.table("data/later.csv"))
copies = table.groupby(["modulus", "residues", "n"]).copies.first().unstack()
assert copies.loc[41, 2**28].item() == planted_count(41, D, 2**28)
later = table.query("n == 2**32")
for game in later[later.outside == 0].itertuples():
    print(f"modulo {game.modulus}, planted below {game.B:,}, none outside:", end=" ")
    print(f"{game.cold:,} cold positions below 2^32, {game.copies:,} in the copies")
assert (later.cold == later.copies)[later.outside == 0].all(), "Theorem 10.3"
latest = later.drop_duplicates("modulus", keep="last")
others = latest[latest.outside > 0]
of_sum = others.cold / others.copies
least, most = others.outside.min(), others.outside.max()
print(f"the other {len(others)}: {least} to {most:,}", end=" ")
low, high = np.floor(1000 * of_sum.min()), np.ceil(1000 * of_sum.max())
print(f"outside, {low / 1000:.3f} to {high / 1000:.3f} times the copies")

# %% [markdown]
# **Modulo 5, 13, 41, 229 and 341 nothing is outside $D$ below $2^{32}$, and the count is the sum over the copies, to
# the unit** (exact computation, and an instance of Theorem 10.3). In the other 27 games, 6 to 6,025 numbers are
# outside, and the count is 0.930 to 1.002 times the sum.
#
# How early may we plant? In `data/planted.csv` (section *What games keep*) every $D$ was planted below a rising $B$. A
# game **holds** to $n$ if at most a hundredth of its cold positions from $n/2$ to $n$ are outside $D$. For the first
# set of each modulus, we followed the games that held to $2^{28}$ and two others to $2^{32}$.

# %%
rows = outcomes.planted(files.table("data/planted.csv"))
key = ["modulus", "residues", "B"]
followed = rows[(rows.power == 2) & (rows.n == 2**32)]
far = followed[followed.holds].set_index(key)
near = rows[(rows.power == 2) & (rows.n == 2**28)].set_index(key)
sums = copies.loc[far.index.droplevel("B")].set_index(far.index)
far["ratio"] = far.cold / sums[2**32]
drift = np.log2(far.ratio / (near.cold.loc[far.index] / sums[2**28])) / 4
print(f"strays in {len(followed)} games: {followed.strays.min()}", end=" ")
print(f"to {followed.strays.max():,}; {len(far)} of them hold to 2^32,", end=" ")
print(f"of {far.index.unique(0).size} moduli, at most {far.outside.max():.2%} outside")
least, most = np.floor(1000 * far.ratio.min()), np.ceil(1000 * far.ratio.max())
print(f"cold positions / sum: {least / 1000} to {most / 1000}; from 2^28", end=" ")
print(f"to 2^32 like n^{drift.mean():.4f}, standard error {drift.sem():.4f}")

# %% [markdown]
# **In each of these 71 games something strays**, 8 to 234,189 numbers, and no theorem covers that. Still, 70 games hold
# to $2^{32}$, with at most 0.55% of the cold positions of the last doubling outside $D$, and their counts are 0.896 to
# 1.004 times the sum (exact computation), in which nothing is fitted. **This ratio shows no clear drift** (fit): from
# $2^{28}$ to $2^{32}$ it grows like $n^{0.0010}$ on average, with a standard error of 0.0005. So within these limits
# the exponent is that of the copies, the plain game's at $n/m^2$, and not that of Ruzsa's sets, for which every copy
# would have to be planted at every depth.
#
# ## Kernels
#
# A **kernel** modulo $m$ is a set $D$ of residues such that no two of them differ by a square and every residue is a
# member of $D$ plus a square, where 0 counts as a square. By Theorem 12.3 in [notebook 12](12-what-is-proved.ipynb),
# *residues of which no two differ by a square can contain all but $o(\sqrt n)$ of the cold positions below $n$ only if
# they form a kernel*, even after finitely many positions are declared hot. The theorem says nothing about games that
# keep all but a hundredth of their cold positions in such residues. Which circulant directed graphs have a kernel is an
# open problem ([Bang-Jensen and Gutin](../../book/references.md#bangjensen2000)).
#
# **Theorem 11.1** (apparently new). Let $p\equiv3\pmod4$ be a prime and $a\ge1$. There is no kernel modulo $p^ak$ if
# $p$ does not divide $k$ and $-1$ is a square modulo $k$, none modulo $4p^a$, and none modulo $8p^a$. (For $p$ alone
# this is well known, since a kernel of a tournament has only one member.)
#
# **Proof.** Let $S_m$ be the set of squares modulo $m$, including 0. If $p$ does not divide $x$, then $x$ is a square
# modulo $p^a$ if and only if it is a square modulo $p$, and exactly one of $x$ and $-x$ is a square. Write residues as
# pairs $(x,y)$ modulo $p^a$ and modulo $k$ or 4. Let $(x_0,y_0)$ be a member of a kernel modulo $p^ak$. If a member
# $(x',y')$ has $y_0-y'\in S_k$, then also $y'-y_0\in S_k$, because $-1$ is a square modulo $k$. Hence $x'\equiv x_0$
# modulo $p$, because otherwise the two members would differ by a square, one way or the other. Now suppose that $x-x_0$
# is not a square modulo $p$. A member $(x',y')$ that reaches $(x,y_0)$ by a square has $y_0-y'\in S_k$, so that
# $x-x'\equiv x-x_0$ is not a square. So no member reaches $(x,y_0)$, a contradiction.
#
# For the same reason, members of a kernel modulo $4p^a$ agree modulo $p$ if they have the same $y$. Let $\xi_y$ be
# their residue modulo $p$. The squares modulo 4 are 0 and 1, so $(x,y)$ is reached only from members at $y$ and $y-1$.
# Hence the sets $\xi_y+S_p$ and $\xi_{y-1}+S_p$ together must contain all residues modulo $p$, which neither set does
# alone. So $\nu=\xi_y-\xi_{y-1}$ is not 0. Nor is it a square, since 1 is a square modulo 4. Also, $z+\nu\in S_p$ for
# each nonsquare $z$, whereas $z+\nu$ is a nonsquare for $\frac{p-3}4$ of the nonsquares. So $p=3$ and $\nu=2$ for all
# four $y$. Around the circle, the four values of $\nu$ add up to 0, but $4\cdot2$ is not 0 modulo 3.
#
# Modulo $8p^a$, the squares modulo 8 are 0, 1 and 4, and $-4\equiv4$. So members whose $y$ differ by 0 or 4 agree
# modulo $p$, and $\xi_y$ depends on $y$ modulo 4. As $(x,y)$ is reached only from members at $y$, $y+4$ and $y-1$, the
# sets $\xi_y+S_p$ and $\xi_{y-1}+S_p$ cover all residues again. Neither does so alone, so there are members at every
# $y-1$, hence at every $y$, and the rest of the argument applies. $\square$
#
# **Theorem 11.2** (well known in parts). If neither 8 nor a prime $p\equiv3\pmod4$ divides $m\ge2$, there is a kernel
# modulo $m$. If $a$ and $b$ are coprime and there is a kernel modulo each of them, there is also a kernel modulo $ab$.
#
# **Proof.** Let $D_a$ and $D_b$ be kernels modulo $a$ and $b$, and write residues modulo $ab$ as pairs of residues
# modulo $a$ and $b$. Two members of $D_a\times D_b$ differ in some coordinate, and there the difference is not a
# square. Every residue is reached in each coordinate. So $D_a\times D_b$ is a kernel. If $m$ is odd, $-1$ is a square
# modulo $m$, so a difference is a square both ways or neither way. A square-difference-free set to which nothing can be
# added is therefore a kernel. The set $\{0\}$ is a kernel modulo 2, and $\{0,2\}$ is one modulo 4. $\square$
#
# For some multiples of 8 and of primes that are 3 modulo 4, the theorems do not decide whether there is a kernel. A
# search has answered the question for all moduli up to 400.

# %%
table = pd.read_csv(files.table("data/kernels.csv"), index_col="modulus").kernel
kernel = {m: [int(d) for d in text.split()] for m, text in table.dropna().items()}
forecasts = pd.read_csv(files.table("data/planted-forecasts.csv"))
kernel[3097] = [*map(int, forecasts.query("modulus == 3097").residues.iloc[0].split())]
assert all(is_kernel(D, m) for m, D in kernel.items())
bad = [8, *(int(p) for p in sg.primes(401) if p % 4 == 3)]
beyond = [m for m in kernel if m <= 400 and any(m % p == 0 for p in bad)]
print(f"{len(kernel) - 1} of {len(table)} moduli to {table.index.max()} have a kernel;")
print("beyond Theorem 11.2:", *beyond)

# %% [markdown]
# **Some of these moduli have kernels, for example 104 = 8·13 and 341 = 11·31** (exact computation). Modulo a prime
# $p\equiv3\pmod4$, exactly one of any two residues is a square above the other, so the residues form a *tournament*.
#
# **Theorem 11.3** (apparently new). Let $p\ne q$ be primes that are $3$ modulo 4. A set of residues modulo $pq$ is
# square-difference-free if and only if any two of its members differ modulo $p$ and modulo $q$, and the member that is
# a square above the other modulo $p$ is a square below it modulo $q$. So such a set has at most $\min(p,q)$ members.
#
# **Proof.** If two members agreed modulo $p$, one of them would be a square above the other, because this is true
# modulo $q$, and 0 is a square modulo $p$. If two residues agree in neither coordinate, their difference is a square
# modulo $p$ in exactly one direction, and likewise modulo $q$. These two directions must be opposite. $\square$
#
# **Theorem 11.4** (the main step is due to [Graham and Spencer 1971](../../book/references.md#graham1971)). Let $p<q$
# be primes that are $3$ modulo $4$, and $t=\frac{p+1}2$. If $q\ge t^2\,4^{t-1}$, there is no kernel modulo $pq$.
#
# **Proof.** Fix $x$ modulo $p$. The members $(x_d,y_d)$ that reach some $(x,y)$ have $x-x_d\in S_p$, and by Theorem
# 11.3 no two of them agree in either coordinate, so there are at most $t$ of them. If all $y-y_d$ are nonsquares modulo
# $q$, then $(x,y)$ is not reached. Graham and Spencer showed that such a $y$ exists for any $t$ residues $y_d$ (the
# Paley tournament has Schütte's property; [OEIS A362137](../../book/references.md#oeisA362137) lists the least). By
# Weil's bound for character sums, there are at least $2^{-t}\bigl[q-\sqrt q\,\bigl((\tfrac
# t2-1)2^t+1\bigr)-t\,2^{t-1}\bigr]$ such $y$, and this number is positive. $\square$ For large $q$ the same bound shows
# that the Paley tournament contains every tournament with $p$ vertices, so $\min(p,q)$ in Theorem 11.3 is attained.
#
# **There is no kernel modulo $3q$ and none modulo $7q$** (computer-assisted). The bound leaves open $q=7$ and 11 for
# $p=3$, and the primes $q<2^{10}$ for $p=7$. Four translates of $S_q$ can cover all residues for only eight of these
# primes, and for the remaining ten products an exhaustive search finds no kernel (`tests/test_kernels.py`).
#
# **Theorem 11.5** (we found it nowhere else). Let $D$ be a kernel modulo $M$, and let $p^a$ with $a\ge0$ be the power
# of the prime $p$ in $M$. (a) If $a$ is odd, the residues modulo $pM$ that lie in $D$ modulo $M$ form a kernel modulo
# $pM$. (b) If $a$ is even and $p\equiv1\pmod4$, there is a kernel modulo $pM$, and so
# there is one modulo $p^sM$ for every $s\ge1$.
#
# **Proof.** (a) If two members differ by $z^2$ modulo $pM$, they agree modulo $M$, so $z^2\equiv Mw$ with $p\nmid w$.
# Then $p$ divides $z^2$ exactly $a$ times, which is impossible. If $x\equiv d+z^2$ modulo $M$ with $d\in D$, then
# $x-z^2$ modulo $pM$ is a member and reaches $x$. (b) Write $M=p^ak$. Let $K$ be a maximal square-difference-free set
# modulo $p$, which is a kernel because $-1$ is a square, and take all $d+Mu$ with $d\in D$ and $ku\in K$ modulo $p$. If
# two of them differ by $z^2$, they have the same $d$, and $z^2\equiv p^ak(u-u')$ modulo $p^{a+1}$ makes $ku-ku'$ a
# square modulo $p$, a contradiction. Now let $x\equiv d+z^2$ modulo $M$. If $p^a\nmid z^2$, then $p$ divides $z$
# exactly $b<\frac a2$ times, and the numbers $(z+kp^{a-b}v)^2$ are $z^2$ plus all multiples of $M$ modulo $pM$. So
# every member over $d$ reaches $x$. Otherwise let $x-d\equiv p^as$ modulo $p^{a+1}$. Some $ku\in K$ has $s-ku\equiv
# w^2$ modulo $p$, and $d+Mu$ reaches $x$ by the square of a number that is $z$ modulo $k$ and $p^{a/2}w$ modulo
# $p^{a+1}$. $\square$
#
# So 2 yields 4, 104 yields 208 and $8\cdot13^b$ for every $b$, and there must be kernels modulo 592 and 656. As sets
# without square differences, these are Ruzsa's ([1984](../../book/references.md#ruzsa1984)), and only that they remain
# kernels may be new. In public texts on kernels of circulant digraphs, Paley tournaments and their products, Jacobsthal
# matrices and difference-free sets, we found neither this theorem nor Theorem 11.6.

# %%
predicted = 208, 464, 592, 656, 1352
lifted = [m for m in predicted if next(kernels.kernels(m), None) is not None]
print("kernels modulo", *lifted)
missing = [m for m in table.index if m not in kernel]
ruled_out = [m for m in missing if kernels.is_excluded(m)]
undecided = [m for m in table.index if any(m % p == 0 for p in bad)]
rest = len(missing) - len(ruled_out)
print(f"{len(undecided)} open; Theorem 11.1 excludes {len(ruled_out)}, a search {rest}")
primes = [p for p in sg.primes(150).tolist() if p % 4 == 1]
none = [p for p in primes if next(kernels.kernels(8 * p), None) is None]
print(f"no kernel modulo 8p for p = {none}, but for {len(primes) - len(none)} others")

# %% [markdown]
# Of the 303 moduli that Theorem 11.2 leaves open, Theorem 11.1 excludes 183, the search excludes 114,
# and six have kernels. There is a kernel modulo $8p$ for every prime $p\equiv1\pmod4$ below 150 except 5 and 17, and we
# *conjecture* that these are the only exceptions.
#
# **Theorem 11.6** (we found it nowhere else). Let $p<q$ be primes that are $3$ modulo $4$, let $\psi$ be a homomorphism
# from the nonzero squares modulo $p$ to those modulo $q$, and let $b\ne0$ be a square modulo $q$. The residues $(0,0)$,
# $(s,-\psi(s))$ and $(-s,b\psi(s))$ modulo $p$ and $q$, for all nonzero squares $s$ modulo $p$, form a
# square-difference-free set with $p$ members, the most possible, if and only if for all these $s$ (i) if $s\ne1$, then
# $\psi(s)\ne1$, and $1-\psi(s)$ is a square modulo $q$ exactly when $1-s$ is one modulo $p$, and (ii) $1+b\psi(s)$ is
# one exactly when $1+s$ is.
#
# **Proof.** By Theorem 11.3 we need opposite characters in every difference. Here $\psi(s)$ is a square and $-1$ is
# not. From $(0,0)$ the differences are $(s,-\psi(s))$ and $(-s,b\psi(s))$. The others are, up to the order of the
# members and with $s=s'u$, $(s'(u-1),-\psi(s')(\psi(u)-1))$ inside the first family, $(-s'(u-1),b\psi(s')(\psi(u)-1))$
# inside the second, and $(s'(u+1),-\psi(s')(\psi(u)+b))$ between them. In the last case
# $\psi(u)+b=\psi(u)(1+b\psi(u^{-1}))$ and $u+1=u(1+u^{-1})$. So (i) and (ii) are what is needed. $\square$
#
# To see whether such a set is a kernel, it suffices to look at the residues that are 0, 1 and $-1$ modulo $p$.

# %%
found = pd.read_csv(files.table("data/products.csv"))
for row in found[found.p * found.q < 2**20].itertuples(index=False):
    assert is_kernel(products.members(*row), row.p * row.q)
for p, of_p in found.groupby("p"):
    q, ones = of_p.q, (of_p.b == 1).sum()
    print(f"{p}: {q.size} primes q from {q.min()} to {q.max()};", end=" ")
    print(f"{ones} with b = 1, expected {products.expected(p):.1f}")

# %% [markdown]
# **Kernels modulo products of two primes that are 3 modulo 4 are not rare** (exact computation). Among these sets are
# kernels for one $q$ with $p=11$, 5 with 19, 2 with 23, 33 with 31 and 299 with 43. Of these, 0, 2, 1, 18 and 216 have
# $b=1$. How many should there be? Let $g=\frac{p-1}2$ have at most two prime divisors. For $b=1$, the identities
# $1-s^2=(1-s)(1+s)$, $1-s^{-1}=-s^{-1}(1-s)$ and $1-s^d=\prod_{w^d=1}(1-ws)$, where $d$ divides $g$, leave at most
# $k=\frac12\varphi(g)+\omega(g)$ independent signs, with Euler's function $\varphi$ and the number $\omega(g)$ of prime
# divisors of $g$. A set can reach all residues while $q$ is of the order of $2^{p/2}$. So we expect about
# $2^{p/2-k}/(p\ln2)$ such $q$ (*heuristic*), or 0.7, 3.4, 2.8, 33.7 and 388.7 in these five cases. As $k=\frac{p+1}4$
# for prime $g$, there should be infinitely many products with a kernel. For which $p$ there is one, and for which
# multiples of 8, is *open*.
#
# ## What games keep
#
# Does a game keep every kernel planted in it? For each modulus, up to three kernels $D$ that do not play alike were
# planted below a $B$ that rose to $2^{24}$ until the game held to $2^{28}$ (for cubes $2^{20}$ and $2^{26}$).
#
# The **pull** is a *heuristic*. If squares were spread evenly within residue classes, and cold positions evenly over
# the classes of $D$, the number of moves from $x$ into $D$ would be proportional to $\sum_{d\in D}\nu_m(x-d)$, where
# $\nu_m(s)$ counts the square roots of $s$ modulo $m$. Inside a kernel this sum is $\nu_m(0)$. If it is greater for
# every $x$ outside $D$, we say that $D$ pulls, and the cold positions outside should die out. For an odd squarefree $m$
# the sum is at least twice as large outside, because a square other than 0 has two roots or more. But for $m=2k$ with
# $k$ odd, a position at distance $k$ from $D$ has as many moves into $D$ as one inside, so parity should not be kept.

# %%
kept = rows[rows.power == 2].groupby("modulus").holds.any()
odd = [m for m in kept.index if m % 2 and m <= 233 and m in kernel and m != 125]
print(f"of {len(odd)} odd squarefree moduli to 233 {kept[odd].sum()} hold for some B")
print("others that hold:", *kept.index[kept & ~kept.index.isin(odd)])
without = rows[(rows.power == 2) & ~rows.modulus.isin(kernel)]
outside = without.outside.min()
print(f"no kernel, {outside:.0%} or more outside:", *without.modulus.unique())
same = ["power", "modulus", "residues"]
sets = forecasts.dropna(subset="residues").set_index(same)
sets["pulls"] = sets.outside > sets.inside
sets["hold"] = rows.groupby(same).holds.any()
counts = sets.dropna(subset="hold").groupby("pulls").hold.agg(["sum", "size"])
print(f"{counts['sum'][True]} of {counts['size'][True]} sets that pull hold,", end=" ")
print(f"and {counts['sum'][False]} of {counts['size'][False]} that don't")

# %% [markdown]
# **For every one of the 29 odd squarefree moduli up to 233 without a prime factor that is 3 modulo 4, some planted game
# holds to $2^{32}$** (exact computation). The same is true of 125, 11·31, 3097 (planted below $2^{27}$, and followed
# only to $2^{31}$), and the even modulus 296 = 8·37, but of none of the ten moduli without a kernel that were tried. Of
# 94 sets that pull, 90 were held in some game, and of 34 that don't pull, none. So in all games that were tried the
# pull is necessary, but not sufficient. We cannot prove that residues are kept for ever.
#
# ## What coins choose
#
# In five hundred games, a fair coin decides for each of the first thousand positions whether it is declared hot, and in
# three hundred other games for each of the first hundred. Among the pairs of residues modulo 5 whose difference is not
# a square, take the pair that contains the most cold positions from $2^{23}$ to $2^{24}$, and take three residues
# modulo 13, or modulo 17, in the same way. We say that the game *chooses* 5, 13 or 17 if these residues contain at
# least three quarters of those positions. If a game does not choose 5, we follow it to $2^{26}$ or $2^{30}$. The
# threshold favours 5, since the fair share is two fifths for two residues modulo 5, but three thirteenths for three
# modulo 13. So we also ask which modulus explains the most missing moves ([notebook 13](13-which-residues.ipynb)).

# %%
tossed = outcomes.choices(files.table("data/chosen.csv"))
chosen = {p: tossed[f"chooses_{p}"] for p in (5, 13, 17)}
share = tossed.filter(like="share_")
facts = {f"choose {p}": which for p, which in chosen.items()}
facts |= {
    "choose 5 and 13": chosen[5] & chosen[13],
    "choose 13, not 5": chosen[13] & ~chosen[5],
    "have more in 3 residues mod 13 than in 2 mod 5": tossed.held_13 > tossed.held_5,
    "are explained better by 13 than by 5": share.share_13 > share.share_5,
    "are explained best by 17": share.idxmax(axis=1) == "share_17",
}
coins = pd.DataFrame(facts).groupby(tossed.coins).sum()
print("seeds that choose 17:", *tossed.seed[chosen[17]])
print("seeds that choose 13, not 5:", *tossed.seed[facts["choose 13, not 5"]])
hundred = pd.read_csv(files.table("data/ensemble-squares.csv"))
others = hundred[[f"share_{m}" for m in (3, 7, 8, 9, 11, 21, 29, 33, 37, 41)]]
print(f"others explain at most {others.max().max():.2%} in {len(hundred)} games")
coins.transpose()

# %% [markdown]
# **The beginning decides which modulus wins** (exact computation). Of the five hundred games, 498 choose 5 by this
# threshold, but 159 choose 13, two of them without 5, and one chooses 17. In 42 games three residues modulo 13 contain
# more of the cold positions than two modulo 5, although their fair share is smaller, and **in 132 games 13 explains
# more of the missing moves than 5 does**. The games with a hundred coins are similar, and three of them choose 17. In a
# hundred of the games, no other modulus up to 41 that was tried explains more than 0.45% of the missing moves.
#
# ## Findings
#
# * A planted game consists of copies of the plain game as long as no cold position is outside its residues (Theorem
#   10.3). Planted late enough, games do so below $2^{32}$ for five of 32 moduli (exact computation).
# * Many moduli have no kernel (Theorems 11.1 and 11.4), but kernels lift from $M$ to $pM$ (Theorem 11.5), and there are
#   kernels modulo hundreds of products of two primes that are 3 modulo 4 (exact computation).
# * For each of the 29 odd squarefree moduli up to 233 without a prime factor that is 3 modulo 4, some planted game
#   holds to $2^{32}$, and coins choose 5 in nearly all games, often 13 as well, and 17 in a few (exact computation).
#
# **Next:** [What is proved?](12-what-is-proved.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_theory.findings import report

report = partial(report, "11", n)
exactly = "exact computation"
name = "kernels modulo 4 p^a, 8 p^a, and p^a k with -1 a square modulo k, p = 3 mod 4 prime"
report(name, "none", "theorem")
check = "with a search; covers by four translates and ten products, in tests"
name = "kernels modulo 3q and modulo 7q, q = 3 mod 4 prime"
report(name, "none", "theorem", check=check)
name = "kernels modulo pq, p < q primes 3 mod 4, for q at least (p + 1)^2 2^(p - 3)"
report(name, "none", "theorem", known="main step: Graham, Spencer 1971")
name = "kernel modulo M gives one modulo pM, if p^a divides M exactly"
check = "a odd, or a even and p = 1 mod 4; constructed"
report(name, "always", "theorem", check=check)
name = "members of the sets of Theorem 11.6 modulo pq, p < q"
report(name, "p, the most possible", "theorem")
for p, q in found.groupby("p").q:
    name = f"primes q with a kernel found modulo {p}q"
    end = {11: 2**14, 31: 2**18, 43: 3_100_000}.get(p, 2**16)
    check = "q below n; only the sets of Theorem 11.6 were tried"
    report(name, q.size, exactly, at=end, data="data/products.csv", check=check)
name = "primes p = 1 mod 4 below 150 without a kernel modulo 8p"
report(name, ", ".join(map(str, none)), exactly, at=150)
cited = partial(report, data="data/kernels.csv", at=400, article=True)
cited("moduli to 400 that 8 or a prime 3 mod 4 divides", len(undecided), exactly)
cited("such moduli for which theorems exclude kernels", len(ruled_out), "theorem")
name = "least modulus with a kernel that 8 or a prime 3 mod 4 divides"
report(name, int(beyond[0]), exactly, at=400, data="data/kernels.csv")
data = {"data": "data/planted.csv"}
name = f"of {len(odd)} odd squarefree moduli to 233 without a prime 3 mod 4, kept by some B"
to_the_end = far.loc[odd].index.unique(0).size
report(name, to_the_end, exactly, at=2**32, check="B to 2^24", **data)
game = far.xs(2**24, level="B").loc[296].iloc[0]
name = "part outside in the last doubling, 296 = 8*37 planted below 2^24"
check = "first kernel; lost below 2^22, as is another kernel below 2^24"
report(name, f"{game.outside:.5f}", exactly, at=2**32, check=check, **data)
for game in later[later.outside == 0].itertuples():
    k = game.B.bit_length() - 1
    name = f"cold positions below 2^32, modulo {game.modulus}, planted below 2^{k}"
    check = "none outside the residues; equal to the sum over the copies"
    report(name, game.cold, exactly, at=2**32, data="data/later.csv", check=check)
name = f"something strays in, of {len(followed)} planted games followed to 2^32"
report(name, int((followed.strays > 0).sum()), exactly, at=2**32, **data)
name = "mean exponent of the ratio to the copies from 2^28 to 2^32, 70 games"
report(name, f"{drift.mean():.4f}", "fit", at=2**32, **data)
name = "standard error of this mean, if the 70 games are independent"
report(name, f"{drift.sem():.4f}", "fit", at=2**32, **data)
name = f"of {len(followed)} planted games followed to 2^32, mostly as they held to 2^28, hold"
report(name, len(far), exactly, at=2**32, **data)
data["check"] = "only the games that hold to 2^32"
for name, value in (("least", least), ("greatest", most)):
    name = f"{name} ratio of cold positions to the sum over copies in planted games"
    report(name, f"{value / 1000:.3f}", exactly, at=2**32, **data)
for name, value in (("least", far.exponent.min()), ("greatest", far.exponent.max())):
    name = f"{name} exponent of planted games from 2^29 to 2^32"
    report(name, f"{value:.4f}", "fit", at=2**32, **data)
data = {"at": 2**24, "data": "data/chosen.csv"}
check = "threshold 3/4; without 5 there: at 2^26 or 2^30"
for number, row in coins.iterrows():
    total = int((tossed.coins == number).sum())
    report(f"games with {number} coins", total, exactly, **data)
    for what in coins:
        name = f"games with {number} coins that {what}"
        report(name, int(row[what]), exactly, check=check, **data)
assert table.index.max() == 400, "the article says so"
assert [*beyond] == [104, 208, 232, 296, 328, 341], "the article lists them"
