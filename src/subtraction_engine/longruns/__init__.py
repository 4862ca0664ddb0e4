"""Long runs, which can be stopped and continued, spread over a cluster, and checked.

runs        blocks from the engine, in a folder or not; what a run will take
checkpoint  a folder to stop in, to read meanwhile, and to continue from
cluster     the shares of a block on the workers of a dask cluster
verify      spot checks of an answer by the definition alone
cache       arrays that the notebooks share, computed once
"""

from ..support.blocks import COLD, NIM
from .checkpoint import results
from .runs import cold_blocks, long_run, nim_blocks
from .verify import verify

__all__ = ["COLD", "NIM", "cold_blocks", "long_run", "nim_blocks", "results", "verify"]
