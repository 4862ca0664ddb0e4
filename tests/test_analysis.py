"""Records, counts, digits and fits, figures and tables on disk, and the comparison with the paper."""

import io
import os
import re
import sys
from functools import partial

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image
from scipy.stats import siegelslopes

import subtraction_games as sg
from subtraction_games import figures, files
from subtraction_games.analysis import observed_period
from subtraction_games.reproduction import PAPER, ROW, compare

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
    assert sg.counts_below(sg.cold_positions(sg.squares, 40), [10, 40]).tolist() == [4, 12]
    for narrow in (np.uint8, dtype):
        values = np.array([3, 250, 7, 251], dtype=narrow)
        positions, highest = sg.records(values)
        assert (positions.tolist(), highest.tolist()) == ([0, 1, 3], [3, 250, 251])
        assert sg.digit_counts(values, 1000).nonzero()[0].tolist() == [3, 7, 250, 251]
    for base, place in ((10, 0), (10, 18), (10, 19), (2, 62), (2, 63), (2, 2**62)):
        digit = (2**63 - 1) // base ** min(place, 99) % base
        assert sg.digit_counts([2**63 - 1], base, place).tolist() == [int(d == digit) for d in range(base)]


def test_digits_are_counted_where_an_index_has_32_bits_and_numpy_refuses_others(monkeypatch):
    """Until version 2.3, numpy counts no int64 where an index is an int32, as in Pyodide."""
    strict, numbers = np.bincount, [2**40 + 3, 7, 12]

    def count(values, **options):
        return strict(values.astype(np.int32, casting="safe"), **options).astype(np.int32)

    monkeypatch.setattr(np, "bincount", count)
    monkeypatch.setattr(np, "intp", np.int32)
    assert sg.digit_counts(numbers, 10).tolist() == [0, 0, 1, 0, 0, 0, 0, 1, 0, 1]
    assert sg.digit_counts(numbers, 10, 63).dtype == np.int64


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
        ax = fig.add_axes((0.1, 0.1, 0.8, height))
        figures.digit_bars(ax, table["count"], "digits", highlighted=[0])
        assert [ax.yaxis.get_major_formatter()(count) for count in (500, 1500, 200_000)] == ["500", "1.5k", "200k"]
        ax.plot([1, 2], "o-", gid="on-purpose")
        figures.save(fig, "example", table)
        mpl.pyplot.close(fig)
        saved.append({path.name: path.read_bytes() for path in (tmp_path / "output/figures").iterdir()})
    assert saved[0] == saved[1]
    assert {*saved[0]} == {"example.csv", "example.svg", "example.png"}
    assert saved[0]["example.csv"] == b"digit,count\n0,3\n1,1\n2,2\n"
    assert {b"axes_1", b"on-purpose"} < (ids := set(re.findall(rb'id="(.*?)"', saved[0]["example.svg"])))
    assert set(re.findall(rb'(?:url\(|href=")#(.*?)[")]', saved[0]["example.svg"])) < ids


def test_a_law_is_drawn_with_the_ratio_of_each_point_to_it():
    """A point at 0 has no place on logarithmic axes. Both sides are counted, and triangles are off by five per cent."""
    x = np.append(2.0 ** np.arange(31), 0)[::-1]
    ratio = np.where(x < 2**10, 0.9, np.where(x < 2**20, 1.049, np.where(x < 2**30, 0.951, 1.06)))
    fig, (above, below) = mpl.pyplot.subplots(2)
    figures.power_law(above, below, x, x * ratio, sg.PowerLaw(1, 1))
    points, line = (line.get_xdata().tolist() for line in above.lines)
    assert (sorted(points), line) == (sorted(x[x > 0]), [1, 2**30])
    assert [text.get_text() for text in below.texts] == ["11 above", "20 below"]
    markers = {line.get_marker(): line.get_xydata() for line in below.lines[:3]}
    assert {marker: len(points) for marker, points in markers.items()} == {".": 20, "^": 1, "v": 10}
    low, high = below.get_ylim()
    assert all(low < y < high for points in markers.values() for _, y in points), "within the picture"
    mpl.pyplot.close(fig)


def test_the_paper_of_a_picture_in_a_notebook_is_white(monkeypatch):
    """A page on a white ground would show any other white as a box."""
    shown = []
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    monkeypatch.setattr("IPython.display.display", lambda data, **options: shown.append((data, options["metadata"])))
    fig, ax = mpl.pyplot.subplots(facecolor="white")
    ax.plot([1, 2], color=figures.BLUE)
    figures.show(fig, "A line.")
    ((data, metadata),) = shown
    picture = Image.open(io.BytesIO(data["image/png"]))
    colours = {colour for _, colour in picture.convert("RGB").getcolors(2**24)}
    assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    assert 2 < len(colours) <= 256
    assert metadata["image/png"] == {"alt": "A line.", "width": picture.width // 2, "height": picture.height // 2}


def test_outside_the_project_a_picture_is_written_below_the_folder_and_said_in_words(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("SUBTRACTION_GAMES_OUTPUT")
    monkeypatch.delenv("SUBTRACTION_GAMES_BUILD")
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)  # without IPython no picture can be shown
    monkeypatch.chdir(tmp_path)
    fig, (ax, below) = mpl.pyplot.subplots(2)
    figures.power_law(ax, below, [1, 2, 4], [3, 5, 9], sg.PowerLaw(2.5, 0.9))
    figures.save(fig, "mine")
    figures.show(fig, "Points on a line.")
    assert (tmp_path / "build/draft/figures/mine.svg").is_file()
    assert capsys.readouterr().out == f"mine: written to {tmp_path}/build/draft/figures\nPoints on a line.\n"
    assert not mpl.pyplot.fignum_exists(fig.number)


ROWS = [  # what a notebook compares at n = 10, and the row of the table that it becomes
    (partial(compare, 10, "a", "1", 5, "5"), f"a,1,5,{PAPER},5,,yes"),
    (partial(compare, 10, "b", "1", 5, 6, at=10), f"b,1,5,{PAPER},6,10,no"),
    (partial(compare, 10, "c", "1", 5, 5, 11, "a post"), "c,1,5,a post,5,10,another n"),
    (partial(compare, 10, "d", "1", "", 5, 10, verdict="true"), f"d,1,,{PAPER},5,10,true"),
]


@pytest.mark.parametrize(("keep", "row"), ROWS)
def test_the_numbers_of_a_notebook_are_kept_with_what_they_agree_with(keep, row, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: shown.append(data[ROW]))
    keep()
    assert shown[0]["table"] == "figures/reproduction.csv"
    assert ",".join(cell for _, cell in shown[0]["cells"]) == row
