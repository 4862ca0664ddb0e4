"""Long runs: stopped, killed, carried on, damaged and refused, always with the result of an uninterrupted run."""

import errno
import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from functools import partial
from itertools import islice
from mmap import mmap
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from folders import contents, gathered, stopped_early

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine.longruns import checkpoint, runs
from subtraction_engine.support.blocks import cores, in_threads, one_leg

RUNS = {  # name: (evaluator by blocks, its name, game, n, settings)
    "by residue classes": (sg.cold_blocks, sg.cold_positions, sg.squares, 300_000, {"modulus": 5, "tile": 1}),
    "with hotspots": (
        sg.cold_blocks,
        sg.cold_positions,
        sg.cubes,
        300_000,
        {"modulus": 7, "tile": 2, "hotspots": [0, 99_999]},
    ),
    "by stages": (sg.cold_blocks, sg.cold_positions, sg.cubes, 300_000, {}),
    "by the sieve": (sg.cold_blocks, sg.cold_positions, sg.triangular, 2**23 + 2**20, {"modulus": 0}),
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
    assert np.array_equal(gathered(start(tmp_path)), expected)
    held = sg.results(tmp_path)
    assert held.finished
    assert np.array_equal(held.array, expected)
    assert np.array_equal(gathered(held.by_blocks()), expected)
    assert np.array_equal(np.load(held.data, mmap_mode="r", allow_pickle=False), expected)
    assert is_mapped(held.array)
    assert not held.array.flags.writeable


def test_a_finished_run_computes_nothing(a_run, tmp_path, monkeypatch):
    start, expected = a_run
    gathered(start(tmp_path))
    before = contents(tmp_path)
    monkeypatch.setattr(runs, "in_threads", lambda *_: pytest.fail("it computes"))
    assert np.array_equal(gathered(start(tmp_path)), expected)
    assert contents(tmp_path) == before


def test_results_can_be_read_while_the_run_goes_on(a_run, tmp_path):
    start, expected = a_run
    seen = 0
    for _, stop, found in start(tmp_path):
        seen += len(found)
        held = sg.results(tmp_path)
        assert held.stop == stop
        assert np.array_equal(held.array, expected[:seen])


def test_what_was_read_of_a_run_can_be_read_when_it_is_farther(a_run, tmp_path):
    start, expected = a_run
    held = stopped_early(start, tmp_path)
    gathered(start(tmp_path))
    assert np.array_equal(gathered(held.by_blocks()), expected[: held.count])
    assert np.array_equal(held.of_range(100, held.stop), sg.results(tmp_path).of_range(100, held.stop))
    with pytest.raises(ValueError, match=f"must ascend from 0 to {held.stop}, not be 0 and {held.stop + 1}"):
        held.of_range(0, held.stop + 1)


def test_blocks_follow_one_another_across_a_stop(a_run, tmp_path):
    start, _ = a_run
    stopped_early(start, tmp_path)
    end = 0
    for begin, stop, _ in start(tmp_path):
        assert begin == end
        end = stop


def test_a_long_run_writes_each_result_once(tmp_path, monkeypatch):
    """And a line of the log: so what its books cost doesn't grow with the square of its length."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    written, put = [], checkpoint._write_at
    monkeypatch.setattr(
        checkpoint,
        "_write_at",
        lambda path, what: (written.append(sum(map(len, map(bytes, what.values())))), put(path, what)),
    )
    gathered(sg.cold_blocks(sg.squares, 2560 * 100, modulus=5, tile=1, folder=tmp_path))
    held = sg.results(tmp_path)
    assert sum(written) == 8 * held.count + 100 * (checkpoint.HEADER + len(held.blocks[0].line()))


# --- carried on ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", [(20_000, 50_000, 50_001, 131_072), (1, 77, 4096, 4097, 100_000), (0, 0, 30_000)])
@pytest.mark.parametrize("what", ["cold positions", "hotspots", "by the sieve", "nim-values"])
def test_a_finished_run_is_carried_on(tmp_path, monkeypatch, what, ends):
    """Wherever it ended, and whatever the modulus then is."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    spots = [3, 30, 20_500, 110_000]
    for place, n in enumerate(ends):
        hotspots = [h for h in spots if h < n] if what == "hotspots" else None
        if what == "nim-values":
            expected = sg.nim_values(sg.squares, n)
            blocks = sg.nim_blocks(sg.squares, n, folder=tmp_path)
        else:
            expected = sg.cold_positions(sg.squares, n, hotspots=hotspots)
            modulus = 0 if what == "by the sieve" else (5, 13, 1, 65, 17)[place]
            blocks = sg.cold_blocks(sg.squares, n, modulus=modulus, tile=1, hotspots=hotspots, folder=tmp_path)
        assert np.array_equal(gathered([(0, 0, expected[:0]), *blocks]), expected)
        held = sg.results(tmp_path)
        assert (held.finished, held.stop, held.damaged()) == (True, n, [])
        assert np.array_equal(held.array, expected)
        assert held.data.is_file() or n == 0
        assert np.array_equal(held.moves, sg.squares(n))
        assert held.hotspots.tolist() == (hotspots or [])


def test_an_unfinished_run_is_carried_on_and_a_smaller_n_is_served_from_it(a_run, tmp_path):
    start, expected = a_run
    is_nim = expected.dtype == np.uint16
    stopped_early(partial(start, n=99_999 if is_nim else 299_999), tmp_path)
    stopped = stopped_early(start, tmp_path).stop
    for n in (10_001, stopped - 1, stopped + 1, stopped + 20_001):
        smaller = expected[:n] if is_nim else expected[expected < n]
        assert np.array_equal(gathered(start(tmp_path, n)), smaller)
        stopped = max(n, stopped)
        assert sg.results(tmp_path).stop == stopped
        assert not sg.results(tmp_path).finished
    assert np.array_equal(gathered(start(tmp_path)), expected)
    before = contents(tmp_path)
    assert np.array_equal(gathered(start(tmp_path, n)), smaller)
    assert contents(tmp_path) == before


def test_the_evaluators_are_served_from_a_larger_run(tmp_path):
    sg.nim_values(sg.squares, 20_000, folder=tmp_path / "nim")
    sg.cold_positions(sg.squares, 20_000, folder=tmp_path / "cold")
    for n in (0, 4, 10_000):  # larger values stand in the same file than a game of so few moves can have
        assert np.array_equal(sg.nim_values(sg.squares, n, folder=tmp_path / "nim"), sg.nim_values(sg.squares, n))
        assert np.array_equal(
            sg.cold_positions(sg.squares, n, folder=tmp_path / "cold"), sg.cold_positions(sg.squares, n)
        )


def test_values_that_need_a_wider_type_when_carried_on(tmp_path):
    """Nim itself: with 2^16 moves a value may need more than 16 bits."""
    every = lambda limit: np.arange(1, limit)  # noqa: E731
    assert sg.nim_values(every, 2**16, folder=tmp_path).dtype == np.uint16
    values = sg.nim_values(every, 2**16 + 300, folder=tmp_path)
    assert values.dtype == np.uint32
    assert np.array_equal(values, np.arange(2**16 + 300))


def test_nim_values_as_large_as_there_are_moves(tmp_path):
    """Taking 1 to 99: the nim-value of x is x mod 100; a run that goes on believes a file that holds 99."""
    start = lambda folder: sg.nim_blocks(range(1, 100), 50_000, folder=folder)  # noqa: E731
    held = stopped_early(start, tmp_path)
    assert (held.finished, held.array.max()) == (False, 99)
    assert np.array_equal(gathered(start(tmp_path)), np.arange(50_000) % 100)


@pytest.mark.parametrize("larger", [1, 2, 3])
def test_blocks_of_another_size(tmp_path, monkeypatch, larger):
    """As when a folder moves between a machine and a cluster; also where files are lost in between."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    n = 12 * 8192 - 50
    expected, run = sg.nim_values(sg.squares, n), runs.nim_run(sg.squares, n, runs.checked_place(None, None, None))

    def start(folder, block):
        with checkpoint.opened(folder, run.about, run.moves, run.hotspots) as writer:
            legs = partial(one_leg, partial(engine.Tiling, run.moves, n, block))
            yield from writer.blocks(legs, lambda evaluation, _: in_threads(evaluation, 1))

    for place, (one, other) in enumerate(((8192, larger * 8192), (larger * 8192, 8192))):
        folder = tmp_path / str(place)
        held = stopped_early(partial(start, block=one), folder, 6 * 8192 // one)
        flip(held.data, checkpoint.HEADER + 2 * held.blocks[-2].first)
        with pytest.warns(UserWarning, match=f"positions from {held.blocks[-2].start} on are damaged or missing"):
            assert np.array_equal(gathered(start(folder, other)), expected)
        assert np.array_equal(sg.results(folder).array, expected)


# --- damage --------------------------------------------------------------------------------------------


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << random.randrange(8)
    path.write_bytes(content)


@pytest.mark.parametrize("harm", ["type", "count", "first", "cut", "empty", "longer", "gone", "log", "log gone"])
def test_what_is_damaged_is_named_and_computed_anew_with_all_behind_it(a_run, tmp_path, harm):
    start, expected = a_run
    held = stopped_early(start, tmp_path)
    data, log, itemsize = held.data, tmp_path / "log.csv", expected.itemsize
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
    data = sg.results(tmp_path).data
    if harm == "cut":
        os.truncate(data, 200)
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
    with pytest.warns(UserWarning, match="positions from 0 on are damaged or missing"):
        assert np.array_equal(gathered(start(tmp_path)), expected)
    assert sg.results(tmp_path).damaged() == []


def test_a_damaged_about_is_an_error_or_says_the_same(tmp_path):
    """Any bit of it; what isn't noticed is only told, such as the game's name, or asks for more than was asked."""
    expected = sg.nim_values(sg.squares, 20_000)
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    path, refused = tmp_path / "about.json", 0
    whole = path.read_bytes()
    for place in range(len(whole)):
        flip(path, place)
        try:
            found = sg.nim_values(sg.squares, 20_000, folder=tmp_path)
        except ValueError:
            refused += 1
        else:
            assert np.array_equal(found, expected)
        path.write_bytes(whole)
    assert refused > len(whole) / 2


# --- kill -9 -------------------------------------------------------------------------------------------

KILLED = """
import sys
import subtraction_games as sg
from subtraction_engine.longruns import checkpoint
checkpoint.FLUSH_SECONDS = 0
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
            goal, told = before + 33_280 * rng.randrange(1, 8), 0
            while told < min(goal, WHOLE):  # those of the folder come first
                told = int(run.stdout.readline())
            run.send_signal(signal.SIGKILL)
        held = sg.results(tmp_path)
        assert held.damaged() == []
        assert before <= held.stop >= told - 33_280, "what was handed over before the last block is there"
        assert np.array_equal(held.array, expected[expected < held.stop])
        before = held.stop
    assert np.array_equal(gathered(sg.cold_blocks(sg.squares, WHOLE, modulus=65, tile=1, folder=tmp_path)), expected)
    assert {path.name for path in tmp_path.iterdir()} == FILES, "nothing is left behind"


def test_stopped_by_a_signal_and_continued(tmp_path):
    """While it stands still its folder can be read, and belongs to it."""
    expected = sg.cold_positions(sg.squares, WHOLE)
    with running(tmp_path) as run:
        told = [int(run.stdout.readline()) for _ in range(3)][-1]
        run.send_signal(signal.SIGSTOP)
        try:
            held = sg.results(tmp_path)
            assert held.stop >= told - 33_280
            assert np.array_equal(held.array, expected[expected < held.stop])
            with pytest.raises(BlockingIOError, match="another run is writing"):
                gathered(sg.cold_blocks(sg.squares, WHOLE, modulus=65, tile=1, folder=tmp_path))
        finally:
            run.send_signal(signal.SIGCONT)
        run.stdout.read()
    assert run.returncode == 0
    assert np.array_equal(sg.results(tmp_path).array, expected)


def test_what_a_killed_run_leaves_is_removed(tmp_path):
    """Unfinished files, and half a line; not what is somebody else's."""
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    held = sg.results(tmp_path)
    for left in (".77-results.npy", ".77-log.csv", ".77-about.json", ".hidden"):
        (tmp_path / left).write_text("half")
    with (tmp_path / "log.csv").open("a") as log:
        log.write("0000000000000020")
    assert sg.results(tmp_path) == held
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == FILES | {".hidden"}
    assert (tmp_path / "log.csv").read_bytes() == b"".join(entry.line() for entry in held.blocks)


@pytest.mark.parametrize("step", [-3600, 0, 10**9])
def test_a_clock_that_jumps(a_run, tmp_path, monkeypatch, step):
    """The time of day says nothing about how long ago something was written."""
    start, expected = a_run
    jumping = itertools.count(time.time(), step)
    monkeypatch.setattr(time, "time", lambda: next(jumping))
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 5.0)
    steady = itertools.count(0, 3)
    monkeypatch.setattr(checkpoint, "time", SimpleNamespace(monotonic=lambda: next(steady), time=time.time))
    stops = [0]
    for _, stop, _ in islice(start(tmp_path), 6):
        stops.append(stop)
        assert sg.results(tmp_path).stop in stops[-3:], "no more than the last two blocks are waiting"
    assert sg.results(tmp_path).stop > 0
    assert np.array_equal(gathered(start(tmp_path)), expected)


