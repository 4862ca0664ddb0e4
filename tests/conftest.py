"""Fixtures of all tests: the project's folder, and quiet, private folders for whatever a test writes."""

import os
from pathlib import Path

import hypothesis
import pytest

os.environ["TQDM_DISABLE"] = "1"
ROOT = Path(__file__).resolve().parent.parent
hypothesis.settings.register_profile("unhurried", deadline=None)  # an example may take long on a busy machine
hypothesis.settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def _private_folders(tmp_path, monkeypatch):
    """No test reads or writes the project's own build folder or figures."""
    monkeypatch.setenv("SUBTRACTION_GAMES_BUILD", str(tmp_path / "build"))
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path / "output"))


@pytest.fixture
def short_legs(monkeypatch):
    """At the tests' sizes the engine takes many legs, by all methods and with blocks of several panels."""
    from folders import make_legs_short

    make_legs_short(monkeypatch.setattr)
