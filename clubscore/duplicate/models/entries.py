"""Entries by number, with their handicaps and strata, and the members in their places."""

import math
from datetime import datetime
from fractions import Fraction
from typing import ClassVar, Final, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.contracts.models import SEAT_LETTERS
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.session import Section, Session
from clubscore.tables.models import SEATS

WAITING = "56"
"""The seats of the fifth and sixth member of a team, who wait while four play."""
PLACES = [*SEATS, ("5", _("the fifth of a team")), ("6", _("the sixth of a team"))]

MOST_HANDICAP: Final = 100
"""The greatest handicap, in percentage points; the least has the same size below nought."""
STRATA: Final = ("A", "B", "C", "D")
"""The letters of the strata, the highest first."""


class Entry(AppendOnly):
    """A pair, team or player that takes part in a session, with its number in the plan.

    A number of the plan without an entry is the phantom: nobody plays for it.
    """

    may_change = ("standing",)

    class Standing(models.TextChoices):
        RANKED = "ranked", pgettext_lazy("an entry", "ranked")
        NOT_RANKED = "not_ranked", _("plays without a place in the lists")
        WITHDRAWN = "withdrawn", pgettext_lazy("an entry", "withdrawn")

    section = models.ForeignKey(
        Section, models.PROTECT, related_name="entries", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    standing = models.CharField(
        max_length=10, choices=Standing, default=Standing.RANKED
    )
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["section", "number"], name="duplicate_entry_numbers_differ"
            ),
            models.CheckConstraint(
                name="duplicate_entry_counts_from_1",
                condition=Q(number__gte=1, number__lte=999),
            ),
            models.CheckConstraint(
                name="duplicate_entry_standing_is_known",
                condition=Q(standing__in=["ranked", "not_ranked", "withdrawn"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section}{self.number}"


class Grading(AppendOnly):
    """The handicap and the stratum of an entry from `set_at` on. The newest version of an entry counts.

    `handicap` is in hundredths of a percentage point; None for no handicap. An empty `stratum` is the highest.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="gradings")
    entry = models.ForeignKey(
        Entry, models.PROTECT, related_name="gradings", db_index=False
    )
    version = models.PositiveSmallIntegerField()
    handicap = models.SmallIntegerField(null=True, blank=True)
    stratum = models.CharField(max_length=1, blank=True)
    set_at = models.DateTimeField()
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name = "handicap and stratum"
        verbose_name_plural = "handicaps and strata"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "version"], name="duplicate_grading_one_row_a_version"
            ),
            models.CheckConstraint(
                name="duplicate_grading_counts_from_1", condition=Q(version__gte=1)
            ),
            models.CheckConstraint(
                name="duplicate_grading_handicap_is_of_percentage_points",
                condition=Q(handicap=None)
                | Q(
                    handicap__gte=-100 * MOST_HANDICAP,
                    handicap__lte=100 * MOST_HANDICAP,
                ),
            ),
            models.CheckConstraint(
                name="duplicate_grading_stratum_is_known",
                condition=Q(stratum__in=["", *STRATA]),
            ),
        ]

    def __str__(self) -> str:
        return f"Handicap and stratum of {self.entry}"

    @property
    def points(self) -> Fraction | None:
        """The handicap in percentage points; None for no handicap."""
        if self.handicap is None:
            return None
        return Fraction(self.handicap, 100)


class PlaceQuerySet(AppendOnlyQuerySet, models.QuerySet["Place"]):
    def taken(self) -> Self:
        """Places whose member has not left."""
        return self.filter(to_round=None)

    def in_open_sessions(self) -> Self:
        """Places in sessions that are open or in play.

        Places that members have left count too, unless the member left before playing a round.
        """
        return self.filter(
            Place.PROVES_TWO_PEOPLE, session__ended_at=None, session__cancelled_at=None
        )


class Place(AppendOnly):
    """A member in an entry, from the round `from_round` on. A substitute has a row of their own.

    In a pair the seat N is for the player who sits North or East, S for the player who sits South or West. The four of
    a team have one seat each; the fifth and the sixth wait on the seats 5 and 6. A player of an individual has the seat
    N. `to_round` is the last round of a member who has left. If the member left before playing, it is `from_round` less
    one. The column `session` repeats the session of the entry, so that a constraint can forbid two places for one
    member.
    """

    may_change = ("to_round", "left_at")
    # Who left before playing may be one of them.
    PROVES_TWO_PEOPLE = Q(to_round=None) | Q(to_round__gte=F("from_round"))

    session = models.ForeignKey(Session, models.PROTECT, related_name="places")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="places")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="session_places"
    )
    seat = models.CharField(max_length=1, choices=PLACES)
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    seated_at = models.DateTimeField()
    seated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    left_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = PlaceQuerySet.as_manager()

    class Meta:
        verbose_name = "place in a session"
        verbose_name_plural = "places in sessions"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_place_seat_is_a_seat",
                condition=Q(seat__in=[*SEAT_LETTERS, *WAITING]),
            ),
            models.CheckConstraint(
                name="duplicate_place_rounds_in_order",
                condition=Q(from_round__gte=1)
                & (
                    Q(to_round=None, left_at=None)
                    | Q(left_at__isnull=False, to_round__gte=F("from_round") - 1)
                ),
            ),
            models.UniqueConstraint(
                fields=["session", "member"],
                condition=Q(to_round=None),
                name="duplicate_place_one_a_member",
            ),
            models.UniqueConstraint(
                fields=["entry", "seat"],
                condition=Q(to_round=None),
                name="duplicate_place_one_member_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} in {self.entry}"

    @property
    def is_void(self) -> bool:
        """True if the member played no round at the place.

        The member left it, or a substitute took it, before the member's first round.
        """
        return self.to_round is not None and self.to_round < self.from_round

    @property
    def last_round(self) -> float:
        """The last round that the member plays at the place; infinity while the member has not left."""
        return math.inf if self.to_round is None else self.to_round

    @property
    def waits(self) -> bool:
        """True for the place of the fifth or sixth member of a team, who does not play."""
        return self.seat in WAITING

    def covers(self, round: int) -> bool:
        """True if the member plays at this place in a round."""
        return not self.waits and self.from_round <= round <= self.last_round

    def was_given_up(self, round: int, begun_at: datetime) -> bool:
        """True if the member sat here in a round when it began, and left afterwards, so that somebody else has it now.

        A place for some rounds, which was left as it was written, was given up in no round.
        """
        if self.left_at is None or self.left_at <= self.seated_at:
            return False
        has_lost_it = self.from_round <= round and self.last_round < round
        return has_lost_it and self.left_at > begun_at
