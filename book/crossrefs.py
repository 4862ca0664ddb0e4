"""Make the links between the pages, which lead to theorems and figures, to glossary terms, and to sources.

The notebooks are plain Markdown, which code hosts and JupyterLab show as well. Directives for theorems (sphinx-proof)
or roles for citations (sphinxcontrib-bibtex) would appear there as raw text, so this program makes the links. `Web`
finds every theorem and figure in the text, and every glossary term and source in the book's pages. `linked` puts
anchors and links into a text in the form that the medium needs: HTML for the book, Typst for the PDF. The paper's
theorems keep their numbers, and others are numbered by notebook, as in Theorem 12.4. A source is cited by a link such
as [Ruzsa 1984](../book/references.md#ruzsa1984).
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
UNTOUCHED = re.compile(  # no link may be put into code, formulas, links, tags, headings, definitions and captions
    r"(^```.*?^```|^~~~.*?^~~~|^:::.*?^:::|`[^`]+`|\$\$.*?\$\$|\$[^$]+\$|!?\[[^\]]*\]\([^)]*\)|<[^>]+>|^#+ [^\n]*|"
    r"\*\*(?:Theorem|Lemma|Claim|Figure)[^*]*\*\*)",
    flags=re.M | re.S,
)
HEADING = re.compile(r"(\]\([^)\s]*\.ipynb#)([^)\s]+)")  # a link to a heading, as GitHub and JupyterLab find it
CODE = re.compile(r"(?<![`\[\w])`(?:sg\.)?(\w+)`(?![`\]\w])")
CITATION = re.compile(r"\[([^\]]+)\]\((?:[./]*book/)?(?:references\.md)?#(\w+)\)")
ANCHOR = re.compile(r'<a id="(\w+)"></a>')  # the anchor before each source in the list of references
UNLINKED = {"move", "record"}  # they are everyday words as well, and a link at their first place would often mislead
ENGINE = "Introduced in notebook 8"  # so are the engine's terms, which are linked only in the notebooks on the engine


@dataclass
class Web:
    """Everything that can be linked to."""

    theorems: dict[str, tuple[str, str, str]] = field(default_factory=dict)  # label: page, "Theorem 1", its statement
    figures: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    notebooks: dict[str, tuple[str, str]] = field(default_factory=dict)  # "3": page, title
    terms: dict[str, str] = field(default_factory=dict)  # name: definition
    sources: dict[str, str] = field(default_factory=dict)  # key: author, title, where and when it appeared
    functions: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: name with its module, first sentence

    @classmethod
    def of(cls, notebooks: list[Path], glossary: str, references: str) -> Web:
        """The web of these notebooks (.ipynb, of which only the text is read) and two pages of the book."""
        web = cls(terms=terms_of(glossary), sources=sources_of(references))
        for path in notebooks:
            cells = nbformat.read(path, as_version=4).cells
            text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
            page, title = page_of(path), re.search(r"^# (.*)", text, flags=re.M)
            if number := re.match(r"\d+", path.name):
                web.notebooks[str(int(number[0]))] = page, plain(title[1]) if title else page
            for pattern, targets in ((DEFINED, web.theorems), (CAPTION, web.figures)):
                for found in pattern.finditer(text):
                    said = re.split(r"\n\s*\n|\*\*Proof", text[found.end() :].strip(), maxsplit=1)[0]  # its paragraph
                    targets[label_of(found[1])] = page, found[1], plain(said)
        return web


def page_of(notebook: Path) -> str:
    """A notebook's page in the book: notebooks/03-divide-and-conquer, or notebooks/beyond/12-what-is-proved."""
    folder = "notebooks" if notebook.parent.name == "notebooks" else f"notebooks/{notebook.parent.name}"
    return f"{folder}/{notebook.stem}"


def label_of(name: str) -> str:
    """The anchor of a theorem or figure: theorem-1-prime for Theorem 1', figure-13-1 for Figure 13.1."""
    return re.sub("[ .]", "-", name.lower().replace("'", "-prime"))


def heading_label(heading: str) -> str:
    """The anchor of a heading, which may be given with spaces or, as in links, with dashes.

    >>> heading_label("Other primes: 7 against 13"), heading_label("Notebook-4,-exercise-3")
    ('other-primes-7-against-13', 'notebook-4-exercise-3')
    """
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))


