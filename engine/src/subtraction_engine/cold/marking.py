"""Mark the positions that lie one move above cold positions, 512 at a time, by residue class.

A move from class r to class t shifts the cold rows of r by a fixed number, and marks the resulting rows of t as hot.
The 512 bits of r that fall on one panel of t form a *window*. Three kinds of windows are left out:

* A window without cold rows marks nothing. For each panel, one bit tells whether it contains a cold row.
* A window into a panel that is hot throughout adds nothing. For each panel, one bit tells whether some row is not hot.
* Two classes not joined by any move of a level need no windows. For each residue, one bit tells whether a move has it.
  Rotated by r, these bits show which classes can be reached from class r, with 64 classes in each word.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from ..support.blocks import within
from ..support.compiled import compiled
from ..tuning import PASS
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
from .containers import members, set_bits

NO_STARTS = (np.uint64(0),) * PASS


class MovesByResidue(NamedTuple):
    """The moves of all L levels, sorted first by the level of their shift and then by residue mod M."""

    M: int
    shift: NDArray[np.int64]  # int64[.]: s // M, in ascending order within each level and residue
    first: NDArray[np.int64]  # int64[L, M + 1]: level i has moves first[i, c] to first[i, c + 1] - 1 of residue c
    join: NDArray[np.uint64]  # uint64[L, .]: bits c and c + M of row i are set if level i contains a move of residue c
    back: NDArray[np.uint64]  # uint64[L, .]: the same bits with residue -c in place of c


class Source(NamedTuple):
    """The cold rows of a source class. The first three fields are addresses of words."""

    bits: int  # bit p is set if row p is cold
    occupied: int  # bit b is set if panel b of `bits` contains a cold row
    reach: int  # bit b is set if a window that begins in panel b can touch an occupied panel
    dense: bool  # whether most panels are occupied, so that testing each of them isn't worthwhile


class Marks(NamedTuple):
    """The hot rows in some panels of some target classes. Since bits are only ever set, marking twice does no harm."""

    hot: NDArray[np.uint64]  # uint64[k, panels * WORDS]
    live: NDArray[np.uint64]  # uint64[k]: bit b is set while panel b has a row that is not hot
    slot: NDArray[np.int64]  # int64[M]: slot[t] is the index in `hot` of class t
    alive: NDArray[np.uint64]  # uint64[.]: bit t is set if class t is indexed and live, and is therefore to be marked


def marks_of(classes: NDArray[np.int64], hot: NDArray[np.uint64], live: NDArray[np.uint64]) -> Marks:
    """Return the marks of some classes in arrays for all M classes."""
    alive = np.zeros((1, -(-len(live) // WORD)), np.uint64)
    set_bits(alive, classes)
    return Marks(hot, live, np.arange(len(live)), alive[0])


def by_residue(moves: Moves, M: int, levels: list[tuple[int, int]]) -> MovesByResidue:
    """Return the moves of each level, sorted by residue. Level (low, high) contains the moves with low <= shift < high.

    Takes O(L (K log K + M)) time for L levels of K moves.
    """
    parts = [within(moves, low * M, high * M) for low, high in levels]
    shift = np.concatenate([(s // M)[np.argsort(s % M, kind="stable")] for s in parts])
    counts = [np.bincount(s % M, minlength=M) for s in parts]
    last = np.cumsum(counts).reshape(len(levels), M)
    first = np.column_stack([last[:, 0] - [count[0] for count in counts], last])
    has = first[:, 1:] > first[:, :-1]
    return MovesByResidue(M, shift, first, _twice(has), _twice(has[:, -np.arange(M)]))


def _twice(has: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return the bits of bool[L, M], each row twice, as uint64[L, .], with two spare words for reads past the end."""
    spare = np.zeros((len(has), 2 * WORD + -2 * has.shape[1] % WORD), bool)
    return np.packbits(np.hstack([has, has, spare]), axis=1, bitorder="little").view("<u8").astype(np.uint64)


@compiled
def joined(alive, residues, by):
    """Return, as bits, the classes t in `alive` for which t + by (mod M) is in `residues`, a row of `_twice`."""
    out, w, s = np.empty(len(alive), np.uint64), by >> SIX, by & IN_WORD
    for k in range(np.uint64(len(out))):
        out[k] = alive[k] & funnel(residues[w + k + ONE], residues[w + k], s)
    return out


@compiled
def widen(occupied, panels):
    """Set bit b if any of bits b to b + panels is set, because a window that begins in panel b touches these panels."""
    width = 1
    while width <= panels:
        step = np.uint64(min(width, panels + 1 - width))
        for w in range(len(occupied) - 1):
            occupied[w] |= (occupied[w] >> step) | (occupied[w + 1] << (np.uint64(WORD) - step))
        width += np.int64(step)


