"""What the views of a rubber share: who signs, what becomes of a refusal, where it leads back to."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from clubscore.contracts.models import SignatureMethod
from clubscore.members.access.pins import PinRefused, check_pin
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.rubbers.consent.forms import SignerForm
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.page.context import consent_context
from clubscore.rubbers.queries import may_keep, newest_at
from clubscore.rubbers.recording.services import Refused
from clubscore.tables.services import SeatingRefused
from scoring import ScoringError

UNREADABLE = "The page was not as it should be: look again, and tap once more."


def sheet_or_404(pk: int) -> Rubber:
    return get_object_or_404(Rubber.objects.for_sheets(), pk=pk)


def signed(request: MemberRequest, rubber: Rubber, sign: Callable[[Member, dict[str, Any]], None]) -> HttpResponse:
    """A signature of whoever is signed in, or of a player who types the PIN here: `sign(signer, how)`."""
    return answer(request, rubber, lambda: sign(*_signer(request, rubber)))


def _signer(request: MemberRequest, rubber: Rubber) -> tuple[Member, dict[str, Any]]:
    """Who signs: whoever is signed in, or a player of the rubber who types the PIN on this device."""
    form = SignerForm(request.POST)
    if not form.is_valid() or form.cleaned_data["member"] is None:
        return request.user, {}
    players = {player.pk: player for player in rubber.players.values()}
    signer = players.get(form.cleaned_data["member"])
    if signer is None or not may_keep(rubber, request.user):
        raise PermissionDenied("Only the four players sign, and on the device of somebody who keeps the rubber.")
    check_pin(member=signer, pin=form.cleaned_data["pin"], now=timezone.now())
    return signer, {"how": SignatureMethod.PIN, "device_of": request.user}


def answer(request: MemberRequest, rubber: Rubber, deed: Callable[[], object]) -> HttpResponse:
    """Do it and show the cards as they are then; what is refused is said above them. Without scripts, the page."""
    refusal = ""
    try:
        deed()
    except (Refused, PinRefused, SeatingRefused, ScoringError) as refused:
        refusal = str(refused)
    rubber = sheet_or_404(rubber.pk)
    if request.htmx and may_keep(rubber, request.user):
        context = consent_context(rubber, request.user, refusal=refusal)
        return render(request, "rubbers/_consent.html", context, status=409 if refusal else 200)
    if refusal:
        messages.error(request, refusal)
    return redirect(page_of(rubber))


def page_of(rubber: Rubber) -> str:
    """Where the rubber is shown: its table's page while it is the newest there, else its own."""
    if newest_at(rubber.table) == rubber:
        return f"{reverse('room:table', args=[rubber.table_id])}#consent"
    return f"{reverse('rubbers:detail', args=[rubber.pk])}#consent"
