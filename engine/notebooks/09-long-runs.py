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
# *35 minutes to read.*
#
# The paper's largest experiment stopped at $2^{30}$ positions. The engine of [notebook
# 8](08-faster-still.ipynb#What-the-clock-says) reaches this size in seconds, so it is natural to aim a thousand times
# higher. Such a run lasts for hours and raises new questions. **What if the machine is switched off in the middle of a
# run? And what if one machine is not enough?**
#
# This notebook stops a run and continues it, damages its files and lets the next start repair them, and splits a run
# among workers. All of this happens at a small $n$, but the same calls work at any size. From a shell, `make long
# COLD_N=2**34` starts such a run. The command states how much time, memory and disk space to expect, shows a progress
# bar, and can be stopped with Ctrl-C and started again.

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # positions evaluated: 0 to n - 1

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
from subtraction_engine.longruns import run_folder
from subtraction_games import files

run_folder.FLUSH_SECONDS = 0  # write each block at once, so that we see several
expected = sg.cold_positions(sg.squares, n)

# %% [markdown]
# ## Stop, and go on
#
# If you give an evaluation a folder, it stores its finished results there. Here we ask for only three blocks, which is
# what an interruption looks like from the outside. We choose modulus 5 and blocks with one panel of 512 rows per class
# (see [notebook 8](08-faster-still.ipynb#The-parts-of-the-engine)), because this choice gives small blocks of 2560
# positions. Left to itself, the engine uses blocks of millions of positions.

# %%
folder = Path(tempfile.mkdtemp()) / "run"
settings = {"modulus": 5, "panels": 1, "folder": folder}
run = sg.cold_blocks(sg.squares, n, **settings)
print([(start, stop, len(cold)) for start, stop, cold in islice(run, 3)])
run.close()

# %% [markdown]
# Any program can read the results so far, even during the run. The results are mapped into memory, so a researcher with
# ten billion cold positions on disk loads only the positions that she looks at.

# %%
results = sg.results(folder)
print(f"finished: {results.finished}; known below {results.stop}: {results.count} cold")
assert np.array_equal(results.array, expected[expected < results.stop])

# %% [markdown]
# Repeating the call continues the run. The call yields all blocks, beginning with those in the folder, so a loop that
# gathers statistics need not know that the run was interrupted.

# %%
blocks = [cold for _, _, cold in sg.cold_blocks(sg.squares, n, **settings)]
print(f"{len(blocks)} blocks; finished: {sg.results(folder).finished}")
assert np.array_equal(np.concatenate(blocks), expected)

# %% [markdown]
# How can an evaluation continue from the middle? A block needs only the *results* of earlier blocks. The engine quickly
# refills its containers from the cold positions below the point $p$ where the run stopped, and its bit planes from the
# nim-values below $p$. The folder therefore contains answers rather than the state of a program, and a finished run can
# be extended to a larger $n$ as if it had been stopped there.
#
# ## The folder explains itself
#
# A file of numbers without its history is worth little after a year. That is why `about.json` records what was computed
# and by which version. The moves are stored beside this file, so anyone who finds the folder can check and continue the
# run. The results form a single growing array. Whenever results are added, `log.csv` gains a line that records the end
# of their range, the number of results, and a checksum (SHA-256).

# %%
about = json.loads((folder / "about.json").read_text())
for key in ("results", "game", "n"):
    print(f"{key:>8}: {about[key]}")
print(*sorted(path.name for path in folder.iterdir()), sep="\n")
lines = (folder / "log.csv").read_text().splitlines()
print(*[line[:60] for line in lines[:3]], sep="\n")

# %% [markdown]
# The folder cannot be used for another game. The error message names the difference between the two games.

# %%
try:
    next(sg.cold_blocks(sg.cubes, n, **settings))
except ValueError as error:
    print(str(error).split(": ", 1)[1].split(". Name")[0])

