"""Appeals of rulings: the side that appeals, the partner's agreement, and the decision (Laws 92 and 93)."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.rulings import Ruling
from clubscore.duplicate.models.session import Session


class AppealQuerySet(AppendOnlyQuerySet, models.QuerySet["Appeal"]):
    def open(self) -> Self:
        """Appeals that are neither decided nor taken back."""
        return self.filter(decision="")


class Appeal(AppendOnly):
    """An appeal of one version of a ruling, by a side of the table. It is heard once both of a pair agree (Law 92D).

    A side appeals a version once, and again only after it took the appeal back. If the decision is `upheld`, the ruling
    stands. If it is `changed`, `made` is the newer version of the ruling that replaces the appealed version. If both
    sides appeal, both appeals may have the same `made`.
    """

    may_change = (
        "agreed_by", "agreed_at", "decision", "heard_as", "decided_by", "decided_at", "decided_for", "made",
    )  # fmt: skip

    class Side(models.TextChoices):
        NS = "NS", _("North-South")
        EW = "EW", _("East-West")

    class HeardAs(models.TextChoices):
        """The role in which a director hears an appeal (Law 93)."""

        REVIEWER = "reviewer", _("a reviewer")
        COMMITTEE = "committee", _("for a committee")
        DIRECTOR = "director", _("the director in charge")

    class Decision(models.TextChoices):
        UPHELD = "upheld", _("the ruling stands")
        CHANGED = "changed", _("the ruling is changed")
        WITHDRAWN = "withdrawn", _("taken back")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="appeals", db_index=False
    )
    ruling = models.ForeignKey(
        Ruling, models.PROTECT, related_name="appeals", db_index=False
    )
    side = models.CharField(max_length=2, choices=Side)
    why = models.CharField(max_length=300)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    key = models.UUIDField()
    agreed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    agreed_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(max_length=9, choices=Decision, blank=True)
    heard_as = models.CharField(max_length=9, choices=HeardAs, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_for = models.CharField(max_length=300, blank=True)
    made = models.ForeignKey(
        Ruling, models.PROTECT, related_name="made_by_appeals", null=True, blank=True
    )

    objects: ClassVar = AppealQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["ruling", "side"],
                condition=~Q(decision="withdrawn"),
                name="duplicate_appeal_one_a_side",
            ),
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_appeal_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_appeal_says_why", condition=~Q(why="")
            ),
            models.CheckConstraint(
                name="duplicate_appeal_side_is_known",
                condition=Q(side__in=["NS", "EW"]),
            ),
            models.CheckConstraint(
                name="duplicate_appeal_is_agreed_whole",
                condition=Q(agreed_by=None, agreed_at=None)
                | Q(agreed_by__isnull=False, agreed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="duplicate_appeal_is_decided_whole",
                condition=Q(
                    decision="",
                    decided_by=None,
                    decided_at=None,
                    heard_as="",
                    decided_for="",
                )
                | Q(
                    decision="withdrawn",
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    heard_as="",
                )
                | Q(
                    decision__in=["upheld", "changed"],
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    heard_as__in=["reviewer", "committee", "director"],
                )
                & ~Q(decided_for=""),
            ),
            models.CheckConstraint(
                name="duplicate_appeal_is_heard_once_both_agree",
                condition=~Q(decision__in=["upheld", "changed"])
                | Q(agreed_by__isnull=False),
            ),
            models.CheckConstraint(
                name="duplicate_appeal_changed_made_a_ruling",
                condition=Q(decision="changed", made__isnull=False)
                & ~Q(made=F("ruling"))
                | ~Q(decision="changed") & Q(made=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.made_by} appeals: {self.ruling}"
