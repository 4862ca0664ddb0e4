"""The definitions, executed: dynamic programming over a subtraction set, the oracle for every other method.

Each question has a plain Python form, written as the paper's recurrences are, and a compiled form with the
same signature and the same answer. Both take `moves` (int64, ascending, all that are smaller than n, from
`arguments.moves_below`) and `hotspots` (int64, ascending, from `arguments.hotspots_below`), and scan, for each
position, the moves that fit: O(n |S|) time.

    hot(n)      = n in H  or  some move s <= n leaves a cold n - s        (section 2.1)
    nimvalue(n) = mex { nimvalue(n - s) : s in S, s <= n }                (section 1)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..support.arguments import Moves, Positions, as_mask, narrowed, value_type
from ..support.kernels import kernel
from ..support.progress import ranges

STEP = 2**16  # positions between two looks at the clock


def cold_positions_plainly(moves: Moves, n: int, hotspots: Positions) -> Positions:
    """`cold_positions` in plain Python, to be read: of the same arguments the same answer."""
    hot = as_mask(hotspots, n)
    for position in range(n):
        fitting = (s for s in moves if s <= position)
        hot[position] |= any(not hot[position - s] for s in fitting)
    return np.flatnonzero(~hot)


def cold_positions(moves: Moves, n: int, hotspots: Positions) -> Positions:
    """int64[:], ascending: the cold positions of range(n), for ascending hotspots within it.

    O(n |S|) time at worst; a hot position stops at its first move to a cold one. 2n bytes of memory.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]))
    array([ 0,  3,  5,  8, 10])
    """
    hot = as_mask(hotspots, n)
    for start, stop in ranges(n, STEP, "hot and cold by dynamic programming"):
        _settle_hot(moves, hot, start, stop)
    return np.flatnonzero(~hot)


@kernel
def _settle_hot(moves, hot, start, stop):  # type: ignore[no-untyped-def]
    looks = 0
    for position in range(start, stop):
        if hot[position]:
            continue
        for s in moves:
            if s > position:
                break
            looks += 1
            if not hot[position - s]:
                hot[position] = True
                break
    return looks


def count_looks(moves: Moves, n: int) -> int:
    """How many (position, move) pairs `cold_positions` looks at below n, without hotspots.

    >>> count_looks(np.array([1, 4]), 6)  # one each at 1, 2 and 3, two each at 4 and 5
    7
    """
    return int(_settle_hot(moves, np.zeros(n, dtype=bool), 0, n))


def nim_values_plainly(moves: Moves, n: int) -> NDArray[np.unsignedinteger]:
    """`nim_values` in plain Python, to be read: of the same arguments the same answer."""
    values = np.zeros(n, dtype=value_type(moves))
    for position in range(n):
        values[position] = mex({int(values[position - s]) for s in moves if s <= position})
    return narrowed(values)


def mex(numbers: set[int]) -> int:
    """The minimum excludent: the smallest non-negative integer that is not among `numbers`.

    >>> mex({0, 1, 3}), mex(set())
    (2, 0)
    """
    return next(value for value in range(len(numbers) + 1) if value not in numbers)


def nim_values(moves: Moves, n: int) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-value of every position in range(n).

    O(n |S|) time: every position looks at every move that fits. 2n bytes, or 4n while it works on a game
    with 2**16 moves or more.

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    values = np.zeros(n, dtype=value_type(moves))
    # last_seen[v] - 1 is the last position with a move to nim-value v, so no table is ever wiped clean
    last_seen = np.zeros(moves.size + 2, dtype=np.int64)
    for start, stop in ranges(n, STEP, "nim-values by dynamic programming"):
        _settle_values(moves, values, last_seen, start, stop)
    return narrowed(values)


@kernel
def _settle_values(moves, values, last_seen, start, stop):  # type: ignore[no-untyped-def]
    for position in range(start, stop):
        for s in moves:
            if s > position:
                break
            last_seen[values[position - s]] = position + 1
        value = 0
        while last_seen[value] == position + 1:
            value += 1
        values[position] = value


def misere_cold_positions(moves: Moves, n: int) -> Positions:
    """int64[:], ascending: the cold positions of range(n) when the last player to move *loses*.

    Whoever can't move wins, so the positions without a move are hot before play begins: misere play is the
    normal game with those as hotspots. O(n |S|) time, 2n bytes.

    >>> misere_cold_positions(np.array([1, 4]), 9)
    array([1, 3, 6, 8])
    """
    smallest_move = int(moves[0]) if moves.size else n
    return cold_positions(moves, n, hotspots=np.arange(smallest_move))


def remoteness_plainly(moves: Moves, n: int) -> NDArray[np.int64]:
    """`remoteness` in plain Python, to be read: of the same arguments the same answer."""
    answer = np.zeros(n, dtype=np.int64)
    for position in range(n):
        after = [int(answer[position - s]) for s in moves if s <= position]
        won = [r for r in after if r % 2 == 0]  # an even remoteness is cold: the player who moves there wins
        answer[position] = 1 + min(won) if won else 1 + max(after, default=-1)
    return answer


def remoteness(moves: Moves, n: int) -> NDArray[np.int64]:
    """int64[n]: how many moves are left when the winner hurries and the loser delays.

    Even at cold positions, odd at hot ones; the "scores" of subtract-a-square (OEIS A338027). O(n |S|) time,
    8n bytes.

    >>> remoteness(np.array([1, 4]), 7)
    array([0, 1, 2, 3, 1, 2, 3])
    """
    answer = np.zeros(n, dtype=np.int64)
    for start, stop in ranges(n, STEP, "remoteness by dynamic programming"):
        _settle_remoteness(moves, answer, start, stop)
    return answer


@kernel
def _settle_remoteness(moves, answer, start, stop):  # type: ignore[no-untyped-def]
    for position in range(start, stop):
        quickest_win, slowest_loss = position + 1, -1  # no play lasts longer than one token a move
        for s in moves:
            if s > position:
                break
            after = answer[position - s]
            if after % 2 == 0:
                quickest_win = min(quickest_win, after)
            else:
                slowest_loss = max(slowest_loss, after)
        answer[position] = 1 + (quickest_win if quickest_win <= position else slowest_loss)
