"""The committed results past the paper: they agree with what is computed here, with each other, and with a check."""

import numpy as np
import pytest
from conftest import ROOT

import subtraction_games as sg
from subtraction_games.files import read_table, rows_of

DATA = ROOT / "data"


def table(name: str) -> np.ndarray:
    return np.array(list(read_table(DATA / f"{name}.csv").values()))


def test_cold_counts_below_2_to_the_26():
    limits, counts = table("cold-counts")
    small = limits <= 2**26
    assert np.array_equal(counts[small], sg.counts_below(sg.cold_positions(sg.squares, 2**26), limits[small]))


def test_cold_counts_are_of_every_cube_and_the_end():
    limits, counts = table("cold-counts")
    assert np.array_equal(limits, [*(r**3 for r in range(1, 2**12)), 2**36])
    assert (np.diff(counts) >= 0).all()
    assert counts[np.searchsorted(limits, 2**30)] == 1_816_355


def test_the_readme_s_first_screen():
    readme = " ".join((DATA.parent / "README.md").read_text().split())
    assert f"{table('cold-counts')[1][-1]:,} cold positions below 2^36" in readme
    assert f"nim-values up to {table('nim-records')[1][-1]:,} below 2^28" in readme


def test_residues_add_up_to_the_counts():
    limits, counts = table("cold-counts")
    modulus, n, residue, count = table("residue-counts")
    for b in np.unique(modulus):
        for limit in np.unique(n):
            part = (modulus == b) & (n == limit)
            assert residue[part].tolist() == list(range(b))
            assert count[part].sum() == counts[np.searchsorted(limits, limit)]


@pytest.mark.parametrize("b", [2, 5, 13, 85])
def test_residues_below_2_to_the_24(b):
    modulus, n, _, count = table("residue-counts")
    part = (modulus == b) & (n == 2**24)
    assert np.array_equal(count[part], sg.digit_counts(sg.cold_positions(sg.squares, 2**24), b))


def test_records_and_histogram_below_2_to_the_20():
    positions, values = table("nim-records")
    here = sg.nim_values(sg.squares, 2**20)
    small = positions < 2**20
    assert np.array_equal((positions[small], values[small]), sg.records(here))
    n, _, count = table("nim-histogram")
    assert np.array_equal(count[n == 2**20], np.bincount(here))


def test_records_and_histogram_belong_together():
    positions, values = table("nim-records")
    n, value, count = table("nim-histogram")
    for limit in np.unique(n):
        part = n == limit
        assert count[part].sum() == limit
        assert value[part].max() == values[positions < limit].max()
    limits, cold = table("cold-counts")
    known = {int(limit): int(c) for limit, c in zip(limits, cold, strict=True)}
    for limit in (2**24,):
        assert count[(n == limit) & (value == 0)] == known[limit]


def test_second_methods_agree_with_the_engine():
    rows = rows_of(DATA / "checks.csv")
    assert [(row["what"].split()[0], row["n"]) for row in rows] == [("cold", 2**32), ("nim-values", 2**25)]
    for row in rows:
        assert row["sha256"] == row["its_sha256"]
        assert row["count_or_largest"] == row["its_count_or_largest"]
        assert len(row["sha256"]) == 16
