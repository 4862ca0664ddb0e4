"""What ties the pages together: numbered theorems and figures to link to, words of the glossary, sources.

The notebooks are plain Markdown. From their text `Web` finds every theorem and figure, and from the book's pages every
word and source; `linked` puts anchors and links into a text, as a medium writes them: the book's HTML, the PDF's Typst.
The paper's theorems keep its numbers; others are numbered within their notebook: Theorem 13.2. A source is cited by a
link, [Ruzsa 1984](../book/references.md#ruzsa1984), which leads there on GitHub and in JupyterLab too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path, PurePosixPath
from typing import Protocol

DEFINED = re.compile(r"\*\*(Theorem|Lemma|Claim)(?: (\d+(?:\.\d+)?'?))?(\.?)\*\*")
CAPTION = re.compile(r"^\*\*Figure (\d+(?:\.\d+)?)\.\*\*", flags=re.M)
MENTIONED = re.compile(r"\b(Theorem|Lemma|Figure) (\d+(?:\.\d+)?(?:'(?!s))?)(?!\.?\d)")
NOTEBOOK = re.compile(r"\bnotebook (\d+)\b")
UNTOUCHED = re.compile(  # what no link may be put into: code, formulas, links, tags, headings, definitions and captions
    r"^```.*?^```|^~~~.*?^~~~|^:::.*?^:::|`[^`]+`|\$\$.*?\$\$|\$[^$]+\$|!?\[[^\]]*\]\([^)]*\)|<[^>]+>|^#+ [^\n]*|"
    r"\*\*(?:Theorem|Lemma|Claim|Figure)[^*]*\*\*",
    flags=re.M | re.S,
)
HEADING = re.compile(r"(\]\([^)\s]*\.ipynb#)([^)\s]+)")  # a link to one, as GitHub and JupyterLab find it
CODE = re.compile(r"(?<![`\[\w])`(?:sg\.)?(\w+)`(?![`\]\w])")
CITATION = re.compile(r"\[([^\]]+)\]\((?:[./]*book/)?(?:references\.md)?#(\w+)\)")
ANCHOR = re.compile(r'<a id="(\w+)"></a>')  # before each source in the list of references
UNLINKED = {"move", "record"}  # everyday words as well: a link at the first of them would often mislead
ENGINE = "Introduced in notebook 8"  # so are its words, elsewhere: they are linked in the notebooks on the engine alone


class Medium(Protocol):
    """How links are written; `card` is what is shown of a link's target before anybody follows it."""

    def anchor(self, label: str) -> str: ...

    def link(self, page: str, label: str, text: str, card: str) -> str: ...

    def cite(self, key: str, text: str, card: str) -> str: ...

    def term(self, name: str, text: str, card: str) -> str: ...

    def code(self, name: str, text: str, card: str) -> str: ...


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
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
            web.add(page_of(path), text)
        return web

    def add(self, page: str, text: str) -> None:
        """What is defined in the text of a notebook."""
        title = re.search(r"^# (.*)", text, flags=re.M)
        if number := re.match(r"\d+", PurePosixPath(page).name):
            self.notebooks[str(int(number[0]))] = page, plain(title[1]) if title else page
        for (label, name), found in zip(numbered(page, text), DEFINED.finditer(text), strict=True):
            self.theorems[label] = page, name, statement(text[found.end() :])
        for found in CAPTION.finditer(text):
            self.figures[label_of("figure", found[1])] = page, f"Figure {found[1]}", statement(text[found.end() :])


def page_of(notebook: Path) -> str:
    """The name of a notebook's page below notebooks/: 03-divide-and-conquer, or beyond/14-waves."""
    return notebook.stem if notebook.parent.name == "notebooks" else f"{notebook.parent.name}/{notebook.stem}"


