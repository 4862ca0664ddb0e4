"""What notebook 10 records: run in its namespace after its last cell."""

from subtraction_games.record import Findings

found = Findings("10", n)

found.add("c(n) for every n at least", "4/pi n^(1/2) - 2.1 n^(1/4)", "theorem", known="main term: Cilleruelo 1993")

found.add("2c(t-1) + c(t) + 2c(t+1), classes mod 5, at least", "4/pi n^(1/2) - 4.55 n^(1/4)", "theorem")

found.add("members of a maximal set without square differences at least", "0.7628 n^(1/2) - 2.24 n^(1/8)", "theorem")

found.save()
