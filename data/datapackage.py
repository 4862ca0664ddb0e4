"""What every table in data/ and each of its columns is, as a Frictionless data package, and the table in README.md.

    python data/datapackage.py    # writes data/datapackage.json, and the list of tables in data/README.md

The descriptions are written here and nowhere else. Types follow from the contents: integer, number, date or string.
"""

from __future__ import annotations

import csv
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

from subtraction_games.files import atomic_write

DATA = Path(__file__).resolve().parent
FAMILY = re.compile(r"(share|top|held|fed|digit)_\d+")  # columns that differ by a modulus or a digit
N = "the positions are 0 to n - 1"

COLUMNS = {  # what a column means wherever it has this name and TABLES says nothing else
    "n": N,
    "cold": "number of cold positions",
    "modulus": "the modulus of the residues",
    "residue": "residue modulo the modulus",
    "expected": "number expected by the theory",
    "found": "number counted",
    "game": "the subtraction set",
    "what": "the results that were checked",
    "sha256": "first 16 digits of the SHA-256 of the results",
    "seconds": "processor seconds; empty if not measured",
    "commit": "the last commit that changed the sources, with a + if they had been changed since",
    "date": "day of the computation",
    "quantity": "what the forecast is about",
    "since": "from which position on it is counted; 0 is the beginning",
    "forecast": "the number expected",
    "coverage": "share of such intervals that should contain the outcome",
    "low": "lower end of the interval",
    "high": "upper end of the interval",
    "rule": "by which rule",
    "made": "day on which the forecast was written down",
    "seed": "seed of the random numbers",
    "share_m": "part of the main term that the modulus m explains (`waves.shares`)",
    "top_m": "the most frequent residues modulo m from n / 2 on, most frequent first",
    "held_m": "part of the positions from n / 2 on that has these residues",
    "fed_m": "mean power of the fed waves modulo m from n / 2 on",
    "digit_m": "members q a + r with a = m modulo 5, q being the modulus and r the residue",
    "machine": "processor family and number of cores",
    "python": "version of Python",
    "packages": "versions of the packages that matter",
    "task": "cold positions or nim-values",
    "method": "the program that was timed",
    "threads": "threads that it used",
    "repeats": "number of repetitions, of which the median is given",
    "peak_mib": "largest memory in MiB; empty if not measured",
}

ENSEMBLE = """\
a hundred games that begin with a random half of the first 1,000 positions hot: the share that moduli explain, and the \
favourite residues; `make_data.py ensemble`"""

