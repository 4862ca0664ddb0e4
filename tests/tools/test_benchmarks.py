"""The benchmarks, at sizes that take no time: rivals give the engine's answers, and tables have what notebooks read."""

import shutil
from functools import partial

import common
import kernels
import methods
import numpy as np
import pandas as pd
import pytest
import times
from conftest import ROOT

import subtraction_games as sg
from subtraction_engine.nim.tuning import COSTS, RECURRING


def committed(name):
    return pd.read_csv(ROOT / "data/benchmarks" / name, dtype=str, keep_default_na=False)


@pytest.mark.skipif(not shutil.which("gcc"), reason="the rivals in C are compiled by gcc")
def test_rivals_give_the_engine_s_answers():
    n = 2**16 + 1
    moves, cold = sg.squares(n), sg.cold_positions(sg.squares, n).size
    sieves = (methods.c_sieve_as_stated, methods.c_segmented_sieve, methods.COLD["segmented sieve in C, all cores"])
    assert [sieve(moves, n) for sieve in sieves] == [cold] * 3
    for rival in (methods.c_nim_values, methods.c_nim_values_split):
        np.testing.assert_array_equal(rival(moves, n), sg.nim_values(sg.squares, n))


def test_tables_have_the_columns_that_notebooks_read_and_take_the_place_of_their_own_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(common, "FOLDER", tmp_path)
    monkeypatch.setattr(times, "warm_up", partial(times.warm_up, 2**10))
    times.measure_section("nim", partial(times.measure, "nim-values", methods.NIM, [2**k for k in range(8, 13)], 1))
    for name in ("times.csv", "growth.csv", "ratios.csv"):
        assert [*common.read(name)] == [*committed(name)]
    before, after = (read("times.csv") for read in (committed, common.read))
    others = [
        [row for row in table.itertuples(index=False) if times.section_of(row.task, row.method, row.n) != "nim"]
        for table in (before, after)
    ]
    assert others[0] == others[1]


def test_ratios_compare_what_is_fair_and_of_one_run():
    columns = ("task", "game", "method", "n", "seconds", "threads", "commit")
    measured = [("engine", 10, 1, 2), ("engine, 1 thread", 10, 2, 1), ("in C", 10, 8, 1), ("all cores", 10, 6, 2)]
    timed = pd.DataFrame([("nim-values", "squares", *row, "a") for row in measured], columns=columns)
    found = times.ratios(timed)[["rival", "rival_threads", "engine_threads", "ratio"]]
    found = {*found.itertuples(index=False, name=None)}
    assert found == {("in C", 1, 2, "8.00"), ("in C", 1, 1, "4.00"), ("all cores", 2, 2, "6.00"),
                     ("engine, 1 thread", 1, 2, "2.00")}  # fmt: skip
    assert times.ratios(timed.iloc[[0, 2]].assign(commit=["a", "b"])).empty


def test_kernels_are_measured_beside_their_constants(capsys):
    kernels.measure(2**18)
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {name: float(constant) for name, constant, _ in printed} == {"recurrence": RECURRING} | COSTS._asdict()
