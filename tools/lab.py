"""Open the notebooks in JupyterLab, and pass all arguments on to it.

Nothing is saved unless the reader saves it, and saving a notebook adds no times, ids or versions. Notebooks that match
git's version are trusted, so that the board, the explorer and the steps work immediately, but no cell runs until the
reader runs it. With the settings in tools/jupyter, links to pages of book/ open the pages instead of their Markdown,
and links to sources in the references find their anchors. A reader's own settings take precedence.
"""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat
from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyterlab.labapp import LabApp
from nbformat.sign import NotebookNotary
from rings import ROOT, numbered, solutions
from run_notebook import normalized, refuse_to_lose_an_edit
from tornado.web import HTTPError


class FileManager(AsyncLargeFileManager):  # type: ignore[misc]
    """The server's file manager, which saves published notebooks in the form in which make writes them."""

    async def get(self, path: str, content: bool = True, *arguments: Any, **options: Any) -> Any:
        """Return a file. Add to a notebook what JupyterLab would add, so that it doesn't appear unsaved.

        A published notebook that was edited elsewhere is not opened, because Jupytext would show its source, without
        the edit, and save that.
        """
        file = Path(self._get_os_path(path))
        if content and file.suffix == ".ipynb" and file.with_suffix(".py") in [*numbered(), *solutions()]:
            try:
                refuse_to_lose_an_edit(file, file.with_suffix(".py"))
            except ValueError as error:
                raise HTTPError(409, str(error)) from None
        model = await super().get(path, content, *arguments, **options)
        if model["type"] == "notebook" and model["content"]:
            metadata = model["content"].metadata
            if metadata.get("language_info") == {"name": "python"}:
                metadata.language_info = dict(IPythonKernel.language_info)
        return model

    async def save(self, model: dict[str, Any], path: str = "") -> Any:
        file, text = Path(self._get_os_path(path)), model.get("content")
        if model["type"] == "notebook" and file.with_suffix(".py") in [*numbered(), *solutions()]:
            text = normalized(nbformat.from_dict(text))
            model["content"] = json.loads(text)
        if file.is_file() and file.read_bytes() == str(text).encode():
            return await super().get(path, content=False)  # make relies on the file's time, so it must stay
        return await super().save(model, path)


def trust_what_git_has() -> None:
    """Sign all notebooks that git tracks and that haven't changed, as `jupyter trust` does."""
    asked = (["ls-files", "-z", "*.ipynb"], ["diff", "--name-only", "--relative", "-z"])
    answers = [subprocess.run(["git", *each], cwd=ROOT, capture_output=True, text=True).stdout for each in asked]
    tracked, changed = ({*answer.split("\0")} - {""} for answer in answers)
    with NotebookNotary() as notary:
        for name in tracked - changed:
            notary.sign(nbformat.read(ROOT / name, as_version=4))


if __name__ == "__main__":
    before = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [str(ROOT / "tools/jupyter"), before]))
    with suppress(OSError):  # without git, no notebook is trusted
        trust_what_git_has()
    LabApp.launch_instance([*sys.argv[1:], *["--allow-root"] * (os.getuid() == 0)])
