"""List the numbers in prose that state results without a computation to back them.

    python tools claims

A *claim* is a numeral in Markdown, or in a text of questions.toml, that states a result: it has at least three digits,
a decimal point, a thousands separator or a per cent sign, or is followed by "million" or "times". A numeral that only
names something (as in a year, a section, a power, code or a link) is not a claim. A claim is *backed* by a number that
rounds to it or, if the claim has only one or two digits, equals it exactly. Only a percentage backs a percentage. The
number must appear

* in the claim's own section (from one heading to the next), either in a cell's printed output, or in its code with
  three significant digits or more;
* in a notebook that the claim's paragraph names or, for a section without code, in its own notebook, with three
  significant digits or more;
* in `figures/reproduction.csv`, `beyond/figures/findings.csv` or `engine/benchmarks/ratios.csv`, with three significant
  digits or more; or, if it is a whole number of five digits or more, digit for digit in the tables of the long runs.

Tools such as myst-nb and showyourwork insert computed numbers, but do not check numbers that are typed by hand.
"""

from __future__ import annotations

import csv
import re
import tomllib
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import jupytext
import nbformat
from rings import ROOT, numbered, solutions

# --- claims --------------------------------------------------------------------------------------------

NAMES = [  # text that contains digits but states no result
    r"^\* \*\*\d\.\d, |(?:Theorem|Lemma) \d \(\d\.\d\)",  # sections of the paper, in a list
    r"`[^`]*`",  # code
    r"\]\([^)]*\)",  # the target of a link
    r"https?://\S+|doi:\S+|<[^>\n]*>",
    r"\^\{?-?\d+(?![\d.])\}?(?!\.\d)",  # the power, in 2^38 and 2^{38}
    r"\b(?:1[5-9]|20)\d\d\b(?![,.]?\d|%)",  # a year
    r"\b(?:[Ss]ections?|[Nn]otebooks?|[Ee]xercises?|[Tt]heorems?|Lemmas?|Claims?|[Ff]igures?|Python|LIPIcs|make|version)"
    r"\s+\d+(?:\.\d+)*(?:(?:,|\s+and|\s+to|\s+or)\s+\d+(?:\.\d+)*)*(?![\d%])",
    r"\b\d+:\d+(?:-\d+:\d+)?",  # pages
    r"\b\d+[-\u2013]\d+\b",
    r"★ \d+ min\.",  # how long an exercise takes
    r"\bA\d{6}\b|SHA-\d+|arXiv:\d+\.\d+|CC BY 4\.0",
]
NAMED = re.compile("|".join(f"(?:{pattern})" for pattern in NAMES), flags=re.S | re.M)
NUMERAL = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\w|\.\d|,\d)")
UNIT = re.compile(r"\\?%|\s+per\s+cent|\s+(?:million|billion)\b|\s+times\b")
SCALES = {"million": 6, "billion": 9}


class Number(NamedTuple):
    """A number as printed."""

    value: Decimal
    places: int  # digits after the decimal point; -6 for a whole number of millions
    significant: int  # the number of significant digits
    percent: bool

    @classmethod
    def read(cls, text: str, unit: str = "") -> Number:
        """Parse a printed number, such as "1.8", and the unit that follows it, such as "million"."""
        scale = SCALES.get(unit.strip(), 0)
        printed = Decimal(text.replace(",", "").replace("_", ""))
        places, digits = -int(printed.as_tuple().exponent) - scale, len(printed.as_tuple().digits)
        return cls(printed.scaleb(scale), places, digits, "%" in unit or "cent" in unit)


class Claim(NamedTuple):
    """A numeral in prose, with its unit and with the notebooks that its paragraph or heading names."""

    file: str
    line: int
    text: str
    unit: str
    section: str
    cited: frozenset[str]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text} {self.unit}".rstrip()


PARAGRAPH = re.compile(r".+?(?:\n\n|\n *(?=\d+\. )|\Z)", flags=re.S)  # a paragraph, or an item of a numbered list


def notebooks_named(text: str) -> frozenset[str]:
    """Return the notebooks that a text names or links to, in the form "06", or "05-07" for solutions."""
    numbers = re.findall(r"[Nn]otebooks?\s+(\d+)|\b[Nn]otebooks?\s+\[?\d+\]?[^.]*?and\s+\[?(\d+)", text)
    named = {f"{int(each):02}" for pair in numbers for each in pair if each}
    return frozenset(named | set(re.findall(r"\((?:[./\w]+/)?(\d\d(?:-\d\d)?)[^)]*\.ipynb", text)))


def claims_in(text: str, file: str, line: int, section: str) -> Iterator[Claim]:
    """Yield the claims in a piece of Markdown that begins at this line of a file."""
    text = re.sub(r"(?<=\d)\{,\}(?=\d)", ",", text)
    cited = [(found.end(), notebooks_named(found[0] + section)) for found in PARAGRAPH.finditer(text)]
    text = NAMED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)  # other characters keep their places
    for number in NUMERAL.finditer(text):
        after = UNIT.match(text, number.end())
        unit, numeral = " ".join((after[0] if after else "").split()), number[1]
        if unit or not numeral.isdigit() or len(numeral) >= 3:
            names = next((names for end, names in cited if number.start() < end), frozenset())
            yield Claim(file, line + text[: number.start()].count("\n"), numeral, unit, section, names)


# --- what backs the claims ---------------------------------------------------------------------------

PRINTED = re.compile(
    r"(?<![A-Za-z_\d.])(?<!2\^)(?<!10\^)(\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\d_])"
    r"(\s?%| million| billion)?"
)


