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
# *20 minutes to read.*
#
# The cold positions of subtract-a-square gather in residues modulo 5 and 13. Do the squares choose these numbers? They
# don't: declare 263 positions below 300 hot, and the same game gathers in five residues modulo 41 (Figure 11.1). Other
# beginnings make it keep residues modulo 29, 101, 11·31 or 8·37. While it keeps them, a theorem says that it consists
# of copies of the plain game. So **a finite beginning chooses the modulus and a constant factor of the count, and
# leaves the exponent alone**, as far as it is kept.
#
# Theorems and a search exclude moduli. What games keep is an exact computation to $2^{28}$ or $2^{32}$, and why they
# keep it is a heuristic. Read [notebook 10](10-the-game-inside-the-game.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, which asks whether all primes that are 1 modulo 4 behave like 5 and 13.*

# %% tags=["parameters"]
n = (
    2**16
)  # positions of the games that are played here: 0 to 16 n - 1 (make's LESSON_N)

# %% tags=["setup"]
from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_theory.difference_free import square_residues
from subtraction_theory.kernels import is_kernel, kernels, planted, planted_count

figures.use_style()

# %% [markdown]
# ## A beginning that chooses 41
#
# Take five residues modulo 41, no two of which differ by a square. Below 300 declare every other position hot, and
# from there on declare nothing.

# %%
D = [0, 6, 17, 28, 34]
hot = planted(41, D, B=300)
games = {
    "plain": sg.cold_positions(sg.squares, 16 * n),
    "planted": sg.cold_positions(sg.squares, 16 * n, hotspots=hot),
}
print(f"{hot.size} hot positions, the last is {hot.max()}")

# %% tags=["drawing"]
edges = np.round(2 ** np.arange(8, np.log2(16 * n) + 0.5, 0.5)).astype(int)
fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.2), sharey=True)
drawn = {
    "first": np.repeat(edges[:-1], 41),
    "residue": np.tile(np.arange(41), len(edges) - 1),
}
for ax, (name, cold) in zip(axes, games.items(), strict=True):
    share = np.histogram2d(cold, cold % 41, [edges, np.arange(42)])[0]
    share /= share.sum(axis=1, keepdims=True)
    ax.pcolormesh(
        np.log2(edges), np.arange(42) - 0.5, share.T, vmin=0, vmax=0.2, cmap="Blues"
    )
    ax.xaxis.set_major_formatter("$2^{{{x:.0f}}}$")
    ax.set(xlabel="position", title=f"the {name} game")
    drawn[name] = share.ravel().round(4)
axes[0].set_ylabel("residue modulo 41")
figures.save(fig, "figure-11-1-planted", drawn)
figures.show(
    fig,
    "Two panels: the plain game is pale everywhere, the planted one has five dark rows",
)

# %% [markdown]
# **Figure 11.1.** Cold positions by residue modulo 41, one column for each factor of $\sqrt2$; the darker a cell, the
# more of the column's cold positions have that residue. Left: the plain game, which knows nothing of 41. Right: the
# game with 263 hot positions, all of them left of $2^{8.3}$.

# %%
kept = {"from": n * np.array([1, 2, 4, 8])}
for name, cold in games.items():
    late = [cold[(low <= cold) & (cold < 2 * low)] for low in kept["from"]]
    kept[name] = [f"{np.isin(part % 41, D).mean():.2%}" for part in late]
print("part of the cold positions in D, from each position to its double:")
pd.DataFrame(kept).set_index("from")

# %% [markdown]
# The game keeps the five residues long after the last position that was declared hot. Three questions follow. How many
# cold positions does such a game have? Which residues can be kept? And what do beginnings choose that nobody chose?
#
# ## The count of a planted game
#
# Let $m$ be squarefree, and let no two residues of $D$ differ by a square modulo $m$. A square that joins two positions
# of $D$ is then a multiple of $m$, and so of $m^2$. As long as no cold position is outside $D$, each of the $|D|\,m$
# classes modulo $m^2$ that lie in $D$ is therefore the plain game from its start (Theorem 10.5 of
# [notebook 10](10-the-game-inside-the-game.ipynb)), and their members add up to
#
# $$c_D(n)=\sum_{r\bmod m\,\in\,D}c\Bigl(\Bigl\lceil\frac{n-r}{m^2}\Bigr\rceil\Bigr)\approx|D|\,m\,c(n/m^2).$$
#
# The table compares this sum with games below $2^{32}$ that were planted below some $B$ and then left alone, so that a
# few cold positions are outside $D$. They come from `data/planted.csv`, which the section *What games keep* describes.

