"""Record the findings of notebooks, each with its degree of certainty."""

from typing import Any

from subtraction_games.reproduction import add_row

KINDS = ("theorem", "exact computation", "conditional", "fit", "heuristic")


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
    cells = {"finding": finding, "notebook": notebook, "n": found_at, "value": value, "sure": sure, "known": known}
    add_row("beyond/figures/findings.csv", cells | {"data": data, "check": check, "article": "only" if article else ""})