# --- what reaches the disk, and when -------------------------------------------------------------------


def test_results_are_on_the_disk_before_the_line_that_counts_them(a_run, tmp_path, monkeypatch):
    """After a power cut a line may stand for anything that wasn't synced: so the order is what is promised."""
    seen, sync, before = [], os.fsync, []

    def synced(number):
        seen.append(Path(os.readlink(f"/proc/self/fd/{number}")).name)
        before.append(len(sg.results(tmp_path).blocks))
        sync(number)

    start, _ = a_run
    blocks = start(tmp_path)
    next(blocks)
    monkeypatch.setattr(os, "fsync", synced)
    next(blocks)
    blocks.close()
    assert (seen, before) == (["results.npy", "log.csv"], [1, 2])


def test_no_file_stays_open(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    run = sg.nim_blocks(sg.squares, 20 * 8192, threads=1, folder=tmp_path)
    next(run), next(run)
    before = len(os.listdir("/proc/self/fd"))
    for _ in islice(run, 15):
        assert len(os.listdir("/proc/self/fd")) == before


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


@pytest.mark.parametrize("most", [0, 100, 300, 2000, 4000])
def test_a_full_disk_leaves_a_run_that_is_carried_on_as_it_was(tmp_path, most):
    """Whichever file has no room: the moves, or what is said of the run."""
    sg.cold_positions(sg.squares, 2**16, folder=tmp_path)
    before = contents(tmp_path)
    run = cramped(tmp_path, 2**18, most, "cold_positions")
    assert "(File too large). What was finished is kept" in run.stdout
    assert contents(tmp_path) == before
    expected = sg.cold_positions(sg.squares, 2**18)
    assert np.array_equal(sg.cold_positions(sg.squares, 2**18, folder=tmp_path), expected)


@pytest.mark.parametrize(("most", "stop"), [(10_000, 0), (100_000, 6 * 8192)])
def test_a_full_disk_loses_nothing_that_was_finished(tmp_path, most, stop):
    run = cramped(tmp_path, 2**18, most, "nim_values")
    assert "can't be written to (File too large). What was finished is kept" in run.stdout
    assert "start again with the same arguments" in run.stdout
    held, expected = sg.results(tmp_path), sg.nim_values(sg.squares, 2**18)
    assert held.stop == stop
    assert held.damaged() == []
    assert not [path for path in tmp_path.iterdir() if path.name[0] == "."]
    assert np.array_equal(held.array, expected[:stop])
    assert np.array_equal(sg.nim_values(sg.squares, 2**18, folder=tmp_path), expected)
    assert sg.results(tmp_path).data.is_file()


# --- folders that can't be used ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"S": sg.cubes}, "moves below 20000 are not the same, 141 of 'squares' there and 27 of 'cubes' here"),
        ({"S": [1, 4, 9, 25]}, "141 of 'squares' there and 4 of 'a finite set' here"),
        ({"S": sg.cubes, "n": 30_000}, "moves below 20000 are not the same"),
        ({"S": sg.cubes, "n": 10_000}, "moves below 10000 are not the same"),
        ({"hotspots": [7]}, "hotspots below 20000 are not the same, 0 of 'squares' there and 1 of 'squares' here"),
        ({"hotspots": [7], "n": 30_000}, "hotspots below 20000 are not the same"),
    ],
)
def test_another_run_is_refused(tmp_path, change, told):
    usual = {"S": sg.squares, "n": 20_000, "modulus": 5, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual))
    before = contents(tmp_path)
    with pytest.raises(ValueError, match=told):
        gathered(sg.cold_blocks(**(usual | change)))
    assert contents(tmp_path) == before


