"""House rules: the base class of the rules of each system, which are written to mappings and read from them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from scoring.errors import InvalidRules
from scoring.said import Said, said

Choice = int | str


class RuleLabel(NamedTuple):
    """A rule in words for players: its question, and the answer for each value."""

    question: str
    values: Mapping[str, str]
    """The answer in words for each allowed value, by the value as text. The default comes first."""


def choice(question: str, answers: Mapping[Choice, str]) -> Any:
    """The dataclass field that declares a rule: its question, and the answer for each value, the default first."""
    texts = {}
    for value, answer in answers.items():
        texts[str(value)] = said(answer)
    label = RuleLabel(said(question), MappingProxyType(texts))
    allowed = tuple(answers)
    return field(default=allowed[0], metadata={"allowed": allowed, "label": label})


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of one system. Subclasses declare each rule as ``choice(question, {default: …, other: …})``.

    Raises:
        InvalidRules: for a value that is not allowed.
    """

    def __post_init__(self) -> None:
        for rule, allowed in self.allowed().items():
            object.__setattr__(
                self, rule, _allowed_value(rule, getattr(self, rule), allowed)
            )

    @classmethod
    def allowed(cls) -> dict[str, tuple[Choice, ...]]:
        """Every rule with its allowed values, the default first."""
        return {rule.name: rule.metadata["allowed"] for rule in fields(cls)}

    @classmethod
    def labels(cls) -> Mapping[str, RuleLabel]:
        """The question and the answers of every rule, in words for players, by the name of the rule."""
        return {rule.name: rule.metadata["label"] for rule in fields(cls)}

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Self:
        """Make house rules from names and values; rules not named have their defaults. Numbers may be given as text.

        Raises:
            InvalidRules: for a rule or a value that does not exist; the message lists the possible choices.
        """
        if not isinstance(mapping, Mapping):
            raise InvalidRules("Rules are given as names with values.")
        known = cls.allowed()
        for name in mapping:
            if not isinstance(name, str) or name not in known:
                raise InvalidRules(_no_rule(name, known))
        return cls(**mapping)

    def as_json(self) -> dict[str, Choice]:
        """The rules as a mapping of names to values, from which ``from_mapping`` makes equal rules."""
        return {rule.name: getattr(self, rule.name) for rule in fields(self)}


def _allowed_value(rule: str, value: object, allowed: tuple[Choice, ...]) -> Choice:
    """The allowed value of a rule that ``value`` stands for; a number may be given as text.

    Raises InvalidRules if ``value`` is not allowed.
    """
    for candidate in allowed:
        if type(value) is int and value == candidate:
            return candidate
        if isinstance(value, str) and value == str(candidate):
            return candidate

    choices = str(allowed[0])
    for other in allowed[1:]:
        choices = said("{one} or {other}", one=choices, other=str(other))

    form = "Rule {rule} cannot be {value}; it is {choices}."
    raise InvalidRules(said(form, rule=rule, value=_shown(value), choices=choices))


def _no_rule(name: object, known: Iterable[str]) -> Said:
    """The sentence that says that no rule has this name, and lists the existing rules."""
    rules = ", ".join(known)
    if not rules:
        return said("There is no rule {rule}; the rules are: none.", rule=_shown(name))
    return said(
        "There is no rule {rule}; the rules are: {rules}.",
        rule=_shown(name),
        rules=rules,
    )


def _shown(value: object) -> Said:
    """A value as an error message shows it: a text in quotes, for any other value only its type."""
    if isinstance(value, str):
        return said("“{text}”", text=value[:40])
    return said("a {type}", type=type(value).__name__)
