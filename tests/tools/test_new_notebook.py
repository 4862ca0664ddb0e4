"""What `make notebook` writes: it runs, and the tests of form have nothing against it."""

import re
import shutil

import claims
import new_notebook
import pytest
import run_notebook
import test_notebooks as form
from conftest import ROOT

import figures

NEXT = f"{int(form.SOURCES[-1].stem[:2]) + 1:02}"


@pytest.fixture
def project(tmp_path):
    ignored = shutil.ignore_patterns("*.ipynb", ".ipynb_checkpoints")
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks", ignore=ignored)
    return tmp_path


def test_a_new_notebook_runs_and_has_the_form_of_the_others(project, monkeypatch):
    source, solutions, contents = new_notebook.write(f"{NEXT}-hexagons", project)
    assert contents.read_text().splitlines()[-1].startswith(f"* [{NEXT}. Hexagons](beyond/{NEXT}-hexagons.ipynb): ")
    assert not re.search(r"NUMBER|SLUG|TITLE|FIGURE|PART", source.read_text() + solutions.read_text())
    (drawn,) = figures.Notebook(source, figures.SIZES, project).figures
    assert not list(ROOT.glob(f"figures/{drawn.removesuffix('-hexagons')}-*"))
    for path in (source, solutions):
        shutil.move(run_notebook.run(path, project / "out", {}), path.with_suffix(".ipynb"))
        found = claims.Notebook(path)
        assert found.claims
        assert [str(claim) for claim in found.claims if not found.backs(claim)] == []
        form.test_a_source_is_as_jupytext_writes_it(path)
    assert {path.suffix for path in (project / "out/figures").glob(f"{drawn}.*")} == {".svg", ".png", ".csv"}
    monkeypatch.setattr(form, "ROOT", project)
    form.test_one_parameters_cell_of_literals(source)
    form.test_exercises_are_of_three_kinds_each_with_its_solution(source)


def test_one_that_failed_is_begun_again_and_keeps_what_is_written(project):
    name = f"{NEXT}-hexagons"
    first = source, solutions, contents = new_notebook.write(name, project)
    source.write_text(source.read_text() + "# mine\n")
    written = [source.read_text(), solutions.read_text(), contents.read_text()]
    solutions.unlink()
    contents.write_text("".join(contents.read_text().splitlines(keepends=True)[:-1]))
    for made in (source, solutions):
        assert new_notebook.write(name, project) == first
        assert [path.read_text() for path in first] == written
        made.with_suffix(".ipynb").touch()
    with pytest.raises(ValueError, match=f"NAME must be {int(NEXT) + 1}"):
        new_notebook.write(name, project)


def test_a_name_that_can_not_be_taken_is_answered(project):
    before = sorted(project.rglob("*"))
    for name in ("", "01-again", "hexagons", f"{NEXT}-", f"{NEXT}-Two words", f"{NEXT}-../x"):
        with pytest.raises(ValueError, match=f"NAME must be {NEXT} and what it is about, such as {NEXT}-hexagons"):
            new_notebook.write(name, project)
    assert sorted(project.rglob("*")) == before
