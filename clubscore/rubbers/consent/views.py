"""Signing, voting, ruling: each a tap in the cards of a table's page, or in those of a borrowed device by PIN."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.members.access.pin_forms import PinForm
from clubscore.members.access.pins import PinRefused, choose_pin
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import for_admins, for_players
from clubscore.rubbers.agreement import services as agreement
from clubscore.rubbers.consent.forms import ReasonForm, VersionForm, VoteForm
from clubscore.rubbers.consent.responses import UNREADABLE, answer, page_of, sheet_or_404, signed
from clubscore.rubbers.correction import services as correction
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.page.context import consent_context
from clubscore.rubbers.queries import may_keep
from clubscore.rubbers.recording.services import Refused


@require_GET
@for_players
def consent(request: MemberRequest, pk: int) -> HttpResponse:
    """The cards, fetched anew whenever the sheet is fresh."""
    rubber = sheet_or_404(pk)
    if not may_keep(rubber, request.user):
        raise PermissionDenied("Only those who keep this rubber are asked anything about it.")
    return render(request, "rubbers/_consent.html", consent_context(rubber, request.user))


@require_POST
@for_players
def deal_agreement(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """A signature under the version of a deal that was on the screen."""
    rubber, form = sheet_or_404(pk), VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else 0

    def sign(signer: Member, how: dict[str, Any]) -> None:
        deal = Deal.objects.filter(rubber=rubber, number=number, pk=version).first()
        if deal is None:
            raise Refused(UNREADABLE)
        agreement.agree_deal(deal=deal, by=signer, now=timezone.now(), **how)

    return signed(request, rubber, sign)


@require_POST
@for_players
def net_agreement(request: MemberRequest, pk: int) -> HttpResponse:
    """A signature under the net score."""
    rubber, form = sheet_or_404(pk), VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else 0

    def sign(signer: Member, how: dict[str, Any]) -> None:
        newest = Deal.objects.filter(rubber=rubber, pk=version).first()
        if newest is None:
            raise Refused(UNREADABLE)
        agreement.agree_net(rubber=rubber, newest=newest, by=signer, now=timezone.now(), **how)

    return signed(request, rubber, sign)


@require_POST
@for_players
def vote(request: MemberRequest, pk: int, proposal_pk: int) -> HttpResponse:
    """Yes, so it was; or no, as recorded."""
    rubber, form = sheet_or_404(pk), VoteForm(request.POST)
    proposal = get_object_or_404(Proposal, rubber=rubber, pk=proposal_pk)

    def sign(signer: Member, how: dict[str, Any]) -> None:
        if not form.is_valid():
            raise Refused(UNREADABLE)
        is_yes = form.cleaned_data["vote"] == "yes"
        correction.cast(proposal=proposal, is_yes=is_yes, by=signer, now=timezone.now(), **how)

    return signed(request, rubber, sign)


@require_POST
@for_players
def withdrawal(request: MemberRequest, pk: int, proposal_pk: int) -> HttpResponse:
    """The proposer takes a proposal back."""
    rubber = sheet_or_404(pk)
    proposal = get_object_or_404(Proposal, rubber=rubber, pk=proposal_pk)
    return answer(request, rubber, lambda: correction.withdraw(proposal=proposal, by=request.user, now=timezone.now()))


@require_POST
@for_admins
def ruling(request: MemberRequest, pk: int, proposal_pk: int) -> HttpResponse:
    """An admin decides a dispute, with the reason in writing."""
    rubber, form, choice = sheet_or_404(pk), ReasonForm(request.POST), VoteForm(request.POST)
    proposal = get_object_or_404(Proposal, rubber=rubber, pk=proposal_pk)

    def rule() -> None:
        if not choice.is_valid():
            raise Refused(UNREADABLE)
        correction.rule(
            proposal=proposal,
            is_yes=choice.cleaned_data["vote"] == "yes",
            ruling=form.cleaned_data["reason"] if form.is_valid() else "",
            by=request.user,
            now=timezone.now(),
        )

    return answer(request, rubber, rule)


@require_POST
@for_players
def auction(request: MemberRequest, pk: int) -> HttpResponse:
    """All four have called on the deal after `number`."""
    rubber = sheet_or_404(pk)
    number = request.POST.get("number", "")

    def call() -> None:
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            raise Refused(UNREADABLE)
        correction.call_auction_over(rubber=rubber, number=int(number), by=request.user, now=timezone.now())

    return answer(request, rubber, call)


@require_http_methods(["GET", "POST"])
@for_players
def pin(request: MemberRequest, pk: int, member_pk: int) -> HttpResponse:
    """A player of the rubber chooses a PIN on this device: who has no password at first use, a member with it."""
    rubber = sheet_or_404(pk)
    player = next((member for member in rubber.players.values() if member.pk == member_pk), None)
    if player is None or not may_keep(rubber, request.user) or (player.has_pin and not player.has_joined):
        raise PermissionDenied("A PIN is chosen by its owner, at the table where the owner plays.")
    form = PinForm(request.POST if request.method == "POST" else None, asks_password=player.has_joined)
    if form.is_valid():
        chosen = form.cleaned_data
        try:
            choose_pin(member=player, pin=chosen["pin"], password=chosen.get("password"), now=timezone.now())
        except PinRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{player.short_name} has a PIN now, and signs with it on this device.")
            return redirect(page_of(rubber))
    context = {"form": form, "rubber": rubber, "player": player}
    return render(request, "rubbers/rubber_pin.html", context, status=422 if form.errors else 200)
