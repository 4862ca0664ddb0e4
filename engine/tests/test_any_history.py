"""Whatever happens to a run in a folder (stops, kills, damage, other requests), and in any order, no answer is wrong.

The engine's sizes are made so small that a few thousand positions are divided into several legs of several blocks. Only
separate processes receive signals and limits. `HISTORIES=150 pytest -n 0 FILE` tries more chains of events.
"""

import os
import resource
import shutil
import signal
import tempfile
import time
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from folders import contents, gathered
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import subtraction_games as sg
from subtraction_engine import recurrence, tuning
from subtraction_engine.longruns import checkpoint

N = 20_000
GAMES = {  # dense and sparse, with structure and without, finite and empty
    "squares": sg.squares(N),
    "cubes": sg.cubes(N),
    "primes": sg.primes(N),
    "finite": np.array([2, 3, 7, 600]),
    "one move": np.array([1]),
    "no moves": np.empty(0, np.int64),
    "random": np.unique(np.random.default_rng(4).integers(1, N, 300)),
    "odd moves": np.arange(1, N, 2),
}
HOTSPOTS = np.array([0, 5, 700, 9_001, 19_998])
RIGHT, WRONG, REFUSED, STOPPED, FAILED = range(5)  # the ways in which a process can end

threads = st.sampled_from([1, 2, 7])
blocks = st.integers(1, 12)
flushes = st.sampled_from([0, 0.005, 10**9])  # seconds between two writes
ways = st.sampled_from([{}, {}, {"modulus": 0}, {"modulus": 5, "panels": 1}, {"modulus": 12}])  # to cold positions


class History(RuleBasedStateMachine):
    """One folder, and its history. `truth` contains the results below N, which begin with the results below n."""

    truth = np.empty(0, np.int64)

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp()) / "run"
        self.n, self.way = 0, {}

    def teardown(self):
        shutil.rmtree(self.folder.parent)

    def start(self, n, threads, moves=None):
        raise NotImplementedError

    def below(self, n):
        raise NotImplementedError

    def process(self, n, flush=0, moves=None, room=None):
        """A process that asks for all results below n, and may not write files of more than `room` bytes."""
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # it waits until the child can catch it
        if child := os.fork():
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            return child
        code = FAILED
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background ignores it
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            checkpoint.FLUSH_SECONDS = flush
            if room is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            found = gathered([(0, 0, self.truth[:0]), *self.start(n, 2, moves)])
            code = RIGHT if np.array_equal(found, self.below(n)) else WRONG
        except KeyboardInterrupt:
            code = STOPPED
        except (ValueError, OSError):
            code = REFUSED
        finally:
            os._exit(code)  # as after kill -9, nothing is closed

    def ends(self, child, *allowed):
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in allowed, f"a process ended with {code}"

    @rule(threads=threads)
    def end(self, threads):
        found = gathered([(0, 0, self.truth[:0]), *self.start(self.n, threads)])
        assert np.array_equal(found, self.below(self.n))
        stored = sg.results(self.folder)
        assert stored.stop >= self.n
        assert stored.damaged() == []
        assert np.array_equal(np.load(stored.data, allow_pickle=False), stored.array), "other programs can read it"

    @rule(threads=threads)
    def read_by_two(self, threads):
        self.end(threads)
        with closing(self.start(self.n, threads)) as other:
            next(other, None)
            self.end(threads)

    @rule(threads=threads, blocks=blocks)
    def stop(self, threads, blocks):
        with closing(self.start(self.n, threads)) as run:
            for _ in islice(run, blocks):
                pass

    @rule(number=st.sampled_from([signal.SIGKILL, signal.SIGINT]), delay=st.floats(0, 0.1), flush=flushes)
    def signalled(self, number, delay, flush):
        child = self.process(self.n, flush)
        time.sleep(delay)
        os.kill(child, number)
        self.ends(child, RIGHT, STOPPED, -number)

    @rule(flush=flushes)
    def begun_twice(self, flush):
        children = [self.process(self.n, flush), self.process(self.n, flush)]
        for child in children:
            self.ends(child, RIGHT, REFUSED)

    @rule(room=st.integers(10, 60_000))
    def a_full_disk(self, room):
        self.ends(self.process(self.n, room=room), RIGHT, REFUSED)

    @rule(n=st.integers(0, N), threads=threads, way=ways)
    def carry_on(self, n, threads, way):
        self.n, self.way = max(self.n, n), way
        self.end(threads)

    @rule(more=st.integers(0, 700))
    def ask_for_more(self, more):
        self.n = min(N, self.n + more)

    @rule(n=st.integers(0, N), threads=threads)
    def ask_for_less(self, n, threads):
        n = min(n, self.n)
        assert np.array_equal(gathered([(0, 0, self.truth[:0]), *self.start(n, threads)]), self.below(n))

    @rule()
    def ask_for_another_game(self):
        moves = np.setxor1d(self.moves, [1])
        if (self.folder / "about.json").exists() and min(sg.results(self.folder).about["n"], self.n) > 1:
            before = contents(self.folder)
            self.ends(self.process(self.n, moves=moves), REFUSED)
            assert contents(self.folder) == before

    @rule(
        name=st.sampled_from(["about.json", "game.npz", "results.npy", "log.csv"]), bit=st.integers(0, 7),
        how=st.sampled_from(["flip", "cut", "remove", "longer"]), place=st.integers(0, 2**62),
    )  # fmt: skip
    def damage(self, name, how, place, bit):
        """One file is damaged at a time, as the others can restore it. Draws must not depend on what a signal left."""
        path = self.folder / name
        if not path.exists() or not path.stat().st_size:
            return
        data, content = self.folder / "results.npy", bytearray(path.read_bytes())
        counted = np.load(data, allow_pickle=False).tobytes() if name != "results.npy" and data.exists() else b""
        place %= len(content)
        if how == "flip":
            content[place] ^= 1 << bit
        path.write_bytes({"cut": content[:place], "longer": content + bytes(place)}.get(how, content))
        if how == "remove":
            path.unlink()
        with suppress(checkpoint.DamagedError, FileNotFoundError):  # a reader is refused, or reads the truth
            stored = sg.results(self.folder)
            assert stored.damaged() or np.array_equal(stored.array, self.below(stored.stop))
        self.end(1)
        assert any(kept.read_bytes()[128:].startswith(counted) for kept in self.folder.rglob("results.npy"))

    @invariant()
    def says_only_what_is_true(self):
        if (self.folder / "about.json").exists():
            stored = sg.results(self.folder)
            assert np.array_equal(stored.array, self.below(stored.stop))


