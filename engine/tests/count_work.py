"""Count the work of finding cold positions: a program that `engine/tests/test_work.py` runs.

Every operation that Theorem 8.2 counts is a function that the engine's compiled functions call. This program puts
counting functions in their places before anything is compiled. It needs an empty NUMBA_CACHE_DIR, because what it
compiles contains the address of its counters.
"""

from __future__ import annotations

import json
import sys

import numpy as np
from numba import njit

import subtraction_engine as engine
from subtraction_engine.cold import marking, settling, slicing
from subtraction_engine.vectors import load_word, store_word
from subtraction_games.sets import moves_below, parse_set

NAMES = ["windows", "moves_tried", "look_ups", "words_of_classes", "units", "cells_unpacked"]
COUNTERS = np.zeros(len(NAMES), np.uint64)
AT = np.uint64(COUNTERS.ctypes.data)


@njit
def add(counter, number):
    store_word(AT, np.uint64(counter), load_word(AT, np.uint64(counter)) + np.uint64(number))


def counting(module, name, counter, number_of):
    """Let `module` call a function by this name that first adds number_of(its arguments) to a counter."""
    function, number_of = getattr(module, name), njit(number_of)

    @njit
    def counted(*arguments):
        add(counter, number_of(arguments))
        return function(*arguments)

    setattr(module, name, counted)


def cells(arguments):
    containers, r, _, start, stop = arguments[:5]
    return containers.before[r, stop] - containers.before[r, start]


def work(S: str | list[int], n: int, modulus: int) -> dict[str, int]:
    """Return the counts for a game, with the numbers of its moves, cold positions, blocks and panels."""
    COUNTERS[:] = 0
    moves = moves_below(parse_set(S) if isinstance(S, str) else S, n)
    evaluation, cold = engine.cold_evaluation(moves, n, np.zeros(0, np.int64), modulus), 0
    assert isinstance(evaluation, slicing.Slicing)
    while evaluation.position < n:
        task = evaluation.task()
        cold += evaluation.settle(task, [evaluation.share(task, 0, 1)]).results.size
    blocks = len(evaluation.containers.begin[0])
    near = int(np.searchsorted(moves, 512 * modulus))
    sizes = {"moves": moves.size, "near": near, "cold": cold, "blocks": blocks, "panels": evaluation.panels * blocks}
    return sizes | dict(zip(NAMES, COUNTERS.tolist(), strict=True))


if __name__ == "__main__":  # pytest imports this file, too, but must not count
    counting(marking, "or_windows", 0, lambda arguments: len(arguments[3]))
    counting(marking, "bit_at", 1, lambda _: 1)
    counting(settling, "bit_at", 2, lambda _: 1)
    counting(marking, "joined", 3, lambda arguments: len(arguments[0]))
    counting(settling, "joined", 3, lambda arguments: len(arguments[0]))
    counting(slicing, "unpack", 5, cells)
    counting(slicing, "unpack", 4, lambda _: 1)
    counting(settling, "unpack", 5, cells)
    print(json.dumps([work(*game) for game in json.loads(sys.argv[1])]))
