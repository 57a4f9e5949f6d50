"""A club with a long history of whole rubbers, loaded fast by `bulk_rows` and always the same."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.ledger import services as ledger
from clubscore.ledger.models import CarriedForward, Posting, Season, Transaction
from clubscore.members.models import Member, OpenSession
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.standings.models import Rating, RatingProgress
from clubscore.tables.models import Table
from tests.bench.bulk_rows import as_stored, empty, number_on, write
from tests.bench.whole_rubbers import Whole, whole_rubbers

FIRST_DAY = date(2017, 1, 1)
LONG = timedelta(minutes=40)
SEASONS, TABLES, TEMPLATES = 10, 25, 400
AT_ONCE = 20_000  # rubbers in memory, and in one transaction: fewer would write the same pages again and again
FACTS = [
    "level", "strain", "risk", "declarer", "tricks", "honours_n", "honours_e", "honours_s", "honours_w",
]  # fmt: skip
LOADED = [Deal, RubberSeat, Posting, Transaction, Rubber]  # children first, as below
MADE = [CarriedForward, RatingProgress, Rating, Table, Season, OpenSession, Member]


def club_of(*, members: int, history: int, season: int) -> Season:
    """Return the last of ten seasons of a club with `history` rubbers, `season` of them in that last season.

    The other seasons are closed. Half of the rubbers are played among a tenth of the members. Each rubber has its
    seats, all its deals, its transaction and four postings. If a club of this size exists, it stays; any other club is
    deleted.
    """
    wanted = {"members": members, "rubbers": history}
    if {"members": Member.objects.count(), "rubbers": Rubber.objects.count()} != wanted:
        _throw_away()
        _load(members, history - season, season, Random(1))
    return Season.objects.order_by("begins_on").last()


def _throw_away() -> None:
    empty([*LOADED, *MADE])


def _load(members: int, earlier: int, season: int, chance: Random) -> None:
    if connection.vendor == "sqlite":
        # Which would wait for the disk, and read its own pages again.
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous = OFF")
            cursor.execute("PRAGMA cache_size = -500000")
    people = _people(members)
    secretary = Member.objects.get(pk=people[0])
    opened = _moment(FIRST_DAY, 0)
    tables = [
        Table.objects.create(
            name=f"Table {n + 1}", opened_at=opened, opened_by=secretary
        )
        for n in range(TABLES)
    ]
    evening = _Evening(
        people, [table.pk for table in tables], whole_rubbers(TEMPLATES, chance), chance
    )
    for number in range(SEASONS):
        period = ledger.open_season(
            name=f"Season {number + 1}",
            slug=f"season-{number + 1}",
            begins_on=FIRST_DAY + timedelta(days=365 * number),
        )
        last = number == SEASONS - 1
        evening.play(
            period,
            season
            if last
            else earlier // (SEASONS - 1) + (number < earlier % (SEASONS - 1)),
        )
    number_on(LOADED)
    for period in Season.objects.order_by("begins_on")[: SEASONS - 1]:
        ledger.close_season(season=period, by=secretary, now=timezone.now())
    _look_after(people)


def _people(members: int) -> list[int]:
    made = (
        Member(name=f"Member {n:05}", username=f"m{n}", password="!")
        for n in range(members)
    )
    return [member.pk for member in Member.objects.bulk_create(made, batch_size=1_000)]


def _look_after(people: list[int]) -> None:
    """Write what a running club would have by now: ratings, and on PostgreSQL the statistics of the tables."""
    Rating.objects.bulk_create(
        [Rating(member_id=pk, game="contract", mu=25, sigma=5) for pk in people],
        batch_size=1_000,
    )
    RatingProgress.objects.create(
        pk=1,
        last_transaction=Transaction.objects.order_by("-pk").values_list("pk")[0][0],
    )
    if connection.vendor == "postgresql":  # SQLite never does that by itself
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def _moment(day: date, minutes: int) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC) + timedelta(
        minutes=minutes
    )


class _Evening:
    """Writes the rubbers of seasons, with row numbers that go on from one season to the next."""

    def __init__(
        self,
        people: list[int],
        tables: list[int],
        templates: list[Whole],
        chance: Random,
    ) -> None:
        self.people, self.regulars = people, people[: max(len(people) // 10, 4)]
        self.tables, self.chance = tables, chance
        self.templates = [_stored(whole) for whole in templates]
        self.numbers, self.deal_numbers = count(1), count(1)

    def play(self, season: Season, rubbers: int) -> None:
        minutes = 360 * 24 * 60 / max(rubbers, 1)
        for first in range(0, rubbers, AT_ONCE):
            starts = [
                _moment(season.begins_on, int(number * minutes))
                for number in range(first, min(first + AT_ONCE, rubbers))
            ]
            with transaction.atomic():
                self._write(season.pk, starts)

    def _write(self, season: int, starts: list[datetime]) -> None:
        played = [
            (
                next(self.numbers),
                *self._times(started),
                self.chance.choice(self.templates),
                self._four(),
            )
            for started in starts
        ]
        days = [
            as_stored(Transaction, "day", evening_of(started)) for started in starts
        ]
        write(Rubber, _RUBBER, (
            (
                number, self.tables[number % TABLES], whole["system"], whole["rules"],
                start, four[0], end, four[0], end, "N", "complete",
            )
            for number, start, end, whole, four in played
        ))  # fmt: skip
        write(RubberSeat, ("id", "rubber_id", "seat", "member_id", "since"), (
            (4 * number + place, number, "NESW"[place], member, start)
            for number, start, end, whole, four in played for place, member in enumerate(four)
        ))  # fmt: skip
        write(Deal, _DEAL, (
            (next(self.deal_numbers), number, *deal, end, four[0])
            for number, start, end, whole, four in played for deal in whole["deals"]
        ))  # fmt: skip
        write(Transaction, _TRANSACTION, (
            (number, "rubber", number, whole["system"], season, day, whole["description"], end, four[0])
            for (number, start, end, whole, four), day in zip(played, days, strict=True)
        ))  # fmt: skip
        write(Posting, ("id", "transaction_id", "member_id", "points"), (
            (4 * number + place, number, member, whole["points"][place])
            for number, start, end, whole, four in played for place, member in enumerate(four)
        ))  # fmt: skip

    def _times(self, started: datetime) -> Iterator[object]:
        return (as_stored(Rubber, "started_at", at) for at in (started, started + LONG))

    def _four(self) -> list[int]:
        return self.chance.sample(
            self.regulars if self.chance.random() < 0.5 else self.people, 4
        )


_RUBBER = (
    "id", "table_id", "system", "rules", "started_at", "started_by_id", "ended_at", "ended_by_id", "agreed_at",
    "first_dealer", "ending",
)  # fmt: skip
_DEAL = (
    "id",
    "rubber_id",
    "number",
    "version",
    "key",
    *FACTS,
    "recorded_at",
    "recorded_by_id",
)
_TRANSACTION = (
    "id",
    "source",
    "source_id",
    "game",
    "season_id",
    "day",
    "description",
    "posted_at",
    "posted_by_id",
)


def _stored(whole: Whole) -> dict[str, object]:
    """Return the parts of a rubber's rows that are equal in each copy of the rubber."""
    return {
        "system": whole.system,
        "rules": as_stored(Rubber, "rules", whole.rules),
        "description": f"{whole.title} at Table 1",
        "points": (whole.north, -whole.north, whole.north, -whole.north),
        "deals": [
            (
                number,
                1,
                as_stored(Deal, "key", UUID(int=number)),
                *(facts.get(name, 0) for name in FACTS),
            )
            for number, facts in enumerate(whole.deals, 1)
        ],
    }
