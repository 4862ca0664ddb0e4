"""Marking the positions that one move makes hot, 512 at a time, by residue class.

The rows of class t that a move makes hot are those of class r, shifted: a *window* on the bits of class r. Three rules
leave windows out without ever guessing:

* one that meets no cold row marks nothing (a bit says for each panel of 512 rows whether it holds any);
* one whose target panels are hot throughout adds nothing (a bit says for each whether it has a row left);
* classes that no move of a level joins are never looked at together (a bit for each residue c; the classes that a
  class reaches are the set of residues turned round by r, and so come 64 at a time).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from ..support.blocks import within
from ..support.kernel import kernel
from ..vectors import (
    FULL,
    IN_WORD,
    LINE,
    NINE,
    ONE,
    SIX,
    WIDE,
    WORD,
    WORDS,
    address,
    all_,
    bit_at,
    funnel,
    load,
    load_word,
    or_windows,
    popcount,
    store,
    store_word,
    trailing_zeros,
    window_lows,
)
from .rows import members
from .tuning import NO_ROWS


class Game(NamedTuple):
    """The moves by residue mod M, and the levels of their shifts. K moves, L levels."""

    M: int
    shift: NDArray[np.int64]  # int64[.]: s // M, by level, then by residue, ascending within each
    first: NDArray[np.int64]  # int64[L, M + 1]: level i has the moves first[i, c]..first[i, c + 1] - 1 of residue c
    join: NDArray[np.uint64]  # uint64[L, .]: bits c and c + M are set where level i has a move of residue c
    back: NDArray[np.uint64]  # uint64[L, .]: the same for residues -c


class Source(NamedTuple):
    """Cold rows of one class, or of several one below the other, by addresses."""

    bits: int  # words whose bit p is set where row p is cold
    occupied: int  # words whose bit b is set where panel b of `bits` holds anything
    reach: int  # the same for panel b and as many after it as a window can touch
    dense: bool  # most panels are occupied, so that it isn't worth asking which


class Marks(NamedTuple):
    """Hot rows of some panels of some target classes. Bits are only ever set, so to mark twice is to mark once."""

    hot: NDArray[np.uint64]  # uint64[k, panels * WORDS]
    live: NDArray[np.uint64]  # uint64[k]: bit b is set where panel b still has a row that is not hot
    place: NDArray[np.int64]  # int64[M]: the place of class t in `hot`
    alive: NDArray[np.uint64]  # uint64[.]: bit t is set for the classes to mark: those here that are live


def game_of(moves: Moves, M: int, levels: list[tuple[int, int]]) -> Game:
    """Moves by residue, for levels of shifts low <= j < high. O(L (K log K + M)) for the K moves of a level."""
    parts = [within(moves, low * M, high * M) for low, high in levels]
    shift = np.concatenate([(s // M)[np.argsort(s % M, kind="stable")] for s in parts])
    counts = [np.bincount(s % M, minlength=M) for s in parts]
    last = np.cumsum(counts).reshape(len(levels), M)
    first = np.column_stack([last[:, 0] - [count[0] for count in counts], last])
    has = first[:, 1:] > first[:, :-1]
    return Game(M, shift, first, _twice(has), _twice(has[:, -np.arange(M)]))


def _twice(has: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """uint64[L, .]: bits i and i + M for bool[L, M], and two words of zeros, so that any turn can be read."""
    spare = np.zeros((len(has), 2 * WORD + -2 * has.shape[1] % WORD), bool)
    return np.packbits(np.hstack([has, has, spare]), axis=1, bitorder="little").view("<u8").astype(np.uint64)


@kernel
def joined(alive, residues, by):
    """uint64[.]: the members of a set of classes whose class + by is in `residues`, a row of `_twice`."""
    out, w, s = np.empty(len(alive), np.uint64), by >> SIX, by & IN_WORD
    for k in range(np.uint64(len(out))):
        out[k] = alive[k] & funnel(residues[w + k + ONE], residues[w + k], s)
    return out


@kernel
def widen(occupied, panels):
    """Set bit b where any of the bits b..b + panels is set, from occupied panels to those that a window can touch."""
    width = 1
    while width <= panels:
        step = np.uint64(min(width, panels + 1 - width))
        for w in range(len(occupied) - 1):
            occupied[w] |= (occupied[w] >> step) | (occupied[w + 1] << (np.uint64(WORD) - step))
        width += np.int64(step)


@kernel
def _met(occupied, panel):
    """Bit j: does panel + j or panel + j + 1 hold a cold row? (A window lies across two panels.) For j < 64."""
    w, s = panel >> SIX, panel & IN_WORD
    low, high = load_word(occupied, w), load_word(occupied, w + ONE)
    met = funnel(high, low, s)
    return met | (met >> ONE) | (((high >> s) & ONE) << IN_WORD)


@kernel
def _or_windows(hot, live, bits, rows):
    """OR the windows from a tuple of rows of `bits` into the live panels of `hot`; returns those now full.

    hot, bits: addresses. Where the vectors of a source are kept (see `or_windows`), a run of live panels is followed.
    """
    full = np.uint64(0)
    while live:
        j = trailing_zeros(live)
        lows, run = window_lows(bits + j * LINE, rows), True
        while run:
            live &= live - ONE
            o = j * LINE
            panel, lows = or_windows(load(hot + o), lows, bits + o, rows)
            store(hot + o, panel)
            full |= all_(panel) << j
            j += ONE
            run = WIDE and j < np.uint64(WORD) and (live >> j) & ONE != np.uint64(0)
    return full


@kernel
def _mark_panel(hot, live, window_of, first, last):
    """Mark one panel by the windows that the moves first..last - 1 make; returns whether it is still live.

    hot: address of the panel. window_of: addresses of the source's bits, its occupied panels, those within reach, and
    the moves' shifts; and the source's row beside row 0 of the marks, less the borrow.
    """
    bits, _, reach, shift, start = window_of
    panel, i = load(hot), first
    while i < last:
        p = start - load_word(shift, i)
        if bit_at(reach, p >> NINE):
            row = (p,)
            panel, _ = or_windows(panel, window_lows(bits, row), bits, row)
        i += ONE
    store(hot, panel)
    return live & ~all_(panel)


@kernel
def _mark_panels(hot, live, window_of, first, last, dense):
    """The same for up to 64 panels; returns those still live.

    A window that meets a third of the live panels, or may, waits until as many as NO_ROWS share a pass; others go one
    by one, and so few as are left in the end by passes of one, two and four.
    """
    bits, occupied, reach, shift, start = window_of
    none = np.uint64(0)
    at, waiting, i = NO_ROWS, 0, first
    while i < last:
        p = start - load_word(shift, i)
        b, row = p >> NINE, (p,)
        i += ONE
        if not bit_at(reach, b):
            continue
        if not dense:
            met = live & _met(occupied, b)
            if np.uint64(3) * popcount(met) < popcount(live):
                live &= ~_or_windows(hot, met, bits, row)
                if live == none:
                    return live
                continue
        at = at[1:] + row
        waiting += 1
        if waiting == len(NO_ROWS):
            waiting = 0
            live &= ~_or_windows(hot, live, bits, at)
            if live == none:
                return live
    if waiting & 1:
        live &= ~_or_windows(hot, live, bits, at[-1:])
        at = at[-1:] + at[:-1]
    if waiting & 2:
        live &= ~_or_windows(hot, live, bits, at[-2:])
        at = at[-2:] + at[:-2]
    if waiting & 4:
        live &= ~_or_windows(hot, live, bits, at[-4:])
    return live


@kernel
def mark_from(g, level, r, source, origin, marks):
    """Mark all live panels of all classes by the windows of class r that belong to a level.

    origin: row of `source` beside row 0 of the marks. Every window, from origin - high to origin - low and as long as
    the marks, must lie within `source`, with a panel to spare.
    """
    r, M, panels = np.uint64(r), np.uint64(g.M), np.uint64(marks.hot.shape[1] // WORDS)
    shift, of_residue = address(g.shift, 0), address(g.first[level], 0)
    first_hot, lives = np.uint64(marks.hot.ctypes.data), address(marks.live, 0)
    place, alive = address(marks.place, 0), address(marks.alive, 0)
    joining = joined(marks.alive, g.join[level], M - r)
    for k in range(np.uint64(len(joining))):
        targets = joining[k]
        while targets:
            t = (k << SIX) + trailing_zeros(targets)
            targets &= targets - ONE
            i = load_word(place, t)
            live, hot = load_word(lives, i), first_hot + i * panels * LINE
            borrow = np.uint64(r > t)
            c = t - r + borrow * M
            window_of = (source.bits, source.occupied, source.reach, shift, np.uint64(origin) - borrow)
            first, last = load_word(of_residue, c), load_word(of_residue, c + ONE)
            if panels == ONE:
                live = _mark_panel(hot, live, window_of, first, last)
            else:
                live = _mark_panels(hot, live, window_of, first, last, source.dense)
            store_word(lives, i, live)
            if live == np.uint64(0):
                store_word(alive, k, load_word(alive, k) & ~(ONE << (t & IN_WORD)))


@kernel
def part_of(marks, first, panels):
    """Panels first..first + panels - 1 of the classes that are live there, as marks of their own."""
    mask, classes, k = FULL >> np.uint64(64 - panels), members(marks.alive), 0
    place, alive = np.empty(len(marks.place), np.int64), np.zeros(len(marks.alive), np.uint64)
    live = np.empty(len(classes), np.uint64)
    for t in classes:
        left = (marks.live[marks.place[t]] >> np.uint64(first)) & mask
        if left:
            alive[t >> 6] |= ONE << np.uint64(t & 63)
            classes[k], place[t], live[k] = t, k, left
            k += 1
    hot = np.empty((k, panels * WORDS), np.uint64)
    for i in range(k):
        for j in range(panels * WORDS):
            hot[i, j] = marks.hot[marks.place[classes[i]], first * WORDS + j]
    return Marks(hot, live[:k], place, alive)
