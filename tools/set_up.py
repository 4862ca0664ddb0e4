"""Make the project's own environment, or add to it, and show how that goes: `make setup`.

    python tools/set_up.py .venv              # all that requirements.txt pins, and this package
    python tools/set_up.py .venv browser      # one more of pyproject.toml's extras

It uses uv where there is one, else pip, and imports nothing but Python's own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = shutil.which("uv")
SIZE, TIME = "1.4 GB", "two minutes"  # measured with pip, without a cache


def set_up(folder: str) -> None:
    """An environment in `folder` with everything pinned, and this package as it stands here."""
    packages = len((ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines())
    print(f"setting up {folder}, once: about {packages} packages, {SIZE}, {TIME}", flush=True)
    if UV:
        run([UV, "venv", "--allow-existing", "--python", sys.executable, folder])
    else:
        run([sys.executable, "-m", "venv", folder])
    install(folder, "-r", "requirements.txt")
    install(folder, "--no-deps", "-e", ".")


def install(folder: str, *what: str) -> None:
    python = f"{folder}/bin/python"
    if UV:
        run([UV, "pip", "install", "--python", python, *what])
    else:
        run([python, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off", *what])


def run(command: list[str]) -> None:
    """The command; of pip's output only what `shortened` leaves, and the end of all of it where pip fails."""
    lines: list[str] = []
    shown_by_itself = command[0] == UV
    status = subprocess.run(command, cwd=ROOT, check=False).returncode if shown_by_itself else shortly(command, lines)
    if status:
        sys.exit(f"{''.join(lines[-20:])}failed: {' '.join(command)}")


def shortly(command: list[str], lines: list[str]) -> int:
    """The exit status; all lines of output go to `lines`."""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as running:
        for short in shortened(noted(running.stdout or (), lines)):
            print(short, end="", flush=True)
    return running.returncode


def noted(lines: Iterable[str], into: list[str]) -> Iterator[str]:
    for line in lines:
        into.append(line)
        yield line


def shortened(lines: Iterable[str]) -> Iterator[str]:
    """What shows that pip lives: the name of each package that it fetches, in rows, and when it unpacks them all.

    >>> log = ["Collecting numpy==2.4.6 (from -r requirements.txt)", "  Using cached numpy", "Collecting scipy"]
    >>> "".join(shortened([*log, "Installing collected packages: numpy, scipy"]))
    '  numpy scipy\\n  unpacking them\\n'
    """
    width = 0
    for line in lines:
        first, _, rest = line.partition(" ")
        if first == "Collecting":
            name = re.split(r"[^\w.-]", rest)[0]
            new_row = width == 0 or width + len(name) > 100
            yield ("\n" if new_row and width else "") + ("  " if new_row else " ") + name
            width = len(name) + 2 if new_row else width + len(name) + 1
        elif line.startswith("Installing collected packages"):
            yield "\n  unpacking them\n" if width else ""
            width = 0


if __name__ == "__main__":
    folder, *extra = sys.argv[1:] or sys.exit(__doc__)
    try:
        install(folder, "-e", f".[{extra[0]}]") if extra else set_up(folder)
    except KeyboardInterrupt:
        sys.exit("\nstopped; the same command goes on")
