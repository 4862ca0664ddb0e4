"""Take-away games on two heaps: against a recursion that knows no order, known theorems, and bad arguments."""

from functools import cache
from math import isqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_games.theory import takeaway


def by_recursion(moves, n) -> np.ndarray:
    """The definition: a pair is cold when no move leads to a cold pair."""
    listed = [(int(s), int(t)) for s, t in moves]

    @cache
    def is_cold(a: int, b: int) -> bool:
        return not any(s <= a and t <= b and is_cold(a - s, b - t) for s, t in listed)

    return np.array([[is_cold(a, b) for b in range(n)] for a in range(n)], dtype=bool).reshape(n, n)


vectors = st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(any)


# --- cold pairs ----------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(st.sets(vectors, max_size=10), st.integers(0, 13))
def test_random_sets_of_moves(moves, n):
    assert np.array_equal(takeaway.cold_pairs(moves, n), by_recursion(moves, n))


def test_all_sets_of_two_small_moves():
    small = [(s, t) for s in range(4) for t in range(4) if s or t]
    for first in small:
        for second in small:
            moves = sorted({first, second})
            assert np.array_equal(takeaway.cold_pairs(moves, 9), by_recursion(moves, 9)), moves


@pytest.mark.parametrize("build", [takeaway.one_heap, takeaway.one_or_both, takeaway.one_or_each])
@pytest.mark.parametrize("S", [sg.squares, sg.primes, [1, 2, 3, 5, 8]])
def test_the_builders_games(build, S):
    moves = build(S, 24)
    cold = takeaway.cold_pairs(moves, 24)
    assert np.array_equal(cold, by_recursion(moves, 24))
    assert np.array_equal(cold, cold.T)


def test_the_board_across_several_blocks_of_rows():
    n = 3 * takeaway.ROWS + 5
    moves = [(1, 2), (70, 3), (0, 5), (takeaway.ROWS, takeaway.ROWS)]
    cold = takeaway.cold_pairs(moves, n)
    reachable = np.zeros((n, n), dtype=bool)
    for s, t in moves:
        reachable[s:, t:] |= cold[: n - s, : n - t]
    assert np.array_equal(cold, ~reachable)


def test_exchanging_the_heaps_transposes_the_board():
    moves = np.array([[1, 2], [0, 3], [4, 1]])
    assert np.array_equal(takeaway.cold_pairs(moves[:, ::-1], 20), takeaway.cold_pairs(moves, 20).T)
    assert not np.array_equal(takeaway.cold_pairs(moves, 20), takeaway.cold_pairs(moves, 20).T)


def test_the_order_and_the_kind_of_collection_do_not_matter():
    pairs = [(4, 1), (1, 2), (0, 3)]
    expected = takeaway.cold_pairs(pairs, 15)
    for moves in (pairs[::-1], set(pairs), np.array(pairs, dtype=np.uint8), [list(p) for p in pairs], iter(pairs)):
        assert np.array_equal(takeaway.cold_pairs(moves, 15), expected)


def test_games_without_moves_and_boards_without_pairs():
    assert takeaway.cold_pairs([], 3).all()
    assert takeaway.cold_pairs(np.zeros((0, 2), dtype=np.int64), 3).all()
    assert takeaway.cold_pairs([(3, 0), (1, 2**40)], 3).all()
    assert takeaway.cold_pairs([(1, 0)], 0).shape == (0, 0)
    assert takeaway.cold_pairs([(1, 0)], 1).tolist() == [[True]]


# --- theorems ------------------------------------------------------------------------------------------


def test_wythoff_s_pairs_are_golden():
    n = 400
    expected = np.zeros((n, n), dtype=bool)
    for k in range(n):
        a = (k + isqrt(5 * k * k)) // 2
        if a + k < n:
            expected[a, a + k] = expected[a + k, a] = True
    assert np.array_equal(takeaway.cold_pairs(takeaway.wythoff(n), n), expected)


@pytest.mark.parametrize("S", [sg.squares, sg.triangular, sg.primes, sg.practical, [2, 5, 6]])
def test_moves_in_one_heap_agree_with_nim_values(S):
    values = sg.nim_values(S, 150)
    assert np.array_equal(takeaway.cold_pairs(takeaway.one_heap(S, 150), 150), values[:, None] == values[None, :])


