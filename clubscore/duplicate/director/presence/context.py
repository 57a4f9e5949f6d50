"""The template context of the page with the words of members who are not there."""

from dataclasses import dataclass

from clubscore.duplicate.director.presence.forms import FoundThereForm
from clubscore.duplicate.director.presence.judges import Judges, judges_of
from clubscore.duplicate.director.presence.queries import presences_of
from clubscore.duplicate.models import Presence
from clubscore.duplicate.session.contested import number_of, places_of
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member


@dataclass(frozen=True, slots=True)
class ShownPresence:
    """A word "I am not there" as the page shows it, and what the viewer may do about it."""

    row: Presence
    number: str
    seated_by: tuple[str, ...]
    """The names of those who seated the member."""
    judges: Judges | None
    """The members who may decide; None once it is settled."""
    may_decide: bool
    is_own: bool


def presences_context(state: SessionState, viewer: Member) -> dict[str, object]:
    """The context of the page: the words of a session, the newest first."""
    shown = [_shown(state, row, viewer) for row in presences_of(state.session.pk)]
    return {
        "session": state.session,
        "presences": shown,
        "may_direct": may_direct(state.session, viewer),
        "form": FoundThereForm(),
    }


def _shown(state: SessionState, row: Presence, viewer: Member) -> ShownPresence:
    judges = judges_of(state, row.member) if row.is_open else None
    places = places_of(state.session, row.member)
    names = dict.fromkeys(place.seated_by.name for place in places)
    return ShownPresence(
        row,
        number_of(state, row.member),
        tuple(names),
        judges,
        may_decide=judges is not None and judges.include(viewer),
        is_own=row.is_open and row.member.person_id == viewer.person_id,
    )
