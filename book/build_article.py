"""Make the article: build/article.pdf by Typst, and the same text for LaTeX, build/article.tex.

    python book/build_article.py

The source is book/article/article.md, in which no number is typed by hand. There `{{finding: ...}}` is the value of a
row of figures/findings.csv, which a notebook computed, and `{{table: name()}}` and `{{data: name(...)}}` are the
results of functions in article_numbers.py, which read the tables in data/. This program numbers the statements,
sections, figures and tables. The source may also contain:

{{paper: claim}}              a number of Eppstein's paper, from figures/reproduction.csv
{{percent: finding}}          a finding as a percentage
{{commit: path}}              the commit and date of a file's last change
::: {.theorem #label title="..."}       a statement: theorem, lemma, computation, fit, heuristic, question, ...
::: {.figure #label src="figure-13-1"}  the figure of this number in figures/, and its caption
[](#label)                    "Theorem 3", "Figure 2", "Section 5" or "Table 1", with a link
[@key; @key]                  a citation of book/references.md; the cited sources are listed at {{references}}
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import article_numbers
from article_numbers import ROOT
from crossrefs import entries_of
from typesetting import compiled, pandoc

from subtraction_games.files import atomic_write

HERE = ROOT / "book/article"
SOURCE = ROOT / "build/article-source"
PDF, TEX = ROOT / "build/article.pdf", ROOT / "build/article.tex"

STATEMENTS = ("theorem", "lemma", "corollary", "computation", "fit", "heuristic", "question")  # they share a counter
BLOCK = re.compile(r"^::: \{\.(\w+) #([\w-]+)(.*)\}$", flags=re.M)
HEADING = re.compile(r"^(##?) .* \{#(sec-[\w-]+)\}$", flags=re.M)
FIELD = re.compile(r"\{\{(\w+):\s+([^}]*)\}\}")
CITED = re.compile(r"\[(@[\w; @]+)\]")


def build() -> None:
    """Make both files. On failure say why, and exit with status 1."""
    print("making build/article.pdf and build/article.tex, a few seconds", flush=True)
    shutil.rmtree(SOURCE, ignore_errors=True)
    SOURCE.mkdir(parents=True)
    facts, text = article()
    compiled(typst(facts, text, SOURCE), PDF)
    with atomic_write(TEX) as temporary:
        temporary.write_text(tex(facts, text), encoding="utf-8")
    print(f"open {PDF.relative_to(ROOT)}, or {TEX.relative_to(ROOT)} in LaTeX")


# --- the text with its numbers --------------------------------------------------------------------------


def article() -> tuple[dict[str, str], str]:
    """The fields at the head of the source, with the abstract, and the body as Markdown for pandoc."""
    _, head, body = (HERE / "article.md").read_text(encoding="utf-8").split("---\n", maxsplit=2)
    facts = dict(line.split(": ", maxsplit=1) for line in head.splitlines())
    return {**facts, "abstract": abstract()}, numbered(filled(body))


def abstract() -> str:
    """The abstract in Markdown, with its numbers."""
    return filled((HERE / "abstract.md").read_text(encoding="utf-8")).strip()


def filled(source: str) -> str:
    """The source with every {{...}} replaced, except {{references}}."""
    return FIELD.sub(lambda field: value(field[1], " ".join(field[2].split())), source)


def value(field: str, text: str) -> str:
    """The text for which a field stands.

    >>> value("data", "check('cold positions of squares')"), value("finding", "cold positions below 2^41")
    ('below $2^{34}$ by segmented sieve: the same SHA-$256$', '384,281,085')
    """
    if field in ("data", "table"):
        call = ast.parse(text, mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
            sys.exit(f"the article was not made: {text!r} is not a call like cold(41, 4)")
        return str(getattr(article_numbers, call.func.id)(*map(ast.literal_eval, call.args)))
    return {"finding": article_numbers.finding, "percent": article_numbers.share, "paper": article_numbers.paper,
            "commit": commit}[field](text)  # fmt: skip


def commit(path: str) -> str:
    """The commit and date of a file's last committed change, with a "+" if it has changes since; a dash without git."""
    if not shutil.which("git"):
        return article_numbers.MISSING
    asked = (["log", "-1", "--format=%h, %as"], ["status", "--porcelain"])
    commands = [["git", "-C", str(ROOT), *question, "--", path] for question in asked]
    last, changed = (subprocess.run(each, capture_output=True, text=True).stdout.strip() for each in commands)
    return last.replace(",", "+," if changed else ",") or article_numbers.MISSING


