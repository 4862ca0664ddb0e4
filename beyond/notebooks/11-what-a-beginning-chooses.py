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
# keep residues modulo 29, 101, 11·31 or 8·37. As long as no cold position is outside these residues, and no position
# inside them has been declared hot, the game consists of copies of the plain game (Theorem 10.3). So **a finite
# beginning chooses the modulus and multiplies the count, but leaves the exponent alone**. Most of the games that we
# followed have some cold positions outside their residues, but their counts are nearly those of the copies.
#
# Theorems and a search exclude some moduli. Exact computations to $2^{28}$ or $2^{32}$ show which residues games keep,
# and a heuristic partly explains why they keep them. Read [notebook 10](10-the-game-inside-the-game.ipynb) first.
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
from subtraction_theory import outcomes
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
# **Figure 11.1.** Cold positions by residue modulo 41, with one column for each factor of $\sqrt2$. The darker a cell
# is, the more of the cold positions in its column have that residue. The left side shows the plain game, and the right
# side the game in which the positions below 300 outside five residues are hot.
#
# ## The count of a planted game
#
# Suppose a beginning plants residues $D$ modulo $m$ as in Theorem 10.3 of [notebook
# 10](10-the-game-inside-the-game.ipynb). As long as no cold position is outside $D$, the count is the sum of the counts
# in $|D|\,m$ copies of the plain game, about $|D|\,m\,c(n/m^2)$. We compare this sum with the counts in games planted
# below some $B$ and then left alone (`data/planted.csv`, section *What games keep*). Some cold positions of these games
# are outside $D$. A game **holds** to $n$ if at most a hundredth of its cold positions from $n/2$ to $n$ are outside
# $D$. For the first set of each modulus, we followed the games that held to $2^{28}$ and two others to $2^{32}$.

# %%
rows = outcomes.games(files.table("data/planted.csv"))
followed = rows[(rows.power == 2) & (rows.n == 2**32)]
far = followed[followed.holds].copy()
for name, end in (("copies", 2**32), ("before", 2**29)):
    planned = far[["modulus", "residues"]].to_numpy()
    far[name] = [planted_count(m, [*map(int, D.split())], end) for m, D in planned]
far["ratio"] = far.cold / far.copies
error = far.exponent - np.log2(far.copies / far.before) / 3
print(f"{len(far)} of {len(followed)} games that were followed hold to 2^32,", end=" ")
print(f"modulo {far.modulus.nunique()} moduli, at most {far.outside.max():.2%} outside")
least, most = np.floor(1000 * far.ratio.min()), np.ceil(1000 * far.ratio.max())
print(f"cold positions / sum: {least / 1000} to {most / 1000}")
print(f"exponents differ from those of the copies by {(error**2).mean() ** 0.5:.4f}")

