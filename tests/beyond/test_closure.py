"""The closed theory, against its equation written out class by class."""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_theory.closure import continued


def test_it_solves_its_equation():
    start, end, m = 2**12, 2**14, 13
    cold = sg.cold_positions(sg.squares, start)
    limits, counts = continued(cold, start, end, m, fold=m, ranges=3)
    roots = np.bincount(np.arange(m) ** 2 % m, minlength=m)
    density = counts / np.diff(limits)[:, None] * m
    for i, x in enumerate((limits[1:] + limits[:-1]) / 2):
        edges = [*limits[: i + 1], x]
        for r in range(m):
            expected = 0.0
            for s in range(m):
                own = cold[cold % m == s]
                moves = np.sum(0.5 / np.sqrt(x - own))
                for j in range(i + 1):
                    moves += density[j, s] / m * (np.sqrt(x - edges[j]) - np.sqrt(x - edges[j + 1]))
                expected += roots[(r - s) % m] * moves
            assert density[i, r] == pytest.approx(np.exp(-expected), rel=0.02)


def test_counts_are_folded_and_limits_end_where_asked():
    cold = sg.cold_positions(sg.squares, 2**12)
    limits, by_five = continued(cold, 2**12, 2**15, 65)
    _, by_all = continued(cold, 2**12, 2**15, 65, fold=65)
    assert (limits[0], limits.size) == (2**12, 31)
    assert limits[-1] == pytest.approx(2**15)
    assert by_five == pytest.approx(by_all.reshape(30, 13, 5).sum(axis=1))


@pytest.mark.parametrize(("start", "end", "fold"), [(2**12, 2**12, 5), (2**12, 2**13, 3), (0, 10, 5)])
def test_wrong_arguments(start, end, fold):
    with pytest.raises(ValueError, match=r"fold must divide|must be from"):
        continued(np.array([0, 2]), start, end, 65, fold)
