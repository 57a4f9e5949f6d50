"""The package `scoring`: it imports nothing else, the examples in its documentation run, and its README is complete."""

import ast
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scoring

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "scoring").rglob("*.py"))
README = (ROOT / "scoring" / "README.md").read_text("utf-8")
MODULES = [found.name for found in pkgutil.walk_packages(scoring.__path__, "scoring.")]


def imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.partition(".")[0]


@pytest.mark.parametrize(
    "path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_only_the_standard_library_is_imported(path):
    foreign = set(imported(path)) - {"scoring", *sys.stdlib_module_names}
    assert foreign == set(), (
        "Do without these imports, or move what needs them to clubscore: scoring knows no library."
    )


def test_nothing_outside_is_loaded_with_it():
    program = "import sys, scoring.__main__; print(*{name.partition('.')[0] for name in sys.modules})"
    out = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    foreign = {name for name in out.split() if name not in sys.stdlib_module_names} - {
        "scoring",
        "__main__",
    }
    assert foreign == set(), (
        "Find out by `python -X importtime -m scoring` who loads these, and do without."
    )


@pytest.mark.parametrize("name", ["scoring", *MODULES])
def test_the_examples_in_the_documentation_run(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0, (
        f"Correct the examples (>>>) in the docstrings of {name}: what they print is above."
    )


def test_the_examples_in_the_readme_run():
    assert (
        doctest.testfile(
            str(ROOT / "scoring" / "README.md"), module_relative=False, encoding="utf-8"
        ).failed
        == 0
    )


def test_the_readme_maps_every_module():
    for path in SOURCES:
        name = path.relative_to(ROOT / "scoring").as_posix()
        assert f"`{name}`" in README, (
            f"Add a line about `{name}` to the map in scoring/README.md."
        )


def law_tables():
    """The tables of laws in the README, by heading.

    The columns are: law, what it says, where it is done, shown by which test.
    """
    sections = (section.partition("\n") for section in README.split("\n## "))
    tables = {
        heading: table_rows(text)
        for heading, _, text in sections
        if "| Law | What it says |" in text
    }
    assert list(tables) == [
        "Laws of rubber bridge",
        "Rules of Chicago",
        "Laws of duplicate bridge",
        "Laws of royal auction bridge",
    ]
    return tables


def table_rows(text):
    lines = [
        line
        for line in text.splitlines()
        if line.startswith("| ") and not line.startswith("| Law | What")
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def law_numbers(heading):
    """The numbers of the laws that have a row in this table; "Laws 14 to 30" counts as seventeen numbers."""
    named = (
        re.match(r"Laws? (\d+)(?: to (\d+))?", row[0]) for row in law_tables()[heading]
    )
    return {
        number
        for law in named
        if law
        for number in range(int(law[1]), int(law[2] or law[1]) + 1)
    }


LAWS = [
    pytest.param(*row, id=f"{heading}, {row[0]}")
    for heading, rows in law_tables().items()
    for row in rows
]
TESTS = "\n".join(
    path.read_text("utf-8")
    for path in sorted((ROOT / "tests" / "scoring").rglob("test_*.py"))
)


@pytest.mark.parametrize(("law", "says", "where", "shown"), LAWS)
def test_every_law_in_the_readme_names_modules_and_tests_that_exist_or_is_none_of_scoring(
    law, says, where, shown
):
    if where == "not a scoring matter":
        assert shown == "none needed"
        return
    modules, tests = (
        re.findall(r"`([\w/]+\.py)`", where),
        re.findall(r"`(test_\w+)`", shown),
    )
    advice = f"In the row of law {law} in scoring/README.md, name modules and tests alone: `file.py`, `other.py`."
    assert where == ", ".join(f"`{module}`" for module in modules) != "", advice
    assert shown == ", ".join(f"`{test}`" for test in tests) != "", advice
    gone = [module for module in modules if not (ROOT / "scoring" / module).is_file()]
    gone += [test for test in tests if f"def {test}(" not in TESTS]
    assert gone == [], (
        f"The row of law {law} in scoring/README.md names what is not there: write the names of today."
    )


@pytest.mark.parametrize(
    ("heading", "laws"),
    [
        ("Laws of rubber bridge", range(72, 81)),
        ("Laws of duplicate bridge", (2, 12, 22, 77, 78, 79, 87, 90)),
        ("Laws of royal auction bridge", range(1, 98)),
    ],
)
def test_every_law_of_the_codes_has_a_row(heading, laws):
    missing = [law for law in laws if law not in law_numbers(heading)]
    assert missing == [], (
        f"Give each of these laws a row in the table “{heading}” of scoring/README.md."
    )


@pytest.mark.parametrize(
    "trap", [trap for trap in range(1, 61) if trap not in {31, 32, 33, 34}]
)
def test_every_trap_of_scoring_has_a_test_with_its_number(trap):
    """Each numbered trap has a test, except numbers 31 to 34, which are about when a score may be corrected."""
    assert f"def test_trap_{trap:02}_" in TESTS


def test_all_names_of_the_package_are_there():
    missing = [name for name in scoring.__all__ if not hasattr(scoring, name)]
    assert missing == [], (
        "Import these names in scoring/__init__.py, or take them out of its `__all__`."
    )


def test_the_system_that_is_meant_when_none_is_named_stands_first_and_the_others_in_their_order():
    first, *others = scoring.SYSTEMS
    assert (first, others) == ("contract", sorted(others))