# %%
rows = pd.read_csv(files.table("data/planted.csv"))
rows["lately"] = [[int(count) for count in text.split()] for text in rows.outsiders]
rows["outside"] = [counts[-1] for counts in rows.lately] / rows.late
rows["size"] = rows.residues.str.split().str.len()
copied = cache(lambda m, D, n: planted_count(m, [int(d) for d in D.split()], n))
far = rows[(rows.power == 2) & (rows.n == 2**32) & (rows.outside <= 0.01)].copy()
for name, end in (("copies", 2**32), ("before", 2**29)):
    far[name] = [
        copied(m, D, end) for m, D in zip(far.modulus, far.residues, strict=True)
    ]
far["ratio"] = far.cold / far.copies
far["of copies"] = np.log2(far.copies / far.before) / 3
error = np.sqrt(((far.exponent - far["of copies"]) ** 2).mean())
print(f"{len(far)} games modulo {far.modulus.nunique()} moduli that hold to 2^32")
print(
    f"cold positions / sum over copies: {far.ratio.min():.3f} to {far.ratio.max():.3f}"
)
print(f"exponents differ from those of the copies by {error:.4f} in the mean (rms)")

# %%
best = far.sort_values(["modulus", "B"]).groupby("modulus").first()
columns = ["size", "B", "cold", "copies", "ratio", "exponent", "of copies"]
print("for each modulus the smallest B: cold positions below 2^32, exponents from 2^29")
best[columns].assign(B=[f"2^{int(np.log2(B))}" for B in best.B]).round(4)

# %% [markdown]
# COUNTTEXT
#
# ## Kernels: where a game can settle
#
# By Theorem 12.3 in [notebook 12](12-what-is-proved.ipynb) the classes modulo $m$ that are rich in cold positions form
# a complement of the squares, even after finitely many positions are declared hot. So if all but $o(\sqrt n)$ cold
# positions lie in a set $D$ of residues that is square-difference-free modulo $m$, then every residue is a member of
# $D$ plus a square. Call a set $D$ of residues modulo $m$ a **kernel** if no two of its members differ by a square and
# $D$ plus the squares, 0 among them, is everything. *A game can settle only in a kernel.* Which graphs made from the
# differences modulo $m$ have a kernel is an open problem of its own (Problem 12.3.5 in
# [*Digraphs*](../../book/references.md#bangjensen2000)).
#
# **Theorem 11.1** (not found elsewhere). Let $p\equiv3\pmod4$ be a prime and $a\ge1$. There is no kernel modulo $4p^a$,
# and none modulo $p^ak$ if $p$ does not divide $k$ and $-1$ is a square modulo $k$.
#
# **Proof.** Let $S_m$ be the squares modulo $m$, 0 among them. A residue that $p$ does not divide is a square modulo
# $p^a$ exactly if it is one modulo $p$, and then its negative is none; so of $x$ and $-x$ one is in $S_{p^a}$. Write
# residues as pairs $(x,y)$ modulo $p^a$ and modulo $k$ or 4.
#
# Let $(x_0,y_0)$ be a member of a kernel modulo $p^ak$. Any member $(x',y')$ with $y_0-y'\in S_k$ also has $y'-y_0\in
# S_k$, hence $x'\equiv x_0$ modulo $p$; otherwise the two would differ by a square, one way or the other. Now choose
# $x$ so that $x-x_0$ is no square modulo $p$. A member from which a square leads to $(x,y_0)$ has $y_0-y'\in S_k$, and
# $x-x'\equiv x-x_0$ is no square. So no member reaches $(x,y_0)$.
#
# Modulo $4p^a$ members with the same $y$ agree modulo $p$, by the same reason; call their residue $\xi_y$. The squares
# modulo 4 are 0 and 1, so members reach $(x,y)$ only from $y$ and $y-1$, and the sets $\xi_y+S_p$ and $\xi_{y-1}+S_p$
# together must be all residues modulo $p$. Put $\nu=\xi_y-\xi_{y-1}$. It is not 0, and no square, since 1 is a square
# modulo 4; and $z+\nu$ is in $S_p$ for each nonsquare $z$. But for $\frac{p-3}4$ nonsquares $z$ it is a nonsquare. So
# $p=3$ and $\nu=2$ for all four $y$. Around the circle the four $\nu$ add up to 0, and $4\cdot2$ is not 0 modulo 3.
# $\square$
#
# **Theorem 11.2** (well known in parts). If neither 8 nor a prime $p\equiv3\pmod4$ divides $m\ge2$, there is a kernel
# modulo $m$. And if $a$ and $b$ have no common factor and each has a kernel, so has $ab$.
#
# **Proof.** The second claim first: $D_a\times D_b$ is a kernel, since two of its members differ by no square in one
# place at least, and each place is reached. Now let $m$ be odd. Then $-1$ is a square modulo $m$, so differences are
# squares both ways or neither, and a square-difference-free set to which nothing can be added is a kernel. Modulo 2
# the set $\{0\}$ is one, and modulo 4 the set $\{0,2\}$. $\square$
#
# The two theorems leave open some multiples of 8 and of primes 3 modulo 4. To 400 a search decides them.

