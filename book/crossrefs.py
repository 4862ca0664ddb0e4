"""Link the notebooks and pages to theorems, figures, glossary terms and sources.

The notebooks are written in plain Markdown, because code hosts and JupyterLab would show directives for theorems
(sphinx-proof) or roles for citations (sphinxcontrib-bibtex) as raw text. `Targets` therefore finds theorems and figures
in the notebooks and the glossary terms and sources in pages of the book, and `linked` adds anchors and links to the
text of a notebook, as HTML for the book or as Typst for the PDF. Theorems of the paper keep their numbers, and others
are numbered by notebook, as in Theorem 12.4. Sources are cited by links: [Ruzsa 1984](../book/references.md#ruzsa1984).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from pathlib import Path, PurePosixPath

import nbformat

DEFINED = re.compile(r"\*\*((?:Theorem|Lemma|Claim) \d+(?:\.\d+)?'?)(\.?)\*\*")
CAPTION = re.compile(r"^\*\*(Figure \d+(?:\.\d+)?)\.\*\*", flags=re.M)
MENTIONED = re.compile(r"\b(?:Theorem|Lemma|Figure) \d+(?:\.\d+)?(?:'(?!s))?(?!\.?\d)")
NOTEBOOK = re.compile(r"\bnotebook (\d+)\b")
UNTOUCHED = re.compile(  # no links are made in code, formulas, links, tags, headings, definitions and captions
    r"(^```.*?^```|^~~~.*?^~~~|^:::.*?^:::|`[^`]+`|\$\$.*?\$\$|\$[^$]+\$|!?\[[^\]]*\]\([^)]*\)|<[^>]+>|^#+ [^\n]*|"
    r"\*\*(?:Theorem|Lemma|Claim|Figure)[^*]*\*\*)",
    flags=re.M | re.S,
)
HEADING = re.compile(r"(\]\([^)\s]*\.ipynb#)([^)\s]+)")  # a link to a heading, as GitHub and JupyterLab find it
CODE = re.compile(r"(?<![`\[\w])`(?:sg\.)?(\w+)`(?![`\]\w])")
CITATION = re.compile(r"\[([^\]]+)\]\((?:[./]*book/)?(?:references\.md)?#(\w+)\)")
ANCHOR = re.compile(r'<a id="(\w+)"></a>')  # precedes each source in the list of references
UNLINKED = {"move", "record"}  # everyday words, whose links would often mislead
ENGINE = "Introduced in notebook 8"  # the engine's terms, also everyday words, are linked only in its notebooks


@dataclass
class Targets:
    """Everything that a page can link to."""

    theorems: dict[str, tuple[str, str, str]] = field(default_factory=dict)  # label: page, "Theorem 1", its statement
    figures: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    notebooks: dict[str, tuple[str, str]] = field(default_factory=dict)  # "3": page, title
    terms: dict[str, str] = field(default_factory=dict)  # name: definition
    sources: dict[str, str] = field(default_factory=dict)  # key: author, title, where and when it appeared
    functions: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: name with its module, first sentence

    @classmethod
    def of(cls, notebooks: list[Path], glossary: str, references: str) -> Targets:
        """Collect all link targets in notebooks (.ipynb), the glossary and the references."""
        terms = dict(re.findall(r"^(\S.*)\n((?:  .*\n)+)", glossary, flags=re.M))
        targets = cls(terms={name: plain(said) for name, said in terms.items()}, sources=sources_of(references))
        for path in notebooks:
            cells = nbformat.read(path, as_version=4).cells
            text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
            page, title = page_of(path), re.search(r"^# (.*)", text, flags=re.M)
            if number := re.match(r"\d+", path.name):
                targets.notebooks[str(int(number[0]))] = page, plain(title[1]) if title else page
            for pattern, kind in ((DEFINED, targets.theorems), (CAPTION, targets.figures)):
                for found in pattern.finditer(text):
                    said = re.split(r"\n\s*\n|\*\*Proof", text[found.end() :].strip(), maxsplit=1)[0]  # one paragraph
                    kind[label_of(found[1])] = page, found[1], plain(said)
        return targets


def page_of(notebook: Path) -> str:
    """Return a notebook's page in the book, such as beyond/notebooks/12-what-is-proved: its path in the project."""
    found = re.search(r"(?:\b(?:engine|beyond)/)?notebooks/(?:solutions/)?[^/]+$", notebook.with_suffix("").as_posix())
    assert found
    return found[0]


def label_of(name: str) -> str:
    """Return the anchor of a theorem or figure, such as theorem-1-prime for Theorem 1'."""
    return re.sub("[ .]", "-", name.lower().replace("'", "-prime"))


def heading_label(heading: str) -> str:
    """Return the anchor of a heading, which may be given with spaces or, as in links, with dashes.

    >>> heading_label("Other primes: 7 against 13"), heading_label("Notebook-4,-exercise-3")
    ('other-primes-7-against-13', 'notebook-4-exercise-3')
    """
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))


