"""Folders that are damaged, strange or can't be read: no wrong answer, nothing lost that the caller can name again."""

import errno
import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from folders import contents, gathered, replaced, stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import checkpoint, runs
from subtraction_engine.longruns.verify import verify

N = 5 * 8192
START = {
    "nim_values": lambda folder: sg.nim_blocks(sg.squares, N, folder=folder),
    "cold_positions": lambda folder: sg.cold_blocks(sg.squares, N, folder=folder, modulus=5, panels=1),
}
FOUR = ["about.json", "game.npz", "results.npy", "log.csv"]
ABOUTS = [
    b"[" * 200_000,
    b"",
    b"null",
    b"{}",
    b'{"results": "nim_values"}',
    b"\xff\xfe{}",
    b'{"n": 1' + b"0" * 5000 + b"}",
]
OTHERS = [[], [4, 1], sg.cubes(N).tolist()]
NO_GAMES = [[0, 1], [-(2**40), 1], [1, 1], [2**62], [1.5, 2.5], [[1], [2]], [1, None], None]
ARRAYS = [lambda a: a.astype("<f8"), lambda a: a.astype(object), lambda a: np.tile(a, 100)]
OWN_ARRAYS = {
    "nim_values": [lambda a: np.r_[a[:-1], np.uint16(sg.squares(N).size + 1)]],
    "cold_positions": [lambda a: np.r_[-1, a[1:]], lambda a: np.r_[a[:-1], N], lambda a: np.r_[a[1::-1], a[2:]]],
}


