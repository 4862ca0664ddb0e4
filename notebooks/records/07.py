"""What notebook 7 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.analysis import looks
from subtraction_games.record import compare

compare = partial(compare, "07", n)
two_programs = "not printed in the paper: counted by two independent C programs"

bars = {  # what these programs counted at n = 2^30
    "Figure 3: base-5 ones digits 0 to 4": (base_5["ones"], "839372 8 935561 36 41378"),
    "Figure 3: base-5 fives digits 0 to 4": (base_5["fives"], "358295 362905 368556 363870 362729"),
    "Figure 3: base-5 twenty-fives digits 0 to 4": (base_5["twenty-fives"], "603629 193404 490268 351079 177975"),
    "Figure 4: last digits in base 7": (base_7, "259466 260031 259302 259294 259417 258917 259928"),
    "Figure 4: last digits in base 13": (
        base_13,
        "471900 15636 447688 11130 31434 127351 12653 446159 97903 82908 21907 18510 31176",
    ),
}
for claim, (counts, theirs) in bars.items():
    ours = " ".join(map(str, counts))
    same = "confirmed" if ours == theirs else "no"
    compare(claim, "3.3", "", ours, 2**30, source=two_programs, verdict=same)
for where, counts, said in (("fives digit", base_5["fives"], "non-uni"), ("base 7", base_7, "nonuni")):
    off, die = np.abs(counts / counts.mean() - 1).max(), chisquare(counts)
    measured = f"within {off:.1%} of uniform; chi-squared {die.statistic:.1f}, {len(counts) - 1} degrees of freedom"
    by = "a chi-squared test" if die.pvalue >= 0.001 else "the picture" if off < 0.02 else ""
    agrees = f"by {by}" if by else "no"
    compare(f"{where}: how uniform", "3.3", f"no significant {said}formities", measured, 2**30, verdict=agrees)

uneven, of_40_million = bool(golomb[[0, 2]].sum() > 0.75 * golomb.sum()), ends_in_6[ends_in_6 < 40_000_000]
golomb_saw, bush_saw = "Golomb: base-5 last digits of the first 20,000", "Bush: the cold positions below 40,000,000"
compare(f"{golomb_saw} highly non-uniform", "3.3", True, uneven, max(n, 20_000))
compare(f"{bush_saw} that end in 6", "3.3", "11356", " ".join(map(str, of_40_million)), max(n, 40_000_000))
compare("residues in the densest known set modulo 205", "1", 12, len(record))
compare("its exponent (1 + log_205 12)/2", "1", "0.733412", f"{ruzsa_exponent(205, 12):.6f}")
compare("square-difference-free digits modulo 5", "3.3", "0 2", " ".join(map(str, largest_free_set(5))))
compare("exponent for base 5 followed perfectly", "3.3", "0.71534", f"{ruzsa_exponent(5, 2):.5f}")
compare("log_10 25, printed for that exponent (log_25 10 is meant)", "3.3", "0.71534", f"{np.log10(25):.5f}")
compare("no nontrivial square-difference-free set modulo 7", "3.3", True, len(largest_free_set(7)) == 1)
signed = " ".join(str(d) for d in range(7) if {d, -d % 13} <= {k * k % 13 for k in range(13)})
compare("squares modulo 13, up to sign", "3.3", "0 1 3 4", signed)
compare("square-difference-free digits modulo 13", "3.3", "0 2 7", " ".join(map(str, largest_free_set(13))))

square_counts = np.bincount([k * k % 13 for k in range(1, 13)], minlength=13)
pairs = [int(square_counts[d] + square_counts[-d]) for d in (1, 3, 4)]
compare("times each pair of squares +-1, +-3, +-4 occurs modulo 13", "3.3", "4 4 4", " ".join(map(str, pairs)))
compare("times each nonzero square occurs modulo 13", "3.3", 4, int(square_counts[1:].max()))
listed = " ".join(map(str, [0, *sg.moser_de_bruijn(70)]))
compare("the Moser-de Bruijn sequence to 69", "3.3", "0 1 4 5 16 17 20 21 64 65 68 69", listed)
compare("Moser-de Bruijn: cold positions below 4^4, sqrt(n)", "3.3", 16, int((moser[:256] == 0).sum()))
fours = 4 ** np.arange(4, 8)
grown = sg.fit_power_law(fours, [looks(sg.moser_de_bruijn(k), int(k)) for k in fours]).exponent
of_order = all(moser[:k].max() == np.sqrt(k) - 1 for k in fours)
compare("Moser-de Bruijn: the largest nim-value is of the order of sqrt(n)", "3.3", True, of_order)
not_faster = "Moser-de Bruijn: convolution is not faster than dynamic programming (cold positions)"
compare(not_faster, "3.3", True, bool(grown <= 1))
