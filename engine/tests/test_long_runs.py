"""Long runs in folders: what the start of a run reports, refuses and leaves behind.

Whatever happened to a folder, its results are right in the end. `test_any_history` tests this by chains of events.
"""

import errno
import multiprocessing
import os
import shutil
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from folders import contents, gathered, stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import checkpoint, runs
from subtraction_engine.longruns.verify import verify

N = 5 * 8192
FILES = {"about.json", "game.npz", "log.csv", "results.npy"}
START = {
    "nim-values": partial(sg.nim_blocks, sg.squares, N),
    "cold positions": partial(sg.cold_blocks, sg.squares, N, hotspots=[0, 2000], modulus=5, panels=1),
}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)


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
    """No block is settled or yielded a second time, and a finished run computes nothing."""
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
    assert begun_at == [stored.stop]
    assert np.array_equal(stored.array, old), "what was read can still be read"
    before = contents(stored.folder)
    monkeypatch.setattr(runs, "in_threads", lambda *_, **__: pytest.fail("the run computes something"))
    gathered(start())
    assert contents(stored.folder) == before
    with pytest.raises(ValueError, match=f"must ascend from 0 to {N}, not be"):
        sg.results(stored.folder).of_range(0, N + 1)
    sessions = sg.results(stored.folder).about["sessions"]
    assert [(session["from"], session["to"]) for session in sessions] == [(0, stored.stop), (stored.stop, N)]
    assert set(sessions[-1]) == {"from", "to", "seconds", "version", "date", "machine"}


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


def test_a_header_that_another_program_damages_is_restored(start):
    gathered(start())
    for place in (21, 24, 62, 63):
        content = bytearray((start.keywords["folder"] / "results.npy").read_bytes())
        content[place] ^= 1
        (start.keywords["folder"] / "results.npy").write_bytes(content)
        goes_on(start)


@pytest.mark.parametrize(
    ("happens", "undone", "error", "warning"),
    [
        (lambda run: os.truncate(run / "results.npy", 132), lambda run: None, "altered during the run", "damaged or"),
        (lambda run: run.rename(f"{run}2"), lambda run: Path(f"{run}2").rename(run), "No such file .*; finished", None),
    ],
    ids=["results.npy is cut", "the folder is renamed"],
)
def test_what_happens_to_the_files_while_the_run_goes_on(start, happens, undone, error, warning):
    folder, blocks = start.keywords["folder"], start()
    for _ in range(4):
        next(blocks)
    happens(folder)
    with pytest.raises((checkpoint.DamagedError, FileNotFoundError), match=error):
        gathered(blocks)
    undone(folder)
    goes_on(start, warning)


@pytest.mark.parametrize("name", ["about.json", "game.npz"])
def test_what_names_the_game_is_written_anew(name, start):
    """This is so whatever replaces the file. The log's checksums fit only the right game, and others are refused."""
    folder, problem = start.keywords["folder"], rf"{name} (has been altered|is missing)"
    for content in (b"[" * 200_000, b"", b"{}", b'{"n": 1' + b"0" * 5000, None):
        (folder / name).unlink() if content is None else (folder / name).write_bytes(content)
        before = contents(folder)
        for use in (lambda stored: stored.game, verify, lambda stored: stored.damaged()):
            with pytest.raises((checkpoint.DamagedError, FileNotFoundError), match=problem):
                use(sg.results(folder))
        for S, n in ((sg.cubes, N), (sg.squares, 9)):
            others = r"not all of these results belong to this game\. Put it back"
            with pytest.raises(checkpoint.DamagedError, match=rf"{problem}.*{others}"):
                next(sg.cold_blocks(S, n, folder=folder))
        assert contents(folder) == before
        goes_on(start, problem)
        assert name != "game.npz" or sg.results(folder).about["sessions"][0]["from"] == 0, "the record is kept"


