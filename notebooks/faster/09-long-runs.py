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
# # 9. Long runs
#
# *15 minutes to read.*
#
# The paper's largest experiment stopped at $2^{30}$ positions. [Notebook 8](08-faster-still.ipynb#What-the-clock-says),
# whose words we use here, makes that a matter of seconds, so it is natural to want a thousand times more. Then the run
# lasts for hours, and new questions come up: **what if the machine is switched off in the middle? And what if one
# machine is too small?**
#
# This notebook stops a run and continues it, damages its files and has them mended, and splits a run among workers, at
# a small $n$; the same calls work at any size. From a shell, `make long COLD_N=2**34` does it all: it says what time,
# memory and disk to expect, shows a progress bar, and can be stopped with Ctrl-C and started again.

# %% tags=["parameters"]
n = 2**16  # positions evaluated: 0 to n - 1 (make's LESSON_N)

# %% tags=["setup"]
import json
import tempfile
import warnings
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine.longruns import checkpoint
from subtraction_games import files

checkpoint.FLUSH_SECONDS = 0  # each block is written at once: here blocks are small, and we want to see several
expected = sg.cold_positions(sg.squares, n)

# %% [markdown]
# ## Stop, and go on
#
# Give an evaluation a folder, and it keeps there what it has finished. Here we ask for three blocks only, which is what
# an interruption looks like from outside. (Modulus 5 and blocks of one panel, which is 512 rows high by notebook 8,
# make for small blocks: 2560 positions each. Left to itself the engine takes millions.)

# %%
folder = Path(tempfile.mkdtemp()) / "run"
settings = {"modulus": 5, "panels": 1, "folder": folder}
run = sg.cold_blocks(sg.squares, n, **settings)
print([(start, stop, len(cold)) for start, stop, cold in islice(run, 3)])
run.close()

# %% [markdown]
# Any program can read the results so far, even while a run goes on. The results are mapped into memory: a
# researcher with ten billion cold positions on the disk loads only those that she looks at.

# %%
results = sg.results(folder)
print(f"finished: {results.finished}; everything below {results.stop} is known, {results.count} cold positions")
assert np.array_equal(results.array, expected[expected < results.stop])

# %% [markdown]
# The same call again continues. It yields all blocks, those from the folder first, so a loop that gathers statistics
# need not know that there was a stop.

# %%
blocks = [cold for _, _, cold in sg.cold_blocks(sg.squares, n, **settings)]
print(f"{len(blocks)} blocks; finished: {sg.results(folder).finished}")
assert np.array_equal(np.concatenate(blocks), expected)

# %% [markdown]
# How can an evaluation go on in the middle? Because a block needs nothing from earlier blocks but their *results*.
# Given the cold positions below $p$, the containers of notebook 8 are filled in a moment; given the nim-values below
# $p$, so are the bit planes. So the folder need not hold the state of a program, only its answers, and a finished run
# can be carried on to a larger $n$, as if it had been stopped there.
#
# ## What the folder says of itself
#
# A file of numbers without its history is worth little after a year. `about.json` says what was computed, by which
# version. The moves lie beside it, so anyone who finds the folder can check and continue it. The results are one array
# that grows, and `log.csv` has a line for each time that some were added: how far they go, how many there are, and a
# checksum (SHA-256).

# %%
about = json.loads((folder / "about.json").read_text())
for key in ("results", "game", "n"):
    print(f"{key:>8}: {about[key]}")
print(*sorted(path.name for path in folder.iterdir()), sep="\n")
print(*[line[:60] for line in (folder / "log.csv").read_text().splitlines()[:3]], sep="\n")

# %% [markdown]
# A run of something else is refused, with a message that says what differs.

# %%
try:
    next(sg.cold_blocks(sg.cubes, n, **settings))
except ValueError as error:
    print(str(error).split(": ", 1)[1].split(". Name")[0])

# %% [markdown]
# ## Killed at any instant
#
# **Claim 9.1.** Whenever the process dies, the folder is valid: what the whole lines of the log count is whole.
#
# **Proof.** Results are added in three steps. (1) They are written behind those that the log counts. (2) The system is
# asked to write them to the disk. (3) The line that counts them is written behind the others, and brought to the disk,
# too. Death before (3) leaves results that no line counts, and the next start writes over them. Death in (3) leaves a
# piece of a line, which doesn't end as a line does and is ignored. Death after (3) leaves a line whose
# results are whole, by (2). Nothing that a line counts is ever changed. $\square$
#
# (The tests kill processes at random instants, and a worker in the middle of a run.) What the proof can't
# promise is the disk itself. So each start checks all checksums. Let us stop another run after two blocks, and flip one
# bit of the last result:

# %%
settings = settings | {"folder": Path(tempfile.mkdtemp()) / "another"}
run = sg.cold_blocks(sg.squares, n, **settings)
*_, last = islice(run, 2)
run.close()
data = sg.results(settings["folder"]).data
content = bytearray(data.read_bytes())
content[-8] ^= 4
data.write_bytes(content)
for block in sg.results(settings["folder"]).damaged():
    print(f"damaged: positions {block.start} to {block.stop - 1}")

