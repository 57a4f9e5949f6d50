"""Signing, voting, ruling: each is a tap on a card of the table's page, or a PIN on a card of a borrowed device."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.members.access.pin_forms import PinForm
from clubscore.members.access.pins import choose_pin
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_on_form
from clubscore.rubbers.agreement import services as agreement
from clubscore.rubbers.agreement.absence import say_not_there, say_there
from clubscore.rubbers.consent.context import consent_context
from clubscore.rubbers.consent.forms import (
    UNREADABLE,
    InsteadForm,
    NetForm,
    NumberForm,
    VersionForm,
    VersionsForm,
    VoteForm,
)
from clubscore.rubbers.consent.responses import (
    cards_or_page,
    page_with_typed,
    signer_of,
)
from clubscore.rubbers.correction import services as correction
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.forms import WrittenReasonForm
from clubscore.rubbers.correction.rulings import rule
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.http import desk_or_404, page_of, state_or_404
from clubscore.web.forms.http import form_page, posted_data
from scoring import ScoringError, Seat


@require_GET
def consent(request: MemberRequest, pk: int) -> HttpResponse:
    """Send the cards of a rubber; with `?cards=all`, the cards of all unsigned deals.

    The page fetches the cards again when the sheet has changed.
    """
    desk = desk_or_404(request, pk)
    if not desk.sees_cards:
        raise PermissionDenied(
            _("Only those who keep this rubber are asked anything about it.")
        )
    shows_all = request.GET.get("cards") == "all"
    context = consent_context(desk, shows_all=shows_all)
    return render(request, "rubbers/_consent.html", context)


@require_POST
@player_required
def deal_agreement(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Sign the version of a deal that was on the screen."""
    desk = desk_or_404(request, pk)
    state = desk.state
    form = VersionForm(request.POST)
    try:
        deal = form.version_of(state, number=number)
        if deal is None:
            raise Refused(str(UNREADABLE))
        signer = signer_of(request, desk)
        agreement.agree_deal(
            state=state, deal=deal, now=timezone.now(), **signer.signature
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk, done=_("Agreed."))


@require_POST
@player_required
def deals_agreement(request: MemberRequest, pk: int) -> HttpResponse:
    """Sign all the versions of deals that were on the screen."""
    state = state_or_404(pk)
    form = VersionsForm(request.POST)
    try:
        deals = form.versions_of(state)
        if not deals:
            raise Refused(str(UNREADABLE))
        agreement.agree_deals(
            state=state, deals=deals, by=request.user, now=timezone.now()
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    done = ngettext(
        "Agreed to %(number)s deal.", "Agreed to %(number)s deals.", len(deals)
    )
    return cards_or_page(request, pk, done=done % {"number": len(deals)})


@require_POST
@player_required
def net_agreement(request: MemberRequest, pk: int) -> HttpResponse:
    """Sign the net score. If the page showed a dispute, the signature is given despite it."""
    desk = desk_or_404(request, pk)
    state = desk.state
    form = NetForm(request.POST)
    try:
        newest = form.version_of(state)
        if newest is None:
            raise Refused(str(UNREADABLE))
        signer = signer_of(request, desk)
        despite = form.despite_of(state)
        agreement.agree_net(
            state=state,
            newest=newest,
            despite=despite,
            now=timezone.now(),
            **signer.signature,
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk, done=_("Agreed."))


@require_POST
def net_agreement_instead(request: MemberRequest, pk: int) -> HttpResponse:
    """Sign the net score as an arbiter, with a reason, for a player who cannot or who says "I am not there"."""
    state = state_or_404(pk)
    form = InsteadForm(request.POST)
    try:
        newest = form.version_of(state)
        if newest is None:
            raise Refused(_instead_refusal(form))
        agreement.agree_net_instead(
            state=state,
            newest=newest,
            seat=Seat(form.cleaned_data["seat"]),
            reason=form.cleaned_data["reason"],
            despite=form.despite_of(state),
            by=request.user,
            now=timezone.now(),
        )
    except Refused as refusal:
        return page_with_typed(
            state, refusal, request, instead=request.POST.get("reason", "")
        )
    return cards_or_page(request, pk)


def _instead_refusal(form: InsteadForm) -> str:
    """A sentence for the arbiter whose form is refused.

    If only the reason is wrong, the sentence is the error of that field. For any other error it says that the page
    was not as it should be.
    """
    if form.errors.keys() == {"reason"}:
        return str(form.errors["reason"][0])
    return str(UNREADABLE)


@require_POST
@player_required
def vote(request: MemberRequest, pk: int, proposal_pk: int) -> HttpResponse:
    """Vote on a proposal: yes for the proposal, no for the deal as recorded."""
    desk = desk_or_404(request, pk)
    state = desk.state
    form = VoteForm(request.POST)
    proposal = get_object_or_404(Proposal, rubber=pk, pk=proposal_pk)
    try:
        is_yes = form.is_yes()
        signer = signer_of(request, desk)
        correction.cast(
            state=state,
            proposal=proposal,
            is_yes=is_yes,
            now=timezone.now(),
            **signer.signature,
        )
    except (Refused, ScoringError) as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk, done=_("Your vote counts."))


