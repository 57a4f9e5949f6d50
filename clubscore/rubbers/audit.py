"""Do the books say what the deals say? Everything is scored again; nothing is repaired."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from django.db.models import Sum

from clubscore.ledger.models import Posting, Transaction
from clubscore.members.models import Member
from clubscore.rubbers.models import Remainder, Rubber
from clubscore.rubbers.queries import exact_margins_of, margins_of, sheet_of

CHUNK = 500  # rubbers in memory at a time


def differences() -> Iterator[str]:
    """A sentence for each rubber whose margin in the books is not what `scoring` makes of its deals today."""
    rubbers = Rubber.objects.for_sheets().order_by("pk").iterator(chunk_size=CHUNK)
    while chunk := list(islice(rubbers, CHUNK)):
        booked, kept = booked_for(chunk), _kept_for(chunk)
        for rubber in chunk:
            sheet = sheet_of(rubber)
            posted, exact = (
                (margins_of(rubber, sheet), exact_margins_of(rubber, sheet)) if rubber.is_agreed else ({}, {})
            )
            if booked[rubber.pk] != {member.pk: points for member, points in posted.items()}:
                yield f"{rubber}: the books do not say what its deals score; see its sheet."
            elif kept[rubber.pk] != _left_over(posted, exact):
                yield f"{rubber}: what rounding left over is not kept as its deals score; see its sheet."


def _left_over(posted: Mapping[Member, int], exact: Mapping[Member, int]) -> dict[int, int]:
    return {member.pk: exact[member] - points for member, points in posted.items() if exact[member] != points}


def _kept_for(rubbers: Collection[Rubber]) -> dict[int, dict[int, int]]:
    """The remainders beside what stands in the books, as `booked_for` gives the postings."""
    kept: dict[int, dict[int, int]] = {rubber.pk: {} for rubber in rubbers}
    standing = Remainder.objects.filter(
        transaction__source=Transaction.Source.RUBBER,
        transaction__source_id__in=kept.keys(),
        transaction__reverses=None,
        transaction__reversal=None,
    )
    for source_id, member_id, points in standing.values_list("transaction__source_id", "member", "points"):
        kept[source_id][member_id] = points
    return kept


def booked_for(rubbers: Collection[Rubber]) -> dict[int, dict[int, int]]:
    """What stands in the books by rubber's id, in points by member's id: a reversed posting does not. One query."""
    booked: dict[int, dict[int, int]] = {rubber.pk: {} for rubber in rubbers}
    standing = Posting.objects.filter(
        transaction__source=Transaction.Source.RUBBER,
        transaction__source_id__in=booked.keys(),
        transaction__reverses=None,
        transaction__reversal=None,
    )
    for source_id, member_id, points in standing.values_list("transaction__source_id", "member").annotate(
        Sum("points")
    ):
        booked[source_id][member_id] = points
    return booked
