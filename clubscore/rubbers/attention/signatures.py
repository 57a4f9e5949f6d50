"""Rubbers of which one may ask who was there: players who say that they were not, signatures on one device alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.rubbers.attention.listed import Listed
from clubscore.rubbers.models import DealAgreement, NetAgreement, NotThere, Rubber
from clubscore.web.templatetags.sentences import all_of

LATELY = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class OneDevice:
    """A rubber posted lately that both sides have agreed to on the devices of one member alone."""

    rubber: Rubber
    owner: Member
    words: str
    """`Anna, and Karl Stein by table PIN`: who has agreed to the net score, and how."""

    @property
    def posted_at(self) -> datetime | None:
        return self.rubber.agreed_at


def absences(now: datetime, span: slice) -> list[NotThere]:
    """Open words of players that they are not there, the oldest first."""
    return _ABSENCES.of(span)


def _absences(span: slice) -> QuerySet[NotThere]:
    said = NotThere.objects.filter(closed_at=None, rubber__agreed_at=None)
    return said.select_related("rubber__table", "rubber__started_by", "member").order_by("at", "pk")[span]


def signed_on_one_device(now: datetime, span: slice) -> Iterator[OneDevice]:
    """Rubbers agreed lately with a signature by PIN, and no signature from a device of anybody but its owner.

    The newest first.
    """
    rubbers: list[Any] = _ALONE.of(span, now - LATELY)  # each with its lender
    if not rubbers:
        return
    owners = Member.objects.in_bulk([rubber.lender for rubber in rubbers])
    given = NetAgreement.objects.filter(rubber__in=rubbers, cleared_by=None).select_related("member").order_by("pk")
    for rubber in rubbers:
        names = [_how(each) % {"name": each.member.name} for each in given if each.rubber_id == rubber.pk]
        yield OneDevice(rubber, owners[rubber.lender], all_of(names))


def _signed_alone(span: slice, since: datetime) -> QuerySet[Rubber]:
    net = NetAgreement.objects.filter(rubber=OuterRef("pk"), cleared_by=None).annotate(
        owner=Coalesce("given_by", "device_of", "member", output_field=IntegerField())
    )
    deals = DealAgreement.objects.filter(deal__rubber=OuterRef("pk")).annotate(
        owner=Coalesce("device_of", "member", output_field=IntegerField())
    )
    by_pin = net.filter(device_of__isnull=False).order_by("pk")
    lent = Rubber.objects.filter(agreed_at__gte=since).annotate(lender=Subquery(by_pin.values("owner")[:1]))
    others = (Exists(rows.exclude(owner=OuterRef("lender"))) for rows in (net, deals))
    alone = lent.exclude(lender=None).filter(*(~other for other in others))
    return alone.select_related("table").order_by("-agreed_at", "-pk")[span]


def _how(given: NetAgreement) -> str:
    if given.how == SignatureMethod.PIN:
        return _("%(name)s by PIN")
    return _("%(name)s by table PIN") if given.how == SignatureMethod.TABLE_PIN else "%(name)s"


_ABSENCES = Listed(_absences)
_ALONE = Listed(_signed_alone, Rubber._meta.get_field("agreed_at"))
