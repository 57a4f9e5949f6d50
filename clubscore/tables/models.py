"""Tables, their members, and the cards drawn for partners."""

from typing import ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.languages.spoken import refusal_told, told, told_lazily
from clubscore.languages.stored_sentences import TABLE
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.tables.games import DEFAULT, house_rules, noun, system_titles
from clubscore.tables.turns import GoingOut, ways_of_going_out
from scoring import SYSTEMS, InvalidRules, Seat

SEATS = [(seat.value, told_lazily(seat.word)) for seat in Seat]


class TableQuerySet(models.QuerySet["Table"]):
    def in_use(self) -> Self:
        """Tables that have not been closed, in the order in which they were opened."""
        return self.filter(closed_at=None).order_by("pk")


class Table(models.Model):
    name = models.CharField(max_length=40)
    system = models.CharField(
        _("game"), max_length=20, choices=system_titles, default=DEFAULT
    )
    rules = models.JSONField(
        default=dict,
        blank=True,
        help_text=_("House rules that differ from the game's defaults."),
    )
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    # The seats are held while a rubber is on.
    is_playing = models.BooleanField(default=False, editable=False)
    # Moves with every change that the table's page shows.
    revision = models.PositiveIntegerField(default=0, editable=False)

    objects = TableQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="tables_table_has_a_name", condition=~Q(name="")
            ),
            models.CheckConstraint(
                name="tables_table_is_not_closed_in_play",
                condition=Q(closed_at=None) | Q(is_playing=False),
            ),
            models.UniqueConstraint(
                fields=["name"],
                condition=Q(closed_at=None),
                name="tables_table_standing_names_differ",
                violation_error_message=_(
                    "Another table in the room has this name: choose another name."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """The name in the reader's language. A generated name, such as `Table 6`, is translated; any other stays."""
        values = TABLE.values_in(self.name)
        return gettext(TABLE.form).format(**values) if values else self.name

    @property
    def game(self) -> str:
        return told(SYSTEMS[self.system].title)

    @property
    def noun(self) -> str:
        """The noun for the game of the table, in the reader's language: `rubber`, or `round` in Chicago."""
        return noun(self.system)

    @property
    def house_rules(self) -> list[str]:
        """The rules that differ from the game's defaults, in words; for invalid rules, the error message alone."""
        try:
            return house_rules(self.system, self.rules)
        except InvalidRules as refusal:
            return [refusal_told(refusal)]

    def clean(self) -> None:
        """Raise ValidationError for house rules that the game does not know, so that no rubber begins with them."""
        try:
            SYSTEMS[self.system].rules(self.rules)
        except (KeyError, InvalidRules) as refusal:
            raise ValidationError({"rules": str(refusal)}) from refusal


class SittingQuerySet(AppendOnlyQuerySet, models.QuerySet["Sitting"]):
    def present(self) -> Self:
        """Sittings that have not ended, the earliest first, with their members fetched."""
        return (
            self.filter(left_at=None)
            .select_related("member")
            .order_by("arrived_at", "pk")
        )

    def unconfirmed(self) -> Self:
        """Present sittings of members whom another member brought, and who have not confirmed that they are there."""
        return self.filter(left_at=None, seated_by__isnull=False, confirmed_at=None)

    def of_person(self, member: Member) -> Self:
        """Sittings of this person under any of the person's records."""
        return self.filter(member__in=records_of(member))


class Sitting(AppendOnly):
    """A member's stay at a table, from coming to leaving: in a seat, or waiting to cut in."""

    may_change = ("seat", "left_at", "confirmed_at")

    table = models.ForeignKey(Table, models.PROTECT, related_name="sittings")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="sittings"
    )
    seat = models.CharField(max_length=1, choices=SEATS, blank=True)
    arrived_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    # Another, who brought the member to the table; null: the member came alone, or nobody knows.
    seated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    # When the member then said to be here.
    confirmed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = SittingQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="tables_sitting_seat_is_a_seat",
                condition=Q(seat__in=["", "N", "E", "S", "W"]),
            ),
            models.UniqueConstraint(
                fields=["table", "seat"],
                condition=Q(left_at=None) & ~Q(seat=""),
                name="tables_sitting_one_member_a_seat",
            ),
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(left_at=None),
                name="tables_sitting_one_table_a_member",
            ),
            models.CheckConstraint(
                name="tables_sitting_seated_by_another",
                condition=Q(seated_by=None) | ~Q(seated_by=F("member")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} at {self.table}" + (
            f", {self.get_seat_display()}" if self.seat else ""
        )

    @property
    def is_unconfirmed(self) -> bool:
        """True if another member brought this member to the table, and this member has not confirmed it."""
        return self.seated_by_id is not None and self.confirmed_at is None


class Cut(AppendOnly):
    """A cut for one rubber: it decides who plays, if too many are at the table, the partners, the dealer and the seats.

    `system` is the game of the cut, `going_out` the house rule at that time. The cut is open until the rubber begins or
    somebody cuts again.
    """

    may_change = ("is_open",)

    table = models.ForeignKey(Table, models.PROTECT, related_name="cuts")
    system = models.CharField(
        _("game"), max_length=20, choices=system_titles, default=DEFAULT
    )
    going_out = models.CharField(
        max_length=10, choices=ways_of_going_out, default=GoingOut.LONGEST
    )
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    is_open = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(is_open=True),
                name="tables_cut_one_for_the_next_rubber",
            ),
        ]

    def __str__(self) -> str:
        return f"Cut {self.pk} at {self.table}"


class Candidate(AppendOnly):
    """A member at the table when the cut was made.

    `rubbers` is the number of rubbers that the member has just played in a row; 0 for a member who has waited. The rows
    of a cut, by their ids, are in the order of precedence.
    """

    cut = models.ForeignKey(Cut, models.PROTECT, related_name="candidates")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    rubbers = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["cut", "member"], name="tables_candidate_once_a_cut"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.rubbers} in a row"


class Draw(AppendOnly):
    """The card that one member drew. `rank` is 2–14 (14 is the ace), `suit` is C, D, H or S.

    A cut may decide two things: who plays, and who are partners. For each of them, cards are drawn from a full pack.
    """

    class Decides(models.TextChoices):
        STAYING = "staying", _("who stays in")
        PARTNERS = "partners", _("who plays with whom")

    cut = models.ForeignKey(Cut, models.PROTECT, related_name="draws")
    decides = models.CharField(max_length=10, choices=Decides, default=Decides.PARTNERS)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    rank = models.PositiveSmallIntegerField(validators=[MinValueValidator(2)])
    suit = models.CharField(max_length=1)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="tables_draw_decides_one_of_two",
                condition=Q(decides__in=["staying", "partners"]),
            ),
            models.CheckConstraint(
                name="tables_draw_rank_is_a_rank",
                condition=Q(rank__gte=2, rank__lte=14),
            ),
            models.CheckConstraint(
                name="tables_draw_suit_is_a_suit",
                condition=Q(suit__in=["C", "D", "H", "S"]),
            ),
            models.UniqueConstraint(
                fields=["cut", "decides", "member"],
                name="tables_draw_one_card_a_member",
            ),
            models.UniqueConstraint(
                fields=["cut", "decides", "rank", "suit"],
                name="tables_draw_one_member_a_card",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.rank}{self.suit}"
