"""Time the engine, its rivals and its parts on this machine: `make bench`.

    python research/benchmarks              all sections but `far` and `ratios`
    python research/benchmarks cold ideas   these; in times.csv the other sections' rows stay as last measured

Tables go to build/benchmarks/; with KEEP=1 in the environment to data/benchmarks/, whose tables git tracks and which
the notebooks read. Run nothing else on the machine in the meantime.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback from an import

import common
import games
import kernels
import longruns
import times

# each section's description, its approximate minutes on two cores, and its function
SECTIONS: dict[str, tuple[str, int, Callable[[], None]]] = {
    "cold": ("cold positions by every method", 6, partial(times.measure_section, "cold")),
    "nim": ("nim-values by every method", 6, partial(times.measure_section, "nim")),
    "games": ("twenty games, each by what the engine chooses and by the best of a sweep of moduli", 15, games.measure),
    "ideas": ("the engine's ideas one after another", 1, times.measure_ideas),
    "kernels": ("constants of nim/tuning.py, and what they would be by this processor's kernels", 0, kernels.measure),
    "longruns": ("folders, clusters, the parts of a block", 4, longruns.measure),
    "far": (
        "the paper's sieve to 2^30, cold positions to 2^36, nim-values to 2^28",
        19,
        partial(times.measure_section, "far"),
    ),
    "ratios": ("nothing new: what follows from times.csv", 0, partial(times.tables, [])),
}
ONLY_WHEN_NAMED = {"far", "ratios"}


def main(asked: list[str]) -> int | str:
    """Measure the named sections; returns the exit status."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if asked[:1] == ["apart"]:  # a large run, which one of the sections has begun
        print(*(f"{number:.6f}" for number in times.watched_run(asked[1], asked[2], int(asked[3]))))
        return 0
    if unknown := [section for section in asked if section not in SECTIONS]:
        return f"error: a section must be one of {', '.join(SECTIONS)}, not {', '.join(unknown)}"
    sections = asked or [section for section in SECTIONS if section not in ONLY_WHEN_NAMED]
    minutes, place = sum(SECTIONS[section][1] for section in sections), os.path.relpath(common.FOLDER)
    print(f"timing takes about {minutes} minutes on two cores, if the machine is left alone; tables go to {place}")
    try:
        for section in sections:
            what, _, measure = SECTIONS[section]
            print(f"{section}: {what}", flush=True)
            measure()
    except KeyboardInterrupt:
        print("\nstopped: the tables of finished sections are written", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
