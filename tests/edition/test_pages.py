"""Board, explorer, steps and questions: their pages, the stills where no script runs, and the pages' mathematics."""

import html
import re
from itertools import product

import numpy as np
import pages
import pytest
from pages import config, framed, needs_node, pictures

import subtraction_games as sg
from subtraction_games import games
from subtraction_games.pages import board as board_module
from subtraction_games.pages import explorer as explorer_module
from subtraction_games.pages import steps as steps_module
from subtraction_games.pages.ask import ask
from subtraction_games.pages.board import board
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.fallback import BLUE, rgb
from subtraction_games.pages.steps import steps, strip
from subtraction_games.sets import moves_below, parse_set

FETCHES = r"https?:|//[a-z]+\.|\bsrc=|@import|url\(|fetch\(|XMLHttp|import\("
MAKE = {
    "board": lambda: board(sg.squares, [13]),
    "large board": lambda: board(range(1, 401), [400] * 6),
    "explorer": lambda: explore(sg.primes, 3000),
    "large explorer": lambda: explore(sg.squares, 10**5),
    "steps": lambda: steps([("\u221an & more", {"\u03b1": "Cm."})], "</script><!-- &\u00e9"),
    "question": lambda: ask("\u221an < </script> & \u00e9?", "<b>", "</details> & \u03b1", options=["<b>", "&"]),
}


@pytest.mark.parametrize("kind", MAKE)
def test_a_page_is_whole_or_framed_the_same_every_time_and_fetches_nothing(kind):
    shown, again = MAKE[kind](), MAKE[kind]()
    frame, whole = shown._repr_html_(), shown.page()
    assert [again._repr_html_(), again.page()] == [frame, whole]
    assert all(text.isascii() and len(text) < 64 * 1024 for text in (frame, whole))
    for text, is_whole in ((whole, True), (framed(shown), False)):
        assert text.startswith("<!DOCTYPE html>")
        assert not re.search(FETCHES, text)
        assert config(text)["whole"] is is_whole
        assert "<" not in text.partition('id="config">')[2].partition("</script>")[0], "it could end the script"
    inside = re.search(r'srcdoc="(.*)" style=', frame, flags=re.S).group(1)
    assert not set(inside) & {'"', "<"}, "it would end the frame's attribute, or open a tag"
    assert not re.search(r"&(?!amp;|quot;|lt;)", inside)
    fallback = frame.partition("</iframe>")[2]  # where nothing runs
    assert "needs JavaScript, and runs in JupyterLab (make lab, then Run &gt; Run All Cells) and in the web" in fallback


# --- the board ------------------------------------------------------------------------------------------

ON_BOARDS = board_module.OFFERED | {"three": [1, 3, 4], "even": [2, 6], "none": [], "large": [50]}


@pytest.mark.parametrize("name", ON_BOARDS)
def test_a_board_gets_what_was_asked_and_the_whole_page_every_move_of_the_largest_heap(name):
    asked = board(ON_BOARDS[name], (13, 20), hints=True)
    expected = {"heaps": [13, 20], "hints": True, "name": name if name in board_module.OFFERED else None}
    for page, below in ((framed(asked), 21), (asked.page(), 401)):
        moves = moves_below(ON_BOARDS[name], below).tolist()
        assert config(page) == expected | {"moves": moves, "whole": below == 401}
    assert board((4, 1), np.array([3, 5])) == board({1, 4}, iter([3, 5])), "any collection and iterable will do"


POSITIONS = [[k] for k in range(60)] + [list(pair) for pair in product(range(0, 41, 5), repeat=2)]
POSITIONS += np.random.default_rng(1).integers(0, 120, (20, 3)).tolist()
MISSING, WRONG = "Write at least one number that may be taken, such as 1, 4, 9.", ("0", "401", "1.5")
NUMBERS = {"1, 4, 9": [1, 4, 9], " 9 4;4\t1 ": [1, 4, 9], " , ": MISSING}
NUMBERS |= {s: f"Your own numbers must be whole numbers from 1 to 400; {s} is not." for s in WRONG}


