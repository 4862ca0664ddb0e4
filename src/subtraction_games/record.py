"""What a notebook says in numbers: those of the paper beside ours, and those found here, with how sure they are.

Each call adds a row, as it should be printed, to a notebook's share of a table in the output folder.
"""

import csv
from typing import Any

from .files import output_folder

PAPER = "doi:10.4230/LIPIcs.FUN.2018.20, June 2018"  # of a number that the paper itself prints
KINDS = ("theorem", "exact computation", "fit", "heuristic")


def compare(
    notebook: str,
    n: int,
    claim: str,
    section: str,
    paper: Any,
    here: Any,
    at: int | None = None,
    source: str = PAPER,
    verdict: str = "",
) -> None:
    """Add one number of the paper's, and what a notebook with this n found, to reproduction/<notebook>.csv.

    `at` is the n that the paper's number belongs to, None if it holds for every n; `source` says where the number is
    printed, with an address and a date. The row says that they agree, "yes" or "no", where the two can be compared as
    they are printed, "another n" where n is another; where the paper prints no number, give an empty text or its words,
    and the `verdict` of another comparison.
    """
    verdict = verdict or ("yes" if str(paper) == str(here) else "no")
    known = {"claim": claim, "section": section, "paper": paper, "source": source, "here": here}
    agrees = verdict if at in (None, n) else "another n"
    _add("reproduction", notebook, known | {"n": "" if at is None else n, "agrees": agrees})


def report(
    notebook: str,
    n: int,
    finding: str,
    value: Any,
    sure: str,
    at: int | None = None,
    known: str = "",
    data: str = "",
    check: str = "",
    article: bool = False,
) -> None:
    """Add one number that a notebook with this n has found to findings/<notebook>.csv, with how sure it is.

    `at` is the n that it belongs to, None for the notebook's own; a theorem holds for every n and has none. `known`
    says to whom it was known before ("Cilleruelo 1993"), "" if we have not found it elsewhere. `data` names the
    committed table that it is read from, "" if the notebook computes it, and `check` what else confirms it, "" if it
    rests on one computation alone. `article` marks a number that the article alone prints. Raises ValueError unless
    `sure` is one of KINDS.
    """
    if sure not in KINDS:
        raise ValueError(f"sure must be one of {', '.join(map(repr, KINDS))}, not {sure!r}")
    place = {"finding": finding, "notebook": notebook, "n": "" if sure == "theorem" else n if at is None else at}
    rest = {"known": known, "data": data, "check": check, "article": "only" if article else ""}
    _add("findings", notebook, place | {"value": value, "sure": sure} | rest)


def _add(table: str, notebook: str, row: dict[str, Any]) -> None:
    path = output_folder() / table / f"{notebook}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row), lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        writer.writerow(row)
