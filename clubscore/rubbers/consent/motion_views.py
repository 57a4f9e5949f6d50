"""Answers to a motion: yes or no by a player, taken back by its maker, decided by an arbiter."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import (
    player_or_arbiter_required,
    player_required,
)
from clubscore.refusals import Refused
from clubscore.rubbers.consent.forms import VoteForm
from clubscore.rubbers.consent.responses import (
    cards_or_page,
    page_with_typed,
    signer_of,
)
from clubscore.rubbers.correction.forms import WrittenReasonForm
from clubscore.rubbers.models import Motion
from clubscore.rubbers.motions import services
from clubscore.rubbers.rubber.http import desk_or_404, state_or_404


@require_POST
@player_required
def motion_answer(request: MemberRequest, pk: int, motion_pk: int) -> HttpResponse:
    """A player says yes or no to a motion, by a tap or by a PIN on a borrowed device."""
    desk = desk_or_404(request, pk)
    motion = get_object_or_404(Motion, rubber=pk, pk=motion_pk)
    try:
        is_yes = VoteForm(request.POST).is_yes()
        signer = signer_of(request, desk)
        services.answer(
            state=desk.state,
            motion=motion,
            is_yes=is_yes,
            now=timezone.now(),
            **signer.signature,
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk, done=_("Answered."))


@require_POST
@player_required
def motion_withdrawal(request: MemberRequest, pk: int, motion_pk: int) -> HttpResponse:
    """The player who made a motion takes it back."""
    motion = get_object_or_404(Motion, rubber=pk, pk=motion_pk)
    try:
        services.take_back(
            state=state_or_404(pk),
            motion=motion,
            by=request.user,
            now=timezone.now(),
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)


@require_POST
@player_or_arbiter_required
def motion_ruling(request: MemberRequest, pk: int, motion_pk: int) -> HttpResponse:
    """An arbiter who has not played in the rubber decides a motion, with the reason in writing."""
    state = state_or_404(pk)
    motion = get_object_or_404(Motion, rubber=pk, pk=motion_pk)
    form = WrittenReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        services.decide(
            state=state,
            motion=motion,
            is_yes=VoteForm(request.POST).is_yes(),
            ruling=reason,
            by=request.user,
            now=timezone.now(),
        )
    except Refused as refusal:
        return page_with_typed(
            state, refusal, request, deciding=request.POST.get("reason", "")
        )
    return cards_or_page(request, pk)
