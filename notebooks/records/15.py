"""What notebook 15 records: run in its namespace after its last cell."""

from subtraction_games.record import Findings

found, exactly = Findings("15", n), "exact computation"
long_run = {"data": "data/doublings.npz", "check": "class 2 mod 5 by its copies, samples by the definition"}
fitted = {"data": "data/doublings.npz", "check": f"error {error:.4f}, the scatter of classes 0 and 2 mod 5"}
for k in (40, 41):
    found.add(f"cold positions below 2^{k}", count(k), exactly, at=2**k, **long_run)
found.add("exponent of the count from 2^38 to 2^41", f"{exponent(38, 41):.4f}", "fit", at=2**41, **fitted)
for game, words, k, sieved in (("cubes", "cubes", 36, 32), ("n**4", "fourth powers", 34, 30)):
    found.add(
        f"cold positions of {words} below 2^{k}", int(games[game, 2**k]), exactly, at=2**k,
        data="data/game-counts.csv", check=f"run twice; below 2^{sieved} by the segmented sieve",
    )  # fmt: skip
found.save()
