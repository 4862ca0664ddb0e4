"""The numbers that speed depends on, and answers don't, with where each was found best.

The tables are in research/benchmarks/LOG.md. Kernels, into which they are compiled, import them by name; everything
else reads them from `tuning`.
"""

from typing import NamedTuple

from ..vectors import WORD, WORDS

NIM_BYTES = 2  # a position, besides its value: up to 12 bit planes, and what they are filled from

# --- blocks and bands

LEAST_BLOCK, MOST_BLOCK, BLOCKS = 2**13, 2**16, 128  # positions between two barriers, and how many blocks to aim at
BANDS, LEAST_BAND = 8, 2**12  # in a block, unless they had fewer positions than this
FEWEST_MOVES = 192  # below this many far moves there are no planes, and no block is searched
SLOTS = 24  # candidates of a tile that stay in that cache with those of the other tiles
LEAST_DEPTH, MOST_DEPTH = 8, 12  # bits of a value, and planes

LANES = WORDS  # positions that the recurrence settles together
FEW = WORD - LANES  # a largest value below this is, LANES positions on, still a bit of a word

AHEAD = 24  # moves, for which the recurrence asks for what they reach before it takes them

# --- marking and asking

MARKING, ASKING = 32, 8  # moves whose rows stay in the first-level cache; the rows of as many more are asked for

# --- plans

STAGES = 16  # parts of the moves after which candidates can be dropped
SAMPLE = 128  # settled positions that tell how many candidates are needed
MARGIN, BLOCKS_OF_MARGIN = 6, 2  # values past the largest so far that can be candidates: this many, and their growth
REPLAN = 1.5  # growth of the position after which a new sample is taken
RECURRING = 80.0  # cycles, as those below: see `affordable`
FEW_RECURRING, CACHED = 60.0, 2**22  # the same, and positions whose values are cached


class Costs(NamedTuple):
    """What a plan weighs, in cycles for WORD positions, and for each move where nothing else is said."""

    row: float  # to fetch what is marked in bits, or asked
    mark_value: float  # for each value of a bit table
    ask_candidate: float
    lists: float  # not for each move: to list and drop candidates, and to settle positions by them


# For all processors, in units in which the recurrence takes RECURRING. A Zen 4 takes 7 to 9, 0.14, 0.97 and 11,000 with
# AVX-512, and 0.20 to 0.23, 1.4 to 1.6 and 11,000 to 12,000 without (`make bench` prints a processor's own). Marking
# and asking are set above the middle: a search that doesn't pay cost up to 30%, and one that was not made 2%. What
# matters are ratios, and not closely (research/benchmarks/LOG.md). Out of the second-level cache a row takes up to 40
# cycles, whether it is marked or asked, which changes few plans.
COSTS = Costs(12.0, 0.17, 1.25, 15000.0)
