"""Record the paper's numbers next to a notebook's, and our own findings with their degree of certainty.

Each call displays a row of a table, with numbers as they should be printed. The executed notebook contains the row in a
format that no program shows, and `make all` gathers the rows of all notebooks into the tables that git tracks.
"""

from typing import Any

PAPER = "doi:10.4230/LIPIcs.FUN.2018.20, June 2018"  # the source of a number that the paper itself prints
ROW = "application/vnd.subtraction-games.row+json"  # the format of a row
COLUMNS = {  # of each table
    "reproduction": ("claim", "section", "paper", "source", "here", "n", "agrees"),
    "findings": ("finding", "notebook", "n", "value", "sure", "known", "data", "check", "article"),
}
KINDS = ("theorem", "exact computation", "conditional", "fit", "heuristic")


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
    _add("reproduction", claim, section, paper, source, here, "" if at is None else n, agrees)


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
    """Add to beyond/figures/findings.csv a number that the notebook found when it ran at this n, with its certainty.

    The number was found for n = `at`, by default the notebook's own n, but a theorem is recorded without an n. If not
    empty, `known` names an earlier source such as "Cilleruelo 1993", `data` the committed table from which the number
    is read, and `check` an independent confirmation. A conditional number was computed exactly, but is right only on
    the condition that `check` states. Set `article` to True for a number that only the article prints. Raises
    ValueError unless `sure` is one of KINDS.
    """
    if sure not in KINDS:
        raise ValueError(f"sure must be one of {', '.join(map(repr, KINDS))}, not {sure!r}")
    found_at = "" if sure == "theorem" else n if at is None else at
    _add("findings", finding, notebook, found_at, value, sure, known, data, check, "only" if article else "")


def _add(table: str, *cells: Any) -> None:
    from IPython.display import display

    row = dict(zip(COLUMNS[table], map(str, cells), strict=True))
    display({ROW: {"table": table} | row}, raw=True)
