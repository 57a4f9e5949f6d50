"""A board at all tables, the ranking, and the matches of teams and of a Swiss."""

from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.models import Session
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
from clubscore.hands.queries import cards_shown
from clubscore.members.http import MemberRequest
from scoring.text.hands.viewer_address import viewer_address


@require_GET
@at_one_moment
def traveller(request: MemberRequest, pk: int, board: int) -> HttpResponse:
    """The page with the results of a board at all tables.

    A viewer who may not see the board yet gets a page with status 403 that gives the reason. Raises Http404 if there is
    no such session or board.
    """
    state = state_or_404(pk)
    if not 1 <= board <= state.boards:
        raise Http404(f"This session has no board {board}.")
    desk = SessionDesk(state, request.user)
    if not desk.sees(board):
        return _not_yet(request, {"session": state.session, "board": board})
    context = traveller_context(state, desk.results, board, desk.viewer.entry)
    context["may_group"] = desk.directs
    context["before"] = _nearest(desk, range(board - 1, 0, -1))
    context["after"] = _nearest(desk, range(board + 1, state.boards + 1))
    context["diagram"] = diagram_in(state.session.deal_set, board, timezone.now())
    context["viewer"] = _viewer(state.session, board)
    return render(request, "duplicate/traveller_detail.html", context)


def _viewer(session: Session, number: int) -> str:
    """The address of a board in a hand viewer elsewhere; empty without its cards, and before results are published."""
    for board in cards_shown(session.deal_set, timezone.now()):
        if board.number == number and session.is_over:
            return viewer_address(board) if session.publications.exists() else ""
    return ""


def _nearest(desk: SessionDesk, boards: Iterable[int]) -> int | None:
    """The first of these boards that the member may see; None if there is none."""
    for board in boards:
        if desk.sees(board):
            return board
    return None


def _not_yet(request: MemberRequest, context: dict[str, object]) -> HttpResponse:
    """A page with status 403 that says why the viewer may not see these results yet."""
    return render(request, "duplicate/not_yet.html", context, status=403)


@require_GET
@at_one_moment
def ranking(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of the ranking.

    A viewer who may not see the ranking yet gets a page with status 403 that gives the reason.
    """
    state = state_or_404(pk)
    desk = SessionDesk(state, request.user)
    if not desk.sees(None):
        return _not_yet(request, {"session": state.session})
    context = ranking_context(state, desk.results, desk.viewer.entry)
    return render(request, "duplicate/ranking_list.html", context)


@require_GET
@at_one_moment
def matches(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of all matches with their points.

    A viewer who may not see the ranking yet gets a page with status 403 that gives the reason.
    """
    state = state_or_404(pk)
    if not state.session.has_matches:
        raise Http404("Only teams, and pairs in a Swiss, play matches.")
    desk = SessionDesk(state, request.user)
    if not desk.sees(None):
        return _not_yet(request, {"session": state.session})
    context = matches_context(state, desk.results, desk.viewer.entry)
    return render(request, "duplicate/match_list.html", context)


@require_GET
@at_one_moment
def match(request: MemberRequest, pk: int, one: int, other: int) -> HttpResponse:
    """The page of the match between the numbers `one` and `other`, board by board.

    A viewer who may not see the ranking yet gets a page with status 403 that gives the reason.
    """
    state = state_or_404(pk)
    desk = SessionDesk(state, request.user)
    context = None
    if state.session.has_matches and one < other:
        numbers = one, other
        context = match_context(state, desk.results, numbers, desk.viewer.entry)
    if context is None:
        raise Http404(f"Numbers {one} and {other} play no match.")
    if not desk.sees(None):
        return _not_yet(request, {"session": state.session})
    return render(request, "duplicate/match_detail.html", context)
