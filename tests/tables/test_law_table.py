"""The documented table of the laws of forming a table names only tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_clause_names_tests_that_exist():
    readme = (ROOT / "scoring" / "README.md").read_text("utf-8")
    section = readme.partition("## Forming a table")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| 1912, Law .*", section, re.M)
    files = [
        path
        for folder in ("tables", "room")
        for path in (ROOT / "tests" / folder).rglob("test_*.py")
    ]
    tests = "\n".join(path.read_text("utf-8") for path in files)
    assert len(rows) == 7, (
        "Write the number of rows that this table of scoring/README.md has now into this test."
    )
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row)
        assert named != [], (
            f"Name a test, as `test_…`, in this row of scoring/README.md: {row}"
        )
        gone = [name for name in named if f"def {name}(" not in tests]
        assert gone == [], (
            "scoring/README.md names tests that are not there: write the name that each has now."
        )
