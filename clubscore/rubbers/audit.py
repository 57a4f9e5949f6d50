"""Do the books say what the deals say? Everything is scored again; nothing is repaired."""

from collections.abc import Collection, Iterator
from itertools import islice

from django.db.models import Sum

from clubscore.ledger.models import Posting, Transaction
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.queries import margins_of, sheet_of

CHUNK = 500  # rubbers in memory at a time


def differences() -> Iterator[str]:
    """A sentence for each rubber whose margin in the books is not what `scoring` makes of its deals today."""
    rubbers = Rubber.objects.for_sheets().order_by("pk").iterator(chunk_size=CHUNK)
    while chunk := list(islice(rubbers, CHUNK)):
        booked = booked_for(chunk)
        for rubber in chunk:
            wanted = margins_of(rubber, sheet_of(rubber)) if rubber.is_agreed else {}
            if booked[rubber.pk] != {member.pk: points for member, points in wanted.items()}:
                yield f"{rubber}: the books do not say what its deals score; see its sheet."


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