def numbers_in(text: str) -> set[Number]:
    """Return all numbers that appear in code or output."""
    return {Number.read(found[1], found[2] or "") for found in PRINTED.finditer(text)}


class Evidence:
    """Numbers that back claims of `least` digits or more. A shorter claim far from its source may match by chance."""

    def __init__(self, numbers: Iterable[Number], least: int = 1) -> None:
        self.ascending, self.least = sorted(set(numbers)), least

    def __contains__(self, claim: Number) -> bool:
        """Return whether some number backs the claim, after rounding if the claim has more than two digits."""
        half = Decimal(5).scaleb(-claim.places - 1) if claim.significant > 2 else Decimal(0)
        first = bisect_left(self.ascending, claim.value - half, key=lambda number: number.value)
        last = bisect_right(self.ascending, claim.value + half, key=lambda number: number.value)
        near = [number for number in self.ascending[first:last] if number.percent == claim.percent]
        return claim.significant >= self.least and any(
            number.places >= claim.places or (not half and claim.places <= 0) for number in near
        )


QUESTIONS = tomllib.loads((ROOT / "src/subtraction_games/pages/questions.toml").read_text(encoding="utf-8"))


def question_in(source: str) -> str:
    """Return the texts of the question that a cell asks, without the fields that computed values fill.

    >>> question_in('ask("rounds", 1 + values.max(), moves=len(moves), n=n)').partition("? ")[0]
    'How many rounds will the loop take if the x squares below x are the moves'
    """
    questions = [QUESTIONS[name] for name in re.findall(r'\bask\(\s*"([\w-]+)"', source)]
    texts = [" ".join([each["question"], each["because"], *each.get("tempting", {}).values()]) for each in questions]
    return re.sub(r"\{.*?\}", "x", " ".join(texts))


def numbers_of_cell(cell: nbformat.NotebookNode) -> set[Number]:
    """Return the numbers that a cell printed, except those typed in a question, and the longer ones in its code."""
    outputs = cell.get("outputs", [])
    printed = "\n".join(each.get("text") or each.get("data", {}).get("text/plain", "") for each in outputs)
    in_code = {number for number in numbers_in(cell.source) if number.significant >= 3}
    return (numbers_in(printed) - numbers_in(question_in(cell.source))) | in_code


def numbers_of_tables(*names: str) -> set[Number]:
    """Return all numbers that appear in the committed tables with these names."""
    tables = (csv.reader((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in names)
    return numbers_in(" ; ".join(cell for table in tables for row in table for cell in row))


class Document:
    """The claims of a notebook, and the numbers in the code and output of its sections."""

    def __init__(self, source: Path) -> None:
        self.claims: list[Claim] = []
        by_source = {cell.source: cell for cell in nbformat.read(source.with_suffix(".ipynb"), as_version=4).cells}
        section, line, lines = "", 0, source.read_text(encoding="utf-8").splitlines()
        numbers: dict[str, set[Number]] = defaultdict(set)
        for cell in jupytext.read(source).cells:
            line = next(k for k in range(line, len(lines)) if lines[k].startswith("# %%")) + 1
            if cell.cell_type == "code":
                numbers[section] |= numbers_of_cell(by_source.get(cell.source, cell))
                self.claims += claims_in(question_in(cell.source), source.name, line, section)
            for part in re.split(r"^(?=## )", cell.source, flags=re.M) if cell.cell_type == "markdown" else ():
                heading = re.match(r"## (.*)", part)
                section = heading[1] if heading else section
                self.claims += claims_in(part, source.name, line + 1, section)
                line += part.count("\n")
        self.whole = Evidence((number for each in numbers.values() for number in each), least=3)
        self.sections = {name: Evidence(each) for name, each in numbers.items() if name}


class Edition:
    """All notebooks, the README, the pages of the book, and the committed tables that can back any claim."""

    def __init__(self) -> None:
        tables = ("figures/reproduction.csv", "beyond/figures/findings.csv", "engine/benchmarks/ratios.csv")
        self.tables = Evidence(numbers_of_tables(*tables), least=3)
        runs = (f"beyond/data/{name}.csv" for name in ("cold-counts", "forecasts", "checks", "copies"))
        self.exact = {number.value for number in numbers_of_tables(*runs) if number.significant >= 5}
        self.notebooks = {source.name: Document(source) for source in [*numbered(), *solutions()]}
        self.by_number = {re.sub(r"(\d\d(?:-\d\d)?).*", r"\1", name): each for name, each in self.notebooks.items()}
        self.claims = [claim for each in self.notebooks.values() for claim in each.claims]
        pages = {*(ROOT / "book").glob("*.md")} - {ROOT / "book/references.md"}  # a list of sources states no results
        for page in (ROOT / "README.md", ROOT / "notebooks/README.md", *sorted(pages)):
            self.claims += claims_in(page.read_text(encoding="utf-8"), page.name, 1, "")

    def backs(self, claim: Claim) -> bool:
        """Return whether a claim is backed by a table, its own section or notebook, or a notebook that it names."""
        home, cited = self.notebooks.get(claim.file), claim.cited & self.by_number.keys()
        evidence = [self.tables, *(self.by_number[name].whole for name in cited)]
        if home:
            evidence.append(home.sections.get(claim.section, home.whole))
        number = Number.read(claim.text, claim.unit)
        return any(number in each for each in evidence) or (number.significant >= 4 and number.value in self.exact)


def main() -> None:
    """Print all claims that are not backed."""
    edition = Edition()
    print("\n".join(str(claim) for claim in edition.claims if not edition.backs(claim)))
