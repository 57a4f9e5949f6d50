"""Seats, and the results of cuts."""

from dataclasses import dataclass
from datetime import datetime

from clubscore.members.models import Member
from clubscore.tables.cutting import Card, custom_of, order_of_cut
from clubscore.tables.models import Cut, Sitting, Table
from scoring import Seat

STAYS = 200  # the stays at tables that count as lately


@dataclass(frozen=True, slots=True)
class Seating:
    """The members at a table: in seats, or waiting to cut in."""

    seats: dict[Seat, Member]
    waiting: list[Member]

    @property
    def is_full(self) -> bool:
        return len(self.seats) == 4

    @property
    def places(self) -> list[tuple[Seat, Member | None]]:
        """The four seats in order N E S W, each with its member."""
        return [(seat, self.seats.get(seat)) for seat in Seat]

    @property
    def free_seats(self) -> list[Seat]:
        return [seat for seat in Seat if seat not in self.seats]

    @property
    def members(self) -> list[Member]:
        return [*self.seats.values(), *self.waiting]


def seating_from(sittings: list[Sitting]) -> Seating:
    """The seating that these present sittings of one table make."""
    return Seating(
        seats={Seat(sitting.seat): sitting.member for sitting in sittings if sitting.seat},
        waiting=[sitting.member for sitting in sittings if not sitting.seat],
    )


def seating_at(table: Table) -> Seating:
    return seating_from(list(Sitting.objects.present().filter(table=table)))


def came_lately() -> list[int]:
    """Ids of members who were at a table lately and are at none now, the latest first."""
    stays = list(Sitting.objects.order_by("-pk").values_list("member_id", "left_at")[:STAYS])
    at_a_table = {member for member, left_at in stays if left_at is None}
    return [member for member in dict.fromkeys(member for member, _ in stays) if member not in at_a_table]


@dataclass(frozen=True, slots=True)
class CutResult:
    """A cut with the members and their cards, in the order of the cut."""

    cut: Cut
    drawn: list[tuple[Member, Card]]

    @property
    def dealer(self) -> Member:
        return self.drawn[0][0]

    @property
    def partners(self) -> list[list[Member]]:
        order = [member for member, _ in self.drawn]
        return [order[:2], order[2:4]]

    @property
    def out(self) -> list[Member]:
        return [member for member, _ in self.drawn[4:]]


def latest_cut(table: Table) -> CutResult | None:
    cut = table.cuts.order_by("made_at", "pk").last()
    return cut_result(cut) if cut else None


def cut_result(cut: Cut) -> CutResult:
    drawn = [(draw.member, Card.of(draw.rank, draw.suit)) for draw in cut.draws.select_related("member")]
    cards = dict(drawn)
    return CutResult(cut, [(member, cards[member]) for member in order_of_cut(drawn, custom_of(cut.system))])


def first_dealer(table: Table, seating: Seating, *, since: datetime | None = None) -> Seat | None:
    """The seat of the first member of the table's latest cut, if that member sits here now.

    A cut counts for one rubber: `since` is when the last one began.
    """
    result = latest_cut(table)
    if result is None or (since and result.cut.made_at <= since):
        return None
    return next((seat for seat, member in seating.seats.items() if member == result.dealer), None)
