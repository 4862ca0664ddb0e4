"""Bad input raises TypeError or ValueError, which name the argument, its value and what is allowed, before any work."""

import sys
import tracemalloc
from functools import partial

import numpy as np
import pandas as pd
import psutil
import pytest
from conftest import assert_refused

import subtraction_games as sg
from subtraction_games import arguments, sets
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
OF_HOTSPOTS = [lambda h, m=m: sg.cold_positions([1], 100, hotspots=h, method=m) for m in ("engine", *COLD_METHODS)]
OF_THREADS = [lambda t, m=m: sg.cold_positions([1], 9, threads=t, method=m) for m in ("auto", "engine", "sieve")]
OF_A_SEQUENCE = [sg.records, partial(sg.digit_counts, base=10), partial(sg.counts_below, limits=[1])]
OF_HEAPS = [partial(each, sg.squares) for each in (sg.winning_moves, sg.is_cold)]
OF_LIMITS, OF_AN_ANSWER = partial(sg.counts_below, [1, 2]), partial(question, "?")
MASKED, HUGE = np.ma.array([1, 4, 9], mask=[0, 1, 0]), "9223372036854775808"
POINTS = [([1], [2]), ([1, 1], [2, 3]), ([1, 2], [0, 1]), ([1, 2], [1, np.inf]), ([1, 2], [3])]

