"""Reads for the room. The number of queries does not grow with the number of tables."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from clubscore.calendar import beginning_of, end_of, evening_of
from clubscore.contracts.models import FACT_COLUMNS
from clubscore.database.prepared.queries import Prepared, PreparedLookup
from clubscore.members.models import Member
from clubscore.members.queries import records_of, records_of_person
from clubscore.room.cards import TableCard
from clubscore.rubbers.models import (
    Deal,
    HouseRules,
    NetAgreement,
    NotThere,
    Rubber,
    RubberSeat,
)
from clubscore.rubbers.rubber.loading import by_rubber
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.tables.models import Sitting, Table
from clubscore.tables.queries import seating_from
from clubscore.tables.turns import GoingOut, PlayedRubber

NAMES = ("member__name", "member__nickname")  # of people, a card shows these


@dataclass(frozen=True, slots=True)
class Room:
    """The cards of all tables in use, and `waiting`, the members who wait to cut in at tables that are not free."""

    cards: list[TableCard]
    waiting: list[Member]
    unagreed: Sequence[Rubber] = ()
    """The rubbers that are over and wait for the agreement of the reader, at whatever table."""

    @property
    def in_play(self) -> int:
        return sum(card.in_play for card in self.cards)

    @property
    def brought(self) -> list[int]:
        """The ids of the members whom another member brought to a table, and who have not confirmed it."""
        return [member for card in self.cards for member in card.seating.brought]

    @property
    def moves(self) -> str:
        """The revision of each table: a page sees by it that something has changed at one of them."""
        return " ".join(
            f"table-card-{card.table.pk}:{card.table.revision}" for card in self.cards
        )

    @property
    def here(self) -> int:
        return sum(len(card.seating.members) for card in self.cards)


def the_room(embargo: Embargo = Embargo.NONE, reader: Member | None = None) -> Room:
    """The cards of all tables in use, as they are now, without the deals that the embargo hides.

    With `reader` the room also has the rubbers that wait for the agreement of this member. Takes five queries, or three
    if there is no rubber to show.
    """
    sittings: dict[int, list[Sitting]] = defaultdict(list)
    for sitting in _SITTINGS.find():
        sittings[sitting.table_id].append(sitting)
    found = _RUBBERS_WITH_OWN.find(reader.person_id) if reader else _RUBBERS.find()
    rubbers = {rubber.table_id: rubber for rubber in _having("is_shown", found)}
    pks = [rubber.pk for rubber in rubbers.values()]
    places = by_rubber(_PLACES.of(pks))
    versions = by_rubber(_VERSIONS.of(pks))
    cards = []
    for table in _TABLES.find():
        rubber = rubbers.get(table.pk)
        pk = rubber.pk if rubber else 0
        card = TableCard(
            table=table,
            seating=seating_from(sittings[table.pk]),
            rubber=rubber,
            places=tuple(places[pk]),
            versions=tuple(versions[pk]),
            embargo=embargo,
        )
        cards.append(card)
    waiting = [
        member for card in cards if not card.free for member in card.seating.waiting
    ]
    return Room(cards, waiting, _having("waits_for_reader", found))


def _having(name: str, rubbers: Iterable[Rubber]) -> list[Rubber]:
    """The rubbers for which the annotation of this name is true."""
    return [rubber for rubber in rubbers if getattr(rubber, name)]


def _rubbers_to_show() -> QuerySet[Rubber]:
    """The newest rubber of each table in use, if it is in play or somebody is at the table."""
    sits = Exists(Sitting.objects.filter(table=OuterRef("table"), left_at=None))
    return (
        Rubber.objects.newest_of(Table.objects.in_use())
        .filter(Q(ended_at=None) | sits)
        .annotate(is_shown=Value(True), waits_for_reader=Value(False))
    )


def _rubbers_with_own(person: int) -> QuerySet[Rubber]:
    """The rubbers to show, and those that wait for the agreement of this person, given by id."""
    records = records_of_person(person)
    newest = Deal.objects.filter(rubber=OuterRef("pk")).order_by("-pk").values("pk")
    plays = RubberSeat.objects.filter(
        rubber=OuterRef("pk"), member__in=records, until=None
    )
    has_agreed = NetAgreement.objects.filter(
        rubber=OuterRef("pk"),
        member__in=records,
        newest=Subquery(newest[:1]),
        cleared_by=None,
    )
    unagreed = Rubber.objects.unagreed().counting()
    waiting = Q(pk__in=unagreed.filter(Exists(plays), ~Exists(has_agreed)).values("pk"))
    shown = Q(pk__in=_rubbers_to_show().values("pk"))
    return (
        Rubber.objects.filter(shown | waiting)
        .annotate(is_shown=shown, waits_for_reader=waiting)
        .select_related("table")
        .order_by("pk")
    )


_TABLES = PreparedLookup(
    lambda: Table.objects.in_use().only("name", "system", "is_playing", "revision")
)
_SITTINGS = PreparedLookup(
    lambda: (
        Sitting.objects.present()
        .filter(table__closed_at=None)
        .only("table", "seat", "seated_by", "confirmed_at", *NAMES)
    )
)
_RUBBERS = PreparedLookup(_rubbers_to_show)
_RUBBERS_WITH_OWN = PreparedLookup(_rubbers_with_own, Member._meta.get_field("id"))
_PLACES = Prepared(
    lambda pks: (
        RubberSeat.objects.filter(rubber__in=pks)
        .select_related("member")
        .only("rubber", "seat", "until", *NAMES)
        .order_by("pk")
    )
)
_VERSIONS = Prepared(
    lambda pks: (
        Deal.objects.filter(rubber__in=pks)
        .only(
            "rubber",
            "number",
            "version",
            "is_struck",
            "is_undone",
            "recorded_at",
            *FACT_COLUMNS,
        )
        .order_by("pk")
    )
)


@dataclass(frozen=True, slots=True)
class SeatNotice:
    """The notice for a member whom another member, `seated_by`, brought to a table."""

    table: Table
    seat: str
    """The letter of the member's seat; empty while the member waits to cut in."""
    seated_by: Member
    says_not_there: bool
    """True if the member has an open report "I am not there" in a rubber at this table that is not agreed."""


