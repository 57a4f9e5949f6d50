"""The template context of the wall and of the overlay, shared by the page, the poll and the event stream."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from clubscore import __version__
from clubscore.calendar import evening_of
from clubscore.duplicate.results.glance import Glance, sessions_of
from clubscore.live.topics import WATCH
from clubscore.room.queries import the_room
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.context import subtitle_of
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.rubbers.sheet.paper import paper
from clubscore.rubbers.sheet.weather import WALL, weather
from clubscore.tables.models import Table
from clubscore.wall.cards import (
    LONG_NAMES,
    SessionCard,
    WallCard,
    WallSession,
    large_session,
)
from clubscore.wall.queries import SoFar, state_to_show, table_to_show, tonight

FOLLOW = 0  # in place of a table's id: the screen follows the play
FEWEST_ROWS = 6  # a sheet with fewer rows is not drawn larger
MOST_ROWS = 44  # a sheet with more rows is not drawn smaller
MOST_PLACES = 12  # places for cards beside the large sheet
LONG_SHEET = 16  # rows: the drawing under a longer sheet is smaller
# The number of players in the evening's table, by the places that the cards above it take.
PLAYERS = {
    0: 12,
    1: 9,
    2: 7,
    3: 5,
    4: 5,
    5: 4,
}
FEWEST_PLAYERS = 3
AnyCard = TypeVar("AnyCard", WallCard, SessionCard)


def overlay_context(table: int, embargo: Embargo, evening: SoFar) -> dict[str, object]:
    """Context for the overlay page: the table to show, and its rubber without the deals that the embargo hides.

    `table` is a table's id, or FOLLOW. Raises Table.DoesNotExist for another id.
    """
    shown = Table.objects.get(pk=table) if table else table_to_show(embargo, evening)
    context: dict[str, object] = {
        "table": shown,
        "embargo": embargo.value,
        "is_pinned": bool(table),
        # The page is fetched anew in another version of the program, and once a day.
        "stage": f"{__version__}-{evening_of(evening.now)}",
    }
    state = state_to_show(shown, embargo) if shown else None
    if state:
        context |= _sheet_context(state, embargo)
    return context


def wall_context(table: int, embargo: Embargo, evening: SoFar) -> dict[str, object]:
    """Context for the wall page: the context of the overlay, the other tables, the sessions and the evening's players.

    `table` is a table's id, or FOLLOW. Raises Table.DoesNotExist for another id.
    """
    context = overlay_context(table, embargo, evening)
    shown = context["table"]
    day = evening_of(evening.now)
    room = the_room(embargo)
    sessions = sessions_of(day)
    large = None if table or room.in_play else large_session(sessions)
    # The large sheet of a session takes the place of the shown table's sheet: that table gets a card too.
    others = [WallCard(card) for card in room.cards if large or card.table != shown]
    session_cards = _session_cards(sessions, large, evening.now)
    places_of_sessions = _places(session_cards)
    cards = _cards_that_fit(others, MOST_PLACES - places_of_sessions)
    places = _places(cards) + places_of_sessions
    players = tonight(evening)
    return context | {
        "room": room,
        "sessions": session_cards,
        "large": WallSession(large) if large else None,
        "day": day,
        "cards": cards,
        "crowd": _crowd(places),
        "beyond": len(others) - len(cards),
        "players": players[: PLAYERS.get(places, FEWEST_PLAYERS)],
    }


def _places(cards: Sequence[WallCard | SessionCard]) -> int:
    """The number of places on the wall that these cards take together; most cards take one."""
    return sum(card.places for card in cards)


def _crowd(places: int) -> str:
    """The CSS class for a wall on which this number of places is taken: `few`, `some` or `many`."""
    if places <= 3:
        return "few"
    if places <= 6:
        return "some"
    return "many"


def _session_cards(
    sessions: list[Glance], large: Glance | None, now: datetime
) -> list[SessionCard]:
    """The cards of the sessions, without the session that is shown large, in the order in which they are shown.

    They take at most half of the places: sessions that are not over have precedence, and then newer sessions.
    """
    cards = [SessionCard(session, now) for session in sessions if session is not large]

    def importance(card: SessionCard) -> tuple[bool, int]:
        session = card.glance.session
        return session.is_over, -session.pk

    def order(card: SessionCard) -> tuple[bool, int]:
        session = card.glance.session
        return session.is_over, session.pk

    cards.sort(key=importance)
    return sorted(_first_that_fit(cards, MOST_PLACES // 2), key=order)


def _cards_that_fit(cards: list[WallCard], room: int) -> list[WallCard]:
    """The cards of tables for which there is room, in the order of the room. `room` is a number of places.

    Tables in play have precedence, and free tables come last.
    """
    by_importance = sorted(
        cards, key=lambda card: (card.card.free, not card.card.in_play)
    )
    fit = _first_that_fit(by_importance, room)
    return [card for card in cards if card in fit]


def _first_that_fit(cards: list[AnyCard], room: int) -> list[AnyCard]:
    """The first cards, up to the last that still fits into `room` places."""
    fit = []
    for card in cards:
        room -= card.places
        if room < 0:
            break
        fit.append(card)
    return fit


def _sheet_context(state: RubberState, embargo: Embargo) -> dict[str, object]:
    """Context for the large sheet of a rubber: the sheet, its size, and its weather.

    The weather is the curve of the difference between the two sides after each deal. `embargo` says what is hidden.
    """
    sheet = state.numbered_sheet
    drawn = paper(
        sheet, names=state.names, view=WATCH, reason_given=state.rubber.ending_reason
    )
    rows = drawn.finished + drawn.pad.height  # type: ignore[attr-defined]  # each game's pad has its own class
    return {
        "paper": drawn,
        "subtitle": subtitle_of(state),
        "is_hidden": embargo.hides_all_of(state.rubber),
        "played_at": state.last.recorded_at if state.last else None,
        "rows": max(FEWEST_ROWS, min(MOST_ROWS, rows)),
        "is_long": rows > LONG_SHEET,
        "has_long_names": any(
            len(column.names) > LONG_NAMES for column in drawn.columns
        ),
        "weather": weather(sheet, WATCH, WALL),
    }
