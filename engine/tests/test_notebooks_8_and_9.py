"""Sentences of notebooks 8 and 9 rest on facts that are checked here, in the notebooks' output and figures."""

import re

import pandas as pd
from conftest import ROOT
from executed import figure, numbers, printed, said


def test_08_what_the_clock_says():
    text = printed("08", "What the clock says")
    ideas = ("rows of bits, one class:", "the sieve on bits:", "  5 classes:", " 65 classes:")
    rows, sieve, five, many = (said(text, idea)[0] for idea in ideas)
    assert rows > sieve > five, "the loss is gone"
    assert sieve > 4 * many, "and with 65 the gain is large"
    assert round(said(text, "segmented sieve in C, 1 against 1:")[0]) == 13, "about thirteen times as fast"
    assert round(said(text, "dynamic-programming in C, 1 against 1:")[0]) == 10, "nim-values ten times"


def test_08_the_figure_shows_where_the_engine_is_as_fast_as_c_and_where_it_wins():
    drawn, source = figure("8-1-time-against-n"), (ROOT / "engine/notebooks/08-faster-still.py").read_text()
    low, high = numbers(re.search(r'yscale="log", ylim=\((.*?)\)', source)[1])
    assert low < drawn.ratio.min() < drawn.ratio.max() < high, "no point is cut off"
    better = (
        drawn[drawn.rival.isin(["segmented sieve in C", "sieve as the paper states it, in C"])].groupby("n").ratio.min()
    )
    small, large = better[better.index <= 2**22], better[better.index > 2**22]
    assert len(small) == 7
    assert small.between(0.8, 1.4).all(), "about the same time"
    assert large.is_monotonic_increasing
    assert large.min() > 2, "the engine wins by more and more"


def test_08_for_which_games_slicing_pays():
    table = printed("08", "For which games does slicing pay?")
    rows = re.findall(r"^(\S.*?)  +((?:NaN|[\d.]+) .*)%", table, flags=re.M)
    row = {game: numbers(values.replace("NaN", "-1")) for game, values in rows}
    assert row.keys() == set(pd.read_csv(ROOT / "engine/benchmarks/games.csv").game)
    sliced = ("squares", "cubes", "2k^2")
    assert min(row[game][1] for game in sliced) > 7, "the sieve takes more than seven times as long"
    best = {game: values[2] for game, values in row.items()}
    assert 0.49 < best.pop("powers of 3") < 0.51, "twice as long as the best single modulus"
    assert min(best.values()) > 2 / 3, "up to half as long again"


def test_09_what_workers_share():
    runs = pd.read_csv(ROOT / "engine/benchmarks/longruns.csv").pivot_table("seconds", "n", "measure")
    names = ("in shares: 1", "in shares: 16", "settled")
    one, sixteen, settled = (runs[f"cold positions, {name}"].dropna() for name in names)
    assert len(one) == len(sixteen) == len(settled) > 3
    divided = one - (sixteen - one) / 15
    assert (divided > (one + settled) / 2).all(), "more than half can be divided"
    text = printed("09", "What workers share and what they cannot")
    assert said(text, "settled: n^")[0] < 0.9, "more slowly than n"
    assert 0.9 < said(text, "divided: n^")[0] < 1.1, "about as fast"
    formula, alone = said(text, "one worker, below 2^32: ")[-2:]
    assert formula < alone, "it took longer than the formula says"
    for quantity in ("cold positions", "nim-values"):
        threads, workers = (runs[f"{quantity}, on two {how}"].dropna() for how in ("threads", "workers"))
        assert (threads < workers).all(), "two workers on one machine are slower than two threads"
