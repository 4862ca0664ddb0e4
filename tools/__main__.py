"""Run a tool from the project's folder, as make does: python tools TOOL ARGUMENTS.

The tools are reproduce, run_notebook, game, new_notebook, workbook and claims. After a wrong argument or Ctrl-C,
one line is printed instead of a traceback.
"""

import signal
import sys
from importlib import import_module

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # so that imports end without a traceback
    sys.modules |= {"rfc3987_syntax": None, "isoduration": None}  # slow to import, and not needed to check notebooks
    tool = import_module(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        tool.main(*sys.argv[2:])
    except KeyboardInterrupt:
        print("stopped: all finished work is kept, and the same command does the rest", file=sys.stderr)
        sys.exit(130)
    except (ValueError, SyntaxError, OSError, MemoryError) as error:
        sys.exit(f"error: {error}")
