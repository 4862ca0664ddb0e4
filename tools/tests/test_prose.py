"""Each result that prose states is backed by a computation, as `tools/claims.py` explains. Altered ones are not."""

import re
from collections.abc import Iterator
from functools import cache
from math import log

from claims import Claim, Edition, Number
from conftest import ROOT

CORE = ROOT / "src/subtraction_games/core.py"

# Claims that no section can print, or that are made where nothing is computed: the notebook ("": any), the numeral, its
# value by arithmetic (None: it appears in the source named), and the reason.
ORDERS = "the paper's exponents, rounded: moves 0.5, cold positions 0.7, the largest nim-value 0.35"
GIVEN = [
    ("", "0.5", 1 / 2, ORDERS),
    ("", "0.7", 0.7, ORDERS),
    ("", "1.2", 0.7 + 0.5, ORDERS),
    ("06", "0.69", 0.69, "quoted from the paper's introduction"),
    ("", "0.017", log(10, 25) - 0.698354314248528, "the perfect base-5 exponent less the fitted one"),
    ("08", "512", 2**9, "the bits of a vector register"),
    ("08", "511", 512 - 1, "the last of 512"),
    ("README", "160", round(CORE.read_text().count("\n"), -1), "lines of core.py, in tens"),
]


@cache
def edition() -> Edition:
    return Edition()


def given(claim: Claim) -> tuple[str, str] | None:
    """The entry in the list above for a claim that nothing else backs."""
    home = re.match(r"\d\d|part-\d|\w+", claim.file)[0]
    return next(((files, text) for files, text, *_ in GIVEN if files in ("", home) and (text, "") == claim[2:4]), None)


def backed(claim: Claim) -> bool:
    return edition().backs(claim) or given(claim) is not None


def test_every_number_in_prose_is_backed_and_what_is_given_is_right_and_needed():
    rest = [claim for claim in edition().claims if not edition().backs(claim)]
    advice = "print these in their sections as the prose has them, then `make figures`; nothing backs them:\n"
    assert all(map(given, rest)), advice + "\n".join(str(claim) for claim in rest if not given(claim))
    unused = {(files, text) for files, text, *_ in GIVEN} - {*map(given, rest)}
    assert not unused, f"a computation backs these by now; take them out of the list: {sorted(unused)}"
    for _, text, value, _ in GIVEN:
        assert value is None or f"{value:.{Number.read(text).places}f}" == text


def altered(claim: Claim) -> Iterator[Claim]:
    """The claim with one digit changed, in each place and in three ways. The leading zeros of a fraction stay."""
    for place, digit in enumerate(claim.text):
        leading = not claim.text[:place].strip("0.,")
        for other in ((int(digit) + by) % 10 for by in (1, 4, 7) if digit.isdigit()):
            if not (leading and "0" in (digit, str(other))):
                yield claim._replace(text=f"{claim.text[:place]}{other}{claim.text[place + 1 :]}")


def test_an_altered_number_is_noticed():
    """Of 5,000 alterations 96% are noticed. The others are mostly numerals of one or two digits among many."""
    tried = {claim: list(altered(claim)) for claim in edition().claims}
    living = {claim: [each for each in others if backed(each)] for claim, others in tried.items()}
    total, unnoticed = (sum(map(len, each.values())) for each in (tried, living))
    deaf = [claim for claim, others in living.items() if 2 * len(others) > len(tried[claim])]
    names = [f"{claim} -> {' '.join(each.text for each in others)}" for claim, others in living.items() if others]
    report = f"{unnoticed} of {total} alterations pass, and most of those of {len(deaf)} claims:\n" + "\n".join(names)
    assert total > 4500
    assert unnoticed < 0.05 * total, report
    assert len(deaf) < 0.03 * len(tried), report
