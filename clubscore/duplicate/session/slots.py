"""A slot: one board at one table in one round, and the players who sit there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import Place, Play
from clubscore.duplicate.session.lineup import boards_named, table_name
from clubscore.duplicate.session.state import (
    SectionState,
    SessionState,
    numbers_in,
)
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import near, not_before
from clubscore.web.templatetags.addresses import address_of
from scoring import Seat, Side
from scoring.movements.plan import MovementRow

_NO_PAIRS = gettext_lazy(
    "There are no two pairs at table %(table)s in round %(round)s: nobody plays board %(board)s."
)
_NOT_TWO = {
    "pair": _NO_PAIRS,
    "team": _NO_PAIRS,
    "player": gettext_lazy(
        "There are no two full sides at table %(table)s in round %(round)s: nobody plays board %(board)s."
    ),
}
"""The sentence that refuses a result because a side has no players, by the noun for an entry."""
# The place of a hand's player in the list of its pair.
_IN_A_PAIR = {
    "N": 0,
    "E": 0,
    "S": 1,
    "W": 1,
}


@dataclass(frozen=True)
class SlotState:
    """A slot of a session, with the four who sit there.

    A Seat stands for the hand that a player holds. If the boards are turned, the player sits in another chair.
    """

    state: SessionState
    section: SectionState
    row: MovementRow
    slot: Slot

    @cached_property
    def players(self) -> Mapping[Seat, Member | None]:
        """The member who holds each hand; None for a hand if nobody has taken the place."""
        numbers = zip(
            Seat,
            (self.row.north, self.row.east, self.row.south, self.row.west),
            strict=True,
        )
        return {seat: self._sitting(number, seat) for seat, number in numbers}

    @property
    def sides_with_numbers(self) -> list[Side]:
        """The sides of the row that have a number: a side that plays a lost board elsewhere has none."""
        numbers = {Side.NS: self.row.north, Side.EW: self.row.east}
        return [side for side, number in numbers.items() if number]

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The short name of the member who holds each hand.

        If nobody has taken the place, the name is the word for the seat, such as `North`.
        """
        return {
            seat: player.short_name if player else told(seat.word)
            for seat, player in self.players.items()
        }

    def pair(self, side: Side) -> str:
        """The two players of a side, such as `Anna & Ben`."""
        return " & ".join(self.names[seat] for seat in side.seats)

    @property
    def pairs(self) -> str:
        """The players of the two sides, such as `Anna & Ben against Cleo & Dan`."""
        words = _("%(ns)s against %(ew)s")
        return words % {"ns": self.pair(Side.NS), "ew": self.pair(Side.EW)}

    def side_of(self, member: Member) -> Side | None:
        """The side that the person behind a member record plays at this table; None if the person does not sit here."""
        for seat, player in self.players.items():
            if player and player.person_id == member.person_id:
                return seat.side
        return None

    def side_behind(self, member: Member) -> Side | None:
        """The side for which a member proposed or requested a result here, by the places that the member has or had.

        Places of this person that begin in a later round do not count. The answer is None for a member who has no place
        at this table, and for a member who has places on both sides.
        """
        sides: set[Side] = set()
        for place in self.section.places:
            if place.member.person_id != member.person_id:
                continue
            if place.from_round > self.slot.round:
                continue
            sides.update(self._sides_of(place))
        return sides.pop() if len(sides) == 1 else None

    def _sides_of(self, place: Place) -> Iterator[Side]:
        """Yield the sides of this table to which a place belongs.

        A place in a team belongs to the side of its half only.
        """
        for side in Side:
            is_half = self.section.form != "teams" or place.seat in side
            if is_half and place.entry.number in numbers_in(self.row, side):
                yield side

    def of_side(self, side: Side) -> frozenset[int]:
        """The ids of the persons who play a side."""
        return self.section.persons_at(self.row, side)

    @property
    def sides(self) -> list[frozenset[int]]:
        """The ids of the persons who play North-South, and of the persons who play East-West."""
        return [self.of_side(side) for side in Side]

    @property
    def round_is_on(self) -> bool:
        """True if this round is being played: its players may still correct a result (Law 79A)."""
        return self.slot.round == self.state.round and self.state.session.is_in_play

    @property
    def is_planned(self) -> bool:
        """True if the plan in force has the four at this table; False if a change of the plan has given them up."""
        return self.section.row_at(self.slot.round, self.slot.table) == self.row

    @property
    def address(self) -> str:
        """The address of the page of the slot."""
        return address_of("duplicate:slot", self.state.session.pk, self.slot)

    @property
    def where(self) -> str:
        """The table in words: `table 3` or `table A3`."""
        return _("table %(table)s") % {"table": self.table}

    @property
    def table(self) -> str:
        """The name of the table: `3` or `A3`."""
        return table_name(self.state, self.section, self.slot.table)

    def _sitting(self, number: int | None, seat: Seat) -> Member | None:
        """The member who holds the cards of a seat; None if nobody plays there.

        `number` is the number in that seat in the plan, or None.
        """
        if number is None:
            return None
        members = self.section.players_in(number, self.slot.round)
        if self.section.form == "teams":
            members = self.section.players_at(self.row, seat.side)
        if not members:
            return None
        if len(members) == 1:
            return members[0]
        return members[_IN_A_PAIR[seat]]