# %%
table = pd.read_csv(files.table("data/kernels.csv"), dtype={"kernel": str}).set_index(
    "modulus"
)
has = table.kernel.notna()
assert all(
    is_kernel([int(d) for d in table.kernel[m].split()], m) for m in table.index[has]
)
threes = [int(p) for p in sg.primes(400) if p % 4 == 3]


def excluded(m):
    """Whether Theorem 11.1 says that there is no kernel modulo m."""
    parts = [np.gcd(m, p**6) for p in threes if m % p == 0]
    return any(m // part == 4 or square_residues(m // part)[-1] for part in parts)


hard = [m for m in table.index if m % 8 == 0 or any(m % p == 0 for p in threes)]
by_theorem = [m for m in hard if excluded(m)]
assert not any(has[by_theorem])
print(f"of {len(table)} moduli from 2 to {table.index.max()} {has.sum()} have a kernel")
print(f"Theorem 11.2 leaves {len(hard)} open, Theorem 11.1 excludes {len(by_theorem)}")
print("kernels beyond Theorem 11.2:", *table.index[has & table.index.isin(hard)])

# %% [markdown]
# Theorem 11.1 excludes 172 of the 303 moduli that Theorem 11.2 leaves open, and the search nearly all others. A draft
# of this notebook conjectured that none remains. **That is false: 104 = 8·13 and 341 = 11·31 have kernels** (exact
# computation). Behind 341 is a matching. Modulo a prime $p\equiv3\pmod4$ exactly one of any two residues is a square
# above the other, which makes the residues a *tournament*.
#
# **Theorem 11.3** (not found elsewhere). Let $p$ and $q$ be different primes $3$ modulo 4. A set of residues modulo
# $pq$ is square-difference-free exactly if its members differ pairwise modulo $p$ and modulo $q$, and of any two the
# one that is a square above the other modulo $p$ is a square below it modulo $q$. So it has at most $\min(p,q)$
# members.
#
# **Proof.** Members that agree modulo $p$ differ modulo $q$ by a square one way or the other, and 0 is a square modulo
# $p$; so they don't agree. If they agree in neither place, then exactly one way is a square modulo $p$, and exactly one
# modulo $q$, and these must not be the same. $\square$
#
# **Theorem 11.4** (not found elsewhere). Let $p<q$ be primes $3$ modulo 4, and $t=\frac{p+1}2$. If $q\ge t^2\,4^{t-1}$,
# there is no kernel modulo $pq$. There is none modulo $3q$ and none modulo $7q$.
#
# **Proof.** Fix $x$ modulo $p$. Members $(x_d,y_d)$ that reach some $(x,y)$ have $x-x_d\in S_p$, and the $x_d$ differ
# by Theorem 11.3, so there are at most $t$ of them; their $y_d$ differ, too. The $y$ for which all $y-y_d$ are
# nonsquares modulo $q$ are not reached, and by Weil's bound for character sums there are at least
# $$2^{-t}\bigl[q-\sqrt q\,\bigl((\tfrac t2-1)2^t+1\bigr)-t\,2^{t-1}\bigr]$$
# of them, which is positive for such $q$. For $p=3$ that leaves $q=7$ and 11, and for $p=7$ the primes $q<1024$, for
# most of which no four translates of $S_q$ cover all residues. The search finds no kernel for the others. $\square$

# %%
covered = []
for q in [int(p) for p in sg.primes(1024) if p % 4 == 3 and p > 7]:
    misses = ~square_residues(q)[np.arange(q) - np.arange(q)[:, None]]  # by y + S_q
    rest = misses[:, misses[0] & misses[1]].astype(
        np.float32
    )  # all pairs look like 0, 1
    if (rest @ rest.T).min() == 0:
        covered.append(q)
print("four translates cover the residues modulo q =", *covered)
moduli = [21, 33, *(7 * q for q in covered)]
print(
    "kernels modulo", *moduli, ":", sum(any(True for _ in kernels(m)) for m in moduli)
)

# %%
in_341 = np.array([int(d) for d in table.kernel[341].split()])
assert sorted(in_341 % 11) == list(range(11))
of_3097 = rows.residues[rows.modulus == 3097].iloc[0].split()
assert is_kernel([int(d) for d in of_3097], 3097)
print(
    f"341 has a kernel of {in_341.size}, 3097 = 19*163 one of {len(of_3097)}: {' '.join(of_3097)}"
)

# %% [markdown]
# The kernel of 341 has a member for each residue modulo 11, so the whole tournament of 11 lies backwards in that of 31.
# **It is not alone: 3097 = 19·163 has a kernel, too** (exact computation; a solver of logical formulas found it).
# *Open*: are there finitely many such products, and which multiples of 8 have a kernel?
#
# ## What games keep
#
# A kernel is necessary; is it enough? `research/beginnings.py` planted up to three sets $D$ for each modulus, no two of
# which are alike up to shifts and square factors. The first is a largest one, if that is a kernel; it was planted below
# a $B$ that rose by factors of 4 to $2^{24}$ until the game *held*, that is, until of the cold positions from $2^{27}$
# to $2^{28}$ at most one in a hundred was outside $D$. The first sets that held were followed to $2^{32}$. The other
# two are kernels, one that *pulls* most and one that pulls least, planted below $2^{22}$ or else $2^{24}$.
#
# The pull is a **heuristic**. Spread squares evenly within residue classes. A position $x$ then has $\sum_{d\in
# D}\nu_m(x-d)$ times as many moves into $D$ as each class of $D$ has on its share, where $\nu_m(s)$ counts the roots of
# $s$ modulo $m$. Inside a kernel that sum is $\nu_m(0)$, and the positions outside should die out if the least sum
# there is greater. For an odd squarefree $m$ it is at least twice as large, because $x-d$ is a square other than 0 and
# has two roots or more. For $m=2k$ with $k$ odd, squares don't see the parity, so that a position at the distance $k$
# from $D$ has as many moves as one inside; although there is a kernel, 2 should not be kept. Forecasts by this rule
# were committed before the games were played (`data/planted-forecasts.csv`, 25 November).

# %%
known = pd.read_csv(files.table("data/planted-forecasts.csv"))
sets = known.dropna(subset="residues").set_index(["power", "modulus", "residues"])
last = rows.sort_values("n").groupby(["power", "modulus", "residues", "B"]).last()
sets["hold"] = sets.index.isin(last[last.outside <= 0.01].droplevel("B").index)
sets["pull"] = np.where(sets.outside > sets.inside, "greater outside", "not greater")
kept = sets.loc[2].groupby("modulus").hold.any()
odd = [m for m in kept.index if m % 2 and m <= 233 and m != 125]
print(f"of {len(odd)} odd squarefree moduli to 233 {kept[odd].sum()} hold for some B")
print("others that hold:", *kept.index[kept & ~kept.index.isin(odd)])
print("not:", *kept.index[~kept])
print("cubes, that hold:", *sets.loc[3].query("hold").index.unique("modulus"))
without = last.loc[2].drop(kept.index, level="modulus")
print(f"without a kernel, at least {without.outside.min():.0%} outside:", end=" ")
print(*without.index.unique("modulus"))

# %%
print(
    "sets of residues, by the pull; of the unseen no game had been seen before the forecast"
)
unseen = sets[sets.seen == 0]
columns = {"sets": sets, "unseen": unseen}
pd.concat(
    {k: part.groupby("pull").hold.agg(["size", "sum"]) for k, part in columns.items()},
    axis=1,
)

# %% [markdown]
# PULLTEXT
#
# A game that has kept its residues for long need not go on. Followed further, two games change sides.

# %%
for m, B in ((296, 2**22), (109, 2**14)):
    game = rows[(rows.modulus == m) & (rows.B == B) & (rows.n == 2**32)].iloc[0]
    print(f"{m}, B = 2^{int(np.log2(B))}, outside from 2^23 on:", *game.lately[-9:])
    print(f"   {game.outside:.2%} of the last doubling")

# %%
at_28 = rows[(rows.power == 2) & (rows.n == 2**28) & (rows.outside <= 0.01)]
old = at_28[at_28.B <= 2**18].groupby("modulus").B.min()
first = known[known.residues.isna()].set_index("modulus")
ends = rows[(rows.power == 2) & (rows.n == 2**32)].set_index(["modulus", "B"]).exponent
exact = [abs(ends[m, B] - first.exponent[m]) <= 0.005 for m, B in old.items()]
ratio = np.log2(old / first.smallest[old.index]).abs() <= 2
print(
    f"earlier forecasts: for {first.seen.sum()} of {len(first)} moduli a game had been seen"
)
print(
    f"held: {sum(exact)} of {len(exact)} exponents, {ratio.sum()} of {len(ratio)} smallest B;"
)
print(f"of each {0.68 * len(exact):.1f} should have")
print(f"{len(old)} moduli hold, {first.holds.sum():.1f} were expected")
counts = unseen[unseen.hold & unseen.cold.notna()].cold.reset_index()
counts = counts.merge(rows, on=["power", "modulus", "residues"], suffixes=("_due", ""))
counts = counts[counts.n.isin([2**26, 2**28]) & (counts.outside <= 0.01)]
close = (counts.cold / counts.cold_due - 1).abs() <= 0.1
print(f"forecasts of the count within 10%: {close.sum()} of {len(close)} held")

# %% [markdown]
# OLDTEXT
#
# ## A late window melts the old crystal
#
# Must a beginning begin at 0? Leave the game alone up to $N$, then declare hot what is outside the five residues
# modulo 41 from $N$ to $2N$ or to $4N$, and leave it alone again. Below $N$ the game has settled modulo 5, and nothing
# of that is changed.

# %%
late = pd.read_csv(files.table("data/late.csv")).set_index(["first", "end", "n"])
doublings = late.groupby(level=[0, 1]).diff().dropna()
part = (doublings.outside / doublings.cold).unstack(["first", "end"])
part.columns = [
    f"2^{int(np.log2(a))} to 2^{int(np.log2(b))}" if b else "never" for a, b in part
]
part.index = [f"2^{int(np.log2(end))}" for end in part.index]
print(
    "part outside the residues modulo 41 in the doubling that ends at n, by the window"
)
part.iloc[-6:].map("{:.1%}".format)

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.6, 3.2))
ends = late.index.unique("n")[1:]
for name in part:
    ax.plot(ends, part[name], "o-", markersize=3, label=name)