@pytest.mark.parametrize("settings", [{"modulus": 7}, {"tile": 2}, {"modulus": 0}, {"hotspots": [25_000], "n": 30_000}])
def test_what_positions_do_not_depend_on_is_not(tmp_path, settings):
    usual = {"S": sg.squares, "n": 20_000, "modulus": 5, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual))
    found = gathered(sg.cold_blocks(**(usual | settings)))
    n = settings.get("n", 20_000)
    assert np.array_equal(found, sg.cold_positions(sg.squares, n, hotspots=settings.get("hotspots")))


def test_nim_values_do_not_continue_cold_positions(tmp_path):
    gathered(sg.cold_blocks(sg.squares, 20_000, folder=tmp_path))
    with pytest.raises(ValueError, match="results is 'cold_positions' there and 'nim_values' here"):
        sg.nim_values(sg.squares, 20_000, folder=tmp_path)


def test_another_version_is_refused(tmp_path, monkeypatch):
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    monkeypatch.setattr(runs, "version", lambda _: "99")
    with pytest.raises(ValueError, match=r"version is '.*' there and '99' here"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


def test_the_folder_of_an_earlier_version_is_refused(tmp_path):
    (tmp_path / "nim_values.npy").write_text("precious")
    for name, text in (
        ("manifest.json", "{}"),
        ("about.json", '{"results": "nim_values", "n": 9, "moves_sha256": ""}'),
    ):
        (tmp_path / name).write_text(text)
        for use in (sg.results, lambda folder: sg.nim_values(sg.squares, 20_000, folder=folder)):
            with pytest.raises(ValueError, match=r"an earlier version: read its \.npy files with numpy\.load, or"):
                use(tmp_path)
    assert (tmp_path / "nim_values.npy").read_text() == "precious"


def test_nothing_of_a_stranger_s_is_removed(tmp_path):
    """Neither from a folder that is refused, nor from one that has a run."""
    for name in (".2024-accounts.json", ".07-data.npy", "thesis.tex"):
        (tmp_path / name).write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(FileExistsError, match=r"thesis\.tex"):
        sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert contents(tmp_path) == before
    (tmp_path / "thesis.tex").unlink()
    (tmp_path / ".123-about.json").write_text("half of what a killed run would have writ")
    sg.cold_positions(sg.squares, 1000, folder=tmp_path)
    assert {".2024-accounts.json", ".07-data.npy"} <= contents(tmp_path).keys()
    assert ".123-about.json" not in contents(tmp_path)


@pytest.mark.parametrize("name", ["thesis.tex", "results.npy", "moves.npy"])
def test_a_folder_with_other_files_is_refused(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(FileExistsError, match=f"holds other files \\({name}\\): name an empty or a new folder"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert (tmp_path / name).read_text() == "mine"


def test_two_runs_do_not_share_a_folder(tmp_path):
    first = sg.nim_blocks(sg.squares, 20_000, folder=tmp_path)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing"):
        next(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    first.close()
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


def test_places_that_cannot_be_written_to(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    for place, told in {
        tmp_path / "file" / "run": r"can't be written to \(Not a directory\)",
        tmp_path / "file": r"can't be written to \(File exists\)",
        tmp_path / "link": r"can't be written to \(File exists\)",
        "/proc/nothing": "/proc/nothing can't be written to",
    }.items():
        with pytest.raises(OSError, match=told):
            gathered(sg.nim_blocks(sg.squares, 20_000, folder=place))
    for place in (5, [], b"x"):
        for use in (sg.results, lambda folder: sg.nim_blocks(sg.squares, 20_000, folder=folder)):
            with pytest.raises(TypeError, match="folder must be a str or a Path, not"):
                use(place)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_finished_run_is_served_from_where_nothing_can_be_written(tmp_path, monkeypatch, number):
    """And no other is begun there, or carried on."""
    expected = sg.cold_positions(sg.squares, 20_000, folder=tmp_path)
    (tmp_path / ".123-log.csv").write_bytes(b"another writes it, or was killed")
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
    with pytest.raises(OSError, match="can't be written to"):
        sg.cold_positions(sg.squares, 10, folder=tmp_path / "new")


def test_a_file_system_without_locks_is_named(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refused)
    with pytest.raises(OSError, match="its file system has no locks"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


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
    held = sg.results(as_anybody)
    for path in (*as_anybody.iterdir(), as_anybody):
        path.chmod(0o555)
    with pytest.raises(PermissionError, match="can't be written to"):
        gathered(blocks)
    with pytest.raises(PermissionError, match="can't be written to"):
        gathered(start(as_anybody))
    assert sg.results(as_anybody) == held
    for path in (as_anybody, *as_anybody.iterdir()):
        path.chmod(0o755)
    assert held.damaged() == []
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
    with pytest.raises(FileNotFoundError, match=r"No such file or directory.*put it back"):
        gathered(blocks)
    assert not folder.exists()
    if what == "renamed":
        held = sg.results(elsewhere)
        assert held.stop > 0
        assert held.damaged() == []
        elsewhere.rename(folder)
    assert np.array_equal(gathered(start(folder)), expected)
    assert sg.results(folder).finished


@pytest.mark.parametrize("evaluator", [sg.cold_positions, sg.nim_values])
def test_only_the_engine_keeps_folders(evaluator, tmp_path):
    with pytest.raises(ValueError, match="method must be 'auto' or 'engine'"):
        evaluator(sg.squares, 100, method="dynamic-programming", folder=tmp_path)


def test_no_run_in_a_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match="holds no long run"):
        sg.results(tmp_path)


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


def test_threads_are_as_many_as_processors_that_may_be_used():
    if hasattr(os, "sched_getaffinity"):
        before = os.sched_getaffinity(0)
        try:
            os.sched_setaffinity(0, {min(before)})
            assert cores() == 1
        finally:
            os.sched_setaffinity(0, before)
        assert cores() == len(before)
