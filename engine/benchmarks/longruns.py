"""Measure the overhead of folders and clusters, and the times of the parts of a block (longruns.csv).

For whole runs, `seconds` is the least of several times, because other work on the machine disturbs the least time
least. For a round trip it is the median, and for parts of blocks a single time. `bytes` is the size of the answers.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median

from common import NOTHING, Row, drain, in_turns, measured, write
from distributed import Client, LocalCluster
from tqdm import tqdm

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine.support.blocks import Block, Evaluation

PARTS = 1, 16  # shares of a block when its parts are timed


def row(measure: str, n: int, seconds: float, blocks: int = 0, answered: int = 0) -> Row:
    return {"measure": measure, "n": n, "seconds": f"{seconds:.3f}", "blocks": blocks, "bytes": answered}


def overheads() -> list[Row]:
    """Time runs without a folder, with a folder and on two workers of one thread each, and a round trip to these."""
    n, repeats = 2**30, 15
    alone = partial(sg.cold_blocks, sg.squares, n)
    two = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with two, Client(two) as client, tempfile.TemporaryDirectory() as place:
        drain(sg.cold_blocks(sg.squares, n >> 4, client=client))  # compiles
        folders = iter(Path(place, str(k)) for k in range(repeats))
        tasks = {
            "alone": lambda: drain(alone()),
            "with a folder": lambda: drain(alone(folder=next(folders))),
            "two workers": lambda: drain(alone(client=client)),
        }
        taken = in_turns(tasks, repeats)
        ask = partial(client.submit, abs, -1, pure=False)
        trip = {"trip": lambda: client.gather([ask(workers=[worker]) for worker in client.nthreads()])}
        trips = in_turns(trip, 50)["trip"]
    rows = [row(f"cold positions, {name}", n, min(times)) for name, times in taken.items()]
    return [*rows, row("a round trip", 0, median(trips))]


def parts(n: int, number: int) -> list[Row]:
    """Time the settling of blocks and, on one thread, the work that threads can share, in a number of shares."""
    shared = settled = 0.0
    blocks = answered = 0

    def timed(evaluation: Evaluation) -> Generator[Block]:
        nonlocal shared, settled, blocks, answered
        while evaluation.position < evaluation.n:
            task, begun = evaluation.task(), time.perf_counter()
            shares = [evaluation.share(task, part, number) for part in range(number)]
            between = time.perf_counter()
            block = evaluation.settle(task, shares)
            shared, settled = shared + between - begun, settled + time.perf_counter() - between
            blocks += 1
            answered += sum(size_of(share) for share in shares)
            yield block

    drain(engine.cold_legs(sg.squares(n), n, NOTHING)(timed, 0, lambda *_: NOTHING))
    of_shares = row(f"cold positions, in shares: {number}", n, shared, blocks, answered)
    return [of_shares, row("cold positions, settled", n, settled, blocks)] if number == 1 else [of_shares]


def size_of(share: object) -> int:
    """Return the size in bytes of all arrays in a share."""
    return sum(map(size_of, share)) if isinstance(share, tuple) else getattr(share, "nbytes", 0)


def measure() -> None:
    rows = overheads()
    for k, number in tqdm(list(product(range(29, 34), PARTS)), desc="parts of blocks"):
        rows += parts(2**k, number)
    write("longruns.csv", measured(rows))
