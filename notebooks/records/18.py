"""What notebook 17 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "17", n)
by_chance = float(np.interp(2**22, *mean_field(2**22)))
report("random sets, cold below 2^22, mean field", f"{by_chance:.0f}", "heuristic", at=2**22)
