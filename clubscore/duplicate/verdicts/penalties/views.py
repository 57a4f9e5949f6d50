"""The page that lists, gives and lifts the penalties of a session."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.models import Penalty
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.verdicts.penalties import services
from clubscore.duplicate.verdicts.penalties.forms import LiftForm, PenaltyForm
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def penalties(request: MemberRequest, pk: int) -> HttpResponse:
    """GET lists the penalties of a session; POST takes points off an entry."""
    state = directed_or_404(request, pk)
    form = PenaltyForm(posted_data(request), state=state)
    if form.is_valid():
        with refusal_on_form(form):
            services.penalise(
                session=state.session,
                taking=form.taking,
                by=request.user,
                now=timezone.now(),
            )
            return redirect("duplicate:penalties", pk=pk)
    context = {
        "state": state,
        "session": state.session,
        "form": form,
        "penalties": Penalty.objects.filter(session=pk)
        .select_related("entry__section", "given_by", "lift__lifted_by")
        .order_by("-pk"),
        "many": len(state.sections) > 1,
        "has_units": bool(services.units_of(state.session)),
        "no_unit": services.NO_UNIT,
    }
    return form_page(request, "duplicate/penalty_list.html", context, form)


@require_POST
@player_required
def penalty_lift(request: MemberRequest, pk: int, penalty_pk: int) -> HttpResponse:
    """Give the points of a penalty back to the entry, and redirect to the page of penalties."""
    directed_or_404(request, pk)
    penalty = get_object_or_404(
        Penalty.objects.select_related("entry__section"), pk=penalty_pk, session=pk
    )
    form = LiftForm(request.POST)
    if form.is_valid():
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
