"""Board, explorer, steps and questions: their pages, what replaces them without scripts, and their mathematics."""

import html
import json
import re
import shutil
import subprocess
from itertools import pairwise, product

import numpy as np
import pytest
from executed import config
from test_formulas import GAMES, REFUSED

import subtraction_games as sg
from subtraction_games import analysis
from subtraction_games.games import NAMED
from subtraction_games.pages import board as board_module
from subtraction_games.pages import explorer as explorer_module
from subtraction_games.pages.ask import ask, question
from subtraction_games.pages.board import board
from subtraction_games.pages.crossover import RIVALS, crossover, overtakes
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.slide import slide
from subtraction_games.pages.steps import sieve, steps, strip
from subtraction_games.pages.toss import shares, toss, tossed, winners
from subtraction_games.sets import moves_below, parse_set

NODE = shutil.which("node") or shutil.which("nodejs")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def in_node(page: str, *calls):
    """The values, or error messages, of calls (function, arguments) of the page's mathematics, all in one process.

    A function is given by a JavaScript expression. Numbers are rounded to six places.
    """
    logic = "".join(re.findall(r'<script id="(?:games\.js|logic)">(.*?)</script>', page, flags=re.S))
    program = f"""{logic}
      const call = ([f, given]) => {{ try {{ return eval(f)(...given); }} catch (e) {{ return e.message; }} }};
      const rounded = value => Number.isFinite(value) ? +value.toFixed(6) : value;
      const plain = (key, value) => ArrayBuffer.isView(value) ? [...value] : rounded(value);
      console.log(JSON.stringify({json.dumps(calls)}.map(call), plain));"""
    answer = subprocess.run([NODE, "-"], input=program, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(answer.stdout)


FETCHES = r"https?:|//[a-z]+\.|\bsrc=|@import|url\(|fetch\(|XMLHttp|import\("
MAKE = {
    "board": lambda: board(sg.squares, [13]),
    "large board": lambda: board(range(1, 401), [400] * 6),
    "explorer": lambda: explore(sg.primes, 3000),
    "steps": lambda: steps([("\u221an & more", "Cm.")], "</script><!-- &\u00e9"),
    "sieve": lambda: sieve(sg.squares, 40),
    "toss": lambda: toss(),
    "slide": lambda: slide([0, 2], [1, 4], 9, powers=True),
    "crossing lines": crossover,
    "question": lambda: question("\u221an < </script> & \u00e9?", "<b>", "</details> & \u03b1", options=["<b>", "&"]),
}


@pytest.mark.parametrize("kind", MAKE)
def test_a_page_is_framed_as_it_stands_the_same_every_time_and_fetches_nothing(kind):
    shown, again = MAKE[kind](), MAKE[kind]()
    frame, whole = shown._repr_html_(), shown.page()
    assert [again._repr_html_(), again.page()] == [frame, whole]
    assert all(text.isascii() and len(text) < 64 * 1024 for text in (frame, whole))
    assert whole.startswith("<!DOCTYPE html>")
    assert not re.search(FETCHES, whole)
    assert "<" not in whole.partition('id="config">')[2].partition("</script>")[0], "this could end the script"
    inside = re.search(r'srcdoc="(.*)" style=', frame, flags=re.S).group(1)
    assert html.unescape(inside) == whole
    assert not set(inside) & {'"', "<"}, "this would end the frame's attribute, or open a tag"
    assert not re.search(r"&(?!amp;|quot;|lt;)", inside)
    still = frame.partition("</iframe>")[2]  # shown if no script runs
    assert ("needs JavaScript" in still) != (kind in ("question", "slide", "crossing lines", "toss")), "read without"


def test_a_page_gets_a_set_by_its_name_or_formula_or_number_by_number():
    for text in (*NAMED, "n*(3*n-1)//2", " 7 * n ** 2// 3 "):
        assert explore(parse_set(text), 300) == explore(text, 300)
        assert explore(text, 300).config["game"] == text.strip()
    squares = lambda n: np.arange(2, n, 7)  # noqa: E731
    squares.__name__ = "squares"  # although it is another set
    for S in ([9, 1, 4], sg.powers(3), squares):
        assert parse_set(explore(S, 1000).config["game"]).tolist() == moves_below(S, 1000).tolist()


POSITIONS = [[k] for k in range(60)] + [list(pair) for pair in product(range(0, 41, 8), repeat=2)]
POSITIONS += np.random.default_rng(1).integers(0, 120, (10, 3)).tolist()


def of_the_board():
    yield "() => [Game.LARGEST, Game.MOST_HEAPS]", [], [board_module.LARGEST_HEAP, board_module.MOST_HEAPS]
    for S in (*NAMED.values(), sg.powers(2), [1, 3, 4], [2, 6], [], [50]):
        moves = moves_below(S, 401).tolist()
        for heaps in POSITIONS:
            winning = [list(move) for move in sg.winning_moves(S, heaps)]
            legal = sorted([s, i] for i, size in enumerate(heaps) for s in moves if s <= size)
            yield "Game.winningMoves", [moves, heaps], winning
            best = next(iter(winning), None) or next(([i, s] for s, i in legal), None)  # else take as few as possible
            yield "Game.computerMove", [moves, heaps], best
    lost = "You lost the game by taking"
    for played, said in (
        ([[[13], 0, 4]], f"{lost} 4 of 13. Taking 1 would have left 12, from which every move loses."),
        ([[[8], 0, 4], [[2], 0, 1]], f"{lost} 4 of 8. Taking 1 would have left 7, from which every move loses."),
        ([[[12], 0, 4], [[7], 0, 1]], "You could not have won: you never had a winning move."),
    ):
        yield "Game.mistake", [[1, 4, 9], played], said


MOVES = "(text, n) => { try { return Games.movesBelow(text, n); } catch { return null; } }"


def moves_of(text, n):
    """The moves below n, or None if Python refuses the text."""
    try:
        return moves_below(text, n).tolist()
    except ValueError:
        return None


def of_the_parser():
    """Every text of test_formulas.py, and texts of random parts."""
    yield from ((MOVES, [text, 1000], moves_of(text, 1000)) for text in GAMES)
    refused = "text => { try { Games.movesBelow(text, 1000); } catch (e) { return e.message.slice(0, 21); } }"
    texts = [text for texts in REFUSED.values() for text in texts if text.isprintable()]
    yield from ((refused, [text], "Write numbers such as") for text in texts)
    parts = [*"nnnn0123456789+-*()., ", "**", "//", "10", "1e1", "**2", "*n", "(n+1)", "007", "2.0", "cubes"]
    draws = np.random.default_rng(60).integers(0, len(parts), (500, 5))
    written = {"".join(parts[k] for k in draw[: 1 + i % 5]) for i, draw in enumerate(draws)}
    values = {text: moves_of(text, 300) for text in sorted(written)}
    assert sum(moves is not None for moves in values.values()) > 50, "many of them are games"
    yield from ((MOVES, [text, 300], moves) for text, moves in values.items())


def of_the_explorer():
    yield "() => [Explorer.LEAST, Explorer.MOST, Explorer.WIDEST]", [], [explorer_module.LEAST, 2**18, 256]
    yield "() => Object.keys(Games.NAMED)", [], [*NAMED]
    for n in (256, 257, 1000):  # whole words, one bit more, and many bits
        some = np.flatnonzero(np.random.default_rng(3).random(n) < 0.5)[1:]
        for S in (*NAMED.values(), range(1, n), some, [900], [31], [32], []):
            moves = moves_below(S, n).tolist()
            cold, values = (f(S, n, method="dynamic-programming").tolist() for f in (sg.cold_positions, sg.nim_values))
            yield from (("Games.coldBelow", [moves, n], cold), ("Games.nimValues", [moves, n], values))
    cold = sg.cold_positions(sg.squares, 5000)
    for base, place in product((2, 5, 13, 30), range(3)):
        yield "Explorer.digits", [cold.tolist(), base, place], sg.digit_counts(cold, base, place).tolist()
    for S, n in product((sg.squares, sg.cubes, sg.primes), (256, 3000, 10000)):
        cold = sg.cold_positions(S, n)
        for width in (1, 5, 13, 64, 65):
            counts = np.bincount(cold % width, minlength=width)
            order = np.argsort(-counts, kind="stable")  # the fewest columns that contain three quarters
            enough = int(np.searchsorted(4 * np.cumsum(counts[order]), 3 * cold.size)) + 1
            yield "Explorer.fullest", [counts.tolist()], sorted(order[:enough].tolist())
        sizes = [int(n / 2 ** (j / 4) + 0.5) for j in range(100) if n / 2 ** (j / 4) >= 16][::-1]
        below = [[k, int(np.sum(cold < k)), float(np.log2(np.sum(cold < k) / np.sum(cold < k / 2)))] for k in sizes]
        yield "Explorer.growth", [cold.tolist(), n], below
    other = {"game": "squares", "n": 256, "width": 1, "rows": 60, "base": 2}
    state = {"game": "n*(3*n-1)//2 + 1", "n": 300, "width": 7, "rows": 400, "base": 11}
    yield "(state, other) => Explorer.read(Explorer.write(state), other)", [state, other], state
    yield "Explorer.read", ["#explore:width=65", other], other | {"width": 65}
    yield "Explorer.read", ["#explore:n=1e5", other], "n must be a whole number from 256 to 262144, not 1e5."


def test_steps_are_all_there_without_a_script():
    shown = steps([("0 & 1 < 2.", strip(2, cold=[0])), ("Two.", "CH")], "An example")
    assert config(shown.page())["frames"] == [["0 & 1 < 2.", "C."], ["Two.", "CH"]]
    still = html.unescape(re.sub("<[^>]*>", "", shown._repr_html_().partition("</iframe>")[2]))
    assert still.endswith("Show all steps" + repr(shown))


def of_the_sieve():
    for S, n in ((sg.squares, 40), ([1, 2], 10), (sg.primes, 100), ([5], 12), (sg.squares, 1)):
        page = sieve(S, n)
        cells, moves = page.config["frames"][-1][1], moves_below(S, n)
        assert [k for k, letter in enumerate(cells) if letter == "C"] == sg.cold_positions(S, n).tolist()
        counts = {"marks": analysis.marks(moves, n), "looks": analysis.looks(moves, n), "pairs": int(np.sum(n - moves))}
        yield "Sieve.counts", [cells, moves.tolist()], counts
        cold = sg.cold_positions(S, n)
        yield "Sieve.marks", [cells, moves.tolist()], [int(np.isin(k - moves, cold).sum()) for k in range(n)]
        for (_, before), (_, after) in pairwise(page.config["frames"]):  # the reader's click leads to the next frame
            assert after[before.index(".")] == "C"
            hit = {k for k in range(n) if "." != after[k] != "C"}
            assert hit == {k for k in range(n) if any(k >= s and after[k - s] == "C" for s in moves)}
    cells, squares = sieve("squares", 40).config["frames"][8][1], sg.squares(40).tolist()
    waiting = "34 has no mark yet, but 20 has none either, and its marks may still hit 34. Begin with 20."
    said = {17: "You have found 17 already.", 26: "26 \u2212 9 = 17 is cold, so 26 is hot.", 34: waiting}
    yield from (("Sieve.reply", [cells, position, squares], reply) for position, reply in said.items())


def of_the_toss():
    for seed in (1, 9, 2**31):
        cold = tossed(seed)
        yield "Toss.cold", [seed, toss().config], cold.tolist()
        yield "Toss.shares", [cold.tolist(), toss().config], shares(cold).tolist()
        yield "Toss.winners", [shares(cold).tolist()], [*winners(cold)]
    yield "Toss.winners", [[[0.25, 0.2, 0.15, 0.4, 0]]], []


def of_a_question():
    one, several = question("How many?", np.int64(2079), "So many."), question("Which?", {29, 20})
    typed = "(text, several, truth) => { const found = Ask.read(text, several);"
    typed += " return found && Ask.verdict(truth, Ask.words(found)); }"
    for asked, text, said in (
        (one, "2,079", "Yes: 2,079."),
        (one, " 12 ", "Your answer was 12; the answer is 2,079."),
        (several, "29 and 20", "Yes: 20, 29."),
        (several, "none", "Your answer was none; the answer is 20, 29."),
        (question("Which?", []), "None", "Yes: none."),
        *((one, text, None) for text in ("", "many", "1.5", "-1")),
        *((several, text, None) for text in ("20; x", "9" * 17)),
    ):
        yield typed, [text, asked.config["several"], asked.config["truth"]], said
    tempting = {"1,024": "Half.", "fewer": "More.", "more": "Less.", "hot": "No."}
    replies = [("2,079", "1,024", "Half."), ("2,079", "7", "More."), ("2,079", "9,999", "Less."), ("2,079", "", "")]
    replies += [("cold", "hot", "No."), ("cold", "mild", ""), ("20, 29", "20, 22", "")]
    yield from (("Ask.reply", [tempting, truth, guess], said) for truth, guess, said in replies)


def of_the_copies():
    cold, squares = sg.cold_positions("squares", 20), sg.squares(40)
    sums = np.convolve(*(np.isin(np.arange(40), each).astype(int) for each in (cold, squares)))[:40].tolist()
    yield "columns", [cold.tolist(), squares.tolist(), 40], sums


def of_the_lines():
    for power, rival in RIVALS.values():
        for k in (1, 1.5, 3, 10, 30):
            yield "overtakes", [power, rival, k], overtakes(power, rival, k)


TABLES = [  # a page, and what its functions must answer, as rows (function, arguments, value)
    (board("cubes", [1]), of_the_board),
    (board("cubes", [1]), of_the_parser),
    (explore("squares", 1000), of_the_explorer),
    (sieve("squares", 40), of_the_sieve),
    (toss(), of_the_toss),
    (question("How many?", 2), of_a_question),
    (slide([0], [1], 9), of_the_copies),
    (crossover(), of_the_lines),
]


@needs_node
@pytest.mark.parametrize(("page", "table"), TABLES)
def test_the_pages_know_what_the_package_knows(page, table):
    rows = [*table()]
    answers = in_node(page.page(), *[row[:2] for row in rows])
    values = json.loads(json.dumps([value for *_, value in rows]), parse_float=lambda digits: round(float(digits), 6))
    assert [(*row, answer) for row, answer, value in zip(rows, answers, values, strict=True) if answer != value] == []


def test_the_answer_to_a_choice_is_folded_where_nothing_runs():
    tempting = {"cubes": "Fewer.", "primes": "!"}
    choice = question("Which game?", "primes", "No reason.", options=["cubes", "primes"], tempting=tempting)
    asked, _, answer = choice.still.partition("<details><summary>The answer</summary>")
    assert repr(choice) == "Which game? (cubes / primes)"
    assert repr(choice) in asked
    assert answer == "<p>Answer: primes. No reason.</p><p>Cubes? Fewer.</p></details>"


def test_a_question_has_its_texts_filled_in_and_a_computed_guess_that_is_right_is_left_out():
    asked = ask("a-square-above", 15, sums=18, hot=15)
    assert list(asked.config["tempting"]) == ["18"]
    assert "225" in ask("below-the-line", 375, records=450, above=75, half=225).config["tempting"]["fewer"]
