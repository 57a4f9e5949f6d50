"""The plan of a section, in editions: each edition has the rows that are played from one round on."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.session import Section


class Plan(AppendOnly):
    """One edition of the plan of a section. It counts from the round `from_round` on, until a newer edition begins.

    `leave` has all fields of the movement except its kind and its rows (`session/plans.py`). In a Swiss, `drawn` says
    how the round was drawn: the order of the entries, with the seed of a lot or the points of each entry
    (`director/opening/draws.py`).
    """

    section = models.ForeignKey(
        Section, models.PROTECT, related_name="plans", db_index=False
    )
    edition = models.PositiveSmallIntegerField()
    from_round = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=40)
    leave = models.JSONField()
    drawn = models.JSONField(null=True, blank=True)
    # Why it replaces the edition before.
    reason = models.CharField(max_length=200, blank=True)
    adopted_at = models.DateTimeField()
    adopted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["section", "edition"], name="duplicate_plan_one_an_edition"
            ),
            models.CheckConstraint(
                name="duplicate_plan_counts_from_1",
                condition=Q(edition__gte=1, from_round__gte=1),
            ),
            models.CheckConstraint(
                name="duplicate_plan_first_is_whole",
                condition=Q(edition__gt=1) | Q(from_round=1),
            ),
            models.CheckConstraint(
                name="duplicate_plan_changes_for_a_reason",
                condition=Q(edition=1) | ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, edition {self.edition}"


class PlanRow(AppendOnly):
    """One table in one round, as a row of `scoring.movements`.

    Each seat has the number of the entry that holds the cards of the seat. The number of a pair stands in two seats;
    null means nobody. If `turned` is true, the boards are turned by a quarter: the players who sit East and West hold
    the North-South cards. `board_set` counts the sets of boards: with three boards a round, set 3 has the boards 7 to
    9.
    """

    plan = models.ForeignKey(Plan, models.PROTECT, related_name="rows", db_index=False)
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    north = models.PositiveSmallIntegerField(null=True, blank=True)
    south = models.PositiveSmallIntegerField(null=True, blank=True)
    east = models.PositiveSmallIntegerField(null=True, blank=True)
    west = models.PositiveSmallIntegerField(null=True, blank=True)
    board_set = models.PositiveSmallIntegerField()
    turned = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["plan", "round", "table"], name="duplicate_planrow_one_a_table"
            ),
            models.UniqueConstraint(
                fields=["plan", "round", "north"],
                name="duplicate_planrow_north_once_a_round",
            ),
            models.UniqueConstraint(
                fields=["plan", "round", "east"],
                name="duplicate_planrow_east_once_a_round",
            ),
            models.CheckConstraint(
                name="duplicate_planrow_counts_from_1",
                condition=Q(
                    round__gte=1, round__lte=99, table__gte=1, board_set__gte=1
                ),
            ),
            models.CheckConstraint(
                name="duplicate_planrow_nobody_meets_themselves",
                condition=~Q(north=F("east"))
                & ~Q(south=F("west"))
                & ~Q(north=F("west"))
                & ~Q(south=F("east")),
            ),
            models.CheckConstraint(
                name="duplicate_planrow_somebody_sits_here",
                condition=Q(north__isnull=False)
                | Q(south__isnull=False)
                | Q(east__isnull=False)
                | Q(west__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.round}, table {self.table}"
