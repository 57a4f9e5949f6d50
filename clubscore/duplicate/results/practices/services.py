"""The write of the club's practice."""

from collections.abc import Mapping
from datetime import datetime

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import PracticeChoice
from clubscore.duplicate.results.practices.queries import (
    ClubPractice,
    current_practice,
)
from clubscore.languages.spoken import refusal_told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.contest.practices import OWN, completed, conventions_of
from scoring.errors import InvalidRules
from scoring.rules import Choice


def choose_practice(
    *, practice: str, conventions: Mapping[str, Choice], by: Member, now: datetime
) -> None:
    """Choose the practice of the sessions that are opened from now on. A choice that changes nothing is not written.

    `conventions` count only for `own`, the club's own practice; a convention that is left out has its usual value.
    Raises Refused for a practice or a convention that does not exist.
    """
    with write_transaction():
        chosen = _checked(practice, conventions)
        if chosen == current_practice():
            return
        own = {}
        if chosen.name == OWN:
            own = dict(chosen.conventions)
        PracticeChoice.objects.create(
            practice=chosen.name, conventions=own, chosen_by=by, chosen_at=now
        )


def _checked(practice: str, conventions: Mapping[str, Choice]) -> ClubPractice:
    """The practice with the value of every convention. Raises Refused for what does not exist."""
    try:
        if practice != OWN:
            return ClubPractice(practice, conventions_of(practice))
        return ClubPractice(OWN, completed(conventions))
    except InvalidRules as refusal:
        raise Refused(refusal_told(refusal), field="practice") from refusal
