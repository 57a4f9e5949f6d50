"""The deals for the reader's browser, and what it worked out of them in words, on a traveller and on a scorecard."""

from collections.abc import Iterable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.results.makeable.context import (
    card_context,
    deals_to_solve,
    makeable_context,
)
from clubscore.duplicate.results.makeable.solved import (
    MOST_BOARDS,
    Solved,
    number_in,
    solved_from,
)
from clubscore.duplicate.results.travellers.scorecard import entry_called
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.state import SessionState
from clubscore.hands.queries import cards_shown
from clubscore.members.http import MemberRequest
from scoring.hands import DealtBoard


@require_GET
@at_one_moment
def deals(request: MemberRequest, pk: int) -> HttpResponse:
    """The cards of the boards that the viewer may see, or of that in `?board=`, and the contracts played, as JSON.

    `?card=A7` asks for the contracts of one entry alone. Raises Http404 for an unknown entry.
    """
    state = state_or_404(pk)
    desk = SessionDesk(state, request.user)
    entry = None
    if "card" in request.GET:
        entry = _entry_or_404(state, request.GET["card"])
    boards = _open_boards(desk)
    if "board" in request.GET:
        boards = [each for each in boards if str(each.number) == request.GET["board"]]
    return JsonResponse({"deals": deals_to_solve(boards, desk.results, entry)})


@require_GET
@at_one_moment
def board(request: MemberRequest, pk: int) -> HttpResponse:
    """The fragment with the makeable contracts, the par and the verdicts of the board in `?solved=`.

    Raises Http404 for a board whose cards the viewer may not see.
    """
    desk = SessionDesk(state_or_404(pk), request.user)
    solved = _solved(desk, [request.GET.get("solved", "")])
    context = makeable_context(solved[0], desk.results, desk.viewer.entry)
    return render(request, "duplicate/_makeable.html", context)


@require_GET
@at_one_moment
def card(request: MemberRequest, pk: int) -> HttpResponse:
    """The fragment with the verdicts on the results of the entry in `?card=`, on each board in a `?solved=`.

    Raises Http404 for an unknown entry, and for a board whose cards the viewer may not see.
    """
    state = state_or_404(pk)
    desk = SessionDesk(state, request.user)
    entry = _entry_or_404(state, request.GET.get("card", ""))
    solved = _solved(desk, request.GET.getlist("solved"))
    context = card_context(solved, desk.results, entry)
    return render(request, "duplicate/_makeable_card.html", context)


def _entry_or_404(state: SessionState, code: str) -> Numbered:
    """The entry with this code, such as `A7`. Raises Http404 if the session has no such entry."""
    entry = entry_called(state, code)
    if entry is None:
        raise Http404("This session has no such entry.")
    return entry


def _solved(desk: SessionDesk, texts: list[str]) -> list[Solved]:
    """The boards that these texts name.

    Raises BadRequest for more than MOST_BOARDS texts or an unreadable one, Http404 for a board that is not open.
    """
    if len(texts) > MOST_BOARDS:
        raise BadRequest("These are more boards than one request may name.")
    boards = {board.number: board for board in _open_boards(desk)}
    numbers = [number_in(text) for text in texts]
    if not boards.keys() >= {*numbers}:
        raise Http404("The cards of this board are not open.")
    return [
        solved_from(text, boards[number])
        for text, number in zip(texts, numbers, strict=True)
    ]


def _open_boards(desk: SessionDesk) -> list[DealtBoard]:
    """The boards with cards of a session that the viewer may see now."""
    boards: Iterable[DealtBoard] = cards_shown(desk.session.deal_set, timezone.now())
    return [board for board in boards if desk.sees(board.number)]
