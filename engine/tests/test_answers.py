"""Small games, each settled by one compiled function, get the same answers as all others, and "auto" knows when."""

import subprocess
import sys

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_engine import games

import subtraction_games as sg
from subtraction_engine import answers, recurrence


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games(10_000), st.sampled_from([0, 1000, 2**24]))
def test_the_sieve_gives_up_where_it_would_take_long(monkeypatch, game, most):
    n, moves, hotspots = game
    monkeypatch.setattr(answers, "MOST_MARKS", most)
    cold, values = answers.cold_positions(moves, n, hotspots, None, None), answers.nim_values(moves, n, None, None)
    assert (cold.dtype, values.dtype) == (np.int64, np.int32)
    assert np.array_equal(cold, recurrence.cold_positions(moves, n, hotspots))
    assert np.array_equal(values, recurrence.nim_values(moves, n))


def test_a_dense_game_is_left_to_a_run(monkeypatch):
    n, begun, long_run = 2**17, [], answers.long_run
    monkeypatch.setattr(answers, "long_run", lambda *game, **more: begun.append(game[2]) or long_run(*game, **more))
    for S, expected in ((sg.squares(n), []), (np.arange(1, n, 2), [n])):
        found = answers.cold_positions(S, n, None, None, None)
        assert np.array_equal(found, sg.cold_positions(S, n, method="sieve"))
        assert begun == expected


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
