"""A desk: one member looking at a session or a board, and what this member may see, enter and decide there."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Publication, Session, Tablet
from clubscore.duplicate.outcomes import published
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.sight import (
    NOT_YET,
    SessionMoment,
    Viewer,
    is_concerned,
    may_see,
    moment_of,
    viewer_of,
)
from clubscore.duplicate.outcomes.unplayed import slot_to_rule
from clubscore.duplicate.session.laid import ended_words, lies_still
from clubscore.duplicate.session.lineup import (
    PLACES,
    boards_named,
    place_of,
    table_name,
)
from clubscore.duplicate.session.permissions import DIRECTORS_ONLY, may_direct
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import Side
from scoring.duplicate import correction_period


@dataclass(frozen=True)
class SessionDesk:
    """A session, the member who looks at the session, and the rights of this member there.

    Each property is computed once, on first use.
    """

    state: SessionState
    by: Member

    @property
    def session(self) -> Session:
        """The database row of the session at which the member looks."""
        return self.state.session

    @cached_property
    def directs(self) -> bool:
        """True if the member may direct this session: its director, a deputy, or an admin."""
        return may_direct(self.session, self.by)

    def require_director(self) -> None:
        """Raises PermissionDenied for a member who may not direct this session."""
        if not self.directs:
            raise PermissionDenied(DIRECTORS_ONLY)

    @cached_property
    def results(self) -> Results:
        """The results of all boards of the session."""
        return results_of(self.session.pk)

    @cached_property
    def viewer(self) -> Viewer:
        """The member as a Viewer, for the checks of what the member may see."""
        return viewer_of(self.state, self.by, directs=self.directs)

    @cached_property
    def moment(self) -> SessionMoment:
        """The progress of the session: `may_see` decides by it if the member may see a board."""
        return moment_of(self.state, self.results)

    def sees(self, board: int | None) -> bool:
        """True if the member may see the results of a board at all tables.

        If `board` is None, the question is about the ranking: True if the member may see it.
        """
        return may_see(self.viewer, board, self.moment)

    @cached_property
    def publication(self) -> Publication | None:
        """The newest publication of the session; None if nothing was published."""
        return published.newest_publication(self.session.pk)

    def is_final(self, now: datetime) -> bool:
        """True if the results were published, and their correction period is over."""
        return published.is_final(self.session, self.publication, now)

    def hears_requests(self, now: datetime, *, about_claim: bool = False) -> bool:
        """True while players may ask for a ruling: in play, and after it until the time of Law 92B is over.

        A question about a claim or a concession is also heard in the correction period (Laws 69B, 71 and 79C).
        """
        if not self.session.is_over:
            return self.session.is_in_play
        if self.session.is_cancelled:
            return False
        publication = self.publication
        if publication is None or now <= published.appeals_end(publication):
            return True
        return about_claim and not self.is_final(now)

    def moment_of_law(self, now: datetime) -> correction_period.Moment:
        """The Moment by which Law 79 judges a correction that is asked for at `now`, after play.

        The Moment says if `now` is in the correction period or after it.
        """
        return published.moment_of(self.session, self.publication, now)


@dataclass(frozen=True)
class BoardDesk:
    """A board at its table, the member who looks at it, and this member's rights.

    Each property is computed once, on first use.
    """

    whole: SessionDesk
    at: SlotState
    tablet: Tablet | None = None
    """The table's device on which the member acts; None if the member acts on their own device."""

    def with_results_read_again(self) -> "BoardDesk":
        """A copy of this desk that reads the results again.

        It is used after a refused write, because the results may have changed since this desk read them.
        """
        return BoardDesk(SessionDesk(self.state, self.by), self.at, self.tablet)

    @property
    def state(self) -> SessionState:
        """The SessionState of the session, as it was read for this desk."""
        return self.whole.state

    @property
    def session(self) -> Session:
        """The database row of the session at which the member looks."""
        return self.whole.session

    @property
    def slot(self) -> Slot:
        """The slot at which the member looks: a board at one table in one round."""
        return self.at.slot

    @property
    def by(self) -> Member:
        """The member who looks at the board."""
        return self.whole.by

    @cached_property
    def side(self) -> Side | None:
        """The side that the member plays at this table in this round; None for a member who does not play here."""
        return self.at.side_of(self.by)

    @cached_property
    def is_concerned(self) -> bool:
        """True if the member plays at this table, or for a team of this table, and so may decide nothing here."""
        return self.side is not None or is_concerned(self.at, self.by)

    @property
    def directs(self) -> bool:
        """True if the member may direct the session."""
        return self.whole.directs

    @cached_property
    def may_rule(self) -> bool:
        """True if the member directs and is not concerned."""
        return not self.is_concerned and self.directs

    @property
    def may_enter(self) -> bool:
        """True if the member enters results here: a player of this table, or a director who is not concerned."""
        return self.side is not None or self.may_rule

    @cached_property
    def sees_board(self) -> bool:
        """True if the member may see the board at all tables."""
        return self.whole.sees(self.slot.board)

    @cached_property
    def results(self) -> Results:
        """The results of this board at all tables, read when they are first asked for.

        A write that needs the results of no other board uses them, because they cost less than all results of the
        session.
        """
        return results_of(self.session.pk, board=self.slot.board)


