"""What ties the pages together: numbered theorems and figures to link to, words of the glossary, sources.

The notebooks are written without any of it. From their own text `Web` finds every theorem and figure, and from the
book's pages every word and source; `woven` puts anchors and links into a text, as a medium (the book's HTML, the PDF's
Typst) writes them. The paper's theorems keep its numbers; others are numbered within their notebook: Theorem 13.2.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Protocol

ACCENTS = {"'": "áéíóúÁÉÍÓÚ", '"': "äëïöüÄËÏÖÜ"}  # LaTeX's acute and diaeresis, over aeiouAEIOU
DEFINED = re.compile(r"\*\*(Theorem|Lemma|Claim)(?: (\d+'?))?(\.?)\*\*")
CAPTION = re.compile(r"^\*\*Figure (\d+)\.\*\*", flags=re.M)
MENTIONED = re.compile(r"\b(Theorem|Lemma|Figure) (\d+(?:'(?!s))?)(?!\.?\d)")
NOTEBOOK = re.compile(r"\bnotebook (\d+)\b")
KEPT = re.compile(  # what no link may be put into: code, formulas, links, tags, headings, definitions and captions
    r"^```.*?^```|^~~~.*?^~~~|^:::.*?^:::|`[^`]+`|\$\$.*?\$\$|\$[^$]+\$|!?\[[^\]]*\]\([^)]*\)|<[^>]+>|^#+ [^\n]*|"
    r"\*\*(?:Theorem|Lemma|Claim|Figure)[^*]*\*\*",
    flags=re.M | re.S,
)
CODE = re.compile(r"(?<![`\[\w])`(?:sg\.)?(\w+)`(?![`\]\w])")
UNLINKED = {"move", "record"}  # everyday words as well: a link at the first of them would often mislead


class Medium(Protocol):
    def anchor(self, label: str) -> str: ...

    def link(self, page: str, label: str, text: str, told: str) -> str: ...

    def cite(self, key: str, text: str, told: str) -> str: ...

    def term(self, name: str, text: str, told: str) -> str: ...

    def code(self, name: str, text: str, module: str, told: str) -> str: ...


@dataclass
class Web:
    """Everything that can be linked to."""

    theorems: dict[str, tuple[str, str, str]] = field(default_factory=dict)  # label: page, "Theorem 1", its statement
    figures: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    notebooks: dict[str, tuple[str, str]] = field(default_factory=dict)  # "3": page, title
    terms: dict[str, str] = field(default_factory=dict)  # name: definition
    sources: dict[str, dict[str, str]] = field(default_factory=dict)  # key: BibTeX's fields
    functions: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: module, first sentence

    @classmethod
    def of(cls, notebooks: list[Path], glossary: str, bibliography: str) -> Web:
        """The web of these notebooks (.ipynb, of which only the text is read) and two files of the book."""
        web = cls(terms=terms_of(glossary), sources=sources_of(bibliography))
        for path in notebooks:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
            web.add(page_of(path), text)
        return web

    def add(self, page: str, text: str) -> None:
        """What is defined in the text of a notebook."""
        title = re.search(r"^# (.*)", text, flags=re.M)
        if number := re.match(r"\d+", page):
            self.notebooks[str(int(number[0]))] = page, plain(title[1]) if title else page
        for (label, name), found in zip(numbered(page, text), DEFINED.finditer(text), strict=True):
            self.theorems[label] = page, name, statement(text[found.end() :])
        for found in CAPTION.finditer(text):
            self.figures[f"figure-{found[1]}"] = page, f"Figure {found[1]}", statement(text[found.end() :])


def page_of(notebook: Path) -> str:
    """The name of a notebook's page below notebooks/: 03-divide-and-conquer, or solutions/part-1."""
    return f"solutions/{notebook.stem}" if notebook.parent.name == "solutions" else notebook.stem


def numbered(page: str, text: str) -> list[tuple[str, str]]:
    """The label and name of every theorem, lemma and claim in the text, in order.

    >>> numbered("04-nim-values", "**Lemma 2.** *a* **Theorem** (Ferguson). *b* **Theorem 1'.** c")
    [('lemma-2', 'Lemma 2'), ('theorem-4-1', 'Theorem 4.1'), ('theorem-1-prime', "Theorem 1'")]
    """
    part = page.split("-")[0].lstrip("0") if page[0].isdigit() else f"S{page[-1]}"  # of the solutions
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
    return {name: plain(definition).split(" Introduced in")[0] for name, definition in found}


