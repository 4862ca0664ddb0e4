"""What the engine's ideas buy (ablation.csv), and into how many blocks convolution should cut a range (ways.csv)."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import Any

from common import Row, circumstances, drain, in_turns, write
from tqdm import tqdm

import subtraction_games as sg

IDEAS: dict[str, dict[str, Any]] = {  # settings of the engine, each with one idea more
    "the sieve on bits": {"modulus": 0, "threads": 1},
    "rows of bits, one class": {"modulus": 1, "threads": 1},
    "5 classes": {"modulus": 5, "threads": 1},
    "65 classes": {"modulus": 65, "threads": 1},
    "all cores": {"modulus": 65},
    "a modulus from a pilot": {},
    "blocks of one panel": {"panels": 1},
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