def board_desk(
    whole: SessionDesk, slot: Slot, tablet: Tablet | None = None
) -> BoardDesk:
    """The desk of a member at a board that is played now or was played.

    `tablet` is the device of the table, if the member acts on it. Raises Refused if there is no such table, if the
    round has not begun, if the table does not play the board in this round, or if a side has no players.
    """
    return BoardDesk(whole, slot_in(whole.state, slot), tablet)


def desk_to_rule(whole: SessionDesk, slot: Slot) -> BoardDesk:
    """The desk of a member at a board on which a director may rule, even if the board is not played any more.

    Raises Refused for a slot on which no director may rule. The caller has to check that the member is a director.
    """
    return BoardDesk(whole, slot_to_rule(whole.state, slot))


def desk_to_look(
    state: SessionState, slot: Slot, by: Member, *, is_lost_too: bool = False
) -> BoardDesk:
    """The desk of a member who may look at a slot: one of its players, or a director who may see the board.

    With `is_lost_too`, the slot may be one that is not played any more: its players are those who lost the board.
    Raises Refused for a slot that was not played and is not played now, PermissionDenied for other members.
    """
    whole = SessionDesk(state, by)
    desk = desk_to_rule(whole, slot) if is_lost_too else board_desk(whole, slot)
    if desk.side or (desk.directs and desk.sees_board):
        return desk
    if desk.directs:
        raise PermissionDenied(NOT_YET)
    words = _("The results of a table are for those who sit there. %(expected)s")
    expected = expected_of(desk.state, desk.by, desk.slot.round)
    raise PermissionDenied(words % {"expected": expected})


def desk_to_enter(
    state: SessionState, slot: Slot, by: Member, tablet: Tablet | None = None
) -> BoardDesk:
    """The desk of a member who may enter or answer a result: a player of the slot, or a director.

    A director must not be concerned. Raises Refused for other members, and for a slot that was not played and is not
    played now. Also raises Refused for a `tablet` that is closed, that belongs to another table, whose pair has moved,
    or that is used after the round.
    """
    desk = board_desk(SessionDesk(state, by), slot, tablet)
    if not desk.may_enter:
        words = _("You do not play at table %(table)s in round %(round)s. %(expected)s")
        expected = expected_of(state, by, slot.round)
        raise Refused(
            words % {"table": desk.at.table, "round": slot.round, "expected": expected}
        )
    if tablet:
        require_tablet_of(desk, tablet)
    return desk


def require_tablet_of(desk: BoardDesk, tablet: Tablet) -> None:
    """Raises Refused if the member must not act on this device at the table of the desk.

    That is so if the device was closed, if it belongs to another table, if its pair has moved, or if the round is over.
    """
    here = (desk.at.section.section.pk, desk.slot.table)
    if tablet.closed_at or (tablet.section_id, tablet.table) != here:
        raise Refused(_("This device is not the tablet of this table."))
    if not lies_still(desk.state, tablet):
        raise Refused(ended_words(tablet))
    if not desk.at.round_is_on:
        raise Refused(
            _("This round is over: what is still open you answer on your own phones.")
        )


def expected_of(state: SessionState, by: Member, round: int) -> str:
    """A sentence that says where a member plays in a round, or that the member sits out or has no place."""
    held = state.held_in(by, round) or state.held_by(by)
    if held is None:
        return str(_("You have no place in this session."))
    section, own = held
    number, seat = own.entry.number, own.seat
    place, row = (
        place_of(section, number, round, seat),
        section.row_of(round, number, seat),
    )
    if place is None or row is None or not (row.is_played and own.covers(round)):
        return _("You sit out round %(round)s.") % {"round": round}
    table, line = place
    return _("You play at table %(table)s, %(line)s, boards %(boards)s.") % {
        "table": table_name(state, section, table),
        "line": PLACES[line],
        "boards": boards_named(state.boards_in(row)),
    }
