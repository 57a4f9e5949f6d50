"""The browser libraries in the project are the files that were fetched and that tools/vendor.py names."""

import hashlib
import json
from pathlib import Path

import pytest

from tools import double_dummy
from tools.vendor import PACKAGES, VENDOR, Package

FOLDERS = sorted(path for path in VENDOR.iterdir() if path.is_dir())


def test_every_vendored_folder_is_one_that_a_script_fetches_or_builds():
    fetched = [f"{package.folder}-{package.version}" for package in PACKAGES]
    wanted = sorted([*fetched, double_dummy.FOLDER])
    assert [folder.name for folder in FOLDERS] == wanted, (
        f"Run `make vendor`, and delete other folders of {VENDOR.name}."
    )


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.folder)
def test_a_vendored_folder_tells_where_it_is_from(package: Package):
    manifest = json.loads(
        (VENDOR / f"{package.folder}-{package.version}" / "VENDOR.json").read_text()
    )
    assert (
        manifest["name"],
        manifest["version"],
        manifest["integrity"],
        manifest["licence"],
    ) == (
        package.name,
        package.version,
        package.integrity,
        package.licence,
    ), (
        "Run `make vendor`: this folder is of another version than tools/vendor.py names."
    )


def test_the_double_dummy_solver_tells_from_which_source_it_is_built():
    manifest = json.loads((VENDOR / double_dummy.FOLDER / "VENDOR.json").read_text())
    assert (manifest["version"], manifest["licence"], manifest["source"]) == (
        double_dummy.VERSION,
        double_dummy.LICENCE,
        {double_dummy.SOURCE: double_dummy.SOURCE_SHA256},
    ), "Build it anew with tools/double_dummy.py, which names another source."


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_vendored_file_is_unchanged_since_it_was_fetched(folder: Path):
    sums = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "VENDOR.json"
    }
    kept = json.loads((folder / "VENDOR.json").read_text())["sha256"]
    assert sums == kept, (
        "Run `make vendor`, which fetches these files as they were published: nobody edits them here."
    )
    assert "LICENSE" in sums, (
        "Let tools/vendor.py fetch the licence of this library, too."
    )
