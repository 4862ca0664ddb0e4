"""The data packages describe every table in beyond/data/ and engine/benchmarks/ correctly, and READMEs list them."""

import csv
import json
from datetime import date

import pytest
from conftest import ROOT

FOLDERS = (ROOT / "beyond/data", ROOT / "engine/benchmarks")
PACKAGES = {
    folder: json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))["resources"] for folder in FOLDERS
}
TABLES = [(folder, each) for folder, package in PACKAGES.items() for each in package if each["format"] == "csv"]
READ = {"integer": int, "number": float, "date": date.fromisoformat, "string": str}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_table_is_described_and_listed(folder):
    tables = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.suffix in (".csv", ".npz", ".txt")
    }
    assert {resource["path"] for resource in PACKAGES[folder]} == tables
    readme = (folder / "README.md").read_text(encoding="utf-8")
    rows = {each["path"]: f"| {each['path']} | {each['description']} |" for each in PACKAGES[folder]}
    missing = [row for path, row in rows.items() if row not in readme and f"]({path})" not in readme]
    assert not missing, "README.md repeats the descriptions of datapackage.json, or links to the tables"


@pytest.mark.parametrize(("folder", "table"), TABLES, ids=lambda each: each["name"] if isinstance(each, dict) else "")
def test_columns_have_the_names_and_types_described(folder, table):
    header, *rows = csv.reader((folder / table["path"]).read_text(encoding="utf-8").splitlines())
    fields = table["schema"]["fields"]
    assert header == [field["name"] for field in fields]
    assert rows
    assert all(field["description"] for field in fields)
    for row in rows:
        assert len(row) == len(fields)
        for cell, field in zip(row, fields, strict=True):
            assert not cell or READ[field["type"]](cell) is not None, field["name"]
