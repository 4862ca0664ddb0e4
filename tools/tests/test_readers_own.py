"""Nothing of the reader's own is lost, and no setting of the reader's own changes a result."""

import asyncio
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import jupytext
import lab
import matplotlib as mpl
import nbformat
import pytest
import run_notebook as tool
from conftest import ROOT
from jupytext.async_contentsmanager import build_async_jupytext_contents_manager_class
from nbformat.v4 import new_markdown_cell
from rings import numbered
from test_build import answer, contents, interrupted, make, ran, runs, tiny
from test_build import project as project  # the fixture
from tornado.web import HTTPError

from subtraction_games import figures

NEXT = f"{int(numbered()[-1].stem[:2]) + 1:02}"
THESIS = nbformat.writes(nbformat.v4.new_notebook(cells=[new_markdown_cell("my thesis")]))
DRAW = "from matplotlib import pyplot as plt; from subtraction_games import figures; "
SAVE = f"{DRAW}figures.save(plt.figure(), 'thesis')"
MADE_FOR = f"Python {platform.python_version()} in {{}}\n"  # as make writes it to an environment

# Every place where a program of this project removes, clears, truncates or overwrites a path that a person can name or
# write to: the file that was there before, the command, and what its one line of refusal says, or "" if it has nothing
# to refuse. Whoever adds such a place adds a line. `board` is here to show that it writes to its standard output alone.
DESTROYERS = [
    ("thesis/thesis.txt", "make ready-engine ENV= VENV=thesis", "VENV=thesis was not made by make"),
    ("thesis/.git/HEAD", "make ready-engine ENV= VENV=thesis", "VENV=thesis was not made by make"),
    ("thesis.txt", "make ready-engine ENV= VENV=.", "VENV=. was not made by make"),
    ("thesis.txt", "make ready-engine ENV= VENV=thesis.txt", "VENV=thesis.txt was not made by make"),
    ("thesis.txt", "make ready-engine ENV= VENV=", "VENV must be a path without a space"),
    (".venv/lib/my.pth", "make ready-engine ENV=", "VENV=.venv was not made by make"),
    (".venv/lib/my.pth", "VENV=.venv make ready-engine ENV=", "VENV=.venv was not made by make"),
    ("notebooks/mine/thesis.py", "make clean", ""),
    ("runs/thesis.npy", "make clean", ""),
    ("build/workbook/thesis.ipynb", "make clean", ""),
    ("build/workbook/thesis.ipynb", "make workbook", "build/workbook may contain a class's work"),
    ("thesis/thesis.ipynb", "tool workbook thesis", "thesis may contain a class's work"),
    ("thesis", "tool workbook thesis", "thesis may contain a class's work"),
    (f"beyond/notebooks/{NEXT}-x.ipynb", f"make notebook NAME={NEXT}-x", "may contain your work"),
    ("beyond/notebooks/solutions/part-2.ipynb", f"make notebook NAME={NEXT}-x", "may contain your work"),
    ("beyond/notebooks/solutions/part-3.py", f"make notebook NAME={NEXT}-x", "may contain your work"),
    ("build/mine/notebooks/mine/idea.ipynb", "make mine/idea", "idea.ipynb was edited outside JupyterLab: mv build/"),
    ("notebooks/mine/idea.ipynb", "make mine/idea", "edited outside JupyterLab: python -m jupytext --to py:percent"),
    ("thesis/notebooks/mine/idea.ipynb", "tool run_notebook notebooks/mine/idea thesis", "edited outside"),
    ("thesis/figures/thesis.svg", "tool run_notebook notebooks/mine/idea thesis", ""),
    ("build/game/n-300.txt", "make game GAME=n N=300", ""),
    ("build/game/linked/thesis.html", "make game GAME=n N=300", ""),
    ("build/game/n-300/notebooks/templates/game.ipynb", "make game GAME=n N=300", "was edited outside"),
    ("thesis/thesis.svg", "SUBTRACTION_GAMES_OUTPUT=thesis save", ""),
    ("thesis/figures/other.svg", "SUBTRACTION_GAMES_OUTPUT=thesis save", ""),
    ("thesis/figures/linked/thesis.svg", "SUBTRACTION_GAMES_OUTPUT=thesis save", ""),
    ("thesis.html", "board nonsense 3", "a game must be"),
    ("thesis/thesis.npy", "run nim_values squares 300 --folder thesis", "thesis"),
    ("thesis/results.npy", "run nim_values squares 300 --folder thesis", "thesis"),
    ("thesis", "run nim_values squares 300 --folder thesis", "thesis"),
]
COMMANDS = {
    "make": ["make"],
    "tool": [sys.executable, "tools"],
    "save": [sys.executable, "-c", SAVE],
    "board": [sys.executable, "-m", "subtraction_engine", "board"],
    "run": [sys.executable, "-m", "subtraction_engine", "run"],
}


