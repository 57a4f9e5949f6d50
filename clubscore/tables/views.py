"""Pages for opening a table, choosing its game, and taking seats."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import player_required, player_required_to_write
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.tables import queries, services
from clubscore.tables.forms import ComeForm, GameForm, OpenForm
from clubscore.tables.models import Table
from clubscore.tables.precedence import precedence_at
from clubscore.tables.turns import FOUR
from clubscore.web.forms.http import posted_data
from scoring import Seat

FOUND_AT_MOST = 24
NAMES_ON_A_SCREEN = (
    16  # with those at the table: the names that a phone shows without scrolling
)


@require_POST
@player_required
def table_create(request: MemberRequest) -> HttpResponse:
    form = OpenForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the games."))
        return redirect("room:index")
    system = form.cleaned_data["system"]
    table = services.open_table(
        by=request.user, now=timezone.now(), system=system, seat=Seat.NORTH
    )
    return redirect("tables:seating", pk=table.pk)


@require_http_methods(["GET", "POST"])
@player_required
def game(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the game of a table and its house rules; POST chooses them for the next rubbers."""
    table = get_object_or_404(Table.objects.in_use(), pk=pk)
    data = posted_data(request)
    form = GameForm(data, table=table)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(
            request,
            "tables/table_game.html",
            {"table": table, "form": form},
            status=status,
        )
    with refusal_on_form(form):
        services.choose_game(
            table=table, system=form.cleaned_data["system"], rules=form.rules
        )
        return redirect("room:table", pk=pk)
    return render(
        request, "tables/table_game.html", {"table": table, "form": form}, status=409
    )


@require_http_methods(["GET", "POST"])
@player_required_to_write
def seating(request: MemberRequest, pk: int) -> HttpResponse:
    """The four seats of a table: GET shows them and searches members, POST brings somebody to the table."""
    table = get_object_or_404(Table.objects.in_use(), pk=pk)
    if request.method == "GET":
        is_search = request.htmx and "q" in request.GET
        template = "tables/_found.html" if is_search else "tables/table_seating.html"
        return render(request, template, _seating_context(request, table))
    template = "tables/_seating.html" if request.htmx else "tables/table_seating.html"
    form = ComeForm(request.POST)
    if not form.is_valid():
        return render(
            request, template, _seating_context(request, table, form), status=422
        )
    with refusal_on_form(form):
        _come(table, request.user, **form.cleaned_data)
        if request.htmx:
            return render(request, template, _seating_context(request, table))
        return redirect("tables:seating", pk=table.pk)
    return render(request, template, _seating_context(request, table, form), status=409)


def _come(
    table: Table,
    by: Member,
    member: Member | None,
    guest: str,
    seat: Seat | None,
    any_seat: bool,
) -> None:
    """Bring the member to the table; if `member` is None, bring a new guest with the name `guest`.

    `seat` and `any_seat` are those of `services.come_to_table`; `by` is the member who asks.
    """
    now = timezone.now()
    if member:
        services.come_to_table(
            table=table, member=member, seat=seat, any_seat=any_seat, by=by, now=now
        )
    else:
        services.bring_guest(
            table=table, name=guest, seat=seat, any_seat=any_seat, by=by, now=now
        )


@require_POST
@player_required
def own_seat(request: MemberRequest, pk: int) -> HttpResponse:
    """Bring the signed-in member to the table, and redirect to the page of the table.

    A member who has a seat at the table keeps it. Another member gets the first free seat, or waits to cut in if no
    seat is free. If the move is refused, a message says why, and the answer is a redirect to the room.
    """
    table = get_object_or_404(Table.objects.in_use(), pk=pk)
    with refusal_as_message(request):
        services.come_to_table(
            table=table,
            member=request.user,
            any_seat=True,
            by=request.user,
            now=timezone.now(),
        )
        return redirect("room:table", pk=pk)
    return redirect("room:index")


def _seating_context(
    request: MemberRequest, table: Table, form: ComeForm | None = None
) -> dict[str, object]:
    at_table = queries.seating_at(table)
    words = request.GET.get("q", "").strip()
    going: list[str] = []
    waiting: list[tuple[Member, int]] = []
    if at_table.waiting:
        now = timezone.now()
        precedence = precedence_at(table, now)
        going = precedence.in_short
        waiting = [
            (member, precedence.minutes(member, now))
            for member in precedence.since
            if member in at_table.waiting
        ]
    return {
        "table": table,
        "seating": at_table,
        "going": going,
        "waiting": waiting,
        "form": form,
        "q": words,
        "found": _found(words, at_table),
        "me_here": request.user in at_table.members,
    }


def _found(words: str, at_table: queries.Seating) -> list[Member]:
    """The members and guests who may be brought to the table and whose name fits the searched `words`.

    Those who were at a table lately come first, then the others by name; in both groups guests come last. Without a
    search there are as many as a phone shows beside the members at the table.
    """
    most = FOUND_AT_MOST
    if not words:
        most = max(NAMES_ON_A_SCREEN - len(at_table.members), FOUR)
    here = [member.pk for member in at_table.members]
    may_come = Member.objects.who_may_sit().named_like(words).exclude(pk__in=here)
    lately = queries.came_lately()
    known = may_come.in_bulk(lately)
    others = may_come.exclude(pk__in=known).order_by("is_guest", "name", "pk")
    recent = [known[pk] for pk in lately if pk in known]
    recent.sort(key=lambda member: member.is_guest)
    members = [*recent, *others[:FOUND_AT_MOST]]
    return members[:most]


@require_POST
@player_required
def departure(request: MemberRequest, pk: int, member_pk: int) -> HttpResponse:
    """Take a member away from the table, and go on to its seats, or with `to=room` to the room."""
    table = get_object_or_404(Table.objects.in_use(), pk=pk)
    member = get_object_or_404(Member, pk=member_pk)
    with refusal_as_message(request):
        services.leave_table(table=table, member=member, now=timezone.now())
        if request.POST.get("to") == "room":
            left = _("You have left %(table)s.")
            messages.success(request, left % {"table": table.name})
            return redirect("room:index")
    return redirect("tables:seating", pk=pk)


@require_POST
@player_required
def closing(request: MemberRequest, pk: int) -> HttpResponse:
    """Close the table: it is put away, and everybody leaves it."""
    table = get_object_or_404(Table.objects.in_use(), pk=pk)
    with refusal_as_message(request):
        services.close_table(table=table, now=timezone.now())
        return redirect("room:index")
    return redirect("room:table", pk=pk)
