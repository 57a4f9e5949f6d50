"""The live topics of the wall and of the overlay.

An id of these topics is a table's id, or 0 for a screen that follows the play. A view of these topics is an embargo:
the rule that hides the newest deal, or all deals, of a rubber in play from the screen.
"""

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
    """The revision of each of these screens, by the screen's id: a text that changes when the screen must change.

    It has the revision of the room and the day. For the screen that follows the play, it also has the table that is
    followed under each embargo. An id that is no table's id gets no revision. The hub asks every few seconds even if
    nobody writes, so a table whose turn has come appears by itself.
    """
    now = timezone.now()
    base = _base(now)
    pinned = Table.objects.filter(pk__in=[pk for pk in ids if pk != FOLLOW])
    revision_of = dict.fromkeys(pinned.values_list("pk", flat=True), base)
    if FOLLOW in ids:
        revision_of[FOLLOW] = _following(base, SoFar(now))
    return revision_of


def revision_and_evening(table: int, now: datetime) -> tuple[str, SoFar]:
    """The revision of a screen, read first, and the evening that it shows.

    In this order, a change between the two reads is shown twice rather than missed.
    """
    base = _base(now)
    evening = SoFar(now)
    revision = _following(base, evening) if table == FOLLOW else base
    return revision, evening


def _base(now: datetime) -> str:
    return f"{room_revisions([ROOM])[ROOM]}.{evening_of(now):%j}"


def _following(base: str, evening: SoFar) -> str:
    """The revision of a screen that follows the play: `base`, and the id of one table for each embargo, joined by dots.

    The table is the one that such a screen shows under the embargo. The id is 0 if there is no such table.
    """
    parts = [base]
    for embargo in Embargo:
        table = followed(moves_of(evening.deals, embargo), evening.now)
        parts.append(str(table or FOLLOW))
    return ".".join(parts)


def render_wall(table: int, view: str) -> str:
    evening = SoFar(timezone.now())
    context = wall_context(table, Embargo(view), evening)
    return render_to_string("wall/_wall.html", context)


def render_overlay(table: int, view: str) -> str:
    evening = SoFar(timezone.now())
    context = overlay_context(table, Embargo(view), evening)
    return render_to_string("wall/_overlay.html", context)


register(Topic("wall", revisions, render_wall, views=VIEWS))
register(Topic("overlay", revisions, render_overlay, views=VIEWS))
