"""The notebooks in a real browser and a real JupyterLab, started as `make lab` starts it: `make test-lab`.

JupyterLab serves a copy of all tracked files, since these tests try to change them. Each test begins where the previous
one has ended.

    python book/tests/browser/test_lab.py [pytest's options]
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import test_pages
from playwright.sync_api import Error, Page
from rings import ROOT, numbered
from test_pages import BROWSER, NONE, WIDE

browser = test_pages.browser

NOTEBOOKS = [path.relative_to(ROOT).as_posix() for path in numbered("ipynb")]
STRANGER = "notebooks/stranger.ipynb"
READY = """path => { const open = jupyterapp.shell.currentWidget?.context;
  return open?.path === path && open.isReady && !open.sessionContext?.isRestarting; }"""

IDLE = """() => [...jupyterapp.shell.widgets("main")].every(
  widget => widget.sessionContext?.session?.kernel?.status === "idle")"""


def git(folder: Path, *arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=folder, text=True)


@pytest.fixture(scope="session")
def project(tmp_path_factory) -> Path:
    """A copy of the project that git tracks, with a further notebook that git does not track."""
    ignored = shutil.ignore_patterns(".*", "build", "runs", "mine", "__pycache__")
    folder = shutil.copytree(ROOT, tmp_path_factory.mktemp("copy") / "project", ignore=ignored)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    text = (folder / NOTEBOOKS[0]).read_text(encoding="utf-8")
    (folder / STRANGER).write_text(text.replace("positions", "places"), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def lab(browser, project, tmp_path_factory) -> Iterator[Page]:
    """The tab that `make lab` opens, from a server without any settings of the person who runs this test."""
    home = tmp_path_factory.mktemp("home")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {f"JUPYTER_{kind}_DIR": str(home / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    settings["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    options = f"--no-browser --port={port} --ServerApp.port_retries=0 --IdentityProvider.token=here"
    options += " --LabApp.expose_app_in_browser=True"
    command = ["make", "ENV=current", "lab", f"LAB_OPTIONS={options}"]
    with subprocess.Popen(command, cwd=project, env=os.environ | settings, start_new_session=True) as server:
        tab = browser.new_context(viewport=WIDE).new_page()
        while server.poll() is None:
            with suppress(Error):  # until the server answers
                tab.goto(f"http://127.0.0.1:{port}/?token=here")
                break
            tab.wait_for_timeout(200)
        tab.wait_for_function(f"() => window.jupyterapp && ({READY})('{NOTEBOOKS[0]}')", timeout=120_000)
        yield tab
        tab.context.close()
        os.killpg(server.pid, signal.SIGTERM)


def shown(lab: Page, path: str) -> None:
    lab.evaluate("async path => { await jupyterapp.commands.execute('docmanager:open', {path}); }", path)
    lab.wait_for_function(READY, arg=path, timeout=120_000)


def test_the_board_lives_at_once_but_not_in_a_notebook_that_git_does_not_track(lab):
    cells = json.loads((ROOT / NOTEBOOKS[0]).read_text(encoding="utf-8"))["cells"]
    (place,) = [
        k for k, cell in enumerate(cells) if "A subtraction game to play" in json.dumps(cell.get("outputs", []))
    ]
    for path, trusted in ((STRANGER, False), (NOTEBOOKS[0], True)):
        shown(lab, path)
        assert lab.evaluate("k => jupyterapp.shell.currentWidget.content.model.cells.get(k).trusted", place) is trusted
    lab.evaluate("k => { jupyterapp.shell.currentWidget.content.scrollToItem(k, 'center'); }", place)
    board = lab.frame_locator(".jp-NotebookPanel:not(.lm-mod-hidden) iframe.live[title='A subtraction game to play']")
    board.locator("button[data-heap='1'][data-take='4']").click()
    board.locator("#board[data-turn='you']:not([data-heaps='13,20'])").wait_for()
    assert lab.locator(".Toastify__toast, .jp-Dialog").count() == 0


def test_what_is_read_is_not_changed_and_what_is_changed_is_saved_in_both_halves(lab, project):
    for path in [*NOTEBOOKS[1:], NOTEBOOKS[0]]:
        shown(lab, path)
    lab.wait_for_function(IDLE, timeout=300_000)
    every = '[...jupyterapp.shell.widgets("main")].map(widget => widget.context'
    assert not any(lab.evaluate(f"{every}.model.dirty)")), "closing asks nothing"
    lab.evaluate(f"Promise.all({every}.save()))")
    assert git(project, "diff", "--name-only") == ""
    lab.evaluate("jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource('# Changed')")
    lab.keyboard.press("Control+s")
    lab.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    assert git(project, "diff", "--name-only").split() == [NOTEBOOKS[0], NOTEBOOKS[0].replace(".ipynb", ".py")]


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, *sys.argv[1:]]) if BROWSER else NONE)
