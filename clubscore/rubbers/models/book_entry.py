"""The model of a deal that one side has written in its book, before the other side has written it."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import pgettext_lazy

from clubscore.contracts.models import DealColumns, Signature
from clubscore.database.append_only import AppendOnlyQuerySet
from clubscore.rubbers.models.rubber import Rubber

SIDES = [("NS", pgettext_lazy("bridge", "N–S")), ("EW", pgettext_lazy("bridge", "E–W"))]


class BookEntryQuerySet(AppendOnlyQuerySet, models.QuerySet["BookEntry"]):
    def open(self) -> Self:
        return self.filter(state=BookEntry.State.OPEN)

    def decided(self) -> Self:
        """The entries that everybody may read: an entry for their deal is recorded, or their rubber is over.

        Until then the other side may still write the deal, even after its first writer has replaced an entry, has taken
        it back, or has lost it by a correction.
        """
        return self.filter(_is_decided())

    def undecided(self) -> Self:
        """The entries that only the side of their writer may read: all but those of `decided`."""
        return self.exclude(_is_decided())


def _is_decided() -> Q:
    of_the_deal = BookEntry.objects.filter(
        rubber=OuterRef("rubber"), number=OuterRef("number")
    )
    is_recorded = Exists(of_the_deal.filter(state=BookEntry.State.RECORDED))
    return Q(rubber__ended_at__isnull=False) | Q(is_recorded)


class BookEntry(Signature, DealColumns):
    """The next deal of a rubber in the book of the side that wrote it first, in a rubber with blind books.

    While the entry is open, only the players of the side may see its facts, and it counts nowhere. The entry of the
    other side is compared with it at once, so a rubber has at most one open entry. `member` is the player who wrote it;
    `how` and `device_of` say by what method, for the signature under the deal.
    """

    may_change = ("state", "closed_at")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("an entry in a book", "open")
        RECORDED = "recorded", pgettext_lazy("an entry in a book", "recorded")
        REPLACED = "replaced", pgettext_lazy("an entry in a book", "replaced")
        WITHDRAWN = "withdrawn", pgettext_lazy("an entry in a book", "taken back")
        EXPIRED = "expired", pgettext_lazy("an entry in a book", "expired")

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="book_entries")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=2, choices=SIDES)
    key = models.UUIDField()  # made by the sender, so that sending twice writes once
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = BookEntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "book entries"
        constraints: ClassVar = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["rubber"],
                condition=Q(state="open"),
                name="rubbers_bookentry_one_open_a_rubber",
            ),
            models.UniqueConstraint(
                fields=["rubber", "key"], name="rubbers_bookentry_one_row_a_key"
            ),
            models.CheckConstraint(
                name="rubbers_bookentry_counts_from_1", condition=Q(number__gte=1)
            ),
            models.CheckConstraint(
                name="rubbers_bookentry_is_of_a_side",
                condition=Q(side__in=["NS", "EW"]),
            ),
            models.CheckConstraint(
                name="rubbers_bookentry_is_closed_whole",
                condition=Q(state="open", closed_at=None)
                | ~Q(state="open") & Q(closed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return (
            f"Deal {self.number} of rubber {self.rubber_id} in the book of {self.side}"
        )

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN
