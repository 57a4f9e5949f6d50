"""Rubbers, their seats and their deals. Each row of a deal is one version of its facts."""

from collections.abc import Iterable, Mapping
from copy import copy
from datetime import datetime
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from clubscore.contracts.models import SEAT_LETTERS, DealColumns
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.ledger.rounding import LABELS, Rounding
from clubscore.members.models import Member
from clubscore.tables.games import noun, system_titles
from clubscore.tables.models import SEATS, Table


def roundings() -> list[tuple[str, "str | Promise"]]:
    return [(rounding.value, LABELS[rounding]) for rounding in Rounding]


class RubberQuerySet(AppendOnlyQuerySet, models.QuerySet["Rubber"]):
    def in_play(self) -> Self:
        return self.filter(ended_at=None)

    def unagreed(self) -> Self:
        """Rubbers that are over and whose net score is not agreed yet."""
        return self.filter(ended_at__isnull=False, agreed_at=None)

    def counting(self) -> Self:
        """Rubbers that count: all but the voided ones, which stay in the history and in no figure (decision 0076)."""
        return self.filter(voided_at=None)

    def begun_after(self, rubber: "Rubber") -> Self:
        """Rubbers that began after this rubber, at any table.

        The ids give the order: a table has one rubber at a time, and the clock may have been set back.
        """
        return self.filter(pk__gt=rubber.pk)

    def with_a_deal(self) -> Self:
        """Rubbers with a deal on their sheet: one that is not struck out."""
        struck = Deal.objects.filter(
            rubber=OuterRef("rubber"),
            number=OuterRef("number"),
            version__gt=OuterRef("version"),
            is_struck=True,
        )
        on_sheet = Deal.objects.filter(~Exists(struck), is_struck=False)
        return self.filter(Exists(on_sheet.filter(rubber=OuterRef("pk"))))

    def played(self) -> Self:
        """Rubbers with a deal on their sheet that was not passed out. Without one, a rubber counts nowhere."""
        later = Deal.objects.filter(
            rubber=OuterRef("rubber"),
            number=OuterRef("number"),
            version__gt=OuterRef("version"),
        )
        on_sheet = Deal.objects.filter(~Exists(later), is_struck=False)
        was_played = on_sheet.filter(rubber=OuterRef("pk"), level__isnull=False)
        return self.filter(Exists(was_played))

    def begun(self) -> Self:
        """Rubbers in play, and rubbers with a deal. A rubber that was stopped without a deal did not begin (Law 74)."""
        return self.in_play() | self.with_a_deal()

    def newest_of(self, tables: models.QuerySet[Table]) -> Self:
        """The rubber in play at each of these tables, or else the newest with a deal, or else the newest.

        The rubber in play may be older than another: one that was ended and is played on. A table without a rubber has
        none.
        """
        of_table = Rubber.objects.filter(table=OuterRef("pk")).order_by("-pk")
        choices = (of_table.in_play(), of_table.with_a_deal(), of_table)
        subqueries = [Subquery(rubbers.values("pk")[:1]) for rubbers in choices]
        newest = tables.order_by().annotate(newest=Coalesce(*subqueries))
        return self.filter(pk__in=newest.values("newest"))


