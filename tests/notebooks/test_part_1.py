"""What the sentences of notebooks 1 to 7 and of their solutions rest on, in what these printed; and how they begin."""

import re
import subprocess
import sys
from html import unescape

import jupytext
import nbformat
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from executed import figure, numbers, printed, said
from pages import config
from places import numbered

import subtraction_games as sg
from subtraction_games import analysis

PART_I = sorted((ROOT / "notebooks").glob("0*.py"))


# --- what they say --------------------------------------------------------------------------------------


def test_where_the_paper_s_introduction_is_not_to_the_letter():
    table = pd.read_csv(ROOT / "figures/reproduction.csv", dtype=str)
    wrong = table.claim[(table.section == "1") & (table.agrees == "no")]
    assert [claim[:12] for claim in wrong][:2] == ["every finite", "the primes: "]


def questions(notebook: str) -> list[dict]:
    """What the questions of an executed notebook ask and answer, in their order."""
    (path,) = (each for each in numbered("ipynb") if each.stem.startswith(notebook))
    outputs = [out for cell in nbformat.read(path, as_version=4).cells for out in cell.get("outputs", [])]
    shown = [unescape(out.data["text/html"]) for out in outputs if "text/html" in out.get("data", {})]
    return [asked for asked in (config(html) for html in shown if 'id="config"' in html) if "question" in asked]


def test_01_below_25_the_nim_values_are_those_of_taking_1_or_4():
    values = sg.nim_values(sg.squares, 26).tolist()
    assert values[:25] == [0, 1, 0, 1, 2] * 5 == sg.nim_values([1, 4], 25).tolist()
    assert values[25] == 3, "there the pattern breaks"


def test_02_what_the_sieve_gains():
    rows = [numbers(line)[-3:] for line in printed("02", "How the three counts grow").splitlines() if "gains" in line]
    gains = [gain for *_, gain in sorted(rows, key=lambda row: row[1])]
    assert len(gains) == 4
    assert gains == sorted(gains, reverse=True), "the fewer cold positions there are, the more the sieve gains"


def test_02_looks_lie_between_pairs_and_marks():
    sizes = 2 ** np.arange(8, 15)
    pairs = [int((k - sg.squares(k)).sum()) for k in sizes]
    looks, marks = ([count(sg.squares(k), int(k)) for k in sizes] for count in (analysis.looks, analysis.marks))
    grown = [sg.fit_power_law(sizes, counts).exponent for counts in (pairs, looks, marks)]
    assert 1.48 < grown[0] < 1.54, "the pairs grow like n^1.5"
    assert grown[0] > grown[1] > grown[2]
    assert 1.15 < grown[2] < 1.25, "and the marks like n^1.2"


