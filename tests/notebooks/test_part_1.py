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
from scipy.stats import siegelslopes

import subtraction_games as sg
from subtraction_games import analysis
from subtraction_theory import difference_free as df

SIEGEL = "A line through the points, found robustly"
PART_I = sorted((ROOT / "notebooks").glob("0*.py"))


# --- what they say --------------------------------------------------------------------------------------


def questions(notebook: str) -> list[dict]:
    """What the questions of an executed notebook ask and answer, in their order."""
    (path,) = (each for each in numbered("ipynb") if each.stem.startswith(notebook))
    outputs = [out for cell in nbformat.read(path, as_version=4).cells for out in cell.get("outputs", [])]
    shown = [unescape(out.data["text/html"]) for out in outputs if "text/html" in out.get("data", {})]
    return [asked for asked in (config(html) for html in shown if 'id="config"' in html) if "question" in asked]


def test_01_the_answers_are_what_the_sections_show():
    values = sg.nim_values(sg.squares, 31).tolist()
    thirteen, ones, nim, at_25, pairs = questions("01")
    assert f"[(0, {thirteen['answer'][0]})]" in printed("01", "Thirteen coins, move by move").splitlines()
    assert thirteen["several"], "how many moves win is a part of the question"
    assert (ones["answer"], sg.winning_moves(sg.squares, [1, 1])) == ("you lose", [])
    assert f"[(0, {nim['answer'][0]})] []" in printed("01", "Several heaps: nim-values").splitlines()
    reached = [25 - s for s in sg.squares(26).tolist()]
    assert at_25["answer"] == [values[25]] == [3]
    assert numbers(at_25["because"]) == [*reached, *(values[each] for each in reached), values[25]]
    equal = [each for each in pairs["options"] if len({values[int(heap)] for heap in numbers(each)}) == 1]
    assert [pairs["answer"]] == equal, "dark on the map"
    assert numbers(pairs["because"]) == [*numbers(*equal), values[6]]


def test_01_an_upward_move_is_reversed():
    lines = [line for line in printed("01", "Several heaps: nim-values").splitlines() if line.startswith("{")]
    assert lines[0] == "{25: 3, 22: 0, 17: 0, 10: 0, 1: 1}", "up to 3 at 25, and to 0 and 1"
    assert lines[1].startswith("{24: 2"), "and from there back to 2"


def test_01_below_25_the_nim_values_are_those_of_taking_1_or_4():
    values = sg.nim_values(sg.squares, 26).tolist()
    assert values[:25] == [0, 1, 0, 1, 2] * 5 == sg.nim_values([1, 4], 25).tolist()
    assert values[25] == 3, "there the pattern breaks"


def test_02_what_the_sieve_gains():
    rows = [numbers(line)[-3:] for line in printed("02", "How the three counts grow").splitlines() if "gains" in line]
    gains = [gain for *_, gain in sorted(rows, key=lambda row: row[1])]
    assert len(gains) == 4
    assert gains == sorted(gains, reverse=True), "the fewer cold positions there are, the more the sieve gains"
    assert all(gain <= 2 * moves for moves, _, gain in rows), "few moves can't gain much"


def test_02_the_answers_are_what_the_sections_show():
    saved, again, most, walkers = questions("02")
    pairs, looks = int((2**16 - sg.squares(2**16)).sum()), analysis.looks(sg.squares(2**16), 2**16)
    assert numbers(saved["because"]) == [pairs, looks, round(pairs / looks, 1)]
    assert numbers(saved["answer"]) == [round(pairs / looks, 1)], "and it is one of the options, to its last digit"
    shown = printed("02", "Looking back: dynamic programming")
    for factor in ("2.0 times fewer", "2.8 times fewer"):
        assert factor in saved["question"], "which repeats what is printed"
        assert factor in shown
    cold = sg.cold_positions(sg.squares, 40).tolist()
    marks = {c: {c + s for s in sg.squares(40).tolist()} for c in cold}
    twice = [c for c in cold if any(marks[c] & marks[earlier] for earlier in cold if earlier < c)]
    assert again["answer"] == twice[:1]
    assert set(numbers(again["because"])) == marks[twice[0]] & (marks[0] | marks[2])
    gains = printed("02", "How the three counts grow").splitlines()
    best = max((line for line in gains if "gains" in line), key=lambda line: numbers(line)[-1])
    assert best.startswith(most["answer"])
    assert numbers(most["because"]) == numbers(best)[-2:-1]
    assert walkers["answer"] == [c for c in cold if 16 in marks[c]]


def test_02_looks_outgrow_those_among_scattered_cold_positions():
    rows = [numbers(line) for line in printed("02", "Looking back: dynamic programming").splitlines() if "|C|" in line]
    ratios = [looks / scattered for *_, scattered, looks in rows]
    assert ratios[0] < 1 < ratios[-1], "the estimate is first too high and then too low"
    assert ratios == sorted(ratios)
    assert ratios[-1] < 2, "and of the right size"


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


@pytest.mark.parametrize("source", PART_I, ids=lambda source: source.stem)
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


