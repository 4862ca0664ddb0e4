"""Measure the overhead of folders and clusters, and the times of the parts of a block (longruns.csv).

For whole runs, `seconds` is the least of several times, because other work on the machine disturbs the least time
least. For a round trip it is the median, and for parts of blocks a single time. `bytes` is the size of the answers.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator
from functools import partial
from itertools import count, product
from pathlib import Path
from statistics import median
from typing import Any

from common import NOTHING, Row, drain, in_turns, measured, write
from distributed import Client, LocalCluster
from tqdm import tqdm

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine.support.blocks import Block, Evaluation, Task

PARTS = 1, 16  # shares of a block when its parts are timed
RUNS = ("cold positions", 2**30, 9), ("cold positions", 2**32, 3), ("nim-values", 2**24, 3)  # how often each is timed


def row(measure: str, n: int, seconds: float, blocks: int = 0, answered: int = 0) -> Row:
    return {"measure": measure, "n": n, "seconds": f"{seconds:.3f}", "blocks": blocks, "bytes": answered}


def overheads() -> list[Row]:
    """Time runs on threads, on workers of one thread each and in a folder, and a round trip to two workers."""
    one, two = (LocalCluster(n_workers=k, threads_per_worker=1, dashboard_address=None) for k in (1, 2))
    rows = []
    with one, two, Client(one) as client, Client(two) as clients, tempfile.TemporaryDirectory() as place:
        folders = (Path(place, str(k)) for k in count())
        hows: dict[str, Callable[[], dict[str, Any]]] = {
            "on one thread": lambda: {"threads": 1},
            "on two threads": lambda: {"threads": 2},
            "on one worker": lambda: {"client": client},
            "on two workers": lambda: {"client": clients},
            "in a folder": lambda: {"threads": 2, "folder": next(folders)},
        }
        for kind, n, repeats in RUNS:
            blocks = sg.cold_blocks if kind == "cold positions" else sg.nim_blocks
            tasks = {f"{kind}, {how}": partial(_run, blocks, n, options) for how, options in hows.items()}
            rows += [row(name, n, min(times)) for name, times in in_turns(tasks, repeats, patience=60).items()]
        actors = [clients.submit(list, actor=True, workers=[worker]).result() for worker in clients.nthreads()]
        trip = {"trip": lambda: [answer.result() for answer in [actor.count(0) for actor in actors]]}
        return [*rows, row("a round trip", 0, median(in_turns(trip, 50)["trip"]))]


def _run(blocks: Callable[..., Generator[Block]], n: int, options: Callable[[], dict[str, Any]]) -> None:
    drain(blocks(sg.squares, n, **options()))


def parts(n: int, number: int) -> list[Row]:
    """Time the settling of blocks and, on one thread, the work that threads can share, in a number of shares."""
    shared = settled = 0.0
    blocks = answered = 0

    def timed(evaluation: Evaluation) -> Generator[Block]:
        nonlocal shared, settled, blocks, answered
        ahead, later = None, list[Any]()
        while evaluation.position < evaluation.n:
            task, begun = ahead or evaluation.task(), time.perf_counter()
            shares, ahead = later or shares_of(evaluation, task), evaluation.task_ahead()
            later = shares_of(evaluation, ahead) if ahead else []
            between = time.perf_counter()
            block = evaluation.settle(task, shares)
            shared, settled = shared + between - begun, settled + time.perf_counter() - between
            blocks += 1
            answered += sum(size_of(share) for share in shares)
            yield block

    def shares_of(evaluation: Evaluation, task: Task) -> list[Any]:
        return [evaluation.share(task, part, number) for part in range(number)]

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
