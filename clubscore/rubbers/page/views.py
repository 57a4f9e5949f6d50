"""The sheet of a rubber, and what is done to it."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

import scoring
from clubscore.contracts.deal_form import DealForm
from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import for_players, for_players_to_write
from clubscore.rubbers import queries
from clubscore.rubbers.agreement import services as agreement
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.page.context import (
    end_context,
    ending_context,
    entry_context,
    figure_context,
    play_context,
    too_late_context,
    two_books,
)
from clubscore.rubbers.recording import services
from clubscore.rubbers.recording.forms import StartForm, StopForm
from clubscore.tables.models import Table

KEPT = "Your entry is kept: look, and record again."
WORN_OUT = f"This form was too old to be recorded. {KEPT}"


def _rubber(pk: int) -> Rubber:
    return get_object_or_404(Rubber.objects.for_sheets(), pk=pk)


@require_POST
@for_players
def rubber_create(request: MemberRequest, table_pk: int) -> HttpResponse:
    table = get_object_or_404(Table.objects.standing(), pk=table_pk)
    form = StartForm(request.POST)
    try:
        if not form.is_valid():
            raise services.Refused("Say who deals first.")
        services.start_rubber(table=table, dealer=form.cleaned_data["dealer"], by=request.user, now=timezone.now())
    except (services.Refused, scoring.InvalidRules) as refusal:
        messages.error(request, str(refusal))
    return redirect("room:table", pk=table_pk)


@require_GET
def rubber_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """The sheet, with the entry form for those who keep it while it is in play."""
    return render(request, "rubbers/rubber_detail.html", play_context(_rubber(pk), request.user))


@require_GET
def sheet(request: MemberRequest, pk: int) -> HttpResponse:
    """The live sheet for a browser that polls: 204 when its revision is the newest."""
    return poll(request, "rubber", pk, request.GET.get("view", WATCH))


@require_GET
def deal_detail(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Why the figures of one deal are what they are."""
    rubber = _rubber(pk)
    try:
        context = figure_context(rubber, request.user, number)
    except KeyError:
        raise Http404(f"There is no deal {number} in this rubber.") from None
    return render(request, "rubbers/_figure.html" if request.htmx else "rubbers/deal_detail.html", context)


@require_GET
def end_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """Why the figures are what they are that the end of a rubber adds, or would add if it stopped now."""
    context = end_context(_rubber(pk), request.user)
    if not context["paper"].closing:
        raise Http404("The end of this rubber adds nothing.")
    return render(request, "rubbers/_end.html" if request.htmx else "rubbers/end_detail.html", context)


@require_GET
def deal_preview(request: MemberRequest, pk: int) -> HttpResponse:
    """What a half-filled form would write, and what it still lacks; nothing once the rubber is over.

    Who sees a form then was overtaken: Record stays as it was, and tells that the entry came too late.
    """
    rubber = _rubber(pk)
    if rubber.is_over:
        return HttpResponse(status=204)
    form = entry_form(rubber, request.GET)
    return render(request, "rubbers/_preview.html", entry_context(rubber, request.user, form, queries.sheet_of(rubber)))


@require_POST
@for_players
def deal_create(request: MemberRequest, pk: int) -> HttpResponse:
    """Record the next deal; what is refused comes back as it was typed."""
    rubber = _rubber(pk)
    form = entry_form(rubber, request.POST)
    services.refuse_a_stranger(rubber=rubber, by=request.user)
    if form.worn_out:
        return _entry(request, rubber, form.without(*form.worn_out), status=409, notice=WORN_OUT)
    if not form.is_valid():
        return _entry(request, rubber, form, status=422)
    data = form.cleaned_data
    try:
        entered = agreement.enter_deal(
            rubber=rubber,
            facts=data["deal"],
            number=data["number"],
            seen_revision=data["revision"],
            key=data["key"],
            by=request.user,
            now=timezone.now(),
        )
    except services.Refused as refusal:
        made_anew = ("number", "key") if isinstance(refusal, services.KeyUsed) else ("number",)
        return _entry(request, _rubber(pk), form.without(*made_anew), status=409, notice=f"{refusal} {KEPT}")
    except scoring.ScoringError:  # which the preview in the answer tells
        return _entry(request, _rubber(pk), form, status=422)
    return _recorded(request, _rubber(pk), two_books(entered, data["key"]))


def _entry(request: MemberRequest, rubber: Rubber, form: DealForm, *, status: int, notice: str = "") -> HttpResponse:
    """The form as it was sent, with what is wrong; around it the sheet as it is now."""
    if rubber.is_over:
        context, status = too_late_context(rubber, request.user, form), 409
    else:
        context = play_context(rubber, request.user, form=form, notice=notice)
    template = "rubbers/_entry_with_sheet.html" if request.htmx else "rubbers/rubber_detail.html"
    return render(request, template, context, status=status)


def _recorded(request: MemberRequest, rubber: Rubber, notice: str) -> HttpResponse:
    """A fresh form and the sheet as it is now; the table's page anew when the rubber is over."""
    page = reverse("room:table", args=[rubber.table_id])
    if request.htmx and not rubber.is_over:
        context = play_context(rubber, request.user, notice=notice)
        return render(request, "rubbers/_entry_with_sheet.html", context)
    if notice:
        messages.info(request, notice)
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


@require_POST
@for_players
def deal_undo(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Strike out the last deal; the form then holds its line, to be mended and recorded again."""
    rubber = _rubber(pk)
    page = reverse("room:table", args=[rubber.table_id])
    try:
        struck = services.undo_deal(rubber=rubber, number=number, by=request.user, now=timezone.now())
    except services.Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(page)
    return redirect(f"{page}?{urlencode({'line': str(struck.facts)})}")


@require_http_methods(["GET", "POST"])
@for_players_to_write
def ending(request: MemberRequest, pk: int) -> HttpResponse:
    """Stop an unfinished rubber: GET shows what that would give, POST stops it."""
    rubber = _rubber(pk)
    if request.method == "GET" or rubber.is_over:
        form = StopForm(revision=rubber.revision)
        return render(request, "rubbers/rubber_ending.html", ending_context(rubber, request.user, form))
    form = StopForm(request.POST)
    if not form.is_valid():
        return render(request, "rubbers/rubber_ending.html", ending_context(rubber, request.user, form), status=422)
    try:
        services.stop_rubber(
            rubber=rubber,
            reason=form.cleaned_data["reason"],
            seen_revision=form.cleaned_data["revision"],
            by=request.user,
            now=timezone.now(),
        )
    except services.Refused as refusal:
        form = StopForm({"reason": form.cleaned_data["reason"], "revision": rubber.revision})
        form.add_error(None, str(refusal))
        return render(
            request, "rubbers/rubber_ending.html", ending_context(_rubber(pk), request.user, form), status=409
        )
    return redirect("room:table", pk=rubber.table_id)
