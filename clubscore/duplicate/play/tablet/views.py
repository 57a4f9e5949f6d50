"""The device on a table, signed in as nobody: address and cookie open it, and it says for whom it speaks."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from clubscore.contracts.deal_form import DealForm
from clubscore.database.write_lock import snapshot
from clubscore.duplicate.models import Tablet
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering import calls, services
from clubscore.duplicate.play.entering.entries import Entry
from clubscore.duplicate.play.entering.refusals import KeySpent
from clubscore.duplicate.play.table.context import board_form, preview_of
from clubscore.duplicate.play.table.forms import BoardForm, CallForm
from clubscore.duplicate.play.tablet.context import (
    board_context,
    first_to_do,
    laying_context,
    tablet_context,
    tablet_entry,
)
from clubscore.duplicate.play.tablet.forms import SeatAgreementForm, SeatAnswerForm, SeatForm
from clubscore.duplicate.play.tablet.keys import lying_or_403, tablet_or_404
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import refusal_told, told
from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.refusals import Refused, refusal_as_message
from scoring import ScoringError, Seat, Side

PAGE = "duplicate/tablet_detail.html"
KEPT = _("%(refusal)s Your entry is kept: look, and record again.")
EXPIRED = _("This form was too old. Your entry is kept: look, and record again.")
RELOAD = _("That form was cut off or too old. Look, and answer again.")
Sent = dict[str, Any]
SIDES = {str(side).lower(): side for side in Side}


@require_GET
@login_not_required
def tablet(request: HttpRequest, key: str) -> HttpResponse:
    """The table in the round that is played: the first board of which something is still to be said.

    A code that no device has used asks whether it is to be this one.
    """
    device = tablet_or_404(key)
    if not device.taken_at:
        return render(request, "duplicate/tablet_laying.html", laying_context(device))
    device = lying_or_403(request, key)
    state = state_or_404(device.session_id)
    try:
        at = _first_slot(state, device)
    except Refused as nobody:
        return render(request, PAGE, _frame(state, device) | {"nobody": str(nobody)})
    slot = first_to_do(at, results_of(state.session.pk))
    return render(request, PAGE, board_context(slot_in(state, slot), device))


@require_http_methods(["GET", "POST"])
@login_not_required
def tablet_board(request: HttpRequest, key: str, round: int, board: int) -> HttpResponse:
    """One board: GET shows it, `?change=ew` with the pad for a side; POST records it for the side of a seat."""
    device = lying_or_403(request, key)
    try:
        at = _slot(device, round, board)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return _to(request, reverse("duplicate:tablet", args=[key]))
    if request.method == "GET":
        return render(request, PAGE, board_context(at, device, change=SIDES.get(request.GET.get("change", ""))))
    form, seat_form = board_form(at, request.POST), SeatForm(request.POST)
    if not seat_form.is_valid():
        return _refused(request, at, device, form, Side.NS, status=422, notice=str(RELOAD))
    seat = seat_form.cleaned_data["seat"]
    if form.expired_fields:
        renewed = form.without(*form.expired_fields)
        return _refused(request, at, device, renewed, seat.side, status=409, notice=str(EXPIRED))
    if not form.is_valid():
        return _refused(request, at, device, form, seat.side, status=422)
    return _record(request, at, device, form, seat)


def _record(request: HttpRequest, at: SlotState, device: Tablet, form: BoardForm, seat: Seat) -> HttpResponse:
    sent = form.cleaned_data
    entry = Entry(sent["deal"], form.lead, sent["revision"], sent["key"], device)
    try:
        if sent["number"] != at.slot.board:
            words = _("This form is for board %(meant)s, and came for board %(board)s.")
            raise Refused(words % {"meant": sent["number"], "board": at.slot.board})
        services.record_play(
            session_id=device.session_id, slot=at.slot, entry=entry, by=_sitting(at, seat), now=timezone.now()
        )
    except Refused as refusal:
        made_anew = ("key",) if isinstance(refusal, KeySpent) else ()
        renewed = form.without(*made_anew)
        return _refused(request, at, device, renewed, seat.side, status=409, notice=KEPT % {"refusal": refusal})
    except ScoringError as refusal:
        return _refused(request, at, device, form, seat.side, status=422, notice=refusal_told(refusal))
    return _to(request, request.path)


@require_GET
@login_not_required
def tablet_preview(request: HttpRequest, key: str, round: int, board: int) -> HttpResponse:
    """The preview of a form that may be half filled."""
    try:
        at = _slot(lying_or_403(request, key), round, board)
    except Refused:
        return HttpResponse(status=204)
    seat_form = SeatForm(request.GET)
    side = seat_form.cleaned_data["seat"].side if seat_form.is_valid() else Side.NS
    preview = preview_of(at, board_form(at, request.GET), side)
    return render(request, "contracts/_preview.html", {"preview": preview})


@require_POST
@login_not_required
def tablet_agreement(request: HttpRequest, key: str, round: int, board: int) -> HttpResponse:
    """A seat of the other side says that a result is right."""

    def sign(device: Tablet, sent: Sent, **said: Any) -> None:
        services.sign_play(version=sent["version"], tablet=device, **said)

    return _said(request, key, round, board, SeatAgreementForm(request.POST), sign)


@require_POST
@login_not_required
def tablet_answer(request: HttpRequest, key: str, round: int, board: int) -> HttpResponse:
    """The answer of a seat to another result."""

    def answer(device: Tablet, sent: Sent, **said: Any) -> None:
        accept = sent["answer"] == "accept"
        services.answer_proposal(proposal_id=sent["proposal"], accept=accept, key=sent["key"], tablet=device, **said)

    return _said(request, key, round, board, SeatAnswerForm(request.POST), answer)


@require_POST
@login_not_required
def tablet_call(request: HttpRequest, key: str, round: int, board: int) -> HttpResponse:
    """Call the director, in the name of North."""

    def call(device: Tablet, sent: Sent, **said: Any) -> None:
        calls.call_director(about=sent["about"], key=sent["key"], **said)

    return _said(request, key, round, board, CallForm(request.POST), call)


@require_GET
@login_not_required
def tablet_poll(request: HttpRequest, key: str) -> HttpResponse:
    """The marks of the tables, by which the page knows that something has moved; never a result."""
    return poll(request, "session-tables", lying_or_403(request, key).session_id, WATCH)


def _frame(state: SessionState, device: Tablet) -> dict[str, object]:
    section = state.section(device.section.letter)
    assert section is not None  # the tablet's own
    return tablet_context(state, section, device)


def _first_slot(state: SessionState, device: Tablet) -> SlotState:
    """Any slot of this table in the round that is played. Raises Refused, with what is to be said instead."""
    if state.session.is_over or state.session.is_cancelled:
        raise Refused(_("%(session)s is over.") % {"session": state.session.name})
    section = state.section(device.section.letter)
    row = section.row_at(state.round, device.table) if section else None
    if not state.round:
        raise Refused(_("Play has not begun."))
    if row is None or not row.is_played:
        raise Refused(_("Nobody plays here in round %(round)s.") % {"round": state.round})
    return slot_in(state, Slot(device.section.letter, state.round, device.table, state.boards_in(row)[0]))


def _slot(device: Tablet, round: int, board: int) -> SlotState:
    """A slot of this table in the round that is played. Raises Refused for any other: also its result is not shown."""
    state = state_or_404(device.session_id)
    _first_slot(state, device)
    if round != state.round:
        raise Refused(_("Round %(round)s is played here now.") % {"round": state.round})
    return slot_in(state, Slot(device.section.letter, round, device.table, board))


def _sitting(at: SlotState, seat: Seat) -> Member:
    """The player of a seat. Raises Refused for one that nobody has."""
    found = at.players[seat]
    if found is None:
        raise Refused(_("Nobody sits %(seat)s here.") % {"seat": told(seat.word)})
    return found


def _said(
    request: HttpRequest, key: str, round: int, board: int, form: SeatForm | CallForm, write: Callable[..., None]
) -> HttpResponse:
    """Something said of a board at its table, written in the name of their seat, or of North; then the table."""
    device = lying_or_403(request, key)
    with refusal_as_message(request):
        at = _slot(device, round, board)
        if not form.is_valid():
            raise Refused(RELOAD)
        sent: Sent = form.cleaned_data
        by = _sitting(at, sent.get("seat", Seat.NORTH))
        write(device, sent, session_id=device.session_id, slot=at.slot, by=by, now=timezone.now())
    return redirect("duplicate:tablet", key=key)


@snapshot()
def _refused(
    request: HttpRequest, at: SlotState, device: Tablet, form: DealForm, side: Side, *, status: int, notice: str = ""
) -> HttpResponse:
    """The entry as it was sent, with what is wrong."""
    if request.htmx:  # type: ignore[attr-defined]
        result = results_of(device.session_id, board=at.slot.board).get(at.slot)
        context = tablet_entry(at, device, form, result, notice, side=side)
        return render(request, "duplicate/_entry_slip.html", context, status=status)
    context = board_context(at, device, form=form, notice=notice, change=side)
    return render(request, PAGE, context, status=status)


def _to(request: HttpRequest, page: str) -> HttpResponse:
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)  # type: ignore[attr-defined]
