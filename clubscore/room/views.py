"""Pages for the room, for one table in it, and for the cut for the next rubber."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.duplicate.director.presence.queries import place_notice_for
from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required, player_required_to_write
from clubscore.refusals import refusal_as_message
from clubscore.room import services
from clubscore.room.context import cut_context, own_room_context, table_context
from clubscore.room.queries import seat_notice_for
from clubscore.room.topics import ROOM, room_revisions
from clubscore.tables.forms import ChooseSeatsForm
from clubscore.tables.games import system_titles
from clubscore.tables.models import Table
from clubscore.tables.queries import table_with

LINES = 14  # of the pad: more deals than most rubbers have


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The page of the room: first the member's own table and sessions, then the others."""
    # The revision is read first: a change after that is shown twice, never missed.
    revision = room_revisions([ROOM])[ROOM]
    context = own_room_context(request.user, timezone.now()) | {
        "revision": revision,
        "games": system_titles(),
    }
    return render(request, "room/room_index.html", context)


@require_GET
def index_poll(request: MemberRequest) -> HttpResponse:
    return poll(request, "room", ROOM, WATCH)


@require_GET
def pad(request: MemberRequest) -> HttpResponse:
    """An empty score pad to print, for an evening without a network; the members enter its deals afterwards."""
    return render(request, "room/room_pad.html", {"lines": range(1, LINES + 1)})


@require_GET
def table(request: MemberRequest, pk: int) -> HttpResponse:
    """A table's page: the seats, the live sheet, and the entry form for the members who may record."""
    shown = _table_or_404(pk)
    line = request.GET.get("line", "")
    context = table_context(shown, request.user, timezone.now(), line)
    return render(request, "room/room_table.html", context)


def _table_or_404(pk: int) -> Table:
    try:
        return table_with(pk)
    except Table.DoesNotExist as error:
        raise Http404(str(error)) from error


@require_GET
def table_poll(request: MemberRequest, pk: int) -> HttpResponse:
    return poll(request, "table", pk, request.GET.get("view", WATCH))


@require_http_methods(["GET", "POST"])
@player_required_to_write
def cut(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the cut for the next rubber, or before the cut, whose turn it is to play; POST draws the cards."""
    table = get_object_or_404(Table.objects.in_use(), pk=pk)
    if request.method == "POST":
        with refusal_as_message(request):
            services.cut(table=table, by=request.user, now=timezone.now())
        return redirect("room:cut", pk=pk)
    return render(request, "room/table_cut.html", cut_context(table, timezone.now()))


@require_POST
@player_required
def choice_of_seats(request: MemberRequest, pk: int) -> HttpResponse:
    """Take the seat that the first of the cut has chosen: all four players are seated, and the rubber begins."""
    table = get_object_or_404(Table.objects.in_use(), pk=pk)
    form = ChooseSeatsForm(request.POST, table=table)
    if not form.is_valid():
        messages.error(request, _("Cut first, then choose a seat."))
        return redirect("room:cut", pk=pk)
    with refusal_as_message(request):
        services.sit_and_begin(**form.cleaned_data, by=request.user, now=timezone.now())
        return redirect("room:table", pk=pk)
    return redirect("room:cut", pk=pk)


@require_GET
def seat_notice(request: MemberRequest) -> HttpResponse:
    """The notices for a member whom another member has seated at a table or in a session, for a page that is open."""
    at_table = {"notice": seat_notice_for(request.user)}
    in_session = {"notice": place_notice_for(request.user, timezone.now())}
    notices = [
        render_to_string("room/_seat_notice.html", at_table, request),
        render_to_string("duplicate/_place_notice.html", in_session, request),
    ]
    return HttpResponse("".join(notices))


@require_POST
def absence(request: MemberRequest, pk: int) -> HttpResponse:
    """Record that the signed-in member is not at this table, where another member has seated them."""
    table = get_object_or_404(Table, pk=pk)
    with refusal_as_message(request):
        for words in services.say_not_there(
            table=table, by=request.user, now=timezone.now()
        ):
            messages.success(request, words)
    return redirect("room:table", pk=pk)


@require_POST
def presence(request: MemberRequest, pk: int) -> HttpResponse:
    """Record that the member is at this table, where another has seated the member."""
    table = get_object_or_404(Table, pk=pk)
    with refusal_as_message(request):
        services.say_there(table=table, by=request.user, now=timezone.now())
    return redirect("room:table", pk=pk)
