"""Models of standings: the terms of a season, its final tables as they were published, and the ratings so far."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import override

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models import Publication
from clubscore.ledger.models import Season, Transaction
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.ranking.ranks import Order

DEFAULT_LEAST = "25%"


def _at_least(least: str, noun: str) -> str:
    """The least number for a rank, in English for the audit: `at least 10 rubbers`, `at least 25% of the rubbers`."""
    if least.endswith("%"):
        return f"at least {least} of the {noun}s"
    ending = "" if least == "1" else "s"
    return f"at least {least or 0} {noun}{ending}"


class Terms(models.Model):
    """The terms of a season: the figure that ranks members, the rubbers that count, and who is ranked.

    A reader may choose other terms for a page. A season without a row has the defaults.
    """

    season = models.OneToOneField(Season, models.PROTECT, related_name="terms")
    by = models.CharField("ranked by", max_length=20, choices=Order, default=Order.NET)
    least = models.CharField(
        "rubbers it takes to be ranked",
        max_length=6,
        default=DEFAULT_LEAST,
        blank=True,
        help_text="A number, such as 10, or a share of what the busiest member has played, such as 25%.",
    )
    guests = models.BooleanField("guests are ranked with the members", default=False)
    best = models.PositiveSmallIntegerField(
        "only the best so many rubbers of each count",
        null=True,
        blank=True,
        help_text="Empty: all of them count.",
    )

    class Meta:
        verbose_name_plural = "terms"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="standings_terms_order_is_known", condition=Q(by__in=Order.values)
            ),
            models.CheckConstraint(
                name="standings_terms_best_counts",
                condition=Q(best=None) | Q(best__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"Terms of {self.season}"

    @property
    def words(self) -> str:
        """The terms in English, for the audit: `net points, at least 10 rubbers, the best 10, with guests`."""
        with override("en-gb"):
            by = Order(self.by).label.lower()
        parts = [by, _at_least(self.least, "rubber")]
        if self.best:
            parts.append(f"the best {self.best}")
        guests = "with guests" if self.guests else "without guests"
        parts.append(guests)
        return ", ".join(parts)


class FinalRow(AppendOnly):
    """A line of the published final table of a season and game.

    `net`, `best` and `worst` are points; `rating` and its uncertainty `give` are in the units that pages show.
    """

    may_change = ("name",)  # of a member who is erased

    season = models.ForeignKey(
        Season, models.PROTECT, related_name="final_rows", db_index=False
    )
    game = models.CharField(max_length=20)
    # None: too few rubbers, or a guest where they stay out.
    rank = models.PositiveIntegerField(null=True, blank=True)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="final_rows"
    )
    name = models.CharField(max_length=80)  # as it was then
    is_guest = models.BooleanField()
    rubbers = models.IntegerField()
    won = models.IntegerField()
    lost = models.IntegerField()
    net = models.IntegerField()
    # Before rounding; none in a table of before it was kept.
    net_exact = models.IntegerField(null=True)
    best = models.IntegerField(null=True)
    worst = models.IntegerField(null=True)
    rating = models.IntegerField(null=True)
    give = models.PositiveIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "game", "member"],
                name="standings_final_row_one_a_member",
            )
        ]

    def __str__(self) -> str:
        return f"{self.season}, {self.game}: {self.rank} {self.name}"


class DuplicateTerms(models.Model):
    """The terms of a season's standings of duplicate: the sessions that count, and who is ranked.

    A season without a row has the defaults.
    """

    season = models.OneToOneField(
        Season, models.PROTECT, related_name="duplicate_terms"
    )
    by = models.CharField(
        "ranked by", max_length=6, choices=PercentOrder, default=PercentOrder.MEAN
    )
    least = models.CharField(
        "sessions it takes to be ranked",
        max_length=6,
        default=DEFAULT_LEAST,
        blank=True,
    )
    best = models.PositiveSmallIntegerField(
        "how many sessions count", null=True, blank=True
    )
    last = models.PositiveSmallIntegerField(
        "of the last so many", null=True, blank=True
    )
    guests = models.BooleanField("guests are ranked with the members", default=False)

    class Meta:
        verbose_name_plural = "terms of duplicate"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="standings_duplicateterms_numbers_fit_the_order",
                condition=Q(by__in=["mean", "points"], best=None, last=None)
                | Q(by="best", best__isnull=False, best__gte=1, last=None)
                | Q(
                    by="ladder",
                    best__isnull=False,
                    best__gte=1,
                    last__isnull=False,
                    last__gte=F("best"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"Terms of duplicate of {self.season}"

    @property
    def counting(self) -> Counting:
        return Counting(PercentOrder(self.by), self.best, self.last)

    @property
    def words(self) -> str:
        """The terms in English: `duplicate by the mean of all sessions, at least 10 sessions, without guests`."""
        with override("en-gb"):
            by = self.counting.words
        guests = "with guests" if self.guests else "without guests"
        return f"duplicate by {by}, {_at_least(self.least, 'session')}, {guests}"


class FinalSession(AppendOnly):
    """A publication of a session from which the final table of duplicate of a season was made."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="final_sessions")
    publication = models.OneToOneField(Publication, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.publication} in {self.season}"


