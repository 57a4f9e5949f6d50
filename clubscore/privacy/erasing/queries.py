"""Reads before an erasure: the reasons against it, and texts that others wrote with the member's name in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.apps import apps
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Place, Session
from clubscore.members.models import Member
from clubscore.members.row_kinds import kind_words
from clubscore.rubbers.models import Rubber, RubberSeat, Substitution
from clubscore.settlements.models import PaymentEvent, Transfer
from clubscore.tables.models import Sitting

OURS = "clubscore."
FINAL_TABLES = {"standings.FinalRow", "standings.FinalPercentage"}
NOT_TYPED = {
    "members.Member",
    "privacy.KeptValue",
    "members.OpenSession",
    *FINAL_TABLES,
}


@dataclass(frozen=True, slots=True)
class Mentions:
    """The number of texts of one kind that have one of a member's names in them; `what` names the kind."""

    what: str
    count: int

    def __str__(self) -> str:
        return f"{self.count} × {self.what}"


def obstacles(member: Member, *, records: Sequence[Member], by: Member) -> list[str]:
    """The reasons against an erasure of the person by `by` now, as sentences; [] if the person can be erased.

    Each sentence says what must happen first. `records` are all records of the person.
    """
    return [
        *_of_the_record(member, by),
        *_at_the_table(member, records),
        *_in_sessions(member, records),
        *_in_the_books(member, records),
    ]


def _of_the_record(member: Member, by: Member) -> Iterator[str]:
    if member.erased_at:
        yield _("%(member)s was erased already.") % {"member": member.name}
    other_owners = Member.objects.filter(is_superuser=True, is_active=True).exclude(
        pk=member.pk
    )
    if member.is_superuser and not other_owners:
        yield _("%(member)s is the only owner: make another one first.") % {
            "member": member.name
        }
    elif member.pk == by.pk:
        yield _("This is you: another owner erases you.")


def _at_the_table(member: Member, records: Sequence[Member]) -> Iterator[str]:
    sittings = Sitting.objects.present().filter(member__in=records)
    for sitting in sittings.select_related("table"):
        yield _("%(member)s is at %(table)s: leave it first.") % {
            "member": member.name,
            "table": sitting.table.called,
        }
    played = RubberSeat.objects.filter(member__in=records).values("rubber")
    not_agreed = Rubber.objects.filter(pk__in=played, agreed_at=None).select_related(
        "table"
    )
    for rubber in not_agreed.order_by("pk"):
        if rubber.is_over:
            words = _(
                "A %(noun)s of %(member)s at %(table)s is over and not agreed: finish and agree it first."
            )
        else:
            words = _(
                "A %(noun)s of %(member)s at %(table)s is in play: finish and agree it first."
            )
        yield words % {
            "noun": rubber.noun,
            "member": member.name,
            "table": rubber.table.called,
        }
    asked = Substitution.objects.open().filter(
        substitute__in=records, rubber__ended_at=None
    )
    for substitution in asked.select_related("rubber__table"):
        yield _(
            "%(member)s is proposed as a substitute at %(table)s: decide that first."
        ) % {
            "member": member.name,
            "table": substitution.rubber.table.called,
        }


def _in_sessions(member: Member, records: Sequence[Member]) -> Iterator[str]:
    places = Place.objects.in_open_sessions().filter(member__in=records)
    for place in places.select_related("session").order_by("pk"):
        yield _(
            "%(member)s has a place in %(session)s: let it end, or free the place before it begins."
        ) % {
            "member": member.name,
            "session": place.session.name,
        }
    for session in Session.objects.open().filter(director__in=records).order_by("pk"):
        yield _("%(member)s directs %(session)s: let it end, or cancel it.") % {
            "member": member.name,
            "session": session.name,
        }


def _in_the_books(member: Member, records: Sequence[Member]) -> Iterator[str]:
    theirs = Q(payer__in=records) | Q(receiver__in=records)
    received = PaymentEvent.objects.filter(kind=PaymentEvent.Kind.RECEIVED).values(
        "transfer"
    )
    waiting = Transfer.objects.filter(theirs, settlement__cancelled_at=None).exclude(
        pk__in=received
    )
    for transfer in waiting.select_related("settlement").order_by("pk"):
        yield _(
            "A payment of %(member)s is open (%(settlement)s): confirm it or cancel the settlement first."
        ) % {
            "member": member.name,
            "settlement": transfer.settlement,
        }


def mentions(names: Iterable[str]) -> list[Mentions]:
    """The number of texts of each kind that have one of these names in them.

    They are the texts that people type, such as notes and reasons. Kinds without such a text are left out.
    """
    found = []
    names = list(names)
    for model, field in _typed_fields():
        has_name = Q()
        for name in names:
            has_name |= Q(**{f"{field.name}__icontains": name})
        count = model._base_manager.filter(has_name).count()
        if count:
            words = _("%(field)s of %(rows)s") % {
                "field": field.verbose_name,
                "rows": kind_words(model),
            }
            found.append(Mentions(words, count))
    return found


def _typed_fields() -> Iterator[tuple[type[models.Model], models.Field]]:
    """Pairs of a model and one of its fields into which people type text."""
    for model in apps.get_models():
        if not model.__module__.startswith(OURS) or model._meta.label in NOT_TYPED:
            continue
        for field in model._meta.local_concrete_fields:
            if (
                isinstance(field, models.CharField | models.TextField)
                and not field.choices
            ):
                yield model, field
