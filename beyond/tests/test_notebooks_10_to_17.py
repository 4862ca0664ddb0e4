"""Sentences of notebooks 10 to 17 rest on facts that are checked here, in the notebooks' output and figures."""

import math
import re

import pytest
from conftest import ROOT
from executed import figure, numbers, printed, said

from subtraction_games.reproduction import ROW
from subtraction_theory import outcomes
from subtraction_theory.findings import report

PRINTED = [  # facts that a section prints as they are said: its notebook, its heading, and a pattern
    ("11", "Kernels", r"no kernel modulo 8p for p = \[5, 17\], but for 14 others$"),
    ("11", "What games keep", r"of 29 odd squarefree moduli to 233 29 hold"),
    ("11", "What games keep", r"others that hold: 125 296 341 3097$"),
    ("11", "What games keep", r"no kernel, [1-9]\d*% or more outside:( \d+){10}$"),  # none holds without a kernel
    ("11", "What games keep", r"90 of 94 sets that pull hold, and 0 of 34 that don't$"),
    ("12", "Every nim-value can settle only on a kernel", r"5: \(2, \[2\]\), 13: \(3, \[3\]\), 17: .*21: \(5, \[\]\)"),
    *(
        ("17", "What residues explain", rf"^{game}(?: +[\d.,]+){{3}} +{modulus}\b")
        for game, modulus in {"squares": 5, "cubes": 7, "triangular": 9, "primes": 2, "random, seed 1": "none"}.items()
    ),
]


@pytest.mark.parametrize(("notebook", "section", "pattern"), PRINTED)
def test_what_a_sentence_repeats_is_printed(notebook, section, pattern):
    assert re.search(pattern, printed(notebook, section), flags=re.M)


def tossed():
    return outcomes.choices(ROOT / "beyond/data/chosen.csv")


def test_10_strays_decide_and_cannot_vanish():
    text = printed("10", "Strays decide")
    (few, all_of), (many, _) = (said(text, f"pairs {kind}: ")[:2] for kind in ("leading", "at_random"))
    assert few < many < all_of
    rows = [numbers(row) for row in re.findall(r"hotspots: (.*)", printed("10", "Strays cannot vanish"))]
    assert len(rows) == 4
    assert all(left >= 10**j for row in rows[::2] for j, left in enumerate(row)), "no hotspots"
    assert rows[0][0] == 1, "the bound is attained at j = 0"


def test_10_the_exponent_depends_on_the_depth_and_rises_in_tossed_games():
    text = printed("10", "How few strays give the exponent")
    line = said(text, "2^32 to 2^35 without strays of depths < 0, 1, 2, 3, 4:")
    assert line == sorted(line), "the deeper, the larger"
    assert line[1] < math.log(10, 25) < line[2], "no depth has e"
    rates = [*said(text, "exponents of the mean in the doublings to 2^25, ..., 2^30:")]
    rates += said(text, "of the first 50 games, 2^30 to 2^32:")
    assert len(rates) == 7
    assert rates == sorted(rates), "the exponent rises at every step"
    assert math.log(2, 25) < rates[0] < rates[-1] < math.log(10, 25)
    late = tossed().query("coins == 1000 and seed in @seeds", local_dict={"seeds": said(text, "games of the seeds")})
    assert (len(late), late.chooses_5.any(), (late.held_13 > 0.94).all()) == (2, False, True), "they settle modulo 13"


def test_11_how_many_stray_from_planted_residues():
    text = printed("11", "The count of a planted game")
    games = outcomes.planted(ROOT / "beyond/data/planted.csv").query("power == 2 and n == 2**32")
    assert games.query("holds").outside.max() < 0.006, "fewer than six in a thousand"
    assert games.strays.min() > 0, "something strays in each"
    expected = [games.strays.min(), games.strays.max(), games.holds.sum()]
    assert said(text, f"strays in {len(games)} games: ")[:3] == expected
    assert games[games.holds].query("modulus % 2 and modulus <= 233 and modulus != 125").modulus.nunique() == 29
    rows = re.findall(r"none outside: ([\d,]+) cold .* ([\d,]+) in the copies", text)
    assert len(rows) >= 3
    assert all(cold == copies for cold, copies in rows), "games planted late count to the unit"
    least, most, low, high = said(text, f"the other {32 - len(rows)}: ")
    assert (0 < least < most, low <= high) == (True, True)


