"""The card of one table in the room: who sits there, and how the rubber stands."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.games import game_of
from clubscore.games.base import MiniColumn
from clubscore.games.viewpoint import WATCHING, pair
from clubscore.languages.spoken import figure, told
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.rubbers.models.rubber import current_players, table_names
from clubscore.rubbers.rubber.state import (
    current_deals,
    fold_facts,
    next_number,
    numbered,
)
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.tables.models import Table
from clubscore.tables.queries import Seating
from clubscore.web.templatetags.scores import letter, signed
from scoring import ScoredDeal, Seat, Sheet, Side
from scoring.words import deal_in_words


@dataclass(frozen=True, slots=True)
class CardSeat:
    """An occupied seat on a card: `name` is the player's name, `vulnerable` is True if the side is vulnerable."""

    seat: Seat
    name: str
    vulnerable: bool


@dataclass(frozen=True, slots=True)
class CardPair:
    """A pair on a card: the names of the partners, if it is vulnerable, and its figure in each column of the score."""

    names: str
    is_vulnerable: bool
    figures: tuple[str, ...]


@dataclass(frozen=True)
class TableCard:
    """The card of one table, with as much of the rubber as its screen may show.

    `embargo` is the rule that hides the newest deal, or all deals, of a rubber in play from the screen. The card holds
    rows of the database; the score is computed when a property is first read. If `has_score` is False, the card shows
    no score, because the public may not see it.
    """

    table: Table
    seating: Seating
    rubber: Rubber | None = None
    """The rubber in play, or the last rubber while somebody is still at the table; None without such a rubber."""
    places: tuple[RubberSeat, ...] = ()
    """The seats of the rubber, with their members; also the ended seats of players who were replaced."""
    versions: tuple[Deal, ...] = ()
    """Every version of each deal of the rubber."""
    embargo: Embargo = Embargo.NONE
    has_score: bool = True

    @property
    def facts(self) -> Hashable:
        """Everything that the card in the room depends on, as plain values: the key under which its HTML is cached."""
        table = (self.table.pk, self.table.name, self.table.system)
        seated = [
            (seat, member.pk, member.name)
            for seat, member in self.seating.seats.items()
        ]
        return table, tuple(seated), tuple(self.people), self._facts_of_rubber

    @property
    def _facts_of_rubber(self) -> Hashable:
        rubber = self.rubber
        if rubber is None:
            return None
        course = (
            rubber.system,
            str(rubber.rules),
            rubber.dealer,
            rubber.ending,
            rubber.ended_at,
        )
        places = tuple(map(_facts_of_place, self.places))
        versions = tuple(map(_facts_of_version, self.versions))
        return course, places, versions

    @cached_property
    def _played(self) -> tuple[Deal, ...]:
        """The current deals of the rubber, in order of play."""
        return current_deals(self.versions)

    @cached_property
    def _shown(self) -> tuple[Deal, ...]:
        """The current deals that this screen may show; () if there is no rubber or the card has no score."""
        if self.rubber is None or not self.has_score:
            return ()
        return self.embargo.shown(self.rubber, self._played)

    @cached_property
    def sheet(self) -> Sheet | None:
        """The score sheet of the shown deals; None if there is no rubber or the card has no score."""
        if self.rubber is None or not self.has_score:
            return None
        hidden = {deal.number for deal in self._played[len(self._shown) :]}
        known = [row for row in self.versions if row.number not in hidden]
        sheet = fold_facts(self.rubber, [deal.facts for deal in self._shown])
        return numbered(sheet, self._shown, next_number(known))

    @property
    def newest(self) -> Deal | None:
        """The last deal that may be shown; None without one."""
        return self._shown[-1] if self._shown else None

    @property
    def is_hidden(self) -> bool:
        """True if the embargo hides the whole rubber from this screen."""
        return self.rubber is not None and self.embargo.hides_all_of(self.rubber)

    @cached_property
    def players(self) -> dict[Seat, Member]:
        """The four current players of the rubber by seat, substitutes included; {} without a rubber."""
        return current_players(self.places) if self.rubber else {}

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The names of the four players by seat, as they are used at the table."""
        return table_names(self.players)

    @cached_property
    def in_play(self) -> bool:
        return self.rubber is not None and not self.rubber.is_over

    @cached_property
    def free(self) -> bool:
        """True if no rubber is in play and nobody sits in a seat; members may wait to cut in."""
        return not self.in_play and not self.seating.seats

    @cached_property
    def title(self) -> str:
        """The heading of the card: the game and its progress, or the number of members who wait at a free table."""
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
            if self.seating.is_full:
                return _("%(game)s · about to begin") % title
            return _("%(game)s · seats are free") % title
        game = game_of(self.sheet.system)
        following = self.sheet.next
        if self.rubber and self.rubber.ended_at:
            ended_at = date_format(localtime(self.rubber.ended_at), "H:i")
            words = _("%(game)s · over since %(time)s")
            return words % {"game": game.title, "time": ended_at}
        if following is None:
            return game.title
        return _("%(game)s · %(progress)s · %(dealer)s deals") % {
            "game": game.title,
            "progress": game.progress(self.sheet, following),
            "dealer": letter(following.dealer),
        }

    @cached_property
    def last(self) -> str:
        """The last deal that may be shown, in words; empty without one."""
        if self.newest is None:
            return ""
        words = deal_in_words(self.newest.facts, self.names)
        return told(words)

    @cached_property
    def last_points(self) -> str:
        """The points of the last shown deal by side, such as `N–S +420`; empty without a deal, or if nobody scored."""
        if self.newest is None or self.sheet is None:
            return ""
        return _points(self.sheet.deals[-1])

    @property
    def played_at(self) -> datetime | None:
        return self.newest.recorded_at if self.newest else None

    @cached_property
    def people(self) -> list[str]:
        """The names of the members who wait to cut in."""
        return [member.name for member in self.seating.waiting]

    @cached_property
    def seats(self) -> list[CardSeat]:
        """The occupied seats: while a rubber is in play its four players, else the members who sit there now."""
        players = self.players if self.in_play else self.seating.seats
        following = self.sheet.next if self.sheet else None
        vulnerable = following.vulnerable if following else ()
        return [
            CardSeat(seat, member.name, seat.side in vulnerable)
            for seat, member in players.items()
        ]

    @property
    def seats_beside_the_score(self) -> list[CardSeat]:
        """The seats that the card names; [] while its score has the names of the players."""
        return [] if self.in_play and self.sheet else self.seats

    @cached_property
    def columns(self) -> tuple[MiniColumn, ...]:
        """The columns of the score on the card; () if the card has no sheet."""
        if self.sheet is None:
            return ()
        return game_of(self.sheet.system).mini(self.sheet)

    @cached_property
    def pairs(self) -> tuple[CardPair, ...]:
        """The two pairs of the rubber with their figures, N–S first; () if the card has no sheet."""
        if self.sheet is None:
            return ()
        return tuple(self.pair(side) for side in Side)

    def pair(self, side: Side) -> CardPair:
        """The pair of this side with its figures. The card must have a sheet."""
        following = self.sheet.next if self.sheet else None
        vulnerable = following.vulnerable if following else ()
        figures = [figure(f"{column.of(side):,}") for column in self.columns]
        return CardPair(pair(side, self.names), side in vulnerable, tuple(figures))


def _facts_of_place(place: RubberSeat) -> Hashable:
    """The values that a card needs of a rubber's seat: a part of the key under which the card's HTML is cached."""
    return place.seat, place.until, place.member.name, place.member.nickname


def _facts_of_version(row: Deal) -> Hashable:
    """The values that a card needs of a version of a deal: a part of the key under which the card's HTML is cached."""
    return (
        row.number,
        row.version,
        row.is_struck,
        row.is_undone,
        row.recorded_at,
        row.facts,
    )


def _points(deal: ScoredDeal) -> str:
    """The points of a deal by side, such as `N–S +420`; empty if nobody scored."""
    words = []
    for side in Side:
        points = sum(line.points for line in deal.lines if line.side == side)
        if points:
            words.append(f"{WATCHING[side]} {signed(points)}")
    return ", ".join(words)
