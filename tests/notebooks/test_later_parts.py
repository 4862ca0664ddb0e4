"""What sentences of notebooks 8 to 18 rest on, in what these printed and drew."""

import math
import re

import pandas as pd
from conftest import ROOT
from executed import figure, numbers, printed, said

import subtraction_games as sg
from subtraction_theory.difference_free import is_squarefree
from subtraction_theory.kernels import planted, planted_count


def test_08_what_the_clock_says():
    text = printed("08", "What the clock says")
    ideas = ("rows of bits, one class:", "the sieve on bits:", "  5 classes:", " 65 classes:")
    rows, sieve, five, many = (said(text, idea)[0] for idea in ideas)
    assert rows > sieve > five, "the loss is gone"
    assert sieve > 4 * many, "and with 65 the gain is large"
    assert round(said(text, "segmented sieve in C, 1 against 1:")[0]) == 14, "about fourteen times as fast"
    assert round(said(text, "dynamic-programming in C, 1 against 1:")[0]) == 7, "nim-values seven times"


def test_08_the_figure_shows_where_the_engine_loses():
    drawn, source = figure("8-1-time-against-n"), (ROOT / "notebooks/faster/08-faster-still.py").read_text()
    low, high = numbers(re.search(r'yscale="log", ylim=\((.*?)\)', source)[1])
    assert low < drawn.ratio.min() < 1 < drawn.ratio.max() < high, "no point is cut off"
    lost = drawn[drawn.ratio < 1]
    assert set(lost.rival) == {"segmented sieve in C", "sieve as the paper states it, in C"}
    assert set(lost.n) == {n for n in drawn.n if n <= 2**21}, "up to 2^21"


def test_08_for_which_games_slicing_pays():
    table = printed("08", "For which games does slicing pay?")
    rows = re.findall(r"^(\S.*?)  +((?:NaN|[\d.]+) .*)%", table, flags=re.M)
    row = {game: numbers(values.replace("NaN", "-1")) for game, values in rows}
    assert row.keys() == set(pd.read_csv(ROOT / "data/benchmarks/games.csv").game)
    sliced = ("squares", "cubes", "2k^2")
    assert min(row[game][1] for game in sliced) > 9, "the sieve takes at least nine times as long"
    alike = [row[f"{kind} numbers"] for kind in ("triangular", "pentagonal", "pronic")]
    alike += [row["random, as dense as squares"]]
    source = (ROOT / "notebooks/faster/08-faster-still.py").read_text()
    (section,) = re.findall(r"There is little to gain(.*? times\.)", source, flags=re.S)
    ends = [end(row[which] for row in alike) for which in (1, 0) for end in (min, max)]
    assert numbers(section) == ends, "the sieve, and the sieve in C: from the least to the most"
    assert min(best for _, _, best, *_ in row.values()) > 2 / 3, "up to half as long again as the best single modulus"


def test_09_what_workers_share():
    runs = pd.read_csv(ROOT / "data/benchmarks/longruns.csv").pivot_table("seconds", "n", "measure")
    parts = runs[["cold positions, shared", "cold positions, settled"]].dropna().to_numpy().T
    assert parts.shape[1] > 3
    assert (parts[0] > 2 * parts[1]).all(), "that is nearly all of the work"
    text = printed("09", "How far would that take us?")
    assert said(text, "shared, seconds: n^")[0] < 1, "the shared part grew more slowly than n"
    alone, *_, workers = (value for value in said(text, "below 2^30: ") if value != 2)
    assert alone < workers, "two workers on one machine are slower than two threads"


def test_10_each_bound_follows_from_what_is_printed():
    from_n = said(printed("12", "Classes must share"), "from n = ")
    assert len(from_n) == 2
    for theta, n in zip((1 / 5, 1 / 4), from_n, strict=True):
        for x, above in ((n, True), (n - 1, False)):
            assert (4 / math.pi * x**0.5 - 4.55 * x**0.25 >= 5 * theta * x**0.5) == above


def test_11_what_copies_lose():
    lost = said(printed("10", "Which copies are disturbed?"), "class 0 loses ")[::3]
    assert lost == sorted(lost, reverse=True)
    rows = [numbers(line) for line in printed("10", "Twenty-five ratios").splitlines() if "sum" in line]
    sums = {row[1]: row[-2] for row in rows}
    assert all(9.42 <= sums[k] <= 9.47 for k in (26, 30, 33, 36)), "it looked settled"
    assert all(5 - row[2] > 4 * (5 - row[4]) for row in rows if row[4] < 5), "most is lost in class 0"
    grown = said(printed("10", "Strays, and the exponent"), "like n^")[::5]
    assert len(grown) == 6
    assert max(grown) < math.log(10, 25), "strays of tossed games grow slower than n^e"


def test_11_ties_and_replicates():
    text = printed("10", "Strays, and the exponent")
    ties = re.findall(r"2\^30 as (\S+) \S+ (\S+);", text)
    assert f"in {len(ties)} of 10 games nine strays in ten" in text, "all ties are printed"
    assert sum(float(before) < 1 < float(now) for before, now in ties) == 2, "two have overtaken"
    text = printed("10", "Classes that need no other class")
    (mean, _), error = said(text, "2^41 to 2^45: "), said(text, "so by ")[0]
    assert round((math.log(10, 25) - mean) / error) == 5, "below by some five errors"