REFUSED = [  # functions, an error, and the values that they refuse with it, with words of the message
    ([below_100], ValueError, [([1, 4, 1], "1 occurs more than once"), (lambda n: [1, n, 0], "0 is not")]),
    ([below_100], ValueError, [(np.array([[1, 4]]), "of 2 dimensions"), (range(5, -2, -1), "-1 is not")]),
    ([below_100], ValueError, [(np.array([2**63], np.uint64), HUGE), (range(1, 2**64), "1844674407")]),
    ([below_100], TypeError, [([1.0, 4.0], "1.0 is not"), (np.array([1.0]), "float64"), ([True, 4], "True is not")]),
    ([below_100], TypeError, [(MASKED, "with a mask"), ([1, [4]], r"\[4\] is not"), ({"a": 1}, "not {'a': 1}")]),
    (OF_A_SET, TypeError, [(None, "not None"), (5, "in quotes"), (iter([1, 4]), "can be read only once")]),
    (OF_A_SET, ValueError, [([-1], "-1 is not")]),
    (OF_A_SIZE, ValueError, [(-1, "n must be.*-1"), (2**63, HUGE), (10**5000, "n must be.*of 16610 binary digits")]),
    (OF_A_SIZE, TypeError, [(n, f"n must be a whole number of at least 0.*{n!r}") for n in (2.5, np.inf, True, "100")]),
    (OF_HOTSPOTS, ValueError, [([100], "hotspots must be.*100 is not"), ([3, 3], "3 occurs more than once")]),
    (OF_HOTSPOTS, TypeError, [(3, "not 3")]),
    ([lambda m: sg.cold_positions([1], 9, method=m)], ValueError, [("fastest", "one of 'auto', .*, 'engine', not")]),
    ([lambda m: sg.nim_values([1], 9, folder="a", method=m)], ValueError, [("sieve", "or 'engine' for a run with a")]),
    (OF_THREADS, ValueError, [(0, "threads must be.*not 0")]),
    (OF_A_SEQUENCE, TypeError, [(v, "must be a one-dimensional sequence of integers[,;]") for v in ([0.5], MASKED)]),
    (OF_A_SEQUENCE, ValueError, [(v, "a one-dimensional sequence") for v in ([[1, 2], [3, 4]], {1, 2}, iter([1]))]),
    (OF_A_SEQUENCE, ValueError, [([1, -(2**70)], "integers that fit in int64; -1180591620717411303424 does not")]),
    (OF_A_SEQUENCE[1:2], ValueError, [([3, -7], "positions must be whole numbers of at least 0; -7 is not")]),
    (OF_A_SEQUENCE[2:], ValueError, [([3, 1, 2], r"positions must be ascending, not \[3, 1, 2\]")]),
    ([OF_LIMITS], TypeError, [("a", "limits must be integers, not"), (None, "limits must be integers; None is not")]),
    ([sg.powers, partial(sg.digit_counts, [1])], ValueError, [(1, "base must be at least 2, not 1")]),
    ([partial(sg.digit_counts, [1], 10)], ValueError, [(-1, "place must be")]),
    ([lambda points: sg.fit_power_law(*points)], ValueError, [(points, "fit") for points in POINTS]),
    (OF_HEAPS, ValueError, [([-1], "every heap must be at least 0, not -1")]),
    (OF_HEAPS, TypeError, [([1.5], "every heap must be"), ("33", "heaps must be"), (2.5, "heap must be")]),
    ([sg.nim_sum], TypeError, [(None, "nim-values must be"), ([True], "nim-value must be")]),
    ([sg.period], ValueError, [("squares", r"a finite set, not squares; .* sg\.analysis\.observed_period$")]),
    ([partial(board, [1])], ValueError, [([], "heaps must be 1 to 6 whole"), ([401], "heap must be from 0 to 400")]),
    ([partial(explore, "squares")], ValueError, [(255, r"n must be from 256 to 2\*\*18, not 255")]),
    ([lambda w: explore("squares", 1000, width=w)], ValueError, [(0, "width must be from 1 to 256, not 0")]),
    ([partial(explore, n=2**13)], ValueError, [(S, "S must have from 1 to 4096 elem") for S in ([], range(1, 2**13))]),
    ([partial(sieve, [1])], ValueError, [(101, "n must be from 1 to 100")]),
    ([partial(steps, title="None")], ValueError, [([], "must be steps"), ([("a", "C"), ("b", "CC")], r"of \[1, 2\]")]),
    ([lambda marks: steps([("a", "C")], "One", marks=marks)], ValueError, [([(), ()], "a step for each cell")]),
    ([lambda C: slide(C, [1], 9), lambda S: slide([1], S, 9)], ValueError, [([9], "[CS] must be distinct")]),
    ([partial(ask, answer=1)], ValueError, [("coins", "questions.toml, not 'coins'")]),
    ([OF_AN_ANSWER], TypeError, [("29", "answer must be a whole number .*'29'")]),
    ([partial(question, "?", options=["a"])], ValueError, [("b", "answer must be one of 'a', not 'b'")]),
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


@pytest.mark.parametrize("w", [Whole, np.uint8])
def test_integers_of_any_type_give_what_ints_give(w):
    for of in (list, partial(np.array, dtype=object), lambda numbers: lambda n: numbers):
        assert sg.cold_positions(of([w(4), w(1)]), w(50)).tolist() == sg.cold_positions([1, 4], 50).tolist()
    assert sg.cold_positions([1, 2], 10, hotspots={w(3), w(0)}, threads=w(1)).tolist() == [1, 4, 7]
    assert sg.winning_moves([w(1), w(4)], [w(20), w(31)]) == sg.winning_moves([1, 4], [20, 31]) != []
    assert sg.is_cold("squares", w(20))
    assert sg.nim_sum([w(1), w(3)]) == 2
    assert board("squares", w(13)) == board("squares", 13)
    assert sg.digit_counts([w(12), w(7)], w(5), w(1)).tolist() == [0, 1, 1, 0, 0]
    assert sg.counts_below([w(0)], [[w(1), w(0)]]).tolist() == [[1, 0]]


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


def test_what_does_not_fit_in_memory_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(arguments, "available_memory", lambda: 2**33)
    for evaluate in (sg.cold_positions, sg.nim_values):
        for S, method in ((never, "sieve"), ([1], "engine")):
            with pytest.raises(MemoryError, match=r"^finding the .* below 1125899906842624 .*needs at least .*$"):
                evaluate(S, 2**50, method=method)


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


V1 = ("limit_in_bytes", "usage_in_bytes", "stat", "total_inactive_file")
V2 = ("max", "current", "stat", "inactive_file")
CONTAINERS = [("0::/job/task", "job", V2), ("0::/job/task", "", V2), ("0::/\n4:memory:/job/task", "memory/job", V1)]


@pytest.mark.parametrize(("own", "group", "names"), CONTAINERS)
def test_the_limit_of_a_container_counts(monkeypatch, tmp_path, own, group, names):
    """At most 100 MiB are left in a group around this process's own, or in that which a container sees as topmost."""
    monkeypatch.setattr(arguments, "OWN_GROUPS", tmp_path / "own")
    monkeypatch.setattr(arguments, "CONTROL_GROUPS", tmp_path / "groups")
    (tmp_path / "own").write_text(own)
    (tmp_path / "groups" / group).mkdir(parents=True)
    contents = 300 * 2**20, 250 * 2**20, f"anon 1\n{names[3]} {50 * 2**20}"
    for name, content in zip(names, contents, strict=False):
        (tmp_path / "groups" / group / f"memory.{name}").write_text(f"{content}\n")
    with pytest.raises(MemoryError, match=r"below 80000000 .* needs at least 0\.1 GiB of memory; 0\.1 GiB are"):
        sg.cold_positions(sg.squares, 8 * 10**7, method="sieve")
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
