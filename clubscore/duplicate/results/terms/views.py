"""The page of a session's correction periods."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.results.terms.forms import PeriodsForm, length_in_words
from clubscore.duplicate.results.terms.queries import periods_of, periods_set
from clubscore.duplicate.results.terms.services import (
    ORGANISER_SETS,
    may_set_periods,
    set_periods,
)
from clubscore.duplicate.session.http import state_or_404
from clubscore.members.http import MemberRequest
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
def periods(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the correction periods and everybody who has set them; POST sets them as an organiser."""
    state = state_or_404(pk)
    may_set = may_set_periods(state, request.user)
    if request.method == "POST" and not may_set:
        raise PermissionDenied(ORGANISER_SETS)
    in_force = periods_of(state.session)
    form = PeriodsForm(
        posted_data(request),
        periods=in_force,
        only_longer=state.session.is_begun,
    )
    if form.is_valid():
        with refusal_on_form(form):
            set_periods(
                session=state.session,
                periods=form.periods,
                by=request.user,
                now=timezone.now(),
            )
            messages.success(request, _("The correction periods are set."))
            return redirect("duplicate:periods", pk=pk)
    context = {
        "session": state.session,
        "in_force": in_force,
        "correction_length": length_in_words(in_force.correction_minutes),
        "appeal_length": length_in_words(in_force.appeal_minutes),
        "history": periods_set(state.session),
        "may_set": may_set,
        "refusal": ORGANISER_SETS,
        "form": form,
    }
    return form_page(request, "duplicate/session_periods.html", context, form)
