"""Bad input raises TypeError or ValueError, which name the argument, its value and what is allowed, before any work."""

import sys
import tracemalloc
from functools import partial
from itertools import count

import numpy as np
import pandas as pd
import psutil
import pytest
from conftest import assert_refused

import subtraction_games as sg
from subtraction_games import arguments, games, sets
from subtraction_games.analysis import observed_period
from subtraction_games.evaluate import COLD_METHODS
from subtraction_games.pages.ask import ask, question
from subtraction_games.pages.board import board
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.slide import slide
from subtraction_games.pages.steps import sieve, steps


def never(limit):
    raise AssertionError("asked for moves before anything else was checked")


def below_100(S):
    return sets.moves_below(S, 100)


EVALUATORS = [sg.cold_positions, sg.nim_values, sg.misere_cold_positions, sg.remoteness]
OF_A_SET = [partial(each, n=100) for each in EVALUATORS]
OF_A_SIZE = [partial(each, never) for each in EVALUATORS]
OF_A_METHOD = [lambda m, f=f: f([1], 9, method=m) for f in (sg.cold_positions, sg.nim_values)]
OF_HOTSPOTS = [
    lambda h, m=m: sg.cold_positions([1], 100, hotspots=h, method=m) for m in ("auto", "engine", *COLD_METHODS)
]
OF_THREADS = [lambda t, m=m: sg.cold_positions([1], 9, threads=t, method=m) for m in ("auto", "engine", "sieve")]
OF_A_SEQUENCE = [sg.records, partial(sg.digit_counts, base=10), partial(sg.counts_below, limits=[1])]
OF_HEAPS = [partial(each, sg.squares) for each in (sg.winning_moves, sg.is_cold)]
OF_LIMITS, OF_AN_ANSWER = partial(sg.counts_below, [1, 2]), partial(question, "?")
MASKED, HUGE = np.ma.array([1, 4, 9], mask=[0, 1, 0]), "9223372036854775808"
ITERATORS = [iter([1, 4]), count(), lambda n: count(1), lambda n: (k for k in count(1))]
NO_INTEGERS = [[0.5, 1.5], [True], MASKED, *(np.array([1, other], object) for other in (True, None))]
POINTS = [([1], [2]), ([1, 1], [2, 3]), ([1, 2], [0, 1]), ([-1, 2], [1, 2]), ([1, 2], [1, np.inf]), ([1, 2], [3])]

