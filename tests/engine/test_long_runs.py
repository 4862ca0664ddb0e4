"""Long runs: stopped, killed, carried on, damaged and refused, always with the result of an uninterrupted run."""

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
from contextlib import nullcontext
from mmap import mmap
from pathlib import Path

import numpy as np
import pytest
from folders import contents, gathered, stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import checkpoint, runs

HOTSPOTS = {"hotspots": [0, 99_999]}
RUNS = {  # name: (evaluator by blocks, its name, game, n, settings)
    "residue classes": (sg.cold_blocks, sg.cold_positions, sg.cubes, 300_000, {"modulus": 7, "panels": 2} | HOTSPOTS),
    "legs": (sg.cold_blocks, sg.cold_positions, sg.cubes, 300_000, {}),
    "the sieve": (sg.cold_blocks, sg.cold_positions, sg.triangular, 2**23 + 2**20, {"modulus": 0}),
    "nim-values": (sg.nim_blocks, sg.nim_values, sg.squares, 100_000, {}),
}


@pytest.fixture(params=RUNS)
def a_run(request, monkeypatch, short_legs):
    """(start or continue it in a folder, the whole answer); every block is written by itself."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    blocks, evaluator, S, whole, settings = RUNS[request.param]
    known = {key: value for key, value in settings.items() if key == "hotspots"}

    def start(folder, n=whole):
        below = {key: [h for h in value if h < n] for key, value in known.items()}
        return blocks(S, n, folder=folder, **(settings | below))

    return start, evaluator(S, whole, **known)


FILES = {"about.json", "game.npz", "results.npy", "log.csv", "lock"}


def is_mapped(array):
    while isinstance(array, np.ndarray):
        array = array.base
    return isinstance(array, mmap)


def test_a_stopped_run_goes_on(a_run, tmp_path):
    start, expected = a_run
    for after in (1, 2):
        stopped_early(start, tmp_path, after)
    held = sg.results(tmp_path)
    assert not held.finished
    assert 0 < held.count < len(expected)
    seen = end = most = 0
    for begin, stop, found in start(tmp_path):
        assert begin == end, "blocks follow one another across a stop"
        end, seen = stop, seen + len(found)
        assert np.array_equal(sg.results(tmp_path).array[:seen], expected[:seen]), "the folder can be read meanwhile"
        most = max(most, len(list(tmp_path.iterdir())))
    assert most == 5, "files, however many blocks there are"
    assert np.array_equal(gathered(held.by_blocks()), expected[: held.count]), "what was read can still be read"
    held = sg.results(tmp_path)
    for start_stop in ((-1, 5), (6, 5), (0, held.stop + 1)):
        with pytest.raises(ValueError, match=f"must ascend from 0 to {held.stop}, not be"):
            held.of_range(*start_stop)
    assert (held.finished, end, seen) == (True, held.stop, len(expected))
    assert np.array_equal(held.array, expected)
    assert np.array_equal(gathered(held.by_blocks()), expected)
    assert np.array_equal(np.load(held.data, mmap_mode="r", allow_pickle=False), expected)
    assert is_mapped(held.array)
    assert not held.array.flags.writeable
    sessions = held.about["sessions"]
    assert [session["from"] for session in sessions] == [0, *(session["to"] for session in sessions[:-1])]
    assert sessions[-1]["to"] == held.stop
    assert all(
        set(session) == {"from", "to", "seconds", "version", "date", "commit", "machine"} for session in sessions
    )


def test_what_is_there_is_not_computed_again(a_run, tmp_path, monkeypatch):
    """What goes on begins where the results end: nothing before that is settled, or handed out, a second time."""
    start, expected = a_run
    held, begun, in_threads = stopped_early(start, tmp_path, 2), [], runs.in_threads

    def noted(evaluation, threads):
        begun.append((evaluation.position, evaluation.last_block_end(held.stop)))
        return in_threads(evaluation, threads)

    monkeypatch.setattr(runs, "in_threads", noted)
    blocks = list(start(tmp_path))
    assert begun[0][0] == begun[0][1] > 0
    assert all(block.start < block.stop for block in blocks)
    assert [block.stop for block in blocks[:2]] == [entry.stop for entry in held.blocks]
    assert np.array_equal(gathered(blocks), expected)


def test_a_finished_run_computes_nothing(a_run, tmp_path, monkeypatch):
    start, expected = a_run
    gathered(start(tmp_path))
    before = contents(tmp_path)
    monkeypatch.setattr(runs, "in_threads", lambda *_: pytest.fail("it computes"))
    assert np.array_equal(gathered(start(tmp_path)), expected)
    assert contents(tmp_path) == before


# --- carried on ----------------------------------------------------------------------------------------


def test_values_that_need_a_wider_type_when_carried_on(tmp_path):
    """Nim itself: with 2^16 moves a value may need more than 16 bits."""
    every = lambda limit: np.arange(1, limit)  # noqa: E731
    assert sg.nim_values(every, 2**16, folder=tmp_path).dtype == np.uint16
    values = sg.nim_values(every, 2**16 + 300, folder=tmp_path)
    assert values.dtype == np.uint32
    assert np.array_equal(values, np.arange(2**16 + 300))


# --- damage --------------------------------------------------------------------------------------------


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << random.randrange(8)
    path.write_bytes(content)


@pytest.mark.parametrize("harm", ["type", "count", "first", "cut", "empty", "longer", "gone", "log", "log gone"])
def test_what_is_damaged_is_named_and_computed_anew_with_all_behind_it(a_run, tmp_path, harm):
    start, expected = a_run
    held = stopped_early(start, tmp_path)
    data, log = held.data, tmp_path / "log.csv"
    itemsize = np.load(data, allow_pickle=False).itemsize
    if harm in ("gone", "log gone"):
        (data if harm == "gone" else log).unlink()
    elif harm in ("cut", "empty", "longer"):
        size = data.stat().st_size
        os.truncate(data, {"cut": size - itemsize, "empty": 0, "longer": size + 8}[harm])
    elif harm == "log":
        log.write_bytes(log.read_bytes().replace(b",", b";", 3))  # the first line and half of the second
    else:
        flip(data, {"type": 21, "count": 61, "first": 128 + itemsize * held.blocks[1].first}[harm])
    last = 2 if harm == "first" else 3
    first = {"first": 1, "cut": 2, "longer": 3, "count": 3, "log gone": 3}.get(harm, 0)
    if "log" not in harm:
        assert sg.results(tmp_path).damaged() == list(held.blocks[first:last])
    lost = rf"positions from {held.blocks[first].start} on are damaged or missing; they are" if first < 3 else None
    with pytest.warns(UserWarning, match=lost) if lost else nullcontext():
        assert np.array_equal(gathered(start(tmp_path)), expected)
    held = sg.results(tmp_path)
    assert held.damaged() == []
    assert np.array_equal(np.load(held.data, allow_pickle=False), expected)


@pytest.mark.parametrize("harm", ["cut", "replaced", "flipped", "gone"])
def test_files_that_another_program_harms_while_the_run_goes_on(a_run, tmp_path, harm):
    """It doesn't end as if nothing had happened; and the next start ends in the truth."""
    start, expected = a_run
    run = start(tmp_path)
    next(run), next(run)
    while sg.results(tmp_path).count < 20:
        next(run)
    data = sg.results(tmp_path).data
    if harm == "cut":
        os.truncate(data, 132)
    elif harm == "flipped":
        flip(data, 130)
    else:
        data.unlink()
    if harm == "replaced":
        data.write_bytes(b"junk")
    with pytest.raises(
        (checkpoint.DamagedError, FileNotFoundError), match=r"altered while the run went on|No such file"
    ):
        gathered(run)
    with pytest.warns(UserWarning, match=r"positions from [01] on are damaged or missing"):  # 0 is what a hole holds
        assert np.array_equal(gathered(start(tmp_path)), expected)
    assert sg.results(tmp_path).damaged() == []


