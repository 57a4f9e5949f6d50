"""Reads about tables: the members in seats, and the results of cuts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from clubscore.database.prepared.queries import Prepared
from clubscore.members.models import Member
from clubscore.tables.cutting import CutCard, custom_of, order_of_cut
from clubscore.tables.models import Cut, Draw, Sitting, Table
from clubscore.tables.turn_words import reasons
from clubscore.tables.turns import (
    FOUR,
    GoingOut,
    PlayedRubber,
    Turns,
    in_a_row,
    turns,
    waits_since,
)
from scoring import Seat

STAYS = 200  # the stays at tables that count as lately
SEATED_BY_ANOTHER = "seated_by_another"


@dataclass(frozen=True, slots=True)
class Seating:
    """The members at a table: `seats` are the members in seats, `waiting` the members who wait to cut in."""

    seats: dict[Seat, Member]
    waiting: list[Member]
    brought: tuple[int, ...] = ()
    """The ids of the members whom another member brought here, and who have not confirmed it yet."""

    @property
    def is_full(self) -> bool:
        return len(self.seats) == 4

    @property
    def places(self) -> list[tuple[Seat, Member | None]]:
        """The four seats in order N E S W, each with the member in it; None for a free seat."""
        return [(seat, self.seats.get(seat)) for seat in Seat]

    @property
    def who_sits_where(self) -> str:
        """The four seats with the ids of the members in them, as a page sends them back: `N12 E7 S3 W9`."""
        seats = [seat for seat in Seat if seat in self.seats]
        return " ".join(f"{seat}{self.seats[seat].pk}" for seat in seats)

    @property
    def free_seats(self) -> list[Seat]:
        return [seat for seat in Seat if seat not in self.seats]

    @property
    def members(self) -> list[Member]:
        return [*self.seats.values(), *self.waiting]


def table_with(pk: int) -> Table:
    """The table with this id. Raises Table.DoesNotExist if there is none."""
    for table in _TABLES.of_one(pk):
        return table
    raise Table.DoesNotExist(f"There is no table {pk}.")


_TABLES = Prepared(lambda pks: Table.objects.filter(pk__in=pks))


def seating_from(sittings: list[Sitting]) -> Seating:
    """The seating at one table, made from its present sittings."""
    return Seating(
        seats={
            Seat(sitting.seat): sitting.member for sitting in sittings if sitting.seat
        },
        waiting=[sitting.member for sitting in sittings if not sitting.seat],
        brought=tuple(
            sitting.member_id for sitting in sittings if sitting.is_unconfirmed
        ),
    )


def seating_at(table: Table) -> Seating:
    return seating_from(_SITTINGS.of_one(table.pk))


_SITTINGS = Prepared(lambda tables: Sitting.objects.present().filter(table__in=tables))


def first_free_seat(table: Table) -> Seat | None:
    """The first free seat in the order N E S W; None if the table is full or a rubber is in play."""
    if table.is_playing:
        return None
    return next(iter(seating_at(table).free_seats), None)


def sitting_in(table: Table, seat: Seat | None) -> Sitting | None:
    """The present sitting of the member in that seat; None if the seat is free or `seat` is None."""
    if not seat:
        return None
    return Sitting.objects.present().filter(table=table, seat=seat).first()


def is_at_a_table(member: Member) -> bool:
    """True if the person is at any table, under any record: in a seat, or waiting to cut in."""
    return Sitting.objects.present().of_person(member).exists()


def arrivals_at(table: Table) -> list[datetime]:
    """The times at which the members who are at the table arrived."""
    return list(
        Sitting.objects.filter(table=table, left_at=None).values_list(
            "arrived_at", flat=True
        )
    )


def is_seated_by_another() -> Exists:
    """An SQL condition: true for a sign-in session if somebody else has seated its member, who has not confirmed it."""
    return Exists(Sitting.objects.unconfirmed().filter(member=OuterRef("member_id")))


def came_lately() -> list[int]:
    """The ids of members who were at a table lately and are at none now, the latest arrival first."""
    stays = list(
        Sitting.objects.order_by("-pk").values_list("member_id", "left_at")[:STAYS]
    )
    at_a_table = {member for member, left_at in stays if left_at is None}
    came = dict.fromkeys(member for member, _ in stays)
    return [member for member in came if member not in at_a_table]


def waits_at(table: Table, played: Sequence[PlayedRubber]) -> dict[Member, datetime]:
    """Everybody at the table, in order of precedence, with the moment from which each waits for a seat.

    `played` are the rubbers played at the table this evening, the newest first. For a person whose records were
    merged, `played` has the id of the record that was kept.
    """
    since = {}
    for stay in Sitting.objects.present().filter(table=table):
        person = stay.member.person_id
        since[stay.member] = waits_since(person, stay.arrived_at, played)
    return dict(sorted(since.items(), key=lambda wait: wait[1]))


def candidates_of(
    members: Iterable[Member], played: Sequence[PlayedRubber]
) -> dict[Member, int]:
    """These members in the same order, with the number of rubbers each has just played in a row."""
    return {member: in_a_row(member.person_id, played) for member in members}


def names_of(members: Iterable[Member]) -> dict[Member, str]:
    """The short name of each member, as used at the table; the full name where two short names are equal."""
    members = list(members)
    counts = Counter(member.short_name for member in members)
    names = {}
    for member in members:
        is_unique = counts[member.short_name] == 1
        names[member] = member.short_name if is_unique else member.name
    return names


class DrawnCard(NamedTuple):
    """A card and the member who drew it; `name` is the name used at the table."""

    member: Member
    card: CutCard
    name: str


@dataclass(frozen=True)
class CutResult:
    """The result of a cut. Each list of cards is in the order of the cut."""

    cut: Cut
    candidates: dict[Member, int]
    """Everybody who was at the table, in order of precedence, with the number of rubbers each just played in a row."""
    staying: list[DrawnCard]
    """The cards that decided who plays on; empty if no cards were needed for it, or if one draw decided everything."""
    drawn: list[DrawnCard]
    """The cards that decided the partners; if one draw decided everything, also the cards of members who wait."""

    @cached_property
    def turns(self) -> Turns[Member]:
        return turns(self.candidates, GoingOut(self.cut.going_out))

    @cached_property
    def players(self) -> list[Member]:
        """The four players, in the order of the cut."""
        return [drawn.member for drawn in self.drawn[:FOUR]]

    @property
    def dealer(self) -> Member:
        return self.players[0]

    @property
    def pairs(self) -> list[list[DrawnCard]]:
        """The cards of the two sides, two cards each, the dealer's side first."""
        return [self.drawn[:2], self.drawn[2:FOUR]]

    @property
    def drawn_out(self) -> list[DrawnCard]:
        """The cards of the members who wait after one draw decided everything; else empty."""
        return self.drawn[FOUR:]

    @cached_property
    def out(self) -> list[Member]:
        """The members who wait, in order of precedence."""
        return [member for member in self.candidates if member not in self.players]

    @property
    def reasons(self) -> list[str]:
        """Sentences that say who comes in, who goes out and who waits, with the reasons; [] if everybody plays."""
        stayed = [member for member in self.turns.cuts if member in self.players]
        return reasons(
            self.turns,
            names_of(self.candidates),
            GoingOut(self.cut.going_out),
            custom_of(self.cut.system),
            stayed,
        )


