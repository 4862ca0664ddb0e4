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
# The paper ends with a wish: "improved algorithms that are both asymptotically faster and more practical than
# existing approaches". Convolution is faster on paper, sieving in practice. **Can we have an exact evaluator
# that beats both by a wide margin, at sizes that people run?**
#
# The answer hides in Figure 3. Nearly all cold positions end in 0 or 2 in base 5; so nearly all of the
# sieve's work concerns pairs of positions that could be dismissed by residue alone. In this notebook the
# discovery speeds up its own computation. You will see the algorithm grow from that observation, why it is
# exact for *every* game although it exploits a pattern that nobody has proved, what it costs at worst, what
# each idea saves in counted operations, and what the clock says. A part near the end does the same for
# nim-values. Read notebooks
# [2](02-dynamic-programming-and-sieving.ipynb), [3](03-divide-and-conquer.ipynb) and [7](07-modularity.ipynb)
# first.
#
# *Motivated by D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 4.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated: 0 to n - 1 (make's COLD_N)

# %% tags=["setup"]
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games import engine, figures
from subtraction_games.games import parse_set
from subtraction_games.longruns.cache import cached

figures.use_style()
default = n == 2**30  # the n that the numbers in the text belong to
cold = cached("cold_positions", sg.squares, n)
moves = sg.squares(n)

# %% [markdown]
# ## Where the sieve's time goes
#
# The sieve marks every position one move above a cold one. How often is a position marked?

# %%
marks = int(np.searchsorted(moves, n - cold).sum())
print(f"{marks:,} marks for {n - len(cold):,} hot positions: {marks / (n - len(cold)):.0f} for each")
assert not default or round(marks / (n - len(cold))) == 41

# %% [markdown]
# Once would be enough. At $n=2^{30}$ each hot position is marked 41 times on average, and each mark is an
# operation on a single bit.
#
# ## Idea 1: mark many positions at once
#
# Write the cold positions as a row of bits, bit $i$ for position $i$. To mark everything one move $s$ above
# them is *one* shift: `cold << s`. Python's whole numbers are bit rows of any length, so the idea fits in a
# line. (A processor does it 512 bits at a time.)

# %%
small = min(n, 500)
few = cold[cold < small].tolist()
cold_bits = sum(1 << position for position in few)
hot_bits = 0
for s in sg.squares(small).tolist():
    hot_bits |= cold_bits << s
assert [i for i in range(small) if not hot_bits >> i & 1] == few

# %% [markdown]
# That needs the cold positions beforehand. But a move of at least $W$ carries marks only from one stretch of
# $W$ positions to later ones. So let stretches be evaluated in order: each first takes the long moves from
# earlier ones, a shift for each move, and then looks inside itself, at shorter stretches, down to single
# words. It is the paper's divide and conquer, cut into a few levels in place of $\log n$.
#
# The number of shifts is $|S|$ for each stretch, whether or not there is anything to shift. With one cold
# position in 591 (notebook 6), a stretch of 512 bits holds less than one on average. We would mostly shift
# zeros.
#
# ## Idea 2: put like with like
#
# Choose a modulus $M$, write every position as $Mq+r$, and keep a separate bit row for each residue $r$, with
# bit $q$ for position $Mq+r$. A move $s$ takes row $r$ into row $(r+s)\bmod M$, shifted by
# $\lfloor(r+s)/M\rfloor$: still one shift for 512 positions. For subtract-a-square and $M=5$, the classes 1 and
# 3 are almost empty, and 0 and 2 hold two and a half times as many as before. Below are the five classes for
# the first 250 positions, read column by column. (From the next section on we turn the picture round and
# call $q$ the *row* of position $Mq+r$ in *class* $r$, as the program does.)

# %%
fig, ax = plt.subplots(figsize=(7.2, 1.0))
figures.strips(ax, np.isin(np.arange(250), cold).reshape(-1, 5).T, [f"class {r}" for r in range(5)], every=10)
ax.set_xlabel("q: place q of class r is position 5q + r")
figures.show(
    fig, "Five strips, one for each residue modulo 5: classes 0 and 2 hold nearly all of the dark cold positions"
)

# %% [markdown]
# In code, with Python's whole numbers as bit rows again:


# %%
def classes_of(positions, M):
    """The bits of each class: bit q of class r stands for position M q + r."""
    bits = [0] * M
    for position in positions:
        bits[position % M] |= 1 << position // M
    return bits


def marked(bits, moves, M):
    """The bits of all positions one move above the given ones; empty classes take no part."""
    hot = [0] * M
    for r in (r for r in range(M) if bits[r]):
        for s in moves:
            hot[(r + s) % M] |= bits[r] << (r + s) // M
    return hot


