"""What notebook 16 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import compare, report

compare = partial(compare, "16", n)
report = partial(report, "16", n)
compare("factor of log log log log n in the bound of Pintz, Steiger, Szemerédi", "1", "1/4", "1/12")
compare("earlier conjecture on dense sets, n^(1/2 + o(1)), refuted", "3.3", True, bool(exponent[65] > 0.7))
report("most residues mod 205 without square differences", size[205], "exact computation", at=205, known="Lewko 2015")
report("exponents of Ruzsa's sets with primes 1 mod 4 only stay below", "3/4", "theorem", known="Ruzsa 1984")
