"""A club with a long history, loaded fast: rows in bulk, past the services, through every constraint."""

import random
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import TypeVar
from uuid import UUID

from django.db import models

from clubscore.ledger.models import Posting, Season, Transaction
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.tables.models import Table
from scoring import SYSTEMS, Seat

FIRST_DAY = date(2017, 1, 1)
RULES = SYSTEMS["contract"].default_rules.as_json()
AT_ONCE = 10_000

Row = TypeVar("Row", bound=models.Model)


def load(*, members: int, history: int, season: int, seasons: int = 10, deals: int = 0, seed: int = 1) -> Season:
    """`history` rubbers in the earlier seasons, one a year, and `season` in the last, which is returned.

    Each rubber has its seats, its transaction and four postings, and `deals` deals with made-up facts.
    """
    chance = random.Random(seed)
    people = _people(members, chance)
    table = Table.objects.create(name="Table 1", opened_at=_moment(FIRST_DAY, 0), opened_by=people[0][0])
    for number in range(seasons):
        period = Season.objects.create(
            name=f"Season {number + 1}", slug=f"season-{number + 1}", begins_on=FIRST_DAY + timedelta(days=365 * number)
        )
        rubbers = season if number == seasons - 1 else history // max(seasons - 1, 1)
        for size in _portions(rubbers):
            _play(period, table, people, size, deals, chance)
    return period


def _people(members: int, chance: random.Random) -> list[tuple[Member, float]]:
    """The members with how well they play, some of them often."""
    made = Member.objects.bulk_create(
        [Member(name=f"Member {number:05}", username=f"m{number}", password="!") for number in range(members)],
        batch_size=1_000,
    )
    return [(member, chance.gauss(0, 250)) for member in made]


def _portions(rubbers: int) -> Iterator[int]:
    while rubbers > 0:
        yield min(rubbers, AT_ONCE)
        rubbers -= AT_ONCE


def _moment(day: date, minutes: int) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC) + timedelta(minutes=minutes)


def _play(
    season: Season, table: Table, people: list[tuple[Member, float]], rubbers: int, deals: int, chance: random.Random
) -> None:
    fours = [chance.sample(people, 4) for _ in range(rubbers)]
    minutes = 360 * 24 * 60 // max(rubbers, 1)
    played = _write(
        Rubber(
            table=table,
            system="contract",
            rules=RULES,
            first_dealer="N",
            started_at=_moment(season.begins_on, number * minutes),
            started_by=four[0][0],
            ended_at=_moment(season.begins_on, number * minutes + 40),
            ended_by=four[0][0],
            ending="complete",
            agreed_at=_moment(season.begins_on, number * minutes + 40),
        )
        for number, four in enumerate(fours)
    )
    _write(
        RubberSeat(rubber=rubber, seat=seat, member=member, since=rubber.started_at)
        for rubber, four in zip(played, fours, strict=True)
        for seat, (member, _) in zip("NESW", four, strict=True)
    )
    _write(deal for rubber in played for deal in _deals(rubber, deals, chance))
    booked = _write(
        Transaction(
            source="rubber",
            source_id=rubber.pk,
            game="contract",
            season=season,
            description="Contract rubber at Table 1",
            posted_at=rubber.ended_at,
            posted_by=four[0][0],
        )
        for rubber, four in zip(played, fours, strict=True)
    )
    _write(posting for row, four in zip(booked, fours, strict=True) for posting in _postings(row, four, chance))


def _postings(booked: Transaction, four: list[tuple[Member, float]], chance: random.Random) -> Iterator[Posting]:
    (north, a), (east, b), (south, c), (west, d) = four
    margin = round(chance.gauss(a + c - b - d, 900), -1)
    for member, sign in ((north, 1), (east, -1), (south, 1), (west, -1)):
        yield Posting(transaction=booked, member=member, points=int(sign * margin))


def _deals(rubber: Rubber, deals: int, chance: random.Random) -> Iterator[Deal]:
    for number in range(1, deals + 1):
        level = chance.choice((1, 2, 2, 3, 3, 4, 4, 4, 5, 6))
        yield Deal(
            rubber=rubber,
            number=number,
            version=1,
            level=level,
            strain=chance.choice(("C", "D", "H", "S", "NT")),
            risk=chance.choice(("", "", "", "", "X")),
            declarer=chance.choice(list(Seat)).value,
            tricks=min(13, max(0, level + 6 + chance.choice((-2, -1, 0, 0, 0, 1, 1)))),
            honours_n=chance.choice((0, 0, 0, 0, 4)),
            recorded_at=rubber.ended_at,
            recorded_by_id=rubber.started_by_id,
            key=UUID(int=number),
        )


def _write(rows: Iterable[Row]) -> list[Row]:
    """The rows, with their numbers, in portions that keep the memory small."""
    waiting = iter(rows)
    written: list[Row] = []
    while portion := list(islice(waiting, AT_ONCE)):
        written += type(portion[0])._default_manager.bulk_create(portion)
    return written
