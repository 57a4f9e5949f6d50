"""The live topics of the wall and of the overlay: an id is a table, or 0 to follow the play; a view is an embargo."""

from collections.abc import Collection
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.live.topics import Topic, register
from clubscore.room.topics import ROOM, room_revisions
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.tables.models import Table
from clubscore.wall.context import FOLLOW, overlay_context, wall_context
from clubscore.wall.following import followed
from clubscore.wall.queries import SoFar, moves_of

VIEWS = frozenset(embargo.value for embargo in Embargo)


def revisions(ids: Collection[int]) -> dict[int, str]:
    """The revision of the room with the day; for those who follow the play also with the tables that are followed.

    The hub looks every few seconds even when nobody writes: a table whose turn has come appears by itself.
    """
    now = timezone.now()
    base = _base(now)
    held = [pk for pk in ids if pk != FOLLOW]
    found = dict.fromkeys(Table.objects.filter(pk__in=held).values_list("pk", flat=True), base)
    if FOLLOW in ids:
        found[FOLLOW] = _following(base, SoFar(now))
    return found


def revision_and_evening(table: int, now: datetime) -> tuple[str, SoFar]:
    """The revision of a screen and then the evening that it shows: a change in between is shown twice, never missed."""
    base = _base(now)
    evening = SoFar(now)
    return base if table != FOLLOW else _following(base, evening), evening


def _base(now: datetime) -> str:
    return f"{room_revisions([ROOM])[ROOM]}.{evening_of(now):%j}"


def _following(base: str, evening: SoFar) -> str:
    tables = (followed(moves_of(evening.deals, embargo), evening.now) for embargo in Embargo)
    return ".".join([base, *(str(table or FOLLOW) for table in tables)])


def render_wall(table: int, view: str) -> str:
    return render_to_string("wall/_wall.html", wall_context(table, Embargo(view), SoFar(timezone.now())))


def render_overlay(table: int, view: str) -> str:
    return render_to_string("wall/_overlay.html", overlay_context(table, Embargo(view), SoFar(timezone.now())))


register(Topic("wall", revisions, render_wall, views=VIEWS))
register(Topic("overlay", revisions, render_overlay, views=VIEWS))
