"""Comparison of the days in the books with the evenings on which the rubbers were played; nothing is repaired."""

from collections.abc import Iterator

from clubscore.database.batches import portions
from clubscore.ledger.models import OF_A_RUBBER, Transaction
from clubscore.rubbers.books.posting import day_of
from clubscore.rubbers.models import Rubber

CHUNK = 2000  # rubbers in memory at a time


def wrongly_dated() -> Iterator[str]:
    """A sentence for each rubber with a booking that is not dated on the evening on which the rubber was played.

    A rubber is left out if its rules say that the day of posting decides its season.
    """
    for rubbers in portions(
        Rubber.objects.filter(season_by=Rubber.SeasonBy.PLAY), CHUNK
    ):
        days = {rubber.pk: day_of(rubber) for rubber in rubbers}
        booked = Transaction.objects.filter(
            source__in=OF_A_RUBBER,
            source_id__gte=rubbers[0].pk,
            source_id__lte=rubbers[-1].pk,
        )
        of_each = booked.values_list("source_id", "day").distinct()
        wrong = {pk for pk, day in of_each if pk in days and day != days[pk]}
        for rubber in rubbers:
            if rubber.pk in wrong:
                yield f"{rubber}: its bookings are not of the evening on which it was played; see its sheet."
