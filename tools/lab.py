"""Open the notebooks in JupyterLab: `make lab`. What is given beside is JupyterLab's.

Reading changes no file: nothing is saved unasked, and a notebook that is saved has no times, ids or versions that were
not there. Notebooks that are as git has them are trusted, so that the board, the explorer and the steps live at once;
no cell runs until the reader says so.
"""

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
from places import ROOT, numbered, solutions
from run_notebook import normalized

SETTINGS = {  # as defaults: what readers have set themselves goes before
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/apputils-extension:sanitizer": {"allowNamedProperties": True},  # a link to a source finds its anchor
    "@jupyterlab/docmanager-extension:plugin": {
        "autosave": False,
        "defaultViewers": {"markdown": "Markdown Preview"},  # links to pages of book/ show them, not their source
    },
}


class Notebooks(AsyncLargeFileManager):  # type: ignore[misc]
    """The server's files, of which Jupytext makes pairs; a published notebook is saved as make writes it."""

    async def get(self, path: str, *arguments: Any, **options: Any) -> Any:
        """A file; a notebook with what JupyterLab would add on opening it, and would then call it unsaved."""
        model = await super().get(path, *arguments, **options)
        if model["type"] == "notebook" and model["content"]:
            metadata = model["content"].metadata
            if metadata.get("language_info") == {"name": "python"}:
                metadata.language_info = dict(IPythonKernel.language_info)
        return model

    async def save(self, model: dict[str, Any], path: str = "") -> Any:
        if model["type"] == "notebook" and Path(self._get_os_path(path)) in published():
            model["content"] = json.loads(normalized(nbformat.from_dict(model["content"])))
        return await super().save(model, path)

    def mark_trusted_cells(self, nb: Any, path: str = "") -> None:
        """Outputs may run scripts if the file is, byte for byte, the one in git, or was made or trusted here."""
        if Path(self._get_os_path(path)) in published() and is_as_tracked(Path(self._get_os_path(path))):
            self.notary.mark_cells(nb, True)
        else:
            super().mark_trusted_cells(nb, path)


def published() -> list[Path]:
    return [path.with_suffix(ending) for path in [*numbered(), *solutions()] for ending in (".py", ".ipynb")]


def is_as_tracked(file: Path) -> bool:
    """Whether git tracks the file, and with these contents."""
    asked = (["ls-files", "--error-unmatch"], ["diff", "--quiet"])
    try:
        answers = [subprocess.run(["git", *each, "--", str(file)], cwd=ROOT, capture_output=True) for each in asked]
    except OSError:  # nobody knows
        return False
    return not any(answer.returncode for answer in answers)


def main(options: list[str]) -> None:
    settings = ROOT / "build/lab/labconfig/default_setting_overrides.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps(SETTINGS), encoding="utf-8")
    before = os.environ.get("JUPYTER_CONFIG_PATH", "")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [str(settings.parent.parent), before]))
    ours = {
        "ServerApp.root_dir": ROOT,
        "ServerApp.contents_manager_class": "lab.Notebooks",
        "ServerApp.allow_root": hasattr(os, "geteuid") and os.geteuid() == 0,  # as in a container
        "LabApp.default_url": f"/lab/tree/notebooks/{numbered('ipynb')[0].name}",
        "LanguageServerManager.autodetect": False,  # else it lists all that are not installed
    }
    LabApp.launch_instance([*(f"--{name}={value}" for name, value in ours.items()), *options])


if __name__ == "__main__":
    main(sys.argv[1:])