def asked(notebook, words):
    """The answer to the question of an executed notebook with these words in it."""
    cells = nbformat.read(PART_I[int(notebook) - 1].with_suffix(".ipynb"), as_version=4).cells
    shown = [out["data"] for cell in cells for out in cell.get("outputs", []) if "text/html" in out.get("data", {})]
    (html,) = [data["text/html"] for data in shown if words in data["text/plain"]]
    return config(unescape(html))["answer"]


def test_05_what_is_asked_is_what_is_seen():
    positions, values = sg.records(sg.nim_values(sg.squares, 100))
    assert (positions[3], values[3]) == (25, 3)
    assert asked("05", "the next record value") == [values[4]] == [4]
    drawn = figure("1-maximum-nim-value")
    below = int((drawn.maximum_nim_value < drawn.fitted).sum())
    assert asked("05", "lie below it") == [below] == said(printed("05", SIEGEL), "below it: ")
    assert below > 0.8 * len(drawn), "the line does not pass through the middle, as the paper's sentence has it"
    robust, squares = (said(printed("05", SIEGEL), f"{name}: y = ") for name in ("repeated medians", "least squares"))
    assert robust == [1, 1]
    assert squares[0] == pytest.approx(1 / 3, abs=0.005), "the wild point carries least squares away"


def test_06_what_is_asked_is_what_is_seen():
    cold = sg.cold_positions(sg.squares, 1000)
    assert asked("06", "are cold below 1,000") == [cold.size]
    assert f"Of the heaps below 100, {(cold < 100).sum()} are cold" in printed("06", "Counting")
    drawn = figure("2-number-of-cold-positions")
    above = int((drawn.cold_positions > drawn.fitted).sum())
    section = printed("06", "Figure 2: counts at the cubes")
    assert asked("06", "lie above their line") == [above] == said(section, "above the line: ")[:1]
    natural = siegelslopes(np.log(drawn.cold_positions), np.log(drawn.n), method="separate")[1]
    assert 1e-15 < abs(np.exp(natural) / said(section, "c = ")[0] - 1) < 1e-13, "another 14th digit"


def test_06_the_scoreboard_counts_the_marks_of_the_notebook():
    marks = said(printed("06", "What the sieve costs"), "marks below 1,073,741,824: ")[0]
    table = pd.read_csv(ROOT / "data/scoreboard.csv").query("notebook == 6").set_index("method")
    table = table["below 2^30"].str.replace("·10^", "e").astype(float)
    assert table["sieve"] == pytest.approx(marks, rel=0.02)
    assert table["convolution"] > 20 * table["sieve"], "it takes more than twenty times as many steps"


def test_06_estimators_agree_and_none_has_an_error_bar():
    text = printed("part-2", "Notebook 6, exercise 4")
    exponents = said(text, "n^")
    assert len(exponents) == 4
    assert max(exponents) - min(exponents) < 0.001, "all four lie within a thousandth"
    (medians,), (least,) = said(text, "repeated medians move by "), said(text, "least squares move by ")
    assert abs(medians) < abs(least), "repeated medians move less"
    assert said(text, "correlation of neighbouring residuals: ")[0] > 0.9, "far from independent"


def test_07_what_is_asked_is_what_is_seen():
    f = sg.nim_values(sg.moser_de_bruijn, 28)
    assert asked("07", "from 27 to") == [s for s in sg.moser_de_bruijn(28).tolist() if f[27 - s] == 2] == [21]
    widths = asked("07", "do columns form")
    cold = sg.cold_positions(sg.squares, 80 * 65)
    for width in (5, 7, 25, 64, 65):
        counts = np.bincount(cold[cold < 80 * width] % width, minlength=width)
        unevenness = np.square(counts / counts.mean()).mean()
        assert (unevenness > 1.5) == (width in widths), "columns are seen where they are asked for"
        assert width in widths or unevenness < 1.1, "and nowhere else"
    assert asked("07", "end in 6") == [1]
    assert asked("07", "modulo 7, and how many") == [1, df.maximum_residues(13).size]


def test_07_the_dark_classes_and_the_bright_rows():
    shares = figure("7-1-residues-modulo-65")
    last, late = shares.iloc[-1], shares[shares["from"] >= 2**12]
    dark = [f"residue_{r}" for r in range(65) if r % 5 in (1, 3)]
    assert late[dark].to_numpy().max() < 1, "classes 1 and 3 modulo 5 go dark"
    of_class = {c: sorted((r for r in range(c, 65, 5)), key=lambda r: -last[f"residue_{r}"]) for c in (0, 2)}
    assert {r % 13 for r in of_class[0][:3]} == {0, 2, 7}
    assert {r % 13 for r in of_class[2][:4]} == {0, 2, 5, 7}
    assert last.iloc[2:].max() < 10, "the scale shows the brightest"
    totals = [last[[f"residue_{r}" for r in range(c, 65, 5)]].sum() / 65 for c in (0, 2, 4, 1, 3)]
    for page in ("", "-dark"):
        drawing = (ROOT / f"figures/figure-7-1-residues-modulo-65{page}.svg").read_text(encoding="utf-8")
        assert re.findall(r"<!-- (\d+%) -->", drawing) == [f"{total:.0%}" for total in totals], "at the right edge"


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
