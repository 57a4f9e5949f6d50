"""Template context of the wall and of the overlay: the same for the page, the poll and the stream."""

from itertools import accumulate

from clubscore import __version__
from clubscore.calendar import evening_of
from clubscore.duplicate.results.glance import sessions_of
from clubscore.live.topics import WATCH
from clubscore.room.queries import the_room
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.context import subtitle_of
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.rubbers.sheet.paper import paper
from clubscore.rubbers.sheet.weather import WALL, weather
from clubscore.tables.models import Table
from clubscore.wall.cards import LONG_NAMES, SessionCard, WallCard, WallSession, large_session
from clubscore.wall.queries import SoFar, state_to_show, table_to_show, tonight

FOLLOW = 0  # in place of a table's id: the screen follows the play
FEWEST_ROWS, MOST_ROWS = 6, 44  # of a sheet: fewer are not drawn larger, more not smaller
MOST_PLACES = 12
LONG_SHEET = 16  # rows, from which the drawing under it is smaller
PLAYERS = {0: 12, 1: 9, 2: 7, 3: 5, 4: 5, 5: 4}  # of the evening's table, by the places of the cards above it
FEWEST_PLAYERS = 3


def overlay_context(table: int, embargo: Embargo, evening: SoFar) -> dict[str, object]:
    """The table that is shown: its rubber as far as the embargo lets it be seen."""
    shown = Table.objects.get(pk=table) if table else table_to_show(embargo, evening)
    context: dict[str, object] = {
        "table": shown,
        "embargo": embargo.value,
        "is_pinned": bool(table),
        # The page is fetched anew in another version of the program, and once a day.
        "stage": f"{__version__}-{evening_of(evening.now)}",
    }
    state = state_to_show(shown, embargo) if shown else None
    return context | (_sheet_context(state, embargo) if state else {})


def wall_context(table: int, embargo: Embargo, evening: SoFar) -> dict[str, object]:
    """The same with the other tables and the evening."""
    context, day = overlay_context(table, embargo, evening), evening_of(evening.now)
    shown, room = context["table"], the_room(embargo)
    sessions = sessions_of(day)
    large = None if table or room.in_play else large_session(sessions)
    others = [WallCard(card) for card in room.cards if large or card.table != shown]  # its sheet gives way to a session
    beside = _beside([SessionCard(each, evening.now) for each in sessions if each is not large])
    cards = _that_fit(others, MOST_PLACES - sum(each.places for each in beside))
    places = sum(card.places for card in cards) + sum(each.places for each in beside)
    return context | {
        "room": room,
        "sessions": beside,
        "large": WallSession(large) if large else None,
        "day": day,
        "cards": cards,
        "crowd": "few" if places <= 3 else "some" if places <= 6 else "many",
        "beyond": len(others) - len(cards),
        "players": tonight(evening)[: PLAYERS.get(places, FEWEST_PLAYERS)],
    }


def _beside(cards: list[SessionCard]) -> list[SessionCard]:
    """The sessions that are not over, then those over last, as many as leave half of the places to the tables."""
    by_importance = sorted(cards, key=lambda each: (each.glance.session.is_over, -each.glance.session.pk))
    taken = accumulate(each.places for each in by_importance)
    fit = [each for each, places in zip(by_importance, taken, strict=True) if places <= MOST_PLACES // 2]
    return sorted(fit, key=lambda each: (each.glance.session.is_over, each.glance.session.pk))


def _that_fit(cards: list[WallCard], room: int) -> list[WallCard]:
    """As many as have a place: those in play first, free ones last; in the order of the room."""
    by_importance = sorted(cards, key=lambda each: (each.card.free, not each.card.in_play))
    taken = accumulate(each.places for each in by_importance)
    fit = [each for each, places in zip(by_importance, taken, strict=True) if places <= room]
    return [each for each in cards if each in fit]


def _sheet_context(state: RubberState, embargo: Embargo) -> dict[str, object]:
    sheet = state.numbered_sheet
    drawn = paper(sheet, names=state.names, view=WATCH, reason_given=state.rubber.ending_reason)
    rows = drawn.finished + drawn.pad.height  # type: ignore[attr-defined]  # each game's pad has its own class
    return {
        "paper": drawn,
        "subtitle": subtitle_of(state),
        "is_hidden": embargo.hides_all_of(state.rubber),
        "played_at": state.last.recorded_at if state.last else None,
        "rows": max(FEWEST_ROWS, min(MOST_ROWS, rows)),
        "is_long": rows > LONG_SHEET,
        "has_long_names": any(len(column.names) > LONG_NAMES for column in drawn.columns),
        "weather": weather(sheet, WATCH, WALL),
    }
