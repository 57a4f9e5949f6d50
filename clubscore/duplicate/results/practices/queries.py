"""The practice that the club has chosen."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.duplicate.models import PracticeChoice
from scoring.contest.practices import OWN, PRACTICES, completed
from scoring.rules import Choice

USUAL = "wbf"
"""The practice of a club that has chosen none."""


class ClubPractice(NamedTuple):
    """A practice by its name, and the value of every convention."""

    name: str
    conventions: Mapping[str, Choice]


def current_practice() -> ClubPractice:
    """The practice that the club chose last; that of WBF and EBU if it has chosen none."""
    newest = PracticeChoice.objects.order_by("-pk").first()
    if newest is None:
        return ClubPractice(USUAL, PRACTICES[USUAL])
    return practice_chosen(newest)


def practice_chosen(choice: PracticeChoice) -> ClubPractice:
    """The practice of a choice. A convention that is younger than the choice has its usual value."""
    if choice.practice == OWN:
        return ClubPractice(OWN, completed(choice.conventions))
    return ClubPractice(choice.practice, PRACTICES[choice.practice])


def newest_choices(count: int) -> list[PracticeChoice]:
    """The newest `count` choices of the club, newest first, with the admins who made them."""
    choices = PracticeChoice.objects.select_related("chosen_by")
    return list(choices.order_by("-pk")[:count])
