"""The history of a rubber, for members."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.rubbers.consent.responses import sheet_or_404
from clubscore.rubbers.history.queries import history_of, sheet_at
from clubscore.rubbers.queries import numbered, rubber_number, view_of
from clubscore.rubbers.sheet.paper import paper
from scoring import SYSTEMS


@require_GET
def history(request: MemberRequest, pk: int) -> HttpResponse:
    """Every version, and the sheet as it was after `?at=` of them (all, when it does not say)."""
    rubber = sheet_or_404(pk)
    told = history_of(rubber)
    at = _place(request.GET.get("at", ""), told.length)
    sheet, shown = sheet_at(rubber, [version.deal for version in told.rows[:at]])
    context = {
        "rubber": rubber,
        "title": rubber.table.name,
        "subtitle": f"{SYSTEMS[rubber.system].title} · rubber {rubber_number(rubber)}",
        "view": view_of(rubber, request.user),
        "paper": paper(numbered(sheet, shown), names=rubber.names, view=view_of(rubber, request.user)),
        "history": told,
        "at": at,
        "shown": told.rows[at - 1] if at else None,
        "finished": True,
        "is_playback": True,
    }
    return render(request, "rubbers/_playback.html" if request.htmx else "rubbers/rubber_history.html", context)


def _place(told: str, length: int) -> int:
    """The place that the address names, from 0 (an empty sheet) to the newest."""
    if not (told.isascii() and told.isdigit()):
        return length
    return min(int(told[:9]), length)
