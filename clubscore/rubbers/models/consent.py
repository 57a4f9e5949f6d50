"""Who agreed to what, and when: signatures, proposals and votes are rows, never flags on the rubber."""

from typing import ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from clubscore.ledger.rounding import Rounding
from clubscore.rubbers.models.rubber import Deal, Facts, Rubber, roundings
from clubscore.tables.models import SEATS


class How(models.TextChoices):
    """In which way a player agreed."""

    RECORDED = "recorded", "recorded it"
    KEPT = "kept", "kept the same in the other book"
    TAPPED = "tapped", "agreed"
    PIN = "pin", "agreed by PIN at another's device"


class Signature(models.Model):
    """A player's agreement. `device_of` is who lent the device to somebody who has none."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    how = models.CharField(max_length=10, choices=How)
    device_of = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        abstract = True


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

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="net_agreements")
    newest = models.ForeignKey(Deal, models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rubber", "newest", "member"], name="rubbers_netagreement_once_a_member")
        ]

    def __str__(self) -> str:
        return f"{self.member} agrees to the net score of {self.rubber}"


class AuctionOver(models.Model):
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


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def open(self) -> Self:
        return self.filter(state=Proposal.State.OPEN)


class Proposal(Facts):
    """What a deal should say instead. One may be open for a deal at a time."""

    class State(models.TextChoices):
        OPEN = "open", "open"
        ACCEPTED = "accepted", "accepted"
        REFUSED = "refused", "refused"
        WITHDRAWN = "withdrawn", "withdrawn"
        EXPIRED = "expired", "expired"
        RULED = "ruled", "ruled by an admin"

    class Origin(models.TextChoices):
        BOOK = "book", "the other book"  # both sides kept the score, and differ
        CORRECTION = "correction", "a correction"

    class Later(models.TextChoices):
        """What becomes of deals after the end that the correction brings forward."""

        STRIKE = "strike", "strike them"
        NEXT = "next", "keep them as the start of the next rubber"

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="proposals")
    base = models.ForeignKey(Deal, models.PROTECT, related_name="proposals")  # the version that it would replace
    origin = models.CharField(max_length=10, choices=Origin)
    strikes = models.BooleanField(default=False)  # it would take the deal out of the rubber (bad pack, Law 79)
    later = models.CharField(max_length=10, choices=Later, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    reason = models.CharField(max_length=200, blank=True)
    key = models.UUIDField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    ruling = models.CharField(max_length=200, blank=True)

    objects = ProposalQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            *Facts.constraints_of("rubbers_proposal"),
            models.UniqueConstraint(
                fields=["base"], condition=Q(state="open"), name="rubbers_proposal_one_open_a_deal"
            ),
            models.UniqueConstraint(fields=["rubber", "key"], name="rubbers_proposal_one_row_a_key"),
            models.CheckConstraint(
                name="rubbers_proposal_closes_whole",
                condition=Q(state="open", closed_at=None) | (~Q(state="open") & Q(closed_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="rubbers_proposal_is_ruled_with_a_reason", condition=~Q(state="ruled", ruling="")
            ),
        ]

    def __str__(self) -> str:
        return f"Proposal {self.pk} for {self.base}"

    @property
    def number(self) -> int:
        return self.base.number

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class Vote(models.Model):
    """A player's word on a proposal; the newest of a player counts, so that one may yield."""

    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="votes")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    is_yes = models.BooleanField()
    at = models.DateTimeField()
    how = models.CharField(max_length=10, choices=How, default=How.TAPPED)
    device_of = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.member}: {'yes' if self.is_yes else 'no'} to proposal {self.proposal_id}"


class Reopening(models.Model):
    """An admin opens an agreed rubber again for correction, with the reason."""

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="reopenings")
    reason = models.CharField(max_length=200)
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(name="rubbers_reopening_has_a_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.rubber} reopened: {self.reason}"


class PackNote(models.Model):
    """The pack was found to be wrong: recorded scores stand (Law 79), and this says when it was found."""

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="pack_notes")
    text = models.CharField(max_length=200)
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="rubbers_packnote_says_what_was_wrong", condition=~Q(text=""))
        ]

    def __str__(self) -> str:
        return f"{self.rubber}: {self.text}"


class Substitution(models.Model):
    """Somebody is to play on in another's seat for the rest of the rubber, by consent of the other three."""

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="substitutions")
    seat = models.CharField(max_length=1, choices=SEATS)
    leaver = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    substitute = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)  # when the third consent came
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rubber", "seat"],
                condition=Q(made_at=None, withdrawn_at=None),
                name="rubbers_substitution_one_open_a_seat",
            ),
            models.CheckConstraint(
                name="rubbers_substitution_is_made_or_withdrawn", condition=Q(made_at=None) | Q(withdrawn_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.substitute} for {self.leaver} in {self.rubber}"


class SubstitutionConsent(Signature):
    substitution = models.ForeignKey(Substitution, models.PROTECT, related_name="consents")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["substitution", "member"], name="rubbers_substitutionconsent_once_a_member")
        ]

    def __str__(self) -> str:
        return f"{self.member} consents: {self.substitution}"


MOST_MONEY = 100_000  # in the smallest unit: no figure of it can then outgrow its column
IN_CENTS = "In the smallest unit of the club’s currency: 10 is ten cents. 0: nothing."


class House(models.Model):
    """The club's own choices about agreement and posting; one row, pinned into each rubber when it begins."""

    agreed_by = models.CharField(
        "a rubber is posted when the net score is agreed by",
        max_length=10,
        choices=Rubber.AgreedBy,
        default=Rubber.AgreedBy.SIDES,
    )
    agreed_after = models.PositiveSmallIntegerField(
        "minutes without objection", default=30, help_text="Only when nobody need agree."
    )
    rounding = models.CharField("a margin is posted as", max_length=10, choices=roundings, default=Rounding.EXACT)
    wash_out_below = models.PositiveSmallIntegerField(
        "a margin counts nothing below", default=0, help_text="In points, before rounding."
    )
    stake = models.PositiveIntegerField(
        "stake for every hundred points", default=0, validators=[MaxValueValidator(MOST_MONEY)], help_text=IN_CENTS
    )
    table_money = models.PositiveIntegerField(
        "table money from each player",
        default=0,
        validators=[MaxValueValidator(MOST_MONEY)],
        help_text=f"For every rubber, to the club. {IN_CENTS}",
    )

    class Meta:
        verbose_name = "house rule"
        constraints: ClassVar = [models.CheckConstraint(name="rubbers_house_is_one", condition=Q(pk=1))]

    def __str__(self) -> str:
        return "The house rules"

    def clean(self) -> None:
        """Money needs a currency to be written in."""
        if (self.stake or self.table_money) and not settings.CLUB_CURRENCY:
            raise ValidationError(
                "To play for money, first name the currency: CLUB_CURRENCY=EUR among the settings of the installation."
            )

    @classmethod
    def current(cls) -> "House":
        """The club's choices, or the defaults when nobody has chosen."""
        return cls.objects.filter(pk=1).first() or cls(pk=1)
