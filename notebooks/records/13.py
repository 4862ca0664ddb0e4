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
grown = [float(far.exponent[m, B]) for m, B in smallest.items()]
for name, value in (("least", min(grown)), ("greatest", max(grown))):
    found.add(
        f"{name} exponent of planted games from 2^29 to 2^32", f"{value:.4f}", "fit", at=2**32, data="data/planted.csv"
    )
only = {"at": 2**28, "data": "data/ensemble-squares.csv", "article": True}
found.add("coin-tossed games below 2^28", len(parts), exactly, **only)
for m in (5, 13, 17):
    for name, share in (("least", parts[m].min()), ("greatest", parts[m].max())):
        found.add(f"{name} share that {m} explains in a tossed game", share, exactly, **only)
for name, part in (("lower quartile of the", 0.25), ("median", 0.5)):
    share = f"{parts[17].quantile(part):.4f}"
    found.add(f"{name} share that 17 explains in tossed games", share, exactly, **only)
others = parts[[m for m in parts if all(m % p for p in (5, 13, 17))]]
assert [*others] == [3, 7, 8, 9, 11, 21, 29, 33, 37, 41], "the article lists them"
name = "greatest share that another modulus explains in a tossed game"
found.add(name, others.max().max(), exactly, **only)
only = {"at": 2**32, "data": "data/planted.csv", "article": True}
for m, share in ((5, far.share_5[41, 2**8]), (13, far.share_13[41, 2**8])):
    found.add(f"share of the main term that {m} explains, 41 planted", share, exactly, **only)
assert table.index.max() == 400, "the article says so"
assert [*table.index[has & ((by_three > 0) | eight)]] == [104, 208, 232, 296, 328, 341], "the article lists them"
found.save()
