"""Bad input: a TypeError or ValueError that names the argument, the value and what is allowed, before any work."""

import subprocess
import sys
import tracemalloc
from functools import partial
from itertools import count, islice
from types import SimpleNamespace

import numpy as np
import pandas as pd
import psutil
import pytest

import subtraction_games as sg
from subtraction_engine import methods
from subtraction_engine.exact import convolution
from subtraction_engine.longruns import runs
from subtraction_engine.longruns.cache import cached
from subtraction_games import arguments, core, evaluate, games, play, sets
from subtraction_games.evaluate import COLD_METHODS
from subtraction_theory import difference_free

MASKED = np.ma.array([1, 4, 9], mask=[0, 1, 0])
TWO_ROWS = np.array([[1, 4]])


def refused(use, error, *rows):
    """Each value of the rows (value, part of the message) is refused with this error."""
    for value, *words in rows:
        with pytest.raises(error, match=words[0] if words else None):
            use(value)


def test_bad_subtraction_sets():
    use = lambda S: sets.moves_below(S, 100)  # noqa: E731
    refused(use, ValueError, ([1, 4, 1], "1 occurs more than once"), ([-3, 1], "-3 is not"), ("fish", "not 'fish'"))
    refused(use, ValueError, (TWO_ROWS, "of 2 dimensions"), ([2**63], "9223372036854775808"))
    refused(use, ValueError, (np.array([2**63], dtype=np.uint64), "9223372036854775808"))
    refused(use, ValueError, (range(5, -2, -1), "-1 is not"), (range(1, 2**64), "18446744073709551615"))
    refused(use, ValueError, (lambda n: [4, 1], r"ascending, not \[4, 1\]"), (lambda n: [1, n, 0], "0 is not"))
    refused(use, TypeError, ([1.0, 4.0], "1.0 is not"), (np.array([1.0]), "float64"), ([True, 4], "True is not"))
    refused(use, TypeError, (np.array([True]), "bool"), (None, "not None"), ([[1, 4]], r"\[1, 4\] is not"))
    refused(use, TypeError, ({"a": 1}, "not {'a': 1}"), (MASKED, "with a mask"), (lambda n: MASKED, "with a mask"))
    refused(use, TypeError, (lambda n: {1, 4}, "a list or an array in ascending order, not {1, 4}"))
    refused(use, TypeError, (lambda n: None, "not None"))
    for S in (iter([1, 4]), count(), lambda n: count(1), lambda n: (k for k in count(1))):
        refused(use, TypeError, (S, "can be read only once"))


def never(limit):
    raise AssertionError("asked for moves before anything else was checked")


@pytest.mark.parametrize("evaluator", [sg.cold_positions, sg.nim_values, sg.misere_cold_positions, sg.remoteness])
def test_bad_sizes_and_sets_are_refused_by_each_evaluator(evaluator):
    use = partial(evaluator, never)
    refused(use, ValueError, *[(n, f"n must be.*{n}") for n in (-1, 2**63)])
    refused(use, ValueError, (10**5000, "n must be.*a number of 16610 binary digits"))
    refused(use, TypeError, *[(n, f"n must be.*{n!r}") for n in (2.5, np.inf, np.nan, True, "100")])
    refused(
        lambda S: evaluator(S, 100),
        TypeError,
        (None, "not None"),
        (5, "in quotes"),
        (lambda: 3, "of one number"),
        (iter([1, 4]), "can be read only once"),
    )


def test_bad_hotspots_and_methods():
    use = lambda spots: arguments.hotspots_below(spots, 100)  # noqa: E731
    refused(use, ValueError, ([100], "hotspots must be.*100 is not"), ([3, 3], "3 occurs more than once"))
    refused(use, ValueError, (range(-(2**42), 5), "-4398046511104 is not"))
    refused(use, TypeError, (3, "not 3"))
    for method in (*COLD_METHODS, "engine", "auto"):
        by_method = partial(sg.cold_positions, sg.squares, 100, method=method)
        refused(lambda spots, f=by_method: f(hotspots=spots), ValueError, ([100], "hotspots must be.*100 is not"))
    for evaluator in (sg.cold_positions, sg.nim_values):
        use = lambda method, f=evaluator: f(sg.squares, 100, method=method)  # noqa: E731
        refused(use, ValueError, *[(m, "method must be one of 'auto', .*, 'engine', not") for m in ("fastest", None)])