# %% [markdown]
# **In all 70 games that hold to $2^{32}$, which belong to 32 moduli, the count is 0.896 to 1.004 times the sum** (exact
# computation), and nothing in the sum is fitted. In these games, up to 0.55% of the cold positions of the last doubling
# are outside $D$. If $m$ is not squarefree, the least square that $m$ divides replaces $m^2$. The exponent of a game is
# that of the plain game at $n/m^2$, with a root mean square error of 0.0051. This exponent is not that of Ruzsa's sets,
# for which every copy would have to be planted at every depth.
#
# ## Kernels
#
# A **kernel** modulo $m$ is a set $D$ of residues such that no two of them differ by a square and every residue is a
# member of $D$ plus a square, where 0 counts as a square. By Theorem 12.3 in [notebook 12](12-what-is-proved.ipynb),
# *residues of which no two differ by a square can contain all but $o(\sqrt n)$ of the cold positions below $n$ only if
# they form a kernel*, even after finitely many positions are declared hot. The theorem says nothing about games that
# keep all but a hundredth of their cold positions in such residues. In the language of graph theory, $D$ is a kernel of
# the directed graph with an arrow from each residue $x$ to $x-s$ for every square $s\ne0$ modulo $m$. For which sets of
# differences such a graph has a kernel is an open problem ([Bang-Jensen and
# Gutin](../../book/references.md#bangjensen2000)).
#
# **Theorem 11.1** (apparently new). Let $p\equiv3\pmod4$ be a prime and $a\ge1$. There is no kernel modulo $4p^a$,
# and none modulo $p^ak$ if $p$ does not divide $k$ and $-1$ is a square modulo $k$.
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
# four $y$. Around the circle, the four values of $\nu$ add up to 0, but $4\cdot2$ is not 0 modulo 3. $\square$
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
print(f"341: {len(kernel[341])} members, 3097 = 19*163: {len(kernel[3097])} members")

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
# **Theorem 11.4** (apparently new). Let $p<q$ be primes that are $3$ modulo 4, and $t=\frac{p+1}2$. If
# $q\ge t^2\,4^{t-1}$, there is no kernel modulo $pq$. There is no kernel modulo $3q$ and none modulo $7q$.
#
# **Proof.** Fix $x$ modulo $p$. The members $(x_d,y_d)$ that reach some $(x,y)$ have $x-x_d\in S_p$, and by Theorem
# 11.3 no two of them agree in either coordinate, so there are at most $t$ of them. If all $y-y_d$ are nonsquares modulo
# $q$, then $(x,y)$ is not reached. By Weil's bound for character sums, there are at least $2^{-t}\bigl[q-\sqrt
# q\,\bigl((\tfrac t2-1)2^t+1\bigr)-t\,2^{t-1}\bigr]$ such $y$, and this number is positive for the $q$ of the theorem.
# The bound leaves open $q=7$ and 11 for $p=3$, and the primes $q<2^{10}$ for $p=7$. Four translates of $S_q$ can cover
# all residues for only eight of these primes. For the remaining ten products the search finds no kernel
# (`tests/test_kernels.py` computes both). $\square$
#
# The kernel modulo 341 has a member for each residue modulo 11, so the tournament of 31 contains the whole tournament
# of 11 with all directions reversed. **There is also a kernel of 19 members modulo 3097 = 19·163** (exact computation).
# Two questions are *open*: do only finitely many such products have a kernel, and which multiples of 8 do?
#
# ## What games keep
#
# Does a game keep every kernel planted in it? For each modulus, `research/beginnings.py` planted up to three sets $D$,
# no two of which agree up to shifts and invertible square factors. The first is a largest square-difference-free set if
# such a set is sure to be a kernel, and otherwise some kernel. This set was planted below a $B$ that rose by factors of
# 4, from $2^8$ (for large $m$ from $2^{16}$) to $2^{24}$, until the game held to $2^{28}$. The other two sets, a kernel
# that *pulls* most (see below) and one that pulls least, were planted below $2^{22}$ and, if that failed, below
# $2^{24}$. For cubes, $B$ rose to $2^{20}$, and the games ended at $2^{26}$. Once the outcomes were known, the games of
# squares that had not held although their sets pull were continued to $2^{31}$, with the largest $B$.
#
# The pull is a **heuristic**. If squares were spread evenly within residue classes, and cold positions evenly over the
# classes of $D$, the number of moves from a position $x$ into $D$ would be proportional to $\sum_{d\in D}\nu_m(x-d)$,
# where $\nu_m(s)$ counts the square roots of $s$ modulo $m$. For any $x$ in a kernel $D$, that sum is $\nu_m(0)$. If
# the sum is greater for every $x$ outside $D$, the cold positions there should die out. For an odd squarefree $m$, the
# sum outside is at least twice as large, because a square other than 0 has at least two roots. But for $m=2k$ with $k$
# odd, adding $k$ changes parity but not the number of square roots, so a position at distance $k$ from $D$ has as many
# moves into $D$ as a position inside, and parity should not be kept. Forecasts by this rule were committed on 25
# November (`data/planted-forecasts.csv`). We leave out forecasts made after a game with the same set had been seen.