# --- kill -9 -------------------------------------------------------------------------------------------

KILLED = """
import sys
import subtraction_games as sg
from subtraction_engine.longruns import checkpoint
checkpoint.FLUSH_SECONDS = 0
for _, stop, _ in sg.cold_blocks(sg.squares, 2**21, modulus=65, panels=1, folder=sys.argv[1]):
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
            goal, told = before + 33_280 * rng.randrange(1, 8), 0
            while told < min(goal, WHOLE):  # those of the folder come first
                told = int(run.stdout.readline())
            run.send_signal(signal.SIGKILL)
        held = sg.results(tmp_path)
        assert held.damaged() == []
        assert before <= held.stop >= told - 33_280, "what was handed over before the last block is there"
        assert np.array_equal(held.array, expected[expected < held.stop])
        before = held.stop
    assert np.array_equal(gathered(sg.cold_blocks(sg.squares, WHOLE, modulus=65, panels=1, folder=tmp_path)), expected)
    assert {path.name for path in tmp_path.iterdir()} == FILES, "nothing is left behind"


# --- what reaches the disk, and when -------------------------------------------------------------------


def test_results_are_on_the_disk_before_the_line_that_counts_them(tmp_path, monkeypatch):
    """After a power cut a line may stand for anything that wasn't synced: so the order is what is promised."""
    seen, sync, before = [], os.fsync, []

    def synced(number):
        seen.append(Path(os.readlink(f"/proc/self/fd/{number}")).name)
        before.append(len(sg.results(tmp_path).blocks))
        sync(number)

    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    blocks = sg.nim_blocks(sg.squares, 100_000, folder=tmp_path)
    next(blocks)
    monkeypatch.setattr(os, "fsync", synced)
    next(blocks)
    blocks.close()
    assert (seen[:2], before[:2]) == (["results.npy", "log.csv"], [1, 2])


