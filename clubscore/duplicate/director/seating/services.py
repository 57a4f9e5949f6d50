"""Services about entries: members take numbers, and free them before play begins."""

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.seating.queries import sets_of
from clubscore.duplicate.director.seating.seen import (
    moments_of_boards,
    seen_by,
    seen_sets,
)
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import WAITING, Entry, Place, Play, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.sight import Viewer
from clubscore.duplicate.session.contested import settle_replaced
from clubscore.duplicate.session.elsewhere import hold_members, require_not_elsewhere
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.lineup import boards_named
from clubscore.duplicate.session.permissions import DIRECTORS_ONLY, may_direct
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.access.sessions import forget_member
from clubscore.members.models import Member
from clubscore.refusals import Refused

SEATS = {"pair": "NS", "team": "NSEW", "player": "N"}
"""The seats that an entry fills when it plays, by the kind of entry: `pair`, `team` or `player`.

The first player of a pair, at `N`, sits North or East.
"""
MOST = {"pair": 2, "team": len("NSEW") + len(WAITING), "player": 1}
"""The most members that an entry may have, by the kind of entry: a team may have a fifth and a sixth, who wait."""


def seat(
    *, session: Session, taken: Sequence[Taken], by: Member, now: datetime
) -> SessionState:
    """Let members take numbers, all of them or none. Returns the state of the session as it was before.

    A member who does not direct seats only entries that they belong to. In a session in play the members play from the
    current round on; in a Swiss from the next round on, if a result of the current round is recorded or the next round
    is drawn. Raises Refused if a number is taken, withdrawn or not in the plan, if an entry has too few or too many
    members, if a member plays already, is named twice or was merged into another, if a member would get boards that
    they have had, or that everybody or an opponent may already have seen, if no round is left, if a member plays in
    another session in play, or if the session is over or cancelled. Raises PermissionDenied if a member who does not
    direct seats an entry of other members.
    """
    members: list[Member] = []
    for entry in taken:
        members += entry.members
    with write_transaction():
        hold_members(members)
        state = hold(session)
        if not may_direct(state.session, by):
            _require_own_entries(taken, by)
        if state.session.is_over:
            raise Refused(_("%(session)s is over.") % {"session": state.session.name})
        require_free_members(state, members, now)
        for entry in taken:
            first = _first_round(state, entry)
            take(state=state, taken=entry, from_round=first, by=by, now=now)
        move(session_id=session.pk)
    return state


def _require_own_entries(taken: Sequence[Taken], by: Member) -> None:
    """Raises PermissionDenied unless the member `by` belongs to every entry."""
    if not all(by in entry.members for entry in taken):
        raise PermissionDenied(DIRECTORS_ONLY)


def _first_round(state: SessionState, taken: Taken) -> int:
    """The first round of an entry that takes a number now: the current round, or the first before play.

    In a Swiss it is the next round if the current round has a result, if the next round is drawn, or if the current
    round has no place for the number. Otherwise the opponents would lose the points of their bye, and the entry would
    get points for coming. Raises Refused if the last round of a Swiss is on and the entry cannot play in it.
    """
    section = state.section(taken.letter)
    if not state.session.is_swiss or not state.round or section is None:
        return max(state.round, 1)
    row = section.row_of(state.round, taken.number)
    if row is not None and state.drawn == state.round:
        plays = Play.objects.filter(session=state.session, round=state.round)
        if not plays.exists():
            return state.round
    if state.round < state.rounds:
        return state.round + 1
    words = _("The last round is on: a pair that comes now has nobody to play.")
    if state.session.noun == "team":
        words = _("The last round is on: a team that comes now has nobody to play.")
    raise Refused(words)


def take(
    *, state: SessionState, taken: Taken, from_round: int, by: Member, now: datetime
) -> Entry:
    """Seat members at one number of a locked session, in the caller's transaction, and return the entry.

    Raises Refused if the number is taken, withdrawn or not in the plan, if there are too few or too many members, or if
    a member would get boards that they have had, or that everybody or an opponent may already have seen.
    """
    section = state.section(taken.letter)
    noun = state.session.noun
    seats = SEATS[noun]
    if not len(seats) <= len(taken.members) <= MOST[noun]:
        words = ngettext(
            "A number of this session is for %(players)s player, not for %(come)s.",
            "A number of this session is for %(players)s players, not for %(come)s.",
            len(seats),
        )
        values = {"players": len(seats), "come": len(taken.members)}
        raise Refused(words % values, field="number")
    number = {"number": taken.number}
    if section is None or taken.number not in section.movement.entries:
        words = _("There is no number %(number)s in this plan.")
        raise Refused(words % number, field="number")
    if taken.number in section.withdrawn:
        words = _("Number %(number)s went home: choose another, or let a late pair in.")
        raise Refused(words % number, field="number")
    if players := section.players.get(taken.number):
        names = pgettext("a list", " and ").join(member.name for member in players)
        words = _("Number %(number)s is taken by %(names)s: choose another.")
        raise Refused(words % {**number, "names": names}, field="number")
    _require_boards_not_had(state, section, taken, from_round)
    _require_boards_unseen(state, section, taken, from_round)
    entry = section.entries.get(taken.number) or Entry.objects.create(
        section=section.section, number=taken.number, entered_at=now, entered_by=by
    )
    Place.objects.bulk_create(
        Place(
            session=state.session,
            entry=entry,
            member=member,
            seat=seat,
            from_round=from_round,
            seated_at=now,
            seated_by=by,
        )
        for seat, member in zip(seats + WAITING, taken.members, strict=False)
    )
    for member in taken.members:
        forget_member(member.pk)
    return entry


