"""Long runs, which can be stopped and continued, spread over a cluster, and checked.

runs        blocks from the engine, in a folder or not, and the time and memory that a run should take
checkpoint  the folder of a run, which can be read meanwhile, and from which a stopped run continues
cluster     work on the shares of a block by the workers of a dask cluster
verify      spot checks of an answer against the definition alone
cache       arrays that are computed once and shared by the notebooks
"""

from ..support.blocks import COLD, NIM
from .checkpoint import results
from .runs import cold_blocks, long_run, nim_blocks
from .verify import verify

__all__ = ["COLD", "NIM", "cold_blocks", "long_run", "nim_blocks", "results", "verify"]
