"""The card of a deal that waits in the book of one side: take it back, record it, or let the other side write here."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.contracts.deal_form import DealForm
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.blind_books import (
    enter_blind,
    record_with_one_book,
    take_back,
)
from clubscore.rubbers.consent.forms import UNREADABLE
from clubscore.rubbers.consent.responses import cards_or_page, signer_of
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.models import BookEntry
from clubscore.rubbers.rubber.http import desk_or_404, state_or_404
from scoring import ScoringError


@require_POST
@player_required
def book_by_pin(request: MemberRequest, pk: int) -> HttpResponse:
    """Write a deal in the book of a player who types a PIN on this device."""
    desk = desk_or_404(request, pk)
    form = entry_form(desk.state.rubber, request.POST)
    try:
        if not form.is_valid():
            raise Refused(_first_error(form))
        signer = signer_of(request, desk)
        if signer.device_of is None or not desk.state.rubber.has_blind_books:
            raise Refused(str(UNREADABLE))
        data = form.cleaned_data
        enter_blind(
            state=desk.state,
            facts=data["deal"],
            key=data["key"],
            number=data["number"],
            seen_revision=data["revision"],
            now=timezone.now(),
            **signer.signature,
        )
    except (Refused, ScoringError) as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk, done=_("Written."))


def _first_error(form: DealForm) -> str:
    [error, *_others] = [
        str(error) for errors in form.errors.values() for error in errors
    ]
    return error


@require_POST
@player_required
def book_withdrawal(request: MemberRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Take a deal out of the book of one's side, before the other side has written it."""
    state = state_or_404(pk)
    entry = get_object_or_404(BookEntry, rubber=pk, pk=entry_pk)
    try:
        take_back(state=state, entry=entry, by=request.user, now=timezone.now())
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)


@require_POST
@player_required
def book_recording(request: MemberRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Record the deal in the book of one's side without the entry of the other side."""
    state = state_or_404(pk)
    entry = get_object_or_404(BookEntry, rubber=pk, pk=entry_pk)
    try:
        record_with_one_book(
            state=state, entry=entry, by=request.user, now=timezone.now()
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk, done=_("Recorded with one book."))
