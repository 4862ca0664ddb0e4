"""Shared by all tests: where the project is, and quiet, private folders for whatever a test writes."""

import os
from pathlib import Path

import pytest

os.environ["TQDM_DISABLE"] = "1"
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _private_folders(tmp_path, monkeypatch):
    """No test reads or writes the project's own build folder or figures."""
    monkeypatch.setenv("SUBTRACTION_GAMES_BUILD", str(tmp_path / "build"))
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path / "output"))
