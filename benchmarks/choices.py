"""What the engine's ideas buy (ablation.csv), and into how many blocks convolution should cut a range (ways.csv)."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from common import NOTHING, Row, circumstances, drain, in_turns, write
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games.paper import convolution

IDEAS: dict[str, dict[str, Any]] = {  # settings of the engine, each with one idea more
    "the sieve on bits": {"modulus": 0, "threads": 1},
    "rows of bits, one class": {"modulus": 1, "threads": 1},
    "5 classes": {"modulus": 5, "threads": 1},
    "65 classes": {"modulus": 65, "threads": 1},
    "all cores": {"modulus": 65},
    "a modulus from a pilot": {},
    "blocks of one panel": {"tile": 1},
}
WAYS = (2, 4, 8, 16, 32, 64)
TASKS: dict[str, tuple[Callable[[int], object], int]] = {
    "cold positions": (lambda n: convolution.cold_positions(sg.squares(n), n, NOTHING, short=2**10), 2**22),
    "nim-values": (lambda n: convolution.nim_values(sg.squares(n), n, short=2**6), 2**16),
}


def cold_positions(n: int, settings: dict[str, Any]) -> None:
    drain(sg.cold_blocks(sg.squares, n, **settings))


def measure_ideas(n: int = 2**28) -> None:
    """Cold positions of squares with the engine's ideas one after another."""
    rows: list[Row] = []
    for idea, settings in tqdm(IDEAS.items(), desc="ideas", unit="idea"):
        drain(sg.cold_blocks(sg.squares, n >> 6, **settings))  # compiles
        taken = in_turns({idea: partial(cold_positions, n, settings)}, 3)[idea]
        rows.append({"idea": idea, "n": n, "seconds": f"{median(taken):.3f}", "repeats": len(taken)})
    write("ablation.csv", [row | circumstances() for row in rows])


def measure_ways(largest: int = 2**22) -> None:
    """Squares by convolution, ranges cut into 2 to 64 blocks in turn: what is counted, and the median time of three."""
    rows: list[Row] = []
    for name, (task, size) in TASKS.items():
        n = min(size, largest)
        counts = {ways: convolution.transforms(partial(task, n), ways) for ways in tqdm(WAYS, desc=f"ways, {name}")}
        tasks = {str(ways): partial(convolution.transforms, partial(task, n), ways) for ways in WAYS}
        taken = in_turns(tasks, 3, clock=time.process_time)
        for ways in WAYS:
            seconds = f"{median(taken[str(ways)]):.3f}"
            row: Row = {"task": name, "ways": ways, "n": n, **counted(counts[ways]), "processor_seconds": seconds}
            rows.append(row | {"repeats": 3} | circumstances())
    write("ways.csv", rows)


def counted(noted: list[tuple[int, int]]) -> Row:
    """Transforms there and back, those of moves among them, their butterflies, and products of two entries."""
    butterflies = sum(length // 2 * (length.bit_length() - 1) for length, _ in noted)
    products = sum(length * factors for length, factors in noted)
    return {"transforms": len(noted), "butterflies": butterflies, "products": products}
