"""A checksum of Python code without comments and docstrings, which shows when a result must be computed again."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path


def code_checksum(files: Iterable[Path]) -> str:
    """SHA-256, in hexadecimal, of the code of Python files in their order, without comments, docstrings and layout.

    Other files count byte by byte. Only the last part of a file's path counts.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "a.py")
    ...     sums = [file.write_text(text) and code_checksum([file]) for text in ("x=1", "x = 1  # one", "x = 2")]
    >>> sums[0] == sums[1], sums[0] == sums[2]
    (True, False)
    """
    digest = sha256()
    for file in files:
        content = _code_of(file.read_text(encoding="utf-8")).encode() if file.suffix == ".py" else file.read_bytes()
        digest.update(f"{file.name} {len(content)} ".encode() + content)
    return digest.hexdigest()


@cache
def _code_of(source: str) -> str:
    """A module's syntax tree as text, without its docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)
