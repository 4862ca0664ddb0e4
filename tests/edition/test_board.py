"""The board: what Python writes, the page's own mathematics against the package's, and whole games in a browser."""

import re
from itertools import product

import numpy as np
import pages
import pytest
from pages import config, fits, framed, needs_chromium, needs_node, pictures

import subtraction_games as sg
from subtraction_games.arguments import moves_below
from subtraction_games.pages import board as module
from subtraction_games.pages.board import board
from subtraction_games.pages.fallback import GOLD, rgb

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


# --- whole games in a browser --------------------------------------------------------------------------

HELPERS = """
const root = document.getElementById('board'), id = name => document.getElementById(name);
const isShown = element => getComputedStyle(element).visibility === 'visible';
const buttons = () => [...document.querySelectorAll('[data-take]')].filter(isShown);
const press = (i, s) => document.querySelector(`[data-heap="${i}"][data-take="${s}"]`).click();
const note = () => seen.push({...root.dataset, said: id('status').textContent.trim(), open: buttons().length,
  height: Math.round(root.getBoundingClientRect().height), focus: document.activeElement.getAttribute('aria-label')});
"""


def in_browser(page: str, script: str, folder, calm: bool = True):
    """What the script leaves in `seen`, when run at the end of the page."""
    flags = ("--force-prefers-reduced-motion",) if calm else ()
    return pages.in_browser(page, HELPERS + script, folder, flags=flags)


@needs_chromium
def test_a_game_of_winning_moves_is_won(tmp_path):
    script = """
    note();
    while (root.dataset.over === 'false') {
      const [i, s] = Game.winningMoves([1, 4, 9, 16], root.dataset.heaps.split(',').map(Number))[0];
      press(i, s);
      note();
    }"""
    seen = in_browser(framed(board(sg.squares, [13, 20])), script, tmp_path)
    for state in seen:
        heaps = [int(size) for size in state["heaps"].split(",")]
        assert state["open"] == len(sg.legal_moves(sg.squares, heaps))
        assert int(state["nimSum"]) == sg.nim_sum(sg.nim_values(sg.squares, 21)[heaps])
    assert {state["turn"] for state in seen[:-1]} == {"you"}
    assert (seen[-1]["over"], seen[-1]["winner"], seen[-1]["nimSum"]) == ("true", "you", "0")
    assert seen[-1]["said"].endswith("No move is left: you win!")
    assert len({state["height"] for state in seen}) == 1  # nothing jumps


@needs_chromium
def test_from_a_cold_position_the_computer_wins_and_says_what_it_did(tmp_path):
    script = "note(); press(0, 1); note(); id('undo').click(); note(); press(0, 4); note();"
    seen = in_browser(framed(board(sg.squares, [5])), script, tmp_path)
    assert [state["heaps"] for state in seen] == ["5", "0", "5", "0"]
    lost = "You took 1: 4 coins are left. The computer took 4: none is left. No move is left: the computer wins."
    assert seen[1]["said"] == lost
    assert seen[1]["winner"] == "computer"
    assert seen[2]["said"] == "Your last move is taken back. Your move."
    assert seen[3]["said"].startswith("You took 4: 1 coin is left. The computer took 1: none is left.")


@needs_chromium
def test_hints_name_every_winning_move_and_why(tmp_path):
    script = "seen.push(id('hints').textContent, document.querySelectorAll('button.wins').length);"
    text, marked = in_browser(framed(board(sg.squares, [13, 9], hints=True)), script, tmp_path)
    winning = sg.winning_moves(sg.squares, [13, 9])
    assert text.startswith("Hot.")
    assert re.findall(r"Take (\d+) from heap (\d+): that leaves", text) == [(str(s), str(i + 1)) for i, s in winning]
    assert marked == len(winning)
    value = sg.nim_values(sg.squares, 14).tolist()
    sums = [tuple(map(int, pair)) for pair in re.findall(r"and (\d+) xor (\d+) = 0", text)]
    assert sums == [(value[13 - s * (i == 0)], value[9 - s * (i == 1)]) for i, s in winning]


@needs_chromium
def test_keys_reach_every_amount_and_focus_is_never_lost(tmp_path):
    script = """
    const key = name => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
    seen.push(document.querySelectorAll('[data-take][tabindex="0"]').length);
    document.querySelector('[data-heap="0"][tabindex="0"]').focus();
    for (const name of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft']) { key(name); note(); }
    document.activeElement.click(); note();"""
    stops, *seen = in_browser(framed(board(sg.squares, [13, 9])), script, tmp_path)
    assert stops == 2  # one for each heap
    *focus, after = [str(state["focus"]) for state in seen]
    assert focus == ["Take 4 from heap 1", "Take 9 from heap 1", "Take 1 from heap 1", "Take 9 from heap 1"]
    assert after.startswith("Take ")


@needs_chromium
def test_the_picker_starts_a_game_of_your_own_and_explains_what_is_wrong(tmp_path):
    script = """
    const set = (name, value) => { id(name).value = value; id(name).dispatchEvent(new Event('change')); };
    const start = () => id('picker').requestSubmit();
    set('game', 'own'); set('own', '2, x'); start(); seen.push(id('problem').textContent);
    set('own', '2, 5'); set('how-many', 3); set('who', 'computer');
    id('sizes').children[2].value = 401; start(); seen.push(id('problem').textContent);
    [7, 1, 6].forEach((size, i) => { id('sizes').children[i].value = size; });
    start(); seen.push(id('problem').textContent); note();"""
    *problems, state = in_browser(board(sg.squares, [13]).page(), script, tmp_path)
    assert problems[0] == "Your own numbers must be whole numbers from 1 to 400; x is not."
    assert problems[1:] == ["Heap 3 must be a whole number of coins from 0 to 400.", ""]
    i, s = sg.optimal_move([2, 5], [7, 1, 6])
    after = [size - s * (k == i) for k, size in enumerate([7, 1, 6])]
    assert (state["heaps"], state["turn"]) == (",".join(map(str, after)), "you")


@needs_chromium
def test_coins_that_would_go_are_marked_and_the_board_still_fits(tmp_path):
    script = """const button = page.querySelector('[data-take]');
      button.dispatchEvent(new Event('pointerenter'));
      frame.title = [page.getElementById('board').dataset.heaps, page.querySelectorAll('.marked').length].join(':');"""
    boards = [board(sg.squares, [13]), board(sg.primes, [400, 12], hints=True)]
    found = fits("".join(b._repr_html_() for b in boards), "light", 320, tmp_path, script)
    assert found == ["light,true,true,none"] * 2
    dom = pages.dumped(tmp_path / "framed.html", tmp_path, flags=("--virtual-time-budget=5000",))
    assert re.findall(r'title="(\d[^"]*)"', dom) == ["13:1", "400,12:2"]