class FinalPercentage(AppendOnly):
    """A line of the final table of duplicate of a season. Percentages are in ten-thousandths of a per cent."""

    may_change = ("name",)  # of a member who is erased

    season = models.ForeignKey(
        Season, models.PROTECT, related_name="final_percentages", db_index=False
    )
    # None: too few sessions, or a guest where they stay out.
    rank = models.PositiveIntegerField(null=True, blank=True)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="final_percentages"
    )
    name = models.CharField(max_length=80)  # as it was then
    is_guest = models.BooleanField()
    sessions = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()  # of the sessions, in the mean
    percent = models.IntegerField()  # the mean
    best = models.IntegerField()
    # The sum of the season, in hundredths.
    masterpoints = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "member"],
                name="standings_finalpercentage_one_a_member",
            ),
            models.CheckConstraint(
                name="standings_finalpercentage_counts_what_was_played",
                condition=Q(counted__gte=1, sessions__gte=F("counted")),
            ),
            models.CheckConstraint(
                name="standings_finalpercentage_best_is_not_below_the_mean",
                condition=Q(best__gte=F("percent")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}, duplicate: {self.rank} {self.name}"


class Rating(models.Model):
    """A member's present rating at a game, on the scale of the rating method (`rating/method.py`)."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings", db_index=False
    )
    game = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member", "game"], name="standings_rating_one_a_game"
            ),
            models.CheckConstraint(
                name="standings_rating_is_uncertain", condition=Q(sigma__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} at {self.game}: {self.mu:.1f} ± {2 * self.sigma:.1f}"


class RatingStep(models.Model):
    """A member's rating after one rubber. The rating is set back to this value when a later rubber is corrected."""

    transaction = models.ForeignKey(
        Transaction, models.PROTECT, related_name="+", db_index=False
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    game = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["transaction", "member"], name="standings_step_one_a_member"
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["member", "game", "transaction"], name="standings_step_newest"
            )
        ]

    def __str__(self) -> str:
        return f"{self.member} after {self.transaction_id}: {self.mu:.1f} ± {2 * self.sigma:.1f}"


class RatingProgress(models.Model):
    """The last transaction that the ratings take into account. The table has one row."""

    last_transaction = models.PositiveBigIntegerField(default=0)
    # Which records stood for which, as they were worked in.
    merged = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="standings_progress_is_one_row", condition=Q(pk=1)
            )
        ]

    def __str__(self) -> str:
        return f"up to transaction {self.last_transaction}"

    @property
    def people(self) -> dict[int, int]:
        """The person's id by the id of each merged record, as it was when the ratings were last computed."""
        return {int(pk): into for pk, into in self.merged.items()}

    @people.setter
    def people(self, ids: dict[int, int]) -> None:
        self.merged = {str(pk): into for pk, into in ids.items()}
