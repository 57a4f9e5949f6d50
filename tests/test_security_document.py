"""docs/security.md names only defences and tests that exist, and names both for each threat."""

import re

import pytest

from tests.source_code import ROOT

DOCUMENT = (ROOT / "docs" / "security.md").read_text()
SECTIONS = {
    part.partition("\n")[0]: part
    for part in re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)[1:]
}
THREATS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in DOCUMENT.splitlines()
    if line.startswith("| ") and "`test_" in line
]


@pytest.fixture(scope="module")
def tests() -> str:
    return "\n".join(
        path.read_text() for path in sorted((ROOT / "tests").rglob("test_*.py"))
    )


def test_every_threat_has_a_defence_and_a_test():
    rows = [
        line
        for title, part in SECTIONS.items()
        if title != "Who attacks"
        for line in part.splitlines()
    ]
    threats = [
        line
        for line in rows
        if line.startswith("| ") and not line.startswith("| threat")
    ]
    tested = {line for line in threats if "`test_" in line}
    assert sorted(set(threats) - tested) == [], (
        "Name a test, as `test_…`, in each of these rows of docs/security.md."
    )
    assert len(threats) == len(THREATS) > 30, (
        "Keep the rows of docs/security.md tables: `| threat | defence | test |`."
    )
    incomplete = [threat for threat in THREATS if len(threat) != 3 or not all(threat)]
    assert incomplete == [], (
        "Give each of these rows of docs/security.md three cells: the threat, the defence, the test."
    )


def test_every_test_it_names_exists(tests: str):
    named = re.findall(r"`(test_\w+)`", DOCUMENT)
    gone = [name for name in named if f"def {name}(" not in tests]
    assert gone == [], (
        "docs/security.md names tests that are not there: write the name that each has now."
    )


def test_every_file_it_names_exists():
    named = re.findall(r"`((?:clubscore|tools|tests)/[\w/.]+)`", DOCUMENT)
    assert len(named) > 20, (
        "Name the file of each defence in docs/security.md, as `clubscore/…`."
    )
    gone = [name for name in named if not (ROOT / name).exists()]
    assert gone == [], (
        "docs/security.md names files that are not there: write the path that each has now."
    )


def test_it_is_as_long_as_somebody_reads():
    """docs/security.md has fewer than 1,700 words, which is about two pages."""
    words = len(DOCUMENT.split())
    assert words < 1_700, (
        f"Shorten docs/security.md, which has {words} words: what explains more goes into a decision."
    )