def words(term: str) -> re.Pattern[str]:
    """What the term looks like in a sentence.

    >>> bool(words("residue class").search("two residue classes"))
    True
    >>> words("convolution, Boolean").search("by Boolean convolution")[0]
    'Boolean convolution'
    """
    name = r"\s+".join(re.escape(word) for word in " ".join(reversed(term.split(", "))).split())
    return re.compile(rf"(?<![\w-]){name}(?:s|es)?(?![\w-])")


def sources_of(bibliography: str) -> dict[str, dict[str, str]]:
    r"""The fields of every entry of a BibTeX file, in plain letters.

    >>> sources_of("@misc{s1978,\n  author = {S{\\'a}rk{\\\"o}zy, A.},\n  year = {1978},\n}")
    {'s1978': {'author': 'Sárközy, A.', 'year': '1978'}}
    """
    found = re.findall(r"@\w+\{(\w+),\n(.*?)\n\}", bibliography, flags=re.S)
    return {key: dict(re.findall(r"^\s+(\w+)\s*= \{(.*)\},$", letters(body), flags=re.M)) for key, body in found}


def letters(tex: str) -> str:
    for mark, accented in ACCENTS.items():
        tex = re.sub(
            rf"\{{\\{mark}([aeiouAEIOU])\}}",
            lambda m, accented=accented: accented["aeiouAEIOU".index(m[1])],  # type: ignore[misc]
            tex,
        )
    return re.sub(r"(?<== )\{\{(.*)\}\}", r"{\1}", tex).replace("``", "“").replace("''", "”").replace("--", "-")


def surnames(author: str) -> list[str]:
    return [name.split(",")[0].strip("{} ") for name in author.split(" and ")]


def reference(source: dict[str, str]) -> str:
    """A source on one line."""
    place = source.get("journal") or source.get("booktitle") or source.get("publisher") or source.get("howpublished")
    parts = (source["author"].replace(" and ", "; "), f"{source['title']} ({source['year']})", place)
    return re.sub(r"[{}\\]", "", ". ".join(part for part in parts if part)) + "."


def cited(name: str, between: str, year: str, sources: dict[str, dict[str, str]]) -> str | None:
    """Which source a name with a year means; None if it may be several, or none.

    >>> two = {"a": {"author": "Fischer, M. and Paterson, M.", "title": "On A", "year": "1974"},
    ...        "b": {"author": "Fischer, M. and Stockmeyer, L.", "title": "On B", "year": "1974"}}
    >>> cited("Fischer", " and Paterson ", "1974", two), cited("Fischer", " ", "1974", two)
    ('a', None)
    """
    keys = [key for key, it in sources.items() if it["year"] == year and surnames(it["author"])[0] == name]
    said = " ".join(between.split())
    if len(keys) > 1:
        keys = [key for key in keys if any(known in said for known in told_apart_by(sources[key]))]
    return keys[0] if len(keys) == 1 else None


def told_apart_by(source: dict[str, str]) -> list[str]:
    return [source["title"], *surnames(source["author"])[1:]]


# --- weaving -------------------------------------------------------------------------------------------


def woven(cells: list[str], page: str, web: Web, medium: Medium) -> list[str]:
    """The texts of a notebook's cells with anchors and links: to a word of the glossary at its first place only."""
    names = iter(numbered(page, "\n\n".join(cells)))
    waiting = {name: words(name) for name in web.terms if name not in UNLINKED}
    called, texts = dict(web.functions), []
    for cell in cells:
        text = DEFINED.sub(lambda found: defined(*next(names), found[3], medium), cell)
        text = CAPTION.sub(lambda found: medium.anchor(f"figure-{found[1]}") + found[0], text)
        text = outside(text, lambda part: linked(part, page, web, medium, waiting))
        texts.append(re.sub(CODE, lambda found: function(found, called, medium), text))
    return texts


def defined(label: str, name: str, stop: str, medium: Medium) -> str:
    return f"{medium.anchor(label)}**{primed(name)}{stop}**"


