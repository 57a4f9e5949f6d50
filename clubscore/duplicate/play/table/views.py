"""The page on the phone, and what its buttons do."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from clubscore.contracts.deal_form import DealForm
from clubscore.database.write_lock import snapshot
from clubscore.duplicate.outcomes.outcome_words import in_short
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering import calls, services
from clubscore.duplicate.play.entering.entries import Entry, is_recorded
from clubscore.duplicate.play.entering.looking import seen_slot
from clubscore.duplicate.play.entering.refusals import KeySpent
from clubscore.duplicate.play.table.context import board_form, entry_context, preview_of, slot_context
from clubscore.duplicate.play.table.forms import AgreementForm, AnswerForm, BoardForm, CallForm
from clubscore.duplicate.play.table.queries import first_to_do
from clubscore.duplicate.play.table.where_next import table_context
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import refusal_told
from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message
from scoring import ScoringError

PAGE = "duplicate/table_detail.html"
KEPT = _("%(refusal)s Your entry is kept: look, and record again.")
EXPIRED = _("This form was too old to be recorded. Your entry is kept: look, and record again.")
RELOAD = _("That form was cut off or too old. Look, and answer again.")


@require_GET
@player_required
def own_table(request: MemberRequest, pk: int) -> HttpResponse:
    """The first board of the own table that is to be answered, else recorded; where next, for who sits out."""
    state = state_or_404(pk)
    found = state.held_by(request.user)
    if found is None:
        messages.error(request, _("You have no place in this session."))
        return redirect("duplicate:detail", pk=pk)
    section, own = found
    number = own.entry.number
    row = section.row_of(max(state.round, 1), number, own.seat)
    plays = state.session.is_in_play and own.covers(max(state.round, 1))
    if plays and row and row.is_played and section.are_there(row.seated, row.round):
        slots = [slot_in(state, Slot(section.letter, row.round, row.table, board)) for board in state.boards_in(row)]
        return redirect(_address(pk, first_to_do(slots, results_of(pk), request.user)))
    context = table_context(state, section, number, max(state.round, 1), own.seat, request.user)
    return render(request, PAGE, context)


@require_http_methods(["GET", "POST"])
@player_required
def board(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """A board at a table: GET shows it, with the entry pad until it is recorded; POST records it."""
    try:
        at = _seen_slot(request, pk, slot)
    except Refused as refusal:
        return _nowhere(request, pk, refusal)
    if request.method == "GET":
        context = slot_context(at, request.user, changes="change" in request.GET)
        return render(request, PAGE, context)
    form = board_form(at, request.POST)
    if form.expired_fields:
        return _refused(request, at, form.without(*form.expired_fields), status=409, notice=str(EXPIRED))
    if not form.is_valid():
        return _refused(request, at, form, status=422)
    return _record(request, at, form)


def _nowhere(request: MemberRequest, pk: int, refusal: Refused) -> HttpResponse:
    """The own table, with what is expected there. A result that came is told, for no pad keeps it any more."""
    words, form = str(refusal), BoardForm(request.POST or None)
    if form.is_valid():
        told = {"deal": in_short(form.cleaned_data["deal"]), "refusal": refusal}
        words = _("Not recorded: %(deal)s. %(refusal)s") % told
        if is_recorded(pk, form.cleaned_data["key"]):
            words = _("Recorded already: %(deal)s. %(refusal)s") % told
    messages.error(request, words)
    page = reverse("duplicate:own-table", args=[pk])
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


def _record(request: MemberRequest, at: SlotState, form: BoardForm) -> HttpResponse:
    pk, sent = at.state.session.pk, form.cleaned_data
    entry = Entry(sent["deal"], form.lead, sent["revision"], sent["key"])
    try:
        if sent["number"] != at.slot.board:
            words = _("This form is for board %(meant)s, and came for board %(board)s.")
            raise Refused(words % {"meant": sent["number"], "board": at.slot.board})
        services.record_play(session_id=pk, slot=at.slot, entry=entry, by=request.user, now=timezone.now())
    except Refused as refusal:
        made_anew = ("key",) if isinstance(refusal, KeySpent) else ()
        return _refused(request, at, form.without(*made_anew), status=409, notice=KEPT % {"refusal": refusal})
    except ScoringError as refusal:
        return _refused(request, at, form, status=422, notice=refusal_told(refusal))
    page = _address(pk, at.slot)
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


@require_GET
@player_required
def slot_preview(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The preview of a form that may be half filled."""
    try:
        at = _seen_slot(request, pk, slot)
    except Refused:
        return HttpResponse(status=204)
    preview = preview_of(at, board_form(at, request.GET), at.side_of(request.user))
    return render(request, "contracts/_preview.html", {"preview": preview})


@require_POST
@player_required
def slot_agreement(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The other side says that a result is right."""
    form = AgreementForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        version = form.cleaned_data["version"]
        services.sign_play(session_id=_session(pk), slot=slot, version=version, by=request.user, now=timezone.now())
    return redirect("duplicate:own-table", pk=pk)


@require_POST
@player_required
def slot_answer(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The answer to another result."""
    form = AnswerForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        sent = form.cleaned_data
        services.answer_proposal(
            session_id=_session(pk),
            slot=slot,
            proposal_id=sent["proposal"],
            accept=sent["answer"] == "accept",
            key=sent["key"],
            by=request.user,
            now=timezone.now(),
        )
    return redirect(_address(pk, slot))


@require_POST
@player_required
def slot_call(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """Call the director, with why."""
    form = CallForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(_("Say in at most 200 letters why you call."))
        sent = form.cleaned_data
        calls.call_director(
            session_id=_session(pk),
            slot=slot,
            about=sent["about"],
            key=sent["key"],
            by=request.user,
            now=timezone.now(),
        )
    return redirect(_address(pk, slot))


@require_GET
def tables_poll(request: MemberRequest, pk: int) -> HttpResponse:
    return poll(request, "session-tables", pk, WATCH)


def _session(pk: int) -> int:
    """The id of a session that there is. Raises Http404."""
    return int(state_or_404(pk).session.pk)


def _seen_slot(request: MemberRequest, pk: int, name: Slot) -> SlotState:
    """A slot, for those who may look at it. Raises Http404, Refused, PermissionDenied."""
    return seen_slot(state_or_404(pk), name, request.user)


@snapshot()
def _refused(request: MemberRequest, at: SlotState, form: DealForm, *, status: int, notice: str = "") -> HttpResponse:
    """The entry as it was sent, with what is wrong."""
    if request.htmx:
        result = results_of(at.state.session.pk, board=at.slot.board).get(at.slot)
        context = entry_context(at, at.side_of(request.user), form, result, notice)
        return render(request, "duplicate/_entry_slip.html", context, status=status)
    return render(request, PAGE, slot_context(at, request.user, form=form, notice=notice), status=status)


def _address(pk: int, slot: Slot) -> str:
    return reverse("duplicate:slot", args=[pk, slot])
