"""Nothing of the reader's own is lost, and no setting of the reader's own changes a result."""

import asyncio
import json
import os
import re
import shutil
import sys

import jupytext
import lab
import matplotlib as mpl
import nbformat
import pytest
import run_notebook as tool
from jupytext.async_contentsmanager import build_async_jupytext_contents_manager_class
from nbformat.v4 import new_markdown_cell
from test_build import answer, contents, ran, runs, tiny
from test_build import project as project  # the fixture
from tornado.web import HTTPError

from subtraction_games import figures

THESIS = nbformat.writes(nbformat.v4.new_notebook(cells=[new_markdown_cell("my thesis")]))
SHOWS = """# %%
import numpy as np
from matplotlib import pyplot as plt
from subtraction_games import figures
figures.use_style()
np.ones(1)
print(np.arange(3) / 7)
fig, ax = plt.subplots()
ax.plot([1, 2, 0])
figures.save(fig, "figure-21-nothing")
figures.show(fig, "a line")
"""


@pytest.fixture
def own(project):
    """A copy of the project with notebook 21, the solutions to notebooks 1 to 4, and a notebook of the reader's own."""
    tiny(project, 21)
    (project / "beyond/notebooks/solutions/01-04.py").touch()
    (project / "notebooks/mine/idea.py").write_text(SHOWS)
    os.utime(project / "notebooks/mine/idea.py", (0, 0))
    return project


def written(path):
    """Write a stranger's file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(THESIS if path.suffix == ".ipynb" else "my thesis")
    return path


# What is refused: a stranger's file that is there before, what is typed, and what the one line of the answer contains.
# Here and in KEPT below, each program that removes, clears or overwrites a path that a person can name has a line.
# engine/tests has those of long runs.
REFUSED = [
    ("", "make figures NIM_N=5", "NIM_N must be a whole number from 256"),
    ("", "make figures METHOD=magic", "METHOD must be one of auto, "),
    ("", "make figures/figure-99", "nothing makes figure-99; there are notebooks 21, and figure-N for N = 21"),
    ("", "make mine/none", "there is no notebooks/mine/none.py; notebooks/mine/README.md explains how to begin"),
    ("", "make solutions/notebook-9", "there is no notebooks/solutions/notebook-9.py; there are only 01-04"),
    ("", """make mine/idea "N=1'; touch pwned; echo '" """, "n must be a whole number"),
    ("", "make long", "say how far: make long COLD_N=2**34"),
    ("", "make notebook NAME=22-../x", "NAME must be 22 and a subject, such as 22-hexagons"),
    ("", "make game GAME=rabbits", "a game must be"),
    ("", "make game GAME=no.py:f", "there is no Python file no.py for a game 'no.py:f'"),
    ("", "make game GAME=notebooks/mine/idea.py", "name the function, too, as in notebooks/mine/idea.py:rabbits"),
    ("", "make game GAME=notebooks/mine/idea.py:rabits", "there is no rabits in notebooks/mine/idea.py, which defines"),
    ("", "make figures N=2**14", "NIM_N, COLD_N and LESSON_N set the sizes of figures, not N"),
    ("", "make mine/idea NIM_N=2**14", "N sets the size of your own game or notebook"),
    ("", "make ready-engine ENV= VENV=", "VENV must be a path without a space"),
    ("thesis/.git/HEAD", "make ready-engine ENV= VENV=thesis", "VENV=thesis was not made by make"),
    (".venv/lib/my.pth", "make ready-engine ENV=", "VENV=.venv was not made by make"),
    ("thesis", "python tools workbook thesis", "thesis may contain a class's work"),
    ("beyond/notebooks/solutions/22-22.ipynb", "make notebook NAME=22-x", "may contain your work"),
    ("build/mine/notebooks/mine/idea.ipynb", "make mine/idea", "idea.ipynb was edited outside JupyterLab: mv build/"),
    ("notebooks/mine/idea.ipynb", "make mine/idea", "edited outside JupyterLab: python -m jupytext --to py:percent"),
]


@pytest.mark.parametrize(("path", "typed", "answered"), REFUSED, ids=lambda text: text.replace("/", "-"))
def test_what_is_refused_is_answered_in_one_line_and_changes_nothing(own, path, typed, answered):
    if path:
        written(own / path)
    before = contents(own)
    assert answered in answer(ran(own, typed, PYTHON=sys.executable))
    assert contents(own) == before


KEPT = [  # what is typed, and the files that it leaves as they are, though it writes or removes others beside them
    ("make clean", "notebooks/mine/thesis.py runs/thesis.npy build/workbook/thesis.ipynb"),
    ("python tools run_notebook notebooks/mine/idea thesis", "thesis/figures/figure-1.svg"),
    ("make game GAME=n N=300", "build/game/n-300.txt"),
]


@pytest.mark.parametrize(("typed", "paths"), KEPT, ids=lambda text: text.replace("/", "-"))
def test_a_strangers_file_survives(own, typed, paths):
    (own / "notebooks/templates/game.py").write_text('# %% tags=["parameters"]\ngame = ""\nn = 1\n')
    theirs = [written(own / path) for path in paths.split()]
    before = [path.read_bytes() for path in theirs]
    finished = ran(own, typed)
    assert finished.returncode == 0, finished.stderr
    assert [path.read_bytes() for path in theirs] == before


def edit(path, how):
    """Change an .ipynb as an editor does that doesn't know of its source: it keeps ids, and gives new cells others."""
    notebook = nbformat.read(path, as_version=4)
    cells = notebook.cells
    if how == "change":
        cells[1].source += "\nmine = 1"
    edited = {"add": [*cells, new_markdown_cell("mine")], "move": cells[::-1]}
    notebook.cells = edited.get(how, cells)
    nbformat.write(notebook, path)


