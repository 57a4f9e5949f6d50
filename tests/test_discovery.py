"""The modules in which an app registers itself are found by their file names."""

import ast
import sys
from pathlib import Path

from django.apps import apps

from clubscore.discovery import (
    REGISTERING,
    import_registering_modules,
    registering_modules,
)
from tests.source_code import ROOT


def test_every_module_of_such_a_name_is_imported_when_the_program_starts():
    paths = [
        path for path in (ROOT / "clubscore").rglob("*.py") if path.stem in REGISTERING
    ]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths}
    found = {
        name
        for app in apps.get_app_configs()
        for name in registering_modules(app)
        if "clubscore" in name
    }
    assert names <= sys.modules.keys()
    assert names == found
    assert {Path(path).stem for path in paths} == REGISTERING


def test_rooms_are_searched_as_well_as_apps():
    found = registering_modules(apps.get_app_config("duplicate"))
    assert "clubscore.duplicate.audit_source" in found
    assert "clubscore.duplicate.verdicts.ruling.audit_source" in found
    assert found == sorted(found)


def test_to_search_again_registers_nothing_twice():
    import_registering_modules()


def test_no_other_app_wires_by_hand_what_is_found_by_its_name():
    ready = [
        path.parent.name
        for path in sorted((ROOT / "clubscore").glob("*/apps.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name == "ready"
    ]
    assert ready == ["web"]
