"""Whatever happens to a run in a folder (stops, kills, damage, other requests), and in any order, no answer is wrong.

The engine's sizes are made so small that a few thousand positions are divided into several legs of several blocks. A
process is killed or interrupted at a line of the code for folders, which is chosen by counting, not by a clock.
`HISTORIES=150 pytest -n 0 FILE` tries more chains of events.
"""

import os
import resource
import shutil
import sys
import tempfile
from contextlib import closing, suppress
from functools import partial
from itertools import count, islice
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from folders import FILES, contents, gathered
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import subtraction_games as sg
from subtraction_engine import Tiling, recurrence, sieve, tuning
from subtraction_engine.cold.slicing import Slicing
from subtraction_engine.longruns import run_folder
from subtraction_engine.support import durable

N = 20_000
GAMES = {  # dense and sparse, with structure and without, finite and empty
    "squares": sg.squares(N),
    "finite": np.array([2, 3, 7, 600]),
    "one move": np.array([1]),
    "no moves": np.empty(0, np.int64),
    "random": np.unique(np.random.default_rng(4).integers(1, N, 300)),
    "odd moves": np.arange(1, N, 2),
}
HOTSPOTS = np.array([0, 5, 700, 9_001, 19_998])
RIGHT, WRONG, REFUSED, STOPPED, FAILED = range(5)  # the ways in which a process can end

sizes = st.integers(0, N)
threads = st.sampled_from([1, 2, 7])
flushes = st.sampled_from([0, 0.005, 10**9])  # seconds between two writes
ways = st.sampled_from([{}, {}, {"modulus": 0}, {"modulus": 5, "panels": 1}, {"modulus": 12}])  # to cold positions
places = st.integers(0, 2**62) | st.integers(0, run_folder.HEADER)
lines = st.integers(0, 300) | st.integers(0, 3000)  # that a process runs before it ends


def interrupted():
    raise KeyboardInterrupt


def at_line(number, end):
    """Call a function when this process has run so many lines of the code for folders."""
    code, lines = (str(Path(run_folder.__file__).parent), durable.__file__), count()

    def trace(frame, event, argument):
        if not frame.f_code.co_filename.startswith(code):
            return None
        if event == "line" and next(lines) == number:
            end()
        return trace

    sys.settrace(trace)


