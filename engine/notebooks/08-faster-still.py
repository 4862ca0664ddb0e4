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
# # 8. Faster still
#
# *65 minutes to read.*
#
# The paper's conclusions ask for "improved algorithms that are both asymptotically faster and more practical than
# existing approaches". Convolution is faster on paper, sieving in practice. **Can we build an exact evaluator that
# beats both methods by a wide margin at practical sizes?**
#
# Figure 3 of notebook 7 points to an answer. Nearly all cold positions end in 0 or 2 in base 5, so most of the sieve's
# marks fall on positions that could be dismissed by their residue alone. Here the paper's discovery speeds up the
# computation that led to it. The algorithm exploits an unproved pattern and yet is exact for *every* game. If you only
# want the idea, stop at *What the clock says*. Read notebooks
# [2](../../notebooks/02-dynamic-programming-and-sieving.ipynb), [3](../../notebooks/03-divide-and-conquer.ipynb) and
# [7](../../notebooks/07-modularity.ipynb) first.
#
# *Motivated by D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 4.*

# %% tags=["parameters", "COLD_N"]
n = 2**30  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch, Rectangle

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import plain
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files

figures.use_style()
cold, moves = cached("cold_positions", sg.squares, n), sg.squares(n)

# %% [markdown]
# ## Where the sieve's time goes
#
# The sieve marks every position from which a move leads to a cold one. How often does it mark each hot position?

# %%
marks = int(np.searchsorted(moves, n - cold).sum())
hot = n - len(cold)
print(f"{marks:,} marks for {hot:,} hot positions: {marks / hot:.0f} for each")
print(f"one position in {n / len(cold):.0f} is cold")

# %% [markdown]
# One mark would do. At $n=2^{30}$, where one position in 591 is cold, each hot position is marked 41 times on average.
#
# ## Idea 1: mark many positions at once
#
# Write the cold positions as a row of bits in which bit $i$ is set if position $i$ is cold. A single shift,
# `cold << s`, marks every position from which the move $s$ leads to a cold one. Python's integers can represent bit
# rows of any length, so the idea fits on one line. A processor can shift 512 bits at once.

# %%
small = min(n, 500)
few = cold[cold < small].tolist()
cold_bits = sum(1 << position for position in few)
hot_bits = 0
for s in sg.squares(small).tolist():
    hot_bits |= cold_bits << s
assert [i for i in range(small) if not hot_bits >> i & 1] == few

# %% [markdown]
# The cell above needs the cold positions in advance. But a move of at least $W$ carries marks only from one stretch of
# $W$ positions to later ones, so we can evaluate the stretches in order. Each stretch first receives the marks of long
# moves from earlier stretches, by one shift for each move. We then divide it into shorter stretches, down to single
# words. This is the paper's divide and conquer, with a few levels instead of $\log n$.
#
# On its own, this idea wastes shifts, because a stretch of 512 bits contains less than one cold position on average.
#
# ## Idea 2: put like with like
#
# Choose a modulus $M$, write every position as $Mq+r$, and use one bit row for each residue $r$, in which bit $q$
# stands for position $Mq+r$. A move $s$ takes row $r$ to row $(r+s)\bmod M$, shifted by $\lfloor(r+s)/M\rfloor$ bits,
# so one shift still covers 512 positions. The picture sorts the first 250 positions into their five classes modulo 5.
# Two classes are nearly empty, and two contain most cold positions. The code uses Python's integers as bit rows.

# %% tags=["drawing"]
fig, ax = plt.subplots(figsize=(7.2, 1.0))
by_class = np.isin(np.arange(250), cold).reshape(-1, 5).T
figures.strips(ax, by_class, [f"class {r}" for r in range(5)], every=10)
ax.set_xlabel("q: place q of class r stands for position 5q + r")
figures.show(fig, "Strips for the residues modulo 5; most cold positions in 0 and 2")


# %%
def marked(positions, moves, M):
    """For each class, a bit row of the positions that are one move above a given one."""
    bits, hot = [0] * M, [0] * M  # bit q of class r stands for position M q + r
    for position in positions:
        bits[position % M] |= 1 << position // M
    for r in (r for r in range(M) if bits[r]):
        for s in moves:
            hot[(r + s) % M] |= bits[r] << (r + s) // M
    return hot


