"""A folder's run begun, stopped, killed, damaged, carried on and asked for less, in any order: always the recurrence.

The engine's own sizes are made small, so that a few thousand positions are several legs of several blocks.
"""

import os
import shutil
import tempfile
from contextlib import closing
from itertools import islice
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from folders import gathered, small_games
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import subtraction_games as sg
from subtraction_engine import recurrence
from subtraction_engine.longruns import checkpoint
from subtraction_engine.nim import tiling

N = 20_000
GAMES = small_games(N) | {"odd moves": np.arange(1, N, 2)}
HOTSPOTS = np.array([0, 5, 700, 9_001, 19_998])

threads = st.sampled_from([1, 2, 7])
blocks = st.integers(1, 12)


class History(RuleBasedStateMachine):
    """One folder, and what became of it. `truth` are the results below N, of which those below n are the first ones."""

    truth = np.empty(0, np.int64)

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.n = 0

    def teardown(self):
        shutil.rmtree(self.folder)

    def start(self, n, threads):
        raise NotImplementedError

    def below(self, n):
        raise NotImplementedError

    @rule(threads=threads)
    def end(self, threads):
        found = gathered([(0, 0, self.truth[:0]), *self.start(self.n, threads)])
        assert np.array_equal(found, self.below(self.n))
        held = sg.results(self.folder)
        assert held.stop >= self.n
        assert held.damaged() == []

    @rule(threads=threads, blocks=blocks)
    def stop(self, threads, blocks):
        with closing(self.start(self.n, threads)) as run:
            for _ in islice(run, blocks):
                pass

    @rule(threads=threads, blocks=blocks)
    def kill(self, threads, blocks):
        if (child := os.fork()) == 0:
            try:
                for _ in islice(self.start(self.n, threads), blocks):
                    pass
            finally:
                os._exit(9)  # nothing is closed, as by kill -9
        os.waitpid(child, 0)

    @rule(n=st.integers(0, N), threads=threads)
    def carry_on(self, n, threads):
        self.n = max(self.n, n)
        self.end(threads)

    @rule(more=st.integers(0, 700))
    def ask_for_more(self, more):
        self.n = min(N, self.n + more)

    @rule(n=st.integers(0, N), threads=threads)
    def ask_for_less(self, n, threads):
        n = min(n, self.n)
        assert np.array_equal(gathered([(0, 0, self.truth[:0]), *self.start(n, threads)]), self.below(n))

    @rule(data=st.data(), how=st.sampled_from(["flip", "cut", "remove"]))
    def damage(self, data, how):
        path = self.folder / data.draw(st.sampled_from(["results.npy", "log.csv"]))
        if not path.exists() or not path.stat().st_size:
            return
        content = bytearray(path.read_bytes())
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] ^= 1 << data.draw(st.integers(0, 7))
        path.write_bytes(content if how == "flip" else content[:place])
        if how == "remove":
            path.unlink()
        self.end(1)  # whoever reads before that finds it by `damaged` alone

    @invariant()
    def says_only_what_is_true(self):
        if (self.folder / "about.json").exists():
            held = sg.results(self.folder)
            assert np.array_equal(held.array, self.below(held.stop))


class ColdHistory(History):
    @initialize(name=st.sampled_from(sorted(GAMES)), hot=st.booleans(), n=st.integers(0, N))
    def begin(self, name, hot, n):
        self.n, self.moves, self.hotspots = n, GAMES[name], HOTSPOTS if hot else HOTSPOTS[:0]
        self.truth = recurrence.cold_positions(self.moves, N, self.hotspots)

    def start(self, n, threads):
        hotspots = self.hotspots[self.hotspots < n]
        return sg.cold_blocks(self.moves, n, hotspots=hotspots, folder=self.folder, threads=threads)

    def below(self, n):
        return self.truth[self.truth < n]


class NimHistory(History):
    @initialize(name=st.sampled_from(sorted(GAMES)), n=st.integers(0, N))
    def begin(self, name, n):
        self.n, self.moves = n, GAMES[name]
        self.truth = recurrence.nim_values(self.moves, N)

    def start(self, n, threads):
        return sg.nim_blocks(self.moves, n, folder=self.folder, threads=threads)

    def below(self, n):
        return self.truth[:n]


@pytest.mark.filterwarnings("ignore:.*damaged or missing", "ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize("history", [ColdHistory, NimHistory])
def test_any_history(history, short_legs, monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    for name, value in {"LEAST_BLOCK": 1024, "FEWEST_MOVES": 40}.items():
        monkeypatch.setattr(tiling, name, value)
    for kind in ("sieve.Sieving", "Tiling"):
        monkeypatch.setattr(f"subtraction_engine.{kind}.short", 0)  # let them have their threads
    run_state_machine_as_test(history, settings=settings(max_examples=60, stateful_step_count=15, deadline=None))
