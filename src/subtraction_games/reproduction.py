"""Record the paper's numbers next to a notebook's.

Each call displays a row of a table, with numbers as they should be printed. The executed notebook contains the row in a
format that no program shows, and `make all` gathers the rows of all notebooks into the tables that git tracks.
"""

from typing import Any

PAPER = "doi:10.4230/LIPIcs.FUN.2018.20, June 2018"  # the source of a number that the paper itself prints
ROW = "application/vnd.subtraction-games.row+json"  # the format of a row


def compare(
    n: int,
    claim: str,
    section: str,
    paper: Any,
    here: Any,
    at: int | None = None,
    source: str = PAPER,
    verdict: str = "",
) -> None:
    """Add to figures/reproduction.csv a number from the paper and the number that a notebook found at this n.

    The n of the paper's number is `at`, or None if the number is the same for every n, and `source` states where and
    when it was printed. If the notebook ran at another n, the column `agrees` contains "another n". Otherwise it
    contains the `verdict`, which by default is "yes" if both numbers print the same and "no" if not. If the paper
    prints no number, pass a verdict, and as `paper` an empty string or the paper's words.
    """
    verdict = verdict or ("yes" if str(paper) == str(here) else "no")
    agrees = verdict if at in (None, n) else "another n"
    cells = {"claim": claim, "section": section, "paper": paper, "source": source, "here": here}
    add_row("figures/reproduction.csv", cells | {"n": "" if at is None else n, "agrees": agrees})


def add_row(table: str, cells: dict[str, Any]) -> None:
    """Add a row, with a cell for each column, to the table at this path in the project."""
    from IPython.display import display

    display({ROW: {"table": table, "cells": [[column, str(cell)] for column, cell in cells.items()]}}, raw=True)
