"""What notebook 2 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import compare

compare = partial(compare, "02", n)

within = n_looks <= n_pairs <= n * len(moves)
compare("dynamic programming: O(n|S|), at most n|S| looks", "1", True, within)
compare("the sieve: O(|C||S|), at most |C||S| marks", "3.2", True, n_marks <= len(cold) * len(moves))
compare("cold positions may be as few as n/|S|, and sieving linear", "3.2", True, its_marks < four_k)
