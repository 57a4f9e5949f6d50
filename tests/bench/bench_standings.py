"""Measures whether pages grow with the season only: short and long histories with equal seasons, in one run.

    make bench
    HISTORY=1000000 make bench

What counts is the ratio. Times are the best of some rounds: of the processor on SQLite, which works in this process,
of the clock on PostgreSQL.
"""

import os
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.ledger import queries as ledger
from clubscore.ledger.books import books
from clubscore.ledger.models import Posting, Season
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.rubbers.models import Rubber, RubberSeat
from clubscore.standings import queries
from clubscore.standings.profiles.context import member_context, pair_context
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.context import standings_context
from clubscore.standings.seasons.pairs import pairs_of
from clubscore.standings.seasons.places import places_course
from tests.bench.big_club import club_of
from tests.bench.measure import machine

MEMBERS = int(os.environ.get("MEMBERS", "10000"))
LARGEST = int(os.environ.get("HISTORY", "100000"))
SIZES = [size for size in (1_000, 10_000, 100_000, 1_000_000) if size < LARGEST] + [
    LARGEST
]
SEASON = (
    4_000  # rubbers in the season that is on; a tenth of a history that has not so many
)
BASE = 10_000  # the first size with a whole season
ROUNDS = 12

Question = Callable[[], object]


def questions(season) -> dict[str, Question]:
    """Return functions by name, each of which asks the database what a page needs, or reads a whole page."""
    now, params = timezone.now(), {"season": season.slug}
    busiest, partner = busiest_pair()
    reader = Client()
    reader.force_login(owner())
    everybody = frozenset(Member.objects.values_list("pk", flat=True))
    return {
        "figures": lambda: queries.figures_of(season, "contract"),
        "best 20": lambda: queries.figures_of(season, "contract", best=20),
        "places": lambda: places_course(
            season,
            "contract",
            by=Order.NET,
            least=Least(),
            best=None,
            listed=everybody,
            a_week_ago=evening_of(now) - timedelta(days=7),
        ),
        "pairs": lambda: pairs_of(season, "contract", guests=True),
        "waiting": lambda: queries.waiting(season, "contract"),
        "from earlier seasons": lambda: queries.from_earlier(season, "contract"),
        "page of the standings": lambda: standings_context(
            season, {"game": "contract"}, now, ["contract"], owner()
        ),
        "page of a member": lambda: member_context(busiest, params, now),
        "page of a pair": lambda: pair_context(busiest, partner, params, now),
        "books": books,
        "statement": lambda: ledger.statement_of(busiest),
    } | {
        name: partial(read, reader, path)
        for name, path in whole_pages(busiest, season).items()
    }


def whole_pages(busiest: Member, season: Season) -> dict[str, str]:
    """Return the addresses of the other pages that a club opens every week, and of the secretary's pages, by name."""
    newest = Rubber.objects.latest("started_at", "pk")
    evening = evening_of(newest.started_at)
    return {
        "the room": "/",
        "a table": f"/tables/{newest.table_id}/",
        "a rubber": f"/rubbers/{newest.pk}/",
        "the evenings": "/evenings/",
        "an evening": f"/evenings/{evening}/",
        "the books, drawn": "/ledger/",
        "settlements": "/settlements/",
        "settling up": f"/settlements/new/?first={evening}&last={evening}",
        "a record": f"/members/{busiest.pk}/record/",
        "the members": "/members/",
        "what needs attention": "/attention/",
        "the office": "/office/",
        "the audit": "/office/audit/",
        "the whole audit": "/office/audit/?kind=all",
        "the seasons": "/standings/seasons/",
        "closing a season": f"/standings/{season.slug}/closing/",
        "the export": "/export/",
    }


def read(reader: Client, path: str) -> None:
    assert reader.get(path).status_code == 200, path


def owner() -> Member:
    first = Member.objects.earliest("pk")
    give_role(member=first, role=Role.OWNER)
    return first


def busiest_pair() -> tuple[Member, Member]:
    """Return the member who has played most rubbers, and the partner of the member's last rubber."""
    played = (
        Posting.objects.values("member")
        .annotate(rubbers=Count("pk"))
        .order_by("-rubbers", "member")
    )
    busiest = Member.objects.get(pk=played[0]["member"])
    seat = RubberSeat.objects.filter(member=busiest).order_by("-pk")[0]
    opposite = {"N": "S", "S": "N", "E": "W", "W": "E"}[seat.seat]
    return busiest, seat.rubber.seats.get(seat=opposite).member


def timed_in_turns(asking: dict[str, Question]) -> dict[str, float]:
    """Return the shortest time of each question in milliseconds, asked in turns over ROUNDS rounds."""
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    times: dict[str, list[float]] = {name: [] for name in asking}
    for _ in range(ROUNDS):
        for name, ask in asking.items():
            begun = clock()
            ask()
            times[name].append((clock() - begun) * 1000)
    return {name: min(taken) for name, taken in times.items()}


def queries_of(ask: Question) -> int:
    with CaptureQueriesContext(connection) as captured:
        ask()
    return len(captured)


def test_a_long_history_does_not_slow_the_pages_down(database):
    taken, counted = {}, {}
    for size in SIZES:
        begun = time.perf_counter()
        season = club_of(
            members=MEMBERS,
            history=size,
            season=min(SEASON, size // 10) if size < BASE else SEASON,
        )
        print(
            f"{connection.vendor}: {size:,} rubbers there after {time.perf_counter() - begun:.0f} s"
        )
        asking = questions(season)
        counted[size] = {name: queries_of(ask) for name, ask in asking.items()}
        taken[size] = timed_in_turns(asking)
    _tell(taken, counted)
    if LARGEST > BASE:  # which has the seasons and the posts that a larger one has
        assert _without_audits(counted[BASE]) == _without_audits(counted[LARGEST])
    assert all(
        counted[LARGEST][question] <= most for question, most in counted[BASE].items()
    )
    for page in ("page of the standings", "books"):
        assert _ratio(taken, page) <= 1.5


def _without_audits(counts: dict[str, int]) -> dict[str, int]:
    """Return the counts without audit pages, whose queries depend on how many kinds of events a page names."""
    return {
        question: count for question, count in counts.items() if "audit" not in question
    }


def _ratio(taken: dict[int, dict[str, float]], name: str) -> float:
    """Return how many times longer a question takes after the longest history than after the base history."""
    return taken[LARGEST][name] / taken[BASE][name]


def _tell(
    taken: dict[int, dict[str, float]], counted: dict[int, dict[str, int]]
) -> None:
    print(
        f"\n{connection.vendor}, {MEMBERS:,} members, {SEASON:,} rubbers in the season, best of {ROUNDS}, {machine()}"
    )
    print(
        f"{'milliseconds':24}"
        + "".join(f"{size:>12,}" for size in taken)
        + "   ratio  queries"
    )
    for name in taken[LARGEST]:
        times = "".join(f"{times[name]:12.1f}" for times in taken.values())
        print(f"{name:24}{times}{_ratio(taken, name):8.2f}{counted[LARGEST][name]:9}")
