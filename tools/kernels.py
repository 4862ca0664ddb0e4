"""Kernels for notebooks, each a fork of one process that has loaded what notebooks import and runs no cell itself.

So a kernel is as fresh as one that is launched, and about two seconds of imports sooner there.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver, parent_process, set_forkserver_preload
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from threading import Thread
from typing import Any

from jupyter_client.manager import AsyncKernelManager
from traitlets import Unicode

TOOLS = str(Path(__file__).resolve().parent)
PATH = sys.path[:]  # as that process has it, which loads this before anything else
QUIET = {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "TQDM_DISABLE": "1"}  # are looked at by imports
begun: list[int] = []  # the process that has begun to fork, if it has


def begin(sources: Iterable[Path]) -> None:
    """Start the process that kernels are forked from, with what these notebooks import, unless it has been started."""
    if os.getpid() in begun:
        return
    texts = [source.read_text(encoding="utf-8") for source in sources]
    modules = {"kernels": None, "ipykernel.kernelapp": None}  # in the order of the first mention
    for module, names in re.findall(r"^(?:import|from) ([\w.]+)(?: import ([\w, ]+))?", "\n".join(texts), flags=re.M):
        modules |= dict.fromkeys([module, *(f"{module}.{name}" for name in names.split(", ") if name)])
    set_forkserver_preload([*modules, *(["warm_up"] if len(texts) > 1 else [])])  # what is no module is passed over
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # is inherited: Ctrl-C is for this process alone
    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), TOOLS]).lstrip(os.pathsep)
    with environment(PYTHONPATH=path, **QUIET):
        forkserver.ensure_running()
    signal.signal(signal.SIGINT, before)
    begun[:] = [os.getpid()]


@contextmanager
def environment(**settings: str) -> Iterator[None]:
    """Environment variables so set until the block ends, and then as they were."""
    before = dict(os.environ)
    os.environ.update(settings)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class Kernel(ForkServerProcess):
    """A kernel's process, as jupyter_client wants one: with what it asks a subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, arguments: list[str], folder: str, environment: dict[str, str]) -> None:
        super().__init__(daemon=True)  # ends with whoever asked for it
        self.given = arguments, folder, environment

    def run(self) -> None:
        """In the fork: be a kernel."""
        from ipykernel.kernelapp import IPKernelApp  # is there already

        arguments, folder, variables = self.given
        vars(self)["_config"]["daemon"] = False  # a notebook may begin processes of its own
        os.setsid()  # away from the terminal's Ctrl-C
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        sys.path[:] = [place for place in PATH if place not in ("", TOOLS)]
        Thread(target=end_with_parent, daemon=True).start()
        IPKernelApp.launch_instance([*arguments, f"--IPKernelApp.parent_handle={os.getppid()}"])

    def poll(self) -> int | None:
        return self.exitcode

    def wait(self) -> int | None:
        self.join()
        return self.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid or 0, number)


def end_with_parent() -> None:
    """End a kernel, and whatever it has begun, once the process that asked for it is gone, even if that was killed.

    Then nobody is left who could ask for another, and the process that they are forked from ends, too.
    """
    if parent := parent_process():
        parent.join()
        os.killpg(os.getpid(), signal.SIGKILL)


class Forked(AsyncKernelManager):
    """Has kernels forked, to run in one folder and to write what they draw to another."""

    folder = Unicode().tag(config=True)
    output = Unicode().tag(config=True)

    async def _async_launch_kernel(self, kernel_cmd: list[str], **_: Any) -> None:
        variables = os.environ | QUIET | {"SUBTRACTION_GAMES_OUTPUT": self.output}
        process = Kernel(kernel_cmd[kernel_cmd.index("-f") :], self.folder, variables)
        process.start()
        provisioner: Any = self.provisioner  # of what jupyter_client launches by subprocess.Popen
        provisioner.process, provisioner.pid = process, process.pid
