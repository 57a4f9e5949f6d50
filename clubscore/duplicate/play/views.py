"""A board at a table, and the answers to its buttons. A phone and the device of a table share these views."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from clubscore.contracts.deal_form import DealForm
from clubscore.database.one_moment import snapshot
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import in_short
from clubscore.duplicate.play.actors import AtTable, Sent
from clubscore.duplicate.play.entering import calls, services
from clubscore.duplicate.play.entering.entries import ResultEntry, is_recorded
from clubscore.duplicate.play.entering.refusals import RulingNeeded
from clubscore.duplicate.play.entering.taking_back import (
    agree_again,
    take_agreement_back,
)
from clubscore.duplicate.play.table.context import board_form, preview_of
from clubscore.duplicate.play.table.forms import BoardForm, CallForm
from clubscore.duplicate.play.tablet.forms import RELOAD
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import refusal_told
from clubscore.once import KeySpent
from clubscore.refusals import Refused, refusal_as_message
from scoring import ScoringError

KEPT = _("%(refusal)s Your entry is kept: look, and record again.")
EXPIRED = _(
    "This form was too old to be recorded. Your entry is kept: look, and record again."
)


@require_http_methods(["GET", "POST"])
def board(request: HttpRequest, who: AtTable, slot: Slot) -> HttpResponse:
    """GET shows the board at the table, with an entry pad if a result is to be entered. POST records the result."""
    try:
        desk = who.desk(slot)
    except Refused as refusal:
        return _elsewhere(request, who, refusal)
    if request.method == "GET":
        return render(request, who.template, who.page(desk, request.GET))
    form = board_form(desk.at, request.POST)
    try:
        desk = who.sender(desk, request.POST)
    except Refused as refusal:
        return _refused(request, who, desk, form, status=422, notice=str(refusal))
    if form.expired_fields:
        again, notice = form.without(*form.expired_fields), str(EXPIRED)
        return _refused(request, who, desk, again, status=409, notice=notice)
    if not form.is_valid():
        return _refused(request, who, desk, form, status=422)
    return _record(request, who, desk, form)


def _elsewhere(request: HttpRequest, who: AtTable, refusal: Refused) -> HttpResponse:
    """Redirect to the actor's table, with the refusal as a message.

    If a result was sent, the message repeats it, because the page of the table does not show the sent entry.
    """
    form = BoardForm(request.POST or None)
    words = str(refusal)
    if form.is_valid():
        words = gettext("Not recorded: %(deal)s. %(refusal)s")
        if is_recorded(who.state.session.pk, form.cleaned_data["key"]):
            words = gettext("Recorded already: %(deal)s. %(refusal)s")
        words %= {"deal": in_short(form.cleaned_data["deal"]), "refusal": refusal}
    messages.error(request, words)
    return _to(request, who.home)


def _record(
    request: HttpRequest, who: AtTable, desk: BoardDesk, form: BoardForm
) -> HttpResponse:
    """Record a valid form and redirect to the board. If the result is refused, show the entry again with the reason."""
    sent, slot = form.cleaned_data, desk.slot
    entry = ResultEntry(
        sent["deal"], form.lead, sent["revision"], sent["key"], who.tablet
    )
    try:
        if sent["number"] != slot.board:
            words = _("This form is for board %(meant)s, and came for board %(board)s.")
            raise Refused(words % {"meant": sent["number"], "board": slot.board})
        services.record_play(
            session_id=desk.session.pk,
            slot=slot,
            entry=entry,
            by=desk.by,
            now=timezone.now(),
        )
    except KeySpent as refusal:
        notice = KEPT % {"refusal": refusal}
        again = form.without("key")
        return _refused(request, who, desk, again, status=409, notice=notice)
    except RulingNeeded as refusal:
        notice, again = str(refusal), form.without()
        return _refused(request, who, desk, again, status=409, notice=notice)
    except Refused as refusal:
        notice = KEPT % {"refusal": refusal}
        return _refused(request, who, desk, form.without(), status=409, notice=notice)
    except ScoringError as refusal:
        notice = refusal_told(refusal)
        return _refused(request, who, desk, form, status=422, notice=notice)
    return _to(request, who.address(slot))


@require_GET
def preview(request: HttpRequest, who: AtTable, slot: Slot) -> HttpResponse:
    """Show the preview of an entry, which may be unfinished. The response is empty if the sender may not enter a
    result."""
    try:
        desk = who.sender(who.desk(slot), request.GET)
    except Refused:
        return HttpResponse(status=204)
    shown = preview_of(desk.at, board_form(desk.at, request.GET), desk.side)
    return render(request, "contracts/_preview.html", {"preview": shown})


@require_POST
def agreement(request: HttpRequest, who: AtTable, slot: Slot) -> HttpResponse:
    """POST agrees to the recorded result in the name of the sender, and redirects to the table.

    After play it redirects to the board: only a player who has taken the agreement back agrees again.
    """
    form = who.agreement_form(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        sent = form.cleaned_data
        if who.state.session.is_over:
            return _agreed_again(who, slot, sent)
        services.sign_play(
            session_id=who.state.session.pk,
            slot=slot,
            version=sent["version"],
            by=who.writer(slot, sent),
            now=timezone.now(),
            tablet=who.tablet,
        )
    return redirect(who.home)


def _agreed_again(who: AtTable, slot: Slot, sent: Sent) -> HttpResponse:
    """Agree again after play in the name of the sender, and redirect to the board. Raises Refused if it is refused."""
    agree_again(
        session=who.state.session,
        slot=slot,
        version=sent["version"],
        by=who.writer(slot, sent),
        now=timezone.now(),
    )
    return redirect(who.address(slot))


@require_POST
def agreement_back(request: HttpRequest, who: AtTable, slot: Slot) -> HttpResponse:
    """POST takes back the sender's agreement to the recorded result, and redirects to the board."""
    form = who.agreement_form(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        take_agreement_back(
            session=who.state.session,
            slot=slot,
            version=form.cleaned_data["version"],
            by=who.writer(slot, form.cleaned_data),
            now=timezone.now(),
            tablet=who.tablet,
        )
    return redirect(who.address(slot))


@require_POST
def answer(request: HttpRequest, who: AtTable, slot: Slot) -> HttpResponse:
    """POST accepts or withdraws a proposed result, as the form says, and redirects to the board or the table."""
    form = who.answer_form(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(RELOAD)
        sent = form.cleaned_data
        services.answer_proposal(
            session_id=who.state.session.pk,
            slot=slot,
            proposal_id=sent["proposal"],
            accept=sent["answer"] == "accept",
            key=sent["key"],
            by=who.writer(slot, sent),
            now=timezone.now(),
            tablet=who.tablet,
        )
    return redirect(who.after_answer(slot))


@require_POST
def call(request: HttpRequest, who: AtTable, slot: Slot) -> HttpResponse:
    """POST calls the director to the table, with the reason, and redirects to the board or the table."""
    form = CallForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(_("Say in at most 200 letters why you call."))
        sent = form.cleaned_data
        calls.call_director(
            session_id=who.state.session.pk,
            slot=slot,
            about=sent["about"],
            claim=sent["claim"],
            key=sent["key"],
            by=who.writer(slot, sent),
            now=timezone.now(),
        )
    return redirect(who.after_answer(slot))


@snapshot()
def _refused(
    request: HttpRequest,
    who: AtTable,
    desk: BoardDesk,
    form: DealForm,
    *,
    status: int,
    notice: str = "",
) -> HttpResponse:
    """Show the entry as it was sent, with the reason of the refusal.

    A request from HTMX gets only the slip under the entry pad; any other request gets the whole page.
    """
    desk = desk.with_results_read_again()
    if request.htmx:  # type: ignore[attr-defined]
        context = who.refused_slip(desk, form, notice)
        return render(request, "duplicate/_entry_slip.html", context, status=status)
    context = who.refused_page(desk, form, notice)
    return render(request, who.template, context, status=status)


def _to(request: HttpRequest, page: str) -> HttpResponse:
    """Redirect to a page, also if HTMX has sent the form."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(page)
    return redirect(page)
