"""Every method is compared with the recurrence, on all small games and on larger games at random."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context

import numpy as np
import pytest
from folders import subsets
from hypothesis import given, settings
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_engine import answers, cold_evaluation, plain, recurrence, sieve
from subtraction_engine.support.blocks import in_threads
from subtraction_games import core
from subtraction_games.evaluate import COLD_METHODS, NIM_METHODS
from subtraction_games.games import NAMED
from subtraction_games.sets import moves_below, parse_set, set_name
from subtraction_theory.meanfield import scattered


def by_classes(moves, n, hotspots, modulus, panels):
    """The engine's cold positions by residue classes, which it uses in larger games only."""
    blocks = in_threads(cold_evaluation(moves, n, hotspots, modulus, panels), threads=1)
    return np.concatenate([np.zeros(0, np.int64), *(cold for _, _, cold in blocks)])


# methods whose seams are moved into small games
COLD = {
    **{name: method.evaluator for name, method in COLD_METHODS.items()},
    "engine": lambda moves, n, hotspots: answers.cold_positions(moves, n, hotspots, None, None),
    **{f"engine, {M} classes": partial(by_classes, modulus=M, panels=p) for M, p in ((1, 1), (2, 3), (5, 1), (9, 2))},
    **{f"convolution down to {size}": partial(core.cold_by_convolution, short=size) for size in (1, 4)},
    "compiled recurrence": recurrence.cold_positions,
    "segmented sieve": sieve.cold_positions,
    **{f"sieve, segments of {size}": partial(sieve.cold_positions, segment=size) for size in (1, 5, 8)},
    **{f"rows of {M} classes": partial(plain.cold_positions, M=M, height=h) for M, h in ((1, 3), (2, 1), (5, 2))},
    "rows": plain.cold_positions,
}
TILES = [(1, 2, 3), (3, 0, 2), (4, 9, 5), (64, 1, 1)]  # positions of a tile, moves that mark, candidates
NIM = {
    **{name: method.evaluator for name, method in NIM_METHODS.items()},
    "engine": lambda moves, n: answers.nim_values(moves, n, None, None),
    "compiled recurrence": recurrence.nim_values,
    **{f"tiles of {t}": partial(plain.nim_values, tile=t, marking=m, slots=k) for t, m, k in TILES},
    "tiles": plain.nim_values,
}


@pytest.mark.parametrize("method", COLD)
def test_cold_positions_of_all_small_games(method):
    n = 14
    hotspot_sets = subsets(range(5))
    for moves in subsets(range(1, 7)):
        for hotspots in hotspot_sets:
            expected = core.cold_by_looking_back(moves, n, hotspots)
            assert np.array_equal(COLD[method](moves, n, hotspots), expected), (moves, hotspots)


@pytest.mark.parametrize("method", NIM)
def test_nim_values_of_all_small_games(method):
    for n in (0, 1, 2, 30):
        for moves in subsets(range(1, 7)):
            moves = moves[moves < n]
            assert np.array_equal(NIM[method](moves, n), core.nim_by_looking_back(moves, n)), (moves, n)


games = st.integers(0, 600).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.sets(st.integers(1, max(n - 1, 1)), max_size=60),
        st.sets(st.integers(0, max(n - 1, 0)), max_size=80 if n else 0),
    )
)


@settings(max_examples=100, deadline=None)
@given(games)
def test_random_games(game):
    n, S, hotspots = game
    moves = np.array(sorted(s for s in S if s < n), dtype=np.int64)
    spots = np.array(sorted(hotspots), dtype=np.int64)
    expected, values = recurrence.cold_positions(moves, n, spots), core.nim_by_looking_back(moves, n)
    for name, method in COLD.items():
        assert np.array_equal(method(moves, n, spots), expected), name
    for name, method in NIM.items():
        assert np.array_equal(method(moves, n), values), name


GAMES = [sg.squares, sg.cubes, sg.primes, sg.factorials, sg.moser_de_bruijn, sg.practical, sg.powers(2), [], [1], [5]]


@pytest.mark.parametrize("n", [0, 1, 2, 100, 20_000])
@pytest.mark.parametrize("S", GAMES)
def test_every_method_by_its_name(S, n):
    values = recurrence.nim_values(moves_below(S, n), n)
    cold = np.flatnonzero(values == 0)
    for method in [*COLD_METHODS, "engine", "auto"]:
        assert np.array_equal(sg.cold_positions(S, n, method=method), cold), method
    for method in [*NIM_METHODS, "engine", "auto"]:
        if n < 1000 or method != "convolution":  # which would take long
            found = sg.nim_values(S, n, method=method)
            assert np.array_equal(found, values), method
            assert found.dtype == np.int32, "so that differences are right"
    for threads in (1, 2):
        assert np.array_equal(sg.cold_positions(S, n, threads=threads), cold)
        assert np.array_equal(sg.nim_values(S, n, threads=threads), values)
    assert np.array_equal(list(islice(sg.cold_positions_without_end(S), cold.size)), cold)