class ColdHistory(History):
    @initialize(name=st.sampled_from(sorted(GAMES)), hot=st.booleans(), n=st.integers(0, N))
    def begin(self, name, hot, n):
        self.n, self.moves, self.hotspots = n, GAMES[name], HOTSPOTS if hot else HOTSPOTS[:0]
        self.truth = recurrence.cold_positions(self.moves, N, self.hotspots)

    def start(self, n, threads, moves=None):
        moves, hotspots = self.moves if moves is None else moves, self.hotspots[self.hotspots < n]
        return sg.cold_blocks(moves, n, hotspots=hotspots, folder=self.folder, threads=threads, **self.way)

    def below(self, n):
        return self.truth[self.truth < n]


class NimHistory(History):
    @initialize(name=st.sampled_from(sorted(GAMES)), n=st.integers(0, N))
    def begin(self, name, n):
        self.n, self.moves = n, GAMES[name]
        self.truth = recurrence.nim_values(self.moves, N)

    def start(self, n, threads, moves=None):
        return sg.nim_blocks(self.moves if moves is None else moves, n, folder=self.folder, threads=threads)

    def below(self, n):
        return self.truth[:n]


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore:.*multi-threaded.*:DeprecationWarning")
# a child whose files are limited can't save the functions that it compiles
@pytest.mark.filterwarnings("ignore:compiled functions:RuntimeWarning")
@pytest.mark.parametrize("history", [ColdHistory, NimHistory])
def test_any_history(history, short_legs, monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    for name, value in {"LEAST_BLOCK": 1024, "FEWEST_MOVES": 40}.items():
        monkeypatch.setattr(tuning, name, value)
    for kind in ("sieve.Sieving", "Tiling"):
        monkeypatch.setattr(f"subtraction_engine.{kind}.short", 0)  # so that short ranges have threads, too
    run_state_machine_as_test(
        history,
        settings=settings(
            max_examples=int(os.environ.get("HISTORIES", "40")), stateful_step_count=15, deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
