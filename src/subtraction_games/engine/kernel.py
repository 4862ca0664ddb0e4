"""`kernel` with a cache keyed on all sources of the engine.

Numba keys a kernel's cache on the file that defines it, and a kernel of this engine takes in constants and operations
from other files of the engine too: whichever of them changes, every kernel is compiled anew.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ..support import kernels
from ..support.files import sha256

HERE = Path(__file__).parent
COMPUTING = [*sorted(HERE.rglob("*.py")), HERE.parent / "paper/sieve.py", HERE.parent / "support/blocks.py"]
SOURCES_SHA256 = sha256(path.read_bytes() for path in COMPUTING)  # of all that answers depend on

kernel = partial(kernels.kernel, stamp=SOURCES_SHA256)
