"""Pages of correction: propose a correction or a striking out, note a bad pack."""

from itertools import chain

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.languages.spoken import refusal_told
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.rubbers.correction import services
from clubscore.rubbers.correction.context import (
    correction_context,
    pack_context,
    preview_context,
)
from clubscore.rubbers.correction.forms import (
    StrikeForm,
    WrittenReasonForm,
    correction_form,
    correction_of,
    version_seen,
)
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.http import desk_or_404, page_of
from scoring import ScoringError

PROPOSED = gettext_lazy(
    "Proposed. The others see it at once and say whether it was so."
)


def _opened(request: MemberRequest, pk: int, number: int) -> tuple[RubberDesk, Deal]:
    """The desk of the member who asks, and the deal of the rubber with this number.

    Raises Http404 if the rubber or the deal does not exist, PermissionDenied for members who do not play here.
    """
    desk = desk_or_404(request, pk)
    if desk.seat is None:
        raise PermissionDenied(_("Only the four players propose a correction."))
    deal = desk.state.deal(number)
    if deal is None:
        raise Http404(_("That deal is not on this sheet."))
    return desk, deal


@require_http_methods(["GET", "POST"])
@player_required
def deal_correction(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """GET shows the deal in the entry form; POST proposes the deal in the form. A refusal shows the form as filled."""
    desk, base = _opened(request, pk, number)
    state = desk.state
    if request.method == "GET":
        unchanged = correction_of(state.rubber, base)
        context = correction_context(desk, base, unchanged, StrikeForm())
        return render(request, "rubbers/deal_correction.html", context)
    form = correction_form(state.rubber, request.POST)
    if form.is_valid():
        try:
            with refusal_on_form(form):
                services.propose(
                    state=state,
                    base=version_seen(state, base, form.cleaned_data["version"]),
                    facts=form.cleaned_data["deal"],
                    key=form.cleaned_data["key"],
                    by=request.user,
                    now=timezone.now(),
                    reason=form.cleaned_data["reason"],
                    error=form.cleaned_data["error"],
                    later=form.cleaned_data["later"],
                )
                messages.success(request, PROPOSED)
                return redirect(page_of(state))
        except ScoringError as refusal:
            form.add_error(None, refusal_told(refusal))
    context = correction_context(desk, base, form, StrikeForm())
    return _refused(request, context, form)


@require_GET
@player_required
def correction_preview(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The preview while the form is being filled: the deal before and after the correction."""
    desk, base = _opened(request, pk, number)
    state = desk.state
    form = correction_form(state.rubber, request.GET)
    context = preview_context(desk, base, form)
    return render(request, "rubbers/_correction_preview.html", context)


@require_POST
@player_required
def deal_strike(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Propose that a deal be struck out: its pack was bad, and its cards are not mixed yet (Law 79)."""
    desk, base = _opened(request, pk, number)
    state = desk.state
    form = StrikeForm(request.POST)
    if form.is_valid():
        with refusal_on_form(form):
            services.propose(
                state=state,
                base=version_seen(state, base, form.cleaned_data["version"]),
                facts=None,
                key=form.cleaned_data["key"],
                by=request.user,
                now=timezone.now(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, PROPOSED)
            return redirect(page_of(state))
    unchanged = correction_of(state.rubber, base)
    context = correction_context(desk, base, unchanged, form)
    return _refused(request, context, form)


def _refused(
    request: MemberRequest, context: dict[str, object], form: Form
) -> HttpResponse:
    """The response to a refused form: the page with the form as it was filled, and with the errors at its head.

    The errors stand at the head because the keys of the form are longer than the screen of a phone.
    """
    reasons = chain.from_iterable(form.errors.values())
    context["refusals"] = list(dict.fromkeys(reasons))  # each reason once
    return render(request, "rubbers/deal_correction.html", context, status=422)


@require_http_methods(["GET", "POST"])
@player_required
def pack(request: MemberRequest, pk: int) -> HttpResponse:
    """Note that the pack was found to be wrong. The page says which scores stand (Law 79; 1912, law 39)."""
    desk = desk_or_404(request, pk)
    state = desk.state
    if not desk.may_keep:
        raise PermissionDenied(
            _("Only the four players and the club’s scorers note a faulty pack.")
        )
    form = _reason_form(request)
    if form.is_valid():
        with refusal_on_form(form):
            services.note_bad_pack(
                state=state,
                text=form.cleaned_data["reason"],
                by=request.user,
                now=timezone.now(),
            )
            return redirect(page_of(state))
    context = pack_context(desk, form)
    return render(request, "rubbers/rubber_pack.html", context, status=_status(form))


def _reason_form(request: MemberRequest) -> WrittenReasonForm:
    """The form that was sent; an empty form for a GET."""
    if request.method == "POST":
        return WrittenReasonForm(request.POST)
    return WrittenReasonForm()


def _status(form: Form) -> int:
    return 422 if form.errors else 200
