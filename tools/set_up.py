"""Make the project's own environment, or add to it: `make setup`.

    python tools/set_up.py .venv              # all that requirements.txt pins, and this package
    python tools/set_up.py .venv browser      # one more of pyproject.toml's extras
    .venv/bin/python tools/set_up.py .venv ready    # succeeds if there is nothing to do

It uses uv where there is one, else pip, and imports nothing but Python's own. What it has done stands in .venv/.ready
and .venv/.browser, as a copy of what was asked for. The former also says for which project, and by which Python: in a
copy of the project the copied environment would compute with the code of the original.
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
MADE_FOR = "made for "  # the project and the Python, at the end of .ready
COMPILING = (  # calls that compile nearly all kernels: two processes, side by side
    """for n, method in (12, "dynamic-programming"), (12, "sieve"), (12, "convolution"), (20, "engine"), (26, "engine"):
    sg.cold_positions(sg.squares, 2**n, method=method)""",
    """for n, method in (12, "dynamic-programming"), (12, "convolution"), (19, "engine"):
    sg.nim_values(sg.squares, 2**n, method=method)""",
)


def set_up(folder: str) -> None:
    """An environment in `folder` with everything pinned, and this package as it stands here."""
    remove_if_strange(ROOT / folder)
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
    (ROOT / folder / ".ready").write_text(wanted(), encoding="utf-8")


def wanted() -> str:
    """What .ready holds of an environment for the project as it stands here, by this version of Python."""
    texts = [(ROOT / file).read_text(encoding="utf-8") for file in ("requirements.txt", "pyproject.toml")]
    return f"{''.join(texts)}{MADE_FOR}{str(ROOT)!r} by Python {sys.version_info.major}.{sys.version_info.minor}"


def is_ready(folder: Path) -> bool:
    """Whether there is nothing to do, if the environment's own Python asks."""
    return (folder / ".ready").exists() and (folder / ".ready").read_text(encoding="utf-8") == wanted()


def remove_if_strange(folder: Path) -> None:
    """Remove an environment for another project, as in a copy of it, or by another Python, or one that is gone."""
    text = (folder / ".ready").read_text(encoding="utf-8") if (folder / ".ready").exists() else ""
    _, said, made_for = text.rpartition(MADE_FOR)
    gone = not (folder / "bin/python").exists()
    if not said or (wanted().endswith(MADE_FOR + made_for) and not gone):
        return
    was = f"{folder} was made for {made_for}{', which is gone' if gone else ''}"
    if not folder.resolve().is_relative_to(ROOT):
        sys.exit(f"{was}: remove it, or name another by make VENV=...")
    print(f"{was}: removing it", flush=True)
    for part in (folder / "lib", folder):  # so .ready is there until the packages are gone: this may be interrupted
        shutil.rmtree(part, ignore_errors=part != folder)


def add(folder: str, extra: str) -> None:
    """One more of the extras."""
    print(f"adding {extra} to {folder}", flush=True)
    install(folder, "-e", f".[{extra}]")
    shutil.copy(ROOT / "pyproject.toml", ROOT / folder / f".{extra}")


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


if __name__ == "__main__":
    folder, *extra = sys.argv[1:] or sys.exit(__doc__)
    if extra == ["ready"]:
        sys.exit(not is_ready(ROOT / folder))
    try:
        add(folder, *extra) if extra else set_up(folder)
    except KeyboardInterrupt:
        sys.exit("\nstopped; the same command goes on")