# %% [markdown]
# The next start gives up what the last sound line does not count, and computes it again. The game is deterministic: so
# the results are the same, and so is their checksum.

# %%
with warnings.catch_warnings(record=True) as stated:
    warnings.simplefilter("always")
    run = sg.cold_blocks(sg.squares, n, **settings)
    *_, mended = islice(run, 2)
    run.close()
print(f"{len(stated)} warning; damaged now: {sg.results(settings['folder']).damaged()}")
assert np.array_equal(mended.found, last.found)

# %% [markdown]
# ## Is it right?
#
# Checksums tell that a file is what was written. They don't tell that what was written is *right*: they would confirm a
# program's mistake as gladly as its truth. Two things can. A second method, run in full, settles the matter as far as
# it gets. The sieve and dynamic programming have confirmed the results at least up to:

# %%
second = pd.read_csv(files.table("data/checks.csv"), index_col="what").n
for what in ("cold positions of squares", "nim-values of squares"):
    print(f"{what}: 2^{np.log2(second[what]):.0f}")

# %% [markdown]
# Past that, the definition itself can be asked, at a sample of places. `sg.verify` draws positions at random from every
# block, and looks at each by the definition alone: no move from a cold position leads to a cold one, and some move from
# a hot one does; nothing below a nim-value is missing among the values that one move reaches, and it is not among them
# itself. It shares no algorithm with the evaluators. Ten thousand draws from a run to $2^{40}$ cost some billions of
# look-ups, ten minutes or so.

# %%
print(sg.verify(sg.results(folder), sg.squares, positions=10_000, seed=9))

# %% [markdown]
# **What does a clean check prove?** Let $p$ be the share of positions at which the answer contradicts the definition.
# The chance that $N$ independent draws miss them all is $(1-p)^N$, which is one in a hundred at $p=1-0.01^{1/N}$. So
# after a clean check of 10,000 positions we may say, with 99% confidence, that fewer than one in two thousand
# contradict it. It proves **nothing** about those: a single wrong bit among millions will be missed, unless its
# position is drawn or one whose look meets it. But a mistake in a program seldom stays single. Every cold position
# decides what is hot further up, so a wrong one leaves many positions without their reason. Let us take one cold
# position away from the start and see:

# %%
wrong = np.delete(expected, 5)
print(sg.verify(wrong, sg.squares, n, positions=10_000, seed=9))

# %% [markdown]
# From a shell, `subtraction-games verify FOLDER` checks a folder, also of a run under way, and `make long COLD_N=2**34
# VERIFY=10000` checks as soon as it is finished.
#
# ## What will it take?
#
# Before a long run starts, `make long` times a short one and carries it on by the cost model that also chooses moduli.
# Memory is what the engine keeps: containers that follow the number of cold positions, and the marks of the blocks at
# work; by the modulus that the model ranks first it should be as below. On the disk it is eight bytes for each cold
# position.

# %%
pilot = sg.cold_positions(sg.squares, engine.PILOT)
for k in (30, 34, 40):
    modulus, _, count = engine.forecast(sg.squares(2**k), 2**k, pilot)
    memory = engine.cold_bytes(2**k, modulus, count)
    gib = f"{memory / 2**30:.2g} GiB of memory, {8 * count / 2**30:.2g} GiB on disk"
    print(f"2^{k}: modulus {modulus}, about {count:.2g} cold positions, {gib}")

# %% [markdown]
# ## Many workers
#
# When one machine is too slow, pass the client of a dask cluster (`pip install .[cluster]`). Here is a script to copy;
# each worker reads it, too, so all but the imports is under `if __name__ == "__main__":`.
#
# ```python
# import subtraction_games as sg
# from distributed import LocalCluster
#
# if __name__ == "__main__":
#     with LocalCluster() as cluster, cluster.get_client() as client:
#         blocks = sg.cold_blocks(sg.squares, 2**34, folder="squares", client=client)
#         print(sum(len(cold) for _, _, cold in blocks))
# ```
#
# What would you send to whom? A block takes marks from all earlier cold positions, which is nearly all of the work, and
# then settles its own positions one after another. The first part can be cut into **shares** that know nothing of each
# other: each worker takes some of the target classes (for nim-values, some bands of a block). The second part stays
# with the caller. So for each block
#
# * the caller sends to each worker the cold positions of the block before: each worker keeps the containers of
#   everything earlier, its *replica*;
# * each worker answers with the marks of those panels that are not hot throughout;
# * the caller settles the block and writes it to the folder.
#
# Here are two workers and a caller, in one process. A cluster does exactly this, with a network in between.

