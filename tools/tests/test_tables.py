"""The data package describes every table in data/ correctly, and data/README.md repeats its descriptions."""

import csv
import json
from datetime import date

import pytest
from conftest import ROOT

DATA = ROOT / "data"
PACKAGE = json.loads((DATA / "datapackage.json").read_text(encoding="utf-8"))["resources"]
READ = {"integer": int, "number": float, "date": date.fromisoformat, "string": str}


def test_every_table_is_described_and_listed():
    tables = {path.relative_to(DATA).as_posix() for kind in ("csv", "npz", "txt") for path in DATA.rglob(f"*.{kind}")}
    assert {resource["path"] for resource in PACKAGE} == tables
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    missing = [row for each in PACKAGE if (row := f"| {each['path']} | {each['description']} |") not in readme]
    assert not missing, "data/README.md repeats the descriptions of datapackage.json"


@pytest.mark.parametrize("table", [each for each in PACKAGE if each["format"] == "csv"], ids=lambda each: each["name"])
def test_columns_have_the_names_and_types_described(table):
    header, *rows = csv.reader((DATA / table["path"]).read_text(encoding="utf-8").splitlines())
    fields = table["schema"]["fields"]
    assert header == [field["name"] for field in fields]
    assert rows
    assert all(field["description"] for field in fields)
    for row in rows:
        assert len(row) == len(fields)
        for cell, field in zip(row, fields, strict=True):
            assert not cell or READ[field["type"]](cell) is not None, field["name"]
