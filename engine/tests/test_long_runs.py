"""Long runs in folders: what the start of a run reports, refuses and leaves behind.

Whatever happened to a folder, its results are right in the end. `test_any_history` tests this by chains of events, and
`test_interrupted_at_any_line` by an interrupt at each line.
"""

import errno
import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from folders import contents, gathered, stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import checkpoint, runs
from subtraction_engine.longruns.verify import verify

N = 5 * 8192
START = {
    "nim_values": partial(sg.nim_blocks, sg.squares, N),
    "cold_positions": partial(sg.cold_blocks, sg.squares, N, hotspots=[0, 2000], modulus=5, panels=1),
    "legs": partial(sg.cold_blocks, sg.squares, N),
}
FILES = ["about.json", "game.npz", "results.npy", "log.csv"]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch, short_legs):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)


@dataclass
class Run:
    """A run of some blocks in a folder, the way to continue it, and the whole answer."""

    folder: Path
    start: Callable[[], Iterator]
    expected: np.ndarray

    def goes_on(self, warning=None):
        with pytest.warns(UserWarning, match=warning) if warning else nullcontext():
            assert np.array_equal(gathered(self.start()), self.expected)
        stored = sg.results(self.folder)
        assert (stored.finished, stored.damaged()) == (True, [])
        assert np.array_equal(np.load(stored.data, mmap_mode="r", allow_pickle=False), self.expected)
        assert {path.name for path in self.folder.iterdir()} == set(FILES)


@pytest.fixture(params=START)
def run(request, tmp_path):
    start = partial(START[request.param], folder=tmp_path / "run")
    stopped_early(start, tmp_path / "run")
    cold = sg.cold_positions(sg.squares, N, hotspots=start.keywords.get("hotspots"))
    return Run(tmp_path / "run", start, sg.nim_values(sg.squares, N) if request.param == "nim_values" else cold)


def test_a_run_goes_on_and_can_be_read_meanwhile(run, monkeypatch):
    """No block is settled or yielded a second time, and a finished run computes nothing."""
    stored, start_positions, in_threads = sg.results(run.folder), [], runs.in_threads
    assert (stored.finished, len(stored.blocks), 0 < stored.count < len(run.expected)) == (False, 3, True)
    assert f" of squares below {N}, so far below {stored.stop:,}: {stored.count:,}, in {run.folder}" in repr(stored)

    def noted(evaluation, threads):
        start_positions.append((evaluation.position, evaluation.last_block_end(stored.stop)))
        return in_threads(evaluation, threads)

    monkeypatch.setattr(runs, "in_threads", noted)
    end = 0
    for start, stop, _ in run.start():
        assert start == end < stop, "blocks continue without a gap after a stop"
        end = stop
    assert start_positions[0][0] == start_positions[0][1] > 0
    assert np.array_equal(stored.array, run.expected[: stored.count]), "what was read can still be read"
    before = contents(run.folder)
    monkeypatch.setattr(runs, "in_threads", lambda *_, **__: pytest.fail("the run computes something"))
    run.goes_on()
    assert contents(run.folder) == before
    stored = sg.results(run.folder)
    with pytest.raises(ValueError, match=f"must ascend from 0 to {stored.stop}, not be"):
        stored.of_range(0, stored.stop + 1)
    sessions = stored.about["sessions"]
    assert [session["from"] for session in sessions] == [0, *(session["to"] for session in sessions[:-1])]
    assert set(sessions[-1]) == {"from", "to", "seconds", "version", "date", "machine"}


def test_values_that_need_a_wider_type_when_carried_on(tmp_path):
    """In Nim itself, with 2^16 moves, a value may need more than 16 bits."""
    every = lambda limit: np.arange(1, limit)  # noqa: E731
    assert sg.nim_values(every, 2**16, folder=tmp_path).dtype == np.uint16
    values = sg.nim_values(every, 2**16 + 300, folder=tmp_path)
    assert values.dtype == np.uint32
    assert np.array_equal(values, np.arange(2**16 + 300))


