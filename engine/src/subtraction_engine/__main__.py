"""Begin, resume or check long runs of subtraction games.

  subtraction-games run cold_positions squares 2**34
  subtraction-games run cold_positions 'n*(n+1)' 10**9 a-folder --verify 1000
  subtraction-games verify runs/cold_positions-squares

The command `run` estimates the cost of a run and then begins or resumes it in a folder. Ctrl-C stops a run cleanly. The
command `verify` checks random positions of a run against the definition.
"""

import argparse
import io
import signal
import sys
from importlib.metadata import version
from pathlib import Path

from .cli import run_command, verify_command


def main(arguments: list[str] | None = None) -> int:
    """Run a command. Return 0 if it finishes, 1 after an error, 2 if a position is wrong and 130 after Ctrl-C.

    Without `arguments`, the command line is read, and the signals of batch systems and closed terminals act as Ctrl-C.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    if missing := [name for name, value in vars(options).items() if value == []]:  # argparse reads a second -- so
        parser.error(f"{missing[0]} is missing")
    for name in ("SIGTERM", "SIGHUP") if arguments is None else ():
        number = getattr(signal, name, None)  # Windows has only the first
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores SIGHUP
            signal.signal(number, signal.default_int_handler)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # the terminal may be unable to show a folder's name
    try:
        return int(options.run(options))
    except KeyboardInterrupt as stopped:
        print(": ".join(["stopped", *map(str, stopped.args)]), file=sys.stderr)
        return 130
    except (ValueError, TypeError, OSError, MemoryError, ImportError, RuntimeError) as error:
        print(f"error: {str(error) or type(error).__name__}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    """Return a parser. Its results include `run`, which runs the command and returns the exit status."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("subtraction-games", description=__doc__, formatter_class=plain)
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('subtraction-games')}")
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND")

    running = subcommands.add_parser("run", help="begin or resume a long run")
    running.add_argument("what", choices=["cold_positions", "nim_values"])
    running.add_argument("game", help="a set such as squares, numbers such as '1, 4, 9', or a formula such as 'n**3'")
    running.add_argument("n", help="evaluate the positions 0 to n - 1; n is a number such as 10**9 or 2**34")
    running.add_argument("folder", nargs="?", type=_folder, help="the run's folder, by default runs/... in the project")
    running.add_argument("--verify", metavar="POSITIONS", help="check this many random positions after the run")
    running.set_defaults(run=lambda o: run_command(o.what, o.game, o.n, o.folder, o.verify))

    verifying = subcommands.add_parser("verify", help="check random positions of a run against the definition")
    verifying.add_argument("folder", type=_folder, help="the folder of a run, finished or not")
    verifying.add_argument("positions", nargs="?", default="10000", help="how many to check, 10000 by default")
    verifying.set_defaults(run=lambda o: verify_command(o.folder, o.positions))

    return parser


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError('must be a name such as ".", not empty')
    return Path(text)


if __name__ == "__main__":
    sys.exit(main())
