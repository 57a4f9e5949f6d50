"""Reads of ratings."""

from collections.abc import Hashable
from datetime import date
from typing import NamedTuple

from clubscore.database.id_range import id_range
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.ledger.models import Season, Transaction
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.standings.models import Rating, RatingProgress, RatingStep
from clubscore.standings.ranking.ranks import Skill
from clubscore.standings.rating.method import skill_of


class SkillStep(NamedTuple):
    """A person's rating after one rubber, with the evening of the rubber and the id of its booking."""

    day: date
    transaction_id: int
    person: int
    skill: Skill


def skills_at(game: str, member: Member | None = None) -> dict[int, Skill]:
    """The rating of every member at a game, by member's id; with `member`, only that member's rating."""
    ratings = Rating.objects.filter(game=game)
    if member:
        ratings = ratings.filter(member=member)
    rows = ratings.values_list("member_id", "mu", "sigma")
    return {member_id: skill_of(mu, sigma) for member_id, mu, sigma in rows}


def skill_steps_in(season: Season, game: str) -> list[SkillStep]:
    """The ratings after each rubber of the season, in the order of the bookings."""
    ids = id_range(Transaction.objects.filter(season=season, game=game))
    steps = RatingStep.objects.filter(
        game=game,
        transaction__season=season,
        transaction__gte=ids.first,
        transaction__lte=ids.last,
    )
    rows = steps.order_by("transaction").values_list(
        "transaction__day", "transaction_id", "member_id", "mu", "sigma"
    )
    return [
        SkillStep(day, booked, member_id, skill_of(mu, sigma))
        for day, booked, member_id, mu, sigma in rows
    ]


def ratings_state() -> Hashable:
    """A value that changes whenever a rating does: which bookings and merged records the ratings take into account."""
    progress = RatingProgress.objects.first() or RatingProgress()
    return progress.last_transaction, tuple(sorted(progress.people.items()))


def ratings_are_behind() -> bool:
    """True if the ratings must be brought up to date.

    That is so if they miss a booking, or if member records were merged or separated since the ratings were computed.
    """
    progress = RatingProgress.objects.first() or RatingProgress()
    if progress.people != canonical_ids():
        return True
    return bool(_BOOKED_SINCE.find(progress.last_transaction))


_BOOKED_SINCE: PreparedLookup[int] = PreparedLookup(
    lambda last: (
        Transaction.objects.filter(pk__gt=last)
        .order_by("pk")
        .values_list("pk", flat=True)[:1]
    ),
    Transaction._meta.pk,
)
