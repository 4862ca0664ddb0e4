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
# # Solutions 3: faster
#
# Worked solutions to the exercises of notebooks 8 and 9. Proofs are written out; numbers are computed and
# asserted here, mostly at a smaller size than in the notebooks, so that nobody has to wait.

# %% tags=["parameters"]
n = 2**16  # positions on which transforms are counted

# %% tags=["setup"]
import tempfile
import warnings
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np

import subtraction_games as sg
from subtraction_games import engine, figures
from subtraction_games.games import parse_set
from subtraction_games.longruns import checkpoint

figures.use_style()
nothing = np.array([], dtype=np.int64)

# %% [markdown]
# ## Notebook 8, exercise 1
#
# **The windows of the cubes.**
# A window is 512 bits of a class, carried by one move into a block of 512 bits of another. Rule 1 leaves out
# the empty ones, and rule 2 those that come after the block is full. The cubes have far fewer moves than the
# squares, and so far fewer windows; many positions are cold, and hardly a window is empty. Modulo 7 three
# classes hold nearly all cold positions. So blocks of the other classes fill up soon: choose 7, or a multiple
# of it where there are moves enough to pay for more classes. (What the engine's model ranks first is printed below, 0
# being the sieve; the engine itself measures.)


# %%
def windows_used(M, cold, moves, first, bits=512):
    """(offered, used) windows into the positions first, first + M, ...: not empty, densest class first, until full."""
    density = np.bincount(cold % M, minlength=M)
    usable = moves[moves <= first]
    usable = usable[np.argsort(-density[(first - usable) % M], kind="stable")]
    windows = np.isin((first + M * np.arange(bits))[None, :] - usable[:, None], cold)
    windows = windows[windows.any(axis=1)]
    full = np.logical_or.accumulate(windows).all(axis=1)
    return usable.size, int(full.argmax()) + 1 if full.any() else len(windows)


