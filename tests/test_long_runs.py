"""Long runs: stopped, killed, damaged, refused and continued, always with the result of an uninterrupted run."""

import errno
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_games import engine
from subtraction_games.longruns import checkpoint
from subtraction_games.support.blocks import in_threads

RUNS = {  # name: (evaluator by blocks, its name, game, n, settings)
    "by residue classes": (sg.cold_blocks, sg.cold_positions, sg.squares, 300_000, {"modulus": 5, "tile": 1}),
    "with hotspots": (sg.cold_blocks, sg.cold_positions, sg.cubes, 300_000, {"modulus": 7, "hotspots": [0, 99_999]}),
    "by the sieve": (sg.cold_blocks, sg.cold_positions, sg.triangular, 2**23 + 2**20, {"modulus": 0}),
    "nim-values": (sg.nim_blocks, sg.nim_values, sg.squares, 100_000, {}),
}


@pytest.fixture(params=RUNS)
def a_run(request, monkeypatch):
    """(start or continue it in a folder, the whole answer); every block is written by itself."""
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    blocks, evaluator, S, n, settings = RUNS[request.param]
    known = {key: value for key, value in settings.items() if key == "hotspots"}
    return (lambda folder: blocks(S, n, folder=folder, **settings)), evaluator(S, n, **known)


def gathered(blocks):
    return np.concatenate([found for _, _, found in blocks])


def stopped_early(start, folder, after=3):
    """Begin a run and stop it after some blocks."""
    run = start(folder)
    for _ in islice(run, after):
        pass
    run.close()
    return sg.results(folder)


def test_a_stopped_run_goes_on(a_run, tmp_path):
    start, expected = a_run
    for after in (1, 2):
        stopped_early(start, tmp_path, after)
    kept = sg.results(tmp_path)
    assert not kept.finished
    assert 0 < len(kept.array) < len(expected)
    assert np.array_equal(gathered(start(tmp_path)), expected)
    kept = sg.results(tmp_path)
    assert kept.finished
    assert np.array_equal(kept.array, expected)
    assert np.array_equal(gathered(kept.by_blocks()), expected)
    assert np.array_equal(np.load(kept.data, mmap_mode="r", allow_pickle=False), expected)
    assert not kept.array.flags.writeable


def test_a_finished_run_computes_nothing(a_run, tmp_path, monkeypatch):
    start, expected = a_run
    gathered(start(tmp_path))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr("subtraction_games.longruns.runs.in_threads", lambda *_: pytest.fail("it computes"))
    assert np.array_equal(gathered(start(tmp_path)), expected)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_results_can_be_read_while_the_run_goes_on(a_run, tmp_path):
    start, expected = a_run
    seen = 0
    for _, stop, found in start(tmp_path):
        seen += len(found)
        kept = sg.results(tmp_path)
        assert kept.stop == stop
        assert np.array_equal(kept.array, expected[:seen])


def test_blocks_follow_one_another_across_a_stop(a_run, tmp_path):
    start, _ = a_run
    stopped_early(start, tmp_path)
    end = 0
    for begin, stop, _ in start(tmp_path):
        assert begin == end
        end = stop


# --- damage --------------------------------------------------------------------------------------------


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << random.randrange(8)
    path.write_bytes(content)


