"""Every number in prose that is a result, and whether something backs it.

    python tools/claims.py          the numbers with nothing behind them, with their places

A *claim* is a numeral in Markdown that says what came out: one with a decimal point, a thousands separator, a per cent
sign, "million" or "times", or of three digits or more; and a power beyond all tables, 2^42 or 10^10 and above. What
only names something (years, sections, smaller powers, code, links) is none. It is *backed* by a number of the same
kind (a per cent by a per cent, a power by a power) that, rounded to the digits which the claim prints, is the claim
(digit for digit, if it has two or fewer), and that stands

* in the claim's own section (from one heading to the next), in what a cell printed when the notebook was executed; or
  in its code, with three significant digits or more;
* in a notebook that the claim's paragraph names, printed or in code, with three significant digits or more (a power:
  printed); and for a section that has no code, as an introduction and "Findings", in its own notebook;
* in `figures/reproduction.csv`, `figures/findings.csv` or `data/benchmarks/ratios.csv`, with three significant digits
  or more; or, a whole number of five digits or more and digit for digit, in the tables of the long runs.

(glue of myst-nb and the variables of showyourwork put numbers into a text; nothing that we found checks those in it.)
"""

from __future__ import annotations

import ast
import csv
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import jupytext
import nbformat
from places import ROOT, numbered, solutions

# --- claims --------------------------------------------------------------------------------------------

NAMES = [  # what holds digits and is no result
    r"```.*?```",  # a block of code
    r"`[^`]*`",  # code in a line
    r"\]\([^)]*\)",  # where a link leads to
    r"https?://\S+|doi:\S+|<[^>\n]*>",
    r"\\(?:begin|end|tag|label|operatorname|text)\{[^}]*\}",
    r"\^\{?-?\d+(?![\d.])\}?(?!\.\d)",  # the power, in 2^38 and 2^{38}
    r"_\{[^{}]*\}|_\d+",  # an index
    r"\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b",
    r"\b(?:1[5-9]|20)\d\d\b(?![,.]?\d|%)",  # a year
    r"\b(?:[Ss]ections?|[Nn]otebooks?|[Ee]xercises?|[Tt]heorems?|Lemmas?|Claims?|[Ff]igures?|Python|LIPIcs|make|version)"
    r"\s+\d+(?:\.\d+)*(?:(?:,|\s+and|\s+to|\s+or)\s+\d+(?:\.\d+)*)*(?![\d%])",
    r"\b\d+:\d+(?:-\d+:\d+)?",  # pages
    r"\b\d+[-\u2013]\d+\b",
    r"^\| \d\.\d \|",  # a section of the paper, in a table
    r"\bA\d{6}\b|SHA-\d+|arXiv:\d+\.\d+|CC BY 4\.0",
]
NAMED = re.compile("|".join(f"(?:{pattern})" for pattern in NAMES), flags=re.S | re.M)
POWER = re.compile(r"\b(2|10)\^\{?(\d+)(?![\d.])")
NUMERAL = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\w|\.\d|,\d)")
UNIT = re.compile(r"\\?%|\s+per\s+cent|\s+(?:million|billion)\b|\s+times\b")
SCALES = {"million": 6, "billion": 9}
TABLED = {"2^": 41, "10^": 9}  # the powers that are mere names, as 2^30: up to these


class Number(NamedTuple):
    """A number as printed: its value, places after the point, significant digits, and "", "%", "2^" or "10^"."""

    value: Decimal
    places: int
    significant: int
    kind: str = ""

    @classmethod
    def read(cls, text: str, unit: str = "") -> Number:
        """The number printed as `text`, with its unit; a million has -6 places."""
        scale = SCALES.get(unit.strip(), 0)
        printed = Decimal(text.replace(",", "").replace("_", ""))
        kind = "%" if "%" in unit or "cent" in unit else unit if unit in TABLED else ""
        return cls(
            printed.scaleb(scale), -int(printed.as_tuple().exponent) - scale, len(printed.as_tuple().digits), kind
        )


