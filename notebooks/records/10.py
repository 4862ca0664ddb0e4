"""What notebook 10 records: run in its namespace after its last cell."""

from subtraction_games.record import Findings

found = Findings("10", n)

found.add("c(n) for every n at least", "4/pi n^(1/2) - 2.1 n^(1/4)", "theorem", known="main term: Cilleruelo 1993")

found.add("2c(t-1) + c(t) + 2c(t+1), classes mod 5, at least", "4/pi n^(1/2) - 4.55 n^(1/4)", "theorem")

found.add("members of a maximal set without square differences at least", "0.7628 n^(1/2) - 2.24 n^(1/8)", "theorem")

for m in (5, 13, 17, 21):
    name = f"least size of residues mod {m} that reach all by squares"
    found.add(name, complement_size(m), "exact computation", at=m, article=True)
of_three = int(np.ceil((constant / (4 / np.pi - 5 / 4)) ** 4))
found.add("n from which one of three neighbours mod 5 has a quarter of n^(1/2)", of_three, "theorem", article=True)
found.add("constant of maximal sets", f"{kappa:.4f}", "theorem", article=True)
found.add("error term of maximal sets, before rounding", f"{error:.3f}", "theorem", article=True)
found.save()