def test_a_smaller_n_restores_no_file(tmp_path):
    """Otherwise the results from n on would be taken for damaged."""
    sg.cold_positions([1, 2], 3000, folder=tmp_path)
    (tmp_path / "about.json").unlink()
    with pytest.raises(checkpoint.DamagedError, match="or ask for the 3000 positions of its own game"):
        sg.cold_positions([1, 2], 2000, folder=tmp_path)


def test_a_line_of_the_log_that_cannot_be_true_counts_nothing(start):
    log, stored = start.keywords["folder"] / "log.csv", sg.results(start.keywords["folder"])
    text, stop, count = log.read_bytes(), stored.stop, stored.count
    for line in [(0, 0), (stop, count), (N, 0), (N, count + N - stop + 1), (N + 1, count)]:
        log.write_bytes(text + f"{line[0]:019},{line[1]:019},{'0' * 64}\n".encode())
        assert sg.results(stored.folder) == stored
    os.truncate(log, 2**36)  # a hole of 64 GiB, which must not be read whole
    assert sg.results(stored.folder) == stored
    os.truncate(log, len(text) + 300)
    goes_on(start, "damaged or missing")


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
    for stored in map(sg.results, (stopped.folder, finished.folder)):
        assert stored.damaged() == []
        assert ["commit" in session for session in stored.about["sessions"]] == [True, False]
    monkeypatch.setattr(checkpoint, "FORMAT", 2)
    with pytest.raises(ValueError, match="a run in another format: read it with version"):
        sg.results(stopped.folder)


def test_another_run_is_refused(tmp_path):
    usual = {"S": sg.squares, "n": 20_000, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual, modulus=5))
    before = contents(tmp_path)
    cubes = "cold_positions of 'squares', not cold_positions of 'cubes', which has other moves below "
    for blocks, change, difference in (
        (sg.cold_blocks, {"S": sg.cubes, "n": 30_000}, cubes + "20000"),
        (sg.cold_blocks, {"S": sg.cubes, "n": 10_000}, cubes + "10000"),
        (sg.cold_blocks, {"hotspots": [7]}, "which has other hotspots below 20000"),
        (sg.nim_blocks, {}, r"cold_positions of 'squares', not nim_values of 'squares'\. Name"),
    ):
        with pytest.raises(ValueError, match=f"contains another run: .*{difference}"):
            gathered(blocks(**(usual | change)))
    assert contents(tmp_path) == before


@pytest.mark.parametrize("log", [None, "", "level,message\n"])
@pytest.mark.parametrize("name", ["thesis.tex", "results.npy", "game.npz", "about.json"])
def test_files_of_others_are_left_alone(tmp_path, name, log):
    """A folder with other files is refused, even if its log is empty, as loggers open theirs. Hidden files may stay."""
    for file, text in {".07-results.npy": "mine", name: "mine", **({} if log is None else {"log.csv": log})}.items():
        (tmp_path / file).write_text(text)
    before = contents(tmp_path)
    with pytest.raises(FileExistsError, match=f"contains other files \\(({name}|log.csv)\\): name an empty or a new"):
        sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("copy", [os.link, shutil.copy2])
def test_a_snapshot_taken_before_n_is_extended(copy, tmp_path):
    """The log may reach beyond the n of about.json. A snapshot by hard links is read, but not changed."""
    old, new, expected = tmp_path / "old", tmp_path / "new", sg.nim_values(sg.squares, N)
    gathered(sg.nim_blocks(sg.squares, 1000, folder=new))
    shutil.copytree(new, old, copy_function=copy)
    if copy is os.link:
        with pytest.raises(OSError, match="hard links would change under all its names: copy the folder; finished"):
            gathered(sg.nim_blocks(sg.squares, N, folder=new))
    else:
        gathered(sg.nim_blocks(sg.squares, N, folder=new))
        for name in ("log.csv", "results.npy"):
            shutil.copy2(new / name, old / name)
    before, stored = contents(old), sg.results(old)
    assert (stored.finished, stored.count, stored.damaged()) == (True, 1000, [])
    assert np.array_equal(sg.nim_values(sg.squares, 900, folder=old), expected[:900])
    assert contents(old) == before
    shutil.copytree(old, tmp_path / "copy")
    goes_on(partial(START["nim-values"], folder=tmp_path / "copy"))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_only_one_run_writes_to_a_folder_and_only_as_long_as_it_lasts(tmp_path):
    start = partial(sg.nim_blocks, sg.squares, folder=tmp_path)
    first = start(20_000)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing to"):
        next(start(20_000))
    assert next(start(8192)).stop == 8192, "but what is complete can be read"
    with multiprocessing.get_context("fork").Pool(1):  # it holds a copy of the open file
        gathered([next(first), *first])
        gathered(start(20_001))


