"""What a notebook of one's own still needs to be published here: `make adopt NAME=idea`.

    python tools/adopt.py idea

It changes nothing. The tests of this project ask for what it lists; `make notebook` begins a notebook that has it all.
"""

from __future__ import annotations

import re
import sys

import jupytext
from nbformat import NotebookNode
from places import ROOT, numbered


def needs(notebook: NotebookNode) -> list[str]:
    """A sentence for each thing that is missing.

    >>> for each in needs(jupytext.reads("# %% [markdown]\\n# # A title\\n# %%\\nprint(1)\\n", "py:percent")):
    ...     print(each)
    a cell tagged "parameters", with n = 2**16  # positions (make's LESSON_N)
    exercises of three kinds under "## Exercises", each with a link to its solution
    """
    markdown = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    parameters = "\n".join(cell.source for cell in code if "parameters" in cell.metadata.get("tags", []))
    found = []
    if not re.search(r"^# ", markdown, flags=re.M):
        found.append("a title: # 19. What it is about")
    if not re.search(r"^n = .*\(make's (NIM_N|COLD_N|LESSON_N)", parameters, flags=re.M):
        found.append('a cell tagged "parameters", with n = 2**16  # positions (make\'s LESSON_N)')
    for name in re.findall(r"figures\.save\(\s*\w+,\s*\"([^\"]+)\"", "\n".join(cell.source for cell in code)):
        number = re.match(r"figure-(\d+)-(\d+)-", name)
        caption = f"**Figure {number[1]}.{number[2]}.**" if number else "**Figure 19.1.**"
        if not number:
            found.append(f'a name such as "figure-19-1-{name}" for the figure "{name}"')
        if caption not in markdown:
            found.append(f"a caption that begins with {caption} in the cell after its picture")
    long = [len(cell.source.splitlines()) for cell in code if len(cell.source.splitlines()) > 20]
    if long:
        found.append(f"shorter cells: {len(long)} of them have more than 20 lines")
    if "## Exercises" not in markdown:
        found.append('exercises of three kinds under "## Exercises", each with a link to its solution')
    return found


def main(names: list[str]) -> int | str | None:
    """What to exit with."""
    own = ROOT / "notebooks/mine" / (" ".join(names) or "idea")
    sources = [path for path in (own.with_suffix(".py"), own.with_suffix(".ipynb")) if path.exists()]
    if not sources:
        return f"error: NAME must be a notebook in notebooks/mine; {own.name} is not there"
    missing = needs(jupytext.read(sources[0]))
    number = int(numbered()[-1].name[:2]) + 1
    print(f"To publish {own.name}, move it to notebooks/beyond/{number:02}-{own.name}.py. It needs", end="")
    print(":" if missing else " nothing that can be seen from here.", *(f"* {each}" for each in missing), sep="\n")
    print(
        "Then: a line in notebooks/README.md, `make all`, and `make test`, which compares the numbers in its prose\n"
        "with what it prints. `make notebook NAME=...` begins one that has all of this."
    )
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
