"""The page that shows the history of a rubber to members."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.games.called import Called
from clubscore.members.http import MemberRequest
from clubscore.rubbers.history.queries import history_of, sheet_at, versions_until
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.http import desk_or_404
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState, next_number, numbered
from clubscore.rubbers.sheet.context import subtitle_of
from clubscore.rubbers.sheet.paper import Paper, paper


@require_GET
def history(request: MemberRequest, pk: int) -> HttpResponse:
    """The page with every version of every deal, and with the sheet as it was after the first `?at=` versions.

    Without `?at=` the sheet is shown as it was after all versions.
    """
    now = desk_or_404(request, pk).state
    whole = history_of(now)
    at = _place(request.GET.get("at", ""), whole.length)
    rows = versions_until(whole, at)
    moment = rows[-1].recorded_at if rows else now.rubber.started_at
    state = now.seated_at(moment)
    view = RubberDesk(state, request.user).view
    sheet, deals = sheet_at(state, rows)
    drawn = paper(
        numbered(sheet, deals, next_number(rows)), names=state.names, view=view
    )
    shown = None
    deal_called = None
    if at:
        shown = whole.rows[at - 1]
        deal_called = _called(state, drawn, rows[-1].number)
    context = {
        "rubber": state.rubber,
        "title": state.rubber.table.called,
        "subtitle": subtitle_of(state),
        "view": view,
        "paper": drawn,
        "history": whole,
        "at": at,
        "shown": shown,
        "called": deal_called,
        "finished": True,
        "is_playback": True,
    }
    template = (
        "rubbers/_playback.html" if request.htmx else "rubbers/rubber_history.html"
    )
    return render(request, template, context)


def _called(state: RubberState, drawn: Paper, number: int) -> Called:
    """The number by which players called the deal `number` when the sheet looked like `drawn`.

    For a deal that is not on that sheet, it is the number by which players call the deal today.
    """
    names = {entry.number: entry.called for entry in drawn.deals}
    if number in names:
        return names[number]
    return called(state, number)


def _place(chosen: str, length: int) -> int:
    """The number of versions after which the sheet is shown, read from the text `chosen`: from 0 to `length`.

    The result is `length` if the text is not a number.
    """
    if not (chosen.isascii() and chosen.isdigit()):
        return length
    return min(int(chosen[:9]), length)
