"""The buttons with which an organiser takes a session into the season, and says that its entries were seen."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.duplicate.results.season.services import (
    look_at_entries,
    take_into_season,
)
from clubscore.duplicate.session.http import state_or_404
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_as_message


@require_POST
@player_required
def season_taking(request: MemberRequest, pk: int) -> HttpResponse:
    """POST takes a friendly session into the season."""
    state = state_or_404(pk)
    with refusal_as_message(request):
        take_into_season(session=state.session, by=request.user, now=timezone.now())
        words = _("%(session)s counts in the season now.")
        messages.success(request, words % {"session": state.session.name})
    return redirect("duplicate:detail", pk=pk)


@require_POST
@player_required
def entries_seen(request: MemberRequest, pk: int) -> HttpResponse:
    """POST says that an organiser has seen how many results the director entered alone."""
    state = state_or_404(pk)
    with refusal_as_message(request):
        look_at_entries(session=state.session, by=request.user, now=timezone.now())
    return redirect("rubbers:attention")