# %% [markdown]
# ## Killed at any instant
#
# **Claim 9.1.** Whenever the process dies, the folder is valid. In other words, if a line of the log is complete, all
# results that it counts are stored in full.
#
# **Proof.** Results are added in four steps. (1) The new results are written after the results that the log already
# counts. (2) The operating system is asked to write these results to the disk. (3) A line that counts the new results
# is added at the end of the log, and the system is asked to write this line to the disk as well. (4) The header of
# `results.npy`, which other programs read, is changed so that it counts the new results. A process that dies before (3)
# leaves results that no line counts, and the next start overwrites them. If it dies during (3), it leaves part of a
# line, which has no end-of-line character and is ignored. If it dies after (3), the results that the line counts are
# complete, by (2), and the next start corrects the header. Results that a line counts never change. $\square$
#
# Since the header changes last, it never counts more results than the log, whenever a run is killed. If it does, then
# lines of the log have been lost or damaged, perhaps because someone copied the folder without its `csv` files.
#
# The tests kill a run at each line of the code that writes to its folder, and they kill a worker in the middle of a
# run. The proof cannot vouch for the disk itself, so each start verifies all checksums. Let us stop another run after
# two blocks and flip one bit of its last result.

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
# The next start computes all results from the first damaged line on again. First it copies `results.npy` and the log
# into a new folder, `damaged-1`, since perhaps only one of the two is damaged. Since the evaluation is
# deterministic, the results and their checksum come out the same.

# %%
with warnings.catch_warnings(record=True) as messages:
    warnings.simplefilter("always")
    run = sg.cold_blocks(sg.squares, n, **settings)
    *_, repaired = islice(run, 2)
    run.close()
damaged = sg.results(settings["folder"]).damaged()
print(f"{len(messages)} warning; damaged now: {damaged}")
assert np.array_equal(repaired.results, last.results)

# %% [markdown]
# ## Is it right?
#
# A checksum shows that a file contains what was written, not that what was written is *right*. A checksum confirms a
# program's mistakes as readily as its correct results. Two other checks can tell whether the results are right. The
# first is to run a second method, which settles the matter for all positions that the second run covers. [Notebook
# 14](../../beyond/notebooks/14-counts-past-the-paper.ipynb#Can-these-numbers-be-trusted?) says up to which sizes the
# sieve and dynamic programming have confirmed the engine's results.
#
# Beyond these sizes, we can consult the definition itself at a sample of positions. `sg.verify` draws positions at
# random and checks each of them against the definition alone. No move may lead from a cold position to another cold
# one, and some move must lead from a hot position to a cold one. For nim-values, some move must reach each smaller
# value, and no move may reach the value itself. The check shares no algorithm with the evaluators. For ten thousand
# draws from a run up to $2^{40}$, it takes several billion look-ups, or about ten minutes.

# %%
print(sg.verify(sg.results(folder), sg.squares, positions=10_000, seed=9))

# %% [markdown]
# **What does a clean check prove?** Let $p$ be the share of positions at which the answer contradicts the definition.
# The chance that $N$ independent draws miss all such positions is $(1-p)^N$, which is one in a hundred at
# $p=1-0.01^{1/N}$. So after a clean check of 10,000 positions we may say, with 99% confidence, that fewer than one
# position in two thousand contradicts the definition. The check proves **nothing** about those few positions. A single
# wrong bit among millions will be missed, unless the check draws its position or a position with a move to it. But a
# mistake in a program seldom comes alone. Cold positions make other positions hot, so one wrong verdict leaves many
# verdicts further up without a reason. Let us remove one cold position near the start and see what happens:

# %%
wrong = np.delete(expected, 5)
print(sg.verify(wrong, sg.squares, n, positions=10_000, seed=9))

# %% [markdown]
# From a shell, `subtraction-games verify FOLDER` checks a folder, even during the run, and
# `make long COLD_N=2**34 VERIFY=10000` checks the results as soon as the run is finished.
#
# ## What a run will take
#
# Before a long run starts, `make long` predicts its running time with the cost model that also chooses moduli. The
# times in the model are those of an AMD Zen 5, so an older machine takes longer. Memory is needed for the containers,
# whose size grows with the number of cold positions, and for the marks of the blocks in progress. The table shows how
# much memory a run should take with the modulus that the model ranks first. On disk, a cold position takes eight bytes.