@pytest.fixture(params=[("nim_values", 10**6), ("cold_positions", 3)], ids=str)
def run(request, tmp_path, monkeypatch):
    """(What it finds, its folder) of a run of some blocks, stopped or finished."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    what, blocks = request.param
    stopped_early(START[what], tmp_path / "run", blocks)
    return what, tmp_path / "run"


def goes_on(run, warning):
    with pytest.warns(UserWarning, match=warning):
        assert np.array_equal(gathered(START[run[0]](run[1])), getattr(sg, run[0])(sg.squares, N))
    held = sg.results(run[1])
    assert (held.finished, held.damaged()) == (True, [])


# --- damage --------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", FOUR)
def test_no_bit_of_a_file_costs_the_run(name, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda number: None)
    expected, rng = sg.cold_positions(sg.squares, 1000, folder=tmp_path), np.random.default_rng(6)
    whole = contents(tmp_path)
    for place in range(0, len(whole[name]), 3):
        content = bytearray(whole[name])
        content[place] ^= 1 << int(rng.integers(8))
        (tmp_path / name).write_bytes(content)
        with suppress(checkpoint.DamagedError):  # whoever only reads is told so, or reads the truth
            held = sg.results(tmp_path)
            assert held.damaged() or np.array_equal(held.array, expected[: held.count])
        assert np.array_equal(sg.cold_positions(sg.squares, 1000, folder=tmp_path), expected), (name, place)
        held = sg.results(tmp_path)
        assert (held.finished, held.damaged(), held.moves.tolist()) == (True, [], sg.squares(1000).tolist())
        for each, stored in whole.items():
            (tmp_path / each).write_bytes(stored)


def test_what_names_the_game_is_written_anew(run):
    """Whatever stands there in its place, or nothing: the lines of the log know the game."""
    for content in [*ABOUTS, None]:
        (run[1] / "about.json").unlink() if content is None else (run[1] / "about.json").write_bytes(content)
        with pytest.raises(
            (checkpoint.DamagedError, FileNotFoundError), match=r"about\.json (has been altered|is missing)"
        ):
            sg.results(run[1])
        goes_on(run, r"about\.json (has been altered|is missing)")
    for moves in OTHERS + NO_GAMES:
        np.savez(run[1] / "game.npz", moves=np.array(moves), hotspots=np.empty(0, np.int64))
        if moves is None:
            (run[1] / "game.npz").unlink()
        if moves in OTHERS:
            with pytest.raises(ValueError, match=r"moves below .* are not the same"):
                gathered(START[run[0]](run[1]))
            continue
        for use in (lambda held: held.moves, verify, lambda held: held.damaged()):
            with pytest.raises(
                checkpoint.DamagedError, match=r"game\.npz (is missing|has been altered): start"
            ) as told:
                use(sg.results(run[1]))
            assert "pickle" not in str(told.value)
        goes_on(run, r"game\.npz (is missing|has been altered)")


@pytest.mark.parametrize("name", ["about.json", "game.npz"])
def test_a_folder_that_cannot_say_whose_it_is_is_no_other_game_s(name, run):
    (run[1] / name).write_bytes(b"junk")
    before = contents(run[1])
    for S, n in ((sg.cubes, N), (sg.squares, 9)):
        with pytest.raises(
            checkpoint.DamagedError, match=r"altered.*these results aren't all of this one\. Put it back"
        ):
            next(sg.cold_blocks(S, n, folder=run[1]))
        assert contents(run[1]) == before


def test_results_that_can_not_be_are_given_up(run):
    """A kernel that believed them would write outside its arrays, though their checksum fits."""
    what, folder = run
    held = sg.results(folder)
    array = held.array.copy()
    for change in ARRAYS + OWN_ARRAYS[what]:
        replaced(held, change(array))
        goes_on(run, "positions from 0 on are damaged or missing")
    for header in (b"", b"\x93NUMPY\x01\x00\xff\xff" + b"[" * 65535, b"junk" * 100):
        held.data.write_bytes(header)
        with pytest.raises(ValueError, match="altered or cut"):
            _ = sg.results(folder).array


def test_lines_that_can_not_be_count_nothing(run):
    log = run[1] / "log.csv"
    before, text = sg.results(run[1]), log.read_bytes()
    for stop, last in [(0, 0), (N + 1, N), (10**18, 10**18), (before.stop, before.count), (N, 0)]:
        log.write_bytes(text + f"{stop:019},{last:019},{'0' * 64}\n".encode())
        assert sg.results(run[1]) == before
    os.truncate(log, 2**36)  # a hole of 64 GiB: read to the first line that is none
    assert sg.results(run[1]) == before
    goes_on(run, "damaged or missing")


# --- no damage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FOUR)
@pytest.mark.parametrize("error", [errno.EACCES, errno.EMFILE, errno.EIO, None], ids=str)
def test_what_cannot_be_read_is_not_called_altered(run, name, error, monkeypatch):
    raised, path_open, before = MemoryError if error is None else OSError, Path.open, contents(run[1])

    def refusing(path, *arguments, **more):
        if path.name == name:
            raise MemoryError if error is None else OSError(error, os.strerror(error), str(path))
        return path_open(path, *arguments, **more)

    monkeypatch.setattr(Path, "open", refusing)
    for use in (lambda folder: gathered(START[run[0]](folder)), lambda folder: sg.results(folder).damaged()):
        with pytest.raises(raised) as told:
            use(run[1])
        assert not isinstance(told.value, checkpoint.DamagedError)
        assert error is None or (told.value.errno == error and name in str(told.value))
    monkeypatch.undo()
    assert contents(run[1]) == before


def test_a_run_of_another_version_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "version", lambda _: "0.2.99")
    stopped_early(START["nim_values"], tmp_path)
    monkeypatch.undo()
    values = gathered(START["nim_values"](tmp_path))
    about = sg.results(tmp_path).about
    assert np.array_equal(values, sg.nim_values(sg.squares, N))
    assert [about["version"], *(session["version"] for session in about["sessions"])][:2] == ["0.2.99", "0.2.99"]
    assert about["sessions"][-1]["version"] != "0.2.99"
    monkeypatch.setattr(checkpoint, "WRONG_VERSIONS", {"0.2.99"})
    for use in (sg.results, lambda folder: next(START["nim_values"](folder))):
        with pytest.raises(ValueError, match=r"results of version 0\.2\.99, which are known to be wrong"):
            use(tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(checkpoint, "FORMAT", 2)
    with pytest.raises(ValueError, match="a run in another format: read it by version"):
        sg.results(tmp_path)


def test_a_run_of_version_0_3_goes_on(tmp_path, monkeypatch):
    """Its about.json has no format and no checksum, and its lines don't name the game."""
    held = stopped_early(START["nim_values"], tmp_path)
    old = {key: value for key, value in held.about.items() if key != "format"}
    (tmp_path / "about.json").write_text(json.dumps(old))
    monkeypatch.setitem(held.about, "version", "0.3.0")
    held.about.pop("format")
    replaced(held, held.array.copy())
    held = sg.results(tmp_path)
    assert held.damaged() == []
    assert np.array_equal(gathered(START["nim_values"](tmp_path)), sg.nim_values(sg.squares, N))
    assert sg.results(tmp_path).finished


def test_another_run_may_begin_while_this_one_looks_around(tmp_path, monkeypatch):
    """Its files are no stranger's, at whatever instant they appear."""
    iterdir, begun = Path.iterdir, []

    def meanwhile(path):
        monkeypatch.undo()
        begun.append(sg.cold_positions(sg.cubes, 1000, folder=tmp_path))
        return iterdir(path)

    monkeypatch.setattr(Path, "iterdir", meanwhile)
    assert np.array_equal(sg.cold_positions(sg.cubes, 1000, folder=tmp_path), begun[0])


def test_a_session_names_the_commit_and_whether_there_are_changes(tmp_path):
    def git(*command):
        by = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", tmp_path, *by, *command], check=True, capture_output=True)

    assert checkpoint._origin(tmp_path)["commit"] == ""
    source = tmp_path / "kernel.py"
    source.write_text("x = 1\n")
    git("init"), git("add", "."), git("commit", "-m", "one")
    commit = checkpoint._origin(tmp_path)["commit"]
    assert len(commit) == 12
    source.write_text("x = 2\n")
    assert checkpoint._origin(tmp_path)["commit"] == f"{commit}+changes"
