"""Docstrings are plain enough for an engineer with another first language, as far as a program can check that."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.source_code import ROOT

RELATIVE = re.compile(r"(Who|Whoever|Whose|What|Whatever|How|That|Which)\b")


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each docstring in clubscore and scoring."""
    for path in sorted(
        [*(ROOT / "clubscore").rglob("*.py"), *(ROOT / "scoring").rglob("*.py")]
    ):
        if "migrations" not in path.parts:
            yield from _of_file(path)


def _of_file(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ):
            text = ast.get_docstring(node)
            if text:
                yield (
                    f"{path.relative_to(ROOT)}: {getattr(node, 'name', 'the module')}",
                    text,
                )


def test_a_docstring_begins_with_a_noun_phrase_or_an_imperative():
    found = [place for place, text in docstrings() if RELATIVE.match(text)]
    assert found == [], (
        "Begin these docstrings with a noun (“The members of …”) or a verb (“Return …”), not with “What …”."
    )
