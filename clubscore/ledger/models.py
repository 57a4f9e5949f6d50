"""The books: a transaction is a set of postings that sum to zero.

Nothing is edited; a correction is a reversal and a new transaction.
"""

from datetime import date
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.languages.stored_sentences import SEASON
from clubscore.web.days import EARLIEST, LATEST


class SeasonQuerySet(AppendOnlyQuerySet, models.QuerySet["Season"]):
    def open(self) -> Self:
        return self.filter(closed_at=None)

    def on(self, day: date) -> Self:
        """The season of that day: the last season that had begun by then; empty if no season had begun."""
        return self.filter(
            pk__in=self.filter(begins_on__lte=day)
            .order_by("-begins_on")
            .values("pk")[:1]
        )

    def after(self, season: "Season") -> Self:
        """The seasons that begin after this season, the earliest first."""
        return self.filter(begins_on__gt=season.begins_on).order_by("begins_on")


class Season(AppendOnly):
    """A period of the books. A season lasts until the day before the next season begins, so each day has one season.

    Nothing is booked into a closed season.
    """

    may_change = ("closed_at", "closed_by", "closed_after")

    name = models.CharField(
        max_length=60,
        unique=True,
        help_text=_("As it stands over the standings: Autumn 2026."),
    )
    slug = models.SlugField(
        max_length=60, unique=True, help_text=_("Its part of the address: autumn-2026.")
    )
    begins_on = models.DateField(
        _("begins on"),
        unique=True,
        error_messages={
            "unique": _("Another season begins on this day: choose another day.")
        },
    )
    closed_at = models.DateTimeField("closed", null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    # The number of the newest booking then, 0 if there was none: of two at once, a clock does not say which came first.
    closed_after = models.PositiveBigIntegerField(null=True, blank=True, editable=False)

    objects: ClassVar = SeasonQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="ledger_season_has_a_name", condition=~Q(name="") & ~Q(slug="")
            ),
            models.CheckConstraint(
                name="ledger_season_begins_while_clubs_play",
                condition=Q(begins_on__range=(EARLIEST, LATEST)),
                violation_error_message=_(
                    "Look at the year: a season begins between 1900 and 2199."
                ),
            ),
            models.CheckConstraint(
                name="ledger_season_is_closed_by_somebody",
                condition=Q(closed_at=None, closed_by=None, closed_after=None)
                | Q(
                    closed_at__isnull=False,
                    closed_by__isnull=False,
                    closed_after__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """The name in the reader's language. A generated name, such as `Season 2026`, is translated; others stay."""
        values = SEASON.values_in(self.name)
        return gettext(SEASON.form).format(**values) if values else self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class Unit(models.TextChoices):
    """The unit of a booking: points, or money in the smallest unit of the club's currency (cents)."""

    POINTS = "pt", _("points")
    MONEY = "money", _("money")


class ClubAccount(AppendOnly):
    """An account of the club in the books, such as "Table money".

    Its postings balance bookings that are not between members, such as adjustments and opening balances.
    """

    OPENING_BALANCES = "Opening balances"
    ADJUSTMENTS = "Adjustments"
    TABLE_MONEY = "Table money"

    name = models.CharField(
        max_length=60,
        unique=True,
        error_messages={"unique": "There is an account of that name."},
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="ledger_clubaccount_has_a_name", condition=~Q(name="")
            )
        ]

    def __str__(self) -> str:
        return self.name


class Transaction(AppendOnly):
    """Postings that were booked together. `source` is the kind of thing booked ("rubber"), `source_id` its id.

    Stakes and table money have the id of the rubber; a payment of a settlement has the id of its transfer. Adjustments
    and opening balances are each numbered from 1. `game` names the game ("contract"), and is empty if nothing was
    played for these points.
    """

    # A season that is opened later takes the bookings of its days.
    may_change = ("season",)

    class Source(models.TextChoices):
        RUBBER = "rubber", "rubber"
        ADJUSTMENT = "adjustment", "adjustment"
        OPENING = "opening", "opening balance"
        STAKE = "stake", "stake"
        TABLE_MONEY = "table_money", "table money"
        SETTLEMENT = "settlement", "settlement"

    source = models.CharField(max_length=20, choices=Source)
    source_id = models.PositiveBigIntegerField()
    # A source that is reversed and booked again has a second edition.
    edition = models.PositiveIntegerField(default=1)
    unit = models.CharField(max_length=5, choices=Unit, default=Unit.POINTS)
    game = models.CharField(max_length=20, blank=True)
    season = models.ForeignKey(
        Season, models.PROTECT, related_name="transactions", db_index=False
    )
    # By which it has its season: the evening of the rubber, or of the booking.
    day = models.DateField()
    description = models.CharField(max_length=200)
    # Why somebody booked it by hand, or took it back.
    reason = models.CharField(max_length=200, blank=True)
    posted_at = models.DateTimeField()
    posted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    # Not one-to-one: its index would hold every row that reverses nothing, and SQLite would look through all of those.
    reverses = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="reversal",
        db_index=False,
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["source", "source_id", "edition"],
                condition=Q(reverses=None),
                name="ledger_transaction_once_an_edition",
            ),
            models.UniqueConstraint(
                fields=["reverses"],
                condition=Q(reverses__isnull=False),
                name="ledger_transaction_reversed_once",
            ),
            models.CheckConstraint(
                name="ledger_transaction_source_is_known",
                condition=Q(
                    source__in=[
                        "rubber",
                        "adjustment",
                        "opening",
                        "stake",
                        "table_money",
                        "settlement",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="ledger_transaction_unit_is_known",
                condition=Q(unit__in=["pt", "money"]),
            ),
            models.CheckConstraint(
                name="ledger_transaction_unit_fits_the_source",
                condition=(Q(unit="pt") | ~Q(source="rubber"))
                & (Q(unit="money") | ~Q(source__in=["stake", "table_money"])),
            ),
            models.CheckConstraint(
                name="ledger_transaction_only_a_rubber_has_a_game",
                condition=Q(game="") | Q(source="rubber"),
            ),
            models.CheckConstraint(
                name="ledger_transaction_by_hand_has_a_reason",
                condition=~Q(reason="")
                | (~Q(source="adjustment") & (~Q(source="opening") | Q(reverses=None))),
            ),
            models.CheckConstraint(
                name="ledger_transaction_edition_counts_from_1",
                condition=Q(edition__gte=1),
            ),
        ]
        # What the standings of a season read; the standings of one game, without looking at another's rows.
        indexes: ClassVar = [
            models.Index(
                fields=["season", "game", "reverses"],
                name="ledger_transaction_of_a_season",
            ),
            models.Index(fields=["season", "day"], name="ledger_transaction_day"),
            models.Index(fields=["posted_at"], name="ledger_transaction_posted"),
            models.Index(
                fields=["source", "source_id"], name="ledger_transaction_of_what"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.description}" + (
            " (reversed)" if self.reverses_id else ""
        )


# What an admin books.
BY_HAND = frozenset({Transaction.Source.ADJUSTMENT, Transaction.Source.OPENING})
# What carries the id of a rubber.
OF_A_RUBBER = frozenset(
    {
        Transaction.Source.RUBBER,
        Transaction.Source.STAKE,
        Transaction.Source.TABLE_MONEY,
    }
)


class Posting(AppendOnly):
    """Plus or minus points of one member, or of one account of the club, in one transaction.

    `points` is in the transaction's unit: points, or cents if the unit is money.
    """

    # Who stands twice in what was booked by hand, or has paid himself, may be one person with two records.
    PROVES_TWO_PEOPLE = Q(transaction__source="rubber")

    # The two indexes below serve these keys; ones of their own would only take room.
    transaction = models.ForeignKey(
        Transaction, models.PROTECT, related_name="postings", db_index=False
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="postings",
        null=True,
        blank=True,
        db_index=False,
    )
    account = models.ForeignKey(
        ClubAccount,
        models.PROTECT,
        related_name="postings",
        null=True,
        blank=True,
        db_index=False,
    )
    points = models.IntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["transaction", "member"], name="ledger_posting_one_a_member"
            ),
            # Served by this one, and without a row for every posting of a member.
            models.UniqueConstraint(
                fields=["account", "transaction"],
                condition=Q(account__isnull=False),
                name="ledger_posting_one_an_account",
            ),
            models.CheckConstraint(
                name="ledger_posting_of_a_member_or_an_account",
                condition=Q(member=None, account__isnull=False)
                | Q(member__isnull=False, account=None),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["member", "transaction"], name="ledger_posting_of_a_member"
            ),
            models.Index(
                fields=["transaction", "member", "points"],
                name="ledger_posting_covers_sums",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member or self.account}: {self.points:+}"


class CarriedForward(AppendOnly):
    """The sums of one member, or of one account of the club, at the end of a closed season.

    `rubbers`, `won` and `lost` are counts; `net`, `adjusted` and `balance` are points; `money` is in the smallest unit
    of the currency.
    """

    season = models.ForeignKey(
        Season, models.PROTECT, related_name="carried_forward", db_index=False
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    account = models.ForeignKey(
        ClubAccount, models.PROTECT, related_name="+", null=True, blank=True
    )
    rubbers = models.IntegerField()
    won = models.IntegerField()
    lost = models.IntegerField()
    net = models.BigIntegerField()
    adjusted = models.BigIntegerField()
    balance = models.BigIntegerField()
    money = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "member"], name="ledger_carriedforward_one_a_member"
            ),
            models.UniqueConstraint(
                fields=["season", "account"],
                condition=Q(account__isnull=False),
                name="ledger_carriedforward_one_an_account",
            ),
            models.CheckConstraint(
                name="ledger_carriedforward_of_a_member_or_an_account",
                condition=Q(member=None, account__isnull=False)
                | Q(member__isnull=False, account=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member or self.account}: {self.balance:+} at the end of {self.season}"
