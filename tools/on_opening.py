"""Run the set-up of a notebook when its kernel starts, so that any of its cells can be run first.

`make lab` names this file in PYTHONSTARTUP, and the server each kernel's notebook in JPY_SESSION_NAME. A set-up that
fails says so when its cell is run.
"""


def set_up() -> None:
    import json
    import os
    from pathlib import Path

    notebook = Path(Path(os.environ.get("JPY_SESSION_NAME", "")).name)  # a kernel works in its notebook's folder
    if notebook.suffix != ".ipynb" or not notebook.is_file():
        return
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if {"parameters", "setup"} & set(cell["metadata"].get("tags", [])):
            get_ipython().run_cell("".join(cell["source"]), silent=True)  # type: ignore[name-defined]  # noqa: F821


set_up()
del set_up