class Claim(NamedTuple):
    """A numeral in prose, its unit, and the notebooks that its paragraph or heading names."""

    file: str
    line: int
    text: str
    unit: str
    section: str
    cited: frozenset[str] = frozenset()

    def number(self) -> Number:
        """What it says."""
        return Number.read(self.text, self.unit)

    def __str__(self) -> str:
        words = f"{self.unit}{self.text}" if self.unit in TABLED else f"{self.text} {self.unit}".rstrip()
        return f"{self.file}:{self.line}: {words}"


PARAGRAPH = re.compile(r".+?(?:\n\n|\n *(?=\d+\. )|\Z)", flags=re.S)  # or an item of a numbered list


def notebooks_named(text: str) -> frozenset[str]:
    """The notebooks that a text names or links, "06" or "part-3"."""
    numbers = re.findall(r"[Nn]otebooks?\s+(\d+)|\b[Nn]otebooks?\s+\[?\d+\]?[^.]*?and\s+\[?(\d+)", text)
    named = {f"{int(each):02}" for pair in numbers for each in pair if each}
    return frozenset(named | set(re.findall(r"\((?:[./\w]+/)?(\d\d|part-\d)[^)]*\.ipynb", text)))


def claims_in(text: str, file: str, line: int, section: str) -> Iterator[Claim]:
    """The claims in Markdown that begins at a line of a file."""
    text = re.sub(r"(?<=\d)\{,\}(?=\d)", ",", text)
    cited = [(found.end(), notebooks_named(found[0] + section)) for found in PARAGRAPH.finditer(text)]
    powers = [(found.start(), found[2], f"{found[1]}^") for found in POWER.finditer(text)]
    claims = [power for power in powers if int(power[1]) > TABLED[power[2]]]
    text = NAMED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)  # each character stays in its place
    for number in NUMERAL.finditer(text):
        after = UNIT.match(text, number.end())
        unit, numeral = " ".join((after[0] if after else "").split()), number[1]
        if unit or not numeral.isdigit() or len(numeral) >= 3:
            claims.append((number.start(), numeral, unit))
    for start, numeral, unit in sorted(claims):
        names = next((names for end, names in cited if start < end), frozenset())
        yield Claim(file, line + text[:start].count("\n"), numeral, unit, section, names)


# --- what backs them ---------------------------------------------------------------------------

PRINTED = re.compile(
    r"(?<![A-Za-z_\d.])(?<!2\^)(?<!10\^)(\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\d_])"
    r"(\s?%| million| billion)?"
)


def printed(text: str) -> set[Number]:
    """All numbers in code or in output."""
    powers = {Number.read(found[2], f"{found[1]}^") for found in POWER.finditer(text)}
    return powers | {Number.read(found[1], found[2] or "") for found in PRINTED.finditer(text)}


def longer(numbers: Iterable[Number]) -> set[Number]:
    """Those that say enough to be known again far from where they stand."""
    return {number for number in numbers if number.significant >= 3 or number.kind in TABLED}


class Evidence:
    """Numbers, asked which claims they are: rounded, or digit for digit where a claim has two digits or fewer."""

    def __init__(self, numbers: Iterable[Number] = ()) -> None:
        self.ascending = sorted(set(numbers))

    def __contains__(self, claim: Number) -> bool:
        """Whether a number here is the claim."""
        half = Decimal(5).scaleb(-claim.places - 1) if claim.significant > 2 else Decimal(0)
        first = bisect_left(self.ascending, claim.value - half, key=lambda number: number.value)
        last = bisect_right(self.ascending, claim.value + half, key=lambda number: number.value)
        near = [number for number in self.ascending[first:last] if number.kind == claim.kind]
        return any(number.places >= claim.places or (not half and claim.places <= 0) for number in near)


