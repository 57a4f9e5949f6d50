"""The results as they were published. A publication never changes; a new publication stands beside the earlier ones."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.entries import Entry
from clubscore.duplicate.models.session import Session

USUAL_MINUTES = 30


class Publication(AppendOnly):
    """The official score of a session, published at `at` (Law 79C).

    It is final after `correction_ends_at`. A later publication continues the correction period of the publication
    before it, or begins a new period. While a period runs, an organiser may extend it: these columns alone change, and
    the end moves only to a later time.
    """

    may_change = ("minutes", "appeal_minutes", "correction_ends_at")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="publications", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    minutes = models.PositiveIntegerField()  # of the period
    # Of the period for rulings and appeals (Law 92B).
    appeal_minutes = models.PositiveIntegerField(default=30, db_default=30)
    # Why the period is shorter than usual.
    special_nature = models.CharField(max_length=200, blank=True)
    begins_period = models.BooleanField(default=True)
    correction_ends_at = models.DateTimeField()
    missing = models.PositiveSmallIntegerField()  # results that nobody had entered
    # Results to which no player of one side had agreed. Older rows have none.
    one_sided = models.PositiveSmallIntegerField(null=True)
    facts = models.CharField(max_length=64)  # SHA-256 of all that the lists follow from
    # Of the session when this was published: while it is the same, nothing was written since. Older rows have none.
    revision = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=200, blank=True)  # why there is a later one
    key = models.UUIDField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "number"],
                name="duplicate_publication_numbers_differ",
            ),
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_publication_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_publication_counts_from_1", condition=Q(number__gte=1)
            ),
            models.CheckConstraint(
                name="duplicate_publication_later_one_has_a_reason",
                condition=Q(number=1) | ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="duplicate_publication_first_begins_the_period",
                condition=Q(number__gt=1) | Q(begins_period=True),
            ),
            models.CheckConstraint(
                name="duplicate_publication_period_ends_after_it_begins",
                condition=Q(begins_period=False) | Q(correction_ends_at__gte=F("at")),
            ),
            models.CheckConstraint(
                name="duplicate_publication_short_period_has_its_reason",
                condition=Q(minutes__gte=USUAL_MINUTES) | ~Q(special_nature=""),
            ),
        ]

    def __str__(self) -> str:
        return f"Publication {self.number} of {self.session}"


class PublishedRow(AppendOnly):
    """One entry in one published list. `list` is the name of the list in `scoring.contest`, such as all, ns or ew.

    `score` and `percent` are in ten-thousandths. Further digits are cut off and not rounded, so that a page that rounds
    to two decimals shows the same as for the exact value.
    """

    publication = models.ForeignKey(
        Publication, models.PROTECT, related_name="rows", db_index=False
    )
    list = models.CharField(max_length=20)
    # In the list, from 1; those who share a place have different ones.
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="published")
    place = models.PositiveSmallIntegerField()
    is_tied = models.BooleanField()
    score = models.BigIntegerField()
    # The most that could be scored, in victory points too; 0 where there is no such thing.
    top = models.PositiveIntegerField()
    percent = models.IntegerField(null=True, blank=True)
    boards = models.PositiveSmallIntegerField()
    # In hundredths, in the lists that rank everybody; none in a session that gives none.
    masterpoints = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["publication", "list", "position"],
                name="duplicate_publishedrow_one_a_position",
            ),
            models.UniqueConstraint(
                fields=["publication", "list", "entry"],
                name="duplicate_publishedrow_one_an_entry",
            ),
            models.CheckConstraint(
                name="duplicate_publishedrow_counts_from_1",
                condition=Q(position__gte=1, place__gte=1),
            ),
            models.CheckConstraint(
                name="duplicate_publishedrow_place_is_not_after_its_position",
                condition=Q(place__lte=F("position")),
            ),
            models.CheckConstraint(
                name="duplicate_publishedrow_is_of_a_list", condition=~Q(list="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry}"


class PublishedPlayer(AppendOnly):
    """A player or substitute of an entry, as it was published.

    `rounds` are the rounds of a substitute, such as `4-` or `1-2,5-`; empty for a player of the entry itself. `counts`
    is true if the member played at least half of the rounds of the entry.
    """

    row = models.ForeignKey(
        PublishedRow, models.PROTECT, related_name="players", db_index=False
    )
    position = models.PositiveSmallIntegerField()
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    rounds = models.CharField(max_length=100, blank=True, default="", db_default="")
    counts = models.BooleanField(default=True, db_default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["row", "position"],
                name="duplicate_publishedplayer_one_a_position",
            ),
            models.UniqueConstraint(
                fields=["row", "member"], name="duplicate_publishedplayer_once_a_row"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} in {self.row}"
