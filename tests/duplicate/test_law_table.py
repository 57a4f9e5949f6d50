"""The table of the laws of rulings names only tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_clause_names_tests_that_exist():
    readme = (ROOT / "scoring" / "README.md").read_text("utf-8")
    section = readme.partition("## Rulings of duplicate")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| Law [0-9].*", section, re.M)
    tests = "\n".join(
        path.read_text("utf-8")
        for path in (ROOT / "tests" / "duplicate").rglob("test_*.py")
    )
    assert len(rows) == 27, (
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
