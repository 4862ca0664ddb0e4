"""Spot checks confirm right answers, and name all wrong positions that they examine."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from folders import stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import run_folder
from subtraction_engine.longruns.verify import verify

SPOTS = [0, 7, 50]


def contradiction(answer, S, n, draws=400, **more):
    """The contradiction that is found by so many draws that none of a few positions is missed."""
    return verify(answer, S, n, positions=draws, seed=n, **more).contradiction


@pytest.mark.parametrize("S", [sg.squares, sg.primes, [1, 2], [2, 4, 7], [3], [], [1, 5, 200]])
def test_right_answers_have_no_contradiction(S):
    for n, spots in product((0, 1, 63, 64, 65, 101, 500), ([], SPOTS)):
        hotspots = [spot for spot in spots if spot < n]
        assert contradiction(sg.cold_positions(S, n, hotspots=hotspots), S, n, hotspots=hotspots) is None
        assert contradiction(sg.nim_values(S, n), S, n) is None
    assert verify(np.empty(0, np.int64), S, 0) == (0, 0, 1.0, None)


@pytest.mark.parametrize("S", [sg.squares, [2, 4, 7]])
def test_every_single_wrong_bit_is_met_by_looking_everywhere(S):
    n = 40
    cold, values = sg.cold_positions(S, n), sg.nim_values(S, n)
    for x in range(n):
        assert "said to be" in contradiction(np.setxor1d(cold, [x]), S, n), x
        for value in (values[x] ^ 1, values[x] ^ 2, values[x] ^ 4, ~values[x], -9):
            wrong = values.copy()
            wrong[x] = value
            assert contradiction(wrong, S, n), (x, value)


def test_a_single_false_cold_position_is_met_by_drawing_from_the_cold_ones():
    """It is one of 2,054 cold positions, but also one of 65,536 positions, so draws from the whole range miss it."""
    n = 2**16
    cold = sg.cold_positions(sg.squares, n)
    for x in (60_000, 61_000, 62_000, 63_000):
        assert contradiction(np.union1d(cold, [x]), sg.squares, n, 8000)


def test_contradictions_are_named_with_their_move():
    n, squares = 60, sg.squares
    cold, hotter = sg.cold_positions(squares, n), sg.cold_positions(squares, n, hotspots=SPOTS)
    unreached, repeated = sg.nim_values(squares, n), sg.nim_values(squares, n)
    unreached[0] = repeated[2] = 1
    for answer, more, expected in (
        (np.union1d(cold, [14]), {}, "14 is said to be cold, and so is 10, one move of 4 below"),
        (cold[cold != 10], {}, "10 is said to be hot, but no move leads to a cold position"),
        (unreached, {}, "0 has nim-value 1, but no move leads to nim-value 0"),
        (repeated, {}, "2 has nim-value 1, and so has 1, one move of 1 below"),
        (np.union1d(hotter, [7]), {"hotspots": SPOTS}, "7 is a hotspot, but said to be cold"),
    ):
        assert contradiction(answer, squares, n, **more) == expected
    for wrong in ([2, 0], [0, 0], [-1, 0], [0, n]):
        assert contradiction(np.array(wrong), squares, n) == f"the cold positions do not ascend within range({n})"


def test_a_folder_knows_its_game_and_is_drawn_from_throughout(tmp_path, monkeypatch):
    """This includes unfinished runs with hotspots still ahead. If a game is given, it must be the same."""
    monkeypatch.setattr(run_folder, "FLUSH_SECONDS", 0)
    stored = stopped_early(partial(sg.nim_blocks, sg.squares, 100_000), tmp_path / "nim", 8)
    checked = sg.verify(str(tmp_path / "nim"), positions=100, seed=3)
    assert (checked.contradiction, checked.positions) == (None, 100)
    right = stored.data.read_bytes()
    for start, stop, *_ in stored.blocks:  # any draw from a block of wrong values finds one of them
        wrong = np.frombuffer(right, np.uint16).copy()
        wrong[64 + start : 64 + stop] += 1
        stored.data.write_bytes(wrong.data)
        assert verify(stored, positions=200, seed=stop).contradiction
    spots = [1, 6, 40_000, 99_000]
    how = {"hotspots": spots, "modulus": 5, "panels": 1}
    stored = stopped_early(partial(sg.cold_blocks, sg.cubes, 100_000, **how), tmp_path / "cold", 1)
    for S, hotspots, is_right in ((None, None, True), (sg.cubes, [*spots, 0], False), (sg.squares, spots, False)):
        assert (verify(stored, S, hotspots=hotspots, positions=2000, seed=1).contradiction is None) is is_right