def test_a_notebook_edited_elsewhere_is_run_only_when_its_edit_is_kept_or_dropped(project):
    source, executed = tiny(project), project / "notebooks/21-tiny.ipynb"
    executed.write_text(tool.normalized(jupytext.read(source)))
    edit(executed, "change")
    for half in (source, executed):
        shutil.copy2(half, project / "notebooks/solutions")
    before = contents(project / "notebooks")
    for targets in ("figures/21 NIM_N=300", "solutions/21-tiny", "all"):
        line = answer(ran(project, f"make {targets}"))
        assert "was edited outside JupyterLab" in line
    assert contents(project / "notebooks") == before
    keep, drop = re.fullmatch(r".*: (python -m .*) keeps the edit, in place of .*; (rm .*) drops it", line).groups()
    assert ran(project, keep).returncode == 0
    runs(project, "all", "21")
    assert "mine = 1" in source.read_text()
    assert "mine = 1" in executed.read_text()
    assert ran(project, drop).returncode == 0
    assert before.keys() - contents(project / "notebooks").keys() == {executed}


@pytest.mark.parametrize("how", ["change", "add", "move"])
def test_every_edit_is_noticed_and_nothing_else(tmp_path, monkeypatch, how):
    source, executed = tmp_path / "01-a.py", tmp_path / "01-a.ipynb"
    monkeypatch.setattr(tool, "numbered", lambda: [source])
    source.write_text("# %%\nn = 1\n# %%\nm = 2\n")
    executed.write_text(tool.normalized(jupytext.read(source)))
    source.write_text(source.read_text() + "# %%\nk = 3\n")
    edit(executed, "save")
    tool.refuse_to_lose_an_edit(executed, source)  # only the source was edited
    edit(executed, how)
    with pytest.raises(ValueError, match=r"was edited outside JupyterLab: .* keeps the edit.*; rm .* drops it"):
        tool.refuse_to_lose_an_edit(executed, source)
    source.write_text(jupytext.writes(jupytext.read(executed), "py:percent"))
    tool.refuse_to_lose_an_edit(executed, source)  # both halves have the edit
    executed.write_text("<<<<<<< ours\n")
    with pytest.raises(ValueError, match="is no notebook, perhaps since a merge; rm "):
        tool.refuse_to_lose_an_edit(executed, source)


def test_in_a_pair_of_a_readers_own_the_half_that_was_saved_last_runs(tmp_path):
    """JupyterLab saves a pair of a reader's own with ids that say nothing. REFUSED has the other case."""
    source, executed = tmp_path / "idea.py", tmp_path / "idea.ipynb"
    source.write_text("# %%\nn = 1\n")
    jupytext.write(jupytext.read(source), executed)
    edit(executed, "add")
    os.utime(executed, (1, 1))
    tool.refuse_to_lose_an_edit(executed, source)


RC = "font.family: serif\naxes.grid: True\nsavefig.bbox: tight\nsvg.fonttype: none\nlines.linewidth: 9\nnonsense: 1\n"
KERNEL = json.dumps({"argv": ["false", "{connection_file}"], "display_name": "mine", "language": "python"})
SETTINGS = {  # files of a reader's home that would change a figure or a notebook, or stop the run
    ".config/matplotlib/matplotlibrc": RC,
    ".ipython/profile_default/startup/00-mine.py": "import numpy; numpy.set_printoptions(precision=2)\n",
    ".local/share/jupyter/kernels/python3/kernel.json": KERNEL,
    ".local/share/jupyter/nbconvert/templates/lab/index.html.j2": "my template",
    "startup.py": "import matplotlib; matplotlib.rcParams['lines.linewidth'] = 9\n",
}
VARIABLES = """HOME={home} MPLBACKEND=TkAgg MATPLOTLIBRC={home}/.config/matplotlib IPYTHONDIR={home}/.ipython
JUPYTER_PATH={home}/.local/share/jupyter PYTHONSTARTUP={home}/startup.py PYTHONWARNINGS=error PYTHONOPTIMIZE=2
JUPYTER_PREFER_ENV_PATH=0 PYTHONINSPECT=1 PYTHONUSERBASE={home} PYTHONSAFEPATH=1
SUBTRACTION_GAMES_OUTPUT={home}/output TQDM_DISABLE=0"""