REFUSED = [  # functions, an error, and the values that they refuse with it, with words of the message
    ([below_100], ValueError, [([1, 4, 1], "1 occurs more than once"), ([-3, 1], "-3 is not")]),
    ([below_100], ValueError, [(np.array([[1, 4]]), "of 2 dimensions"), (range(5, -2, -1), "-1 is not")]),
    ([below_100], ValueError, [([2**63], HUGE), (np.array([2**63], np.uint64), HUGE), (range(1, 2**64), "1844674407")]),
    ([below_100], ValueError, [(lambda n: [4, 4], "4 occurs more than once"), (lambda n: [1, n, 0], "0 is not")]),
    ([below_100], TypeError, [([1.0, 4.0], "1.0 is not"), (np.array([1.0]), "float64"), ([True, 4], "True is not")]),
    ([below_100], TypeError, [(np.array([1, each], object), f"; {each!r} is not") for each in (True, 4.0, "4")]),
    ([below_100], TypeError, [(np.array([True]), "bool"), ([1, [4]], r"\[4\] is not"), ({"a": 1}, "not {'a': 1}")]),
    ([below_100], TypeError, [(S, "with a mask") for S in (MASKED, lambda n: MASKED)]),
    (OF_A_SET, TypeError, [(None, "not None"), (5, "in quotes"), (lambda: 3, "takes 0 positional arguments")]),
    (OF_A_SET, ValueError, [([-1], "-1 is not")]),
    (OF_A_SET, TypeError, [(S, "can be read only once") for S in ITERATORS]),
    (OF_A_SIZE, ValueError, [(-1, "n must be.*-1"), (2**63, HUGE), (10**5000, "n must be.*of 16610 binary digits")]),
    (OF_A_SIZE, TypeError, [(n, f"n must be.*{n!r}") for n in (2.5, np.inf, True, "100", "1,000")]),
    (OF_A_SIZE, TypeError, [(n, "whole number of at least 0") for n in (np.True_, np.ma.array(5, mask=True), [5])]),
    (OF_HOTSPOTS, ValueError, [([100], "hotspots must be.*100 is not"), ([3, 3], "3 occurs more than once")]),
    (OF_HOTSPOTS, TypeError, [(3, "not 3")]),
    (OF_A_METHOD, ValueError, [(m, "method must be one of 'auto', .*, 'engine', not") for m in ("fastest", None)]),
    ([lambda m: sg.nim_values([1], 9, folder="a", method=m)], ValueError, [("sieve", "or 'engine' for a run with a")]),
    (OF_THREADS, ValueError, [(0, "threads must be.*not 0")]),
    (OF_THREADS, TypeError, [(1.5, "threads must be.*not 1.5")]),
    (OF_A_SEQUENCE, TypeError, [(v, "must be a one-dimensional sequence of integers[,;]") for v in NO_INTEGERS]),
    (OF_A_SEQUENCE, ValueError, [(v, "a one-dimensional sequence") for v in ([[1, 2], [3, 4]], {1, 2}, iter([1]))]),
    (OF_A_SEQUENCE, ValueError, [([1, -(2**70)], "integers that fit in int64; -1180591620717411303424 does not")]),
    (OF_A_SEQUENCE[1:2], ValueError, [([3, -7], "positions must be whole numbers of at least 0; -7 is not")]),
    (OF_A_SEQUENCE[2:], ValueError, [([3, 1, 2], r"positions must be ascending, not \[3, 1, 2\]")]),
    ([OF_LIMITS], TypeError, [(v, "limits must be integers(,|; None is) not") for v in ("a", 1.5, True, None, MASKED)]),
    ([OF_LIMITS], ValueError, [(2**63, "limits must be integers that fit in int64; 9223372036854775808 does")]),
    ([sg.powers, partial(sg.digit_counts, [1])], ValueError, [(1, "base must be at least 2, not 1")]),
    ([partial(sg.digit_counts, [1])], ValueError, [(2**60, "too big")]),
    ([partial(sg.digit_counts, [1], 10)], ValueError, [(-1, "place must be")]),
    ([lambda points: sg.fit_power_law(*points)], ValueError, [(points, "fit") for points in POINTS]),
    (OF_HEAPS, ValueError, [([-1], "every heap must be at least 0, not -1")]),
    (OF_HEAPS, TypeError, [(heaps, "heaps? must be") for heaps in ([1.5], [True], "33", 2.5, None)]),
    ([sg.nim_sum], ValueError, [([-1], "nim-value must be")]),
    ([sg.nim_sum], TypeError, [(v, "nim-values? must be") for v in ([1.5, 2], "3", [True], None)]),
    ([sg.period], ValueError, [("squares", r"a finite set, not squares; .* sg\.analysis\.observed_period$")]),
    ([partial(board, [1])], ValueError, [([], "heaps must be 1 to 6 whole"), ([401], "heap must be from 0 to 400")]),
    ([partial(board, [1])], TypeError, [("13", "heaps must be .*, not '13'"), ([True], "not True")]),
    ([partial(explore, "squares")], ValueError, [(255, r"n must be from 256 to 2\*\*18, not 255")]),
    ([lambda w: explore("squares", 1000, width=w)], ValueError, [(0, "width must be from 1 to 256, not 0")]),
    ([partial(explore, n=2**13)], ValueError, [(S, "S must have from 1 to 4096 elem") for S in ([], range(1, 2**13))]),
    ([partial(sieve, [1])], ValueError, [(101, "n must be from 1 to 100")]),
    ([partial(steps, title="None")], ValueError, [([], "must be steps"), ([("a", "C"), ("b", "CC")], r"of \[1, 2\]")]),
    ([lambda marks: steps([("a", "C")], "One", marks=marks)], ValueError, [([(), ()], "a step for each cell")]),
    ([lambda C: slide(C, [1], 9), lambda S: slide([1], S, 9)], ValueError, [([9], "[CS] must be distinct")]),
    ([partial(ask, answer=1)], ValueError, [("coins", "questions.toml, not 'coins'")]),
    ([partial(ask, answer=1)], KeyError, [("rounds", "moves")]),
    ([OF_AN_ANSWER], TypeError, [(v, f"answer must be a whole number .*{v!r}") for v in (29.5, "29")]),
    ([OF_AN_ANSWER], ValueError, [([29, 29], "answer must be distinct integers")]),
    (
        [partial(OF_AN_ANSWER, options=["cubes"])],
        ValueError,
        [("primes", "answer must be one of 'cubes', not 'primes'")],
    ),
    ([lambda text: question(text, 3), partial(OF_AN_ANSWER, 3)], TypeError, [(5, "must be a str, not 5")]),
    ([lambda o: question("?", "a", options=o)], ValueError, [(["a", "b", "a"], "options must be distinct")]),
]


