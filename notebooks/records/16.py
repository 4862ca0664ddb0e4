"""What notebook 16 records: run in its namespace after its last cell."""

from subtraction_games.record import Findings

found, exactly = Findings("16", n), "exact computation"
twice = {"data": "data/nim-records.csv", "check": "run twice; below 2^26 by dynamic programming"}
found.add("largest nim-value below 2^29", largest(29), exactly, at=2**29, **twice)
found.add("exponent of the largest nim-value from 2^28 to 2^29", f"{doublings[28]:.4f}", "fit", at=2**29, **twice)
found.save()
