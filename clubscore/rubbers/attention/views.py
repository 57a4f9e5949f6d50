"""The page of things that need an admin."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.rubbers.attention.queries import KINDS, attention_now
from clubscore.web.pagination import UncountedPage, page_number


@require_GET
@admin_required
def attention(request: MemberRequest) -> HttpResponse:
    """The first of each kind; with `?kind=` one kind, page by page."""
    kind = request.GET.get("kind", "") if request.GET.get("kind") in KINDS else ""
    number = page_number(request.GET.get("page")) if kind else 1
    found = attention_now(timezone.now(), kind, number)
    page = UncountedPage(number, has_next=kind in found.more)
    return render(request, "rubbers/attention_index.html", {"attention": found, "kind": kind, "page": page})