# %%
game = sg.squares(n), n, np.zeros(0, dtype=np.int64)
caller, *workers = (engine.cold_evaluation(*game, modulus=5, panels=1) for _ in range(3))
while caller.position < n:
    task, shares = caller.task(), []
    for part, worker in enumerate(workers):
        worker.restore(caller.position, caller.results_since(worker.position))
        shares.append(worker.share(task, part, parts=len(workers)))
    caller.settle(task, shares)
assert np.array_equal(caller.results_since(0), expected)

# %% [markdown]
# **What if a worker dies?** Nothing on it is needed by anybody else. The caller notices, cuts the block into shares for
# those who are left, and goes on; a new worker gets everything so far with its first task. A share asked twice gives
# the same answer, because only learning and settling change an evaluation.
#
# ## How far would that take us?
#
# `research/benchmarks/longruns.py` has measured the parts of a block for growing $n$, on one machine: seconds of work
# that can be shared out (on one thread), seconds that can't (on two threads), bytes answered, and a round trip to two
# workers.

# %%
measured = pd.read_csv(files.table("data/benchmarks/longruns.csv")).pivot(index="n", columns="measure")
hows = ("alone", "with a folder", "two workers")
alone, folder_kept, two_workers = (measured["seconds", f"cold positions, {how}"][2**30] for how in hows)
print(f"below 2^30: {alone:.2f} s alone, {folder_kept:.2f} s with a folder, {two_workers:.2f} s on two workers")

# %% [markdown]
# Two workers on one machine are slower than two threads, of course: the answers travel, and the caller's part is not
# divided. A cluster is for what is larger. Let us carry the parts on by power laws, and add up, for $W$ workers of one
# thread each,
#
# $$T(n,W)=\frac{\text{shared}(n)}{W}+\text{settled}(n)+\text{blocks}(n)\cdot\text{round trip}
# +\frac{\text{bytes}(n)}{\text{network}}.$$

# %%
laws = {}
for part, name in (("shared", "seconds"), ("settled", "seconds"), ("shared", "blocks"), ("shared", "bytes")):
    largest = measured[name, f"cold positions, {part}"].dropna().iloc[-4:]
    laws[part, name] = sg.fit_power_law(largest.index, largest)
    print(f"{part}, {name}: n^{laws[part, name].exponent:.2f}")
network = 1.25e9  # bytes a second: ten gigabits
round_trip = measured["seconds", "a round trip"][0]


# %%
def hours(size, workers):
    """Hours for cold positions below `size`, by the formula above."""
    part = {key: law.coefficient * size**law.exponent for key, law in laws.items()}
    waiting = part["shared", "blocks"] * round_trip + part["shared", "bytes"] / network
    return (part["shared", "seconds"] / workers + part["settled", "seconds"] + waiting) / 3600


# %%
workers = [1, 4, 16, 1024]
table = {f"2^{k}": [hours(2**k, W) for W in workers] for k in (36, 40, 44)}
table = pd.DataFrame(table, index=pd.Index(workers, name="workers"))
print(table.map("{:.2g}".format).to_string())

# %% [markdown]
# These hours are measured parts carried on by a factor of $2^{2}$ to $2^{10}$ in $n$: an order of magnitude, and likely
# too low, since over the sizes that were measured the shared part grew more slowly than $n$ (the larger ones got a
# better modulus), and that can't go on. They soon stop falling: what can't be shared out is then all that is left.
#
# ## Findings
#
# * A block needs only the results of earlier blocks; so a folder of results is all that a run needs to go on.
# * Write, then count what is written: the folder is valid at every instant. Checksums find what a disk breaks, the game
#   mends it.
# * A sample checked by the definition alone bounds the share of the positions that contradict it, and says nothing of
#   single ones.
# * Most of the work of a block can be shared out; what is left puts a floor under the time.
#
# ## Exercises
#
# 1. *Check.* Start `make long COLD_N=2**32`, stop it with Ctrl-C, and start it again. *Hint: it says where it goes on.*
#    [Solution](../solutions/part-3.ipynb#Notebook-9,-exercise-1)
# 2. *Check.* Cut the results of a finished run to half their length, and start the run again. What is computed anew?
#    *Hint:* `sg.results(folder).damaged()`. [Solution](../solutions/part-3.ipynb#Notebook-9,-exercise-2)
# 3. *Check.* Split the `while` loop above among three workers, and lose one in the middle. *Hint: the assertion at its
#    end.* [Solution](../solutions/part-3.ipynb#Notebook-9,-exercise-3)
# 4. *Prove.* Prove that the answer depends neither on how a block is shared out nor on whether a share is computed
#    twice. *Hint: which positions does a share look at, and when were they settled?*
#    [Solution](../solutions/part-3.ipynb#Notebook-9,-exercise-4)
# 5. *Go further.* Make a run in a folder for a game of your own, and look at its first cold positions while it is
#    unfinished. `make explore` with the same game should print the same. *Hint: `sg.results(folder).array`.*
#    [Solution](../solutions/part-3.ipynb#Notebook-9,-exercise-5)
#
# **Next:** [What is proved?](../beyond/12-what-is-proved.ipynb)
