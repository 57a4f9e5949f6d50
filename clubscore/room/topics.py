"""The live topics of the room: one for all tables at once, one for the page of each table."""

from collections.abc import Collection

from django.db.models import Count, Sum
from django.template.loader import render_to_string
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.duplicate.results.glance import mark_of
from clubscore.live.topics import Topic, register
from clubscore.room.context import live_room_context, table_fragment
from clubscore.rubbers.rubber.state import VIEWS
from clubscore.tables.models import Table

ROOM = 0  # there is one room


def room_revisions(ids: Collection[int]) -> dict[int, str]:
    """The revision of the room, by its only id, ROOM. It changes with every table, and with the sessions shown there.

    Tables are never deleted and their revisions only grow, so the sum of the revisions changes with every change.
    """
    sums = Table.objects.aggregate(tables=Count("pk"), moves=Sum("revision"))
    moves = sums["moves"] or 0
    sessions = mark_of(evening_of(timezone.now()))
    return {ROOM: f"{sums['tables']}.{moves}.{sessions}"}


def render_room(room_id: int, view: str) -> str:
    return render_to_string("room/_room.html", live_room_context(timezone.now()))


def table_revisions(ids: Collection[int]) -> dict[int, str]:
    revisions = Table.objects.filter(pk__in=ids).values_list("pk", "revision")
    return {pk: str(revision) for pk, revision in revisions}


register(Topic("room", room_revisions, render_room))
register(Topic("table", table_revisions, table_fragment, views=VIEWS))