def test_11_the_exponent_depends_on_the_depth_at_which_one_stops():
    deep = pd.read_csv(ROOT / "data/depths.csv").set_index(["n", "depth"])
    left = {k: [deep.members[2**k, 0], *(deep.members - deep.strays)[2**k]] for k in (32, 35)}
    exponents = [math.log2(now / before) / 3 for before, now in zip(left[32], left[35], strict=True)]
    line = said(printed("10", "Strays, and the exponent"), "from 2^32 to 2^35: n^")
    assert line == [round(exponent, 4) for exponent in exponents] == sorted(line)
    assert line[1] < math.log(10, 25) < line[2], "no depth has e, and the deeper, the larger"


def test_12_who_pays():
    shares = dict(re.findall(r"(\d+): '([\d.]+)%'", printed("13", "Who pays for it?")))
    assert {m for m, share in shares.items() if share != "0.0"} == {"5", "13", "17", "65", "1105"}
    heading = printed("13", "A trace, or a choice?")
    for p in (13, 17):
        percents = said(heading, f"modulo {p}, of the cold positions 0 mod 5: ")
        assert percents == sorted(percents), "rises in every stretch"


def planted_games():
    """The planted games of squares, with the part outside in their last doubling."""
    rows = pd.read_csv(ROOT / "data/planted.csv").query("power == 2")
    last = [int(text.split()[-1]) for text in rows.outsiders]
    return rows.assign(part=last / rows.late)


def test_11_the_count_is_that_of_copies():
    text = printed("11", "The count of a planted game")
    far = planted_games().query("n == 2**32 and part <= 0.01")
    assert said(text, "games modulo")[0] == far.modulus.nunique()
    assert re.findall(r"(\d+) games modulo", text) == [str(len(far))]
    least, most = said(text, "cold positions / sum: ")
    assert 0.89 < least < most < 1.005
    copies = planted_count(41, [0, 6, 17, 28, 34], 2**20)
    cold = sg.cold_positions(sg.squares, 2**20, hotspots=planted(41, [0, 6, 17, 28, 34], 300)).size
    assert 0.9 < cold / copies < 1.005


def test_11_which_moduli_games_keep():
    text = printed("11", "What games keep")
    assert re.findall(r"of (\d+) odd squarefree moduli to 233 (\d+) hold", text) == [("29", "29")]
    games = planted_games()
    held = set(games[games.part <= 0.01].modulus)
    threes = [p for p in sg.primes(234).tolist() if p % 4 == 3]
    odd = [m for m in range(5, 234, 2) if is_squarefree(m) and all(m % p for p in threes)]
    assert len(odd) == 29
    assert held >= {*odd, 125, 296, 341, 3097}
    assert {*games[(games.n == 2**32) & (games.part <= 0.01)].modulus} >= {*odd}, "to 2^32"
    assert not held & {7, 8, 9, 12, 21, 24, 33, 57, 69, 77}, "none without a kernel"
    far = games[games.n == 2**32].set_index(["modulus", "B"]).outsiders.str.split()
    breaks, recovers = ([int(count) for count in far[key][-9:]] for key in ((296, 2**22), (109, 2**14)))
    assert breaks == sorted(breaks)
    assert recovers[-3] > recovers[-2] > recovers[-1]
    sets = pd.read_csv(ROOT / "data/planted-forecasts.csv").query("power == 2").dropna(subset="residues")
    largest = sets.groupby("modulus")["size"].max()
    lost = said(text, "pull and are lost, modulus and members:")
    assert lost
    fewer = [members < largest[m] for m, members in zip(lost[::2], lost[1::2], strict=True)]
    assert sum(fewer) == len(fewer) - 1, "all but one"


def test_11_what_became_of_the_forecasts():
    known = pd.read_csv(ROOT / "data/planted-forecasts.csv")
    known = known[known.residues.isna()].set_index("modulus")
    games = planted_games()
    held = games[(games.part <= 0.01) & (games.B <= 2**18) & games.modulus.isin(known.index)]
    least = held[held.n == 2**28].groupby("modulus").B.min()
    far = games[games.n == 2**32].set_index(["modulus", "B"]).exponent
    exponents = sum(abs(far[m, B] - known.exponent[m]) <= 0.005 for m, B in least.items())
    smallest = sum(1 / 4 <= B / known.smallest[m] <= 4 for m, B in least.items())
    text = printed("11", "What games keep")
    should = round(0.68 * len(least), 1)
    assert said(text, "23 November: for ") == [known.seen.sum(), len(known)]
    assert f"{exponents} of {len(least)} exponents came, {should} should have" in text
    told = f"{len(least)} exponents {exponents} came as forecast, where {should} should have, and of {len(least)}"
    for page in ("data/README.md", "data/datapackage.json"):
        assert (
            f"for {known.seen.sum()} of {len(known)} moduli when some such game had been seen; of {told} smallest B "
            f"{smallest}." in (ROOT / page).read_text(encoding="utf-8")
        )


