"""Long runs in folders: what the start of a run reports, refuses and leaves behind.

Whatever happened to a folder, its results are right in the end. `test_any_history` tests this by chains of events, and
`test_interrupted_at_any_line` by an interrupt at each line.
"""

import errno
import json
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
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
SMALL = ["about.json", "game.npz", "log.csv"]
FILES = {*SMALL, "results.npy"}


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
        assert {path.name for path in self.folder.iterdir() if "damaged-" not in path.name} == FILES


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
        assert np.load(stored.data, mmap_mode="r", allow_pickle=False).size == sg.results(run.folder).count
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
    assert (values.dtype, values.tolist()) == (np.uint32, list(range(2**16 + 300)))


def test_each_step_of_a_write_reaches_the_disk_before_the_next(tmp_path, monkeypatch):
    """After a power cut, a line may count results that are not on the disk, unless they were synced before the line."""
    seen, sync = [], os.fsync

    def synced(number):
        data, header = tmp_path / "results.npy", np.load(tmp_path / "results.npy", mmap_mode="r", allow_pickle=False)
        assert header.size <= sg.results(tmp_path).count <= (data.stat().st_size - 128) // 2
        seen.append(
            (Path(os.readlink(f"/proc/self/fd/{number}")).name, header.size // 8192, len(sg.results(tmp_path).blocks))
        )
        sync(number)

    blocks = START["nim_values"](folder=tmp_path)
    next(blocks)
    monkeypatch.setattr(os, "fsync", synced)
    next(blocks)
    blocks.close()
    assert seen[:3] == [("results.npy", 1, 1), ("log.csv", 1, 2), ("results.npy", 2, 2)]


def harms(content, other):
    """A small file that is missing, empty, cut anywhere, saved with other line ends, another run's, or altered."""
    cuts = {*range(1, min(len(content), 212), 9), *range(len(content) - 107, len(content), 9), len(content) // 2}
    yield from (None, b"", other, content.replace(b"\n", b"\r\n"), content + b"0" * 300)
    yield from (content[:place] for place in sorted(cuts))
    yield from (content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :] for place in sorted(cuts))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", SMALL)
def test_no_harm_to_a_small_file_costs_the_large_one(name, tmp_path):
    """The bytes of results.npy are still somewhere in the folder, and every answer is right."""
    n, expected = 2000, {"run": sg.cold_positions(sg.squares, 2000), "other": sg.cold_positions(sg.cubes, 3000)}
    start = partial(sg.cold_blocks, sg.squares, n, modulus=1, panels=1)
    gathered(start(folder=tmp_path / "run"))
    gathered(sg.cold_blocks(sg.cubes, 3000, modulus=1, panels=1, folder=tmp_path / "other"))
    whole, other = contents(tmp_path / "run"), contents(tmp_path / "other")
    answered = 0
    for number, harmed in enumerate(harms(whole[name], other[name])):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "run", folder)
        (folder / name).unlink() if harmed is None else (folder / name).write_bytes(harmed)
        with suppress(checkpoint.DamagedError, FileNotFoundError):  # a reader is refused, or reads the truth
            stored = sg.results(folder)
            assert stored.damaged() or np.array_equal(stored.array, expected["run"][expected["run"] < stored.stop])
        for least in (n, n // 2):  # the second call finds what the first has mended
            with suppress(ValueError):
                assert np.array_equal(gathered(start(folder=folder)), expected["run"])
                answered += 1
            assert whole["results.npy"] in (path.read_bytes() for path in folder.rglob("*.npy")), (number, least)
    assert answered >= number


def test_damaged_blocks_are_named_and_computed_anew_with_all_that_follow(run):
    stored = sg.results(run.folder)
    second, content = stored.blocks[1], bytearray(stored.data.read_bytes())
    content[128 + stored.array.itemsize * second.first] ^= 1
    stored.data.write_bytes(content)
    assert sg.results(run.folder).damaged() == [second]
    with pytest.warns(
        UserWarning, match=rf"from {second.start} on are damaged .* as they were are in .*run/damaged-1$"
    ):
        after = stopped_early(run.start, run.folder, 2)
    assert after.damaged() == [], "lost blocks aren't counted when the next one is there"
    assert (run.folder / "damaged-1/results.npy").read_bytes() == content
    run.goes_on()


def test_a_header_that_another_program_damages_is_restored(run):
    data = sg.results(run.folder).data
    for place in (21, 24, 62, 63):
        content = bytearray(data.read_bytes())
        content[place] ^= 1
        data.write_bytes(content)
        run.goes_on()


def test_a_file_that_another_program_cuts_while_the_run_goes_on(run):
    blocks = run.start()
    for _ in range(4):
        next(blocks)
    os.truncate(sg.results(run.folder).data, 132)
    with pytest.raises(checkpoint.DamagedError, match="altered during the run"):
        gathered(blocks)
    run.goes_on("damaged or missing")


NOT_OURS = [{"results": "hot_positions"}, {"n": -1}, {"n": 2**70}, {"sessions": 5}]


@pytest.mark.parametrize("name", ["about.json", "game.npz"])
def test_what_names_the_game_is_written_anew(name, run):
    """This is so whatever replaces the file. The log's checksums fit only the right game, and others are refused."""
    path, problem = run.folder / name, rf"{name} (has been altered|is missing)"
    consistent = [sg.results(run.folder).about | change for change in NOT_OURS] * (name == "about.json")
    consistent = [json.dumps(about | {"sha256": checkpoint._checksum(about)}).encode() for about in consistent]
    for content in [b"[" * 200_000, b"", b"{}", b'{"n": 1' + b"0" * 5000, None, *consistent]:
        path.unlink() if content is None else path.write_bytes(content)
        before = contents(run.folder)
        for use in (lambda stored: stored.game, verify, lambda stored: stored.damaged()):
            with pytest.raises((checkpoint.DamagedError, FileNotFoundError), match=problem):
                use(sg.results(run.folder))
        for S, n in ((sg.cubes, N), (sg.squares, 9)):
            others = r"not all of these results belong to this game\. Put it back"
            with pytest.raises(checkpoint.DamagedError, match=rf"{problem}.*{others}"):
                next(sg.cold_blocks(S, n, folder=run.folder))
        assert contents(run.folder) == before
        run.goes_on(problem)
        assert len(sg.results(run.folder).about.get("sessions", [])) >= 2 * (name == "game.npz")


def test_a_line_of_the_log_that_cannot_be_true_counts_nothing(run):
    log, stored = run.folder / "log.csv", sg.results(run.folder)
    text, stop, count = log.read_bytes(), stored.stop, stored.count
    for line in [(0, 0), (stop, count), (N, 0), (N, count + N - stop + 1), (N + 1, count)]:
        log.write_bytes(text + f"{line[0]:019},{line[1]:019},{'0' * 64}\n".encode())
        assert sg.results(run.folder) == stored
    os.truncate(log, 2**36)  # a hole of 64 GiB, which must not be read whole
    assert sg.results(run.folder) == stored
    os.truncate(log, len(text) + 300)
    run.goes_on("damaged or missing")


@pytest.mark.parametrize("name", sorted(FILES))
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


@pytest.mark.parametrize("log", [None, "", "level,message\n"])
@pytest.mark.parametrize("name", ["thesis.tex", "results.npy", "game.npz", "about.json"])
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
    assert sg.cold_positions(sg.squares, 0, folder=tmp_path / "new").size == 0
    (tmp_path / "new/about.json").unlink()
    assert sg.cold_positions(sg.squares, 9, folder=tmp_path / "new").tolist() == [0, 2, 5, 7]
    shutil.rmtree(tmp_path / "new")
    assert contents(tmp_path).keys() == {*FILES, ".07-results.npy"}


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_link_is_not_followed(name, run, tmp_path):
    path, outside = run.folder / name, tmp_path / "outside"
    path.rename(outside)
    path.symlink_to(outside)
    before = outside.read_bytes()
    with pytest.raises(OSError, match=r"finished blocks in .* are kept"):
        gathered(run.start())
    assert outside.read_bytes() == before


@pytest.mark.parametrize("copy", [os.link, shutil.copy2])
def test_a_snapshot_taken_before_n_is_extended(copy, tmp_path):
    """The log may reach beyond the n of about.json. A snapshot by hard links is read, but not changed."""
    old, new, expected = tmp_path / "old", tmp_path / "new", sg.nim_values(sg.squares, N)
    gathered(sg.nim_blocks(sg.squares, 1000, folder=new))
    shutil.copytree(new, old, copy_function=copy)
    gathered(sg.nim_blocks(sg.squares, N, folder=new)) if copy is not os.link else None
    if copy is os.link:
        with pytest.raises(OSError, match="hard links would change under all its names: copy the folder; finished"):
            gathered(sg.nim_blocks(sg.squares, N, folder=new))
    for name in ("log.csv", "results.npy") if copy is not os.link else ():
        shutil.copy2(new / name, old / name)
    before = contents(old)
    assert sg.results(old).finished
    assert sg.results(old).count == 1000
    assert sg.verify(old, positions=3000, seed=1).contradiction is None
    assert np.array_equal(sg.nim_values(sg.squares, 900, folder=old), expected[:900])
    assert contents(old) == before
    shutil.copytree(old, tmp_path / "copy")
    assert np.array_equal(sg.nim_values(sg.squares, N, folder=tmp_path / "copy"), expected)
    assert {path.name for path in (tmp_path / "copy").iterdir()} == FILES


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


def test_places_that_cannot_be_used(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    for place, problem in {"file/run": "Not a directory", "file": "File exists"}.items():
        with pytest.raises(OSError, match=rf"{problem}; finished blocks in .* are kept, and the same call continues"):
            gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / place))

    def refused(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refused)
    with pytest.raises(OSError, match="No locks available; finished"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / "new"))


def test_a_finished_run_is_served_from_where_nothing_can_be_written(tmp_path, monkeypatch):
    expected, os_open = sg.cold_positions(sg.squares, 20_000, folder=tmp_path), os.open

    def to_read(path, flags, *arguments):
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return os_open(path, flags, *arguments)

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
    with pytest.raises(FileNotFoundError, match=r"No such file or directory; finished"):
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
