"""The command line: its estimates and folders, and how runs are continued, stopped and refused."""

import os
import signal
import subprocess
import sys
import time
from itertools import islice

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine import cli
from subtraction_engine.longruns import COLD, long_run, stored_below
from subtraction_engine.longruns.runs import LongRun
from subtraction_engine.support.blocks import cores
from subtraction_games.__main__ import main


def test_a_sieved_run_is_expected_to_take_what_residue_classes_take():
    _, memory, disk = long_run(COLD, [1, 2], 10**6).expected()
    assert disk == 8 * 333_334
    assert 0 < memory < 16 * disk // 8


def test_a_larger_n_carries_on_what_the_project_s_runs_have(tmp_path, capsys, monkeypatch):
    (tmp_path / "src").mkdir()
    (tmp_path / "Makefile").touch()
    monkeypatch.chdir(tmp_path / "src")
    for n, said in (("1000", "below 1,000: about"), ("3000", "from 1,000 of 3,000"), ("500", "complete already")):
        assert main(["run", "nim_values", " squares ", n]) == 0
        assert said in (out := capsys.readouterr().out)
        assert ("about 0:00:01" in out) is (n != "500"), "a longer run is forecast, too"
    assert np.array_equal(sg.results(tmp_path / "runs/nim_values-squares").array, sg.nim_values(sg.squares, 3000))


def test_a_run_says_what_to_expect_and_continues(tmp_path, capsys, monkeypatch):
    arguments = ["run", "cold_positions", "n**2", "10**5", str(tmp_path / "run")]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert "cold positions below 100,000: about 0:00:0" in printed
    assert printed.count("checking what was written") == 1
    assert main(arguments) == 0
    assert "checking" not in capsys.readouterr().out
    assert np.array_equal(sg.results(tmp_path / "run").array, sg.cold_positions(sg.squares, 100_000))
    monkeypatch.setattr(LongRun, "expected", lambda run: (1.0, 2**60, 2**60))
    assert main(["run", "nim_values", "squares", "1000", str(tmp_path / "large")]) == 0
    warnings = [line for line in capsys.readouterr().err.splitlines() if line.startswith("warning: only ")]
    assert [line.split(" of ")[1] for line in warnings] == ["memory free", "disk space free"]


REFUSED = [  # (arguments, words of the error); test_formulas tests bad sets and sizes
    ("run nim_values -- squares -5 x", "n must be a whole number from 1 to 2**62, such as 1000000 or 2**20, not '-5'"),
    ("run cold_positions squares 2**50 new", "GiB of memory"),
    ("run nim_values squares 2**40 new", "finding the nim-values below 1099511627776 in blocks needs at least"),
    ("run nim_values squares 1000 new --verify=many", "--verify must be a whole number"),
    ("board squares 2**99", "every heap must be a whole number from 0 to 400, such as"),
    (
        "run nim_values squares 1000 dangling",
        "File exists; finished blocks in dangling are kept, and the same call continues",
    ),
    ("verify file", "file contains no long run: about.json is missing"),
]


@pytest.mark.parametrize("arguments", [["run", "nim_values", "squares", "5000", ""], ["verify", ""]])
def test_a_folder_without_a_name_is_not_the_current_one(arguments, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(arguments)
    assert 'folder: must be a name such as ".", not empty' in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_what_cannot_be_done_is_refused_in_one_line(arguments, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to("nowhere")
    assert main(arguments.split(" ")) == 1
    (error,) = capsys.readouterr().err.splitlines()
    assert error.startswith("error: ")
    assert message in error
    assert len(error) < 400
    assert {path.name for path in tmp_path.iterdir()} == {"file", "dangling"}


def test_what_fails_on_the_way_is_one_line(tmp_path, capsys, monkeypatch):
    """No folder is made before the run begins, and errors in the program itself still show a traceback."""
    faults = [RuntimeError("can't start new thread"), MemoryError("no room"), ZeroDivisionError()]

    def blocks(self):
        raise faults.pop(0)
        yield

    monkeypatch.setattr(LongRun, "blocks", blocks)
    new, empty = tmp_path / "new", tmp_path / "empty"
    empty.mkdir()
    for folder, message in ((new, "error: can't start new thread"), (empty, "error: no room")):
        assert main(["run", "nim_values", "squares", "1000", str(folder)]) == 1
        assert capsys.readouterr().err.startswith(message)
    assert (new.exists(), empty.exists()) == (False, True)
    with pytest.raises(ZeroDivisionError):
        main(["run", "nim_values", "squares", "1000", str(new)])


def test_ctrl_c_stops_a_run_and_keeps_its_blocks(tmp_path, capsys, monkeypatch):
    def interrupted(blocks, *_):
        yield from islice(blocks, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "watched", interrupted)
    assert main(["run", "nim_values", "squares", "100000", str(tmp_path / "run")]) == 130
    assert "stopped: finished work is saved, and the same command resumes the run" in capsys.readouterr().err
    assert sg.results(tmp_path / "run").stop == 3 * 8192


PROGRAM = (
    "from subtraction_engine.longruns import checkpoint as c; c.FLUSH_SECONDS = 0; import subtraction_games.__main__"
)
PROGRAM += " as m; raise SystemExit(m.main())"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_stops_a_run_in_one_line_and_keeps_its_record(name, tmp_path):
    """Batch systems send SIGTERM when a job's time is up, and a terminal that is closed sends SIGHUP."""
    command = [sys.executable, "-c", PROGRAM, "run", "nim_values", "squares", "2**26", str(tmp_path / "run")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while not stored_below(tmp_path / "run"):
            assert running.poll() is None, running.stderr.read()
            time.sleep(0.05)
        running.send_signal(getattr(signal, name))
        _, errors = running.communicate()
    assert (running.returncode, errors.splitlines()[-1][:8], len(errors.splitlines())) == (130, "stopped:", 1)
    stored = sg.results(tmp_path / "run")
    assert [(session["from"], session["to"]) for session in stored.about["sessions"]] == [(0, stored.stop)]


def test_a_second_double_dash_is_not_an_argument(capsys):
    with pytest.raises(SystemExit):
        main(["run", "nim_values", "--", "squares", "--"])
    assert "n is missing" in capsys.readouterr().err


def test_each_game_has_its_folder():
    games = ["squares", "n*n", "n+n", "n_n", "n n", "1, 2", "1,2", "1 2", "n//2", "é", "a" * 60 + "*", "a" * 61]
    names = {cli.folder_name(game) for game in games}
    assert len(names) == len(games)
    assert all(name.isascii() and " " not in name and "/" not in name for name in names)


@pytest.mark.parametrize("what", ["cold_positions", "nim_values"])
def test_a_folder_is_verified_also_right_after_its_run(what, tmp_path, capsys):
    folder = tmp_path / "run"
    assert main(["run", what, "n**2", "10**4", str(folder), "--verify", "500"]) == 0
    message = capsys.readouterr().out.splitlines()[-1]
    assert message.startswith("below 10,000: 500 positions")
    assert "no contradiction: at 99% confidence under 9.2e-03 of them could be wrong" in message
    assert main(["verify", str(folder), "2000"]) == 0
    assert "2,000 positions" in capsys.readouterr().out
    data = sg.results(folder).data
    data.write_bytes(data.read_bytes()[:-16] + bytes(16))  # the last results, which are not 0
    assert main(["verify", str(folder), "60000"]) == 2
    assert "contradiction: " in capsys.readouterr().err


def test_cores_are_those_that_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3}, raising=False)
    assert cores() == 2