def seat_notice_for(member: Member) -> SeatNotice | None:
    """The notice for a member whom another member has seated; None if there is none, or if the member has confirmed it.

    Takes one query.
    """
    said = NotThere.objects.filter(
        rubber__table=OuterRef("table"),
        rubber__agreed_at=None,
        member=OuterRef("member"),
        closed_at=None,
    )
    sittings = (
        Sitting.objects.unconfirmed()
        .filter(member=member)
        .select_related("table", "seated_by")
    )
    for sitting in sittings.annotate(says_not_there=Exists(said)):
        return SeatNotice(
            sitting.table, sitting.seat, sitting.seated_by, sitting.says_not_there
        )
    return None


def brought_to(member: Member, table: Table) -> Sitting | None:
    """The member's newest stay at this table that began because another member brought the member; None without one.

    The stay may be over.
    """
    return (
        Sitting.objects.filter(table=table, member=member, seated_by__isnull=False)
        .order_by("pk")
        .last()
    )


def unagreed_since(stay: Sitting) -> list[Rubber]:
    """Rubbers at the table, in play or over, that the member joined since this stay began and that are not agreed.

    Rubbers that the member has left to a substitute are not among them. Their rows are locked in order of their ids.
    Call this before anything else is locked.
    """
    seats = RubberSeat.objects.filter(
        member__in=records_of(stay.member),
        until=None,
        since__gte=stay.arrived_at,
        rubber__table=stay.table_id,
    )
    waiting = Rubber.objects.filter(pk__in=seats.values("rubber"), agreed_at=None)
    return list(waiting.select_for_update(no_key=True).order_by("pk"))


def evening_so_far(table: Table, now: datetime) -> tuple[list[PlayedRubber], GoingOut]:
    """The rubbers played at the table on the evening of this time, and the house rule about going out."""
    return played_at(table, evening_of(now)), GoingOut(HouseRules.current().going_out)


def played_at(table: Table, evening: date) -> list[PlayedRubber]:
    """The rubbers played at the table on that evening, newest first, each with the players at its beginning.

    A rubber that began later than that evening was written by a wrong clock and does not count. A rubber without a deal
    that was played, such as one of passed-out deals alone, does not count either, nor does one that was voided. Takes
    one query.
    """
    newer = Deal.objects.filter(
        rubber=OuterRef("rubber"),
        number=OuterRef("number"),
        version__gt=OuterRef("version"),
    )
    on_sheet = Deal.objects.filter(~Exists(newer), is_struck=False)
    bid = on_sheet.filter(rubber=OuterRef("rubber"), level__isnull=False)
    began = RubberSeat.objects.on_sheet().filter(
        Exists(bid),
        rubber__table=table,
        rubber__voided_at=None,
        rubber__started_at__gte=beginning_of(evening),
        rubber__started_at__lt=end_of(evening),
        since=F("rubber__started_at"),
    )
    people = began.annotate(person=Coalesce("member__merged_into", "member")).order_by(
        "-rubber"
    )
    rows = people.values_list("rubber", "since", "person")
    played = []
    for (_rubber, began_at), players in groupby(rows, key=lambda row: row[:2]):
        people_of_rubber = frozenset(person for *_, person in players)
        played.append(PlayedRubber(began_at, people_of_rubber))
    return played
