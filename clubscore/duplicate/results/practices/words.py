"""The words for practices and conventions, in the reader's language."""

from typing import NamedTuple

from clubscore.languages.spoken import told
from scoring.contest.practices import NAMES, conventions_in_use, practice_of
from scoring.contest.rules import ContestRules
from scoring.rules import Choice


class ConventionInWords(NamedTuple):
    """A convention as a question, and its answer."""

    question: str
    answer: str


class PracticeInWords(NamedTuple):
    """The conventions of a session in words: those that matter for its scoring."""

    name: str
    scoring: str
    conventions: list[ConventionInWords]


def convention_in_words(name: str, value: Choice) -> ConventionInWords:
    """The question of a convention, and the answer that a value stands for."""
    label = ContestRules.labels()[name]
    return ConventionInWords(told(label.question), told(label.values[str(value)]))


def practice_name(practice: str) -> str:
    """The name of a practice."""
    return told(NAMES[practice])


def practice_in_words(rules: ContestRules) -> PracticeInWords:
    """The practice of a session's rules, with its conventions."""
    conventions = []
    for name in conventions_in_use(rules):
        conventions.append(convention_in_words(name, getattr(rules, name)))
    scoring = convention_in_words("scoring", rules.scoring).answer
    return PracticeInWords(practice_name(practice_of(rules)), scoring, conventions)
