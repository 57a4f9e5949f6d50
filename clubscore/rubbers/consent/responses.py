"""Functions that find the signer after a tap on a card, and that make the response to the tap."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.members.access.pins import PinRefused, require_right_pin
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.rubbers.consent.context import consent_context
from clubscore.rubbers.consent.forms import SignerForm
from clubscore.rubbers.rubber.binding import method_by_pin
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.http import desk_or_404, page_of
from clubscore.rubbers.rubber.state import RubberState


class Signer(NamedTuple):
    """The player who signs, the method of the signature, and the owner of a borrowed device, else None.

    `signature` has these three as keyword arguments of services that write a signature or a vote.
    """

    member: Member
    method: SignatureMethod
    device_of: Member | None

    @property
    def signature(self) -> dict[str, Any]:
        return {"by": self.member, "how": self.method, "device_of": self.device_of}


def signer_of(request: MemberRequest, desk: RubberDesk) -> Signer:
    """The player who signs by this request: the signed-in member, or a player who types a PIN on this device.

    Raises PinRefused for a wrong, missing or locked PIN, and for a player who has left the club. Raises
    PermissionDenied if the player who types a PIN does not play in the rubber, or if the signed-in member may not lend
    the device.
    """
    form = SignerForm(request.POST)
    if not form.is_valid() or form.cleaned_data["member"] is None:
        return Signer(request.user, SignatureMethod.TAPPED, None)
    state = desk.state
    seats = {player.pk: seat for seat, player in state.players.items()}
    seat = seats.get(form.cleaned_data["member"])
    if seat is None or not desk.may_keep:
        raise PermissionDenied(
            _(
                "Only the four players sign, and on the device of somebody who keeps the rubber."
            )
        )
    signer = state.players[seat]
    if signer.has_left:
        raise PinRefused(
            _("%(name)s has left the club, and signs nothing any more.")
            % {"name": signer.short_name}
        )
    require_right_pin(member=signer, pin=form.cleaned_data["pin"], now=timezone.now())
    how = method_by_pin(
        state.players, seat, device_of=request.user, begun_at=state.rubber.started_at
    )
    return Signer(signer, how, request.user)


def cards_or_page(
    request: MemberRequest, pk: int, *, refusal: Exception | None = None, done: str = ""
) -> HttpResponse:
    """The response to a tap on a card: the cards as they are now, with a sentence about the tap.

    The sentence is `refusal`, if the tap was refused, or `done`, which says what the tap did. A browser without scripts
    is redirected to the page, and so is a member who does not see the cards.
    """
    desk = desk_or_404(request, pk)
    if request.htmx and desk.sees_cards:
        context = consent_context(desk, refusal=str(refusal or ""), done=done)
        status = 409 if refusal else 200
        return render(request, "rubbers/_consent.html", context, status=status)
    page = page_of(desk.state)
    if refusal:
        messages.error(request, str(refusal))
        return redirect(_with_lent(request, page))
    if done:
        messages.success(request, done)
    return redirect(page)


def _with_lent(request: MemberRequest, page: str) -> str:
    """The address `page`; if a player borrowed the device, with that player and the tapped card as parameters.

    The parameters make the page show the form for the player again, without the PIN.
    """
    card = request.POST.get("at", "")
    player = request.POST.get("member", "")
    if not card or not player:
        return page
    lent = {"lent": card, "who": player}
    path, mark, anchor = page.partition("#")
    return f"{path}?{urlencode(lent)}{mark}{anchor}"


def page_with_typed(
    state: RubberState, refusal: Exception, request: MemberRequest, **typed: str
) -> HttpResponse:
    """The response to a refused form of a card: a redirect to the page of the rubber, with the refusal.

    The address has the texts `typed`, by the names of their fields, so that the page shows them again. With scripts,
    the response is the cards with the refusal instead.
    """
    if request.htmx:
        return cards_or_page(request, state.rubber.pk, refusal=refusal)
    messages.error(request, str(refusal))
    page = reverse("rubbers:detail", args=[state.rubber.pk])
    return redirect(f"{page}?{urlencode(typed)}#consent")
