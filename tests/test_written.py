"""Subtraction sets as text: names, numbers and formulas, which are read and never run, however they are meant."""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_games import written
from subtraction_games.written import written_set


@pytest.mark.parametrize(
    ("text", "elements"),
    [("cubes", [1, 8, 27]), (" n**3 ", [1, 8, 27]), ("1 2,5", [1, 2, 5]), ("n*(3*n-1)//2", [1, 5, 12, 22, 35])],
)
def test_games_as_text(text, elements):
    S = written_set(text)
    assert list(S(40) if callable(S) else S) == elements


@pytest.mark.parametrize(
    "text", ["", "n.real", "__import__('os')", "2**n if n else 1", "m**2", "n/2", "0, 1", "1.5", "n**2; 1", "'a'*n"]
)
def test_texts_that_are_no_game(text):
    with pytest.raises(ValueError, match="must be"):
        written_set(text)


@pytest.mark.parametrize("text", ["7", "-n", "n-1", "3-n", "n**2 - 5*n", "0*n"])
def test_formulas_that_do_not_grow(text):
    S = written_set(text)
    if callable(S):
        with pytest.raises(ValueError, match="grows with n"):
            sg.cold_positions(S, 100)
    else:
        assert text == "7"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9**9**9*n", "over 4096 binary digits"),
        ("10**10**10", "over 4096 binary digits"),
        ("9**(9**9)*0+n", "over 4096 binary digits"),
        ("n*10**99999999", "over 4096 binary digits"),
        ("2**4096*n", "over 4096 binary digits"),
        ("n*9" + "9" * 190, None),
        ("1//0*n", "it divides by zero"),
        ("n//(n-1)", "it divides by zero"),
        ("n**(0-1)", "it has a negative power"),
        ("n+" * 1000 + "n", "at most 200 characters"),
        ("-" * 198 + "n", None),
        ("(" * 100 + "n" + ")" * 99, "it can't be read"),
        ("n^2", r"\^ \(write \*\* for a power\)"),
        ("n/2", r"/ \(write // for whole numbers\)"),
        ("n\0", "it can't be read"),
        ("\ud800", "it can't be read"),
        ("True*n", "can't stand in it"),
        ("n(n+1)//2", r"'n\(n \+ 1\)' can't stand in it \(write \* for a product\)"),
        ("1e3*n", "can't stand in it"),
        ("9" * 10**6, r"below 2\^63"),
        ("9" * 20, r"below 2\^63"),
    ],
)
def test_no_text_takes_long_or_fails_in_other_words(text, words):
    if words is None:  # long, and fine
        assert written_set(text)(1).tolist() == []
        return
    with pytest.raises(ValueError, match="must be") as told:
        written_set(text)
    assert told.match(words)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 500


@pytest.mark.parametrize("text", ["n**999999999", "n**9**9", "(n**9)**(9**5)"])
def test_formulas_that_outgrow_everything_stop_where_they_do(text):
    with pytest.raises(ValueError, match=r"can't be worked out at n = \d+: a number in it has over 4096"):
        written_set(text)(2**62)


def test_a_set_that_outgrows_memory_says_so(monkeypatch):
    asked = []

    def scarce(needed, purpose):
        asked.append(needed)
        if needed > 10_000:
            raise MemoryError(purpose)

    monkeypatch.setattr(written, "MANY", 100)
    monkeypatch.setattr(written, "require_memory", scarce)
    with pytest.raises(MemoryError, match=r"the numbers of '2\*n' below 1000000"):
        written_set("2*n")(10**6)
    assert len(asked) == 7


def test_elements_near_the_largest():
    assert np.array_equal(written_set("n**3")(2**40), sg.cubes(2**40))
    assert written_set("2**(n+55)")(2**62).tolist() == [2**k for k in range(56, 62)]
