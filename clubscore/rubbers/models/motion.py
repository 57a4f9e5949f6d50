"""Motions about a whole rubber: its end, voiding, opening again, dealer, seats and net score; and the answers."""

from collections.abc import Mapping
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.contracts.models import SEAT_LETTERS, Signature
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.rubbers.models.rubber import Rubber
from clubscore.tables.models import SEATS
from clubscore.web.templatetags.sentences import all_of
from scoring import Exchange, Seat

SWAPS = [
    ("NE", _("North and East")),
    ("NW", _("North and West")),
    ("ES", _("East and South")),
    ("SW", _("South and West")),
    ("NS", _("North and South")),
    ("EW", _("East and West")),
]
"""The pairs of seats whose players can change places.

They make every order of four players around the table: a table that is only turned scores alike.
"""


class MotionQuerySet(AppendOnlyQuerySet, models.QuerySet["Motion"]):
    def open(self) -> Self:
        return self.filter(state=Motion.State.OPEN)


class Motion(AppendOnly):
    """A proposal about a whole rubber that changes no deal. Several players consent, or an arbiter decides alone.

    At most one motion of each kind may be open in a rubber (decision 0076).
    """

    may_change = ("state", "closed_at", "closed_by", "ruling", "is_ruled_yes")

    class Kind(models.TextChoices):
        """The kinds of motion about a rubber.

        They end it, play on, void it, let a voided one count again, open an agreed one, correct the first dealer or
        who sat where, or let the net score stand where somebody does not sign.
        """

        END = "end", _("end it early")
        CONTINUE = "continue", _("play on")
        VOID = "void", _("void it")
        RESTORE = "restore", _("let it count again")
        REOPEN = "reopen", _("open it again")
        DEALER = "dealer", _("correct its first dealer")
        SEATS = "seats", _("correct who sat where")
        STAND = "stand", _("let its net score stand")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("a motion", "open")
        CARRIED = "carried", pgettext_lazy("a motion", "carried")
        REFUSED = "refused", pgettext_lazy("a motion", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("a motion", "withdrawn")
        EXPIRED = "expired", pgettext_lazy("a motion", "expired")
        RULED = "ruled", pgettext_lazy("a motion", "decided by an arbiter")

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="motions")
    kind = models.CharField(max_length=10, choices=Kind)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    reason = models.CharField(max_length=200)
    # The seat that dealt first, by a motion to correct the first dealer.
    dealer = models.CharField(max_length=1, choices=SEATS, blank=True)
    # The two seats whose players change places, as on the sheet then, by a motion to correct who sat where.
    swap = models.CharField(max_length=2, choices=SWAPS, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    # The arbiter's reason; an arbiter who decides without a motion of the players repeats it as `reason`.
    ruling = models.CharField(max_length=200, blank=True)
    is_ruled_yes = models.BooleanField(null=True, blank=True)

    objects: ClassVar = MotionQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rubber", "kind"],
                condition=Q(state="open"),
                name="rubbers_motion_one_open_a_kind",
            ),
            models.CheckConstraint(
                name="rubbers_motion_names_a_dealer",
                condition=Q(kind="dealer", dealer__in=SEAT_LETTERS)
                | ~Q(kind="dealer") & Q(dealer=""),
            ),
            models.CheckConstraint(
                name="rubbers_motion_names_two_seats",
                condition=Q(kind="seats", swap__in=[pair for pair, _words in SWAPS])
                | ~Q(kind="seats") & Q(swap=""),
            ),
            models.CheckConstraint(
                name="rubbers_motion_has_a_reason", condition=~Q(reason="")
            ),
            models.CheckConstraint(
                name="rubbers_motion_closes_whole",
                condition=Q(state="open", closed_at=None)
                | (~Q(state="open") & Q(closed_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="rubbers_motion_is_ruled_whole",
                condition=Q(ruling="", is_ruled_yes=None) & ~Q(state="ruled")
                | ~Q(ruling="")
                & Q(state="ruled", is_ruled_yes__isnull=False, closed_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Motion {self.pk} in rubber {self.rubber_id}: {self.get_kind_display()}"

    @property
    def aim(self) -> str:
        """The aim in the reader's words: `end the rubber early`, `play on in the rubber`, `void the rubber`."""
        words = {
            self.Kind.END: _("end the %(noun)s early"),
            self.Kind.CONTINUE: _("play on in the %(noun)s"),
            self.Kind.VOID: _("void the %(noun)s"),
            self.Kind.RESTORE: _("let the voided %(noun)s count again"),
            self.Kind.REOPEN: _("open the agreed %(noun)s again"),
            self.Kind.DEALER: _("correct the first dealer to %(seat)s"),
            self.Kind.STAND: _("let the net score of the %(noun)s stand"),
            self.Kind.SEATS: _("let %(seats)s change places"),
        }
        names = {
            "noun": self.rubber.noun,
            "seat": self.get_dealer_display(),
            "seats": self.get_swap_display(),
        }
        return str(words[self.Kind(self.kind)]) % names

    def aim_by_names(self, names: Mapping[Seat, str]) -> str:
        """The aim in the reader's words. One about the seats names the players, who sat in them when it was made."""
        if self.kind != self.Kind.SEATS:
            return self.aim
        exchange = self.exchange
        both = sorted((names[exchange.first], names[exchange.second]))
        return str(_("let %(seats)s change places")) % {"seats": all_of(both)}

    @property
    def is_about_the_score(self) -> bool:
        """True if the motion corrects the first dealer or the seats, by which every deal is scored (Law 78)."""
        return self.kind in ABOUT_THE_SCORE

    @property
    def exchange(self) -> Exchange:
        """The exchange of two players that a motion about the seats asks for."""
        return exchange_of(self.swap)

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_carried_out(self) -> bool:
        """True if the players or an arbiter have decided for the motion."""
        return self.state == self.State.CARRIED or bool(self.is_ruled_yes)


ABOUT_THE_SCORE = (Motion.Kind.DEALER, Motion.Kind.SEATS)
"""The kinds of motion that let every deal be scored anew: a majority of the players decides (Law 78)."""


def exchange_of(swap: str) -> Exchange:
    """The exchange that the letters of two seats stand for, such as "ES"."""
    return Exchange(Seat(swap[0]), Seat(swap[1]))


class MotionAnswer(Signature):
    """A player's answer to a motion: yes or no. Only the newest answer of a player counts."""

    motion = models.ForeignKey(Motion, models.PROTECT, related_name="answers")
    is_yes = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.member}: {'yes' if self.is_yes else 'no'} to motion {self.motion_id}"
