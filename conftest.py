"""Fixtures for all tests: no progress bars, private folders for all that a test writes, and short legs."""

import os
import sys
from functools import partial
from pathlib import Path

import hypothesis
import pytest

os.environ["TQDM_DISABLE"] = "1"
sys.modules |= {"rfc3987_syntax": None, "isoduration": None}  # slow to import, and not needed to check notebooks
ROOT = Path(__file__).resolve().parent
hypothesis.settings.register_profile("unhurried", deadline=None)  # on a busy machine an example may take long
hypothesis.settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def _private_folders(tmp_path, monkeypatch):
    """No test reads or writes the build folder or the figures of the project itself."""
    monkeypatch.setenv("SUBTRACTION_GAMES_BUILD", str(tmp_path / "build"))
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path / "output"))


@pytest.fixture
def short_legs(monkeypatch):
    """Even at the sizes of tests, the engine takes many legs, by all methods and with blocks of several panels."""
    from subtraction_engine import tuning
    from subtraction_engine.cold import legs
    from subtraction_engine.cold.choice import Forecast
    from subtraction_engine.sieve import Sieving

    def by_turns(moves, stop, census):
        """A different method in each leg, by its stop and census alone, and several panels in a long leg's blocks."""
        return Forecast((0, 5, 1, 12, 0, 7)[(stop + census.number) % 6], 0.0, 0.0)

    monkeypatch.setattr(tuning, "LEG", 4)
    monkeypatch.setattr(tuning, "LEAST_BLOCKS", 2)
    monkeypatch.setattr(legs, "cheapest", by_turns)
    monkeypatch.setattr(legs, "Sieving", partial(Sieving, segment=2048))


def assert_refused(functions, error, wrong):
    """Each function raises this error, in these words, for each of the wrong values (value, words)."""
    for function in functions:
        for value, words in wrong:
            with pytest.raises(error, match=words):
                function(value)
