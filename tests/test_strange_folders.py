"""A folder may come from a stranger: nothing in it is believed that can't be, nothing outside it is touched."""

import json
import os

import numpy as np
import pytest
from folders import gathered, replaced, stopped_early

import subtraction_games as sg
from subtraction_engine.longruns import checkpoint
from subtraction_engine.longruns.verify import verify
from subtraction_engine.support.files import DamagedError

N = 5 * 8192


@pytest.fixture(params=["nim_values", "cold_positions"])
def what(request):
    return request.param


@pytest.fixture(params=["stopped", "finished"])
def folder(request, what, tmp_path, monkeypatch):
    """The folder of a run of some blocks."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    stopped_early(lambda folder: start(what, folder), tmp_path / "run", 3 if request.param == "stopped" else 10**6)
    return tmp_path / "run"


def start(what, folder, n=N):
    if what == "nim_values":
        return sg.nim_blocks(sg.squares, n, folder=folder)
    return sg.cold_blocks(sg.squares, n, folder=folder, modulus=5, tile=1)


def refused(what, folder, words, uses=None):
    """Reading it and going on end in one error of one line, and nothing is touched."""
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and not path.is_symlink()}
    for use in uses or (lambda: sg.results(folder).array, lambda: gathered(start(what, folder))):
        with pytest.raises((ValueError, OSError), match=words) as told:
            use()
        assert len(str(told.value)) < 800
        assert len(str(told.value).splitlines()) == 1
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and not path.is_symlink()}
    assert after == before


def write_about(folder, **changes):
    about = json.loads((folder / "about.json").read_text()) | changes
    (folder / "about.json").write_text(json.dumps(about))


def test_an_about_as_such_is_read(what, folder):
    """So it is what was changed, and not how, that the tests below see refused."""
    before = sg.results(folder)
    write_about(folder)
    assert sg.results(folder) == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("results", value) for value in ["../../secret", "/etc/passwd", "", "lock", None, 3, ["nim_values"]]),
        *(("dtype", value) for value in ["O", "|O", "<f8", ">i8", "<i4", "S8", "<u2,<u2", None, 8, ["<i8"], {}]),
        *(("n", value) for value in [None, -1, 1.5, True, "5", [], 2**62 + 1, 2**200, 10**4000]),
    ],
)
def test_about_says_what_a_run_can_be(what, folder, field, value):
    write_about(folder, **{field: value})
    refused(what, folder, r"about\.json has been altered")


@pytest.mark.parametrize(
    "text",
    [
        *("[" * 200_000, "{" * 200_000, '{"a":' * 200_000, "", "null", "7", '"x"', "[]", "{}", "NaN", "1" * 10**6),
        *('{"results": {}}', '{"results": "nim_values"}', "\0", b"\xff\xfe{}"),
    ],
)
def test_what_is_no_about_at_all(what, folder, text):
    (folder / "about.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    refused(what, folder, r"about\.json has been altered")


@pytest.mark.parametrize("name", ["about.json", "moves.npy", "lock", "results"])
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "endless", "folder"])
def test_only_regular_files_are_read_and_written(what, folder, name, kind, tmp_path):
    """Whatever stands in a file's place: nothing that it leads to is read or written, and nobody waits for ever."""
    path = sg.results(folder).blocks[0].path if name == "results" else folder / name
    thesis = tmp_path / "thesis"
    thesis.write_bytes(path.read_bytes())
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"link": thesis, "dangling link": tmp_path / "nowhere", "endless": "/dev/zero"}[kind])
    before = thesis.read_bytes()
    if name == "results":  # it is set aside, and the range computed anew
        with pytest.raises(DamagedError, match="altered or truncated"):
            _ = sg.results(folder).array
        with pytest.warns(UserWarning, match="damaged or missing"):
            assert np.array_equal(gathered(start(what, folder)), getattr(sg, what)(sg.squares, N))
    else:
        uses = [lambda: gathered(start(what, folder))]
        uses += [] if name == "lock" else [lambda: sg.results(folder).moves]
        refused(what, folder, "altered|can't be written to|not a regular file", uses)
    assert thesis.read_bytes() == before
    assert not (tmp_path / "nowhere").exists()


