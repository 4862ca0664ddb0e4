"""What notebook 18 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "18", n)
exactly, last = "exact computation", (27, 30)
sieved, by_residue = "cold positions by the segmented sieve, too", {"data": "data/residue-counts.csv"}
report(
    "class 4 mod 5 from 2^40 to 2^41, closed theory from below 2^24", int(fading.expected.iloc[-1]), "heuristic",
    at=2**41, data="data/closure.csv", check="two moduli agree",
)  # fmt: skip
powers = {(m, s): waves.damped_and_fed(tables[m, s]) for m, s in tables if m in (21, 29) and s[0] >= 27}
for s, check in ((last, sieved), ((30, 33), sieved), ((33, 36), "")):
    power = f"{powers[21, s][1]:.1f}"
    report(f"power of the fed modes at 21, 2^{s[0]} to 2^{s[1]}", power, exactly, 2 ** s[1], check=check, **by_residue)
damped, fed = waves.damped_and_fed(residues.between(29, 2**30, 2**36))
report("power of residue modes at 29, 2^30 to 2^36", f"{damped:.3f}", exactly, at=2**36, **by_residue)
report("power of nonresidue modes at 29, 2^30 to 2^36", f"{fed:.1f}", exactly, at=2**36, **by_residue)
only = {"data": "data/closure.csv", "article": True}
for k in (30, 36):
    name = f"class 4 mod 5 from 2^{k - 1} to 2^{k}, closed theory from below 2^24"
    report(name, int(fading.expected[k]), "heuristic", at=2**k, **only)
for name, extreme in (("least", ratio.min()), ("greatest", ratio.max())):
    report(f"{name} ratio of closed theory to class 4 mod 5", f"{extreme:.2f}", "heuristic", at=2**41, **only)
for k in (30, 40):
    expected, found_here = whole.loc[2**k] + np.searchsorted(cold, 2**24)
    report(
        f"ratio of closed theory to cold positions below 2^{k}",
        f"{expected / found_here:.2f}",
        "heuristic",
        at=2**k,
        **only,
    )