def _require_boards_not_had(
    state: SessionState, section: SectionState, taken: Taken, from_round: int
) -> None:
    """Raises Refused if a member would get boards that they have had at another number in this session."""
    coming = [
        row
        for row in section.movement.from_round(from_round)
        if row.is_played and taken.number in row.seated
    ]
    for member in taken.members:
        had = sets_of(state, member)
        if again := next((row for row in coming if row.set in had), None):
            words = _(
                "%(name)s has had boards %(boards)s in round %(before)s already, and would get them again in round "
                "%(round)s: choose another way, or somebody else."
            )
            values = {
                "name": member.name,
                "boards": boards_named(state.boards_in(again)),
                "before": had[again.set],
                "round": again.round,
            }
            raise Refused(words % values, field="partner")


def _require_boards_unseen(
    state: SessionState, section: SectionState, taken: Taken, from_round: int
) -> None:
    """Raises Refused if an entry would play boards that everybody or the opponent may already have looked at."""
    if not state.round:
        return
    moments = moments_of_boards(state, results_of(state.session.pk))
    to_all = seen_by(state, Viewer(None), moments)
    seen = seen_sets(state, moments)[section.letter]
    for row in section.movement.from_round(from_round):
        others = [number for number in row.seated if number != taken.number]
        is_seated = taken.number in row.seated
        if not (is_seated and row.is_played and section.are_there(others, row.round)):
            continue
        words = ""
        if row.set in to_all:
            words = _(
                "Number %(number)s plays boards %(boards)s in round %(round)s, and anybody may see their results."
            )
        elif any((number, row.set) in seen for number in others):
            words = _(
                "Number %(number)s plays boards %(boards)s in round %(round)s against somebody who may see their "
                "results already."
            )
        if words:
            values = {
                "number": taken.number,
                "boards": boards_named(state.boards_in(row)),
                "round": row.round,
            }
            way_out = _("Choose another number.")
            if state.session.noun == "pair" and not state.session.is_swiss:
                way_out = _("Choose another number, or let them in as a late pair.")
            raise Refused(f"{words % values} {way_out}", field="number")


def require_free_members(
    state: SessionState, members: Sequence[Member], now: datetime
) -> None:
    """Raises Refused if a member has a place in the session, is named twice, or was merged into another member.

    Also raises Refused if a member plays in another session that is in play. A place counts also if it belongs to
    another record of the same person. The caller holds the members.
    """
    seen: set[int] = set()
    for member in members:
        if member.merged_into_id:
            words = _("%(name)s has another record now: choose that one.")
            raise Refused(words % {"name": member.name}, field="partner")
        if place := state.entry_of(member):
            _section, entry = place
            words = _("%(name)s plays as number %(number)s already.")
            values = {"name": member.name, "number": entry.number}
            raise Refused(words % values, field="partner")
        if member.pk in seen:
            words = _("%(name)s is named twice.")
            raise Refused(words % {"name": member.name}, field="partner")
        seen.add(member.pk)
    require_not_elsewhere(state, members, now)


def unseat(
    *, session: Session, letter: str, number: int, by: Member, now: datetime
) -> None:
    """Free a number before the session begins. `by` is a director, or a member who has the number.

    Raises Refused once the session has begun or is cancelled, and if nobody has the number. Raises PermissionDenied
    for other members.
    """
    with write_transaction():
        state = hold(session)
        section = state.section(letter)
        players = section.players.get(number, []) if section else []
        is_own = any(member.person_id == by.pk for member in players)
        if not may_direct(state.session, by) and not is_own:
            raise PermissionDenied(DIRECTORS_ONLY)
        if state.session.is_begun:
            raise Refused(_("Play has begun: whoever leaves now withdraws."))
        if section is None or not players:
            raise Refused(_("Nobody has number %(number)s.") % {"number": number})
        leave(section=section, number=number, last_round=0, by=by, now=now)
        settle_replaced(session=state.session, by=by, now=now)
        move(session_id=session.pk)


def leave(
    *, section: SectionState, number: int, last_round: int, by: Member, now: datetime
) -> None:
    """End the places of an entry after round `last_round`, in the caller's transaction.

    A place that begins after this round gets no rounds at all.
    """
    for place in section.places_of(number):
        if place.last_round > last_round:
            place.to_round = max(last_round, place.from_round - 1)
            place.left_at = now
            place.save(update_fields=["to_round", "left_at"])
