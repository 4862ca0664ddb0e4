"""Several things must agree: pinned versions, README, the record, tables and their descriptions, this version."""

import csv
import json
import re
import subprocess
import tomllib
from datetime import date
from itertools import chain

import pytest
from conftest import ROOT
from executed import rows
from rings import numbered

README = (ROOT / "README.md").read_text()
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = DECLARED["optional-dependencies"]


def needed(extras):
    listed = chain(DECLARED["dependencies"], *(EXTRAS[extra] for extra in extras))
    return {each for each in listed if not each.startswith("subtraction-games")}


def test_environment_yml_has_what_the_notebooks_and_jupyterlab_need():
    listed = re.findall(r"^  - ([a-z].*)$", (ROOT / "environment.yml").read_text(), flags=re.M)
    python = f"python{DECLARED['requires-python']}"
    wanted = {"conda-forge", "pip", "pip:", python} | needed(["engine", "figures", "notebooks", "lab"])
    assert sorted(listed) == sorted(wanted), "change environment.yml and pyproject.toml together"


def test_requirements_pin_every_dependency_and_hold_no_address():
    text = (ROOT / "tools/requirements.txt").read_text()
    pinned = {pin.split("==")[0]: "--hash=sha256:" in pin for pin in re.split(r"\n(?=\S)", text)}
    named = {re.split(r"[>=]", name)[0] for name in needed(EXTRAS)} | {"uv"}
    assert named <= set(pinned), f"`make lock` pins {sorted(named - set(pinned))}"
    assert all(pinned.values())
    assert "://" not in text, "the reader chooses where to install from"


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="an archive without git has no clones")
def test_a_clone_by_git_for_windows_has_the_same_bytes(tmp_path):
    """Its autocrlf would turn all line ends into CRLF, so that hashes and make's patterns fail in WSL."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    windows = ["git", "-c", "core.autocrlf=true", "-c", "core.eol=crlf", "checkout-index", "-z", "--stdin"]
    subprocess.run([*windows, f"--prefix={tmp_path}/"], input=tracked, cwd=ROOT, check=True)
    files = [name.decode() for name in tracked.split(b"\0") if name]
    assert {"Makefile", "tools/requirements.txt", "notebooks/README.md"} <= {*files}
    texts = [name for name in files if not name.endswith((".png", ".npz"))]
    assert [name for name in texts if b"\r\n" in (tmp_path / name).read_bytes()] == []


# statements of the paper that its own numbers contradict; each is explained in a notebook
DISAGREEMENTS = {
    "Figure 1: coefficient, if the line has as many points above as below",
    "Figure 2: coefficient, if the line has as many points above as below",
    "log_10 25, printed for that exponent (log_25 10 is meant)",
    "the maximum nim-value is the number of moves",
    "every finite set: nim-values depend only on n modulo a fixed number",
    "factor of log log log log n in the bound of Pintz, Steiger, Szemerédi",
}
VERDICTS = {  # and how the cell begins that names what the paper prints
    "yes": "",
    "no": "",
    "confirmed": "",
    "no by a chi-squared test, yes by the picture": "no significant non-uniformities",
    "yes by a chi-squared test, yes by the picture": "no significant nonuniformities",
}


def test_every_number_that_can_agree_does():
    record = rows(ROOT / "figures/reproduction.csv")
    assert {row["agrees"] for row in record} == VERDICTS.keys()
    found = {row["claim"] for row in record if row["agrees"] == "no"}
    assert found == DISAGREEMENTS, "what disagrees is explained in its notebook, and then listed above"
    assert all(row["paper"].startswith(VERDICTS[row["agrees"]]) for row in record)
    assert [row["claim"] for row in record if row["paper"] and not re.search("doi:|https://", row["source"])] == []


RATIOS = "engine/benchmarks/ratios.csv", "task n rival rival_threads engine_threads ratio"
COPIED = [  # a page, the beginning of a table in it, the table that it repeats, and the columns
    ("README.md", "| claim | paper", "figures/reproduction.csv", "claim paper here agrees"),
    ("engine/benchmarks/README.md", "| task | n", *RATIOS),
]


@pytest.mark.parametrize(("page", "begins", "path", "columns"), COPIED)
def test_the_rows_of_a_page_are_those_of_a_table(page, begins, path, columns):
    wanted = {tuple(row[column] for column in columns.split()) for row in rows(ROOT / path)}
    _, _, *lines = (begins + (ROOT / page).read_text().partition(begins)[2]).partition("\n\n")[0].splitlines()
    copied = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    found = {tuple(str(2 ** int(cell[2:])) if cell.startswith("2^") else cell for cell in row) for row in copied}
    assert len(found) >= 6
    assert found <= wanted, f"copy the rows from {path}"


def test_the_readme_says_how_long_notebooks_1_to_7_take_and_how_many_exercises_they_have():
    text, said = "\n".join(path.read_text() for path in numbered()[:7]), " ".join(README.split())
    minutes = sum(map(int, re.findall(r"^# \*(\d+) minutes to read", text, flags=re.M)))
    hours = {5: "five", 6: "six", 7: "seven"}[round(minutes / 60)]
    exercises = len(re.findall(r"^# \d+\. \*(?:Check|Prove|Go further)\.\*", text, flags=re.M))
    assert f"read the seven notebooks in {hours} hours." in said
    assert f"their {exercises} exercises have solutions" in said


def test_versions_agree():
    """It must be possible to check out a version without .dev0."""
    version = DECLARED["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(), "CITATION.cff states another version"
    newest = re.search(r"^## \[(.*?)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)
    assert newest.groups() == (version, "not released yet") or not version.endswith(".dev0")
    if not version.endswith(".dev0"):
        assert newest[1] == version, "CHANGELOG.md says what is new in it"
        tags = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        assert f"v{version}" in tags, "a release has a tag; until then the version ends in .dev0"


READ = {"integer": int, "number": float, "date": date.fromisoformat, "string": str}


@pytest.mark.parametrize("folder", [ROOT / "beyond/data", ROOT / "engine/benchmarks"], ids=lambda folder: folder.name)
def test_every_table_is_described_and_listed_and_its_columns_have_their_types(folder):
    resources = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    tables = [path for path in folder.rglob("*.*") if path.suffix in (".csv", ".npz", ".txt")]
    assert {resource["path"] for resource in resources} == {path.relative_to(folder).as_posix() for path in tables}
    readme = (folder / "README.md").read_text(encoding="utf-8")
    for table in resources:
        name = table["path"]
        assert f"| {name} | {table['description']} |" in readme or f"]({name})" in readme, "README.md repeats it"
        if table["format"] == "csv":
            header, *rows = csv.reader((folder / name).read_text(encoding="utf-8").splitlines())
            fields = table["schema"]["fields"]
            assert header == [field["name"] for field in fields if field["description"]]
            assert rows, name
            for row in rows:
                for cell, field in zip(row, fields, strict=True):
                    assert not cell or READ[field["type"]](cell) is not None, (name, field["name"])