# %%
below = 2**18
of_cubes = sg.cold_positions(sg.cubes, below)
used = {}
for M in (1, 5, 7, 14):
    starts = np.random.default_rng(8).integers(below // 2, below - 512 * M, 40)
    used[M] = np.mean([windows_used(M, of_cubes, sg.cubes(below), start) for start in starts], axis=0)
    print(f"M = {M:>2}: {used[M][0]:.1f} windows offered, {used[M][1]:.1f} used")
assert min(used, key=lambda M: used[M][1]) in (7, 14), "a multiple of 7 needs the fewest windows"

# %%
pilot = sg.cold_positions(sg.cubes, engine.PILOT)
first = {k: engine.choose_modulus(sg.cubes(2**k), 2**k, pilot) for k in (24, 28, 32)}
print(first)
assert first[24] == 0, "the sieve at 2^24"
assert all(first[k] and first[k] % 91 == 0 for k in (28, 32)), "then multiples of 7 times 13"

# %% [markdown]
# ## Notebook 8, exercise 2
#
# **Rule 2 for single positions.**
# The proof that the engine is exact has one sentence about rule 2: *if a window was left out by it, the
# position was marked already.* The sentence speaks of a position, not of a block. So a mark may be left out
# whenever its own position is hot: a pair (position, move) that would mark it changes nothing, as a position
# that is hot stays hot. The rest of the proof is untouched. $\square$
#
# It isn't done because asking costs as much as marking. A processor shifts and marks 512 positions at once;
# to ask for each of them first whether it still needs the mark would be 512 questions in place of one
# operation. Asked for a whole block, the question costs next to nothing and saves whole windows.

# %% [markdown]
# ## Notebook 8, exercise 3
#
# **Where 1625 pays.**
# The engine's cost model, which only proposes (the run itself measures), ranks the sieve first up to $2^{26}$ and 1625
# from $2^{28}$ on. Its constants are rough, and 65 is the modulus that a smaller range wants. So look for the place
# where the two are equal between $2^{27}$ and $2^{30}$, and time both there on your machine.

# %%
pilot = sg.cold_positions(sg.squares, engine.PILOT)
first = {k: engine.choose_modulus(sg.squares(2**k), 2**k, pilot) for k in range(24, 36, 2)}
print(first)
assert [first[k] for k in (24, 26, 28, 30, 32, 34)] == [0, 0, 1625, 1625, 1625, 1625], "as said above"

# %% [markdown]
# ## Notebook 8, exercise 4
#
# **A game that lines up.**
# Not always. The cubes line up at 7, and the model proposes it (exercise 1). The triangular numbers line up at 9,
# but less sharply, and the model declines at every size: the sieve, for which 0 stands. A favourite residue is
# not enough. Most classes must be so nearly empty that their windows are, and here none is.

# %%
pilot = sg.cold_positions(sg.triangular, engine.PILOT)
late = np.bincount(pilot[pilot >= engine.PILOT // 2] % 9, minlength=9)
chosen = {k: engine.choose_modulus(sg.triangular(2**k), 2**k, pilot) for k in (24, 30, 36, 40)}
print(chosen, "and late cold positions modulo 9:", late.tolist())
assert set(chosen.values()) == {0}, "the sieve first, at every size"
assert late.max() > 5 * late.min() > 0, "favourites, but no empty class"

# %% [markdown]
# ## Notebook 9, exercise 1
#
# **Stopped and started again.**
# The second start says from which position it goes on, and that is where the first stopped, but for the block
# that it was working on. Here is the same in small: three blocks, a stop, and a second run that begins by
# reading them.

# %%
length = 2**16  # small blocks need some length to be several
settings = {"modulus": 5, "tile": 1, "folder": Path(tempfile.mkdtemp()) / "run"}
with patch.object(checkpoint, "FLUSH_SECONDS", 0):  # each block is written at once
    run = sg.cold_blocks(sg.squares, length, **settings)
    first_three = [(start, stop) for start, stop, _ in islice(run, 3)]
    run.close()
    stopped_at = sg.results(settings["folder"]).stop
    again = list(sg.cold_blocks(sg.squares, length, **settings))
print(f"stopped at {stopped_at}; {len(again)} blocks in all, {len(again) - 3} of them computed by the second run")
assert stopped_at == first_three[-1][1], "the folder knows what was finished"
assert [(start, stop) for start, stop, _ in again[:3]] == first_three, "the second run begins with these"

# %% [markdown]
# ## Notebook 9, exercise 2
#
# **Half a file.**
# The name of a file tells its checksum, and half a file has another. So it is set aside, and its whole range
# is computed anew, also what stood in the half that is left. A finished run is one file: then that is everything.

# %%
finished = sg.results(settings["folder"])
finished.data.write_bytes(finished.data.read_bytes()[: finished.data.stat().st_size // 2])
(missing,) = sg.results(settings["folder"]).damaged()
print(f"damaged: the file with positions {missing.start} to {missing.stop - 1:,}")
assert (missing.start, missing.stop) == (0, length), "a finished run is one file"

# %%
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    mended = np.concatenate([cold for _, _, cold in sg.cold_blocks(sg.squares, length, **settings)])
assert told, "the next start says what it found"
assert np.array_equal(mended, sg.cold_positions(sg.squares, length)), "and mends it"

# %% [markdown]
# ## Notebook 9, exercise 3
#
# **Three workers, and one is lost.**
# The loop is the notebook's; one worker drops out after the fifth block. From then on each block is cut into
# two shares in place of three, and nothing else changes.

# %%
recipe = engine.cold_recipe(sg.squares(length), length, nothing, modulus=5, tile=1)
caller, workers, blocks = recipe(), [recipe(), recipe(), recipe()], 0
while caller.position < length:
    if blocks == 5:
        workers.pop(1)  # lost
    task, shares = caller.task(), []
    for part, worker in enumerate(workers):
        worker.restore(caller.position, caller.results_since(worker.position))
        shares.append(worker.share(task, part, parts=len(workers)))
    caller.settle(task, shares)
    blocks += 1
assert np.array_equal(caller.results_since(0), mended), "the answer is the same"
assert blocks > 5, "there were blocks after the loss"

# %% [markdown]
# ## Notebook 9, exercise 4
#
# **Shares.**
# *Proof.* Let a block begin at $p$, and let all cold positions below $p$ be known. A share is about some of
# the target classes. For each position $x$ of the block in these classes it says whether a move leads from
# $x$ to a cold position below $p$. That depends on $x$ and on the cold positions below $p$, all of which are
# settled before the first share is asked for, and not on the other shares. So whoever computes it, in
# whatever order and however often, finds the same.
#
# Each class is in exactly one share, whichever way they are cut, so the shares together say for *every*
# position of the block whether a move to below $p$ makes it hot. Nothing else goes into settling. From
# $p$ upwards, a position is cold if it has no such move and no move to a cold position of the block below it;
# both are the same in every case. By induction over the blocks so is the whole answer. $\square$

# %%
for parts in (1, 2, 5):
    caller = recipe()
    while caller.position < length:
        task = caller.task()
        for _ in range(2):  # the second time they are the same
            shares = [caller.share(task, part, parts=parts) for part in range(parts)]
        caller.settle(task, shares)
    assert np.array_equal(caller.results_since(0), mended), f"cut into {parts}, each computed twice"

# %% [markdown]
# ## Notebook 9, exercise 5
#
# **A game of your own in a folder.**
# The pentagonal numbers again. While the run is unfinished, `results` gives the cold positions of the
# finished blocks; they are the ones that `make explore GAME="n*(3*n-1)//2"` prints.

# %%
folder, pentagonal = Path(tempfile.mkdtemp()) / "pentagonal", parse_set("n*(3*n-1)//2")
with patch.object(checkpoint, "FLUSH_SECONDS", 0):
    run = sg.cold_blocks(pentagonal, length, folder=folder, modulus=5, tile=1)
    next(run)
    run.close()
unfinished = sg.results(folder)
print(f"known below {unfinished.stop:,}: {unfinished.array[:15].tolist()} ...")
assert not unfinished.finished, "there is more to come"
assert np.array_equal(unfinished.array, sg.cold_positions(pentagonal, unfinished.stop)), "what is there is right"

# %% [markdown]
# **Back to** notebooks [8](../08-faster-still.ipynb), [9](../09-long-runs.ipynb).
