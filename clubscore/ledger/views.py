"""The books, and a member's statement."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from clubscore.ledger import queries
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    return render(request, "ledger/ledger_index.html", {"books": queries.books()})


@require_GET
def statement(request: MemberRequest, member_pk: int) -> HttpResponse:
    member = get_object_or_404(Member, pk=member_pk)
    return render(request, "ledger/ledger_statement.html", {"statement": queries.statement_of(member)})