def numbers_of(cell: nbformat.NotebookNode) -> set[Number]:
    """The numbers that a cell printed, and the longer ones in its code; those in strings don't count."""
    outputs = cell.get("outputs", [])
    texts = [each.get("text") or each.get("data", {}).get("text/plain", "") for each in outputs]
    nodes = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Constant)]
    code = [ast.get_source_segment(cell.source, node) or "" for node in nodes if type(node.value) in (int, float)]
    return printed("\n".join(texts)) | {number for number in printed(" ".join(code)) if number.significant >= 3}


class Notebook:
    """A notebook's claims, and the numbers that its sections print and its cells are written with."""

    def __init__(self, source: Path) -> None:
        self.claims: list[Claim] = []
        executed = nbformat.read(source.with_suffix(".ipynb"), as_version=4).cells
        by_source = {cell.source: cell for cell in executed}
        section, line, lines = "", 0, source.read_text(encoding="utf-8").splitlines()
        numbers: dict[str, set[Number]] = defaultdict(set)
        for cell in jupytext.read(source).cells:
            line = next(k for k in range(line, len(lines)) if lines[k].startswith("# %%")) + 1
            if cell.cell_type == "code":
                numbers[section] |= numbers_of(by_source.get(cell.source, cell))
            for part in re.split(r"^(?=## )", cell.source, flags=re.M) if cell.cell_type == "markdown" else ():
                heading = re.match(r"## (.*)", part)
                section = heading[1] if heading else section
                self.claims += claims_in(part, source.name, line + 1, section)
                line += part.count("\n")
        self.whole = Evidence(longer(number for each in numbers.values() for number in each))
        self.sections = {name: Evidence(each) for name, each in numbers.items() if name}

    def backs(self, claim: Claim) -> bool:
        """Whether the claim's own section does, or the notebook, if that section has no code."""
        return claim.number() in self.sections.get(claim.section, self.whole) and self.knows(claim)

    def knows(self, claim: Claim) -> bool:
        """Whether the claim says enough to be looked for in the whole notebook, or its section has code."""
        return claim.section in self.sections or bool(longer([claim.number()]))


def cells_of(*names: str) -> set[Number]:
    """All numbers in the committed tables so named."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in names]
    return printed(" ; ".join(cell for text in texts for row in csv.reader(text.splitlines()) for cell in row))


class Book:
    """All notebooks, the README and the pages of the book, and the committed tables that back numbers anywhere."""

    def __init__(self) -> None:
        self.tables = Evidence(
            longer(cells_of("figures/reproduction.csv", "figures/findings.csv", "data/benchmarks/ratios.csv"))
        )
        runs = cells_of("data/cold-counts.csv", "data/forecasts.csv", "data/checks.csv", "data/copies.csv")
        self.exact = {number.value for number in runs if number.significant >= 5}
        self.notebooks = {source.name: Notebook(source) for source in [*numbered(), *solutions()]}
        self.by_number = {re.match(r"\d\d|part-\d", name)[0]: each for name, each in self.notebooks.items()}  # type: ignore[index]
        self.claims = [claim for each in self.notebooks.values() for claim in each.claims]
        pages = {*(ROOT / "book").glob("*.md")} - {ROOT / "book/references.md"}  # a list of sources claims nothing
        for page in (ROOT / "README.md", ROOT / "notebooks/README.md", *sorted(pages)):
            self.claims += claims_in(page.read_text(encoding="utf-8"), page.name, 1, "")

    def backs(self, claim: Claim) -> bool:
        """Whether something backs a claim."""
        number, home = claim.number(), self.notebooks.get(claim.file)
        if (number.significant >= 3 and number in self.tables) or (
            number.significant >= 4 and number.value in self.exact
        ):
            return True
        cited = [self.by_number[name] for name in claim.cited if name in self.by_number]
        return (home is not None and home.backs(claim)) or any(
            number in each.whole and bool(longer([number])) for each in cited
        )


if __name__ == "__main__":
    book = Book()
    for claim in book.claims:
        if not book.backs(claim):
            print(claim)
