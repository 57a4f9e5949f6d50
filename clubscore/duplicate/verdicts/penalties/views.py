"""The page that lists, gives and lifts the penalties of a session."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.approval.forms import LateGroundsForm, is_ready, late_form_of
from clubscore.duplicate.approval.http import to_proposal
from clubscore.duplicate.approval.services import propose
from clubscore.duplicate.models import Penalty, Session
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.verdicts.penalties import services
from clubscore.duplicate.verdicts.penalties.forms import LiftForm, PenaltyForm
from clubscore.duplicate.verdicts.penalties.wiring import (
    proposed_lift,
    proposed_penalty,
)
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def penalties(request: MemberRequest, pk: int) -> HttpResponse:
    """GET lists the penalties of a session; POST takes points off an entry."""
    state = directed_or_404(request, pk)
    now = timezone.now()
    form = PenaltyForm(posted_data(request), state=state)
    late_form = late_form_of(request, state.session, now)
    if form.is_valid() and is_ready(late_form):
        with refusal_on_form(form):
            return _write(request, state.session, form, late_form)
    context = {
        "state": state,
        "session": state.session,
        "form": form,
        "late_form": late_form,
        "penalties": _with_forms(state.session, is_late=late_form is not None),
        "many": len(state.sections) > 1,
        "has_units": bool(services.units_of(state.session)),
        "no_unit": services.NO_UNIT,
    }
    return form_page(request, "duplicate/penalty_list.html", context, form, late_form)


def _with_forms(
    session: Session, *, is_late: bool
) -> list[tuple[Penalty, LateGroundsForm | None]]:
    """The penalties of a session, the newest first, each with the part about approval of the form that lifts it.

    That part is None while the correction period runs.
    """
    rows = Penalty.objects.filter(session=session).order_by("-pk")
    found: list[tuple[Penalty, LateGroundsForm | None]] = []
    for row in rows.select_related("entry__section", "given_by", "lift__lifted_by"):
        late_form = None
        if is_late:
            late_form = LateGroundsForm(session=session, auto_id=f"late-{row.pk}-%s")
        found.append((row, late_form))
    return found


def _write(
    request: MemberRequest,
    session: Session,
    form: PenaltyForm,
    late_form: LateGroundsForm | None,
) -> HttpResponse:
    """Take the points off, or propose it after the correction period, and redirect. Raises Refused if it is refused."""
    now = timezone.now()
    if late_form:
        late = propose(
            session=session,
            proposed=proposed_penalty(form.taking),
            grounds=late_form.grounds,
            by=request.user,
            now=now,
        )
        return to_proposal(request, late)
    services.penalise(session=session, taking=form.taking, by=request.user, now=now)
    return redirect("duplicate:penalties", pk=session.pk)


@require_POST
@player_required
def penalty_lift(request: MemberRequest, pk: int, penalty_pk: int) -> HttpResponse:
    """Give the points of a penalty back to the entry, and redirect to the page of penalties.

    After the correction period it is proposed to an organiser instead, and the redirect leads to the proposal.
    """
    session = directed_or_404(request, pk).session
    penalty = get_object_or_404(
        Penalty.objects.select_related("entry__section"), pk=penalty_pk, session=pk
    )
    form = LiftForm(request.POST)
    late_form = late_form_of(request, session, timezone.now())
    if form.is_valid() and late_form:
        with refusal_as_message(request):
            return _propose_lift(request, penalty, form, late_form)
    elif form.is_valid():
        with refusal_as_message(request):
            services.lift_penalty(
                penalty=penalty,
                reason=form.cleaned_data["reason"],
                by=request.user,
                now=timezone.now(),
            )
    else:
        messages.error(
            request, _("Say in at most 200 letters why the points are given back.")
        )
    return redirect("duplicate:penalties", pk=pk)


def _propose_lift(
    request: MemberRequest, penalty: Penalty, form: LiftForm, late_form: LateGroundsForm
) -> HttpResponse:
    """Propose that the points are given back, and redirect to the proposal. Raises Refused if it is refused."""
    if not late_form.is_valid():
        raise Refused(late_form.first_error)
    reason, key = form.cleaned_data["reason"], late_form.cleaned_data["late_key"]
    late = propose(
        session=penalty.session,
        proposed=proposed_lift(penalty, reason, key),
        grounds=late_form.grounds,
        by=request.user,
        now=timezone.now(),
    )
    return to_proposal(request, late)