# %%
pilot, rows = sg.cold_positions(sg.squares, engine.PILOT), {}
for k in (30, 34, 40):
    modulus, _, count = engine.forecast(sg.squares(2**k), 2**k, pilot)
    sizes = [engine.cold_bytes(2**k, modulus, count) / 2**30, 8 * count / 2**30]
    rows[f"2^{k}"] = [modulus, *map("{:.2g}".format, (count, *sizes))]
columns = ["modulus", "cold positions", "GiB of memory", "GiB on disk"]
print("what a run for the cold positions of squares below n should take")
pd.DataFrame.from_dict(rows, orient="index", columns=columns)

# %% [markdown]
# ## Many workers
#
# If one machine is too slow, pass the client of a dask cluster (`pip install .[cluster]`) as in the script below. Each
# worker also reads the script, so everything except the imports belongs under `if __name__ == "__main__":`.
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
# What should the *caller*, the process that asked for the blocks, send to each worker? A block first receives marks
# from all earlier cold positions, and this step is nearly all of the work. Then its own positions are settled one after
# another. The first part can be cut into independent **shares**, each for some of the target classes (for nim-values,
# some bands of a block). The second part stays with the caller. For each block, three things happen:
#
# * The caller sends each worker only the cold positions of the previous block, because each worker keeps a *replica* of
#   the containers of all earlier blocks.
# * Each worker returns the marks of the panels that are not hot throughout.
# * The caller settles the block and writes the results to the folder.
#
# Here two workers and a caller run in one process. A cluster does the same work in another order, with a network in
# between.

# %%
game = sg.squares(n), n, np.zeros(0, dtype=np.int64)
three = (engine.cold_evaluation(*game, modulus=5, panels=1) for _ in range(3))
caller, *workers = three
while caller.position < n:
    task, shares = caller.task(), []
    for part, worker in enumerate(workers):
        worker.restore(caller.position, caller.results_since(worker.position))
        shares.append(worker.share(task, part, parts=len(workers)))
    caller.settle(task, shares)
assert np.array_equal(caller.results_since(0), expected)

# %% [markdown]
# **Who waits?** In this loop the workers wait while the caller settles a block, and the caller waits for the workers.
# But most marks of a block come from blocks before the last, so the workers of a cluster make them while the caller
# settles the last block. The marks from the last block are then made by the caller alone. The threads of one machine do
# the same, but share those marks, too.
#
# **What if a worker dies?** No one else needs a worker's data. The caller notices the loss, cuts the block into shares
# for the other workers, and continues. A new worker receives all results so far with its first task. Asking for a share
# twice gives the same answer, because an evaluation changes only when it receives results or settles positions.
#
# ## What workers share and what they cannot
#
# `benchmarks/longruns.py` measured the parts of the work on a block, for growing $n$, on one machine. The script timed,
# on one thread, the work that can be shared out, once in a single share and once cut into sixteen shares. Sixteen
# shares take longer in all, because each of them unpacks every unit. So a fifteenth of the difference is *repeated* by
# every worker, and the rest of a single share is *divided* among them. The script also recorded the seconds that only
# the caller spends, in which it adds the marks from the last block and *settles* the next, the number of blocks, the
# bytes of the answers, and the median time of a round trip to two workers. It also timed whole runs.

# %%
measured = pd.read_csv(files.table("benchmarks/longruns.csv"))
measured = measured.pivot(index="n", columns="measure")
whole = measured["seconds"].filter(like=", on ").dropna(how="all")
whole.index = [f"2^{n.bit_length() - 1}" for n in whole.index]
print("seconds for whole runs")
whole.T.map("{:.2f}".format).replace("nan", "")

# %% [markdown]
# Two workers on one machine are slower than two threads. Each has its own copy of the results in a shared cache, the
# caller needs the same two cores, and answers have to travel. A cluster is meant for larger sizes and for workers with
# processors of their own. There the caller settles one block while the workers mark the next, and the slower side sets
# the pace. Let us extrapolate each part by a power law, for $W$ workers of one thread each:
#
# $$T(n,W)=\max\Bigl(\text{settled}(n),\ \text{repeated}(n)+\frac{\text{divided}(n)}{W}+\text{blocks}(n)\cdot
# \text{round trip}+\frac{\text{bytes}(n)}{\text{network}}\Bigr).$$


