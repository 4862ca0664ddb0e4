"""Sentences of notebooks 10 to 17 rest on facts that are checked here, in the notebooks' output and figures."""

import math
import re

from conftest import ROOT
from executed import figure, numbers, printed, said

from subtraction_theory import outcomes


def test_12_the_bound_follows_from_what_is_printed():
    n = said(printed("12", "Classes must share"), "a quarter: from n = ")[0]
    for x, above in ((n, True), (n - 1, False)):
        assert (4 / math.pi * x**0.5 - 4.5433 * x**0.25 >= 5 / 4 * x**0.5) == above


def test_12_how_many_residues_are_forced():
    text = printed("12", "Every nim-value can settle only on a kernel")
    assert re.search(r"5: \(2, \[2\]\), 13: \(3, \[3\]\), 17: \(3, \[3\]\), 21: \(5, \[\]\)", text)


def test_10_strays_decide():
    text = printed("10", "Strays decide")
    (few, all_of), (many, _) = (said(text, f"pairs {kind}: ")[:2] for kind in ("leading", "at_random"))
    assert few < many < all_of


def test_10_the_exponent_depends_on_the_depth_at_which_one_stops():
    text = printed("10", "How few strays give the exponent")
    line = said(text, "2^32 to 2^35 without strays of depths < 0, 1, 2, 3, 4:")
    assert line == sorted(line), "the deeper, the larger"
    assert line[1] < math.log(10, 25) < line[2], "no depth has e"


def test_10_strays_of_tossed_games():
    text = printed("10", "How few strays give the exponent")
    rates = [*said(text, "exponents of the mean in the doublings to 2^25, ..., 2^30:")]
    rates += said(text, "of the first 50 games, 2^30 to 2^32:")
    assert len(rates) == 7
    assert rates == sorted(rates), "the exponent rises at every step"
    assert math.log(2, 25) < rates[0] < rates[-1] < math.log(10, 25)
    seeds = said(text, "most in the games of the seeds")
    late = outcomes.chosen(ROOT / "beyond/data/chosen.csv").query("coins == 1000 and seed in @seeds")
    assert len(late) == len(seeds) == 2
    assert not late.chooses_5.any(), "not modulo 5"
    assert (late.held_13 > 0.94).all(), "they have settled modulo 13"


def test_10_strays_cannot_vanish():
    text = printed("10", "Strays cannot vanish")
    rows = [numbers(row) for row in re.findall(r"hotspots: (.*)", text)]
    assert len(rows) == 4
    assert all(left >= 10**j for row in rows[::2] for j, left in enumerate(row)), "no hotspots"
    assert rows[0][0] == 1, "the bound is attained at j = 0"


def test_13_which_residues_explain():
    table = printed("13", "Residues explain three quarters of the missing moves")
    shares = {int(m): float(share) for m, share in re.findall(r"^(\d+) +([\d.]+)%$", table, flags=re.M)}
    assert len(shares) == 18
    assert {m for m, share in shares.items() if share} == {m for m in shares if math.gcd(m, 1105) > 1}


def games_to_the_end():
    return outcomes.games(ROOT / "beyond/data/planted.csv").query("power == 2 and n == 2**32")


def test_11_how_many_stray_from_planted_residues():
    games = games_to_the_end()
    assert games.query("holds").outside.max() < 0.006, "fewer than six in a thousand"
    assert (games.strays > 0).all(), "something strays in each"
    least, most, hold, *_ = said(printed("11", "The count of a planted game"), f"strays in {len(games)} games: ")
    assert (least, most, hold) == (games.strays.min(), games.strays.max(), games.holds.sum())


def test_11_games_planted_late():
    text = printed("11", "The count of a planted game")
    rows = re.findall(r"none outside: ([\d,]+) cold .* ([\d,]+) in the copies", text)
    assert len(rows) >= 3
    assert all(cold == copies for cold, copies in rows), "to the unit"
    least, most, low, high = said(text, f"the other {32 - len(rows)}: ")
    assert 0 < least < most
    assert low <= high


def test_11_which_kernels_there_are():
    text = printed("11", "Kernels")
    assert said(text, "kernels modulo 208 ")[-1] == 1352, "all that Theorem 11.5 predicts"
    assert said(text, "Theorem 11.1 excludes") == [183, 114]
    assert said(text, "no kernel modulo 8p for p =") == [5, 17, 14]


