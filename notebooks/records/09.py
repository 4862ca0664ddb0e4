"""What notebook 9 records and what its sentences rest on: run in its namespace after its last cell."""

shared, settled = (measured["seconds", f"cold positions, {part}"].dropna() for part in ("shared", "settled"))
assert (shared > 2 * settled).all(), "that is nearly all of the work"
assert laws["shared", "seconds"].exponent < 1, "the shared part grew more slowly than n"
assert alone < two_workers, "two workers on one machine are slower than two threads"