def slot_in(state: SessionState, slot: Slot) -> SlotState:
    """The SlotState of a slot that is played now or was played.

    Raises Refused if there is no such table, if the round has not begun, if the table does not play the board in this
    round, or if a side has no players.
    """
    section = state.section(slot.letter)
    row = section.row_at(slot.round, slot.table) if section else None
    if section is None or row is None:
        table = f"{slot.letter}{slot.table}"
        if section:
            table = table_name(state, section, slot.table)
        missing = {
            "table": table,
            "round": slot.round,
            "session": state.session.name,
        }
        raise Refused(
            _("There is no table %(table)s in round %(round)s of %(session)s.")
            % missing
        )
    if slot.round > state.round:
        words = _("Round %(round)s has not begun: play has not begun.")
        if state.round:
            words = _("Round %(round)s has not begun: round %(played)s is played.")
        raise Refused(words % {"round": slot.round, "played": state.round})
    slot_state = SlotState(state, section, row, slot)
    boards = state.boards_in(row)
    here = {"board": slot.board, "table": slot_state.table, "round": slot.round}
    if slot.board not in boards:
        words = _(
            "Board %(board)s is not one of yours: table %(table)s plays boards %(boards)s in round %(round)s. "
            "If you have it here, call the director."
        )
        raise Refused(words % (here | {"boards": boards_named(boards)}))
    if not section.both_are_there(row):
        raise Refused(_NOT_TWO[state.session.noun] % here)
    return slot_state


def slots_of(state: SessionState) -> Iterator[tuple[Slot, MovementRow]]:
    """Yield each slot of the plan in force, with its row, if both sides have players."""
    for section, row in state.rows:
        for board in state.boards_in(row):
            yield Slot(section.letter, row.round, row.table, board), row


def hold_slot(at: SlotState) -> None:
    """Lock the result of a slot until the transaction ends. The caller reads the result after this call.

    Before the first result there is no row to lock. If two writers both send a first result, the database refuses the
    second. SQLite has one writer at a time and needs no lock.
    """
    if connection.vendor != "sqlite":
        _VERSIONS.find(
            at.section.section.pk, at.slot.round, at.slot.table, at.slot.board
        )


def hold_to_enter(at: SlotState, now: datetime) -> datetime:
    """Lock the result of a slot, and return the moment of an entry there: `now`, or later if the clock was set back."""
    hold_slot(at)
    begun_at = at.state.starts[at.slot.round].at
    return not_before(now, *near(now, begun_at, *times_at_table(at)))


_VERSIONS: PreparedLookup[int] = PreparedLookup(
    lambda section, round, table, board: (
        Play.objects.select_for_update(no_key=True)
        .filter(section=section, round=round, table=table, board=board)
        .values_list("pk", flat=True)
    ),
    *map(Play._meta.get_field, ("section", "round", "table", "board")),
)


def times_at_table(at: SlotState) -> list[datetime]:
    """The times at which results of this table in this round were recorded, one for each version, in no order."""
    return _TIMES.find(at.section.section.pk, at.slot.round, at.slot.table)


_TIMES: PreparedLookup[datetime] = PreparedLookup(
    lambda section, round, table: Play.objects.filter(
        section=section, round=round, table=table
    ).values_list("recorded_at", flat=True),
    *map(Play._meta.get_field, ("section", "round", "table")),
)
