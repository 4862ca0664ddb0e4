"""In the benchmarks, rivals find the same answers as the engine, and other tables follow from the times."""

import shutil

import methods
import numpy as np
import pandas as pd
import pytest
import times
from conftest import ROOT

import subtraction_games as sg


@pytest.mark.skipif(not shutil.which("gcc"), reason="the rivals in C are compiled by gcc")
def test_rivals_give_the_engine_s_answers():
    n = 2**16 + 1
    moves, cold = sg.squares(n), sg.cold_positions(sg.squares, n).size
    sieves = (methods.c_sieve_as_stated, methods.c_segmented_sieve, methods.COLD["segmented sieve in C, all cores"])
    assert [sieve(moves, n) for sieve in sieves] == [cold] * 3
    for rival in (methods.c_nim_values, methods.c_nim_values_split):
        np.testing.assert_array_equal(rival(moves, n), sg.nim_values(sg.squares, n))


def test_ratios_follow_from_the_times_and_growth_has_the_columns_that_notebooks_read():
    """A rival is compared with the engine on at least as many threads."""
    folder, as_text = ROOT / "engine/benchmarks", {"dtype": str, "keep_default_na": False}
    timed = pd.read_csv(folder / "times.csv")
    growth, ratios = (pd.read_csv(folder / f"{name}.csv", **as_text) for name in ("growth", "ratios"))
    assert times.growth(timed).astype(str).to_dict("records") == growth.to_dict("records")
    assert times.ratios(timed).astype(str).to_dict("records") == ratios.to_dict("records")
    assert (ratios.rival_threads <= ratios.engine_threads).all()
