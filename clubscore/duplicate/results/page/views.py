"""The list of sessions, and the page of a session."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.calendar import evening_of
from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.results.page.context import (
    next_step,
    session_context,
    sessions_context,
)
from clubscore.duplicate.results.page.queries import (
    late_changes_to_answer,
    sessions_listed,
)
from clubscore.duplicate.session.http import state_or_404
from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import may_organise, may_play
from clubscore.web.pagination import page_number

PAGE_SIZE = 30


@require_GET
@at_one_moment
def index(request: MemberRequest) -> HttpResponse:
    """The page with the list of sessions, and the next step of a player.

    It tells organisers how many late changes wait for them.
    """
    page = Paginator(sessions_listed(), PAGE_SIZE).get_page(request.GET.get("page"))
    now = timezone.now()
    context: dict[str, object] = {
        "page": page,
        "listed": sessions_context(page, now),
        "next": None,
        "to_approve": 0,
    }
    if may_play(request.user):
        context["next"] = next_step(request.user, evening_of(now))
    if may_organise(request.user):
        context["to_approve"] = late_changes_to_answer()
    return render(request, "duplicate/session_list.html", context)


@require_GET
@at_one_moment
def detail(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of a session, with the seats of the current round or of the round in `?round=`."""
    state = state_or_404(pk)
    current = max(state.round, 1)
    round = min(page_number(request.GET.get("round", str(current))), state.drawn)
    context = session_context(state, request.user, round)
    context["is_current"] = round == current
    return render(request, "duplicate/session_detail.html", context)


@require_GET
@at_one_moment
def detail_poll(request: MemberRequest, pk: int) -> HttpResponse:
    """The live region of a session's page, for a browser without a stream."""
    return poll(request, "session", pk, WATCH)