def test_11_what_coins_choose():
    games = pd.read_csv(ROOT / "data/chosen.csv").drop_duplicates(["coins", "seed"], keep="last")
    alone = games[(games.held_5 < 0.75) & (games.held_13 >= 0.75)]
    text = printed("11", "What coins choose")
    for coins, seeds in alone.groupby("coins").seed:
        assert said(text, f"{coins} coins, 13 and not 5: seeds") == seeds.tolist()
    assert 1057 in set(alone.seed)
    five, thirteen = (said(text, f"modulo {m}: ") for m in (5, 13))
    assert max(five[1::2]) < 40, "no residue modulo 5 leads by much"
    assert sum(thirteen[1::2]) > 90, "three residues modulo 13 hold nearly all"


def test_11_a_late_window_melts_the_old_crystal():
    games = pd.read_csv(ROOT / "data/late.csv").set_index(["first", "end", "n"])
    doublings = games.groupby(level=[0, 1]).diff().dropna()
    part = (doublings.outside / doublings.cold).unstack(["first", "end"]).iloc[-6:]
    for window in ((2**16, 2**18), (2**20, 2**22)):
        assert part[window].is_monotonic_decreasing
        assert part[window].max() < 0.52
    for window in ((0, 0), (2**12, 2**13), (2**16, 2**17), (2**20, 2**21)):
        assert part[window].min() > 0.83, "a window of a factor of two does next to nothing"


def test_14_damped_and_fed():
    lines = re.findall(r"^ *(\d+): (.* \| .*)$", printed("18", "The test: damped and fed"), flags=re.M)
    pairs = {int(m): [tuple(map(float, pair.split())) for pair in row.split(" | ")] for m, row in lines}
    assert all(damped < fed for m in (21, 29, 33, 37, 41) for damped, fed in pairs[m])
    assert sum(damped > 1 for m in pairs if m > 20 for damped, _ in pairs[m]) == 1, "below 1 but for one"
    assert all(fed > 1 for m in pairs for _, fed in pairs[m])
    text = printed("18", "The test: damped and fed")
    assert said(text, "2^30, prime to 1105: ")[::2][:3] == [21, 33, 29], "21 is fed most, and not 29"
    assert not [m for m in said(text, "2^30, all: ")[::2] if math.gcd(int(m), 1105) == 1], "multiples of 5, 13, 17 more"


def test_15_the_good_part_has_not_risen_for_sure():
    text = printed("14", "How fast they grow")
    rows = [numbers(line)[4:6] for line in re.findall(r"^2\^.*", text, flags=re.M)]
    total, good = zip(*rows, strict=True)
    assert total[-1] > max(total[:-1]), "the exponent has risen"
    assert all(part > whole for whole, part in rows), "class 4 only drags"
    assert 0 < good[-1] - good[-3] < math.sqrt(8) * said(text, "standard deviation ")[0], "a hint at most"


def test_16_windows_fall_and_rise_and_only_free_pairs():
    windows = [value for value in said(printed("15", "The edge"), "windows by a factor of 16:") if 0 < value < 1]
    assert len(windows) == 14
    falling, rising = windows[4:11], windows[10:]
    assert falling == sorted(falling, reverse=True), "windows fall from the one that begins at 2^16"
    assert rising == sorted(rising), "to the one from 2^22, and rise then"
    assert [falling[0], falling[-1], rising[-1]] == [0.3548, 0.3455, 0.3662]
    text = printed("15", "Every level is like the cold positions")
    levels, free = (re.findall(r"\(\d, \d\)", re.search(f"{line}:.*", text)[0]) for line in ("levels by pair", "free"))
    assert levels == free, "without one exception"


def test_17_the_wall():
    best = figure("16-1-square-difference-free-sets")
    best = best[best.b <= 210].dropna()
    assert (best.residues**2 < best.b.clip(lower=2)).all(), "all squarefree b up to 210 are below the wall"
    assert sorted(best.sort_values("exponent").b[-2:]) == [65, 205], "no other modulus does as well as these two"


GAMES = ("squares", "cubes", "triangular", "primes", "practical")


def test_18_other_games():
    table = printed("17", "What residues explain")
    modulus = {game: re.findall(rf"^{game} .* (\d+) \([\d.]+%\)", table, flags=re.M) for game in GAMES}
    assert list(modulus.values()) == [["5"], ["7"], ["9"], ["2"], []], "the moduli speak"
    least, most = said(printed("17", "Number or arithmetic?"), "random: ")[:2]
    assert most < 1.005 * least, "the eight end alike"
    one, many = (said(printed("17", "Which arithmetic?"), f"residues modulo {m}:")[0] for m in (" 1", "64"))
    assert abs(many - one) < 100, "modulus 64 brings next to nothing"
    *_, off = said(printed("17", "What chance gives, computed"), "  4,194,304: random sets ")
    assert abs(off) < 1, "the mean field is right within 1%"