FORMULA = parse_set("n**3 + 1e1*n - (-n)//2")


def test_every_set_with_a_name_can_be_sent_to_another_process():
    sets = [*NAMED.values(), sg.powers(3), parse_set("squares"), FORMULA, scattered(1, 5)]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        answers = [pool.submit(sg.cold_positions, S, 300) for S in sets]
        for S, answer in zip(sets, answers, strict=True):
            assert np.array_equal(answer.result(), sg.cold_positions(S, 300)), S
    for S in sets:
        sent = pickle.loads(pickle.dumps(S))
        assert (set_name(sent), sent(500).tolist()) == (set_name(S), S(500).tolist())


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(1, 40), min_size=1, max_size=8))
def test_laws_of_other_endings(S):
    n, smallest = 300, min(S)
    cold = sg.cold_positions(S, n)
    misere = sg.misere_cold_positions(S, n)
    assert np.array_equal(misere, sg.cold_positions(S, n, hotspots=range(smallest))), "whoever can't move has won"
    remoteness = sg.remoteness(S, n)
    for position, here in enumerate(remoteness.tolist()):
        after = [int(remoteness[position - s]) for s in S if s <= position]
        won = [r for r in after if r % 2 == 0]
        assert here == 1 + (min(won) if won else max(after, default=-1))
    assert np.array_equal(np.flatnonzero(remoteness % 2 == 0), cold)
    values = sg.nim_values(S, n)  # Ferguson: nim-value 1 is one smallest move above nim-value 0
    assert np.array_equal(np.flatnonzero(values == 1), cold[cold < n - smallest] + smallest)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(1, 12), max_size=5))
def test_the_period_of_a_finite_set_is_proved_and_smallest(S):
    """The state of the recurrence is the last max(S) values. Once a state returns, everything after it repeats."""
    n, largest = 6000, max(S, default=0)
    values = sg.nim_values(S, n).tolist()
    seen = {}
    for start in range(n - largest):
        state = tuple(values[start : start + largest])
        if state in seen:
            break
        seen[state] = start
    else:
        assert sg.period(S, most=n) is None
        return
    assert sg.period(S) == (seen[state], start - seen[state])


def test_what_has_no_period_to_prove():
    assert sg.period([1, 8, 11, 27], most=40) is sg.period([2**40]) is sg.period([1], most=0) is None
    assert (sg.period([], most=100), sg.period("1, 2, 3")) == ((0, 1), (0, 4))


def test_heaps_are_those_of_the_whole_game():
    """Heaps may be one number. Several heaps are cold if no move leads to cold ones, and all moves that do so win."""
    for S in (sg.squares, [2, 3], []):
        cold = sg.cold_positions(S, 2000)
        assert [n for n in range(200) if sg.is_cold(S, n)] == cold[cold < 200].tolist()
        for f in (sg.is_cold, sg.winning_moves):
            assert [f(S, n) for n in range(40)] == [f(S, [n]) for n in range(40)]
            assert f(S, np.int64(9)) == f(S, 9.0) == f(S, np.array([9])) == f(S, 9)
        for heaps in ([], [0, 0], [4, 9], [5, 5, 2], [20, 31], (1, 2, 3)):
            moves = [(i, s) for i, size in enumerate(heaps) for s in moves_below(S, size + 1).tolist()]
            winning = [(i, s) for i, s in moves if sg.is_cold(S, [*heaps[:i], heaps[i] - s, *heaps[i + 1 :]])]
            assert sg.winning_moves(S, heaps) == winning
            assert sg.is_cold(S, heaps) is not bool(winning)


def test_the_mex_is_of_whole_numbers():
    assert [core.mex(values) for values in ([], [0, 1, 3], [-3], [-3, 7], [2**60, 0, -1])] == [0, 2, 0, 0, 1]


def test_what_a_transform_can_not_hold_is_refused(monkeypatch):
    monkeypatch.setattr(core, "LONGEST", 10)
    assert core.boolean_convolution(np.ones(5, bool), np.ones(6, bool)).all()
    with pytest.raises(ValueError, match="at most 10 entries together, not 12"):
        core.boolean_convolution(np.ones(6, bool), np.ones(6, bool))
