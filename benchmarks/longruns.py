"""Time what long runs cost beyond their work: folders, clusters, and the parts of a block (about four minutes).

Writes longruns.csv, a row for each measurement: seconds (the least of the repeats for overheads, which compares like
with like on a machine with other things to do; the only one elsewhere), blocks, and bytes that workers answer with.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from common import NOTHING, Row, circumstances, write
from distributed import Client, LocalCluster
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games import engine
from subtraction_games.longruns import cluster
from subtraction_games.support.blocks import Evaluation

N = 2**30
PARTS = 16  # shares that a block is cut into when its parts are timed


def drained(blocks: Iterator[tuple[int, int, np.ndarray]]) -> float:
    """Seconds that it takes to walk through all blocks."""
    begun = time.perf_counter()
    for _ in blocks:
        pass
    return time.perf_counter() - begun


def row(measure: str, n: int, seconds: float, blocks: int = 0, answered: int = 0) -> Row:
    return {"measure": measure, "n": n, "seconds": f"{seconds:.3f}", "blocks": blocks, "bytes": answered}


def overheads(repeats: int = 15) -> list[Row]:
    """A run without and with a folder, and one that is finished already, taking turns."""
    taken: dict[str, list[float]] = {"alone": [], "with a folder": [], "finished already": []}
    drained(sg.cold_blocks(sg.squares, N))
    for _ in tqdm(range(repeats), desc="overheads"):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place, "run")
            taken["alone"].append(drained(sg.cold_blocks(sg.squares, N)))
            taken["with a folder"].append(drained(sg.cold_blocks(sg.squares, N, folder=folder)))
            taken["finished already"].append(drained(sg.cold_blocks(sg.squares, N, folder=folder)))
    return [row(f"cold positions, {name}", N, min(seconds)) for name, seconds in taken.items()]


def on_two_workers(repeats: int = 5) -> list[Row]:
    """Two processes of one thread each, on this machine."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as two, Client(two) as client:
        runs: dict[str, tuple[int, Callable[..., Iterator[tuple[int, int, np.ndarray]]]]] = {
            "cold positions, two workers": (N, sg.cold_blocks),
            "nim-values, two workers": (2**24, sg.nim_blocks),
        }
        for n, blocks in runs.values():
            drained(blocks(sg.squares, n >> 4, client=client))
        taken = {name: [drained(blocks(sg.squares, n, client=client)) for _ in range(repeats)]
                 for name, (n, blocks) in tqdm(runs.items(), desc="two workers")}  # fmt: skip
        rows = [row(name, runs[name][0], min(seconds)) for name, seconds in taken.items()]
        trips = [drained(round_trip(client)) for _ in range(50)]
    alone = min(drained(sg.nim_blocks(sg.squares, 2**24)) for _ in range(2))
    return [*rows, row("nim-values, alone", 2**24, alone), row("a round trip", 0, sorted(trips)[25])]


def round_trip(client: Client) -> Iterator[tuple[int, int, np.ndarray]]:
    futures = [client.submit(abs, -1, workers=[worker], pure=False) for worker in client.nthreads()]
    client.gather(futures)
    yield from ()


def parts_of_blocks() -> list[Row]:
    """What can be shared out, on one thread, and what is settled in one place, on all."""
    rows = []
    for k in tqdm((29, 30, 31, 32, 33, 34), desc="parts, cold positions"):
        rows += parts("cold positions", engine.cold_recipe(sg.squares(2**k), 2**k, NOTHING)())
    for k in tqdm((22, 23, 24, 25), desc="parts, nim-values"):
        rows += parts("nim-values", engine.Tiling(sg.squares(2**k), 2**k, cluster.NIM_BLOCK))
    return rows


def parts(what: str, evaluation: Evaluation) -> list[Row]:
    shared = settled = 0.0
    blocks = answered = 0
    while evaluation.position < evaluation.n:
        task, begun = evaluation.task(), time.perf_counter()
        shares = [evaluation.share(task, part, PARTS) for part in range(PARTS)]
        between = time.perf_counter()
        evaluation.settle(task, shares)
        shared, settled = shared + between - begun, settled + time.perf_counter() - between
        blocks += 1
        answered += sum(size_of(share) for share in shares)
    n = evaluation.n
    return [row(f"{what}, shared", n, shared, blocks, answered), row(f"{what}, settled", n, settled, blocks)]


def size_of(share: np.ndarray | tuple[np.ndarray, ...] | None) -> int:
    if share is None:
        return 0
    return share.nbytes if isinstance(share, np.ndarray) else sum(part.nbytes for part in share)


if __name__ == "__main__":
    rows = overheads() + on_two_workers() + parts_of_blocks()
    write("longruns.csv", [measured | circumstances() for measured in rows])
