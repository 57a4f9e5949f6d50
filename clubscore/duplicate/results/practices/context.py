"""Template context of the page of the club's practice."""

from typing import NamedTuple

from clubscore.duplicate.models import PracticeChoice
from clubscore.duplicate.results.practices.forms import PracticeForm
from clubscore.duplicate.results.practices.queries import newest_choices
from clubscore.duplicate.results.practices.words import (
    ConventionInWords,
    convention_in_words,
    practice_name,
)
from scoring.contest.practices import PRACTICES
from scoring.contest.rules import ContestRules

HISTORY = 5  # choices


class ShownPractice(NamedTuple):
    """A federation's practice, with the conventions that are not the usual ones."""

    name: str
    differences: list[ConventionInWords]


class ShownChoice(NamedTuple):
    """A choice of the club, with the name of the practice."""

    choice: PracticeChoice
    name: str


def practice_context(form: PracticeForm) -> dict[str, object]:
    """The form, what the practices of the federations say, and the club's newest choices."""
    history = []
    for choice in newest_choices(HISTORY):
        history.append(ShownChoice(choice, practice_name(choice.practice)))
    return {"form": form, "practices": _practices(), "history": history}


def _practices() -> list[ShownPractice]:
    """The practices of the federations, each with the conventions in which it differs from the usual values."""
    usual = ContestRules().as_json()
    practices = []
    for practice, conventions in PRACTICES.items():
        differences = []
        for name, value in conventions.items():
            if value != usual[name]:
                differences.append(convention_in_words(name, value))
        practices.append(ShownPractice(practice_name(practice), differences))
    return practices