def numbered(page: str, text: str) -> list[tuple[str, str]]:
    """The label and name of every theorem, lemma and claim in the text, in order.

    >>> numbered("04-nim-values", "**Lemma 2.** *a* **Theorem** (Ferguson). *b* **Theorem 1'.** c")
    [('lemma-2', 'Lemma 2'), ('theorem-4-1', 'Theorem 4.1'), ('theorem-1-prime', "Theorem 1'")]
    """
    name = PurePosixPath(page).name
    part = name.split("-")[0].lstrip("0") if name[0].isdigit() else f"S{name[-1]}"  # of the solutions
    names, own = [], 0
    for kind, number, _ in DEFINED.findall(text):
        if not number:
            own += 1
            number = f"{part}.{own}"
        names.append((label_of(kind, number), f"{kind} {number}"))
    return names


def label_of(kind: str, number: str) -> str:
    return f"{kind} {number}".lower().replace("'", "-prime").replace(" ", "-").replace(".", "-")


def statement(text: str) -> str:
    """What a theorem says or a caption tells: its paragraph, up to the proof."""
    return plain(re.split(r"\n\s*\n|\*\*Proof", text.strip(), maxsplit=1)[0])


def plain(markdown: str) -> str:
    """Markdown without its marks, on one line.

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
    """What the term looks like in a sentence.

    >>> bool(words("residue class").search("two residue classes"))
    True
    >>> words("convolution, Boolean").search("by Boolean convolution")[0]
    'Boolean convolution'
    """
    name = r"\s+".join(re.escape(word) for word in " ".join(reversed(term.split(", "))).split())
    return re.compile(rf"(?<![\w-]){name}(?:s|es)?(?![\w-])")


def sources_of(references: str) -> dict[str, str]:
    """What the list of references says of each source, without its addresses.

    >>> sources_of('* <a id="b1992"></a>D. Bush, "The\\n  uniqueness", 1992. [doi:1](https://doi.org/1)\\n')
    {'b1992': 'D. Bush, "The uniqueness", 1992.'}
    """
    _, *parts = ANCHOR.split(references)
    entries = (re.split(r"\n\* ", part)[0] for part in parts[1::2])
    said = (plain(re.sub(r"\[[^\]]*\]\(https:[^)]*\)|<http[^>]*>", "", entry)) for entry in entries)
    return dict(zip(parts[::2], said, strict=True))


def cited(text: str, web: Web, medium: Medium) -> str:
    """The text with its citations as links of the medium; in the list of references, with what they lead to.

    Links to headings are made as book and PDF name them: notebook-4-exercise-3 for Notebook-4,-exercise-3.
    """
    text = HEADING.sub(lambda link: link[1] + re.sub(r"[^\w-]", "", link[2].lower()), text)

    def citation(found: re.Match[str]) -> str:
        said, key = found.groups()
        return medium.cite(key, said, web.sources[key]) if key in web.sources else found[0]

    return CITATION.sub(citation, ANCHOR.sub(lambda found: medium.anchor(found[1]), text))


# --- links ---------------------------------------------------------------------------------------------


def linked(cells: list[str], page: str, web: Web, medium: Medium) -> list[str]:
    """The texts of a notebook's cells with anchors and links: to a word of the glossary at its first place only."""
    names = iter(numbered(page, "\n\n".join(cells)))
    engine = page.startswith("faster/")
    named = [name for name, said in web.terms.items() if name not in UNLINKED and (engine or ENGINE not in said)]
    waiting = {name: words(name) for name in named}
    called, texts = dict(web.functions), []
    for cell in cells:
        text = DEFINED.sub(lambda found: defined(*next(names), found[3], medium), cell)
        text = CAPTION.sub(lambda found: medium.anchor(label_of("figure", found[1])) + found[0], text)
        text = outside(text, lambda part: with_links(part, page, web, medium, waiting))
        text = CODE.sub(lambda found: function(found, called, medium), text)
        texts.append(cited(text, web, medium))
    return texts


def defined(label: str, name: str, stop: str, medium: Medium) -> str:
    return f"{medium.anchor(label)}**{primed(name)}{stop}**"


