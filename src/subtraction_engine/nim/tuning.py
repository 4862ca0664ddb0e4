"""The numbers that speed depends on, and answers don't, with where each was found best.

benchmarks/LOG.md has the tables.
"""

from typing import NamedTuple

from ..vectors import WORD, WORDS

NIM_BYTES = 2  # a position, besides its value: up to 12 bit planes, and what they are filled from
NIM_GROWTH = 1.5  # time grows like n to about this power: for progress bars

# --- blocks and strips

LEAST_BLOCK, MOST_BLOCK, BLOCKS = 2**13, 2**16, 128  # positions between two barriers, and how many blocks to aim at
STRIPS, LEAST_STRIP = 8, 2**12  # in a block, unless they had fewer positions than this
FEWEST_MOVES = 192  # below this many far moves there are no planes, and no block is searched
TILES = 8  # of a strip, that work while their tables or long lists fill the second-level cache
SLOTS = 24  # candidates of a tile that stay in that cache with those of the other tiles
LEAST_DEPTH, MOST_DEPTH = 8, 12  # bits of a value, and planes

LANES = WORDS  # positions that the recurrence settles together
FEW = WORD - LANES  # a largest value below this is, LANES positions on, still a bit of a word

# --- marking and asking

MARKING, ASKING = 32, 8  # moves whose rows stay in the first-level cache

# --- plans

STAGES = 16  # parts of the moves after which candidates can be dropped
SAMPLE = 512  # settled positions that tell which moves are useful and how many candidates are needed
PRIMES = 2, 3, 5, 7, 11, 13  # moduli by which moves may be useful
RARE = 3  # a move is useful if so few moves reach the same value
MARGIN, BLOCKS_OF_MARGIN = 6, 2  # values past the largest so far that can be candidates: this many, and their growth
REPLAN = 1.5  # growth of the position after which a new sample is taken
RECURRING = 108.0  # cycles, as those below: see `affordable`
FEW_RECURRING, CACHED = 60.0, 2**22  # the same, and positions whose values are cached


class Costs(NamedTuple):
    """What a plan weighs, in cycles for WORD positions, and for each move where nothing else is said."""

    row: float  # to fetch what is marked in bits, or asked
    mark_value: float  # for each value of a bit table
    ask_candidate: float
    lists: float  # not for each move: to list and drop candidates, and to settle positions by them


# For all processors: between Zen 4 with AVX-512 (0.10 and 0.85 beside 12) and without (0.17 and 1.35), each kernel by
# itself, on eight tiles, the least of nine times, for squares below 2^22. What matters are ratios, and not closely: a
# third more or less of one of them takes no more time than runs differ by (research/benchmarks/LOG.md, "One row of
# costs"). `lists` is what a block took beyond its plan's cost, 20,000 to 40,000 cycles, while rows were in the
# second-level cache. Out of it a row takes up to 40 cycles, whether it is marked or asked, which changes few plans.
COSTS = Costs(12.0, 0.13, 1.05, 29000.0)
