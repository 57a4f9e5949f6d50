"""The page with the appeals of a ruling, and the views behind its buttons."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.models import Appeal
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, desk_to_rule
from clubscore.duplicate.outcomes.sight import NOT_YET
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing import services
from clubscore.duplicate.verdicts.appealing.context import appeal_context
from clubscore.duplicate.verdicts.appealing.forms import (
    AppealAnswerForm,
    AppealDecisionForm,
    AppealForm,
)
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data

RELOAD = gettext_lazy("That form was cut off or too old. Look, and answer again.")


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def appeal(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The page of a ruling and its appeals. POST appeals the ruling."""
    desk = _seen_desk(request, pk, slot)
    form = AppealForm(posted_data(request))
    if form.is_valid():
        with refusal_on_form(form):
            sent = form.cleaned_data
            services.appeal(
                session=desk.session,
                slot=slot,
                why=sent["why"],
                key=sent["key"],
                by=request.user,
                now=timezone.now(),
            )
            return redirect("duplicate:appeal", pk=pk, slot=slot)
    context = appeal_context(
        desk, timezone.now(), form=form, decision_form=AppealDecisionForm()
    )
    return form_page(request, "duplicate/ruling_appeal.html", context, form)


@require_POST
@player_required
def appeal_answer(request: MemberRequest, pk: int, appeal_pk: int) -> HttpResponse:
    """Record that the partner agrees to an appeal, that both partners agreed aloud, or that their side takes it back.

    A redirect to the page with the appeals of the ruling is returned.
    """
    made = _appeal(pk, appeal_pk)
    form = AppealAnswerForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        act = services.withdraw
        if form.cleaned_data["act"] == "agree":
            act = services.agree
        act(appeal=made, by=request.user, now=timezone.now())
    return _back(made)


@require_POST
@player_required
def appeal_decision(request: MemberRequest, pk: int, appeal_pk: int) -> HttpResponse:
    """Record the decision of the director who hears an appeal.

    A redirect to the page with the appeals of the ruling is returned.
    """
    made = _appeal(pk, appeal_pk)
    form = AppealDecisionForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(_("Say why: the four of the table read it."))
        sent = form.cleaned_data
        services.decide(
            appeal=made,
            changed=sent["act"] == "change",
            heard_as=sent["heard_as"],
            reason=sent["reason"],
            by=request.user,
            now=timezone.now(),
        )
    return _back(made)


def _seen_desk(request: MemberRequest, pk: int, slot: Slot) -> BoardDesk:
    """The desk of the sender, who must be a player at the table, or a director who may see the board.

    Raises Http404 if there is no such session or slot, PermissionDenied for other members.
    """
    try:
        desk = desk_to_rule(SessionDesk(state_or_404(pk), request.user), slot)
    except Refused as refusal:
        raise Http404(str(refusal)) from refusal
    if desk.side:
        return desk
    if not desk.directs:
        raise PermissionDenied(
            _("An appeal is for the four of the table, and for the director.")
        )
    if not desk.sees_board:
        raise PermissionDenied(NOT_YET)
    return desk


def _appeal(pk: int, appeal_pk: int) -> Appeal:
    rows = Appeal.objects.select_related("ruling__section", "session")
    return get_object_or_404(rows, pk=appeal_pk, session=pk)


def _back(made: Appeal) -> HttpResponseRedirect:
    """A redirect to the page with the appeals of the ruling."""
    return redirect("duplicate:appeal", pk=made.session_id, slot=made.ruling.slot)
