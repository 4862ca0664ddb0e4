"""The committed results beyond the paper agree with computations made here, with each other and with checks."""

import make_data
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

import subtraction_games as sg

DATA = ROOT / "beyond/data"


def columns(name: str) -> np.ndarray:
    return pd.read_csv(DATA / f"{name}.csv").to_numpy().T


def rows_of(name: str, folder=DATA) -> list[dict]:
    return pd.read_csv(folder / f"{name}.csv", keep_default_na=False).to_dict("records")


def test_cold_counts_are_of_every_cube_and_the_end_and_residues_add_up_to_them():
    limits, counts = columns("cold-counts")
    cold, small, end = sg.cold_positions(sg.squares, 2**25), limits <= 2**25, int(limits[-1])
    assert np.array_equal(counts[small], sg.counts_below(cold, limits[small]))
    assert np.array_equal(limits, [*(r**3 for r in range(1, 2**14) if r**3 < end), end])
    assert end == 2 ** (end.bit_length() - 1) >= 2**40
    assert (np.diff(counts) >= 0).all()
    assert counts[np.searchsorted(limits, 2**30)] == 1_816_355
    below = dict(zip(limits.tolist(), counts.tolist(), strict=True))
    below |= {n: residues.sum() for n, residues in make_data.below_625().items()}
    for (b, n), part in pd.read_csv(DATA / "residue-counts.csv").groupby(["modulus", "n"]):
        assert part.residue.tolist() == list(range(b))
        assert part["count"].sum() == below[n]
        if n == 2**24 and b in (5, 85):
            assert np.array_equal(part["count"], sg.digit_counts(cold[cold < n], b))


def test_records_and_histogram_belong_together():
    positions, values = columns("nim-records")
    n, value, count = columns("nim-histogram")
    here, small = sg.nim_values(sg.squares, 2**20), positions < 2**20
    assert np.array_equal((positions[small], values[small]), sg.records(here))
    assert np.array_equal(count[n == 2**20], np.bincount(here))
    for limit in np.unique(n):
        assert count[n == limit].sum() == limit
        assert value[n == limit].max() == values[positions < limit].max()
    limits, cold = columns("cold-counts")
    assert count[(n == 2**24) & (value == 0)] == cold[limits == 2**24]


def test_spot_checks_are_of_the_whole_runs_and_met_no_contradiction():
    ends = pd.read_csv(DATA / "game-counts.csv").groupby("game").n.max()
    ends = {f"cold positions of {game}": n for game, n in ends.items()}
    ends |= {"cold positions of squares": columns("cold-counts")[0][-1]}
    ends |= {"nim-values of squares": columns("nim-histogram")[0].max()}
    rows = rows_of("spot-checks")
    assert {row["what"]: row["n"] for row in rows} == ends
    assert {(row["contradiction"], row["positions"] >= 10_000) for row in rows} == {("", True)}


def test_second_methods_agree_with_the_engine():
    rows = {row["what"]: row for row in rows_of("checks")}
    assert all(row["count_or_largest"] == row["its_count_or_largest"] for row in rows.values())
    assert all(row["sha256"] == row["its_sha256"] and len(row["sha256"]) == 16 for row in rows.values())
    cold = rows["cold positions of squares"]
    assert cold["count_or_largest"] == make_data.below_625()[cold["n"]].sum()


