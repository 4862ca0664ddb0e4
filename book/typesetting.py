"""Markdown into Typst or LaTeX by pandoc, and Typst into a PDF: what the PDF of everything and the article share."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

MARKDOWN = "commonmark+attributes+fenced_divs+pipe_tables+raw_attribute+smart+tex_math_dollars"


def pandoc(markdown: str, to: str, *filters: Path) -> str:
    """The text in another language, by the pandoc that its package brings. Exits with its message if it can't."""
    spec = importlib.util.find_spec("pypandoc")
    program = Path(spec.origin if spec and spec.origin else "").parent / "files/pandoc"
    if not program.exists():
        sys.exit("the PDF needs pandoc: pip install -e '.[book]'")
    options = f"--fail-if-warnings --syntax-highlighting=idiomatic --wrap=none -f {MARKDOWN} -t {to}".split()
    command = [str(program), *options, *(part for path in filters for part in ("-L", str(path)))]
    run = subprocess.run(command, input=markdown, capture_output=True, encoding="utf-8", check=False)
    if run.returncode:
        sys.exit(f"the PDF was not made: pandoc says\n{run.stderr}")
    return run.stdout


def compiled(main: Path) -> bytes:
    """The PDF of a file in Typst's language. Exits with Typst's message, be it a mere warning, if there is one."""
    try:
        import typst
    except ImportError:
        sys.exit("the PDF needs Typst: pip install -e '.[book]'")
    try:
        content, warnings = typst.compile_with_warnings(main, ignore_system_fonts=True)
    except typst.TypstError as error:
        sys.exit(f"the PDF was not made: Typst says\n{error.diagnostic}")
    if warnings:
        sys.exit(f"the PDF was not made: Typst warns\n{warnings[0].diagnostic}")
    return content
