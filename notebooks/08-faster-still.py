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
# exact for *every* game although it exploits a pattern that nobody has proved, what each idea saves in
# counted operations, and what the clock says. The last part does the same for nim-values. Read notebooks
# [2](02-dynamic-programming-and-sieving.ipynb), [3](03-divide-and-conquer.ipynb) and [7](07-modularity.ipynb)
# first.
#
# *Motivated by D. Eppstein, "Faster Evaluation of Subtraction Games", FUN 2018, LIPIcs 100, 20:1-20:12,
# section 4.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated: 0 to n - 1 (make's COLD_N)

# %%

import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_games import engine, figures, files
from subtraction_games.runs import kept

figures.use_style()
cold = kept(sg.cold_positions, sg.squares, n)
moves = sg.squares(n)

# %% [markdown]
# ## Where the sieve's time goes
#
# The sieve marks every position one move above a cold one. How often is a position marked?

# %%
marks = int(np.searchsorted(moves, n - cold).sum())
print(f"{marks:,} marks for {n - len(cold):,} hot positions: {marks / (n - len(cold)):.0f} for each")
assert n != 2**30 or round(marks / (n - len(cold))) == 41

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
# That needs the cold positions beforehand. But a move of at least $W$ carries marks only from one block of
# $W$ positions to later ones. So let blocks ("tiles") be evaluated in order: a tile first takes the long
# moves from earlier tiles, a shift for each, and then looks inside itself, with smaller tiles, down to single
# words. It is the paper's divide and conquer, cut into a few levels in place of $\log n$.
#
# The number of shifts is $|S|$ for each tile, whether or not there is anything to shift. With one cold
# position in 591, a block of 512 bits holds less than one on average. We would mostly shift zeros.
#
# ## Idea 2: put like with like
#
# Choose a modulus $M$, write every position as $Mq+r$, and keep a separate bit row for each residue $r$, with
# bit $q$ for position $Mq+r$. A move $s$ takes row $r$ into row $(r+s)\bmod M$, shifted by
# $\lfloor(r+s)/M\rfloor$: still one shift for 512 positions. For subtract-a-square and $M=5$, the rows 1 and
# 3 are almost empty, and 0 and 2 hold two and a half times as many as before. Below are the five rows for the
# first 250 positions, read column by column.

# %%
fig, ax = plt.subplots(figsize=(7.2, 1.0))
figures.strips(ax, np.isin(np.arange(250), cold).reshape(-1, 5).T, [f"row {r}" for r in range(5)], every=10)
ax.set_xlabel("q: column q of row r is position 5q + r")
figures.show(fig, "Five strips, one for each residue modulo 5: rows 0 and 2 hold nearly all of the dark cold positions")

# %% [markdown]
# In code, with Python's whole numbers as bit rows again:


# %%
def rows_of(positions, M):
    """A bit row for each residue: bit q of row r stands for position M q + r."""
    rows = [0] * M
    for position in positions:
        rows[position % M] |= 1 << position // M
    return rows


def marked_rows(rows, moves, M):
    """The rows of all positions one move above those of `rows`; empty rows take no part."""
    marked = [0] * M
    for r in (r for r in range(M) if rows[r]):
        for s in moves:
            marked[(r + s) % M] |= rows[r] << (r + s) // M
    return marked


