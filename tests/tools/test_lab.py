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


def test_what_was_only_read_is_saved_byte_for_byte_and_only_what_git_has_is_trusted(notebook):
    before, files = notebook.read_bytes(), lab.Notebooks(root_dir=str(notebook.parent))
    stranger = notebook.with_name("mine.ipynb")
    stranger.write_bytes(before.replace(b"positions", b"places"))
    lab.trust_what_git_has()
    for file, trusted in ((notebook, True), (stranger, False)):
        content = asyncio.run(files.get(file.name))["content"]
        assert {c["metadata"]["trusted"] for c in content.cells if c["cell_type"] == "code"} == {trusted}
    assert "version" in content.metadata.language_info, "as JupyterLab would write it"
    content.cells[0]["id"] = "new"  # as JupyterLab does
    for file in (notebook, stranger):
        content = asyncio.run(files.get(file.name))["content"]
        content.metadata["title"] = "Mine"
        asyncio.run(files.save({"type": "notebook", "format": "json", "content": content}, file.name))
    assert notebook.read_bytes() == before
    assert nbformat.read(stranger, as_version=4).metadata.title == "Mine"