def of_the_board():
    """(function of the page, arguments, value) of what the package knows."""
    yield "() => [Game.LARGEST, Game.MOST_HEAPS]", [], [board_module.LARGEST_HEAP, board_module.MOST_HEAPS]
    offered = "() => Object.fromEntries(Object.keys(Game.GAMES).map(k => [k, Game.GAMES[k][2](Game.LARGEST)]))"
    yield offered, [], {name: moves_below(S, 401).tolist() for name, S in board_module.OFFERED.items()}
    for S in ON_BOARDS.values():
        moves = moves_below(S, 401).tolist()
        yield "Game.nimValues", [moves, 401], sg.nim_values(S, 401).tolist()
        for heaps in POSITIONS:
            best = sg.optimal_move(S, heaps)
            yield "Game.computerMove", [moves, heaps], best and list(best)
            yield "Game.winningMoves", [moves, heaps], [list(move) for move in sg.winning_moves(S, heaps)]
    for text, numbers in NUMBERS.items():
        yield "Game.readNumbers", [text], numbers


# --- the explorer ---------------------------------------------------------------------------------------

PAGE = explore(sg.squares, 1000).page()
NAMED = [*games.NAMED]
FORMULAS = ["n", "n*(3*n-1)//2", "2**(n-1)", "2**n**2 - 1", " 7 * n ** 2// 3 "]
LISTED = ["3 1 2", "5 , 7", "7", "2, 999999999999999999"]
SETS = [*games.NAMED.values(), lambda n: np.arange(1, n), lambda n: np.arange(1, n, 2), [1], [900]]
SETS += [lambda n: np.flatnonzero(np.random.default_rng(3).random(n) < 0.5)[1:]]


def test_the_explorer_gets_what_was_asked_and_a_set_by_its_name_or_formula_or_number_by_number():
    expected = {"base": 7, "game": "cubes", "n": 5000, "rows": 120, "whole": False, "width": 63}
    assert config(framed(explore(sg.cubes, 5000, width=63, base=7))) == expected
    for text in (*NAMED, *FORMULAS):
        assert explore(parse_set(text), 300).game == explore(text, 300).game == text.strip()
    for S in ([9, 1, 4], sg.powers(3), lambda n: np.arange(5, n, 5)):
        assert parse_set(explore(S, 1000).game).tolist() == moves_below(S, 1000).tolist()
    squares = lambda n: np.arange(2, n, 7)  # noqa: E731
    squares.__name__ = "squares"
    assert explore(squares, 256).game.startswith("2, 9, 16, 23"), "it has only the name"


def test_where_nothing_runs_the_first_rows_are_seen():
    ((pixels, words),) = pictures(explore(sg.squares, 10**5, width=65)._repr_html_())
    assert words == "The cold positions of the game squares below 3,900, 65 to a row"
    cell = (pixels.shape[1] - 2) // 65
    seen = np.flatnonzero((pixels[1:-1:cell, 1:-1:cell] == rgb(BLUE)).all(axis=2))
    assert np.array_equal(seen, sg.cold_positions(sg.squares, 3900))


NO_GAMES = ["", "n^2", "n-5", "(n", "n**999999999", "1, 1", "1" + "+1" * 100]
OTHER = {"game": "squares", "n": 256, "width": 1, "rows": 60, "base": 2}
STATE = {"game": "n*(3*n-1)//2 + 1", "n": 300, "width": 7, "rows": 0, "base": 11}
LINK = "#explore:game=n*%283*n-1%29%2F%2F2+%2B+1&n=300&width=7&rows=0&base=11"
LINKS = {LINK: STATE, "#explore:width=65": OTHER | {"width": 65}}
LINKS |= {"#explore:n=1e5": "n must be a whole number from 256 to 262144, not 1e5."}


