"""Settle a block of rows, already marked by all moves that shift by its height or more.

The order of evaluation is the paper's divide and conquer (section 2.3), reduced to a few levels. Each pair of a cold
position c and a move s marks x = c + s exactly once. The level (in capitals) depends on the shift and on both rows:

* If the shift is at least the height of a block, a window marks x before its block is settled (`slicing`).
* If the shift is smaller, but at least the height of a strip, a window marks x before its strip is settled (STRIP).
* If the shift is smaller still, but c's row precedes x's panel, a window marks x before this panel is settled (PANELS).
* If both rows lie in the same panel, the bit of c is looked up when x itself is settled (NEAR).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..support.compiled import compiled
from ..tuning import STRIP_PANELS
from ..vectors import FULL, IN_WORD, LINE, ONE, PANEL, SIX, WORD, WORDS, address, bit_at, funnel, trailing_zeros
from .containers import members, positions, unpack
from .marking import Source, joined, mark_from, part_of, widen

NEAR, PANELS, STRIP, NEXT, AHEAD, FIRST_FAR = range(6)  # the levels of `Slicing`, by which moves are sorted
STRIDE = 2 * WORDS  # words of a class in `Witnesses.cold`: a panel of zeros, then its panel


class Recent(NamedTuple):
    """The cold rows of the previous block, from row 0 on, followed by the cold rows found so far in this block."""

    bits: NDArray[np.uint64]  # uint64[M, .]
    occupied: NDArray[np.uint64]  # uint64[M, 4]


class Witnesses(NamedTuple):
    """The places where the witnesses of a panel may lie, for each class that is live in it.

    Row q of the i-th live class is hot if bit entry[e] + q of `cold` is set for some e in
    range(first[i], first[i + 1]).
    """

    entry: NDArray[np.int64]
    first: NDArray[np.int64]  # int64[k + 1], for k live classes
    cold: NDArray[np.uint64]  # uint64[k, STRIDE]: the panel of each class, from word WORDS on


@compiled
def _mark_level(g, level, recent, panel, reach, marks):
    """Apply the windows of one level, from all classes, that begin in one of the `reach` panels before `panel`."""
    first = np.uint64(panel - reach)
    w, s = first >> SIX, first & IN_WORD
    line = np.uint64(8 * recent.bits.shape[1])
    bits = np.uint64(recent.bits.ctypes.data) + LINE * first
    panels = marks.hot.shape[1] // WORDS
    touched = np.zeros(2, np.uint64)  # one word of panels, and one to spare
    for r in range(g.M):
        occupied = funnel(recent.occupied[r, w + ONE], recent.occupied[r, w], s) & (FULL >> np.uint64(64 - reach))
        if occupied:
            touched[0] = occupied
            widen(touched, panels)
            summary = address(touched, 0)
            source = Source(bits + np.uint64(r) * line, summary, summary, True)
            mark_from(g, level, r, source, reach * PANEL, marks)


@compiled
def _witnesses(g, classes, marks):
    """Return the `Witnesses` of a panel, given the ascending array of classes that are live in it."""
    of_residue, back, alive, slot = g.first[NEAR], g.back[NEAR], marks.alive, marks.slot
    M = np.uint64(g.M)
    most = of_residue[g.M] - of_residue[0]  # entries of a class, since each move leads to it from one class
    first, entry, used = np.empty(len(classes) + 1, np.int64), np.empty(2 * most, np.int64), np.uint64(0)
    for i in range(len(classes)):
        if np.int64(used) + most > len(entry):
            larger = np.empty(2 * len(entry), np.int64)
            for e in range(len(entry)):
                larger[e] = entry[e]
            entry = larger
        first[i] = used
        t = np.uint64(classes[i])
        sources = joined(alive, back, M - t)
        for k in range(np.uint64(len(sources))):
            left = sources[k]
            while left:
                r = (k << SIX) + trailing_zeros(left)
                left &= left - ONE
                borrow = np.uint64(r > t)
                c = t - r + borrow * M
                start = (STRIDE * slot[r] + WORDS) * WORD - np.int64(borrow)
                for m in range(np.uint64(of_residue[c]), np.uint64(of_residue[c + ONE])):
                    entry[used] = start - g.shift[m]
                    used += ONE
    first[len(classes)] = used
    return Witnesses(entry, first, np.zeros((len(classes), STRIDE), np.uint64))


@compiled
def _settle_panel(g, recent, panel, marks):
    """Settle a panel after all earlier panels have marked it, and add its cold rows to `recent`."""
    classes = members(marks.alive)
    witnesses = _witnesses(g, classes, marks)
    cold = address(witnesses.cold.reshape(-1), 0)
    for i in range(len(classes)):
        for w in range(WORDS):
            marks.hot[i, w] = ~marks.hot[i, w]  # from now on, the undecided rows
    for position in positions(marks.hot, np.int64(1 << 16)):  # a power of two, because division takes long
        q, i = position >> 16, position & 0xFFFF
        e, end = witnesses.first[i], witnesses.first[i + 1]
        while e < end and bit_at(cold, np.uint64(witnesses.entry[e] + q)) == 0:
            e += 1
        if e == end:
            bit = ONE << np.uint64(q & 63)
            witnesses.cold[i, WORDS + (q >> 6)] |= bit
            recent.bits[classes[i], panel * WORDS + (q >> 6)] |= bit
            recent.occupied[classes[i], panel >> 6] |= ONE << np.uint64(panel & 63)


@compiled
def settle_block(g, containers, recent, b, marks):
    """Settle block b after all shares have marked it, and return its cold rows, uint64[M, .]. `recent` is workspace."""
    recent.bits[:] = 0
    recent.occupied[:] = 0
    for r in range(g.M):
        unpack(containers, r, b - 1, max(b - 1, 0), b, recent.bits[r], recent.occupied[r])
    panels, none, one = marks.hot.shape[1] // WORDS, np.int64(0), np.int64(1)  # literals have other types
    strip = min(panels, STRIP_PANELS)
    for first in range(0, panels, strip):
        height = min(strip, panels - first)
        in_strip = part_of(marks, first, height)
        _mark_level(g, np.int64(STRIP), recent, panels + first, panels, in_strip)
        for j in range(first, first + height):
            in_panel = part_of(in_strip, j - first, one)
            _mark_level(g, np.int64(PANELS), recent, panels + j, strip, in_panel)
            _settle_panel(g, recent, panels + j, part_of(in_panel, none, one))
    return recent.bits[:, panels * WORDS : 2 * panels * WORDS].copy()
