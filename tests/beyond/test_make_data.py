"""The committed results past the paper: they agree with what is computed here, with each other, and with a check."""

import shutil

import make_data
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

import subtraction_games as sg
from subtraction_games.sets import parse_set

DATA = ROOT / "data"


def table(name: str) -> np.ndarray:
    return pd.read_csv(DATA / f"{name}.csv").to_numpy().T


def rows_of(path) -> list[dict]:
    return pd.read_csv(path, keep_default_na=False).to_dict("records")


def test_cold_counts_are_of_every_cube_and_the_end():
    limits, counts = table("cold-counts")
    cold, small = sg.cold_positions(sg.squares, 2**25), limits <= 2**25
    assert np.array_equal(counts[small], sg.counts_below(cold, limits[small]))
    modulus, n, _, count = table("residue-counts")
    for b in (5, 85):
        assert np.array_equal(count[(modulus == b) & (n == 2**24)], sg.digit_counts(cold[cold < 2**24], b))
    end = int(limits[-1])
    assert end == 2 ** (end.bit_length() - 1) >= 2**40
    assert np.array_equal(limits, [*(r**3 for r in range(1, 2**14) if r**3 < end), end])
    assert (np.diff(counts) >= 0).all()
    assert counts[np.searchsorted(limits, 2**30)] == 1_816_355


def test_residues_add_up_to_the_counts():
    limits, counts = table("cold-counts")
    modulus, n, residue, count = table("residue-counts")
    far = np.load(DATA / "doublings.npz", allow_pickle=False)
    below = dict(zip(limits.tolist(), counts.tolist(), strict=True))
    below |= dict(zip(far["n"].tolist(), far["below_625"].sum(axis=1).tolist(), strict=True))
    for b in np.unique(modulus):
        for limit in np.unique(n).tolist():
            part = (modulus == b) & (n == limit)
            assert residue[part].tolist() == list(range(b))
            assert count[part].sum() == below[limit]


def test_records_and_histogram_belong_together():
    positions, values = table("nim-records")
    n, value, count = table("nim-histogram")
    here, small = sg.nim_values(sg.squares, 2**20), positions < 2**20
    assert np.array_equal((positions[small], values[small]), sg.records(here))
    assert np.array_equal(count[n == 2**20], np.bincount(here))
    for limit in np.unique(n):
        part = n == limit
        assert count[part].sum() == limit
        assert value[part].max() == values[positions < limit].max()
    limits, cold = table("cold-counts")
    assert count[(n == 2**24) & (value == 0)] == cold[limits == 2**24]


def test_spot_checks_are_of_the_whole_runs_and_met_no_contradiction():
    ends = {
        "cold positions of squares": table("cold-counts")[0][-1],
        "nim-values of squares": table("nim-histogram")[0].max(),
    }
    games = pd.read_csv(DATA / "game-counts.csv").groupby("game").n.max()
    ends |= {f"cold positions of {game}": n for game, n in games.items()}
    rows = rows_of(DATA / "spot-checks.csv")
    assert {row["what"]: row["n"] for row in rows} == ends
    for row in rows:
        assert "cold" not in row["what"] or int(row["whole"]) >= 100 * 2**22
        assert row["contradiction"] == ""
        assert row["positions"] >= 10_000


def test_second_methods_agree_with_the_engine():
    rows = rows_of(DATA / "checks.csv")
    cold, nim = (
        next(row for row in rows if row["what"] == f"{what} of squares") for what in ("cold positions", "nim-values")
    )
    assert cold["n"] >= 2**34
    assert nim["n"] >= 2**26
    limits, counts = table("cold-counts")
    after = np.searchsorted(limits, cold["n"], side="right")  # n is no cube, but between two
    assert counts[after - 1] <= cold["count_or_largest"] <= counts[after]
    positions, values = table("nim-records")
    assert values[positions < nim["n"]][-1] == nim["count_or_largest"]
    for row in rows:
        assert row["sha256"] == row["its_sha256"]
        assert row["count_or_largest"] == row["its_count_or_largest"]
        assert len(row["sha256"]) == 16