ax.set_xscale("log", base=2)
ax.set(xlabel="n", ylabel="part outside", ylim=(0, 1))
ax.yaxis.set_major_formatter("{x:.0%}")
ax.legend(title="window", fontsize=8)
figures.save(fig, "figure-11-2-late", {"n": ends, **part})
figures.show(fig, "Six lines; two of them fall after their window")

# %% [markdown]
# LATETEXT
#
# ## What coins choose
#
# Now nobody chooses. A fair coin decides whether a position is hot: in five hundred games for each of the first
# thousand positions, in three hundred games for each of the first hundred. Take the cold positions from $2^{25}$ to
# $2^{26}$, and the two residues modulo 5 that hold most of them, of all pairs that don't differ by a square; likewise
# the three residues modulo 13 and modulo 17. If two residues modulo 5 hold less than nine tenths, the game goes on to
# $2^{30}$.

# %%
tossed = pd.read_csv(files.table("data/chosen.csv"))
five = tossed.held_5 >= 0.9
at_last = tossed.drop_duplicates(["coins", "seed"], keep="last")
choice = np.select(
    [at_last.held_5 >= 0.9, at_last.held_13 >= 0.9], ["5", "13, not 5"], "neither"
)
print("games by what holds nine tenths of the last doubling:")
print(pd.crosstab(at_last.coins, choice))
others = at_last[choice == "13, not 5"]
for coins, game in others.groupby("coins"):
    print(f"{coins} coins, 13 and not 5: seeds", *game.seed)
