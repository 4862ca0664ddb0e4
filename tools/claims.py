"""Every number in prose that is a result, and whether something stands behind it.

    python tools/claims.py          the numbers with nothing behind them, with their places

A *claim* is a numeral in Markdown that says what came out: one with a decimal point, a thousands separator, a per cent
sign, "million" or "times", or of three digits or more; and a power beyond all tables, 2^41 or 10^10 and above. What
only names something (years, sections, smaller powers, code, links) is none. It is *backed* by a number that, rounded to
the digits which the claim prints, is the claim (digit for digit, if it has two or fewer), and that stands

* in the claim's own section (from one heading to the next): in what a cell printed when the notebook was executed, in
  an assertion, or in a cell's code;
* in a notebook that the claim's paragraph names: in an assertion; or, if it has three significant digits or more,
  printed, or as a whole number in code (for a power, only in an assertion, there or in the claim's own notebook);
* in `figures/reproduction.csv` or `figures/findings.csv`, with three significant digits or more; or, a whole number
  of five digits or more and digit for digit, in the tables of the long runs. For the README and the pages of the book
  four digits will do, and `benchmarks/ratios.csv` is one more table.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import jupytext
import nbformat

ROOT = Path(__file__).resolve().parent.parent

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
    r"\bA\d{6}\b|arXiv:\d+\.\d+|CC BY 4\.0",
]
NAMED = re.compile("|".join(f"(?:{pattern})" for pattern in NAMES), flags=re.S | re.M)
POWER = re.compile(r"\b(?:2\^\{?(?=4[1-9]|[5-9]\d|1\d\d)|10\^\{?(?=\d\d))(\d+)(?![\d.])")
NUMERAL = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\w|\.\d|,\d)")
UNIT = re.compile(r"\\?%|\s+per\s+cent|\s+(?:million|billion)\b|\s+times\b")
SCALES = {"million": 6, "billion": 9}
POWERED = "as a power"  # stands where other claims have their unit


class Number(NamedTuple):
    """A number as printed: its value in units of 10^-places (negative for millions), and whether it is a share."""

    units: int
    places: int
    percent: bool = False

    @classmethod
    def read(cls, text: str, unit: str = "") -> Number:
        """The number printed as `text`, with what follows it."""
        _, digits, exponent = Decimal(text.replace(",", "").replace("_", "")).as_tuple()
        units = int("".join(map(str, digits)))
        percent = "%" in unit or "cent" in unit
        return cls(units, -int(exponent) - SCALES.get(unit.strip(), 0), percent)

    def at(self, places: int) -> set[int]:
        """What it may be called with so many places: rounded, and at a tie in both ways; nothing if it has fewer."""
        if self.places < places:
            return set()
        whole, rest = divmod(self.units, 10 ** (self.places - places))
        half = 10 ** (self.places - places) / 2
        return {whole} if rest < half else {whole + 1} if rest > half else {whole, whole + 1}

    def exactly(self, places: int) -> set[int]:
        """What it is with so many places, if that needs no rounding; a whole number is no fraction."""
        moved = Decimal(self.units).scaleb(places - self.places)
        return {int(moved)} if moved == int(moved) and (self.places > 0 or places <= 0) else set()


class Claim(NamedTuple):
    """A numeral in prose, and the notebooks that its paragraph or heading names."""

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
        return f"{self.file}:{self.line}: {self.text} {self.unit}".rstrip()


PARAGRAPH = re.compile(r".+?(?:\n\n|\n *(?=\d+\. )|\Z)", flags=re.S)  # or an item of a numbered list


def notebooks_named(text: str) -> frozenset[str]:
    """The notebooks that a text names or links, "06" or "part-3"."""
    numbers = re.findall(r"[Nn]otebooks?\s+(\d+)|\b[Nn]otebooks?\s+\[?\d+\]?[^.]*?and\s+\[?(\d+)", text)
    named = {f"{int(each):02}" for pair in numbers for each in pair if each}
    return frozenset(named | set(re.findall(r"\((?:solutions/)?(\d\d|part-\d)[^)]*\.ipynb", text)))


def blanked(text: str) -> str:
    """The text with spaces where names hold digits, each character in its place."""
    return NAMED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def claims_in(text: str, file: str, line: int, section: str) -> Iterator[Claim]:
    """The claims in Markdown that begins at a line of a file."""
    text = re.sub(r"(?<=\d)\{,\}(?=\d)", ",", text)
    cited = [(found.end(), notebooks_named(found[0] + section)) for found in PARAGRAPH.finditer(text)]
    found = [(power.start(), power[1], POWERED) for power in POWER.finditer(text)]
    text = blanked(text)
    for number in NUMERAL.finditer(text):
        after = UNIT.match(text, number.end())
        unit, numeral = " ".join((after[0] if after else "").split()), number[1]
        if unit or not numeral.isdigit() or len(numeral) >= 3:
            found.append((number.start(), numeral, unit))
    for start, numeral, unit in sorted(found):
        names = next((names for end, names in cited if start < end), frozenset())
        yield Claim(file, line + text[:start].count("\n"), numeral, unit, section, names)


# --- what stands behind them ---------------------------------------------------------------------------

PRINTED = re.compile(
    r"(?<![A-Za-z_\d.])(\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\d_])(\s?%| million| billion)?"
)


def printed(text: str) -> set[Number]:
    """All numbers in code or in output."""
    return {Number.read(found[1], found[2] or "") for found in PRINTED.finditer(text)}


def asserted(code: str) -> set[Number]:
    """The numbers in the conditions of a cell's assertions."""
    tests = [node.test for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Assert)]
    return {number for test in tests for number in printed(ast.get_source_segment(code, test) or "")}


