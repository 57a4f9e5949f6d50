"""Pages of settling up: settlements, the preview of a new settlement, payments, and statements about payments."""

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.ledger.models import Season
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required, may_administer
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.settlements import queries, services
from clubscore.settlements.context import (
    account_in,
    can_be_cancelled,
    choices_of_periods,
    lines_of,
)
from clubscore.settlements.forms import (
    CancelSettlementForm,
    PeriodForm,
    ReceiptForm,
    SettleForm,
)
from clubscore.settlements.models import PaymentEvent, Settlement, Transfer
from clubscore.settlements.table import HEADER, settlements_table
from clubscore.web.csv import csv_response, long_csv_response
from clubscore.web.forms.http import form_page, posted_data

PAGE_SIZE = 50


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The page of the reader's open payments and of all settlements."""
    context = {
        "own": lines_of(queries.open_transfers_of(request.user), request.user),
        "page": Paginator(queries.settlements_listed(), PAGE_SIZE).get_page(
            request.GET.get("page")
        ),
        "may_administer": may_administer(request.user),
    }
    return render(request, "settlements/settlement_list.html", context)


@require_GET
def all_csv(request: MemberRequest) -> FileResponse:
    return long_csv_response(
        "settlements.csv", HEADER, settlements_table(Settlement.objects.order_by("pk"))
    )


@require_http_methods(["GET", "POST"])
@admin_required
def create(request: MemberRequest) -> HttpResponse:
    """The page on which an admin chooses the evenings, sees the preview, and freezes the settlement."""
    if request.method == "POST":
        return _settle(request)
    chosen = request.GET if "first" in request.GET else None
    form = PeriodForm(chosen)
    status = 422 if form.errors else 200
    return _proposal(request, form, status=status)


def _settle(request: MemberRequest) -> HttpResponse:
    form = SettleForm(request.POST)
    if not form.is_valid():
        return _proposal(request, form, status=422)
    try:
        settlement = services.settle(
            period=form.period,
            unit=form.chosen_unit,
            seen=form.cleaned_data["seen"],
            by=request.user,
            now=timezone.now(),
        )
    except services.SettlementRefused as refusal:
        form.add_error(None, str(refusal))
        return _proposal(request, form, status=409)
    messages.success(
        request,
        _("%(settlement)s is closed: these are its payments.")
        % {"settlement": settlement},
    )
    return redirect("settlements:detail", pk=settlement.pk)


def _proposal(request: MemberRequest, form: PeriodForm, *, status: int) -> HttpResponse:
    preview = None
    if form.is_bound and {"first", "last"} <= form.cleaned_data.keys():
        preview = queries.preview(form.period, form.chosen_unit)
    context = {
        "form": form,
        "preview": preview,
        "choices": choices_of_periods(
            Season.objects.order_by("-begins_on"), timezone.now()
        ),
    }
    return render(request, "settlements/settlement_create.html", context, status=status)


@require_GET
def detail(request: MemberRequest, pk: int) -> HttpResponse:
    shown = get_object_or_404(
        Settlement.objects.select_related("frozen_by", "cancelled_by"), pk=pk
    )
    lines = lines_of(
        queries.transfers_with_events().filter(settlement=shown), request.user
    )
    context = {
        "settlement": shown,
        "lines": lines,
        "balances": queries.balances_in(shown),
        "rubbers": queries.rubbers_in(shown),
        "may_administer": may_administer(request.user),
        "may_cancel": may_administer(request.user) and can_be_cancelled(shown, lines),
    }
    return render(request, "settlements/settlement_detail.html", context)


@require_GET
def detail_csv(request: MemberRequest, pk: int) -> HttpResponse:
    shown = get_object_or_404(Settlement, pk=pk)
    return csv_response(
        f"settlement-{shown.pk}.csv", HEADER, settlements_table([shown])
    )


@require_http_methods(["GET", "POST"])
@admin_required
def cancellation(request: MemberRequest, pk: int) -> HttpResponse:
    """The page on which an admin cancels a settlement, with a reason. It is refused if a payment is confirmed."""
    shown = get_object_or_404(Settlement, pk=pk)
    data = posted_data(request)
    form = CancelSettlementForm(data)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                reason = form.cleaned_data["reason"]
                services.cancel(
                    settlement=shown, reason=reason, by=request.user, now=timezone.now()
                )
            except services.SettlementRefused as refusal:
                form.add_error(None, str(refusal))
                status = 409
            else:
                words = {"settlement": shown}
                messages.success(
                    request,
                    _("%(settlement)s is cancelled; what it was made of is open again.")
                    % words,
                )
                return redirect("settlements:detail", pk=pk)
    return render(
        request,
        "settlements/settlement_cancellation.html",
        {"settlement": shown, "form": form},
        status=status,
    )


@require_GET
def transfer(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of a payment, with the bookings behind the balances of its two parties."""
    return _payment(request, pk, ReceiptForm())


def _payment(request: MemberRequest, pk: int, form: ReceiptForm) -> HttpResponse:
    shown = get_object_or_404(queries.transfers_with_events(), pk=pk)
    (line,) = lines_of([shown], request.user)
    accounts = [
        account_in(shown.settlement, party)
        for party in (shown.from_party, shown.to_party)
    ]
    context = {"line": line, "accounts": accounts, "receipt_form": form}
    return form_page(request, "settlements/transfer_detail.html", context, form)


@require_POST
def mark(request: MemberRequest, pk: int) -> HttpResponse:
    return _say(request, pk, services.mark_paid)


@require_POST
def mark_withdrawal(request: MemberRequest, pk: int) -> HttpResponse:
    return _say(request, pk, services.withdraw_payment)


@require_POST
def receipt(request: MemberRequest, pk: int) -> HttpResponse:
    """Confirm a payment as received: by the receiver, or by an admin with a reason."""
    shown = get_object_or_404(Transfer.objects.select_related("settlement"), pk=pk)
    form = ReceiptForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        with refusal_on_form(form):
            services.confirm(
                transfer=shown, by=request.user, now=timezone.now(), reason=reason
            )
    if form.errors:
        return _payment(request, pk, form)
    if _is_from_the_ledger(request):
        # The line of the payment is gone there.
        words = {"payment": shown.in_words}
        messages.success(request, _("%(payment)s: received and booked.") % words)
    return _back(request, shown)


def _say(
    request: MemberRequest, pk: int, say: Callable[..., PaymentEvent | None]
) -> HttpResponse:
    shown = get_object_or_404(Transfer.objects.select_related("settlement"), pk=pk)
    with refusal_as_message(request):
        say(transfer=shown, by=request.user, now=timezone.now())
    return _back(request, shown)


def _is_from_the_ledger(request: MemberRequest) -> bool:
    return request.POST.get("back") == "ledger"


def _back(request: MemberRequest, shown: Transfer) -> HttpResponse:
    """Redirect to the page with the form: to the reader's own account in the ledger, or to the settlement."""
    if _is_from_the_ledger(request):
        return redirect("ledger:index")
    return redirect("settlements:detail", pk=shown.settlement_id)
