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


@pytest.fixture(scope="module")
def cold() -> np.ndarray:
    """Cold positions of squares, as the package finds them now."""
    return sg.cold_positions(sg.squares, 2**25)


def power(n) -> str:
    """As the text writes a power of two."""
    k = int(n).bit_length() - 1
    assert n == 2**k
    return f"2^{k}"


def test_cold_counts_are_of_every_cube_and_the_end(cold):
    limits, counts = table("cold-counts")
    small = limits <= 2**25
    assert np.array_equal(counts[small], sg.counts_below(cold, limits[small]))
    modulus, n, _, count = table("residue-counts")
    for b in (5, 85):
        assert np.array_equal(count[(modulus == b) & (n == 2**24)], sg.digit_counts(cold[cold < 2**24], b))
    end = int(limits[-1])
    assert end == 2 ** (end.bit_length() - 1) >= 2**40
    assert np.array_equal(limits, [*(r**3 for r in range(1, 2**14) if r**3 < end), end])
    assert (np.diff(counts) >= 0).all()
    assert counts[np.searchsorted(limits, 2**30)] == 1_816_355


def test_the_readme_s_first_screen():
    readme = " ".join((DATA.parent / "README.md").read_text().split())
    limits, counts = table("cold-counts")
    assert f"{counts[-1]:,} cold positions below {power(limits[-1])}" in readme
    end = table("nim-histogram")[0].max()
    assert f"nim-values up to {table('nim-records')[1][-1]:,} below {power(end)}" in readme


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


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Finished runs of cold positions to 5,000 and 20,000 and of nim-values to 6,000; of cubes one was stopped."""
    for name, value in {
        "RUNS": tmp_path / "runs",
        "DATA": tmp_path / "data",
        "PIECE": 500,
        "MODULI": [3, 10],
        "LIMITS": [4096, 10_000, 20_000, 2**20],
        "LEVELS": [1000, 2**20],
        "CHECKED": {"cold_positions": 9000, "nim_values": 5000},
        "DOUBLINGS": range(10, 20),
        "OTHERS": 3000,
        "SPOTS": 300,
        "WINDOWS": 2,
    }.items():
        monkeypatch.setattr(make_data, name, value)
    for n in (5000, 20_000):
        list(sg.cold_blocks(sg.squares, n, folder=make_data.RUNS / f"cold_positions-squares-{n}"))
    next(sg.cold_blocks(sg.cubes, 10**7, modulus=65, panels=1, folder=make_data.RUNS / "cold_positions-cubes-10000000"))
    list(sg.nim_blocks(sg.squares, 6000, folder=make_data.RUNS / "nim_values-squares-6000"))
    return tmp_path


def written(name: str) -> dict[str, list]:
    return pd.read_csv(make_data.DATA / f"{name}.csv").to_dict("list")


def oracle(n: int) -> tuple[np.ndarray, np.ndarray]:
    values = sg.nim_values(sg.squares, n, method="dynamic-programming")
    return np.flatnonzero(values == 0), values


def test_tables_of_the_farthest_run(small):
    make_data.main(["cold", "--steps", "tables"])
    cold, _ = oracle(20_000)
    limits = [*(r**3 for r in range(1, 28)), 20_000]
    assert written("cold-counts") == {"limit": limits, "cold": [int((cold < limit).sum()) for limit in limits]}
    rows = rows_of(make_data.DATA / "residue-counts.csv")
    assert [tuple(row.values()) for row in rows] == [
        (modulus, n, r, int(((cold < n) & (cold % modulus == r)).sum()))
        for n in (4096, 10_000, 20_000)
        for modulus in (3, 10)
        for r in range(modulus)
    ]
    assert not (make_data.DATA / "nim-records.csv").exists()


def test_finer_residues_at_the_end_of_each_doubling(small):
    make_data.main(["cold", "--steps", "tables"])
    cold, _ = oracle(20_000)
    kept = np.load(make_data.DATA / "doublings.npz", allow_pickle=False)
    assert kept["n"].tolist() == [2**k for k in range(10, 15)]
    for k, end in enumerate(kept["n"]):
        below = cold[cold < end]
        assert np.array_equal(kept["below_625"][k], sg.digit_counts(below, 625))
        assert np.array_equal(kept["below_a_25th"][k], sg.digit_counts(below[below < end // 25], 25))


def test_other_games(small):
    make_data.main(["games"])
    cubes = sg.cold_positions(sg.cubes, 2**15)  # the last power of two that a block of 65 * 512 positions has passed
    table = [(row["game"], row["n"], row["cold"]) for row in rows_of(make_data.DATA / "game-counts.csv")]
    assert table == [("cubes", 2**k, int((cubes < 2**k).sum())) for k in range(16)]
    (spot,), (check,) = (rows_of(make_data.DATA / f"{name}.csv") for name in ("spot-checks", "checks"))
    assert (spot["what"], spot["n"], spot["contradiction"]) == ("cold positions of cubes", 2**15, "")
    assert (check["n"], check["sha256"]) == (3000, check["its_sha256"])
    make_data.main(["games", "--steps", "tables"])
    assert len(rows_of(make_data.DATA / "game-counts.csv")) == 16


def test_tables_of_nim_values(small):
    make_data.main(["nim", "--steps", "tables"])
    _, values = oracle(6000)
    positions, records = sg.records(values)
    assert written("nim-records") == {"position": positions.tolist(), "value": records.tolist()}
    histogram = [(n, v, int(c)) for n in (1000, 6000) for v, c in enumerate(np.bincount(values[:n])) if c]
    assert [tuple(row.values()) for row in rows_of(make_data.DATA / "nim-histogram.csv")] == histogram


def test_a_damaged_run_contradicts_itself_and_is_refused(small):
    run = make_data.farthest_run("cold_positions")
    wrong = run.held.array.copy()
    wrong[50:] += 1  # most of them now are what the definition calls hot
    run.held.data.write_bytes(run.held.data.read_bytes()[:128] + wrong.tobytes())
    make_data.spots(run)
    assert "is said to be" in rows_of(make_data.DATA / "spot-checks.csv")[0]["contradiction"]
    with pytest.raises(SystemExit, match=f"finds other cold_positions below 9000 than {run.folder} holds"):
        make_data.checks(run)
    with pytest.raises(SystemExit, match=f"{run.held.data} is damaged: start its run again"):
        make_data.farthest_run("cold_positions")


def test_a_row_takes_the_place_of_the_one_before_and_names_the_commit_of_the_sources(small, monkeypatch):
    make_data.enter("checks", {"what": "b", "sha256": "0012"})
    make_data.enter("checks", {"what": "a", "sha256": "1e5", "seconds": None})
    make_data.enter("checks", {"what": "b", "sha256": "0034", "seconds": 1.5})
    assert (make_data.DATA / "checks.csv").read_text() == "what,sha256,seconds\na,1e5,\nb,0034,1.5\n"
    answers = {"log": "abc123", "status": " M src/subtraction_games/sieve.py"}
    monkeypatch.setattr(make_data, "git", lambda *arguments: answers[arguments[0]])
    assert make_data.signature()["commit"] == "abc123+"


def test_checks_by_second_methods(small):
    make_data.main(["--steps", "checks"])
    cold, nim = rows_of(make_data.DATA / "checks.csv")
    positions, _ = oracle(9000)
    assert (cold["n"], cold["second_method"]) == (9000, "segmented sieve")
    assert cold["count_or_largest"] == cold["its_count_or_largest"] == positions.size
    assert cold["sha256"] == cold["its_sha256"] == make_data.digest(positions)
    assert (nim["n"], nim["second_method"]) == (5000, "dynamic programming")
    assert nim["count_or_largest"] == nim["its_count_or_largest"] == oracle(5000)[1].max()
    assert nim["sha256"] == nim["its_sha256"] == make_data.digest(oracle(5000)[1].astype(np.uint16))
    assert min(cold["seconds"], cold["its_seconds"], nim["seconds"], nim["its_seconds"]) >= 0


def test_without_a_run_it_says_what_to_do(small):
    for folder in make_data.RUNS.glob("nim_values-*"):
        shutil.rmtree(folder)
    with pytest.raises(SystemExit, match=r"holds no run of nim_values of squares: make long COLD_N="):
        make_data.main([])
    assert not make_data.DATA.exists()
    with pytest.raises(SystemExit):
        make_data.main(["warm"])


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


def test_strays_by_depth_are_those_of_the_tree(tmp_path, monkeypatch, cold):
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
    whole = cold[cold < 2**18]
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
