"""The database queries for the page with the list of sessions."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)

from clubscore.duplicate.models import LateChange, Place, Session
from clubscore.members.models import Member
from clubscore.members.queries import records_of


class Step(StrEnum):
    """The next step of a player in duplicate. Earlier steps come first if a player has several."""

    TABLE = "table"  # play in a session that has begun
    PLACE = "place"  # look at the place in a session that has not begun
    TODAY = "today"  # read the boards of a session of today
    ENTRY = "entry"  # take a place in a session that has not begun
    LATELY = "lately"  # read the boards of the newest session


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of one player, and the session of that step."""

    step: Step
    session: Session


def sessions_listed() -> QuerySet[Session]:
    """All sessions, the newest first.

    `players` is the number of members who have a place now. `round` is the number of the current round; None before
    play.
    """
    here = Count("places", filter=Q(places__to_round=None), distinct=True)
    in_force = Q(round_starts__taken_back_at=None)
    round = Max("round_starts__round", filter=in_force)
    listed = Session.objects.annotate(players=here, round=round)
    return listed.select_related("director").order_by("-day", "-pk")


def late_changes_to_answer() -> int:
    """The number of late changes that wait for an organiser (Law 79C2)."""
    return LateChange.objects.waiting().filter(session__cancelled_at=None).count()


def next_step_of(member: Member, day: date) -> NextStep | None:
    """The next step of a player on this day of play; None if there is no session for a step. Takes one query."""
    has_place = Exists(
        Place.objects.filter(
            session=OuterRef("pk"), to_round=None, member__in=records_of(member)
        )
    )
    is_mine, is_over = Q(has_place=True), Q(ended_at__isnull=False)
    has_begun = Q(started_at__isnull=False)
    steps = {
        Step.TABLE: is_mine & has_begun & ~is_over,
        Step.PLACE: is_mine & ~has_begun & ~is_over,
        Step.TODAY: is_mine & is_over & Q(day=day),
        Step.ENTRY: ~has_begun & ~is_over & Q(day__gte=day),
        Step.LATELY: is_mine & is_over,
    }
    ranks = []
    for rank, condition in enumerate(steps.values()):
        ranks.append(When(condition, then=Value(rank)))
    soonest = Case(When(steps[Step.ENTRY], then=F("day")), default=None)
    sessions = Session.objects.current().annotate(has_place=has_place)
    first = (
        sessions.annotate(rank=Case(*ranks, default=None))
        .exclude(rank=None)
        .order_by("rank", soonest, "-day", "-pk")
        .first()
    )
    if first is None:
        return None
    return NextStep(list(steps)[first.rank], first)