TABLES: dict[str, tuple[str, dict[str, str]]] = {  # file: what it is, what is special about its columns
    "cold-counts.csv": (
        "cold positions of subtract-a-square below each cube that the run has passed, and below its end",
        {"limit": "a cube, or the end of the run", "cold": "number of cold positions below the limit"},
    ),
    "residue-counts.csv": (
        "cold positions below n by residue modulo the primes to 97 and some composite numbers, for n = 2^24, 2^27, "
        "2^30, 2^33, 2^36, 2^38, 2^40 and the run's end",
        {"count": "number of cold positions below n with this residue"},
    ),
    "doublings.npz": (
        "at n = 2^12, 2^13, ...: cold positions below n by residue modulo 625, and below n / 25 modulo 25",
        {"n": "int64[ends]", "below_625": "int64[ends, 625]", "below_a_25th": "int64[ends, 25]"},
    ),
    "effective-moves.csv": (
        "expected number of moves from a cold position to cold ones, by residues modulo powers of 5, times 13 and 17 "
        "(`waves.effective_moves`)",
        {"moves": "expected number of moves"},
    ),
    "class-law.csv": (
        "cold positions from n / 2 to n by residue modulo 5, and what the class law of notebook 14 expects by residues "
        "of a finer modulus",
        {"residue": "residue modulo 5"},
    ),
    "closure.csv": (
        "cold positions from n / 2 to n by residue modulo 5, and what the closed theory of notebook 18 expects from "
        "those below start; `make_data.py closure`",
        {"start": "the theory knows the cold positions below this one", "residue": "residue modulo 5"},
    ),
    "game-counts.csv": ("cold positions of other games below powers of two", {"cold": "number of cold positions"}),
    "nim-records.csv": (
        "positions whose nim-value exceeds all before",
        {"position": "the position", "value": "its nim-value"},
    ),
    "nim-histogram.csv": (
        "number of positions below n with each nim-value, for n = 2^20, 2^21, ... and the run's end",
        {"value": "the nim-value", "count": "number of positions below n that have it"},
    ),
    "forecasts.csv": (
        "forecasts, written down before the quantity was computed, for positions from `since` to n: the rule, the "
        "bounds and the share of such bounds that should hold, and the day. Rows are added and never changed; "
        "notebooks 10 and 14 count the outcomes",
        {},
    ),
    "strays.csv": (
        "the cold positions in a class that disturb the autonomous classes inside it (`copies.SETTLED`), all that "
        "there are below 2^38; `make_data.py strays`",
        {"position": "the cold position"},
    ),
    "copies.csv": (
        "members below n of the autonomous classes modulo 25, 625 and 15,625 (`copies.autonomous`), from the 44 "
        "positions of oeis/b-rare-classes.txt and those in strays.csv: a second method below 2^41, and beyond, right "
        "if these are all; `make_data.py classes`",
        {"cold": "number of cold positions below n in the class"},
    ),
    "copies-forecasts.csv": (
        "like forecasts.csv, for classes beyond 2^41 (of those modulo 15,625, beyond 2^38), with what came",
        {
            "commit": "the commit that brought the forecast",
            "outcome": "what came; empty if it is open",
            "outcome_commit": "the commit that brought the outcome",
        },
    ),
    "ensemble-squares.csv": (ENSEMBLE, {}),
    "ensemble-cubes.csv": ("the same for cubes", {}),
    "checks.csv": (
        "a prefix of the results by a second method: all cold positions below n by the segmented sieve, all nim-values "
        "below n by plain dynamic programming",
        {
            "count_or_largest": "number of cold positions, or largest nim-value",
            "seconds": "processor seconds of the engine, run again to n; empty if not measured",
            "second_method": "the second method",
            "its_count_or_largest": "the same by the second method",
            "its_sha256": "the same by the second method",
            "its_seconds": "processor seconds of the second method",
        },
    ),
    "spot-checks.csv": (
        "samples of the whole run checked by `verify`",
        {
            "results": "number of results of the run",
            "positions": "number of positions drawn from all",
            "cold": "number of positions drawn from the cold ones",
            "share": "share of the results that could be wrong at 99% confidence",
            "contradiction": "the first contradiction; empty if there is none",
            "whole": "number of positions in windows that were checked as a whole",
        },
    ),
    "benchmarks/times.csv": ("how long each method takes", {}),
    "benchmarks/growth.csv": (
        "how each method's time grows, a fit to its last five sizes",
        {
            "from_n": "the least size of the fit",
            "to_n": "the largest size of the fit",
            "exponent": "the time grows like n to this power",
            "least": "least exponent between two sizes",
            "most": "greatest exponent between two sizes",
        },
    ),
    "benchmarks/ratios.csv": (
        "how many times longer each rival takes than the engine",
        {
            "rival": "the other method",
            "rival_threads": "its threads",
            "engine_threads": "the engine's threads",
            "ratio": "its time divided by the engine's",
        },
    ),
    "benchmarks/ablation.csv": ("the engine's ideas, one after another", {"idea": "what is switched on so far"}),
    "benchmarks/longruns.csv": (
        "what keeping results in a folder costs",
        {"measure": "what was timed", "blocks": "blocks written", "bytes": "bytes written"},
    ),
    "benchmarks/games.csv": (
        "thirteen games by what the engine chooses and by what it could have chosen; times in processor seconds",
        {
            "moves": "number of moves below n",
            "automatic": "the engine's own choice",
            "best": "the best of a sweep of moduli",
            "sieve": "the sieve",
            "sieve_in_c": "the segmented sieve in C",
            "convolution": "convolution; empty if not measured",
            "automatic_modulus": "the modulus of the engine's last leg",
            "best_modulus": "the best modulus of the sweep; 0 is the sieve",
            "share_of_classes": "share of its classes that hold 99% of the cold positions",
            "automatic_ns": "the engine's time, in nanoseconds",
            "forecast_ns": "what its model of the cost had expected, in nanoseconds",
            "forecast_modulus": "the modulus that the model ranks first",
            "nim_n": "the size for nim-values",
            "nim_engine": "nim-values by the engine",
            "nim_in_c": "nim-values by dynamic programming in C",
        },
    ),
}


