"""Proposed versions of deals, and the votes on them."""

from operator import attrgetter
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from clubscore.contracts.models import DealColumns, SignatureMethod
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.rubbers.models.rubber import Deal, Rubber


class ProposalQuerySet(AppendOnlyQuerySet, models.QuerySet["Proposal"]):
    def open(self) -> Self:
        return self.filter(state=Proposal.State.OPEN)


class Proposal(AppendOnly, DealColumns):
    """A proposal to correct a deal or to strike it out. At most one proposal may be open for a version of a deal."""

    may_change = (
        "state",
        "closed_at",
        "closed_by",
        "ruling",
        "is_ruled_yes",
        "consents_then",
    )

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("a proposal", "open")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")
        RULED = "ruled", _("ruled by an arbiter")

    class Origin(models.TextChoices):
        BOOK = "book", _("the other book")  # both sides kept the score, and differ
        CORRECTION = "correction", _("a correction")

    class Error(models.TextChoices):
        """The kind of error in a number of tricks (Law 78), as the proposer has named it."""

        RECORDING = "recording", _("agreed rightly, recorded wrongly")
        AGREEMENT = "agreement", _("agreed wrongly")

    class Later(models.TextChoices):
        """The proposed fate of the deals that are left over if the correction brings the end of the rubber forward."""

        STRIKE = "strike", _("strike them")
        NEXT = "next", _("keep them as the start of the next rubber")

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="proposals")
    # The version that it would replace.
    base = models.ForeignKey(Deal, models.PROTECT, related_name="proposals")
    origin = models.CharField(max_length=10, choices=Origin)
    # It would take the deal out of the rubber (bad pack, Law 79).
    strikes = models.BooleanField(default=False)
    # Where it changes tricks and the laws ask.
    error = models.CharField(max_length=10, choices=Error, blank=True)
    later = models.CharField(max_length=10, choices=Later, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    reason = models.CharField(max_length=200, blank=True)
    key = models.UUIDField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    ruling = models.CharField(max_length=200, blank=True)
    # Whether the arbiter ruled for it.
    is_ruled_yes = models.BooleanField(null=True, blank=True)
    # The consents that it took when an arbiter ruled: 3, 4, or 0 when the players could decide it no more.
    consents_then = models.PositiveSmallIntegerField(null=True, blank=True)

    objects: ClassVar = ProposalQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["base"],
                condition=Q(state="open"),
                name="rubbers_proposal_one_open_a_deal",
            ),
            models.UniqueConstraint(
                fields=["rubber", "key"], name="rubbers_proposal_one_row_a_key"
            ),
            models.CheckConstraint(
                name="rubbers_proposal_closes_whole",
                condition=Q(state="open", closed_at=None)
                | (~Q(state="open") & Q(closed_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="rubbers_proposal_is_ruled_with_a_reason",
                condition=~Q(state="ruled", ruling=""),
            ),
            models.CheckConstraint(
                name="rubbers_proposal_names_an_error_of_tricks",
                condition=Q(error="")
                | Q(
                    error__in=["recording", "agreement"],
                    origin="correction",
                    strikes=False,
                    tricks__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="rubbers_proposal_is_ruled_whole",
                condition=Q(ruling="", is_ruled_yes=None, consents_then=None)
                | ~Q(ruling="") & Q(is_ruled_yes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Proposal {self.pk} for {self.base}"

    @property
    def number(self) -> int:
        return self.base.number

    @property
    def proposed(self) -> scoring.Deal | None:
        """The proposed facts; None if the proposal is to strike out the deal."""
        return None if self.strikes else self.facts

    def newest_votes_of_persons(self) -> "dict[int, Vote]":
        """The newest vote of each person who has voted on the proposal, by person's id. Prefetch `votes__member`."""
        return {
            vote.member.person_id: vote
            for vote in sorted(self.votes.all(), key=attrgetter("pk"))
        }

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class Vote(AppendOnly):
    """A player's vote on a proposal. Only the newest vote of a player counts, so a player can change a vote."""

    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="votes")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    is_yes = models.BooleanField()
    at = models.DateTimeField()
    how = models.CharField(
        max_length=10, choices=SignatureMethod, default=SignatureMethod.TAPPED
    )
    device_of = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    def __str__(self) -> str:
        return f"{self.member}: {'yes' if self.is_yes else 'no'} to proposal {self.proposal_id}"
