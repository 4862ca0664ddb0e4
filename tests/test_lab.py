"""What `make lab` saves, and what not; tests/browser/test_lab.py sees it at work."""

import copy

import lab
import nbformat
import pytest
from conftest import ROOT


@pytest.fixture
def opened():
    """A notebook as JupyterLab sends it to be saved, untouched, and its file."""
    file = min((ROOT / "notebooks").glob("[0-9]*.ipynb"))
    content = nbformat.read(file, as_version=4)
    content.metadata.language_info = {"name": "python", "version": "3.11.7"}
    content.cells[3].metadata["lines_to_next_cell"] = 2
    return {"type": "notebook", "content": content}, file


def test_an_untouched_notebook_is_there_already(opened):
    model, file = opened
    before = copy.deepcopy(model)
    assert lab.is_there(model, file)
    assert model == before


@pytest.mark.parametrize("touch", [
    lambda cells: cells[0].update(source="# Mine"),
    lambda cells: cells[1].metadata.update(tags=["parameters", "mine"]),
    lambda cells: cells[1].update(execution_count=99),
    lambda cells: next(cell for cell in cells if cell.get("outputs")).outputs.pop(),
    lambda cells: cells.pop(),
])  # fmt: skip
def test_a_touched_one_is_not(opened, touch):
    model, file = opened
    touch(model["content"].cells)
    assert not lab.is_there(model, file)


def test_text_is_there_if_every_byte_is(tmp_path):
    file, model = tmp_path / "a.py", {"type": "file", "format": "text", "content": "x = 1\n"}
    assert not lab.is_there(model, file)
    file.write_bytes(b"x = 1\n")
    assert lab.is_there(model, file)
    assert not lab.is_there(model | {"chunk": 1}, file)
    file.write_bytes(b"x = 1\r\n")
    assert not lab.is_there(model, file)
