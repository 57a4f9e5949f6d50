"""The pages of the books and of a member's statement, and their downloads as CSV."""

from typing import Any

from django.core.paginator import Paginator
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from clubscore.ledger import entries_table, queries
from clubscore.ledger.books import Accounts, Books, books
from clubscore.ledger.models import Season
from clubscore.ledger.pages.chosen import ACCOUNTS, BooksChoice, chosen_books
from clubscore.ledger.pages.folded import folded, last_evenings_of
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.web.csv import csv_response, long_csv_response

PAGE_SIZE = 100  # accounts


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The page of the reader's own account and of the books, as the reader chose them."""
    totals = books()
    choice = BooksChoice(request.GET, list(Season.objects.order_by("-begins_on")))
    shown = chosen_books(totals, choice)
    page = Paginator(shown.accounts, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "books": shown,
        "choice": choice,
        "heads": ACCOUNTS.heads(request.GET, "books"),
        "page": page,
        "may_administer": may_administer(request.user),
    }
    if choice.is_of_everything and page.number == 1:
        context |= _own_account(request.user, totals)
    return render(request, "ledger/ledger_index.html", context)


def _own_account(reader: Member, totals: Books) -> dict[str, Any]:
    assert isinstance(totals.accounts, Accounts)  # the books as a whole
    _net, _adjusted, balance, money = totals.accounts.amounts_of(reader.canonical.pk)
    evenings = last_evenings_of(reader)
    return {"own": {"balance": balance, "money": money, "evenings": evenings}}


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
    choice = request.GET.get("season", "").replace("\0", "")
    season = Season.objects.filter(slug=choice).first() if choice else None
    shown = queries.statement_of(member, season)
    opened = request.GET.get("month", "")
    context = {
        "statement": shown,
        "folded": folded(shown, opened),
        "opened": opened,
    }
    return render(request, "ledger/ledger_statement.html", context)


@require_GET
def statement_csv(request: MemberRequest, member_pk: int) -> HttpResponse:
    member = get_object_or_404(Member, pk=member_pk)
    filename = f"ledger-{slugify(member.name) or member.pk}.csv"
    return csv_response(
        filename, entries_table.HEADER, entries_table.entries_of(member)
    )
