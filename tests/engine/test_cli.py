"""The command line: what it estimates, what it calls folders, how it goes on, stops and refuses."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import numpy as np
import pytest

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import cli
from subtraction_engine.cli import Estimate, estimate
from subtraction_games.__main__ import main


@pytest.fixture
def unmeasured(monkeypatch):
    monkeypatch.setattr(cli, "estimate", lambda what, S, n: Estimate(1.0, 0, 0))


def test_nim_values_are_estimated_by_pairs_of_a_position_and_a_move(monkeypatch):
    """The first timing takes a minute, for it compiles, every other two seconds."""
    timed = []
    monkeypatch.setattr(cli, "_seconds", lambda what, S, n: timed.append(n) or (60.0 if len(timed) == 1 else 2.0))
    S = list(range(1, 101))
    small, n = 2**21, 2**25
    pairs = {size: sum(size - s for s in S) for size in (small, n)}
    expected = estimate("nim_values", S, n)
    assert expected.seconds == pytest.approx(2 * (n + pairs[n]) / (small + pairs[small]))
    assert expected.memory == (2 + engine.NIM_BYTES) * n + 8 * 100
    assert expected.disk == 2 * n
    assert timed == [small, small], "the first only loads what is compiled"
    assert estimate("nim_values", sg.squares, 2**20).seconds == pytest.approx(2)
    assert timed[2:] == [2**20] * 2, "a short run is timed itself"


def test_a_run_says_what_to_expect_and_continues(tmp_path, capsys, monkeypatch):
    arguments = ["run", "cold_positions", "n**2", "10**5", str(tmp_path / "run")]
    assert main(arguments) == 0
    message = capsys.readouterr().out
    assert "cold positions below 100,000: about 0:00:0" in message
    assert "on disk" in message
    (tmp_path / "run" / "about.json").write_text("")  # the next start, which names the game, mends it
    with pytest.warns(UserWarning, match=r"about\.json has been altered"):
        assert main(arguments) == 0
    assert "complete already" in capsys.readouterr().out
    assert np.array_equal(sg.results(tmp_path / "run").array, sg.cold_positions(sg.squares, 100_000))
    monkeypatch.setattr(cli, "estimate", lambda what, S, n: Estimate(1.0, 2**60, 2**60))
    assert main(["run", "nim_values", "squares", "1000", str(tmp_path / "large")]) == 0
    message = [line for line in capsys.readouterr().err.splitlines() if "compiling" not in line]
    assert [line.split(" of ")[1] for line in message] == ["memory free", "disk space free"]
    assert all(line.startswith("warning: only ") for line in message)


REFUSED = [  # (what is wrong in an otherwise good run, what the error says)
    (["n**-1", "1000"], "a negative power"),
    (["squares", "-5"], "n must be a whole number from 1 to 2**62, such as 1000000 or 2**20, not '-5'"),
    (["squares", "9" * 10_000], "99999...'"),
    (["rabbits", "1000"], "a game must be one of"),
    (["--verify=many", "squares", "1000"], "--verify must be a whole number"),
    *((["--hotspots", wrong, "squares", "1000"], "hotspots must be") for wrong in ("1000", "1,,2", "-1", "0,0", "x")),
]


def test_what_cannot_be_run_is_refused_in_one_line(tmp_path, capsys, monkeypatch, unmeasured):
    run = ["run", "cold_positions"]
    refused = [([*run, *more[:-2], "--", *more[-2:], str(tmp_path / "run")], message) for more, message in REFUSED]
    refused += [(["verify", str(tmp_path)], "holds no long run: about.json is missing")]
    nim = ["run", "nim_values", "squares", "1000"]
    refused += [([*nim, str(tmp_path / "run"), "--hotspots", "0"], "--hotspots goes with cold_positions")]
    for arguments, message in refused:
        assert main(arguments) == 1
        (error,) = capsys.readouterr().err.splitlines()
        assert error.startswith("error: ")
        assert message in error
        assert len(error) < 400
        assert not list(tmp_path.iterdir())
    monkeypatch.setattr(cli, "estimate", lambda *_: pytest.fail("it measures first"))
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to("nowhere")
    for folder in ("file", "dangling", "file/below"):
        assert main([*nim, str(tmp_path / folder)]) == 1
        assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize("is_there", [False, True])
def test_what_fails_on_the_way_is_said_in_one_line(is_there, tmp_path, capsys, monkeypatch, unmeasured):
    """And its folder goes only if the run made it; an error of the program's own keeps its traceback."""
    folder = tmp_path / "run"
    if is_there:
        folder.mkdir()
    run = ["run", "nim_values", "squares", "1000", str(folder)]
    for fault, message in ((RuntimeError("can't start new thread"), "can't start new"), (MemoryError(), "MemoryError")):
        monkeypatch.setitem(cli.RUNS, "nim_values", Mock(side_effect=fault))
        assert main(run) == 1
        assert capsys.readouterr().err.startswith(f"error: {message}")
        assert folder.exists() == is_there
    monkeypatch.setitem(cli.RUNS, "nim_values", Mock(side_effect=ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        main(run)


@pytest.mark.parametrize("numbers", [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT, signal.SIGINT]])
def test_ctrl_c_stops_after_a_block_and_a_second_one_at_once(numbers, tmp_path, capsys, monkeypatch, unmeasured):
    """It says how to go on, and nothing is lost."""

    def blocks(*arguments, **settings):
        for place, block in enumerate(sg.nim_blocks(*arguments, **settings)):
            for number in numbers if place == 2 else ():
                os.kill(os.getpid(), number)
            yield block

    arguments = ["run", "nim_values", "squares", "100000", str(tmp_path / "run")]
    before = signal.getsignal(numbers[0])  # ignored, where the tests run in the background
    with monkeypatch.context() as patch:
        patch.setitem(cli.RUNS, "nim_values", blocks)
        assert main(arguments) == 130
    message = capsys.readouterr()
    assert "stopping after this block" in message.err
    if len(numbers) == 1:
        assert "stopped: everything below 24,576 is in" in message.out
        assert "start again with the same arguments" in message.out
        assert sg.results(tmp_path / "run").stop == 3 * 8192
    else:
        assert message.err.splitlines()[-1] == "stopped at once: what was finished before is kept"
    assert signal.getsignal(numbers[0]) is before
    assert main(arguments) == 0
    assert np.array_equal(sg.results(tmp_path / "run").array, sg.nim_values(sg.squares, 100_000))


def test_each_game_has_its_folder_in_the_project_s_runs(tmp_path, monkeypatch, capsys, unmeasured):
    games = ["squares", "n*n", "n+n", "n_n", "n n", "1, 2", "1,2", "1 2", "n//2", "é", "a" * 60 + "*", "a" * 61]
    names = {cli.folder_name(game, 1000) for game in games}
    assert len(names) == len(games)
    assert all(name.isascii() and " " not in name and "/" not in name for name in names)
    (tmp_path / "src").mkdir()
    (tmp_path / "Makefile").touch()
    monkeypatch.chdir(tmp_path / "src")
    with ThreadPoolExecutor(1) as pool:  # in another thread than the main one, which alone hears signals
        assert pool.submit(main, ["run", "nim_values", " squares ", "2**9"]).result() == 0
    assert sg.results(tmp_path / "runs/nim_values-squares-512").finished
    for hotspots in ("0", "2**3,0"):
        assert main(["run", "cold_positions", "squares", "1000", "--hotspots", hotspots]) == 0
    *_, folder = sorted((tmp_path / "runs").glob("cold_positions*"), key=lambda path: path.stat().st_mtime_ns)
    assert np.array_equal(sg.results(folder).array, sg.cold_positions(sg.squares, 1000, hotspots=[0, 8]))
    assert len(list((tmp_path / "runs").iterdir())) == 3


@pytest.mark.parametrize(("what", "more"), [("cold_positions", ["--hotspots", "3,0"]), ("nim_values", [])])
def test_a_folder_is_verified_also_right_after_its_run(what, more, tmp_path, capsys, unmeasured):
    folder = tmp_path / "run"
    assert main(["run", what, "n**2", "10**4", str(folder), "--verify", "500", *more]) == 0
    message = capsys.readouterr().out.splitlines()[-1]
    assert message.startswith("below 10,000: 500 positions")
    assert "no contradiction: at 99% confidence under 9.2e-03 of them could be wrong" in message
    windows = ["--windows", "2"] if what == "cold_positions" else []
    assert main(["verify", str(folder), "2000", *windows]) == 0
    message = capsys.readouterr().out
    assert "2,000 positions" in message
    assert ("and none of 10,000 in whole windows is" in message) == bool(windows)
    data = sg.results(folder).data
    data.write_bytes(data.read_bytes()[:-16] + bytes(16))  # the last results, which are not 0
    assert main(["verify", str(folder), "60000"]) == 2
    assert "contradiction: " in capsys.readouterr().err
