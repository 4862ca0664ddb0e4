"""Exact cold positions by one method after another, each chosen by measuring it.

The answer does not depend on the modulus, and any method can go on from what another has found: so a run finds out by
itself what suits its game, this machine and the range that it has come to. It begins with the sieve and goes on in
*stages*, each to four times the position. At the beginning of a stage a few candidates settle a part of it each, one
after the other: the present method, those that a model proposes (`modulus`), and the sieve. The one that should take
least settles the rest, by the processor time that a position took it and how the model expects that to grow. Nothing
that was computed is thrown away.

Noise can change the choice, never the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache, partial
from math import inf
from threading import Event, Lock
from typing import Any, NamedTuple

import numpy as np

from ...paper.sieve import SEGMENT, Sieving
from ...support.arguments import Moves, Positions, available_memory, require_memory
from ...support.blocks import Block, Evaluation, in_threads
from ...support.progress import watched
from ..vectors import PANEL
from .modulus import SAMPLE, outlook, possible, proposals
from .slicing import Slicing, cold_bytes

COLD_GROWTH = 1.1  # time grows like n to about this power: for progress bars

FIRST = 1 << 14  # the first stage ends here or at up to four times that
GROWTH = 4  # of the position in a stage
PARTS = 48  # of a stage; each candidate settles one, or a block if that is longer
WORTHWHILE = 0.1  # seconds of sieving below which nothing else is tried
SETTING_OUT = 5e-7  # and for each move, whose class every candidate asks for
TELLING = 1e-7  # seconds for each cold position that a choice takes, since every candidate has to be told of it
LOST = 1.5  # whoever takes so many times as long as another settles no more of its part
HOPELESS = 2.5  # if the sieve does it isn't tried again; if slicing does, not for some stages
CATCHING_UP = 2.0  # in each of which the sieve may become so many times as slow, and slicing doesn't
PIECES = 8  # in which what is settled is handed over, each a block of `Slicing` or more
NOTHING = Block(0, 0, np.empty(0, np.int64))


class Leg(NamedTuple):
    """Part of a run: from `start` on positions are settled by `modulus` residue classes, 0 for the sieve."""

    start: int
    stop: int  # the end of its stage; another leg may take over before
    modulus: int


class Held(NamedTuple):
    """What an evaluation stands on: replaced as a whole, so that an interruption leaves one or the other."""

    leg: Leg
    inner: Sieving | Slicing  # the leg's evaluation
    news: tuple[Block, ...] = ()  # restored, and not handed over to `inner`


class Staged(Evaluation):
    """Cold positions as an `Evaluation` (see `blocks`) that goes from leg to leg.

    Found are int64 cold positions. A share is that of the leg's own evaluation, behind the seconds of processor time
    that it took. A task names its leg, and whoever is asked for a share of it takes that leg up.
    """

    short = SEGMENT

    def __init__(self, moves: Moves, n: int, hotspots: Positions) -> None:
        self.n, self.moves, self.hotspots = n, moves, hotspots
        self.held = Held(Leg(0, 0, 0), Sieving(moves, 0, hotspots))
        self.lock = Lock()
        self.asked: tuple[Any, ...] = (-1,)  # the last task
        self.until = 0  # where to choose again
        self.waiting: list[int] = []  # moduli still to be tried in this stage
        self.rates: dict[int, float] = {}  # seconds a position of those that were: see `_rate`
        self.outlook: dict[int, float] = {}  # by the model, what they will take on an average for what they take now
        self.moduli: list[tuple[int, int]] = []  # what was chosen: from this position on, this one
        self.odds = 1.0  # seconds that slicing takes for one of the sieve's
        self.spent = 0.0  # by this leg
        self.ahead: list[tuple[int, float]] = []  # by it, for the block after the one that begins there
        self.told = NOTHING  # what every candidate of a stage has to be told
        self.cold_count, self.sample = 0, NOTHING.found  # the last ones

    @property
    def position(self) -> int:  # type: ignore[override]
        _, inner, news = self.held
        return news[-1].stop if news else inner.position

    def restore(self, stop: int, found: Positions) -> None:
        self._note(found)
        self.held = self.held._replace(news=(*self.held.news, Block(self.position, stop, found)))

    def _note(self, found: Positions) -> None:
        self.cold_count += found.size
        self.sample = np.concatenate([self.sample, found[-SAMPLE:]])[-SAMPLE:]

    def last_block_end(self, stop: int) -> int:
        return stop  # a leg may begin anywhere

    def settings(self) -> dict[str, Any]:
        return {"moduli": [list(pair) for pair in self.moduli]}

    def tune(self, settings: Any) -> None:
        pairs = settings.get("moduli") if isinstance(settings, dict) else None
        if isinstance(pairs, list) and all(_is_choice(pair) for pair in pairs):
            self.moduli = [(start, modulus) for start, modulus in pairs]
            self.odds = 0.0 if any(modulus for _, modulus in self.moduli) else 1.0

    def results_since(self, start: int, stop: int | None = None) -> Positions:
        (_, inner, news), stop = self.held, self.position if stop is None else stop
        found = [block.cut(start, stop).found for block in (self.told, *news) if block.start < stop]
        start = max(start, self.told.stop)
        if start < min(stop, inner.position):
            found.insert(1, inner.results_since(start, min(stop, inner.position)))
        found = [piece for piece in found if piece.size] or [NOTHING.found]
        return found[0] if len(found) == 1 else np.concatenate(found)

    # --- going from leg to leg

    def task(self) -> tuple[Any, ...]:
        if self.asked[0] != self.position:
            self.asked = self._task()
        return self.asked

    def _task(self) -> tuple[Any, ...]:
        leg, fastest = self.held.leg, min(self.rates.values(), default=inf)
        if self.position >= min(self.until, leg.stop) or self._rate() > LOST * fastest:
            leg = self._next_leg()
        inner = self._taken_up(leg)
        if self.until == leg.stop:
            self.told = NOTHING
        return self.position, leg, inner.task()

    def _taken_up(self, leg: Leg) -> Sieving | Slicing:
        """The leg's evaluation, which knows all that is settled; several threads may ask at once."""
        with self.lock:
            inner = self.held.inner if leg == self.held.leg else self._evaluation(leg)
            piece = leg.stop // PIECES + PANEL * leg.modulus
            while inner.position < self.position:
                stop = inner.last_block_end(min(self.position, inner.position + piece))
                inner.restore(stop, self.results_since(inner.position, stop))
            self.held = Held(leg, inner)
            return inner

    def _evaluation(self, leg: Leg) -> Sieving | Slicing:
        if leg.modulus:
            _load_kernels()
            return Slicing(self.moves, leg.stop, self.hotspots, leg.modulus, None, leg.start)
        return Sieving(self.moves, leg.stop, self.hotspots, min(SEGMENT, max(FIRST, leg.stop // PARTS)))

    def share(self, task: tuple[Any, ...], part: int, parts: int) -> tuple[float, Any]:
        inner, begun = self._taken_up(task[1]), time.thread_time()
        share = inner.share(task[2], part, parts)
        return time.thread_time() - begun, share

    def prefetch(self, task: tuple[Any, ...], part: int, parts: int, stop: Event) -> None:
        begun = time.thread_time()
        self.held.inner.prefetch(task[2], part, parts, stop)
        self.ahead.append((task[0], time.thread_time() - begun))

    def settle(self, task: tuple[Any, ...], shares: list[tuple[float, Any]]) -> Block:
        begun = time.thread_time()
        block = self.held.inner.settle(task[2], [share for _, share in shares])
        ahead = sum(seconds for start, seconds in self.ahead if start < block.start)
        self.ahead = [entry for entry in self.ahead if entry[0] >= block.start]
        self.spent += time.thread_time() - begun + sum(seconds for seconds, _ in shares) + ahead
        self._note(block.found)
        return block

    # --- choosing

    def _rate(self) -> float:
        """Seconds of processor time a position of this leg, by those so far."""
        leg = self.held.leg
        return self.spent / max(1, self.position - leg.start) * self.outlook.get(leg.modulus, 1.0)

    def _next_leg(self) -> Leg:
        """What goes on from here: the next candidate of this stage, or the best of them; if it is over, of another."""
        position, (_, stop, present) = self.position, self.held.leg
        if position > self.held.leg.start:
            self.rates[present] = self._rate()
        if position >= stop:
            stop = self._stage_end(position)
            self.rates, self.waiting = {}, self._candidates(stop)
            if len(self.waiting) > 1:
                self.told = Block(0, position, self.results_since(0))
        if self.waiting and len(self.waiting) + len(self.rates) > 1:
            modulus, self.until = self.waiting.pop(0), position + stop // PARTS
        else:
            best = min(self.rates, key=self.rates.__getitem__, default=0)
            modulus, self.until = self.waiting.pop() if self.waiting else best, stop
            if sliced := [rate for M, rate in self.rates.items() if M and self.rates.get(0)]:
                self.odds = min(sliced) / self.rates[0]
            if self.moduli[-1:] != [(position, modulus)]:
                self.moduli = [*self.moduli, (position, modulus)]
        if (modulus, stop) == (present, self.held.leg.stop):
            return self.held.leg
        self.spent, self.ahead = 0.0, []
        return Leg(position, stop, modulus)

    def _stage_end(self, position: int) -> int:
        """The end of the stage that goes on from a position: n, or n by a power of GROWTH."""
        stop = self.n
        while stop // GROWTH > max(position, FIRST):
            stop //= GROWTH
        return stop

    def _candidates(self, stop: int) -> list[int]:
        """Moduli to try, the likeliest last; 0 is the sieve."""
        known = [modulus for start, modulus in self.moduli if stop // GROWTH <= start <= self.position]
        present = self.held.leg.modulus
        if known and (not known[-1] or possible(self.moves, stop, known[-1])):
            return known[-1:]
        worthwhile = WORTHWHILE + SETTING_OUT * np.searchsorted(self.moves, stop)
        if self.cold_count == 0 or (self.spent and not present and self._rate() * (stop - self.position) < worthwhile):
            return [0]
        if self.odds > HOPELESS:
            self.odds /= CATCHING_UP
            return [0]
        expected = self.cold_count * (stop / self.position) ** min(1, self._growth())
        telling = TELLING * self.cold_count / (self._rate() * (stop - self.position)) if self.spent else 0.0
        most = 2.0 if telling < 0.05 else 1.0 - telling  # times the present cost, by the model
        proposed = proposals(self.moves, stop, self.sample, expected, present, most)

        def fits(M: int) -> bool:
            return cold_bytes(stop, M, expected) < available_memory()

        sliced = [*([present] if present else []), *(M for M in proposed[::-1] if fits(M))]
        sieving = not sliced or (HOPELESS * self.odds > 1 and fits(0))
        candidates = [*([0] if sieving else []), *sliced]
        begin, end = (self.position, self.cold_count), (stop, expected)
        self.outlook = {M: outlook(self.moves, begin, end, M, self.sample) for M in candidates}
        return candidates

    def _growth(self) -> float:
        """The present exponent of the number of cold positions, by the density of the last ones."""
        first, last = self.sample[[0, -1]]
        return float((self.sample.size - 1) * last / self.cold_count / max(1, last - first))


@cache
def _load_kernels() -> None:
    """Have the kernels of `Slicing` read into this process, lest the first candidate of a run pays for that."""
    small = Slicing(np.arange(1, 128) ** 2, FIRST, NOTHING.found, 5, None, FIRST // 2)
    small.restore(FIRST // 2, np.arange(0, FIRST // 2, 5))
    for _ in in_threads(small, 1):
        pass


def _is_choice(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(type(number) is int and number >= 0 for number in pair)


# --- the whole range -------------------------------------------------------------------------------------


def cold_recipe(
    moves: Moves, n: int, hotspots: Positions, modulus: int | None = None, tile: int | None = None
) -> Callable[[], Evaluation]:
    """What makes the evaluation to use: one that chooses by measuring, or the one that is asked for.

    modulus: residue classes to slice by; 0 for the sieve, which also stands in where these classes are not `possible`.
    tile: panels of 512 rows in a block, 1 to 64; None for the usual number. The positions depend on neither.
    """
    if modulus is None:
        return partial(Staged, moves, n, hotspots)
    if modulus and possible(moves, n, modulus):
        purpose = f"finding the cold positions below {n} by {modulus} residue classes"
        require_memory(cold_bytes(n, modulus, tile=tile), purpose)
        return partial(Slicing, moves, n, hotspots, modulus, tile)
    return partial(Sieving, moves, n, hotspots)


def cold_positions(moves: Moves, n: int, hotspots: Positions, threads: int = 1) -> Positions:
    """int64[:], ascending: the cold positions of range(n), for ascending hotspots within it, by that many threads.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]))
    array([ 0,  3,  5,  8, 10])
    """
    blocks = in_threads(cold_recipe(moves, n, hotspots)(), threads)
    found = watched(blocks, n, "cold positions by the engine", COLD_GROWTH)
    return np.concatenate([np.empty(0, np.int64), *(positions for _, _, positions in found)])
