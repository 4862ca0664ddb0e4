"""What notebook 5 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import compare

compare = partial(compare, "05", n)

c, e, by_halves = f"{fit.coefficient:.15g}", f"{fit.exponent:.15g}", f"{2 ** np.median(log_m - slope * log_n):.15g}"
compare("Figure 1: coefficient of the fit", "3.1", "1.3251885340723", c, 2**24)
compare("Figure 1: exponent of the fit", "3.1", "0.350735691549274", e, 2**24)
halves = "Figure 1: coefficient, if the line has as many points above as below"
compare(halves, "3.1", "1.3251885340723", by_halves, 2**24)
compare("growth of the maximum nim-value, O(n^e)", "3.1", "0.351", f"{fit.exponent:.3f}", 2**24)
compare("largest exponent of m in the introduction", "1", "0.35", f"{fit.exponent:.2f}", 2**24)
compare("power of ten from which convolution beats dynamic programming", "3.1", 26, round(break_even))
compare("nim-values by convolution take n^e log^2 n steps, e", "3.1", "1.35", f"{1 + fit.exponent:.2f}", 2**24)
