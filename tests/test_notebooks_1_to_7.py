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

import subtraction_games as sg
from subtraction_games import analysis

OF_THE_PAPER = sorted((ROOT / "notebooks").glob("0*.py"))
QUESTIONS = tomllib.loads((ROOT / "src/subtraction_games/pages/questions.toml").read_text(encoding="utf-8"))


def in_pages(source) -> list[dict]:
    """The data of the board, the steps and the questions in an executed notebook, in order."""
    cells = nbformat.read(source.with_suffix(".ipynb"), as_version=4).cells
    outputs = [out.get("data", {}).get("text/html", "") for cell in cells for out in cell.get("outputs", [])]
    return [config(unescape(html)) for html in outputs if "id=&quot;config&quot;" in html]


def asked_in(cell) -> list[ast.Call]:
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func) == "ask"]


def test_every_question_is_asked_once_in_order():
    cells = [cell for source in OF_THE_PAPER for cell in jupytext.read(source).cells if cell.cell_type == "code"]
    asked = [(call.args[0].value, cell.metadata.get("tags")) for cell in cells for call in asked_in(cell)]
    assert asked == [(name, ["question"]) for name in QUESTIONS]


@pytest.mark.parametrize("source", OF_THE_PAPER, ids=lambda source: source.stem)
def test_no_code_shows_the_answer_to_a_question_before_it_is_asked(source):
    """Code hosts don't fold cells, so answers are computed and not typed above."""
    shown, above = [page for page in in_pages(source) if "question" in page], ""
    asked = 0
    for cell in jupytext.read(source).cells:
        above += f"\n{cell.source}" * (cell.cell_type == "code")
        for call in asked_in(cell) if cell.cell_type == "code" else ():
            name, page = call.args[0].value, shown[asked]
            typed = {str(node.value) for node in ast.walk(ast.parse(above)) if isinstance(node, ast.Constant)}
            truth = page["truth"].replace(",", "")
            assert len(truth) == 1 or truth not in typed - {*page["options"]}, f"{name}: beyond one digit, by no chance"
            assert any(isinstance(node, ast.Name) for node in ast.walk(call.args[1])), f"{name}: compute the answer"
            assert not page["options"] or {page["truth"], *page["tempting"]} <= {*page["options"]}
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


def test_02_what_the_sieve_gains():
    rows = [numbers(line)[-3:] for line in printed("02", "How the three counts grow").splitlines() if "gains" in line]
    gains = [gain for _, _, gain in sorted(rows, key=lambda row: row[1])]
    assert len(gains) == 4
    assert gains == sorted(gains, reverse=True), "the fewer cold positions there are, the more the sieve gains"
    rows = [numbers(line) for line in printed("02", "Looking back: dynamic programming").splitlines() if "|C|" in line]
    ratios = [looks / scattered for *_, scattered, looks in rows]
    assert ratios == sorted(ratios)
    assert ratios[0] < 1 < ratios[-1] < 2, "the estimate is first too high and then too low, but of the right size"


def test_03_the_figure_and_the_steps_have_each_mark_of_the_sieve():
    drawn, cold = figure("3-1-what-each-convolution-marks"), sg.cold_positions(sg.squares, 256)
    assert len(drawn) == analysis.marks(sg.squares(256), 256)
    assert set(drawn.cold_position) <= set(cold)
    assert set(drawn.marked) == set(range(256)) - set(cold), "all hot positions are marked"
    (steps,) = [page for page in in_pages(OF_THE_PAPER[2]) if page.get("title", "").startswith("The recursion, one")]
    marks = [tuple(pair) for pairs in steps["data"] for pair in pairs]
    assert sorted(marks) == [pair for pair in drawn.itertuples(index=False, name=None) if pair[1] < 32]
    for k, (_, cells) in enumerate(steps["frames"]):
        settled = [i for i, cell in enumerate(cells) if cell == "C"]
        assert settled == sg.cold_positions(sg.squares, k + 1).tolist()