def open_cut(table: Table) -> CutResult | None:
    """The result of the cut for the next rubber; None if nobody has cut for it yet."""
    cut = table.cuts.filter(is_open=True).first()
    return cut_result(cut) if cut else None


def open_cut_id(table: Table) -> int | None:
    """The id of the cut for the next rubber; None if nobody has cut for it yet."""
    return table.cuts.filter(is_open=True).values_list("pk", flat=True).first()


def cut_result(cut: Cut) -> CutResult:
    """The result of a cut, read from its rows in two queries."""
    rows = cut.candidates.select_related("member").order_by("pk")
    candidates = {row.member: row.rubbers for row in rows}
    names = names_of(candidates)
    custom = custom_of(cut.system)
    cards: dict[str, dict[Member, CutCard]] = {
        decides: {} for decides in Draw.Decides.values
    }
    for draw in cut.draws.select_related("member"):
        cards[draw.decides][draw.member] = CutCard.of(draw.rank, draw.suit)

    def in_order(decides: Draw.Decides) -> list[DrawnCard]:
        card_of = cards[decides]
        members = order_of_cut(list(card_of.items()), custom)
        return [DrawnCard(member, card_of[member], names[member]) for member in members]

    return CutResult(
        cut,
        candidates,
        staying=in_order(Draw.Decides.STAYING),
        drawn=in_order(Draw.Decides.PARTNERS),
    )


def first_dealer(result: CutResult | None, seating: Seating) -> Seat | None:
    """The seat of the member whom the cut lets deal first; None without a cut, or if that member is in no seat here."""
    if result is None:
        return None
    for seat, member in seating.seats.items():
        if member == result.dealer:
            return seat
    return None
