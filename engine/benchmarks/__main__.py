"""Time the engine, its rivals and its parts on this machine: `make bench`.

    python engine/benchmarks              all sections but `far`, which measures larger sizes
    python engine/benchmarks cold ideas   only these; the rows of other sections stay in times.csv

The tables are written to build/benchmarks/ or, with KEEP=1 in the environment, to engine/benchmarks/, where the
notebooks read them. Run nothing else on the machine in the meantime.
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
import costs
import games
import longruns
import times

SECTIONS: dict[str, tuple[int, Callable[[], None]]] = {  # approximate minutes on two cores, and the measurement
    "cold": (6, partial(times.measure_section, "cold", times.of_cold_positions)),
    "nim": (6, partial(times.measure_section, "nim", times.of_nim_values)),
    "games": (15, games.measure),
    "ideas": (1, times.measure_ideas),
    "costs": (0, costs.measure),
    "longruns": (4, longruns.measure),
    "far": (19, partial(times.measure_section, "far", times.far)),
}


def main(asked: list[str]) -> int | str:
    """Measure the named sections, and return the exit status or an error message."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if unknown := [section for section in asked if section not in SECTIONS]:
        return f"error: a section must be one of {', '.join(SECTIONS)}, not {', '.join(unknown)}"
    sections = asked or [section for section in SECTIONS if section != "far"]
    minutes, place = sum(SECTIONS[section][0] for section in sections), os.path.relpath(common.FOLDER)
    print(f"timing takes about {minutes} minutes on two cores, if the machine is left alone; tables go to {place}")
    try:
        for section in sections:
            print(section, flush=True)
            SECTIONS[section][1]()
    except KeyboardInterrupt:
        print("\nstopped: the tables of finished sections have been written", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