# %%
for M in (1, 5, 13, 65):
    hot = marked(classes_of(few, M), sg.squares(small).tolist(), M)
    assert [i for i in range(small) if not hot[i % M] >> i // M & 1] == few

# %% [markdown]
# The answer does not depend on $M$. What depends on it is the work. (Nor does it change if rows are counted from
# another position than 0: moves are differences. So the engine may begin to slice anywhere.)
#
# ## The parts of the engine
#
# Seven words name what the program works with. Look at them once here; the glossary keeps them.
#
# * A **panel** is 512 successive rows of one class: a vector register of bits.
# * A **block** is some panels (64 where $n$ is large) of *every* class: the stretch that is evaluated as a
#   whole. Inside a block, eight panels of every class make a **strip**, and 64 rows a **word**.
# * A **window** is what one move carries to a panel: the 512 bits of the source class that begin at the
#   panel's first row less the move's shift. It lies across two panels of the source; two shifts and an OR
#   line it up.
# * A **container** holds what has been settled of one class in one block: a list of row numbers where few rows
#   are cold, a row of bits where many are, whichever is shorter. So memory follows the number of cold
#   positions.
# * A **unit** is one source class and one range of shifts. Its containers are unpacked into a row of bits that
#   fits a processor's second cache, and from there all windows of that class and range go to all classes of
#   the block. Turning the loops this way, the source outside and the targets inside, is what keeps the windows
#   out of slow memory.
#
# ## Three ways to skip work without guessing
#
# A panel must learn which of its positions are hot, and each move offers it one window. Three rules leave
# windows out.
#
# 1. **An empty window marks nothing.** One summary bit for each panel tells which are empty.
# 2. **A panel that is hot throughout needs no more marks.** Most classes are never cold; their panels fill up,
#    and then they are done.
# 3. **The densest units first.** Then panels fill up sooner. They are those of the oldest rows, because cold
#    positions thin out.
#
# None of the three is a guess. If the pattern of Figure 3 failed tomorrow, windows would be fuller, panels
# would fill more slowly, and the program would take longer, but its answer would be the same.
#
# ## Why it is exact
#
# Write a target as $x=Mq+t$, a source as $y=Mq_y+r$ and a move as $s=Mj+c$ with $0\le c<M$. If $y+s=x$, then
# $q_y=q-j-b$, where the **borrow** $b$ is 1 if $r>t$ and else 0. Let $h$ be the number of rows of a block and
# $H$ of a strip, and let $B$, $P$ and $W$ be the first rows of the block, the panel and the word that $x$ is in.
# A pair $(y,s)$ belongs to the first case that fits:
#
# | case | which pairs | carried by | when |
# |---|---|---|---|
# | 1 | $j\ge h$ | a unit, to a block | before the block is settled |
# | 2 | $H\le j<h$ | a window, to a strip | at the start of the strip |
# | 3 | $j<H$, $q_y<P$ | a window, to a panel | at the start of the panel |
# | 4 | $P\le q_y<W$ | a window of 64 rows, to a word | at the start of the word |
# | 5 | $W\le q_y$ | a look at the bit of $y$ | when $x$ has its turn |
#
# **Theorem (exactness).** *Whatever the game, the hotspots, the modulus and the height of blocks: when
# position $x$ has its turn, every pair of a cold position $y$ and a move $s$ with $y+s=x$ has been carried to
# $x$ by its case, or was left out by a rule that changes no bit; each from rows settled before; and no bit was
# set but by such a pair or a hotspot. So $x$ is cold exactly if its bit is clear.*
#
# *Proof.* By induction: let everything below $x$ be settled rightly. The cases are disjoint and complete. For
# $q_y<P$ the first three part the shifts at $h$ and $H$. If $q_y\ge P$, then $j\le q-q_y<512\le H$, so the
# first two do not apply; the last two part the rows at $W$.
#
# The sources are settled. *Case 1:* the row $q_y=q-j-b$ is at most $q-h<B$, since $q<B+h$. *Case 2:* likewise
# for the strip. *Cases 3 and 4:* the window may reach past $P$ or $W$, where nothing stands yet and nothing
# is carried, or touch rows of an earlier case, and repeat a true mark; the rows that the case is about lie
# before $P$, and before $W$. *Case 5:* a word takes its undecided positions in increasing order, and
# $y<x$, because moves are positive.
#
# What the rules leave out: an empty window holds no cold $y$, so there is no pair; a full panel has the mark
# already; and the order of units is free, because bits are only ever set. $\square$
#
# **Working ahead.** A move with $j\ge2h$ jumps over a block: the source lies before row $B-h$. So while one thread
# settles a block, the others may mark the *next* one by those moves, from rows that are not written any more. The
# classes of a block don't depend on each other, so threads share them out. The order in which windows are
# used changes, the answer doesn't.
#
# **A model that counts.** "Once" is easily said. Let heights be small, with words of 2 rows, panels of 4,
# strips of 8 and blocks of 16, and let us go through the windows of every case, level by level, as the program
# does, noting each pair. *Every* position may be a source here, and every number a move.

# %%
LEVELS = [  # height of a part, least shift, the shift beyond; sources from where on
    (16, 16, 10**6, None),
    (8, 8, 16, None),
    (4, 0, 8, None),
    (2, 0, 4, 4),
    (1, 0, 2, 2),
]


def pairs_of_level(M, rows, height, least, beyond, inside):
    """Every pair (y, s) that windows on parts of a height carry, from shifts least to beyond."""
    for x in range(M * rows):
        part = x // M // height * height  # first row of the part that x is in
        first = part // inside * inside if inside else 0
        for s in range(max(1, M * least), min(M * beyond, x + 1)):
            row = (x - s) // M
            assert least < height or row < part - (least - height), "long moves read settled rows only"
            if first <= row < part or (height == 1 and first <= row):
                yield x - s, s


# %%
for M in (1, 3, 7):
    size = 50 * M
    carried = Counter(pair for level in LEVELS for pair in pairs_of_level(M, 50, *level))
    assert set(carried) == {(y, s) for y in range(size) for s in range(1, size - y)}, "every pair is carried"
    assert set(carried.values()) == {1}, "and none twice"
    print(f"M = {M}: {len(carried):,} pairs of a source and a move, each carried exactly once")

# %% [markdown]
# The same windows with shifts of two blocks or more read only rows of blocks before the last:

# %%
for x in range(3 * 50):
    block = x // 3 // 16 * 16
    assert all((x - s) // 3 < block - 16 for s in range(3 * 32, x + 1)), "that is why one may work ahead"

# %% [markdown]
# ## What it costs at worst
#
# **Theorem (cost).** *Let $w=512$, and let $S_{<k}$ be the moves below $k$. For every game, slicing by any
# modulus $M$ finds the cold positions below $n$ with $O(n|S|/w)$ operations on panels and $O(n|S_{<64M}|)$
# looks at single bits, and overheads that the table lists.* (The engine itself chooses between moduli and the sieve
# by the clock, as told below. That is a heuristic: the theorem is about a modulus that is given.)
#
# | work | at most, up to a constant factor |
# |---|---|
# | windows on panels, cases 1 to 3 | $n\lvert S\rvert/w$ |
# | windows on words, case 4 | $7n\lvert S_{<512M}\rvert/w$ |
# | looks at single bits, case 5 | $n\lvert S_{<64M}\rvert$ |
# | moves that carry nothing, in case 1 | $n\lvert S\rvert/(64w)$ |
# | pairs of classes, in case 1 | $U(M/64+\log U)$ for the $U$ units of each block |
# | pairs of classes, in the others | $nM/(64w)$ |
# | unpacking containers | $\lvert C\rvert\cdot n/(64wM)$ |
#
# *Proof.* There are $n/w$ panels, and by the model each takes each move at most once: the first line. A panel
# has eight words, of which the first has no earlier word: the second. Each position looks at each short move
# once: the third. The 64 panels that a class has in a block share the question whether a move finds anything:
# the fourth. (In cases 2 and 3 the first line covers the question.) A unit asks for 64 classes at a time
# whether any of its moves leads there, and units are sorted: the fifth. The same is asked for every class at
# each strip and panel: the sixth. And each block unpacks each cold position once: the last. A run that begins at
# a later position, with all before it given, begins a block there, and has no more of any of these. $\square$
#
# What makes it so much faster on squares is **no theorem**. Most windows are left out because most panels are
# empty, and the number that is not depends on how densely cold positions crowd into few classes. The program
# measures as it goes which modulus suits (below); noise can mislead it, which costs only time.
#
# **And for $n$ without end?** Honestly: no structure lets the program skip the fourth line. As long as a class
# has an undecided panel, each move that leads to it from a class that is ever cold is looked at once for a block
# of rows. That makes at least $n|S|/(64wM)$ looks if a single class is left, and $n|S|/(64w)$ if all are. At a
# fixed $M$, and the program has a largest (65,536), either grows like $n^{1.5}$ for squares. The paper's sieve
# makes about $n^{1.2}$ marks and convolution $n\log^2n$ steps, so both pass the engine some day. (The sieve
# in segments does not: it goes through all its cold positions for each segment, which grows like $n^{1.7}$ as
# long as segments must fit a cache.) When would that be? Let us count a look, a mark and a step of the
# convolution as one operation each, take the paper's fit for the number of cold positions, and the worst
# case, in which every class stays undecided.


# %%
def log2_crossing(rival):
    """The least k for which n^1.5 / (64 w) looks exceed a rival's operations at n = 2^k."""
    return next(k for k in range(20, 200) if 2 ** (1.5 * k) / (64 * 512) > rival(2.0**k))


by_sieve = log2_crossing(lambda size: 0.897 * size**0.698 * size**0.5)
by_convolution = log2_crossing(lambda size: size * np.log2(size) ** 2)
print(f"looks alone exceed the sieve's marks from 2^{by_sieve}, the steps of the convolution from 2^{by_convolution}")
assert (by_sieve, by_convolution) == (50, 53), "past anything that has been run"

# %% [markdown]
# So this is no asymptotic improvement. It is a constant factor of up to $w$ for every game, and for games with
# structure a larger one, up to sizes past anything that has been run. The asymptotic one is Theorem 1' of
# notebook 3.
#
# ## What each rule saves, counted
#
# Let us count windows for a sample of panels near the end of the range, from the true cold positions.
# `windows` lists, for one panel, the bits of each window that the squares offer, densest source class first.


# %%
def windows(first, M, classes, is_cold):
    """bool[k, bits]: the windows into positions first, first + M, ... from the classes in the given order."""
    targets = first + M * np.arange(bits)
    usable = moves[moves <= first]
    order = np.argsort(classes[(first - usable) % M], kind="stable")
    return np.stack([is_cold[targets - s] for s in usable[order]])


def counted(first, M, classes, is_cold):
    """Windows in all; not empty; used until the panel is full, in the order of the moves and densest first."""
    offered = windows(first, M, np.zeros(M), is_cold)
    holds = offered[offered.any(axis=1)]
    dense_first = windows(first, M, classes, is_cold)
    dense_first = dense_first[dense_first.any(axis=1)]
    filled = [np.logical_or.accumulate(w).all(axis=1) for w in (holds, dense_first)]
    used = [1 + int(np.argmax(full)) if full.any() else full.size for full in filled]
    return len(offered), len(holds), *used


# %% [markdown]
# The sample is taken at $2^{22}$ positions at most, so that a notebook can afford it; one line of the table
# for each modulus, in windows for each panel.

# %%
sampled = min(n, 2**22)
is_cold = np.zeros(sampled, dtype=bool)
is_cold[cold[cold < sampled]] = True
bits = min(512, sampled // 4)
rng = np.random.default_rng(8)
moduli = [M for M in (1, 5, 13, 65, 325, 1625) if bits * M <= sampled // 2]

# %%
table = {}
for M in moduli:
    emptiest_last = np.argsort(np.argsort(-np.bincount(cold[cold < sampled] % M, minlength=M)))
    starts = rng.integers(sampled // 2, sampled - bits * M + 1, 8)
    table[M] = np.mean([counted(start, M, emptiest_last, is_cold) for start in starts], axis=0)
    kinds = zip(table[M], ("offered", "not empty", "until full", "densest first"), strict=True)
    print(f"M = {M:>4}: " + ", ".join(f"{number:6.0f} {kind}" for number, kind in kinds))

# %%
fig, ax = plt.subplots()
bars = np.array(list(table.values())).reshape(-1, 4).T
for k, name in enumerate(["offered", "not empty", "until full", "until full, densest first"]):
    ax.bar(np.arange(len(moduli)) + 0.2 * k - 0.3, bars[k], width=0.2, label=name)
ax.set_xticks(np.arange(len(moduli)), moduli)
ax.set(xlabel="modulus M", ylabel="windows for each panel")
ax.set_title(f"What each rule saves, squares, positions below {figures.size_label(sampled)}")
ax.set_ylim(0, 1.25 * bars.max())
ax.legend(loc="upper center", ncols=4, fontsize=8.5)
figures.show(fig, "Groups of four bars for each modulus, windows left by each rule: lowest at 65 with all three rules")

# %% [markdown]
# At $2^{22}$ the three rules together leave less than a fifth of the windows with $M=65$; with $M=1$ they
# save almost nothing. From 5 to 65 to 1625 the classes separate further and windows fall; 13 alone is worse
# than 5, and 325 adds nothing here. But each unit must at least ask for every class, and there are $M$ of
# them. So the best modulus grows with $n$: the more moves, the more a window saved is worth.

# %%
assert sampled < 2**22 or table[65][3] < table[65][0] / 5
assert sampled < 2**22 or 0.9 * table[1][0] < table[1][3]

# %% [markdown]
# ## Choosing the modulus
#
# Nothing in the program knows the numbers 5 and 13: it measures. Any method can go on from the positions that
# another has found. So a run begins with the sieve and goes on in **stages**, each to four times the position. At
# the start of a stage a few candidates settle a part of it each, one after the other: the present method, up to two
# moduli that a model proposes, and the sieve, unless that has been far behind before. Whichever should take least
# settles the rest, by the processor time that a position took it and how the model expects that to grow. Nothing
# that was computed is thrown away, and where the work is too little to be worth a choice there is none.
#
# The model counts residues of the last cold positions, estimates what windows and overheads would cost, and
# multiplies the best moduli of each size by prime powers. Its constants are rough: it proposes and says what grows (a
# *heuristic*), and the clock compares (a *measurement*, which noise can turn). From the cold positions below
# $2^{21}$ it ranks first, 0 being the sieve:

# %%
for S in (sg.squares, sg.cubes, sg.triangular, sg.moser_de_bruijn):
    pilot = sg.cold_positions(S, engine.PILOT, method="sieve")
    first = {f"2^{k}": engine.choose_modulus(S(2**k), 2**k, pilot) for k in (26, 28, 30, 32)}
    print(f"{S.__name__:>16}: {first}")
    assert S is not sg.squares or all(M % 5 == 0 for M in first.values())

# %% [markdown]
# **Is the program correct?** It agrees with the sieve for every modulus, here and in the tests (all sets
# within {1..7} with all hotspots below 10, and random ones).

# %%
checked = min(n, 2**20)
expected = cold[cold < checked]
for modulus in (0, 1, 5, 7, 65, 1000):
    found = np.concatenate([positions for _, _, positions in sg.cold_blocks(sg.squares, checked, modulus=modulus)])
    assert np.array_equal(found, expected)

# %% [markdown]
# ## Nim-values
#
# The engine for nim-values is plain dynamic programming with three observations.
#
# *Neighbours read neighbours.* The positions $p,p+1,\dots,p+511$ look, for a move $s$, at the values of
# $p-s,\dots,p-s+511$: one contiguous row. So 512 positions, a **tile**, are treated together, and tiles are
# independent as far as moves are concerned that leave their block. That is what threads share.
#
# *Values are few bits.* Keep the values twice: as numbers, and as bit **planes**, where plane $b$ holds bit $b$
# of every value. A row of 512 values is then nine or ten vectors, and one logic instruction works on all 512
# positions at once. To ask where a row equals $v$ takes an AND for each bit. (Memory is read from whole bytes
# on, and rows begin anywhere; so there is a copy of the planes for each residue of the moves modulo 8.)
#
# *A mex needs few answers.* After a share of the moves, the shorter ones and those whose residues have
# proved useful, has **marked** the values it sees, only few small values remain unseen. The first 64 or less of
# them become the position's **candidates**: its nim-value is almost surely among them. The other moves need not
# mark anything any more. They are only **asked** whether they meet a candidate.
#
# How many moves mark and how many candidates are kept at each stage is measured on positions already settled.
# The moves inside a block come last, position by position where they are short. While one thread settles
# a block, the others ask ahead for the next, by moves that leave two blocks.
#
# **Theorem.** *Whatever the game, the values are those of the recurrence.* *Proof.* The invariant: after any set
# of moves has marked or been asked, a position's list, read in ascending order, has as live entries exactly
# the values up to its last entry that no move of the set reaches. It holds when the list is made, of the
# first unseen values. Asking one more move kills just the entry that it reaches, if it is there. Cutting the
# list at its end keeps the invariant. So after all moves the least live entry is the mex; and if none is left,
# the position takes all its moves by the recurrence. $\square$
#
# At worst that is the recurrence's own $O(n|S|)$: a pair of a position and a move costs one store (marking) or
# at most 64 candidates of twelve bits with 512 positions at a time (asking), and a step of the recurrence if
# the list ran out. Where searching takes longer than the recurrence did, by the clock, the next blocks are left to
# that, and more of them each time. Memory is $n/8$ bytes for each bit of the largest value and each copy of the
# planes, beside the values themselves.
#
# Here are the planes of five thousand values, as Python's whole numbers again, asked where a tile meets
# the value 3 by the move 100:

# %%
values = sg.nim_values(sg.squares, 5000)
depth = int(values.max()).bit_length()
planes = [sum(1 << p for p in np.flatnonzero(values >> b & 1).tolist()) for b in range(depth)]


def meets(p, s, v, tile=512):
    """Bits: at which of the positions p, p + 1, ... does the move s meet the value v?"""
    met = (1 << tile) - 1
    for b, plane in enumerate(planes):
        row = plane >> (p - s)
        met &= row if v >> b & 1 else ~row
    return met


# %%
met = meets(4000, 100, 3)
assert [i for i in range(512) if met >> i & 1] == np.flatnonzero(values[3900:4412] == 3).tolist()
print(f"{depth} planes, {met.bit_count()} of 512 positions meet the value 3")

# %% [markdown]
# And here is the idea of candidates for a thousand positions, where 35 of some 70 moves mark and the list has
# five.


# %%
def mex_by_candidates(seen_first, seen_later, kept=5):
    """The mex of both collections, if one of `cached` candidates survives the second; else None."""
    candidates = [v for v in range(len(seen_first) + kept) if v not in seen_first][:kept]
    left = [v for v in candidates if v not in seen_later]
    return left[0] if left else None


answers = {}
for position in range(4000, 5000):
    seen = values[position - sg.squares(position + 1)].tolist()
    answers[position] = mex_by_candidates(set(seen[:35]), set(seen[35:]))
settled = [position for position, answer in answers.items() if answer is not None]
print(f"{len(settled)} of {len(answers)} positions are settled by their lists")
assert all(answers[position] == values[position] for position in settled)

# %% [markdown]
# ## What the clock says
#
# `make bench` runs the engine and its rivals in one go and writes `benchmarks/times.csv`. The rivals are the
# paper's sieve as stated, the same marks in cache-sized segments, dynamic programming and convolution; the
# first three also in C, compiled with `gcc -O3 -march=native`, and two of them on all cores as well.

# %%
times = pd.read_csv("../benchmarks/times.csv").query("game == 'squares'").sort_values("n")
growth = pd.read_csv("../benchmarks/growth.csv").set_index(["task", "method"])


# %%
COLOURS = {
    "engine": figures.BLUE,
    "engine, 1 thread": figures.SKY,
    "convolution": figures.PURPLE,
    "sieve as the paper states it": figures.ORANGE,
}


# %%


def draw_times(ax, task, methods):
    """Time against n for some methods, with the fitted exponent of each."""
    for method in (m for m in methods if (task, m) in growth.index):
        mine = times.query("task == @task and method == @method")
        colour = COLOURS.get(method, figures.GREEN if "cores" in method else figures.VERMILION)
        label = f"{method}, $n^{{{growth.exponent[task, method]:.2f}}}$"
        ax.plot(mine.n, mine.seconds, "o-", color=colour, markersize=3, label=label)
    ax.set(xscale="log", yscale="log", xlabel="positions n", ylabel="seconds (median)", title=task)
    ax.grid(visible=True)
    ax.set_ylim(1e-5, 1e5)
    ax.legend(loc="upper left", fontsize=7.5)


# %%
fig, axes = plt.subplots(1, 2, figsize=(8.4, 4.8), sharey=True)
sieves = ["segmented sieve in C", "segmented sieve in C, all cores", "sieve as the paper states it"]
draw_times(axes[0], "cold positions", ["engine", "engine, 1 thread", *sieves, "convolution"])
recurrences = ["dynamic-programming in C", "dynamic-programming in C, all cores"]
draw_times(axes[1], "nim-values", ["engine", "engine, 1 thread", *recurrences, "convolution"])
threads = times.query("method == 'engine'").threads.iloc[0]
title = f"Subtract-a-square: the engine on {threads} threads and on one; rivals on one, if not on all cores"
fig.suptitle(title, x=0.02, ha="left", fontsize=10)
drawn = times.sort_index()[["task", "method", "n", "seconds"]]
figures.save(fig, "figure-5-time-against-n", drawn.to_dict("list"))
figures.show(fig, "Two panels of time against n on logarithmic axes; the engine's line ends lowest in both")

# %% [markdown]
# **Figure 5.** Time against $n$, with exponents fitted to each method's last five sizes.

# %% [markdown]
# Two cores divided by one core is no comparison. So each ratio says how many threads the rival had and how
# many the engine: one against one, one against all cores (which is what you gain who has a program for one),
# and all cores against all cores.

# %%
ratios = pd.read_csv("../benchmarks/ratios.csv").query("game == 'squares' and n in (2**24, 2**28, 2**30)")
ratios = ratios[~ratios.rival.str.contains("engine")]
for row in ratios[ratios.rival.str.contains("in C")].itertuples():
    size, ratio = f"{row.task} below 2^{np.log2(row.n):.0f}", f"{row.ratio:5.1f} times as long"
    print(f"{size:>26}: {row.rival} on {row.rival_threads} takes {ratio} as the engine on {row.engine_threads}")


# %%
def least_ratio(task, rival, size):
    """The least of the ratios measured, like for like or with more threads for the engine."""
    return ratios.query("task == @task and rival == @rival and n == @size").ratio.min()


assert least_ratio("cold positions", "segmented sieve in C", 2**28) > 5
assert least_ratio("cold positions", "segmented sieve in C", 2**30) > 8, "also on one thread against one"
assert least_ratio("cold positions", "sieve as the paper states it, in C", 2**30) > 80
assert least_ratio("nim-values", "dynamic-programming in C", 2**24) > 4
split = ratios[ratios.rival.str.contains("all cores")].set_index(["task", "n"]).ratio
assert min(split["cold positions", 2**30], split["nim-values", 2**24]) > 1, "all cores against all cores"

# %% [markdown]
# Which idea bought what? The benchmark also switches them on one after another, at $2^{28}$.

# %%
ablation = pd.read_csv("../benchmarks/ablation.csv", index_col="idea")
idea = ablation.seconds
fig, ax = plt.subplots(figsize=(6.4, 2.8))
ax.barh(idea.index, idea)
ax.bar_label(ax.containers[0], [f"{t:.2f} s" for t in idea], padding=3)
ax.set(xlim=(0, 1.12 * idea.max()), xlabel="seconds (median)")
ax.set_title(f"The engine's ideas, cold positions below {figures.size_label(int(ablation.n.iloc[0]))}")
ax.invert_yaxis()
figures.show(fig, "Bars of seconds for the engine's ideas: bit rows alone and flat blocks longest, classes far shorter")

# %% [markdown]
# Rows of bits alone lose against the sieve: most of what they shift is zeros. With 5 classes the loss is gone,
# and with 65 the gain is large: so it really is the structure of Figure 3 that pays, and not the width of a
# processor's registers. More threads share the classes of a block, and work ahead while one of them settles it.
# Choosing costs a fraction of a second (this table was measured when a pilot range and the model alone chose);
# what it buys is that nobody has to know the number 65, and a better modulus at larger $n$. Blocks of one panel make
# every window do its work by itself, and the gain is gone.

# %%
assert idea["rows of bits, one class"] > idea["5 classes"] > idea["65 classes"]
assert idea["rows of bits, one class"] > idea["the sieve on bits"] > idea["5 classes"], "the loss is gone"
assert idea["the sieve on bits"] > 4 * idea["65 classes"], "a large gain"
assert 0 < idea["a modulus from a pilot"] - idea["all cores"] < 1, "a fraction of a second"
assert idea["blocks of one panel"] > idea["the sieve on bits"], "the gain is gone"

# %% [markdown]
# ## For which games does slicing pay?
#
# Slicing leaves out windows that are empty, and windows into classes that are full. Both need classes that are
# seldom cold. So look, for each game, for the modulus up to 100 of which the smallest share of classes holds all
# but a hundredth of the cold positions (of the later half of a small range).
#
# **Predict first.** The table below is all that you get. For which games will slicing be several times as fast as
# the sieve, and which might as well stay with the sieve? (The random set of the next table has no structure at all.)

# %%
WRITTEN = {"squares": "n**2", "cubes": "n**3", "fourth powers": "n**4", "fifth powers": "n**5",
           "triangular numbers": "n*(n+1)//2", "pentagonal numbers": "n*(3*n-1)//2", "pronic numbers": "n*(n+1)",
           "2k^2": "2*n**2", "k^2 + 1": "n**2+1", "primes": "primes"}  # fmt: skip


def share(found, M):
    """The least share of the classes modulo M that holds 99% of the positions found."""
    held = np.sort(np.bincount(found % M, minlength=M))[::-1].cumsum()
    return (1 + np.searchsorted(held, 0.99 * held[-1])) / M


# %%
begun = min(n, 2**18)
for game, formula in WRITTEN.items():
    found = sg.cold_positions(parse_set(formula), begun)
    late = found[found >= begun // 2]
    least, M = min((share(late, M), M) for M in range(1, 1 + max(1, min(100, late.size // 9))))
    print(f"{game:>18}: {least:4.0%} of the classes mod {M}; one position in {begun / 2 / late.size:.0f} is cold")

# %% [markdown]
# `make bench` settled each game by what the engine chooses, by a sweep of moduli, each for the whole range, and by
# the sieve here and in C: processor seconds of one thread.

# %%
by_game = pd.read_csv("../benchmarks/games.csv", index_col="game")
gain = (by_game.sieve / by_game.automatic).fillna(np.inf).sort_values(ascending=False, kind="stable")
by_game = by_game.loc[gain.index]
for row in by_game.itertuples():
    told = f"{row.Index:>27}, 2^{np.log2(row.n):.0f}: {row.automatic:.2f} s, {row.automatic / row.best:.2f} times"
    run = f"sieve {gain[row.Index]:.2f} times, in C {row.sieve_in_c / row.automatic:.2f}"
    sieves = run if np.isfinite(gain[row.Index]) else "sieves not run"
    print(f"{told} the best ({row.best_modulus}); {sieves}; model {row.forecast_ns / row.automatic_ns:.2f}")

# %%
KINDS = {"sieve in C": "sieve_in_c", "sieve": "sieve", "best of a sweep": "best", "chosen as it goes": "automatic"}
relative = by_game[[*KINDS.values()]].div(by_game.automatic, axis=0).round(3)
fig, ax = plt.subplots(figsize=(6.4, 5.2))
names = [f"{game.replace('k^2', 'k$^2$')}, {figures.size_label(int(size))}" for game, size in by_game.n.items()]
figures.dot_rows(ax, names, {kind: relative[column] for kind, column in KINDS.items()})
for k in np.flatnonzero(relative.sieve.isna()):
    ax.text(1.3, k, "the sieves: too long to wait for", va="center", color=figures.VERMILION, fontsize=9)
ax.set(xlabel="processor time, the engine's own choice being 1", xticks=[0.3, 0.5, 1, 2, 5, 10])
ax.legend(loc="lower right", fontsize=9)
fig.suptitle("Thirteen games: what the clock chose, and what else there was", x=0.02, ha="left", fontsize=11)
figures.save(fig, "figure-18-thirteen-games", {"game": by_game.index, "n": by_game.n, **relative})
figures.show(fig, "Thirteen rows of dots: the engine's choice lies near the best of a sweep, sieves mostly far behind")

# %% [markdown]
# **Figure 18.** Processor time of thirteen games, that of the engine which chooses as it goes being 1.
#
# The prediction holds for squares, cubes and $2k^2$, of which about half of the classes hold nearly all cold positions:
# the sieve takes at least seven times as long. It holds for triangular, pentagonal and pronic numbers and the random
# set: nothing is gained, and the sieve in C is faster. It fails for fourth and fifth powers, which show little up to
# 100. Their structure is further out: modulo 544, 41% of the classes hold all but a hundredth of the cold positions
# of fourth powers, and modulo 660, 45% those of fifth powers. The primes 7 and 13, 17, and 11 in the best moduli of
# cubes, fourth and fifth powers are 1 modulo the exponent, where few residues are such powers. (Seen, not proved.)
# And many positions are cold, so a window carries many marks at once: the same makes $k^2+1$ and the primes too much
# for any sieve.
#
# Choosing has its price: up to three and a half times the best single modulus (which nobody knows beforehand), most
# where many positions are cold and the first stages are sieved. (Moser-de Bruijn is over before a choice could pay.)
# The model's forecasts lie between a tenth of the time measured and three times that: too rough to decide by. (The
# table is older than the last steps of the choice; `benchmarks/LOG.md` tells what they changed.)

# %%
alike = ["triangular numbers", "pentagonal numbers", "pronic numbers", "random, as dense as squares"]
assert gain[["squares", "cubes", "2k^2"]].min() > 7
assert gain[alike].max() < 1.1
assert (by_game.sieve_in_c < by_game.automatic)[alike].all()
assert [f"{x:.0%}" for x in by_game.share_of_classes[["fourth powers", "fifth powers"]]] == ["41%", "45%"]
assert (by_game.automatic / by_game.best).max() < 3.55
assert (by_game.forecast_ns / by_game.automatic_ns).between(0.09, 3).all()

# %% [markdown]
# ## How time and memory grow
#
# The exponents of Figure 5 are fitted to the five largest sizes that were timed; `growth.csv` keeps the
# smallest and the largest exponent between any two of the five, too.

# %%
for task in ("cold positions", "nim-values"):
    row = growth.loc[task, "engine"]
    size = f"2^{np.log2(row.from_n):.0f} to 2^{np.log2(row.to_n):.0f}"
    print(f"{task}, {size}: n^{row.exponent:.3f} (pairs: {row.least:.3f} to {row.most:.3f})")
assert growth.exponent["cold positions", "engine"] < 1.2 < 1.5 < growth.most["nim-values", "engine"]

# %% [markdown]
# An exponent below 1, over whatever sizes, is no law. A program that settles every position takes time that grows
# like $n$ at least, and the cost theorem has a term that grows like $n^{1.5}$. What the exponents say is
# that at these sizes the term is still hidden, and that a better modulus has paid for some doublings.
#
# Memory was watched while the clock ran: the most by which the process grew, for the largest runs.

# %%
for row in times.sort_index().dropna(subset="peak_mib").itertuples():
    each = row.peak_mib * 2**20 / row.n
    print(f"{row.task} below 2^{np.log2(row.n):.0f}, {row.method}: {each:.4f} bytes a position")
    assert row.task == "nim-values" or row.n < 2**32 or each < 1 / 8, "less than a bit for each position"

# %% [markdown]
# For nim-values the engine buys a constant factor only: it still takes every position and every move
# together, so its time grows like $n^{1.5}$ and a little more. The structure of Figure 3 exists at every
# level of nim-values. All that it is used for is the order of the moves; `benchmarks/LOG.md` tells what else
# was tried.
#
# ## Findings
#
# * At $n=2^{30}$ the sieve marks each hot position 41 times; most marks carry nothing new.
# * Panels by residue class let most windows be skipped without a guess: the empty ones, and those into panels
#   that are full. Every pair of a source and a move belongs to exactly one case, and is carried from rows settled
#   before.
# * At worst it takes $O(n|S|/w)$ operations on panels, for every game. That is a constant factor, not a
#   smaller exponent: from about $2^{50}$ on the sieve may pass it.
# * The modulus is chosen by measuring a few candidates as the run goes on, and no answer depends on it. Slicing
#   pays where cold positions crowd into few classes, or are many; elsewhere the sieve goes on.
# * Nim-values need only a short list of candidates for most moves, which bit planes are asked for 512
#   positions at a time.
# * One thread against one, cold positions below $2^{30}$ come at least eight times as fast as from the sieve in
#   C, and eighty times as fast as from the paper's; nim-values below $2^{24}$ four times as fast as by dynamic
#   programming in C (asserted above; the README has the ratios as measured).
#
# ## Exercises
#
# 1. *Check.* Count the windows for the cubes. Which modulus would you choose? *Hint:
#    `engine.choose_modulus` above.* [Solution](solutions/part-3.ipynb#Notebook-8,-exercise-1)
# 2. *Prove.* Show that rule 2 could be applied to single positions in place of panels. Why isn't it? *Hint:
#    what does a processor do with 512 bits at once?*
#    [Solution](solutions/part-3.ipynb#Notebook-8,-exercise-2)
# 3. *Go further.* Estimate $n$ for which the modulus 1625 pays. *Hint: `sg.cold_blocks(sg.squares, n,
#    modulus=1625)` takes a modulus of your own; time it.*
#    [Solution](solutions/part-3.ipynb#Notebook-8,-exercise-3)
# 4. *Go further.* Look in the [explorer](../book/explore.md) for a game whose cold positions line up at
#    some width. Does the model propose that modulus, or a multiple of it? *Hint: `engine.choose_modulus`;
#    the cubes and 7 are a beginning.* [Solution](solutions/part-3.ipynb#Notebook-8,-exercise-4)
#
# **Next:** [Long runs](09-long-runs.ipynb)