def plain(markdown: str) -> str:
    """Return Markdown as plain text on one line.

    >>> plain("A pile\\n  of *coins*. Introduced in [notebook 1](a.ipynb).")
    'A pile of coins. Introduced in notebook 1.'
    """
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\s+", " ", re.sub(r"(?<!\\)[*`]", "", text)).strip()


def words(term: str) -> re.Pattern[str]:
    """Return a pattern that finds the term in a sentence.

    >>> words("convolution, Boolean").search("by Boolean convolutions")[0]
    'Boolean convolutions'
    """
    name = r"\s+".join(re.escape(word) for word in " ".join(reversed(term.split(", "))).split())
    return re.compile(rf"(?<![\w-]){name}(?:s|es)?(?![\w-])")


def entries_of(references: str) -> dict[str, str]:
    """Return {anchor: entry} for each source in the list of references."""
    return dict(re.findall(r'^\* <a id="(\w+)"></a>(.*?)(?=^\* |\Z)', references, flags=re.M | re.S))


def sources_of(references: str) -> dict[str, str]:
    """Return {anchor: entry}, with each entry on one line and without web addresses.

    >>> sources_of('* <a id="b1992"></a>D. Bush, "The\\n  uniqueness", 1992. [doi:1](https://doi.org/1)\\n')
    {'b1992': 'D. Bush, "The uniqueness", 1992.'}
    """
    address = r"\[[^\]]*\]\(https:[^)]*\)|<http[^>]*>"
    return {key: plain(re.sub(address, "", entry)) for key, entry in entries_of(references).items()}


def cited(text: str, targets: Targets, medium: Medium) -> str:
    """Return the text with its citations, sources and links to headings in the form that the medium needs."""
    text = HEADING.sub(lambda link: link[1] + heading_label(link[2]), text)

    def citation(found: re.Match[str]) -> str:
        said, key = found.groups()
        return medium.link("references", key, said, targets.sources[key]) if key in targets.sources else found[0]

    return CITATION.sub(citation, ANCHOR.sub(lambda found: medium.anchor(found[1]), text))


def linked(cells: list[str], page: str, targets: Targets, medium: Medium) -> list[str]:
    """Return the texts of a notebook's cells with anchors and links. A glossary term is linked only once."""
    engine = page.startswith("engine/")
    named = [name for name, said in targets.terms.items() if name not in UNLINKED and (engine or ENGINE not in said)]
    terms, functions = {name: words(name) for name in named}, dict(targets.functions)  # which have no link yet

    def defined(found: re.Match[str]) -> str:
        return f"{medium.anchor(label_of(found[1]))}**{primed(found[1])}{found[2]}**"

    def code(found: re.Match[str]) -> str:
        if found[1] not in functions:
            return found[0]
        name, card = functions.pop(found[1])
        return medium.link(f"api/{name.rpartition('.')[0]}", name, found[0], card)

    texts = []
    for cell in cells:
        text = CAPTION.sub(lambda found: medium.anchor(label_of(found[1])) + found[0], DEFINED.sub(defined, cell))
        parts = UNTOUCHED.split(text)
        parts[::2] = [with_links(part, page, targets, medium, terms) for part in parts[::2]]
        texts.append(cited(CODE.sub(code, "".join(parts)), targets, medium))
    return texts


def with_links(text: str, page: str, targets: Targets, medium: Medium, terms: dict[str, re.Pattern[str]]) -> str:
    """Return the text with links, and remove from `terms` each term that now has a link."""
    found: list[tuple[int, int, str]] = []
    known = targets.theorems | targets.figures
    for m in MENTIONED.finditer(text):
        if (label := label_of(m[0])) in known:
            there, name, said = known[label]
            found.append((*m.span(), medium.link(there, label, primed(m[0]), f"{primed(name)}. {said}")))
    for m in NOTEBOOK.finditer(text):
        there, title = targets.notebooks.get(m[1], (page, ""))
        if there != page:
            found.append((*m.span(), medium.link(there, "", m[0], title)))
    for name in [name for name, pattern in terms.items() if pattern.search(text)]:
        first = terms.pop(name).search(text)
        assert first
        label = "term-" + name.replace(", ", "-").replace(" ", "-").replace("è", "e")  # as Sphinx names it
        card = targets.terms[name].split(" Introduced in")[0]
        found.append((*first.span(), medium.link("glossary", label, first[0], card)))

    parts, end = [], 0
    for start, stop, link in sorted(found):
        if start >= end:
            parts += [text[end:start], link]
            end = stop
    return "".join([*parts, text[end:]])


def primed(name: str) -> str:
    """Return the name of a theorem, such as Theorem 1', with a prime in place of the apostrophe."""
    return name.replace("'", "\u2032")


class Html:
    """Links for a page of the book, as HTML tags with hover cards. The path `up` leads to the top folder."""

    def __init__(self, up: str):
        self.up = up

    def anchor(self, label: str) -> str:
        return f'<span class="target" id="{label}"></span>'

    def link(self, page: str, label: str, text: str, card: str = "") -> str:
        """Return a link from the text to a label on a page. Readers see the card before they follow the link."""
        shown = escape(re.sub(r"\$([^$]+)\$", r"\\(\1\\)", card))
        shown = re.sub(r"[|*_`$\[\]\\]", lambda sign: f"&#{ord(sign[0])};", shown)
        target = f"{self.up}{page}.html" + (f"#{label}" if label else "")
        return f'<a href="{target}"' + (f' data-card="{shown}"' if shown else "") + f">{text}</a>"


class Typst:
    """Links for the PDF, which has no hover cards."""

    def anchor(self, label: str) -> str:
        return f"`#metadata(none)<{label}>`{{=typst}}"

    def link(self, page: str, label: str, text: str, card: str = "") -> str:
        return f"[{text}](#{label or PurePosixPath(page).name})"


Medium = Html | Typst


def in_order(targets: dict[str, tuple[str, str, str]], medium: Medium) -> str:
    """List theorems or figures, each with a link and its statement."""
    found = targets.items()
    return "\n".join(f"* **{medium.link(page, label, primed(name))}** {text}" for label, (page, name, text) in found)
