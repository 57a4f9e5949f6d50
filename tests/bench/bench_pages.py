"""The cost of a page, as a multiple of the cheapest possible page: a signed-in "hello" under the same middleware.

    make bench

A club of ten thousand members and ten thousand rubbers, read by its owner through Django's test client: session,
sign-in, view, template; the room also with four people at each of its 25 tables. Before each page the server forgets
who is signed in, as it does by itself after five seconds. The shortest times of some rounds, in turns within one run;
the multiples are what counts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import include, path
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.members.access.sessions import known_sessions
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.tables.models import Sitting, Table
from scoring import Seat
from tests.bench.bench_standings import (
    MEMBERS,
    SEASON,
    busiest_pair,
    owner,
    read,
    timed_in_turns,
)
from tests.bench.big_club import club_of
from tests.bench.measure import machine, report

RUBBERS = 10_000
HELLO = "/hello/"

NOISE = 1.5  # a busy machine slows what reads much more than what reads little
TAKEN = "the room, every table taken"

# The multiples that are the goal. The rubber and the table: with the sheet of a whole rubber.
GOALS = {
    TAKEN: 20,
    "the room": 10,
    "a rubber": 7,
    "a table": 7,
    "the ledger": 30,
    "a statement": 30,
    "what needs attention": 30,
    "a member": 30,
    "a pair": 30,
    "the standings": 30,
    "the pairs": 30,
    "the ratings": 30,
    "the evenings": 30,
    "an evening": 30,
    "settlements": 30,
    "settling up": 30,
}


def hello(request):
    return HttpResponse(f"Hello {request.user.name}")


urlpatterns = [path(HELLO.strip("/") + "/", hello), path("", include("clubscore.urls"))]


def addresses() -> dict[str, str]:
    """Return the addresses of the pages in GOALS, by name."""
    newest = Rubber.objects.latest("started_at", "pk")
    evening = evening_of(
        Rubber.objects.filter(started_at__lte=timezone.now())
        .latest("started_at")
        .started_at
    )
    busiest, partner = busiest_pair()
    return {
        "the room": "/",
        "a rubber": f"/rubbers/{newest.pk}/",
        "a table": f"/tables/{newest.table_id}/",
        "the ledger": "/ledger/",
        "a statement": f"/ledger/{busiest.pk}/",
        "what needs attention": "/attention/",
        "a member": f"/members/{busiest.pk}/",
        "a pair": f"/members/{busiest.pk}/with/{partner.pk}/",
        "the standings": "/standings/",
        "the pairs": "/standings/season-10/?by=pairs",
        "the ratings": "/standings/season-10/?by=rating",
        "the evenings": "/evenings/",
        "an evening": f"/evenings/{evening}/",
        "settlements": "/settlements/",
        "settling up": f"/settlements/new/?first={evening}&last={evening}",
    }


@contextmanager
def all_tables_taken() -> Iterator[None]:
    """In the block, four members sit at each table, beside the sheet of its newest rubber; afterwards they are gone."""
    people = iter(Member.objects.order_by("pk"))
    with transaction.atomic():
        Sitting.objects.bulk_create(
            Sitting(
                table=table, member=next(people), seat=seat, arrived_at=timezone.now()
            )
            for table in Table.objects.order_by("pk")
            for seat in Seat
        )
        yield
        transaction.set_rollback(True)


def read_anew(reader: Client, address: str) -> None:
    known_sessions.forget_all()
    read(reader, address)


@override_settings(ROOT_URLCONF=__name__)
def measured(addresses: dict[str, str]) -> tuple[dict[str, float], dict[str, int]]:
    """Return the cost of each page as a multiple of the hello page, and its number of queries.

    For the hello page itself the cost is its time in milliseconds.
    """
    reader = Client()
    reader.force_login(owner())
    pages = {
        name: partial(read_anew, reader, address)
        for name, address in {"hello": HELLO, **addresses}.items()
    }
    queries = {}
    for name, page in pages.items():
        with CaptureQueriesContext(connection) as captured:
            page()
        queries[name] = len(captured)
    taken = timed_in_turns(pages)
    multiples = {name: time / taken["hello"] for name, time in taken.items()}
    return multiples | {"hello": taken["hello"]}, queries


@pytest.mark.usefixtures("database")
def test_a_page_costs_a_few_times_what_the_least_costs():
    club_of(members=MEMBERS, history=RUBBERS, season=SEASON)
    multiples, queries = measured(addresses())
    with all_tables_taken():
        taken, of_taken = measured({TAKEN: "/"})
    multiples[TAKEN], queries[TAKEN] = taken[TAKEN], of_taken[TAKEN]
    hello = multiples.pop("hello")
    report(
        f"Pages at {RUBBERS:,} rubbers and {MEMBERS:,} members, {connection.vendor}, {machine()}",
        ("hello, signed in", f"{hello:.1f} ms, {queries['hello']} queries"),
        *(
            (
                f"{name} (goal: {GOALS[name]} at most)",
                f"{multiple:6.1f} hellos, {queries[name]} queries",
            )
            for name, multiple in multiples.items()
        ),
    )
    assert {
        name: multiple
        for name, multiple in multiples.items()
        if multiple > NOISE * GOALS[name]
    } == {}
