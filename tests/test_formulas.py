"""Sets and sizes given as text: names, numbers and formulas, which are parsed and never run as code."""

import pytest

import subtraction_games as sg
from subtraction_games import arguments, sets
from subtraction_games.sets import parse_set, parse_size

WRITTEN = [  # moves below 40, and the texts of their game; the pages' script must agree, as test_pages.py tests
    ([1, 2, 5], ["1 2,5", "5,2 1,", " 2, 5 , 1 ", "1, 2, 5, 999999999999999999", "05 1 2"]),
    ([1, 4], ["1, 4,", "1,4", "4 1 ,"]),
    ([10, 20, 30], ["1e1*n", "10*n", "1E+1*n", "n*010.", "1.e1*n", ".1e2*n", "100e-1 * n", "(n)*((10))"]),
    ([*range(1, 40)], ["n", "1.0*n", "1.*n", "1e0*n", "n--0", "00+n", "-" * 198 + "n"]),
    ([1, 8, 27], [" n**3 ", "n*n*n", "n ** 3", "n**3.", "n**--3"]),
    ([], ["1e3*n**2", "n*9" + "9" * 190]),
    ([1, 5, 12, 22, 35], ["n*(3*n-1)//2"]),
    ([1, 15], ["2**n**2 - 1"]),
    ([2, 4, 8, 16, 32], ["2**--n"]),
    ([2, 9, 21, 37], [" 7 * n ** 2// 3 "]),
    ([*range(3, 40)], ["0**0 * n + 3**0 + (-1)**2"]),
    ([1, 4, 9, 16, 25, 36], ["-n**2 * -1", "n*n - -7//2 - 4", "9 - 5 - 3 + n**2 - n//n"]),
    ([*range(2, 40, 2)], ["100//10//5 * n", "2**4096 // 2**4095 * n"]),
    ([k for k in range(1, 40) if k % 4 != 3], ["7//-2*-n//3"]),
    ([2, 8, 16, 26, 38], ["-(2 - n*(n+3))"]),
]
GAMES = {text: S(40).tolist() for text, S in sets.NAMED.items()}
GAMES |= {text: moves for moves, texts in WRITTEN for text in texts}
REFUSED = {  # words of the message: texts
    "over 4096 binary digits": ["9**9**9*n", "(n**9)**(9**5)", "9**(9**9)*0+n", "n*10**99999999", "n*2**4097//2**4096"],
    "it divides by zero": ["1//0*n", "n//(n-1)"],
    "it has a negative power": ["n**(0-1)", "2**(n-2)"],
    "it cannot be parsed": [
        *("", ",", "1,,2", "1,2,,", "n**2; 1", "n+", "(n", "n)", "2 n", "n n", "n***2", "n * * 2", "n / / 2", "n!"),
        *("007*n", "1..2*n", "1.n", "1e*n", "n e3", "n\\", "n+" * 99, "(" * 99 + "n" + ")" * 98),
    ],
    "it has more than 200 characters": ["n+" * 10**5 + "n", "n*" + "9" * 10**6, "1" + "+1" * 100, "-" * 200 + "n"],
    r"\^ \(write \*\* for a power\)": ["n^2"],
    r"/ \(write // for whole numbers\)": ["n/2"],
    "not other signs": ["n%2"],
    "the variable of a formula is n, not k": ["k**2"],
    "there is no game of that name; did you mean 'squares'": ["sqares", "Squares"],
    "there is no game of that name$": ["fibonacci", "k", "octal"],
    "octal codes are not accepted, but 0.333 is '1, 2, 3'": ["0.333", ".77", "4.31"],
    "is not allowed in it": [
        *("n.real", "2**n if n else 1", "'a'*n", "1e3, 5", "n, 1", "+n", "()", "True*n"),
        *("1.5", "1.5*n", "1.25e1*n", "2**53*n//1e16", "1e999*n"),
    ],
    r"is not allowed in it \(write \* for a product\)": ["n(n+1)//2", "__import__('os')"],
    "distinct integers": ["0", "0, 1", "1, 1"],
    r"below 2\^63": ["9" * 10**6, "9" * 20, "1, " + "9" * 5000],
    "only n, decimal numbers such as 1000 or 1e6, brackets": [
        *("n\0", "\ud800", "n**3 #<script>alert(2)</script>", "(n +\n1)", "(n +\r1)", "n\t**2", "0x10*n", "0B1*n"),
        *("1_000*n", "2n", "1or n", "\uff4e**3", "\u0663*n"),  # a wide n, for Python n, and a digit of another script
    ],
    "grows with n = 1, 2, ...; at n = ": ["n-1", "n-5", "3-n", "n//2 + 1", "n**2 - 5*n", "n - 10**1200"],
    "cannot be evaluated at n = 3: it divides by zero": ["n + 0//(n-3)"],
}


def test_games_as_text():
    for text, elements in GAMES.items():
        assert sets.moves_below(text, 40).tolist() == elements, text


@pytest.mark.parametrize("words", REFUSED)
def test_no_text_takes_long_or_fails_in_other_words(words):
    """A formula that has no value or does not grow is found out when its moves are listed."""
    for text in REFUSED[words]:
        with pytest.raises(ValueError, match=rf"^.{{,400}}{words}.{{,100}}$"):
            sets.moves_below(text, 100)


def test_large_elements_and_those_that_are_too_many(monkeypatch):
    assert parse_set("2**(n+55)")(2**62).tolist() == [2**k for k in range(56, 62)]
    monkeypatch.setattr(sets, "MANY", 1000)
    assert parse_set("n**2")(10**8).tolist() == sg.squares(10**8).tolist(), "asking for memory changes no set"
    monkeypatch.setattr(arguments, "available_memory", lambda: 2**30)
    with pytest.raises(MemoryError, match=r"the numbers of 'n\*\*2' below 4611686018427387904 needs at least"):
        parse_set("n**2")(2**62)


SIZES = {"256": 256, "2**40": 2**40, " 10**6 ": 10**6, "1e6": 10**6}
NO_SIZES = ["-5", "2.5", "n", "", "2**99", "10", "9" * 30, "٢**20", "2^20", "1_000", "9**" * 5000 + "9"]


def test_sizes_as_text():
    assert {text: parse_size("n", text) for text in SIZES} == SIZES
    for text in NO_SIZES:
        with pytest.raises(ValueError, match=r"^n must be a whole number from 256 to 2\*\*40.*not .{,60}$"):
            parse_size("n", text)
