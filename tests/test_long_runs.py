"""Long runs: stopped, killed, damaged, refused and continued, always with the result of an uninterrupted run."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_games import checkpoint
from subtraction_games.written import written_set

RUNS = {  # name: (evaluator by blocks, its name, game, n, settings)
    "by residue classes": (sg.cold_blocks, sg.cold_positions, sg.squares, 300_000, {"modulus": 5, "tile": 1}),
    "with hotspots": (sg.cold_blocks, sg.cold_positions, sg.cubes, 300_000, {"modulus": 7, "hotspots": [0, 99_999]}),
    "by the sieve": (sg.cold_blocks, sg.cold_positions, sg.triangular, 2**23 + 2**20, {"modulus": 0}),
    "nim-values": (sg.nim_blocks, sg.nim_values, sg.squares, 100_000, {}),
}


@pytest.fixture(params=RUNS)
def a_run(request, monkeypatch):
    """(start or continue it in a folder, the whole answer); every block is written by itself."""
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    blocks, evaluator, S, n, settings = RUNS[request.param]
    known = {key: value for key, value in settings.items() if key == "hotspots"}
    return (lambda folder: blocks(S, n, folder=folder, **settings)), evaluator(S, n, **known)


def gathered(blocks):
    return np.concatenate([found for _, _, found in blocks])


def stopped_early(start, folder, after=3):
    """Begin a run and stop it after some blocks."""
    run = start(folder)
    for _ in islice(run, after):
        pass
    run.close()
    return sg.results(folder)


def test_a_stopped_run_goes_on(a_run, tmp_path):
    start, expected = a_run
    for after in (1, 2):
        stopped_early(start, tmp_path, after)
    kept = sg.results(tmp_path)
    assert not kept.finished
    assert 0 < len(kept.array) < len(expected)
    assert np.array_equal(gathered(start(tmp_path)), expected)
    kept = sg.results(tmp_path)
    assert kept.finished
    assert np.array_equal(kept.array, expected)
    assert np.array_equal(gathered(kept.by_blocks()), expected)
    assert np.array_equal(np.load(kept.data, mmap_mode="r", allow_pickle=False), expected)
    assert not kept.array.flags.writeable


def test_a_finished_run_computes_nothing(a_run, tmp_path, monkeypatch):
    start, expected = a_run
    gathered(start(tmp_path))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr("subtraction_games.runs.in_threads", lambda *_: pytest.fail("it computes"))
    assert np.array_equal(gathered(start(tmp_path)), expected)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_results_can_be_read_while_the_run_goes_on(a_run, tmp_path):
    start, expected = a_run
    seen = 0
    for _, stop, found in start(tmp_path):
        seen += len(found)
        kept = sg.results(tmp_path)
        assert kept.stop == stop
        assert np.array_equal(kept.array, expected[:seen])


def test_blocks_follow_one_another_across_a_stop(a_run, tmp_path):
    start, _ = a_run
    stopped_early(start, tmp_path)
    end = 0
    for begin, stop, _ in start(tmp_path):
        assert begin == end
        end = stop


# --- damage --------------------------------------------------------------------------------------------


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << random.randrange(8)
    path.write_bytes(content)


@pytest.mark.parametrize("harm", ["first", "middle", "last", "cut", "gone"])
def test_damaged_blocks_are_named_and_computed_anew(a_run, tmp_path, harm):
    start, expected = a_run
    kept = stopped_early(start, tmp_path, after=4)
    data, size = kept.data, kept.data.stat().st_size
    if harm == "gone":
        data.unlink()
    elif harm == "cut":
        os.truncate(data, checkpoint.HEADER + (size - checkpoint.HEADER) // 3)
    else:
        flip(data, {"first": checkpoint.HEADER, "middle": (checkpoint.HEADER + size) // 2, "last": size - 1}[harm])
    damaged = sg.results(tmp_path).damaged()
    assert 1 <= len(damaged) <= (4 if harm in ("cut", "gone") else 1)
    with pytest.warns(UserWarning, match="damaged or missing") as warned:
        assert np.array_equal(gathered(start(tmp_path)), expected)
    told = " ".join(str(warning.message) for warning in warned)
    assert all(f"positions {block.start} to {block.stop - 1}" in told for block in damaged)
    assert sg.results(tmp_path).damaged() == []
    assert np.array_equal(np.load(data, allow_pickle=False), expected)


def test_every_flipped_byte_of_a_manifest_is_found(tmp_path):
    start = RUNS["nim-values"]
    gathered(start[0](sg.squares, 20_000, folder=tmp_path))
    path = tmp_path / "manifest.json"
    whole = path.read_bytes()
    for place in range(len(whole)):
        flip(path, place)
        with pytest.warns(UserWarning, match=r"manifest\.json has been altered; manifest-copy\.json is used"):
            assert sg.results(tmp_path).finished
        path.write_bytes(whole)


def test_a_lost_manifest_is_restored_from_its_copy(a_run, tmp_path):
    start, expected = a_run
    stopped_early(start, tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.warns(UserWarning, match="missing"):
        assert np.array_equal(gathered(start(tmp_path)), expected)
    json.loads((tmp_path / "manifest.json").read_text())


def test_two_damaged_manifests_are_an_error(tmp_path):
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    for name in checkpoint.MANIFESTS:
        flip(tmp_path / name, 40)
    with pytest.raises(checkpoint.DamagedError, match="altered"):
        sg.results(tmp_path)
    with pytest.raises(checkpoint.DamagedError, match="altered"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


@pytest.mark.parametrize("place", range(0, checkpoint.HEADER, 7))
def test_an_altered_header_is_found(tmp_path, place):
    expected = sg.nim_values(sg.squares, 20_000)
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    flip(tmp_path / "nim_values.npy", place)
    with pytest.warns(UserWarning, match="header has been altered"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert np.array_equal(np.load(tmp_path / "nim_values.npy", allow_pickle=False), expected)


# --- kill -9 -------------------------------------------------------------------------------------------

KILLED = """
import sys
import subtraction_games as sg
from subtraction_games import checkpoint
checkpoint.EVERY = 0
sg.cold_positions(sg.squares, 2**12)
print("ready", flush=True)
for _ in sg.cold_blocks(sg.squares, 2**26, modulus=65, tile=1, folder=sys.argv[1]):
    pass
