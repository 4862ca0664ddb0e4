"""What notebook 16 records and what its sentences rest on: run in its namespace after its last cell."""

from subtraction_games.record import Findings

found, exactly = Findings("16", n), "exact computation"
twice = {"data": "data/nim-records.csv", "check": "run twice; below 2^26 by dynamic programming"}
found.add("largest nim-value below 2^29", largest(29), exactly, at=2**29, **twice)
found.add("exponent of the largest nim-value from 2^28 to 2^29", f"{doublings[28]:.4f}", "fit", at=2**29, **twice)
found.save()
assert max(windows[k] for k in range(12, 25)) < 0.355, "windows that end by 2^28 show no trend"
if n == 2**24:
    assert all(is_difference_free_modulo(pair, 5) for pair in pairs), "without one exception"
