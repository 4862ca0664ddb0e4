"""What notebook 14 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "14", n)
exactly = "exact computation"
long_run = {"data": "data/doublings.npz", "check": "class 2 mod 5 by its copies, samples by the definition"}
fitted = {"data": "data/doublings.npz", "check": f"error {error:.4f}, the scatter of classes 0 and 2 mod 5"}
for k in (40, 41):
    report(f"cold positions below 2^{k}", count(k), exactly, at=2**k, **long_run)
report("exponent of the count from 2^38 to 2^41", f"{exponent(38, 41):.4f}", "fit", at=2**41, **fitted)
for game, words, k, sieved in (("cubes", "cubes", 36, 32), ("n**4", "fourth powers", 34, 30)):
    report(
        f"cold positions of {words} below 2^{k}", int(games[game, 2**k]), exactly, at=2**k,
        data="data/game-counts.csv", check=f"run twice; below 2^{sieved} by the segmented sieve",
    )  # fmt: skip
only = {"data": "data/doublings.npz", "article": True}
by_5 = {k: counted.between(5, 0, 2**k) for k in (24, 29, 30, 35, 36, 40, 41)}
whole, rare = int(by_5[41].sum()), np.loadtxt(files.table("data/oeis/b-rare-classes.txt"), dtype=int)[:, 1]
assert rare.size == by_5[41][[1, 3]].sum()
report("cold positions below 2^24", int(by_5[24].sum()), exactly, at=2**24, **only)
report("cold positions 1 or 3 mod 5 below 2^41", rare.size, exactly, at=2**41, **only)
report("last cold position 1 or 3 mod 5 below 2^41", rare[-1], exactly, at=2**41, **only)
report("cold positions 2 mod 5 below 2^41", by_5[41][2], exactly, at=2**41, **only)
report("share of class 2 mod 5 below 2^41", f"{by_5[41][2] / whole:.4f}", exactly, at=2**41, **only)
for k in (30, 36, 41):
    report(f"class 4 mod 5 from 2^{k - 1} to 2^{k}", by_5[k][4] - by_5[k - 1][4], exactly, at=2**k, **only)
report("standard deviation of the exponent of classes 0 and 2 mod 5", f"{error:.3f}", "fit", at=2**41, **only)
tables = {"data": "data/forecasts.csv", "article": True}
report("forecasts decided", len(written), exactly, **tables)
report("forecasts that held", written.held.sum(), exactly, **tables)
report("forecasts that should have held", f"{written.coverage.sum():.1f}", exactly, **tables)
