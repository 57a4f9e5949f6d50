"""The rounds of a session: their starts, the changes of their clock, and play that goes on after it was over."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.session import Session


class RoundStartQuerySet(AppendOnlyQuerySet, models.QuerySet["RoundStart"]):
    def in_force(self) -> Self:
        """Starts of rounds that nobody has taken back."""
        return self.filter(taken_back_at=None)


class RoundStart(AppendOnly):
    """A start of a round: the round began at `at` and is planned to last `minutes`.

    A round that was begun by mistake is taken back: its row stays, with the time and the member, and the round has not
    begun. Of several starts of a round the newest that is in force counts.
    """

    may_change = ("taken_back_at", "taken_back_by")

    session = models.ForeignKey(Session, models.PROTECT, related_name="round_starts")
    round = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )

    objects: ClassVar = RoundStartQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_roundstart_counts_from_1",
                condition=Q(round__gte=1, round__lte=99),
            ),
            models.CheckConstraint(
                name="duplicate_roundstart_is_taken_back_by_somebody",
                condition=Q(taken_back_at=None, taken_back_by=None)
                | Q(taken_back_at__gte=F("at"), taken_back_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.round} of {self.session}"


class ClockChange(AppendOnly):
    """A director's change of the clock of a round: more minutes, or a pause.

    An extension has `minutes`. A pause has none: the clock stands from `at` to `until`, and still stands if `until` is
    empty.
    """

    may_change = ("until", "ended_by")
    MOST = 60
    """The most minutes by which one change extends a round."""

    start = models.ForeignKey(RoundStart, models.PROTECT, related_name="changes")
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    until = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_clockchange_extends_by_some_minutes_or_pauses",
                condition=Q(minutes=None)
                | Q(minutes__gte=1, minutes__lte=60, until=None),
            ),
            models.CheckConstraint(
                name="duplicate_clockchange_pause_is_ended_by_somebody",
                condition=Q(until=None, ended_by=None)
                | Q(until__gte=F("at"), ended_by__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["start"],
                condition=Q(minutes=None, until=None),
                name="duplicate_clockchange_one_pause_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"The clock of round {self.start.round} of {self.start.session}"


class PlayReopening(AppendOnly):
    """Play that was over at `ended_at` goes on since `at`: a director ended it by mistake, or too early.

    `ended_by` is the director who ended play; None if it ended before this was kept.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="reopenings")
    ended_at = models.DateTimeField()
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_playreopening_comes_after_the_end",
                condition=Q(at__gte=F("ended_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"Play of {self.session} goes on"
