"""The benchmarks, at sizes that take no time: rivals give the engine's answers, and tables have what notebooks read."""

import csv
import shutil

import common
import games
import kernels
import longruns
import methods
import numpy as np
import pytest
import times
from conftest import ROOT

import subtraction_games as sg
from subtraction_engine.nim.tuning import COSTS, RECURRING


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.setattr(common, "FOLDER", tmp_path)


def committed(name):
    return list(csv.DictReader((ROOT / "data/benchmarks" / name).read_text().splitlines()))


@pytest.mark.skipif(not shutil.which("gcc"), reason="the rivals in C are compiled by gcc")
@pytest.mark.parametrize("n", [100, 5000, 2**16 + 1])
def test_rivals_give_the_engine_s_answers(n):
    moves, cold = sg.squares(n), sg.cold_positions(sg.squares, n).size
    sieves = (methods.c_sieve_as_stated, methods.c_segmented_sieve, methods.COLD["segmented sieve in C, all cores"])
    assert [sieve(moves, n) for sieve in sieves] == [cold] * 3
    for rival in (methods.c_nim_values, methods.c_nim_values_split):
        np.testing.assert_array_equal(rival(moves, n), sg.nim_values(sg.squares, n))


def test_tables_have_the_columns_that_notebooks_read_and_take_the_place_of_their_own_rows_alone(monkeypatch, capsys):
    def tiny():
        rows = times.measure("nim-values", "squares", sg.squares, methods.NIM, [2**k for k in range(8, 13)], 1)
        return rows + times.apart("nim-values", "engine", [2**12])

    monkeypatch.setitem(times.SECTIONS, "nim", tiny)
    monkeypatch.setattr(times, "warm_up", lambda: None)
    times.measure_section("nim")
    times.measure_ideas(2**18)
    for name in ("times.csv", "growth.csv", "ratios.csv", "ablation.csv"):
        assert common.read(name)[0].keys() == committed(name)[0].keys()
    before, after = (
        [row for row in t if times.section_of(row) != "nim"] for t in (committed("times.csv"), common.read("times.csv"))
    )
    assert after == before
    assert "| cold positions | " in capsys.readouterr().out
    rows = longruns.overheads(2**16, 1) + longruns.on_two_workers(2**16, 2**12, 1)
    rows += longruns.parts_of_blocks(range(20, 21), range(13, 14))
    measured, expected = (list(dict.fromkeys(r["measure"] for r in all_)) for all_ in (rows, committed("longruns.csv")))
    assert measured == expected


def test_ratios_compare_what_is_fair_and_of_one_run():
    columns = ("task", "game", "method", "n", "seconds", "threads", "commit")
    measured = [("engine", 10, 1, 2), ("engine, 1 thread", 10, 2, 1), ("in C", 10, 8, 1), ("all cores", 10, 6, 2)]
    rows = [dict(zip(columns, ("nim-values", "squares", *row, "a"), strict=True)) for row in measured]
    found = {(r["rival"], r["rival_threads"], r["engine_threads"], r["ratio"]) for r in times.ratios(rows)}
    assert found == {("in C", 1, 2, "8.00"), ("in C", 1, 1, "4.00"), ("all cores", 2, 2, "6.00"),
                     ("engine, 1 thread", 1, 2, "2.00")}  # fmt: skip
    assert times.ratios([rows[0], rows[2] | {"commit": "b"}]) == []
    (found,) = times.growth([rows[0] | {"n": 2**k, "seconds": 2.0 ** (1.5 * k)} for k in range(10, 40)])
    assert (found["from_n"], found["exponent"], found["least"], found["most"]) == (2**35, "1.500", "1.500", "1.500")


def test_the_games_told_were_measured():
    told = (ROOT / "data/benchmarks/README.md").read_text()
    assert "\n".join(games.readme_rows(committed("games.csv"))) in told


def test_kernels_are_measured_beside_their_constants(capsys):
    kernels.measure(2**18)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {name: float(constant) for name, constant, _ in rows} == {"recurrence": RECURRING} | COSTS._asdict()
