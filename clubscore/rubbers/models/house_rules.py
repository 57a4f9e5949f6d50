"""The house rules of the club: its choices about cutting, agreement, posting and money."""

from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.ledger.rounding import Rounding
from clubscore.rubbers.models.rubber import Rubber, roundings
from clubscore.tables.turns import GoingOut, ways_of_going_out

MOST_MONEY = (
    100_000  # in the smallest unit: no figure of it can then outgrow its column
)


class HouseRules(models.Model):
    """The club's choices about cutting, agreement, posting and money, in one row. Cuts and rubbers copy them."""

    AMOUNTS: ClassVar = ("stake", "table_money")
    """The rules whose value is an amount of money, in the smallest unit of the club's currency."""

    going_out = models.CharField(
        _("who goes out, when others wait"),
        max_length=10,
        choices=ways_of_going_out,
        default=GoingOut.LONGEST,
        help_text=_("Those who waited come in first."),
    )
    agreed_by = models.CharField(
        _("a rubber is posted when the net score is agreed by"),
        max_length=10,
        choices=Rubber.AgreedBy,
        default=Rubber.AgreedBy.SIDES,
    )
    agreed_after = models.PositiveSmallIntegerField(
        _("minutes without objection"),
        default=30,
        help_text=_("Only when nobody need agree."),
    )
    has_blind_books = models.BooleanField(
        _("each side writes every deal before it sees the other’s entry"),
        default=False,
        db_default=False,
        help_text=_(
            "Two entries that are alike are recorded and agreed; two that differ go to the vote of the table. It takes "
            "a phone on each side: on one device for all four, nobody is blind."
        ),
    )
    rounding = models.CharField(
        _("a margin is posted as"),
        max_length=10,
        choices=roundings,
        default=Rounding.EXACT,
    )
    wash_out_below = models.PositiveSmallIntegerField(
        _("a margin counts nothing below"),
        default=0,
        help_text=_("In points, before rounding."),
    )
    season_by = models.CharField(
        _("a rubber counts in the season of"),
        max_length=10,
        choices=Rubber.SeasonBy,
        default=Rubber.SeasonBy.PLAY,
    )
    stake = models.PositiveIntegerField(
        _("stake for every hundred points"),
        default=0,
        validators=[MaxValueValidator(MOST_MONEY)],
        help_text=_("In the club’s currency, such as 0.05. Empty: nothing."),
    )
    table_money = models.PositiveIntegerField(
        _("table money from each player"),
        default=0,
        validators=[MaxValueValidator(MOST_MONEY)],
        help_text=_(
            "For every rubber, to the club. In the club’s currency, such as 2.50. Empty: nothing."
        ),
    )

    class Meta:
        db_table = "rubbers_house"
        verbose_name = _("house rule")
        constraints: ClassVar = [
            models.CheckConstraint(name="rubbers_house_is_one", condition=Q(pk=1)),
            models.CheckConstraint(
                name="rubbers_house_season_is_known",
                condition=Q(season_by__in=["play", "posting"]),
            ),
        ]

    def __str__(self) -> str:
        return gettext("The house rules")

    def clean(self) -> None:
        """Raise ValidationError if the club plays for money and the installation names no currency."""
        if (self.stake or self.table_money) and not settings.CLUB_CURRENCY:
            raise ValidationError(
                _(
                    "To play for money, first name the currency: "
                    "CLUB_CURRENCY=EUR among the settings of the installation."
                )
            )

    @classmethod
    def current(cls) -> "HouseRules":
        """The club's choices; if nobody has chosen, an unsaved row with the defaults."""
        return cls.objects.filter(pk=1).first() or cls(pk=1)
