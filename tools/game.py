"""Draw all pictures of a game on a single page that needs no network access.

python tools game 'n**3' 10**6
python tools game notebooks/mine/idea.py:rabbits 10**5
"""

import os
import re
import shlex
from functools import partial
from html import escape
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter
from rings import ROOT
from run_notebook import run, side_by_side

from subtraction_games.files import atomic_write
from subtraction_games.sets import moves_below, parse_size

SIGNS = str.maketrans({"+": "plus", "-": "minus", "*": "x", "/": "over"})  # in names of files


def main(game: str, size: str) -> None:
    """Write the page about a game. The game is given as text, or as file:name if it is a Python function in a file.

    Raises ValueError if the game or file does not exist, or if the size is not a number.
    """
    n = parse_size("N", size)
    file, colon, name = game.rpartition(":")
    if game.endswith(".py"):
        raise ValueError(f"name the function, too, as in {game}:rabbits")
    if not colon:
        moves_below(game, 256)
    elif not (file.endswith(".py") and Path(file).is_file()):
        raise ValueError(f"there is no Python file {file} for a game {game!r}; name one, as in idea.py:rabbits")
    elif not re.search(rf"\b{re.escape(name)}\b", text := Path(file).read_text(encoding="utf-8")):
        defined = re.findall(r"^def (\w+)", text, flags=re.M)
        raise ValueError(f"there is no {name} in {file}, which defines {', '.join(defined) or 'no function'}")
    title = name if colon else game.strip()
    target = ROOT / "build/game" / f"{re.sub(r'[^A-Za-z0-9]', '_', title.translate(SIGNS))[:200]}-{n}.html"
    print(f"drawing everything about {title} below {n:,}", flush=True)
    parameters = {"game": f"{Path(file).resolve()}:{name}" if colon else game, "n": n}
    template = ROOT / "notebooks/templates/game.py"
    ((executed, _),) = side_by_side([partial(run, template, target.with_suffix(""), parameters)])
    with atomic_write(target) as temporary:
        temporary.write_text(page(executed, title, game, n), encoding="utf-8")
    print("open", os.path.relpath(target))


def page(executed: Path, title: str, game: str, n: int) -> str:
    """Return the executed notebook as a page about this game. With no formulas, the page needs no scripts."""
    notebook, title = nbformat.read(executed, as_version=4), f"Taking {title}, below {n:,}"
    intro = (
        "Two players take turns removing coins from a heap, and whoever can't move loses. This page was drawn by "
        f"`make game GAME={shlex.quote(game)} N={n}`."
    )
    kept = [cell for cell in notebook.cells if "parameters" not in cell.metadata.get("tags", [])]
    pictures = [output for cell in kept for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    for picture in pictures:
        alt, content = escape(picture.metadata["image/png"]["alt"]), picture.data["image/png"].replace("\n", "")
        picture.data = {"text/html": f'<img alt="{alt}" src="data:image/png;base64,{content}">'}
    notebook.cells = [nbformat.v4.new_markdown_cell(f"<h1>{escape(title)}</h1>\n\n{intro}", id="title"), *kept]
    html, _ = HTMLExporter().from_notebook_node(notebook, {"metadata": {"name": title}})
    html = re.sub(r"<script\b.*?</script>", "", html, flags=re.S)
    return re.sub(r'<a href="[./\w-]+\.(?:ipynb|md)[^"]*">([^<]*)</a>', r"\1", html)  # no notebooks lie beside it
