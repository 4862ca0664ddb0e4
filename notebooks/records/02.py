"""What notebook 2 records: run in its namespace after its last cell."""

from subtraction_games.record import Comparison

paper = Comparison("02", n)  # collects what the paper states beside what we find

within = n_looks <= n_pairs <= n * len(moves)
paper.add("dynamic programming: O(n|S|), at most n|S| looks", "1", True, within)
paper.add("the sieve: O(|C||S|), at most |C||S| marks", "3.2", True, n_marks <= len(cold) * len(moves))
paper.add("cold positions may be as few as n/|S|, and sieving linear", "3.2", True, its_marks < four_k)
paper.save()
