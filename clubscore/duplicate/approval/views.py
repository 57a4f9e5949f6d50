"""The pages of late changes: the list of a session, and the organiser's page for one of them."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.approval import services
from clubscore.duplicate.approval.context import (
    late_change_to_answer,
    late_changes_context,
    waiting_context,
)
from clubscore.duplicate.approval.forms import LateAnswerForm
from clubscore.duplicate.approval.permissions import require_approver
from clubscore.duplicate.approval.queries import late_change_numbered
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.session.http import state_or_404
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import organiser_required, player_required
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_GET
@at_one_moment
@organiser_required
def approvals(request: MemberRequest) -> HttpResponse:
    """The page of an organiser: the late changes of all sessions that wait and that the organiser may approve."""
    context = {"waiting": waiting_context(request.user)}
    return render(request, "duplicate/approval_list.html", context)


@require_GET
@at_one_moment
def late_changes(request: MemberRequest, pk: int) -> HttpResponse:
    """The late changes of a session: who proposed, who approved, by which clause."""
    state = state_or_404(pk)
    return render(
        request, "duplicate/late_change_list.html", late_changes_context(state)
    )


@require_http_methods(["GET", "POST"])
@at_one_moment
def late_change(request: MemberRequest, pk: int, late_pk: int) -> HttpResponse:
    """GET shows a late change; POST is the organiser's answer to it."""
    state = state_or_404(pk)
    late = _late_or_404(pk, late_pk)
    if request.method == "POST":
        require_approver(state, late, request.user)
    form = LateAnswerForm(posted_data(request))
    if form.is_valid():
        with refusal_on_form(form):
            _answer(request, late, form)
            return redirect("duplicate:late-change", pk=pk, late_pk=late_pk)
    context = {
        "session": state.session,
        "shown": late_change_to_answer(state, late, request.user),
        "form": form,
    }
    return form_page(request, "duplicate/late_change_detail.html", context, form)


def _answer(request: MemberRequest, late: LateChange, form: LateAnswerForm) -> None:
    """Write the organiser's answer. Raises Refused if it is refused."""
    sent = form.cleaned_data
    now = timezone.now()
    if sent["act"] == "approve":
        services.approve(
            late=late,
            is_beyond_doubt=sent["is_beyond_doubt"],
            by=request.user,
            now=now,
        )
        messages.success(
            request,
            _("Approved. The director publishes again, and everybody sees it."),
        )
    else:
        services.decline(late=late, reason=sent["reason"], by=request.user, now=now)
        messages.success(request, _("Not approved: the record stands."))


@require_POST
@player_required
def late_change_withdrawal(
    request: MemberRequest, pk: int, late_pk: int
) -> HttpResponse:
    """Take a proposal back, and redirect to its page."""
    late = _late_or_404(pk, late_pk)
    with refusal_as_message(request):
        services.take_back(late=late, by=request.user, now=timezone.now())
    return redirect("duplicate:late-change", pk=pk, late_pk=late_pk)


def _late_or_404(pk: int, late_pk: int) -> LateChange:
    """A late change of a session. Raises Http404 if there is no such change."""
    late = late_change_numbered(pk, late_pk)
    if late is None:
        raise Http404(_("There is no such proposal."))
    return late
