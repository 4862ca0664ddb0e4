"""Write notebooks 1 to 7 with a dozen functions left for a class to write: `make workbook`.

In a cell tagged `yours` each function keeps its first line and its docstring and loses its body; the asserts below say
when it is right. No cell has outputs, and links lead to the notebooks of the edition. (nbgrader leaves such gaps, too,
but by marks in the code, which every reader of the notebooks would see.)
"""

import ast
import os
import re
from pathlib import Path

import jupytext
from places import ROOT, numbered
from run_notebook import normalized

GAP = 'raise NotImplementedError("yours to write")'


def without_bodies(code: str) -> str:
    r'''The code of a cell in which each function only raises an error; ValueError if there is none.

    >>> print(without_bodies('def half(x):\n    """Half of x."""\n    y = x / 2\n    return y\n\nassert half(4) == 2'))
    def half(x):
        """Half of x."""
        raise NotImplementedError("yours to write")
    <BLANKLINE>
    assert half(4) == 2
    '''
    lines, functions = code.splitlines(), [part for part in ast.parse(code).body if isinstance(part, ast.FunctionDef)]
    if not functions:
        raise ValueError(f"a cell tagged yours must define a function, but begins with {lines[:1]}")
    for function in reversed(functions):
        first = function.body[ast.get_docstring(function) is not None]
        lines[first.lineno - 1 : function.end_lineno] = [" " * first.col_offset + GAP]
    return "\n".join(lines)


def main(folder: str = "build/workbook") -> None:
    """Write the seven notebooks into a new folder; FileExistsError if it is there, for it may hold a class's work."""
    Path(folder).mkdir(parents=True)
    up = os.path.relpath(ROOT / "notebooks", folder)
    for source in numbered()[:7]:
        notebook = jupytext.read(source)
        for cell in notebook.cells:
            if "yours" in cell.metadata.get("tags", []):
                cell.source = without_bodies(cell.source)
            elif cell.cell_type == "markdown":
                cell.source = re.sub(r"\]\((?!https?:|#|0\d-)", f"]({up}/", cell.source)
        Path(folder, f"{source.stem}.ipynb").write_text(normalized(notebook), encoding="utf-8")
