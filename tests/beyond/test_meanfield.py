"""The mean field of random sets as dense as squares."""

import numpy as np
import pytest

from subtraction_theory.meanfield import mean_field, scattered


def test_the_equation_holds():
    """At the middle of a range the density is exp(-integral), where the integral is summed again over all ranges."""
    limits, counts = mean_field(2**12)
    edges = np.append(0, limits)
    density = np.diff(np.append(0, counts)) / np.diff(edges)
    for i in (1, 40, 160, 320):
        x = (edges[i] + edges[i + 1]) / 2
        ends = np.minimum(edges[: i + 2], x)
        integral = (density[: i + 1] * (np.sqrt(x - ends[:-1]) - np.sqrt(x - ends[1:]))).sum()
        assert density[i] == pytest.approx(np.exp(-integral))


@pytest.mark.parametrize("m", [1, 5, 64])
def test_a_scattered_set_has_one_number_in_each_interval_with_the_square_s_residue(m):
    k, numbers = np.arange(1, 100), scattered(7, m)(100**2)
    assert np.array_equal(np.sqrt(numbers).astype(int), k)
    assert np.array_equal(numbers % m, k**2 % m)
    assert np.array_equal(scattered(7, m)(5000), numbers[numbers < 5000]), "the same set for every limit"
