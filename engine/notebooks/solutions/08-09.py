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
# # Solutions to notebooks 8 and 9
#
# This notebook works through the exercises of notebooks 8 and 9. The proofs are written out, and the numbers are
# computed here, mostly at smaller sizes than in the notebooks, so that you need not wait.

# %% tags=["parameters"]
n = 2**16  # positions of the runs of notebook 9

# %% tags=["setup"]
import tempfile
import warnings
from functools import partial
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine.longruns import run_folder
from subtraction_games.sets import parse_set

# %% [markdown]
# ## Notebook 8, exercise 1
#
# **Windows, counted.** A window consists of 512 bits of one residue class. A move carries the window to a panel, which
# consists of 512 bits of another class. Rule 1 leaves out the empty windows. By rules 2 and 3, the densest classes come
# first, and a window is left out if the panel is already full when its turn comes. Let us count the windows of some
# panels in the upper half of a small range.


# %%
def windows(first, M, moves, cold, is_cold):
    """Count the windows of the panel at `first`: in all, not empty, and used."""
    density = np.bincount(cold[cold < first] % M, minlength=M)
    fitting = moves[moves <= first]
    fitting = fitting[np.argsort(-density[(first - fitting) % M], kind="stable")]
    offered = is_cold[first + M * np.arange(512) - fitting[:, None]]
    nonempty = offered[offered.any(axis=1)]
    full = np.logical_or.accumulate(nonempty).all(axis=1)
    used = 1 + int(full.argmax()) if full.any() else full.size
    return len(offered), len(nonempty), used


