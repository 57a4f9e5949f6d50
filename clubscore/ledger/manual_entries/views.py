"""The pages on which an admin books adjustments and opening balances, and reverses them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.languages.stored_sentences import stored_told
from clubscore.ledger import queries
from clubscore.ledger.manual_entries import services
from clubscore.ledger.manual_entries.forms import (
    AdjustmentForm,
    OpeningBalancesForm,
    ReversalReasonForm,
)
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required, may_administer
from clubscore.web.forms.http import posted_data
from clubscore.web.large_bodies import takes_large_body

MOST = 512 * 1024  # bytes: ten thousand members, a field of some thirty bytes each


@require_http_methods(["GET", "POST"])
@admin_required
def adjustments(request: MemberRequest) -> HttpResponse:
    """GET shows the manual entries and a form for an adjustment. POST books the adjustment."""
    data = posted_data(request)
    form = AdjustmentForm(data)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            chosen = form.cleaned_data
            try:
                booked = services.book_adjustment(
                    number=chosen["number"],
                    member=chosen["member"],
                    points=chosen["points"],
                    against=chosen["against"],
                    reason=chosen["reason"],
                    unit=form.chosen_unit,
                    by=request.user,
                    now=timezone.now(),
                )
            except services.ManualEntryRefused as refusal:
                status = _refuse(form, refusal)
            else:
                words = {
                    "entry": stored_told(booked.description),
                    "name": chosen["member"].name,
                }
                messages.success(
                    request, _("%(entry)s is booked for %(name)s.") % words
                )
                return redirect("ledger:adjustments")
    context = {"form": form, "booked": queries.booked_by_hand()}
    return render(request, "ledger/adjustment_list.html", context, status=status)


@takes_large_body(MOST, may=may_administer)
@require_http_methods(["GET", "POST"])
@admin_required
def opening_balances(request: MemberRequest) -> HttpResponse:
    """GET shows one form with the opening balances of all members. POST books them."""
    data = posted_data(request)
    form = OpeningBalancesForm(data)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            chosen = form.cleaned_data
            try:
                booked = services.book_opening_balances(
                    number=chosen["number"],
                    points=form.balances,
                    unit=form.chosen_unit,
                    reason=chosen["reason"],
                    by=request.user,
                    now=timezone.now(),
                )
            except services.ManualEntryRefused as refusal:
                status = _refuse(form, refusal)
            else:
                words = {
                    "entry": stored_told(booked.description),
                    "number": len(form.balances),
                }
                messages.success(
                    request, _("%(entry)s: booked for %(number)s.") % words
                )
                return redirect("ledger:adjustments")
    return render(
        request, "ledger/opening_balances.html", {"form": form}, status=status
    )


def _refuse(
    form: AdjustmentForm | OpeningBalancesForm,
    refusal: services.ManualEntryRefused,
) -> int:
    form.add_error(None, str(refusal))
    form.renew()
    return 409


@require_http_methods(["GET", "POST"])
@admin_required
def reversal(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows an adjustment or opening balances, and a form for the reason. POST reverses the entry."""
    booked = get_object_or_404(queries.booked_by_hand(), pk=pk)
    data = posted_data(request)
    form = ReversalReasonForm(data)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                services.reverse_entry(
                    booked=booked,
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                    now=timezone.now(),
                )
            except services.ManualEntryRefused as refusal:
                form.add_error(None, str(refusal))
                status = 409
            else:
                messages.success(
                    request,
                    _("%(entry)s is taken back.")
                    % {"entry": stored_told(booked.description)},
                )
                return redirect("ledger:adjustments")
    return render(
        request,
        "ledger/adjustment_reversal.html",
        {"form": form, "booked": booked},
        status=status,
    )
