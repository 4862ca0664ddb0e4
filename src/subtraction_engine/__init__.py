"""The fast exact evaluator: cold positions by residue classes, nim-values by tiles, on all cores.

cold        cold positions, found for 512 rows of a residue class at a time
nim         nim-values, found for tiles of 512 adjacent positions at a time
vectors     vectors of 512 bits and words of 64
recurrence  the recurrences, compiled, which check the engine up to about 2^26
sieve       the sieve of cold positions in segments that stay in the cache, which checks the engine up to about 2^34
longruns    runs that can be stopped and continued, on dask clusters, too, and spot checks against the definition
cli         the command line: long runs, with the time that they should take, and checks
support     modules that all of these use

All evaluators agree with the recurrence, for every game and any number of threads (Theorems 8.1 and 8.3). All files use
the following terms and letters. Arrays are contiguous; bit i of an array of words is bit i & 63 of word i >> 6.

*Both.* S: the moves, ascending, int64; s: a move. n: the positions evaluated are 0 to n - 1. A *word* has 64 bits
(uint64), a *vector* has 8 words, or 512 bits, which is one register with AVX-512 and one cache line in memory. A
*block* is the range that one step of an `Evaluation` settles. Other letters in the shapes of arrays, such as M or L,
are explained where they occur.

*Cold.* Position M q + r is *row* q of *class* r, where M is the modulus. A move is s = M j + c, with *shift* j and
residue c; it leads from source class r to target class t = r + c (mod M), and the *borrow* is 1 where r > t and 0
elsewhere. A *pair* is a cold position and a move.

    panel     512 successive rows of a class, starting at a multiple of 512: a vector
    block     b: 1 to 64 panels of every class; height: its number of rows. Eight panels make a *strip*
    hot       uint64[classes, panels * WORDS]: bit q is set once row q is found hot. Bits are only ever set
    live      uint64[classes]: bit i is set while panel i has a row that is not hot
    alive     uint64[ceil(M / 64)]: bit t is set while class t has a live panel (a set of classes)
    occupied  uint64[.]: bit i is set if panel i holds a cold row; reach: if a window from panel i can touch one
    window    512 bits of the source class from row p on, where p is the target panel's first row, less j and the borrow
    level     a range of shifts, low <= j < high; each pair belongs to exactly one level
    unit      one source class and a range of blocks, whose windows mark all target classes
    witness   of a hot position: a cold position that a move from it leads to; one is proof enough
    leg       a range of positions, up to sixteen times its start, settled by one method: classes or the sieve

*Nim.* p is a position, v a value, b the number of a bit, k counts moves, and i and j are indices into arrays.

    tile      512 adjacent positions; a *band*: tiles that share rows in the cache; a block consists of bands
    plane     bit b of all values; depth: the number of bits kept, 8 to 12
    row       the values that a move reaches from a tile: 512 adjacent bits of each plane, `depth` vectors
    far       a far move leaves the block
    mark      a move that marks records all values that it reaches; a move that *asks* only finds out whether it meets a
              candidate
    candidate a value that may be the mex, since no move so far reaches it; slot: its number in the list, counted from 0
    lists     uint64[slots, depth + 1, WORDS] of a tile: for each slot the vector of live bits, set while no move has
              met the candidate, and the candidate's bits, plane after plane. The live entries ascend with the slot,
              and up to the last entry they are exactly the values that no move so far reaches
    stage     one of 16 parts of the far moves; a *plan* says which stages mark, and how many slots are kept after each
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
from .nim.tiling import Tiling

__all__ = [
    "PILOT",
    "Tiling",
    "cold_bytes",
    "cold_evaluation",
    "cold_legs",
    "forecast",
]
