"""Helpers that read the output, figures and pages of committed notebooks, for tests of sentences based on them."""

import csv
import json
import re
from pathlib import Path

import nbformat
import pandas as pd
from rings import figure_file, numbered, solutions


def rows(table: Path) -> list[dict[str, str]]:
    with table.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def figure(name: str) -> pd.DataFrame:
    """The numbers that a committed figure draws, as in figure("1-maximum-nim-value")."""
    return pd.read_csv(figure_file(f"figure-{name}.csv"))


def printed(notebook: str, section: str) -> str:
    """The text that a notebook ("05", or "05-07" for solutions) printed in one section, named by its bare heading."""
    executed = solutions("ipynb") if "-" in notebook else numbered("ipynb")
    (path,) = (path for path in executed if path.stem.startswith(notebook))
    texts, here = [], ""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            here = (re.findall(r"^##? (.*)", cell.source, flags=re.M) or [here])[-1]
        elif here == section:
            outputs = cell.get("outputs", [])
            texts += [out.get("text") or out.get("data", {}).get("text/plain", "") for out in outputs]
    assert texts, f"{path.name} has no section {section!r} that prints"
    return "\n".join(texts)


def numbers(text: str) -> list[float]:
    """All numbers in a text, in order. A number may be written as 1,000."""
    return [float(each.replace(",", "")) for each in re.findall(r"-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?", text)]


def said(text: str, begins: str) -> list[float]:
    """The numbers that follow these words in any line that contains them."""
    return numbers("\n".join(re.findall(rf"{re.escape(begins)}(.*)", text)))


def config(page: str) -> dict:
    """The data of a page of the board, the explorer, the steps or a question."""
    return json.loads(re.search(r'<script type="application/json" id="config">(.*?)</script>', page).group(1))
