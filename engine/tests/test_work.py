"""The work for cold positions, counted by `engine/tests/count_work.py`, is compared with every line of Theorem 8.2.

The counts are the same on every machine. A change to them is no mistake as such, but it must be meant: if the densest
units no longer come first, for example, squares take many more windows.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SHORT, ODD, LONGER = list(range(64, 512)), list(range(1, 512, 2)), list(range(320, 2560))
GAMES = {  # (S, n, modulus): windows, moves tried, look-ups, words of classes, cells unpacked
    ("squares", 2**22, 65): (2440189, 2638589, 3133650, 22204, 913808),
    ("squares", 2**22, 5): (4490756, 668459, 805819, 10758, 808166),
    ("cubes", 2**22, 7): (478577, 128025, 1549039, 11661, 2253217),
    (tuple(SHORT), 2**20, 1): (917056, 917056, 86604752, 4381, 1079296),
    (tuple(ODD), 2**20, 1): (524032, 524032, 134220031, 4381, 1079296),
    (tuple(LONGER), 2**20, 5): (4636352, 4645312, 299504118, 4661, 1762560),
    ("squares", 2**19, 1625): (0, 0, 84433113, 42250, 0),  # fewer than 512 rows
}


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    """The counts of all games, by functions that are compiled without much optimisation."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path_factory.mktemp("cache")), "NUMBA_OPT": "1"}
    program = [sys.executable, Path(__file__).with_name("count_work.py"), json.dumps(list(GAMES))]
    counted = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    return dict(zip(GAMES, json.loads(counted.stdout), strict=True))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{len(game[0])}-{game[1]}-{game[2]}")
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
    assert {name: counted[name] for name in bounds} == dict(zip(bounds, GAMES[game], strict=True))
    assert all(counted[name] <= bound for name, bound in bounds.items())
