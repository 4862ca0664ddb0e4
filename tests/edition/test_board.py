"""The board: what Python writes, the page's own mathematics against the package's."""

from itertools import product

import numpy as np
import pages
import pytest
from pages import config, framed, needs_node, pictures

import subtraction_games as sg
from subtraction_games.pages import board as module
from subtraction_games.pages.board import board
from subtraction_games.pages.fallback import GOLD, rgb
from subtraction_games.sets import moves_below

SETS = module.OFFERED | {"three": [1, 3, 4], "even": [2, 6], "none": [], "large": [50]}


# --- what Python writes --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_a_frame_gets_what_was_asked_and_the_whole_page_every_move_of_the_largest_heap(name):
    asked = board(SETS[name], (13, 20), hints=True)
    expected = {"heaps": [13, 20], "hints": True, "name": name if name in module.OFFERED else None}
    for page, below in ((framed(asked), 21), (asked.page(), 401)):
        moves = moves_below(SETS[name], below).tolist()
        assert config(page) == expected | {"moves": moves, "whole": below == 401}

    assert config(framed(board([1, 4, 9], [13])))["name"] is None, "as squares only as far as the heap"
    assert board((4, 1), np.array([3, 5])) == board({1, 4}, iter([3, 5])), "any collection and iterable will do"


HEAPS = [  # (heaps, error, what is said of them)
    (13, ValueError, "heaps must be a list of 1 to 6 whole numbers from 0 to 400, not 13"),
    ("13", TypeError, "every heap must be a whole number of at least 0, not '1'"),
    ([], ValueError, r"heaps must be a list of 1 to 6 .*, not \[\]"),
    ([1] * 7, ValueError, r"heaps must be a list of 1 to 6 .*, not \[1, 1, 1"),
    ([401], ValueError, "every heap must be from 0 to 400, not 401"),
    ([True], TypeError, "every heap must be a whole number of at least 0, not True"),
]


def test_wrong_arguments():
    for heaps, error, message in HEAPS:
        with pytest.raises(error, match=message):
            board(sg.squares, heaps)
    with pytest.raises(ValueError, match="the subtraction set must be distinct integers"):
        board([0, 1], [5])


def test_where_nothing_runs_the_heaps_are_seen_as_coins():
    (thirteen, words), (_, empty) = pictures(board(sg.squares, [13, 0])._repr_html_())
    assert (words, empty) == ("13 coins, ten in a row", "an empty heap")
    gold = (thirteen == rgb(GOLD)).all(axis=2)
    assert gold[:22].any(axis=0).sum() > 2 * gold[22:].any(axis=0).sum() > 0, "ten coins above, three below"


# --- the page's mathematics ----------------------------------------------------------------------------


PAGE = board(sg.squares, [1]).page()
POSITIONS = [[k] for k in range(60)] + [list(pair) for pair in product(range(0, 41, 5), repeat=2)]
POSITIONS += [[0, 0, 0], [5, 0, 13], [21, 34, 55, 89, 144, 233]]
POSITIONS += np.random.default_rng(1).integers(0, 120, (20, 3)).tolist()
NUMBERS = {"1, 4, 9": [1, 4, 9], " 9 4;4\t1 ": [1, 4, 9], "400": [400]}
NUMBERS |= {" , ": "Write at least one number that may be taken, such as 1, 4, 9."}
WRONG = {"0": "0", "1, 401": "401", "2 -3": "-3", "1.5": "1.5"}
NUMBERS |= {text: f"Your own numbers must be whole numbers from 1 to 400; {s} is not." for text, s in WRONG.items()}


def table():
    """(function of the page, arguments, value) of what the package knows."""
    yield "() => [Game.LARGEST, Game.MOST_HEAPS]", [], [module.LARGEST_HEAP, module.MOST_HEAPS]
    games = "() => Object.fromEntries(Object.keys(Game.GAMES).map(k => [k, Game.GAMES[k][2](Game.LARGEST)]))"
    yield games, [], {name: moves_below(S, 401).tolist() for name, S in module.OFFERED.items()}
    for S in SETS.values():
        moves = moves_below(S, 401).tolist()
        yield "Game.nimValues", [moves, 401], sg.nim_values(S, 401).tolist()
        for heaps in POSITIONS:
            best = sg.optimal_move(S, heaps)
            yield "Game.computerMove", [moves, heaps], best and list(best)
            yield "Game.winningMoves", [moves, heaps], [list(move) for move in sg.winning_moves(S, heaps)]
    for text, numbers in NUMBERS.items():
        yield "Game.readNumbers", [text], numbers


@needs_node
def test_the_page_plays_as_the_package_does():
    assert pages.disagreeing(PAGE, list(table())) == []
