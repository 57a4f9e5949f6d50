"""The handicap and the stratum of an entry as a director set them, one row each time they are set."""

from fractions import Fraction
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.entries import Entry
from clubscore.duplicate.models.session import Session

MOST_HANDICAP: Final = 100
"""The greatest handicap, in percentage points; the least has the same size below nought."""
STRATA: Final = ("A", "B", "C", "D")
"""The letters of the strata, the highest first."""


class Grading(AppendOnly):
    """The handicap and the stratum of an entry from `set_at` on. The newest version of an entry counts.

    `handicap` is in hundredths of a percentage point; None for no handicap. An empty `stratum` is the highest.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="gradings")
    entry = models.ForeignKey(
        Entry, models.PROTECT, related_name="gradings", db_index=False
    )
    version = models.PositiveSmallIntegerField()
    handicap = models.SmallIntegerField(null=True, blank=True)
    stratum = models.CharField(max_length=1, blank=True)
    set_at = models.DateTimeField()
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name = "handicap and stratum"
        verbose_name_plural = "handicaps and strata"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "version"], name="duplicate_grading_one_row_a_version"
            ),
            models.CheckConstraint(
                name="duplicate_grading_counts_from_1", condition=Q(version__gte=1)
            ),
            models.CheckConstraint(
                name="duplicate_grading_handicap_is_of_percentage_points",
                condition=Q(handicap=None)
                | Q(
                    handicap__gte=-100 * MOST_HANDICAP,
                    handicap__lte=100 * MOST_HANDICAP,
                ),
            ),
            models.CheckConstraint(
                name="duplicate_grading_stratum_is_known",
                condition=Q(stratum__in=["", *STRATA]),
            ),
        ]

    def __str__(self) -> str:
        return f"Handicap and stratum of {self.entry}"

    @property
    def points(self) -> Fraction | None:
        """The handicap in percentage points; None for no handicap."""
        if self.handicap is None:
            return None
        return Fraction(self.handicap, 100)
