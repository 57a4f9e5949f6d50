"""The history of a rubber, for members."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.games.called import Called
from clubscore.members.http import MemberRequest
from clubscore.rubbers.history.queries import history_of, sheet_at
from clubscore.rubbers.rubber.folding import next_number, numbered
from clubscore.rubbers.rubber.http import state_or_404
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.context import subtitle_of
from clubscore.rubbers.sheet.paper import Paper, paper


@require_GET
def history(request: MemberRequest, pk: int) -> HttpResponse:
    """Every version, and the sheet as it was after `?at=` of them (all, when it does not say)."""
    state = state_or_404(pk)
    written, view = history_of(state), state.view_of(request.user)
    at = _place(request.GET.get("at", ""), written.length)
    rows = [version.deal for version in written.rows[:at]]
    sheet, deals = sheet_at(state, rows)
    drawn = paper(numbered(sheet, deals, next_number(rows)), names=state.names, view=view)
    context = {
        "rubber": state.rubber,
        "title": state.rubber.table.name,
        "subtitle": subtitle_of(state),
        "view": view,
        "paper": drawn,
        "history": written,
        "at": at,
        "shown": written.rows[at - 1] if at else None,
        "called": _called(state, drawn, rows[-1].number) if at else None,
        "finished": True,
        "is_playback": True,
    }
    return render(request, "rubbers/_playback.html" if request.htmx else "rubbers/rubber_history.html", context)


def _called(state: RubberState, drawn: Paper, number: int) -> Called:
    """The deal's number on the sheet as it was then; as players know it now, where it was not on it."""
    return next((entry.called for entry in drawn.deals if entry.number == number), called(state, number))


def _place(chosen: str, length: int) -> int:
    """The place that the address names, from 0 (an empty sheet) to the newest."""
    if not (chosen.isascii() and chosen.isdigit()):
        return length
    return min(int(chosen[:9]), length)
