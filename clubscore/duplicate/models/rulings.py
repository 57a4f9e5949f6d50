"""Rulings of directors on slots, one row a version, and the results of which an adjusted score is made."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.contracts.models import DealColumns
from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.claims import CLAIMS, claim_column
from clubscore.duplicate.models.plays import NOTHING_OF_RUBBER
from clubscore.duplicate.models.session import Section, Session
from clubscore.duplicate.slot import OnSlot
from scoring.duplicate.outcomes import BASIS, MOST_POINTS

_MARKS = ["-", "=", "+"]
NOBODY = 0
"""The number in place of an entry for a side to which a ruling does not apply."""
_MOST_TENS = MOST_POINTS // 10


def _artificial(side: str) -> Q:
    """The condition that a side, `ns` or `ew`, has either an average or a percentage of at most 100."""
    average, percent = f"{side}_average", f"{side}_percent"
    return Q(**{f"{average}__in": _MARKS, percent: None}) | Q(
        **{average: "", f"{percent}__isnull": False, f"{percent}__lte": 100}
    )


class Ruling(OnSlot, AppendOnly):
    """One version of the ruling on a slot, which may have a recorded result or none. The newest version counts.

    A ruling does not change the recorded result. The kind STANDS withdraws the ruling before it, so that the recorded
    result counts again. The columns `north`, `south`, `east` and `west` have the number of the entry that held each
    hand, as in `Play`. If the ruling is for one side alone, because the other side plays the board elsewhere, the
    numbers of that other side are NOBODY.
    """

    class Kind(models.TextChoices):
        ARTIFICIAL = "artificial", _("artificial score")
        ASSIGNED = "assigned", _("assigned score")
        WEIGHTED = "weighted", _("weighted score")
        SPLIT = "split", _("split score")
        NOT_PLAYED = "not_played", pgettext_lazy("a board", "not played")
        STANDS = "stands", pgettext_lazy("a ruling", "withdrawn")

    class Average(models.TextChoices):
        """The averages that a side can get in an artificial score (Law 12C2)."""

        MINUS = "-", _("average minus")
        EVEN = "=", pgettext_lazy("a score", "average")
        PLUS = "+", _("average plus")

    class Period(models.TextChoices):
        """The state of the correction period (Law 79C) when the ruling was made."""

        OPEN = "open", pgettext_lazy("a period", "open")
        AFTER = "after", pgettext_lazy("a period", "over")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="rulings", db_index=False
    )
    section = models.ForeignKey(
        Section, models.PROTECT, related_name="rulings", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    north = models.PositiveSmallIntegerField()
    south = models.PositiveSmallIntegerField()
    east = models.PositiveSmallIntegerField()
    west = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    ns_average = models.CharField(max_length=1, choices=Average, blank=True)
    ns_percent = models.PositiveSmallIntegerField(null=True, blank=True)
    ew_average = models.CharField(max_length=1, choices=Average, blank=True)
    ew_percent = models.PositiveSmallIntegerField(null=True, blank=True)
    law = models.CharField(max_length=12, blank=True)  # the clause, such as 12C1c
    text = models.CharField(max_length=300)  # why, for the four
    claim = claim_column()
    # How sure the director is of the tricks: a value of scoring.duplicate.law79.Conviction.
    conviction = models.PositiveSmallIntegerField(default=0, db_default=0)
    period = models.CharField(max_length=5, choices=Period, default=Period.OPEN)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    ruled_at = models.DateTimeField()
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    key = models.UUIDField()  # made by the form, so that sending twice rules once

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["section", "round", "table", "board", "version"],
                name="duplicate_ruling_one_row_a_version",
            ),
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_ruling_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_ruling_counts_from_1",
                condition=Q(round__gte=1, table__gte=1, board__gte=1, version__gte=1),
            ),
            models.CheckConstraint(
                name="duplicate_ruling_claim_and_conviction_are_known",
                condition=Q(claim__in=CLAIMS, conviction__lte=2),
            ),
            models.CheckConstraint(
                name="duplicate_ruling_kind_is_known",
                condition=Q(
                    kind__in=[
                        "artificial",
                        "assigned",
                        "weighted",
                        "split",
                        "not_played",
                        "stands",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="duplicate_ruling_sides_iff_artificial",
                condition=Q(kind="artificial") & _artificial("ns") & _artificial("ew")
                | ~Q(kind="artificial")
                & Q(ns_average="", ns_percent=None, ew_average="", ew_percent=None),
            ),
            models.CheckConstraint(
                name="duplicate_ruling_first_withdraws_nothing",
                condition=~Q(version=1, kind="stands"),
            ),
            models.CheckConstraint(
                name="duplicate_ruling_names_its_law",
                condition=Q(kind__in=["not_played", "stands"]) | ~Q(law=""),
            ),
            models.CheckConstraint(
                name="duplicate_ruling_says_why", condition=~Q(text="")
            ),
            models.CheckConstraint(
                name="duplicate_ruling_after_period_names_its_approval",
                condition=Q(period="open", approved_by=None)
                | Q(period="after", approved_by__isnull=False)
                & ~Q(approved_by=F("ruled_by")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["session", "board"], name="duplicate_ruling_traveller")
        ]

    def __str__(self) -> str:
        return f"Ruling on board {self.board} at table {self.section}{self.table}, version {self.version}"


class RulingPart(AppendOnly, DealColumns):
    """One result of an assigned, weighted or split score, with its weight in hundredths of a per cent.

    The result is a contract with its tricks, or points alone. The column `tens` has a tenth of the points; they are the
    points of North-South, or in a split score of the side to which the part belongs. A board that was passed out has no
    contract, and `tens` is 0.
    """

    class Side(models.TextChoices):
        BOTH = "both", _("both sides")
        NS = "ns", _("North-South")
        EW = "ew", _("East-West")

    ruling = models.ForeignKey(
        Ruling, models.PROTECT, related_name="parts", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=4, choices=Side)
    weight = models.PositiveSmallIntegerField()
    tens = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["ruling", "number"], name="duplicate_rulingpart_numbers_differ"
            ),
            models.CheckConstraint(
                name="duplicate_rulingpart_has_nothing_of_rubber",
                condition=NOTHING_OF_RUBBER,
            ),
            models.CheckConstraint(
                name="duplicate_rulingpart_is_of_a_side",
                condition=Q(side__in=["both", "ns", "ew"]),
            ),
            models.CheckConstraint(
                name="duplicate_rulingpart_weighs_something",
                condition=Q(number__gte=1, weight__gte=1, weight__lte=BASIS),
            ),
            models.CheckConstraint(
                name="duplicate_rulingpart_is_a_contract_or_points",
                condition=Q(level__isnull=False, tens=None)
                | Q(
                    level=None,
                    tens__isnull=False,
                    tens__gte=-_MOST_TENS,
                    tens__lte=_MOST_TENS,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"Part {self.number} of {self.ruling}"