POINTS = [([1], [2]), ([1, 1], [2, 3]), ([1, 2], [0, 1]), ([-1, 2], [1, 2]), ([1, 2], [1, np.inf]), ([1, 2], [3])]
LIMITS = ["a", 1.5, True, [2**70], None, np.ma.array([1], mask=True)]
OTHERS = [  # a function, what it refuses with a ValueError, and with a TypeError, and words
    (partial(sg.winning_moves, sg.squares), [[-1]], [[1.5], [True], "33", 3], "heap"),
    (partial(sg.optimal_move, sg.squares), [[-1]], [[1.5]], "heap"),
    (partial(sg.legal_moves, sg.squares), [[-1]], [[1.5]], "heap"),
    (sg.nim_sum, [[-1]], [[1.5, 2], "3", [True], 3, np.array([1.5])], "nim-values? must be"),
    (partial(sg.counts_below, [1, 2]), [], LIMITS, "limits must be integers, not"),
    (sg.powers, [1], [2.5, True], "base must be"),
    (partial(sg.digit_counts, np.arange(5)), [1], [2.5, True], "base must be"),
    (lambda place: sg.digit_counts(np.arange(5), 10, place=place), [-1], [], "place must be"),
    (lambda points: sg.fit_power_law(*points), POINTS, [], "fit"),
    (
        lambda ends: sg.cold_positions_in_range(sg.squares, *ends),
        [(-1, 5), (5, 4)],
        [(0.5, 5), (0, True)],
        "^[xy] must",
    ),
    (lambda S: next(sg.cold_positions_without_end(S)), [[-1]], [iter([1, 4])], ""),
    (lambda S: next(sg.nim_blocks(S, 100)), [[-1]], [iter([1, 4])], ""),
    (lambda S: cached("cold_positions", S, 100), [[-1]], [iter([1, 4])], ""),
]


@pytest.mark.parametrize(("use", "wrong_values", "wrong_types", "words"), OTHERS)
def test_what_other_functions_refuse(use, wrong_values, wrong_types, words):
    refused(use, ValueError, *[(value, words or None) for value in wrong_values])
    refused(use, TypeError, *[(value, words or None) for value in wrong_types])


def test_a_set_that_changes_its_mind_is_refused():
    """A function is asked for more and more of its elements: those that are known must stay."""
    moods = {
        "drops one": lambda n: [s for s in (1, 4, 9, 16) if s < n and (n < 16 or s != 4)],
        "adds one": lambda n: [s for s in (1, 4, 6, 9, 16) if s < n and (n > 8 or s != 6)],
        "moves one": lambda n: [s for s in (1, 4 if n < 16 else 5, 9) if s < n],
    }
    for S in moods.values():
        with pytest.raises(ValueError, match=r"S must not change: its elements below (8|16) differ"):
            list(islice(sg.cold_positions_without_end(S), 40))


def test_what_a_function_or_a_text_lists_past_the_limit_is_cut():
    """The first form that everybody tries works; what is below the limit must ascend all the same."""
    assert sets.moves_below(lambda n: [k * k for k in range(1, n)], 30).tolist() == [1, 4, 9, 16, 25]
    for S in ("9, 1 4 100", "n**2", lambda n: pd.Series([1, 4, 9, 16, 25, 36]), lambda n: (1, 4, 9, 200)):
        assert sets.moves_below(S, 10).tolist() == [1, 4, 9]
    assert sg.cold_positions("n**2", 100).tolist() == sg.cold_positions(sg.squares, 100).tolist()
    assert sg.winning_moves("squares", [13]) == [(0, 1)]
    for S in (lambda n: [4, 1, n], lambda n: [1, n, 4]):
        with pytest.raises(ValueError, match="must be ascending"):
            sets.moves_below(S, 10)


def test_whole_floats_are_sizes():
    assert np.array_equal(sg.cold_positions(sg.squares, 1e3), sg.cold_positions(sg.squares, 1000))
    assert arguments.whole_number("n", np.float64(1e6), least=0) == 10**6


