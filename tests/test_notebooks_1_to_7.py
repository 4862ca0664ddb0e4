"""Sentences of notebooks 1 to 7 and of their solutions rest on facts that are checked here, in the output."""

import ast
import re
import tomllib
from html import unescape

import jupytext
import nbformat
import numpy as np
import pytest
from conftest import ROOT
from executed import config, figure, numbers, printed, said
from scipy.stats import linregress

import subtraction_games as sg
from subtraction_games import analysis

SIEGEL = "A line through the points, found robustly"
PART_I = sorted((ROOT / "notebooks").glob("0*.py"))
QUESTIONS = tomllib.loads((ROOT / "src/subtraction_games/pages/questions.toml").read_text(encoding="utf-8"))


def in_pages(source) -> list[dict]:
    """The data of the board, the steps and the questions in an executed notebook, in order."""
    cells = nbformat.read(source.with_suffix(".ipynb"), as_version=4).cells
    outputs = [out.get("data", {}).get("text/html", "") for cell in cells for out in cell.get("outputs", [])]
    return [config(unescape(html)) for html in outputs if "id=&quot;config&quot;" in html]


def asked_in(cell) -> list[ast.Call]:
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func) == "ask"]


def runs_of_words(text, length) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(words[k : k + length]) for k in range(len(words) - length + 1)}


def test_every_question_is_asked_once_in_order():
    cells = [cell for source in PART_I for cell in jupytext.read(source).cells if cell.cell_type == "code"]
    asked = [(call.args[0].value, cell.metadata.get("tags")) for cell in cells for call in asked_in(cell)]
    assert asked == [(name, ["question"]) for name in QUESTIONS]
    assert len(asked) >= 28
    assert sum("tempting" in question for question in QUESTIONS.values()) >= 8


@pytest.mark.parametrize("source", PART_I, ids=lambda source: source.stem)
def test_no_code_shows_the_answer_to_a_question_before_it_is_asked(source):
    """A code host folds no cell. So an answer is computed, and neither it nor a text of the question is typed above."""
    shown, above = [page for page in in_pages(source) if "question" in page], ""
    asked = 0
    for cell in jupytext.read(source).cells:
        above += f"\n{cell.source}" * (cell.cell_type == "code")
        for call in asked_in(cell) if cell.cell_type == "code" else ():
            name, page = call.args[0].value, shown[asked]
            texts = [page["because"], *page["tempting"].values()]
            assert not [run for text in texts for run in runs_of_words(text, 4) & runs_of_words(above, 4)], name
            typed = {str(node.value) for node in ast.walk(ast.parse(above)) if isinstance(node, ast.Constant)}
            truth = page["truth"].replace(",", "")
            assert len(truth) == 1 or truth not in typed - {*page["options"]}, f"{name}: beyond one digit, by no chance"
            assert any(isinstance(node, ast.Name) for node in ast.walk(call.args[1])), f"{name}: compute the answer"
            fields = [f"{{{keyword.arg}" for keyword in call.keywords if keyword.arg not in (None, "options")]
            assert all(field in str(QUESTIONS[name]) for field in fields), f"{name}: no text uses some value"
            assert not page["options"] or {page["truth"], *page["tempting"]} <= {*page["options"]}
            assert page["truth"] not in page["tempting"]
            asked += 1
    assert asked == len(shown) >= 2


