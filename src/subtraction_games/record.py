"""What a notebook says in numbers: those of the paper beside ours, and those found here, with how sure they are."""

from typing import Any, ClassVar

from .files import output_folder, write_table

PAPER = "doi:10.4230/LIPIcs.FUN.2018.20, June 2018"  # of a number that the paper itself prints


class Record:
    """A notebook's share of a table: `rows` of texts under the `columns`, for the notebook's own n."""

    table: ClassVar[str]
    columns: ClassVar[tuple[str, ...]]

    def __init__(self, notebook: str, n: int) -> None:
        self.notebook, self.n = notebook, n
        self.rows: list[tuple[str, ...]] = []

    def save(self) -> None:
        """Write the rows to <table>/<notebook>.csv in the output folder."""
        columns = dict(zip(self.columns, zip(*self.rows, strict=True), strict=True))
        write_table(output_folder() / self.table / f"{self.notebook}.csv", columns)


class Comparison(Record):
    """The numbers that the paper states, beside what a notebook found: its share of reproduction.csv.

    >>> Comparison("example", n=100).add("cold positions below 2^30", "3.3", paper=1816355, here=23, at=2**30)
    'another n'
    """

    table = "reproduction"
    columns = ("claim", "section", "paper", "source", "here", "n", "agrees")

    def add(
        self,
        claim: str,
        section: str,
        paper: Any,
        here: Any,
        at: int | None = None,
        source: str = PAPER,
        verdict: str = "",
    ) -> str:
        """Record one number of the paper's, as printed there and as found here; returns whether they agree.

        `at` is the n that the paper's number belongs to, None if it holds for every n; `source` says where the number
        is printed, with an address and a date. The answer is "yes" or "no" where the two can be compared as they are
        printed, "another n" where n is another; where the paper prints no number, give an empty text or its words, and
        the `verdict` of another comparison.
        """
        comparable = at is None or at == self.n
        agrees = (verdict or ("yes" if str(paper) == str(here) else "no")) if comparable else "another n"
        self.rows.append((claim, section, str(paper), source, str(here), "" if at is None else str(self.n), agrees))
        return agrees


class Findings(Record):
    """The numbers that a notebook has found, each with how sure it is: its share of findings.csv.

    >>> findings = Findings("example", n=100)
    >>> findings.add("cold positions", 23, "exact computation", check="by the sieve, too")
    """

    table = "findings"
    columns = ("finding", "notebook", "n", "value", "sure", "known", "data", "check", "article")
    kinds = ("theorem", "exact computation", "fit", "heuristic")

    def add(
        self,
        finding: str,
        value: Any,
        sure: str,
        at: int | None = None,
        known: str = "",
        data: str = "",
        check: str = "",
        article: bool = False,
    ) -> None:
        """Record one number, as it should be printed.

        `at` is the n that it belongs to, None for the notebook's own; a theorem holds for every n and has none. `known`
        says to whom it was known before ("Cilleruelo 1993"), "" if we have not found it elsewhere. `data` names the
        committed table that it is read from, "" if the notebook computes it, and `check` what else confirms it, "" if
        it rests on one computation alone. `article` marks a number that the article alone prints. Raises ValueError
        unless `sure` is one of `Findings.kinds`, or when the finding has a row already.
        """
        if sure not in self.kinds:
            raise ValueError(f"sure must be one of {', '.join(map(repr, self.kinds))}, not {sure!r}")
        if any(row[0] == finding for row in self.rows):
            raise ValueError(f"finding {finding!r} has a row already")
        n = "" if sure == "theorem" else str(self.n if at is None else at)
        only = "only" if article else ""
        self.rows.append((finding, self.notebook, n, str(value), sure, known, data, check, only))
