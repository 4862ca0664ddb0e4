"""What notebook 12 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "12", n)

report("c(n) for every n at least", "4/pi n^(1/2) - 2.1 n^(1/4)", "theorem", known="main term: Cilleruelo 1993")

report("2c(t-1) + c(t) + 2c(t+1), classes mod 5, at least", "4/pi n^(1/2) - 4.55 n^(1/4)", "theorem")

report("members of a maximal set without square differences at least", "0.7628 n^(1/2) - 2.24 n^(1/8)", "theorem")

for m in (5, 13, 17, 21):
    name = f"least size of residues mod {m} that reach all by squares"
    report(name, complement_size(m), "exact computation", at=m, article=True)
name = "n from which one of three neighbours mod 5 has a quarter of n^(1/2)"
report(name, three_share(1 / 4), "theorem", article=True)
name = f"part of the cold positions below 2^{int(limits[-1]).bit_length() - 1} that the floor gives"
report(name, f"{known:.4f}", "exact computation", at=int(limits[-1]), data="data/cold-counts.csv", article=True)
report("constant of maximal sets", f"{kappa:.4f}", "theorem", article=True)
report("error term of maximal sets, before rounding", f"{error:.3f}", "theorem", article=True)
