"""The cards of a wall for tables and sessions: who plays whom, and the score, in a few lines."""

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
from scoring import Sheet, Side

LONG_NAMES = 34  # characters of a pair
SHORT_FIELD = 5  # tables: a session of at most so many is written larger
LONG_FIELD = 10  # tables: a session of more is written in two columns
PLACES_SHOWN = 10  # lines of each list on the large sheet of a session
FEW_LISTS = 2  # a session with more lists shows one line of each on its small card
FIRST_SHOWN = 3  # lines of each list on the small card of a session with few lists


@dataclass(frozen=True, slots=True)
class WallSide:
    """A pair with its points on the sheet so far; `total` is None if an embargo hides the points."""

    names: str
    total: int | None
    is_vulnerable: bool
    is_ahead: bool


def _hidden_side(names: str) -> WallSide:
    """A pair whose points an embargo hides."""
    return WallSide(names, total=None, is_vulnerable=False, is_ahead=False)


def _shown_side(side: Side, names: str, sheet: Sheet) -> WallSide:
    """The pair of this side, with its points on this sheet."""
    total = sheet.totals[side].total
    total_of_others = sheet.totals[side.other].total
    vulnerable = sheet.next.vulnerable if sheet.next else ()
    return WallSide(
        names=names,
        total=total,
        is_vulnerable=side in vulnerable,
        is_ahead=total > total_of_others,
    )


@dataclass(frozen=True)
class WallCard:
    """The card of one table beside the large sheet."""

    card: TableCard

    @cached_property
    def sides(self) -> tuple[WallSide, ...]:
        """Both pairs of the newest rubber; () if there is no rubber."""
        sheet, names = self.card.sheet, self.card.names
        if sheet is None:
            return ()
        if self.card.is_hidden:
            return tuple(_hidden_side(pair(side, names)) for side in Side)
        return tuple(_shown_side(side, pair(side, names), sheet) for side in Side)

    @property
    def has_long_names(self) -> bool:
        return any(len(side.names) > LONG_NAMES for side in self.sides)

    @property
    def places(self) -> int:
        """The number of places on the wall that this card takes: one, or three if a name is long.

        With three places no name is cut off.
        """
        return 3 if self.has_long_names else 1

    @property
    def progress(self) -> str:
        """The progress of the rubber: `deal 6 · 1–0`, `deal 3 of 4`, `rubber over`; empty if no rubber is shown."""
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
        """A sentence for a table without a rubber, such as `Karl and Yuki are here: two more to start`, or `free`."""
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
    """The card of a session of duplicate beside the large sheet. It shows the best places once the session is over."""

    glance: Glance
    now: datetime

    @property
    def is_final(self) -> bool:
        return is_final(self.glance.session, self.glance.publication, self.now)

    @cached_property
    def lists(self) -> list[tuple[str, list[ListPlace]]]:
        """The title and the first lines of each list of results; [] until the session is over."""
        if not self.glance.session.is_over:
            return []
        count = FIRST_SHOWN if len(self.glance.lists) <= FEW_LISTS else 1
        return [(name, list(rows[:count])) for name, rows in self.glance.lists]

    @property
    def places(self) -> int:
        """The number of places on the wall that this card takes, at least one.

        If there are at most FEW_LISTS lists, each shows three lines and takes two places. If there are more, each shows
        one line and takes one place.
        """
        lists = len(self.lists)
        places_a_list = 2 if lists <= FEW_LISTS else 1
        return max(1, lists * places_a_list)


@dataclass(frozen=True)
class WallSession:
    """A session of duplicate that is shown as the large sheet."""

    glance: Glance
    LONG_NAMES: ClassVar[int] = LONG_NAMES  # a line with more is written smaller

    @property
    def lists(self) -> list[tuple[str, list[ListPlace]]]:
        """The lists of results, each cut off after PLACES_SHOWN lines."""
        return [(name, list(rows[:PLACES_SHOWN])) for name, rows in self.glance.lists]

    @property
    def field(self) -> str:
        """The CSS class for the number of tables: `short-field`, `long-field`, or empty for a number between."""
        tables = len(self.glance.lines)
        if tables <= SHORT_FIELD:
            return "short-field"
        if tables > LONG_FIELD:
            return "long-field"
        return ""


def large_session(sessions: list[Glance]) -> Glance | None:
    """The session that a wall shows large while no rubber is in play; None if there is no session.

    A session in play comes first, then the last session that is over, then the first of all.
    """
    for glance in sessions:
        if glance.session.is_in_play:
            return glance
    for glance in reversed(sessions):
        if glance.session.is_over:
            return glance
    return sessions[0] if sessions else None