"""


def test_killed_at_twenty_random_instants(tmp_path):
    rng = random.Random(20)
    reached = []
    for _ in range(20):
        with subprocess.Popen([sys.executable, "-c", KILLED, tmp_path], stdout=subprocess.PIPE) as run:
            run.stdout.readline()
            time.sleep(rng.uniform(0, 0.1))
            run.send_signal(signal.SIGKILL)
        if (tmp_path / "manifest.json").exists():
            kept = sg.results(tmp_path)
            assert kept.damaged() == []
            reached.append(kept.stop)
    assert reached == sorted(reached)
    assert len(set(reached)) > 5
    answer = gathered(sg.cold_blocks(sg.squares, 2**26, modulus=65, tile=1, folder=tmp_path))
    assert np.array_equal(answer, sg.cold_positions(sg.squares, 2**26))


# --- folders that can't be used ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"S": sg.cubes}, "game is 'squares' there and 'cubes' here"),
        ({"n": 30_000}, "n is 20000 there and 30000 here"),
        ({"hotspots": [7]}, "hotspots is 0 there and 1 here"),
        ({"modulus": 7}, "modulus is 5 there and 7 here"),
        ({"tile": 2}, "tile is None there and 2 here"),
    ],
)
def test_another_run_is_refused(tmp_path, change, told):
    usual = {"S": sg.squares, "n": 20_000, "modulus": 5, "folder": tmp_path}
    gathered(sg.cold_blocks(**usual))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match=told):
        gathered(sg.cold_blocks(**(usual | change)))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_nim_values_do_not_continue_cold_positions(tmp_path):
    gathered(sg.cold_blocks(sg.squares, 20_000, folder=tmp_path))
    with pytest.raises(ValueError, match="results is 'cold_positions' there and 'nim_values' here"):
        sg.nim_values(sg.squares, 20_000, folder=tmp_path)


def test_another_version_is_refused(tmp_path, monkeypatch):
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    monkeypatch.setattr("subtraction_games.runs.version", lambda _: "99")
    with pytest.raises(ValueError, match=r"version is '.*' there and '99' here"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(FileExistsError, match=r"thesis\.tex"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert (tmp_path / "thesis.tex").read_text() == "mine"


def test_two_runs_do_not_share_a_folder(tmp_path):
    first = sg.nim_blocks(sg.squares, 20_000, folder=tmp_path)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing"):
        next(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    first.close()
    gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))


def test_a_place_that_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"can't be written to \(Not a directory\)"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path / "file" / "run"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(tmp_path):
    kept = stopped_early(lambda folder: sg.nim_blocks(sg.squares, 20_000, folder=folder), tmp_path, 1)
    tmp_path.chmod(0o555)
    with pytest.raises(PermissionError, match="can't be written to"):
        gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    tmp_path.chmod(0o755)
    assert sg.results(tmp_path) == kept


CRAMPED = """
import resource, sys
import subtraction_games as sg
from subtraction_games import checkpoint
checkpoint.EVERY = 0
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))  # what a full disk or a quota does
try:
    sg.nim_values(sg.squares, 2**18, folder=sys.argv[1])
