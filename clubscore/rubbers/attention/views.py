"""The page of things that need an arbiter or an organiser."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import (
    arbiter_or_organiser_required,
    may_arbitrate,
)
from clubscore.rubbers.attention.queries import KINDS, attention_now, nothing
from clubscore.web.pagination import UncountedPage, page_number


@require_GET
@arbiter_or_organiser_required
def attention(request: MemberRequest) -> HttpResponse:
    """The page of things that need an arbiter: the first of each kind; with `?kind=` all of that kind, page by page.

    Without `?kind=` it shows an organiser what waits for organisers of duplicate, too.
    """
    kind = request.GET.get("kind", "")
    number = 1
    if kind in KINDS:
        number = page_number(request.GET.get("page"))
    else:
        kind = ""
    things = nothing()
    if may_arbitrate(request.user):
        things = attention_now(timezone.now(), request.user, kind, number)
    page = UncountedPage(number, has_next=kind in things.more)
    return render(
        request,
        "rubbers/attention_index.html",
        {"attention": things, "kind": kind, "page": page},
    )
