"""Receivers that keep the cards of a set closed while a session still plays its boards."""

from collections.abc import Sequence

from django.dispatch import receiver
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import Results, all_results_of, results_of
from clubscore.duplicate.outcomes.sight import Viewer, may_see, moment_of, viewer_of
from clubscore.duplicate.session.loading import load, load_all
from clubscore.duplicate.session.state import SessionState
from clubscore.hands.models import DealSet
from clubscore.hands.services import SetRefused
from clubscore.hands.signals import due, looking, opening
from clubscore.members.models import Member


@receiver(looking)
def require_not_playing(*, deal_set: DealSet, by: Member, **signal: object) -> None:
    """Raises SetRefused if the member has a place in a session that plays the set and is not over."""
    for session in _unfinished(deal_set):
        if viewer_of(load(session.pk), by, directs=True).entry:
            words = _(
                "You play in %(session)s: let somebody make up the boards who does not."
            )
            raise SetRefused(words % {"session": session.name})


@receiver(opening)
def require_all_played(*, deal_set: DealSet, **signal: object) -> None:
    """Raises SetRefused while a session that plays the set has boards still to be played."""
    for session in _unfinished(deal_set):
        if not _is_played(load(session.pk), results_of(session.pk)):
            words = _(
                "Boards of %(session)s are still to be played: open the hands when all are recorded, or play is over."
            )
            raise SetRefused(words % {"session": session.name})


@receiver(due)
def held_until_all_is_played(
    *, deal_sets: Sequence[DealSet], **signal: object
) -> set[int]:
    """The ids of the given sets that stay closed, even if their opening time has come.

    A set stays closed while a session still has to play one of its boards.
    """
    sessions = Session.objects.open().filter(deal_set__in=deal_sets)
    playing = load_all(sessions.order_by("pk"))
    results = all_results_of([state.session.pk for state in playing])
    waiting: set[int] = set()
    for state in playing:
        session = state.session
        if session.deal_set_id and not _is_played(state, results[session.pk]):
            waiting.add(session.deal_set_id)
    return waiting


def _is_played(state: SessionState, results: Results) -> bool:
    """True if every member may see the results of all boards of the session, and therefore the cards."""
    return may_see(Viewer(None), None, moment_of(state, results))


def _unfinished(deal_set: DealSet) -> list[Session]:
    """The sessions with this set that are not over."""
    return list(deal_set.sessions.current().filter(ended_at=None).order_by("pk"))
