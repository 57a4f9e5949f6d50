"""Seats, and the results of cuts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from clubscore.database.prepared.queries import Prepared
from clubscore.members.models import Member
from clubscore.tables.cutting import Card, custom_of, order_of_cut
from clubscore.tables.models import Cut, Draw, Sitting, Table
from clubscore.tables.turn_words import reasons
from clubscore.tables.turns import FOUR, GoingOut, Played, Turns, in_a_row, turns, waits_since
from scoring import Seat

STAYS = 200  # the stays at tables that count as lately
SEATED_BY_ANOTHER = "seated_by_another"


@dataclass(frozen=True, slots=True)
class Seating:
    """The members at a table: in seats, or waiting to cut in."""

    seats: dict[Seat, Member]
    waiting: list[Member]
    brought: tuple[int, ...] = ()
    """Ids of those whom another has brought, and who have not confirmed it."""

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


def table_with(pk: int) -> Table:
    """The table with this id. Raises Table.DoesNotExist."""
    for table in _TABLES.of_one(pk):
        return table
    raise Table.DoesNotExist(f"There is no table {pk}.")


_TABLES = Prepared(lambda pks: Table.objects.filter(pk__in=pks))


def seating_from(sittings: list[Sitting]) -> Seating:
    """The seating that these present sittings of one table make."""
    return Seating(
        seats={Seat(sitting.seat): sitting.member for sitting in sittings if sitting.seat},
        waiting=[sitting.member for sitting in sittings if not sitting.seat],
        brought=tuple(sitting.member_id for sitting in sittings if sitting.is_unconfirmed),
    )


def seating_at(table: Table) -> Seating:
    return seating_from(_SITTINGS.of_one(table.pk))


_SITTINGS = Prepared(lambda tables: Sitting.objects.present().filter(table__in=tables))


def first_free_seat(table: Table) -> Seat | None:
    """The first seat in the order N E S W in which nobody sits; None at a full table, and while a rubber is on."""
    return None if table.is_playing else next(iter(seating_at(table).free_seats), None)


def sitting_in(table: Table, seat: Seat | None) -> Sitting | None:
    """The stay of the member in that seat."""
    return Sitting.objects.present().filter(table=table, seat=seat).first() if seat else None


def arrivals_at(table: Table) -> list[datetime]:
    """The times at which those who are at the table came there."""
    return list(Sitting.objects.filter(table=table, left_at=None).values_list("arrived_at", flat=True))


def is_seated_by_another() -> Exists:
    """A mark of sessions: whether another has brought the member to a table, and the member has not confirmed it."""
    return Exists(Sitting.objects.unconfirmed().filter(member=OuterRef("member_id")))


def came_lately() -> list[int]:
    """Ids of members who were at a table lately and are at none now, the latest first."""
    stays = list(Sitting.objects.order_by("-pk").values_list("member_id", "left_at")[:STAYS])
    at_a_table = {member for member, left_at in stays if left_at is None}
    return [member for member in dict.fromkeys(member for member, _ in stays) if member not in at_a_table]


def candidates_at(table: Table, played: Sequence[Played]) -> dict[Member, int]:
    """Everybody at the table in order of precedence, each with the rubbers just played in a row.

    `played` are the rubbers at the table this evening, the newest first; the people in them by the id of the record
    that stands for the person.
    """

    def person(member: Member) -> int:
        return member.merged_into_id or member.pk

    present = Sitting.objects.present().filter(table=table)
    ordered = sorted(present, key=lambda stay: waits_since(person(stay.member), stay.arrived_at, played))
    return {stay.member: in_a_row(person(stay.member), played) for stay in ordered}


def names_of(members: Iterable[Member]) -> dict[Member, str]:
    """First names or nicknames; the whole name where two are alike."""
    members = list(members)
    short = [member.short_name for member in members]
    return {member: member.name if short.count(member.short_name) > 1 else member.short_name for member in members}


class Drawn(NamedTuple):
    """A card, and who drew it: the name is that used at the table."""

    member: Member
    card: Card
    name: str


@dataclass(frozen=True)
class CutResult:
    """A cut as it came out; the cards of each drawing in the order of the cut."""

    cut: Cut
    candidates: dict[Member, int]
    """Everybody who was at the table, in order of precedence, with the rubbers just played in a row."""
    staying: list[Drawn]
    """The cut for who stays in; empty where there was none."""
    drawn: list[Drawn]
    """The cut for partners."""

    @cached_property
    def turns(self) -> Turns[Member]:
        return turns(self.candidates, GoingOut(self.cut.going_out))

    @cached_property
    def players(self) -> list[Member]:
        """The four, in the order of the cut."""
        return [drawn.member for drawn in self.drawn[:FOUR]]

    @property
    def dealer(self) -> Member:
        return self.players[0]

    @property
    def pairs(self) -> list[list[Drawn]]:
        """The two sides, the dealer's first."""
        return [self.drawn[:2], self.drawn[2:FOUR]]

    @property
    def drawn_out(self) -> list[Drawn]:
        """Where one cut decided everything: those who drew and wait."""
        return self.drawn[FOUR:]

    @cached_property
    def out(self) -> list[Member]:
        """Those who wait, in order of precedence."""
        return [member for member in self.candidates if member not in self.players]

    @property
    def reasons(self) -> list[str]:
        """Sentences that say who stays out, and why; none where all play."""
        custom, rule = custom_of(self.cut.system), GoingOut(self.cut.going_out)
        stayed = [member for member in self.turns.cuts if member in self.players]
        return reasons(self.turns, names_of(self.candidates), rule, custom, stayed)


def open_cut(table: Table) -> CutResult | None:
    """The cut for the rubber that comes; None when nobody has cut for it yet."""
    cut = table.cuts.filter(is_open=True).first()
    return cut_result(cut) if cut else None


def open_cut_id(table: Table) -> int | None:
    """The id of that cut, without its cards."""
    return table.cuts.filter(is_open=True).values_list("pk", flat=True).first()


def cut_result(cut: Cut) -> CutResult:
    candidates = {row.member: row.rubbers for row in cut.candidates.select_related("member").order_by("pk")}
    names, custom = names_of(candidates), custom_of(cut.system)
    cards: dict[str, dict[Member, Card]] = {decides: {} for decides in Draw.Decides.values}
    for draw in cut.draws.select_related("member"):
        cards[draw.decides][draw.member] = Card.of(draw.rank, draw.suit)
    staying, drawn = (
        [Drawn(who, cards[decides][who], names[who]) for who in order_of_cut(list(cards[decides].items()), custom)]
        for decides in (Draw.Decides.STAYING, Draw.Decides.PARTNERS)
    )
    return CutResult(cut, candidates, staying, drawn)


def first_dealer(result: CutResult | None, seating: Seating) -> Seat | None:
    """The seat of the first of the cut for the rubber that comes, if that member sits here now."""
    dealer = result.dealer if result else None
    return next((seat for seat, member in seating.seats.items() if member == dealer), None)
