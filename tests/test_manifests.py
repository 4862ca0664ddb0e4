"""A manifest is input: one from a stranger, whose checksum is right, is believed nothing that can't be."""

import json
import os

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_games.longruns import checkpoint
from subtraction_games.support.files import sha256

N = 5 * 8192


@pytest.fixture(params=["nim_values", "cold_positions"])
def folder(request, tmp_path, monkeypatch):
    """The folder of a run of some blocks, which has not gone to its end."""
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    blocks = start(request.param, tmp_path)
    for _ in range(3):
        next(blocks)
    blocks.close()
    return tmp_path


def start(what, folder):
    if what == "nim_values":
        return sg.nim_blocks(sg.squares, N, folder=folder)
    return sg.cold_blocks(sg.squares, N, folder=folder, modulus=5, tile=1)


def forged(folder, about=(), block=(), number=1, text=None):
    """Write both manifests anew, some fields changed, with checksums that fit."""
    kept = json.loads((folder / "manifest.json").read_text())
    kept["about"] |= dict(about)
    kept["blocks"][number] |= dict(block)
    lines = ",\n".join("  " + json.dumps(one) for one in kept["blocks"])
    body = f'{{\n"about": {json.dumps(kept["about"], indent=2)},\n"blocks": [\n{lines}\n],\n'
    text = text or f'{body}"sha256": "{sha256([body.encode()])}"\n}}\n'
    for name in checkpoint.MANIFESTS:
        (folder / name).write_text(text)


def refused(folder, words):
    """Reading it and going on end in the same one error, which takes no memory."""
    what = "nim_values" if (folder / "nim_values.npy").exists() else "cold_positions"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for use in (lambda: sg.results(folder).array, lambda: list(start(what, folder))):
        with pytest.raises(checkpoint.DamagedError, match=words) as told:
            use()
        assert len(str(told.value)) < 800
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before, "nothing was touched"


def test_a_forged_manifest_as_such_is_read(folder):
    """So it is what was changed, and not how, that the tests below see refused."""
    before = sg.results(folder)
    forged(folder)
    assert sg.results(folder) == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            ("results", value)
            for value in ["../../secret", "/etc/passwd", "", "lock", None, 3, ["nim_values"], "x" * 10**5]
        ),
        *(("dtype", value) for value in ["O", "|O", "<f8", ">i8", "<i4", "S8", "<M8[s]", "<u2,<u2", None, 8, ["<i8"]]),
        *(("n", value) for value in [None, -1, 1.5, True, "5", [], 2**62 + 1, 2**200, 10**4000]),
    ],
)
def test_about_names_what_a_run_can_be(folder, field, value):
    forged(folder, about={field: value})
    refused(folder, f"{field} must be")


@pytest.mark.parametrize("value", ["nim_values", "cold_positions"])
def test_results_and_dtype_belong_together(folder, value):
    if not (folder / f"{value}.npy").exists():
        forged(folder, about={"results": value})
        refused(folder, "dtype must be")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("start", value) for value in [0, 5, 2**60, -5, -100, None, 1.0, True, "8192"]),
        *(("stop", value) for value in [0, N + 1, 2**40, 2**63, -1, None, 2.5]),
        *(("first", value) for value in [-5, -100, 0, 1, 2**33, 2**60, None, 1.0]),
        *(("count", value) for value in [-1, 2**33, 2**60, 2**64, None, False, "3"]),
        *(("sha256", value) for value in ["", "0" * 63, "G" * 64, "0" * 65, None, 7]),
    ],
)
def test_blocks_follow_one_another_and_fit_their_ranges(folder, field, value):
    forged(folder, block={field: value})
    refused(folder, f"{field}.* of block 1|block 1 must hold .*{'sha256' if field == 'sha256' else 'whole numbers'}")


def test_a_last_block_that_ends_beyond_n(folder):
    last = sg.results(folder).blocks[-1]
    forged(folder, block={"stop": N + 8192, "count": min(last.count, 8192 + N - last.start)}, number=-1)
    refused(folder, "stop of block 2")


def test_a_last_block_of_no_positions(folder):
    last = sg.results(folder).blocks[-1]
    forged(folder, block={"stop": last.start, "count": 0}, number=-1)
    refused(folder, "stop of block 2")


