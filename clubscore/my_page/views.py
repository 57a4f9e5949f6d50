"""The view of My page, the page of the signed-in member."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.my_page.context import my_page_context


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The results, the balance and the open payments of the member who is signed in."""
    return render(
        request, "my_page/my_page.html", my_page_context(request.user, timezone.now())
    )
