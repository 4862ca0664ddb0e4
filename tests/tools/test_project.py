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


def told(text: str, first: str, second: str) -> list[str]:
    """The rows of the table of a page whose first columns have these names."""
    return re.search(rf"\| {first} \| {second} .*?\n\n", text, flags=re.S).group().strip().splitlines()[2:]


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


def test_the_readme_table_is_part_of_the_record():
    rows = {f"| {r['claim']} | {r['paper']} | {r['here']} | {r['agrees']} |" for r in RECORD}
    found = told(README, "claim", "paper")
    assert len(found) >= 6
    assert set(found) <= rows, "copy the row from figures/reproduction.csv"


def test_the_ratios_told_were_measured():
    squares = [row for row in table("data/benchmarks/ratios.csv") if row["game"] == "squares"]
    columns = ("task", "n", "rival", "rival_threads", "engine_threads", "ratio")
    measured = {tuple(row[column] for column in columns) for row in squares}
    lines = told((ROOT / "data/benchmarks/README.md").read_text(), "task", "n")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert len(rows) >= 6
    assert {(task, str(2 ** int(n.removeprefix("2^"))), *rest) for task, n, *rest in rows} <= measured


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
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(), "CITATION.cff says another version"
    newest = re.search(r"^## \[(.*?)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)
    assert newest.groups() == (version, "not released yet") or not version.endswith(".dev0")
    if not version.endswith(".dev0"):
        assert newest[1] == version, "CHANGELOG.md says what is new in it"
        tags = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        assert f"v{version}" in tags, "a release is tagged; until then the version ends in .dev0"


def test_a_citation_is_of_this_repository():
    """A preferred citation would hide it; the paper is among the references."""
    text = (ROOT / "CITATION.cff").read_text()
    assert "preferred-citation" not in text
    assert "doi: 10.4230/LIPIcs.FUN.2018.20" in text.partition("\nreferences:\n")[2]


def test_actions_are_pinned_by_hash_and_may_only_read():
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        text = path.read_text()
        assert re.findall(r"uses: .*@(?![0-9a-f]{40} # v\d)", text) == [], path.name
        assert "\npermissions:\n  contents: read\n" in text
        assert "\nconcurrency:\n" in text