class Rubber(AppendOnly):
    """One rubber, or one round of Chicago: its table, its rules as they were when it began, and its end.

    The deals are rows of `Deal`.
    """

    may_change = (
        "revision",
        "signatures",
        "ended_at",
        "ended_by",
        "ending",
        "ending_reason",
        "agreed_at",
        "voided_at",
        "corrected_dealer",
    )

    class Ending(models.TextChoices):
        COMPLETE = "complete", pgettext_lazy("a rubber", "complete")
        UNFINISHED = "unfinished", _("stopped unfinished")

    class AgreedBy(models.TextChoices):
        """The rule that says whose agreement to the net score is needed before it is posted to the books."""

        SIDES = "sides", _("one of each side")
        ALL = "all", _("all four")
        TIME = "time", _("nobody, if none objects for a while")

    class SeasonBy(models.TextChoices):
        """The rule that says which day decides the season of a rubber."""

        PLAY = (
            "play",
            _("the evening on which it was played; if that season is closed, the next"),
        )
        POSTING = "posting", _("the day on which it is posted")

    table = models.ForeignKey(Table, models.PROTECT, related_name="rubbers")
    system = models.CharField("game", max_length=20, choices=system_titles)
    rules = models.JSONField(
        help_text=_("The house rules as they were when the rubber began.")
    )
    first_dealer = models.CharField(max_length=1, choices=SEATS)
    # By the newest motion that was carried out; the first dealer stays as it was entered.
    corrected_dealer = models.CharField(max_length=1, choices=SEATS, blank=True)
    # Moves with every deal, undo and ending.
    revision = models.PositiveIntegerField(default=0, editable=False)
    # Moves with every signature, vote and proposal.
    signatures = models.PositiveIntegerField(default=0, editable=False)
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    ending = models.CharField(max_length=20, choices=Ending, blank=True)
    # Of a stop; it stays if a correction completes it.
    ending_reason = models.CharField(max_length=200, blank=True)
    agreed_by = models.CharField(
        max_length=10, choices=AgreedBy, default=AgreedBy.SIDES
    )
    # Minutes without objection, when agreed by time.
    agreed_after = models.PositiveSmallIntegerField(default=0)
    # The club's, pinned: each side writes a deal before it sees the other's entry.
    has_blind_books = models.BooleanField(default=False, db_default=False)
    # When the net score was agreed, and posted; of a rubber without a net score, when it was closed.
    agreed_at = models.DateTimeField(null=True, blank=True)
    # By the motion of this rubber that was carried out: it counts nowhere.
    voided_at = models.DateTimeField(null=True, blank=True)
    # The club's, pinned.
    rounding = models.CharField(
        max_length=10, choices=roundings, default=Rounding.EXACT
    )
    # Points; a smaller margin posts nothing.
    wash_out_below = models.PositiveSmallIntegerField(default=0)
    season_by = models.CharField(max_length=10, choices=SeasonBy, default=SeasonBy.PLAY)
    # Money in the smallest unit of the club's currency, pinned too; 0 where the club plays for points.
    stake = models.PositiveIntegerField(default=0)  # for every hundred points
    table_money = models.PositiveIntegerField(default=0)  # from each player to the club

    objects: ClassVar = RubberQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="rubbers_rubber_dealer_is_a_seat",
                condition=Q(first_dealer__in=SEAT_LETTERS),
            ),
            models.CheckConstraint(
                name="rubbers_rubber_corrected_dealer_is_a_seat",
                condition=Q(corrected_dealer__in=["", *SEAT_LETTERS]),
            ),
            models.CheckConstraint(
                name="rubbers_rubber_ends_whole",
                condition=Q(ended_at=None, ended_by=None, ending="")
                | Q(
                    ended_at__isnull=False,
                    ended_by__isnull=False,
                    ending__in=["complete", "unfinished"],
                ),
            ),
            models.CheckConstraint(
                name="rubbers_rubber_stops_for_a_reason",
                condition=~Q(ending="unfinished", ending_reason=""),
            ),
            models.CheckConstraint(
                name="rubbers_rubber_is_agreed_after_its_end",
                condition=Q(agreed_at=None) | Q(ended_at__isnull=False),
            ),
            models.CheckConstraint(
                name="rubbers_rubber_is_closed_if_voided",
                condition=Q(voided_at=None) | Q(agreed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="rubbers_rubber_season_is_known",
                condition=Q(season_by__in=["play", "posting"]),
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(ended_at=None),
                name="rubbers_rubber_one_in_play_a_table",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["table", "-id"], name="rubbers_rubber_newest_at_table"
            ),
            models.Index(fields=["system", "ended_at"], name="rubbers_rubber_ended"),
            models.Index(fields=["started_at"], name="rubbers_rubber_started"),
            models.Index(
                fields=["table", "system", "id"], name="rubbers_rubber_number_at_table"
            ),
            models.Index(fields=["agreed_at", "table"], name="rubbers_rubber_agreed"),
            models.Index(
                fields=["ended_at"],
                condition=~Q(ending_reason=""),
                name="rubbers_rubber_stopped",
            ),
        ]

    def __str__(self) -> str:
        return f"Rubber {self.pk} at {self.table}"

    @property
    def noun(self) -> str:
        """The noun for this rubber in the reader's language: `rubber`, or `round` in Chicago."""
        return noun(self.system)

    @property
    def dealer(self) -> scoring.Seat:
        """The seat that dealt first, as it was entered or as the players have corrected it (decision 0081)."""
        return scoring.Seat(self.corrected_dealer or self.first_dealer)

    @property
    def moves(self) -> str:
        """A text that changes with every change of the sheet, and with every signature, vote and proposal.

        Live pages compare it to find out if they must be refreshed.
        """
        return f"{self.revision}.{self.signatures}"

    def at(self, **columns: object) -> "Rubber":
        """A copy of this object with these columns changed; nothing is written to the database."""
        changed = copy(self)
        for name, value in columns.items():
            setattr(changed, name, value)
        return changed

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def was_stopped(self) -> bool:
        """True if the rubber was closed unfinished, even if a correction has completed it since."""
        return self.is_over and bool(self.ending_reason)

    @property
    def is_agreed(self) -> bool:
        return self.agreed_at is not None

    @property
    def is_voided(self) -> bool:
        """True if the rubber was voided: nothing is written in it any more, and it counts nowhere."""
        return self.voided_at is not None

    @property
    def was_agreed_when_voided(self) -> bool:
        """True if the net score of a voided rubber was agreed before; else voiding has set both times at once."""
        return self.is_voided and self.agreed_at != self.voided_at

    @property
    def players(self) -> dict[scoring.Seat, Member]:
        """The current players by seat, in order N E S W: after a substitution the substitute in place of the leaver."""
        return current_players(self.seats.all())

    @property
    def names(self) -> dict[scoring.Seat, str]:
        """The names of the current players as used at the table, by seat: see `table_names`."""
        return table_names(self.players)

    def names_at(self, moment: datetime) -> dict[scoring.Seat, str]:
        """The names by seat, with the seats as the sheet had them at this moment."""
        return table_names(current_players(stays_at(self.seats.all(), moment)))


