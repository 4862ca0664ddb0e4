"""Sets and sizes given as text: names, numbers and formulas, which are parsed and never run as code."""

import pytest

import subtraction_games as sg
from subtraction_games import arguments, sets
from subtraction_games.sets import parse_set, parse_size

GAMES = {
    " n**3 ": [1, 8, 27],
    "1 2,5": [1, 2, 5],
    "n*(3*n-1)//2": [1, 5, 12, 22, 35],
    "-" * 198 + "n": list(range(1, 40)),
    "1e1*n": [10, 20, 30],
    "n*9" + "9" * 190: [],
}
NO_GAMES = ["", "n.real", "__import__('os')", "2**n if n else 1", "0, 1", "1.5", "n**2; 1", "'a'*n", "1,,2"]


def test_games_as_text():
    for text, elements in GAMES.items():
        S = parse_set(text)
        assert list(S(40) if callable(S) else S) == elements
    for text in NO_GAMES:
        with pytest.raises(ValueError, match="must be"):
            parse_set(text)
    assert [sets.set_name(S) for S in (sg.powers(3), sg.squares)] == ["powers of 3", "squares"], "as in a folder"


REFUSED = {  # words of the message: texts
    "over 4096 binary digits": ["9**9**9*n", "9**(9**9)*0+n", "n*10**99999999"],
    "it divides by zero": ["1//0*n", "n//(n-1)"],
    "it has a negative power": ["n**(0-1)"],
    "it cannot be parsed": ["n+" * 10**5 + "n", "(" * 300 + "n" + ")" * 299, "n*" + "9" * 10**6],
    r"\^ \(write \*\* for a power\)": ["n^2"],
    r"/ \(write // for whole numbers\)": ["n/2"],
    "not other signs": ["n%2"],
    "the variable of a formula is n, not k": ["k**2"],
    "there is no game of that name; did you mean 'squares'": ["sqares", "Squares"],
    "there is no game of that name$": ["fibonacci", "k", "octal"],
    "octal codes are not accepted, but 0.333 is '1, 2, 3'": ["0.333", ".77", "4.31"],
    "is not allowed in it": ["True*n", "1e999*n"],
    r"'n\(n \+ 1\)' is not allowed in it \(write \* for a product\)": ["n(n+1)//2"],
    r"below 2\^63": ["9" * 10**6, "9" * 20, "1, " + "9" * 5000],
    "only n, decimal numbers such as 1000 or 1e6, brackets and": [
        *("n\0", "\ud800", "n**3 #<script>alert(2)</script>", "(n +\n1)", "(n +\r1)", "0x10*n", "0B1*n", "1_000*n"),
        *("2n", "1or n", "\uff4e**3", "\u0663*n"),  # a wide n, which Python reads as n, and a digit of another script
    ],
}


@pytest.mark.parametrize("words", REFUSED)
def test_no_text_takes_long_or_fails_in_other_words(words):
    for text in REFUSED[words]:
        with pytest.raises(ValueError, match="must be") as refused:
            parse_set(text)
        assert refused.match(words)
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 500


def test_large_elements_and_those_that_are_too_many_or_do_not_grow(monkeypatch):
    assert parse_set("2**(n+55)")(2**62).tolist() == [2**k for k in range(56, 62)]
    for text in ("n-1", "3-n", "n**2 - 5*n", "n - 10**1200"):
        with pytest.raises(ValueError, match=r"grows with n = 1, 2, \.\.\.; at n = . it is") as refused:
            parse_set(text)(100)
        assert len(str(refused.value)) < 200
    with pytest.raises(ValueError, match=r"cannot be evaluated at n = \d+: a number in it has over 4096"):
        parse_set("(n**9)**(9**5)")(2**62)
    monkeypatch.setattr(sets, "MANY", 1000)
    assert parse_set("n**2")(10**8).tolist() == sg.squares(10**8).tolist(), "asking for memory changes no set"
    monkeypatch.setattr(arguments, "available_memory", lambda: 2**30)
    with pytest.raises(MemoryError, match=r"the numbers of 'n\*\*2' below 4611686018427387904 needs at least"):
        parse_set("n**2")(2**62)


SIZES = {"256": 256, "2**40": 2**40, " 10**6 ": 10**6, "0256": 256, "1e6": 10**6, "3*2**20": 3 * 2**20}
NO_SIZES = ["-5", "2.5", "n", "300*n", "", "2**99", "10", "2**40*3", "2^20", "9" * 30, "٢**20", "2**-3", "9**9**9"]
NO_SIZES += ["0x400", "1_000"]


def test_sizes_as_text():
    assert {text: parse_size("n", text) for text in SIZES} == SIZES
    for text in NO_SIZES:
        with pytest.raises(ValueError, match=r"n must be a whole number from 256 to 2\*\*40.*not"):
            parse_size("n", text)
    with pytest.raises(ValueError, match=r"n must be a whole number .* not '.*\.\.\.'$") as refused:
        parse_size("n", "9**" * 5000 + "9", least=1, most=2**62)
    assert len(str(refused.value)) < 200
