"""Long runs in folders: what the start of a run reports, refuses and leaves behind.

Whatever happened to a folder, its results are right in the end. `test_any_history` tests this by chains of events.
"""

import multiprocessing
import os
import shutil
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from folders import FILES, contents, gathered, stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import run_folder, runs
from subtraction_engine.longruns.verify import verify
from subtraction_engine.support.durable import npy_header, write_at

N = 5 * 8192
START = {
    "nim-values": partial(sg.nim_blocks, sg.squares, N),
    "cold positions": partial(sg.cold_blocks, sg.squares, N, hotspots=[0, 2000], modulus=5, panels=1),
}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(run_folder, "FLUSH_SECONDS", 0)


@pytest.fixture(params=START)
def start(request, tmp_path):
    """A call that continues a run of which three blocks are stored."""
    start = partial(START[request.param], folder=tmp_path / "run")
    stopped_early(start, tmp_path / "run")
    return start


def goes_on(start, warning=None):
    folder = start.keywords["folder"]
    with pytest.warns(UserWarning, match=warning) if warning else nullcontext():
        found = gathered(start())
    assert np.array_equal(found, gathered(start(folder=None)))
    stored = sg.results(folder)
    assert (stored.finished, stored.damaged()) == (True, [])
    assert np.array_equal(np.load(stored.data, mmap_mode="r", allow_pickle=False), found)
    assert {path.name for path in folder.iterdir() if "damaged-" not in path.name} == FILES


def test_a_run_goes_on_and_can_be_read_meanwhile(start, monkeypatch):
    """No block is computed or yielded a second time, and a finished run computes nothing."""
    stored, begun_at, in_threads = sg.results(start.keywords["folder"]), [], runs.in_threads
    assert (stored.finished, len(stored.blocks)) == (False, 3)
    assert f" of squares below {N}, so far below {stored.stop:,}: {stored.count:,}, in {stored.folder}" in repr(stored)
    old = np.array(stored.array)

    def noted(evaluation, threads):
        begun_at.append(evaluation.position)
        return in_threads(evaluation, threads)

    monkeypatch.setattr(runs, "in_threads", noted)
    end = 0
    for first, stop, _ in start():
        assert first == end < stop, "blocks continue without a gap after a stop"
        assert np.load(stored.data, mmap_mode="r", allow_pickle=False).size == sg.results(stored.folder).count
        end = stop
    assert np.array_equal(stored.array, old), "what was read can still be read"
    before = contents(stored.folder)
    gathered(start())
    assert begun_at == [stored.stop]
    assert contents(stored.folder) == before
    write_at(stored.data, 0, npy_header(stored.array.dtype.str, 1))  # as if the last step of a write were missing
    goes_on(start)
    with pytest.raises(ValueError, match=f"must ascend from 0 to {N}, not be"):
        sg.results(stored.folder).of_range(0, N + 1)
    assert [start["from"] for start in sg.results(stored.folder).about["sessions"]][:2] == [0, stored.stop]


def test_values_that_need_a_wider_type_when_carried_on(tmp_path):
    """In Nim itself, with 2^16 moves, a value may need more than 16 bits."""
    every = lambda limit: np.arange(1, limit)  # noqa: E731
    assert sg.nim_values(every, 2**16, folder=tmp_path).dtype == np.uint16
    values = sg.nim_values(every, 2**16 + 300, folder=tmp_path)
    assert (values.dtype, values.tolist()) == (np.uint32, list(range(2**16 + 300)))


