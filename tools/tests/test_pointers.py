"""Everything that a text points to exists: files and headings in them, numbered theorems, paths, names in the code.

`book/tests/browser/test_pages.py` follows the links of the built book.
"""

import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import crossrefs
import jupytext
import pytest
from build_book import link_targets
from conftest import ROOT
from rings import numbered, solutions

FOLDERS = ("beyond", "book", "data", "engine", "figures", "notebooks", "research", "src", "tests", "tools")
BELOW = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if "mine" not in path.parts]
CHANGELOG, LOG = ROOT / "CHANGELOG.md", ROOT / "engine/benchmarks/LOG.md"  # texts about things that no longer exist
PAGES = [*ROOT.glob("*.md"), ROOT / "notebooks/mine/README.md", *(path for path in BELOW if path.suffix == ".md")]
MODULES = [path for path in BELOW if path.suffix == ".py" and path.parent.name != "templates"]


@cache
def prose(path: Path) -> str:
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    return "\n\n".join(cell.source for cell in jupytext.read(path).cells if cell.cell_type == "markdown")


def tokens(path: Path) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline))


def remarks(path: Path) -> str:
    """The comments and docstrings of a module. Docstrings are strings in triple quotes at the beginning of a line."""
    documented = (t for t in tokens(path) if t.string.startswith(("#", '"""', 'r"""')))
    return "\n".join(t.string for t in documented if t.string[0] == "#" or t.line.lstrip().startswith(t.string[:4]))


PROSE = {path: prose(path) for path in [*PAGES, *numbered(), *solutions(), ROOT / "notebooks/templates/game.py"]}
TEXTS = PROSE | {path: remarks(path) for path in MODULES if path not in PROSE}
TEXTS[ROOT / "Makefile"] = (ROOT / "Makefile").read_text(encoding="utf-8")
PATTERNS = {
    "link": r"(?<!`)(?:\]\(|^:::\{figure\} )([^\s()]+)(?=[\s)])",
    "statement": r"(?<![\"\w])(?:Theorem|Lemma|Claim|Figure)s? \d+(?:\.\d+)?'?(?!\.?\d|\w| \|)"
    r"|(?i:exercise) \d+ of \[?notebook\s\d+",
    "path": r"(?<![\w./:<$-])((?:[\w.*-]+/)*[\w*-]+"
    rf"\.(?:py|md|ipynb|csv|np[yz]|html|css|js|svg|png|toml|yml|cff|lua|typ)\b(?![(/])|(?:{'|'.join(FOLDERS)})/[\w./*\[\]-]*[\w*])",
    "name": r"`([A-Za-z_]\w*(?:\.\w+)*)(?:\([^`]*\))?`",
}
EXAMPLES = re.compile(  # files of a reader or of a run's folder, and files that a command would write
    r"(\.\./)*(build|runs)/.*|(.*/)?(idea(\.\w+)?|a\.\w+|NN(-name)?\.\w+|about\.json|game\.npz|results\.npy|log\.csv|\*?18-.*)"
)
GUESTS = {"make", "mblm", "rabbits", "reveal.js", "true", "src"}  # not ours: programs, an example, a value, a folder


@cache
def anchors(path: Path) -> list[str]:
    """The headings of a notebook as JupyterLab links to them, or of a page as code hosts do, and its labels."""
    text = prose(path.with_suffix(".py") if path.suffix == ".ipynb" else path)
    titles = [crossrefs.plain(title).replace(" ", "-") for title in re.findall(r"^#+ (.*)", text, flags=re.M)]
    if path.suffix == ".ipynb":
        return titles
    return [re.sub(r"[^\w-]", "", title.lower()) for title in titles] + re.findall(r'(?:id="|[{ ]#)([\w-]+)', text)


def link(file: Path, pointer: str) -> bool:
    """The file of a link exists and contains the anchor. Pages of book/ may link to the places of the built pages."""
    target, _, anchor = pointer.partition("#")
    if re.match("https?:", target) or target in {"_static/board.html", "_static/explorer.html"}:  # made by make book
        return True
    folders = [file.parent, ROOT] if file.parent == ROOT / "book" else [file.parent]
    there = [folder / target for folder in folders if (folder / target).exists()] if target else [file]
    return bool(there) and (not anchor or anchor in anchors(there[0].resolve()))


@cache
def labels() -> set[str]:
    """The labels of all theorems, figures and solved exercises."""
    known = link_targets()
    solved = {crossrefs.heading_label(each) for path in solutions("ipynb") for each in anchors(path)}
    return {*known.theorems, *known.figures, *solved}


def statement(file: Path, pointer: str) -> bool:
    """Some notebook states the theorem, shows the figure or poses the exercise; 18.1 is an example in CONTRIBUTING."""
    exercise = re.fullmatch(r"exercise (\d+) of \[?notebook\s(\d+)", pointer, flags=re.I)
    label = "notebook-{1}-exercise-{0}".format(*exercise.groups()) if exercise else crossrefs.label_of(pointer)
    return re.sub(r"s-(?=\d)", "-", label) in labels() or pointer.endswith(" 18.1")


def path(file: Path, pointer: str) -> bool:
    """A path exists from the folder of the file or from one above it. A bare name may be anywhere."""
    if EXAMPLES.fullmatch(pointer) or pointer in GUESTS:
        return True
    names = (pointer, f"{pointer.removesuffix('.html')}.ipynb")  # a page of the book is named without ending, or .html
    above = [folder for folder in file.parents if folder.is_relative_to(ROOT)]
    anywhere = "/" not in pointer and any(each.match(pointer) for each in BELOW)
    return anywhere or any(any(folder.glob(name)) for folder in above for name in names)


@cache
def identifiers() -> set[str]:
    used = {token.string for path in MODULES for token in tokens(path) if token.type == tokenize.NAME}
    return used | {*dir(builtins)}


def name(file: Path, pointer: str) -> bool:
    """A dotted name is made of names that the code uses, unless it is the name of a file."""
    return identifiers() >= {*pointer.split(".")} or path(file, pointer)


KINDS = {"link": link, "statement": statement, "path": path, "name": name}


def pointers(kind: str) -> Iterator[tuple[Path, str]]:
    for file, text in (PROSE if kind == "link" else TEXTS).items():
        if kind != "link":
            text = re.sub(r"https?://\S+|\{\{[^}]*\}\}|\]\([^)]*\)|(?<!\\)\$[^$]+\$", "", text)
        if kind == "link" or (file != CHANGELOG and (kind, file) != ("name", LOG)):
            yield from ((file, found[found.re.groups]) for found in re.finditer(PATTERNS[kind], text, flags=re.M))


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_text_points_to_is_there_and_an_altered_pointer_is_noticed(kind):
    """The last digit of each pointer is altered or, if there is none, the last letter."""
    there = list(pointers(kind))
    assert [f"{file.relative_to(ROOT)}: {each}" for file, each in there if not KINDS[kind](file, each)] == []
    altered = [(file, re.sub(r"(.*)(\d|(?<!\d)\w(?!.*\d))", r"\1X", each, count=1)) for file, each in there]
    altered = [each for each in altered if not EXAMPLES.fullmatch(each[1]) and not re.search(r"://|\*", each[1])]
    assert len(altered) > 100
    assert [each for each in altered if KINDS[kind](*each)] == []
