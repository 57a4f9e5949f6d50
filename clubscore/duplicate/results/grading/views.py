"""The page of a session's handicaps and strata."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.results.grading.context import grading_context
from clubscore.duplicate.results.grading.forms import GradesForm, WorkingOutForm
from clubscore.duplicate.results.grading.grades import grades_of
from clubscore.duplicate.results.grading.services import set_grades
from clubscore.duplicate.results.grading.working_out import worked_out
from clubscore.duplicate.results.masterpoints.forms import ScaleForm
from clubscore.duplicate.results.masterpoints.queries import scale_chosen
from clubscore.duplicate.results.masterpoints.services import choose_scale
from clubscore.duplicate.session.http import directed_or_404, state_or_404
from clubscore.duplicate.session.permissions import DIRECTORS_ONLY, may_direct
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
def handicaps(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the handicaps and strata, and a director works them out; POST sets them as a director.

    Before play only those who direct see any of them.
    """
    state = state_or_404(pk)
    directs = may_direct(state.session, request.user)
    if request.method == "POST" and not directs:
        raise PermissionDenied(DIRECTORS_ONLY)
    now = timezone.now()
    present = grades_of(state)
    working_out = WorkingOutForm(request.GET or None)
    is_proposal = directs and working_out.is_valid()
    offered = present
    if is_proposal:
        offered = worked_out(state, working_out.method, present)
    form = GradesForm(posted_data(request), state=state, grades=offered)
    if form.is_valid():
        with refusal_on_form(form):
            changed = set_grades(
                session=state.session, grades=form.grades, by=request.user, now=now
            )
            words = ngettext(
                "The handicap or stratum of %(number)s entry has changed.",
                "The handicaps or strata of %(number)s entries have changed.",
                changed,
            )
            messages.success(request, words % {"number": changed})
            return redirect("duplicate:handicaps", pk=pk)
    context = grading_context(state, present, directs=directs, now=now) | {
        "form": form,
        "working_out": working_out,
        "is_proposal": is_proposal,
    }
    return form_page(request, "duplicate/session_handicaps.html", context, form)


@require_POST
@at_one_moment
@player_required
def masterpoints(request: MemberRequest, pk: int) -> HttpResponse:
    """POST chooses the scale of the session's masterpoints as a director."""
    state = directed_or_404(request, pk)
    form = ScaleForm(request.POST, chosen=scale_chosen(pk))
    if form.is_valid():
        with refusal_on_form(form):
            choose_scale(
                session=state.session,
                scale=form.cleaned_data["scale"],
                own=form.own,
                by=request.user,
                now=timezone.now(),
            )
            messages.success(request, _("The scale of masterpoints is kept."))
            return redirect("duplicate:handicaps", pk=pk)
    context = {"session": state.session, "scale_form": form}
    return form_page(request, "duplicate/session_masterpoints.html", context, form)
