"""What notebook 11 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "11", n)
exactly = "exact computation"
report("kernels modulo p k, p = 3 mod 4 prime, -1 a square modulo k", "none", "theorem")
report("least modulus with a kernel that 8 or a prime 3 mod 4 divides", 104, exactly, at=400, data="data/kernels.csv")
small = [m for m in odd if m <= 113]
report(
    f"of {len(small)} odd squarefree moduli to 113 with a kernel, kept to 2^28 by some B to 2^18",
    int(kept.any(axis=1)[small].sum()), exactly, at=2**28, data="data/planted.csv",
    check=f"one D each; not 101 and 109, none of {len(even)} even ones, none of {len(without)} without a kernel",
)  # fmt: skip
report(
    "share of the main term that 41 explains, planted below 2^8", f"{far.share_m[41, 2**8]:.4f}", exactly,
    at=2**32, data="data/planted.csv", check="modulus 341 = 11*31 is kept, too, as far as 2^32",
)  # fmt: skip
grown = [float(far.exponent[m, B]) for m, B in smallest.items()]
for name, value in (("least", min(grown)), ("greatest", max(grown))):
    report(
        f"{name} exponent of planted games from 2^29 to 2^32", f"{value:.4f}", "fit", at=2**32, data="data/planted.csv"
    )
only = {"at": 2**28, "data": "data/ensemble-squares.csv", "article": True}
report("coin-tossed games below 2^28", len(parts), exactly, **only)
report("coin-tossed games in which 17 explains more than 13", int((parts[17] > parts[13]).sum()), exactly, **only)
for m in (5, 13, 17):
    for name, share in (("least", parts[m].min()), ("greatest", parts[m].max())):
        report(f"{name} share that {m} explains in a tossed game", share, exactly, **only)
for name, part in (("lower quartile of the", 0.25), ("median", 0.5)):
    share = f"{parts[17].quantile(part):.4f}"
    report(f"{name} share that 17 explains in tossed games", share, exactly, **only)
others = parts[[m for m in parts if all(m % p for p in (5, 13, 17))]]
assert [*others] == [3, 7, 8, 9, 11, 21, 29, 33, 37, 41], "the article lists them"
name = "greatest share that another modulus explains in a tossed game, rounded up"
report(name, f"{np.ceil(1000 * others.max().max()) / 1000:.3f}", exactly, **only)
only = {"at": 2**32, "data": "data/planted.csv", "article": True}
for m, share in ((5, far.share_5[41, 2**8]), (13, far.share_13[41, 2**8])):
    report(f"share of the main term that {m} explains, 41 planted", share, exactly, **only)
only = {"at": 2**32, "data": "data/planted-forecasts.csv", "article": True}
for name, value in (("made", len(known)), ("made when such a game had been seen", known.seen.sum())):
    report(f"moduli for which forecasts of planted games were {name}", value, exactly, **only)
for name, value in (("exponent", exact), ("smallest B", ratio)):
    report(f"forecasts of the {name} of planted games that held", value.sum(), exactly, **only)
report("planted moduli that hold", len(smallest), exactly, **only)
report("planted moduli that were expected to hold", f"{known.holds.sum():.1f}", exactly, **only)
report("forecasts of one kind of planted games that should have held", f"{0.68 * len(exact):.1f}", exactly, **only)
report("forecasts of planted games decided", len(exact) + len(ratio), exactly, **only)
report("forecasts of planted games that held", exact.sum() + ratio.sum(), exactly, **only)
should = f"{0.68 * (len(exact) + len(ratio)):.1f}"
report("forecasts of planted games that should have held", should, exactly, **only)
assert table.index.max() == 400, "the article says so"
assert [*table.index[has & ((by_three > 0) | eight)]] == [104, 208, 232, 296, 328, 341], "the article lists them"
