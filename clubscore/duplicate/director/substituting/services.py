"""The write about substitutes: somebody sits at a place in some rounds."""

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
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState
from clubscore.members.models import Member
from clubscore.refusals import Refused


def sit_in(
    *, session: Session, change: PlaceChange, by: Member, now: datetime
) -> Place:
    """Let a member play at a place from a round on, or in some rounds. The member before keeps the other rounds.

    A second call for the same rounds corrects the first: the newest row counts. Raises Refused for rounds, places and
    members that do not fit, for consequences that the director has not confirmed, for results of the director's own
    table, and once the results are final. Raises PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        require_not_final(state.session, now)
        section = state.section(change.letter)
        if section is None:
            raise Refused(
                _("Nobody has number %(number)s.") % {"number": change.number},
                field="place",
            )
        if change.last_round >= state.rounds:
            change = change._replace(to_round=None)
        require_possible_rounds(state, section, change)
        require_suitable_member(state, section, change)
        results = results_of(session.pk)
        require_not_own_table(state, section, change, results, by)
        if not change.is_sure and (said := doubts(state, section, change, results)):
            raise Refused(" ".join(said), field="is_sure")
        place = _write(
            session=state.session, section=section, change=change, by=by, now=now
        )
        move(session_id=session.pk)
    return place


def _write(
    *,
    session: Session,
    section: SectionState,
    change: PlaceChange,
    by: Member,
    now: datetime,
) -> Place:
    """Write the rows, in the caller's transaction: what stood in these rounds ends before them, and goes on after."""
    holders, entry = holders_of(section, change), section.entries[change.number]
    rows = [
        Place(
            member=change.member, from_round=change.from_round, to_round=change.to_round
        )
    ]
    for place in holders:
        if (
            place.from_round <= change.last_round
            and place.last_round >= change.from_round
        ):
            if place.last_round > change.last_round:
                after = int(change.last_round) + 1
                rows.append(
                    Place(
                        member=place.member, from_round=after, to_round=place.to_round
                    )
                )
            place.to_round, place.left_at = (
                max(change.from_round, place.from_round) - 1,
                now,
            )
            place.save(update_fields=["to_round", "left_at"])
    for row in rows:
        row.session, row.entry, row.seat, row.seated_at, row.seated_by = (
            session,
            entry,
            change.seat,
            now,
            by,
        )
        row.left_at = None if row.to_round is None else now
        row.save(force_insert=True)
    return rows[0]
