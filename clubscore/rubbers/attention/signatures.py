"""Rubbers with a doubt about who was there: "I am not there" reports, and signatures from one device alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.rubbers.attention.listed import ListQuery
from clubscore.rubbers.attention.reader import Reader
from clubscore.rubbers.models import DealAgreement, NetAgreement, NotThere, Rubber
from clubscore.web.templatetags.sentences import all_of

LATELY = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class OneDevice:
    """A lately posted rubber whose deals and net score were all signed on the devices of one member, `owner`."""

    rubber: Rubber
    owner: Member
    words: str
    """The signers of the net score, with their methods, in words: `Anna, and Karl Stein by table PIN`."""

    @property
    def posted_at(self) -> datetime | None:
        return self.rubber.agreed_at


def absences(now: datetime, span: slice, reader: Reader) -> list[NotThere]:
    """The open "I am not there" reports in the slice `span` of the list, the oldest first."""
    return _ABSENCES.of(span)


def _absences(span: slice) -> QuerySet[NotThere]:
    said = NotThere.objects.filter(closed_at=None, rubber__agreed_at=None)
    return said.select_related(
        "rubber__table", "rubber__started_by", "member"
    ).order_by("at", "pk")[span]


def signed_on_one_device(
    now: datetime, span: slice, reader: Reader
) -> Iterator[OneDevice]:
    """Rubbers agreed lately whose signatures all come from one member's device, at least one by PIN; newest first.

    `span` is the slice of the list.
    """
    rubbers: list[Any] = _ALONE.of(span, now - LATELY)  # each with its lender
    if not rubbers:
        return
    owners = Member.objects.in_bulk([rubber.lender for rubber in rubbers])
    given = (
        NetAgreement.objects.filter(rubber__in=rubbers, cleared_by=None)
        .select_related("member")
        .order_by("pk")
    )
    for rubber in rubbers:
        signers = [
            _signer_in_words(signature)
            for signature in given
            if signature.rubber_id == rubber.pk
        ]
        yield OneDevice(rubber, owners[rubber.lender], all_of(signers))


def _signed_alone(span: slice, since: datetime) -> QuerySet[Rubber]:
    net = NetAgreement.objects.filter(rubber=OuterRef("pk"), cleared_by=None).annotate(
        owner=Coalesce("given_by", "device_of", "member", output_field=IntegerField())
    )
    deals = DealAgreement.objects.filter(deal__rubber=OuterRef("pk")).annotate(
        owner=Coalesce("device_of", "member", output_field=IntegerField())
    )
    by_pin = net.filter(device_of__isnull=False).order_by("pk")
    lent = (
        Rubber.objects.counting()
        .filter(agreed_at__gte=since)
        .annotate(lender=Subquery(by_pin.values("owner")[:1]))
    )
    net_elsewhere = Exists(net.exclude(owner=OuterRef("lender")))
    deals_elsewhere = Exists(deals.exclude(owner=OuterRef("lender")))
    alone = lent.exclude(lender=None).filter(~net_elsewhere, ~deals_elsewhere)
    return alone.select_related("table").order_by("-agreed_at", "-pk")[span]


def _signer_in_words(signature: NetAgreement) -> str:
    """The signer and the method in words: `Anna`, `Anna by PIN`, `Karl Stein by table PIN`."""
    name = signature.member.name
    if signature.how == SignatureMethod.PIN:
        return _("%(name)s by PIN") % {"name": name}
    if signature.how == SignatureMethod.TABLE_PIN:
        return _("%(name)s by table PIN") % {"name": name}
    return name


_ABSENCES = ListQuery(_absences)
_ALONE = ListQuery(_signed_alone, Rubber._meta.get_field("agreed_at"))
