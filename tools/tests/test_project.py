"""Several things must agree: pinned versions, README, the record, tables and their descriptions, this version."""

import json
import re
import subprocess
import tomllib
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


def test_every_number_that_can_agree_does():
    record = rows(ROOT / "figures/reproduction.csv")
    assert {row["agrees"].rpartition(", ")[2] for row in record} == {"yes", "no", "confirmed", "yes by the picture"}
    disagree = [row["claim"] for row in record if row["agrees"] == "no"]
    assert len(disagree) == 6, "what its own numbers contradict is explained in its notebook, and then counted here"
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


@pytest.mark.parametrize("folder", [ROOT / "beyond/data", ROOT / "engine/benchmarks"], ids=lambda folder: folder.name)
def test_every_table_and_column_is_described_and_every_table_listed(folder):
    resources = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    tables = [path for path in folder.rglob("*.*") if path.suffix in (".csv", ".npz", ".txt")]
    assert {resource["path"] for resource in resources} == {path.relative_to(folder).as_posix() for path in tables}
    readme = (folder / "README.md").read_text(encoding="utf-8")
    for table in resources:
        name = table["path"]
        assert f"| {name} | {table['description']} |" in readme or f"]({name})" in readme, "README.md repeats it"
        if table["format"] == "csv":
            header = (folder / name).read_text(encoding="utf-8").partition("\n")[0]
            assert header.split(",") == [field["name"] for field in table["schema"]["fields"] if field["description"]]
