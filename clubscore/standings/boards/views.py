"""The page of a member's boards at duplicate in figures."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.members.http import MemberRequest
from clubscore.standings.boards.context import boards_context
from clubscore.standings.profiles.http import find, lead


@require_GET
@at_one_moment
def boards(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of a member's boards at duplicate in figures. Whoever sees the page of the member sees this page."""
    [shown] = find(pk)
    if shown.merged_into:
        return lead(request, "standings:member-boards", shown.merged_into.pk)
    context = boards_context(shown, request.GET, timezone.now())
    return render(request, "standings/member_boards.html", context)
