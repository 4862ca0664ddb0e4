"""Results of long runs as tables for other programs, and a board from a shell."""

import csv
import sys

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    sg.cold_positions(sg.squares, 3000, folder=folder)
    return folder


def columns(path):
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    return dict(zip(rows[0], np.array(rows[1:], dtype=np.int64).T, strict=True))


def test_results_in_csv_and_npz_are_the_positions(folder, tmp_path):
    cold = sg.cold_positions(sg.squares, 3000)
    for name in ("a.csv", "a.npz"):
        assert main(["export", str(folder), str(tmp_path / name)]) == 0
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        assert np.array_equal(arrays["position"], cold)
    assert np.array_equal(columns(tmp_path / "a.csv")["position"], cold)


def test_counts_by_residue_add_up(folder, tmp_path):
    assert main(["export", str(folder), str(tmp_path / "c.csv"), "--counts", "--residues", "5"]) == 0
    table, cold = columns(tmp_path / "c.csv"), sg.cold_positions(sg.squares, 3000)
    assert table["n"].max() == 2048
    for n, residue, count in zip(table["n"], table["residue"], table["cold"], strict=True):
        assert count == np.count_nonzero(cold[cold < n] % 5 == residue)


def test_nim_values_are_written_with_their_positions(tmp_path):
    sg.nim_values(sg.squares, 500, folder=tmp_path / "run")
    assert main(["export", str(tmp_path / "run"), str(tmp_path / "n.csv")]) == 0
    table = columns(tmp_path / "n.csv")
    assert np.array_equal(table["position"], np.arange(500))
    assert np.array_equal(table["nim_value"], sg.nim_values(sg.squares, 500))


@pytest.mark.parametrize("more", [["x.txt"], ["x.csv", "--counts", "--residues", "none"]])
def test_what_can_not_be_written_is_answered(folder, tmp_path, capsys, more):
    assert main(["export", str(folder), str(tmp_path / more[0]), *more[1:]]) == 1
    assert capsys.readouterr().err.startswith("error: ")


def test_parquet_says_what_it_needs(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["export", str(folder), str(tmp_path / "x.parquet")]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said == "error: pyarrow is missing: pip install 'subtraction-games[parquet]'"


def test_a_board_from_a_shell(capsys):
    assert main(["board", "squares", "13", "20"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!DOCTYPE html>")
    assert '"heaps":[13,20]' in page
    assert main(["board", "squares", "none"]) == 1
