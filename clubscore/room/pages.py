"""What the room's templates are given: the same for the page, the poll and the stream."""

from django.template.loader import render_to_string

from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.room.queries import the_room
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.page.context import play_context, sheet_context, stage_of
from clubscore.rubbers.queries import newest_at
from clubscore.rubbers.recording.forms import StartForm
from clubscore.tables.models import Table
from clubscore.tables.queries import Seating, first_dealer, seating_at


def room_context() -> dict[str, object]:
    return {"room": the_room()}


def table_context(table: Table, member: Member, line: str = "") -> dict[str, object]:
    """The page of a table: the rubber in play, or the last one with what it takes to begin the next."""
    rubber = newest_at(table)
    seating = seating_at(table)
    context: dict[str, object] = {"view": WATCH}
    if rubber:
        context = play_context(rubber, member, form=entry_form(rubber, initial={"line": line}) if line else None)
    if rubber is None or rubber.is_over:
        dealer = first_dealer(table, seating, since=rubber.started_at if rubber else None)
        context["start_form"] = StartForm(initial={"dealer": dealer})
    return context | {"table_revision": table.revision} | _table_context(table, seating, rubber)


def _table_context(table: Table, seating: Seating, rubber: Rubber | None) -> dict[str, object]:
    """A table's page goes on listening when a rubber is over: the next may begin."""
    return {"table": table, "seating": seating, "stage": table_stage(table, seating, rubber), "finished": False}


def table_stage(table: Table, seating: Seating, rubber: Rubber | None) -> str:
    """What the page around the live region must fit: the rubber while one is in play, else who sits where."""
    if rubber and not rubber.is_over:
        return stage_of(rubber)
    places = [f"{seat}{member.pk}" for seat, member in seating.seats.items()]
    waiting = [str(member.pk) for member in seating.waiting]
    return "-".join(["seating", str(rubber.pk if rubber else 0), *places, *waiting, str(bool(table.closed_at))])


def table_fragment(table_pk: int, view: str) -> str:
    """The live region of a table's page."""
    table = Table.objects.get(pk=table_pk)
    rubber = newest_at(table)
    context: dict[str, object] = sheet_context(rubber, view) if rubber else {}
    return render_to_string("room/_table.html", context | _table_context(table, seating_at(table), rubber))
