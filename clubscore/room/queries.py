"""Reads for the room, in a fixed number of queries however many tables there are."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import groupby

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.calendar import beginning_of, end_of
from clubscore.contracts.models import FACT_COLUMNS
from clubscore.games import game_of
from clubscore.games.base import MiniRow
from clubscore.games.viewpoint import WATCHING, Viewpoint
from clubscore.languages import told
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.rubbers.folding import current_deals, fold_facts, next_number, numbered
from clubscore.rubbers.models import Deal, NotThere, Rubber, RubberSeat
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.tables.models import Sitting, Table
from clubscore.tables.queries import Seating, seating_from
from clubscore.tables.turns import Played
from clubscore.web.templatetags.scores import letter, signed
from scoring import ScoredDeal, Seat, Sheet, Side
from scoring.words import deal_in_words

NAMES = ("member__name", "member__nickname")  # of people, a card shows these


@dataclass(frozen=True, slots=True)
class Place:
    """A seat on a card: who sits there, and whether that side is vulnerable."""

    seat: Seat
    name: str
    vulnerable: bool


@dataclass(frozen=True)
class Card:
    """One table at a glance."""

    table: Table
    seating: Seating
    rubber: Rubber | None
    """The rubber in play, or the last one while somebody sits here."""
    sheet: Sheet | None
    """None without a rubber."""
    newest: Deal | None
    """The last deal that is shown."""
    is_hidden: bool = False
    """Whether an embargo keeps all of the rubber in play from this screen."""

    @cached_property
    def in_play(self) -> bool:
        return self.rubber is not None and not self.rubber.is_over

    @cached_property
    def free(self) -> bool:
        """Nobody plays or sits here."""
        return not self.in_play and not self.seating.seats

    @cached_property
    def title(self) -> str:
        title = {"game": self.table.game, "number": len(self.people)}
        if self.free and self.people:
            words = ngettext(
                "%(game)s · free — %(number)s waiting to cut in",
                "%(game)s · free — %(number)s waiting to cut in",
                len(self.people),
            )
            return words % title
        if self.free:
            return _("%(game)s · free") % title
        if self.sheet is None:
            words = _("%(game)s · about to begin") if self.seating.is_full else _("%(game)s · seats are free")
            return words % title
        game, following = game_of(self.sheet.system), self.sheet.next
        if following is None:
            return _("%(game)s · %(noun)s over") % {"game": game.title, "noun": game.noun}
        words = _("%(game)s · %(progress)s · %(dealer)s deals")
        progress = game.progress(self.sheet, following)
        return words % {"game": game.title, "progress": progress, "dealer": letter(following.dealer)}

    @cached_property
    def last(self) -> str:
        """The last deal in words."""
        return told(deal_in_words(self.newest.facts, self.rubber.names)) if self.newest and self.rubber else ""

    @cached_property
    def last_points(self) -> str:
        """Its points by side: `N–S +420`."""
        return _points(self.sheet.deals[-1]) if self.newest and self.sheet else ""

    @property
    def played_at(self) -> datetime | None:
        return self.newest.recorded_at if self.newest else None

    @cached_property
    def people(self) -> list[str]:
        """Names of those who wait to cut in."""
        return [member.name for member in self.seating.waiting]

    @cached_property
    def seats(self) -> list[Place]:
        """The occupied seats: in a rubber its four players, else the members who sit there now."""
        players = self.rubber.players if self.rubber and self.in_play else self.seating.seats
        vulnerable = self.sheet.next.vulnerable if self.sheet and self.sheet.next else ()
        return [Place(seat, member.name, seat.side in vulnerable) for seat, member in players.items()]

    @cached_property
    def mini(self) -> tuple[MiniRow, ...]:
        return game_of(self.sheet.system).mini(self.sheet) if self.sheet else ()

    @cached_property
    def centre(self) -> tuple[str, str]:
        """The figure between the four, and what it counts."""
        return game_of(self.sheet.system).centre(self.sheet, Viewpoint(WATCH)) if self.sheet else ("", "")


@dataclass(frozen=True, slots=True)
class Room:
    """All tables in use, and the members who wait to cut in."""

    cards: list[Card]
    waiting: list[Member]

    @property
    def in_play(self) -> int:
        return sum(card.in_play for card in self.cards)

    @property
    def brought(self) -> list[int]:
        """Ids of the members whom another has brought to a table, and who have not confirmed it."""
        return [member for card in self.cards for member in card.seating.brought]

    @property
    def here(self) -> int:
        return sum(len(card.seating.members) for card in self.cards)


def the_room(embargo: Embargo = Embargo.NONE) -> Room:
    """The room as it is now, as far as a screen under this embargo may show it."""
    tables = list(Table.objects.in_use())
    sittings: dict[int, list[Sitting]] = defaultdict(list)
    columns = ("table", "seat", "seated_by", "confirmed_at", *NAMES)
    for sitting in Sitting.objects.present().filter(table__in=tables).only(*columns):
        sittings[sitting.table_id].append(sitting)
    rubbers = {rubber.table_id: rubber for rubber in _rubbers_to_show(tables, sittings)}
    cards = [_card(table, seating_from(sittings[table.pk]), rubbers.get(table.pk), embargo) for table in tables]
    return Room(cards, [member for card in cards if not card.free for member in card.seating.waiting])


@dataclass(frozen=True, slots=True)
class SeatNotice:
    """A member's place at a table to which another has brought the member."""

    table: Table
    seat: str
    """A letter; empty for who waits to cut in."""
    seated_by: Member
    says_not_there: bool
    """Whether the member says not to be there in a rubber that is not agreed."""


