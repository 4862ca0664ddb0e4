"""The plain generation of either half of the engine against the paper's methods, and the engine against it."""

import numpy as np
import pytest
from folders import subsets
from hypothesis import given, settings
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_engine.cold import plain
from subtraction_engine.nim import plain as nim_plain
from subtraction_games import core

NO_HOTSPOTS = np.zeros(0, dtype=np.int64)


@pytest.mark.parametrize(("M", "height"), [(1, 1), (1, 8), (2, 3), (5, 1), (5, 2), (64, 64)])
def test_all_small_games(M, height):
    n = 40
    for moves in subsets(range(1, 7)):
        for hotspots in subsets(range(3)):
            expected = core.cold_by_looking_back(moves, n, hotspots)
            assert np.array_equal(plain.cold_positions(moves, n, hotspots, M, height), expected), (moves, hotspots)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 500), st.sets(st.integers(1, 499)), st.sets(st.integers(0, 499)), st.integers(1, 70))
def test_random_games(n, S, spots, M):
    moves = np.array(sorted(s for s in S if s < n), dtype=np.int64)
    hotspots = np.array(sorted(h for h in spots if h < n), dtype=np.int64)
    for height in (1, 3, 64):
        answer = plain.cold_positions(moves, n, hotspots, M, height)
        assert np.array_equal(answer, core.cold_by_sieving(moves, n, hotspots))


@pytest.mark.parametrize(("S", "M"), [(sg.squares, 65), (sg.cubes, 63), (sg.triangular, 9)])
def test_each_generation_tests_the_next(S, M):
    n = 2**17 + 1
    expected = plain.cold_positions(S(n), n, NO_HOTSPOTS, M)
    assert np.array_equal(core.cold_by_sieving(S(n), n), expected)
    assert np.array_equal(sg.cold_positions(S, n, method="engine"), expected)


@pytest.mark.parametrize(
    ("tile", "marking", "slots"), [(1, 0, 1), (1, 2, 3), (3, 0, 2), (3, 1, 1), (4, 9, 5), (64, 1, 1)]
)
def test_nim_values_of_all_small_games(tile, marking, slots):
    for moves in subsets([1, 2, 3, 4, 6, 9, 17]):
        expected = core.nim_by_looking_back(moves, 40)
        assert np.array_equal(nim_plain.nim_values(moves, 40, tile, marking, slots), expected), moves


@pytest.mark.parametrize("S", [sg.squares, sg.primes, sg.triangular])
def test_nim_values_of_each_generation(S):
    n = 2**14 + 1
    expected = core.nim_by_looking_back(S(n), n)
    assert np.array_equal(nim_plain.nim_values(S(n), n), expected)
    assert np.array_equal(sg.nim_values(S, n, method="engine"), expected)
