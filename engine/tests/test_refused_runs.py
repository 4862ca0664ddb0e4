"""Bad arguments of a long run raise an error before any work, and work that takes long is announced first."""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine.cold.slicing import cold_bytes
from subtraction_engine.longruns import runs
from subtraction_engine.longruns.cache import cached
from subtraction_games import arguments

TWO = np.array([0, 2])
REFUSED = [  # a call, the error that it raises, and words of the message
    (lambda: sg.cold_blocks([1], 9, threads=0), ValueError, "threads must be.*not 0"),
    (lambda: sg.nim_blocks([1], 9, threads=1.5), TypeError, "threads must be.*not 1.5"),
    (lambda: sg.nim_blocks([-1], 9), ValueError, "-1 is not"),
    (lambda: cached("cold_positions", iter([1, 4]), 9), TypeError, "can be read only once"),
    (lambda: sg.cold_blocks([1], 9, modulus=2**17), ValueError, "modulus must be.*not 131072"),
    (lambda: sg.cold_blocks([1], 9, panels=65), ValueError, "panels must be.*not 65"),
    (lambda: sg.nim_blocks([1], 9, folder=""), TypeError, "folder must be .*, not"),
    (lambda: sg.verify([0, 2], [1], 5), TypeError, "answer must be a long run's folder, or int64 cold positions, or"),
    (lambda: sg.verify(TWO, [1]), TypeError, "n must be a whole number of at least 0, not None"),
    (lambda: sg.verify(TWO, n=5), TypeError, "subtraction set must be.*not None"),
    (lambda: sg.verify(TWO, [1], 5, positions=0), ValueError, "positions must be from 1 to 10+, not 0"),
    (lambda: sg.verify("/dev/null"), FileNotFoundError, "null contains no long run: about.json is missing"),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_what_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


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


KEPT = "; call cold_positions with folder=, or nothing is kept if the run is stopped"
LASTING = [  # a call, and the warning that comes before its work, or None if the work begins at once
    (lambda new: sg.cold_positions("squares", 2**30), None),
    (lambda new: sg.cold_positions("squares", 2**45), rf"by the engine, some [\d.]+ GiB of .* days?, .*\){KEPT}$"),
    (lambda new: sg.nim_values("squares", 2**24), None),
    (lambda new: sg.nim_values("squares", 2**30, folder=new), r"below 1073741824 by .*\(hours:minutes:seconds\)$"),
]


@pytest.mark.parametrize(("call", "message"), LASTING)
def test_what_will_take_over_a_minute_says_so_first(call, message, monkeypatch, tmp_path):
    monkeypatch.setattr(arguments, "available_memory", lambda: 2**50)
    monkeypatch.setattr(runs.LongRun, "blocks", begins)
    with pytest.raises(RuntimeWarning if message else BeginsError, match=message):
        call(tmp_path / "new")


def test_more_pairs_of_classes_than_positions_do_no_harm():
    blocks = sg.cold_blocks(sg.squares, 10**5, modulus=2**16)
    assert sum(cold.size for _, _, cold in blocks) == sg.cold_positions(sg.squares, 10**5).size