more = at_last[(choice == "5") & (at_last.share_17 > at_last.share_13)]
print("5, and 17 explains more than 13:", more.groupby("coins").size().to_dict())

# %% tags=["drawing"]
fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.2))
for coins, color in ((1000, figures.BLUE), (100, figures.VERMILION)):
    game = at_last[at_last.coins == coins]
    dots = {"color": color, "markersize": 3, "alpha": 0.7, "label": f"{coins} coins"}
    axes[0].plot(game.held_5, game.held_13, ".", **dots)
    axes[1].plot(game.share_13, game.share_17, ".", **dots)
axes[0].set(xlabel="in two residues modulo 5", ylabel="in three residues modulo 13")
axes[1].set(xlabel="explained by 13", ylabel="explained by 17")
for ax in axes:
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.yaxis.set_major_formatter("{x:.0%}")
axes[0].legend(fontsize=8, loc="lower left")
shown = ["coins", "seed", "n", "held_5", "held_13", "share_13", "share_17"]
figures.save(fig, "figure-11-3-tossed", {name: at_last[name] for name in shown})
figures.show(
    fig, "Dots crowd where 5 holds all; a few lie where 13 holds all and 5 does not"
)

# %%
tossing = np.random.default_rng(1057).random(100) < 0.5
cold = sg.cold_positions(sg.squares, 16 * n, hotspots=np.flatnonzero(tossing))
late_one = cold[cold >= 8 * n]
for m, number in ((5, 5), (13, 3)):
    counts = np.bincount(late_one % m, minlength=m) / late_one.size
    top = np.argsort(-counts)[:number]
    print(f"modulo {m}:", ", ".join(f"{r}: {counts[r]:.1%}" for r in top))

