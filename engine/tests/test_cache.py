"""The arrays that notebooks share are computed once for each game, size and engine."""

from unittest.mock import Mock

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine.longruns import cache, runs
from subtraction_engine.longruns.cache import cached


@pytest.mark.parametrize("what", ["cold_positions", "nim_values"])
def test_an_array_is_computed_once_by_each_engine(what, tmp_path, monkeypatch):
    """A game is known by its elements, not by its name."""
    sets = [sg.squares, [1, 2], [1, 3], lambda n: [1], lambda n: [2], lambda n: sg.cubes(n)]
    for code in ("one", "other"):
        monkeypatch.setattr(cache, "CODE_SHA256", code)
        arrays = [cached(what, S, 100) for S in sets]
        assert [array.tolist() for array in arrays] == [getattr(sg, what)(S, 100).tolist() for S in sets]
    names = [folder.name for folder in (tmp_path / "build/data").glob("*squares*")]
    assert [name[: name.rindex("-")] for name in names] == [f"{what}-squares-100"] * 2
    monkeypatch.setattr(runs, "in_threads", lambda *_, **__: pytest.fail("the array is computed again"))
    again = cached(what, sg.squares, 100)
    assert np.array_equal(again, arrays[0])
    assert not again.flags.writeable


def test_who_waits_says_for_which_folder(monkeypatch, capsys):
    """The other process may have been stopped, so that the wait would never end."""
    monkeypatch.setattr(cache, "WAIT_SECONDS", 0)
    others = BlockingIOError("another run is writing to a/folder")
    answers = [*[others] * (cache.SILENT_ATTEMPTS + 2), np.array([0, 3, 6])]
    monkeypatch.setattr(runs.LongRun, "array", Mock(side_effect=answers))
    assert cached("cold_positions", [1, 2], 7).tolist() == [0, 3, 6]
    assert capsys.readouterr().err == "waiting, because another run is writing to a/folder\r"