@require_POST
@player_required
def withdrawal(request: MemberRequest, pk: int, proposal_pk: int) -> HttpResponse:
    """Take back a proposal, as the member who made it."""
    state = state_or_404(pk)
    proposal = get_object_or_404(Proposal, rubber=pk, pk=proposal_pk)
    try:
        correction.withdraw(
            state=state, proposal=proposal, by=request.user, now=timezone.now()
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)


@require_POST
def ruling(request: MemberRequest, pk: int, proposal_pk: int) -> HttpResponse:
    """An arbiter decides a dispute, with the reason in writing."""
    state = state_or_404(pk)
    proposal = get_object_or_404(Proposal, rubber=pk, pk=proposal_pk)
    form = WrittenReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        is_yes = VoteForm(request.POST).is_yes()
        rule(
            state=state,
            proposal=proposal,
            is_yes=is_yes,
            ruling=reason,
            by=request.user,
            now=timezone.now(),
        )
    except (Refused, ScoringError) as refusal:
        return page_with_typed(
            state, refusal, request, ruling=request.POST.get("reason", "")
        )
    return cards_or_page(request, pk)


@require_POST
@player_required
def auction(request: MemberRequest, pk: int) -> HttpResponse:
    """Note a player's report that all four have called on the next deal.

    The form sends the number of the last deal; 0 before the first deal.
    """
    desk = desk_or_404(request, pk)
    state = desk.state
    form = NumberForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(str(UNREADABLE))
        number = form.cleaned_data["number"]
        signer = signer_of(request, desk)
        call_auction_over(
            state=state, number=number, now=timezone.now(), **signer.signature
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)


@require_POST
def absence(request: MemberRequest, pk: int) -> HttpResponse:
    """Note the report of a player: "I am not there", or "I was not there"."""
    try:
        say_not_there(state=state_or_404(pk), by=request.user, now=timezone.now())
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)


@require_POST
def presence(request: MemberRequest, pk: int) -> HttpResponse:
    """Take back a player's report "I am not there"."""
    say_there(state=state_or_404(pk), by=request.user, now=timezone.now())
    return cards_or_page(request, pk)


@require_http_methods(["GET", "POST"])
@player_required
def pin(request: MemberRequest, pk: int, member_pk: int) -> HttpResponse:
    """A player of the rubber chooses a PIN on this device: a guest at first use, a member with the password."""
    desk = desk_or_404(request, pk)
    state = desk.state
    players = {player.pk: player for player in state.players.values()}
    player = players.get(member_pk)
    if player is None or not _may_choose_pin(player) or not desk.may_keep:
        raise PermissionDenied(
            _("A PIN is chosen by its owner, at the table where the owner plays.")
        )
    sent = posted_data(request)
    form = PinForm(sent, asks_password=player.has_joined)
    if form.is_valid():
        chosen = form.cleaned_data
        with refusal_on_form(form):
            choose_pin(
                member=player,
                pin=chosen["pin"],
                password=chosen.get("password"),
                device_of=request.user,
                now=timezone.now(),
            )
            done = _("%(name)s has a PIN now, and signs with it on this device.")
            messages.success(request, done % {"name": player.short_name})
            return redirect(page_of(state))
    context = {"form": form, "rubber": state.rubber, "player": player}
    return form_page(request, "rubbers/rubber_pin.html", context, form)


def _may_choose_pin(player: Member) -> bool:
    """True for a member, and for a guest who has no PIN yet; not for a player who has left the club."""
    return not player.has_left and (player.has_joined or not player.has_pin)