@pytest.mark.parametrize(("path", "command", "refusal"), DESTROYERS, ids=lambda part: part.replace("/", "-"))
def test_a_strangers_file_survives(project, path, command, refusal):
    shutil.copytree(ROOT / "notebooks/templates", project / "notebooks/templates", dirs_exist_ok=True)
    (project / "beyond/notebooks/solutions").mkdir()
    for name in (
        f"notebooks/{int(NEXT) - 1:02}-last.py",
        "beyond/notebooks/solutions/part-1.py",
        "notebooks/README.md",
    ):
        (project / name).touch()
    (project / "notebooks/mine/idea.py").write_text("# %%\nn = 1\n")
    os.utime(project / "notebooks/mine/idea.py", (0, 0))
    theirs = project / path
    theirs.parent.mkdir(parents=True, exist_ok=True)
    theirs.write_text(THESIS if path.endswith(".ipynb") else "my thesis")
    if "/linked/" in path:  # the name that the command replaces is a link to it
        (theirs.parent.parent / ("n-300.html" if "build/game" in path else "thesis.svg")).symlink_to(theirs)
    before = contents(project)
    setting, program, rest = re.fullmatch(r"(?:(\S+=\S*) )?(\w+) ?(.*)", command).groups()
    variables = dict([setting.split("=")] if setting else []) | {"PIP_NO_INDEX": "1", "PYTHON": sys.executable}
    finished = ran(project, *COMMANDS[program], *rest.split(), **variables)
    assert theirs.read_text() == before[theirs][1].decode(), finished.stderr
    assert (finished.returncode == 0) is (refusal == ""), finished.stderr
    if refusal:
        assert refusal in finished.stderr
        assert "Traceback" not in finished.stderr
        assert contents(project) == before


def test_an_interrupted_set_up_is_repaired_and_what_make_made_is_cleared(project):
    hangs = project / "hangs"
    begins = 'case "$*" in *venv*) : >.venv/half; exec sleep 600;; esac'
    hangs.write_text(f'#!/bin/sh\n{begins}; exec "{sys.executable}" "$@"\n')
    hangs.chmod(0o755)
    offline = {"ENV": "", "PIP_NO_INDEX": "1"}
    interrupted(project, "ready-engine", until="*/.venv/half", PYTHON=str(hangs), **offline)
    finished = make(project, "ready-engine", PYTHON=sys.executable, **offline)
    assert finished.stdout == "setting up .venv for engine, once: about a minute\n", finished.stderr
    assert (project / ".venv/bin/python").exists()
    assert not (project / ".venv/half").exists()


def edit(path, how):
    """Change an .ipynb as an editor does that doesn't know of its source: it keeps ids, and gives new cells others."""
    notebook = nbformat.read(path, as_version=4)
    cells = notebook.cells
    if how == "change":
        cells[1].source += "\nmine = 1"
    edited = {"add": [*cells, new_markdown_cell("mine")], "remove": cells[1:], "move": cells[::-1]}
    notebook.cells = edited.get(how, cells)
    nbformat.write(notebook, path)


def test_a_notebook_edited_elsewhere_is_run_only_when_its_edit_is_kept_or_dropped(project):
    source, executed = tiny(project), project / "notebooks/21-tiny.ipynb"
    runs(project, 1, "all")
    source.write_text(source.read_text() + "\n# %%\nx = 1\n")
    runs(project, 1, "all")  # the usual case: the .ipynb is older than its source, and nobody has edited it
    edit(executed, "change")
    shutil.copytree(project / "notebooks", project / "notebooks/solutions")
    before, kept = contents(project), executed.read_bytes()
    for typed in ("figures/21 NIM_N=300", "solutions/21-tiny", "all"):
        line = answer(make(project, *typed.split()))
        assert "was edited outside JupyterLab" in line
    assert contents(project) == before
    keep, drop = re.fullmatch(r".*: (python -m .*) keeps the edit, in place of .*; (rm .*) drops it", line).groups()
    ran(project, *shlex.split(keep)).check_returncode()
    runs(project, 1, "all")
    assert "mine = 1" in source.read_text()
    assert "mine = 1" in executed.read_text()
    tiny(project)
    executed.write_bytes(kept)
    ran(project, *shlex.split(drop)).check_returncode()
    runs(project, 1, "all")
    assert "mine" not in executed.read_text()


EDITED = r"was edited outside JupyterLab: .* keeps the edit.*; rm .* drops it"


