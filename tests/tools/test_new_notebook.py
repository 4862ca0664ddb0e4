"""The notebook that `make notebook` writes runs, and passes the tests of form."""

import re
import shutil

import claims
import new_notebook
import places
import run_notebook
import test_notebooks as form
from conftest import ROOT

import figures


def test_a_new_notebook_runs_and_has_the_form_of_the_others(tmp_path, monkeypatch, capsys):
    """In a project that has the sources of the others."""
    for module in (places, new_notebook, run_notebook, figures, form):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    notebooks = shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks", ignore=shutil.ignore_patterns("*.ipynb*"))
    number = int(form.SOURCES[-1].stem[:2]) + 1
    monkeypatch.setattr(figures, "STAMPS", tmp_path / "build/stamps")
    monkeypatch.setattr(figures, "RUN_BY", ())
    monkeypatch.chdir(tmp_path)
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    new_notebook.main(f"{number}-hexagons")
    source, solutions = notebooks / f"beyond/{number}-hexagons.py", places.solutions()[-1]
    line = (notebooks / "README.md").read_text().splitlines()[-1]
    assert line.startswith(f"* [{number}. Hexagons](beyond/{number}-hexagons.ipynb): ")
    assert not re.search(r"NUMBER|SLUG|TITLE|FIGURE|PART", source.read_text() + solutions.read_text())
    (drawn,) = figures.Notebook(source, figures.SIZES, tmp_path).figures
    for path in (source, solutions):
        found = claims.Notebook(path)
        assert found.claims
        assert [str(each) for each in found.claims if each.number() not in found.sections[each.section]] == []
        form.test_a_source_is_as_jupytext_writes_it(path)
    assert {path.suffix for path in (tmp_path / "figures").glob(f"{drawn}.*")} == {".svg", ".png", ".csv"}
    form.test_one_parameters_cell_of_literals(source)
    form.test_exercises_are_of_three_kinds_each_with_its_solution(source)
    last = capsys.readouterr().out.splitlines()[-1]
    (patterns,) = re.findall(r"^\(to undo it all: rm (.*); git restore notebooks/README\.md\)$", last)
    undone = {path for pattern in patterns.split() for path in tmp_path.glob(pattern)}
    made = {path for path in tmp_path.rglob("*") if path.is_file()} - before
    assert undone == {path for path in made if not path.is_relative_to(tmp_path / "build")}
    assert len(undone) == 7