def literals(code: str) -> set[Number]:
    """The numbers in a cell's code; those in strings don't count."""
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
    texts = [ast.get_source_segment(code, node) or "" for node in nodes if type(node.value) in (int, float)]
    return printed(" ".join(texts))


def output(cell: nbformat.NotebookNode) -> set[Number]:
    """The numbers that a cell printed."""
    texts = [each["text"] if each["output_type"] == "stream" else each.get("data", {}).get("text/plain", "")
             for each in cell.get("outputs", [])]  # fmt: skip
    return printed("\n".join(texts))


def as_share(number: Number, moved: int) -> Number:
    """The same digits as a percentage, the point so many places further right: 0.9 is 90%."""
    places = number.places - moved
    return Number(number.units * 10 ** max(-places, 0), max(places, 0), percent=True)


def significant(number: Number) -> int:
    """How many significant digits a number is printed with."""
    return len(str(number.units))


class Evidence:
    """Numbers, asked which claims they are: rounded, or digit for digit where a claim has two digits or fewer."""

    def __init__(self, numbers: Iterable[Number] = (), shares: Iterable[Number] = ()) -> None:
        """`shares` are numbers that a percentage may be taken from: 0.73 for 73%, and 98.3 for 98.3%."""
        whole = {as_share(x, 0) for x in shares if significant(x) >= 3}
        self.numbers = {*numbers, *whole, *(as_share(x, 2) for x in shares)}
        self.known: dict[tuple[int, bool, bool], set[int]] = {}

    def __contains__(self, claim: Number) -> bool:
        """Whether a number here is the claim."""
        few = significant(claim) <= 2
        key = claim.places, claim.percent, few
        if key not in self.known:
            fitting = [x for x in self.numbers if x.percent == claim.percent]
            self.known[key] = {units for x in fitting for units in (x.exactly if few else x.at)(claim.places)}
        return claim.units in self.known[key]