for M in (1, 5, 13, 65):
    hot = marked(few, sg.squares(small).tolist(), M)
    assert [i for i in range(small) if not hot[i % M] >> i // M & 1] == few

# %% [markdown]
# The answer does not depend on $M$, but the work does.
#
# ## The parts of the engine
#
# From here on, as in the program, position $Mq+r$ lies in **row** $q$ of **class** $r$. We need five more terms:
#
# * A **panel** consists of 512 successive rows of one class, whose bits fill a vector register.
# * A **block** is a stretch of positions that are evaluated together. Each block contains several panels (64 if $n$ is
#   large) of *every* class. In a block, eight panels of every class form a *strip*.
# * A **window** consists of the 512 bits of the source class that one move carries to a panel. The window begins at the
#   panel's first row minus the shift of the move.
# * A **container** stores the settled cold positions of one class in one block. The container is a list of row numbers
#   if few rows are cold, and a row of bits if many are, so memory use grows with the number of cold positions.
# * A **unit** combines one source class with one range of shifts. Its containers are unpacked into a row of bits that
#   fits in a fast cache, and windows of this row mark all classes of the block. The outer loop runs over units.
#
# The picture shows seven classes, with panels of 4 rows, strips of 8 and blocks of 16. Which part carries the mark from
# a cold position $y$ to the position $x$? The answer depends on the distance between $y$ and $x$, and on whether a
# panel begins between them. Four colours distinguish the four possible cases.


# %%
def case(y, x, M, block=16, strip=8, panel=4):
    """Which of the four cases carries a mark from y up to x; the heights are in rows."""
    shift, row, source = (x - y) // M, x // M, y // M
    if shift >= strip:
        return 1 if shift >= block else 2
    return 3 if source < row - row % panel else 4


# %% tags=["drawing"]
M, rows, x = 7, 48, 7 * 47 + 3
names = ("SKY", "GREEN", "ORANGE", "PURPLE")
colours = ["white", *(getattr(figures, name) for name in names)]
sources = M * np.arange(rows) + np.arange(M)[:, None]
cells = np.array([[case(y, x, M) if y < x else 0 for y in row] for row in sources])
fig, ax = plt.subplots(figsize=(7.2, 2.6))
ax.pcolormesh(cells, cmap=ListedColormap(colours), edgecolor="white", alpha=0.75)
ax.plot(47.5, 3.5, "k*", markersize=8)
block, strip = (2.4, 32, 0, 16, 7), (1.8, 40, 0, 8, 7)
for line, left, low, *size in (block, strip, (1.8, 44, 3, 4, 1)):
    edge = {"fill": False, "linewidth": line, "clip_on": False}
    ax.add_patch(Rectangle((left, low), *size, **edge))
ax.add_patch(Rectangle((23, 5), 4, 1, fill=False, linewidth=1.8))
arrow = {"arrowstyle": "->", "shrinkA": 1, "shrinkB": 1}
ax.annotate("", (44, 3.5), (27, 5.5), arrowprops=arrow)
labels = {"window": (25, 6.05), "block": (36, 7.1), "strip": (44, 7.1)}
for word, place in (labels | {"panel": (45.4, 2.05)}).items():
    ax.text(*place, word, ha="center", va="bottom", size=9)
names = "1: unit to block, 2: window to strip, 3: window to panel, 4: single bit"
keys = [Patch(color=colour, alpha=0.75) for colour in colours[1:]]
style = {"ncols": 4, "fontsize": 8.5, "columnspacing": 1}
ax.legend(keys, names.split(", "), loc=(-0.02, 1.2), **style)
ax.set(xlim=(12, 48), xlabel="row q", ylabel="class", xticks=range(16, 49, 8))
ax.set_yticks((3.5, 5.5), (3, 5))
figures.show(fig, "A grid of classes and rows, coloured by how a mark is carried to x")

# %% [markdown]
# Every coloured cell is a source $y$, and the star is the target $x$. The window contains the four rows of class 5 that
# one move carries to the panel of $x$ in class 3. The move shifts rows by 20, and by one more because 5 is above 3.
#
# ## Three ways to skip work without guessing
#
# For each panel, every move supplies one window of possible marks. Three rules tell us which windows we can leave out.
#
# 1. **An empty window marks nothing.** One summary bit for each panel shows which windows are empty.
# 2. **A panel that is hot throughout needs no more marks.** Most classes contain no cold positions, so panels fill up.
# 3. **The densest units go first.** In this order, panels fill up sooner.
#
# None of these rules is a guess. If the pattern of Figure 3 broke down tomorrow, windows would be fuller, panels would
# fill up more slowly, and the program would take longer, but its answer would be the same. How much do the rules save?
# The [solution to exercise 1](solutions/08-09.ipynb#Notebook-8,-exercise-1) counts the windows. Below
# $2^{22}$ with $M=65$, a panel uses 225 of 1,750 windows on average, whereas with $M=1$ it uses nearly all of them. A
# large modulus comes at a price, since for each unit the program must still check every one of the $M$ classes. The
# more moves there are, the more the saved windows are worth, so the best modulus grows with $n$.
#
# `subtraction_engine.plain` slices by classes and applies the first two rules in one short numpy function. The
# engine adds the third rule, bit rows, levels and threads.
#
# ## Why it is exact
#
# Write a target as $x=Mq+t$, a source as $y=Mq_y+r$ and a move as $s=Mj+c$ with $0\le c<M$. If $y+s=x$, then
# $q_y=q-j-b$, where the **borrow** $b$ is 1 if $r>t$ and 0 otherwise. Let $h$ and $H$ be the numbers of rows in a block
# and in a strip, and let $B$ and $P$ be the first rows of the block and the panel that contain $x$. The four cases are
# those of the picture above, and a pair $(y,s)$ belongs to the first case that applies to it:
#
# | case | which pairs | carried by | when |
# |---|---|---|---|
# | 1 | $j\ge h$ | a unit, to a block | before the block is settled |
# | 2 | $H\le j<h$ | a window, to a strip | at the start of the strip |
# | 3 | $j<H$, $q_y<P$ | a window, to a panel | at the start of the panel |
# | 4 | $P\le q_y$ | a look-up of the bit of $y$ | when $x$ has its turn |
#
# **Theorem 8.1** (exactness). *Take any game, any hotspots, any modulus and any block height. When it is the turn of
# position $x$, every pair of a cold position $y$ and a move $s$ with $y+s=x$ has either been carried to $x$ by its
# case, from a position settled earlier, or been left out by a rule without any effect on the bits. No bit has been set
# except by such a pair or a hotspot. So $x$ is cold exactly when its bit is clear.*
#
# *Proof.* By induction, we may assume that every position below $x$ has been settled correctly. The cases are disjoint
# and exhaustive. Indeed, if $q_y<P$, the first three cases split the shifts at $h$ and $H$. If $q_y\ge P$, we have
# $j\le q-q_y<512\le H$, so only the last case applies.
#
# All sources are settled in time. In *case 1*, the row $q_y=q-j-b$ is at most $q-h<B$, since $q<B+h$. In *case 2*, the
# same argument applies to the strip. In *case 3*, the sources lie in rows before $P$. A window may extend past $P$, but
# nothing has been written there yet, so nothing is carried from those rows. A window may also include rows of an
# earlier case and repeat a correct mark. In *case 4*, the undecided positions of a panel of every class are settled in
# increasing order, and $y<x$ because moves are positive.
#
# The rules leave out nothing that matters. An empty window contains no cold $y$, so it carries no pair. In a full
# panel, every bit is set. Since bits are never cleared, the order of the units does not matter. $\square$
#
# **A model that counts.** It is easy to say that the cases are disjoint and exhaustive. To check this claim, let us go
# through the windows of every case, level by level, as the program does, and note each pair that they carry. The
# heights are those of the picture, *every* position may be a source, and every positive number may be a move.

# %%
# height of a part, least shift, end of shifts, height of the part that contains sources
LEVELS = [(16, 16, 10**6, None), (8, 8, 16, None), (4, 0, 8, None), (1, 0, 4, 4)]


def pairs_of_level(M, rows, height, least, beyond, inside):
    """All (y, s) with least <= s // M < beyond that windows carry to parts of this height."""
    for x in range(M * rows):
        part = x // M // height * height  # first row of the part that x is in
        first = part // inside * inside if inside else 0
        for s in range(max(1, M * least), min(M * beyond, x + 1)):
            row = (x - s) // M
            assert least < height or row < part - (least - height), "a settled row"
            if first <= row < part or (height == 1 and first <= row):
                yield x - s, s


# %%
for M in (1, 3, 7):
    size = 50 * M
    every = {(y, s) for y in range(size) for s in range(1, size - y)}
    levels = (pairs_of_level(M, 50, *level) for level in LEVELS)
    carried = Counter(pair for level in levels for pair in level)
    assert set(carried) == every, "every pair is carried"
    assert set(carried.values()) == {1}, "and none twice"
    print(f"M = {M}: {len(carried):,} pairs of a source and a move, each carried once")

# %% [markdown]
# ## What it costs at worst
#
# **Theorem 8.2** (cost). *Let $w=512$, let $S_{<k}$ be the set of moves below $k$, and let $n\ge wM$. For every game,
# slicing by the modulus $M$ finds the cold positions below $n$ with $O(n|S|/w)$ operations on panels and
# $O(n|S_{<wM}|)$ look-ups of single bits, plus the overheads listed in the table.*
#
# The theorem takes the modulus as given. The engine itself chooses $M$ with the help of a cost model, explained below.
# As above, $h$ is the number of rows in a block, which is at least $w$, and $64w$ if $n$ is large.
#
# | work | at most, up to a constant factor |
# |---|---|
# | windows on panels, cases 1 to 3 | $n\lvert S\rvert/w$ |
# | look-ups of single bits, case 4 | $n\lvert S_{<wM}\rvert$ |
# | moves that carry nothing, in case 1 | $n\lvert S\rvert/h$ |
# | pairs of classes, in case 1 | $U(M/64+\log U)$ for the $U$ units of each block |
# | pairs of classes, in the other cases | $nM/(64w)$ |
# | unpacking containers | $\lvert C\rvert\cdot n/(hM)$ |
#
# *Proof.* A block takes at least $wM$ positions, so the blocks of a run may reach past $n$, but since $n\ge wM$ they
# contain at most $2n/w$ panels. As the model above shows, a move carries at most one window to each of them. This gives
# line 1 of the table. In line 2, each position looks up at most one bit for each move that can stay inside a panel,
# which is shorter than $wM$. In case 1, the program checks once for all panels of a class in a block whether a move
# carries anything. These checks give line 3, and the same checks in cases 2 and 3 are covered by line 1. For each unit,
# the program asks, for 64 classes at a time, whether any of the unit's moves leads there. Line 4 covers these questions
# and the sorting of the units. In the other cases, the program asks the same question for every class at each strip and
# panel, which gives line 5. Finally, each block unpacks each cold position at most three times, because a unit reads
# one block beyond its range of shifts, and the last block is read again to be settled. This gives line 6. A run that
# starts at a later position, with all earlier results given, begins a block there and does no more work of any kind
# than a complete run. $\square$
#
# If $n<wM$, each of the $M$ classes still has a whole panel, and the theorem holds with $wM$ in place of $n$. A test
# counts the operations of the program itself, not of a model, for seven games, and compares the counts with the lines
# of the table.
#
# For squares, line 2 matters. With 32,768, the largest modulus considered for squares, this line allows 4,095 look-ups
# for each position. **No theorem** explains the engine's speed on squares. Most windows are left out because most
# panels are empty, and the number of empty panels depends on how densely cold positions crowd into few classes.
#
# **What if $n$ grows without bound?** Whatever the game's structure, the work of line 3 remains. As long as a class has
# an undecided panel, each move to it from a class with a cold position costs one look-up per block. The total is at
# least $n|S|/(64wM)$ look-ups if one class stays undecided, and $n|S|/(64w)$ if all do. At a fixed $M$, both bounds
# grow like $n^{3/2}$ for squares. The paper's sieve makes about $n^{1.2}$ marks, and convolution takes $n\log^2n$
# steps, so in the end both methods win. When? Let us count every look-up, mark and step as one operation, take the
# paper's fit for the number of cold positions, and assume the worst, that all classes stay undecided (a *heuristic*).

# %%
print(f"M = {2**15:,}: {len(sg.squares(512 * 2**15)):,} squares below 512 M")
x = 2.0 ** np.arange(20, 200)
steps = {"n^1.2 marks": 0.897 * x**1.198, "n log2(n)^2 steps": x * np.log2(x) ** 2}
for name, rival in steps.items():
    passed = np.log2(x[x**1.5 / (64 * 512) > rival].min())
    print(f"there are more looks than {name} from 2^{passed:.0f} on")

# %% [markdown]
# So the engine is not an asymptotic improvement, but two theorems provide one. Theorem 1' is proved in the
# [solution](../../notebooks/solutions/01-04.ipynb#Notebook-3,-exercise-6) to an exercise in [notebook
# 3](../../notebooks/03-divide-and-conquer.ipynb). Theorem 10.4 in [notebook
# 10](../../beyond/notebooks/10-the-game-inside-the-game.ipynb) is about squares, and there certain cold positions, the
# strays, must be given and few in number. In every game, a window covers $w$ positions at once, and in games with
# structure the engine skips most windows.
#
# ## Choosing the modulus
#
# Nothing in the program knows about the numbers 5 and 13. Any method can continue from the positions that another
# method has settled, so a run can be cut into **legs**. Each leg ends at sixteen times the position where it begins and
# uses the method that a cost model ranks first, either slicing by some modulus or sieving. From the residues of the
# latest cold positions, the model estimates how many windows each modulus would need. To find good moduli, the model
# multiplies the best moduli of each size by prime powers. The constants of the model were fitted to about a thousand
# timed legs, so the choice is a *heuristic*, but a wrong choice costs only time. No clock is consulted during a run, so
# the legs are the same on every machine, with any number of threads and after any interruption. Given the cold
# positions below $2^{21}$, the model ranks the following moduli first, where 0 means the sieve:

# %%
for S in (sg.squares, sg.cubes, sg.triangular):
    pilot = sg.cold_positions(S, engine.PILOT, method="sieve")
    forecasts = {k: engine.forecast(S(2**k), 2**k, pilot) for k in (26, 28, 30, 32)}
    moduli = {f"2^{k}": each.modulus for k, each in forecasts.items()}
    print(f"{S.__name__:>10}:", moduli)

# %% [markdown]
# ## Nim-values
#
# The engine for nim-values combines dynamic programming with three observations.
#
# *Neighbours read neighbours.* For a move $s$, the positions $p,p+1,\dots,p+511$ look at the values of
# $p-s,\dots,p-s+511$, which form one contiguous row. So the engine processes 512 positions together, as a **tile**, and
# the tiles of a block depend on each other only through moves that stay inside the block.
#
# *Values take few bits.* The engine stores all values twice, as numbers and as bit **planes**, where plane $b$ contains
# bit $b$ of every value. A row of 512 values fills nine or ten vectors, and one logic instruction for each of these
# vectors is enough to find out where $v$ occurs in the row.
#
# *A mex needs few answers.* Once the shorter moves have **marked** the values that they reach, only a few small values
# remain unseen. The smallest of these, at most 64 values, become the position's **candidates**, and its nim-value is
# almost surely among them. The longer moves mark nothing and are only **asked** whether they reach a candidate. The
# engine decides from a sample of settled positions how many moves should mark values and how many candidates to keep.
#
# **Theorem 8.3.** *For every game the engine computes the same values as the recurrence.*
#
# *Proof.* We use an invariant. Once some moves have made their marks or been asked, the live entries of a position's
# list, in ascending order, are exactly the values up to its last entry that none of these moves reaches. The invariant
# is true when the list is made from the first unseen values. Asking one more move kills at most one entry, the value
# that the move reaches, and cutting the list at its end preserves the invariant. After all moves, the least live entry
# is therefore the mex. If no live entry is left, the recurrence computes the value from all moves. $\square$
#
# At worst, the cost is that of the recurrence, $O(n|S|)$. Where it keeps lists, the engine uses most pairs of a
# position and a move once, for 512 positions at a time, either to mark a value, with one bit for every twelve-bit
# value, or to ask about at most 64 twelve-bit candidates. If a position's list runs out, the recurrence uses all its
# pairs again. The next cell runs `nim_values` of the same module, which does all of this in numpy, and then settles a
# thousand positions one by one, with five candidates each, after 35 of some 70 moves have made their marks.

# %%
values, settled = sg.nim_values(sg.squares, 5000), 0
assert np.array_equal(plain.nim_values(sg.squares(5000), 5000), values)
for position in range(4000, 5000):
    seen = values[position - sg.squares(position + 1)].tolist()
    candidates = [v for v in range(35 + 5) if v not in seen[:35]][:5]
    left = [v for v in candidates if v not in seen[35:]]
    assert not left or left[0] == values[position]
    settled += bool(left)
print(f"{settled} of 1,000 positions are settled by their lists")

# %% [markdown]
# ## What the clock says
#
# `make bench` times the engine against the paper's sieve, the same sieve in cache-sized segments, dynamic programming
# and convolution, and against C versions of the first three.

# %% tags=["drawing"]
ratios = pd.read_csv(files.table("benchmarks/ratios.csv"))
ratios = ratios.query("game == 'squares'")
alone = ratios.query("rival_threads == 1 and engine_threads == 1 and n >= 2**16")
STATED = "sieve as the paper states it, in C"
sieves = ["segmented sieve in C", STATED]
rivals = {"cold positions": [*sieves, "convolution"]}
rivals["nim-values"], rows = ["dynamic-programming in C", "convolution"], []
fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.6), sharey=True, width_ratios=[13, 8])
for ax, task in zip(axes, rivals, strict=True):
    of_task = alone[alone.task == task].set_index("n")
    for rival in rivals[task]:
        ratio = of_task.ratio[of_task.rival == rival]
        rows += [(task, rival, n, value) for n, value in ratio.items()]
        colour = figures.GREEN if rival == "convolution" else None
        (line,) = ax.plot(ratio, "o-", markersize=3, color=colour)
        below = rival.startswith("segmented")
        style = {"c": line.get_color(), "size": 8.5, "rotation": 14 * below}
        style["ha"] = "left" if len(ratio) < 4 else "right"
        style["va"] = "top" if below else "bottom"
        height = ratio.iloc[-1] * (0.75 if below else 1.2)
        name = rival.replace("-", " ").replace(STATED, "paper's sieve in C")
        ax.text(ratio.index[-1], height, name, **style)
    ax.set_xscale("log", base=2)
    ax.axhline(1, color="black", linewidth=0.8)
    ax.set(yscale="log", ylim=(0.4, 900), xlabel="positions n", title=task)