def test_05_the_points_fall_away_from_2_to_the_22_on():
    drawn = figure("1-maximum-nim-value")
    means = (drawn.maximum_nim_value / drawn.fitted).groupby(np.log2(drawn.n).astype(int)).mean()
    assert means[16:].max() == means[21] > means[22] > means[23]


def test_the_scoreboards_say_which_method_takes_the_most_steps():
    methods = ("n |S|", "|C| |S|", "n log^2 n")
    lesson, paper = ([said(printed(k, "Scoreboard"), f"{each}: ")[0] for each in methods] for k in ("03", "06"))
    assert max(lesson) == lesson[2], "convolution"
    assert paper[0] > paper[2] > 20 * paper[1], "more than twenty times as many as the sieve"


BAR = re.compile(r": (0\.\d+) ± (0\.\d+), missed (0\.\d+) by (\d+) errors")


def test_06_the_long_run_went_on_as_single_doublings_say_and_points_agree_with_their_neighbours():
    text = printed("06", "How sure is the exponent?")
    counts = np.loadtxt(ROOT / "beyond/data/oeis/b-counts.txt", dtype=int)
    for source in (OF_THE_PAPER[5], ROOT / "notebooks/solutions/05-07.py"):
        assert f" = {counts[41, 1]:_}  # cold positions below 2^41" in source.read_text(encoding="utf-8")
    (_, naive, _, far), (_, neighbours, *_), (*_, near) = (map(float, bar) for bar in BAR.findall(text))
    assert round(neighbours / naive) == 7, "allowing for neighbours makes the error seven times as large"
    assert near == 2 < far
    (residuals,), (alike,) = said(text, "neighbouring residuals: "), said(text, "neighbouring doublings: ")
    assert alike < 0.3 < 0.9 < residuals


def test_06_estimators_agree_and_all_forecast_too_few():
    text = printed("05-07", "Notebook 6, exercise 4")
    exponents = [float(each) for each in re.findall(r"n\^(0\.\d+),", text)]
    off = [float(percent) for percent in re.findall(r"([+-]\d\.\d)% below", text)]
    assert len(exponents) == len(off) == 4
    assert max(exponents) - min(exponents) < 0.001, "all four lie within a thousandth"
    assert max(off) - min(off) < 1 < 2.5 < -max(off), "they differ less from each other than from the truth"
    names = "repeated medians", "least squares"
    medians, least = (abs(said(text, f"{name}: the exponent changes by ")[0]) for name in names)
    assert medians < least, "repeated medians move less"


def test_07_columns_are_seen_at_the_multiples_of_5():
    (columns,) = [page["truth"] for page in in_pages(OF_THE_PAPER[6]) if "do columns" in page.get("question", "")]
    assert columns == "5, 25, 65"


def test_07_the_dark_classes_and_the_bright_rows():
    shares = figure("7-1-residues-modulo-65")
    last, late = shares.iloc[-1], shares[shares["from"] >= 2**12]
    dark = [f"residue_{r}" for r in range(65) if r % 5 in (1, 3)]
    assert late[dark].to_numpy().max() < 1, "classes 1 and 3 modulo 5 go dark"
    for c, bright in ((0, {0, 2, 7}), (2, {0, 2, 5, 7})):
        by_share = sorted(range(c, 65, 5), key=lambda r: -last[f"residue_{r}"])
        assert {r % 13 for r in by_share[: len(bright)]} == bright


@pytest.mark.parametrize("source", OF_THE_PAPER, ids=lambda source: source.stem)
def test_too_small_an_n_is_answered_in_a_line(source):
    setup = next(c.source for c in jupytext.read(source).cells if "setup" in c.metadata.get("tags", []))
    with pytest.raises(ValueError, match=r"^n must be at least 256, not 255$"):
        exec(setup, {"n": 255, "method": "auto"})
