"""Draw everything about a game on one page, which asks no network for anything: `make explore GAME='n**3' N=10**6`.

python tools/explore.py 'n**3' 10**6
python tools/explore.py notebooks/mine/idea.py:rabbits 10**5
"""

import os
import re
import shlex
import signal
import sys
from functools import partial
from html import escape
from pathlib import Path

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback from an import

import nbformat
from nbconvert import HTMLExporter
from places import ROOT, exit_status
from run_notebook import STOPPED, run

from subtraction_games.sets import load_set, moves_below, parse_size

OF_A_GAME = ROOT / "notebooks/templates/explore.py"  # what is run, with the parameters `game` and `n`


def explore(game: str, size: str) -> None:
    """Write the page about a game given as text; ValueError for what is no game or no size."""
    n = parse_size("N", size)
    moves_below(load_set(game), 256)
    file, colon, name = game.rpartition(":")
    title = name if colon else game.strip()
    target = ROOT / "build/explore" / f"{re.sub(r'[^A-Za-z0-9]', '_', title)[:60]}-{n}.html"
    print(f"drawing everything about {title} below {n:,}", flush=True)
    given = f"{Path(file).resolve()}:{name}" if colon else game
    executed = run(OF_A_GAME, target.with_suffix(""), {"game": given, "n": n})
    target.write_text(page(executed, title, game, n), encoding="utf-8")
    print("open", os.path.relpath(target))


def page(executed: Path, title: str, game: str, n: int) -> str:
    """The executed notebook as a page about this game alone."""
    notebook, title = nbformat.read(executed, as_version=4), f"Taking {title}, below {n:,}"
    intro = (
        "Two players take turns at taking coins from a heap, and the one who can't move loses. This page was drawn by "
        f"`make explore GAME={shlex.quote(game)} N={n}`."
    )
    kept = [cell for cell in notebook.cells if "parameters" not in cell.metadata.get("tags", [])]
    notebook.cells = [nbformat.v4.new_markdown_cell(f"<h1>{escape(title)}</h1>\n\n{intro}", id="title"), *kept]
    html, _ = HTMLExporter().from_notebook_node(notebook, {"metadata": {"name": title}})
    html = re.sub(r"<script\b.*?</script>", offline, html, flags=re.S)
    pictures = [output for cell in kept for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    alts = iter(escape(picture.metadata["image/png"]["alt"]) for picture in pictures)
    html = re.sub('alt="No description has been provided for this image"', lambda _: f'alt="{next(alts)}"', html)
    return re.sub(r'<a href="[./\w-]+\.(?:ipynb|md)[^"]*">([^<]*)</a>', r"\1", html)  # words: no notebook is beside it


def offline(script: re.Match[str]) -> str:
    """The script, unless it would fetch another: a page of ours has no formulas or diagrams that need one."""
    return "" if re.search(r"https?://\S+\.m?js\b", script[0]) else script[0]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(exit_status(partial(explore, *sys.argv[1:]), "nothing has changed", STOPPED))
