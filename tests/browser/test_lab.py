"""The notebooks in a real JupyterLab, as `make lab` starts it, in a real browser: `make test-lab`.

It serves a copy of all that git tracks, since these tests try to change it, and they begin where the one before ended.

    python tests/browser/test_lab.py [pytest's options]
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import nbformat
import pytest
import test_pages
from nbformat.v4 import new_code_cell, new_notebook
from places import numbered
from test_pages import PROBLEM, ROOT, WIDE

browser = test_pages.browser
if PROBLEM and __name__ != "__main__":
    pytest.skip(PROBLEM, allow_module_level=True)

NOTEBOOKS = [path.relative_to(ROOT).as_posix() for path in numbered("ipynb")]
READY = """path => { const open = jupyterapp.shell.currentWidget?.context;
  return open?.path === path && open.isReady && !open.sessionContext?.isRestarting; }"""


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="session")
def project(tmp_path_factory) -> Path:
    """A copy of what git tracks, as it stands here, and a stranger's notebook whose set-up writes a file."""
    folder = tmp_path_factory.mktemp("project")
    for name in git(ROOT, "ls-files").splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    stranger = new_notebook(cells=[new_code_cell('open("ran", "w")', metadata={"tags": ["setup"]})])
    stranger.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(stranger, folder / "notebooks/mine/stranger.ipynb")
    return folder


@pytest.fixture(scope="session")
def lab(browser, project, tmp_path_factory) -> Iterator:
    """The tab with what `make lab` opens, from a server that knows nothing of whoever runs this test."""
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
    tab = browser.new_context(viewport=WIDE).new_page()
    tab.goto(f"http://127.0.0.1:{port}/?token=here")
    tab.wait_for_function(f"() => window.jupyterapp && ({READY})('{NOTEBOOKS[0]}')", timeout=120_000)
    yield tab
    tab.context.close()
    os.killpg(server.pid, signal.SIGTERM)
    server.wait(60)


def opened(lab, path: str) -> None:
    lab.evaluate("async path => { await jupyterapp.commands.execute('docmanager:open', {path}); }", path)
    lab.wait_for_function(READY, arg=path, timeout=120_000)


def test_the_board_lives_at_once_and_no_cell_has_run(lab, project):
    cells = json.loads((ROOT / NOTEBOOKS[0]).read_text(encoding="utf-8"))["cells"]
    (place,) = [k for k, cell in enumerate(cells) if "iframe class" in json.dumps(cell.get("outputs", []))]
    lab.evaluate("place => { jupyterapp.shell.currentWidget.content.scrollToItem(place, 'center'); }", place)
    board = lab.frame_locator(".jp-NotebookPanel:not(.lm-mod-hidden) iframe.live")
    board.locator("button[data-heap='1'][data-take='4']").click()
    board.locator("#board[data-turn='you']:not([data-heaps='13,20'])").wait_for()
    assert lab.locator(".Toastify__toast, .jp-Dialog").count() == 0
    opened(lab, "notebooks/mine/stranger.ipynb")
    lab.wait_for_function(
        "() => jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'", timeout=60_000
    )
    assert not (project / "notebooks/mine/ran").exists()


def test_reading_and_saving_all_notebooks_changes_nothing(lab, project):
    for path in NOTEBOOKS:
        opened(lab, path)
    idle = """() => [...jupyterapp.shell.widgets("main")].every(
        widget => widget.sessionContext?.session?.kernel?.status === "idle")"""
    lab.wait_for_function(idle, timeout=300_000)
    ours = 'widget => !widget.context.path.includes("stranger")'
    every = f'[...jupyterapp.shell.widgets("main")].filter({ours}).map(widget => widget.context'
    assert not any(lab.evaluate(f"{every}.model.dirty)")), "closing asks nothing"
    assert git(project, "diff", "--name-only") == ""
    lab.evaluate(f"Promise.all({every}.save()))")
    assert git(project, "diff", "--name-only") == ""


def test_what_is_changed_is_saved_in_both_halves_and_only_when_asked(lab, project):
    opened(lab, NOTEBOOKS[0])
    lab.evaluate("jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource('# Changed')")
    settings = lab.evaluate("jupyterapp.serviceManager.settings.fetch('@jupyterlab/docmanager-extension:plugin')")
    assert settings["schema"]["properties"]["autosave"]["default"] is False
    assert git(project, "diff", "--name-only") == ""
    lab.keyboard.press("Control+s")
    lab.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    both = [NOTEBOOKS[0], NOTEBOOKS[0].replace(".ipynb", ".py")]
    assert git(project, "diff", "--name-only").splitlines() == both


if __name__ == "__main__":
    sys.exit(PROBLEM or pytest.main([__file__, *sys.argv[1:]]))
