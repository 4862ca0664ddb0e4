"""Time the search for nim-values on this processor, to compare with the costs in `subtraction_engine.tuning`."""

from __future__ import annotations

import time
from collections.abc import Callable

from common import in_turns

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import tuning
from subtraction_engine.nim import plan, search, settling
from subtraction_engine.recurrence import nim_values
from subtraction_engine.vectors import WORD, WORDS

TILES = 8


def least(task: Callable[[], object]) -> float:
    return min(in_turns({"": task}, 9, time.thread_time)[""])


def measure(n: int = 2**20) -> None:
    """Print each constant beside its time in the last block below n, scaled to match the recurrence's constant."""
    moves, run, values = sg.squares(n), engine.Tiling(sg.squares(n), n), nim_values(sg.squares(n), n)
    first, words = n - run.block, run.block // WORD
    run.restore(first, values[:first])
    task, far = run.task(), run.moves[moves.searchsorted(run.block) : moves.searchsorted(first, side="right")]
    shares, top = [run.share(task, 0, 1)], run.top

    def searched(width: int, marked: int, kept: int, number: int = far.size) -> float:
        chosen = plan.Plan(8, width, marked, (kept,) * (tuning.STAGES + 1))
        return least(lambda: search.search(run.planes, far[:number], chosen, first, TILES)) / (TILES * WORDS)

    recurrence = least(lambda: settling.recur(values, moves, first, n, top)) / words / moves.size
    listing, marking = searched(192, tuning.STAGES, 8, 0), searched(192, tuning.STAGES, 8)
    mark = (marking - searched(64, tuning.STAGES, 8)) / far.size / (192 - 64)
    ask = (searched(64, 0, 24) - searched(64, 0, 8)) / far.size / (24 - 8)
    lists = listing + least(lambda: run.settle(task, shares)) / words
    row = (marking - listing) / far.size - 192 * mark
    constants = {"recurrence": tuning.RECURRING} | tuning.COSTS._asdict()
    for (name, constant), taken in zip(constants.items(), (recurrence, row, mark, ask, lists), strict=True):
        print(f"{name:14}{constant:10.2f} {taken / recurrence * tuning.RECURRING:10.2f}")