def test_results_are_on_the_disk_before_the_line_that_counts_them(tmp_path, monkeypatch):
    """After a power cut, a line may count results that are not on the disk, unless they were synced before the line."""
    seen, sync = [], os.fsync

    def synced(number):
        name = Path(os.readlink(f"/proc/self/fd/{number}")).name
        seen.append((name, len(sg.results(tmp_path).blocks)))
        sync(number)

    blocks = START["nim_values"](folder=tmp_path)
    next(blocks)
    monkeypatch.setattr(os, "fsync", synced)
    next(blocks)
    blocks.close()
    assert seen[:2] == [("results.npy", 1), ("log.csv", 2)]


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << random.randrange(8)
    path.write_bytes(content)


HARMS = {"type": (0, 3), "first": (1, 2), "log": (0, 0)}  # the range of the three blocks that are reported as damaged


@pytest.mark.parametrize("harm", HARMS)
def test_damaged_blocks_are_named_and_computed_anew_with_all_that_follow(run, harm):
    stored, log = sg.results(run.folder), run.folder / "log.csv"
    if harm == "log":
        log.write_bytes(log.read_bytes().replace(b",", b";", 3))  # the first line and half of the second
    else:
        itemsize = np.load(stored.data, allow_pickle=False).itemsize
        flip(stored.data, {"type": 21, "first": 128 + itemsize * stored.blocks[1].first}[harm])
        assert sg.results(run.folder).damaged() == list(stored.blocks[slice(*HARMS[harm])])
    first = HARMS[harm][0]
    with pytest.warns(UserWarning, match=rf"positions from {stored.blocks[first].start} on are damaged or missing"):
        after = stopped_early(run.start, run.folder, first + 1)
    assert after.damaged() == [], "lost blocks aren't counted when the next one is there"
    run.goes_on()


def test_a_file_that_another_program_cuts_while_the_run_goes_on(run):
    blocks = run.start()
    for _ in range(4):
        next(blocks)
    os.truncate(sg.results(run.folder).data, 132)
    with pytest.raises(checkpoint.DamagedError, match="altered during the run"):
        gathered(blocks)
    run.goes_on("damaged or missing")


JUNK = [b"[" * 200_000, b"", b"{}", b"\xff\xfe{}", b'{"n": 1' + b"0" * 5000, None]
NOT_OURS = [{"results": "hot_positions"}, {"n": -1}, {"n": 2**70}, {"version": ["0.4"]}]


@pytest.mark.parametrize("name", ["about.json", "game.npz"])
def test_what_names_the_game_is_written_anew(name, run):
    """This is so whatever replaces the file. The log's checksums fit only the right game, and others are refused."""
    path, problem = run.folder / name, rf"{name} (has been altered|is missing)"
    consistent = [sg.results(run.folder).about | change for change in NOT_OURS] * (name == "about.json")
    consistent = [json.dumps(about | {"sha256": checkpoint._checksum(about)}).encode() for about in consistent]
    for content in JUNK + consistent:
        path.unlink() if content is None else path.write_bytes(content)
        before = contents(run.folder)
        for use in (lambda stored: stored.game, verify, lambda stored: stored.damaged()):
            with pytest.raises((checkpoint.DamagedError, FileNotFoundError), match=problem) as raised:
                use(sg.results(run.folder))
            assert "pickle" not in str(raised.value)
        for S, n in ((sg.cubes, N), (sg.squares, 9)):
            others = r"not all of these results belong to this game\. Put it back"
            with pytest.raises(checkpoint.DamagedError, match=rf"{problem}.*{others}"):
                next(sg.cold_blocks(S, n, folder=run.folder))
        assert contents(run.folder) == before
        run.goes_on(problem)


NOT_FILES = {"link": Path.symlink_to, "pipe": lambda path, _: os.mkfifo(path), "folder": lambda path, _: path.mkdir()}


