"""The page on which a director rules on a slot, and the effect of a ruling."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.approval.context import late_changes_at
from clubscore.duplicate.approval.forms import LateGroundsForm
from clubscore.duplicate.approval.http import to_proposal
from clubscore.duplicate.approval.services import propose
from clubscore.duplicate.outcomes.desk import (
    BoardDesk,
    SessionDesk,
    desk_to_rule,
)
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling import services
from clubscore.duplicate.verdicts.ruling.context import (
    effect_of,
    ruling_context,
)
from clubscore.duplicate.verdicts.ruling.forms import RulingForm
from clubscore.duplicate.verdicts.ruling.refusals import (
    ApprovalNeeded,
    RulingChanged,
    needs_approval,
    require_ruler,
)
from clubscore.duplicate.verdicts.ruling.tricks import offered
from clubscore.duplicate.verdicts.ruling.wiring import proposed_ruling
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.once import KeySpent
from clubscore.refusals import Refused

PAGE = "duplicate/ruling_form.html"
SEE_FIRST = gettext_lazy("This is what the ruling does. Record it, or change it.")


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def ruling(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """GET shows the form of a ruling. POST shows its effect, and records it if this effect was shown before."""
    try:
        desk = _ruled_desk(request, pk, slot)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duplicate:director", pk=pk)
    if request.method == "GET":
        return _page(request, desk, _beginning(request, desk))
    form = RulingForm(request.POST, desk=desk)
    if not form.is_valid():
        return _page(request, desk, form, status=422)
    if not form.is_confirmed:
        return _page(request, desk, form, notice=str(SEE_FIRST))
    return _record(request, desk, form)


def _propose(request: MemberRequest, desk: BoardDesk, form: RulingForm) -> HttpResponse:
    """Propose the ruling of a confirmed form to an organiser, and redirect to the proposal.

    If it is refused, answer with the page of the form, the refusal and the newly read results.
    """
    late_form = LateGroundsForm(request.POST, session=desk.session)
    if not late_form.is_valid():
        return _page(request, desk, form, status=422, late_form=late_form)
    try:
        late = propose(
            session=desk.session,
            proposed=proposed_ruling(desk.slot, form.given()),
            grounds=late_form.grounds,
            by=desk.by,
            now=timezone.now(),
        )
    except (RulingChanged, KeySpent) as refusal:
        newest = desk.with_results_read_again()
        return _page(
            request, newest, form.again(newest), status=409, notice=str(refusal)
        )
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _page(request, desk.with_results_read_again(), form, status=409)
    return to_proposal(request, late)


def _beginning(request: MemberRequest, desk: BoardDesk) -> RulingForm:
    """The form with the ruling in force, or with the outcome of Law 79B that the address names in `?offer=`.

    Nothing of the board is filled in for a director who may not see it.
    """
    if not desk.sees_board:
        return RulingForm(desk=desk)
    name = request.GET.get("offer")
    for offer in offered(desk):
        if offer.name == name:
            return RulingForm(desk=desk, offer=offer)
    in_force = desk.whole.results.rulings.get(desk.slot)
    return RulingForm(desk=desk, begins_with=in_force)


def _record(request: MemberRequest, desk: BoardDesk, form: RulingForm) -> HttpResponse:
    """Record the ruling of a confirmed form, and answer with a redirect. After the correction period, propose it.

    If the ruling is refused, answer with the page of the form, the refusal and the newly read results.
    """
    pk = desk.session.pk
    try:
        made = services.rule(
            session_id=pk,
            slot=desk.slot,
            given=form.given(),
            by=desk.by,
            now=timezone.now(),
        )
    except ApprovalNeeded:
        return _propose(request, desk, form)
    except (RulingChanged, KeySpent) as refusal:
        newest = desk.with_results_read_again()
        return _page(
            request, newest, form.again(newest), status=409, notice=str(refusal)
        )
    except Refused as refusal:
        field = refusal.field if refusal.field in form.fields else None
        form.add_error(field, str(refusal))
        return _page(request, desk.with_results_read_again(), form, status=409)
    done = _("The ruling on board %(board)s at %(table)s is recorded.")
    if made.kind == made.Kind.STANDS:
        done = _(
            "The ruling on board %(board)s at %(table)s is withdrawn: the result stands."
        )
    messages.success(request, done % {"board": desk.slot.board, "table": desk.at.where})
    return redirect("duplicate:director", pk=pk)


@require_GET
@at_one_moment
@player_required
def ruling_effect(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The effect of a ruling as a part of the page, while the director fills in the form.

    The answer is empty, with status 204, if the board cannot be ruled on.
    """
    try:
        desk = _ruled_desk(request, pk, slot)
    except Refused:
        return HttpResponse(status=204)
    form = RulingForm(request.GET, desk=desk)
    form.fields["text"].required = False
    context: dict[str, object] = {
        "form": form,
        "effect": effect_of(desk, form),
        "slot": slot,
    }
    if needs_approval(desk, timezone.now()):
        context["late_form"] = LateGroundsForm(session=desk.session)
    return render(request, "duplicate/_ruling_effect.html", context)


def _ruled_desk(request: MemberRequest, pk: int, slot: Slot) -> BoardDesk:
    """The desk of the sender at a board. The sender must be a director who may rule on the board.

    Raises Http404 if there is no such session, PermissionDenied for a member who does not direct. Raises Refused for a
    director who is concerned, in a cancelled session, and for a slot that cannot be ruled on.
    """
    whole = SessionDesk(state_or_404(pk), request.user)
    whole.require_director()
    desk = desk_to_rule(whole, slot)
    require_ruler(desk)
    return desk


def _page(
    request: MemberRequest,
    desk: BoardDesk,
    form: RulingForm,
    *,
    status: int = 200,
    notice: str = "",
    late_form: LateGroundsForm | None = None,
) -> HttpResponse:
    """The page with the form of a ruling and the effect that the ruling would have.

    `notice` is a message for the page. `late_form` is the part about approval as it was sent; if it is None and an
    organiser has to approve the ruling, the page shows an empty one. The status 200 becomes 422 if the form has an
    error.
    """
    context = ruling_context(desk, form, notice=notice)
    if late_form is None and needs_approval(desk, timezone.now()):
        late_form = LateGroundsForm(session=desk.session)
    context["late_form"] = late_form
    context["late_changes"] = late_changes_at(desk.state, desk.slot, desk.by)
    if status == 200 and form.errors:
        context["notice"], status = "", 422
    return render(request, PAGE, context, status=status)
