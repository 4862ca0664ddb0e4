"""What notebook 13 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "13", n)
exactly = "exact computation"
sieved = "cold positions by the segmented sieve, too"
for m in (5, 13, 17, 65, 1105, 21):
    report(f"share of the main term that {m} explains", f"{shares[m]:.3f}", exactly, check=sieved)
report("moves between cold positions, if squares were strewn evenly", f"{main_term:.2f}", exactly, check=sieved)
for name, predicted in exponents.items():
    report(f"exponent of the cold positions of {name}, from copies", f"{predicted:.4f}", "heuristic")
turned = [p for p in primes if p % 4 == 3 and p >= 7]
evenness = sum(chisquare(between(p, 2**30, 2**36)).statistic for p in turned) / sum(p - 1 for p in turned)
report(
    "power of all modes, primes 3 mod 4 from 7 to 83, 2^30 to 2^36", f"{evenness:.3f}", exactly, at=2**36,
    data="data/residue-counts.csv",
)  # fmt: skip
others = max(share for m, share in alone.items() if all(m % p for p in (5, 13, 17)))
name = "share that no modulus to 100 prime to 5, 13, 17 explains"
report(name, f"{max(0.001, others):.3f}", exactly, article=True)
