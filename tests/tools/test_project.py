"""What must not drift apart: dependency lists, README, the record of the reproduction, versions."""

import csv
import re
import subprocess
import tomllib

import pytest
from build_book import live_pages
from conftest import ROOT
from places import numbered, solutions

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
README = (ROOT / "README.md").read_text()
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("*/README.md"), *ROOT.glob("book/*.md"), *numbered(), *solutions()]
MADE = {f"_static/{name}.html" for name in live_pages()}  # by make book


EXTRAS = PYPROJECT["project"]["optional-dependencies"]


def declared(*extras: str) -> set[str]:
    """The dependencies of the package with those extras, and with the extras that these include."""
    found = set(PYPROJECT["project"]["dependencies"])
    for extra in extras:
        for name in EXTRAS[extra]:
            included = re.fullmatch(r"subtraction-games\[(.*)\]", name)
            found |= declared(*included[1].split(",")) if included else {name}
    return found


def test_environment_yml_has_what_the_notebooks_and_jupyterlab_need():
    text = (ROOT / "environment.yml").read_text()
    listed = re.findall(r"^  - ([a-z].*)$", text, flags=re.M)
    python = f"python{PYPROJECT['project']['requires-python']}"
    wanted = sorted(["conda-forge", "pip", "pip:", python, *declared("lab")])
    assert sorted(listed) == wanted, "environment.yml and pyproject.toml are changed together"


def test_requirements_pin_every_dependency_and_hold_no_address():
    text = (ROOT / "tools/requirements.txt").read_text()
    pinned = {pin.split("==")[0]: "--hash=sha256:" in pin for pin in re.split(r"\n(?=\S)", text)}
    named = {re.split("[>=]", name)[0] for name in declared("test")} | {"uv"}
    assert named <= set(pinned), f"`make lock` pins {sorted(named - set(pinned))}"
    assert all(pinned.values())
    assert "://" not in text, "the reader chooses where to install from"


def table(path: str) -> list[dict[str, str]]:
    with (ROOT / path).open(newline="") as file:
        return list(csv.DictReader(file))


RECORD = table("figures/reproduction.csv")
# what the paper's text says otherwise than its own numbers; each is explained in a notebook
DISAGREEMENTS = {
    "Figure 1: coefficient, if the line has as many points above as below",
    "Figure 2: coefficient, if the line has as many points above as below",
    "log_10 25, printed for that exponent (log_25 10 is meant)",
    "fives digit uniform by a chi-squared test",
    "times each nonzero square occurs modulo 13",
    "the maximum nim-value is the number of moves",
    "every finite set: nim-values depend only on n modulo a fixed number",
    "the primes: no interesting game (a period is seen)",
    "factor of log log log log n in the bound of Pintz, Steiger, Szemerédi",
    "Moser-de Bruijn: convolution is not faster than dynamic programming (cold positions)",
}


def test_every_number_that_can_agree_does():
    assert {row["agrees"] for row in RECORD} == {"yes", "no"}
    found = {row["claim"] for row in RECORD if row["agrees"] == "no"}
    assert found == DISAGREEMENTS, "what disagrees is explained in its notebook, and then listed above"
    assert [row["claim"] for row in RECORD if not re.search("doi:|https://|no public address", row["source"])] == []


@pytest.mark.parametrize(
    ("page", "begins", "path", "columns"),
    [
        ("README.md", "| claim | paper", "figures/reproduction.csv", "claim paper here agrees"),
        ("data/benchmarks/README.md", "| task | n", "data/benchmarks/ratios.csv",
         "task n rival rival_threads engine_threads ratio"),
    ],
)  # fmt: skip
def test_the_rows_of_a_page_are_those_of_a_table(page, begins, path, columns):
    wanted = {tuple(row[column] for column in columns.split()) for row in table(path)}
    _, _, *lines = (begins + (ROOT / page).read_text().partition(begins)[2]).partition("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    found = {tuple(str(2 ** int(cell[2:])) if cell.startswith("2^") else cell for cell in row) for row in rows}
    assert len(found) >= 6
    assert found <= wanted, f"copy the rows from {path}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target in re.findall(
        r"(?<!`)(?:\]\(|^:::\{figure\} )([\w./:~-]+)(?=[#)\n])", page.read_text(encoding="utf-8"), flags=re.M
    ):
        folders = {page.parent, ROOT if page.parent == ROOT / "book" else page.parent}
        there = target.startswith(("https://", "http://")) or any((folder / target).exists() for folder in folders)
        assert there or target in MADE, f"{page.name} links to {target}, which is not there"


def test_the_readme_example_runs(capsys):
    code = re.search(r"```python\n(.*?)```", README, flags=re.S).group(1)
    exec(compile(code, "README.md", "exec"), {})
    assert "0" in capsys.readouterr().out


def test_versions_agree():
    """And a version without .dev0 is one that can be checked out."""
    version = PYPROJECT["project"]["version"]
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {version}\n" in citation, "CITATION.cff says another version"
    assert "preferred-citation" not in citation, "it would hide this repository"
    newest = re.search(r"^## \[(.*?)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)
    assert newest.groups() == (version, "not released yet") or not version.endswith(".dev0")
    if not version.endswith(".dev0"):
        assert newest[1] == version, "CHANGELOG.md says what is new in it"
        tags = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        assert f"v{version}" in tags, "a release is tagged; until then the version ends in .dev0"