except OSError as error:
    print(error)
"""


def test_a_full_disk_loses_nothing_that_was_finished(tmp_path):
    run = subprocess.run([sys.executable, "-c", CRAMPED, tmp_path], capture_output=True, text=True, check=True)
    assert "can't be written to" in run.stdout
    assert "start again with the same arguments" in run.stdout
    kept, expected = sg.results(tmp_path), sg.nim_values(sg.squares, 2**18)
    assert kept.damaged() == []
    assert len(kept.array) == 49_152  # six blocks fit
    assert np.array_equal(kept.array, expected[:49_152])
    assert np.array_equal(sg.nim_values(sg.squares, 2**18, folder=tmp_path), expected)


def test_no_space_for_a_manifest(tmp_path, monkeypatch):
    stopped_early(lambda folder: sg.nim_blocks(sg.squares, 20_000, folder=folder), tmp_path, 1)

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "_write_manifest", full)
        with pytest.raises(OSError, match="No space left on device"):
            gathered(sg.nim_blocks(sg.squares, 20_000, folder=tmp_path))
    assert np.array_equal(sg.nim_values(sg.squares, 20_000, folder=tmp_path), sg.nim_values(sg.squares, 20_000))


@pytest.mark.parametrize("evaluator", [sg.cold_positions, sg.nim_values])
def test_only_the_engine_keeps_folders(evaluator, tmp_path):
    with pytest.raises(ValueError, match="method must be 'auto' or 'engine'"):
        evaluator(sg.squares, 100, method="dynamic-programming", folder=tmp_path)


def test_no_run_in_a_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match="holds no long run"):
        sg.results(tmp_path)


# --- games as text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "elements"),
    [("cubes", [1, 8, 27]), (" n**3 ", [1, 8, 27]), ("1 2,5", [1, 2, 5]), ("n*(3*n-1)//2", [1, 5, 12, 22, 35])],
)
def test_games_as_text(text, elements):
    S = written_set(text)
    assert list(S(40) if callable(S) else S) == elements


@pytest.mark.parametrize(
    "text", ["", "n.real", "__import__('os')", "2**n if n else 1", "m**2", "n/2", "0, 1", "1.5", "n**2; 1", "'a'*n"]
)
def test_texts_that_are_no_game(text):
    with pytest.raises(ValueError, match="must be"):
        written_set(text)


@pytest.mark.parametrize("text", ["7", "-n", "n-1", "3-n", "n**2 - 5*n", "0*n"])
def test_formulas_that_do_not_grow(text):
    S = written_set(text)
    if callable(S):
        with pytest.raises(ValueError, match="grows with n"):
            sg.cold_positions(S, 100)
    else:
        assert text == "7"