@pytest.mark.parametrize("how", ["change", "add", "remove", "move"])
def test_every_edit_is_noticed_and_nothing_else(tmp_path, monkeypatch, how):
    source, executed, elsewhere = (tmp_path / name for name in ("01-a.py", "01-a.ipynb", "build.ipynb"))
    monkeypatch.setattr(tool, "numbered", lambda: [source])
    for path in (executed, elsewhere):
        source.write_text("# %%\nn = 1\n# %%\nm = 2\n")
        path.write_text(tool.normalized(jupytext.read(source)))
        tool.refuse_to_lose_an_edit(path, source)
        source.write_text(source.read_text() + "# %%\nk = 3\n")
        tool.refuse_to_lose_an_edit(path, source)  # only the source was edited
        edit(path, "save")
        tool.refuse_to_lose_an_edit(path, source)  # an editor saved it without a change
        edit(path, how)
        with pytest.raises(ValueError, match=EDITED):
            tool.refuse_to_lose_an_edit(path, source)
        source.write_text(jupytext.writes(jupytext.read(path), "py:percent"))
        tool.refuse_to_lose_an_edit(path, source)  # both halves have the edit
    executed.write_text("<<<<<<< ours\n")
    with pytest.raises(ValueError, match="is no notebook, perhaps since a merge; rm "):
        tool.refuse_to_lose_an_edit(executed, source)


def test_in_a_pair_of_a_readers_own_the_half_that_was_saved_last_runs(tmp_path):
    """JupyterLab saves a pair of a reader's own with ids that say nothing."""
    source, executed = tmp_path / "idea.py", tmp_path / "idea.ipynb"
    source.write_text("# %%\nn = 1\n")
    jupytext.write(jupytext.read(source), executed)
    for how, seconds in (("save", 1), ("save", 10**10), ("add", 1)):
        edit(executed, how)
        os.utime(executed, (seconds, seconds))
        tool.refuse_to_lose_an_edit(executed, source)
    os.utime(executed, (10**10, 10**10))
    with pytest.raises(ValueError, match=r"py:percent .*idea\.ipynb keeps the edit, in place of .*idea\.py"):
        tool.refuse_to_lose_an_edit(executed, source)


# The settings of a hostile home. Whoever meets another one adds a line. Each does something that would be seen: it
# changes a figure or a notebook, stops the run, or leaves a file that begins with "ran".
RC = "font.family: serif\naxes.grid: True\nsavefig.bbox: tight\nsvg.fonttype: none\nlines.linewidth: 9\nnonsense: 1\n"
RUNS = "import os; open(os.path.expanduser('~/ran-' + {!r}), 'w').close()\n"
KERNEL = json.dumps({"argv": ["false", "{connection_file}"], "display_name": "mine", "language": "python"})
USER_SITE = f".local/lib/python{sysconfig.get_python_version()}/site-packages"
FILES = {
    ".config/matplotlib/matplotlibrc": RC,
    "matplotlib/matplotlibrc": RC,
    ".ipython/profile_default/ipython_config.py": "c.InteractiveShell.ast_node_interactivity = 'all'\n" + RUNS,
    ".ipython/profile_default/ipython_kernel_config.py": "c.InteractiveShell.ast_node_interactivity = 'all'\n" + RUNS,
    ".ipython/profile_default/startup/00-mine.py": "import numpy; numpy.set_printoptions(precision=2)\n" + RUNS,
    ".ipython/kernels/python3/kernel.json": KERNEL,
    ".local/share/jupyter/kernels/python3/kernel.json": KERNEL,
    "jupyter/kernels/python3/kernel.json": KERNEL,
    "jupyter/nbconvert/templates/lab/index.html.j2": "my template",
    ".local/share/jupyter/nbconvert/templates/lab/index.html.j2": "my template",
    ".jupyter/jupyter_config.json": '{"KernelManager": {"shutdown_wait_time": 600}}',
    ".jupyter/jupyter_lab_config.py": "c.LabApp.default_url = '/lab/tree/mine'\n",
    ".jupyter/jupyter_nbconvert_config.json": '{"HTMLExporter": {"exclude_input": true}}',
    ".config/jupytext/jupytext.toml": 'formats = "ipynb,md"\ncell_metadata_filter = "-all"\n',
    ".config/pip/pip.conf": "[global]\nuser = true\n[install]\ntarget = /nowhere\nprefix = /nowhere\n",
    ".pydistutils.cfg": "[install]\nprefix = /nowhere\n",
    f"{USER_SITE}/usercustomize.py": RUNS,
    "python/sitecustomize.py": RUNS,
    "python/numpy.py": "raise SystemExit('this is not numpy')\n",
    "python/rings.py": "raise SystemExit('these are not the rings')\n",
    "startup.py": "import matplotlib; matplotlib.rcParams['lines.linewidth'] = 9\n" + RUNS,
}
VARIABLES = """MATPLOTLIBRC={home}/matplotlib MPLBACKEND=TkAgg IPYTHONDIR={home}/.ipython NUMBA_CPU_NAME=generic
JUPYTER_PATH={home}/jupyter JUPYTER_PREFER_ENV_PATH=0 JUPYTER_CONFIG_DIR={home}/.jupyter
JUPYTER_CONFIG_PATH={home}/.jupyter PYTHONHOME={home} PYTHONINSPECT=1 PYTHONOPTIMIZE=2 PYTHONPATH={home}/python
PYTHONSAFEPATH=1 PYTHONSTARTUP={home}/startup.py PYTHONUSERBASE={home}/.local PYTHONWARNINGS=error
PIP_USER=1 PIP_TARGET={home}/pip PIP_PREFIX={home}/pip PIP_ROOT={home}/pip PIP_PYTHON=/bin/false
SUBTRACTION_GAMES_OUTPUT={home}/output TQDM_DISABLE=0"""