def test_sets_and_hotspots_of_any_order_and_shape():
    """A caller's arrays stay as they were, and a long range is cut before it is spelled out."""
    for S in ([9, 1, 4], {1, 4, 9}, (4, 9, 1), np.array([9, 4, 1], dtype=np.int16), range(1, 10, 3)):
        before = list(S)
        assert sets.moves_below(S, 200).tolist() == sorted(S)
        assert list(S) == before
    for S in (range(1, 10**15), range(1, 2**63), range(10**15, 0, -1), range(3, 10**15, 4)):
        assert sets.moves_below(S, 200).tolist() == [s for s in range(1, 200) if s in S]
    for spots in (range(3, 100, 7), range(99, 2, -1), range(0), range(5, 6, 10**30), range(2**70, 0)):
        assert arguments.hotspots_below(spots, 100).tolist() == sorted(spots)


BEYOND = """
squares(2**62)                                          | MemoryError | the squares below
primes(2**60)                                           | MemoryError | Unable to allocate
moser_de_bruijn(2**62)                                  | MemoryError | the Moser-de Bruijn numbers below
cold_positions(squares, 2**62, method="sieve")          | MemoryError | finding the cold positions below
cold_positions([1], 2**50)                              | MemoryError | finding the cold positions below
moves_below(range(1, 2**62), 2**50)                     | MemoryError | Unable to allocate
cold_positions_in_range(squares, 0, 2**60)              | MemoryError | finding the cold positions below
nim_values(squares, 2**50, method="dynamic-programming")| MemoryError | finding the nim-values below
nim_values(squares, 2**50, method="engine")             | MemoryError | finding the nim-values below
misere_cold_positions(squares, 2**50)                   | MemoryError | finding the cold positions below
remoteness(squares, 2**50)                              | MemoryError | finding the remoteness
winning_moves(squares, [2**50])                         | MemoryError | finding the nim-values below
legal_moves(squares, [2**60])                           | MemoryError | the squares below
difference_free.ruzsa_members(5, [0, 2], 2**55)         | MemoryError | Ruzsa's set
digit_counts([1], 2**60)                                | ValueError  | too big
parse_set("n")(2**42)                                   | MemoryError | the numbers of 'n' below
""".strip().splitlines()

LIMITED = """
import resource, sys
from subtraction_games import *
from subtraction_games.sets import parse_set
from subtraction_games import arguments
from subtraction_games.sets import moves_below
from subtraction_theory import difference_free
available = 2**33  # on every machine
arguments.available_memory = lambda: available
cold_positions(squares, 1000), nim_values(squares, 1000)
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for line in sys.stdin:
    call, error, words = (part.strip() for part in line.split("|"))
    try:
        eval(call)
    except Exception as message:
        assert type(message).__name__ == error, (call, message)
        assert words in str(message) and len(str(message).splitlines()) == 1, (call, message)
    else:
        raise AssertionError((call, "went on"))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < used + 50_000, (call, "took memory")
    print(call, flush=True)
"""


def test_sizes_beyond_all_memory_end_at_once_in_one_clear_error():
    """All within a limit that none of them comes near, unless it works, or asks for memory, before it answers."""
    command = [sys.executable, "-c", LIMITED]
    message = subprocess.run(command, input="\n".join(BEYOND), capture_output=True, text=True, timeout=120)
    assert message.returncode == 0, message.stderr
    assert message.stdout.splitlines() == [line.split("|")[0].strip() for line in BEYOND]


def asked_and_taken(monkeypatch, work):
    """(bytes that were checked for, bytes at the peak), compiled and loaded beforehand."""
    asked = [0.0]
    for module in (difference_free, evaluate, games, methods, play, runs):
        monkeypatch.setattr(module, "require_memory", lambda needed, purpose: asked.append(needed))
    work()
    tracemalloc.start()
    try:
        work()
        return max(asked), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