def test_11_what_coins_choose():
    text = printed("11", "What coins choose")
    games = outcomes.chosen(ROOT / "beyond/data/chosen.csv")
    for what, seeds in (("17", games.seed[games.chooses_17]), ("13, not 5", games.seed[~games.chooses_5])):
        assert said(text, f"seeds that choose {what}:") == seeds.tolist()


def test_11_which_moduli_games_keep():
    text = printed("11", "What games keep")
    assert "of 29 odd squarefree moduli to 233 29 hold" in text
    assert said(text, "others that hold:") == [125, 296, 341, 3097]
    percent, *without = said(text, "no kernel, ")
    assert (percent > 1, len(without)) == (True, 10), "none without a kernel"
    games = games_to_the_end()
    held = games[games.holds].modulus
    assert held[(held % 2 == 1) & (held <= 233) & (held != 125)].nunique() == 29, "to 2^32"
    assert re.search(r"90 of 94 sets that pull hold, and 0 of 34 that don't", text)


def test_14_the_good_part_has_not_risen_for_sure():
    text = printed("14", "How fast they grow")
    rows = [numbers(line)[1:3] for line in re.findall(r"^\d\d +0\..*", text, flags=re.M)]
    total, good = zip(*rows, strict=True)
    assert len(rows) == 7
    assert total[-1] > max(total[:-1]), "the exponent has risen"
    assert all(part > whole for whole, part in rows), "class 4 only drags"
    assert 0 < good[-1] - good[-3] < math.sqrt(8) * said(text, "standard deviation ")[0], "a hint at most"


def test_13_damped_and_fed():
    text = printed("13", "Gauss sums decide which waves grow")
    assert said(text, "140 powers of each kind: ") == [139, 1, 139, 140], "all but one, and in all pairs"
    powers = dict(zip(*[iter(said(text, "Mean power of fed waves to 2^30:"))] * 2, strict=True))
    assert max(powers, key=powers.get) == 21


def test_14_tossed_games_confirm_the_error_bar():
    text = printed("14", "How fast they grow")
    mean, deviation, own, below = said(text, "50 tossed games, 2^30 to 2^32: ")[:4]
    assert own < mean - deviation
    assert below < 5, "the plain game was slow"
    error = said(text, "standard deviation ")[0]
    assert error / 2 < deviation < 2 * error


def test_14_the_error_bars_of_forecasts_were_too_short():
    came, of, should = numbers(re.search(r".* intervals held, .*", printed("14", "Can these numbers be trusted?"))[0])
    assert came < should < of


def test_15_the_edge_and_only_free_pairs():
    rates = said(printed("15", "The edge"), "exponents of the doublings to 2^21, ..., 2^29:")
    assert len(rates) == 9
    assert min(rates) == rates[5], "the least to 2^26"
    assert rates[5:] == sorted(rates[5:]), "and rises three times"
    text = printed("15", "Each value avoids square differences")
    levels, free = (re.findall(r"\(\d, \d\)", re.search(f"{line}:.*", text)[0]) for line in ("levels by pair", "free"))
    assert levels == free, "without exception"


def test_16_the_wall():
    best = figure("16-1-square-difference-free-sets")
    best = best[best.b <= 210].dropna()
    assert (best.residues**2 < best.b.clip(lower=2)).all(), "all squarefree b up to 210 are below the wall"
    assert sorted(best.sort_values("exponent").b[-2:]) == [65, 205], "no other modulus does as well as these two"


GAMES = {"squares": "5", "cubes": "7", "triangular": "9", "primes": "2", "random, seed 1": "none"}


def test_17_other_games():
    table = printed("17", "What residues explain")
    modulus = {game: re.search(rf"^{game} +[\d,]+ +[\d.]+ +[\d,]+ +(\w+) ", table, flags=re.M)[1] for game in GAMES}
    assert modulus == GAMES, "the moduli speak"
    text = printed("17", "Number or arithmetic?")
    _, least, most, _, _, off, *_ = numbers(re.search(r"^4,194,304 .*", text, flags=re.M)[0])
    assert most < 1.005 * least, "the eight end alike"
    assert abs(off) < 1, "the mean field is right within 1%"