def hostile(home):
    """Write the settings to a home, and return the variables that are set there."""
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text.replace("{!r}", repr(name.replace("/", "-"))))
    return dict(each.split("=") for each in VARIABLES.replace("{home}", str(home)).split())


def test_a_run_depends_on_no_setting_of_the_reader(project, tmp_path):
    """An environment is ready in the copy of the project, since nothing can be installed without a network."""
    for source in (path for number in "126" for path in ROOT.glob(f"notebooks/0{number}-*.py")):
        shutil.copy2(source, project / "notebooks")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", project / ".venv"], check=True)
    (packages,) = (project / ".venv/lib").glob("python*/site-packages")
    (packages / "here.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    (project / ".venv/share").symlink_to(Path(sys.prefix, "share"))
    (project / ".venv/.made-for").write_text(MADE_FOR.format(project))
    for extra in ("engine", "notebooks"):
        (project / f".venv/.ready-{extra}").touch()
    common = {"ENV": "", "PYTHON": sys.executable, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    common |= {"NIM_N": "256", "COLD_N": "256", "LESSON_N": "256"}
    made = []
    for kind in ("empty", "hostile"):
        home = tmp_path / kind
        home.mkdir()
        given = common | {"HOME": str(home)} | (hostile(home) if kind == "hostile" else {})
        for targets in (["figures"], ["game", "GAME=n", "N=300"]):
            finished = make(project, *targets, **given)
            assert finished.returncode == 0, finished.stderr
        made.append({path: content for path, (_, content) in contents(project / "build").items()})
        assert not [*home.glob("ran*"), *home.glob("output")]
        shutil.rmtree(project / "build")
    assert {path.suffix for path in made[0]} >= {".ipynb", ".svg", ".png", ".csv", ".html"}
    assert made[0].keys() == made[1].keys()
    assert [path for path in made[0] if made[0][path] != made[1][path] and path.parent.name != "stamps"] == []


def test_pip_sees_no_variable_that_leads_out_of_the_environment(project, tmp_path):
    """The programs of this environment only note their variables."""
    (project / ".venv/bin").mkdir(parents=True)
    for program in ("python", "uv"):
        (project / f".venv/bin/{program}").write_text(f'#!/bin/sh\nenv >>"{tmp_path}/variables"\n')
        (project / f".venv/bin/{program}").chmod(0o755)
    (project / ".venv/.made-for").write_text(MADE_FOR.format(project))
    make(project, "ready-engine", **hostile(tmp_path) | {"ENV": "", "PYTHON": sys.executable}).check_returncode()
    seen = dict(line.split("=", 1) for line in (tmp_path / "variables").read_text().splitlines() if "=" in line)
    assert {name for name in seen if name.startswith(("PIP_", "PYTHON"))} == {"PIP_USER", "PYTHON"}
    assert seen["PIP_USER"] == "0"


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
    shown = asyncio.run(manager.get("01-a.ipynb"))["content"]
    assert [cell.source for cell in shown.cells] == ["n = 2"], "the source is shown, as ever"
    edit(executed, "change")
    with pytest.raises(HTTPError, match="was edited outside JupyterLab: ") as raised:
        asyncio.run(manager.get("01-a.ipynb"))
    assert raised.value.status_code == 409
    names = [entry["name"] for entry in asyncio.run(manager.get(""))["content"]]
    assert sorted(names) == ["01-a.ipynb", "01-a.py"]
