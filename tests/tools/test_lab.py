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
    """A published notebook, and its source, in a project that git tracks."""
    (tmp_path / "notebooks").mkdir()
    for ending in (".py", ".ipynb"):
        shutil.copy2(ROOT / f"notebooks/01-subtraction-games{ending}", tmp_path / "notebooks")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "--all"], cwd=tmp_path, check=True)
    monkeypatch.setattr(lab, "ROOT", tmp_path)
    monkeypatch.setattr(lab, "published", lambda: [*(tmp_path / "notebooks").glob("01-*")])
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


def test_what_is_changed_is_saved_and_a_notebook_of_ones_own_as_it_is(file):
    content = read(file)
    content.cells[0]["source"] += "\n\nMine."
    save(file, content)
    assert nbformat.read(file, as_version=4).cells[0].source.endswith("Mine.")
    own = shutil.copy2(file, file.with_name("mine.ipynb"))
    content.metadata["title"] = "Mine"
    save(own, content)
    assert nbformat.read(own, as_version=4).metadata.title == "Mine"


def trusted(file):
    return {cell["metadata"].get("trusted", False) for cell in read(file)["cells"] if cell["cell_type"] == "code"}


def test_only_what_git_has_is_trusted(file, monkeypatch):
    assert trusted(file) == {True}
    other = shutil.copy2(file, file.with_name("01-stranger.ipynb"))
    assert trusted(other) == {False}, "git doesn't know it"
    file.write_text(file.read_text().replace("positions", "Positions"))
    assert trusted(file) == {False}
    subprocess.run(["git", "add", "--all"], cwd=file.parent, check=True)
    assert trusted(file) == trusted(other) == {True}
    monkeypatch.setenv("PATH", "")
    assert trusted(file) == {False}, "nobody knows"
