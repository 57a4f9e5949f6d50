"""The pages of a member and of a pair, and their tables for spreadsheets.

The page of a merged record redirects to the record that stands for the person.
"""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.standings.profiles.context import member_context, pair_context
from clubscore.standings.profiles.csv_tables import TABLES, pair_table
from clubscore.standings.profiles.http import find, lead
from clubscore.standings.rating.services import work_in_ratings
from clubscore.web.csv import csv_response


def _find_pair(pk: int, partner_pk: int) -> list[Member]:
    first, second = find(pk, partner_pk)
    if first.canonical == second.canonical:
        raise Http404("A pair is two members.")
    return [first, second]


@require_GET
def member(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of a member: the rubbers of a season, or all rubbers."""
    [shown] = find(pk)
    if shown.merged_into:
        return lead(request, "standings:member", shown.merged_into.pk)
    work_in_ratings()
    context = member_context(shown, request.GET, timezone.now())
    return render(request, "standings/member_detail.html", context)


@require_GET
def member_csv(request: MemberRequest, pk: int, table: str) -> HttpResponse:
    """Download one table of the page of a member as CSV, with all its rows."""
    if table not in TABLES:
        raise Http404(f"There is no table of {table}.")
    [found] = find(pk)
    shown = found.canonical
    header, rows = TABLES[table](shown, request.GET, timezone.now())
    return csv_response(f"member-{shown.pk}-{table}.csv", header, rows)


@require_GET
def pair(request: MemberRequest, pk: int, partner_pk: int) -> HttpResponse:
    """The page of a pair: their rubbers together, and their totals as opponents."""
    first, second = _find_pair(pk, partner_pk)
    if first.merged_into or second.merged_into:
        return lead(request, "standings:pair", first.canonical.pk, second.canonical.pk)
    context = pair_context(first, second, request.GET, timezone.now())
    return render(request, "standings/pair_detail.html", context)


@require_GET
def pair_csv(request: MemberRequest, pk: int, partner_pk: int) -> HttpResponse:
    """Download the rubbers that a pair played together as CSV."""
    first, second = (member.canonical for member in _find_pair(pk, partner_pk))
    header, rows = pair_table(first, second, request.GET, timezone.now())
    return csv_response(f"pair-{first.pk}-{second.pk}.csv", header, rows)
