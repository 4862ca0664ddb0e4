"""The game inside the game: every residue class of a game that contains itself is the game with hotspots."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_theory import copies


def quarters_too(seeds: set[int], q: int):
    """A set whose multiples of q are q times itself, from seeds that are no multiples of q."""
    grown = {s * q**k for s in seeds if s % q for k in range(12)}
    return lambda n: np.array(sorted(s for s in grown if s < n), dtype=np.int64)


@settings(deadline=None)  # the first call may compile
@given(st.sets(st.integers(1, 40), max_size=8), st.integers(2, 9), st.integers(0, 400))
def test_every_class_is_the_game_with_hotspots(seeds, q, n):
    S = quarters_too(seeds, q)
    assert copies.contains_itself(S, q, n)
    cold = sg.cold_positions(S, n, method="dynamic-programming")
    hot = copies.disturbed(S, cold, q, n)
    for r in range(min(q, n)):
        here = hot[r::q]
        copy = sg.cold_positions(S, here.size, hotspots=np.flatnonzero(here), method="dynamic-programming")
        assert (q * copy + r).tolist() == cold[cold % q == r].tolist()


@given(st.sets(st.integers(1, 30), max_size=8), st.sets(st.integers(0, 99), max_size=20), st.integers(2, 9))
def test_disturbed_is_what_it_says(moves, cold, q):
    hot = copies.disturbed(moves, np.array(sorted(cold), dtype=np.int64), q, 100)
    assert hot.tolist() == [any(s % q and x - s in cold for s in moves) for x in range(100)]


def test_which_games_contain_themselves():
    for S, q in ((sg.squares, 4), (sg.squares, 36), (sg.squares, 169), (sg.cubes, 343), (sg.moser_de_bruijn, 16)):
        assert copies.contains_itself(S, q, 10**5)
    for S, q in ((sg.squares, 6), (sg.moser_de_bruijn, 2), (sg.triangular, 9), (sg.primes, 4)):
        assert not copies.contains_itself(S, q, 10**5)


@given(
    st.sets(st.integers(1, 60), max_size=8),
    st.sets(st.integers(0, 99), max_size=20),
    st.integers(0, 99),
    st.integers(1, 99),
)
def test_a_window_is_a_part_of_the_whole(moves, cold, low, width):
    ascending = np.array(sorted(cold), dtype=np.int64)
    expected = [any(x - s in cold for s in moves) for x in range(low, low + width)]
    assert copies.hot_by(sorted(moves), ascending, low, low + width).tolist() == expected
    whole = copies.disturbed(moves, ascending, 2, 100)
    assert copies.disturbed(moves, ascending, 2, 100, low=low).tolist() == whole[low:].tolist()


@pytest.mark.parametrize("n", [0, 1, 2, 3, 8, 26, 27, 28, 1000, 2**20, 2**22 + 77])
def test_a_copy_is_found_without_the_rest_of_the_game(n):
    cold = sg.cold_positions(sg.squares, n)
    rare = cold[np.isin(cold % 5, (1, 3))]
    for r in range(2, 25, 5):
        assert np.array_equal(copies.autonomous([r], n, [rare]), cold[cold % 25 == r])
        if rare.size > 1 and r == 7:
            assert not np.array_equal(copies.autonomous([r], n, [rare[1:]]), cold[cold % 25 == r]), "each one matters"


def strays(cold, modulus, residue, digit):
    """The cold positions of a class, in its own coordinates, that are beside `digit` modulo 5."""
    own = cold[cold % modulus == residue] // modulus
    return own[np.isin((own - digit) % 5, (1, 4))]


@pytest.mark.parametrize("digits", [(12, 2), (17, 7), (7, 0), (2, 3), (12, 4), (17, 2, 0), (22, 12, 13)])
@pytest.mark.parametrize("n", [10**5, 2**22 + 77])
def test_a_class_within_a_copy_is_found_by_its_strays(digits, n):
    cold = sg.cold_positions(sg.squares, n)
    residues = [sum(25**i * digit for i, digit in enumerate(digits[:j])) for j in range(len(digits) + 1)]
    listed = [strays(cold, 25**j, residues[j], digit) for j, digit in enumerate(digits)]
    expected = cold[cold % 25 ** len(digits) == residues[-1]]
    assert np.array_equal(copies.autonomous(digits, n, listed), expected)


@pytest.mark.parametrize(
    ("digits", "listed", "message"),
    [
        ([], [], "as many lists of strays as digits"),
        ([2], [[238], []], "as many lists of strays as digits"),
        ([27], [[238]], "digit 0 must be from 0 to 24"),
        ([2], [[5]], "strays.0. must be 1 or 3 modulo 5"),
        ([2], [[238, 10]], "strays.0. must be 1 or 3 modulo 5"),
        ([2, 0], [[238], [2]], "strays.1. must be 4 or 1 modulo 5"),
        ([2], [[-2]], "strays.0. must be distinct integers"),
    ],
)
def test_strays_that_do_not_fit_a_class(digits, listed, message):
    with pytest.raises(ValueError, match=message):
        copies.autonomous(digits, 10**6, [np.array(each, dtype=np.int64) for each in listed])