# %%
for M in (1, 5, 13, 65):
    marked = marked_rows(rows_of(few, M), sg.squares(small).tolist(), M)
    assert [i for i in range(small) if not marked[i % M] >> i // M & 1] == few

# %% [markdown]
# The answer does not depend on $M$. What depends on it is the work.
#
# ## Three ways to skip work without guessing
#
# Look at one *target block*: 512 consecutive bits of one row. It must learn which of its positions are hot,
# and each move offers one *window*: the 512 bits of another class that this move carries there. Three rules
# leave windows out.
#
# 1. **An empty window marks nothing.** One summary bit for each block tells which are empty.
# 2. **A block that is hot throughout needs no more marks.** Most classes are never cold; their blocks fill
#    up, and then they are done.
# 3. **The densest classes first.** Then blocks fill up sooner.
#
# None of the three is a guess. If the pattern of Figure 3 failed tomorrow, windows would be fuller, blocks
# would fill more slowly, and the program would take longer, but its answer would be the same.
#
# **Why is it exact?** A position of a target block is hot exactly if some move leads from it to a cold one.
# Each such pair is carried by one window. If the window was used, the position is marked. If it was left out
# by rule 1, it holds no cold position, so the pair does not exist. If it was left out by rule 2, the position
# was marked already. And windows are used only after all positions in them are settled, because each level of
# tiles applies just those moves that reach out of the tile, and the last 64 bits of all rows are settled one
# position after another. $\square$
#
# **Two threads.** The classes of a target tile don't depend on each other, so threads can share them out.
# Settling a tile, though, goes from the bottom up and occupies one thread. Meanwhile the others work ahead: a
# move that shifts by two tiles or more jumps over the tile that is being settled, so its windows for the
# *next* tile hold settled positions only. The order in which windows are used changes, the answer doesn't.
#
# ## What each rule saves, counted
#
# Let us count windows for a sample of target blocks near the end of the range, from the true cold positions.
# `windows` lists, for one target block, the bits of each window that the squares offer, densest source class
# first.


# %%
def windows(first, M, classes, is_cold):
    """bool[k, bits]: the windows into positions first, first + M, ... from the classes in the given order."""
    targets = first + M * np.arange(bits)
    usable = moves[moves <= first]
    order = np.argsort(classes[(first - usable) % M], kind="stable")
    return np.stack([is_cold[targets - s] for s in usable[order]])


def counted(first, M, classes, is_cold):
    """Windows in all; not empty; used until the block is full, in the order of the moves and densest first."""
    offered = windows(first, M, np.zeros(M), is_cold)
    holds = offered[offered.any(axis=1)]
    dense_first = windows(first, M, classes, is_cold)
    dense_first = dense_first[dense_first.any(axis=1)]
    used = [min(len(w), 1 + int(np.argmax(np.logical_or.accumulate(w).all(axis=1)))
                if w.any(axis=0).all() else len(w)) for w in (holds, dense_first)]  # fmt: skip
    return len(offered), len(holds), *used


# %% [markdown]
# The sample is taken at $2^{22}$ positions at most, so that a notebook can afford it; one line of the table
# for each modulus, in windows for each target block.

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
    print(f"M = {M:>4}: {table[M][0]:6.0f} offered, {table[M][1]:6.0f} not empty,"
          f" {table[M][2]:6.0f} until full, {table[M][3]:6.0f} densest first")  # fmt: skip

# %%
fig, ax = plt.subplots()
bars = np.array(list(table.values())).reshape(-1, 4).T
for k, name in enumerate(["offered", "not empty", "until full", "until full, densest first"]):
    ax.bar(np.arange(len(moduli)) + 0.2 * k - 0.3, bars[k], width=0.2, label=name)
ax.set_xticks(np.arange(len(moduli)), moduli)
ax.set(xlabel="modulus M", ylabel="windows for each target block")
ax.set_title(f"What each rule saves, squares, positions below {figures.size_label(sampled)}")
ax.set_ylim(0, 1.25 * bars.max())
ax.legend(loc="upper center", ncols=4, fontsize=8.5)
figures.show(fig, "Groups of four bars for each modulus, windows left by each rule: lowest at 65 with all three rules")

# %% [markdown]
# At $2^{22}$ the three rules together leave less than a fifth of the windows with $M=65$; with $M=1$ they
# save almost nothing. From 5 to 65 to 1625 the classes separate further and windows fall; 13 alone is worse
# than 5, and 325 adds nothing here. But each block must at least look at every class, and there are $M$ of
# them. So the best modulus grows with $n$: the more moves, the more a window saved is worth.

# %%
assert sampled < 2**22 or table[65][3] < table[65][0] / 5
assert sampled < 2**22 or 0.9 * table[1][0] < table[1][3]

# %% [markdown]
# ## Choosing the modulus
#
# Nothing in the program knows the numbers 5 and 13. It sieves a pilot range of $2^{21}$ positions, counts
# residues, and estimates for each candidate $M$ what the windows and the overhead would cost. The search
# climbs by multiplication: it tries multiples of the four best moduli so far, until none of them is new. If
# nothing beats plain sieving by a good margin, the engine sieves. For squares and for three other games:

# %%
pilot_size = engine.PILOT
for S in (sg.squares, sg.cubes, sg.triangular, sg.moser_de_bruijn):
    pilot = sg.cold_positions(S, pilot_size, method="sieve")
    chosen = {f"2^{k}": engine.choose_modulus(S(2**k), 2**k, pilot) for k in (26, 28, 30, 32)}
    print(f"{S.__name__:>16}: {chosen}")

# %% [markdown]
# For squares every choice is a multiple of 5; 0 means the sieve. The residues of other games are found in the
# same way: whatever the pilot shows.

# %%
pilot = sg.cold_positions(sg.squares, pilot_size, method="sieve")
assert all(engine.choose_modulus(sg.squares(2**k), 2**k, pilot) % 5 == 0 for k in (28, 30, 32))

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
# The engine for nim-values is plain dynamic programming with two observations.
#
# *Neighbours read neighbours.* The positions $p,p+1,\dots,p+31$ look, for a move $s$, at the values of
# $p-s,\dots,p-s+31$: one contiguous row. So 32 positions can be treated together, and tiles of them are
# independent as far as long moves are concerned: that is the parallel loop.
#
# *A mex needs few answers.* After a share of the moves has marked the values it sees, only few small values
# remain unseen. Call the first forty of those the position's **candidates**: its nim-value is almost surely
# among them. The other moves need not mark anything any more. It is enough to ask whether they meet a
# candidate, which a processor does for 32 positions in one instruction.
#
# **Why is it exact?** The candidates are *all* the unseen values up to the last of the list. Later moves
# strike some out. If one is left, the smallest is the mex; if none is, the position is evaluated anew by the
# recurrence. How many moves mark and how many ask is adjusted on the way, by counting how often lists run
# out.
#
# Here is the idea for a thousand positions, where 35 of some 70 moves mark and the list has five candidates.


# %%
def mex_by_candidates(seen_first, seen_later, kept=5):
    """The mex of both collections, if one of `kept` candidates survives the second; else None."""
    candidates = [v for v in range(len(seen_first) + kept) if v not in seen_first][:kept]
    left = [v for v in candidates if v not in seen_later]
    return left[0] if left else None


values = sg.nim_values(sg.squares, 5000)
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
# first three also in C, compiled with `gcc -O3 -march=native`.

# %%
times = [row for row in files.rows_of("../benchmarks/times.csv") if row["game"] == "squares"]
ratios = files.rows_of("../benchmarks/ratios.csv")
growth = {(row["task"], row["method"]): row for row in files.rows_of("../benchmarks/growth.csv")}


# %%
def draw_times(ax, task, methods):
    """Time against n for some methods, with the fitted exponent of each."""
    for method in methods:
        mine = [row for row in times if row["task"] == task and row["method"] == method]
        points = sorted((int(row["n"]), float(row["seconds"])) for row in mine)
        exponent = float(growth[task, method]["exponent"])
        ax.plot(*zip(*points, strict=True), "o-", markersize=3, label=f"{method}, $n^{{{exponent:.2f}}}$")
    ax.set(xscale="log", yscale="log", xlabel="positions n", ylabel="seconds (median)", title=task)
    ax.grid(visible=True)
    ax.legend(loc="upper left", fontsize=8)


# %%
fig, axes = plt.subplots(1, 2, figsize=(8.4, 4.4), sharey=True)
four = ["engine", "segmented sieve in C", "sieve as the paper states it", "convolution"]
draw_times(axes[0], "cold positions", four)
draw_times(axes[1], "nim-values", ["engine", "dynamic-programming in C", "convolution"])
fig.suptitle(
    f"Subtract-a-square; the engine on two cores, its rivals on one ({times[0]['machine']})", x=0.02, ha="left"
)
columns = ("task", "method", "n", "seconds")
figures.save(fig, "figure-5-time-against-n", {c: [row[c] for row in times] for c in columns})
figures.show(fig, "Two panels of time against n on logarithmic axes; the engine's line ends lowest in both")

# %% [markdown]
# **Figure 5.** Time against $n$, with exponents fitted to each method's last five sizes.

# %%
for row in ratios:
    if row["game"] == "squares" and row["n"] in (2**24, 2**28, 2**30):
        size = f"{row['task']} below {int(row['n']):,}"
        print(f"{size:>32}: {row['rival']} takes {float(row['ratio']):.1f} times as long")

# %%
ratio = {(row["task"], row["rival"], int(row["n"])): float(row["ratio"]) for row in ratios if row["game"] == "squares"}
assert ratio["cold positions", "segmented sieve in C", 2**30] > 4
assert ratio["cold positions", "segmented sieve in C", 2**28] > 4
for size in (2**28, 2**30):
    assert ratio["cold positions", "sieve as the paper states it, in C", size] > 40
assert ratio["nim-values", "dynamic-programming in C", 2**24] > 5

# %% [markdown]
# Which idea bought what? The benchmark also switches them on one after another, at $2^{28}$.

# %%
ablation = files.rows_of("../benchmarks/ablation.csv")
taken = [float(row["seconds"]) for row in ablation]

# %%
fig, ax = plt.subplots(figsize=(6.4, 2.8))
ax.barh([row["idea"] for row in ablation], taken)
ax.bar_label(ax.containers[0], [f"{t:.2f} s" for t in taken], padding=3)
ax.set(xlim=(0, 1.12 * max(taken)), xlabel="seconds (median)")
ax.set_title(f"The engine's ideas, cold positions below {figures.size_label(int(ablation[0]['n']))}")
ax.invert_yaxis()
figures.show(fig, "Bars of seconds for each of the engine's ideas: bit rows alone the longest, classes far shorter")

# %% [markdown]
# Bit rows alone lose against the sieve: most of what they shift is zeros. Five classes turn the loss into a
# gain and 65 classes into a large one, so it really is the structure of Figure 3 that pays, and not the width
# of a processor's registers. A second thread brings another factor of one and a half: while the first settles
# a tile, it works ahead. The pilot costs a little here; what it buys is that nobody has to know the number
# 65, and a better modulus at larger $n$. Tiles of one block make every window do its work by itself, which
# costs most of the gain.

# %%
idea = {row["idea"]: float(row["seconds"]) for row in ablation}
assert idea["bit rows, one class"] > idea["the sieve on bits"] > idea["5 classes"] > 2 * idea["65 classes"]
assert idea["65 classes"] > 1.4 * idea["two threads"]
assert idea["tiles of one block"] > 3 * idea["a modulus from a pilot"]

# %% [markdown]
# How does the time grow? The exponents are fitted to the five largest sizes that were timed; `growth.csv`
# keeps the smallest and the largest exponent between any two of the five, too. It may come out below 1
# between two sizes: the larger one pays for a better modulus, so that it has fewer windows to shift.

# %%
for task in ("cold positions", "nim-values"):
    row = growth[task, "engine"]
    size = f"2^{np.log2(int(row['from_n'])):.0f} to 2^{np.log2(int(row['to_n'])):.0f}"
    print(f"{task}, {size}: n^{row['exponent']:.3f} (pairs: {row['least']:.3f} to {row['most']:.3f})")

# %% [markdown]
# For nim-values the engine buys a constant factor only: it still takes every position and every move
# together, so its time grows like $n^{1.5}$ and a little more. The structure of Figure 3 exists at every
# level of nim-values, but so far nobody has made it pay: `benchmarks/LOG.md` tells what was tried.
#
# ## Findings
#
# * At $n=2^{30}$ the sieve marks each hot position 41 times; most marks carry nothing new.
# * Bit rows by residue class let most windows be skipped without a guess: the empty ones, and those into
#   blocks that are full.
# * The modulus comes from a pilot range. Squares choose multiples of 5; a game without enough structure falls
#   back to the sieve.
# * Nim-values need only a short list of candidates for most moves.
# * Cold positions below $2^{30}$ come at least four times as fast as from the best sieve in C, and forty
#   times as fast as from the paper's (asserted above; the README has the ratios as measured).
#
# ## Exercises
#
# 1. Count the windows for the cubes. Which modulus would you choose? *Check: `engine.choose_modulus` above.*
# 2. Show that rule 2 could be applied to single positions in place of blocks. Why isn't it? *Check: what does
#    a processor do with 512 bits at once?*
# 3. Estimate $n$ for which the modulus 1625 pays. *Check: `sg.cold_blocks(sg.squares, n, modulus=1625)` takes
#    a modulus of your own; time it.*
#
# **Next:** [Long runs](09-long-runs.ipynb)
