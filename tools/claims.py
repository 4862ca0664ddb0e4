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
* in `figures/reproduction.csv` or `figures/findings.csv`, with three significant digits or more; or, a whole number
  of five digits or more and digit for digit, in the tables of the long runs. For the README and the pages of the book
  four digits will do, and `data/benchmarks/ratios.csv` is one more table.
"""

from __future__ import annotations

import ast
import csv
import re
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
    """A number as printed: its value in units of 10^-places (negative for millions), and its kind: "", %, 2^ or 10^."""

    units: int
    places: int
    kind: str = ""

    @classmethod
    def read(cls, text: str, unit: str = "") -> Number:
        """The number printed as `text`, with its unit."""
        _, digits, exponent = Decimal(text.replace(",", "").replace("_", "")).as_tuple()
        kind = "%" if "%" in unit or "cent" in unit else unit if unit in TABLED else ""
        return cls(int("".join(map(str, digits))), -int(exponent) - SCALES.get(unit.strip(), 0), kind)

    @property
    def significant(self) -> int:
        """How many significant digits it is printed with."""
        return len(str(self.units))

    def at(self, places: int) -> set[int]:
        """What it may be called with this many places: rounded, and at a tie in both ways; nothing if it has fewer."""
        if self.places < places:
            return set()
        whole, rest = divmod(self.units, 10 ** (self.places - places))
        half = 10 ** (self.places - places) / 2
        return {whole} if rest < half else {whole + 1} if rest > half else {whole, whole + 1}

    def exactly(self, places: int) -> set[int]:
        """What it is with this many places, if that needs no rounding; a whole number is no fraction."""
        moved = Decimal(self.units).scaleb(places - self.places)
        return {int(moved)} if moved == int(moved) and (self.places > 0 or places <= 0) else set()


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


def output(cell: nbformat.NotebookNode) -> set[Number]:
    """The numbers that a cell printed."""
    texts = [each["text"] if each["output_type"] == "stream" else each.get("data", {}).get("text/plain", "")
             for each in cell.get("outputs", [])]  # fmt: skip
    return printed("\n".join(texts))


def literals(code: str) -> set[Number]:
    """The longer numbers in a cell's code; those in strings don't count."""
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
    texts = [ast.get_source_segment(code, node) or "" for node in nodes if type(node.value) in (int, float)]
    return {number for number in printed(" ".join(texts)) if number.significant >= 3}


class Evidence:
    """Numbers, asked which claims they are: rounded, or digit for digit where a claim has two digits or fewer."""

    def __init__(self, numbers: Iterable[Number] = ()) -> None:
        self.numbers = set(numbers)
        self.known: dict[tuple[int, str, bool], set[int]] = {}

    def __contains__(self, claim: Number) -> bool:
        """Whether a number here is the claim."""
        few = claim.significant <= 2
        key = claim.places, claim.kind, few
        if key not in self.known:
            fitting = [x for x in self.numbers if x.kind == claim.kind]
            self.known[key] = {units for x in fitting for units in (x.exactly if few else x.at)(claim.places)}
        return claim.units in self.known[key]


class Notebook:
    """A notebook's claims, and the numbers that its sections print and its cells are written with."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.claims: list[Claim] = []
        executed = nbformat.read(source.with_suffix(".ipynb"), as_version=4).cells
        outputs = {cell.source: output(cell) for cell in executed if cell.cell_type == "code"}
        section, line, lines = "", 0, source.read_text(encoding="utf-8").splitlines()
        numbers: dict[str, set[Number]] = defaultdict(set)
        for cell in jupytext.read(source).cells:
            line = next(k for k in range(line, len(lines)) if lines[k].startswith("# %%")) + 1
            if cell.cell_type == "markdown":
                section = self.read_prose(cell.source, section, line)
            elif cell.cell_type == "code":
                numbers[section] |= literals(cell.source) | outputs.get(cell.source, set())
        longer = {x for each in numbers.values() for x in each if x.significant >= 3 or x.kind in TABLED}
        self.whole = Evidence(longer)
        self.sections = {name: Evidence(each) for name, each in numbers.items() if name}

    def read_prose(self, text: str, section: str, line: int) -> str:
        """Take in the claims of a cell; the section it ends in."""
        for part in re.split(r"^(?=## )", text, flags=re.M):
            heading = re.match(r"## (.*)", part)
            section = heading[1] if heading else section
            self.claims += claims_in(part, self.source.name, line + 1, section)
            line += part.count("\n")
        return section

    def holds(self, number: Number) -> bool:
        """Whether the notebook backs a number that is said where nothing is computed."""
        return (number.significant >= 3 or number.kind in TABLED) and number in self.whole

    def backs(self, claim: Claim) -> bool:
        """Whether the claim's own section does, or the notebook, if that section has no code."""
        number = claim.number()
        return number in self.sections[claim.section] if claim.section in self.sections else self.holds(number)


# --- the committed tables ------------------------------------------------------------------------------


def cells_of(*names: str) -> str:
    """All cells of the committed tables so named."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in names]
    return " ; ".join(cell for text in texts for row in csv.reader(text.splitlines()) for cell in row)


class Tables:
    """The committed tables, which back numbers far from where they were found."""

    def __init__(self) -> None:
        self.short = Evidence(printed(cells_of("figures/reproduction.csv", "figures/findings.csv")))
        runs = printed(cells_of("data/cold-counts.csv", "data/forecasts.csv", "data/checks.csv", "data/copies.csv"))
        runs |= printed(cells_of("data/nim-records.csv").rpartition(" ; ")[2])  # the last record: they leave no gap
        self.long = {(x.units, x.places) for x in runs}
        self.ratios = Evidence(printed(cells_of("data/benchmarks/ratios.csv")))

    def back(self, number: Number, *, readme: bool = False) -> bool:
        """Whether a committed table backs a number."""
        if number.significant >= 3 and (number in self.short or (readme and number in self.ratios)):
            return True
        return number.significant >= 4 + (not readme) and (number.units, number.places) in self.long


class Book:
    """All notebooks, the README and the pages of the book."""

    def __init__(self) -> None:
        sources = [
            *numbered(),
            *solutions(),
        ]
        self.tables = Tables()
        self.notebooks = {source.name: Notebook(source) for source in sources}
        self.by_number = {re.match(r"\d\d|part-\d", name)[0]: each for name, each in self.notebooks.items()}  # type: ignore[index]
        self.claims = [claim for each in self.notebooks.values() for claim in each.claims]
        pages = {*(ROOT / "book").glob("*.md")} - {ROOT / "book/references.md"}  # a list of sources claims nothing
        for page in (ROOT / "README.md", ROOT / "notebooks/README.md", *sorted(pages)):
            self.claims += claims_in(page.read_text(encoding="utf-8"), page.name, 1, "")

    def backs(self, claim: Claim) -> bool:
        """Whether something backs a claim."""
        number, home = claim.number(), self.notebooks.get(claim.file)
        if self.tables.back(number, readme=home is None) or (home and home.backs(claim)):
            return True
        return any(self.by_number[name].holds(number) for name in claim.cited if name in self.by_number)


if __name__ == "__main__":
    book = Book()
    for claim in book.claims:
        if not book.backs(claim):
            print(claim)
