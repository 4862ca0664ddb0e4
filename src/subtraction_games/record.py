"""Record the paper's numbers next to a notebook's, and our own findings with their degree of certainty.

Each call adds a row, with numbers as they should be printed, to a notebook's part of a table in the output folder.
"""

import csv
from typing import Any

from .files import output_folder

PAPER = "doi:10.4230/LIPIcs.FUN.2018.20, June 2018"  # the source of a number that the paper itself prints
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
    """Add to reproduction/<notebook>.csv a number from the paper and the number that the notebook found at this n.

    The n of the paper's number is `at`, or None if the number is the same for every n, and `source` states where and
    when it was printed. If the notebook ran at another n, the column `agrees` contains "another n". Otherwise it
    contains the `verdict`, which by default is "yes" if both numbers print the same and "no" if not. If the paper
    prints no number, pass a verdict, and as `paper` an empty string or the paper's words.
    """
    verdict = verdict or ("yes" if str(paper) == str(here) else "no")
    numbers = {"claim": claim, "section": section, "paper": paper, "source": source, "here": here}
    agrees = verdict if at in (None, n) else "another n"
    _add("reproduction", notebook, numbers | {"n": "" if at is None else n, "agrees": agrees})


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
    """Add to findings/<notebook>.csv a number that the notebook found when it ran at this n, with its certainty.

    The number was found for n = `at`, by default the notebook's own n, but a theorem is recorded without an n. If not
    empty, `known` names an earlier source such as "Cilleruelo 1993", `data` the committed table from which the number
    is read, and `check` an independent confirmation. Set `article` to True for a number that only the article prints.
    Raises ValueError unless `sure` is one of KINDS.
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
