"""A fast exact evaluator of cold positions and nim-values that uses all cores.

* `plain`: both methods, each in one numpy function (the module to read first)
* `cold`: cold positions, by residue classes, 512 rows at a time
* `nim`: nim-values, by tiles of 512 adjacent positions
* `vectors`: operations on vectors of 512 bits and words of 64
* `tuning`: the constants that affect speed but never the results
* `recurrence`: compiled dynamic programming, for small games of few moves and to check the engine up to about 2^26
* `sieve`: the segmented sieve, for ranges in which it is fastest and to check the engine up to about 2^34
* `answers`: whole answers, and small games
* `longruns`: runs that can be stopped, continued and spread over dask clusters, and spot checks against the definition
* `cli`: the commands for long runs and spot checks
* `support`: modules used by the whole engine

All evaluators agree with the recurrence for every game and any number of threads (Theorems 8.1 and 8.3). The modules
use these terms and letters. Arrays are contiguous, and bit i of an array of words is bit i & 63 of word i >> 6.

*Everywhere.* S is the ascending int64 array of moves, and s is a move. The positions evaluated are 0 to n - 1. A *word*
has 64 bits (uint64). A *vector* has 8 words, or 512 bits, and fills one AVX-512 register or one cache line. A *block*
is the range of positions that one step of an `Evaluation` settles.

*Cold positions.* Position M q + r lies in *row* q of *class* r, where M is the modulus. A move s = M j + c has *shift*
j and residue c. The move leads from source class r to target class t = r + c (mod M), and its *borrow* is 1 if r > t
and 0 otherwise. A *pair* consists of a cold position and a move.

* A *panel* consists of 512 successive rows of a class, starting at a multiple of 512. Its bits form a vector.
* A *strip* is eight successive panels of a block.
* Block b consists of 1 to 64 panels of every class, and its *height* is its number of rows.
* A panel is *live* if it has a row that is not yet known to be hot. A class with a live panel is live.
* A panel is *occupied* if it contains a cold row.
* A *window* is the 512 bits of the source class that begin j rows before the target panel, or j + 1 with a borrow.
* A *level* is a range of shifts, low <= j < high. Each pair is marked at exactly one level.
* A *witness* of a hot position is a cold position that a move from it reaches. One witness proves the position hot.

*Nim-values.* p is a position, v is a value, b is the number of a bit, k counts moves, and i and j are indices.

* A *tile* is 512 adjacent positions.
* A *band* is a group of adjacent tiles that share rows in the cache. A block consists of bands.
* *Plane* b contains bit b of the value of every position. The *depth* is the number of planes in use, from 8 to 12.
* A *row* consists of the values that a move reaches from a tile: 512 adjacent bits of each plane, or `depth` vectors.
* A move too long to stay inside a block is *far*.
* A move that *marks* records all values that it reaches. A move that *asks* only finds out whether it meets a
  candidate.
* A *candidate* is a value that no move so far reaches, so it may be the mex. Its *slot* is its index in the list.
* The *lists* of a tile are uint64[slots, depth + 1, WORDS]. Each slot contains a vector of live bits, set until a
  move meets the candidate, followed by the candidate's bits, plane by plane. The live entries of a position ascend,
  and up to its last entry they are exactly the values that no move so far reaches.
"""

from subtraction_games.arguments import needs

with needs("engine"):
    import numba as _numba  # noqa: F401
    import psutil as _psutil  # noqa: F401
    import tqdm as _tqdm  # noqa: F401

from .cold.choice import forecast
from .cold.legs import cold_evaluation, cold_legs
from .cold.slicing import cold_bytes
from .nim.tiling import Tiling
from .tuning import PILOT

__all__ = [
    "PILOT",
    "Tiling",
    "cold_bytes",
    "cold_evaluation",
    "cold_legs",
    "forecast",
]