N = 2**14
TAKEN = {
    "dynamic programming": lambda: sg.cold_positions([1], N, method="dynamic-programming"),
    "sieve": lambda: sg.cold_positions(sg.squares, 2**20, method="sieve"),
    "convolution": lambda: sg.cold_positions(sg.squares, N, method="convolution"),
    "remoteness": lambda: sg.remoteness([1], N),
    "nim-values": lambda: sg.nim_values([1], N, method="dynamic-programming"),
    "nim-values by levels": lambda: sg.nim_values([1], N, method="convolution"),
    "Moser-de Bruijn": lambda: sg.moser_de_bruijn(4**9),
    "squares": lambda: sg.squares(10**11),
    "moves": lambda: sg.legal_moves(sg.squares, [10**10] * 3),
    "Ruzsa in base 65": lambda: difference_free.ruzsa_members(65, [0, 2, 5, 22, 24, 43, 46], 10**9),
}


@pytest.mark.parametrize("what", TAKEN)
def test_memory_that_is_asked_for_is_memory_that_is_taken(monkeypatch, what):
    asked, taken = asked_and_taken(monkeypatch, TAKEN[what])
    assert taken < 1.3 * asked + (2**20 if asked > 2**23 else 2**16)
    assert asked < 2 * taken


def test_a_limit_on_this_process_counts(monkeypatch):
    """As ulimit -v sets it: more than it leaves isn't tried, whatever the machine has free."""
    limit = psutil.Process().memory_info().vms + 100 * 2**20
    monkeypatch.setattr(psutil.Process, "rlimit", lambda self, which: (limit, limit))
    with pytest.raises(MemoryError, match=r"an example needs at least 0\.2 GiB of memory; 0\.\d GiB are available"):
        arguments.require_memory(200 * 2**20, "an example")
    monkeypatch.setattr(psutil.Process, "rlimit", lambda self, which: (psutil.RLIM_INFINITY,) * 2)
    arguments.require_memory(200, "an example")


@pytest.fixture
def convolved(monkeypatch):
    """The sizes of the games that a convolution has answered."""
    sizes, whole = [], convolution.cold_positions
    monkeypatch.setattr(convolution, "cold_positions", lambda *game: sizes.append(game[1]) or whole(*game))
    return sizes


def test_convolution_answers_where_all_else_should_take_long_and_it_fits(monkeypatch, convolved):
    monkeypatch.setattr(methods, "forecast", lambda *_: SimpleNamespace(nanoseconds=1e12))
    monkeypatch.setattr(methods, "available_memory", lambda: convolution.BYTES * 100_000)
    for n in (100_000, 100_001):
        assert np.array_equal(sg.cold_positions(range(1, n, 2), n), np.arange(0, n, 2))
    assert convolved == [100_000]


@pytest.mark.parametrize(
    "S", [range(1, 400_000, 2), sg.primes, range(1, 10**6), []], ids=["odd", "primes", "all", "no"]
)
def test_residue_classes_and_the_sieve_answer_for_dense_sets_too(S, convolved):
    answer, first = sg.cold_positions(S, 400_000), 40_000  # what follows is the other methods' slow way
    assert np.array_equal(answer[answer < first], sg.cold_positions(S, first, method="sieve"))
    assert convolved == []


def test_huge_elements_and_positions_do_no_harm():
    for S in ([2**63 - 1], [1, 4, 2**61, 2**62]):
        expected = np.arange(3000) if len(S) == 1 else sg.cold_positions([1, 4], 3000)
        for method in (*COLD_METHODS, "engine"):
            assert np.array_equal(sg.cold_positions(S, 3000, method=method), expected)
    found = core.cold_of_range_alone(sg.squares(1000), 2**62 - 1000, 2**62, hotspots=[2**62 - 1])
    assert np.array_equal(found - (2**62 - 1000), sg.cold_positions(sg.squares, 1000, hotspots=[999]))
    assert list(islice(sg.cold_positions_without_end([2**61, 2**62]), 5)) == [0, 1, 2, 3, 4]
    assert sg.legal_moves([1, 2**62 - 1, 2**62], [2**62 - 1]) == [(0, 1), (0, 2**62 - 1)]
    blocks = sg.cold_blocks(sg.squares, 10**5, modulus=2**16)  # more pairs of classes than positions
    assert sum(cold.size for _, _, cold in blocks) == sg.cold_positions(sg.squares, 10**5).size