def of_the_explorer():
    limits = "() => [Explorer.LEAST, Explorer.MOST, Explorer.WIDEST, Explorer.LARGEST_BASE]"
    module = explorer_module
    yield limits, [], [module.LEAST, module.MOST, module.WIDEST, module.LARGEST_BASE]
    yield "() => Object.keys(Explorer.NAMED)", [], NAMED
    for n in (256, 257, 3000):  # whole words, one more, many
        for text in (*NAMED, *FORMULAS, *LISTED):
            yield "Explorer.movesBelow", [text, n], moves_below(parse_set(text), n).tolist()
        for S in SETS:
            moves = moves_below(S, n).tolist()
            cold, values = (f(S, n, method="dynamic-programming").tolist() for f in (sg.cold_positions, sg.nim_values))
            yield from (("Explorer.coldPositions", [moves, n], cold), ("Explorer.nimValues", [moves, n], values))
    refused = (
        "text => { try { Explorer.movesBelow(text, 1000); } catch (error) { return error.message.slice(0, 13); } }"
    )
    yield from ((refused, [text], "Write numbers") for text in NO_GAMES)
    cold = sg.cold_positions(sg.squares, 5000)
    for base, place in product((2, 5, 13, 30), range(3)):
        yield "Explorer.digits", [cold.tolist(), base, place], sg.digit_counts(cold, base, place).tolist()
        yield "Explorer.columns", [cold.tolist(), base], sg.digit_counts(cold, base).tolist()
    yield "Explorer.write", [STATE], LINK
    for link, state in LINKS.items():
        yield "Explorer.read", [link, OTHER], state


@needs_node
def test_the_pages_know_what_the_package_knows():
    assert pages.disagreeing(board(sg.squares, [1]).page(), list(of_the_board())) == []
    assert pages.disagreeing(PAGE, list(of_the_explorer())) == []


def random_formula(rng, depth: int = 4) -> str:
    if depth == 0 or rng.random() < 0.2:
        return str(rng.choice(["n", "n", "n", "1", "2", "3", "0"]))
    left = random_formula(rng, depth - 1)
    kind = rng.choice(["+", "-", "*", "//", "**", "minus", "brackets"])
    if kind in ("minus", "brackets"):
        return f"-{left}" if kind == "minus" else f"({left})"
    return f"{left}{kind}{rng.integers(-1, 4) if kind == '**' else random_formula(rng, depth - 1)}"


def by_python(text: str):
    try:
        return moves_below(parse_set(text), 2000).tolist()
    except (ValueError, ZeroDivisionError):
        return None


@needs_node
def test_random_formulas_mean_the_same_as_in_python():
    rng = np.random.default_rng(5)
    formulas = [random_formula(rng) for _ in range(1000)]
    found = pages.in_node(PAGE, *[("Explorer.movesBelow", [text, 2000]) for text in formulas])
    expected = [by_python(text) for text in formulas]
    assert sum(moves is not None for moves in expected) > 100
    found = [None if isinstance(moves, str) else moves for moves in found]
    assert [f for f, a, b in zip(formulas, found, expected, strict=True) if a != b] == []


# --- steps ----------------------------------------------------------------------------------------------

FRAMES = [
    ("0 & 1 < 2.", {"range": strip(4, cold=[0]), "S": "m.m "}),
    ("Two.", {"range": "Ch.C", "S": "...."}),
    ("Three.", {"range": "ChHC", "S": "...."}),
]
SHOWN = steps(iter(FRAMES), "An example", first=20)  # any iterable will do


def test_steps_get_what_was_computed():
    assert strip(5, hot=np.array([0, 1, 2]), marked={1}, cold=[2], outside=(4,)) == "hmC. ", "a later state counts"
    found = config(framed(SHOWN))
    assert found["frames"] == [[caption, [list(row) for row in rows.items()]] for caption, rows in FRAMES]
    assert dict(found["states"]) == steps_module.STATES
    assert repr(SHOWN).splitlines()[2:6] == ["1. 0 & 1 < 2.", "range C...", "    S m.m", ""], "in a terminal"
    frames = [("0", {"": "C."}), ("1", {"": "Cm"})]
    assert config(steps(frames, "An example", marks=[(), [(0, 1)]]).page())["marks"] == [[], [[0, 1]]]


