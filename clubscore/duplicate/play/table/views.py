"""The page of a member's table, and the marks by which the page knows that something has changed."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.table.left_behind import left_behind_by
from clubscore.duplicate.play.table.queries import first_to_do
from clubscore.duplicate.play.table.where_next import table_context
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.slots import slot_in
from clubscore.duplicate.slot import Slot
from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required

PAGE = "duplicate/table_detail.html"


@require_GET
@at_one_moment
@player_required
def own_table(request: MemberRequest, pk: int) -> HttpResponse:
    """Redirect to the board at the member's table that needs an answer or a result first.

    It is the first board that waits for an answer of the member's side; if no board waits, the first board without a
    result; if all boards have results, the last board. A member who does not play now sees the next table, and
    what the member's own table left behind. A member without a place is sent to the page of the session.
    """
    state = state_or_404(pk)
    held = state.held_by(request.user)
    if held is None:
        messages.error(request, _("You have no place in this session."))
        return redirect("duplicate:detail", pk=pk)
    section, own = held
    round = max(state.round, 1)
    number = own.entry.number
    row = section.row_of(round, number, own.seat)
    plays = state.session.is_in_play and own.covers(round)
    if plays and row and section.both_are_there(row):
        slots = []
        for board in state.boards_in(row):
            slot = Slot(section.letter, row.round, row.table, board)
            slots.append(slot_in(state, slot))
        slot = first_to_do(slots, results_of(pk), request.user)
        return redirect("duplicate:slot", pk=pk, slot=slot)
    context = table_context(state, section, number, round, own.seat, request.user)
    if plays:
        results = results_of(pk)
        context["left_behind"] = left_behind_by(state, request.user, results)
    return render(request, PAGE, context)


@require_GET
@at_one_moment
def tables_poll(request: MemberRequest, pk: int) -> HttpResponse:
    """Answer the poll of a browser that has no live stream with the marks of all tables of the session.

    A page fetches its table again if the mark of the table has changed. The answer is 204 if the page has the newest
    revision already.
    """
    return poll(request, "session-tables", pk, WATCH)
