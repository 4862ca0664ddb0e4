"""Write notebooks 1 to 7 as a workbook, in which a class writes the bodies of fourteen functions.

In a cell tagged `yours`, functions lose their bodies but not their docstrings, and the asserts below them tell students
whether a new body is right. Links to pages outside the workbook become plain text, and those to solutions are left out,
because the folder is handed out alone. We avoid nbgrader, because every reader would see the marks that it needs for
gaps.
"""

import ast
import re
from pathlib import Path

import jupytext
from rings import numbered
from run_notebook import normalized

ELSEWHERE = re.compile(r"\s+\[Solution\]\(.*?\)|\[([^]]*)\]\((?!https?:|#|0\d-).*?\)")  # links out of the workbook
GAP = 'raise NotImplementedError("yours to write")'


def without_bodies(code: str) -> str:
    r'''Return a cell's code with each function's body replaced by an error. Raises ValueError if it has no function.

    >>> print(without_bodies('def half(x):\n    """Half of x."""\n    y = x / 2\n    return y\nassert half(4) == 2'))
    def half(x):
        """Half of x."""
        raise NotImplementedError("yours to write")
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
    """Write the seven notebooks without outputs into a new folder. Raises ValueError if the folder exists."""
    if Path(folder).exists():
        raise ValueError(f"{folder} may contain a class's work: move it away first")
    Path(folder).mkdir(parents=True)
    for source in numbered()[:7]:
        notebook = jupytext.read(source)
        notebook.cells = [cell for cell in notebook.cells if "records" not in cell.metadata.get("tags", [])]
        for cell in notebook.cells:
            if "yours" in cell.metadata.get("tags", []):
                cell.source = without_bodies(cell.source)
            elif cell.cell_type == "markdown":
                cell.source = ELSEWHERE.sub(r"\1", cell.source)
        Path(folder, f"{source.stem}.ipynb").write_text(normalized(notebook), encoding="utf-8")