CRAMPED = """
import resource, sys
import subtraction_games as sg
from subtraction_engine.longruns import checkpoint
checkpoint.FLUSH_SECONDS = 0
n, most = int(sys.argv[2]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))  # what a full disk or a quota does
try:
    getattr(sg, sys.argv[4])(sg.squares, n, folder=sys.argv[1])
except OSError as error:
    print(error)
"""


def cramped(folder, n, most, evaluator):
    arguments = [sys.executable, "-c", CRAMPED, folder, str(n), str(most), evaluator]
    return subprocess.run(arguments, capture_output=True, text=True, check=True)


@pytest.mark.parametrize(
    ("evaluator", "most", "stop"),
    [
        ("cold_positions", 300, 2**16),  # no room for what is said of the run
        ("cold_positions", 2000, 2**16),  # nor for its moves
        ("nim_values", 10_000, 0),  # nor for a block
        ("nim_values", 100_000, 6 * 8192),  # nor for those after the sixth
    ],
)
def test_a_full_disk_loses_nothing_that_was_finished(tmp_path, evaluator, most, stop):
    evaluate, n = getattr(sg, evaluator), 2**18
    if evaluator == "cold_positions":
        evaluate(sg.squares, 2**16, folder=tmp_path)
    before = contents(tmp_path)
    run = cramped(tmp_path, n, most, evaluator)
    assert "can't be read or written (File too large). What was finished is kept" in run.stdout
    assert contents(tmp_path) == before or not before
    held, expected = sg.results(tmp_path), evaluate(sg.squares, n)
    assert (held.stop, held.damaged()) == (stop, [])
    assert not [path for path in tmp_path.iterdir() if path.name[0] == "."]
    assert np.array_equal(held.array, expected[: held.count])
    assert np.array_equal(evaluate(sg.squares, n, folder=tmp_path), expected)
    assert sg.results(tmp_path).data.is_file()


# --- folders that can't be used ------------------------------------------------------------------------

OTHER_RUNS = [  # (what is changed of a run of cold positions, what the error says)
    ({"S": sg.cubes}, "moves below 20000 are not the same, 141 of 'squares' there and 27 of 'cubes' here"),
    ({"S": sg.cubes, "n": 30_000}, "moves below 20000 are not the same"),
    ({"S": sg.cubes, "n": 10_000}, "moves below 10000 are not the same"),
    ({"hotspots": [7]}, "hotspots below 20000 are not the same, 0 of 'squares' there and 1 of 'squares' here"),
]


def test_another_run_is_refused(tmp_path):
    usual = {"S": sg.squares, "n": 20_000, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual, modulus=5))
    before = contents(tmp_path)
    for change, told in OTHER_RUNS:
        with pytest.raises(ValueError, match=told):
            gathered(sg.cold_blocks(**(usual | change)))
    assert contents(tmp_path) == before
    with pytest.raises(ValueError, match="results is 'cold_positions' there and 'nim_values' here"):
        sg.nim_values(sg.squares, 20_000, folder=tmp_path)
    with pytest.raises(ValueError, match="method must be 'auto' or 'engine'"):
        sg.cold_positions(**usual, method="dynamic-programming")
    for settings in ({"modulus": 7}, {"panels": 2}, {"modulus": 0}, {"hotspots": [25_000], "n": 30_000}):
        found = gathered(sg.cold_blocks(**(usual | settings)))  # what positions don't depend on may change
        hotspots = settings.get("hotspots")
        assert np.array_equal(found, sg.cold_positions(sg.squares, settings.get("n", 20_000), hotspots=hotspots))


