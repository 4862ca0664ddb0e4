"""The notebooks in a real JupyterLab, as `make lab` starts it, in a real browser: `make test-lab`.

It serves a copy of all that git tracks, since these tests try to change it. They begin where the one before ended, in
one tab. With OPEN=180 in the environment the notebooks stay open for three minutes before it is asked what changed.

    python tests/browser/test_lab.py [pytest's options]
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
import test_pages
from test_pages import PROBLEM, ROOT, WIDE

browser = test_pages.browser
if PROBLEM and __name__ != "__main__":
    pytest.skip(PROBLEM, allow_module_level=True)

NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "notebooks").rglob("[0-9p]*.ipynb"))
NOTEBOOKS = [path for path in NOTEBOOKS if ".ipynb_checkpoints" not in path]
LINKED = [path for path in NOTEBOOKS if re.search("/0[127]|/1[47]", path)] + ["book/play.md", "book/explore.md"]

READY = """path => { const open = jupyterapp.shell.currentWidget?.context;
  return open?.path === path && open.isReady && !open.sessionContext?.isRestarting; }"""
CLOSE_BUT = """kept => [...jupyterapp.shell.widgets("main")].forEach(widget => widget === kept || widget.close())"""
# the link with this number in a notebook's cell, or in a page
LINK = """async ([cell, number]) => {
  const shown = jupyterapp.shell.currentWidget.content;
  if (cell !== null) { shown.activeCellIndex = cell; await shown.scrollToItem(cell); await shown.widgets[cell].ready; }
  const around = cell === null ? shown.node : shown.widgets[cell].node;
  const there = () => around.querySelectorAll(".jp-RenderedMarkdown a[href]:not(.jp-InternalAnchorLink)");
  for (let k = 0; k < 300 && there().length <= number; k++) await new Promise(requestAnimationFrame);
  return there()[number]; }"""
LANDED = """fragment => {
  const whole = jupyterapp.shell.currentWidget.node, box = whole.getBoundingClientRect();
  const named = [...whole.querySelectorAll("[id], [data-jupyter-id]")];
  const place = named.find(e => [e.id, e.dataset.jupyterId].includes(fragment))?.getBoundingClientRect();
  return place && place.top >= box.top && place.bottom <= box.bottom; }"""


@pytest.fixture(scope="session")
def project(tmp_path_factory) -> Path:
    """A copy of what git tracks, as it stands here, in an index of its own."""
    folder = tmp_path_factory.mktemp("project")
    for name in git(ROOT, "ls-files").splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    return folder


def git(folder: Path, *arguments: str) -> str:
    finished = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return finished.stdout


def changed(project: Path) -> list[str]:
    """The files that differ from what git knows, or that it doesn't know."""
    known, unknown = git(project, "diff", "--name-only"), git(project, "ls-files", "--others", "--exclude-standard")
    return [*known.splitlines(), *unknown.splitlines()]


