"""The page on which a director rules on a slot, the effect of a ruling, and the history of a slot."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.unplayed import slot_to_rule
from clubscore.duplicate.play.entering.looking import seen_slot
from clubscore.duplicate.play.entering.refusals import KeySpent
from clubscore.duplicate.session.http import directed_or_404, state_or_404
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling import services
from clubscore.duplicate.verdicts.ruling.context import effect_of, history_context, ruling_context, sights
from clubscore.duplicate.verdicts.ruling.forms import RulingForm
from clubscore.duplicate.verdicts.ruling.refusals import RulingChanged, refuse_ruler
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused

PAGE = "duplicate/ruling_form.html"
SEE_FIRST = gettext_lazy("This is what the ruling does. Record it, or change it.")


@require_http_methods(["GET", "POST"])
@player_required
def ruling(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """GET asks for the ruling; POST shows its effect, and records it once that very effect was shown."""
    try:
        at = _ruled_slot(request, pk, slot)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duplicate:director", pk=pk)
    results = results_of(pk)
    if request.method == "GET":
        in_force = results.rulings.get(at.slot) if sights(at, results, request.user)[0] else None
        return _page(request, at, results, RulingForm(at=at, results=results, by=request.user, begins_with=in_force))
    form = RulingForm(request.POST, at=at, results=results, by=request.user)
    if not form.is_valid():
        return _page(request, at, results, form, status=422)
    if not form.is_confirmed:
        return _page(request, at, results, form, notice=str(SEE_FIRST))
    return _record(request, at, form)


def _record(request: MemberRequest, at: SlotState, form: RulingForm) -> HttpResponse:
    pk = at.state.session.pk
    try:
        made = services.rule(session_id=pk, slot=at.slot, given=form.given(), by=request.user, now=timezone.now())
    except (RulingChanged, KeySpent) as refusal:
        results = results_of(pk)
        return _page(request, at, results, form.again(results), status=409, notice=str(refusal))
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        return _page(request, at, results_of(pk), form, status=409)
    done = _("The ruling on board %(board)s at %(table)s is recorded.")
    if made.kind == made.Kind.STANDS:
        done = _("The ruling on board %(board)s at %(table)s is withdrawn: the result stands.")
    messages.success(request, done % {"board": at.slot.board, "table": at.where})
    return redirect("duplicate:director", pk=pk)


@require_GET
@player_required
def ruling_effect(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The effect of a form that may be half filled."""
    try:
        at = _ruled_slot(request, pk, slot)
    except Refused:
        return HttpResponse(status=204)
    results = results_of(pk)
    form = RulingForm(request.GET, at=at, results=results, by=request.user)
    form.fields["text"].required = False
    effect = effect_of(at, results, form, request.user)
    return render(request, "duplicate/_ruling_effect.html", {"form": form, "effect": effect, "slot": at.slot})


@require_GET
@player_required
def slot_history(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The history of a slot: for the four, and for directors as soon as they may see the board."""
    try:
        at = seen_slot(state_or_404(pk), slot, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duplicate:detail", pk=pk)
    return render(request, "duplicate/slot_history.html", history_context(at, request.user))


def _ruled_slot(request: MemberRequest, pk: int, name: Slot) -> SlotState:
    """A slot, for who may rule on it. Raises Http404, Refused, PermissionDenied."""
    at = slot_to_rule(directed_or_404(request, pk), name)
    refuse_ruler(at, request.user)
    return at


def _page(
    request: MemberRequest, at: SlotState, results: Results, form: RulingForm, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    context = ruling_context(at, results, form, request.user, notice=notice)
    if status == 200 and form.errors:  # its effect cannot be counted
        context["notice"], status = "", 422
    return render(request, PAGE, context, status=status)
