"""Make the project's own environment, or add to it: `make setup`.

    python tools/set_up.py .venv notebooks              # this package with one of pyproject.toml's extras, pinned
    .venv/bin/python tools/set_up.py .venv test ready   # succeeds if there is nothing to do

It uses uv where there is one, else pip, and imports nothing but Python's own. What it has installed is in
.venv/.ready-EXTRA, as a copy of what was asked for, and for which project and Python: in a copy of the project the
copied environment would compute with the code of the original.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"Python 3.11 or later is needed, but this one is {sys.version.split()[0]}; try make PYTHON=python3.12")

ROOT = Path(__file__).resolve().parent.parent
UV = shutil.which("uv")
MADE_FOR = "made for "  # the project and the Python, at the end of a stamp
SIZES = {"notebooks": 760, "beyond": 20, "lab": 250, "book": 330, "test": 100, "browser": 130, "article": 460}  # MB
COMPILING = (  # calls that compile nearly all kernels: two processes, side by side
    "for k in (17, 20, 26): sg.cold_positions(sg.squares, 2**k)",
    "sg.nim_values(sg.squares, 2**19)",
)


def set_up(folder: str, extra: str) -> None:
    """An environment in `folder` with this package as it is here, and what the extra brings."""
    remove_if_strange(ROOT / folder)
    is_new = not any((ROOT / folder).glob(".ready-*"))
    print(f"setting up {folder} for {extra}, once: about {SIZES.get(extra, 100)} MB", flush=True)
    if is_new:
        uv = [UV, "venv", "--allow-existing", "--python", sys.executable, folder] if UV else None
        run(uv or [sys.executable, "-m", "venv", folder])
    install(folder, "--constraint", "tools/requirements.txt", "--editable", f".[{extra}]")
    if is_new and extra != "article":  # which evaluates nothing
        print("compiling the kernels, once: about half a minute", flush=True)
        run(*([f"{folder}/bin/python", "-c", f"import subtraction_games as sg\n{calls}"] for calls in COMPILING))
    (ROOT / folder / f".ready-{extra}").write_text(wanted(), encoding="utf-8")


def wanted() -> str:
    """What .ready-EXTRA holds of an environment for the project as it is here, by this version of Python."""
    texts = [(ROOT / file).read_text(encoding="utf-8") for file in ("tools/requirements.txt", "pyproject.toml")]
    return f"{''.join(texts)}{MADE_FOR}{str(ROOT)!r} by Python {sys.version_info.major}.{sys.version_info.minor}"


def is_ready(folder: Path, extra: str) -> bool:
    """Whether there is nothing to do, if the environment's own Python asks."""
    stamp = folder / f".ready-{extra}"
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted()


def remove_if_strange(folder: Path) -> None:
    """Remove an environment for another project, as in a copy of it, or by another Python, or one that is gone."""
    text = next((stamp.read_text(encoding="utf-8") for stamp in sorted(folder.glob(".ready-*"))), "")
    _, found, made_for = text.rpartition(MADE_FOR)
    gone = not (folder / "bin/python").exists()
    if not found or (wanted().endswith(MADE_FOR + made_for) and not gone):
        return
    was = f"{folder} was made for {made_for}{', which is gone' if gone else ''}"
    if not folder.resolve().is_relative_to(ROOT):
        sys.exit(f"{was}: remove it, or name another by make VENV=...")
    print(f"{was}: removing it", flush=True)
    for part in (folder / "lib", folder):  # the stamps stay until the packages are gone: this may be interrupted
        shutil.rmtree(part, ignore_errors=part != folder)


def install(folder: str, *what: str) -> None:
    python = f"{folder}/bin/python"
    if UV:
        run([UV, "pip", "install", "--quiet", "--python", python, *what])
    else:
        run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what])


def run(*commands: list[str]) -> None:
    """The commands, side by side, with a clock; exits if one fails, after its own words."""
    begun = time.monotonic()
    running = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    try:
        while None in [process.poll() for process in running]:
            time.sleep(0.2)
            if sys.stderr.isatty():
                print(f"\r  {time.monotonic() - begun:.0f} s", end="\r", file=sys.stderr, flush=True)
    finally:
        for process in running:
            process.wait()
    for process, command in zip(running, commands, strict=True):
        if process.returncode:
            sys.exit(f"failed: {' '.join(command)}")


if __name__ == "__main__":
    folder, extra, *ready = sys.argv[1:] or sys.exit(__doc__)
    if ready:
        sys.exit(not is_ready(ROOT / folder, extra))
    try:
        set_up(folder, extra)
    except KeyboardInterrupt:
        sys.exit("\nstopped; the same command goes on")
