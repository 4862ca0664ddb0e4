"""What `make lab` saves, and what not; tests/browser/test_lab.py sees it at work."""

import asyncio
import copy
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import lab
import nbformat
import pytest
from places import ROOT, numbered

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git says which notebooks are the project's")


@pytest.fixture
def file(tmp_path, monkeypatch) -> Path:
    """A notebook of a project that git tracks, in a folder that starts no other git and has no one's signatures."""
    for name in os.environ:
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    for kind in ("CONFIG", "DATA", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{kind}_DIR", str(tmp_path / "home"))
    project = tmp_path / "project"
    monkeypatch.setattr(lab, "ROOT", project)
    file = project / "notebooks/01-first.ipynb"
    file.parent.mkdir(parents=True)
    shutil.copy2(numbered("ipynb")[0], file)
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=project, check=True)
    return file


@pytest.fixture
def opened(file):
    """A notebook as JupyterLab sends it to be saved, untouched, and its file."""
    content = nbformat.read(file, as_version=4)
    content.metadata.language_info = {"name": "python", "version": "3.11.7"}
    content.metadata.kernelspec.display_name = "Python 3.11"
    content.metadata.jupytext.cell_metadata_filter = "tags,-all"
    content.cells[3].metadata |= {"lines_to_next_cell": 2, "trusted": True, "jupyter": {"source_hidden": False}}
    return {"type": "notebook", "content": content}, file


def server():
    return lab.Unchanged(root_dir=str(lab.ROOT))


def read(file):
    """What the server gives JupyterLab of a notebook, as it gets there."""
    model = asyncio.run(server().get(file.relative_to(lab.ROOT).as_posix()))
    return json.loads(json.dumps(model["content"]))


def save(file, content):
    model = {"type": "notebook", "format": "json", "content": content}
    asyncio.run(server().save(model, file.relative_to(lab.ROOT).as_posix()))


TOUCHES = [
    lambda content: content.cells[0].update(source="# Mine"),
    lambda content: content.cells[1].metadata.update(tags=["parameters", "mine"]),
    lambda content: content.cells[1].update(execution_count=99),
    lambda content: next(cell for cell in content.cells if cell.get("outputs")).outputs.pop(),
    lambda content: content.cells.pop(),
    lambda content: content.metadata.update(title="Mine"),
    lambda content: content.metadata.update(kernelspec={"name": "ir", "display_name": "R", "language": "R"}),
    lambda content: content.metadata.update(jupytext={"formats": "ipynb"}),
]


def test_what_is_untouched_is_there_already_and_what_is_touched_is_not(opened):
    model, file = opened
    for touch in TOUCHES:
        mine = copy.deepcopy(model)
        assert lab.is_there(mine, file)
        assert mine == model, "asking changes nothing"
        touch(mine["content"])
        assert not lab.is_there(mine, file)
    text, model = file.with_name("a.py"), {"type": "file", "format": "text", "content": "x = 1\n"}
    for there, same in ((None, False), (b"x = 1\n", True), (b"x = 1\r\n", False)):
        if there:
            text.write_bytes(there)
        assert lab.is_there(model, text) == same
        assert not lab.is_there(model | {"chunk": 1}, text)


def test_whoever_saves_a_notebook_that_was_only_read_changes_no_file(file):
    before = file.stat().st_mtime_ns, file.read_bytes()
    save(file, read(file))
    assert (file.stat().st_mtime_ns, file.read_bytes()) == before


def test_a_notebook_of_ones_own_is_always_saved(opened):
    model, file = opened
    own = shutil.copy2(file, file.with_name("[0]*.ipynb"))  # the pattern fits one of git's
    assert not lab.is_there(model, own)
    save(own, model["content"])
    assert nbformat.read(own, as_version=4).metadata.kernelspec.display_name == "Python 3.11"


@pytest.mark.parametrize("there", [b"<<<<<<< HEAD\n", b'{"cells": 3}', b"\xff", None])
def test_what_can_not_be_read_is_saved_over(opened, there):
    model, file = opened
    file.unlink() if there is None else file.write_bytes(there)
    save(file, model["content"])
    assert read(file)["cells"][0]["source"] == model["content"].cells[0].source


def trusted(file):
    return {cell["metadata"].get("trusted", False) for cell in read(file)["cells"] if cell["cell_type"] == "code"}


def test_only_what_git_has_is_trusted(file, monkeypatch):
    assert trusted(file) == {True}
    other = shutil.copy2(file, file.with_name("02-stranger.ipynb"))
    assert trusted(other) == {False}
    file.write_text(file.read_text().replace("positions", "Positions"))
    assert trusted(file) == {False}
    subprocess.run(["git", "add", "--all"], cwd=file.parent, check=True)
    assert trusted(file) == trusted(other) == {True}
    monkeypatch.setenv("PATH", "")
    assert trusted(file) == {False}, "nobody knows"


@pytest.mark.parametrize(("name", "printed"), [("01-first.ipynb", "3"), ("", "NameError"), ("gone.ipynb", "NameError")])
def test_a_notebook_s_set_up_is_run_when_it_is_opened(tmp_path, name, printed):
    cells = [nbformat.v4.new_code_cell(source, metadata={"tags": tags}) for source, tags in CELLS]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "01-first.ipynb")
    started = {"PYTHONSTARTUP": str(ROOT / "tools/on_opening.py"), "JPY_SESSION_NAME": f"notebooks/{name}"}
    started |= {"IPYTHONDIR": str(tmp_path / "ipython")}
    command = [sys.executable, "-m", "IPython", "--simple-prompt", "--colors=NoColor", "--no-banner"]
    finished = subprocess.run(
        command, input="print(below)\n", cwd=tmp_path, env=os.environ | started, capture_output=True, text=True
    )
    assert printed in finished.stdout.partition("In [1]: ")[2]
    assert "not run" not in finished.stdout


CELLS = [("n = 3", ["parameters"]), ("import numpy\nbelow = n", ["setup"]), ("print('not run')", [])]
