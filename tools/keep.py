"""Compute one of the arrays that the notebooks share, unless it is there: `make figures` does so before they need it.

python tools/keep.py nim_values squares 16777216
"""

from __future__ import annotations

import signal
import sys

if __name__ == "__main__":  # until something is begun, Ctrl-C need not say where it came
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from subtraction_games.games import parse_set
from subtraction_games.longruns.cache import cached


def keep(what: str, game: str, n: int) -> int:
    """Have the array in build/data; returns the exit status, after one line if it can't be."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        cached(what, parse_set(game), n)
    except KeyboardInterrupt:
        print(f"stopped: the {what.replace('_', ' ')} so far are kept", file=sys.stderr)
        return 130
    except (MemoryError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(keep(sys.argv[1], sys.argv[2], int(sys.argv[3])) if len(sys.argv) == 4 else __doc__)