# %%
sets = forecasts.dropna(subset="residues").set_index(["power", "modulus", "residues"])
games = rows.sort_values("n").groupby(["power", "modulus", "residues", "B"])
first, last = games.first(), games.last()
for name, ends in (("held", first), ("hold", last)):
    sets[name] = sets.index.isin(ends[ends.holds].droplevel("B").index)
sets = sets[sets.index.isin(last.index.droplevel("B"))]
kept = sets.loc[2].groupby("modulus").hold.any()
odd = [m for m in kept.index if m % 2 and m <= 233 and m != 125]
print(f"of {len(odd)} odd squarefree moduli to 233 {kept[odd].sum()} hold for some B")
print("others that hold:", *kept.index[kept & ~kept.index.isin(odd)])
print("not held:", *kept.index[~kept])
print("cubes, moduli that hold:", *sets.loc[3].query("hold").index.unique(0))
without = last.loc[2].drop(kept.index, level="modulus").outside
print(f"no kernel, {without.min():.0%} or more outside:", *without.index.unique(0))

# %%
new = sets[sets.seen == 0]
new = new.assign(pulls=new.outside > new.inside).reset_index()
for pulls, part in new.groupby("pulls"):
    what = "pull" if pulls else "don't pull"
    print(f"unseen sets that {what}: {sum(part.held)} of {len(part)}", end=" ")
    print(f"hold to 2^28 (cubes 2^26, 3097 2^31), {sum(part.hold)} in the end")
print(f"of those that pull {new.holds[new.pulls].sum():.1f} should")
for m, B in ((296, 2**22), (109, 2**14)):
    game = rows[(rows.modulus == m) & (rows.B == B)].groupby("n").outside.min()
    print(f"{m}, planted below {B:,}: {game[2**28]:.2%} outside", end=" ")
    print(f"to 2^28, {game[2**32]:.2%} to 2^32")
print("Sets that pull and are lost at 2^28, and the part outside in the doublings")
lost = sets.index[(sets.outside > sets.inside) & ~sets.held]
late = rows[rows.B == 2**24].pivot(index=lost.names, columns="n", values="outside")
late = late[late.index.isin(lost)][[2**28, 2**31]].dropna()
late.droplevel([0, 2]).rename(columns="to {:,}".format).map("{:.2%}".format)

# %% [markdown]
# **For every one of the 29 odd squarefree moduli up to 233 without a prime factor that is 3 modulo 4, some planted game
# holds to $2^{32}$** (exact computation). The same is true of 125, 11·31, 3097 (planted below $2^{27}$, and followed
# only to $2^{31}$), and the even modulus 296 = 8·37, but of none of the ten moduli without a kernel that were tried.
# For cubes, whose plain game has the modulus 7, we can plant residues modulo 13, 19, 31 and 37. As forecast, all sets
# that don't pull were lost. But of the sets that pull and had not been seen before, only 38 of 49 held to $2^{28}$,
# where 46.6 should have held. Such a loss need not be final. Of the other eleven sets, eight hold when they are
# followed to $2^{31}$, which makes 46 of 49. For the last three sets, and for a set modulo 328 that had been seen
# before, the share outside $D$ is larger in the last doubling than at $2^{28}$. In all games that were tried, the pull
# is therefore necessary, but as far as we followed them it is not sufficient.
#
# Outcomes at $2^{28}$ are not final. The game planted modulo 296 below $2^{22}$ had 2.76% of its cold positions outside
# $D$ at $2^{28}$ and later lost its residues, whereas the game planted modulo 109 below $2^{14}$ recovered from 1.42%.
# So a small share outside $D$ at $n$ decides nothing about $8n$, and we cannot prove that residues are kept for ever.
#
# ## A beginning may come late
#
# Must a beginning start at 0? To find out, leave the game alone up to $N$. From there to $2N$ or $4N$, declare hot all
# positions outside the five residues modulo 41, and then leave the game alone again.

