"""Each number in prose that is a result has something behind it, and fails this test when it is altered.

`tools/claims.py` explains what a claim is and what may back it. The second test here alters every claim, digit by
digit, and asks again whether it is backed, which it must no longer be.
"""

import re
from collections.abc import Iterator
from functools import cache
from math import log

from claims import Book, Claim, Evidence, Number, claims_in, printed
from conftest import ROOT

CORE = ROOT / "src/subtraction_games/core.py"

# What no section can print, or what is said where nothing is computed: the notebook that says so ("": any), the
# numeral, what it is by arithmetic (None: it stands in the source named), and why.
ORDERS = "the paper's exponents, rounded: moves 0.5, cold positions 0.7, the largest nim-value 0.35"
GIVEN = [
    ("", "0.5", 1 / 2, ORDERS),
    ("", "0.7", 0.7, ORDERS),
    ("", "1.2", 0.7 + 0.5, ORDERS),
    ("06", "0.69", 0.69, "quoted from the paper's introduction"),
    ("", "0.017", log(10, 25) - 0.698354314248528, "the perfect base-5 exponent less the fitted one"),
    ("08", "512", 2**9, "the bits of a vector register"),
    ("08", "511", 512 - 1, "the last of 512"),
    ("16", "0.7527964", None, "cited from Krachun 2026"),
    ("16", "0.7537415", None, "cited from Jones 2026"),
    ("16", "0.7580758", None, "cited from Naslund 2026"),
    ("README", "800", None, "what `make figures` installs, in MB; measured once, as CONTRIBUTING.md says of sizes"),
    ("README", "200", round(CORE.read_text().count("\n"), -2), "lines of core.py, in hundreds"),
]


@cache
def book() -> Book:
    return Book()


def given(claim: Claim) -> tuple[str, str] | None:
    """The entry of the list above for a claim that nothing else backs."""
    home = re.match(r"\d\d|part-\d|\w+", claim.file)[0]
    return next(((files, text) for files, text, *_ in GIVEN if files in ("", home) and (text, "") == claim[2:4]), None)


def test_what_is_a_claim_and_what_only_a_name():
    text = """In 2018 (section 3.2 and 3.3, [notebook 7](07-a.ipynb#1.5)) the 33{,}015 of $2^{36}$, `0.25` of them
    odd, grew like $n^{0.6971}$ (A030193, FUN 2018, 20:1-20:12): 97.7% of 1.8 million, 2.4 times as many, 205 in all.

    1. *Prove.* ★★★ 150 min. Of these 12 no more is said."""
    found = list(claims_in(text, "a.py", 10, "Findings"))
    expected = [("33,015", ""), ("0.6971", ""), ("97.7", "%"), ("1.8", "million"), ("2.4", "times"), ("205", "")]
    assert [(claim.text, claim.unit) for claim in found] == expected
    assert [claim.line for claim in found] == [10, 11, 11, 11, 11, 11]
    assert {claim.cited for claim in found} == {frozenset({"07"})}


def test_what_backs_a_number():
    here = Evidence(printed("0.70466 37783 97.66% 1_816_355 4.62"))
    assert all(Number.read(*each.split()) in here for each in ("0.7047", "37,783", "97.7 %", "1.816 million"))
    assert not any(Number.read(*each.split()) in here for each in ("0.7046", "37,784", "97.7", "4.6"))


def backed(claim: Claim) -> bool:
    return book().backs(claim) or given(claim) is not None


def test_every_number_in_prose_is_backed():
    missing = [str(claim) for claim in book().claims if not backed(claim)]
    advice = "print these in their sections as the prose has them, then `make figures`; nothing stands behind them:\n"
    assert not missing, advice + "\n".join(missing)


def test_what_is_given_is_right_and_needed():
    used = {given(claim) for claim in book().claims if not book().backs(claim)}
    unused = {(files, text) for files, text, *_ in GIVEN} - used
    assert not unused, f"these have something behind them by now; take them out of the list: {sorted(unused)}"
    for _, text, value, _ in GIVEN:
        places = Number.read(text).places
        assert value is None or f"{value:.{places}f}" == text or text == f"{value:b}"


# --- every claim altered -------------------------------------------------------------------------------


def altered(claim: Claim) -> Iterator[Claim]:
    """The claim with one digit changed, in each place and in three ways; the leading zeros of a fraction stay."""
    for place, digit in enumerate(claim.text):
        leading = not claim.text[:place].strip("0.,")
        if digit.isdigit() and not (leading and digit == "0"):
            for by in (1, 4, 7):
                other = str((int(digit) + by) % 10)
                if not (leading and other == "0"):
                    yield claim._replace(text=claim.text[:place] + other + claim.text[place + 1 :])


def test_an_altered_number_is_noticed():
    """Of 5,500 alterations 96% are noticed; what is not is mostly a numeral of one or two digits among others."""
    tried = {claim: list(altered(claim)) for claim in book().claims}
    living = {claim: [each for each in others if backed(each)] for claim, others in tried.items()}
    total, unnoticed = (sum(map(len, each.values())) for each in (tried, living))
    deaf = [claim for claim, others in living.items() if 2 * len(others) > len(tried[claim])]
    names = [f"{claim} -> {' '.join(each.text for each in others)}" for claim, others in living.items() if others]
    report = f"{unnoticed} of {total} alterations pass, and most of those of {len(deaf)} claims:\n" + "\n".join(names)
    assert total > 4000
    assert unnoticed < 0.05 * total, report
    assert len(deaf) < 0.03 * len(tried), report