# %% [markdown]
# COINTEXT
#
# ## Findings
#
# FINDINGS
#
# **Next:** [What is proved](12-what-is-proved.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "11", n)
exactly = "exact computation"
name = "kernels modulo 4 p^a, and modulo p^a k with -1 a square modulo k, p = 3 mod 4 prime"
report(name, "none", "theorem")
report("kernels modulo 3q and modulo 7q, q = 3 mod 4 prime", "none", "theorem")
beyond = table.index[has & table.index.isin(hard)]
name = "least modulus with a kernel that 8 or a prime 3 mod 4 divides"
report(name, int(beyond[0]), exactly, at=400, data="data/kernels.csv")
data = {"data": "data/planted.csv"}
name = f"of {len(odd)} odd squarefree moduli to 233 without a prime 3 mod 4, kept by some B"
report(name, int(kept[odd].sum()), exactly, at=2**28, check="B to 2^24", **data)
game = far[(far.modulus == 296) & (far.B == 2**24)].iloc[0]
name = "part outside in the last doubling, 296 = 8*37 planted below 2^24"
report(name, f"{game.outside:.5f}", exactly, at=2**32, check="2^22 is lost", **data)
report("planted games that hold to 2^32", len(far), exactly, at=2**32, **data)
for name, value in (("least", far.ratio.min()), ("greatest", far.ratio.max())):
    name = f"{name} ratio of cold positions to the sum over copies in planted games"
    report(name, f"{value:.3f}", exactly, at=2**32, **data)
for name, value in (("least", far.exponent.min()), ("greatest", far.exponent.max())):
    name = f"{name} exponent of planted games from 2^29 to 2^32"
    report(name, f"{value:.4f}", "fit", at=2**32, **data)
data = {"at": 2**26, "data": "data/chosen.csv"}
for coins, part in at_last.assign(choice=choice).groupby("coins"):
    report(f"games with {coins} coins", len(part), exactly, **data)
    for what in ("5", "13, not 5"):
        name = f"games with {coins} coins that choose {what}"
        report(name, int((part.choice == what).sum()), exactly, **data)
data = {"at": 2**32, "data": "data/planted-forecasts.csv", "article": True}
for name, value in (
    ("made", len(first)),
    ("made when such a game had been seen", first.seen.sum()),
):
    report(
        f"moduli for which forecasts of planted games were {name}",
        value,
        exactly,
        **data,
    )
for name, value in (("exponent", exact.sum()), ("smallest B", ratio.sum())):
    report(
        f"forecasts of the {name} of planted games that held", value, exactly, **data
    )
report("planted moduli that hold", len(old), exactly, check="of 37, B to 2^18", **data)
report(
    "planted moduli that were expected to hold",
    f"{first.holds.sum():.1f}",
    exactly,
    **data,
)
should = 0.68 * len(exact)
name = "forecasts of one kind of planted games that should have held"
report(name, f"{should:.1f}", exactly, **data)
report("forecasts of planted games decided", len(exact) + len(ratio), exactly, **data)
report(
    "forecasts of planted games that held", exact.sum() + ratio.sum(), exactly, **data
)
report(
    "forecasts of planted games that should have held",
    f"{2 * should:.1f}",
    exactly,
    **data,
)
assert table.index.max() == 400, "the article says so"
assert [*beyond] == [104, 208, 232, 296, 328, 341], "the article lists them"