style = {"ha": "right", "va": "center", "fontsize": 8.5, "linespacing": 1.7}
axes[1].text(2**24, 1, "engine faster\nengine slower", **style)
axes[0].set_ylabel("time / the engine's time")
rows = pd.DataFrame(rows, columns=["task", "rival", "n", "ratio"])
figures.save(fig, "figure-8-1-time-against-n", rows.to_dict("list"))
figures.show(fig, "Ratios that mostly rise with n; the two sieves in C begin near 1")

# %% [markdown]
# **Figure 8.1.** The time of each rival divided by the engine's time, with one thread each.
#
# A small game goes straight to one compiled function, which below $2^{20}$ is the paper's sieve itself. So from
# $2^{16}$ to $2^{22}$ the engine and the better of the two sieves in C take about the same time, and beyond $2^{22}$
# the engine wins by more and more. The next cell prints the ratios for each number of threads, and each idea's gain.

# %%
early = rows.query("n <= 2**22 and rival in @sieves").groupby("n").ratio.min()
print(f"2^16 to 2^22, better sieve: {early.min():.2f} to {early.max():.2f} times")
large = ratios.query("n == 2**30 or (n == 2**24 and task == 'nim-values')")
for row in large[large.rival.str.contains("in C")].itertuples():
    threads = f"{row.rival_threads} against {row.engine_threads}"
    print(f"{row.rival:>35}, {threads}: {row.ratio:5.2f} times as long")
