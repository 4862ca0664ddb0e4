"""Which code a notebook runs on: the modules of src that it imports, and what they mean apart from words."""

from __future__ import annotations

import ast
from functools import cache
from hashlib import sha256
from pathlib import Path

from places import ROOT

SRC = ROOT / "src"


def checksum(source: str) -> str:
    """Of the modules that a notebook's source reaches, their code without comments and docstrings, and their pages.

    A module that is imported inside a function counts, and so does one that is named in a string, as in PEP 562.
    """
    waiting, seen = list(_imported(source, "")), set[Path]()
    digest = sha256()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting += _imports_of(path)
    for path in sorted(seen):
        digest.update(_code_of(path))
    return digest.hexdigest()


@cache
def _modules() -> dict[str, Path]:
    """The file of each module of src, by its full name."""
    found = {path.relative_to(SRC).with_suffix(""): path for path in SRC.rglob("*.py")}
    return {".".join(name.parts).removesuffix(".__init__"): path for name, path in found.items()}


@cache
def _imports_of(path: Path) -> tuple[Path, ...]:
    name = next(name for name, file in _modules().items() if file == path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return tuple(_imported(path.read_text(encoding="utf-8"), package))


def _imported(source: str, package: str) -> set[Path]:
    """The files that importing what a text imports runs; `package` is where its relative imports begin."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)
    parents = {name.rsplit(".", k)[0] for name in names & _modules().keys() for k in range(1, name.count(".") + 1)}
    return {_modules()[name] for name in (names | parents) & _modules().keys()}


@cache
def _code_of(path: Path) -> bytes:
    """A module's syntax without docstrings, and, of a package, the pages beside it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                body[0] = ast.Expr(ast.Constant(None))
    beside = sorted(path.parent.glob("*.[hcj]*")) if path.name == "__init__.py" else []
    return b"".join(
        [str(path.relative_to(SRC)).encode(), ast.dump(tree).encode(), *(page.read_bytes() for page in beside)]
    )