def test_a_run_depends_on_no_setting_of_the_reader(project, tmp_path):
    tiny(project, more=SHOWS)
    (project / "notebooks/templates/game.py").write_text('# %% tags=["parameters"]\ngame = ""\nn = 1\n' + SHOWS)
    home, made = tmp_path / "home", []
    for name, text in SETTINGS.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    for variables in ("", VARIABLES.format(home=home)):
        for targets in ("figures/21 NIM_N=256", "game GAME=n N=300"):
            finished = ran(project, f"make {targets}", **dict(each.split("=") for each in variables.split()))
            assert finished.returncode == 0, finished.stderr
        files = [path for path in (project / "build").rglob("*.*") if path.is_file()]
        made.append({path: path.read_bytes() for path in files})
        shutil.rmtree(project / "build")
    assert {path.suffix for path in made[0]} >= {".ipynb", ".svg", ".png", ".csv", ".html"}
    assert made[0].keys() == made[1].keys()
    assert [path for path in made[0] if made[0][path] != made[1][path]] == []
    assert not (home / "output").exists()


def test_an_environment_is_set_up_once_and_again_when_something_has_changed(project, tmp_path):
    """The environment has no pip, so nothing can be installed, until programs in it only note their variables."""
    python, environment = tmp_path / "without-pip", project / ".venv"
    python.write_text(
        f'#!/bin/sh\ncase "$*" in *venv*) set -- "$@" --without-pip;; esac\nexec "{sys.executable}" "$@"\n'
    )
    python.chmod(0o755)
    environment.mkdir()
    (environment / ".made-for").write_text("make began it\n")  # and was interrupted
    (environment / "half").touch()

    def sets_up():
        finished = ran(project, "make ready-engine", ENV="", PYTHON=str(python), PIP_USER="1", PIP_TARGET="elsewhere")
        return finished.stdout.startswith("setting up .venv for engine"), finished.returncode == 0

    for _ in range(2):  # a step that failed is tried again
        assert sets_up() == (True, False)
    assert not (environment / "half").exists(), "an interrupted set-up is cleared"
    for program in (environment / "bin/python", environment / "bin/uv"):
        program.unlink(missing_ok=True)
        program.write_text(f'#!/bin/sh\nenv >>"{tmp_path}/variables"\n')
        program.chmod(0o755)
    assert sets_up() == (True, True)
    seen = (tmp_path / "variables").read_text()
    assert "PIP_USER=0" in seen
    assert "PIP_TARGET" not in seen, "pip sees no variable that leads out of the environment"
    assert sets_up() == (False, True)
    (project / "pyproject.toml").touch()
    assert sets_up() == (True, True)
    project = project.rename(project.with_name("moved"))
    assert sets_up() == (True, False), "the name of its folder is part of an environment"


def test_figures_begin_from_the_defaults_of_matplotlib():
    with mpl.rc_context({"font.family": "serif", "axes.grid": True, "svg.fonttype": "none"}):
        figures.use_style()
        changed = {key for key, value in mpl.rcParams.items() if value != mpl.rcParamsDefault[key]}
        assert changed <= figures.STYLE.keys() | {"backend", "backend_fallback", "interactive"}


def test_jupyterlab_does_not_open_what_it_would_save_without_an_edit(tmp_path, monkeypatch):
    source, executed = tmp_path / "01-a.py", tmp_path / "01-a.ipynb"
    source.write_text("# %%\nn = 1\n# %%\nm = 2\n")
    executed.write_text(tool.normalized(jupytext.read(source)))
    source.write_text("# %%\nn = 2\n")
    for module in (lab, tool):
        monkeypatch.setattr(module, "numbered", lambda: [source])
    manager = build_async_jupytext_contents_manager_class(lab.FileManager)(root_dir=str(tmp_path))
    assert [cell.source for cell in asyncio.run(manager.get("01-a.ipynb"))["content"].cells] == ["n = 2"]
    edit(executed, "change")
    with pytest.raises(HTTPError, match="was edited outside JupyterLab: ") as raised:
        asyncio.run(manager.get("01-a.ipynb"))
    assert raised.value.status_code == 409