@pytest.mark.parametrize(("functions", "error", "wrong"), REFUSED)
def test_what_is_refused(functions, error, wrong):
    assert_refused(functions, error, wrong)


class Whole:
    """An integer as sympy, gmpy2 and Sage have them, of a type of its own that Python accepts as an index."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def objects(numbers):
    return np.array(numbers, dtype=object)


def with_integers(w):
    """The answers of all that can be called with integers, if they are of the type w, or int from 256 on."""
    for of in (list, objects):
        yield [sg.cold_positions(of([w(4), w(1)]), 50), sg.cold_positions(lambda n, of=of: of([w(1), w(4)]), 50)]
        yield sg.cold_positions([1, 2], 10, hotspots=of([w(3), w(0)]))
        yield [sg.winning_moves([w(1), w(4)], of([w(20), w(31)])), sg.records(of([w(0), w(3), w(1), w(4)]))]
        yield [sg.digit_counts(of([w(12), w(7)]), w(5), w(1)), sg.counts_below([w(0)], of([[w(1), w(3)]]))]
    yield [f("squares", w(40)) for f in EVALUATORS]
    yield sg.cold_positions((w(4), w(1)), w(40), method="engine", threads=w(1))
    yield sg.nim_values({w(300), w(3)}, 50)
    yield [S(w(100)) for S in (*games.NAMED.values(), sg.powers(w(3)))]
    yield [sg.is_cold("squares", w(20)), sg.winning_moves("squares", w(13)), sg.nim_sum([w(1), w(2)])]
    yield [sg.period([w(2), w(4)], most=w(100)), observed_period([w(k % 2) for k in range(12)])]
    yield [str(board("squares", w(13))), str(explore("squares", w(1000), width=w(5)))]


@pytest.mark.parametrize("integer", [Whole, np.uint8, np.int64])
def test_integers_of_any_type_give_what_ints_give(integer):
    found = [*with_integers(lambda value: (integer if value < 256 else int)(value))]
    np.testing.assert_equal(found, [*with_integers(int)])


def test_sets_and_hotspots_of_any_order_and_shape():
    """Arrays of the caller stay unchanged, and long ranges are shortened before their elements are listed."""
    for S in ([9, 1, 4], {1, 4, 9}, (4, 9, 1), np.array([9, 4, 1], dtype=np.int16), range(1, 10, 3)):
        before = list(S)
        assert sets.moves_below(S, 200).tolist() == sorted(S)
        assert list(S) == before
    for S in (range(1, 2**63), range(10**15, 0, -1), range(3, 10**15, 4)):
        assert sets.moves_below(S, 200).tolist() == [s for s in range(1, 200) if s in S]
    for spots in (range(3, 100, 7), range(99, 2, -1), range(5, 6, 10**30), range(2**70, 0)):
        assert arguments.hotspots_below(spots, 100).tolist() == sorted(spots)
    for S in ("9, 1 4 100", "n**2", lambda n: pd.Series([1, 4, 9, 16, 25, 36]), lambda n: {200, 9, 4, 1}):
        assert sets.moves_below(S, 10).tolist() == [1, 4, 9]
    assert sg.cold_positions("n**2", 1e3).tolist() == sg.cold_positions(sg.squares, 1000).tolist()


BEYOND = """
squares(2**62)                               | the squares below
primes(2**60)                                | Unable to allocate
cold_positions([1], 2**50, method="sieve")   | finding the cold positions below
cold_positions([1], 2**50, method="engine")  | finding the cold positions below
moves_below(range(1, 2**62), 2**50)          | Unable to allocate
nim_values(squares, 2**50, method="engine")  | finding the nim-values below
remoteness(squares, 2**50)                   | finding the remoteness
""".strip().splitlines()


@pytest.mark.parametrize("line", BEYOND)
def test_sizes_beyond_all_memory_end_at_once_in_one_clear_error(monkeypatch, line):
    monkeypatch.setattr(arguments, "available_memory", lambda: 2**33)
    call, words = (part.strip() for part in line.split("|"))
    with pytest.raises(MemoryError, match=f"^[^\n]*{words}[^\n]*$"):
        eval(call, vars(sg) | vars(sets))


TAKING = """
cold_positions([1], 2**12, method="dynamic-programming")
cold_positions("squares", 2**18, method="sieve")
cold_positions("squares", 2**12, method="convolution")
remoteness([1], 2**12)
nim_values([1], 2**12, method="dynamic-programming")
nim_values([1], 2**12, method="convolution")
nim_values([1, 4, 9], 2**20, method="engine")
moser_de_bruijn(4**14)
squares(10**10)
triangular(10**10)
""".strip().splitlines()


@pytest.mark.parametrize("call", TAKING)
def test_memory_that_is_asked_for_is_memory_that_is_taken(monkeypatch, call):
    needs, check = [0.0], arguments.require_memory
    for module in [each for each in sys.modules.values() if getattr(each, "require_memory", None) is check]:
        monkeypatch.setattr(module, "require_memory", lambda needed, purpose: needs.append(needed))
    eval(call, vars(sg))  # compiling and loading are not counted
    tracemalloc.start()
    eval(call, vars(sg))
    asked, taken = max(needs), tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert asked / 2 < taken < 1.3 * asked + (2**20 if asked > 2**23 else 2**14)


def test_a_limit_on_this_process_counts(monkeypatch):
    """No more memory is requested than a limit such as ulimit -v allows, however much is free on the machine."""
    limit = psutil.Process().memory_info().vms + 100 * 2**20
    monkeypatch.setattr(psutil.Process, "rlimit", lambda self, which: (limit, limit))
    with pytest.raises(MemoryError, match=r"an example needs at least 0\.2 GiB of memory; 0\.\d GiB are available"):
        arguments.require_memory(200 * 2**20, "an example")
    monkeypatch.setattr(psutil.Process, "rlimit", lambda self, which: (psutil.RLIM_INFINITY,) * 2)
    arguments.require_memory(200, "an example")


V1, V2 = ("limit_in_bytes", "usage_in_bytes", "total_inactive_file"), ("max", "current", "inactive_file")
CONTAINERS = {  # what /proc/self/cgroup says, and {group: its limit, its usage and the droppable part of it, in MiB}
    "version 2": ("0::/job/task", {"job/task": (300, 250, 50)}),
    "version 2, a group above": ("0::/job/task", {"job": (300, 210, 10), "job/task": ("max", 5, 0)}),
    "version 2, seen from inside": ("0::/not/visible/here", {"": (100, 0, 0)}),
    "version 2, full": ("0::/", {"": (300, 310, 0)}),
    "version 1": ("5:cpu:/a\n4:memory:/docker/1f\n0::/", {"memory/docker/1f": (300, 200, 0), "memory": (2**43, 9, 0)}),
    "version 1, seen from inside": ("4:memory:/docker/1f", {"memory": (100, 50, 50)}),
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_the_limit_of_a_container_counts(monkeypatch, tmp_path, container):
    """At most 100 MiB are left in each of these. Folders and a file play the part of the kernel's."""
    own, groups = CONTAINERS[container]
    (tmp_path / "own").write_text(own + "\n")
    for group, (limit, usage, droppable) in groups.items():
        folder, names = tmp_path / "groups" / group, V1 if "memory" in group else V2
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"memory.{names[0]}").write_text(f"{limit if limit == 'max' else limit * 2**20}\n")
        (folder / f"memory.{names[1]}").write_text(f"{usage * 2**20}\n")
        (folder / "memory.stat").write_text(f"anon 4096\n{names[2]} {droppable * 2**20}\nactive_file 999999999999\n")
    monkeypatch.setattr(arguments, "OWN_GROUPS", tmp_path / "own")
    monkeypatch.setattr(arguments, "CONTROL_GROUPS", tmp_path / "groups")
    with pytest.raises(MemoryError, match=r"below 80000000 .* needs at least 0\.1 GiB of memory; 0\.[01] GiB are"):
        sg.cold_positions(sg.squares, 8 * 10**7, method="sieve")
    if "full" not in container:
        arguments.require_memory(90 * 2**20, "an example")


def test_without_psutil_what_no_memory_of_this_machine_holds_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "psutil", None)
    with pytest.raises(MemoryError, match="finding the cold positions below 1000000000100 by method 'sieve' needs at"):
        sg.cold_positions(sg.squares, 10**12 + 100, method="sieve")
    arguments.require_memory(2**20, "an example")


def test_huge_elements_and_positions_do_no_harm():
    for S, expected in (([2**63 - 1], np.arange(600)), ([1, 4, 2**61, 2**62], sg.cold_positions([1, 4], 600))):
        for method in (*COLD_METHODS, "engine"):
            assert np.array_equal(sg.cold_positions(S, 600, method=method), expected)