# --- the tool that makes them, on runs of a second --------------------------------------------------------

TINY = {
    "PIECE": 500,
    "MODULI": [3, 10],
    "LIMITS": [4096, 10_000, 20_000, 2**20],
    "LEVELS": [1000, 2**20],
    "CHECKED": {"cold_positions": 9000, "nim_values": 5000},
    "DOUBLINGS": range(10, 20),
    "OTHERS": 3000,
    "SPOTS": 300,
    "WINDOWS": 2,
}


def tiny(patch, folder):
    """make_data as it is with these settings, and its runs and tables in a folder."""
    for name, value in {"RUNS": folder / "runs", "DATA": folder / "data", **TINY}.items():
        patch.setattr(make_data, name, value)
    return make_data


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables of finished runs to 5,000, 20,000 and 6,000, and of one of cubes that was stopped."""
    folder = tmp_path_factory.mktemp("made")
    cubes = folder / "runs/cold_positions-cubes-10000000"
    with pytest.MonkeyPatch.context() as patch:
        tiny(patch, folder)
        for n in (5000, 20_000):
            list(sg.cold_blocks(sg.squares, n, folder=folder / f"runs/cold_positions-squares-{n}"))
        next(sg.cold_blocks(sg.cubes, 10**7, modulus=65, panels=1, folder=cubes))
        for arguments, told in (([], "holds no run of nim_values of squares: make long COLD_N="), (["warm"], "2")):
            with pytest.raises(SystemExit, match=told):
                make_data.main(arguments)
        assert not make_data.DATA.exists()
        list(sg.nim_blocks(sg.squares, 6000, folder=folder / "runs/nim_values-squares-6000"))
        make_data.main(["cold", "nim", "games"])
        before = {path: path.read_bytes() for path in make_data.DATA.iterdir()}
        make_data.main(["cold", "nim", "games", "--steps", "tables"])
        assert before == {path: path.read_bytes() for path in make_data.DATA.iterdir()}, "rows take the place of others"
    return folder


@pytest.fixture
def made(folder, monkeypatch):
    return tiny(monkeypatch, folder)


def test_each_step_makes_the_tables_that_the_recurrence_gives(made, monkeypatch):
    values = sg.nim_values(sg.squares, 20_000, method="dynamic-programming")
    cold, few = np.flatnonzero(values == 0), values[:6000]
    cubes = sg.cold_positions(sg.cubes, 2**15)  # the last power of two that a block of 65 * 512 positions has passed
    limits = [*(r**3 for r in range(1, 28)), 20_000]
    classes = [(m, n, r) for n in (4096, 10_000, 20_000) for m in (3, 10) for r in range(m)]
    expected = {
        "cold-counts": [(limit, (cold < limit).sum()) for limit in limits],
        "residue-counts": [(m, n, r, ((cold < n) & (cold % m == r)).sum()) for m, n, r in classes],
        "game-counts": [("cubes", 2**k, (cubes < 2**k).sum()) for k in range(16)],
        "nim-records": list(zip(*sg.records(few), strict=True)),
        "nim-histogram": [(n, v, c) for n in (1000, 6000) for v, c in enumerate(np.bincount(few[:n])) if c],
    }
    for name, rows in expected.items():
        assert [tuple(row.values()) for row in rows_of(made.DATA / f"{name}.csv")] == rows, name
    kept = np.load(made.DATA / "doublings.npz", allow_pickle=False)
    assert kept["n"].tolist() == [2**k for k in range(10, 15)]
    for end, fine, low in zip(kept["n"], kept["below_625"], kept["below_a_25th"], strict=True):
        assert np.array_equal(fine, sg.digit_counts(cold[cold < end], 625))
        assert np.array_equal(low, sg.digit_counts(cold[cold < end // 25], 25))
    spots = [(row["what"], row["n"], row["contradiction"]) for row in rows_of(made.DATA / "spot-checks.csv")]
    games = [("cold positions of squares", 20_000), ("nim-values of squares", 6000), ("cold positions of cubes", 2**15)]
    assert sorted(spots) == sorted((*game, "") for game in games)
    checks = {(row["what"], row["n"]): row for row in rows_of(made.DATA / "checks.csv")}
    first, found, best = cold[cold < 9000], few[:5000].astype(np.uint16), few[:5000].max()
    for what, n, method, count, array in (
        ("cold positions of squares", 9000, "segmented sieve", first.size, first),
        ("nim-values of squares", 5000, "dynamic programming", best, found),
        ("cold positions of cubes", 3000, "segmented sieve", (cubes < 3000).sum(), cubes[cubes < 3000]),
    ):
        row = checks.pop((what, n))
        assert row["second_method"] == method
        assert row["count_or_largest"] == row["its_count_or_largest"] == count
        assert row["sha256"] == row["its_sha256"] == made.digest(array)
        assert min(row["seconds"], row["its_seconds"]) >= 0
    assert not checks
    monkeypatch.setattr(
        made, "git", lambda what, *_: {"log": "abc123", "status": " M src/subtraction_games/core.py"}[what]
    )
    assert made.signature()["commit"] == "abc123+"


def test_a_damaged_run_contradicts_itself_and_is_refused(made):  # the last that looks at these runs
    run = made.farthest_run("cold_positions")
    wrong = run.held.array.copy()
    wrong[50:] += 1  # most of them now are what the definition calls hot
    run.held.data.write_bytes(run.held.data.read_bytes()[:128] + wrong.tobytes())
    made.spots(run)
    spots = {row["what"]: row["contradiction"] for row in rows_of(made.DATA / "spot-checks.csv")}
    assert "is said to be" in spots["cold positions of squares"]
    with pytest.raises(SystemExit, match=f"finds other cold_positions below 9000 than {run.folder} holds"):
        made.checks(run)
    with pytest.raises(SystemExit, match=f"{run.held.data} is damaged: start its run again"):
        made.farthest_run("cold_positions")


# --- for the OEIS ----------------------------------------------------------------------------------------


def b_file(name: str) -> np.ndarray:
    """index, value of each term."""
    return np.loadtxt(DATA / f"oeis/{name}.txt", dtype=np.int64).T


def test_sequences_for_the_oeis_begin_as_the_recurrence_does():
    small = 2**14
    cold = sg.cold_positions(sg.squares, small, method="dynamic-programming")
    values = sg.nim_values(sg.squares, small, method="dynamic-programming")
    other = {name: sg.nim_values(parse_set(S), 2000, method="dynamic-programming") for name, S in OTHER.items()}
    begin = {
        "b297963": (0, sg.records(values)[0]),
        "b-rare-classes": (1, cold[np.isin(cold % 5, [1, 3])]),
        "b-counts": (0, [np.count_nonzero(cold < 2**k) for k in range(15)]),
        **{name: (0, terms) for name, terms in other.items()},
    }
    lengths = {"b297963": 1558, "b-rare-classes": 44, "b-counts": 42, "b-cubes": 10_000, "b-pentagonal": 10_000}
    assert {path.stem for path in (DATA / "oeis").glob("*.txt")} == begin.keys() == lengths.keys()
    for name, (first, terms) in begin.items():
        index, value = b_file(name)
        assert index.tolist() == list(range(first, first + lengths[name]))
        assert value[: len(terms)].tolist() == list(terms), name


OTHER = {"b-cubes": "n**3", "b-pentagonal": "n*(3*n-1)//2"}


@pytest.mark.parametrize("wrong", [0, 1])
def test_class_2_modulo_5_by_its_copies(tmp_path, monkeypatch, wrong):
    """Every count is in the table; where a copy differs from the long run it is not."""
    n, cold = 2 ** np.arange(12, 19), sg.cold_positions(sg.squares, 2**18)
    below = np.array([np.bincount(cold[cold < end] % 625, minlength=625) for end in n])
    below[3, 12] += wrong
    np.savez(tmp_path / "doublings.npz", n=n, below_625=below)
    rare = cold[np.isin(cold % 5, (1, 3))]
    (tmp_path / "oeis").mkdir()
    (tmp_path / "oeis/b-rare-classes.txt").write_text("".join(f"{k} {p}\n" for k, p in enumerate(rare, 1)))
    (tmp_path / "strays.csv").write_text("modulus,residue,position\n25,7,282\n")
    (tmp_path / "copies.csv").write_text("modulus,residue,n,cold,digit_0,digit_1,digit_2,digit_3,digit_4\n")
    monkeypatch.setattr(make_data, "DATA", tmp_path)
    command = ["classes", "--power", "18", "--modulus", "25"]
    if wrong:
        with pytest.raises(SystemExit, match=r"class 12 modulo 25 has other numbers of cold positions below .*32768"):
            make_data.main(command)
    else:
        make_data.main(command)
    table = rows_of(tmp_path / "copies.csv")
    assert {row["residue"] for row in table} == ({2, 7} if wrong else {2, 7, 12, 17, 22})
    for row in table:
        below = cold[cold < row["n"]]
        copy = below[below % 25 == row["residue"]]
        assert row["cold"] == copy.size
        digits = [row[f"digit_{c}"] for c in range(5)]
        assert digits == np.bincount(copy // 25 % 5, minlength=5).tolist()


def test_outcomes_of_forecasts_are_what_the_tables_have():
    rows = make_data.rows_of(ROOT / "data/forecasts.csv")
    assert sum(bool(row["outcome"]) for row in rows) > 60
    for row in rows:
        _, came = make_data.outcome(row["quantity"], int(row["since"]), int(row["n"]))
        assert (came is None) == (not row["outcome"]), row
        assert bool(row["outcome"]) == bool(row["outcome_commit"])
        assert came is None or float(row["outcome"]) == pytest.approx(came, rel=1e-5)
    assert make_data.outcome("cold positions of cubes", 0, 2**36) == ("game-counts.csv", 1152298014)
    assert make_data.outcome("cold positions", 0, 2**44)[1] is None


def test_strays_by_depth_are_those_of_the_tree(tmp_path, monkeypatch):
    shutil.copyfile(DATA / "doublings.npz", tmp_path / "doublings.npz")
    monkeypatch.setattr(make_data, "DATA", tmp_path)
    make_data.depths(2**18, 2**16, 2)

    def strays(own: np.ndarray, below: np.ndarray, depth: int) -> np.ndarray:
        """At this depth of the tree, those of a copy's members `own` below 2**18; its pair leads in `below`."""
        counts = np.bincount(below % 5, minlength=5)
        pair = max(((u, (u + 2) % 5) for u in range(5)), key=lambda two: counts[list(two)].sum())
        if not depth:
            return np.array([own[~np.isin(own % 5, pair)].size])
        inside = sorted(r for r in range(25) if r % 5 in pair)
        deeper = [strays(own[own % 25 == r] // 25, below[below % 25 == r] // 25, depth - 1) for r in inside]
        return np.concatenate(deeper)

    made = pd.read_csv(tmp_path / "depths.csv").query("n == 2**18").set_index("depth")
    whole = sg.cold_positions(sg.squares, 2**18)
    for depth in range(3):
        each = np.sort(strays(whole, whole[whole < 2**16], depth))
        assert made.loc[depth, ["copies", "strays", "median", "most"]].tolist() == [
            10**depth,
            each.sum(),
            each[each.size // 2],
            each[-1],
        ]


def test_what_is_no_stray_is_a_member_one_deeper():
    of = pd.read_csv(DATA / "depths.csv").set_index(["depth", "n"])
    far = np.load(DATA / "doublings.npz", allow_pickle=False)
    whole = dict(zip(far["n"].tolist(), far["below_625"].sum(axis=1).tolist(), strict=True))
    for depth, n in of.index:
        left = of.members[depth, n] - of.strays[depth, n]
        assert of.members[0, n] == whole[n]
        assert (depth + 1, n) not in of.index or of.members[depth + 1, n] == left
