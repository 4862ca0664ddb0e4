"""What notebook 18 records and what its sentences rest on: run in its namespace after its last cell."""

from subtraction_games.record import Findings

found = Findings("18", n)
total = int(classes.loc[end].sum())
condition = "if no further stray appears; agrees with the long run to 2^41"
found.add(
    f"cold positions in twenty classes mod 625 below 2^{end}", total, "exact computation",
    at=2**end, data="data/copies.csv", check=condition,
)  # fmt: skip
found.add(
    f"mean exponent of twenty classes mod 625 from 2^{run} to 2^{end}", f"{each.mean():.4f}", "exact computation",
    at=2**end, data="data/copies.csv", check=condition,
)  # fmt: skip
found.add(
    "beginnings of 100 tossed by coins in which 17 explains more than 1%", int((parts[17] > 0.01).sum()),
    "exact computation", at=2**28, data="data/ensemble-squares.csv",
)  # fmt: skip
found.add(
    "class 4 mod 5 from 2^40 to 2^41, closed theory from below 2^24", int(expected[27625].iloc[-1]), "heuristic",
    at=2**41, data="data/closure.csv", check="two moduli agree",
)  # fmt: skip
for words, q in (("(?:20|twenty) autonomous", 625), ("10 autonomous", 15625)):
    came = written[written.quantity.str.contains(words)]
    totals = tables[q].sum(axis=1).loc[np.log2(came.n).astype(int)]
    assert (came.outcome.to_numpy() == totals.to_numpy()).all(), "the forecasts have what the classes have"
assert not of_twenty.held.any(), "no rule came within its narrow interval"
found.save()
