"""The constants that affect speed but never the results, based on the timings in engine/benchmarks/LOG.md.

Kernels import the constants by name, because their values are compiled in. Other code reads them from `tuning`.
"""

import numpy as np

from subtraction_games.games import primes

from ..vectors import WIDE

# --- legs

LEG = 16  # a leg ends at LEG times its start; with shorter legs, all results would be copied more often

# --- the choice of a modulus

PILOT = 1 << 21  # the forecast before a run is based on the cold positions below this
WORTHWHILE = 1e8  # nanoseconds of sieving that justify the search for a modulus (3 ms at 2^23, 25 ms at 2^28)
SIEVE_BYTES = 16  # bytes that a cold position takes in the sieve: 8, and another 8 while a segment is added
SIEVE_ROOM = 1 << 30  # bytes that the sieve may take on any machine, so that legs are the same everywhere
MOST_CLASSES = 1 << 16  # the largest modulus
MOST_PAIRS = 1 << 24  # pairs of classes that any range may have, however short it is
MOST_WITNESSES = 1 << 27  # (class, short move) pairs that a panel may list: 1 GiB
BEAM = 3  # moduli of each octave that the search continues from
SAMPLE = 1 << 14  # the number of latest cold positions, and of moves, whose residues are counted
FACTORS = [p**k for p in primes(20).tolist() for k in range(1, 5) if p**k <= 20]  # steps of the search

# --- blocks

MOST_PANELS = 64  # panels of a class in a block: one bit of a word for each
BLOCKS = 32  # the least number of blocks in a range
STRETCH = 1 << 21  # rows of a unit: 256 KiB of bits, a quarter of a typical second-level cache
STRIP_PANELS = 8  # panels of a block that are marked together from the rows before them
NO_ROWS = (np.uint64(0),) * (8 if WIDE else 4)  # one entry for each window of a pass, whose vectors stay in registers
