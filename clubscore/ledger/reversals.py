"""The check that every reversal is the exact opposite of what it reverses."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import F

from clubscore.database.batches import Progress, no_progress, portions
from clubscore.ledger.models import Posting, Transaction

PORTION = 2000  # reversals in memory at a time

Lines = Counter[tuple[int, int | None, int | None, int]]
"""The number of equal lines, by line: the ids of a reversal, of a member and of an account, and the points."""

# Of a transaction taken back these are as they were; the season and the day may be later ones.
_SAME = ("source", "source_id", "edition", "unit", "game")


def reversals() -> int:
    """The number of transactions in the ledger that reverse another transaction."""
    return Transaction.objects.exclude(reverses=None).count()


def wrongly_reversed(looked_at: Progress = no_progress) -> Iterator[str]:
    """A sentence for each reversal that is not the opposite of the transaction that it reverses, oldest first.

    Both must have the same source, edition, unit and game, and opposite points for every party. The edition counts the
    bookings of a source: a source that is reversed and booked again has edition 2. `looked_at` is called with the
    number of reversals that were just checked, for a progress bar.
    """
    for portion in portions(
        Transaction.objects.exclude(reverses=None).select_related("reverses"), PORTION
    ):
        uneven = _uneven(portion)
        for reversal in portion:
            if not _is_of_the_same(reversal):
                yield f"Transaction {reversal} is not of the same source, unit and game as what it reverses."
            if reversal.pk in uneven:
                yield f"Transaction {reversal} does not book the opposite of what it reverses."
        looked_at(len(portion))


def _is_of_the_same(reversal: Transaction) -> bool:
    reversed_one = reversal.reverses
    assert reversed_one is not None  # only reversals are looked at
    same = all(getattr(reversal, name) == getattr(reversed_one, name) for name in _SAME)
    return same and reversed_one.reverses_id is None


def _uneven(portion: Sequence[Transaction]) -> set[int]:
    """The ids of the reversals in this portion whose postings are not the opposite of the reversed postings.

    Takes two queries.
    """
    first, last = portion[0].pk, portion[-1].pk
    own = Posting.objects.filter(
        transaction__gte=first,
        transaction__lte=last,
        transaction__reverses__isnull=False,
    ).values_list("transaction", "member", "account", "points")
    taken_back = Posting.objects.filter(
        transaction__reversal__gte=first, transaction__reversal__lte=last
    ).values_list("transaction__reversal", "member", "account", -F("points"))
    booked, wanted = Lines(own), Lines(taken_back)
    return {pk for pk, *_ in (booked - wanted) + (wanted - booked)}