@pytest.fixture
def refuse(monkeypatch):
    """A function after which opening a file raises an error, if condition(path, flags) is true."""
    os_open = os.open

    def refuse(error, condition):
        def opened(path, flags, *arguments):
            if condition(Path(path), flags):
                raise error
            return os_open(path, flags, *arguments)

        monkeypatch.setattr(os, "open", opened)

    return refuse


@pytest.mark.parametrize("name", sorted(FILES))
@pytest.mark.parametrize("error", [MemoryError("refused"), OSError(errno.EACCES, "refused")])
def test_what_cannot_be_read_is_not_called_altered(start, name, error, refuse):
    folder, refused = start.keywords["folder"], []
    before = contents(folder)
    refuse(error, lambda path, flags: path.name == name and not refused)
    for use in (lambda: gathered(start()), lambda: sg.results(folder).damaged()):
        with pytest.raises(type(error), match="refused"):
            use()
    refused.append("no longer")
    assert contents(folder) == before


def test_a_finished_run_is_served_from_where_nothing_can_be_written(tmp_path, refuse):
    expected = sg.cold_positions(sg.squares, 20_000, folder=tmp_path)
    refuse(OSError(errno.EROFS, "read-only"), lambda path, flags: flags & (os.O_WRONLY | os.O_RDWR))
    for n in (20_000, 7, 0):
        assert np.array_equal(sg.cold_positions(sg.squares, n, folder=tmp_path), expected[expected < n])
    for S, n, error in ((sg.squares, 20_001, OSError), (sg.cubes, 20_000, ValueError)):
        with pytest.raises(error):
            sg.cold_positions(S, n, folder=tmp_path)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_link_is_not_followed(name, start, tmp_path):
    path, outside = start.keywords["folder"] / name, tmp_path / "outside"
    path.rename(outside)
    path.symlink_to(outside)
    before = outside.read_bytes()
    with pytest.raises(OSError, match=r"finished blocks in .* are kept, and the same call continues"):
        gathered(start())
    assert outside.read_bytes() == before


def test_places_that_cannot_be_used(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(37, "No locks available")

    (tmp_path / "file").write_text("")
    monkeypatch.setattr("fcntl.flock", refused)
    for place, problem in {"file/run": "Not a dir", "file": "File exists", "new": "No locks available"}.items():
        with pytest.raises(OSError, match=rf"{problem}.*; finished blocks in .* are kept, and the same call continues"):
            gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / place))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_cannot_go_on_with_its_parent_s_run(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 10**9)
    blocks = sg.nim_blocks(sg.squares, N, threads=2, folder=tmp_path)
    first = next(blocks)
    if (child := os.fork()) == 0:
        try:
            next(blocks)
        except RuntimeError as error:
            os._exit(7 if "begun before a fork can't continue in the child" in str(error) else 8)
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert sg.results(tmp_path).stop == 0
    with pytest.raises(BlockingIOError):  # the child has not unlocked the folder, either
        next(sg.nim_blocks(sg.squares, N, folder=tmp_path))
    assert np.array_equal(gathered([first, *blocks]), sg.nim_values(sg.squares, N))
