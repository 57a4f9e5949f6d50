"""Refusals of the session that plays a set of boards, wherever somebody looks at the cards or opens them."""

from django.dispatch import receiver

from clubscore.duplicate.loading import load
from clubscore.duplicate.models import Session
from clubscore.duplicate.results import results_of
from clubscore.duplicate.sight import Viewer, may_see, moment_of, viewer_of
from clubscore.hands.models import DealSet
from clubscore.hands.services import SetRefused
from clubscore.hands.signals import looking, opening
from clubscore.members.models import Member


@receiver(looking)
def refuse_who_plays(*, deal_set: DealSet, by: Member, **signal: object) -> None:
    """Raises SetRefused for who plays the boards in a session that is not over."""
    for session in _unfinished(deal_set):
        if viewer_of(load(session.pk), by).entry:
            raise SetRefused(f"You play in {session.name}: let somebody make up the boards who does not.")


@receiver(opening)
def refuse_before_all_is_played(*, deal_set: DealSet, **signal: object) -> None:
    """Raises SetRefused while a board is still to be played."""
    for session in _unfinished(deal_set):
        state = load(session.pk)
        if not may_see(Viewer(None), None, moment_of(state, results_of(session.pk))):
            raise SetRefused(
                f"Boards of {session.name} are still to be played: "
                "open the hands when all are recorded, or play is over."
            )


def _unfinished(deal_set: DealSet) -> list[Session]:
    return list(deal_set.sessions.current().filter(ended_at=None).order_by("pk"))
