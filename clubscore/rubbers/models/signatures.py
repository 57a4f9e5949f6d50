"""Signatures under deals and net scores: rows, never flags on the rubber."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from clubscore.append_only import AppendOnly
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


class AuctionOver(AppendOnly):
    """All four have called on the deal after `number`: its tricks stand unless all four consent (Law 78)."""

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="auctions_over")
    number = models.PositiveSmallIntegerField()
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rubber", "number"], name="rubbers_auctionover_once_a_deal")
        ]

    def __str__(self) -> str:
        return f"The auction after deal {self.number} of rubber {self.rubber_id} is over"
