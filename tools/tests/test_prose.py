"""Each result that prose states is backed by a computation, as `tools/claims.py` explains. Altered ones are not."""

import re
from functools import cache, partial
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
    home = re.match(r"\d\d(?:-\d\d)?|\w+", claim.file)[0]
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


def test_an_altered_number_is_noticed():
    """The last digit of each is altered. Those that pass are mostly numerals of one or two digits among many."""
    another = partial(re.sub, r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 4) % 10))
    altered = [claim._replace(text=another(claim.text)) for claim in edition().claims]
    unnoticed = [str(claim) for claim in altered if backed(claim)]
    assert len(altered) > 400
    assert len(unnoticed) < 0.07 * len(altered), unnoticed
