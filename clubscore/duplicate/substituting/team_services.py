"""Writes about teams of five and six: who of them plays from a round on, and who joins."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.duplicate.holding import hold, move
from clubscore.duplicate.models import WAITING, Place, Session
from clubscore.duplicate.permissions import DIRECTORS_ONLY, may_direct
from clubscore.duplicate.seating.services import MOST, refuse_who_plays
from clubscore.duplicate.state import SectionState, SessionState
from clubscore.duplicate.substituting.change import Change
from clubscore.duplicate.substituting.refusals import boards_twice
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.write_lock import write_transaction

Seats = Mapping[str, Member]
"""Who sits at which seat, `N`, `S`, `E` and `W`."""


def line_up_team(
    *, session: Session, letter: str, number: int, seats: Seats, from_round: int, by: Member, now: datetime
) -> None:
    """Let four of a team play from a round on, which has not begun; the others of it wait.

    By a director, or by one of the team. Raises Refused for a round that is played already, for somebody who is named
    twice or is not of the team, and for who has one of the boards at the other table; PermissionDenied.
    """
    with write_transaction():
        state, section = _held(session, letter, number, by)
        if not state.round < from_round <= state.rounds:
            words = _("A line-up is for rounds to come: choose round %(round)s or a later one.")
            raise Refused(words % {"round": state.round + 1}, field="from_round")
        team, named = section.players[number], list(seats.values())
        for member in named:
            if named.count(member) > 1:
                raise Refused(_("%(name)s is named twice.") % {"name": member.name})
            if member not in team:
                words = _("%(name)s is not of this team: the director puts in a substitute.")
                raise Refused(words % {"name": member.name})
        waiting = [member for member in team if member not in named]
        placed = {**seats, **dict(zip(WAITING, waiting, strict=False))}
        for seat, member in seats.items():
            _refuse_boards(state, section, Change(letter, number, seat, member, from_round))
        _place(state, section, number, placed, from_round, by, now)
        move(session_id=session.pk)


def join_team(*, session: Session, letter: str, number: int, member: Member, by: Member, now: datetime) -> Place:
    """Make somebody the fifth or the sixth of a team, who waits until the line-up has them.

    By a director, or by one of the team. Raises Refused for a team of six, and for who has a place; PermissionDenied.
    """
    with write_transaction():
        state, section = _held(session, letter, number, by)
        team = section.players[number]
        if len(team) >= MOST["team"]:
            raise Refused(_("A team has at most six players."), field="member")
        refuse_who_plays(state, [member])
        taken = {place.seat for place in section.places_of(number) if place.to_round is None}
        place = Place.objects.create(
            session=state.session,
            entry=section.entries[number],
            member=member,
            seat=next(seat for seat in WAITING if seat not in taken),
            from_round=state.round + 1,
            seated_at=now,
            seated_by=by,
        )
        move(session_id=session.pk)
    return place


def may_line_up(state: SessionState, section: SectionState, number: int, member: Member) -> bool:
    """Whether a member names the line-up of a team: one of it, or who directs."""
    own = member.person_id in {each.person_id for each in section.players.get(number, ())}
    return own or may_direct(state.session, member)


def _held(session: Session, letter: str, number: int, by: Member) -> tuple[SessionState, SectionState]:
    """The session, held, with the section of a team, for who may name its line-up. Raises Refused, PermissionDenied."""
    state = hold(session)
    section = state.section(letter)
    if section is None or number not in section.players or state.session.noun != "team":
        raise Refused(_("No team has number %(number)s.") % {"number": number})
    if not may_line_up(state, section, number, by):
        raise PermissionDenied(DIRECTORS_ONLY)
    if state.session.is_over:
        raise Refused(_("%(session)s is over.") % {"session": state.session.name})
    return state, section


def _refuse_boards(state: SessionState, section: SectionState, change: Change) -> None:
    """Raises Refused for who has had, at another table, a board that this seat is still to play."""
    before = [each for each in state.had_by(change.member) if each[1].from_round < change.from_round]
    ended = [(other, _until(place, change.from_round - 1)) for other, place in before]
    if found := boards_twice(state, section, change, ended, first=change.from_round):
        raise Refused(found)


def _until(place: Place, last: int) -> Place:
    """The place as it is when it ends with a round, on paper."""
    end = int(min(place.last_round, last))
    return Place(pk=place.pk, entry=place.entry, seat=place.seat, from_round=place.from_round, to_round=end)


def _place(
    state: SessionState,
    section: SectionState,
    number: int,
    placed: Mapping[str, Member],
    from_round: int,
    by: Member,
    now: datetime,
) -> None:
    """Write the rows, in the caller's transaction: who stays where they are keeps theirs."""
    stays = set()
    for place in section.places_of(number):
        is_kept = placed.get(place.seat) == place.member and place.to_round is None and place.from_round <= from_round
        if is_kept:
            stays.add(place.seat)
        elif place.last_round >= from_round:
            place.to_round, place.left_at = max(from_round, place.from_round) - 1, now
            place.save(update_fields=["to_round", "left_at"])
    Place.objects.bulk_create(
        Place(
            session=state.session,
            entry=section.entries[number],
            member=member,
            seat=seat,
            from_round=from_round,
            seated_at=now,
            seated_by=by,
        )
        for seat, member in placed.items()
        if seat not in stays
    )
