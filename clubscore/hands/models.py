"""Sets of boards with their cards. A published digest seals the cards until they are opened."""

from datetime import datetime
from functools import cached_property
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly
from scoring.hands import DealtBoard
from scoring.hands.layout import MOST_BOARDS
from scoring.text.hands.sealed_text import is_sealed_by, read_sealed


class Origin(models.TextChoices):
    """The ways in which a set of boards gets its cards: dealt by the computer, or imported from a file."""

    DEALT = "dealt", _("dealt by the computer")
    IMPORTED = "imported", _("from a file")


class DealSet(AppendOnly):
    """A set of boards. Its cards are in the sealed text.

    Until the set is open, only members who have looked at it can see the cards.
    """

    may_change = ("opened_at", "opened_by")

    name = models.CharField(max_length=80)
    origin = models.CharField(max_length=8, choices=Origin)
    first_board = models.PositiveSmallIntegerField()
    boards = models.PositiveSmallIntegerField()
    sealed_text = models.TextField()
    digest = models.CharField(max_length=64, unique=True)
    opens_at = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name"], name="hands_set_name_is_its_own"),
            models.CheckConstraint(name="hands_set_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="hands_set_origin_is_known", condition=Q(origin__in=Origin.values)
            ),
            models.CheckConstraint(
                name="hands_set_has_boards",
                condition=Q(first_board__gte=1, boards__gte=1, boards__lte=MOST_BOARDS),
            ),
            models.CheckConstraint(
                name="hands_set_opens_after_it_is_made",
                condition=Q(opens_at=None) | Q(opens_at__gte=F("made_at")),
            ),
            models.CheckConstraint(
                name="hands_set_opened_by_somebody",
                condition=Q(opened_at=None, opened_by=None)
                | Q(opened_at__isnull=False, opened_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def is_due_at(self, now: datetime) -> bool:
        """True if somebody has opened the set, or its opening time has come.

        A due set stays sealed while somebody still has to play it: see `queries.is_open`.
        """
        if self.opened_at is not None:
            return True
        return self.opens_at is not None and self.opens_at <= now

    @cached_property
    def dealt(self) -> tuple[DealtBoard, ...]:
        """The boards with their cards, in the order of their numbers."""
        return read_sealed(self.sealed_text)

    @property
    def boards_in_words(self) -> str:
        """The boards in words: `Board 3`, or `24 boards, 1 to 24`."""
        if self.boards == 1:
            return gettext("Board %(number)s") % {"number": self.first_board}
        words = ngettext(
            "%(number)s board, %(first)s to %(last)s",
            "%(number)s boards, %(first)s to %(last)s",
            self.boards,
        )
        last = self.first_board + self.boards - 1
        return words % {"number": self.boards, "first": self.first_board, "last": last}

    @property
    def is_unchanged(self) -> bool:
        """True if the cards still match the published digest."""
        return is_sealed_by(self.sealed_text, self.digest)


class Look(AppendOnly):
    """A record that a member looked at the cards of a set before it was open, for example to make up its boards."""

    deal_set = models.ForeignKey(
        DealSet, models.PROTECT, related_name="looks", db_index=False
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["deal_set", "by"], name="hands_look_once_a_member"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by} at {self.deal_set}"
