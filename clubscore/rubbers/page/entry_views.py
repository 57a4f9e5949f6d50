"""The views that write from the page of a rubber: begin it, record a deal, undo a deal, stop the rubber."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import retarget, trigger_client_event

import scoring
from clubscore.contracts.deal_form import DealForm
from clubscore.contracts.letters import line_of
from clubscore.languages.spoken import refusal_told
from clubscore.members.device.choices import DeviceChoices
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required, player_required_to_write
from clubscore.once import KeySpent
from clubscore.refusals import Refused, refusal_as_message, refusal_on_form
from clubscore.rubbers.agreement import services as agreement
from clubscore.rubbers.agreement.blind_books import InBook, enter_blind
from clubscore.rubbers.agreement.two_books import DealEntered
from clubscore.rubbers.correction.undoing import undo_last_deal
from clubscore.rubbers.entry.context import preview_context
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.motions.services import end_early
from clubscore.rubbers.page.context import (
    answer_context,
    ending_context,
    play_context,
    recorded_context,
    second_book_notice,
    too_late_context,
)
from clubscore.rubbers.recording import services
from clubscore.rubbers.recording.forms import StartForm, StopForm
from clubscore.rubbers.recording.queries import require_keeper
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.http import desk_or_404, page_of, state_or_404
from clubscore.rubbers.rubber.numbers import next_called
from clubscore.tables.models import Table

KEPT = gettext_lazy("Your entry is kept: look, and record again.")
ONCE_MORE = gettext_lazy("Not recorded yet: tap Record once more if this is right.")
EXPIRED = gettext_lazy("This form was too old to be recorded.")


@require_POST
@player_required
def rubber_create(request: MemberRequest, table_pk: int) -> HttpResponse:
    """Begin a rubber with the four players who sit at the table."""
    table = get_object_or_404(Table.objects.in_use(), pk=table_pk)
    form = StartForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(_("Say who deals first."))
        try:
            services.start_rubber(
                table=table,
                dealer=form.cleaned_data["dealer"],
                seen_seats=form.cleaned_data["seats"],
                by=request.user,
                now=timezone.now(),
            )
        except scoring.InvalidRules as wrong:
            raise Refused(refusal_told(wrong)) from wrong
    return redirect("room:table", pk=table_pk)


@require_GET
def deal_preview(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the preview of an entry form that may be half filled. Answers 204 if the rubber is over.

    With 204 the page keeps its form; a tap on Record then shows that the entry came too late.
    """
    desk = desk_or_404(request, pk)
    rubber = desk.state.rubber
    if rubber.is_over:
        return HttpResponse(status=204)
    context = preview_context(desk, entry_form(rubber, request.GET))
    return render(request, "contracts/_preview.html", context)


@require_POST
@player_required
def deal_create(request: MemberRequest, pk: int) -> HttpResponse:
    """Record the next deal. A refused form is shown again with what was typed."""
    desk = desk_or_404(request, pk)
    form = entry_form(desk.state.rubber, request.POST)
    require_keeper(desk)
    if form.expired_fields:
        kept = form.without(*form.expired_fields)
        notice = f"{EXPIRED} {KEPT}"
        return _refused(request, desk, kept, status=409, notice=notice)
    if not form.is_valid():
        return _refused(request, desk, form, status=422)
    data = form.cleaned_data
    deal = str(data["deal"])
    if DeviceChoices.of(request).two_taps and request.POST.get("sure") != deal:
        notice = str(ONCE_MORE)
        return _refused(request, desk, form, status=422, notice=notice, sure=deal)
    enter: Callable[..., DealEntered | InBook] = agreement.enter_deal
    if desk.state.rubber.has_blind_books:
        enter = enter_blind
    try:
        entered = enter(
            state=desk.state,
            facts=data["deal"],
            number=data["number"],
            seen_revision=data["revision"],
            key=data["key"],
            by=request.user,
            now=timezone.now(),
        )
    except Refused as refusal:
        made_anew = ("number", "key") if isinstance(refusal, KeySpent) else ("number",)
        return _refused(
            request,
            desk_or_404(request, pk),
            form.without(*made_anew),
            status=409,
            notice=f"{refusal} {KEPT}",
            came_as=data["number"],
        )
    except scoring.ScoringError:  # the preview in the answer says what is wrong
        return _refused(request, desk_or_404(request, pk), form, status=422)
    if isinstance(entered, InBook):
        return _in_book(request, entered)
    return _recorded(request, entered, data["revision"], data["key"])


