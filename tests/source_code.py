"""The project's own Python as syntax trees, for the tests of its conventions."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
Function = ast.FunctionDef | ast.AsyncFunctionDef
# Django's names for writing rows. A dict has `update` too, but is given a value, not keywords.
WRITING = frozenset(
    {
        "save", "create", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create",
        "insert", "increment",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A function in a file. Its dotted name looks like `clubscore.ledger.services.post`."""

    path: Path
    name: str
    node: Function

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.node.lineno}: {self.name}"

    @property
    def dotted(self) -> str:
        return f"{module_name(self.path)}.{self.name}"

    @property
    def is_public(self) -> bool:
        return not any(part.startswith("_") for part in self.dotted.split("."))

    @property
    def lines(self) -> int:
        return (self.node.end_lineno or 0) - self.node.lineno + 1

    @property
    def positional(self) -> list[str]:
        """The names of the parameters that can be given by position, without `self` and `cls`."""
        given = [
            each.arg for each in (*self.node.args.posonlyargs, *self.node.args.args)
        ]
        return [name for name in given if name not in {"self", "cls"}]

    @property
    def keywords(self) -> set[str]:
        return {each.arg for each in self.node.args.kwonlyargs}

    @property
    def opens_a_transaction(self) -> bool:
        """True if the function itself contains a block `with write_transaction()`."""
        blocks = [each for each in inside(self.node) if isinstance(each, ast.With)]
        opened = [item.context_expr for block in blocks for item in block.items]
        return any(
            isinstance(each, ast.Call) and name_of_call(each) == "write_transaction"
            for each in opened
        )

    @property
    def writes_rows(self) -> bool:
        return any(
            isinstance(each, ast.Call) and is_a_write(each)
            for each in inside(self.node)
        )


def python_files(*packages: str) -> list[Path]:
    """Return every Python file of these packages, sorted, without migrations, which are never edited once they ran."""
    found = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def module_name(path: Path) -> str:
    """Return the dotted name of the module in this file: `clubscore.ledger` for `clubscore/ledger/__init__.py`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def functions_in(path: Path) -> Iterator[Place]:
    """Yield every function of the file, including methods and functions inside functions."""
    return _functions(path, tree_of(path), "")


def _functions(path: Path, parent: ast.AST, prefix: str) -> Iterator[Place]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, Function):
            yield Place(path, prefix + node.name, node)
        named = isinstance(node, Function | ast.ClassDef)
        yield from _functions(path, node, f"{prefix}{node.name}." if named else prefix)


def inside(function: Function) -> Iterator[ast.AST]:
    """Yield the syntax nodes of the function's own body, without the bodies of functions defined inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def name_of_call(call: ast.Call) -> str:
    """Return the last part of the name that is called: "save" for `member.save()`."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def is_a_write(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr == "update":
        return (
            bool(call.keywords)
            and not call.args
            and not isinstance(call.func.value, ast.Subscript)
        )
    return call.func.attr in WRITING
