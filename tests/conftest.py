"""Shared by all tests: where the project is, and quiet, private folders for whatever a test writes."""

import os
import signal
from pathlib import Path

import hypothesis
import pytest

os.environ["TQDM_DISABLE"] = "1"
ROOT = Path(__file__).resolve().parent.parent
LONGEST = 900  # seconds: no test comes near, however busy the machine is; one that hangs ends here
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


@pytest.fixture(autouse=True)
def _ends_some_time():
    """A test that hangs fails, with the line where it does."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def hangs(number, frame):
        raise TimeoutError(f"the test has not ended after {LONGEST} seconds")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
