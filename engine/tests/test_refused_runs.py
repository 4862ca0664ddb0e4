"""Bad arguments of a long run raise an error before any work, and work that takes long is announced first."""

from itertools import count

import numpy as np
import pytest
from conftest import assert_refused

import subtraction_games as sg
from subtraction_engine.cold.slicing import cold_bytes
from subtraction_engine.longruns import runs
from subtraction_engine.longruns.cache import cached
from subtraction_games import arguments

TWO = np.array([0, 2])
OF_THREADS = [lambda t, f=f: f(sg.squares, 100, threads=t) for f in (sg.cold_blocks, sg.nim_blocks)]
OF_A_SET = [lambda S: next(sg.nim_blocks(S, 100)), lambda S: cached("cold_positions", S, n=100)]
OF_A_MODULUS = [lambda modulus: sg.cold_blocks(sg.squares, 100, modulus=modulus)]
OF_A_FOLDER = [lambda folder: sg.nim_blocks([1], 9, folder=folder)]
OF_PANELS = [lambda panels: sg.cold_blocks(sg.squares, 100, panels=panels)]
OF_AN_ANSWER = [lambda answer: sg.verify(answer, [1], 5)]
REFUSED = [  # functions, an error, and the values that they refuse with it, with words of the message
    (OF_THREADS, ValueError, [(t, f"threads must be.*not {t}") for t in (0, 1025)]),
    (OF_THREADS, TypeError, [(1.5, "threads must be.*not 1.5")]),
    (OF_A_SET, ValueError, [([-1], "-1 is not")]),
    (OF_A_SET, TypeError, [(S, "can be read only once") for S in (iter([1, 4]), lambda n: count(1))]),
    (OF_A_MODULUS, ValueError, [(m, f"modulus must be.*not {m}") for m in (-1, 2**17)]),
    (OF_A_MODULUS, TypeError, [(m, f"modulus must be.*not {m}") for m in (2.5, True)]),
    (OF_A_FOLDER, TypeError, [(f, "folder must be .*, not") for f in (b"x", "")]),
    (OF_PANELS, ValueError, [(p, f"panels must be.*not {p}") for p in (0, 65)]),
    (OF_PANELS, TypeError, [("8", "panels must be.*not '8'")]),
    (OF_AN_ANSWER, TypeError, [([0, 2], "answer must be a long run's folder, or int64 cold positions, or narrower")]),
    (OF_AN_ANSWER, TypeError, [(np.array([0, 2], np.uint64), "answer must be")]),
    ([lambda n: sg.verify(TWO, [1], n)], TypeError, [(None, "n must be a whole number of at least 0, not None")]),
    ([lambda S: sg.verify(TWO, S, 5)], TypeError, [(None, "subtraction set must be.*not None")]),
    ([lambda p: sg.verify(TWO, [1], 5, positions=p)], ValueError, [(0, "positions must be from 1 to 10+, not 0")]),
    ([sg.verify], FileNotFoundError, [("/dev/null", "null contains no long run: about.json is missing")]),
]


@pytest.mark.parametrize(("functions", "error", "wrong"), REFUSED)
def test_what_is_refused(functions, error, wrong):
    assert_refused(functions, error, wrong)


class BeginsError(Exception):
    pass


def begins(*_):
    raise BeginsError


@pytest.mark.parametrize(
    ("start", "n", "least"), [(sg.nim_blocks, 2**30, 4 * 2**30), (sg.cold_blocks, 2**40, cold_bytes(2**40))]
)
def test_what_cannot_fit_is_refused_before_the_moves_are_listed(start, n, least, monkeypatch):
    for available, error in ((least, BeginsError), (least - 1, MemoryError)):
        monkeypatch.setattr(arguments, "available_memory", lambda available=available: available)
        with pytest.raises(error):
            start(begins, n)


LASTING = r"""
cold_positions("squares", 2**30)             |
cold_positions("squares", 2**45)             | by the engine, some [\d.]+ GiB of .* days?, {kept}
cold_positions("squares", 2**45, folder=new) | by the engine, some [\d.]+ GiB of .* \d+ days?,
nim_values("squares", 2**24)                 |
nim_values("squares", 2**30)                 | below 1073741824 by the engine .* \d+: {kept}
nim_values("squares", 2**30, folder=new)     | below 1073741824 by the engine .* \d+:
winning_moves("squares", 2**30)              | below 1073741825 by the engine {kept}
""".strip().splitlines()


@pytest.mark.parametrize("line", LASTING)
def test_what_will_take_over_a_minute_says_so_first(monkeypatch, line, tmp_path):
    """The warning comes before the work, and says if nothing will be kept. If none is due, the work begins at once."""
    call, words = (part.strip() for part in line.split("|"))
    words, kept, _ = words.partition("{kept}")
    advice = "; call (cold_positions|nim_values) with folder=, or nothing is kept if the run is stopped" if kept else ""
    monkeypatch.setattr(arguments, "available_memory", lambda: 2**50)
    monkeypatch.setattr(runs.LongRun, "blocks", begins)
    match = rf"^finding .*{words.strip()}.*\(hours:minutes:seconds\){advice}$" if words else None
    with pytest.raises(RuntimeWarning if words else BeginsError, match=match):
        eval(call, vars(sg) | {"new": tmp_path / "new"})


def test_a_run_that_goes_on_does_not_say_how_long_it_takes_from_the_start(monkeypatch, tmp_path):
    n, lasting = 3 * 2**12, [1, 4, 9]
    monkeypatch.setattr(runs, "EXPECTED_FROM", 0)
    monkeypatch.setattr(runs, "LONG", 0)
    for function, folder in ((sg.cold_positions, tmp_path / "cold"), (sg.nim_values, tmp_path / "nim")):
        with pytest.warns(RuntimeWarning, match="should take about 0:00:00"):
            first = function(lasting, n, folder=folder)
        assert np.array_equal(function(lasting, n, folder=folder), first)  # a warning would be an error


def test_more_pairs_of_classes_than_positions_do_no_harm():
    blocks = sg.cold_blocks(sg.squares, 10**5, modulus=2**16)
    assert sum(cold.size for _, _, cold in blocks) == sg.cold_positions(sg.squares, 10**5).size