class Notebook:
    """A notebook's claims, and what its sections assert, state and print."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.claims: list[Claim] = []
        self.parts: dict[str, list[set[Number]]] = defaultdict(lambda: [set(), set(), set()])
        executed = nbformat.read(source.with_suffix(".ipynb"), as_version=4).cells
        outputs = {cell.source: output(cell) for cell in executed if cell.cell_type == "code"}
        section, line, lines = "", 0, source.read_text(encoding="utf-8").splitlines()
        for cell in jupytext.read(source).cells:
            line = next(k for k in range(line, len(lines)) if lines[k].startswith("# %%")) + 1
            if cell.cell_type == "markdown":
                section = self.read_prose(cell.source, section, line)
            elif cell.cell_type == "code":
                found = asserted(cell.source), literals(cell.source), outputs.get(cell.source, set())
                for part, numbers in zip(self.parts[section], found, strict=True):
                    part |= numbers

    def read_prose(self, text: str, section: str, line: int) -> str:
        """Take in the claims of a cell; the section it ends in."""
        for part in re.split(r"^(?=## )", text, flags=re.M):
            heading = re.match(r"## (.*)", part)
            section = heading[1] if heading else section
            self.claims += claims_in(part, self.source.name, line + 1, section)
            line += part.count("\n")
        return section

    @cached_property
    def whole(self) -> tuple[Evidence, Evidence, Evidence]:
        """What stands anywhere in the notebook: assertions, whole numbers in code, and longer numbers in output."""
        tests, code, shown = (set().union(*each) for each in zip(*self.parts.values(), strict=True))
        return (
            Evidence(tests, shares=tests),
            Evidence(x for x in code if x.places == 0),
            Evidence(x for x in shown if significant(x) >= 3),
        )

    @cached_property
    def near(self) -> dict[str, Evidence]:
        """What stands in each section."""
        return {name: Evidence(tests | code | shown, shares=tests | {x for x in code | shown if x.units < 10**x.places})
                for name, (tests, code, shown) in self.parts.items()}  # fmt: skip

    def holds(self, number: Number) -> bool:
        """Whether something anywhere in the notebook stands behind a number that another one cites."""
        tests, code, shown = self.whole
        longer = number in shown or (number.places == 0 and number in code)
        return number in tests or (longer and significant(number) >= 3)


# --- the committed tables ------------------------------------------------------------------------------


def cells_of(*names: str) -> str:
    """All cells of the committed tables so named."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in names]
    return " ; ".join(cell for text in texts for row in csv.reader(text.splitlines()) for cell in row)


class Tables:
    """The committed tables, which back numbers far from where they were found."""

    def __init__(self) -> None:
        self.short = Evidence(printed(cells_of("figures/reproduction.csv", "figures/findings.csv")))
        runs = printed(cells_of("data/cold-counts.csv", "data/forecasts.csv"))
        runs |= printed(cells_of("data/nim-records.csv").rpartition(" ; ")[2])  # the last record: they leave no gap
        self.long = {(x.units, x.places) for x in runs}
        self.ratios = Evidence(printed(cells_of("benchmarks/ratios.csv")))

    def back(self, number: Number, *, readme: bool = False) -> bool:
        """Whether a committed table stands behind a number."""
        if significant(number) >= 3 and (number in self.short or (readme and number in self.ratios)):
            return True
        return significant(number) >= 4 + (not readme) and (number.units, number.places) in self.long


class Book:
    """All notebooks, the README and the pages of the book."""

    def __init__(self) -> None:
        sources = [
            *sorted((ROOT / "notebooks").glob("[0-9]*.py")),
            *sorted((ROOT / "notebooks/solutions").glob("*.py")),
        ]
        self.tables = Tables()
        self.notebooks = {source.name: Notebook(source) for source in sources}
        self.by_number = {re.match(r"\d\d|part-\d", name)[0]: each for name, each in self.notebooks.items()}  # type: ignore[index]
        self.claims = [claim for each in self.notebooks.values() for claim in each.claims]
        pages = {*(ROOT / "book").glob("*.md")} - {ROOT / "book/references.md"}  # a list of sources claims nothing
        for page in (ROOT / "README.md", ROOT / "notebooks/README.md", *sorted(pages)):
            self.claims += claims_in(page.read_text(encoding="utf-8"), page.name, 1, "")

    def backs(self, claim: Claim) -> bool:
        """Whether something stands behind a claim."""
        number, home = claim.number(), self.notebooks.get(claim.file)
        cited = [self.by_number[name] for name in claim.cited if name in self.by_number]
        if claim.unit == POWERED:
            return any(number in each.whole[0] for each in (home, *cited) if each)
        if self.tables.back(number, readme=home is None):
            return True
        if home and number in home.near.get(claim.section, Evidence()):
            return True
        return any(each.holds(number) for each in cited)


if __name__ == "__main__":
    book = Book()
    for claim in book.claims:
        if not book.backs(claim):
            print(claim)