def primed(name: str) -> str:
    """Theorem 1' with a prime, where Markdown would see an apostrophe."""
    return name.replace("'", "\u2032")


def function(found: re.Match[str], waiting: dict[str, tuple[str, str]], medium: Medium) -> str:
    """The name of a function in code, linked to the library's page where it is still `waiting` for a link."""
    name = found[1]
    return medium.code(name, found[0], *waiting.pop(name)) if name in waiting else found[0]


def outside(text: str, change: Callable[[str], str]) -> str:
    """The text with every stretch changed in which links may be put."""
    parts, end = [], 0
    for kept in KEPT.finditer(text):
        parts += [change(text[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*parts, change(text[end:])])


def linked(text: str, page: str, web: Web, medium: Medium, waiting: dict[str, re.Pattern[str]]) -> str:
    """The text with links; `waiting` are the words that have none yet, and loses those that get one."""
    found: list[tuple[int, int, str]] = []

    for m in MENTIONED.finditer(text):
        label = label_of(m[1], m[2])
        if label in (known := web.theorems | web.figures):
            there, name, told = known[label]
            found.append((*m.span(), medium.link(there, label, primed(m[0]), f"{primed(name)}. {told}")))
    for m in NOTEBOOK.finditer(text):
        if m[1] in web.notebooks and web.notebooks[m[1]][0] != page:
            found.append((*m.span(), medium.link(web.notebooks[m[1]][0], "", m[0], web.notebooks[m[1]][1])))
    for name in {surnames(source["author"])[0] for source in web.sources.values()}:
        for m in re.finditer(rf"\b{re.escape(name)}\b([^.;:\d|]{{0,70}}?)(\d{{4}}(?:, \d{{4}})*)\b", text):
            for year in re.finditer(r"\d{4}", m[2]):
                if key := cited(name, m[1], year[0], web.sources):
                    start = m.start(2) + year.start()
                    found.append((start, start + 4, medium.cite(key, year[0], reference(web.sources[key]))))
    for name, pattern in list(waiting.items()):
        if first := pattern.search(text):
            found.append((*first.span(), medium.term(name, first[0], web.terms[name])))
            del waiting[name]

    parts, end = [], 0
    for start, stop, link in sorted(found):
        if start >= end:
            parts += [text[end:start], link]
            end = stop
    return "".join([*parts, text[end:]])


@dataclass
class Html:
    """Links in a page of the book, as tags, with what a card shows at each; `up` leads to the top."""

    up: str

    def anchor(self, label: str) -> str:
        return f'<span class="target" id="{label}"></span>'

    def link(self, page: str, label: str, text: str, told: str) -> str:
        return self.tag(f"notebooks/{page}.html" + (f"#{label}" if label else ""), text, told)

    def cite(self, key: str, text: str, told: str) -> str:
        return self.tag(f"references.html#{key}", text, told)

    def term(self, name: str, text: str, told: str) -> str:
        return self.tag(f"glossary.html#term-{name.replace(', ', '-').replace(' ', '-').replace('è', 'e')}", text, told)

    def code(self, name: str, text: str, module: str, told: str) -> str:
        return self.tag(f"api/{module}.html#subtraction_games.{module}.{name}", text, told)

    def tag(self, target: str, text: str, told: str) -> str:
        shown = escape(re.sub(r"\$([^$]+)\$", r"\\(\1\\)", told)).translate(
            {ord(sign): f"&#{ord(sign)};" for sign in "|*_`$[]\\"}
        )
        card = f' data-told="{shown}"' if told else ""
        return f'<a href="{self.up}{target}"{card}>{text}</a>'


class Typst:
    """Links in the PDF, where no pointer asks for anything: words of the glossary get none."""

    def anchor(self, label: str) -> str:
        return f"`#metadata(none)<{label}>`{{=typst}}"

    def link(self, page: str, label: str, text: str, told: str) -> str:
        return f"[{text}](#{label or page})"

    def cite(self, key: str, text: str, told: str) -> str:
        return f'`#cite(<{key}>, form: "year")`{{=typst}}'

    def term(self, name: str, text: str, told: str) -> str:
        return text

    def code(self, name: str, text: str, module: str, told: str) -> str:
        return text