@pytest.mark.parametrize("kind", NOT_FILES)
@pytest.mark.parametrize("name", [*FILES, ".about.json.unfinished"])
def test_a_link_a_pipe_or_a_folder_in_place_of_a_file_is_refused(name, kind, run, tmp_path):
    """A run neither follows a link out of the folder nor waits for a pipe."""
    path, outside = run.folder / name, tmp_path / "outside"
    (path if path.exists() else run.folder / "about.json").rename(outside)
    before = outside.read_bytes()
    NOT_FILES[kind](path, outside)
    mending = pytest.warns(UserWarning, match="about.json is missing") if name[0] == "." else nullcontext()
    with mending, pytest.raises(OSError, match="can't be read"):
        gathered(run.start())
    assert outside.read_bytes() == before


def test_a_line_of_the_log_that_cannot_be_true_counts_nothing(run):
    log, stored = run.folder / "log.csv", sg.results(run.folder)
    text, stop, count = log.read_bytes(), stored.stop, stored.count
    for line in [(0, 0), (stop, count), (N, 0), (N, count + N - stop + 1)]:
        log.write_bytes(text + f"{line[0]:019},{line[1]:019},{'0' * 64}\n".encode())
        assert sg.results(run.folder) == stored
    os.truncate(log, 2**36)  # a hole of 64 GiB, which must not be read whole
    assert sg.results(run.folder) == stored
    run.goes_on("damaged or missing")


@pytest.mark.parametrize("name", FILES)
def test_what_cannot_be_read_is_not_called_altered(tmp_path, name, monkeypatch):
    stopped_early(START["cold_positions"], tmp_path)
    os_open, before = os.open, contents(tmp_path)
    for error in (MemoryError("refused"), OSError(errno.EACCES, "refused", name)):

        def refusing(path, *arguments, error=error):
            if Path(path).name == name:
                raise error
            return os_open(path, *arguments)

        monkeypatch.setattr(os, "open", refusing)
        for use in (START["cold_positions"], lambda *, folder: sg.results(folder).damaged()):
            with pytest.raises(type(error), match="refused"):
                list(use(folder=tmp_path))
    monkeypatch.undo()
    assert contents(tmp_path) == before


def test_folders_that_version_0_4_wrote_are_checked_and_go_on(tmp_path, monkeypatch):
    """A stopped run of cold positions, with hotspots and modulo 5, and a finished run of nim-values."""
    shutil.copytree(Path(__file__).parent / "folders-0.4", tmp_path, dirs_exist_ok=True)
    stopped, finished = (sg.results(tmp_path / name) for name in ("stopped", "finished"))
    assert (stopped.stop, stopped.about["n"], finished.stop) == (5120, 9000, 2000)
    for stored in (stopped, finished):
        assert (stored.damaged(), verify(stored, positions=500).contradiction) == ([], None)
        assert [(each["version"][:3], each["commit"]) for each in stored.about["sessions"]] == [("0.4", "")]
    values = sg.nim_values("squares", 9000, folder=finished.folder)
    assert np.array_equal(values, sg.nim_values("squares", 9000))
    game = {"S": "squares", "n": 12_000, "hotspots": [0, 2000, 8000]}
    assert np.array_equal(sg.cold_positions(**game, folder=stopped.folder), sg.cold_positions(**game, method="sieve"))
    for stored in map(sg.results, (stopped.folder, finished.folder)):
        assert stored.damaged() == []
        assert ["commit" in session for session in stored.about["sessions"]][:2] == [True, False]
    monkeypatch.setattr(checkpoint, "FORMAT", 2)
    with pytest.raises(ValueError, match="a run in another format: read it with version"):
        sg.results(stopped.folder)