def seat_notice_for(member: Member) -> SeatNotice | None:
    """The notice for `member`; None for who came alone, is nowhere or has confirmed it. One query."""
    said = NotThere.objects.filter(
        rubber__table=OuterRef("table"), rubber__agreed_at=None, member=OuterRef("member"), closed_at=None
    )
    sittings = Sitting.objects.unconfirmed().filter(member=member).select_related("table", "seated_by")
    for sitting in sittings.annotate(says_not_there=Exists(said)):
        return SeatNotice(sitting.table, sitting.seat, sitting.seated_by, sitting.says_not_there)
    return None


def brought_to(member: Member, table: Table) -> Sitting | None:
    """The newest stay to which another has brought the member at this table, perhaps over by now."""
    return Sitting.objects.filter(table=table, member=member, seated_by__isnull=False).order_by("pk").last()


def unagreed_since(stay: Sitting) -> list[Rubber]:
    """Rubbers that the member plays at the table since that stay began, and that are not agreed; in play, or over.

    They are locked, in one order, before anything else is.
    """
    seats = RubberSeat.objects.filter(
        member__in=records_of(stay.member), until=None, since__gte=stay.arrived_at, rubber__table=stay.table_id
    )
    waiting = Rubber.objects.filter(pk__in=seats.values("rubber"), agreed_at=None)
    return list(waiting.select_for_update(no_key=True).order_by("pk"))


def _rubbers_to_show(tables: list[Table], sittings: Mapping[int, list[Sitting]]) -> QuerySet[Rubber]:
    """The newest rubber of each table at which somebody plays or sits: the card of a free table shows none."""
    seats = RubberSeat.objects.select_related("member").only("rubber", "seat", "until", *NAMES).order_by("pk")
    deals = Deal.objects.only(
        "rubber", "number", "version", "is_struck", "is_undone", "recorded_at", *FACT_COLUMNS
    ).order_by("pk")
    newest = Rubber.objects.newest_of(tables).filter(Q(ended_at=None) | Q(table__in=sittings.keys()))
    return newest.prefetch_related(Prefetch("seats", seats), Prefetch("deals", deals))


def _card(table: Table, seating: Seating, rubber: Rubber | None, embargo: Embargo) -> Card:
    if rubber is None:
        return Card(table, seating, None, None, None)
    played = current_deals(rubber.deals.all())
    current = embargo.shown(rubber, played)
    hidden = {deal.number for deal in played[len(current) :]}
    known = [deal for deal in rubber.deals.all() if deal.number not in hidden]
    facts = [deal.facts for deal in current]
    sheet = numbered(fold_facts(rubber, facts), current, next_number(known))
    newest = current[-1] if current else None
    return Card(table, seating, rubber, sheet, newest, is_hidden=embargo.hides_all_of(rubber))


def _points(deal: ScoredDeal) -> str:
    """The points of a deal by side: "N–S +420"."""
    by_side = {side: sum(line.points for line in deal.lines if line.side == side) for side in Side}
    return ", ".join(f"{WATCHING[side]} {signed(points)}" for side, points in by_side.items() if points)


def played_at(table: Table, evening: date) -> list[Played]:
    """The rubbers of that evening at the table, the newest first, each with those who began it; one query.

    What is later than that evening was written by a clock that was wrong. A rubber that was stopped before its first
    deal was not played.
    """
    began = RubberSeat.objects.filter(
        Exists(Deal.objects.filter(rubber=OuterRef("rubber"))),
        rubber__table=table,
        rubber__started_at__gte=beginning_of(evening),
        rubber__started_at__lt=end_of(evening),
        since=F("rubber__started_at"),
    )
    people = began.annotate(person=Coalesce("member__merged_into", "member")).order_by("-rubber")
    rows = people.values_list("rubber", "since", "person")
    return [
        Played(began_at, frozenset(person for *_, person in players))
        for (_rubber, began_at), players in groupby(rows, key=lambda row: row[:2])
    ]
