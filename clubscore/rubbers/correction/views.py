"""Proposing that a deal be corrected or struck out; a bad pack, an agreed rubber opened anew."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import for_admins, for_players
from clubscore.rubbers.consent.forms import ReasonForm
from clubscore.rubbers.consent.responses import page_of, sheet_or_404
from clubscore.rubbers.correction import services as correction
from clubscore.rubbers.correction.context import correction_context, preview_context
from clubscore.rubbers.correction.forms import StrikeForm, correction_form, correction_of
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.page.context import sheet_context
from clubscore.rubbers.queries import may_keep, seat_of, standing_deals, view_of
from clubscore.rubbers.recording.services import Refused
from scoring import ScoringError

PROPOSED = "Proposed. The others see it at once and say whether it was so."


def _opened(request: MemberRequest, pk: int, number: int) -> tuple[Rubber, Deal]:
    """The rubber and its deal as it stands; PermissionDenied for who does not play here."""
    rubber = sheet_or_404(pk)
    if seat_of(rubber, request.user) is None:
        raise PermissionDenied("Only the four players propose a correction.")
    return rubber, _standing(rubber, number)


def _standing(rubber: Rubber, number: int) -> Deal:
    deal = next((deal for deal in standing_deals(rubber.deals.all()) if deal.number == number), None)
    if deal is None:
        raise Http404(f"There is no deal {number} on this sheet.")
    return deal


@require_http_methods(["GET", "POST"])
@for_players
def deal_correction(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """GET shows the deal in the entry form, POST proposes what the form says; refused, it comes back as it was."""
    rubber, base = _opened(request, pk, number)
    if request.method == "GET":
        context = correction_context(rubber, base, request.user, correction_of(rubber, base), StrikeForm())
        return render(request, "rubbers/deal_correction.html", context)
    form = correction_form(rubber, request.POST)
    if form.is_valid():
        try:
            correction.propose(
                base=_seen(base, form.cleaned_data["version"]),
                facts=form.cleaned_data["deal"],
                key=form.cleaned_data["key"],
                by=request.user,
                now=timezone.now(),
                reason=form.cleaned_data["reason"],
                later=form.cleaned_data["later"],
            )
        except (Refused, ScoringError) as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, PROPOSED)
            return redirect(page_of(rubber))
    context = correction_context(rubber, base, request.user, form, StrikeForm())
    return render(request, "rubbers/deal_correction.html", context, status=422)


def _seen(base: Deal, version: int) -> Deal:
    """The version that was on the screen: one that no longer stands is refused by the service."""
    return Deal.objects.filter(rubber=base.rubber_id, number=base.number, pk=version).first() or base


@require_GET
@for_players
def correction_preview(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Before and after, while the form is being filled."""
    rubber, base = _opened(request, pk, number)
    context = preview_context(rubber, base, request.user, correction_form(rubber, request.GET))
    return render(request, "rubbers/_correction_preview.html", context)


@require_POST
@for_players
def deal_strike(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Propose that a deal be struck out: its pack was bad, and it can still be told apart (Law 79)."""
    rubber, base = _opened(request, pk, number)
    form = StrikeForm(request.POST)
    if form.is_valid():
        try:
            correction.propose(
                base=_seen(base, form.cleaned_data["version"]),
                facts=None,
                key=form.cleaned_data["key"],
                by=request.user,
                now=timezone.now(),
                reason=form.cleaned_data["reason"],
                later=form.cleaned_data["later"],
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, PROPOSED)
            return redirect(page_of(rubber))
    context = correction_context(rubber, base, request.user, correction_of(rubber, base), form)
    return render(request, "rubbers/deal_correction.html", context, status=422)


@require_http_methods(["GET", "POST"])
@for_players
def pack(request: MemberRequest, pk: int) -> HttpResponse:
    """The pack was found to be wrong: it is noted, and what is recorded stands (Law 79)."""
    rubber = sheet_or_404(pk)
    if not may_keep(rubber, request.user):
        raise PermissionDenied("Only the four players and the club’s scorers note a bad pack.")

    def note(reason: str) -> None:
        correction.note_bad_pack(rubber=rubber, text=reason, by=request.user, now=timezone.now())

    return _for_a_reason(request, rubber, "rubbers/rubber_pack.html", note)


@require_http_methods(["GET", "POST"])
@for_admins
def reopening(request: MemberRequest, pk: int) -> HttpResponse:
    """An admin opens an agreed rubber for correction."""
    rubber = sheet_or_404(pk)

    def reopen(reason: str) -> None:
        correction.reopen(rubber=rubber, reason=reason, by=request.user, now=timezone.now())

    return _for_a_reason(request, rubber, "rubbers/rubber_reopening.html", reopen)


def _for_a_reason(request: MemberRequest, rubber: Rubber, template: str, deed: Callable[[str], None]) -> HttpResponse:
    """GET asks why, POST does it; what is refused comes back with what was written."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            deed(form.cleaned_data["reason"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(page_of(rubber))
    context = sheet_context(rubber, view_of(rubber, request.user)) | {"form": form}
    return render(request, template, context, status=422 if form.errors else 200)
