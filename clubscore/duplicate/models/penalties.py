"""Penalties: points that a director takes off an entry's score, or gives back."""

from fractions import Fraction
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.entries import Entry
from clubscore.duplicate.models.session import Session
from clubscore.languages.spoken import figure
from scoring.contest.rounding import shown


class PenaltyQuerySet(AppendOnlyQuerySet, models.QuerySet["Penalty"]):
    def in_force(self) -> Self:
        """Penalties that were not lifted."""
        return self.filter(lift=None)


class Penalty(AppendOnly):
    """Points that a director takes off an entry (Law 90). `hundredths` is their amount in hundredths of the unit."""

    class Unit(models.TextChoices):
        PERCENT = "%", gettext_lazy("per cent of the top of one board")
        MATCHPOINTS = "mp", gettext_lazy("matchpoints")
        IMPS = "imp", "IMPs"
        VICTORY_POINTS = "vp", gettext_lazy("victory points")

    session = models.ForeignKey(Session, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    hundredths = models.PositiveIntegerField()
    unit = models.CharField(max_length=3, choices=Unit)
    law = models.CharField(max_length=12)  # the clause, such as 90B1
    reason = models.CharField(max_length=200)
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    key = models.UUIDField()  # made by the form, so that sending twice takes off once

    objects: ClassVar = PenaltyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "penalties"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_penalty_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_penalty_takes_something_off",
                condition=Q(hundredths__gte=1, hundredths__lte=1_000_000),
            ),
            models.CheckConstraint(
                name="duplicate_penalty_unit_is_known",
                condition=Q(unit__in=["%", "mp", "imp", "vp"]),
            ),
            models.CheckConstraint(
                name="duplicate_penalty_names_law_and_reason",
                condition=~Q(law="") & ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"Penalty of {self.entry}"

    @property
    def amount(self) -> Fraction:
        return Fraction(self.hundredths, 100)

    @property
    def words(self) -> str:
        """The points in words, such as `25 % of a top` or `1.5 matchpoints`."""
        number = 1 if self.amount == 1 else 2  # parts of one are spoken of as more
        words = {
            self.Unit.PERCENT: _("%(amount)s %% of a top"),
            self.Unit.MATCHPOINTS: ngettext(
                "%(amount)s matchpoint", "%(amount)s matchpoints", number
            ),
            self.Unit.IMPS: ngettext("%(amount)s IMP", "%(amount)s IMPs", number),
            self.Unit.VICTORY_POINTS: ngettext(
                "%(amount)s victory point", "%(amount)s victory points", number
            ),
        }
        return words[self.Unit(self.unit)] % {"amount": figure(shown(self.amount))}


class PenaltyLift(AppendOnly):
    """The lifting of a penalty: its points are given back, with a reason."""

    penalty = models.OneToOneField(Penalty, models.PROTECT, related_name="lift")
    reason = models.CharField(max_length=200)
    lifted_at = models.DateTimeField()
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_penaltylift_says_why", condition=~Q(reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.penalty} lifted"
