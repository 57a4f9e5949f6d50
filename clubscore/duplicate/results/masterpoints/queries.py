"""Reads of masterpoints: the scale of a session, and what members have won."""

from collections.abc import Collection

from django.db.models import Max

from clubscore.duplicate.models import (
    PublishedPlayer,
    ScaleChoice,
    is_contested_in,
)
from clubscore.duplicate.outcomes.outcome_words import LISTS


def scale_chosen(session_id: int) -> ScaleChoice | None:
    """The newest choice of a session's scale; None if nobody has chosen one."""
    rows = ScaleChoice.objects.filter(session=session_id).select_related("chosen_by")
    return rows.order_by("-number").first()


def masterpoints_in(publications: Collection[int]) -> list[tuple[int, int, int]]:
    """A tuple (member id, publication id, hundredths) for each member who won masterpoints in these publications.

    `publications` are ids. A member who played for two entries of a session gets the higher number. A result counts for
    the same members as its percentage: not for a substitute of less than half of the rounds, and not for a member whose
    place is contested. One SQL statement is run.
    """
    players = PublishedPlayer.objects.filter(
        ~is_contested_in("row__publication"),
        row__publication__in=publications,
        row__list__in=LISTS,
        row__masterpoints__gt=0,
        counts=True,
    ).values_list("member", "row__publication")
    return list(players.annotate(points=Max("row__masterpoints")).order_by())
