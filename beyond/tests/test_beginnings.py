"""The committed tables of games with planted or tossed beginnings agree with the same games played here up to 2^20."""

import beginnings
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

import subtraction_games as sg
from subtraction_theory import outcomes
from subtraction_theory.kernels import is_kernel, planted, planted_count, pull

N = 2**20
PLANTED = pd.read_csv(ROOT / "beyond/data/planted.csv")
FORECASTS = pd.read_csv(ROOT / "beyond/data/planted-forecasts.csv").dropna(subset="residues")


def residues(row):
    return [int(d) for d in row.residues.split()]


@pytest.mark.parametrize("place", range(0, len(PLANTED), 40))
def test_planted_games(place):
    row = PLANTED.iloc[place]
    hotspots = planted(row.modulus, residues(row), min(row.B, N), row.power)
    cold = sg.cold_positions(f"n**{row.power}", N, hotspots=hotspots)
    below = sg.counts_below(cold[~np.isin(cold % row.modulus, residues(row))], [2**k for k in range(12, 21)])
    assert np.diff(below, prepend=0).tolist() == [int(count) for count in row.outsiders.split()][:9]


@pytest.mark.parametrize("place", range(0, len(FORECASTS), 20))
def test_forecasts_follow_the_rule(place):
    row = FORECASTS.iloc[place]
    D = residues(row)
    pulls, n = row.outside > row.inside, beginnings.reach(row.power, row.modulus)[1]
    assert (row["size"], row.holds) == (len(D), 0.95 if pulls else 0.05)
    assert pull(row.modulus, D, row.power) == (row.outside, row.inside)
    assert not pulls or row.cold == planted_count(row.modulus, D, n, row.power)


def test_sets_of_a_modulus_are_kernels_and_do_not_look_alike():
    for (power, m), rows in FORECASTS[FORECASTS.modulus < 80].groupby(["power", "modulus"]):
        sets = [np.array(residues(row)) for row in rows.itertuples()]
        assert all(is_kernel(D, m, power) for D in sets)
        assert len({beginnings.canonical(D, m, power) for D in sets}) == len(sets)


def test_what_became_of_the_first_forecasts():
    """The data's pages and the page on lost theories say how many came true."""
    games = outcomes.planted(ROOT / "beyond/data/planted.csv").query("power == 2 and B <= 2**18")
    first = pd.read_csv(ROOT / "beyond/data/planted-forecasts.csv").query("made == '2026-11-23'").set_index("modulus")
    held = games[games.holds & (games.n == 2**28) & games.modulus.isin(first.index)].groupby("modulus").B.min()
    far = games[games.n == 2**32].set_index(["modulus", "B"]).exponent
    exponents = sum(abs(far[m, B] - first.exponent[m]) <= 0.005 for m, B in held.items())
    smallest = sum(1 / 4 <= B / first.smallest[m] <= 4 for m, B in held.items())
    came = f"{sum(first.seen)} of {len(first)} moduli; of their {len(held)} exponents {exponents} came as forecast, "
    came += f"where {0.68 * len(held):.1f} should have, and of their {len(held)} smallest B {smallest} did"
    assert came in (ROOT / "beyond/data/README.md").read_text(encoding="utf-8")
    assert f"Only {exponents} of {len(held)} such" in (ROOT / "book/lost-theories.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("m", [5, 41])
def test_later_games(m):
    row = pd.read_csv(ROOT / "beyond/data/later.csv").query("modulus == @m").iloc[0]
    D, n = residues(row), 2**23
    hot, cold = beginnings.game(2, m, D, row.B, n)
    assert np.array_equal(hot, planted(m, D, row.B))
    assert np.isin(cold % m, D).all() or row.outside
    assert (cold.size == planted_count(m, D, n)) == np.isin(cold % m, D).all()


def test_tossed_games_choose_what_the_table_says():
    chosen = pd.read_csv(ROOT / "beyond/data/chosen.csv").query("n == 2**24").set_index(["coins", "seed"])
    for coins, seed in ((100, 1057), (1000, 7)):
        cold, row = beginnings.toss(seed, 2**24, coins=coins), chosen.loc[coins, seed]
        late = cold[cold >= 2**23]
        assert row.late == late.size
        parts = [beginnings.most_held(sg.digit_counts(late, p)) / late.size for p in (5, 13, 17)]
        assert row[["held_5", "held_13", "held_17"]].tolist() == pytest.approx(parts, abs=1e-4)
