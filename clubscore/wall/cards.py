"""The other tables on a wall: who plays whom, and how it stands, in two lines."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.duplicate.outcomes.published import is_final
from clubscore.duplicate.results.glance import Glance
from clubscore.duplicate.results.travellers.context import ListPlace
from clubscore.games import game_of
from clubscore.games.viewpoint import pair
from clubscore.room.cards import TableCard
from clubscore.web.templatetags.sentences import all_of
from scoring import Side

LONG_NAMES = 34  # characters of a pair
# Tables of a session: up to that it is written larger, beyond in two columns.
SHORT_FIELD, LONG_FIELD = (
    5,
    10,
)
PLACES_SHOWN = 10  # of each list of a session
# The same on the small card of one that is over; of more lists only the first.
FIRST_SHOWN, FEW_LISTS = (
    3,
    2,
)


@dataclass(frozen=True, slots=True)
class WallSide:
    """A pair and its points so far; `total` is None if an embargo hides the points."""

    names: str
    total: int | None
    is_vulnerable: bool
    is_ahead: bool


@dataclass(frozen=True)
class WallCard:
    """One table beside the large sheet."""

    card: TableCard

    @cached_property
    def sides(self) -> tuple[WallSide, ...]:
        """Both pairs of the newest rubber; () if there is no rubber."""
        sheet, names = self.card.sheet, self.card.names
        if sheet is None:
            return ()
        if self.card.is_hidden:
            return tuple(
                WallSide(pair(side, names), None, False, False) for side in Side
            )
        vulnerable = sheet.next.vulnerable if sheet.next else ()
        totals = {side: sheet.totals[side].total for side in Side}
        return tuple(
            WallSide(
                names=pair(side, names),
                total=totals[side],
                is_vulnerable=side in vulnerable,
                is_ahead=totals[side] > totals[side.other],
            )
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
        parts = [game.progress(sheet, sheet.next)]
        if any(sheet.games.values()):
            parts.append("–".join(str(sheet.games[side]) for side in Side))
        return " · ".join(filter(None, parts))

    @property
    def gathering(self) -> str:
        """`Karl and Yuki are here: two more to start`, for a table without a rubber."""
        members = self.card.seating.members
        if not members:
            return pgettext("a table", "free")
        begins_with = {
            1: _("%(names)s is here: three more to start"),
            2: _("%(names)s are here: two more to start"),
            3: _("%(names)s are here: one more to start"),
        }
        words = begins_with.get(len(members), _("%(names)s are here, about to begin"))
        names = all_of(member.short_name for member in members)
        return words % {"names": names}


@dataclass(frozen=True)
class SessionCard:
    """A session of duplicate beside the large sheet. If it is over, the card has the best of each list."""

    glance: Glance
    now: datetime

    @property
    def is_final(self) -> bool:
        return is_final(self.glance.session, self.glance.publication, self.now)

    @cached_property
    def lists(self) -> list[tuple[str, list[ListPlace]]]:
        """The first lines of each list of results; [] until the session is over."""
        if not self.glance.session.is_over:
            return []
        count = FIRST_SHOWN if len(self.glance.lists) <= FEW_LISTS else 1
        return [(name, list(rows[:count])) for name, rows in self.glance.lists]

    @property
    def places(self) -> int:
        """The places that it takes among the cards: a list of three is as high as two tables."""
        lists = len(self.lists)
        places_a_list = 2 if lists <= FEW_LISTS else 1
        return max(1, lists * places_a_list)


@dataclass(frozen=True)
class WallSession:
    """A session of duplicate as the large sheet."""

    glance: Glance
    LONG_NAMES: ClassVar[int] = LONG_NAMES  # a line with more is written smaller

    @property
    def lists(self) -> list[tuple[str, list[ListPlace]]]:
        """The lists of results, each down to the last line for which the sheet has room."""
        return [(name, list(rows[:PLACES_SHOWN])) for name, rows in self.glance.lists]

    @property
    def field(self) -> str:
        """`short-field`, `long-field` or neither: how large its tables are written."""
        tables = len(self.glance.lines)
        if tables <= SHORT_FIELD:
            return "short-field"
        if tables > LONG_FIELD:
            return "long-field"
        return ""


def large_session(sessions: list[Glance]) -> Glance | None:
    """The session that a screen shows large while no rubber is in play; None if there is no session.

    A session in play comes first, then the last session that is over, then any other.
    """
    for glance in sessions:
        if glance.session.is_in_play:
            return glance
    for glance in reversed(sessions):
        if glance.session.is_over:
            return glance
    return sessions[0] if sessions else None
