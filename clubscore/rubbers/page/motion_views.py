"""The pages that ask the others for a motion about a whole rubber.

They ask to play on, to void the rubber or let it count again, to open it again, to correct its dealer or seats, or to
let its net score stand.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_or_arbiter_required
from clubscore.refusals import refusal_on_form
from clubscore.rubbers.correction.forms import WrittenReasonForm
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import Motion
from clubscore.rubbers.motions import services
from clubscore.rubbers.motions.forms import DealerForm, ExchangeForm, MotionForm
from clubscore.rubbers.motions.queries import may_move
from clubscore.rubbers.page.motion_context import (
    dealer_context,
    plain_context,
    reopening_context,
    results_by_dealer,
    seats_context,
)
from clubscore.rubbers.rubber.arbiters import require_arbiter
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.http import desk_or_404, page_of
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@player_or_arbiter_required
def continuation(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask the others to play on in a rubber that was ended early; an arbiter decides it."""
    return _motion(request, pk, Motion.Kind.CONTINUE)


@require_http_methods(["GET", "POST"])
@player_or_arbiter_required
def voiding(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask the others to void a rubber that should not be; an arbiter decides it."""
    return _motion(request, pk, Motion.Kind.VOID)


@require_http_methods(["GET", "POST"])
@player_or_arbiter_required
def restoring(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask the others to let a voided rubber count again; an arbiter decides it."""
    return _motion(request, pk, Motion.Kind.RESTORE)


@require_http_methods(["GET", "POST"])
@player_or_arbiter_required
def standing(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask the other side to let the net score stand instead of players who do not sign, if no arbiter is neutral."""
    return _motion(request, pk, Motion.Kind.STAND)


@require_http_methods(["GET", "POST"])
def reopening(request: MemberRequest, pk: int) -> HttpResponse:
    """An arbiter opens an agreed rubber for correction; if all arbiters have played in it, its players may ask.

    Raises PermissionDenied for members who neither play in it nor decide in it.
    """
    desk = desk_or_404(request, pk)
    state = desk.state
    if not may_move(desk):
        require_arbiter(desk)
    form = WrittenReasonForm(posted_data(request))
    if form.is_valid():
        reason, now = form.cleaned_data["reason"], timezone.now()
        with refusal_on_form(form):
            if desk.may_arbitrate:
                reopen(state=state, reason=reason, by=request.user, now=now)
            else:
                seen = state.rubber.revision
                services.move(
                    state=state,
                    kind=Motion.Kind.REOPEN,
                    reason=reason,
                    seen_revision=seen,
                    by=request.user,
                    now=now,
                )
                messages.success(request, _("The others are asked."))
            return redirect(page_of(state))
    context = reopening_context(desk, form)
    return form_page(request, "rubbers/rubber_reopening.html", context, form)


@require_http_methods(["GET", "POST"])
@player_or_arbiter_required
def first_dealer(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask the others to correct who dealt first, with the score that results (Law 78); an arbiter decides it."""
    desk = desk_or_404(request, pk)
    form = DealerForm(
        posted_data(request),
        revision=desk.state.rubber.revision,
        results=results_by_dealer(desk),
    )
    if motion := _moved(request, desk, Motion.Kind.DEALER, form):
        messages.success(request, asked_or_done(motion))
        return redirect(page_of(desk.state))
    context = dealer_context(desk, form)
    return form_page(request, "rubbers/rubber_first_dealer.html", context, form)


@require_http_methods(["GET", "POST"])
@player_or_arbiter_required
def seats(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask the others to correct who sat where, with the score that results (Law 78); an arbiter decides it."""
    desk = desk_or_404(request, pk)
    form = ExchangeForm(posted_data(request), revision=desk.state.rubber.revision)
    if motion := _moved(request, desk, Motion.Kind.SEATS, form):
        messages.success(request, asked_or_done(motion))
        return redirect(page_of(desk.state))
    context = seats_context(desk, form)
    return form_page(request, "rubbers/rubber_seats.html", context, form)


def _motion(request: MemberRequest, pk: int, kind: Motion.Kind) -> HttpResponse:
    """GET shows what follows; POST makes the motion. A refusal shows the form as it was filled."""
    desk = desk_or_404(request, pk)
    form = MotionForm(posted_data(request), revision=desk.state.rubber.revision)
    if motion := _moved(request, desk, kind, form):
        messages.success(request, asked_or_done(motion))
        return redirect(page_of(desk.state))
    context = plain_context(desk, kind, form)
    return form_page(request, "rubbers/rubber_motion.html", context, form)


def _moved(
    request: MemberRequest, desk: RubberDesk, kind: Motion.Kind, form: MotionForm
) -> Motion | None:
    """Make the motion of the form. None if the form was not sent, has errors, or is refused, which it then says."""
    if not form.is_valid():
        return None
    with refusal_on_form(form):
        return services.move(
            state=desk.state,
            kind=kind,
            reason=form.cleaned_data["reason"],
            seen_revision=form.cleaned_data["revision"],
            by=request.user,
            now=timezone.now(),
            dealer=form.cleaned_data.get("dealer", ""),
            swap=form.cleaned_data.get("swap", ""),
        )
    return None


def asked_or_done(motion: Motion) -> str:
    """The message after a motion was made: the others are asked, or it is decided."""
    if motion.is_open:
        return _("The others are asked.")
    return _("Decided.")
