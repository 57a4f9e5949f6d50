"""Signatures under deals and net scores: rows, never flags on the rubber."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from clubscore.contracts.models import Signature
from clubscore.rubbers.models.rubber import Deal, Rubber


class DealAgreement(Signature):
    """A player agrees to one version of a deal (Law 76). A new version has no agreements yet."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="agreements")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "member"], name="rubbers_dealagreement_once_a_member")
        ]

    def __str__(self) -> str:
        return f"{self.member} agrees to {self.deal}"


class NetAgreement(Signature):
    """A player agrees to the net score of a rubber as it is after the version `newest`; a later version clears it."""

    may_delete = True  # a rubber that is reopened is agreed anew, perhaps by the same after the same version

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="net_agreements")
    newest = models.ForeignKey(Deal, models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rubber", "newest", "member"], name="rubbers_netagreement_once_a_member")
        ]

    def __str__(self) -> str:
        return f"{self.member} agrees to the net score of {self.rubber}"


class AuctionOver(Signature):
    """A player says that all four have called on the deal after the version `after` (Law 78); None: on the first deal.

    The auction is over when one of each side says so (`RubberState.auctions_over`).
    """

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="auctions_over")
    after = models.ForeignKey(Deal, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["after", "member"], name="rubbers_auctionover_once_a_member"),
            models.UniqueConstraint(
                fields=["rubber", "member"], condition=Q(after=None), name="rubbers_auctionover_once_before_the_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} in rubber {self.rubber_id}: the auction after {self.after or 'nothing'} is over"
