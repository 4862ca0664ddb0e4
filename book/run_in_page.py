"""Let readers run the cells of notebooks 1 to 7 in the web edition, by Pyodide, which is Python in a browser.

    make book PYODIDE=https://...    # an address that Pyodide is loaded from when a reader first presses Run
    make book PYODIDE=folder         # a folder that contains Pyodide, which is copied into the book

The files of book/run/ go to the pages, and with them this package as a ZIP file. A page of a file has no Run, because
browsers start a worker only for a page that a server sent. DECISIONS.md says which libraries were tried instead.
"""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path

import nbformat
from rings import ROOT, numbered
from workbook import without_bodies

import subtraction_games as sg

SIZES = (14, 18)  # binary logarithms of the n that a page offers if the notebook's own is larger
HEAD = """<link rel="stylesheet" href="../_static/run/page.css">
<script type="application/json" id="run">{config}</script>
<script defer src="../_static/run/page.js"></script>
</head>"""


def add(book: Path, pyodide: str) -> None:
    """Add Run to the built book. Raises ValueError if `pyodide` is neither an address nor a folder with Pyodide."""
    address = f"{pyodide.rstrip('/')}/"
    if not re.match("https?://", pyodide):
        if not Path(pyodide, "pyodide.mjs").is_file():
            raise ValueError(f"PYODIDE must be an address or a folder that contains pyodide.mjs, not {pyodide!r}")
        address = "../_static/pyodide/"
        shutil.copytree(pyodide, book / "_static/pyodide", ignore=shutil.ignore_patterns("*.map"))
    shutil.copytree(ROOT / "book/run", book / "_static/run", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    package(book / "_static/run/package.zip")
    for executed in numbered("ipynb")[:7]:
        page = (book / executed.relative_to(ROOT)).with_suffix(".html")
        config = json.dumps({"pyodide": address} | offered(executed)).replace("<", "\\u003c")
        page.write_text(page.read_text("utf-8").replace("</head>", HEAD.format(config=config), 1), "utf-8")


def offered(executed: Path) -> dict[str, list[str]]:
    """Return the smaller sizes n that the notebook's page offers, and its cells tagged `yours` without their bodies.

    >>> offered(numbered("ipynb")[4])["sizes"], offered(numbered("ipynb")[0])["sizes"]
    (['2**14', '2**18'], [])
    """
    cells = nbformat.read(executed, as_version=4).cells
    tagged = {tag: [c.source for c in cells if tag in c.metadata.get("tags", [])] for tag in ("parameters", "yours")}
    exponent = int(re.findall(r"^n = 2\*\*(\d+)", tagged["parameters"][0], flags=re.M)[0])
    sizes = [f"2**{size}" for size in SIZES if exponent > SIZES[-1]]
    return {"sizes": sizes, "yours": [*map(without_bodies, tagged["yours"])]}


def package(path: Path) -> None:
    """Write the package and run/cells.py to a ZIP file, with the same bytes each time."""
    source = ROOT / "src/subtraction_games"
    files = {f.relative_to(source.parent).as_posix(): f.read_bytes() for f in source.rglob("*.*") if f.is_file()}
    files["cells.py"] = (ROOT / "book/run/cells.py").read_bytes()
    about = f"Metadata-Version: 2.1\nName: subtraction-games\nVersion: {sg.__version__}\n"
    files[f"subtraction_games-{sg.__version__}.dist-info/METADATA"] = about.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(name for name in files if "__pycache__" not in name):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
