"""What notebook 18 records and what its sentences rest on: run in its namespace after its last cell."""

from subtraction_games.record import Findings

found = Findings("18", n)
by_chance = float(np.interp(2**22, *mean_field(2**22)))
found.add("random sets, cold below 2^22, mean field", f"{by_chance:.0f}", "heuristic", at=2**22)
found.save()
if n == 2**22:
    chosen = [favourites[name][0] for name in ("squares", "cubes", "triangular", "primes", "practical")]
    assert chosen == [5, 7, 9, 2, None], "the moduli speak"
    assert max(alone[:, -1]) < 1.005 * min(alone[:, -1]), "the eight end alike"
    assert abs(averages[64][-1] - averages[1][-1]) < 100, "modulus 64 brings next to nothing"
    assert abs(np.interp(n, limit, chance) / mean[-1] - 1) < 0.01, "the mean field is right within 1%"
