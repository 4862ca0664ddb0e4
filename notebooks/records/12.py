"""What notebook 12 records and what its sentences rest on: run in its namespace after its last cell."""

from subtraction_games.record import Findings

exactly, found = "exact computation", Findings("12", n)
sieved = "cold positions by the segmented sieve, too"
for r in (2, 0):
    found.add(f"share of {r} mod 5 hot by moves prime to 5", f"{share_hot[r, top]:.4f}", exactly, at=top, check=sieved)
found.add(
    "exponent of the pairs that five copies chose, in the last window", f"{own[0]:.4f}", exactly, at=2**last,
    data="data/doublings.npz", check="the five copies by themselves: data/copies.csv",
)  # fmt: skip
e_30 = np.log(ratios(30).sum()) / np.log(25)
found.add(
    "exponent from the 25 classes at 2^30", f"{e_30:.5f}", exactly, at=2**30, data="data/doublings.npz", check=sieved
)
found.save()
if n == 2**30:
    assert all(0.45 < share_hot[2, 4 * N] / share_hot[2, N] < 0.55 for N in (2**18, 2**20, 2**22)), "halves"
    assert [lost_to[0, k] for k in (18, 24, 27, 30)] == sorted((lost_to[0, k] for k in (18, 24, 27, 30)), reverse=True)
    assert all(9.42 <= round(table[k].sum(), 2) <= 9.47 for k in (26, 30, 33, 36)), "it looked settled"
    assert all(5 - rho[::5].sum() > 4 * (5 - rho[2::5].sum()) for rho in table.values()), "most is lost in class 0"
    assert np.ptp(np.array(beginnings), axis=1).max() < 0.06, "each keeps about its own ratio"
