"""Arrays over positions that several methods share: masks, and types that nim-values fit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .arguments import Moves, Positions


def as_mask(positions: Positions, n: int) -> NDArray[np.bool_]:
    """bool[n], True at the given positions of range(n).

    >>> as_mask(np.array([0, 3]), 5)
    array([ True, False, False,  True, False])
    """
    mask = np.zeros(n, dtype=bool)
    mask[positions] = True
    return mask


def value_type(moves: Moves) -> type[np.unsignedinteger]:
    """A type that every nim-value fits, because a mex of |S| numbers is at most |S|.

    >>> value_type(np.arange(1, 2**16)), value_type(np.arange(1, 2**16 + 1))
    (<class 'numpy.uint16'>, <class 'numpy.uint32'>)
    """
    return np.uint16 if moves.size < 2**16 else np.uint32


def value_bytes(moves: Moves) -> int:
    """Bytes for each position that finding all nim-values takes for the values: the wider ones and the narrower both.

    >>> value_bytes(np.arange(1, 2**16)), value_bytes(np.arange(1, 2**16 + 1))
    (2, 6)
    """
    return 2 if value_type(moves) is np.uint16 else 6


def narrowed(values: NDArray[np.unsignedinteger]) -> NDArray[np.unsignedinteger]:
    """The same nim-values as uint16 if all of them fit, else unchanged.

    >>> narrowed(np.array([1, 2], dtype=np.uint32)).dtype, narrowed(np.array([70000], dtype=np.uint32)).dtype
    (dtype('uint16'), dtype('uint32'))
    """
    return values.astype(np.uint16, copy=False) if values.max(initial=0) < 2**16 else values
