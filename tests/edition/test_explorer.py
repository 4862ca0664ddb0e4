"""The explorer: what Python writes, the page's own mathematics against the package's."""

import numpy as np
import pages
import pytest
from pages import config, framed, needs_node, pictures

import subtraction_games as sg
from subtraction_games import games
from subtraction_games.pages import explorer as module
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.fallback import BLUE, rgb
from subtraction_games.sets import moves_below, parse_set

PAGE = explore(sg.squares, 1000).page()
NAMED = [*games.NAMED]
FORMULAS = ["n", "2*n-1", "n**3", "n*(3*n-1)//2", "2**(n-1)", "-(-n)**3", "2**n**2 - 1", " 7 * n ** 2// 3 ", "(n+1)**2"]
NUMBERS = ["1, 4, 9", "3 1 2", "5 , 7", "7", "100000", "2, 999999999999999999"]
SETS = dict(games.NAMED)
SETS |= {"all": lambda n: np.arange(1, n), "odd": lambda n: np.arange(1, n, 2), "one": [1], "three": [1, 3, 4]}
SETS |= {"large": [900], "half": lambda n: np.flatnonzero(np.random.default_rng(3).random(n) < 0.5)[1:]}


# --- what Python writes --------------------------------------------------------------------------------


def test_the_configuration_is_what_was_asked():
    expected = {"base": 7, "game": "cubes", "n": 5000, "rows": 120, "whole": False, "width": 63}
    assert config(framed(explore(sg.cubes, 5000, width=63, base=7))) == expected
    assert config(explore(sg.cubes, 5000, width=63, base=7).page()) == expected | {"whole": True}


def test_a_set_is_written_by_its_name_or_formula_or_number_by_number():
    for text in (*NAMED, *FORMULAS):
        assert explore(parse_set(text), 300).game == explore(text, 300).game == text.strip()
    for S in ([9, 1, 4], sg.powers(3), lambda n: np.arange(5, n, 5)):
        assert parse_set(explore(S, 1000).game).tolist() == moves_below(S, 1000).tolist()
    squares = lambda n: np.arange(2, n, 7)  # noqa: E731
    squares.__name__ = "squares"
    assert explore(squares, 256).game.startswith("2, 9, 16, 23"), "it has only the name"


WRONG = [  # (arguments, error, message)
    ({"n": 255}, ValueError, r"n must be from 256 to 2\*\*18, not 255"),
    ({"n": 300.5}, TypeError, "n must be a whole number of at least 256, not 300.5"),
    ({"width": 0}, ValueError, "width must be from 1 to 256, not 0"),
    ({"base": 31}, ValueError, "base must be from 2 to 30, not 31"),
    ({"S": SETS["all"], "n": 2**13}, ValueError, "S must have from 1 to 4096 elements below 8192, .*, not have 8191"),
    ({"S": [0, 1]}, ValueError, "the subtraction set must be distinct integers"),
]


def test_wrong_arguments():
    for wrong, error, message in WRONG:
        with pytest.raises(error, match=message):
            explore(**({"S": sg.squares, "n": 1000} | wrong))


def test_where_nothing_runs_the_first_rows_are_seen():
    ((pixels, words),) = pictures(explore(sg.squares, 10**5, width=65)._repr_html_())
    assert words == "The cold positions of the game squares below 3,900, 65 to a row"
    cell = (pixels.shape[1] - 2) // 65
    seen = np.flatnonzero((pixels[1:-1:cell, 1:-1:cell] == rgb(BLUE)).all(axis=2))
    assert np.array_equal(seen, sg.cold_positions(sg.squares, 3900))


# --- the page's mathematics ----------------------------------------------------------------------------


HINT = "Write numbers such as 1, 4, 9, or a formula in n such as n**3 or n*(3*n-1)//2."
NO_GAMES = {
    "": "In an empty text, it ends too early.",
    "n^2": 'In "n^2", a power is written **, not ^.',
    "n/2": 'In "n/2", a division is written // and rounds down.',
    "n-5": 'In "n-5", it must grow with n = 1, 2, ... from 1 or more; at n = 1 it is -4.',
    "(n": 'In "(n", a bracket is not closed.',
    "2 n": 'In "2 n", n does not belong there.',
    "n**-1": 'In "n**-1", a power with a negative exponent is no whole number.',
    "n//(n-1)": 'In "n//(n-1)", it divides by 0.',
    "n**999999999": 'In "n**999999999", a number within it has more than 4096 binary digits.',
    "1, 1": 'In "1, 1", 1 occurs more than once.',
    "0, 1": 'In "0, 1", its numbers must be from 1 to 2**63 - 1.',
    "1" + "+1" * 100: f'In "{"1" + "+1" * 28}...", it has more than 200 characters.',
}
OTHER = {"game": "squares", "n": 256, "width": 1, "rows": 60, "base": 2}
STATE = {"game": "n*(3*n-1)//2 + 1", "n": 300, "width": 7, "rows": 0, "base": 11}
LINK = "#explore:game=n*%283*n-1%29%2F%2F2+%2B+1&n=300&width=7&rows=0&base=11"


LINKS = {
    LINK: STATE,
    "#a-heading": OTHER,
    "#explore:width=65": OTHER | {"width": 65},
    "#explore:n=1e5": "n must be a whole number from 256 to 262144, not 1e5.",
    "#explore:base=": "The base must be a whole number from 2 to 30, not empty.",
}


def table():
    """(function of the page, arguments, value) of what the package knows."""
    limits = "() => [Explorer.LEAST, Explorer.MOST, Explorer.WIDEST, Explorer.LARGEST_BASE]"
    yield limits, [], [module.LEAST, module.MOST, module.WIDEST, module.LARGEST_BASE]
    yield "() => Object.keys(Explorer.NAMED)", [], NAMED
    for n in (256, 257, 3000):  # whole words, one more, many
        for text in (*NAMED, *FORMULAS, *NUMBERS):
            yield "Explorer.movesBelow", [text, n], moves_below(parse_set(text), n).tolist()
        for S in SETS.values():
            moves = moves_below(S, n).tolist()
            cold, values = (f(S, n, method="dynamic-programming").tolist() for f in (sg.cold_positions, sg.nim_values))
            yield from (("Explorer.coldPositions", [moves, n], cold), ("Explorer.nimValues", [moves, n], values))
    for text, message in NO_GAMES.items():
        yield "Explorer.movesBelow", [text, 1000], f"{HINT} {message}"
    cold = sg.cold_positions(sg.squares, 5000)
    for base in (2, 5, 13, 30):
        yield "Explorer.columns", [cold.tolist(), base], np.bincount(cold % base, minlength=base).tolist()
        for place in range(3):
            yield "Explorer.digits", [cold.tolist(), base, place], sg.digit_counts(cold, base, place).tolist()
    yield "Explorer.write", [STATE], LINK
    for link, state in LINKS.items():
        yield "Explorer.read", [link, OTHER], state


@needs_node
def test_the_page_says_what_the_package_says():
    assert pages.disagreeing(PAGE, list(table())) == []


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
