"""The arrays that notebooks share are computed once for each game, size and engine."""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine.longruns import cache, runs
from subtraction_engine.longruns.cache import cached


def test_an_array_is_computed_once(tmp_path, monkeypatch):
    first = cached("cold_positions", sg.squares, 100)
    values = cached("nim_values", sg.squares, 100)
    monkeypatch.setattr(runs, "in_threads", lambda *_: pytest.fail("it computes again"))
    assert np.array_equal(cached("cold_positions", sg.squares, 100), first)
    assert np.array_equal(cached("nim_values", sg.squares, 100), values)
    assert np.array_equal(first, sg.cold_positions(sg.squares, 100, method="sieve"))
    assert np.array_equal(values, sg.nim_values(sg.squares, 100, method="dynamic-programming"))
    assert not first.flags.writeable
    names = sorted(folder.name for folder in (tmp_path / "build/data").iterdir())
    assert [name[: name.rindex("-")] for name in names] == ["cold_positions-squares-100", "nim_values-squares-100"]


def test_a_set_is_known_by_its_elements():
    def mine(n):
        return np.arange(1, n, 2)

    assert cached("cold_positions", mine, 8).tolist() == [0, 2, 4, 6]

    def mine(n):
        return sg.cubes(n)

    assert cached("cold_positions", mine, 12).tolist() == sg.cold_positions(sg.cubes, 12).tolist()
    for S in (lambda n: [1], lambda n: [2], [1, 2], [1, 3]):
        assert cached("cold_positions", S, 8).tolist() == sg.cold_positions(S, 8).tolist()


def test_another_engine_computes_anew(tmp_path, monkeypatch):
    begun, in_threads = [], runs.in_threads
    monkeypatch.setattr(runs, "in_threads", lambda *arguments: (begun.append(1), in_threads(*arguments))[1])
    for sources in ("one", "other", "one"):
        monkeypatch.setattr(cache, "CODE_SHA256", sources)
        cached("nim_values", [1, 2], 50)
    assert len(begun) == len(list((tmp_path / "build/data").iterdir())) == 2
