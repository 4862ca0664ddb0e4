"""Shared by all tests: where the project is, and quiet, private folders for whatever a test writes."""

import os
from pathlib import Path

import hypothesis
import pytest

os.environ["TQDM_DISABLE"] = "1"
ROOT = Path(__file__).resolve().parent.parent
hypothesis.settings.register_profile("unhurried", deadline=None)  # an example may take long where others are at work
hypothesis.settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def _private_folders(tmp_path, monkeypatch):
    """No test reads or writes the project's own build folder or figures."""
    monkeypatch.setenv("SUBTRACTION_GAMES_BUILD", str(tmp_path / "build"))
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path / "output"))


@pytest.fixture
def short_legs(monkeypatch):
    """Cold positions by the engine take many legs, of all methods and of blocks of several panels, at tests' sizes."""
    from folders import make_legs_short

    make_legs_short(monkeypatch.setattr)
