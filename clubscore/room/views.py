"""The room, and one table of it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.http import MemberRequest
from clubscore.room.context import room_context, table_context
from clubscore.room.topics import ROOM, room_revisions
from clubscore.tables.games import system_titles
from clubscore.tables.models import Table


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    revision = room_revisions([ROOM])[ROOM]  # read first: a change in between is then shown twice, never missed
    return render(
        request, "room/room_index.html", room_context(timezone.now()) | {"revision": revision, "games": system_titles()}
    )


@require_GET
def index_poll(request: MemberRequest) -> HttpResponse:
    return poll(request, "room", ROOM, WATCH)


@require_GET
def table(request: MemberRequest, pk: int) -> HttpResponse:
    """The four, the live sheet, and the entry form for those who keep it."""
    shown = get_object_or_404(Table, pk=pk)
    return render(request, "room/room_table.html", table_context(shown, request.user, request.GET.get("line", "")))


@require_GET
def table_poll(request: MemberRequest, pk: int) -> HttpResponse:
    return poll(request, "table", pk, request.GET.get("view", WATCH))