ideas = pd.read_csv(files.table("benchmarks/ablation.csv")).set_index("idea")
for name in ("the sieve on bits", "rows of bits, one class", "5 classes", "65 classes"):
    print(f"{name:>23}: {ideas.seconds[name]:5.2f} s below 2^28")

# %% [markdown]
# Rows of bits alone lose to the sieve, because most of the shifted bits are zeros. With 5 classes this loss is gone,
# and with 65 the gain is large. What pays off is therefore the structure of Figure 3, not the width of the registers.
#
# ## For which games does slicing pay?
#
# Slicing relies on classes in which cold positions are rare. `make bench` evaluated each game in four ways: with the
# modulus that the engine chooses for each leg, with the single modulus that a sweep found best, with the engine's own
# sieve, and with the sieve in C. The table lists processor times on one thread, relative to the engine's choice. The
# column *classes* shows, for the best modulus, how small a share of the classes contains nearly all cold positions.
#
# **Predict first.** Cover all columns but *classes*. For which games is slicing several times as fast as the sieve?

# %%
by_game = pd.read_csv(files.table("benchmarks/games.csv"), index_col="game")
relative = by_game[["sieve_in_c", "sieve", "best"]].div(by_game.automatic, axis=0)
order = {"ascending": False, "na_position": "first", "kind": "stable"}
relative = relative.round(3).sort_values("sieve", **order)
by_game = by_game.loc[relative.index]
shares = by_game.share_of_classes.map("{:.0%} mod ".format)
shares += by_game.best_modulus.astype(str)
print("processor time relative to the engine's own choice (NaN: too slow to wait for)")
relative.assign(classes=shares, n=np.log2(by_game.n).map("2^{:.0f}".format))

