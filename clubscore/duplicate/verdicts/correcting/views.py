"""The page of a board's corrections, and what its buttons do."""

from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.duplicate.models import Correction
from clubscore.duplicate.outcomes.published import newest_publication
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting import services
from clubscore.duplicate.verdicts.correcting.context import correction_context
from clubscore.duplicate.verdicts.correcting.forms import (
    AnswerForm,
    ApprovalForm,
    CorrectionForm,
    DecisionForm,
    GroundsForm,
)
from clubscore.duplicate.verdicts.correcting.law import Grounds, moment_at, needs_regulation
from clubscore.languages.spoken import refusal_told
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required, player_required
from clubscore.refusals import Refused, refusal_as_message
from scoring import ScoringError

PAGE = "duplicate/board_correction.html"
RELOAD = gettext_lazy("That form was cut off or too old. Look, and answer again.")


@require_http_methods(["GET", "POST"])
@player_required
def correction(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The page of a board's corrections. POST asks for another result, or for who directs corrects it."""
    at = _seen_slot(request, pk, slot)
    result = results_of(pk, board=slot.board).get(at.slot)
    is_by_regulation = needs_regulation(at.state.session, moment_at(at, timezone.now()))
    if request.method == "GET":
        facts = result.play.facts if result else None
        hidden = {"number": slot.board, "revision": result.play.version if result else 0, "key": uuid4()}
        form = CorrectionForm.beginning(facts, **hidden) if facts else CorrectionForm()
        return _page(request, at, form, GroundsForm(needs_regulation=is_by_regulation))
    form = CorrectionForm(request.POST)
    grounds_form = GroundsForm(request.POST, needs_regulation=is_by_regulation)
    directs = not is_concerned(at, request.user)
    if form.is_valid() and (not directs or grounds_form.is_valid()):
        try:
            _tell(request, _write(request, at, form, grounds_form if directs else None))
            return redirect(_address(pk, at.slot))
        except Refused as refusal:
            field = refusal.field if refusal.field in form.fields else None
            form.add_error(field, str(refusal))
        except ScoringError as refusal:
            form.add_error(None, refusal_told(refusal))
    return _page(request, at, form, grounds_form, status=422)


def _write(request: MemberRequest, at: SlotState, form: CorrectionForm, grounds_form: GroundsForm | None) -> Correction:
    sent = form.cleaned_data
    asked = services.Asked(sent["deal"], sent["error"], sent["why"], sent["revision"], sent["key"])
    session, now = at.state.session, timezone.now()
    if grounds_form is None:
        return services.ask(session=session, slot=at.slot, asked=asked, by=request.user, now=now)
    return services.correct_alone(
        session=session, slot=at.slot, asked=asked, grounds=_grounds(grounds_form), by=request.user, now=now
    )


@require_POST
@player_required
def correction_answer(request: MemberRequest, pk: int, correction_pk: int) -> HttpResponse:
    """The other side confirms or refuses; the side that asked takes it back."""
    found, form = _correction(pk, correction_pk), AnswerForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        act, now = form.cleaned_data["act"], timezone.now()
        if act == "withdraw":
            services.withdraw(correction=found, by=request.user, now=now)
        else:
            services.answer_request(correction=found, confirm=act == "confirm", by=request.user, now=now)
    return _back(found)


@require_POST
@player_required
def correction_decision(request: MemberRequest, pk: int, correction_pk: int) -> HttpResponse:
    """Carry a correction out as who directs, or let the result stand."""
    found = _correction(pk, correction_pk)
    at = _slot_of(found)
    form = DecisionForm(request.POST, needs_regulation=needs_regulation(found.session, moment_at(at, found.asked_at)))
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        sent = form.cleaned_data
        grounds = _grounds(form) if sent["act"] == "correct" else None
        services.decide(correction=found, grounds=grounds, reason=sent["reason"], by=request.user, now=timezone.now())
        _tell(request, found)
    return _back(found)


@require_POST
@admin_required
def correction_approval(request: MemberRequest, pk: int, correction_pk: int) -> HttpResponse:
    """A second person approves a correction after the period, or declines it."""
    found, form = _correction(pk, correction_pk), ApprovalForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        sent = form.cleaned_data
        services.approve(
            correction=found,
            accept=sent["act"] == "approve",
            reason=sent["reason"],
            by=request.user,
            now=timezone.now(),
        )
        _tell(request, found)
    return _back(found)


def _tell(request: MemberRequest, sent: Correction) -> None:
    """Say what became of a correction once it is decided: the form to ask for another stands on the page again."""
    sent.refresh_from_db(fields=["decision"])
    if sent.decision == Correction.Decision.PROPOSED:
        messages.success(request, _("Somebody else is asked to approve it."))
    elif sent.decision == Correction.Decision.CORRECTED and newest_publication(sent.session_id):
        messages.success(request, _("The result is corrected. Publish again, and everybody sees it."))
    elif sent.decision == Correction.Decision.CORRECTED:
        messages.success(request, _("The result is corrected."))
    elif sent.decision:
        messages.success(request, _("The request is closed."))


def _page(
    request: MemberRequest, at: SlotState, form: CorrectionForm, grounds_form: GroundsForm, *, status: int = 200
) -> HttpResponse:
    context: dict[str, object] = {"shows_errors": status != 200}
    context |= correction_context(at, request.user, timezone.now(), form=form, grounds_form=grounds_form)
    return render(request, PAGE, context, status=status)


def _grounds(form: GroundsForm) -> Grounds:
    sent = form.cleaned_data
    return Grounds(sent["conviction"], sent.get("regulation", ""))


def _seen_slot(request: MemberRequest, pk: int, name: Slot) -> SlotState:
    """A slot of a session that was played, for its four and who directs. Raises Http404, PermissionDenied."""
    state = state_or_404(pk)
    try:
        at = slot_in(state, name)
    except Refused as refusal:
        raise Http404(str(refusal)) from refusal
    if not state.session.is_over:
        raise PermissionDenied(_("Play is not over: change the result at the table, or call the director."))
    if at.side_of(request.user) is None and not may_direct(state.session, request.user):
        raise PermissionDenied(_("A correction is for the four who played the board, and for the director."))
    return at


def _correction(pk: int, correction_pk: int) -> Correction:
    rows = Correction.objects.select_related("play__section", "session")
    return get_object_or_404(rows, pk=correction_pk, session=pk)


def _slot_of(found: Correction) -> SlotState:
    return slot_in(state_or_404(found.session_id), found.play.slot)


def _back(found: Correction) -> HttpResponseRedirect:
    return redirect(_address(found.session_id, found.play.slot))


def _address(pk: int, slot: Slot) -> str:
    return reverse("duplicate:correction", args=[pk, slot])
