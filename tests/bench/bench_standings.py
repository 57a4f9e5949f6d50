"""Do the standings of a season grow with the season only? A long history and a short one, equal seasons, one run.

    make bench

What counts is the ratio. Times are the best of some rounds: of the processor on SQLite, which works in this process,
of the clock on PostgreSQL. Larger histories: `HISTORY=1000000`.
"""

import os
import time
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from clubscore.ledger.models import Posting
from clubscore.members.models import Member
from clubscore.standings import pages, portraits, queries
from clubscore.standings.pairs import pairs_of
from tests.bench.big_club import load

MEMBERS = int(os.environ.get("MEMBERS", "1000"))
SEASON = int(os.environ.get("SEASON", "4000"))
SMALL, LARGE = 10_000, int(os.environ.get("HISTORY", "100000"))
ROUNDS = 12

Question = Callable[[], object]


def questions(season) -> dict[str, Question]:
    """What the pages ask, by name, and a whole page's worth."""
    now = timezone.now()
    busiest = Member.objects.get(pk=Posting.objects.order_by("-pk").values_list("member", flat=True)[0])
    shown = list(Member.objects.order_by("pk").values_list("pk", flat=True)[:200])
    return {
        "figures": lambda: queries.figures_of(season, "contract"),
        "best 20": lambda: queries.figures_of(season, "contract", best=20),
        "trends": lambda: queries.trends(season, "contract", shown),
        "pairs": lambda: pairs_of(season, "contract", guests=True),
        "waiting": lambda: queries.waiting(season, "contract"),
        "whole page of standings": lambda: pages.standings_context(season, {}, now),
        "whole page of a member": lambda: portraits.member_context(busiest, {"season": season.slug}, now),
    }


def best_times(season) -> dict[str, float]:
    """Milliseconds of each question, asked in turns."""
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    asked = questions(season)
    times: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(ROUNDS):
        for name, ask in asked.items():
            begun = clock()
            ask()
            times[name].append((clock() - begun) * 1000)
    return {name: min(taken) for name, taken in times.items()}


def club_of(history: int):
    begun = time.perf_counter()
    with transaction.atomic():
        season = load(members=MEMBERS, history=history - SEASON, season=SEASON)
    if connection.vendor == "postgresql":  # which does that by itself, a little later; SQLite never does
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    print(f"{connection.vendor}: {history} rubbers loaded in {time.perf_counter() - begun:.0f} s")
    return season


@pytest.mark.django_db(transaction=True)
def test_a_long_history_does_not_slow_the_season_down():
    taken = {}
    for history in (SMALL, LARGE):
        call_command("flush", interactive=False, verbosity=0)
        taken[history] = best_times(club_of(history))
    print(f"\n{connection.vendor}, {MEMBERS} members, {SEASON} rubbers in the season, best of {ROUNDS}, ms")
    print(f"{'':26}{SMALL:>10}{LARGE:>10}     ratio")
    for name, small in taken[SMALL].items():
        print(f"{name:26}{small:10.1f}{taken[LARGE][name]:10.1f}{taken[LARGE][name] / small:10.2f}")
    assert taken[LARGE]["whole page of standings"] / taken[SMALL]["whole page of standings"] <= 1.5
