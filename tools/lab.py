"""Open the notebooks in JupyterLab: `make lab`. What is given beside is JupyterLab's.

Nothing is saved unasked, and saving a notebook of the project's that is unchanged changes no file. Those that are as
git has them are trusted, so that the board, the explorer and the steps live at once. The set-up of a notebook is run
when it is opened (on_opening.py).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyterlab.labapp import LabApp
from places import ROOT, numbered
from run_notebook import made, normalized

SETTINGS = {  # as defaults: what readers have set themselves goes before
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/apputils-extension:sanitizer": {"allowNamedProperties": True},  # a link to a source finds its anchor
    "@jupyterlab/docmanager-extension:plugin": {
        "autosave": False,
        "defaultViewers": {"markdown": "Markdown Preview"},  # links to pages of book/ show them, not their source
    },
}

# JupyterLab forgets where in a notebook a link leads if it has to open it, and misses it while cells are drawn: so ask
# again until nothing grows any more.
LANDING = """(window._JUPYTERLAB ??= {})["landing"] = {init() {}, get: async () => () => ({
  id: "landing:plugin", autoStart: true, activate: app => app.commands.commandExecuted.connect(async (_, done) => {
    if (!/^rendermime:handle-(local-)?link$/.test(done.id) || !done.args.id) return;
    for (let before, still = 0, k = 0; still < 5 && k < 100; k++) {
      await new Promise(later => setTimeout(later, 200));
      const there = app.shell.currentWidget, cells = there?.content?.widgets ?? [];
      if (there?.context?.path !== done.args.path || !cells.some(cell => cell.rendered)) continue;
      const height = there.node.querySelector(".jp-WindowedPanel-outer").scrollHeight;
      still = height === before ? still + 1 : 0;
      before = height;
      there.setFragment(done.args.id);
    }
  })})};"""
EXTENSION = {"load": "lab.js", "extension": "./extension"}

ADDED = {  # to metadata, when a notebook is only opened and read, by JupyterLab, Jupytext, and folding cells
    "language_info", "display_name", "language", "trusted", "collapsed", "jupyter", "scrolled",
    "cell_metadata_filter", "notebook_metadata_filter", "text_representation", "lines_to_next_cell",
}  # fmt: skip


class Unchanged(AsyncLargeFileManager):  # type: ignore[misc]
    """The server's files, of which Jupytext makes pairs: those stay as they are to which nothing was done."""

    async def get(
        self, path: str, content: bool = True, type: Any = None, format: Any = None, require_hash: bool = False
    ) -> Any:
        """A file; a notebook with what JupyterLab would add on opening it, and would then call it unsaved."""
        model = await super().get(path, content, type, format, require_hash)
        if content and model["type"] == "notebook":
            metadata = model["content"].metadata
            if metadata.get("language_info") == {"name": "python"}:
                metadata.language_info = dict(IPythonKernel.language_info)
        return model

    async def save(self, model: dict[str, Any], path: str = "") -> Any:
        if is_there(model, Path(self._get_os_path(path))):
            return await self.get(path, content=False)
        return await super().save(model, path)

    def mark_trusted_cells(self, nb: Any, path: str = "") -> None:
        """Outputs may run scripts if the file is, byte for byte, the one in git, or was made or trusted here."""
        if is_as_tracked(Path(self._get_os_path(path))):
            self.notary.mark_cells(nb, True)
        else:
            super().mark_trusted_cells(nb, path)


def is_there(model: dict[str, Any], file: Path) -> bool:
    """Whether the file has what is to be saved; if git tracks that notebook, but for what reading it adds."""
    if "chunk" in model:
        return False
    try:
        if model["type"] == "notebook" and checksums_tracked(file):
            saved, there = nbformat.from_dict(model["content"]), nbformat.read(file, as_version=4)
            return metadata_kept(saved) == metadata_kept(there) and normalized(saved) == normalized(there)
        return model.get("format") == "text" and model["content"].encode() == file.read_bytes()
    except Exception:  # whatever lies there, if anything does, is no reason not to save
        return False


def metadata_kept(notebook: Any) -> list[Any]:
    """The metadata of a notebook and of its cells, without what is added by reading it."""

    def kept(metadata: Any) -> Any:
        if not isinstance(metadata, dict):
            return metadata
        return {key: kept(value) for key, value in metadata.items() if key not in ADDED}

    return [kept(part.metadata) for part in (notebook, *notebook.cells)]


def is_as_tracked(file: Path) -> bool:
    """Whether git tracks the file, and with these contents."""
    return git("hash-object", "--", str(file)) in checksums_tracked(file)


def checksums_tracked(file: Path) -> list[str]:
    """What git calls the contents that it tracks of the file: none if it doesn't track it, or isn't there."""
    return git("--literal-pathspecs", "ls-files", "--stage", "--", str(file)).split()[1:2]


def git(*arguments: str) -> str:
    """What git answers about the project, or ""."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def main(options: list[str]) -> None:
    settings = made(ROOT / "build/lab/labconfig") / "default_setting_overrides.json"
    settings.write_text(json.dumps(SETTINGS), encoding="utf-8")
    landing = made(ROOT / "build/lab/labextensions/landing")
    (landing / "lab.js").write_text(LANDING, encoding="utf-8")
    package = {"name": "landing", "version": "1.0.0", "jupyterlab": {"extension": True, "_build": EXTENSION}}
    (landing / "package.json").write_text(json.dumps(package), encoding="utf-8")
    before = os.environ.get("JUPYTER_CONFIG_PATH", "")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [str(settings.parent.parent), before]))
    os.environ["PYTHONSTARTUP"] = str(ROOT / "tools/on_opening.py")
    first = numbered("ipynb")[0].name
    ours = {
        "ServerApp.root_dir": ROOT,
        "ServerApp.contents_manager_class": "lab.Unchanged",
        "ServerApp.allow_root": True,
        "LabApp.default_url": f"/lab/tree/notebooks/{first}",
        "LabApp.extra_labextensions_path": landing.parent,
        "LanguageServerManager.autodetect": False,  # else it lists all that are not installed
    }
    LabApp.launch_instance([*(f"--{name}={value}" for name, value in ours.items()), *options])


if __name__ == "__main__":
    main(sys.argv[1:])
