"""Find the translatable messages of a Python file in its syntax tree, also where they are chosen by `if` or
have a name.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

# For each function its arguments that are words, after a context where it takes one.
PLAIN, COUNTED, IN_CONTEXT, COUNTED_IN_CONTEXT = (0,), (0, 1), (1,), (1, 2)
FUNCTIONS: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(
        ("_", "gettext", "gettext_lazy", "gettext_noop", "StoredSentence"), PLAIN
    ),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "Forms"), COUNTED),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), IN_CONTEXT),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), COUNTED_IN_CONTEXT),
}
RULES: Mapping[str, tuple[int, ...]] = {
    "said": PLAIN, "_refuse": PLAIN, "InvalidDeal": PLAIN, "InvalidLine": PLAIN, "InvalidRules": PLAIN,
    "InvalidContest": PLAIN, "RubberOver": PLAIN, "choice": PLAIN, "InvalidMovement": PLAIN, "InvalidOutcome": PLAIN,
    "InvalidRuling": PLAIN, "InvalidHands": PLAIN, "InvalidBoard": PLAIN, "refuse": PLAIN,
}  # fmt: skip


class Message(NamedTuple):
    """A text that a catalogue translates. `one` is the singular, and `more` the plural, empty if nothing is counted."""

    one: str
    more: str = ""
    context: str = ""


def messages_of(path: Path) -> Iterator[Message]:
    """Yield every translatable message of a Python file. Raises SyntaxError."""
    tree = ast.parse(path.read_text())
    yield from _in_tree(tree, FUNCTIONS)
    if "scoring" in path.parts:
        yield from _in_tree(tree, RULES)
        yield from _answers(tree)


def _answers(tree: ast.AST) -> Iterator[Message]:
    """The answers of each rule, which is declared as `choice(question, {value: answer})`."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and _name(node.func) == "choice"
            and len(node.args) == 2
        ):
            for answer in _strings(node.args[1], {}):
                yield Message(answer)


def _in_tree(
    tree: ast.AST, functions: Mapping[str, tuple[int, ...]]
) -> Iterator[Message]:
    named = _assigned(tree)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and (places := functions.get(_name(node.func)))
            and len(node.args) > places[-1]
        ):
            contexts = _strings(node.args[0], named) if places[0] else [""]
            words = [_strings(node.args[place], named) for place in places]
            for context in contexts:
                for one, *more in zip(*words, strict=False):
                    if one:
                        yield Message(one, "".join(more), context)


def _name(function: ast.expr) -> str:
    return (
        function.id
        if isinstance(function, ast.Name)
        else function.attr
        if isinstance(function, ast.Attribute)
        else ""
    )


def _assigned(tree: ast.AST) -> Mapping[str, list[ast.expr]]:
    """Map each name to all expressions that are assigned to it anywhere in the file."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            for each, value in _pairs(target, node.value):
                if isinstance(each, ast.Name) and value is not None:
                    found.setdefault(each.id, []).append(value)
    return found


def _pairs(
    target: ast.expr, value: ast.expr | None
) -> Iterable[tuple[ast.expr, ast.expr | None]]:
    """Each target of an assignment with its value. An assignment of a tuple to a tuple gives several pairs."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return zip(target.elts, value.elts, strict=False)
    return [(target, value)]


def _strings(node: ast.expr, named: Mapping[str, list[ast.expr]]) -> list[str]:
    """Every text that this argument can have: a literal, both branches of an `if`, or the values of a name."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return [*_strings(body, named), *_strings(orelse, named)]
        case ast.Name(id=name):
            others = {other: values for other, values in named.items() if other != name}
            return [
                text
                for value in named.get(name, [])
                for text in _strings(value, others)
            ]
        case ast.Subscript(value=value):
            return _strings(value, named)
        case ast.Dict(values=values):
            return [text for value in values for text in _strings(value, named)]
        case ast.Tuple(elts=values) | ast.List(elts=values):
            return [text for value in values for text in _strings(value, named)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [
                one + other
                for one in _strings(left, named)
                for other in _strings(right, named)
            ]
    return []
