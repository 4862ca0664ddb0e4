"""The numbers that speed depends on, and answers don't, with where each was found best.

Timed on one thread of an AMD Zen 5 with AVX-512 where nothing else is said; the tables are in
research/benchmarks/LOG.md. Kernels, into which they are compiled, import them by name; everything else reads
them from `tuning`.
"""

import numpy as np

from subtraction_games.games import primes

from ..vectors import PANEL, WIDE

# --- legs

# A leg goes to GROWTH times its start, since each takes over all results. Legs to four times took 7 to 20% longer below
# 2^26 to 2^30 for squares, cubes, 2k^2 and fourth powers; squares below 2^28 took 4% less.
GROWTH = 16

# --- the choice of a modulus

PILOT = 1 << 21  # positions whose cold ones a forecast before a run is made from
WORTHWHILE = 1e8  # nanoseconds of sieving below which no modulus is looked for: that takes 3 ms at 2^23, 25 at 2^28
SIEVE_BYTES = 16  # that the sieve takes for a cold position: 8 kept, and as many while a segment is added
SIEVE_ROOM = 1 << 30  # bytes that it may take, however many the machine has: legs are the same everywhere
MOST_CLASSES = 1 << 16  # the largest modulus: classes that a set of bits and a table of shifts are made for
MOST_PAIRS = 1 << 24  # of classes, however short the range
MOST_WITNESSES = 1 << 27  # (class, short move) pairs that a panel may list: 1 GiB
BEAM = 3  # moduli of an octave that the search goes on from
SAMPLE = 1 << 14  # cold positions whose residues are looked at, the last ones; and moves
FACTORS = [p**k for p in primes(20).tolist() for k in range(1, 5) if p**k <= 20]  # steps of the search

# --- blocks

HIGHEST = 64 * PANEL  # rows of a block: a bit of a word for each panel
BLOCKS = 32  # in a range, or more
STRETCH = 1 << 21  # rows of a unit: 256 KiB of bits, a quarter of a common second-level cache
STRIP_PANELS = 8  # panels of a block that take what comes from before them together
NO_ROWS = (np.uint64(0),) * (8 if WIDE else 4)  # one for each window of a pass, whose vectors stay in registers
