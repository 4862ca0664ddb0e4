"""The command line: its estimates and folders, and how runs are continued, stopped and refused."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine.__main__ import main
from subtraction_engine.longruns import stored_below
from subtraction_engine.longruns.runs import LongRun


@pytest.mark.parametrize("what", ["cold_positions", "nim_values"])
def test_a_run_says_what_to_expect_carries_on_and_is_verified(what, tmp_path, capsys, monkeypatch):
    """Without a folder, it is stored among the project's runs, in one folder for all n."""
    (tmp_path / "src").mkdir()
    (tmp_path / "Makefile").touch()
    monkeypatch.chdir(tmp_path / "src")
    label = what.replace("nim_", "nim-").replace("_", " ")
    for n, message in (("1000", f"{label} below 1,000: about"), ("3000", "from 1,000 of 3,000"), ("500", "complete")):
        assert main(["run", what, " squares ", n, "--verify", "500"]) == 0
        out = capsys.readouterr().out
        assert message in out
        assert out.count("checking what was written") == (n != "500")
        assert out.splitlines()[-1].startswith(f"below {1000 if n == '1000' else 3000:,}: 500 positions")
        assert "no contradiction: at 99% confidence under 9.2e-03 of them could be wrong" in out
    stored = sg.results(tmp_path / f"runs/{what}-squares")
    assert np.array_equal(stored.array, getattr(sg, what)(sg.squares, 3000))
    stored.data.write_bytes(stored.data.read_bytes()[:-16] + bytes(16))  # the last results, which are not 0
    assert main(["verify", str(stored.folder), "60000"]) == 2
    assert "contradiction: " in capsys.readouterr().err
    monkeypatch.setattr(LongRun, "expected", lambda run: (1.0, 2**60, 2**60))
    assert main(["run", what, "squares", "1000", "large"]) == 0
    warnings = [line for line in capsys.readouterr().err.splitlines() if line.startswith("warning: only ")]
    assert [line.split(" of ")[1] for line in warnings] == ["memory free", "disk space free"]


REFUSED = [  # arguments, the exit status, and words of the error; test_formulas tests bad sets and sizes
    ("run nim_values -- squares -5 x", 1, "n must be a whole number from 1 to 2**62, such as 1000000 or 2**20, not '"),
    ("run cold_positions squares 2**50 new", 1, "GiB of memory"),
    ("run nim_values squares 1000 new --verify=many", 1, "--verify must be a whole number"),
    ("run nim_values squares 9 file", 1, "File exists: 'file'"),
    ("run nim_values squares 5000 ", 2, 'folder: must be a name such as ".", not empty'),  # not the current folder
    ("run nim_values -- squares --", 2, "n is missing"),
]


@pytest.mark.parametrize(("arguments", "status", "message"), REFUSED)
def test_what_cannot_be_done_is_refused_in_one_line(arguments, status, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    try:
        result = main(arguments.split(" "))
    except SystemExit as stopped:  # raised by argparse, after it has printed the usage
        result = stopped.code
    *_, error = lines = capsys.readouterr().err.splitlines()
    assert (result, message in error, len(error) < 400) == (status, True, True)
    assert status == 2 or (len(lines) == 1 and error.startswith("error: "))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


PROGRAM = """
from subtraction_engine.longruns import run_folder
run_folder.FLUSH_SECONDS = 0
import subtraction_engine.__main__ as program
raise SystemExit(program.main())
"""


def test_a_signal_stops_a_run_in_one_line_and_keeps_its_results(tmp_path):
    """Batch systems send SIGTERM when a job's time is up. It acts as Ctrl-C."""
    command = [sys.executable, "-c", PROGRAM, "run", "nim_values", "squares", "2**26", str(tmp_path / "run")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while not stored_below(tmp_path / "run"):
            assert running.poll() is None, running.stderr.read()
            time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        _, errors = running.communicate()
    stored, kept = sg.results(tmp_path / "run"), "are saved, and the same command resumes the run"
    assert (running.returncode, errors) == (130, f"stopped: the nim-values below {stored.stop:,} {kept}\n")
    assert (stored.stop > 0, stored.damaged()) == (True, [])