TINY = {"PIECE": 500, "MODULI": [3, 10], "LIMITS": [4096, 10_000, 20_000, 2**20], "LEVELS": [1000, 2**20]}
TINY |= {"DOUBLINGS": range(10, 20), "OTHERS": 3000, "SPOTS": 300, "WINDOWS": 2}
TINY |= {"CHECKED": {"cold_positions": 9000, "nim_values": 5000}}


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The folder with the tables of three finished runs, below 5,000, 20,000 and 6,000, and a stopped run of cubes."""
    runs, data = tmp_path / "runs", tmp_path / "data"
    for name, value in {"RUNS": runs, "DATA": data, **TINY}.items():
        monkeypatch.setattr(make_data, name, value)
    for n in (5000, 20_000):
        list(sg.cold_blocks(sg.squares, n, folder=runs / f"cold_positions-squares-{n}"))
    list(sg.nim_blocks(sg.squares, 6000, folder=runs / "nim_values-squares-6000"))
    next(sg.cold_blocks(sg.cubes, 10**7, modulus=65, panels=1, folder=runs / "cold_positions-cubes-10000000"))
    make_data.main(make_data.STEPS, ["tables", "spots", "checks"])
    return data


def test_each_step_makes_the_tables_that_the_recurrence_gives(made):
    values = sg.nim_values(sg.squares, 20_000, method="dynamic-programming")
    cold, few = np.flatnonzero(values == 0), values[:6000]
    cubes = sg.cold_positions(sg.cubes, 2**15)  # the last power of two that a block of 65 * 512 positions has passed
    classes = [(m, n, r) for n in (4096, 10_000, 20_000) for m in (3, 10) for r in range(m)]
    expected = {
        "cold-counts": [(limit, (cold < limit).sum()) for limit in [*(r**3 for r in range(1, 28)), 20_000]],
        "residue-counts": [(m, n, r, ((cold < n) & (cold % m == r)).sum()) for m, n, r in classes],
        "game-counts": [("cubes", 2**k, (cubes < 2**k).sum()) for k in range(16)],
        "nim-records": list(zip(*sg.records(few), strict=True)),
        "nim-histogram": [(n, v, c) for n in (1000, 6000) for v, c in enumerate(np.bincount(few[:n])) if c],
    }
    for name, rows in expected.items():
        assert [tuple(row.values()) for row in rows_of(name, made)] == rows, name
    games = {"cold positions of squares": 20_000, "nim-values of squares": 6000, "cold positions of cubes": 2**15}
    spots = rows_of("spot-checks", made)
    assert [(row["what"], row["n"], row["contradiction"]) for row in spots] == sorted((*g, "") for g in games.items())
    found = cubes[cubes < 3000], cold[cold < 9000], few[:5000].astype(np.uint16)
    digests = [*map(make_data.digest, found)]
    assert [row["sha256"] for row in rows_of("checks", made)] == digests
    assert [row["its_sha256"] for row in rows_of("checks", made)] == digests
    with np.load(made / "doublings.npz", allow_pickle=False) as arrays:
        assert arrays["n"].tolist() == [2**k for k in range(10, 15)]
        for end, fine, low in zip(arrays["n"], arrays["below_625"], arrays["below_a_25th"], strict=True):
            assert np.array_equal(fine, sg.digit_counts(cold[cold < end], 625))
            assert np.array_equal(low, sg.digit_counts(cold[cold < end // 25], 25))


def test_a_whole_window_shows_every_single_wrong_position():
    n, cold = 300, sg.cold_positions(sg.squares, 300)
    for x in (*range(n), None):
        wrong = cold if x is None else np.setxor1d(cold, [x])
        found = [make_data.unfounded(wrong, sg.squares(n), *span) for span in ((0, 99), (99, n))]
        assert next(iter(np.concatenate(found)), None) == x


def test_a_damaged_run_is_found(made):
    run = next(run for run in make_data.farthest_runs() if run.name == "cold positions of squares")
    wrong = run.results.array.copy()
    wrong[50:] += 1  # now most of them are hot by the definition
    run.results.data.write_bytes(run.results.data.read_bytes()[:128] + wrong.tobytes())
    make_data.spots(run)
    spots = {row["what"]: row["contradiction"] for row in rows_of("spot-checks", made)}
    assert "is said to be" in spots[run.name]
    with pytest.raises(SystemExit, match=f"finds other cold_positions below 9000 than {run.folder} contains"):
        make_data.checks(run)
    with pytest.raises(SystemExit, match=f"{run.results.data} is damaged: start its run again"):
        make_data.farthest_runs()


def test_sequences_for_the_oeis_begin_as_the_recurrence_does():
    values = sg.nim_values(sg.squares, 2**14, method="dynamic-programming")
    cold = np.flatnonzero(values == 0)
    cubes, pentagonal = (sg.nim_values(S, 2000, method="dynamic-programming") for S in ("n**3", "n*(3*n-1)//2"))
    begin = {  # the first index, the number of terms, and the first terms
        "b297963": (0, 1558, sg.records(values)[0]),
        "b-rare-classes": (1, 44, cold[np.isin(cold % 5, [1, 3])]),
        "b-counts": (0, 42, [np.count_nonzero(cold < 2**k) for k in range(15)]),
        "b-cubes": (0, 10_000, cubes),
        "b-pentagonal": (0, 10_000, pentagonal),
    }
    assert {path.stem for path in (DATA / "oeis").glob("*.txt")} == begin.keys()
    for name, (first, length, terms) in begin.items():
        index, value = np.loadtxt(DATA / f"oeis/{name}.txt", dtype=np.int64).T
        assert index.tolist() == list(range(first, first + length))
        assert value[: len(terms)].tolist() == list(terms), name


def test_copies_count_what_the_long_run_counted():
    far = make_data.below_625()
    rows = pd.read_csv(DATA / "copies.csv").query("modulus <= 625 and n in @far")
    assert len(rows) > 500
    for q, r, n, cold, *digits in rows.itertuples(index=False):
        assert cold == sum(digits) == far[n][r::q].sum()
        assert q > 25 or digits == [far[n][r + q * c :: 5 * q].sum() for c in range(5)]


def test_outcomes_of_forecasts_are_what_the_tables_have():
    rows = make_data.table("forecasts")
    assert sum(bool(row["outcome"]) for row in rows) > 60
    for row in rows:
        _, came = make_data.outcome(row["quantity"], int(row["since"]), int(row["n"]))
        assert bool(row["outcome"]) == bool(row["outcome_commit"]) == (came is not None), row
        assert came is None or float(row["outcome"]) == pytest.approx(came, rel=1e-5)
    assert make_data.outcome("cold positions of cubes", 0, 2**36) == ("game-counts.csv", 1152298014)
    assert make_data.outcome("cold positions", 0, 2**44)[1] is None


def test_what_is_no_stray_is_a_member_one_deeper():
    whole = {n: below.sum() for n, below in make_data.below_625().items()}
    for n, of in pd.read_csv(DATA / "depths.csv").groupby("n"):
        assert of.members.tolist() == [whole[n], *(of.members - of.strays)[:-1]]
