"""The work for cold positions is counted, and compared with every line of Theorem 8.2.

Every operation that the theorem counts is a function that the engine's compiled functions call. Run as a program, this
file puts counting functions in their places before anything is compiled. It needs an empty NUMBA_CACHE_DIR, because
what it compiles contains the address of its counters. The counts are the same on every machine. A change to them is no
mistake as such, but it must be meant: if the densest units no longer come first, for example, squares take many more
windows.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from numba import njit

import subtraction_engine as engine
from subtraction_engine.cold import marking, settling, slicing
from subtraction_engine.vectors import load_word, store_word
from subtraction_games.sets import moves_below, parse_set

NAMES = ["windows", "moves_tried", "look_ups", "words_of_classes", "cells_unpacked", "units"]
COUNTERS = np.zeros(len(NAMES), np.uint64)
AT = np.uint64(COUNTERS.ctypes.data)
SHORT, LONGER = range(64, 512), range(320, 2560)
GAMES = {  # (S, n, modulus): windows, moves tried, look-ups, words of classes, cells unpacked
    ("squares", 2**22, 65): [2440189, 2638589, 3133650, 22204, 913808],
    (SHORT, 2**20, 1): [917056, 917056, 86604752, 4381, 1079296],
    (LONGER, 2**20, 5): [4636352, 4645312, 299504118, 4661, 1762560],
    ("squares", 2**19, 1625): [0, 0, 84433113, 42250, 0],  # fewer than 512 rows
}


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


def work(S, n, modulus):
    """The counts for a game, with the numbers of its moves, cold positions, blocks and panels."""
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


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    """The counts of all games, by functions that are compiled without much optimisation."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path_factory.mktemp("cache")), "NUMBA_OPT": "1"}
    counted = subprocess.run([sys.executable, __file__], env=environment, capture_output=True, text=True, check=True)
    return dict(zip(GAMES, json.loads(counted.stdout), strict=True))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_work_is_what_theorem_8_2_allows(game, counts):
    _, n, M = game
    counted = counts[game]
    blocks, panels = counted["blocks"], counted["panels"] * M  # of all classes
    assert panels <= (2 * n / 512 if n >= 512 * M else M), "the theorem's n / w, up to a constant factor"
    words = -(-M // 64)
    bounds = {
        "windows": panels * counted["moves"],
        "moves_tried": panels * counted["moves"] + blocks * M * counted["moves"],
        "look_ups": panels * 512 * counted["near"],
        "words_of_classes": counted["units"] * words + 3 * panels * words,
        "cells_unpacked": 3 * blocks * counted["cold"],
    }
    assert [counted[name] for name in bounds] == GAMES[game]
    assert all(counted[name] <= bound for name, bound in bounds.items())


if __name__ == "__main__":
    counting(marking, "or_windows", 0, lambda arguments: len(arguments[3]))
    counting(marking, "bit_at", 1, lambda _: 1)
    counting(settling, "bit_at", 2, lambda _: 1)
    counting(marking, "joined", 3, lambda arguments: len(arguments[0]))
    counting(settling, "joined", 3, lambda arguments: len(arguments[0]))
    counting(slicing, "unpack", 4, cells)
    counting(slicing, "unpack", 5, lambda _: 1)
    counting(settling, "unpack", 4, cells)
    print(json.dumps([work(*game) for game in GAMES]))
