"""Reads of ratings."""

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.standings.models import Rating, RatingProgress
from clubscore.standings.ranking.ranks import Skill
from clubscore.standings.rating.method import skill_of


def skills_at(game: str, member: Member | None = None) -> dict[int, Skill]:
    """The rating of every member at a game, by member's id; with `member`, only that member's rating."""
    ratings = Rating.objects.filter(game=game)
    if member:
        ratings = ratings.filter(member=member)
    rows = ratings.values_list("member_id", "mu", "sigma")
    return {member_id: skill_of(mu, sigma) for member_id, mu, sigma in rows}


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
