"""Changes of a final score that a director proposes and that an organiser approves (Law 79C2)."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.corrections import Correction
from clubscore.duplicate.models.penalties import Penalty
from clubscore.duplicate.models.session import Session


class LateChangeQuerySet(AppendOnlyQuerySet, models.QuerySet["LateChange"]):
    def waiting(self) -> Self:
        """Proposals that no organiser has answered and that were not taken back."""
        return self.filter(decision="")


class LateChange(AppendOnly):
    """A change that a director proposes after the correction period. It counts once an organiser has approved it.

    `content` is what the director sent with the form of the change, by the names of the fields of the service that
    makes it. Rows to which the change belongs are foreign keys beside it. `regulation` is the regulation that provides
    for the change, which the laws of 2007 need. The proposer takes a proposal back (`withdrawn`) until it is answered.
    """

    may_change = ("decision", "decided_by", "decided_at", "decided_for")

    class Kind(models.TextChoices):
        """The deeds of an official that may be wrong in the final score."""

        CORRECTION = "correction", _("a correction")
        RULING = "ruling", _("a ruling")
        PENALTY = "penalty", _("a penalty")
        LIFT = "lift", _("a penalty given back")
        GROUPS = "groups", _("the groups of a board")
        SUBSTITUTE = "substitute", _("a substitute")
        MISPLAY = "misplay", _("wrong seats or boards")

    class Decision(models.TextChoices):
        APPROVED = "approved", pgettext_lazy("a late change", "approved")
        DECLINED = "declined", pgettext_lazy("a late change", "not approved")
        WITHDRAWN = "withdrawn", pgettext_lazy("a late change", "taken back")

    session = models.ForeignKey(Session, models.PROTECT, related_name="late_changes")
    kind = models.CharField(max_length=10, choices=Kind)
    content = models.JSONField()
    correction = models.ForeignKey(
        Correction,
        models.PROTECT,
        related_name="late_changes",
        null=True,
        blank=True,
    )
    penalty = models.ForeignKey(
        Penalty, models.PROTECT, related_name="late_changes", null=True, blank=True
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    clause = models.CharField(max_length=20)  # such as 79C2 (2017)
    why = models.CharField(max_length=300)
    regulation = models.CharField(max_length=200, blank=True)
    proposed_at = models.DateTimeField()
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    key = models.UUIDField()  # made by the form, so that sending twice proposes once
    decision = models.CharField(max_length=9, choices=Decision, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_for = models.CharField(max_length=200, blank=True)

    objects: ClassVar = LateChangeQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_latechange_one_row_a_key"
            ),
            models.UniqueConstraint(
                fields=["correction"], name="duplicate_latechange_one_a_correction"
            ),
            models.CheckConstraint(
                name="duplicate_latechange_kind_is_known_and_has_its_row",
                condition=Q(
                    kind__in=["ruling", "penalty", "groups", "misplay"],
                    correction=None,
                    penalty=None,
                    member=None,
                )
                | Q(
                    kind="correction",
                    correction__isnull=False,
                    penalty=None,
                    member=None,
                )
                | Q(kind="lift", penalty__isnull=False, correction=None, member=None)
                | Q(
                    kind="substitute",
                    member__isnull=False,
                    correction=None,
                    penalty=None,
                ),
            ),
            models.CheckConstraint(
                name="duplicate_latechange_names_clause_and_reason",
                condition=~Q(clause="") & ~Q(why=""),
            ),
            models.CheckConstraint(
                name="duplicate_latechange_is_decided_by_a_second_person",
                condition=Q(
                    decision="", decided_by=None, decided_at=None, decided_for=""
                )
                | Q(decision="withdrawn", decided_by=F("proposed_by"))
                & Q(decided_at__isnull=False)
                | Q(decision__in=["approved", "declined"], decided_at__isnull=False)
                & Q(decided_by__isnull=False)
                & ~Q(decided_by=F("proposed_by")),
            ),
            models.CheckConstraint(
                name="duplicate_latechange_declined_says_why",
                condition=~Q(decision="declined") | ~Q(decided_for=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.session}, proposed by {self.proposed_by}"
