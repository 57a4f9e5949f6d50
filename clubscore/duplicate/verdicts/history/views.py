"""The page with the history of a slot."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.outcomes.desk import desk_to_look
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.history.queries import history_of
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused


@require_GET
@at_one_moment
@player_required
def slot_history(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """The page with the history of a slot: for its players, and for directors who may see the board."""
    try:
        desk = desk_to_look(state_or_404(pk), slot, request.user, is_lost_too=True)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duplicate:detail", pk=pk)
    history = history_of(desk.at)
    is_ruled = any(event.name == "ruled" for event in history)
    context = {
        "at": desk.at,
        "session": desk.session,
        "slot": desk.slot,
        "history": history,
        "is_of_table": desk.is_concerned,
        "is_played": desk.at.is_planned,
        "may_read_appeal": is_ruled and bool(desk.side or desk.may_rule),
    }
    return render(request, "duplicate/slot_history.html", context)
