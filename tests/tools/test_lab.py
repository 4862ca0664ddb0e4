"""What `make lab` makes of files: what was only read is saved as it was, and who is trusted."""

import asyncio
import shutil
import subprocess

import lab
import nbformat
import pytest
from conftest import ROOT


@pytest.fixture
def notebook(tmp_path, monkeypatch):
    """A published notebook in a project that git tracks; signatures go to a list of its own."""
    file = tmp_path / "notebooks/01-subtraction-games.ipynb"
    file.parent.mkdir()
    shutil.copy2(ROOT / "notebooks/01-subtraction-games.ipynb", file)
    for command in ("init --quiet", "add --all"):
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setattr(lab, "ROOT", tmp_path)
    monkeypatch.setattr(lab, "numbered", lambda: [file.with_suffix(".py")])
    return file


def read(file):
    return asyncio.run(lab.Notebooks(root_dir=str(file.parent)).get(file.name))["content"]


def test_a_notebook_that_was_only_read_is_saved_byte_for_byte(notebook):
    before, content = notebook.read_bytes(), read(notebook)
    assert "version" in content.metadata.language_info, "as JupyterLab would write it"
    content.metadata["widgets"] = {}
    for cell in content.cells:  # as JupyterLab does
        cell.metadata["trusted"] = True
        cell["id"] = f"new-{cell['id']}"
    for name in (notebook.name, "mine.ipynb"):
        model = {"type": "notebook", "format": "json", "content": content}
        asyncio.run(lab.Notebooks(root_dir=str(notebook.parent)).save(model, name))
        content.metadata["title"] = "Mine"
    assert notebook.read_bytes() == before
    assert nbformat.read(notebook.with_name("mine.ipynb"), as_version=4).metadata.title == "Mine"


def test_only_what_git_has_is_trusted(notebook):
    stranger = shutil.copy2(notebook, notebook.with_name("mine.ipynb"))
    stranger.write_text(stranger.read_text().replace("positions", "places"))
    lab.trust_what_git_has()
    for file, trusted in ((notebook, True), (stranger, False)):
        cells = [cell for cell in read(file)["cells"] if cell["cell_type"] == "code"]
        assert {cell["metadata"].get("trusted", False) for cell in cells} == {trusted}
