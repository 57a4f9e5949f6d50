"""House rules: a frozen value for each system, to and from plain mappings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import reduce
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from scoring.errors import InvalidRules
from scoring.said import Said, said

Choice = int | str


class RuleLabel(NamedTuple):
    """A rule in the words of players."""

    question: str
    values: Mapping[str, str]
    """Each allowed value, as text, with the answer that it stands for; the default first."""


def choice(question: str, answers: Mapping[Choice, str]) -> Any:
    """Declare a rule of a ``Rules`` class: its question, and each allowed value with its answer, the default first."""
    label = RuleLabel(question, MappingProxyType({str(value): answer for value, answer in answers.items()}))
    return field(default=next(iter(answers)), metadata={"allowed": tuple(answers), "label": label})


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of one system. Subclasses declare each as ``choice(question, {default: …, other: …})``.

    Raises:
        InvalidRules: for a value that is not allowed.
    """

    def __post_init__(self) -> None:
        for rule, allowed in self.allowed().items():
            object.__setattr__(self, rule, _allowed_value(rule, getattr(self, rule), allowed))

    @classmethod
    def allowed(cls) -> dict[str, tuple[Choice, ...]]:
        """Every rule with its allowed values, the default first."""
        return {rule.name: rule.metadata["allowed"] for rule in fields(cls)}

    @classmethod
    def labels(cls) -> Mapping[str, RuleLabel]:
        """Every rule in the words of players."""
        return {rule.name: rule.metadata["label"] for rule in fields(cls)}

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Self:
        """House rules from names and values; rules that are not named have their defaults. Numbers may come as text.

        Raises:
            InvalidRules: for a rule or a value that does not exist; the message names those that do.
        """
        if not isinstance(mapping, Mapping):
            raise InvalidRules("Rules are given as names with values.")
        known = cls.allowed()
        for name in mapping:
            if not isinstance(name, str) or name not in known:
                raise InvalidRules(_no_rule(name, known))
        return cls(**mapping)

    def as_json(self) -> dict[str, Choice]:
        """The rules as names and values: what ``from_mapping`` reads back to an equal value."""
        return {rule.name: getattr(self, rule.name) for rule in fields(self)}


def _allowed_value(rule: str, value: object, allowed: tuple[Choice, ...]) -> Choice:
    for candidate in allowed:
        if (isinstance(value, str) and value == str(candidate)) or (type(value) is int and value == candidate):
            return candidate
    choices = reduce(lambda one, other: said("{one} or {other}", one=one, other=other), map(str, allowed))
    raise InvalidRules(
        said("Rule {rule} cannot be {value}; it is {choices}.", rule=rule, value=_shown(value), choices=choices)
    )


def _no_rule(name: object, known: Iterable[str]) -> Said:
    rules = ", ".join(known)
    form = (
        "There is no rule {rule}; the rules are: {rules}." if rules else "There is no rule {rule}; the rules are: none."
    )
    return said(form, rule=_shown(name), rules=rules)


def _shown(value: object) -> Said:
    if isinstance(value, str):
        return said("“{text}”", text=value[:40])
    return said("a {type}", type=type(value).__name__)
