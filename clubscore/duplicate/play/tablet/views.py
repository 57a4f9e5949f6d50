"""The views of the device on a table. Nobody is signed in on it: its address and its cookie open it.

A form that records or answers a result names the seat of the player who sends it.
"""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.tablet.context import (
    board_context,
    ended_context,
    first_board,
    first_to_do,
    laying_context,
    tablet_context,
)
from clubscore.duplicate.play.tablet.keys import lying_or_403, tablet_or_404
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.laid import lies_still
from clubscore.duplicate.session.slots import slot_in
from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.refusals import Refused

PAGE = "duplicate/tablet_detail.html"


@require_GET
@at_one_moment
@login_not_required
def tablet(request: HttpRequest, key: str) -> HttpResponse:
    """The page of the first board of the current round that waits for an answer or for a result.

    If no device has used the code yet, the page asks whether to lay this device on the table. A device that a player
    laid, and whose pair has moved, gets a page that says so and shows no board.
    """
    device = tablet_or_404(key)
    if not device.taken_at:
        return render(request, "duplicate/tablet_laying.html", laying_context(device))
    device = lying_or_403(request, key)
    state = state_or_404(device.session_id)
    if not lies_still(state, device):
        context = ended_context(state, device)
        return render(request, "duplicate/tablet_ended.html", context, status=403)
    try:
        at = first_board(state, device)
    except Refused as refusal:
        context = tablet_context(state, device) | {"nobody": str(refusal)}
        return render(request, PAGE, context)
    slot = first_to_do(at, results_of(state.session.pk))
    return render(request, PAGE, board_context(slot_in(state, slot), device))


@require_GET
@at_one_moment
@login_not_required
def tablet_poll(request: HttpRequest, key: str) -> HttpResponse:
    """For the device on a table: the marks of all tables, by which a page knows that a table has changed.

    The response never tells a result. A device whose pair has moved gets the marks too, so that its page learns of it.
    """
    tablet = lying_or_403(request, key)
    return poll(request, "session-tables", tablet.session_id, WATCH)