def primed(name: str) -> str:
    """Theorem 1' with a prime, where Markdown would see an apostrophe."""
    return name.replace("'", "\u2032")


def function(found: re.Match[str], waiting: dict[str, tuple[str, str]], medium: Medium) -> str:
    """The name of a function in code, linked to the library's page where it is still `waiting` for a link."""
    if found[1] not in waiting:
        return found[0]
    name, card = waiting.pop(found[1])
    return medium.code(name, found[0], card)


def outside(text: str, change: Callable[[str], str]) -> str:
    """The text with every stretch changed in which links may be put."""
    parts, end = [], 0
    for untouched in UNTOUCHED.finditer(text):
        parts += [change(text[end : untouched.start()]), untouched[0]]
        end = untouched.end()
    return "".join([*parts, change(text[end:])])


def with_links(text: str, page: str, web: Web, medium: Medium, waiting: dict[str, re.Pattern[str]]) -> str:
    """The text with links; `waiting` are the words that have none yet, and loses those that get one."""
    found: list[tuple[int, int, str]] = []
    known = web.theorems | web.figures
    for m in MENTIONED.finditer(text):
        if (label := label_of(m[1], m[2])) in known:
            there, name, said = known[label]
            found.append((*m.span(), medium.link(there, label, primed(m[0]), f"{primed(name)}. {said}")))
    for m in NOTEBOOK.finditer(text):
        if m[1] in web.notebooks and web.notebooks[m[1]][0] != page:
            found.append((*m.span(), medium.link(web.notebooks[m[1]][0], "", m[0], web.notebooks[m[1]][1])))
    for name, pattern in list(waiting.items()):
        if first := pattern.search(text):
            card = web.terms[name].split(" Introduced in")[0]
            found.append((*first.span(), medium.term(name, first[0], card)))
            del waiting[name]

    parts, end = [], 0
    for start, stop, link in sorted(found):
        if start >= end:
            parts += [text[end:start], link]
            end = stop
    return "".join([*parts, text[end:]])


@dataclass
class Html:
    """Links in a page of the book, as tags, with a card at each; `up` leads to the top."""

    up: str

    def anchor(self, label: str) -> str:
        return f'<span class="target" id="{label}"></span>'

    def link(self, page: str, label: str, text: str, card: str) -> str:
        return self.tag(f"notebooks/{page}.html" + (f"#{label}" if label else ""), text, card)

    def cite(self, key: str, text: str, card: str) -> str:
        return self.tag(f"references.html#{key}", text, card)

    def term(self, name: str, text: str, card: str) -> str:
        return self.tag(f"glossary.html#term-{name.replace(', ', '-').replace(' ', '-').replace('è', 'e')}", text, card)

    def code(self, name: str, text: str, card: str) -> str:
        return self.tag(f"api/{'.'.join(name.split('.')[:2])}.html#{name}", text, card)

    def tag(self, target: str, text: str, card: str) -> str:
        shown = escape(re.sub(r"\$([^$]+)\$", r"\\(\1\\)", card)).translate(
            {ord(sign): f"&#{ord(sign)};" for sign in "|*_`$[]\\"}
        )
        mark = f' data-card="{shown}"' if card else ""
        return f'<a href="{self.up}{target}"{mark}>{text}</a>'


class Typst:
    """Links in the PDF, where no pointer asks for anything: words of the glossary and names in code get none."""

    def anchor(self, label: str) -> str:
        return f"`#metadata(none)<{label}>`{{=typst}}"

    def link(self, page: str, label: str, text: str, card: str) -> str:
        return f"[{text}](#{label or PurePosixPath(page).name})"

    def cite(self, key: str, text: str, card: str) -> str:
        return f"[{text}](#{key})"

    def term(self, name: str, text: str, card: str) -> str:
        return text

    def code(self, name: str, text: str, card: str) -> str:
        return text
