"""docs/security.md names defences and tests that exist, and each threat has both."""

import re

import pytest

from tests.source_code import ROOT

DOCUMENT = (ROOT / "docs" / "security.md").read_text()
SECTIONS = {part.partition("\n")[0]: part for part in re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)[1:]}
THREATS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in DOCUMENT.splitlines()
    if line.startswith("| ") and "`test_" in line
]


@pytest.fixture(scope="module")
def tests() -> str:
    return "\n".join(path.read_text() for path in sorted((ROOT / "tests").rglob("test_*.py")))


def test_every_threat_has_a_defence_and_a_test():
    rows = [line for title, part in SECTIONS.items() if title != "Who attacks" for line in part.splitlines()]
    threats = [line for line in rows if line.startswith("| ") and not line.startswith("| threat")]
    assert len(threats) == len(THREATS) > 30
    assert [threat for threat in THREATS if len(threat) != 3 or not all(threat)] == []


def test_every_test_it_names_exists(tests: str):
    named = re.findall(r"`(test_\w+)`", DOCUMENT)
    assert [name for name in named if f"def {name}(" not in tests] == []


def test_every_file_it_names_exists():
    named = re.findall(r"`((?:clubscore|tools|tests)/[\w/.]+)`", DOCUMENT)
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_it_is_as_long_as_somebody_reads():
    """Two pages, as far as words go."""
    assert len(DOCUMENT.split()) < 1_700
