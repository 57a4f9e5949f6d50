"""The publications whose boards count in a person's figures."""

from collections.abc import Collection
from datetime import date

from django.db.models import Exists, OuterRef

from clubscore.duplicate.models import (
    Publication,
    PublishedPlayer,
    Session,
    is_contested_in,
)


def publications_with(
    records: Collection[int], first: date, end: date
) -> list[Publication]:
    """The newest publication of each session that counts, in which a person has played, with its session.

    The sessions are of the days from `first` to the day before `end`. `records` are the ids of the person's records. A
    session in which the person's place is contested is left out. One SQL statement is run.
    """
    own = PublishedPlayer.objects.filter(
        ~is_contested_in("row__publication"), member__in=records
    )
    newer = Publication.objects.filter(
        session=OuterRef("session"), number__gt=OuterRef("number")
    )
    counted = Session.objects.counted().filter(day__gte=first, day__lt=end)
    rows = Publication.objects.filter(
        ~Exists(newer),
        pk__in=own.values("row__publication"),
        session__in=counted,
    )
    return list(rows.select_related("session").order_by("session__day", "session"))