def test_what_is_said_about_tempting_answers_is_true():
    told = {name: " ".join(each.get("tempting", {}).values()) for name, each in QUESTIONS.items()}
    cold, values = sg.cold_positions(sg.squares, 40).tolist(), sg.nim_values(sg.squares, 26).tolist()
    assert sg.nim_sum([3 - 2, 1]) == 0, "I take 2 from the 3"
    assert (values[9], values[25]) == (2, 3)
    before = {c + k * k for c in cold if c < 7 for k in range(1, 6)}
    assert sorted(before & {7 + k * k for k in range(1, 6)})[:2] == numbers(told["marked-again"]) == [11, 16]
    assert 15 in cold, "and the walker's first step leads to 16"
    upper = [position for position in range(20, 40) if position not in cold]
    marked = {position for position in upper for c in cold if c < 20 and (position - c) ** 0.5 % 1 == 0}
    assert 0 < len(marked) < len(upper), "not all of the hot ones"
    assert numbers(told["convolutions"])[:4] == [16 // length for length in (16, 8, 4, 2)]
    assert np.base_repr(25, 4) == "121"
    assert sg.nim_values(sg.moser_de_bruijn, 3)[2] == 0


def test_01_an_upward_move_is_reversed():
    lines = [line for line in printed("01", "Several heaps: nim-values").splitlines() if line.startswith("{")]
    assert lines[0] == "{25: 3, 22: 0, 17: 0, 10: 0, 1: 1}", "up to 3 at 25, and to 0 and 1"
    assert lines[1].startswith("{24: 2"), "and from there back to 2"


def test_02_what_the_sieve_gains():
    rows = [numbers(line)[-3:] for line in printed("02", "How the three counts grow").splitlines() if "gains" in line]
    gains = [gain for *_, gain in sorted(rows, key=lambda row: row[1])]
    assert len(gains) == 4
    assert gains == sorted(gains, reverse=True), "the fewer cold positions there are, the more the sieve gains"
    assert all(gain <= 2 * moves for moves, _, gain in rows), "few moves can't gain much"
    rows = [numbers(line) for line in printed("02", "Looking back: dynamic programming").splitlines() if "|C|" in line]
    ratios = [looks / scattered for *_, scattered, looks in rows]
    assert ratios == sorted(ratios)
    assert ratios[0] < 1 < ratios[-1] < 2, "the estimate is first too high and then too low, but of the right size"


def test_03_the_figure_and_the_steps_have_each_mark_of_the_sieve():
    drawn, cold = figure("3-1-what-each-convolution-marks"), sg.cold_positions(sg.squares, 256)
    assert len(drawn) == analysis.marks(sg.squares(256), 256)
    assert set(drawn.cold_position) <= set(cold)
    assert set(drawn.marked) == set(range(256)) - set(cold), "all hot positions are marked"
    (steps,) = [page for page in in_pages(PART_I[2]) if page.get("title", "").startswith("The recursion, one conv")]
    marks = [tuple(pair) for pairs in steps["data"] for pair in pairs]
    assert sorted(marks) == [pair for pair in drawn.itertuples(index=False, name=None) if pair[1] < 32]
    for k, pairs in enumerate(steps["data"]):
        assert all(k - (k & -k) <= c < k <= p < k + (k & -k) for c, p in pairs), "in the square of its convolution"
    for k, (_, cells) in enumerate(steps["frames"]):
        settled = [i for i, cell in enumerate(cells) if cell == "C"]
        assert settled == sg.cold_positions(sg.squares, k + 1).tolist()


def test_05_the_exponent_is_steady_and_the_values_stay_low():
    exponents = said(printed("05", "How steady is the exponent?"), "exponent ")[::2]
    assert len(exponents) == 4
    assert max(exponents) - min(exponents) < 0.003, "they lie close together"
    drawn = figure("1-maximum-nim-value")
    ratio = drawn.maximum_nim_value / drawn.fitted
    means = ratio.groupby(np.log2(drawn.n).astype(int)).mean()
    assert means[16:].max() == means[21] > means[22] > means[23], "the points fall away from 2^22 on"
    _, m, _, moves = numbers(printed("05", "Records").splitlines()[-1])
    assert m < moves / 9, "far below what the number of moves would allow"
    below = int((ratio < 1).sum())
    assert [below] == said(printed("05", SIEGEL), "below it: ")
    assert below > 0.8 * len(drawn), "the line does not pass through the middle, as the paper's sentence has it"
    robust, squares = (said(printed("05", SIEGEL), f"{name}: y = ") for name in ("repeated medians", "least squares"))
    assert robust == [1, 1]
    assert squares[0] == pytest.approx(1 / 3, abs=0.005), "the wild point carries least squares away"


@pytest.mark.parametrize(("notebook", "power"), [("03", 16), ("06", 30)])
def test_the_scoreboard_counts_the_steps_of_the_notebooks(notebook, power):
    board, moves = printed(notebook, "Scoreboard"), sg.squares(2**power)
    backward, marks, transforms = (said(board, f"{method}: ")[0] for method in ("n |S|", "|C| |S|", "n log^2 n"))
    assert backward == pytest.approx((2**power - moves).sum(), rel=1e-3)
    assert transforms == pytest.approx(2**power * power**2, rel=1e-3)
    if notebook == "03":
        assert marks == analysis.marks(moves, 2**power)
        assert transforms > max(backward, marks), "convolution takes the most steps"
    else:
        assert marks == said(printed("06", "What the sieve costs"), "marks below 1,073,741,824: ")[0]
        assert backward > transforms > 20 * marks, "it takes more than twenty times as many steps as the sieve"


def test_05_the_third_digit_is_the_estimators():
    text = printed("05", "How steady is the exponent?")
    theil, _, low, high = said(text, "slopes: ")  # the third number is the 95 of 95%
    (medians,), (least,) = said(text, "repeated medians: "), said(text, "least squares: ")
    assert medians < low < theil < high < least, "neither of the others lies in the interval"
    found = [theil, medians, least, *said(printed("part-2", "Notebook 5, exercise 1"), "n^")]
    assert len(found) == 7
    assert {f"{exponent:.3f}" for exponent in found} == {"0.351", "0.352", "0.353"}


BAR = re.compile(r": (0\.\d+) ± (0\.\d+), missed (0\.\d+) by (\d+) errors")


def test_06_the_error_bars_are_those_of_the_formulas():
    text, drawn = printed("06", "How sure is the exponent?"), figure("2-number-of-cold-positions")
    x, y = np.log(drawn.n), np.log(drawn.cold_positions)
    line = linregress(x, y)
    later = np.loadtxt(ROOT / "beyond/data/oeis/b-counts.txt", dtype=int)[:, 1]
    assert later[:17].tolist() == sg.counts_below(sg.cold_positions(sg.squares, 2**16), 2 ** np.arange(17)).tolist()
    for source in (PART_I[5], ROOT / "notebooks/solutions/part-2.py"):
        assert f" = {later[41]:_}  # cold positions below 2^41" in source.read_text(encoding="utf-8")
    doublings = np.diff(np.log2(later[15:31]))
    errors = line.stderr, newey_west(x - x.mean(), y, line, lags=20), doublings.std(ddof=1) / 15**0.5
    came, estimates = np.log2(later[41] / later[30]) / 11, (line.slope, line.slope, doublings.mean())
    missed = [f"{abs(came - e) / error:.0f}" for e, error in zip(estimates, errors, strict=True)]
    wanted = zip(estimates, errors, missed, strict=True)
    assert BAR.findall(text) == [(f"{e:.4f}", f"{error:.5f}", f"{came:.4f}", off) for e, error, off in wanted]
    (residuals,), (alike,) = said(text, "neighbouring residuals: "), said(text, "neighbouring doublings: ")
    assert alike < 0.3 < 0.9 < residuals
    (medians,), (least,) = said(text, "repeated medians: "), said(text, "least squares: ")
    assert abs(medians - line.slope) < 0.005 < 0.5 < abs(least - line.slope), "one survives the random counts"


def newey_west(x, y, line, lags):
    """The standard error of a slope when residuals up to `lags` apart may be correlated; x has mean 0."""
    score = (x * (y - y.mean() - line.slope * x)).to_numpy()
    sums = [2 * (1 - k / (lags + 1)) * score[k:] @ score[: len(score) - k] for k in range(1, lags + 1)]
    return np.sqrt(score @ score + sum(sums)) / (x @ x)


@pytest.mark.parametrize("power", [12, 16, 20])
def test_06_single_doublings_have_an_honest_error_at_other_sizes(power, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path))
    namespace = {"n": 2**power, "method": "sieve"}
    for cell in jupytext.read(PART_I[5]).cells:
        if cell.cell_type == "code" and not {"drawing", "parameters"} & set(cell.metadata.get("tags", [])):
            exec(cell.source, namespace)
        if "bars.items()" in cell.source:
            break
    naive, _, single = (int(found[3]) for found in BAR.findall(capsys.readouterr().out))
    assert single <= 2 <= naive, f"single doublings miss by {single} errors, least squares by {naive}"