def test_without_a_script_all_steps_are_there():
    fallback = SHOWN._repr_html_().partition("</iframe>")[2]
    text = html.unescape(re.sub("<[^>]*>", "", fallback))
    assert all(f"{k + 1}. {caption}" in text for k, (caption, _) in enumerate(FRAMES))


# --- questions ------------------------------------------------------------------------------------------

ONE, SEVERAL = ask("How many?", np.int64(2079), "So many."), ask("Which?", {29, 20})
CHOICE, NONE = ask("Which game?", "primes", "No reason.", options=["cubes", "primes"]), ask("Which?", [])
# question, what is typed, the same in Python, and what both say; None: it is no answer
ANSWERS = [
    (ONE, "2,079", 2079, "Yes: 2,079. So many."),
    (ONE, " 12 ", np.int32(12), "Your answer was 12; the answer is 2,079. So many."),
    (SEVERAL, "29 and 20", [29, 20], "Yes: 20, 29."),
    (SEVERAL, "29", 29, "Your answer was 29; the answer is 20, 29."),
    (SEVERAL, "none", [], "Your answer was none; the answer is 20, 29."),
    (NONE, "None", (), "Yes: none."),
    *[(ONE, text, value, None) for text, value in (("", None), ("many", "many"), ("1.5", 1.5), ("-1", -1))],
    *[(SEVERAL, text, value, None) for text, value in (("", "20, 29"), ("20; x", [20, "x"]), ("9" * 17, 10**17 - 1))],
]


@needs_node
def test_a_question_says_the_same_in_a_page_and_in_python():
    typed = "(text, several, truth) => { const found = Ask.read(text, several);"
    typed += " return found && Ask.verdict(truth, Ask.words(found)); }"
    asked = [(config(question.page()), text) for question, text, *_ in ANSWERS]
    answers = pages.in_node(ONE.page(), *[(typed, [text, c["several"], c["truth"]]) for c, text in asked])
    for (question, _, value, said), answer, (about, _) in zip(ANSWERS, answers, asked, strict=True):
        if said is None:
            with pytest.raises((TypeError, ValueError), match=r"^guess must be"):
                question.check(value)
            assert answer is None
        else:
            assert question.check(value) == f"{answer} {about['because']}".rstrip() == said


def test_a_choice_is_among_what_is_offered_and_its_answer_folded_where_nothing_runs():
    assert CHOICE.check("primes") == "Yes: primes. No reason."
    assert CHOICE.check("cubes") == "Your answer was cubes; the answer is primes. No reason."
    with pytest.raises(ValueError, match="guess must be one of 'cubes', 'primes', not 'squares'"):
        CHOICE.check("squares")
    still = CHOICE._repr_html_().partition("</iframe>")[2]
    asked, _, answer = still.partition("<details><summary>The answer</summary>")
    assert repr(CHOICE) == "Which game? (cubes / primes)"
    assert repr(CHOICE) in asked
    assert "primes. No reason." in answer


@pytest.mark.parametrize(
    ("answer", "options", "words"),
    [
        (29.5, (), "answer must be a whole number of at least 0, not 29.5"),
        ("29", (), "answer must be a whole number of at least 0, not '29'"),
        ([29, 29], (), "answer must be distinct integers"),
        ("squares", ("cubes", "primes"), "answer must be one of 'cubes', 'primes', not 'squares'"),
    ],
)
def test_an_answer_of_a_wrong_kind_is_refused(answer, options, words):
    with pytest.raises((TypeError, ValueError), match=words):
        ask("?", answer, options=options)
