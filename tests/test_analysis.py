"""Records, counts, digits and fits, figures and tables on disk, and the comparison with the paper."""

import os
import re
import sys

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import siegelslopes

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_games.analysis import observed_period
from subtraction_games.reproduction import ROW, compare

mpl.use("Agg")


@example([], [0, 1, 2, 3], 16)  # a quarter of the whole length
@example([], [0, 1, 2, 3], 15)  # more than a quarter, although less than a third
@given(st.lists(st.integers(0, 2), max_size=6), st.lists(st.integers(0, 2), min_size=1, max_size=5), st.integers(0, 40))
def test_period(beginning, repeated, length):
    values = (beginning + repeated * 40)[:length]
    later = values[length // 2 :]
    shifts = (p for p in range(1, length // 4 + 1) if later[p:] == later[:-p])
    assert observed_period(values) == next(shifts, None)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 10**6)), min_size=2, max_size=40))
def test_repeated_medians_are_those_of_scipy(points):
    x, y = np.array(points, dtype=float).T
    if np.unique(x).size > 1:
        slope, intercept = siegelslopes(np.log2(y), np.log2(x), method="separate")
        assert sg.fit_power_law(x, y) == pytest.approx((2**intercept, slope), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_measurements_are_exact_for_every_type(dtype):
    """These numbers would be equal as float64, to which numpy converts when signed and unsigned integers meet."""
    numbers = [2**60 - 1, 2**60, 2**60 + 1]
    assert sg.counts_below(np.array(numbers, dtype=dtype), np.array(numbers)).tolist() == [0, 1, 2]
    assert sg.counts_below(np.array(numbers), np.array(numbers, dtype=dtype)).tolist() == [0, 1, 2]
    for narrow in (np.uint8, dtype):
        values = np.array([3, 250, 7, 251], dtype=narrow)
        positions, highest = sg.records(values)
        assert (positions.tolist(), highest.tolist()) == ([0, 1, 3], [3, 250, 251])
        assert sg.digit_counts(values, 1000).nonzero()[0].tolist() == [3, 7, 250, 251]
    for place, digit in ((0, 1), (62, 1), (2**62, 0)):
        assert sg.digit_counts(np.array([2**63 - 1], dtype=dtype), 2, place).argmax() == digit


def test_digits_are_counted_where_an_index_has_32_bits(monkeypatch):
    """In Pyodide, numpy refuses to count int64 until version 2.3, because an index is an int32 there."""
    count = np.bincount
    monkeypatch.setattr(np, "intp", np.int32)
    monkeypatch.setattr(np, "bincount", lambda values, **k: count(values.astype(np.int32, casting="safe"), **k))
    assert sg.digit_counts([2**40 + 3, 7, 12], 10).tolist() == [0, 0, 1, 0, 0, 0, 0, 1, 0, 1]


def test_a_file_is_written_whole_or_not_at_all_and_stays_as_old_as_its_content(tmp_path):
    path = tmp_path / "file"

    def written(text):
        with files.atomic_write(path) as temporary:
            temporary.write_text(text)
            assert text != "half"

    written("old")
    written("new")
    with pytest.raises(AssertionError):
        written("half")
    assert [*tmp_path.iterdir()] == [path]
    os.utime(path, (1, 1))
    written("new")
    assert (path.read_text(), path.stat().st_mtime) == ("new", 1), "the file seems unchanged to make, as it is"


def test_a_figure_is_saved_with_its_table_and_the_same_bytes_twice(tmp_path):
    figures.use_style()
    saved, table = [], {"digit": np.arange(3), "count": [3, 1, 2]}
    for height in (0.8, 0.8 + 1e-13):  # the last bit of a coordinate changes no byte
        fig = mpl.pyplot.figure(layout="none")
        figures.digit_bars(fig.add_axes((0.1, 0.1, 0.8, height)), table["count"], "digits", highlighted=[0])
        figures.save(fig, "example", table)
        mpl.pyplot.close(fig)
        saved.append({path.name: path.read_bytes() for path in (tmp_path / "output/figures").iterdir()})
    assert saved[0] == saved[1]
    assert {*saved[0]} == {"example.csv", "example.svg", "example.png"}
    assert saved[0]["example.csv"] == b"digit,count\n0,3\n1,1\n2,2\n"
    ids = re.findall(rb' id="(.*?)"', saved[0]["example.svg"])
    assert set(re.findall(rb'(?:url\(|href=")#(.*?)[")]', saved[0]["example.svg"])) < {*ids}


def test_outside_the_project_a_picture_is_written_below_the_folder_and_said_in_words(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("SUBTRACTION_GAMES_OUTPUT")
    monkeypatch.delenv("SUBTRACTION_GAMES_BUILD")
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)  # without IPython no picture can be shown
    monkeypatch.chdir(tmp_path)
    fig, (ax, below) = mpl.pyplot.subplots(2)
    figures.power_law(ax, below, [0, 1, 2, 4], [0, 3, 5, 9], sg.PowerLaw(2.5, 0.9))
    figures.save(fig, "mine")
    figures.show(fig, "Points on a line.")
    assert (tmp_path / "build/draft/figures/mine.svg").is_file()
    assert capsys.readouterr().out == f"mine: written to {tmp_path}/build/draft/figures\nPoints on a line.\n"
    assert not mpl.pyplot.fignum_exists(fig.number)


def test_a_number_agrees_with_the_paper_s_or_not_or_has_another_n(monkeypatch):
    rows = []
    monkeypatch.setattr("IPython.display.display", lambda shown, raw: rows.append(dict(shown[ROW]["cells"])["agrees"]))
    for here, at in (("5", None), (6, 10), (5, 11)):
        compare(10, "a", "1", 5, here, at=at)
    assert rows == ["yes", "no", "another n"]
