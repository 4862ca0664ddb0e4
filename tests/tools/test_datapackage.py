"""The data package describes every table as it is, and the README lists the same."""

import json

import datapackage
import pytest
from conftest import ROOT

DATA = ROOT / "data"


def test_it_is_up_to_date():
    made = "made by python data/datapackage.py"
    assert (DATA / "datapackage.json").read_text(encoding="utf-8") == datapackage.as_json(), made
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    assert readme == datapackage.described(readme), made


def test_it_describes_every_table_and_column():
    found = {path.relative_to(DATA).as_posix() for kind in ("csv", "npz") for path in DATA.rglob(f"*.{kind}")}
    assert found == set(datapackage.TABLES)
    package = json.loads(datapackage.as_json())
    for resource in package["resources"]:
        assert resource["description"]
        for field in resource.get("schema", {}).get("fields", []):
            assert field["type"] in ("integer", "number", "string", "date")
            assert field["description"], (resource["path"], field["name"])
    for path, (_, own) in datapackage.TABLES.items():
        if path.endswith(".csv"):
            assert set(own) <= {name for name, _ in datapackage.columns(path)}, f"{path} has other columns"
    names = [resource["name"] for resource in package["resources"]]
    assert len(set(names)) == len(names)


def test_its_own_library_finds_it_valid():
    frictionless = pytest.importorskip("frictionless")
    report = frictionless.validate(str(DATA / "datapackage.json"))
    assert report.valid, report.to_summary()
