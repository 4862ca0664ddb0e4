"""What notebook 1 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import compare

compare = partial(compare, "01", n)

listed = "0 2 5 7 10 12 15 17 20 22 34 39 44 52 57 62 65 67 72 85 95"
compare("cold positions (A030193)", "1", listed, " ".join(map(str, cold[:21])))
listed = "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 3 2 3 4 5 3 2 3 4 0"
compare("nim-values (A014586)", "1", listed, " ".join(map(str, values[:35])))
above = np.unique(cold[:, None] + sg.squares(n))  # a square above a cold position
compare("no two cold positions differ by a square", "1", True, not np.isin(cold, above).any())
compare("no position can be added to them: a maximal set", "1", True, np.union1d(cold, above)[n - 1] == n - 1)
from_the_start = any(np.array_equal(late[k:], late[:-k]) for k in range(1, 900))
compare("every finite set: nim-values depend only on n modulo a fixed number", "1", True, from_the_start)
primes_and_one = sorted({1, *sg.primes(4000).tolist()})
dull, interesting = (observed_period(sg.nim_values(S, 4000)) for S in (primes_and_one, sg.primes))
compare("the primes with 1: nim-values repeat from the start (a dull game)", "1", True, dull == 4)
compare("the primes: no interesting game (a period is seen)", "1", True, interesting is not None)
