"""Play with one heap or several. Each heap is equivalent to a Nim heap (Sprague, Grundy)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor

from .arguments import SubtractionSet, whole_numbers
from .evaluate import cold_positions, nim_values
from .sets import moves_below


def nim_sum(values: Iterable[int]) -> int:
    """Return the bitwise exclusive or of several heaps' nim-values, which is 0 if the player to move loses.

    Raises TypeError or ValueError unless all values are non-negative integers.

    >>> nim_sum([1, 2, 3]), nim_sum([])
    (0, 0)
    """
    return reduce(xor, whole_numbers("nim-value", values), 0)


def is_cold(S: SubtractionSet, heaps: int | Iterable[int]) -> bool:
    """Return whether the player to move loses. The game is evaluated only once, up to the largest heap.

    >>> is_cold("squares", 20), is_cold("squares", 21), is_cold("squares", [4, 9])
    (True, False, True)
    """
    sizes = whole_numbers("heap", heaps)
    if len(sizes) == 1:
        return bool(cold_positions(S, sizes[0] + 1)[-1:] == sizes)
    return nim_sum(nim_values(S, max(sizes, default=-1) + 1)[sizes]) == 0


def winning_moves(S: SubtractionSet, heaps: int | Iterable[int]) -> list[tuple[int, int]]:
    """Return all winning moves as pairs (heap index, tokens taken). In a losing position the list is empty.

    A move wins if it makes the nim-sum 0. The nim-values are evaluated only once, up to the largest heap.

    >>> winning_moves("squares", 13)
    [(0, 1)]
    >>> winning_moves("squares", [4, 9])  # both have nim-value 2, so every move can be answered
    []
    """
    sizes = whole_numbers("heap", heaps)
    value = nim_values(S, max(sizes, default=-1) + 1)
    total = nim_sum(value[size] for size in sizes)
    winning = []
    for i, size in enumerate(sizes):
        moves, wanted = moves_below(S, size + 1), total ^ int(value[size])  # the nim-value to leave in this heap
        winning += [(i, s) for s in moves[value[size - moves] == wanted].tolist()]
    return winning
