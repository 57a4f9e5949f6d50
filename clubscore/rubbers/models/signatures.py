"""Signatures under deals and under net scores. Each signature is a row of its own, never a flag on the rubber."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from clubscore.contracts.models import Signature, SignatureMethod
from clubscore.rubbers.models.motion import Motion
from clubscore.rubbers.models.notes import Reopening
from clubscore.rubbers.models.proposal import Proposal
from clubscore.rubbers.models.rubber import Deal, Rubber

# Who gave one as a guest gives another as a member.
BY_TABLE_PIN = Q(how=SignatureMethod.TABLE_PIN)


class DealAgreement(Signature):
    """A player's agreement to one version of a deal (Law 76). A new version has no agreements yet."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="agreements")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["deal", "member"], name="rubbers_dealagreement_once_a_member"
            )
        ]

    def __str__(self) -> str:
        return f"{self.member} agrees to {self.deal}"


class NetAgreement(Signature):
    """A player's agreement to the net score of a rubber. It counts until a version later than `newest` is written.

    A reopening clears it (`cleared_by`). If the player cannot sign, an arbiter signs (`given_by`) with a written
    reason. Where no arbiter is neutral, one player of each side does, by `motion`, whose maker is `given_by`.
    """

    may_change = ("cleared_by",)

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="net_agreements")
    newest = models.ForeignKey(Deal, models.PROTECT, related_name="+")
    # The newest proposal that was open then: it counts while none is newer. Null: there was none.
    despite = models.ForeignKey(
        Proposal, models.PROTECT, null=True, blank=True, related_name="+"
    )
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    reason = models.CharField(max_length=200, blank=True)
    motion = models.ForeignKey(
        Motion, models.PROTECT, null=True, blank=True, related_name="+"
    )
    cleared_by = models.ForeignKey(
        Reopening, models.PROTECT, null=True, blank=True, related_name="cleared"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rubber", "newest", "member"],
                condition=Q(despite=None, cleared_by=None) & ~BY_TABLE_PIN,
                name="rubbers_netagreement_once_a_member",
            ),
            models.UniqueConstraint(
                fields=["rubber", "newest", "member", "despite"],
                condition=Q(cleared_by=None) & ~BY_TABLE_PIN,
                name="rubbers_netagreement_once_a_dispute",
            ),
            models.UniqueConstraint(
                "rubber",
                "newest",
                "member",
                Coalesce("despite", 0, output_field=models.BigIntegerField()),
                condition=Q(cleared_by=None) & BY_TABLE_PIN,
                name="rubbers_netagreement_once_by_table_pin",
            ),
            models.CheckConstraint(
                name="rubbers_netagreement_instead_for_a_reason",
                condition=Q(given_by=None, reason="")
                | Q(given_by__isnull=False) & ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="rubbers_netagreement_instead_of_another",
                condition=Q(given_by=None) | ~Q(given_by=F("member")),
            ),
            models.CheckConstraint(
                name="rubbers_netagreement_motion_signs_instead",
                condition=Q(motion=None) | Q(given_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} agrees to the net score of {self.rubber}"


class AuctionOver(Signature):
    """A player's statement that all four have called on the deal after the version `after` (Law 78).

    None as `after` stands for the first deal. The auction is over when a player of each side has said so
    (`RubberState.auctions_over`).
    """

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="auctions_over")
    after = models.ForeignKey(Deal, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["after", "member"],
                condition=~BY_TABLE_PIN,
                name="rubbers_auctionover_once_a_member",
            ),
            models.UniqueConstraint(
                fields=["rubber", "member"],
                condition=Q(after=None) & ~BY_TABLE_PIN,
                name="rubbers_auctionover_once_before_the_first",
            ),
            models.UniqueConstraint(
                "rubber",
                "member",
                Coalesce("after", 0, output_field=models.BigIntegerField()),
                condition=BY_TABLE_PIN,
                name="rubbers_auctionover_once_by_table_pin",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} in rubber {self.rubber_id}: the auction after {self.after or 'nothing'} is over"