def test_06_estimators_agree_and_all_forecast_too_few():
    text = printed("part-2", "Notebook 6, exercise 4")
    exponents = [float(each) for each in re.findall(r"n\^(0\.\d+),", text)]
    off = [float(percent) for percent in re.findall(r"([+-]\d\.\d)% below", text)]
    assert len(exponents) == len(off) == 4
    assert max(exponents) - min(exponents) < 0.001, "all four lie within a thousandth"
    assert max(off) - min(off) < 1 < 2.5 < -max(off), "they differ less from each other than from the truth"
    names = "repeated medians", "least squares"
    medians, least = (abs(said(text, f"{name}: the exponent changes by ")[0]) for name in names)
    assert medians < least, "repeated medians move less"


def test_07_columns_are_seen_at_some_widths_alone():
    (widths,) = [numbers(page["truth"]) for page in in_pages(PART_I[6]) if "do columns" in page.get("question", "")]
    cold = sg.cold_positions(sg.squares, 80 * 65)
    for width in (5, 7, 25, 64, 65):
        counts = np.bincount(cold[cold < 80 * width] % width, minlength=width)
        unevenness = np.square(counts / counts.mean()).mean()
        assert unevenness > 1.5 if width in widths else unevenness < 1.1


def test_07_the_dark_classes_and_the_bright_rows():
    shares = figure("7-1-residues-modulo-65")
    last, late = shares.iloc[-1], shares[shares["from"] >= 2**12]
    dark = [f"residue_{r}" for r in range(65) if r % 5 in (1, 3)]
    assert late[dark].to_numpy().max() < 1, "classes 1 and 3 modulo 5 go dark"
    of_class = {c: sorted((r for r in range(c, 65, 5)), key=lambda r: -last[f"residue_{r}"]) for c in (0, 2)}
    assert {r % 13 for r in of_class[0][:3]} == {0, 2, 7}
    assert {r % 13 for r in of_class[2][:4]} == {0, 2, 5, 7}
    totals = [last[[f"residue_{r}" for r in range(c, 65, 5)]].sum() / 65 for c in (0, 2, 4, 1, 3)]
    for page in ("", "-dark"):
        drawing = (ROOT / f"figures/figure-7-1-residues-modulo-65{page}.svg").read_text(encoding="utf-8")
        assert re.findall(r"<!-- (\d+%) -->", drawing) == [f"{total:.0%}" for total in totals], "at the right edge"


def test_solutions_of_part_1():
    ascending, descending = said(printed("part-1", "Notebook 2, exercise 1"), "ending ")[:2]
    assert descending < ascending, "descending, one meets a cold position sooner"
    _, more, ties, *other = numbers(printed("part-1", "Notebook 4, exercise 2"))
    assert other == [3, 3, 2, 2, 1, 2], "in another game the last round takes more than the one before it"
    assert more == 0 < ties, "the last round takes as few as any, not always alone"


@pytest.mark.parametrize("source", PART_I, ids=lambda source: source.stem)
def test_too_small_an_n_is_answered_in_a_line(source):
    setup = next(c.source for c in jupytext.read(source).cells if "setup" in c.metadata.get("tags", []))
    for n in (1, 2, 100):
        with pytest.raises(ValueError, match=f"^n must be at least 256, not {n}$"):
            exec(setup, {"n": n, "method": "auto"})