@pytest.mark.parametrize("name", ["thesis.tex", "results.npy", "moves.npy"])
def test_nothing_of_a_stranger_s_is_touched(tmp_path, name):
    """Neither in a folder that is refused, nor in one that has a run."""
    hidden = (".2024-about.json", ".07-results.npy")
    for each in (*hidden, name):
        (tmp_path / each).write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(FileExistsError, match=f"holds other files \\({name}\\): name an empty or a new folder"):
        sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert contents(tmp_path) == before
    (tmp_path / name).unlink()
    (tmp_path / ".about.json.unfinished").write_text("half of what a killed run would have writ")
    sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert {each: before[each] for each in hidden} == {each: contents(tmp_path)[each] for each in hidden}
    assert ".about.json.unfinished" not in contents(tmp_path)


def test_two_runs_do_not_share_a_folder(tmp_path):
    first = sg.nim_blocks(sg.squares, 20_000, folder=tmp_path)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing"):
        next(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    first.close()
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


def test_places_that_cannot_be_used(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError, match="holds no long run"):
        sg.results(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    for place, told in {
        tmp_path / "file" / "run": r"can't be read or written \(run: Not a directory\)",
        tmp_path / "file": r"can't be read or written \(file: File exists\)",
        tmp_path / "link": r"can't be read or written \(link: File exists\)",
        "/proc/nothing": "/proc/nothing can't be read or written",
    }.items():
        with pytest.raises(OSError, match=told):
            gathered(sg.nim_blocks(sg.squares, 20_000, folder=place))
    for use in (sg.results, lambda folder: sg.nim_blocks(sg.squares, 20_000, folder=folder)):
        with pytest.raises(TypeError, match="folder must be a str or a Path, not"):
            use(b"x")
    with pytest.raises(ValueError, match="folder must be named"):
        sg.cold_positions(sg.squares, 9, folder="")

    def refused(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refused)
    with pytest.raises(OSError, match="its file system has no locks"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / "new"))


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_finished_run_is_served_from_where_nothing_can_be_written(tmp_path, monkeypatch, number):
    """And no other is begun there, or carried on."""
    expected = sg.cold_positions(sg.squares, 20_000, folder=tmp_path)
    (tmp_path / ".log.csv.unfinished").write_bytes(b"another writes it, or was killed")
    before = contents(tmp_path)

    def refused(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(checkpoint, "locked", refused)
    for n in (20_000, 7, 0):
        assert np.array_equal(sg.cold_positions(sg.squares, n, folder=tmp_path), expected[expected < n])
    for S, n, error in ((sg.squares, 20_001, OSError), (sg.cubes, 20_000, ValueError)):
        with pytest.raises(error):
            sg.cold_positions(S, n, folder=tmp_path)
    assert contents(tmp_path) == before
    with pytest.raises(OSError, match="can't be read or written"):
        sg.cold_positions(sg.squares, 10, folder=tmp_path / "new")


def test_a_folder_that_goes_in_the_middle(a_run, tmp_path):
    """Renamed, it can be put back; removed, all begins anew."""
    start, expected = a_run
    for what in ("renamed", "removed"):
        folder, elsewhere = tmp_path / what, tmp_path / "elsewhere"
        blocks = start(folder)
        next(blocks), next(blocks)
        folder.rename(elsewhere)
        with pytest.raises(FileNotFoundError, match=r"No such file or directory.*put it back"):
            gathered(blocks)
        assert not folder.exists()
        if what == "renamed":
            held = sg.results(elsewhere)
            assert (held.stop > 0, held.damaged()) == (True, [])
            elsewhere.rename(folder)
        else:
            shutil.rmtree(elsewhere)
        assert np.array_equal(gathered(start(folder)), expected)
        assert sg.results(folder).finished


# --- processes -----------------------------------------------------------------------------------------

FORKED = """
import os, sys
import subtraction_games as sg
from subtraction_engine.longruns import checkpoint
checkpoint.FLUSH_SECONDS = 10**9
run = sg.nim_blocks(sg.squares, 2**18, threads=2, folder=sys.argv[1])
next(run)
child = os.fork()
try:
    print(sum(len(found) for _, _, found in run), flush=True)
except RuntimeError as error:
    print(error, flush=True)
if child:
    assert os.waitpid(child, 0)[1] == 0
"""


def test_a_forked_child_cannot_go_on_with_its_parent_s_run(tmp_path):
    """It says so, and writes nothing; the parent goes on."""
    told = subprocess.run([sys.executable, "-c", FORKED, tmp_path], capture_output=True, text=True, timeout=100)
    assert sorted(told.stdout.splitlines()) == [
        str(2**18 - 8192),
        "a run that was begun before a fork can't go on in the child: begin it there",
    ], told.stderr
    assert sg.results(tmp_path).data.is_file()
