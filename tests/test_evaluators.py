"""Every method is compared with the recurrence, on all small games and on larger games at random."""

import pickle
from functools import cache, partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_games import core
from subtraction_games.evaluate import COLD_METHODS, NIM_METHODS, engine
from subtraction_games.games import NAMED
from subtraction_games.sets import moves_below, parse_set, set_name


def of_the_engine(name, **seams):
    """A function of one of the engine's modules, imported when it is called. The values of seams vary with the game."""
    module, _, function = name.partition(".")

    def answer(moves, n, *hotspots):
        k = int(sum(map(np.sum, (moves, *hotspots))))
        seam = {name: values[k % len(values)] for name, values in seams.items()}
        return getattr(engine(module), function)(moves, n, *hotspots, **seam)

    return answer


def by_classes(moves, n, hotspots):
    """The engine's cold positions by residue classes, which it uses in larger games only."""
    modulus, panels = 1 + int(np.sum(moves)) % 9, 1 + len(hotspots) % 3
    blocks = sg.cold_blocks(moves, n, hotspots=hotspots, threads=1, modulus=modulus, panels=panels)
    return np.concatenate([np.zeros(0, np.int64), *(cold for *_, cold in blocks)])


def by_method(name):
    return lambda moves, n, hotspots: sg.cold_positions(moves, n, hotspots=hotspots, method=name)


COLD = {
    **{name: by_method(name) for name in (*COLD_METHODS, "engine")},
    **{f"convolution down to {size}": partial(core.cold_by_convolution, short=size) for size in (1, 4)},
    "engine by classes": by_classes,
    "compiled recurrence": of_the_engine("recurrence.cold_positions"),
    "segmented sieve": of_the_engine("sieve.cold_positions", segment=(1, 3, 5, 8)),
    "rows": of_the_engine("plain.cold_positions", M=(1, 2, 5), height=(3, 1, 2)),
}
NIM = {
    **{name: partial(sg.nim_values, method=name) for name in (*NIM_METHODS, "engine")},
    "compiled recurrence": of_the_engine("recurrence.nim_values"),
    "tiles": of_the_engine("plain.nim_values", tile=(1, 3, 4, 64), marking=(2, 0, 9, 1), slots=(3, 2, 5, 1)),
}


def subsets(start, stop):
    """All subsets of range(start, stop), as arrays."""
    return [start + np.flatnonzero(chosen) for chosen in product((0, 1), repeat=max(0, stop - start))]


@cache
def small_games():
    """All S within {1..6} with all sets of hotspots within range(4), and their cold positions by the recurrence."""
    games = [game for n in (0, 1, 2, 14) for game in product(subsets(1, min(n, 7)), [n], subsets(0, min(n, 4)))]
    return [(game, core.cold_by_dynamic_programming(*game)) for game in games]


@pytest.mark.parametrize("method", COLD)
def test_cold_positions_of_all_small_games(method):
    for game, expected in small_games():
        found = COLD[method](*game)
        assert np.array_equal(found, expected), game
        assert found.dtype == np.int64


@pytest.mark.parametrize("method", NIM)
def test_nim_values_of_all_small_games(method):
    for n in (0, 1, 2, 30):
        for moves in subsets(1, min(n, 7)):
            assert np.array_equal(NIM[method](moves, n), core.nim_by_dynamic_programming(moves, n)), (moves, n)


@settings(max_examples=20)
@given(st.integers(0, 600), st.sets(st.integers(1, 599), max_size=60), st.sets(st.integers(0, 599), max_size=80))
def test_random_games(n, S, hotspots):
    moves, spots = (np.array(sorted(k for k in numbers if k < n), dtype=np.int64) for numbers in (S, hotspots))
    expected, values = core.cold_by_dynamic_programming(moves, n, spots), core.nim_by_dynamic_programming(moves, n)
    for name, method in COLD.items():
        assert np.array_equal(method(moves, n, spots), expected), name
    for name, method in NIM.items():
        assert np.array_equal(method(moves, n), values), name


GAMES = [sg.squares, sg.cubes, sg.primes, sg.factorials, sg.moser_de_bruijn, sg.practical, sg.powers(2), [], [1], [5]]


@pytest.mark.parametrize("n", [0, 1, 2, 100, 3000])
def test_any_number_of_threads_and_no_end_and_types_that_can_be_subtracted(n):
    for S in GAMES:
        values = core.nim_by_dynamic_programming(moves_below(S, n), n)
        cold = np.flatnonzero(values == 0)
        for option in ({}, {"threads": 1}, {"threads": 2}, {"method": "sieve"}):
            assert np.array_equal(sg.cold_positions(S, n, **option), cold), (S, option)
            found = sg.nim_values(S, n, **option)
            assert np.array_equal(found, values), (S, option)
            assert found.dtype == np.int32


def test_every_set_with_a_name_can_be_sent_to_another_process():
    for S in (*NAMED.values(), sg.powers(3), parse_set("squares"), parse_set("n**3 + 1e1*n - (-n)//2")):
        sent = pickle.loads(pickle.dumps(S))
        assert (set_name(sent), sent(500).tolist()) == (set_name(S), S(500).tolist())


@settings(max_examples=40)
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


@settings(max_examples=60)
@given(st.sets(st.integers(1, 12), max_size=5))
def test_the_period_of_a_finite_set_is_proved_and_smallest(S):
    """The state of the recurrence is the last max(S) values. Once a state returns, everything after it repeats."""
    n, largest = 6000, max(S, default=0)
    values, seen = sg.nim_values(S, n).tolist(), {}
    states = (tuple(values[start : start + largest]) for start in range(n - largest))
    proved = next(((seen[s], i - seen[s]) for i, s in enumerate(states) if seen.setdefault(s, i) < i), None)
    assert proved == (sg.period(S) if proved else sg.period(S, most=n))


def test_what_has_no_period_to_prove():
    assert sg.period([1, 8, 11, 27], most=40) is sg.period([2**40]) is sg.period([1], most=0) is None
    assert (sg.period([], most=100), sg.period("1, 2, 3")) == ((0, 1), (0, 4))


def test_heaps_are_those_of_the_whole_game():
    """Heaps may be one number. Several heaps are cold if no move leads to cold ones, and all moves that do so win."""
    for S in (sg.squares, [2, 3], []):
        cold = sg.cold_positions(S, 200)
        assert [n for n in range(200) if sg.is_cold(S, n)] == cold.tolist()
        for f in (sg.is_cold, sg.winning_moves):
            assert [f(S, n) for n in range(40)] == [f(S, [n]) for n in range(40)]
        for heaps in ([], [0, 0], [4, 9], [5, 5, 2], [20, 31], (1, 2, 3)):
            moves = [(i, s) for i, size in enumerate(heaps) for s in moves_below(S, size + 1).tolist()]
            winning = [(i, s) for i, s in moves if sg.is_cold(S, [*heaps[:i], heaps[i] - s, *heaps[i + 1 :]])]
            assert sg.winning_moves(S, heaps) == winning
            assert sg.is_cold(S, heaps) is not bool(winning)


def test_what_a_transform_can_not_hold_is_refused(monkeypatch):
    monkeypatch.setattr(core, "LONGEST", 10)
    assert core.boolean_convolution(np.ones(5, bool), np.ones(6, bool)).all()
    with pytest.raises(ValueError, match="at most 10 entries together, not 12"):
        core.boolean_convolution(np.ones(6, bool), np.ones(6, bool))
