"""Take-away games on two heaps: against a recursion that knows no order, known theorems, and bad arguments."""

from functools import cache
from math import isqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_theory import takeaway


def by_recursion(moves, n) -> np.ndarray:
    """The definition: a pair is cold when no move leads to a cold pair."""
    listed = [(int(s), int(t)) for s, t in moves]

    @cache
    def is_cold(a: int, b: int) -> bool:
        return not any(s <= a and t <= b and is_cold(a - s, b - t) for s, t in listed)

    return np.array([[is_cold(a, b) for b in range(n)] for a in range(n)], dtype=bool).reshape(n, n)


vectors = st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(any)
BUILDERS = [takeaway.one_heap, takeaway.one_or_both, takeaway.one_or_each]


@settings(max_examples=150, deadline=None)
@given(st.sets(vectors, max_size=10), st.integers(0, 13))
def test_random_sets_of_moves(moves, n):
    assert np.array_equal(takeaway.cold_pairs(moves, n), by_recursion(moves, n))


@pytest.mark.parametrize("build", BUILDERS)
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


def test_how_many_moves_the_builders_list():
    k = sg.squares(100).size
    built = [*(build(sg.squares, 100) for build in BUILDERS), takeaway.wythoff(100), takeaway.wythoff(1)]
    for moves, count in zip(built, (2 * k, 3 * k, 2 * k + k * k, 3 * 99, 0), strict=True):
        assert (moves.shape, moves.dtype) == ((count, 2), np.int64)
        assert len(np.unique(moves, axis=0)) == count


BAD_MOVES = [
    ([(0, 0)], ValueError, r"\(0, 0\) takes none"),
    ([(1, 0), (2, 1), (1, 0)], ValueError, r"\(1, 0\) occurs more than once"),
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
@pytest.mark.parametrize("use", [takeaway.wythoff, lambda n: takeaway.cold_pairs([(1, 0)], n)])
def test_bad_sizes(use, n, error):
    with pytest.raises(error, match="n must be"):
        use(n)


@pytest.mark.parametrize("build", BUILDERS)
def test_builders_check_the_set(build):
    with pytest.raises(ValueError, match="0 is not"):
        build([0, 1], 10)
    with pytest.raises(TypeError, match="can be read only once"):
        build(iter([1, 4]), 10)
