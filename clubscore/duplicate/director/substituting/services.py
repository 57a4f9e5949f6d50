"""The service that puts a substitute at a place in some rounds."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.refusals import (
    doubts,
    holders_of,
    require_not_own_table,
    require_possible_rounds,
    require_suitable_member,
)
from clubscore.duplicate.models import Place, Session
from clubscore.duplicate.outcomes.published import require_not_final
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.session.contested import settle_replaced
from clubscore.duplicate.session.elsewhere import hold_members
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.access.sessions import forget_member
from clubscore.members.models import Member
from clubscore.refusals import Refused


def sit_in(
    *, session: Session, change: PlaceChange, by: Member, now: datetime
) -> Place:
    """Let a member play at a place in the rounds of a change, and return the new place.

    The member who had the place keeps it in the other rounds. A second call for the same rounds replaces the first.
    Raises Refused if the rounds, the place or the member do not fit, if there are doubts that the director has not
    confirmed, if the director would be replaced in rounds with results, or if the results are final or the session is
    cancelled. Raises PermissionDenied for members who do not direct.
    """
    with write_transaction():
        hold_members([change.member])
        state = hold(session)
        require_director(state.session, by)
        require_not_final(state.session, now)
        place = write_substitute(state=state, change=change, by=by, now=now)
        move(session_id=session.pk)
    return place


def write_substitute(
    *, state: SessionState, change: PlaceChange, by: Member, now: datetime
) -> Place:
    """Save a substitute in a locked session, in the caller's transaction, and return the new place.

    Raises Refused as `sit_in` does.
    """
    section = state.section(change.letter)
    if section is None:
        words = _("Nobody has number %(number)s.")
        raise Refused(words % {"number": change.number}, field="place")
    if change.last_round >= state.rounds:
        change = change._replace(to_round=None)
    require_possible_rounds(state, section, change)
    require_suitable_member(state, section, change, now)
    results = results_of(state.session.pk)
    require_not_own_table(state, section, change, results, by)
    if not change.is_sure:
        _require_no_doubts(state, section, change, results)
    place = _write(
        session=state.session, section=section, change=change, by=by, now=now
    )
    settle_replaced(session=state.session, by=by, now=now)
    forget_member(change.member.pk)
    return place


def _require_no_doubts(
    state: SessionState, section: SectionState, change: PlaceChange, results: Results
) -> None:
    """Raises Refused with all doubts about the substitute, if there are any."""
    if sentences := doubts(state, section, change, results):
        raise Refused(" ".join(sentences), field="is_sure")


def _write(
    *,
    session: Session,
    section: SectionState,
    change: PlaceChange,
    by: Member,
    now: datetime,
) -> Place:
    """Write the new place in the caller's transaction, and return it.

    A place of another member in the rounds of the change ends before them, and goes on after them as a new place.
    """
    rows: list[Place] = []

    def add(member: Member, first: int, last: int | None) -> None:
        left_at = None if last is None else now
        row = Place(
            session=session,
            entry=section.entries[change.number],
            member=member,
            seat=change.seat,
            from_round=first,
            to_round=last,
            seated_at=now,
            seated_by=by,
            left_at=left_at,
        )
        rows.append(row)

    add(change.member, change.from_round, change.to_round)
    for place in holders_of(section, change):
        if place.from_round > change.last_round or place.last_round < change.from_round:
            continue
        if place.last_round > change.last_round:
            add(place.member, int(change.last_round) + 1, place.to_round)
        place.to_round = max(change.from_round, place.from_round) - 1
        place.left_at = now
        place.save(update_fields=["to_round", "left_at"])
    for row in rows:
        row.save(force_insert=True)
    return rows[0]