def test_11_what_coins_choose():
    text, games = printed("11", "What coins choose"), tossed()
    for what, seeds in (("17", games.seed[games.chooses_17]), ("13, not 5", games.seed[~games.chooses_5])):
        assert said(text, f"seeds that choose {what}:") == seeds.tolist()


def test_13_which_residues_explain_and_which_wave_is_fed():
    table = printed("13", "Residues explain three quarters of the missing moves")
    explained = {int(m): float(part) for m, part in re.findall(r"^(\d+) +([\d.]+)%$", table, flags=re.M)}
    assert len(explained) == 18
    assert {m for m, part in explained.items() if part} == {m for m in explained if math.gcd(m, 1105) > 1}
    fed = said(printed("13", "Gauss sums decide which waves grow"), "Mean power of fed waves to 2^30:")
    assert fed[fed.index(max(fed[1::2])) - 1] == 21


def test_14_the_good_part_has_not_risen_for_sure_and_the_error_bars_are_as_wide_as_they_must_be():
    text = printed("14", "How fast they grow")
    total, good = zip(*(numbers(line)[1:3] for line in re.findall(r"^\d\d +0\..*", text, flags=re.M)), strict=True)
    assert len(total) == 7
    assert total[-1] > max(total[:-1]), "the exponent has risen"
    assert all(part > whole for whole, part in zip(total, good, strict=True)), "class 4 only drags"
    error = said(text, "standard deviation ")[0]
    assert 0 < good[-1] - good[-3] < math.sqrt(8) * error, "a hint at most"
    mean, deviation, own, below = said(text, "50 tossed games, 2^30 to 2^32: ")[:4]
    assert (own < mean - deviation, below < 5) == (True, True), "the plain game was slow"
    assert error / 2 < deviation < 2 * error
    came, of, should = numbers(re.search(r".* intervals held, .*", printed("14", "Can these numbers be trusted?"))[0])
    assert came < should < of, "those of the forecasts were too short"


def test_15_the_edge_and_only_free_pairs():
    rates = said(printed("15", "The edge"), "exponents of the doublings to 2^21, ..., 2^29:")
    assert len(rates) == 9
    assert min(rates) == rates[5], "the least to 2^26"
    assert rates[5:] == sorted(rates[5:]), "and rises three times"
    text = printed("15", "Each value avoids square differences")
    levels, free = (re.findall(r"\(\d, \d\)", re.search(f"{line}:.*", text)[0]) for line in ("levels by pair", "free"))
    assert levels == free, "without exception"


def test_16_the_wall():
    best = figure("16-1-square-difference-free-sets").query("b <= 210").dropna()
    assert (best.residues**2 < best.b.clip(lower=2)).all(), "all squarefree b up to 210 are below the wall"
    assert sorted(best.sort_values("exponent").b[-2:]) == [65, 205], "no other modulus does as well as these two"


def test_17_eight_random_sets_end_alike():
    text = printed("17", "Number or arithmetic?")
    _, least, most, _, _, off, *_ = numbers(re.search(r"^4,194,304 .*", text, flags=re.M)[0])
    assert most < 1.005 * least
    assert abs(off) < 1, "the mean field is right within 1%"


def test_a_finding_is_kept_with_how_sure_it_is(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: shown.append(data[ROW]))
    report("99", 10, "a", 5, "theorem")
    report("99", 10, "b", 0.5, "fit", 64, known="Ada 1993", data="data/b.csv", check="a sieve", article=True)
    assert {row["table"] for row in shown} == {"beyond/figures/findings.csv"}
    kept = [",".join(cell for _, cell in row["cells"]) for row in shown]
    assert kept == ["a,99,,5,theorem,,,,", "b,99,64,0.5,fit,Ada 1993,data/b.csv,a sieve,only"]
    with pytest.raises(ValueError, match="sure must be one of 'theorem', "):
        report("99", 10, "c", 1, "surely")
