"""The page with the corrections of a board, and the views behind its buttons."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.approval.context import late_changes_at
from clubscore.duplicate.models import Correction
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, board_desk
from clubscore.duplicate.outcomes.published import newest_publication
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting import services
from clubscore.duplicate.verdicts.correcting.context import correction_context
from clubscore.duplicate.verdicts.correcting.forms import (
    BoardCorrectionForm,
    CorrectionAnswerForm,
    DecisionForm,
    GroundsForm,
)
from clubscore.duplicate.verdicts.correcting.law import Grounds, needs_regulation
from clubscore.languages.spoken import refusal_told
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message
from scoring import ScoringError

PAGE = "duplicate/board_correction.html"
RELOAD = gettext_lazy("That form was cut off or too old. Look, and answer again.")


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def correction(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The page with the corrections of a board.

    POST asks for another result. If the sender is a director who is not concerned, POST makes the correction.
    """
    desk = _seen_desk(request, pk, slot)
    is_by_regulation = needs_regulation(
        desk.session, desk.whole.moment_of_law(timezone.now())
    )
    if request.method == "GET":
        grounds_form = GroundsForm(needs_regulation=is_by_regulation)
        return _page(request, desk, _beginning(desk), grounds_form)
    form = BoardCorrectionForm(request.POST)
    grounds_form = GroundsForm(request.POST, needs_regulation=is_by_regulation)
    if form.is_valid() and (desk.is_concerned or grounds_form.is_valid()):
        try:
            _tell(request, _write(desk, form, grounds_form))
            return redirect("duplicate:correction", pk=pk, slot=slot)
        except Refused as refusal:
            field = refusal.field if refusal.field in form.fields else None
            form.add_error(field, str(refusal))
        except ScoringError as refusal:
            form.add_error(None, refusal_told(refusal))
    return _page(request, desk, form, grounds_form, status=422)


def _beginning(desk: BoardDesk) -> BoardCorrectionForm:
    """The form in which the recorded result of the board is already entered.

    The form is empty if the board has no result.
    """
    result = desk.whole.results.get(desk.slot)
    if result is None:
        return BoardCorrectionForm()
    play = result.play
    return BoardCorrectionForm.beginning(
        play.facts, number=desk.slot.board, revision=play.version, key=uuid4()
    )


def _write(
    desk: BoardDesk, form: BoardCorrectionForm, grounds_form: GroundsForm
) -> Correction:
    """Ask for the other result that a valid form contains, or correct the result as a director; return the correction.

    A member who played at this table, or for a team of this table, asks. Anybody else corrects as a director, with the
    grounds in `grounds_form`. Raises Refused if the request or the correction is refused, PermissionDenied for a
    member who neither played here nor directs, and scoring.ScoringError for a result that is not possible.
    """
    sent = form.cleaned_data
    asked = services.Asked(
        sent["deal"],
        sent["error"],
        sent["why"],
        sent["revision"],
        sent["key"],
        sent["claim"],
    )
    board: dict[str, Any] = {
        "session": desk.session,
        "slot": desk.slot,
        "by": desk.by,
        "now": timezone.now(),
    }
    if desk.is_concerned:
        return services.ask(asked=asked, **board)
    return services.correct_alone(asked=asked, grounds=_grounds(grounds_form), **board)


@require_POST
@player_required
def correction_answer(
    request: MemberRequest, pk: int, correction_pk: int
) -> HttpResponse:
    """Record that one side confirms or refuses a correction, or takes back its answer or its request.

    A redirect to the page with the corrections of the board is returned.
    """
    asked = _correction(pk, correction_pk)
    form = CorrectionAnswerForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        act, now = form.cleaned_data["act"], timezone.now()
        if act == "withdraw":
            services.withdraw(correction=asked, by=request.user, now=now)
        elif act == "take-back":
            services.take_back_answer(correction=asked, by=request.user, now=now)
        else:
            services.answer_request(
                correction=asked, confirm=act == "confirm", by=request.user, now=now
            )
    return _back(asked)


@require_POST
@player_required
def correction_decision(
    request: MemberRequest, pk: int, correction_pk: int
) -> HttpResponse:
    """Record the decision of the director, who makes a correction or lets the result stand.

    A redirect to the page with the corrections of the board is returned.
    """
    asked = _correction(pk, correction_pk)
    moment = SessionDesk(state_or_404(pk), request.user).moment_of_law(asked.asked_at)
    form = DecisionForm(
        request.POST, needs_regulation=needs_regulation(asked.session, moment)
    )
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        sent = form.cleaned_data
        grounds = _grounds(form) if sent["act"] == "correct" else None
        services.decide(
            correction=asked,
            grounds=grounds,
            reason=sent["reason"],
            by=request.user,
            now=timezone.now(),
        )
        _tell(request, asked)
    return _back(asked)


def _tell(request: MemberRequest, sent: Correction) -> None:
    """Show a message about the decision on a correction; show nothing before it is decided."""
    sent.refresh_from_db(fields=["decision"])
    if sent.decision == Correction.Decision.PROPOSED:
        messages.success(
            request,
            _("Proposed. It counts once an organiser of the club has approved it."),
        )
    elif sent.decision == Correction.Decision.CORRECTED:
        words = _("The result is corrected.")
        if newest_publication(sent.session_id):
            words = _("The result is corrected. Publish again, and everybody sees it.")
        messages.success(request, words)
    elif sent.decision:
        messages.success(request, _("The request is closed."))


def _page(
    request: MemberRequest,
    desk: BoardDesk,
    form: BoardCorrectionForm,
    grounds_form: GroundsForm,
    *,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, object] = {"shows_errors": status != 200}
    context |= correction_context(
        desk, timezone.now(), form=form, grounds_form=grounds_form
    )
    context["late_changes"] = [
        shown
        for shown in late_changes_at(desk.state, desk.slot, desk.by)
        if shown.row != context.get("late_change")
    ]
    return render(request, PAGE, context, status=status)


def _grounds(form: GroundsForm) -> Grounds:
    sent = form.cleaned_data
    return Grounds(sent["conviction"], sent.get("regulation", ""))


def _seen_desk(request: MemberRequest, pk: int, slot: Slot) -> BoardDesk:
    """The desk of the sender at a board of a session that is over. The sender must have played the board, or direct.

    Raises Http404 if there is no such session or slot, PermissionDenied during play and for other members.
    """
    try:
        desk = board_desk(SessionDesk(state_or_404(pk), request.user), slot)
    except Refused as refusal:
        raise Http404(str(refusal)) from refusal
    if not desk.session.is_over:
        raise PermissionDenied(
            _("Play is not over: change the result at the table, or call the director.")
        )
    if desk.side is None and not desk.directs:
        raise PermissionDenied(
            _(
                "A correction is for the four who played the board, and for the director."
            )
        )
    return desk


def _correction(pk: int, correction_pk: int) -> Correction:
    rows = Correction.objects.select_related("play__section", "session")
    return get_object_or_404(rows, pk=correction_pk, session=pk)


def _back(asked: Correction) -> HttpResponseRedirect:
    """A redirect to the page with the corrections of the board."""
    return redirect("duplicate:correction", pk=asked.session_id, slot=asked.play.slot)