def test_another_run_is_refused(tmp_path):
    usual = {"S": sg.squares, "n": 20_000, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual, modulus=5))
    before = contents(tmp_path)
    cubes = "cold_positions of 'squares', not cold_positions of 'cubes', which has other moves below "
    for change, difference in (
        ({"S": sg.cubes, "n": 30_000}, cubes + "20000"),
        ({"S": sg.cubes, "n": 10_000}, cubes + "10000"),
        ({"hotspots": [7]}, "which has other hotspots below 20000"),
    ):
        with pytest.raises(ValueError, match=f"contains another run: .*{difference}"):
            gathered(sg.cold_blocks(**(usual | change)))
    with pytest.raises(ValueError, match=r"cold_positions of 'squares', not nim_values of 'squares'\. Name"):
        sg.nim_values(sg.squares, 20_000, folder=tmp_path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("log", [None, ""])
@pytest.mark.parametrize("name", ["thesis.tex", "results.npy", "game.npz", "log.csv"])
def test_files_of_others_are_left_alone(tmp_path, name, log):
    """A folder with other files is refused, even if its log is empty, as loggers open theirs. Hidden files may stay."""
    if log is not None:
        (tmp_path / "log.csv").write_text(log)
    for each in (".07-results.npy", name):
        (tmp_path / each).write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(FileExistsError, match=f"contains other files \\(({name}|log.csv)\\): name an empty or a new"):
        sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert contents(tmp_path) == before
    (tmp_path / name).unlink()
    (tmp_path / ".about.json.unfinished").write_text("half of what a run that was killed as it began would have writ")
    (tmp_path / "log.csv").write_text("")
    np.savez(tmp_path / "game.npz", moves=[1], hotspots=[])
    sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert contents(tmp_path).keys() == {*FILES, ".07-results.npy"}


def test_two_runs_do_not_share_a_folder(tmp_path):
    start = partial(sg.nim_blocks, sg.squares, folder=tmp_path)
    first = start(20_000)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing"):
        next(start(20_000))
    first.close()
    gathered(start(20_000))
    first, second = start(20_000), start(10_000)
    assert next(first).stop == next(second).stop
    with pytest.raises(BlockingIOError, match=r"another run is writing to .*, or is reading it"):
        next(start(20_001))
    flip(tmp_path / "results.npy", 128)
    with pytest.raises(BlockingIOError, match="another run is writing"):  # the folder can't be repaired meanwhile
        next(start(20_000))
    first.close(), second.close()


def test_places_that_cannot_be_used(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    for place, problem in {"file/run": "run: Not a directory", "file": "file: File exists"}.items():
        with pytest.raises(OSError, match=rf"can't be read or written \({problem}\)"):
            gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / place))

    def refused(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refused)
    with pytest.raises(OSError, match="its file system has no locks"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / "new"))


def test_a_finished_run_is_served_from_where_nothing_can_be_written(tmp_path, monkeypatch):
    expected, os_open = sg.cold_positions(sg.squares, 20_000, folder=tmp_path), os.open

    def to_read(path, flags, *arguments):
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return os_open(path, flags, *arguments)

    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(os, "open", to_read)
    for n in (20_000, 7, 0):
        assert np.array_equal(sg.cold_positions(sg.squares, n, folder=tmp_path), expected[expected < n])
    for S, n, error in ((sg.squares, 20_001, OSError), (sg.cubes, 20_000, ValueError)):
        with pytest.raises(error):
            sg.cold_positions(S, n, folder=tmp_path)


def test_a_folder_that_is_renamed_while_the_run_goes_on(run, tmp_path):
    blocks, elsewhere = run.start(), tmp_path / "elsewhere"
    for _ in range(4):
        next(blocks)
    run.folder.rename(elsewhere)
    with pytest.raises(FileNotFoundError, match=r"No such file or directory.*put it back"):
        gathered(blocks)
    assert not run.folder.exists()
    elsewhere.rename(run.folder)
    run.goes_on()


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
    assert np.array_equal(gathered([first, *blocks]), sg.nim_values(sg.squares, N))