@pytest.mark.parametrize(
    "text",
    [
        *("[" * 200_000, "{" * 200_000, '{"a":' * 200_000, "", "null", "7", '"x"', "[]", "{}", "NaN", "1" * 10**6),
        *('{"about": {}, "blocks": []}', '{"about": [], "blocks": [], "sha256": ""}', '{"about": {}, "blocks": [7]}'),
        *("\0", "\ud800"),
    ],
)
def test_what_is_no_manifest_at_all(folder, text):
    try:
        forged(folder, text=text or " ")
    except UnicodeEncodeError:
        for name in checkpoint.MANIFESTS:
            (folder / name).write_bytes(b"\xff\xfe{}")
    refused(folder, r"manifest\.json has been altered")


def test_an_about_that_is_no_object(folder):
    body = '{\n"about": [],\n"blocks": [\n\n],\n'
    forged(folder, text=f'{body}"sha256": "{sha256([body.encode()])}"\n}}\n')
    refused(folder, "about must be an object")


def test_one_forged_manifest_gives_way_to_its_copy(folder):
    before = sg.results(folder)
    copy = (folder / "manifest-copy.json").read_text()
    forged(folder, about={"dtype": "O"})
    (folder / "manifest-copy.json").write_text(copy)
    with pytest.warns(UserWarning, match=r"manifest\.json is of no run: dtype .*; manifest-copy\.json is used"):
        assert sg.results(folder) == before


# --- results with a checksum that fits --------------------------------------------------------------------


def forged_results(folder, change):
    """Change the results in the file, and the manifest's checksums with them."""
    kept = sg.results(folder)
    array = np.array(kept.array)
    change(array)
    content = kept.data.read_bytes()
    kept.data.write_bytes(content[: checkpoint.HEADER] + array.tobytes() + content[checkpoint.HEADER + array.nbytes :])
    for number, block in enumerate(kept.blocks):
        part = array[block.first : block.last]
        forged(folder, block={"sha256": sha256([part.tobytes()])}, number=number)
    assert sg.results(folder).damaged() == []


@pytest.mark.parametrize("value", [-1, -(2**63), 2**62, 3 * 2560])
def test_positions_that_can_not_be_are_not_learned(folder, value):
    if (folder / "cold_positions.npy").exists():  # a kernel that believed them would write outside its arrays
        forged_results(folder, lambda array: array.__setitem__(50, value))
        with pytest.raises(checkpoint.DamagedError, match="can't be right"):
            list(start("cold_positions", folder))


def test_values_that_can_not_be_are_not_learned(folder):
    if (folder / "nim_values.npy").exists():
        for value in (sg.squares(N).size + 1, 2**16 - 1):
            forged_results(folder, lambda array, value=value: array.__setitem__(100, value))
            with pytest.raises(checkpoint.DamagedError, match="can't be right"):
                list(start("nim_values", folder))


def test_a_stop_where_no_run_stops(folder):
    """The ranges follow one another, but the second block ends where a tile of this run doesn't."""
    if (folder / "cold_positions.npy").exists():
        kept = sg.results(folder)
        stop = int(kept.array[kept.blocks[1].last - 1]) + 1
        forged(folder, block={"stop": stop})
        text = json.loads((folder / "manifest.json").read_text())
        text["blocks"].pop()
        lines = ",\n".join("  " + json.dumps(one) for one in text["blocks"])
        body = f'{{\n"about": {json.dumps(text["about"], indent=2)},\n"blocks": [\n{lines}\n],\n'
        forged(folder, text=f'{body}"sha256": "{sha256([body.encode()])}"\n}}\n')
        with pytest.raises(checkpoint.DamagedError, match=f"no run like this stops at {stop}"):
            list(start("cold_positions", folder))


def test_a_lock_that_leads_elsewhere_is_not_emptied(tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "run").mkdir()
    os.symlink(tmp_path / "mine", tmp_path / "run/lock")
    list(sg.nim_blocks([1, 2], 100, folder=tmp_path / "run"))
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_header_of_another_length_is_not_written(monkeypatch, tmp_path):
    """Else it would lie over the first results."""
    monkeypatch.setattr(checkpoint, "HEADER", 64)
    with pytest.raises(AssertionError, match="header has 128 bytes and not 64"):
        list(sg.nim_blocks([1, 2], 100, folder=tmp_path))
