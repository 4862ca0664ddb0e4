"""Several things must agree: pinned versions, README, the record of the reproduction, and this project's version."""

import re
import subprocess
import tomllib
from itertools import chain

import pytest
from conftest import ROOT
from executed import rows
from rings import numbered

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
README = (ROOT / "README.md").read_text()


EXTRAS = PYPROJECT["project"]["optional-dependencies"]


def declared(extras):
    listed = chain(PYPROJECT["project"]["dependencies"], *(EXTRAS[extra] for extra in extras))
    return {each for each in listed if not each.startswith("subtraction-games")}


def test_environment_yml_has_what_the_notebooks_and_jupyterlab_need():
    listed = re.findall(r"^  - ([a-z].*)$", (ROOT / "environment.yml").read_text(), flags=re.M)
    python = f"python{PYPROJECT['project']['requires-python']}"
    wanted = {"conda-forge", "pip", "pip:", python} | declared(["engine", "figures", "notebooks", "lab"])
    assert sorted(listed) == sorted(wanted), "change environment.yml and pyproject.toml together"


def test_requirements_pin_every_dependency_and_hold_no_address():
    text = (ROOT / "tools/requirements.txt").read_text()
    pinned = {pin.split("==")[0]: "--hash=sha256:" in pin for pin in re.split(r"\n(?=\S)", text)}
    named = {re.split(r"[>=]", name)[0] for name in declared(EXTRAS)} | {"uv"}
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
    altered = [name for name in files if (tmp_path / name).suffix not in (".png", ".npz")]
    altered = [name for name in altered if b"\r\n" in (tmp_path / name).read_bytes()]
    assert not altered


RECORD = rows(ROOT / "figures/reproduction.csv")
# statements of the paper that its own numbers contradict; each is explained in a notebook
DISAGREEMENTS = {
    "Figure 1: coefficient, if the line has as many points above as below",
    "Figure 2: coefficient, if the line has as many points above as below",
    "log_10 25, printed for that exponent (log_25 10 is meant)",
    "the maximum nim-value is the number of moves",
    "every finite set: nim-values depend only on n modulo a fixed number",
    "factor of log log log log n in the bound of Pintz, Steiger, Szemerédi",
}
OTHERWISE = {  # verdicts if the paper prints no number, and how its cell begins
    "confirmed": "",
    "by the picture": "no significant non-uniformities",
    "by a chi-squared test": "no significant nonuniformities",
}


def test_every_number_that_can_agree_does():
    assert {row["agrees"] for row in RECORD} == {"yes", "no", *OTHERWISE}
    found = {row["claim"] for row in RECORD if row["agrees"] == "no"}
    assert found == DISAGREEMENTS, "what disagrees is explained in its notebook, and then listed above"
    for verdict, begins in OTHERWISE.items():
        assert all(row["paper"].startswith(begins) for row in RECORD if row["agrees"] == verdict)
    assert [row["claim"] for row in RECORD if row["paper"] and not re.search("doi:|https://", row["source"])] == []


@pytest.mark.parametrize(
    ("page", "begins", "path", "columns"),
    [
        ("README.md", "| claim | paper", "figures/reproduction.csv", "claim paper here agrees"),
        ("engine/benchmarks/README.md", "| task | n", "engine/benchmarks/ratios.csv",
         "task n rival rival_threads engine_threads ratio"),
    ],
)  # fmt: skip
def test_the_rows_of_a_page_are_those_of_a_table(page, begins, path, columns):
    wanted = {tuple(row[column] for column in columns.split()) for row in rows(ROOT / path)}
    _, _, *lines = (begins + (ROOT / page).read_text().partition(begins)[2]).partition("\n\n")[0].splitlines()
    copied = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    found = {tuple(str(2 ** int(cell[2:])) if cell.startswith("2^") else cell for cell in row) for row in copied}
    assert len(found) >= 6
    assert found <= wanted, f"copy the rows from {path}"


def test_the_readme_example_runs(capsys):
    code = re.search(r"```python\n(.*?)```", README, flags=re.S).group(1)
    exec(compile(code, "README.md", "exec"), {})
    assert "0" in capsys.readouterr().out


def test_the_readme_says_how_long_part_i_takes_and_how_many_exercises_it_has():
    text, said = "\n".join(path.read_text() for path in numbered()[:7]), " ".join(README.split())
    minutes = sum(map(int, re.findall(r"^# \*(\d+) minutes to read", text, flags=re.M)))
    hours = ("no", "one", "two", "three", "four", "five", "six", "seven")[round(minutes / 60)]
    exercises = len(re.findall(r"^# \d+\. \*(?:Check|Prove|Go further)\.\*", text, flags=re.M))
    assert f"read the seven notebooks in {hours} hours." in said
    assert f"their {exercises} exercises have solutions" in said


def test_versions_agree():
    """It must be possible to check out a version without .dev0."""
    version = PYPROJECT["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(), "CITATION.cff states another version"
    newest = re.search(r"^## \[(.*?)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)
    assert newest.groups() == (version, "not released yet") or not version.endswith(".dev0")
    if not version.endswith(".dev0"):
        assert newest[1] == version, "CHANGELOG.md says what is new in it"
        tags = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        assert f"v{version}" in tags, "a release has a tag; until then the version ends in .dev0"
