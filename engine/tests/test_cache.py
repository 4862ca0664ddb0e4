"""The arrays that notebooks share are computed once for each game, size and engine."""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine.longruns import cache, runs
from subtraction_engine.longruns.cache import cached


@pytest.mark.parametrize("what", ["cold_positions", "nim_values"])
def test_an_array_is_computed_once_by_each_engine(what, tmp_path, monkeypatch):
    expected = getattr(sg, what)(sg.squares, 100)
    for code in ("one", "other"):
        monkeypatch.setattr(cache, "CODE_SHA256", code)
        assert np.array_equal(cached(what, sg.squares, 100), expected)
    monkeypatch.setattr(runs, "in_threads", lambda *_, **__: pytest.fail("the array is computed again"))
    array = cached(what, sg.squares, 100)
    assert np.array_equal(array, expected)
    assert not array.flags.writeable
    names = [folder.name for folder in (tmp_path / "build/data").iterdir()]
    assert [name[: name.rindex("-")] for name in names] == [f"{what}-squares-100"] * 2


def test_a_set_is_known_by_its_elements():
    for S in (lambda n: [1], lambda n: [2], lambda n: sg.cubes(n), [1, 2], [1, 3]):
        assert cached("cold_positions", S, 12).tolist() == sg.cold_positions(S, 12).tolist()


def test_who_waits_says_for_which_folder(monkeypatch, capsys):
    """The other process may have been stopped, so that the wait would never end."""
    monkeypatch.setattr(cache, "WAIT_SECONDS", 0)
    busy = [BlockingIOError("another run is writing to a/folder")] * (cache.SILENT_ATTEMPTS + 2)
    array = runs.LongRun.array

    def after_others(run):
        if busy:
            raise busy.pop()
        return array(run)

    monkeypatch.setattr(runs.LongRun, "array", after_others)
    assert cached("cold_positions", [1, 2], 7).tolist() == [0, 3, 6]
    assert capsys.readouterr().err == "waiting, because another run is writing to a/folder\r"