# %% [markdown]
# Slicing pays where the structure is clear. For squares, cubes and $2k^2$, at most 42% of the classes contain nearly
# all cold positions, and the sieve takes more than seven times as long as the engine. There is little to gain for
# triangular, pentagonal and pronic numbers and the random set. For these sets the sieve takes 1.090 to 1.457 times as
# long, and the sieve in C 1.045 to 1.339 times. For fourth powers, 41% of the classes modulo 544 contain all but a
# hundredth of the cold positions, and for fifth powers 46% of the classes modulo 187 do.
#
# Slicing also pays where many positions are cold, because each window carries many marks at once. For $k^2+1$, $k^2+3$
# and the primes, the sieves were too slow to wait for. Each leg has to load the cold positions of earlier legs, so a
# run that chooses its modulus leg by leg takes up to half as long again as a run with the best single modulus, and
# twice as long for powers of 3.
#
# **How does the time grow?** `benchmarks/growth.csv` lists the exponents of this growth at the largest sizes. An
# exponent below 1 cannot persist, because settling every position takes time that grows at least like $n$. Moreover,
# Theorem 8.2 allows a term like $n^{3/2}$ that is still hidden at these sizes.
#
# ## Findings
#
# * Since each panel lies in one residue class, the engine can skip empty windows, and windows into full panels, without
#   guessing. Every pair of a source and a move belongs to exactly one of the four cases. At worst, the engine performs
#   $O(n|S|/w)$ operations on panels and $O(n|S_{<wM}|)$ look-ups, a bound with the same exponent as that of dynamic
#   programming (*theorems*).
# * A cost model chooses the modulus, but no answer depends on this choice. Slicing pays where cold positions crowd into
#   few classes or are numerous. For nim-values, most moves need only be checked against a short list of candidates.
# * With one thread each, the engine finds the cold positions below $2^{30}$ about thirteen times as fast (13.42) as the
#   segmented sieve in C, and the nim-values below $2^{24}$ about ten times as fast (9.99) as the recurrence in C.
#
# ## Exercises
#
# 1. *Check.* Count the windows, for squares and for cubes. Which modulus would you choose? *Hint: use `engine.forecast`
#    as above.* [Solution](solutions/08-09.ipynb#Notebook-8,-exercise-1)
# 2. *Prove.* Show that rule 2 could be applied to individual positions instead of panels. Why isn't this done? *Hint:
#    what does a processor do with 512 bits at once?* [Solution](solutions/08-09.ipynb#Notebook-8,-exercise-2)
# 3. *Go further.* Estimate how large $n$ must be for modulus 1625 to pay off. *Hint: time `sg.cold_blocks(sg.squares,
#    n, modulus=1625)`.* [Solution](solutions/08-09.ipynb#Notebook-8,-exercise-3)
# 4. *Go further.* Look in the [explorer](../../book/explore.md) for a game whose cold positions line up at some width.
#    Does the model propose that width as its modulus, or a multiple of it? *Hint: use `engine.forecast`, and start with
#    the cubes and width 7.* [Solution](solutions/08-09.ipynb#Notebook-8,-exercise-4)
#
# **Next:** [Long runs](09-long-runs.ipynb)