@pytest.fixture(scope="session")
def address(project, tmp_path_factory) -> Iterator[str]:
    """A server that knows nothing of whoever runs this test, started by make."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home, path = tmp_path_factory.mktemp("home"), f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {f"JUPYTER_{kind}_DIR": str(home / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    options = f"--no-browser --port={port} --IdentityProvider.token=here --LabApp.expose_app_in_browser=True"
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            ["make", "ENV=current", "lab", f"LAB_OPTIONS={options}"], cwd=project, stdout=log, stderr=log,
            env=os.environ | settings | {"PATH": path}, start_new_session=True,
        )  # fmt: skip
    for _ in range(600):
        try:
            urlopen(f"http://127.0.0.1:{port}/api?token=here").close()
            break
        except OSError:
            assert server.poll() is None, (home / "log").read_text()
            time.sleep(0.1)
    yield f"http://127.0.0.1:{port}/?token=here"
    os.killpg(server.pid, signal.SIGTERM)
    server.wait(60)


@pytest.fixture(scope="session")
def lab(browser, address):
    """The tab, with what `make lab` opens."""
    tab = browser.new_context(viewport=WIDE).new_page()
    tab.goto(address)
    tab.wait_for_function(f"() => window.jupyterapp && ({READY})('{NOTEBOOKS[0]}')", timeout=120_000)
    yield tab
    tab.context.close()


def opened(lab, path: str) -> None:
    lab.evaluate("async path => { await jupyterapp.commands.execute('docmanager:open', {path}); }", path)
    lab.wait_for_function(READY, arg=path, timeout=60_000)


# --- what lives ------------------------------------------------------------------------------------------


def live(lab, path: str):
    """The page in its frame, brought into sight, in a notebook that has just been opened."""
    opened(lab, path)
    cells = json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]
    (place,) = [k for k, cell in enumerate(cells) if "iframe class" in json.dumps(cell.get("outputs", []))]
    lab.evaluate("place => { jupyterapp.shell.currentWidget.content.scrollToItem(place, 'center'); }", place)
    assert lab.locator(".still:visible").count() == 0
    return lab.frame_locator(".jp-NotebookPanel:not(.lm-mod-hidden) iframe.live")


def test_it_opens_without_asking_anything_and_what_runs_answers_a_click(lab):
    board = live(lab, NOTEBOOKS[0])
    board.locator("button[data-heap='1'][data-take='4']").click()
    board.locator("#board[data-turn='you']:not([data-heaps='13,20'])").wait_for()
    assert board.locator("#board").get_attribute("data-heaps") != "13,16"
    assert lab.locator(".Toastify__toast, .jp-Dialog").count() == 0
    explorer = live(lab, "notebooks/07-modularity.ipynb")
    explorer.get_by_role("button", name="Width 65").click()
    explorer.locator("#explorer[data-width='65']").wait_for(state="attached")
    steps = live(lab, next(path for path in NOTEBOOKS if "/02" in path))
    steps.get_by_role("button", name="Next").click()
    assert steps.locator("#steps").get_attribute("data-step") == "2"


# --- nothing changes --------------------------------------------------------------------------------------


def test_reading_and_saving_all_notebooks_changes_nothing(lab, project):
    files = [project / path for name in NOTEBOOKS for path in (name, name.replace(".ipynb", ".py"))]
    before = [file.stat().st_mtime_ns for file in files]
    for path in NOTEBOOKS:
        opened(lab, path)
    idle = """() => [...jupyterapp.shell.widgets("main")].every(
        widget => widget.sessionContext?.session?.kernel?.status === "idle")"""
    lab.wait_for_function(idle, timeout=300_000)
    time.sleep(float(os.environ.get("OPEN", "1")))
    every = '[...jupyterapp.shell.widgets("main")].map(widget => widget.context'
    assert lab.evaluate(f"{every}.path).sort()") == NOTEBOOKS
    assert not any(lab.evaluate(f"{every}.model.dirty)")), "closing asks nothing"
    assert changed(project) == []
    lab.evaluate(f"Promise.all({every}.save()))")
    assert changed(project) == []
    assert [file.stat().st_mtime_ns for file in files] == before
    assert lab.locator(".jp-Dialog").count() == 0


def test_what_is_changed_is_saved_in_both_halves_and_only_when_asked(lab, project):
    opened(lab, NOTEBOOKS[0])
    lab.evaluate("jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource('# Changed')")
    settings = lab.evaluate("jupyterapp.serviceManager.settings.fetch('@jupyterlab/docmanager-extension:plugin')")
    assert settings["schema"]["properties"]["autosave"]["default"] is False
    lab.keyboard.press("Control+s")
    lab.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    both = [NOTEBOOKS[0], NOTEBOOKS[0].replace(".ipynb", ".py")]
    assert changed(project) == both
    assert "+# # Changed" in git(project, "diff", "--unified=0", both[1])
    git(project, "restore", "notebooks")


# --- links -------------------------------------------------------------------------------------------------


def texts(path: str) -> list[tuple[int | None, str]]:
    """The Markdown of a notebook, with the numbers of its cells, or of a page."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".md"):
        return [(None, text)]
    cells = json.loads(text)["cells"]
    return [(k, "".join(cell["source"])) for k, cell in enumerate(cells) if cell["cell_type"] == "markdown"]


def links(path: str) -> list[tuple[int | None, int, str, str]]:
    """The links in a file to others of the project: cell, which link of it, the file it leads to, and where there."""
    found = []
    for cell, text in texts(path):
        for number, link in enumerate(re.findall(r"\[[^\]]+\]\((\S+?)\)", text)):
            if not link.startswith("http"):
                target, _, fragment = link.partition("#")
                whole = os.path.relpath((ROOT / path).parent / target, ROOT) if target else path
                found.append((cell, number, whole, fragment))
    return found


@pytest.mark.parametrize("path", LINKED)
def test_every_link_lands_in_the_lab(lab, path):
    lab.evaluate(f"({CLOSE_BUT})(null)")
    opened(lab, path)
    here = lab.evaluate_handle("jupyterapp.shell.currentWidget")
    for cell, number, target, fragment in links(path):
        lab.evaluate_handle(LINK, [cell, number]).as_element().click()
        lab.wait_for_function(READY, arg=target, timeout=60_000)
        if fragment:
            lab.wait_for_function(LANDED, arg=fragment, timeout=20_000)
        lab.evaluate("here => jupyterapp.shell.activateById(here.id)", here)
        lab.wait_for_function(READY, arg=path)


# --- running -----------------------------------------------------------------------------------------------

RUN = """async source => {
  const content = jupyterapp.shell.currentWidget.content;
  content.activeCellIndex = content.widgets.findIndex(cell => cell.model.sharedModel.source.includes(source));
  await jupyterapp.commands.execute('notebook:run-cell');
  return JSON.stringify(content.activeCell.model.outputs.toJSON()); }"""


def test_any_cell_can_be_run_first(lab):
    """The set-up has run when a notebook is open, and says nothing."""
    opened(lab, NOTEBOOKS[0])
    lab.wait_for_function("() => jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'")
    outputs = json.loads(lab.evaluate(RUN, "print(sg.squares(30)"))
    assert [output["output_type"] for output in outputs] == ["stream"]
    assert outputs[0]["text"].startswith("[1, 4, 9, 16, 25]\n")
    lab.evaluate("jupyterapp.shell.currentWidget.context.revert()")


if __name__ == "__main__":
    sys.exit(PROBLEM or pytest.main([__file__, *sys.argv[1:]]))
