"""A folder may come from a stranger: nothing in it is believed that can't be, nothing outside it is touched."""

import json
import os

import numpy as np
import pytest
from folders import contents, gathered, replaced, stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import checkpoint
from subtraction_engine.longruns.verify import verify

N = 5 * 8192
START = {
    "nim_values": lambda folder: sg.nim_blocks(sg.squares, N, folder=folder),
    "cold_positions": lambda folder: sg.cold_blocks(sg.squares, N, folder=folder, modulus=5, tile=1),
}
ABOUTS = [{"results": "../../secret"}, {"results": 3}, {"n": -1}, {"n": "5"}]
ABOUTS += [{"n": 10**4000}, b"[" * 200_000, b"", b"null", b"{}", b'{"results": "nim_values"}', b"\xff\xfe{}"]
MOVES = [[0, 1], [-(2**40), 1], [1, 1], [], [4, 1], [2**62], [1.5, 2.5], [[1], [2]], sg.cubes(N).tolist()]
NO_MOVES = r"game\.npz is missing or has been altered"
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


def refused(words, run, *reading):
    """Going on and reading end in one error of one line, and nothing is touched."""
    before = contents(run[1])
    for use in (lambda folder: gathered(START[run[0]](folder)), *reading):
        with pytest.raises((ValueError, OSError), match=words) as told:
            use(run[1])
        assert len(str(told.value)) < 800
        assert len(str(told.value).splitlines()) == 1
    assert contents(run[1]) == before


def write_about(folder, changes):
    path = folder / "about.json"
    whole = isinstance(changes, bytes)
    path.write_bytes(changes if whole else json.dumps(json.loads(path.read_text()) | changes).encode())


def test_about_and_moves_say_what_a_run_can_be(run):
    _, folder = run
    before, about = sg.results(folder), (folder / "about.json").read_bytes()
    for changes in ABOUTS:
        write_about(folder, changes)
        refused(r"about\.json has been altered", run, lambda folder: sg.results(folder).array)
        write_about(folder, about)
    write_about(folder, {})
    assert sg.results(folder) == before, "they were refused for what was changed, not for being written anew"
    for moves in MOVES:  # a kernel looks up positions by them
        np.savez(folder / "game.npz", moves=np.array(moves), hotspots=np.empty(0, np.int64))
        reading = [lambda folder: sg.results(folder).moves, lambda folder: verify(sg.results(folder))]
        refused(NO_MOVES + "|moves below", run, *(reading if moves in (MOVES[0], MOVES[1], MOVES[6]) else []))


def test_results_that_can_not_be_are_given_up(run):
    """A kernel that believed them would write outside its arrays, though their checksum fits."""
    what, folder = run
    held = sg.results(folder)
    array = held.array.copy()
    for change in ARRAYS + OWN_ARRAYS[what]:
        replaced(held, change(array))
        with pytest.warns(UserWarning, match="positions from 0 on are damaged or missing"):
            assert np.array_equal(gathered(START[what](folder)), getattr(sg, what)(sg.squares, N))
    for header in (b"", b"\x93NUMPY\x01\x00\xff\xff" + b"[" * 65535, b"junk" * 100):
        held.data.write_bytes(header)
        with pytest.raises(ValueError, match="altered or cut"):
            _ = sg.results(folder).array


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_only_regular_files_are_read_and_written(run, kind, tmp_path):
    """Whatever stands in a file's place: nothing that it leads to is read or written, and nobody waits for ever."""
    what, folder = run
    for name in ("lock", "game.npz", "about.json", "log.csv", "results.npy"):
        path, thesis = folder / name, tmp_path / f"thesis-{name}"
        before = path.rename(thesis).read_bytes()
        os.mkfifo(path) if kind == "pipe" else path.symlink_to(thesis)
        if name == "results.npy":  # they are replaced, and computed anew
            with pytest.warns(UserWarning, match="damaged or missing"):
                assert np.array_equal(gathered(START[what](folder)), getattr(sg, what)(sg.squares, N))
        else:
            with pytest.raises((ValueError, OSError), match=r"altered|can't be written to|not a regular file"):
                gathered(START[what](folder))
            path.unlink()
            thesis.rename(path)
    assert thesis.read_bytes() == before


def test_lines_that_can_not_be_count_nothing(run):
    log = run[1] / "log.csv"
    before, text = sg.results(run[1]), log.read_bytes()
    for stop, last in [(0, 0), (N + 1, N), (10**18, 10**18), (before.stop, before.count), (N, 0)]:
        log.write_bytes(text + f"{stop:019},{last:019},{'0' * 64}\n".encode())
        assert sg.results(run[1]) == before
