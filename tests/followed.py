"""Measures how far a reader walks through the code who follows one request.

The reader opens every function of clubscore that the request runs, in the order of its first call, each once, from the
view to the answer. Properties and generated methods are read where they are used. The machinery below the apps is
trusted and not opened: the database, the languages, keys of forms, what all pages share, the stream; nor are templates.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

MACHINERY = (
    "clubscore.database",
    "clubscore.languages",
    "clubscore.live",
    "clubscore.once",
    "clubscore.web",
)
PROPERTIES = {"property", "cached_property"}


@dataclass
class Walk:
    """The names of the modules that the reader opens, one after the other."""

    modules: list[str] = field(default_factory=list)

    @property
    def returns(self) -> int:
        """The number of times that the reader comes back to a module that the reader had left before."""
        stays = [
            module
            for module, before in zip(self.modules, ["", *self.modules], strict=False)
            if module != before
        ]
        return len(stays) - len(set(stays))


@contextmanager
def followed(view: str) -> Iterator[Walk]:
    """Yield a walk that records the modules run in the block, from the first call of the view `module.function` on."""
    walk = Walk()
    opened: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code, module = frame.f_code, frame.f_globals.get("__name__", "")
        if event != "call" or not module.startswith("clubscore.") or code in opened:
            return
        opened.add(code)
        if not walk.modules and f"{module}.{code.co_name}" != view:
            return
        if not module.startswith(MACHINERY) and is_opened(code):
            walk.modules.append(module)

    sys.setprofile(note)
    try:
        yield walk
    finally:
        sys.setprofile(None)


def is_opened(code: CodeType) -> bool:
    """True for a function that the reader has to look up: no property, comprehension, lambda or generated method."""
    is_written = not code.co_filename.startswith("<") and not code.co_name.startswith(
        ("<", "__")
    )
    return is_written and code.co_firstlineno not in properties_in(code.co_filename)


@cache
def properties_in(filename: str) -> frozenset[int]:
    """The line numbers at which the properties in a file begin."""
    functions = [
        node
        for node in ast.walk(ast.parse(Path(filename).read_text()))
        if isinstance(node, ast.FunctionDef)
    ]
    return frozenset(
        decorator.lineno
        for function in functions
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Name) and decorator.id in PROPERTIES
    )
