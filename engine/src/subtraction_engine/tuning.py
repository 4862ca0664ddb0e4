"""The constants that affect speed but never the results, based on the timings in engine/benchmarks/LOG.md.

Compiled functions import the constants by name, because their values are compiled in. Other code reads them from
`tuning`.
"""

from typing import NamedTuple

from subtraction_games.games import primes

from .vectors import WORD, WORDS

# --- small games, each settled by one compiled function

SMALL_COLD, MOST_MARKS = 2**20, 2**25  # positions, and marks of the sieve: 10 to 20 ms
SMALL_NIM, FEW_MOVES = 2**16, 8  # positions, and moves with which the recurrence is fastest position by position

# --- cold positions: legs

LEG = 16  # a leg ends at LEG times its start; with shorter legs, all results would be copied more often

# --- cold positions: the choice of a modulus

PILOT = 1 << 21  # the forecast before a run is based on the cold positions below this
WORTHWHILE = 1e8  # nanoseconds of sieving that justify the search for a modulus (3 ms at 2^23, 25 ms at 2^28)
SIEVE_BYTES = 16  # bytes that a cold position takes in the sieve: 8, and another 8 while a segment is added
SIEVE_MEMORY = 1 << 30  # bytes that the sieve may take on any machine, so that legs are the same everywhere
MOST_CLASSES = 1 << 16  # the largest modulus
MOST_PAIRS = 1 << 24  # pairs of classes that any range may have, however short it is
MOST_WITNESSES = 1 << 27  # (class, short move) pairs that a panel may list: 1 GiB
BEAM = 3  # moduli of each octave that the search continues from
CENSUS = 1 << 14  # the number of latest cold positions, and of moves, whose residues are counted
FACTORS = [p**k for p in primes(20).tolist() for k in range(1, 5) if p**k <= 20]  # steps of the search

# --- cold positions: blocks

MOST_PANELS = 64  # panels of a class in a block: one bit of a word for each
LEAST_BLOCKS = 32  # the least number of blocks in a range
STRETCH = 1 << 21  # rows of a unit: 256 KiB of bits, a quarter of a typical second-level cache
STRIP_PANELS = 8  # panels of a block that are marked together from the rows before them
PASS = 4  # windows that are applied together; eight are as fast, and `marking` ends with passes of one and two

# --- nim-values: blocks and bands

NIM_BYTES = 2  # bytes of a position, besides its value: up to 12 bit planes, and the values that they are filled from
LEAST_BLOCK, MOST_BLOCK, USUAL_BLOCKS = 2**13, 2**16, 128  # positions between two barriers; the usual number of blocks
BANDS, LEAST_BAND = 8, 2**12  # bands in a block, unless a band would have fewer positions than the second number
FEWEST_MOVES = 192  # with fewer far moves there are no planes, and no block is searched
SLOTS = 24  # candidates of a tile that stay in the second-level cache with the other tiles' candidates
LEAST_DEPTH, MOST_DEPTH = 8, 12  # limits of the number of bits of a value, and so of planes
LANES = WORDS  # positions that the recurrence settles together
FEW = WORD - LANES  # if the largest value is below this, values still fit as bits in a word LANES positions later
AHEAD = 24  # how many moves ahead of its use the recurrence fetches a value
MARKING, ASKING = 32, 8  # moves whose rows stay in the first-level cache while the rows of as many more are fetched

# --- nim-values: plans

STAGES = 16  # parts of the moves after which candidates can be dropped
SAMPLE = 128  # settled positions in a sample, which shows how many candidates are needed
MARGIN, BLOCKS_OF_MARGIN = 6, 2  # values above the largest that can be candidates: MARGIN, and the growth in two blocks
REPLAN = 1.5  # growth of the position after which a new sample is taken
RECURRING = 80.0  # cycles of the recurrence: see `affordable`
UNCACHED_RECURRING, UNCACHED_FEW = 160.0, 60.0  # its cycles when the values are in memory, and with few values there
CACHED = 2**22  # positions whose values fit in the third-level cache


class Costs(NamedTuple):
    """The costs of a plan, in cycles per WORD positions and (except `lists`) per move."""

    row: float  # to fetch the row by which a move marks or asks
    mark_value: float  # to mark, for each value of the table
    ask_candidate: float  # to ask, for each candidate
    lists: float  # to list and drop candidates, and to settle positions by them


# These costs are used on all processors, in units in which the recurrence takes RECURRING. A Zen 4 takes 7 to 9, 0.14,
# 0.97 and 11,000 with AVX-512, and 0.20 to 0.23, 1.4 to 1.6 and 11,000 to 12,000 without (`make bench` prints a
# processor's own costs). Only ratios matter, and only roughly. Marking and asking are set above the middle, because a
# needless search cost up to 30%, and a missed search 2%.
COSTS = Costs(12.0, 0.17, 1.25, 15000.0)
