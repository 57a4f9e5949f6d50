"""The pages of the books and of a member's statement, and their downloads as CSV."""

from django.core.paginator import Paginator
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from clubscore.ledger import entries_table, queries
from clubscore.ledger.books import books
from clubscore.ledger.models import Season
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.web.csv import csv_response, long_csv_response

PAGE_SIZE = 100  # accounts


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    totals = books()
    page = Paginator(totals.accounts, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "books": totals,
        "page": page,
        "may_administer": may_administer(request.user),
    }
    return render(request, "ledger/ledger_index.html", context)


@require_GET
def index_csv(request: MemberRequest) -> FileResponse:
    """Download every entry of the books as CSV; the page itself shows sums."""
    return long_csv_response(
        "ledger.csv", entries_table.HEADER, entries_table.all_entries()
    )


@require_GET
def statement(request: MemberRequest, member_pk: int) -> HttpResponse:
    """The statement of a member, for the season in the address, or for the last season with an entry."""
    member = get_object_or_404(Member, pk=member_pk)
    season = next(
        (
            candidate
            for candidate in Season.objects.all()
            if candidate.slug == request.GET.get("season")
        ),
        None,
    )
    return render(
        request,
        "ledger/ledger_statement.html",
        {"statement": queries.statement_of(member, season)},
    )


@require_GET
def statement_csv(request: MemberRequest, member_pk: int) -> HttpResponse:
    member = get_object_or_404(Member, pk=member_pk)
    filename = f"ledger-{slugify(member.name) or member.pk}.csv"
    return csv_response(
        filename, entries_table.HEADER, entries_table.entries_of(member)
    )
