"""Long runs, which can be stopped and continued, spread over a cluster, and checked.

* `runs`: the blocks of a run, with or without a folder, and estimates of the time and memory that it needs
* `run_folder`: the folder of a run, which can be read during the run and from which a stopped run can be continued
* `cluster`: the workers of a dask cluster, which share the work on each block
* `verify`: spot checks of an answer against the definition alone
* `cache`: arrays that the notebooks share
"""

import subtraction_engine  # noqa: F401  # threads that enter here wait until the package itself has been imported

from ..support.blocks import COLD, NIM
from .run_folder import results, stored_below
from .runs import LongRun, cold_blocks, long_run, nim_blocks
from .verify import verify

__all__ = ["COLD", "NIM", "LongRun", "cold_blocks", "long_run", "nim_blocks", "results", "stored_below", "verify"]