@pytest.fixture(autouse=True)
def _short_blocks(short_legs, monkeypatch):
    """Even short ranges have several blocks and threads, and nothing waits for the disk."""
    monkeypatch.setattr(run_folder, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    for name, value in {"LEAST_BLOCK": 1024, "FEWEST_MOVES": 40}.items():
        monkeypatch.setattr(tuning, name, value)
    for kind in (sieve.Sieving, Slicing, Tiling):
        monkeypatch.setattr(kind, "short", 0)


class ColdHistory(RuleBasedStateMachine):
    """One folder, and its history. `truth` contains the results below N, which begin with the results below n."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp()) / "run"

    def teardown(self):
        shutil.rmtree(self.folder.parent)

    @initialize(name=st.sampled_from(sorted(GAMES)), hot=st.booleans(), n=sizes)
    def begin(self, name, hot, n):
        self.n, self.way, self.moves, self.hotspots = n, {}, GAMES[name], HOTSPOTS if hot else HOTSPOTS[:0]
        self.truth = self.evaluated()

    def evaluated(self):
        return recurrence.cold_positions(self.moves, N, self.hotspots)

    def start(self, n, threads):
        hotspots = self.hotspots[self.hotspots < n]
        return sg.cold_blocks(self.moves, n, hotspots=hotspots, folder=self.folder, threads=threads, **self.way)

    def below(self, n):
        return self.truth[self.truth < n]

    def found(self, n, threads):
        return gathered([(0, 0, self.truth[:0]), *self.start(n, threads)])

    def process(self, flush=0, room=resource.RLIM_INFINITY, line=-1, end=interrupted):
        """A process that asks for all results below n, may not write large files, and may end at a line."""
        if child := os.fork():
            return child
        code = FAILED
        try:
            run_folder.FLUSH_SECONDS = flush
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            at_line(line, end)
            code = RIGHT if np.array_equal(self.found(self.n, 2), self.below(self.n)) else WRONG
        except OSError:
            code = REFUSED
        except KeyboardInterrupt:
            code = STOPPED
        finally:
            os._exit(code)  # as after kill -9, nothing is closed

    def ends(self, child, *allowed):
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in allowed, f"a process ended with {code}"

    @rule(threads=threads)
    def end(self, threads):
        assert np.array_equal(self.found(self.n, threads), self.below(self.n))
        stored = sg.results(self.folder)
        assert stored.stop >= self.n
        assert stored.damaged() == []
        assert np.array_equal(np.load(stored.data, allow_pickle=False), stored.array), "other programs can read it"

    @rule(threads=threads, number=st.integers(1, 12))
    def stop(self, threads, number):
        with closing(self.start(self.n, threads)) as run:
            for _ in islice(run, number):
                pass

    @rule(line=lines, end=st.sampled_from([interrupted, partial(os._exit, STOPPED)]), flush=flushes)
    def killed(self, line, end, flush):
        self.ends(self.process(flush, line=line, end=end), RIGHT, STOPPED)

    @rule(flush=flushes)
    def begun_twice(self, flush):
        for child in [self.process(flush), self.process(flush)]:
            self.ends(child, RIGHT, REFUSED)

    @rule(room=st.integers(10, 60_000))
    def a_full_disk(self, room):
        self.ends(self.process(room=room), RIGHT, REFUSED)

    @rule(more=st.integers(0, 700) | sizes, way=ways)
    def ask_for_more(self, more, way):
        self.n, self.way = min(N, self.n + more), way

    @rule(n=sizes, threads=threads)
    def ask_for_less(self, n, threads):
        n = min(n, self.n)
        assert np.array_equal(self.found(n, threads), self.below(n))

    @rule(
        name=st.sampled_from(sorted(FILES)), how=st.sampled_from(["flip", "cut", "remove", "longer", "lines"]),
        place=places, bit=st.integers(0, 7), line=lines,
    )  # fmt: skip
    def damage(self, name, how, place, bit, line):
        """One file is damaged at a time, as the others can restore it. Draws must not depend on what a kill left."""
        path, data, is_lost = self.folder / name, self.folder / "results.npy", False
        if not path.exists() or not path.stat().st_size:
            return
        counted = np.load(data, allow_pickle=False) if data.exists() else self.truth[:0]
        content = bytearray(path.read_bytes())
        place %= len(content)
        if how == "flip":
            content[place] ^= 1 << bit
        harmed = {"cut": content[:place], "longer": content + bytes(place), "lines": content.replace(b"\n", b"\r\n")}
        path.write_bytes(harmed.get(how, content))
        if how == "remove":
            path.unlink()
        before = contents(self.folder)
        with suppress(run_folder.DamagedError, FileNotFoundError):  # a reader is refused, or reads the truth
            stored = sg.results(self.folder)
            is_lost = stored.damaged() or (name == "log.csv" and stored.count < counted.size)
            assert stored.damaged() or np.array_equal(stored.array, self.below(stored.stop))
        self.killed(line, partial(os._exit, STOPPED), flush=0)
        self.end(1)
        after = contents(self.folder)
        kept = [content for file, content in after.items() if file.endswith("results.npy")]
        assert name == "results.npy" or any(content[128:].startswith(counted.tobytes()) for content in kept)
        if is_lost and data.name in before:
            assert before[data.name] in (content for file, content in after.items() if file.startswith("damaged-"))

    @invariant()
    def says_only_what_is_true(self):
        if (self.folder / "about.json").exists():
            stored = sg.results(self.folder)
            assert np.array_equal(stored.array, self.below(stored.stop))
            assert stored.damaged() == []


class NimHistory(ColdHistory):
    def evaluated(self):
        return recurrence.nim_values(self.moves, N)

    def start(self, n, threads):
        return sg.nim_blocks(self.moves, n, folder=self.folder, threads=threads)

    def below(self, n):
        return self.truth[:n]


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore:.*multi-threaded.*:DeprecationWarning")
# a child whose files are limited can't save the functions that it compiles
@pytest.mark.filterwarnings("ignore:compiled functions:RuntimeWarning")
@pytest.mark.parametrize("history", [ColdHistory, NimHistory])
def test_any_history(history):
    run_state_machine_as_test(
        history,
        settings=settings(
            max_examples=int(os.environ.get("HISTORIES", "30")), stateful_step_count=15, deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize(("history", "end"), [(ColdHistory, interrupted), (NimHistory, partial(os._exit, STOPPED))])
def test_killed_at_any_line(history, end):
    """Each line that writes to the folder is reached while a run begins or stores its first blocks."""
    run = history()
    run.begin(name="squares", hot=False, n=N)
    for line in range(100, 400):  # earlier, it only reads
        run.folder = run.folder.with_name(str(line))
        run.killed(line, end, flush=0)
        run.says_only_what_is_true()
        run.end(2)
    run.teardown()
