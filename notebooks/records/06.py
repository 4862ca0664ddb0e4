"""What notebook 6 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import compare

compare = partial(compare, "06", n)

plot = "the plot of Figure 2; https://11011110.github.io/blog/2018/04/18/subtraction-games.html, 18 April 2018"
c, e, by_halves = f"{fit.coefficient:.15g}", f"{fit.exponent:.15g}", f"{np.exp(other_height):.15g}"
compare("Figure 2: coefficient of the fit", "3.2", "0.897244337916743", c, 2**30, source=plot)
compare("Figure 2: exponent of the fit", "3.2", "0.698354314248528", e, 2**30, source=plot)
halves = "Figure 2: coefficient, if the line has as many points above as below"
compare(halves, "3.1", "0.897244337916743", by_halves, 2**30, source=plot)
compare("growth of the number of cold positions, about n^e", "3.2", "0.7", f"{fit.exponent:.1f}", 2**30)
fast = bool(fit.exponent >= 0.69 and len(cold) >= fit.coefficient * n**0.69)
compare("cold positions grow at least as quickly as n^0.69", "1", True, fast, 2**30)
floor = bool((counts > np.sqrt(cubes) - 1).all())
compare("Golomb: cold positions are at least of the order of sqrt(n)", "1", True, floor)
compare("the sieve takes about n^e steps", "3.2", "1.2", f"{fit.exponent + 0.5:.1f}", 2**30)
compare("power of ten from which convolution beats the sieve", "3.2", 18, round(break_even))
