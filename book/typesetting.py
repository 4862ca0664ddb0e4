"""Convert Markdown to Typst or LaTeX with pandoc, and Typst to PDF, for the article and for the whole edition."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pypandoc
import typst

from subtraction_games.files import atomic_write

MARKDOWN = "commonmark+attributes+fenced_divs+pipe_tables+raw_attribute+smart+tex_math_dollars"


def pandoc(markdown: str, to: str, *filters: Path) -> str:
    """Convert Markdown to the format `to` with pandoc. If pandoc fails or warns, exit with its message."""
    options = ["--fail-if-warnings", "--syntax-highlighting=idiomatic", "--wrap=none"]
    options += [f"--lua-filter={path}" for path in filters]
    try:
        return pypandoc.convert_text(markdown, to, MARKDOWN, extra_args=options, verify_format=False)
    except RuntimeError as error:
        sys.exit(f"the PDF was not made: {error}")


def with_layout(layout: Path, show: str, text: str) -> str:
    """Return Typst source for the text, in the layout that a file defines."""
    return f"#import {json.dumps(str(layout), ensure_ascii=False)}: *\n#show: {show}\n\n{text}"


def compiled(source: str, pdf: Path) -> None:
    """Make a PDF from Typst source with absolute paths, and exit on any error or warning."""
    try:
        content, warnings = typst.compile_with_warnings(source.encode(), root="/", ignore_system_fonts=True)  # type: ignore[type-var]
    except typst.TypstError as error:
        sys.exit(f"the PDF was not made: Typst says\n{error.diagnostic}")
    if warnings:
        sys.exit(f"the PDF was not made: Typst warns\n{warnings[0].diagnostic}")
    with atomic_write(pdf) as temporary:
        temporary.write_bytes(content)
