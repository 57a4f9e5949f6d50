"""Corrections after play: the result that is asked for, the other side's answer, and the director's decision."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.contracts.models import DealColumns
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.claims import CLAIMS, claim_column
from clubscore.duplicate.models.plays import LEADS, NOTHING_OF_RUBBER, Play
from clubscore.duplicate.models.session import Session

_DECIDED = ["proposed", "corrected", "declined", "withdrawn"]


class CorrectionQuerySet(AppendOnlyQuerySet, models.QuerySet["Correction"]):
    def open(self) -> Self:
        """Corrections that are not closed, including corrections that wait for approval."""
        return self.filter(decision__in=["", "proposed"])


class Correction(AppendOnly, DealColumns):
    """A request to replace the result of one board, by a player of its table or by a director (Law 79).

    The columns of the deal keep the requested result. `decision` is empty until the director decides or the side takes
    the request back. `proposed` means that the director has decided after the correction period, and that a second
    person, `second_by`, still has to approve. If that person does not approve, the decision becomes `declined`. If the
    decision is `corrected`, `made` is the new version of the result. `late` says if the correction was asked for after
    the period; it is set when the director decides.
    """

    may_change = (
        "answer", "answered_by", "answered_at", "decision", "decided_by", "decided_at", "decided_for", "clause", "late",
        "regulation", "second_by", "second_at", "second_for", "made",
    )  # fmt: skip

    class Error(models.TextChoices):
        """The kinds of error for which Law 79 has different rules."""

        SCORE = "score", _("It was entered wrongly")
        TRICKS = "tricks", _("We counted the tricks wrongly")

    class Answer(models.TextChoices):
        CONFIRMED = "confirmed", pgettext_lazy("a correction", "confirmed")
        REFUSED = "refused", pgettext_lazy("a correction", "refused")

    class Decision(models.TextChoices):
        PROPOSED = "proposed", _("waits for approval")
        CORRECTED = "corrected", pgettext_lazy("a result", "corrected")
        DECLINED = "declined", pgettext_lazy("a correction", "declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("a correction", "withdrawn")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="corrections", db_index=False
    )
    play = models.ForeignKey(
        Play, models.PROTECT, related_name="corrections", db_index=False
    )
    lead = models.CharField(max_length=2, blank=True)
    error = models.CharField(max_length=6, choices=Error)
    claim = claim_column()
    why = models.CharField(max_length=200)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    key = models.UUIDField()
    # Of the other side.
    answer = models.CharField(max_length=9, choices=Answer, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(max_length=9, choices=Decision, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_for = models.CharField(max_length=200, blank=True)  # the director's reason
    clause = models.CharField(max_length=20, blank=True)  # such as 79C1 (2017)
    late = models.BooleanField(default=False)  # decided after the period
    # That provides for it after the period (2007).
    regulation = models.CharField(max_length=200, blank=True)
    second_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    second_at = models.DateTimeField(null=True, blank=True)
    second_for = models.CharField(max_length=200, blank=True)  # why it was not approved
    made = models.OneToOneField(
        Play, models.PROTECT, related_name="made_by_correction", null=True, blank=True
    )

    objects: ClassVar = CorrectionQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["play"],
                condition=Q(decision__in=["", "proposed"]),
                name="duplicate_correction_one_open",
            ),
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_correction_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_correction_has_nothing_of_rubber",
                condition=NOTHING_OF_RUBBER,
            ),
            models.CheckConstraint(
                name="duplicate_correction_lead_is_a_card", condition=Q(lead__in=LEADS)
            ),
            models.CheckConstraint(
                name="duplicate_correction_says_why", condition=~Q(why="")
            ),
            models.CheckConstraint(
                name="duplicate_correction_claim_is_known",
                condition=Q(claim__in=CLAIMS),
            ),
            models.CheckConstraint(
                name="duplicate_correction_error_is_known",
                condition=Q(error__in=["score", "tricks"]),
            ),
            models.CheckConstraint(
                name="duplicate_correction_is_answered_whole",
                condition=Q(answer="", answered_by=None, answered_at=None)
                | Q(
                    answer__in=["confirmed", "refused"],
                    answered_by__isnull=False,
                    answered_at__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="duplicate_correction_is_decided_whole",
                condition=Q(decision="", decided_by=None, decided_at=None)
                | Q(
                    decision__in=_DECIDED,
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="duplicate_correction_made_a_version_by_a_clause",
                condition=Q(decision="corrected", made__isnull=False) & ~Q(clause="")
                | ~Q(decision="corrected") & Q(made=None),
            ),
            models.CheckConstraint(
                name="duplicate_correction_after_the_period_names_its_approval",
                condition=Q(late=False)
                | ~Q(decision="corrected")
                | Q(second_by__isnull=False) & ~Q(second_by=F("decided_by")),
            ),
            models.CheckConstraint(
                name="duplicate_correction_is_approved_whole",
                condition=Q(second_by=None, second_at=None)
                | Q(second_by__isnull=False, second_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.asked_by}: a correction of {self.play}"


class TakenBackAnswer(AppendOnly):
    """An answer to a correction that the answering side took back before the director decided.

    After that the side may answer again; the correction has the answer that counts.
    """

    correction = models.ForeignKey(
        Correction, models.PROTECT, related_name="taken_back_answers"
    )
    answer = models.CharField(max_length=9, choices=Correction.Answer)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField()
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    taken_back_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_takenbackanswer_is_an_answer",
                condition=Q(answer__in=["confirmed", "refused"]),
            ),
            models.CheckConstraint(
                name="duplicate_takenbackanswer_taken_back_once_given",
                condition=Q(taken_back_at__gte=F("answered_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.taken_back_by} took an answer back: {self.correction}"