# %%
late = pd.read_csv(files.table("data/late.csv")).set_index(["first", "end", "n"])
doublings = late.groupby(level=["first", "end"]).diff().dropna()
part = (doublings.outside / doublings.cold).unstack("n")
names = [f"{low:,} to {high:,}" if high else "none" for low, high in part.index]
for name, parts in zip(names, part.to_numpy(), strict=True):
    print(f"window {name}: {parts[-1]:.1%} outside in the doubling to 2^30")

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.6, 2.8))
hues = figures.INK, figures.BLUE, figures.ORANGE, figures.GREEN, figures.VERMILION
colours = dict(zip(part.index.unique(0), hues, strict=True))
for (low, high), parts, name in zip(part.index, part.to_numpy(), names, strict=True):
    style = "o--" if high == 2 * low else "o-"
    ax.plot(part.columns, parts, style, color=colours[low], markersize=3, label=name)
ax.set_xscale("log", base=2)
ax.set(xlabel="n", ylabel="part outside, n/2 to n", ylim=(0, 1))
ax.yaxis.set_major_formatter("{x:.0%}")
ax.legend(title="window", fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
drawn = {"n": part.columns} | dict(zip(names, part.to_numpy(), strict=True))
figures.save(fig, "figure-11-2-late", drawn)
figures.show(fig, "Three of eight lines fall after their window, two of them far")

# %% [markdown]
# **Figure 11.2.** The share of the cold positions of each doubling that lies outside the five residues modulo 41, for
# each window in which these residues are planted. Dashed lines mark windows from $N$ to $2N$.
#
# **Some windows from $N$ to $4N$ draw most cold positions into the planted residues, although the game had long kept
# other residues** (exact computation to $2^{30}$). In the doubling to $2^{30}$, 34.8% of the cold positions are still
# outside the planted residues if the window is from $2^{16}$ to $2^{18}$, and 27.8% if it is from $2^{20}$ to $2^{22}$,
# but 62.7% if it begins at $2^{14}$. The window that begins at $2^{12}$ and the three windows from $N$ to $2N$ make
# little difference. Without a window, 87.8% of the cold positions are outside the five residues, which is the fair
# share of 36 residues out of 41. So a beginning may come late, but not every window acts as a beginning.
#
# ## What coins choose
#
# In five hundred games, a fair coin decides for each of the first thousand positions whether it is declared hot, and in
# three hundred other games for each of the first hundred. Among the pairs of residues modulo 5 whose difference is not
# a square, take the pair that contains the most cold positions from $2^{23}$ to $2^{24}$, and take three residues
# modulo 13 in the same way. We say that the game *chooses* 5, or 13, if these residues contain at least three quarters
# of those positions. If a game does not choose 5, we follow it to $2^{26}$ or $2^{30}$. The threshold favours 5, since
# a fair share is two fifths for two residues modulo 5, but three thirteenths for three residues modulo 13.

# %%
tossed = outcomes.chosen(files.table("data/chosen.csv"))
five, thirteen = tossed.chooses_5, tossed.chooses_13
alone = tossed[~five & thirteen]
for coins, seeds in alone.groupby("coins").seed:
    print(f"{seeds.size} of {sum(tossed.coins == coins)} games with", end=" ")
    print(f"{coins} coins, 13 and not 5: seeds", *seeds)
print(f"three residues modulo 13 hold at least {alone.held_13.min():.1%} in them")
print(f"{sum(five)} of {len(tossed)} games choose 5, {sum(five & thirteen)} both")
hundred = pd.read_csv(files.table("data/ensemble-squares.csv"))
others = hundred[[f"share_{m}" for m in (3, 7, 8, 9, 11, 21, 29, 33, 37, 41)]]
print(f"others explain at most {others.max().max():.2%} in {len(hundred)} games")
strictly_five, strictly_13 = tossed.held_5 >= 0.9, tossed.held_13 >= 0.9
print(f"threshold 90%: {sum(strictly_five)} choose 5", end=" ")
print(f"and {sum(strictly_13 & ~strictly_five)} choose 13 without 5")
more = sum(tossed.share_13 > tossed.share_5)
print(f"13 explains more of the missing moves than 5 in {more} games")

# %% [markdown]
# **By this threshold, coins choose 5 in 792 of 800 games, 258 times together with 13, and 13 without 5 in the other 8**
# (exact computation). A threshold of 90%, applied as far as each game was followed, would turn these 792 and 8 into 652
# and 46. In 220 games, 13 explains more of the missing moves ([notebook 13](13-which-residues.ipynb)) than 5 does. Of
# the 8 games that choose only 13, 6 are among the 300 with 100 coins and 2 among the 500 with 1000 coins. In all 8
# games, three residues modulo 13 contain at least 94.7% of the cold positions in the end. In a hundred games with 1000
# coins, no other modulus up to 41 that was tried explains more than 0.45% of the missing moves.
#
# ## Findings
#
# * A planted game consists of copies of the plain game as long as no cold position is outside its residues (Theorem
#   10.3), and games that hold to $2^{32}$ have about as many cold positions as these copies (exact computation).
# * Residues of which no two differ by a square can contain all but $o(\sqrt n)$ of the cold positions only if they form
#   a kernel. By Theorems 11.1 and 11.4 many moduli have no kernel, but there are kernels modulo 104 and 341.
# * For each of the 29 odd squarefree moduli up to 233 without a prime factor that is 3 modulo 4, and for 8·37, some
#   planted game holds to $2^{32}$ (exact computation). There is no proof that residues are kept for ever.
# * Coins choose 5 in nearly all games. They choose 13 without 5 in about one game in a hundred, if three quarters are
#   the threshold, and more often at a higher threshold (exact computation).
#
# **Next:** [What is proved?](12-what-is-proved.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_games.record import report

report = partial(report, "11", n)
exactly = "exact computation"
name = "kernels modulo 4 p^a, and modulo p^a k with -1 a square modulo k, p = 3 mod 4 prime"
report(name, "none", "theorem")
report("kernels modulo 3q and modulo 7q, q = 3 mod 4 prime", "none", "theorem")
name = "least modulus with a kernel that 8 or a prime 3 mod 4 divides"
report(name, int(beyond[0]), exactly, at=400, data="data/kernels.csv")
data = {"data": "data/planted.csv"}
name = f"of {len(odd)} odd squarefree moduli to 233 without a prime 3 mod 4, kept by some B"
to_the_end = far[far.modulus.isin(odd)].modulus.nunique()
report(name, to_the_end, exactly, at=2**32, check="B to 2^24", **data)
game = far[(far.modulus == 296) & (far.B == 2**24)].iloc[0]
name = "part outside in the last doubling, 296 = 8*37 planted below 2^24"
check = "first kernel; lost below 2^22, as is another kernel below 2^24"
report(name, f"{game.outside:.5f}", exactly, at=2**32, check=check, **data)
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
choices = ["5 and 13", "5, not 13", "13, not 5"]
chosen = [five & thirteen, five, thirteen]
tossed["choice"] = np.select(chosen, choices, "neither")
for coins, part in tossed.groupby("coins"):
    report(f"games with {coins} coins", len(part), exactly, **data)
    for what in choices:
        name = f"games with {coins} coins that choose {what}"
        value = int((part.choice == what).sum())
        report(name, value, exactly, check=check, **data)
assert table.index.max() == 400, "the article says so"
assert [*beyond] == [104, 208, 232, 296, 328, 341], "the article lists them"
