"""What long runs cost beyond their work: folders, clusters, and the parts of a block (longruns.csv).

A row for each measurement: seconds (the least of the repeats for overheads, which compares like with like on a machine
with other things to do; the only one elsewhere), blocks, and bytes that workers answer with.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
from common import NOTHING, Row, circumstances, drain, in_turns, write
from distributed import Client, LocalCluster
from tqdm import tqdm

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine.longruns import cluster
from subtraction_engine.support.blocks import Block, Evaluation, Legs, one_leg

COLD_N, NIM_N = 2**30, 2**24
PARTS = 16  # shares that a block is cut into when its parts are timed

Blocks = Callable[[], Iterator[tuple[int, int, np.ndarray]]]


def least(blocks: dict[str, Blocks], repeats: int) -> dict[str, float]:
    """{name: seconds} that it takes to walk through all blocks, at best; they take turns."""
    taken = in_turns({name: partial(walk, each) for name, each in blocks.items()}, repeats)
    return {name: min(times) for name, times in taken.items()}


def walk(blocks: Blocks) -> None:
    drain(blocks())


def row(measure: str, n: int, seconds: float, blocks: int = 0, answered: int = 0) -> Row:
    return {"measure": measure, "n": n, "seconds": f"{seconds:.3f}", "blocks": blocks, "bytes": answered}


def overheads(n: int = COLD_N, repeats: int = 15) -> list[Row]:
    """A run without and with a folder, and one that is finished already."""
    alone = partial(sg.cold_blocks, sg.squares, n)
    with tempfile.TemporaryDirectory() as place:
        folders = [Path(place, str(k)) for k in range(repeats)]
        begun, finished = iter(folders), iter(folders)
        taken = least({
            "alone": alone,
            "with a folder": lambda: alone(folder=next(begun)),
            "finished already": lambda: alone(folder=next(finished)),
        }, repeats)  # fmt: skip
    return [row(f"cold positions, {name}", n, seconds) for name, seconds in taken.items()]


def on_two_workers(cold_n: int = COLD_N, nim_n: int = NIM_N, repeats: int = 5) -> list[Row]:
    """Two processes of one thread each, on this machine."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as two, Client(two) as client:
        cold, nim = (partial(blocks, sg.squares, client=client) for blocks in (sg.cold_blocks, sg.nim_blocks))
        least({"cold": lambda: cold(cold_n >> 4), "nim": lambda: nim(nim_n >> 4)}, 1)  # compiles
        taken = least({"cold": lambda: cold(cold_n), "nim": lambda: nim(nim_n)}, repeats)
        trips = in_turns({"trip": lambda: round_trip(client)}, 50)["trip"]
    alone = least({"nim": lambda: sg.nim_blocks(sg.squares, nim_n)}, 2)["nim"]
    return [
        row("cold positions, two workers", cold_n, taken["cold"]),
        row("nim-values, two workers", nim_n, taken["nim"]),
        row("nim-values, alone", nim_n, alone),
        row("a round trip", 0, median(trips)),
    ]


def round_trip(client: Client) -> None:
    client.gather([client.submit(abs, -1, workers=[worker], pure=False) for worker in client.nthreads()])


def parts_of_blocks(cold: range = range(29, 35), nim: range = range(22, 26)) -> list[Row]:
    """What can be shared out, on one thread, and what is settled in one place, on all."""
    rows = []
    for k in tqdm(cold, desc="parts, cold positions"):
        rows += parts("cold positions", engine.cold_legs(sg.squares(2**k), 2**k, NOTHING), 2**k)
    for k in tqdm(nim, desc="parts, nim-values"):
        recipe = partial(engine.Tiling, sg.squares(2**k), 2**k, cluster.NIM_BLOCK)
        rows += parts("nim-values", partial(one_leg, recipe), 2**k)
    return rows


def parts(what: str, legs: Legs, n: int) -> list[Row]:
    shared = settled = 0.0
    blocks = answered = 0

    def timed(evaluation: Evaluation) -> Generator[Block]:
        nonlocal shared, settled, blocks, answered
        while evaluation.position < evaluation.n:
            task, begun = evaluation.task(), time.perf_counter()
            shares = [evaluation.share(task, part, PARTS) for part in range(PARTS)]
            between = time.perf_counter()
            block = evaluation.settle(task, shares)
            shared, settled = shared + between - begun, settled + time.perf_counter() - between
            blocks += 1
            answered += sum(size_of(share) for share in shares)
            yield block

    drain(legs(timed, 0, lambda *_: NOTHING))
    return [row(f"{what}, shared", n, shared, blocks, answered), row(f"{what}, settled", n, settled, blocks)]


def size_of(share: object) -> int:
    """The bytes of all arrays in a share."""
    return sum(map(size_of, share)) if isinstance(share, tuple) else getattr(share, "nbytes", 0)


def measure() -> None:
    print("a run with a folder and without, 15 times; then on two workers, 5 times", flush=True)
    rows = overheads() + on_two_workers() + parts_of_blocks()
    write("longruns.csv", [measured | circumstances() for measured in rows])
