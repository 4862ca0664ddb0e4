"""Make the project's own environment, or add to it: `make setup`.

    python tools/set_up.py .venv              # all that requirements.txt pins, and this package
    python tools/set_up.py .venv browser      # one more of pyproject.toml's extras

It uses uv where there is one, else pip, and imports nothing but Python's own. What it has done stands in .venv/.ready
and .venv/.browser, as a copy of what was asked for; make compares.
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
COMPILING = (  # calls that compile nearly all kernels: two processes, side by side
    """for n, method in (12, "dynamic-programming"), (12, "sieve"), (12, "convolution"), (20, "engine"), (26, "engine"):
    sg.cold_positions(sg.squares, 2**n, method=method)""",
    """for n, method in (12, "dynamic-programming"), (12, "convolution"), (19, "engine"):
    sg.nim_values(sg.squares, 2**n, method=method)""",
)


def set_up(folder: str) -> None:
    """An environment in `folder` with everything pinned, and this package as it stands here."""
    packages = len((ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines())
    print(f"setting up {folder}, once: {packages} packages, 1.4 GB, about two minutes", flush=True)  # pip, no cache
    run(
        [UV, "venv", "--allow-existing", "--python", sys.executable, folder]
        if UV
        else [sys.executable, "-m", "venv", folder]
    )
    install(folder, "-r", "requirements.txt")
    install(folder, "--no-deps", "-e", ".")
    print("compiling the kernels, once: about half a minute", flush=True)
    imports = "import subtraction_games as sg\n"
    run(*([f"{folder}/bin/python", "-c", imports + calls] for calls in COMPILING))
    done(folder, "ready", "requirements.txt", "pyproject.toml")


def add(folder: str, extra: str) -> None:
    """One more of the extras."""
    print(f"adding {extra} to {folder}", flush=True)
    install(folder, "-e", f".[{extra}]")
    done(folder, extra, "pyproject.toml")


def install(folder: str, *what: str) -> None:
    python = f"{folder}/bin/python"
    if UV:
        run([UV, "pip", "install", "--quiet", "--python", python, *what])
    else:
        run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what])


def run(*commands: list[str]) -> None:
    """The commands, side by side, with a clock for whoever watches; exits if one fails, after its own words."""
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


def done(folder: str, what: str, *files: str) -> None:
    text = "".join((ROOT / file).read_text(encoding="utf-8") for file in files)
    (ROOT / folder / f".{what}").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    folder, *extra = sys.argv[1:] or sys.exit(__doc__)
    try:
        add(folder, *extra) if extra else set_up(folder)
    except KeyboardInterrupt:
        sys.exit("\nstopped; the same command goes on")