# %%
def of(what, measure):
    """A column of the measurements of cold positions, by n."""
    return measured[what, f"cold positions, {measure}"].dropna()


one, sixteen = (of("seconds", f"in shares: {k}") for k in (1, 16))
repeated = (sixteen - one) / 15
parts = {"repeated": repeated, "divided": one - repeated}
parts |= {"settled": of("seconds", "settled")}
parts |= {what: of(what, "in shares: 16") for what in ("blocks", "bytes")}
laws = {part: sg.fit_power_law(sizes.index, sizes) for part, sizes in parts.items()}
for part, law in laws.items():
    print(f"{part}: n^{law.exponent:.2f}")
network = 1.25e9  # bytes per second, for ten gigabits
round_trip = measured["seconds", "a round trip"][0]


# %%
def hours(size, workers):
    """The time in hours that the formula gives for the cold positions below `size`."""
    at = {part: law.coefficient * size**law.exponent for part, law in laws.items()}
    marking = at["repeated"] + at["divided"] / workers
    waiting = at["blocks"] * round_trip + at["bytes"] / network
    return max(at["settled"], marking + waiting) / 3600


# %%
formula = 3600 * hours(2**32, 1)
alone = measured["seconds", "cold positions, on one worker"][2**32]
print(f"one worker, below 2^32: {formula:.1f} s by the formula, {alone:.1f} s measured")
workers = pd.Index([1, 2, 4, 16, 64], name="workers")
table = {f"2^{k}": [hours(2**k, W) for W in workers] for k in (34, 39, 44)}
print("hours for cold positions of squares below n")
pd.DataFrame(table, index=workers).map("{:.2g}".format)

# %% [markdown]
# The single worker took longer than the formula says, partly because the laws lie below the parts measured at this
# size, and probably because the worker shared a cache with the caller. The hours are extrapolated from the measurements
# by a factor of up to $2^{11}$ in $n$, so they give only an order of magnitude. The true times are probably longer. In
# the measurements, better moduli at larger sizes kept the divided part about proportional to $n$ and the settled part
# below that. This cannot go on forever. With more workers, the hours soon stop falling, because every worker unpacks
# all units, and the caller settles all blocks.
#
# ## Findings
#
# * A block needs only the results of earlier blocks, so a folder of results is enough to continue a run.
# * Because results are written before they are counted, the folder is valid at every instant. Checksums reveal damage
#   done by a disk, and another evaluation repairs it.
# * A sample checked against the definition alone bounds the share of positions that contradict the definition. The
#   sample says nothing about individual positions.
# * More than half of the work on a block can be divided among workers. The rest sets a lower limit on the running time.
#
# ## Exercises
#
# 1. *Check.* Start `make long COLD_N=2**32`, stop it with Ctrl-C, and start it again. *Hint: the second start prints
#    where it continues.* [Solution](solutions/08-09.ipynb#Notebook-9,-exercise-1)
# 2. *Check.* Cut the results of a finished run to half their length and start the run again. What is computed again?
#    *Hint: use `sg.results(folder).damaged()`.* [Solution](solutions/08-09.ipynb#Notebook-9,-exercise-2)
# 3. *Check.* Change the `while` loop above so that three workers share the work, and let one of them drop out partway
#    through. *Hint: the assertion after the loop must still hold.*
#    [Solution](solutions/08-09.ipynb#Notebook-9,-exercise-3)
# 4. *Prove.* Show that the answer depends neither on how a block is shared out nor on whether a share is computed
#    twice. *Hint: which positions does a share look at, and when were they settled?*
#    [Solution](solutions/08-09.ipynb#Notebook-9,-exercise-4)
# 5. *Go further.* Start a run of a game of your own in a folder, and look at its first cold positions before the run is
#    finished. `make game` with the same game should print the same positions. *Hint: use `sg.results(folder).array`.*
#    [Solution](solutions/08-09.ipynb#Notebook-9,-exercise-5)
#
# **Next:** [The game inside the game](../../beyond/notebooks/10-the-game-inside-the-game.ipynb)
