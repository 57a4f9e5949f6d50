"""Template context of the room: the same for the page, the poll and the stream."""

from datetime import datetime

from django.template.loader import render_to_string

from clubscore.evenings.calendar import evening_of
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.room.queries import the_room
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.loading import newest_at
from clubscore.rubbers.page.context import play_context
from clubscore.rubbers.recording.forms import StartForm
from clubscore.rubbers.sheet.context import sheet_context, stage_of
from clubscore.rubbers.state import RubberState
from clubscore.tables.models import Table
from clubscore.tables.queries import Seating, first_dealer, seating_at


def room_context(now: datetime) -> dict[str, object]:
    """All tables, under the name of the evening's day: after midnight still that of the day before."""
    return {"room": the_room(), "day": evening_of(now)}


def table_context(table: Table, member: Member, line: str = "") -> dict[str, object]:
    """The page of a table: the rubber in play, or the last one with what it takes to begin the next."""
    state = newest_at(table)
    seating = seating_at(table)
    context: dict[str, object] = {"view": WATCH}
    if state:
        context = play_context(state, member, form=entry_form(state.rubber, initial={"line": line}) if line else None)
    if state is None or state.rubber.is_over:
        dealer = first_dealer(table, seating, since=state.rubber.started_at if state else None)
        context["start_form"] = StartForm(initial={"dealer": dealer})
    return context | {"table_revision": table.revision} | _table_context(table, seating, state)


def _table_context(table: Table, seating: Seating, state: RubberState | None) -> dict[str, object]:
    """A table's page goes on listening when a rubber is over: the next may begin."""
    return {"table": table, "seating": seating, "stage": table_stage(table, seating, state), "finished": False}


def table_stage(table: Table, seating: Seating, state: RubberState | None) -> str:
    """The state that the page around the live region was drawn for: the rubber in play, else the seating.

    The page is fetched anew when the region brings another stage.
    """
    if state and not state.rubber.is_over:
        return stage_of(state)
    places = [f"{seat}{member.pk}" for seat, member in seating.seats.items()]
    waiting = [str(member.pk) for member in seating.waiting]
    return "-".join(["seating", str(state.rubber.pk if state else 0), *places, *waiting, str(bool(table.closed_at))])


def table_fragment(table_pk: int, view: str) -> str:
    """The live region of a table's page."""
    table = Table.objects.get(pk=table_pk)
    state = newest_at(table)
    context: dict[str, object] = sheet_context(state, view) if state else {}
    return render_to_string("room/_table.html", context | _table_context(table, seating_at(table), state))
