"""What notebook 13 records: run in its namespace after its last cell."""

from subtraction_games.record import Findings

exactly, found = "exact computation", Findings("13", n)
found.add("kernels modulo p k, p = 3 mod 4 prime, -1 a square modulo k", "none", "theorem")
found.add(
    "least modulus with a kernel that 8 or a prime 3 mod 4 divides", 104, exactly, at=400, data="data/kernels.csv"
)
found.add(
    "odd squarefree moduli to 113 with a kernel that a planted game keeps",
    int(kept.any(axis=1)[odd].sum()) - 2, exactly, at=2**32, data="data/planted.csv",
    check="all but 101 and 109; no even one, none without a kernel",
)  # fmt: skip
found.add(
    "share of the main term that 41 explains, planted below 2^8", f"{far.share_m[41, 2**8]:.4f}", exactly,
    at=2**32, data="data/planted.csv", check="modulus 341 = 11*31 can be planted, too",
)  # fmt: skip
found.add(
    "beginnings of 100 tossed by coins in which 17 explains more than 1%", int((parts[17] > 0.01).sum()),
    exactly, at=2**28, data="data/ensemble-squares.csv",
)  # fmt: skip
grown = [float(far.exponent[m, B]) for m, B in smallest.items()]
for name, value in (("least", min(grown)), ("greatest", max(grown))):
    found.add(
        f"{name} exponent of planted games from 2^29 to 2^32", f"{value:.4f}", "fit", at=2**32, data="data/planted.csv"
    )
found.save()