def _refused(
    request: MemberRequest,
    desk: RubberDesk,
    form: DealForm,
    *,
    status: int,
    notice: str = "",
    came_as: int | None = None,
    sure: str = "",
) -> HttpResponse:
    """The answer to a refused entry: the entry as it was sent, with its error, and the sheet as it is now.

    `came_as` is the number of the deal for which the entry was sent, if the form does not hold this number any more.
    `sure` is the deal that the next tap on Record confirms, on a device that asks for two taps.
    """
    if desk.state.rubber.is_over:
        context = too_late_context(desk, form, came_as)
        if not request.htmx:
            return render(request, "rubbers/rubber_detail.html", context, status=409)
        return retarget(
            render(request, "rubbers/_entry_too_late.html", context, status=409),
            "#entry",
        )
    if request.htmx:
        context = answer_context(desk, form=form, notice=notice, came_as=came_as)
        return render(
            request,
            "rubbers/_entry_answer.html",
            context | {"sure": sure},
            status=status,
        )
    context = play_context(desk, form=form, notice=notice, came_as=came_as)
    return render(
        request, "rubbers/rubber_detail.html", context | {"sure": sure}, status=status
    )


def _recorded(
    request: MemberRequest, entered: DealEntered, seen_revision: int, key: UUID
) -> HttpResponse:
    """The answer to a recorded entry: the sheet as it is now, and the form for the next deal.

    After the last deal of the rubber the answer is an event for live.js, or without htmx a redirect to the table."""
    state = entered.state
    notice = second_book_notice(entered, key)
    if request.htmx and not state.rubber.is_over:
        context = recorded_context(entered, request.user, seen_revision, notice)
        return render(request, "rubbers/_entry_answer.html", context)
    if notice:
        messages.info(request, notice)
    if request.htmx:
        return trigger_client_event(
            HttpResponse(status=HTTPStatus.NO_CONTENT), "clubscore:over"
        )
    return redirect("room:table", state.rubber.table_id)


def _in_book(request: MemberRequest, entered: InBook) -> HttpResponse:
    """The answer to an entry that waits in the book of one side: the form for the deal again, without the entry."""
    notice = _("You have written deal %(number)s in your book.") % {
        "number": next_called(entered.state)
    }
    if request.htmx:
        desk = RubberDesk(entered.state, request.user)
        context = answer_context(desk, notice=notice)
        return render(request, "rubbers/_entry_answer.html", context)
    messages.success(request, notice)
    return redirect("room:table", entered.state.rubber.table_id)


@require_POST
@player_required
def deal_undo(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Undo the last deal. The entry form then has that deal as a typed line, to be mended and recorded again."""
    state = state_or_404(pk)
    page = reverse("room:table", args=[state.rubber.table_id])
    with refusal_as_message(request):
        struck = undo_last_deal(
            state=state, number=number, by=request.user, now=timezone.now()
        )
        page = f"{page}?{urlencode({'line': line_of(struck.facts)})}"
    return redirect(page)


@require_http_methods(["GET", "POST"])
@player_required_to_write
def ending(request: MemberRequest, pk: int) -> HttpResponse:
    """End a rubber early: GET shows the sheet as if the rubber ended now, POST asks the other side to end it.

    A rubber without a deal is stopped at once; an arbiter who has not played in the rubber decides alone.
    """
    desk = desk_or_404(request, pk)
    state = desk.state
    if request.method == "GET" or state.rubber.is_over:
        return _ending_page(request, desk, StopForm(revision=state.rubber.revision))
    form = StopForm(request.POST)
    if not form.is_valid():
        return _ending_page(request, desk, form, status=422)
    chosen = form.cleaned_data
    form = StopForm({"reason": chosen["reason"], "revision": state.rubber.revision})
    with refusal_on_form(form):
        motion = end_early(
            state=state,
            reason=chosen["reason"],
            seen_revision=chosen["revision"],
            by=request.user,
            now=timezone.now(),
        )
        if motion and motion.is_open:
            messages.success(request, _("The others are asked."))
        return redirect(page_of(state))
    return _ending_page(request, desk_or_404(request, pk), form, status=409)


def _ending_page(
    request: MemberRequest, desk: RubberDesk, form: StopForm, *, status: int = 200
) -> HttpResponse:
    return render(
        request,
        "rubbers/rubber_ending.html",
        ending_context(desk, form),
        status=status,
    )