# --- numbers of statements, and references --------------------------------------------------------------


def numbered(text: str) -> str:
    """The text with the numbers of statements, figures and tables in their blocks, and links in place of references."""
    names: dict[str, str] = {}
    counters = dict.fromkeys(("statement", "figure", "table"), 0)

    def block(found: re.Match[str]) -> str:
        kind, label, rest = found.groups()
        counter = "statement" if kind in STATEMENTS else kind
        counters[counter] += 1
        names[label] = f"{kind.capitalize()}\u00a0{counters[counter]}"
        source = re.search(r'src="(figure-[\d-]+)"', rest)
        if source:
            rest = rest.replace(source[1], drawing(source[1]).name)
        return f'::: {{.{kind} #{label} number="{counters[counter]}"{rest}}}'

    text = BLOCK.sub(block, text)
    labels = [label for marks, label in HEADING.findall(text) if marks == "#"]
    names |= {label: f"Section\u00a0{number}" for number, label in enumerate(labels, 1)}
    text = re.sub(r'(::: \{\.proof of=")(\w+)', lambda found: found[1] + names[found[2]], text)
    text = re.sub(r"\[\]\(#([\w-]+)\)", lambda found: f"[{names[found[1]]}](#{found[1]})", text)
    keys = sorted(
        {key for found in CITED.findall(text) for key in re.findall(r"\w+", found)}, key=list(sources()).index
    )
    numbers = {key: number for number, key in enumerate(keys, 1)}

    def citation(found: re.Match[str]) -> str:
        mine = sorted((numbers[key], key) for key in re.findall(r"\w+", found[1]))
        return "\\[" + ", ".join(f"[{number}](#{key})" for number, key in mine) + "\\]"

    listed = "\n\n".join(f'::: {{.source #{key} number="{numbers[key]}"}}\n{sources()[key]}\n:::' for key in keys)
    return CITED.sub(citation, text).replace("{{references}}", listed)


def drawing(name: str) -> Path:
    """The drawing in figures/ whose name begins with `name`; of two, x and x-dark, the one with the shorter name."""
    found = sorted((ROOT / "figures").glob(f"{name}-*.svg"), key=lambda path: len(path.name))
    if not found:
        sys.exit(f"the article was not made: figures/ has no {name}")
    return found[0]


def sources() -> dict[str, str]:
    """The entries of book/references.md by key, in the order of that file, without their links to one another."""
    entries = entries_of((ROOT / "book/references.md").read_text(encoding="utf-8"))
    return {key: re.sub(r"\[([^\]]*)\]\(#\w+\)", r"\1", " ".join(entry.split())) for key, entry in entries.items()}


# --- Typst and LaTeX -----------------------------------------------------------------------------------


def typst(facts: dict[str, str], text: str, folder: Path) -> Path:
    """Write the file from which Typst makes the PDF, and all that it reads, into the folder; return its path."""

    def content(markdown: str) -> str:
        return pandoc(markdown, "typst-smart", ROOT / "book/pdf.lua", HERE / "article.lua").strip()

    shutil.copyfile(HERE / "article.typ", folder / "article.typ")
    for name in re.findall(r'src="([\w-]+\.svg)"', text):
        shutil.copyfile(ROOT / "figures" / name, folder / name)
    contents = {key: f"[{content(facts[key])}]" for key in ("title", "abstract")}
    contents |= {key: json.dumps(facts[key]) for key in ("author", "running", "keywords", "msc")}
    given = ", ".join(f"{key}: {value}" for key, value in contents.items())
    main = folder / "main.typ"
    main.write_text(f'#import "article.typ": *\n#show: article.with({given})\n\n{content(text)}', encoding="utf-8")
    return main


def tex(facts: dict[str, str], text: str) -> str:
    """The whole article for LaTeX, in which the paths of pictures (the .png in figures/) start from build/."""
    whole = (HERE / "article.tex").read_text(encoding="utf-8")
    parts = {"title": facts["title"], "abstract": facts["abstract"], "body": text}
    parts = {name: pandoc(part, "latex", HERE / "article.lua").strip() for name, part in parts.items()}
    for name, content in (facts | parts).items():
        whole = whole.replace(f"<{name}>", content)
    return whole


if __name__ == "__main__":
    build()