def test_03_the_answers_are_what_the_sections_show():
    decree, marks, hot, ways, wraps, cuts = questions("03")
    old, new = (numbers(line) for line in printed("03", "Hotspots").splitlines()[-2:])
    assert (3 in old, decree["answer"]) == (False, "cold" if 3 in new[1:] else "hot"), "the first is H's"
    cold = sg.cold_positions(sg.squares, 40)
    left = set(range(20, 40)) - set((cold[cold < 20][:, None] + sg.squares(40)).ravel().tolist())
    counts = numbers(printed("03", "What cold positions do, all at once").partition(" will turn out hot?")[2])[:3]
    assert [marks["answer"], counts] == [[20 - len(left)], [20 - len(left), len(left), len(left & {*cold.tolist()})]]
    assert set(numbers(hot["question"])) == left > set(hot["answer"]) == left - set(cold.tolist())
    reached = numbers(printed("03", "What cold positions do, all at once").splitlines()[-1])
    assert reached[: len(reached) // 2][4] == ways["answer"][0] > 1
    cyclic = numbers(printed("03", "A convolution in three lines").splitlines()[1])
    assert [k for k, count in enumerate(cyclic) if count == 2] == wraps["answer"] == [9 % len(cyclic)]
    ends = re.findall(r"^\d+\. The convolution from .* to \[\d+, (\d+)\)", printed("03", "The algorithm"), flags=re.M)
    assert sum(int(end) <= 16 for end in ends) == cuts["answer"][0], "the steps below it"


def test_04_the_answers_are_what_the_sections_show():
    of_4, rounds, half, copy = questions("04")
    rows = [numbers(line) for line in printed("04", "By hand").splitlines() if line.startswith("round ")]
    assert [int(k) for k, *cold in rows if 4 in cold] == of_4["answer"]
    assert numbers(printed("04", "Theorem 3").splitlines()[-1])[:1] == rounds["answer"]
    fit, out_of, _, last = numbers(printed("04", "How many positions have each value?").partition("settled?")[2])[:4]
    values = sg.nim_values(sg.squares, 2**16)
    count = np.bincount(values)
    assert [fit] == half["answer"] == [1 + int(np.searchsorted(count.cumsum(), 2**15))]
    assert (out_of, last) == (len(count), count[-10:].sum())
    levels = [np.flatnonzero(values == v) for v in range(6)]
    assert [v for v in range(1, 6) if np.array_equal(levels[v], levels[v - 1][: len(levels[v])] + 1)] == copy["answer"]


@pytest.mark.parametrize("source", PART_I[2:4], ids=lambda source: source.stem)
def test_an_exercise_says_how_hard_it_is_and_how_long_it_takes(source):
    kinds = re.findall(r"^# \d+\. \*[A-Z][a-z ]+\.\*(.*)", source.read_text(encoding="utf-8"), flags=re.M)
    assert kinds
    assert all(re.match(r" ★{1,3} \d+ min\. [A-Z`]", text) for text in kinds)


def test_03_the_figure_has_each_mark_of_the_sieve():
    drawn = figure("3-1-what-each-convolution-marks")
    axes = 'set(xlabel="to hot position", ylabel="from cold position")'
    assert axes in PART_I[2].read_text(encoding="utf-8"), "across, what is marked, as in the steps above it:"
    assert "box(to + .3, from + .2" in (ROOT / "src/subtraction_games/pages/steps.html").read_text(encoding="utf-8")
    cold = sg.cold_positions(sg.squares, 256)
    assert len(drawn) == analysis.marks(sg.squares(256), 256)
    assert set(drawn.cold_position) <= set(cold)
    assert set(drawn.marked) == set(range(256)) - set(cold), "all hot positions are marked"


def test_03_the_steps_of_the_recursion_make_every_mark_once_and_end_with_all_settled():
    cells = nbformat.read(ROOT / "notebooks/03-divide-and-conquer.ipynb", as_version=4).cells
    shown = [
        out.data["text/html"] for cell in cells for out in cell.get("outputs", []) if "text/html" in out.get("data", {})
    ]
    (made,) = [config(unescape(html)) for html in shown if "The recursion, one convolution" in html]
    marks = [tuple(pair) for pairs in made["marks"] for pair in pairs]
    drawn = figure("3-1-what-each-convolution-marks")
    assert sorted(marks) == [pair for pair in drawn.itertuples(index=False, name=None) if pair[1] < 32]
    for k, pairs in enumerate(made["marks"]):
        assert all(k - (k & -k) <= c < k <= p < k + (k & -k) for c, p in pairs), "in the square of its convolution"
    settled = [frame[1][0][1] for frame in made["frames"]]
    for k, cells in enumerate(settled):
        assert [i for i, cell in enumerate(cells) if cell == "C"] == sg.cold_positions(sg.squares, k + 1).tolist()


def test_05_the_exponent_is_steady_and_the_values_stay_low():
    exponents = said(printed("05", "How steady is the exponent?"), "exponent ")[::2]
    assert len(exponents) == 4
    assert max(exponents) - min(exponents) < 0.003, "they lie close together"
    drawn = figure("1-maximum-nim-value")
    ratio, octave = drawn.maximum_nim_value / drawn.fitted, np.log2(drawn.n).astype(int)
    means = ratio.groupby(octave).mean()
    assert means[21] > means[22] > means[23], "the points fall away from 2^22 on"
    assert means[21] == means[16:].max()
    _, m, _, moves = numbers(printed("05", "Records").splitlines()[-1])
    assert m < moves / 9, "far below what the number of moves would allow"


def test_06_estimators_agree_and_none_has_an_error_bar():
    text = printed("06", "Would another estimator say the same?")
    exponents = said(text, "n^")
    assert len(exponents) == 4
    assert max(exponents) - min(exponents) < 0.001, "all four lie within a thousandth"
    (medians,), (least,) = said(text, "repeated medians move by "), said(text, "least squares move by ")
    assert abs(medians) < abs(least), "repeated medians move less"
    assert said(text, "correlation of neighbouring residuals: ")[0] > 0.9, "far from independent"


def test_07_the_dark_classes_and_the_bright_rows():
    shares = figure("7-1-residues-modulo-65")
    last, late = shares.iloc[-1], shares[shares["from"] >= 2**12]
    dark = [f"residue_{r}" for r in range(65) if r % 5 in (1, 3)]
    assert late[dark].to_numpy().max() < 1, "classes 1 and 3 modulo 5 go dark"
    of_class = {c: sorted((r for r in range(c, 65, 5)), key=lambda r: -last[f"residue_{r}"]) for c in (0, 2)}
    assert {r % 13 for r in of_class[0][:3]} == {0, 2, 7}
    assert {r % 13 for r in of_class[2][:4]} == {0, 2, 5, 7}
    assert last.iloc[2:].max() < 10, "the scale shows the brightest"


def test_solutions_of_part_1():
    ascending, descending = said(printed("part-1", "Notebook 2, exercise 1"), "ending ")[:2]
    assert descending < ascending, "descending, one meets a cold position sooner"
    _, more, ties = numbers(printed("part-1", "Notebook 4, exercise 2"))
    assert more == 0 < ties, "the last round takes as few as any, not always alone"


# --- the paper's words ----------------------------------------------------------------------------------


def test_the_paper_is_quoted_in_eight_boxes():
    texts = [cell.source for source in PART_I for cell in jupytext.read(source).cells if cell.cell_type == "markdown"]
    boxes = re.findall(r"^> \*\*The paper, section (\d(?:\.\d)?)\.\*\* \"(.*?)\"$", "\n".join(texts), flags=re.S | re.M)
    assert [section for section, _ in boxes] == ["1", "3.2", "2.1", "2.2", "2.3", "2.3", "2.4", "2.4"]
    assert all(line.startswith(">") for _, words in boxes for line in words.splitlines()[1:])


# --- at other n and without a compiler ------------------------------------------------------------------

AT_4096 = """
import sys
sys.modules["numba"] = None
import jupytext, warnings
from matplotlib import pyplot as plt
from subtraction_games import figures
warnings.simplefilter("ignore", RuntimeWarning)
figures.show = lambda figure, alt: plt.close(figure)
for source in sys.argv[1:]:
    names = {"__name__": "__main__", "display": lambda *shown: None}
    for cell in jupytext.read(source).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, source, "exec"), names)
        if "parameters" in cell.metadata.get("tags", []):
            names["n"] = 4096
"""


def test_all_run_without_numba():
    """In a process that can't import it, and at another n; `make quick`, which installs none, goes farther."""
    command = [sys.executable, "-c", AT_4096, *(source.name for source in PART_I)]
    ended = subprocess.run(command, cwd=ROOT / "notebooks", capture_output=True, text=True)
    assert (ended.returncode, ended.stderr.splitlines()[-1:]) == (0, [])


@pytest.mark.parametrize("source", PART_I, ids=lambda source: source.stem)
def test_too_small_an_n_is_answered_in_a_line(source):
    setup = next(c.source for c in jupytext.read(source).cells if "setup" in c.metadata.get("tags", []))
    for n in (1, 2, 100):
        with pytest.raises(ValueError, match=f"^n must be at least 256, not {n}$"):
            exec(setup, {"n": n, "method": "auto"})