class RubberSeatQuerySet(AppendOnlyQuerySet, models.QuerySet["RubberSeat"]):
    def on_sheet(self) -> Self:
        """The stays by which the sheet is scored: those that no correction of the seats has replaced."""
        return self.filter(corrected_at=None)


class RubberSeat(AppendOnly):
    """The stay of one player in one seat of a rubber. It ends (`until`) when a substitute takes the seat.

    A correction of the seats ends every stay (`corrected_at`), and writes each anew, in the right seat and with the
    times of the stay (decision 0083).
    """

    may_change = ("until", "corrected_at")

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="seats")
    seat = models.CharField(max_length=1, choices=SEATS)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rubber_seats"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    # When the seats were corrected: this is what the sheet said until then.
    corrected_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = RubberSeatQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="rubbers_seat_is_a_seat", condition=Q(seat__in=SEAT_LETTERS)
            ),
            models.CheckConstraint(
                name="rubbers_seat_ends_by_a_correction",
                condition=Q(corrected_at=None) | Q(until__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["rubber", "seat"],
                condition=Q(until=None),
                name="rubbers_seat_one_member_a_seat",
            ),
            models.UniqueConstraint(
                fields=["rubber", "member"],
                condition=Q(until=None),
                name="rubbers_seat_one_seat_a_member",
            ),
        ]
        # For the later rubbers of a member, which end correction periods of the rubber before.
        indexes: ClassVar = [
            models.Index(fields=["member", "rubber"], name="rubbers_seat_of_member")
        ]

    def __str__(self) -> str:
        return f"{self.member}, {self.get_seat_display()}"


class Deal(AppendOnly, DealColumns):
    """One version of one deal. The newest version of a deal counts; if that is struck out, the deal does not count."""

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="deals")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    # This version takes the deal out of the rubber.
    is_struck = models.BooleanField(default=False)
    # By its recorder: the entry that follows takes its number.
    is_undone = models.BooleanField(default=False)
    recorded_at = models.DateTimeField()
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    # Why it replaces the version before.
    reason = models.CharField(max_length=200, blank=True)
    key = models.UUIDField()  # made by the sender, so that sending twice records once

    class Meta:
        constraints: ClassVar = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["rubber", "number", "version"],
                name="rubbers_deal_one_row_a_version",
            ),
            models.UniqueConstraint(
                fields=["rubber", "key"], name="rubbers_deal_one_row_a_key"
            ),
            models.CheckConstraint(
                name="rubbers_deal_counts_from_1",
                condition=Q(number__gte=1, version__gte=1),
            ),
            models.CheckConstraint(
                name="rubbers_deal_undone_is_struck",
                condition=Q(is_undone=False) | Q(is_struck=True),
            ),
        ]
        # For the audit: the newest recordings by their time, and the later versions, which are few, without the others.
        indexes: ClassVar = [
            models.Index(
                fields=["version", "recorded_at"], name="rubbers_deal_recorded"
            )
        ]

    def __str__(self) -> str:
        return f"Deal {self.number} of rubber {self.rubber_id}, version {self.version}"


def current_players(places: Iterable[RubberSeat]) -> dict[scoring.Seat, Member]:
    """The current players by seat, in order N E S W, from all seats of a rubber; a substitute replaces the leaver."""
    by_seat = {
        scoring.Seat(place.seat): place.member
        for place in places
        if place.until is None
    }
    return {seat: by_seat[seat] for seat in scoring.Seat}


def stays_at(stays: Iterable[RubberSeat], moment: datetime) -> tuple[RubberSeat, ...]:
    """The stays as the sheet had them at this moment: those that a later correction has replaced as they were then.

    `stays` are all stays of a rubber. Nothing is written to the database.
    """
    stays = list(stays)
    later = [stay.corrected_at for stay in stays if stay.corrected_at]
    until = min((at for at in later if at > moment), default=None)
    return tuple(
        _before_its_correction(stay) for stay in stays if stay.corrected_at == until
    )


def _before_its_correction(stay: RubberSeat) -> RubberSeat:
    before = copy(stay)
    if stay.until == stay.corrected_at:
        before.until = None
    before.corrected_at = None
    return before


def table_names(players: Mapping[scoring.Seat, Member]) -> dict[scoring.Seat, str]:
    """First names or nicknames by seat; the whole name for each player whose short name another player also has."""
    short = [member.short_name for member in players.values()]
    return {
        seat: member.name if short.count(member.short_name) > 1 else member.short_name
        for seat, member in players.items()
    }