@pytest.mark.parametrize("S", [sg.squares, sg.triangular, sg.primes, [2, 5, 6]])
def test_moves_in_each_heap_need_two_cold_heaps(S):
    cold = sg.nim_values(S, 100) == 0
    assert np.array_equal(takeaway.cold_pairs(takeaway.one_or_each(S, 100), 100), cold[:, None] & cold[None, :])


def test_an_empty_heap_leaves_the_game_on_the_other():
    row = takeaway.cold_pairs(takeaway.one_or_both(sg.squares, 200), 200)[0]
    assert np.array_equal(np.flatnonzero(row), sg.cold_positions(sg.squares, 200))


# --- sets of moves -------------------------------------------------------------------------------------


def test_how_many_moves_the_builders_list():
    k = sg.squares(100).size
    assert takeaway.one_heap(sg.squares, 100).shape == (2 * k, 2)
    assert takeaway.one_or_both(sg.squares, 100).shape == (3 * k, 2)
    assert takeaway.one_or_each(sg.squares, 100).shape == (2 * k + k * k, 2)
    assert takeaway.wythoff(100).shape == (3 * 99, 2)
    for moves in (takeaway.one_or_each(sg.squares, 100), takeaway.wythoff(100)):
        assert moves.dtype == np.int64
        assert len(np.unique(moves, axis=0)) == len(moves)


def test_wythoff_is_every_number_from_one_heap_or_both():
    by_hand = {(s, 0) for s in range(1, 9)} | {(0, s) for s in range(1, 9)} | {(s, s) for s in range(1, 9)}
    assert {tuple(move) for move in takeaway.wythoff(9).tolist()} == by_hand
    assert takeaway.wythoff(1).shape == (0, 2)


# --- bad arguments -------------------------------------------------------------------------------------

BAD_MOVES = [
    ([(0, 0)], ValueError, r"\(0, 0\) takes none"),
    ([(1, 0), (1, 0)], ValueError, r"\(1, 0\) occurs more than once"),
    ([(-1, 2)], ValueError, "-1"),
    (np.array([[1, -2]]), ValueError, "-2"),
    ([(1, 2, 3)], ValueError, r"a pair .* not \(1, 2, 3\)"),
    ([1, 2], ValueError, "a pair .* not 1"),
    (np.array([1, 2]), ValueError, r"a pair .* shape \(2,\)"),
    (np.zeros((0, 3), dtype=np.int64), ValueError, r"shape \(0, 3\)"),
    (["12"], ValueError, "a pair .* not '12'"),
    ([(1.0, 2)], TypeError, "1.0"),
    ([(True, 2)], TypeError, "True"),
    (np.array([[1.0, 2.0]]), TypeError, "not 1.0"),
    (np.array([[True, False]]), TypeError, "not True"),
    ("12", TypeError, "not '12'"),
    ({(1, 2): 3}, TypeError, r"not \{\(1, 2\): 3\}"),
    (7, TypeError, "not 7"),
    (None, TypeError, "not None"),
    ([(2**63, 0)], ValueError, "9223372036854775808"),
]


@pytest.mark.parametrize(("moves", "error", "words"), BAD_MOVES)
def test_bad_moves(moves, error, words):
    with pytest.raises(error, match=words):
        takeaway.cold_pairs(moves, 10)


@pytest.mark.parametrize(("n", "error"), [(-1, ValueError), (2.0, TypeError), (True, TypeError), ("9", TypeError)])
def test_bad_sizes(n, error):
    with pytest.raises(error, match="n must be"):
        takeaway.cold_pairs([(1, 0)], n)
    with pytest.raises(error, match="n must be"):
        takeaway.wythoff(n)


@pytest.mark.parametrize("build", [takeaway.one_heap, takeaway.one_or_both, takeaway.one_or_each])
def test_builders_check_the_set(build):
    with pytest.raises(ValueError, match="0 is not"):
        build([0, 1], 10)


def test_a_repeated_move_is_named_at_once():
    moves = [(1, t) for t in range(50_000)]
    with pytest.raises(ValueError, match=r"\(1, 49999\) occurs more than once"):
        takeaway.cold_pairs([*moves, moves[-1]], 10)


@pytest.mark.parametrize("build", [takeaway.one_heap, takeaway.one_or_both, takeaway.one_or_each])
def test_builders_take_no_iterator(build):
    with pytest.raises(TypeError, match="can be read only once"):
        build(iter([1, 4]), 10)
