"""A board at all tables, the ranking, and the matches of teams and of a Swiss."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.results.travellers.context import (
    ranking_context,
    traveller_context,
)
from clubscore.duplicate.results.travellers.matches import (
    match_context,
    matches_context,
)
from clubscore.duplicate.session.http import state_or_404
from clubscore.hands.context import diagram_in
from clubscore.members.http import MemberRequest


@require_GET
@at_one_moment
def traveller(request: MemberRequest, pk: int, board: int) -> HttpResponse:
    """The results of all tables on a board, once the viewer may see them; until then why not."""
    state = state_or_404(pk)
    if not 1 <= board <= state.boards:
        raise Http404(f"This session has no board {board}.")
    desk = SessionDesk(state, request.user)
    if not desk.sees(board):
        return render(
            request,
            "duplicate/not_yet.html",
            {"session": state.session, "board": board},
            status=403,
        )
    context = traveller_context(state, desk.results, board, desk.viewer.entry) | {
        "may_group": desk.directs
    }
    context["diagram"] = diagram_in(state.session.deal_set, board, timezone.now())
    return render(request, "duplicate/traveller_detail.html", context)


@require_GET
@at_one_moment
def ranking(request: MemberRequest, pk: int) -> HttpResponse:
    """The lists of results, once the viewer may see them."""
    state = state_or_404(pk)
    desk = SessionDesk(state, request.user)
    if not desk.sees(None):
        return render(
            request, "duplicate/not_yet.html", {"session": state.session}, status=403
        )
    return render(
        request,
        "duplicate/ranking_list.html",
        ranking_context(state, desk.results, desk.viewer.entry),
    )


@require_GET
@at_one_moment
def matches(request: MemberRequest, pk: int) -> HttpResponse:
    """The matches with their points and victory points, once the viewer may see the ranking."""
    state = state_or_404(pk)
    if not state.session.has_matches:
        raise Http404("Only teams, and pairs in a Swiss, play matches.")
    desk = SessionDesk(state, request.user)
    if not desk.sees(None):
        return render(
            request, "duplicate/not_yet.html", {"session": state.session}, status=403
        )
    return render(
        request,
        "duplicate/match_list.html",
        matches_context(state, desk.results, desk.viewer.entry),
    )


@require_GET
@at_one_moment
def match(request: MemberRequest, pk: int, one: int, other: int) -> HttpResponse:
    """A match board by board, of teams both tables side by side, once the viewer may see the ranking."""
    state = state_or_404(pk)
    desk = SessionDesk(state, request.user)
    is_match = state.session.has_matches and one < other
    context = (
        match_context(state, desk.results, (one, other), desk.viewer.entry)
        if is_match
        else None
    )
    if context is None:
        raise Http404(f"Numbers {one} and {other} play no match.")
    if not desk.sees(None):
        return render(
            request, "duplicate/not_yet.html", {"session": state.session}, status=403
        )
    return render(request, "duplicate/match_detail.html", context)
