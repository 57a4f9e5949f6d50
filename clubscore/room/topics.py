"""The live topics of the room: all tables at once, and the page of one table."""

from collections.abc import Collection

from django.db.models import Count, Sum
from django.template.loader import render_to_string
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.duplicate.results.glance import mark_of
from clubscore.live.topics import Topic, register
from clubscore.room.context import room_context, table_fragment
from clubscore.rubbers.rubber.state import VIEWS
from clubscore.tables.models import Table

ROOM = 0  # there is one room


def room_revisions(ids: Collection[int]) -> dict[int, str]:
    """Tables are never deleted and their revisions only grow, so the sum over all of them moves with every change.

    Of the sessions of duplicate only what the room shows: not every result that is recorded.
    """
    every = Table.objects.aggregate(tables=Count("pk"), moves=Sum("revision"))
    return {ROOM: f"{every['tables']}.{every['moves'] or 0}.{mark_of(evening_of(timezone.now()))}"}


def render_room(room_id: int, view: str) -> str:
    return render_to_string("room/_room.html", room_context(timezone.now()))


def table_revisions(ids: Collection[int]) -> dict[int, str]:
    return {pk: str(revision) for pk, revision in Table.objects.filter(pk__in=ids).values_list("pk", "revision")}


register(Topic("room", room_revisions, render_room))
register(Topic("table", table_revisions, table_fragment, views=VIEWS))