@pytest.mark.parametrize("harm", ["first", "middle", "last", "cut", "gone"])
def test_damaged_blocks_are_named_and_computed_anew(a_run, tmp_path, harm):
    start, expected = a_run
    kept = stopped_early(start, tmp_path, after=4)
    data, size = kept.data, kept.data.stat().st_size
    if harm == "gone":
        data.unlink()
    elif harm == "cut":
        os.truncate(data, checkpoint.HEADER + (size - checkpoint.HEADER) // 3)
    else:
        flip(data, {"first": checkpoint.HEADER, "middle": (checkpoint.HEADER + size) // 2, "last": size - 1}[harm])
    damaged = sg.results(tmp_path).damaged()
    assert 1 <= len(damaged) <= (4 if harm in ("cut", "gone") else 1)
    with pytest.warns(UserWarning, match="damaged or missing") as warned:
        assert np.array_equal(gathered(start(tmp_path)), expected)
    told = " ".join(str(warning.message) for warning in warned)
    assert all(f"positions {block.start} to {block.stop - 1}" in told for block in damaged)
    assert sg.results(tmp_path).damaged() == []
    assert np.array_equal(np.load(data, allow_pickle=False), expected)


def test_results_before_a_damaged_block_are_found_whatever_that_holds(tmp_path, monkeypatch):
    """They ascend, and a search for the end of a range would be led astray by what doesn't."""
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    n, expected = 100_000, sg.cold_positions(sg.squares, 100_000)
    gathered(sg.cold_blocks(sg.squares, n, modulus=5, tile=1, folder=tmp_path))
    kept = sg.results(tmp_path)
    harmed = kept.blocks[3]
    content = bytearray(kept.data.read_bytes())
    content[checkpoint.HEADER + 8 * harmed.first : checkpoint.HEADER + 8 * harmed.last] = bytes(8 * harmed.count)
    kept.data.write_bytes(content)
    for start in (0, kept.blocks[2].start):
        whole = expected[(expected >= start) & (expected < harmed.start)]
        assert np.array_equal(kept.of_range(start, harmed.start), whole)


def test_every_flipped_byte_of_a_manifest_is_found(tmp_path):
    start = RUNS["nim-values"]
    gathered(start[0](sg.squares, 20_000, folder=tmp_path))
    path = tmp_path / "manifest.json"
    whole = path.read_bytes()
    for place in range(len(whole)):
        flip(path, place)
        with pytest.warns(UserWarning, match=r"manifest\.json has been altered; manifest-copy\.json is used"):
            assert sg.results(tmp_path).finished
        path.write_bytes(whole)


def test_a_lost_manifest_is_restored_from_its_copy(a_run, tmp_path):
    start, expected = a_run
    stopped_early(start, tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.warns(UserWarning, match="missing"):
        assert np.array_equal(gathered(start(tmp_path)), expected)
    json.loads((tmp_path / "manifest.json").read_text())


def test_two_damaged_manifests_are_an_error(tmp_path):
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    for name in checkpoint.MANIFESTS:
        flip(tmp_path / name, 40)
    with pytest.raises(checkpoint.DamagedError, match="altered"):
        sg.results(tmp_path)
    with pytest.raises(checkpoint.DamagedError, match="altered"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


@pytest.mark.parametrize("place", range(0, checkpoint.HEADER, 7))
def test_an_altered_header_is_found(tmp_path, place):
    expected = sg.nim_values(sg.squares, 20_000)
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    flip(tmp_path / "nim_values.npy", place)
    with pytest.warns(UserWarning, match="header has been altered"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert np.array_equal(np.load(tmp_path / "nim_values.npy", allow_pickle=False), expected)


# --- kill -9 -------------------------------------------------------------------------------------------

KILLED = """
import sys
import subtraction_games as sg
from subtraction_games import checkpoint
checkpoint.EVERY = 0
for _, stop, _ in sg.cold_blocks(sg.squares, 2**21, modulus=65, tile=1, folder=sys.argv[1]):
    print(stop, flush=True)
"""
WHOLE = 2**21


def running(folder):
    return subprocess.Popen([sys.executable, "-c", KILLED, folder], stdout=subprocess.PIPE, text=True)


def test_killed_after_any_block(tmp_path):
    """And at whatever instant after it the signal arrives."""
    expected, rng, before = sg.cold_positions(sg.squares, WHOLE), random.Random(20), 0
    for _ in range(6):
        with running(tmp_path) as run:
            for _ in range(before // 33_280 + rng.randrange(1, 8)):  # those of the folder come first
                told = int(run.stdout.readline())
            run.send_signal(signal.SIGKILL)
        kept = sg.results(tmp_path)
        assert kept.damaged() == []
        assert before <= kept.stop >= told - 33_280, "what was handed over before the last block is there"
        assert np.array_equal(kept.array, expected[expected < kept.stop])
        before = kept.stop
    assert np.array_equal(gathered(sg.cold_blocks(sg.squares, WHOLE, modulus=65, tile=1, folder=tmp_path)), expected)


def test_stopped_by_a_signal_and_continued(tmp_path):
    """While it stands still its folder can be read, and belongs to it."""
    expected = sg.cold_positions(sg.squares, WHOLE)
    with running(tmp_path) as run:
        told = [int(run.stdout.readline()) for _ in range(3)][-1]
        run.send_signal(signal.SIGSTOP)
        try:
            kept = sg.results(tmp_path)
            assert kept.stop >= told - 33_280
            assert np.array_equal(kept.array, expected[expected < kept.stop])
            with pytest.raises(BlockingIOError, match="another run is writing"):
                gathered(sg.cold_blocks(sg.squares, WHOLE, modulus=65, tile=1, folder=tmp_path))
        finally:
            run.send_signal(signal.SIGCONT)
        run.stdout.read()
    assert run.returncode == 0
    assert np.array_equal(sg.results(tmp_path).array, expected)


@pytest.mark.parametrize("step", [-3600, 0, 10**9])
def test_a_clock_that_jumps(a_run, tmp_path, monkeypatch, step):
    """The time of day says nothing about how long ago something was written."""
    start, expected = a_run
    jumping = itertools.count(time.time(), step)
    monkeypatch.setattr(time, "time", lambda: next(jumping))
    monkeypatch.setattr(checkpoint, "EVERY", 5.0)
    steady = itertools.count(0, 3)
    monkeypatch.setattr(checkpoint, "time", SimpleNamespace(monotonic=lambda: next(steady), time=time.time))
    stops = [0]
    for _, stop, _ in islice(start(tmp_path), 6):
        stops.append(stop)
        assert sg.results(tmp_path).stop in stops[-3:], "no more than the last two blocks are waiting"
    assert sg.results(tmp_path).stop > 0
    assert np.array_equal(gathered(start(tmp_path)), expected)


# --- what reaches the disk, and when -------------------------------------------------------------------


def test_results_are_on_the_disk_before_the_manifest_that_lists_them(a_run, tmp_path, monkeypatch):
    """After a power cut a name may stand for anything that wasn't synced: so the order is what is promised."""
    seen, sync, put = [], os.fsync, os.replace

    def synced(number):
        seen.append(("on the disk", Path(os.readlink(f"/proc/self/fd/{number}")).name))
        sync(number)

    def replaced(old, new):
        seen.append((Path(old).name, Path(new).name))
        put(old, new)

    start, _ = a_run
    blocks = start(tmp_path)
    next(blocks)
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    next(blocks)
    blocks.close()
    first, second = checkpoint.MANIFESTS
    unfinished, copy = f".{os.getpid()}-{first}", f".{os.getpid()}-{second}"
    assert seen == [
        ("on the disk", sg.results(tmp_path).data.name),
        ("on the disk", unfinished),
        (unfinished, first),
        ("on the disk", tmp_path.name),
        (copy, second),
    ]


def test_a_block_that_comes_out_different_is_an_error(a_run, tmp_path, monkeypatch):
    """Its checksum was right when it was written, so it is the computation that has changed."""
    start, _ = a_run
    kept = stopped_early(start, tmp_path)
    flip(kept.data, checkpoint.HEADER)
    before = kept.data.read_bytes()
    monkeypatch.setattr(checkpoint, "_sha256", lambda parts: "0" * 64)
    with (
        pytest.warns(UserWarning, match="damaged"),
        pytest.raises(checkpoint.DamagedError, match="comes out different"),
    ):
        gathered(start(tmp_path))
    assert kept.data.read_bytes() == before


@pytest.mark.parametrize("larger", [1, 2, 3])
def test_repair_by_blocks_of_another_size(tmp_path, monkeypatch, larger):
    """As when a folder moves between a machine and a cluster: what is found beyond the damaged block isn't lost."""
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    n, S = 12 * 8192 - 50, sg.squares
    expected = sg.nim_values(S, n)
    about = {"results": "nim_values", "dtype": "<u2", "n": n, "moves": S(n).size}

    def start(block):
        tiling = engine.Tiling(S(n), n, block)
        return checkpoint.continued(tmp_path, about, tiling, lambda evaluation: in_threads(evaluation, 1))

    for sizes in ((8192, larger * 8192), (larger * 8192, 8192)):
        first = start(sizes[0])
        for _ in range(6 // (sizes[0] // 8192)):
            next(first)
        first.close()
        kept = sg.results(tmp_path)
        for block in kept.blocks[1:3]:
            flip(kept.data, checkpoint.HEADER + 2 * block.first + 7)
        with pytest.warns(UserWarning, match="damaged or missing"):
            assert np.array_equal(gathered(start(sizes[1])), expected)
        assert np.array_equal(sg.results(tmp_path).array, expected)
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()


# --- folders that can't be used ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"S": sg.cubes}, "game is 'squares' there and 'cubes' here"),
        ({"n": 30_000}, "n is 20000 there and 30000 here"),
        ({"hotspots": [7]}, "hotspots is 0 there and 1 here"),
        ({"modulus": 7}, "modulus is 5 there and 7 here"),
        ({"tile": 2}, "tile is None there and 2 here"),
    ],
)
def test_another_run_is_refused(tmp_path, change, told):
    usual = {"S": sg.squares, "n": 20_000, "modulus": 5, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match=told):
        gathered(sg.cold_blocks(**(usual | change)))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_nim_values_do_not_continue_cold_positions(tmp_path):
    gathered(sg.cold_blocks(sg.squares, 20_000, folder=tmp_path))
    with pytest.raises(ValueError, match="results is 'cold_positions' there and 'nim_values' here"):
        sg.nim_values(sg.squares, 20_000, folder=tmp_path)


def test_another_version_is_refused(tmp_path, monkeypatch):
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    monkeypatch.setattr("subtraction_games.longruns.runs.version", lambda _: "99")
    with pytest.raises(ValueError, match=r"version is '.*' there and '99' here"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(FileExistsError, match=r"thesis\.tex"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert (tmp_path / "thesis.tex").read_text() == "mine"


def test_two_runs_do_not_share_a_folder(tmp_path):
    first = sg.nim_blocks(sg.squares, 20_000, folder=tmp_path)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing"):
        next(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    first.close()
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


def test_a_place_that_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"can't be written to \(Not a directory\)"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / "file" / "run"))


@pytest.fixture
def as_anybody():
    """A folder of somebody who isn't root, whom permissions bind."""
    folder, root = Path(tempfile.mkdtemp()), os.geteuid() == 0
    if root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_folder_made_read_only_in_the_middle(a_run, as_anybody):
    start, expected = a_run
    blocks = start(as_anybody)
    next(blocks), next(blocks)
    kept = sg.results(as_anybody)
    as_anybody.chmod(0o555)
    with pytest.raises(PermissionError, match="can't be written to"):
        gathered(blocks)
    with pytest.raises(PermissionError, match="can't be written to"):
        gathered(start(as_anybody))
    assert sg.results(as_anybody) == kept
    as_anybody.chmod(0o755)
    assert kept.damaged() == []
    assert np.array_equal(gathered(start(as_anybody)), expected)


@pytest.mark.parametrize("what", ["renamed", "removed"])
def test_a_folder_that_goes_in_the_middle(a_run, tmp_path, what):
    start, expected = a_run
    folder, elsewhere = tmp_path / "run", tmp_path / "elsewhere"
    blocks = start(folder)
    next(blocks), next(blocks)
    if what == "renamed":
        folder.rename(elsewhere)
    else:
        shutil.rmtree(folder)
    with pytest.raises(FileNotFoundError, match=r"was renamed or removed.*[Pp]ut it back"):
        gathered(blocks)
    assert not folder.exists()
    if what == "renamed":
        kept = sg.results(elsewhere)
        assert kept.stop > 0
        assert kept.damaged() == []
        elsewhere.rename(folder)
    assert np.array_equal(gathered(start(folder)), expected)
    assert sg.results(folder).finished


CRAMPED = """
import resource, sys
import subtraction_games as sg
from subtraction_games import checkpoint
checkpoint.EVERY = 0
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))  # what a full disk or a quota does
try:
    sg.nim_values(sg.squares, 2**18, folder=sys.argv[1])
except OSError as error:
    print(error)
"""


def test_a_full_disk_loses_nothing_that_was_finished(tmp_path):
    run = subprocess.run([sys.executable, "-c", CRAMPED, tmp_path], capture_output=True, text=True, check=True)
    assert "can't be written to" in run.stdout
    assert "start again with the same arguments" in run.stdout
    kept, expected = sg.results(tmp_path), sg.nim_values(sg.squares, 2**18)
    assert kept.damaged() == []
    assert len(kept.array) == 49_152  # six blocks fit
    assert np.array_equal(kept.array, expected[:49_152])
    assert np.array_equal(sg.nim_values(sg.squares, 2**18, folder=tmp_path), expected)


def test_no_space_for_a_manifest(tmp_path, monkeypatch):
    stopped_early(lambda folder: sg.nim_blocks(sg.squares, 20_000, folder=folder), tmp_path, 1)

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "_write_manifest", full)
        with pytest.raises(OSError, match="No space left on device"):
            gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert np.array_equal(sg.nim_values(sg.squares, 20_000, folder=tmp_path), sg.nim_values(sg.squares, 20_000))


@pytest.mark.parametrize("evaluator", [sg.cold_positions, sg.nim_values])
def test_only_the_engine_keeps_folders(evaluator, tmp_path):
    with pytest.raises(ValueError, match="method must be 'auto' or 'engine'"):
        evaluator(sg.squares, 100, method="dynamic-programming", folder=tmp_path)


def test_no_run_in_a_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match="holds no long run"):
        sg.results(tmp_path)