def package() -> dict[str, Any]:
    """The data package."""
    return {
        "name": "subtract-a-square",
        "title": "Subtract-a-square and other subtraction games: counts, checks, forecasts and times",
        "profile": "data-package",
        "licenses": [{"name": "CC-BY-4.0", "path": "https://creativecommons.org/licenses/by/4.0/"}],
        "resources": [resource(path) for path in TABLES],
    }


def resource(path: str) -> dict[str, Any]:
    """What the package says of a table."""
    description, _ = TABLES[path]
    stem = re.sub(r"[/.]", "-", path.rpartition(".")[0])
    about: dict[str, Any] = {"name": stem, "path": path, "description": description}
    if not path.endswith(".csv"):
        arrays = [{"name": name, "description": kind} for name, kind in TABLES[path][1].items()]
        return about | {"format": path.rpartition(".")[2], "mediatype": "application/octet-stream", "arrays": arrays}
    fields = [{"name": column, "type": kind, "description": meaning(path, column)} for column, kind in columns(path)]
    about |= {"profile": "tabular-data-resource", "format": "csv", "mediatype": "text/csv", "encoding": "utf-8"}
    return about | {"schema": {"fields": fields, "missingValues": [""]}}


def columns(path: str) -> list[tuple[str, str]]:
    """The names of a table's columns and their types."""
    with (DATA / path).open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return [(name, type_of([row[i] for row in rows if row[i]])) for i, name in enumerate(header)]


def type_of(values: list[str]) -> str:
    """The narrowest type that all of the values have.

    >>> type_of(["1", "-2"]), type_of(["1", "2e-3"]), type_of(["2026-11-23"]), type_of(["1 2"]), type_of([])
    ('integer', 'number', 'date', 'string', 'string')
    """
    for name, read in (("integer", int), ("number", float), ("date", date.fromisoformat)):
        try:
            if [read(value) for value in values] and all(re.fullmatch(r"[\d.e+-]+", value) for value in values):
                return name
        except ValueError:
            continue
    return "string"


def meaning(path: str, column: str) -> str:
    """What a column is, in the table's own words or in those for all tables. KeyError if neither describes it."""
    own = TABLES[path][1]
    return own[column] if column in own else COLUMNS[family(column)]


def family(column: str) -> str:
    """The name of a column, or of the family it belongs to.

    >>> family("share_1105"), family("cold")
    ('share_m', 'cold')
    """
    found = FAMILY.fullmatch(column)
    return f"{found[1]}_m" if found else column


def listing() -> str:
    """The tables in Markdown, a row each: file, columns, what it is. Those in benchmarks/ have a page of their own."""
    lines = ["| file | columns | what |", "|---|---|---|"]
    for path, (description, own) in TABLES.items():
        if "/" not in path:
            names = [name for name, _ in columns(path)] if path.endswith(".csv") else list(own)
            lines.append(f"| {path} | {', '.join(dict.fromkeys(map(family, names)))} | {description} |")
    oeis = "sequences in the form that the OEIS keeps; `python data/make_data.py oeis`"
    return "\n".join([*lines, f"| [oeis/](oeis/README.md) | index value | {oeis} |"])


def described(readme: str) -> str:
    """The README with its list of tables made anew."""
    before, after = re.split(r"^\| file \| columns \| what \|\n(?:\|.*\n)+", readme, maxsplit=1, flags=re.M)
    return f"{before}{listing()}\n{after}"


def as_json() -> str:
    return json.dumps(package(), indent=1, ensure_ascii=False) + "\n"


def write(path: Path, text: str) -> None:
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(DATA / "datapackage.json", as_json())
    write(DATA / "README.md", described((DATA / "README.md").read_text(encoding="utf-8")))