def averages(S, moduli, below=2**22):
    """Return the average numbers of windows over eight panels, for each modulus."""
    cold, rng = sg.cold_positions(S, below), np.random.default_rng(8)
    is_cold, means = np.isin(np.arange(below), cold), {}
    for M in moduli:
        starts = rng.integers(below // 2, below - 512 * M + 1, 8)
        counts = [windows(first, M, S(below), cold, is_cold) for first in starts]
        means[f"{S.__name__} modulo {M}"] = np.mean(counts, axis=0)
    return means


# %%
table = averages(sg.squares, (1, 5, 13, 65, 1625)) | averages(sg.cubes, (1, 5, 7, 91))
pd.DataFrame(table, index=["windows", "not empty", "used"]).T.map("{:,.0f}".format)

# %% [markdown]
# The table shows averages per panel. For the squares, modulus 1 saves almost nothing. From modulus 5 to 65 to 1625 the
# classes separate further, and fewer windows are used, but modulus 13 on its own is worse than modulus 5. The cubes
# have far fewer moves and therefore far fewer windows. Three classes modulo 7 contain nearly all cold positions of the
# game of cubes, so half of the windows are empty, and the panels of the other classes soon fill up. You would therefore
# choose modulus 7 for the cubes, or $91=7\cdot13$ if there are enough moves for that many classes. Here are the moduli
# that the engine's cost model ranks first for the cubes, where 0 stands for the sieve:


# %%
def ranked_first(S, exponents):
    """Return, for each n = 2^k, the modulus that the cost model ranks first."""
    pilot = sg.cold_positions(S, engine.PILOT)
    return {f"2^{k}": engine.forecast(S(2**k), 2**k, pilot).modulus for k in exponents}


print(ranked_first(sg.cubes, (24, 28, 32)))

# %% [markdown]
# ## Notebook 8, exercise 2
#
# **Rule 2 for individual positions.** The proof of Theorem 8.1 in notebook 8 justifies rule 2 by saying only that in a
# full panel "every bit is set". This argument needs only the bit that the mark would set, not the rest of its panel. So
# you may leave out a mark whenever its position is already hot, because a hot position stays hot. The rest of the proof
# does not change. $\square$
#
# The engine does not test single positions, because a test costs as much as a mark. A processor can shift and mark 512
# positions in one operation, whereas finding out which of them still need their marks would take 512 tests. For a whole
# panel, on the other hand, a single test costs next to nothing and can save whole windows.
#
# ## Notebook 8, exercise 3
#
# **Where 1625 pays.** The engine's cost model ranks modulus 65 first up to $2^{28}$ and modulus 1625 first from
# $2^{30}$ upwards. Since the constants of the model are rough, time both moduli on your machine between $2^{27}$ and
# $2^{30}$, and look for the size at which both take equally long.

# %%
print(ranked_first(sg.squares, range(24, 36, 2)))

# %% [markdown]
# ## Notebook 8, exercise 4
#
# **A game that lines up.** The modulus at which a game lines up is not always the one that the cost model proposes. The
# cubes line up at 7, and every modulus that the model chooses for them is a multiple of 7 (exercise 1). The triangular
# numbers line up at 9, but less sharply. For this game the model chooses a multiple of 9 for a short range and again
# for a very long one, but in between it ranks the sieve first (written as 0). A favourite residue is not enough to make
# slicing pay. Most classes must be so sparse that most of their windows are empty, and only a few of the classes modulo
# 9 are that sparse.

# %%
pilot = sg.cold_positions(sg.triangular, engine.PILOT)
late = np.bincount(pilot[pilot >= engine.PILOT // 2] % 9, minlength=9)
print(ranked_first(sg.triangular, (24, 30, 36, 40)))
print("late cold positions modulo 9:", late.tolist())

# %% [markdown]
# ## Notebook 9, exercise 1
#
# **Stopped and started again.** When you start the run again, it prints the position from which it resumes. This
# position is the start of the block that was being computed when you stopped the run. Here is a small version of the
# experiment. A run is stopped after three blocks, and a second run begins by reading these blocks.

# %%
settings = {"modulus": 5, "panels": 1, "folder": Path(tempfile.mkdtemp()) / "run"}
with patch.object(run_folder, "FLUSH_SECONDS", 0):  # write blocks immediately
    run = sg.cold_blocks(sg.squares, n, **settings)
    first_three = [(start, stop) for start, stop, _ in islice(run, 3)]
    run.close()
    stopped_at = sg.results(settings["folder"]).stop
    again = list(sg.cold_blocks(sg.squares, n, **settings))
print(
    f"stopped at {stopped_at}; {len(again)} blocks in all, "
    f"{len(again) - 3} of them computed by the second run"
)
assert [(start, stop) for start, stop, _ in again[:3]] == first_three, "read again"

# %% [markdown]
# ## Notebook 9, exercise 2
#
# **Half a file.** As long as the results that a line of the log describes are still in the file, the checksum matches
# and the line is valid. All other lines are discarded, and their blocks are recomputed.

# %%
finished = sg.results(settings["folder"])
written = finished.data.read_bytes()
finished.data.write_bytes(written[: len(written) // 2])
missing = sg.results(settings["folder"]).damaged()
print(f"damaged: positions {missing[0].start:,} to {missing[-1].stop - 1:,}")

# %%
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    run = sg.cold_blocks(sg.squares, n, **settings)
    mended = np.concatenate([cold for _, _, cold in run])
print(f"{len(caught)} warning: the next start reports what it found")
assert np.array_equal(mended, sg.cold_positions(sg.squares, n)), "and mends it"

# %% [markdown]
# ## Notebook 9, exercise 3
#
# **Three workers, and one is lost.** We run the loop of notebook 9 with three workers, one of which drops out after the
# fifth block. From then on each block is cut into two shares instead of three, and nothing else changes.

# %%
game = sg.squares(n), n, np.zeros(0, dtype=np.int64)
fresh = partial(engine.cold_evaluation, *game, modulus=5, panels=1)
caller, workers, blocks = fresh(), [fresh(), fresh(), fresh()], 0
while caller.position < n:
    if blocks == 5:
        workers.pop(1)  # lost
    task, shares = caller.task(), []
    for part, worker in enumerate(workers):
        worker.restore(caller.position, caller.results_since(worker.position))
        shares.append(worker.share(task, part, parts=len(workers)))
    caller.settle(task, shares)
    blocks += 1
without = max(blocks - 5, 0)
print(f"{blocks} blocks, the last {without} of them without the worker that was lost")
assert np.array_equal(caller.results_since(0), mended), "the answer is the same"

# %% [markdown]
# ## Notebook 9, exercise 4
#
# **Shares.** *Proof.* Let a block begin at $p$, and let all cold positions below $p$ be known. A share covers some of
# the target classes. For each position $x$ of the block in these classes, the share records whether a move leads from
# $x$ to a cold position below $p$. The answer does not depend on the other shares, but only on $x$ and on the cold
# positions below $p$, all of which are settled before the first share is requested. A share is therefore the same no
# matter which worker computes it, when, or how often.
#
# However the block is cut, each class belongs to exactly one share. Together the shares therefore record for *every*
# position of the block whether a move to a position below $p$ makes it hot. Nothing else from outside the block is used
# to settle the block. A position of the block is cold if it has neither a move to a cold position below $p$ nor a move
# to a smaller cold position in the block, and neither condition depends on how the block is cut. By induction over the
# blocks, the whole answer is the same however the blocks are cut. $\square$

# %%
for parts in (1, 2, 5):
    caller = fresh()
    while caller.position < n:
        task = caller.task()
        for _ in range(2):  # the second time they are the same
            shares = [caller.share(task, part, parts=parts) for part in range(parts)]
        caller.settle(task, shares)
    assert np.array_equal(caller.results_since(0), mended), f"cut into {parts} shares"

# %% [markdown]
# ## Notebook 9, exercise 5
#
# **A game of your own in a folder.** Once again, we choose the pentagonal numbers as our moves. While the run is
# unfinished, `results` returns the cold positions of the finished blocks. The command `make game
# GAME="n*(3*n-1)//2"` prints the same positions.

# %%
folder, pentagonal = Path(tempfile.mkdtemp()) / "pentagonal", parse_set("n*(3*n-1)//2")
with patch.object(run_folder, "FLUSH_SECONDS", 0):
    run = sg.cold_blocks(pentagonal, n, folder=folder, modulus=5, panels=1)
    next(run)
    run.close()
unfinished = sg.results(folder)
print(f"known below {unfinished.stop:,}: {unfinished.array[:15].tolist()} ...")
expected = sg.cold_positions(pentagonal, unfinished.stop)
assert np.array_equal(unfinished.array, expected), "what is there is right"

# %% [markdown]
# **Back to** notebooks [8](../08-faster-still.ipynb) and [9](../09-long-runs.ipynb).
