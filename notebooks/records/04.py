"""What notebook 4 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import compare

compare = partial(compare, "04", n)

two = sg.cold_positions(sg.squares, n, hotspots=np.flatnonzero(values < 2))
same = np.array_equal(two, np.flatnonzero(values == 2))
compare("Lemma 2: nim-value t + 1 is cold, where t and less are hotspots (t = 1)", "2.4", True, same)
same = np.array_equal(by_levels, values)
compare("Theorem 3: one round of Theorem 1 for each nim-value gives them all", "2.4", True, same)
compare("the maximum nim-value is at most the number of moves", "1", True, m <= number_of_moves)
compare("the maximum nim-value is the number of moves", "2.4", True, m == number_of_moves)
