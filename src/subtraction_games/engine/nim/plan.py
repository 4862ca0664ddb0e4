"""How a block's candidates are to be found, from positions that are settled.

Marking costs the same for each move, asking follows the number of candidates, and that number falls with each move
that has marked or asked. So the moves are taken in STAGES parts: the first ones mark, the others ask, and after each
part so many candidates are kept as nearly all positions of a sample would have needed. The *plan* is the way of least
estimated cost.

Some moves are more useful than others. Squares that are 0 mod 5 meet the candidates that others leave, because
positions of one value lie in few residue classes. The sample tells which residues of moves are useful, modulo small
primes, and useful moves come earlier in an order that otherwise goes by length.

A plan buys speed and nothing else: the values depend on none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...support.arguments import Moves
from ..kernel import kernel
from ..vectors import WORD
from .vectors import LEAST_DEPTH

MOST = WORD  # candidates of a position
STAGES = 16  # parts of the moves after which candidates can be dropped
PRIMES = 2, 3, 5, 7, 11, 13  # moduli by which moves may be useful
RARE = 3  # a move is useful if so few moves reach the same value


class Costs(NamedTuple):
    """What a plan weighs, for each move and WORD positions: `search.measured` says it in seconds; these are a guess."""

    position: int = 2**16  # measured there; so these serve up to four times that
    mark_value: float = 0.2  # for each value of a bit table
    mark_bytes: float = 81.0  # for a byte table
    ask_candidate: float = 1.2
    ask_move: float = 5.0


class Plan(NamedTuple):
    """How a block's candidates are found."""

    depth: int  # bits of values
    width: int  # values below this can be candidates
    marked: int  # of STAGES parts of the moves, how many mark; the others ask
    by_bytes: bool
    keep: tuple[int, ...]  # candidates to keep once so many parts are done, STAGES + 1 numbers


@kernel
def needs(values, positions, moves):
    """int64[positions, STAGES + 1]: how many candidates each would have needed after so many stages of `moves`."""
    counts = np.ones((positions.size, STAGES + 1), np.int64)
    stage_of = np.empty(int(values[positions].max()) + 1, np.int64)
    for i in range(positions.size):
        p, v = positions[i], values[positions[i]]
        stage_of[:] = STAGES
        for stage in range(STAGES - 1, -1, -1):
            for s in moves[moves.size * stage // STAGES : moves.size * (stage + 1) // STAGES]:
                if s <= p and values[p - s] < v:
                    stage_of[values[p - s]] = stage
        for u in range(v):
            counts[i, : stage_of[u] + 1] += 1
    return counts


@kernel
def usefulness(values, positions, moves):
    """float64[moves]: how often each move is one of at most RARE that refute a value, shared among them."""
    useful = np.zeros(moves.size)
    counts = np.empty(int(values[positions].max()) + 1, np.int64)
    for p in positions:
        v = values[p]
        counts[:] = 0
        for s in moves:
            if s <= p and values[p - s] < v:
                counts[values[p - s]] += 1
        for k in range(moves.size):
            if moves[k] <= p and values[p - moves[k]] < v and counts[values[p - moves[k]]] <= RARE:
                useful[k] += 1 / counts[values[p - moves[k]]]
    return useful


Weights = tuple[tuple[float, ...], ...]  # for each of PRIMES, of each residue: small for useful moves
EQUAL: Weights = tuple((1.0,) * prime for prime in PRIMES)


def weights_of(moves: Moves, useful: NDArray[np.float64]) -> Weights:
    """What to multiply a move's rank in the order with: the root of how useful its residues are, inverted.

    The root is a compromise that was measured: with the whole of it, useful moves come first that all refute the
    same values.
    """
    weights = []
    for prime in PRIMES:
        expected = np.bincount(moves % prime, minlength=prime) * (useful.sum() / moves.size)
        found = np.bincount(moves % prime, useful, minlength=prime)
        weights.append(tuple(((expected + 16) / (found + 16)) ** 0.5))  # 16: few samples say little
    return tuple(weights)


def depth_of(width: int) -> int:
    """Bits of values below `width`, as far as planes go."""
    return max(LEAST_DEPTH, (width - 1).bit_length())


def choose_plan(width: int, needed: NDArray[np.float64], costs: Costs) -> Plan:
    """The plan of least estimated cost, if values below `width` matter and so many candidates after each stage."""
    keep = np.clip(np.ceil(needed), 1, MOST)
    for stage in range(1, STAGES):
        if keep[stage] > 0.8 * keep[stage - 1]:
            keep[stage] = keep[stage - 1]  # not worth dropping
    by_bits, by_bytes = costs.mark_value * width, costs.mark_bytes
    asked = np.append(np.cumsum((costs.ask_candidate * keep + costs.ask_move)[STAGES - 1 :: -1])[::-1], 0)
    cost = np.arange(STAGES + 1) * min(by_bits, by_bytes) + asked
    cost[:STAGES][needed[:STAGES] > MOST] = np.inf
    return Plan(depth_of(width), width, int(cost.argmin()), by_bytes < by_bits, tuple(int(k) for k in keep))
