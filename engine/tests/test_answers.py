"""Small games, each settled by one compiled function, get the same answers as all others, and "auto" knows when."""

import sys
from unittest.mock import Mock

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


def test_auto_takes_compiled_code_once_the_engine_is_loaded(monkeypatch):
    for name in ("cold_positions", "nim_values"):
        function, compiled = getattr(sg, name), Mock(wraps=getattr(answers, name))
        monkeypatch.setattr(answers, name, compiled)
        after = function("squares", 500)
        compiled.assert_called_once()
        with monkeypatch.context() as patch:
            patch.delitem(sys.modules, "subtraction_engine")
            before = function("squares", 500)
        compiled.assert_called_once()
        assert before.dtype == after.dtype
        assert np.array_equal(before, after)
