"""The totals of a member's and a pair's rubbers, and the same for spreadsheets.

A record that was merged leads to the one that stands for the person.
"""

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.standings.profiles.context import member_context, pair_context
from clubscore.standings.profiles.csv_tables import TABLES, pair_table
from clubscore.standings.rating.services import work_in_ratings
from clubscore.web.csv import csv_response


def _find(pk: int) -> Member:
    return get_object_or_404(Member.objects.select_related("merged_into"), pk=pk)


def _find_pair(pk: int, partner_pk: int) -> tuple[Member, Member]:
    first, second = _find(pk), _find(partner_pk)
    if first.canonical == second.canonical:
        raise Http404("A pair is two members.")
    return first, second


def _lead(request: MemberRequest, to: str, *args: object) -> HttpResponseRedirect:
    """To the page of the person, with all that was asked for."""
    answer = redirect(to, *args)
    if query := request.META["QUERY_STRING"]:
        answer["Location"] += f"?{query}"
    return answer


@require_GET
def member(request: MemberRequest, pk: int) -> HttpResponse:
    """A season's rubbers, or all of them."""
    shown = _find(pk)
    if shown.merged_into:
        return _lead(request, "standings:member", shown.merged_into.pk)
    work_in_ratings()
    return render(request, "standings/member_detail.html", member_context(shown, request.GET, timezone.now()))


@require_GET
def member_csv(request: MemberRequest, pk: int, table: str) -> HttpResponse:
    """One of the tables of the page, whole and in the same order."""
    if table not in TABLES:
        raise Http404(f"There is no table of {table}.")
    shown = _find(pk).canonical
    return csv_response(f"member-{shown.pk}-{table}.csv", *TABLES[table](shown, request.GET, timezone.now()))


@require_GET
def pair(request: MemberRequest, pk: int, partner_pk: int) -> HttpResponse:
    """The rubbers together, and what those against each other come to."""
    first, second = _find_pair(pk, partner_pk)
    if first.merged_into or second.merged_into:
        return _lead(request, "standings:pair", first.canonical.pk, second.canonical.pk)
    context = pair_context(first, second, request.GET, timezone.now())
    return render(request, "standings/pair_detail.html", context)


@require_GET
def pair_csv(request: MemberRequest, pk: int, partner_pk: int) -> HttpResponse:
    """The rubbers together."""
    first, second = (found.canonical for found in _find_pair(pk, partner_pk))
    filename = f"pair-{first.pk}-{second.pk}.csv"
    return csv_response(filename, *pair_table(first, second, request.GET, timezone.now()))
