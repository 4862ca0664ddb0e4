"""The types of nim-values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves


def value_type(moves: Moves) -> type[np.unsignedinteger]:
    """A type that every nim-value fits, because a mex of |S| numbers is at most |S|: uint16, or uint32."""
    return np.uint16 if moves.size < 2**16 else np.uint32


def narrowed(values: NDArray[np.unsignedinteger]) -> NDArray[np.unsignedinteger]:
    """The same nim-values as uint16 if all of them fit, else unchanged."""
    return values.astype(np.uint16, copy=False) if values.max(initial=0) < 2**16 else values