def test_each_step_of_a_write_reaches_the_disk_before_the_next(tmp_path, monkeypatch):
    """After a power cut, a line may count results that are not on the disk, unless they were synced before the line."""
    seen, sync = [], os.fsync

    def synced(number):
        data, header = tmp_path / "results.npy", np.load(tmp_path / "results.npy", mmap_mode="r", allow_pickle=False)
        assert header.size <= sg.results(tmp_path).count <= (data.stat().st_size - 128) // 2
        file = Path(os.readlink(f"/proc/self/fd/{number}")).name
        seen.append((file, header.size // 8192, len(sg.results(tmp_path).blocks)))
        sync(number)

    blocks = START["nim-values"](folder=tmp_path)
    next(blocks)
    monkeypatch.setattr(os, "fsync", synced)
    next(blocks)
    blocks.close()
    assert seen[:3] == [("results.npy", 1, 1), ("log.csv", 1, 2), ("results.npy", 2, 2)]


def test_damaged_blocks_are_named_set_aside_and_computed_anew_with_all_that_follow(start):
    stored = sg.results(start.keywords["folder"])
    second, content = stored.blocks[1], bytearray(stored.data.read_bytes())
    content[128 + stored.array.itemsize * second.first] ^= 1
    stored.data.write_bytes(content)
    assert sg.results(stored.folder).damaged() == [second]
    aside, log = stored.folder / "damaged-1", (stored.folder / "log.csv").read_bytes()
    with pytest.warns(UserWarning, match=rf"from {second.start} on are damaged .* as they were are in {aside}$"):
        after = stopped_early(start, stored.folder, 2)
    assert after.damaged() == [], "lost blocks aren't counted when the next one is there"
    assert contents(aside) == {"results.npy": content, "log.csv": log}
    goes_on(start)


def test_results_that_are_cut_while_the_run_goes_on(start):
    blocks = start()
    for _ in range(4):
        next(blocks)
    os.truncate(start.keywords["folder"] / "results.npy", 132)
    with pytest.raises(run_folder.DamagedError, match="altered during the run"):
        gathered(blocks)
    goes_on(start, "damaged or missing")


@pytest.mark.parametrize("name", ["about.json", "game.npz"])
def test_what_names_the_game_is_written_again(name, start):
    """The log's checksums fit only the right game, and others are refused."""
    folder = start.keywords["folder"]
    altered = (folder / name).read_bytes().replace(b"0", b"1")
    for content in (altered, b""):
        (folder / name).write_bytes(content)
        before = contents(folder)
        with pytest.raises((run_folder.DamagedError, FileNotFoundError), match=name):
            verify(folder)
        for S, n in ((sg.cubes, N), (sg.squares, 9)):
            with pytest.raises(run_folder.DamagedError, match="not all of these results belong to this game"):
                next(sg.cold_blocks(S, n, folder=folder))
        assert contents(folder) == before
        goes_on(start, "this run restores it")


def test_folders_that_version_0_4_wrote_are_checked_and_go_on(tmp_path, monkeypatch):
    """A stopped run of cold positions, with hotspots and modulo 5, and a finished run of nim-values."""
    shutil.copytree(Path(__file__).parent / "long-run-folders-0.4", tmp_path, dirs_exist_ok=True)
    stopped, finished = (sg.results(tmp_path / name) for name in ("stopped", "finished"))
    assert (stopped.stop, stopped.about["n"], finished.stop) == (5120, 9000, 2000)
    assert [verify(stored, positions=500).contradiction for stored in (stopped, finished)] == [None, None]
    game = {"S": "squares", "n": 12_000, "hotspots": [0, 2000, 8000]}
    cold, values = sg.cold_positions(**game, method="sieve"), sg.nim_values("squares", 9000)
    assert np.array_equal(sg.cold_positions(**game, folder=stopped.folder), cold)
    assert np.array_equal(sg.nim_values("squares", 9000, folder=finished.folder), values)
    assert [sg.results(stored.folder).damaged() for stored in (stopped, finished)] == [[], []]
    monkeypatch.setattr(run_folder, "FORMAT", 2)
    with pytest.raises(ValueError, match="a run in another format: read it with version"):
        sg.results(stopped.folder)


def test_another_run_is_refused(tmp_path):
    usual = {"S": sg.squares, "n": 20_000, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual, modulus=5))
    before = contents(tmp_path)
    cubes = "cold_positions of 'squares', not cold_positions of 'cubes', which has other moves below "
    for blocks, change, difference in (
        (sg.cold_blocks, {"S": sg.cubes, "n": 30_000}, cubes + "20000"),
        (sg.cold_blocks, {"hotspots": [7]}, "which has other hotspots below 20000"),
        (sg.nim_blocks, {}, r"cold_positions of 'squares', not nim_values of 'squares'\. Name"),
    ):
        with pytest.raises(ValueError, match=f"contains another run: .*{difference}"):
            gathered(blocks(**(usual | change)))
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", ["thesis.tex", "results.npy", "log.csv"])
def test_files_of_others_are_left_alone(tmp_path, name):
    """A folder with other files is refused, even if its log is empty, as loggers open theirs. Hidden files may stay."""
    for file, text in {".07-results.npy": "mine", "log.csv": "", name: "mine"}.items():
        (tmp_path / file).write_text(text)
    before = contents(tmp_path)
    with pytest.raises(FileExistsError, match=r"contains other files \(.*\): name an empty or a new folder"):
        sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert contents(tmp_path) == before


def test_a_copy_made_while_n_is_extended(tmp_path):
    """Its log may reach beyond the n of its about.json."""
    old, new = tmp_path / "old", tmp_path / "new"
    sg.nim_values(sg.squares, 1000, folder=new)
    shutil.copytree(new, old)
    gathered(START["nim-values"](folder=new))
    for name in ("log.csv", "results.npy"):
        shutil.copy2(new / name, old / name)
    before, stored = contents(old), sg.results(old)
    assert (stored.finished, stored.count, stored.damaged()) == (True, 1000, [])
    assert np.array_equal(sg.nim_values(sg.squares, 900, folder=old), stored.array[:900])
    assert contents(old) == before
    assert verify(old, positions=300).contradiction is None
    goes_on(partial(START["nim-values"], folder=old))


def test_the_log_of_lost_results_is_set_aside(start):
    folder = start.keywords["folder"]
    log = (folder / "log.csv").read_bytes()
    (folder / "results.npy").unlink()
    goes_on(start, "damaged or missing")
    assert contents(folder / "damaged-1") == {"log.csv": log}


def test_a_smaller_n_restores_the_whole_run(tmp_path):
    sg.nim_values([1, 4], 20_000, folder=tmp_path)
    (tmp_path / "about.json").unlink()
    with pytest.warns(UserWarning, match="this run restores it"):
        sg.nim_values([1, 4], 500, folder=tmp_path)
    assert sg.results(tmp_path).stop == 20_000


def test_nothing_is_changed_through_links(start, tmp_path):
    """Backups may consist of hard links, so a folder with such links can be read, but its run does not go on."""
    folder, outside = start.keywords["folder"], tmp_path / "outside"
    for name, link in [*((name, os.symlink) for name in FILES), ("log.csv", os.link)]:
        (folder / name).rename(outside)
        link(outside, folder / name)
        before = outside.read_bytes()
        with pytest.raises(OSError, match=r"symbolic links|hard links"):
            gathered(start())
        assert outside.read_bytes() == before
        outside.replace(folder / name)
    assert sg.results(folder).damaged() == []


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_only_one_run_writes_to_a_folder(tmp_path):
    start = partial(sg.nim_blocks, sg.squares, folder=tmp_path)
    first = start(20_000)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing to"):
        next(start(20_000))
    assert next(start(8192)).stop == 8192, "but what is complete can be read"
    with multiprocessing.get_context("fork").Pool(1):  # its process has a copy of the open file
        gathered([next(first), *first])
        gathered(start(20_001))


def test_what_cannot_be_read_is_neither_called_altered_nor_replaced(start, monkeypatch):
    folder = start.keywords["folder"]
    for name in FILES:
        (folder / name).rename(folder.with_name("elsewhere"))
        (folder / name).mkdir()
        before = contents(folder)
        with pytest.raises(IsADirectoryError):
            gathered(start())
        assert contents(folder) == before
        (folder / name).rmdir()
        folder.with_name("elsewhere").rename(folder / name)
    with monkeypatch.context() as patch:
        patch.setattr(np, "load", lambda *_, **__: bytearray(2**62))
        with pytest.raises(MemoryError):
            gathered(start())
    goes_on(start)


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_cannot_go_on_with_its_parent_s_run(tmp_path, monkeypatch):
    monkeypatch.setattr(run_folder, "FLUSH_SECONDS", 10**9)
    blocks = sg.nim_blocks(sg.squares, N, threads=2, folder=tmp_path)
    first = next(blocks)
    if (child := os.fork()) == 0:
        with suppress(RuntimeError):  # a run begun before a fork can't continue in the child
            next(blocks)
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert sg.results(tmp_path).stop == 0, "the child has not written to the folder"
    with pytest.raises(BlockingIOError):
        next(sg.nim_blocks(sg.squares, N, folder=tmp_path))  # nor has it unlocked the folder
    blocks.close()
    assert sg.results(tmp_path).stop == first.stop, "but its parent writes the last blocks at the end"
    assert np.array_equal(sg.nim_values(sg.squares, N, folder=tmp_path), sg.nim_values(sg.squares, N))
