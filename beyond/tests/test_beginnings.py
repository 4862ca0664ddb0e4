"""The committed tables of games with chosen or tossed beginnings agree with the same games played here up to 2^20."""

import beginnings
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

import subtraction_games as sg
from subtraction_theory.kernels import is_kernel, planted, planted_count, pull

N = 2**20
PLANTED = pd.read_csv(ROOT / "beyond/data/planted.csv")
FORECASTS = pd.read_csv(ROOT / "beyond/data/planted-forecasts.csv").dropna(subset="residues")


def residues(row):
    return [int(d) for d in row.residues.split()]


@pytest.mark.parametrize("place", range(0, len(PLANTED), 40))
def test_planted_games(place):
    row = PLANTED.iloc[place]
    cold = sg.cold_positions(
        f"n**{row.power}", N, hotspots=planted(row.modulus, residues(row), min(row.B, N), row.power)
    )
    below = sg.counts_below(cold[~np.isin(cold % row.modulus, residues(row))], [2**k for k in range(12, 21)])
    assert np.diff(below, prepend=0).tolist() == [int(count) for count in row.outsiders.split()][:9]


@pytest.mark.parametrize("place", range(0, len(FORECASTS), 20))
def test_forecasts_follow_the_rule(place):
    row = FORECASTS.iloc[place]
    D = residues(row)
    assert row["size"] == len(D)
    assert pull(row.modulus, D, row.power) == (row.outside, row.inside)
    assert row.holds == (0.95 if row.outside > row.inside else 0.05)
    if row.outside > row.inside:
        assert row.cold == planted_count(row.modulus, D, beginnings.reach(row.power, row.modulus)[1], row.power)


def test_three_sets_of_a_modulus_are_kernels_and_do_not_look_alike():
    for (power, m), rows in FORECASTS[FORECASTS.modulus < 120].groupby(["power", "modulus"]):
        sets = [np.array(residues(row)) for row in rows.itertuples()]
        assert len(sets) <= 3
        assert all(is_kernel(D, m, power) for D in sets)
        assert len({beginnings.canonical(D, m, power) for D in sets}) == len(sets)
    assert [D.tolist() for D in beginnings.sets(13, 2)] == [[0, 2, 8]]


def test_late_windows():
    late = pd.read_csv(ROOT / "beyond/data/late.csv").set_index(["first", "end", "n"])
    for first, end in {(0, 0), (2**12, 2**13), (2**16, 2**18)}:
        hot = planted(41, beginnings.LATE_41, end)
        cold = sg.cold_positions(sg.squares, N, hotspots=hot[hot >= first])
        row = late.loc[first, end, N]
        assert (row.cold, row.outside) == (cold.size, (~np.isin(cold % 41, beginnings.LATE_41)).sum())


def test_tossed_games_choose_what_the_table_says():
    chosen = pd.read_csv(ROOT / "beyond/data/chosen.csv").query("n == 2**24").set_index(["coins", "seed"])
    for coins, seed in ((100, 1057), (1000, 7)):
        late = beginnings.toss(seed, 2**24, coins=coins)
        late = late[late >= 2**23]
        row = chosen.loc[coins, seed]
        assert row.late == late.size
        for p in (5, 13, 17):
            part = beginnings.most_held(sg.digit_counts(late, p)) / late.size
            assert row[f"held_{p}"] == pytest.approx(part, abs=1e-4)
