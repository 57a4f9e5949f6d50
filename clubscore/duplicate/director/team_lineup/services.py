"""Services about teams of five and six: a line-up from a round on, and a member who joins."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.seating.services import MOST, require_free_members
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.refusals import (
    boards_twice,
    known,
    require_cards_unseen,
)
from clubscore.duplicate.director.substituting.stretch import Seats, Stretch, stretch_of
from clubscore.duplicate.models import WAITING, Entry, Place, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.elsewhere import hold_members
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import DIRECTORS_ONLY, may_direct
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.access.sessions import forget_member
from clubscore.members.models import Member
from clubscore.refusals import Refused


def line_up_team(
    *,
    session: Session,
    letter: str,
    number: int,
    seats: Seats,
    from_round: int,
    by: Member,
    now: datetime,
    is_sure: bool = False,
) -> int | None:
    """Let four members of a team play from a coming round on, while its other members wait.

    The line-up holds up to the round before the next change of the team's places. Returns the last round of the
    line-up; None for the end of the session. A director or a player of the team may call it. Raises Refused if there is
    no such team, if the session is over or cancelled, if the round has begun or does not exist, if a member is named
    twice, is not in the team, has looked at the cards, has one of the boards at another table, or may have seen results
    (unless a director confirms with `is_sure`), or if a player would replace a substitute whom the director has put in.
    Raises PermissionDenied for other members.
    """
    with write_transaction():
        state, section = _held(session, letter, number, by)
        if not state.round < from_round <= state.rounds:
            words = _(
                "A line-up is for rounds to come: choose round %(round)s or a later one."
            )
            raise Refused(words % {"round": state.round + 1}, field="from_round")
        stretch = stretch_of(section, number, from_round)
        _require_team_members(stretch, list(seats.values()))
        if not may_direct(state.session, by):
            _require_substitutes_kept(section, stretch, seats)
        last = stretch.last
        coming = []
        for seat, member in seats.items():
            change = PlaceChange(
                letter, number, seat, member, from_round, last, is_sure
            )
            if stretch.at(seat) != member:
                _require_no_board_twice(state, section, change)
            if member not in stretch.playing:
                coming.append(change)
        _require_nothing_known(state, section, coming, by)
        _place(state, section.entries[number], stretch, stretch.seated(seats), by, now)
        move(session_id=session.pk)
    return stretch.last


def join_team(
    *,
    session: Session,
    letter: str,
    number: int,
    member: Member,
    by: Member,
    now: datetime,
    is_sure: bool = False,
) -> Place:
    """Make a member the fifth or the sixth of a team, and return the place.

    The member waits until a line-up names them. A director or a player of the team may call it. Raises Refused if there
    is no such team, if it has six members, if the session is over or cancelled, or if the member has a place, has
    looked at the cards, or may have seen results (unless a director confirms with `is_sure`). Raises PermissionDenied
    for other members.
    """
    with write_transaction():
        hold_members([member])
        state, section = _held(session, letter, number, by)
        team = section.players[number]
        if len(team) >= MOST["team"]:
            raise Refused(_("A team has at most six players."), field="member")
        require_free_members(state, [member], now)
        from_round = state.round + 1
        halves = []
        for seat in ("N", "E"):
            change = PlaceChange(
                letter, number, seat, member, from_round, is_sure=is_sure
            )
            halves.append(change)
        _require_nothing_known(state, section, halves, by)
        taken = set()
        for part in section.places_of(number):
            if part.last_round >= from_round:
                taken.add(part.seat)
        place = Place.objects.create(
            session=state.session,
            entry=section.entries[number],
            member=member,
            seat=next(seat for seat in WAITING if seat not in taken),
            from_round=from_round,
            seated_at=now,
            seated_by=by,
        )
        forget_member(member.pk)
        move(session_id=session.pk)
    return place


def may_line_up(
    state: SessionState, section: SectionState, number: int, member: Member
) -> bool:
    """True if the member may name the line-up of a team: a player of the team, or a director."""
    for place in section.places_of(number):
        if state.is_held(place) and place.member.person_id == member.person_id:
            return True
    return may_direct(state.session, member)


def _held(
    session: Session, letter: str, number: int, by: Member
) -> tuple[SessionState, SectionState]:
    """The session, locked for writing, and the section of a team, for a member who may name the team's line-up.

    Raises Refused if there is no such team, or if the session is over or cancelled. Raises PermissionDenied for other
    members.
    """
    state = hold(session)
    section = state.section(letter)
    if section is None or number not in section.players or state.session.noun != "team":
        raise Refused(_("No team has number %(number)s.") % {"number": number})
    if not may_line_up(state, section, number, by):
        raise PermissionDenied(DIRECTORS_ONLY)
    if state.session.is_over:
        raise Refused(_("%(session)s is over.") % {"session": state.session.name})
    return state, section


def _require_team_members(stretch: Stretch, named: Sequence[Member]) -> None:
    """Raises Refused if a member is named twice, or is not in the team in these rounds."""
    for member in named:
        if named.count(member) > 1:
            raise Refused(_("%(name)s is named twice.") % {"name": member.name})
        if member not in stretch.team:
            words = _(
                "%(name)s is not of this team in round %(round)s: the director puts in a substitute."
            )
            raise Refused(words % {"name": member.name, "round": stretch.first})


def _require_substitutes_kept(
    section: SectionState, stretch: Stretch, seats: Seats
) -> None:
    """Raises Refused if the line-up would replace a substitute, who has the seat for some rounds only.

    The check is for players: a director may replace a substitute.
    """
    places = section.places_of(stretch.number)
    staying = {place.member for place in places if place.to_round is None}
    for seat, member in seats.items():
        holder = stretch.at(seat)
        if holder and holder not in staying and holder != member:
            words = _(
                "The director has put in %(name)s for round %(round)s: a director changes that."
            )
            raise Refused(words % {"name": holder.name, "round": stretch.first})


def _require_nothing_known(
    state: SessionState,
    section: SectionState,
    changes: Sequence[PlaceChange],
    by: Member,
) -> None:
    """Raises Refused if a new player has looked at the cards, or may have seen results of boards that they are to play.

    `changes` has the new players with their rounds. A director may overrule the second reason, if `is_sure` is set in
    the change.
    """
    results = results_of(state.session.pk)
    directs = may_direct(state.session, by)
    for change in changes:
        require_cards_unseen(state, change.member)
        sentences = list(known(state, section, change, results))
        if sentences and not directs:
            advice = _("Ask a director to write it down.")
            raise Refused(f"{sentences[0]} {advice}")
        if sentences and not change.is_sure:
            raise Refused(sentences[0], field="is_sure")


def _require_no_board_twice(
    state: SessionState, section: SectionState, change: PlaceChange
) -> None:
    """Raises Refused if the member would play a board at this seat that they also have at another table."""
    own = section.entries[change.number]
    others: list[tuple[SectionState, Place]] = []
    for other, place in state.had_by(change.member):
        parts = _around(place, change) if place.entry == own else [place]
        others += [(other, part) for part in parts]
    if twice := boards_twice(state, section, change, others, first=change.from_round):
        raise Refused(twice)


def _around(place: Place, change: PlaceChange) -> list[Place]:
    """The parts of a place before and after the rounds of a change, as Place objects that are not saved."""
    if place.from_round > change.last_round or place.last_round < change.from_round:
        return [place]
    same: dict[str, Any] = {"pk": place.pk, "entry": place.entry, "seat": place.seat}
    before = change.from_round - 1
    parts = [Place(from_round=place.from_round, to_round=before, **same)]
    if change.to_round is not None and place.last_round > change.to_round:
        after = change.to_round + 1
        parts.append(Place(from_round=after, to_round=place.to_round, **same))
    return parts


def _place(
    state: SessionState,
    entry: Entry,
    stretch: Stretch,
    placed: Seats,
    by: Member,
    now: datetime,
) -> None:
    """Write the places of a team for the rounds of a stretch, in the caller's transaction.

    `placed` has the member of each seat. If a member keeps a seat, the place is left as it is.
    """
    rows = []

    def add(place: Place, member: Member, first: int, last: int | None) -> None:
        left_at = None if last is None else now
        row = Place(
            session=state.session,
            entry=entry,
            member=member,
            seat=place.seat,
            from_round=first,
            to_round=last,
            seated_at=now,
            seated_by=by,
            left_at=left_at,
        )
        rows.append(row)

    for place in stretch.places:
        member = placed[place.seat]
        if member == place.member:
            continue
        add(place, member, stretch.first, stretch.last)
        if stretch.last is not None and place.last_round > stretch.last:
            add(place, place.member, stretch.last + 1, place.to_round)
        place.to_round, place.left_at = stretch.first - 1, now
        place.save(update_fields=["to_round", "left_at"])
    Place.objects.bulk_create(rows)
