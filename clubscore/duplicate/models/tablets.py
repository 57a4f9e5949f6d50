"""Devices that lie on a table, for the four players to share."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.entries import Entry
from clubscore.duplicate.models.session import Section, Session


class TabletQuerySet(AppendOnlyQuerySet, models.QuerySet["Tablet"]):
    def open(self) -> Self:
        """Tablets that nobody has closed."""
        return self.filter(closed_at=None)


class Tablet(AppendOnly):
    """A device that lies on a table during a session. It belongs to no member and signs nobody in.

    A device that a director laid stays until it is closed. A device that a player laid ends when the player's pair
    moves: it counts only in rounds up to which the pair has stayed at the table (`session/laid.py`).

    The key in its address and its cookie are made from the id of this row and the server's secret key
    (`play/tablet/keys.py`), so somebody who only reads the database cannot use the tablet. `taken_at` is empty until a
    device has scanned the code.
    """

    may_change = ("taken_at", "closed_at", "closed_by")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="tablets", db_index=False
    )
    section = models.ForeignKey(
        Section, models.PROTECT, related_name="tablets", db_index=False
    )
    table = models.PositiveSmallIntegerField()
    # The round that was on when the device was laid; before play, the first.
    round = models.PositiveSmallIntegerField(default=1, db_default=1)
    # The pair of the player who laid the device; None if a director laid it.
    pair = models.ForeignKey(
        Entry,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    taken_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )

    objects: ClassVar = TabletQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["section", "table"],
                condition=Q(closed_at=None),
                name="duplicate_tablet_one_a_table",
            ),
            models.CheckConstraint(
                name="duplicate_tablet_counts_from_1", condition=Q(table__gte=1)
            ),
            models.CheckConstraint(
                name="duplicate_tablet_round_counts_from_1",
                condition=Q(round__gte=1, round__lte=99),
            ),
            models.CheckConstraint(
                name="duplicate_tablet_is_taken_once_it_is_laid",
                condition=Q(taken_at=None) | Q(taken_at__gte=F("opened_at")),
            ),
            models.CheckConstraint(
                name="duplicate_tablet_is_closed_by_somebody",
                condition=Q(closed_at=None, closed_by=None)
                | Q(closed_at__gte=F("opened_at"), closed_by__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["session"], name="duplicate_tablet_session")
        ]

    def __str__(self) -> str:
        return f"The tablet of table {self.section}{self.table}"
