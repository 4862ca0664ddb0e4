"""What notebook 3 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import compare, report

compare = partial(compare, "03", n)
report = partial(report, "03", n)


def butterflies(size):
    """Those of three transforms for each convolution, each of the power of two that holds the product."""
    if size == 1:
        return 0
    log_length = (size // 2 + size - 2).bit_length()
    return butterflies(size // 2) + butterflies(size - size // 2) + 3 * log_length * 2**log_length // 2


grown = max(butterflies(2**k) / (2**k * k**2) for k in range(4, 12))
compare("Theorem 1: hot and cold in O(n log^2 n), here at most 3 n log2(n)^2 butterflies", "2.3", True, grown < 3)
report(
    "time to find the cold positions of any game", "O(n log^2 n / log log n)", "theorem", known="van der Hoeven 2007"
)
