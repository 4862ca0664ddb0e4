"""Sentences of notebooks 10 to 17 rest on facts that are checked here, in the notebooks' output and figures."""

import math
import re

import pandas as pd
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
    text = printed("10", "An algorithm, if strays are known")
    assert re.search(r"right: True\n.*right: False", text), "the convolution notices a stray that is withheld"


def test_10_the_exponent_depends_on_the_depth_at_which_one_stops():
    text = printed("10", "How few strays give the exponent")
    line = said(text, "2^32 to 2^35 without strays of depths < 0, 1, 2, 3, 4:")
    assert line == sorted(line), "the deeper, the larger"
    assert line[1] < math.log(10, 25) < line[2], "no depth has e"
    assert all(root < needed for root, needed in (said(text, f"j = {j}: ") for j in (1, 4))), "(b) does not apply yet"


def test_10_strays_of_tossed_games():
    text = printed("10", "How few strays give the exponent")
    means = re.findall(r"^mean of .*: n\^(\S+)", text, flags=re.M)
    assert math.log(2, 25) < min(map(float, means)) < max(map(float, means)) < math.log(10, 25)
    seeds = said(text, "most in the games of the seeds")
    assert seeds == [301, 297]
    late = outcomes.chosen(ROOT / "beyond/data/chosen.csv").query("coins == 1000 and seed in @seeds")
    assert not late.chooses_5.any(), "not modulo 5"
    assert (late.held_13 > 0.94).all(), "they have settled modulo 13"


def test_13_which_residues_explain():
    table = printed("13", "Residues explain three quarters of the missing moves")
    shares = {int(m): float(share) for m, share in re.findall(r"^(\d+) +([\d.]+)%$", table, flags=re.M)}
    assert len(shares) == 18
    assert {m for m, share in shares.items() if share} == {m for m in shares if math.gcd(m, 1105) > 1}


def games_to_the_end():
    return outcomes.games(ROOT / "beyond/data/planted.csv").query("power == 2 and n == 2**32")


def test_11_how_many_stray_from_planted_residues():
    assert games_to_the_end().query("holds").outside.max() < 0.006, "fewer than six in a thousand"


def test_11_which_moduli_games_keep():
    text = printed("11", "What games keep")
    assert "of 29 odd squarefree moduli to 233 29 hold" in text
    assert said(text, "others that hold:") == [125, 296, 341, 3097]
    percent, *without = said(text, "no kernel, ")
    assert (percent > 1, len(without)) == (True, 10), "none without a kernel"
    games = games_to_the_end()
    held = games[games.holds].modulus
    assert held[(held % 2 == 1) & (held <= 233) & (held != 125)].nunique() == 29, "to 2^32"
    far = games.set_index(["modulus", "B"]).outsiders.str.split()
    breaks, recovers = ([int(count) for count in far[key][-9:]] for key in ((296, 2**22), (109, 2**14)))
    assert breaks == sorted(breaks)
    assert recovers[-3] > recovers[-2] > recovers[-1]
    assert re.search(r"sets that don't pull: 0 of \d+ hold to 2\^28 .*, 0 in the end", text), "as forecast"
    assert re.search(r"sets that pull: 38 of 49 hold to 2\^28 .*, 46 in the end\n.* 46.6 should", text)
    table = re.findall(r"^\d+ +(\d[\d.]*)% +(\d[\d.]*)%$", text, flags=re.M)
    shares = [(float(sooner), float(later)) for sooner, later in table]
    assert len(shares) == 12
    assert all(later < 1 or later > sooner > 10 for sooner, later in shares), "they hold, or are lost for good so far"
    assert sum(later < 1 for _, later in shares) == 8


def test_14_the_data_s_pages_say_what_became_of_the_forecasts_for_planted_games():
    text = printed("14", "What was forecast, and what came")
    seen, moduli = re.search(r"seen before for (\d+) of (\d+) moduli", text).groups()
    came, exponents, should = re.search(r"(\d+) of (\d+) exponents held, ([\d.]+) should", text).groups()
    told = f"for {seen} of {moduli} moduli; of their {exponents} exponents {came} came as"
    for page in ("beyond/data/README.md", "beyond/data/datapackage.json"):
        assert f"{told} forecast, where {should} should have" in (ROOT / page).read_text(encoding="utf-8")


def test_11_what_coins_choose():
    alone = outcomes.chosen(ROOT / "beyond/data/chosen.csv").query("chooses_13 and not chooses_5")
    text = printed("11", "What coins choose")
    for coins, seeds in alone.groupby("coins").seed:
        assert said(text, f"{coins} coins, 13 and not 5: seeds") == seeds.tolist()


