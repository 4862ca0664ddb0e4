"""Bad input: a TypeError or ValueError that names the argument, the value and what is allowed, before any work."""

import numpy as np
import psutil
import pytest

import subtraction_games as sg
from subtraction_games.evaluate import COLD_METHODS, NIM_METHODS

EVALUATORS = [sg.cold_positions, sg.nim_values, sg.misere_cold_positions, sg.remoteness]

BAD_SETS = [
    ([1, 4, 1], ValueError, "1 occurs more than once"),
    ([0, 1], ValueError, "0 is not"),
    ([-3, 1], ValueError, "-3 is not"),
    ([1.0, 4.0], TypeError, "1.0 is not"),
    (np.array([1.0]), TypeError, "float64"),
    ([True, 4], TypeError, "True is not"),
    (np.array([True]), TypeError, "bool"),
    ("14", TypeError, "'14'"),
    (["1"], TypeError, "'1' is not"),
    (np.array([[1, 4]]), ValueError, "one-dimensional"),
    ([[1, 4]], TypeError, r"\[1, 4\] is not"),
    (None, TypeError, "not None"),
    (7, TypeError, "not 7"),
    ([2**63], ValueError, "9223372036854775808 is not"),
    (np.array([2**63], dtype=np.uint64), ValueError, "9223372036854775808 is not"),
    ({"a": 1}, TypeError, "not {'a': 1}"),
]
BAD_FUNCTIONS = [
    (lambda n: [4, 1], ValueError, r"ascending, not \[4, 1\]"),
    (lambda n: [0, 1], ValueError, "0 is not"),
    (lambda n: [1, 1], ValueError, "more than once"),
    (lambda n: [1, n], ValueError, "100 is not"),
    (lambda n: [1.5], TypeError, "1.5 is not"),
    (lambda n: None, TypeError, "not None"),
]
BAD_SIZES = [
    (-1, ValueError, "-1"),
    (2.0, TypeError, "2.0"),
    (2.5, TypeError, "2.5"),
    (True, TypeError, "True"),
    ("100", TypeError, "'100'"),
    (None, TypeError, "None"),
    (2**63, ValueError, "9223372036854775808"),
]
BAD_HOTSPOTS = [
    ([100], ValueError, "100 is not"),
    ([-1], ValueError, "-1 is not"),
    ([3, 3], ValueError, "3 occurs more than once"),
    ([1.0], TypeError, "1.0 is not"),
    ([False], TypeError, "False is not"),
    ("3", TypeError, "'3'"),
    (3, TypeError, "not 3"),
]


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize(("S", "error", "words"), BAD_SETS + BAD_FUNCTIONS)
def test_bad_subtraction_sets(evaluator, S, error, words):
    with pytest.raises(error, match=words):
        evaluator(S, 100)


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize(("n", "error", "words"), BAD_SIZES)
def test_bad_sizes(evaluator, n, error, words):
    def never(limit):
        raise AssertionError("asked for moves before n was checked")

    with pytest.raises(error, match=f"n must be.*{words}"):
        evaluator(never, n)


@pytest.mark.parametrize(("hotspots", "error", "words"), BAD_HOTSPOTS)
@pytest.mark.parametrize("method", [*COLD_METHODS, "auto"])
def test_bad_hotspots(hotspots, error, words, method):
    with pytest.raises(error, match=f"hotspots must be.*{words}"):
        sg.cold_positions(sg.squares, 100, hotspots=hotspots, method=method)


def test_bad_hotspots_of_a_range():
    for hotspots, error in (([4], ValueError), ([105], ValueError), ([100.0], TypeError), ("100", TypeError)):
        with pytest.raises(error, match="hotspots must be distinct integers in range"):
            sg.cold_positions_in_range(sg.squares, 100, 105, hotspots=hotspots)


@pytest.mark.parametrize("evaluator", [sg.cold_positions, sg.nim_values])
@pytest.mark.parametrize("method", ["fastest", "", None, 3, ["sieve"]])
def test_unknown_methods(evaluator, method):
    with pytest.raises(ValueError, match=r"method must be one of 'auto', .*, not"):
        evaluator(sg.squares, 100, method=method)


@pytest.mark.parametrize("function", [sg.winning_moves, sg.optimal_move, sg.legal_moves])
@pytest.mark.parametrize(
    ("heaps", "error"),
    [
        ([-1], ValueError),
        ([1.0], TypeError),
        ([True], TypeError),
        (["3"], TypeError),
        ("33", TypeError),
        (3, TypeError),
    ],
)
def test_bad_heaps(function, heaps, error):
    with pytest.raises(error, match="heap"):
        function(sg.squares, heaps)


@pytest.mark.parametrize("S", [[9, 1, 4], {1, 4, 9}, (4, 9, 1), np.array([9, 4, 1], dtype=np.int16), range(1, 10, 3)])
def test_a_finite_set_may_come_in_any_order_and_shape(S):
    expected = sg.cold_positions(sorted(int(s) for s in S), 200)
    assert np.array_equal(sg.cold_positions(S, 200), expected)


def test_a_callers_arrays_are_left_alone():
    moves, hotspots = np.array([9, 4, 1]), np.array([7, 3])
    sg.cold_positions(moves, 50, hotspots=hotspots)
    assert moves.tolist() == [9, 4, 1]
    assert hotspots.tolist() == [7, 3]


def test_elements_too_large_for_any_move_do_no_harm():
    assert np.array_equal(sg.cold_positions([1, 4, 2**62], 100), sg.cold_positions([1, 4], 100))


@pytest.mark.parametrize("method", COLD_METHODS)
def test_a_run_that_can_not_fit_says_what_it_needs(method, monkeypatch):
    def never(limit):
        raise AssertionError("asked for moves before memory was checked")

    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": 10_000})())
    with pytest.raises(MemoryError, match=r"needs at least .* GiB of memory"):
        sg.cold_positions(never, 10**12, method=method)


@pytest.mark.parametrize("method", NIM_METHODS)
def test_nim_values_that_can_not_fit_say_what_they_need(method):
    with pytest.raises(MemoryError, match=r"needs at least .* GiB of memory"):
        sg.nim_values(sg.squares, 2**50, method=method)


def test_the_sieve_counts_the_answer_itself():
    with pytest.raises(MemoryError, match="needs at least"):  # without moves, every position is cold
        sg.cold_positions([], 2**50)


def test_sets_that_can_not_fit():
    for S in (sg.primes, sg.practical):
        with pytest.raises(MemoryError, match="needs at least"):
            S(2**50)


@pytest.mark.parametrize(("base", "error"), [(1, ValueError), (2.0, TypeError), (True, TypeError)])
def test_bad_bases(base, error):
    with pytest.raises(error, match="base must be"):
        sg.powers(base)
    with pytest.raises(error, match="base must be"):
        sg.digit_counts(np.arange(5), base)
    with pytest.raises(ValueError, match="place must be"):
        sg.digit_counts(np.arange(5), 10, place=-1)


@pytest.mark.parametrize(
    ("x", "y"),
    [([1], [2]), ([1, 1], [2, 3]), ([1, 2], [0, 1]), ([-1, 2], [1, 2]), ([1, 2], [1, np.inf]), ([1, 2], [3])],
)
def test_bad_points(x, y):
    with pytest.raises(ValueError, match="fit"):
        sg.fit_power_law(x, y)


@pytest.mark.parametrize(("x", "y"), [(-1, 5), (5, 4), (0.0, 5), (0, True)])
def test_bad_ranges(x, y):
    with pytest.raises((TypeError, ValueError), match=r"^[xy] must be"):
        sg.cold_positions_in_range(sg.squares, x, y)
