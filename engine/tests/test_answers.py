"""Small games, each settled by one compiled function, get the same answers as all others, and "auto" knows when."""

import subprocess
import sys

import numpy as np
import pytest
from folders import subsets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_engine import games

import subtraction_games as sg
from subtraction_engine import answers, recurrence


def agrees(moves, n, hotspots):
    cold = answers.cold_positions(moves, n, hotspots, None, None)
    assert cold.dtype == np.int64
    assert np.array_equal(cold, recurrence.cold_positions(moves, n, hotspots))
    values = answers.nim_values(moves, n, None, None)
    assert values.dtype == np.int32
    assert np.array_equal(values, recurrence.nim_values(moves, n))


def test_all_small_games():
    for moves in subsets(range(1, 7)):
        for hotspots in subsets(range(4)):
            for n in (0, 1, 2, 25):
                agrees(moves[moves < n], n, hotspots[hotspots < n])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games(10_000), st.sampled_from([0, 1000, 2**24]))
def test_the_sieve_gives_up_where_it_would_take_long(monkeypatch, game, most):
    n, moves, hotspots = game
    monkeypatch.setattr(answers, "MOST_MARKS", most)
    agrees(moves, n, hotspots)


def test_a_dense_game_is_left_to_a_run(monkeypatch):
    begun = []
    monkeypatch.setattr(
        answers, "long_run", lambda *arguments, **more: begun.append(arguments[2]) or long_run(*arguments, **more)
    )
    from subtraction_engine.longruns import long_run

    n = 2**17
    assert np.array_equal(
        answers.cold_positions(sg.squares, n, None, None, None), sg.cold_positions(sg.squares, n, method="sieve")
    )
    assert begun == []
    odd = np.arange(1, n, 2)
    assert np.array_equal(answers.cold_positions(odd, n, None, None, None), np.arange(0, n, 2))
    assert begun == [n]


@pytest.mark.parametrize("threads", [0, 1025, "2"])
def test_small_games_refuse_wrong_threads(threads):
    for evaluate in (sg.cold_positions, sg.nim_values):
        with pytest.raises((TypeError, ValueError), match="threads must be"):
            evaluate("squares", 10, threads=threads)


LOADED = """
import sys
import numpy as np
import subtraction_games as sg
before = sg.cold_positions("squares", 500), sg.nim_values([2, 5, 7], 500)
assert "subtraction_engine" not in sys.modules
import subtraction_engine.answers as answers
asked = []
for name in ("cold_positions", "nim_values"):
    function = getattr(answers, name)
    setattr(answers, name, lambda *arguments, f=function: (asked.append(arguments[1]), f(*arguments))[1])
after = sg.cold_positions("squares", 500), sg.nim_values([2, 5, 7], 500)
assert asked == [500, 500]
for a, b in zip(before, after):
    assert a.dtype == b.dtype and np.array_equal(a, b)
"""


def test_auto_takes_compiled_code_once_the_engine_is_loaded():
    subprocess.run([sys.executable, "-c", LOADED], check=True)
