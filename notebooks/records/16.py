"""What notebook 15 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "15", n)
exactly = "exact computation"
twice = {"data": "data/nim-records.csv", "check": "run twice; below 2^26 by dynamic programming"}
report("largest nim-value below 2^29", largest(29), exactly, at=2**29, **twice)
report("exponent of the largest nim-value from 2^28 to 2^29", f"{doublings[28]:.4f}", "fit", at=2**29, **twice)
