"""Matters of a board that were not settled when the results were published (Laws 79B, 79C and 92)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.publication import Publication
from clubscore.duplicate.models.session import Section
from clubscore.duplicate.slot import OnSlot


class OpenWhenPublished(OnSlot, AppendOnly):
    """A board of one table that was open in a publication, and the matter for which it was open.

    `by` raised the matter.
    """

    class Matter(models.TextChoices):
        RESULTS = "results", _("two results")
        CALL = "call", _("a call for the director")
        CORRECTION = "correction", _("a correction")
        APPEAL = "appeal", _("an appeal")
        AGREEMENT = "agreement", _("an agreement taken back")

    publication = models.ForeignKey(
        Publication, models.PROTECT, related_name="open_boards", db_index=False
    )
    section = models.ForeignKey(Section, models.PROTECT, related_name="+")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    matter = models.CharField(max_length=10, choices=Matter)
    # The id of the proposal, the call, the correction, the appeal or the signature.
    source = models.PositiveBigIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["publication", "matter", "source"],
                name="duplicate_openwhenpublished_once_a_matter",
            ),
            models.CheckConstraint(
                name="duplicate_openwhenpublished_matter_is_known",
                condition=Q(
                    matter__in=["results", "call", "correction", "appeal", "agreement"]
                ),
            ),
            models.CheckConstraint(
                name="duplicate_openwhenpublished_counts_from_1",
                condition=Q(round__gte=1, table__gte=1, board__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_matter_display()} open in {self.publication}"