def test_11_a_beginning_may_come_late():
    games = pd.read_csv(ROOT / "beyond/data/late.csv").set_index(["first", "end", "n"])
    doublings = games.groupby(level=[0, 1]).diff().dropna()
    part = (doublings.outside / doublings.cold).unstack(["first", "end"]).iloc[-6:]
    for window in ((2**16, 2**18), (2**20, 2**22)):
        assert part[window].is_monotonic_decreasing
        assert part[window].max() < 0.52
    for window in ((0, 0), (2**12, 2**13), (2**16, 2**17), (2**20, 2**21), (2**12, 2**14)):
        assert part[window].min() > 0.83, "a window of a factor of two does next to nothing, nor does the first of four"
    assert 0.6 < part[2**14, 2**16].min() < part[2**14, 2**16].max() < 0.7, "and one does something"


def test_13_the_closed_theory_depends_on_its_modulus():
    text = printed("13", "The positions below $2^{24}$ predict the decline of class 4")
    rows = {m: said(text, f"modulo {m}: ") for m in ("1,105", "5,525", "27,625", "359,125")}
    assert [int(row[-1]) for row in rows.values()] == [41, 41, 31, 31], "coarse moduli expect no decline"
    assert max(rows["27,625"][1], rows["359,125"][1]) < 2 < 500 < min(rows["1,105"][1], rows["5,525"][1])


def test_13_damped_and_fed():
    text = printed("13", "Gauss sums decide which waves grow")
    rows = re.findall(r"^(\d+) +(\d.* \| .*)$", text, flags=re.M)
    pairs = {int(m): list(zip(*[iter(numbers(row))] * 2, strict=True)) for m, row in rows}
    assert len(pairs) == 8
    assert all(damped < fed for row in pairs.values() for damped, fed in row), "the fed waves are the stronger ones"
    assert max(pairs, key=lambda m: pairs[m][1][1]) == 21, "in the stretch to 2^30"
    assert said(text, "140 powers of each kind: ") == [139, 1, 139, 140], "all but one, and in all pairs"


def test_14_the_good_part_has_not_risen_for_sure():
    text = printed("14", "How fast they grow")
    rows = [numbers(line)[1:3] for line in re.findall(r"^\d\d +0\..*", text, flags=re.M)]
    total, good = zip(*rows, strict=True)
    assert len(rows) == 7
    assert total[-1] > max(total[:-1]), "the exponent has risen"
    assert all(part > whole for whole, part in rows), "class 4 only drags"
    assert 0 < good[-1] - good[-3] < math.sqrt(8) * said(text, "standard deviation ")[0], "a hint at most"


def test_14_forecasts_by_coverage():
    text = printed("14", "What was forecast, and what came")
    coverage, size, held = (said(text, name) for name in ("coverage  ", "size  ", "sum  "))
    table = {each: (good, of) for each, of, good in zip(coverage, size, held, strict=True)}
    assert (table[68], table[95]) == ((30, 55), (39, 45))
    assert [a + b for a, b in zip(table[75], table[80], strict=True)] == [9, 13]
    assert said(text, "all: ") == [213, 275, 228.6]
    kinds = [numbers(line) for line in re.findall(r"^(?:long|two|tossed|first|counts) .*? (\d.*)$", text, flags=re.M)]
    assert [round(sum(column), 1) for column in zip(*kinds, strict=True)] in ([275, 213, 228.6], [275, 213, 228.7])
    assert [held >= int(due) for _, held, due in kinds] == [False, True, True, False, True], (
        "most is missing from long runs"
    )


def test_15_the_edge_and_only_free_pairs():
    rows = re.findall(r"^(2\d) +\d+ +0.*$", printed("15", "The edge"), flags=re.M)
    lines = [numbers(row[0]) for row in re.finditer(r"^(?:2[1-9]) .*$", printed("15", "The edge"), flags=re.M)]
    exponents = {int(k): (edge, top, median) for k, _, edge, top, median in lines}
    assert sorted(exponents) == list(range(21, 30)) == [*map(int, rows)][-9:]
    for each in (0, 1):
        course = [exponents[k][each] for k in range(21, 30)]
        assert min(course) == course[5], "the least to 2^26"
        assert course[5:] == sorted(course[5:]), "and rises three times"
    assert exponents[29][2] < exponents[21][2] - 0.04, "the median's has come down"
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
