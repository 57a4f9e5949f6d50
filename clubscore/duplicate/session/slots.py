"""A slot: one board at one table in one round, and who sits there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import Play
from clubscore.duplicate.session.lineup import boards_named, table_name
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.refusals import Refused
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
"""By the word for an entry: why a board has no result."""
# Who of a pair sits North or East stands first.
_IN_A_PAIR = {
    "N": 0,
    "E": 0,
    "S": 1,
    "W": 1,
}


@dataclass(frozen=True)
class SlotState:
    """A slot of a session, with the four who sit there. Seats are those of the cards."""

    state: SessionState
    section: SectionState
    row: MovementRow
    slot: Slot

    @cached_property
    def players(self) -> Mapping[Seat, Member | None]:
        """The member who holds each hand; None where a place was not taken."""
        numbers = zip(
            Seat,
            (self.row.north, self.row.east, self.row.south, self.row.west),
            strict=True,
        )
        return {seat: self._sitting(number, seat) for seat, number in numbers}

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The names by which the four are called at the table."""
        return {
            seat: player.short_name if player else told(seat.word)
            for seat, player in self.players.items()
        }

    def side_of(self, member: Member) -> Side | None:
        """The side whose cards this person holds, under whichever record; None for who does not sit here."""
        for seat, player in self.players.items():
            if player and player.person_id == member.person_id:
                return seat.side
        return None

    def side_behind(self, member: Member) -> Side | None:
        """The side for which this person spoke: that where they sit, or had a place until another was put in for them.
        None for others, and for who has had a place on either side.
        """
        sides = {
            seat.side
            for seat, number in zip(
                Seat,
                (self.row.north, self.row.east, self.row.south, self.row.west),
                strict=True,
            )
            for place in self.section.places
            if (place.entry.number, place.member.person_id)
            == (number, member.person_id)
            and place.from_round <= self.slot.round
            and (self.section.form != "teams" or place.seat in seat.side)
        }
        return sides.pop() if len(sides) == 1 else None

    def of_side(self, side: Side) -> frozenset[int]:
        """The ids of who holds the cards of a side."""
        return self.section.persons_at(self.row, side)

    @property
    def sides(self) -> list[frozenset[int]]:
        """The ids of who holds the cards of North-South, and of East-West."""
        return [self.of_side(side) for side in Side]

    @property
    def round_is_on(self) -> bool:
        """Whether this is the round that is played: its players may still correct (Law 79A)."""
        return self.slot.round == self.state.round and self.state.session.is_in_play

    @property
    def address(self) -> str:
        """The address of its page."""
        return address_of("duplicate:slot", self.state.session.pk, self.slot)

    @property
    def where(self) -> str:
        """`table 3` or `table A3`."""
        return _("table %(table)s") % {"table": self.table}

    @property
    def table(self) -> str:
        """`3` or `A3`."""
        return table_name(self.state, self.section, self.slot.table)

    def _sitting(self, number: int | None, seat: Seat) -> Member | None:
        if number is None:
            return None
        there = self.section.players_in(number, self.slot.round)
        if self.section.form == "teams":
            there = self.section.players_at(self.row, seat.side)
        index = _IN_A_PAIR[seat] if len(there) > 1 else 0
        return there[index] if there else None


def slot_in(state: SessionState, slot: Slot) -> SlotState:
    """The slot of this name, if it is one that has been played or is. Raises Refused, saying what is expected."""
    section = state.section(slot.letter)
    row = section.row_at(slot.round, slot.table) if section else None
    if section is None or row is None:
        missing = {
            "table": f"{slot.letter}{slot.table}",
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
    found = SlotState(state, section, row, slot)
    boards = state.boards_in(row)
    here = {"board": slot.board, "table": found.table, "round": slot.round}
    if slot.board not in boards:
        words = _(
            "Board %(board)s is not one of yours: table %(table)s plays boards %(boards)s in round %(round)s. "
            "If you have it here, call the director."
        )
        raise Refused(words % (here | {"boards": boards_named(boards)}))
    if not (row.is_played and section.are_there(row.seated, slot.round)):
        raise Refused(_NOT_TWO[state.session.noun] % here)
    return found


def slots_of(state: SessionState) -> Iterator[tuple[Slot, MovementRow]]:
    """Every slot that the plan in force has, where two pairs meet who have both come by then."""
    for section, row in state.rows:
        for board in state.boards_in(row):
            yield Slot(section.letter, row.round, row.table, board), row


def hold_slot(at: SlotState) -> None:
    """Let nobody else enter or answer the result of a slot until the transaction ends: read it after this.

    A first result has no row to lock: of two the database takes one. On SQLite nobody else writes anyway.
    """
    if connection.vendor != "sqlite":
        _VERSIONS.find(
            at.section.section.pk, at.slot.round, at.slot.table, at.slot.board
        )


_VERSIONS: PreparedLookup[int] = PreparedLookup(
    lambda section, round, table, board: (
        Play.objects.select_for_update(no_key=True)
        .filter(section=section, round=round, table=table, board=board)
        .values_list("pk", flat=True)
    ),
    *map(Play._meta.get_field, ("section", "round", "table", "board")),
)


def times_at_table(at: SlotState) -> list[datetime]:
    """The moments at which results of this table were recorded in this round: none of a later one is before them."""
    return _TIMES.find(at.section.section.pk, at.slot.round, at.slot.table)


_TIMES: PreparedLookup[datetime] = PreparedLookup(
    lambda section, round, table: Play.objects.filter(
        section=section, round=round, table=table
    ).values_list("recorded_at", flat=True),
    *map(Play._meta.get_field, ("section", "round", "table")),
)
