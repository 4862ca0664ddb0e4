"""The fast exact evaluator: cold positions by residue classes, nim-values by tiles, on all cores.

cold        cold positions: panels of 512 rows of a residue class at a time
nim         nim-values: tiles of 512 adjacent positions at a time
vectors     vectors of 512 bits and words of 64
recurrence  the recurrences, compiled: the second method to 2^26
sieve       the sieve of cold positions in segments that stay in the cache: the second method to 2^34
longruns    a folder to stop in and to continue from, a dask cluster, spot checks by the definition alone
cli         the command line: long runs with their estimates
support     what these use

Each gives what the recurrence gives, for every game and any number of threads (Theorems 8.1 and 8.3). Their words and
letters, here once for all files (arrays are contiguous; a bit i of an array of words is bit i & 63 of word
i >> 6):

*Both.* S: the moves, ascending, int64; s one of them. n: positions are those of range(n). A *word* is 64 bits, uint64;
a *vector* 8 words, 512 bits, one register where AVX-512 is, and a cache line in memory. A *block* is what one step of
an `Evaluation` settles. A *span* is (begin, end), the end not in it. M, K, L, ... in a shape are explained there.

*Cold.* Position M q + r is *row* q of *class* r, M the modulus. A move is s = M j + c, j its *shift*, c its residue; it
leads from source class r to target class t = r + c (mod M), the *borrow* being 1 where r > t, and else 0. A *pair* is a
cold position and a move.

    panel     512 successive rows of a class, from a multiple of 512 on: a vector
    block     b: 1 to 64 panels of every class; height: its rows. Eight panels make a *strip*
    hot       uint64[classes, panels * WORDS]: bit q is set once row q is known to be hot. Bits are only ever set
    live      uint64[classes]: bit i is set while panel i has a row that is not hot
    alive     uint64[ceil(M / 64)]: bit t is set while class t has a live panel (a set of classes)
    occupied  uint64[.]: bit i is set if panel i holds a cold row; reach: if one that a window from it can touch does
    window    512 bits of the source class from row p on: the target panel's first row less j less the borrow
    level     a range of shifts, low <= j < high; each pair belongs to exactly one
    unit      one source class and a range of blocks, whose windows mark all target classes
    witness   of a hot position: a cold one that a move leads from; one is proof enough
    leg       a range of positions, up to sixteen times where it begins, settled by one method: classes, or the sieve

*Nim.* p is a position, v a value, b a bit of values, k counts moves, i and j are indices into arrays.

    tile      512 adjacent positions; a *band*: tiles that share rows in the cache; a block is some bands
    plane     bit b of all values; depth: the number of bits kept, 8 to 12
    row       what a move reaches from a tile: 512 adjacent bits of each plane, `depth` vectors
    far       of moves: those that leave the block
    mark      to note the values that moves reach. ask: to tell only whether they meet a candidate
    candidate a value that may be the mex: none of the moves so far reaches it. slot: its number in the list, from 0
    lists     uint64[slots, depth + 1, WORDS] of a tile: in each slot the vector of live bits (set: a candidate that is
              not met), and its bits, plane after plane. Live entries ascend with the slot, and are exactly the
              values up to the last entry that no move so far reaches
    stage     of a plan: one of 16 parts of the far moves; plan: which of them mark, and how many slots each leaves
"""

from subtraction_games.arguments import needs

with needs("engine"):
    import numba as _numba  # noqa: F401
    import psutil as _psutil  # noqa: F401
    import tqdm as _tqdm  # noqa: F401

from .cold.legs import cold_evaluation, cold_legs
from .cold.modulus import forecast
from .cold.slicing import cold_bytes
from .cold.tuning import PILOT
from .nim.tiling import Tiling, nim_values

__all__ = [
    "PILOT",
    "Tiling",
    "cold_bytes",
    "cold_evaluation",
    "cold_legs",
    "forecast",
    "nim_values",
]
