"""Substitutions, in which a substitute plays on for a player who leaves, and the consents of the other players."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.contracts.models import Signature
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.rubbers.models.rubber import Rubber
from clubscore.tables.models import SEATS


class SubstitutionQuerySet(AppendOnlyQuerySet, models.QuerySet["Substitution"]):
    def open(self) -> Self:
        """Substitutions that are neither made nor withdrawn."""
        return self.filter(made_at=None, withdrawn_at=None)


class Substitution(AppendOnly):
    """A proposal that a substitute takes a leaver's seat for the rest of the rubber. The other three must consent."""

    may_change = ("made_at", "withdrawn_at")

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="substitutions")
    seat = models.CharField(max_length=1, choices=SEATS)
    leaver = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)  # when the third consent came
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = SubstitutionQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rubber", "seat"],
                condition=Q(made_at=None, withdrawn_at=None),
                name="rubbers_substitution_one_open_a_seat",
            ),
            models.CheckConstraint(
                name="rubbers_substitution_is_made_or_withdrawn",
                condition=Q(made_at=None) | Q(withdrawn_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.substitute} for {self.leaver} in {self.rubber}"


class SubstitutionConsent(Signature):
    substitution = models.ForeignKey(
        Substitution, models.PROTECT, related_name="consents"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["substitution", "member"],
                name="rubbers_substitutionconsent_once_a_member",
            )
        ]

    def __str__(self) -> str:
        return f"{self.member} consents: {self.substitution}"
