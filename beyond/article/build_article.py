"""Make the article, as a PDF with Typst (build/article.pdf) and as LaTeX source (build/article.tex).

    python beyond/article/build_article.py

The source is beyond/article/article.md, a Markdown file in which no number is typed. In place of each number, a
function from article_numbers.py is called in double braces, as in {{finding("cold positions below 2^41")}}. This module
inserts the values, and then numbers the statements, sections, figures and tables. The source may contain:

::: {.theorem #label title="..."}               a statement: theorem, lemma, computation, fit, heuristic, question, ...
::: {.figure #label src="figure-13-1-budget.svg"}  a figure of figures/, and its caption
[](#label)                    a link that reads "Theorem 3", "Figure 2", "Section 5" or "Table 1"
[@key; @key]                  a citation of book/references.md; a list of the cited sources replaces {{references}}
"""

from __future__ import annotations

import json
import re
import sys

import article_numbers
from article_numbers import ROOT

from subtraction_games.files import atomic_write

sys.path.append(str(ROOT / "book"))
from crossrefs import entries_of
from typesetting import compiled, pandoc, with_layout

HERE = ROOT / "beyond/article"
PDF, TEX = ROOT / "build/article.pdf", ROOT / "build/article.tex"

STATEMENTS = ("theorem", "lemma", "corollary", "computation", "fit", "heuristic", "question")  # these share one counter
BLOCK = re.compile(r"^::: \{\.(\w+) #([\w-]+)(.*)\}$", flags=re.M)
HEADING = re.compile(r"^# .* \{#(sec-[\w-]+)\}$", flags=re.M)
FIELD = re.compile(r"\{\{(\w+\(.*?\))\}\}")
CITED = re.compile(r"\[(@[\w; @]+)\]")


def build() -> None:
    """Make both files. On failure, print the reason and exit with status 1."""
    print("making build/article.pdf and build/article.tex (a few seconds)", flush=True)
    facts, text = article()
    compiled(typst(facts, text), PDF)
    with atomic_write(TEX) as temporary:
        temporary.write_text(tex(facts, text), encoding="utf-8")
    print(f"open {PDF.relative_to(ROOT)}, or {TEX.relative_to(ROOT)} in LaTeX")


def article() -> tuple[dict[str, str], str]:
    """Return the fields at the head of article.md together with the abstract, and the body as Markdown for pandoc."""
    _, head, body = (HERE / "article.md").read_text(encoding="utf-8").split("---\n", maxsplit=2)
    facts = dict(line.split(": ", maxsplit=1) for line in head.splitlines())
    return {**facts, "abstract": abstract()}, numbered(filled(body))


def abstract() -> str:
    """Return the abstract in Markdown with its numbers filled in."""
    return filled((HERE / "abstract.md").read_text(encoding="utf-8")).strip()


def filled(source: str) -> str:
    """Return the source with every {{call}} replaced by its value.

    >>> filled('{{check("cold positions of squares")}}, and {{finding("cold positions below 2^41")}} in all')
    'segmented sieve below $2^{34}$, and 384,281,085 in all'
    """
    return FIELD.sub(lambda field: str(eval(field[1], vars(article_numbers))), source)


def numbered(text: str) -> str:
    """Number the statements, figures, tables and sources in the text, and turn references to them into links."""
    names: dict[str, str] = {}
    counters = dict.fromkeys(("statement", "figure", "table"), 0)

    def block(found: re.Match[str]) -> str:
        kind, label, rest = found.groups()
        counter = "statement" if kind in STATEMENTS else kind
        counters[counter] += 1
        names[label] = f"{kind.capitalize()}\u00a0{counters[counter]}"
        return f'::: {{.{kind} #{label} number="{counters[counter]}"{rest}}}'

    text = BLOCK.sub(block, text)
    names |= {label: f"Section\u00a0{number}" for number, label in enumerate(HEADING.findall(text), 1)}
    text = re.sub(r'(::: \{\.proof of=")(\w+)', lambda found: found[1] + names[found[2]], text)
    text = re.sub(r"\[\]\(#([\w-]+)\)", lambda found: f"[{names[found[1]]}](#{found[1]})", text)
    entries = entries_of((ROOT / "book/references.md").read_text(encoding="utf-8"))
    cited = {key for found in CITED.findall(text) for key in re.findall(r"\w+", found)}
    numbers = {key: number for number, key in enumerate((key for key in entries if key in cited), 1)}

    def citation(found: re.Match[str]) -> str:
        mine = sorted((numbers[key], key) for key in re.findall(r"\w+", found[1]))
        return "\\[" + ", ".join(f"[{number}](#{key})" for number, key in mine) + "\\]"

    listed = []
    for key, number in numbers.items():
        entry = re.sub(r"\[([^\]]*)\]\(#\w+\)", r"\1", " ".join(entries[key].split()))  # without links to other entries
        listed.append(f'::: {{.source #{key} number="{number}"}}\n{entry}\n:::')
    return CITED.sub(citation, text).replace("{{references}}", "\n\n".join(listed))


def typst(facts: dict[str, str], text: str) -> str:
    """Return the Typst source of the PDF."""

    def content(markdown: str) -> str:
        return pandoc(markdown, "typst-smart", ROOT / "book/pdf.lua", HERE / "article.lua").strip()

    contents = {key: f"[{content(facts[key])}]" for key in ("title", "abstract")}
    contents |= {key: json.dumps(facts[key]) for key in ("author", "running", "keywords", "msc")}
    given = ", ".join(f"{key}: {value}" for key, value in contents.items())
    return with_layout(HERE / "article.typ", f"article.with({given})", content(text))


def tex(facts: dict[str, str], text: str) -> str:
    """Return the LaTeX source of the article, with pictures (.png) included by paths relative to build/."""
    whole = (HERE / "article.tex").read_text(encoding="utf-8")
    parts = {"title": facts["title"], "abstract": facts["abstract"], "body": text}
    parts = {name: pandoc(part, "latex", HERE / "article.lua").strip() for name, part in parts.items()}
    for name, content in (facts | parts).items():
        whole = whole.replace(f"<{name}>", content)
    return whole


if __name__ == "__main__":
    build()