def whole_array(folder):
    part = sg.results(folder).blocks[0]
    return part, np.load(part.path)


@pytest.mark.parametrize("what", ["cold_positions"], indirect=True)
@pytest.mark.parametrize("value", [-1, -(2**63), 2**62, N, "descending", "twice"])
def test_positions_that_can_not_be_are_refused(what, folder, value):
    """A kernel that believed them would write outside its arrays."""
    part, array = whole_array(folder)
    if value == "descending":
        array[50:52] = array[[51, 50]]
    elif value == "twice":
        array[50] = array[51]
    else:
        array[-1 if value > 0 else 0] = value
    replaced(part, array)
    assert sg.results(folder).damaged() == []
    refused(what, folder, "these can't be the results", [lambda: gathered(start(what, folder))])


@pytest.mark.parametrize("what", ["nim_values"], indirect=True)
@pytest.mark.parametrize("value", [sg.squares(N).size + 1, 2**16 - 1])
def test_values_that_can_not_be_are_refused(what, folder, value):
    part, array = whole_array(folder)
    array[100] = value
    replaced(part, array)
    refused(what, folder, "these can't be the results", [lambda: gathered(start(what, folder))])


@pytest.mark.parametrize(
    "made",
    [
        lambda array: array.astype("<f8"),
        lambda array: array.astype(object),
        lambda array: array.astype(array.dtype.newbyteorder(">")),
        lambda array: array[:, None],
        lambda array: array[0],
        lambda array: np.concatenate([array] * 100),
        lambda array: np.zeros(array.size, [("a", "<i8")]),
    ],
)
def test_arrays_that_can_not_be_are_refused(what, folder, made):
    part, array = whole_array(folder)
    path = part.path.with_name("made.npy")
    np.save(path, made(array), allow_pickle=True)
    path.rename(part.path)
    with pytest.raises(DamagedError):
        _ = sg.results(folder).array
    replaced(part, np.load(part.path, allow_pickle=True))
    with pytest.raises(DamagedError):
        gathered(start(what, folder))


@pytest.mark.parametrize("header", [b"", b"\x93NUMPY", b"\x93NUMPY\x01\x00\xff\xff" + b"[" * 65535, b"junk" * 100])
def test_headers_that_can_not_be_are_refused(what, folder, header):
    sg.results(folder).blocks[0].path.write_bytes(header)
    with pytest.raises(DamagedError, match="altered or truncated"):
        _ = sg.results(folder).array


@pytest.mark.parametrize(
    "moves", [[], [0, 1], [-4, 1], [4, 1], [1, 1], [2**62], [1.5, 2.5], [[1], [2]], "gone", "another"]
)
def test_moves_that_can_not_be_are_refused(what, folder, moves):
    if moves == "gone":
        (folder / "moves.npy").unlink()
    else:
        np.save(folder / "moves.npy", sg.cubes(N) if moves == "another" else np.array(moves))
    for use in (
        lambda: sg.results(folder).moves,
        lambda: verify(sg.results(folder)),
        lambda: gathered(start(what, folder)),
    ):
        with pytest.raises(DamagedError, match=r"moves\.npy is missing or has been altered"):
            use()


def test_moves_of_a_stranger_whose_checksum_fits_lead_nowhere(what, folder):
    """A kernel looks up positions by them."""
    from subtraction_engine.support.files import sha256_of

    for moves in ([0, 1], [-(2**40), 1], [1, 1]):
        np.save(folder / "moves.npy", np.array(moves))
        write_about(folder, moves_sha256=sha256_of(np.array(moves)))
        with pytest.raises(DamagedError, match=r"moves\.npy is missing or has been altered"):
            verify(sg.results(folder))


@pytest.mark.parametrize("ends", [(0, 0), (5, 3), (N, N + 8192), (0, N + 1), (0, 2**62), (10**18, 10**18 + 1)])
def test_names_of_ranges_that_can_not_be_are_no_results(what, folder, ends):
    before = sg.results(folder)
    (folder / f"{ends[0]:016}-{ends[1]:016}-{'0' * 16}.npy").write_bytes(b"")
    assert sg.results(folder) == before
