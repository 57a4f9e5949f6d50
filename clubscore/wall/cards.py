"""The other tables on a wall: who plays whom, and how it stands, in two lines."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.duplicate.outcomes.published import is_final
from clubscore.duplicate.results.glance import Glance
from clubscore.duplicate.results.travellers.context import Place
from clubscore.games import game_of
from clubscore.games.viewpoint import pair
from clubscore.room.cards import Card
from clubscore.web.templatetags.sentences import all_of
from scoring import Side

LONG_NAMES = 34  # characters of a pair
SHORT_FIELD, LONG_FIELD = 5, 10  # tables of a session: up to that it is written larger, beyond in two columns
PLACES_SHOWN = 10  # of each list of a session
FIRST_SHOWN, FEW_LISTS = 3, 2  # the same on the small card of one that is over; of more lists only the first


@dataclass(frozen=True, slots=True)
class WallSide:
    """A pair, and the points in all; None where an embargo hides them."""

    names: str
    total: int | None
    is_vulnerable: bool
    is_ahead: bool


@dataclass(frozen=True)
class WallCard:
    """One table beside the large sheet."""

    card: Card

    @cached_property
    def sides(self) -> tuple[WallSide, ...]:
        """Both pairs of the rubber in play or just over; () where nobody has begun."""
        sheet, names = self.card.sheet, self.card.names
        if sheet is None:
            return ()
        if self.card.is_hidden:
            return tuple(WallSide(pair(side, names), None, False, False) for side in Side)
        vulnerable = sheet.next.vulnerable if sheet.next else ()
        totals = {side: sheet.totals[side].total for side in Side}
        return tuple(
            WallSide(pair(side, names), totals[side], side in vulnerable, totals[side] > totals[side.other])
            for side in Side
        )

    @property
    def has_long_names(self) -> bool:
        return any(len(side.names) > LONG_NAMES for side in self.sides)

    @property
    def places(self) -> int:
        """The places that it takes among the cards: long names take three, so that none is cut off."""
        return 3 if self.has_long_names else 1

    @property
    def progress(self) -> str:
        """`deal 6 · 1–0`, `deal 3 of 4`, `rubber over`."""
        sheet = self.card.sheet
        if sheet is None or self.card.is_hidden:
            return ""
        game = game_of(sheet.system)
        if sheet.next is None:
            return _("%(noun)s over") % {"noun": game.noun}
        games = [str(sheet.games[side]) for side in Side] if any(sheet.games.values()) else []
        return " · ".join(filter(None, [game.progress(sheet, sheet.next), "–".join(games)]))

    @property
    def gathering(self) -> str:
        """`Karl and Yuki are here: two more to start`, for a table without a rubber."""
        members = self.card.seating.members
        if not members:
            return pgettext("a table", "free")
        words = {
            1: _("%(names)s is here: three more to start"),
            2: _("%(names)s are here: two more to start"),
            3: _("%(names)s are here: one more to start"),
        }.get(len(members), _("%(names)s are here, about to begin"))
        return words % {"names": all_of(member.short_name for member in members)}


@dataclass(frozen=True)
class SessionCard:
    """A session of duplicate beside the large sheet; of one that is over the first of each list."""

    glance: Glance
    now: datetime

    @property
    def is_final(self) -> bool:
        return is_final(self.glance.session, self.glance.publication, self.now)

    @cached_property
    def lists(self) -> list[tuple[str, list[Place]]]:
        """The first of each list of a session that is over; none before anybody may see them."""
        if not self.glance.session.is_over:
            return []
        count = FIRST_SHOWN if len(self.glance.lists) <= FEW_LISTS else 1
        return [(name, list(rows[:count])) for name, rows in self.glance.lists]

    @property
    def places(self) -> int:
        """The places that it takes among the cards: a list of three is as high as two tables."""
        return max(1, len(self.lists) * (2 if len(self.lists) <= FEW_LISTS else 1))


@dataclass(frozen=True)
class WallSession:
    """A session of duplicate as the large sheet."""

    glance: Glance
    LONG_NAMES: ClassVar[int] = LONG_NAMES  # a line with more is written smaller

    @property
    def lists(self) -> list[tuple[str, list[Place]]]:
        """The lists of results, so far down as there is room; none before anybody may see them."""
        return [(name, list(rows[:PLACES_SHOWN])) for name, rows in self.glance.lists]

    @property
    def field(self) -> str:
        """`short-field`, `long-field` or neither: how large its tables are written."""
        tables = len(self.glance.lines)
        return "short-field" if tables <= SHORT_FIELD else "long-field" if tables > LONG_FIELD else ""


def large_session(sessions: list[Glance]) -> Glance | None:
    """The session that a screen shows where no rubber is played: one in play, else one that is over, else to begin."""
    in_play = [each for each in sessions if each.session.is_in_play]
    over = [each for each in sessions if each.session.is_over]
    return next(iter([*in_play, *reversed(over), *sessions]), None)