def plain(markdown: str) -> str:
    """Markdown as plain text, without its markup and on one line.

    >>> plain("A pile\\n  of *coins*. Introduced in [notebook 1](a.ipynb).")
    'A pile of coins. Introduced in notebook 1.'
    """
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\s+", " ", re.sub(r"(?<!\\)[*`]", "", text)).strip()


# --- words and sources ---------------------------------------------------------------------------------


def terms_of(glossary: str) -> dict[str, str]:
    found = re.findall(r"^(\S.*)\n((?:  .*\n)+)", glossary, flags=re.M)
    return {name: plain(definition) for name, definition in found}


def words(term: str) -> re.Pattern[str]:
    """A pattern that finds the term in a sentence.

    >>> bool(words("residue class").search("two residue classes"))
    True
    >>> words("convolution, Boolean").search("by Boolean convolution")[0]
    'Boolean convolution'
    """
    name = r"\s+".join(re.escape(word) for word in " ".join(reversed(term.split(", "))).split())
    return re.compile(rf"(?<![\w-]){name}(?:s|es)?(?![\w-])")


def entries_of(references: str) -> dict[str, str]:
    """{anchor: entry} for each source in the list of references."""
    return dict(re.findall(r'^\* <a id="(\w+)"></a>(.*?)(?=^\* |\Z)', references, flags=re.M | re.S))


def sources_of(references: str) -> dict[str, str]:
    """{anchor: entry}, with each entry on one line and without its addresses.

    >>> sources_of('* <a id="b1992"></a>D. Bush, "The\\n  uniqueness", 1992. [doi:1](https://doi.org/1)\\n')
    {'b1992': 'D. Bush, "The uniqueness", 1992.'}
    """
    address = r"\[[^\]]*\]\(https:[^)]*\)|<http[^>]*>"
    return {key: plain(re.sub(address, "", entry)) for key, entry in entries_of(references).items()}


def cited(text: str, web: Web, medium: Medium) -> str:
    """The text with citations turned into the medium's links and, in the list of references, an anchor for each source.

    Links to headings are written in the form that the book and the PDF use: notebook-4-exercise-3 for
    Notebook-4,-exercise-3.
    """
    text = HEADING.sub(lambda link: link[1] + heading_label(link[2]), text)

    def citation(found: re.Match[str]) -> str:
        said, key = found.groups()
        return medium.link("references", key, said, web.sources[key]) if key in web.sources else found[0]

    return CITATION.sub(citation, ANCHOR.sub(lambda found: medium.anchor(found[1]), text))


# --- links ---------------------------------------------------------------------------------------------


def linked(cells: list[str], page: str, web: Web, medium: Medium) -> list[str]:
    """The texts of a notebook's cells with anchors and links; a glossary word is linked only where it first occurs."""
    engine = "/faster/" in page
    named = [name for name, said in web.terms.items() if name not in UNLINKED and (engine or ENGINE not in said)]
    terms, functions = {name: words(name) for name in named}, dict(web.functions)  # the words that have no link yet

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
        parts[::2] = [with_links(part, page, web, medium, terms) for part in parts[::2]]
        texts.append(cited(CODE.sub(code, "".join(parts)), web, medium))
    return texts


def with_links(text: str, page: str, web: Web, medium: Medium, terms: dict[str, re.Pattern[str]]) -> str:
    """The text with links; `terms` holds the words that have no link yet, and loses each word that gets one."""
    found: list[tuple[int, int, str]] = []
    known = web.theorems | web.figures
    for m in MENTIONED.finditer(text):
        if (label := label_of(m[0])) in known:
            there, name, said = known[label]
            found.append((*m.span(), medium.link(there, label, primed(m[0]), f"{primed(name)}. {said}")))
    for m in NOTEBOOK.finditer(text):
        there, title = web.notebooks.get(m[1], (page, ""))
        if there != page:
            found.append((*m.span(), medium.link(there, "", m[0], title)))
    for name in [name for name, pattern in terms.items() if pattern.search(text)]:
        first = terms.pop(name).search(text)
        assert first
        label = "term-" + name.replace(", ", "-").replace(" ", "-").replace("è", "e")  # as Sphinx names it
        card = web.terms[name].split(" Introduced in")[0]
        found.append((*first.span(), medium.link("glossary", label, first[0], card)))

    parts, end = [], 0
    for start, stop, link in sorted(found):
        if start >= end:
            parts += [text[end:start], link]
            end = stop
    return "".join([*parts, text[end:]])


def primed(name: str) -> str:
    """The name of a theorem, such as Theorem 1', with a prime in place of the apostrophe."""
    return name.replace("'", "\u2032")


class Html:
    """Links in a page of the book, as HTML tags, each with a card; `up` is the path to the top folder."""

    def __init__(self, up: str):
        self.up = up

    def anchor(self, label: str) -> str:
        return f'<span class="target" id="{label}"></span>'

    def link(self, page: str, label: str, text: str, card: str = "") -> str:
        """The text, linked to a label on a page; the card shows what is there before the reader follows the link."""
        shown = escape(re.sub(r"\$([^$]+)\$", r"\\(\1\\)", card))
        shown = re.sub(r"[|*_`$\[\]\\]", lambda sign: f"&#{ord(sign[0])};", shown)
        target = f"{self.up}{page}.html" + (f"#{label}" if label else "")
        return f'<a href="{target}"' + (f' data-card="{shown}"' if shown else "") + f">{text}</a>"


class Typst:
    """Links in the PDF, where words of the glossary and names in code get none, because the PDF shows no cards."""

    def anchor(self, label: str) -> str:
        return f"`#metadata(none)<{label}>`{{=typst}}"

    def link(self, page: str, label: str, text: str, card: str = "") -> str:
        return text if page.startswith(("api/", "glossary")) else f"[{text}](#{label or PurePosixPath(page).name})"


Medium = Html | Typst


def in_order(targets: dict[str, tuple[str, str, str]], medium: Medium) -> str:
    """A list of theorems or figures, each with its link and its statement."""
    found = targets.items()
    return "\n".join(f"* **{medium.link(page, label, primed(name))}** {text}" for label, (page, name, text) in found)
