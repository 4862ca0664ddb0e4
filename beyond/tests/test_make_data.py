"""The committed results beyond the paper agree with computations made here, with each other and with checks."""

import shutil
from itertools import product

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
    assert min(int(row["whole"]) for row in rows if "cold" in row["what"]) >= 100 * 2**22


def test_second_methods_agree_with_the_engine():
    rows = {row["what"]: row for row in rows_of("checks")}
    assert all(row["count_or_largest"] == row["its_count_or_largest"] for row in rows.values())
    assert all(row["sha256"] == row["its_sha256"] and len(row["sha256"]) == 16 for row in rows.values())
    cold, nim = rows["cold positions of squares"], rows["nim-values of squares"]
    assert (cold["n"], nim["n"]) == (2**34, 2**26)
    limits, counts = columns("cold-counts")
    after = np.searchsorted(limits, cold["n"], side="right")  # n is not a cube, but lies between two cubes
    assert counts[after - 1] <= cold["count_or_largest"] <= counts[after]
    positions, values = columns("nim-records")
    assert values[positions < nim["n"]][-1] == nim["count_or_largest"]


TINY = {"PIECE": 500, "MODULI": [3, 10], "LIMITS": [4096, 10_000, 20_000, 2**20], "LEVELS": [1000, 2**20]}
TINY |= {"DOUBLINGS": range(10, 20), "OTHERS": 3000, "SPOTS": 300, "WINDOWS": 2}
TINY |= {"CHECKED": {"cold_positions": 9000, "nim_values": 5000}}
STEPS = ["tables", "spots", "checks"]


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The folder with the tables of three finished runs, below 5,000, 20,000 and 6,000, and a stopped run of cubes."""
    runs, data = tmp_path / "runs", tmp_path / "data"
    for name, value in {"RUNS": runs, "DATA": data, **TINY}.items():
        monkeypatch.setattr(make_data, name, value)
    refused = {"contains no run: make long": STEPS, r"a step must be one of tables, .*, not warm": ["warm"]}
    for words, steps in refused.items():
        with pytest.raises(SystemExit, match=words):
            make_data.main(make_data.STEPS, steps)
    assert not data.exists()
    for n in (5000, 20_000):
        list(sg.cold_blocks(sg.squares, n, folder=runs / f"cold_positions-squares-{n}"))
    list(sg.nim_blocks(sg.squares, 6000, folder=runs / "nim_values-squares-6000"))
    next(sg.cold_blocks(sg.cubes, 10**7, modulus=65, panels=1, folder=runs / "cold_positions-cubes-10000000"))
    make_data.main(make_data.STEPS, STEPS)
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
    found = [cubes[cubes < 3000], cold[cold < 9000], few[:5000].astype(np.uint16)]
    counted = [found[0].size, found[1].size, found[2].max()]
    for row, count, digest in zip(rows_of("checks", made), counted, map(make_data.digest, found), strict=True):
        assert (row["count_or_largest"], row["sha256"]) == (count, digest)
        assert (row["its_count_or_largest"], row["its_sha256"]) == (count, digest)
    with np.load(made / "doublings.npz", allow_pickle=False) as arrays:
        assert arrays["n"].tolist() == [2**k for k in range(10, 15)]
        for end, fine, low in zip(arrays["n"], arrays["below_625"], arrays["below_a_25th"], strict=True):
            assert np.array_equal(fine, sg.digit_counts(cold[cold < end], 625))
            assert np.array_equal(low, sg.digit_counts(cold[cold < end // 25], 25))


def test_windows_that_cover_the_range_meet_every_single_wrong_position(monkeypatch):
    monkeypatch.setattr(make_data, "WINDOW", 100)
    n, cold = 300, sg.cold_positions(sg.squares, 300)
    for x in (*range(n), None):
        wrong = cold if x is None else np.setxor1d(cold, [x])
        found = np.concatenate([make_data.unfounded(wrong, sg.squares(n), *span) for span in make_data.windows(n)])
        assert next(iter(found), None) == x


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


def test_class_2_modulo_5_by_its_copies(tmp_path, monkeypatch):
    """All counts appear in the table, and the step ends at a copy that differs from the long run."""
    n, cold = 2 ** np.arange(12, 19), sg.cold_positions(sg.squares, 2**18)
    below = np.array([np.bincount(cold[cold < end] % 625, minlength=625) for end in n])
    below[3, 12] += 1
    np.savez(tmp_path / "doublings.npz", n=n, below_625=below)
    (tmp_path / "oeis").mkdir()
    rare = cold[np.isin(cold % 5, (1, 3))]
    (tmp_path / "oeis/b-rare-classes.txt").write_text("".join(f"{k} {p}\n" for k, p in enumerate(rare, 1)))
    (tmp_path / "strays.csv").write_text("modulus,residue,position\n25,7,282\n")
    (tmp_path / "copies.csv").write_text("modulus,residue,n,cold,digit_0,digit_1,digit_2,digit_3,digit_4\n")
    monkeypatch.setattr(make_data, "DATA", tmp_path)
    monkeypatch.setattr(make_data, "CLASSES", {25: 2**18})
    with pytest.raises(SystemExit, match=r"class 12 modulo 25 has other counts of cold positions below .*32768"):
        make_data.classes()
    copy = {(r, end): cold[(cold < end) & (cold % 25 == r)] for r, end in product((2, 7), n)}
    expected = [(25, *of, here.size, *np.bincount(here // 25 % 5, minlength=5)) for of, here in copy.items()]
    assert [tuple(row.values()) for row in rows_of("copies", tmp_path)] == expected


def test_outcomes_of_forecasts_are_what_the_tables_have():
    rows = make_data.table("forecasts")
    assert sum(bool(row["outcome"]) for row in rows) > 60
    for row in rows:
        _, came = make_data.outcome(row["quantity"], int(row["since"]), int(row["n"]))
        assert bool(row["outcome"]) == bool(row["outcome_commit"]) == (came is not None), row
        assert came is None or float(row["outcome"]) == pytest.approx(came, rel=1e-5)
    assert make_data.outcome("cold positions of cubes", 0, 2**36) == ("game-counts.csv", 1152298014)
    assert make_data.outcome("cold positions", 0, 2**44)[1] is None


def test_strays_by_depth_are_those_of_the_tree(tmp_path, monkeypatch):
    shutil.copyfile(DATA / "doublings.npz", tmp_path / "doublings.npz")
    monkeypatch.setattr(make_data, "DATA", tmp_path)
    make_data.depths(2**18, 2**16, 2)
    expected, copies = [], [sg.cold_positions(sg.squares, 2**18)]
    for depth in range(3):
        strays, inside = [], []
        for own in copies:  # the members of a copy, in its own scale
            leading = np.bincount(own[own < 2**16 // 25**depth] % 5, minlength=5)
            u = np.argmax(leading + np.roll(leading, -2))
            strays.append(np.count_nonzero(~np.isin((own - u) % 5, [0, 2])))
            inside += [own[own % 25 == r] // 25 for r in range(25) if (r - u) % 5 in (0, 2)]
        strays.sort()
        members = sum(map(len, copies))
        expected.append([depth, 2**18, 10**depth, members, sum(strays), strays[len(strays) // 2], strays[-1]])
        copies = inside
    assert pd.read_csv(tmp_path / "depths.csv").query("n == 2**18").to_numpy().tolist() == expected


def test_what_is_no_stray_is_a_member_one_deeper():
    whole = {n: below.sum() for n, below in make_data.below_625().items()}
    for n, of in pd.read_csv(DATA / "depths.csv").groupby("n"):
        assert of.members.tolist() == [whole[n], *(of.members - of.strays)[:-1]]
