"""What `make lab` makes of files: reading changes none, what was only read is saved as it was, and who is trusted."""

import asyncio
import shutil
import subprocess
import sys

import lab
import nbformat
import pytest
from conftest import ROOT


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A published notebook, and its source, in a project that git tracks; signatures go to a list of its own."""
    (tmp_path / "notebooks").mkdir()
    for ending in (".py", ".ipynb"):
        shutil.copy2(ROOT / f"notebooks/01-subtraction-games{ending}", tmp_path / "notebooks")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "--all"], cwd=tmp_path, check=True)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setattr(lab, "ROOT", tmp_path)
    monkeypatch.setattr(lab, "numbered", lambda: [tmp_path / "notebooks/01-subtraction-games.py"])
    return tmp_path / "notebooks/01-subtraction-games.ipynb"


def manager(file):
    return lab.Notebooks(root_dir=str(file.parent))


def read(file):
    return asyncio.run(manager(file).get(file.name))["content"]


def save(file, content):
    asyncio.run(manager(file).save({"type": "notebook", "format": "json", "content": content}, file.name))


def test_a_notebook_that_was_only_read_is_saved_byte_for_byte(file):
    before, content = file.read_bytes(), read(file)
    assert content.metadata.language_info["version"] == sys.version.split()[0], "as JupyterLab would write it"
    content.metadata["widgets"] = {}
    for cell in content.cells:  # as JupyterLab does
        cell.metadata["trusted"] = True
        cell["id"] = f"new-{cell['id']}"
    save(file, content)
    assert file.read_bytes() == before
    content.cells[0]["source"] += "\n\nMine."
    save(file, content)
    assert nbformat.read(file, as_version=4).cells[0].source.endswith("Mine.")
    own = shutil.copy2(file, file.with_name("mine.ipynb"))
    content.metadata["title"] = "Mine"
    save(own, content)
    assert nbformat.read(own, as_version=4).metadata.title == "Mine", "a notebook of one's own is saved as it is"


def test_only_what_git_has_is_trusted(file):
    changed, stranger = (shutil.copy2(file, file.with_name(f"0{k}-other.ipynb")) for k in (2, 3))
    subprocess.run(["git", "add", str(changed)], cwd=file.parent, check=True)
    for other, new in ((changed, "Positions"), (stranger, "places")):
        other.write_text(other.read_text().replace("positions", new))
    lab.trust_what_git_has()
    trusted = [{c["metadata"].get("trusted", False) for c in read(f)["cells"] if c["cell_type"] == "code"}
               for f in (file, changed, stranger)]  # fmt: skip
    assert trusted == [{True}, {False}, {False}]