@compiled
def _met(occupied, panel):
    """Return a word in which bit j is set if a window that begins in panel `panel` + j touches an occupied panel."""
    w, s = panel >> SIX, panel & IN_WORD
    low, high = load_word(occupied, w), load_word(occupied, w + ONE)
    met = funnel(high, low, s)
    return met | (met >> ONE) | (((high >> s) & ONE) << IN_WORD)


@compiled
def _or_windows(hot, live, bits, starts):
    """OR the windows that begin at a tuple of rows into the live panels, and return the panels that become full.

    `hot` and `bits` are addresses. On machines where the vectors of a source stay in registers (see `or_windows`),
    successive live panels are marked together.
    """
    full = np.uint64(0)
    while live:
        j = trailing_zeros(live)
        lows, run = window_lows(bits + j * LINE, starts), True
        while run:
            live &= live - ONE
            o = j * LINE
            panel, lows = or_windows(load(hot + o), lows, bits + o, starts)
            store(hot + o, panel)
            full |= all_(panel) << j
            j += ONE
            run = WIDE and j < np.uint64(WORD) and (live >> j) & ONE != np.uint64(0)
    return full


@compiled
def _mark_panel(hot, live, window_of, first, last):
    """Mark one panel with the windows of moves first to last - 1, and return whether the panel is still live.

    `hot` is the address of the panel. `window_of` consists of the addresses of the source's `bits`, `occupied` and
    `reach`, the address of the moves' shifts, and `origin` (see `mark_from`) minus the borrow.
    """
    bits, _, reach, shift, start = window_of
    panel, i = load(hot), first
    while i < last:
        p = start - load_word(shift, i)
        if bit_at(reach, p >> NINE):
            panel, _ = or_windows(panel, window_lows(bits, (p,)), bits, (p,))
        i += ONE
    store(hot, panel)
    return live & ~all_(panel)


@compiled
def _mark_panels(hot, live, window_of, first, last, dense):
    """Mark up to 64 panels as `_mark_panel` does, and return the panels that are still live.

    Windows that can mark at least a third of the live panels are collected and applied in passes of PASS windows,
    so that a pass loads each panel only once. The last few windows are applied in passes of one and two. Sparser
    windows are applied immediately.
    """
    bits, occupied, reach, shift, start = window_of
    none = np.uint64(0)
    at, waiting, i = NO_STARTS, 0, first
    while i < last:
        p = start - load_word(shift, i)
        b = p >> NINE
        i += ONE
        if not bit_at(reach, b):
            continue
        if not dense:
            met = live & _met(occupied, b)
            if np.uint64(3) * popcount(met) < popcount(live):
                live &= ~_or_windows(hot, met, bits, (p,))
                if live == none:
                    return live
                continue
        at = at[1:] + (p,)  # noqa: RUF005
        waiting += 1
        if waiting == PASS:
            waiting = 0
            live &= ~_or_windows(hot, live, bits, at)
            if live == none:
                return live
    if waiting & 1:
        live &= ~_or_windows(hot, live, bits, at[-1:])
        at = at[-1:] + at[:-1]
    if waiting & 2:
        live &= ~_or_windows(hot, live, bits, at[-2:])
    return live


@compiled
def mark_from(g, level, r, source, origin, marks):
    """Mark all live panels of all classes with the windows of class r at one level.

    `origin` is the source row corresponding to row 0 of the marks. The window of shift j begins at row origin - j, or
    one row earlier with a borrow. Windows are as long as the marks and must lie within `source`, with a panel to spare.
    """
    r, M, panels = np.uint64(r), np.uint64(g.M), np.uint64(marks.hot.shape[1] // WORDS)
    shift, of_residue = address(g.shift, 0), address(g.first[level], 0)
    first_hot, lives = np.uint64(marks.hot.ctypes.data), address(marks.live, 0)
    slots, alive = address(marks.slot, 0), address(marks.alive, 0)
    joining = joined(marks.alive, g.join[level], M - r)
    for k in range(np.uint64(len(joining))):
        targets = joining[k]
        while targets:
            t = (k << SIX) + trailing_zeros(targets)
            targets &= targets - ONE
            i = load_word(slots, t)
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


@compiled
def part_of(marks, first, panels):
    """Return a copy of the marks of panels first to first + panels - 1, for the classes that are live there."""
    mask, classes, k = FULL >> np.uint64(64 - panels), members(marks.alive), 0
    slot, alive = np.empty(len(marks.slot), np.int64), np.zeros(len(marks.alive), np.uint64)
    live = np.empty(len(classes), np.uint64)
    for t in classes:
        left = (marks.live[marks.slot[t]] >> np.uint64(first)) & mask
        if left:
            alive[t >> 6] |= ONE << np.uint64(t & 63)
            classes[k], slot[t], live[k] = t, k, left
            k += 1
    hot = np.empty((k, panels * WORDS), np.uint64)
    for i in range(k):
        for j in range(panels * WORDS):
            hot[i, j] = marks.hot[marks.slot[classes[i]], first * WORDS + j]
    return Marks(hot, live[:k], slot, alive)
