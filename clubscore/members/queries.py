"""The records of one person, now and at an earlier moment; the members who have a right."""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Q, QuerySet

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.members.models import Member, Merge


def canonical_ids() -> dict[int, int]:
    """The id of the record that stands for the person, by the id of each merged record. Takes one small query.

    The person of the record `pk` has the id `canonical_ids().get(pk, pk)`. The database computes a sum for each
    record, and the caller then adds up the sums of all records of one person. So the query of the sums can use its
    index (decision 0007).
    """
    return dict(_MERGED.find())


_MERGED: PreparedLookup[tuple[int, int]] = PreparedLookup(
    lambda: Member.objects.exclude(merged_into=None).values_list("pk", "merged_into_id")
)


def records_of(member: Member) -> QuerySet[Member]:
    """All records of the person to whom the record `member` belongs."""
    return records_of_person(member.person_id)


def records_of_person(pk: int) -> QuerySet[Member]:
    """The record that stands for a person, and all records that were merged into it."""
    return Member.objects.filter(Q(pk=pk) | Q(merged_into=pk))


def members_who_may(codename: str) -> list[Member]:
    """The members who have a right of the club, such as `organise`, and can sign in, by name. Runs one statement."""
    may = Q(is_superuser=True) | Q(
        groups__permissions__codename=codename,
        groups__permissions__content_type__app_label="members",
    )
    present = Member.objects.present().filter(may, username__isnull=False)
    return list(present.order_by("name", "pk").distinct())


def people_at(moment: datetime) -> dict[int, int]:
    """For each record that stood merged into another at `moment`, the id of the record that stood for the person.

    A merge that was made later, or undone before, does not count.
    """
    return dict(_merges_at(moment).values_list("merged_id", "kept_id"))


def people_at_any() -> Callable[[datetime], dict[int, int]]:
    """A function that returns for any moment what `people_at` returns. All its calls together take one query."""
    merges = list(
        Merge.objects.values_list("merged_id", "kept_id", "made_at", "undone_at")
    )
    return lambda moment: {
        merged: kept
        for merged, kept, made_at, undone_at in merges
        if made_at <= moment and (undone_at is None or undone_at > moment)
    }


def records_at(member: Member, moment: datetime) -> QuerySet[Member]:
    """The member's record, and the records that stood merged into it at `moment`."""
    return Member.objects.filter(
        Q(pk=member.pk)
        | Q(pk__in=_merges_at(moment).filter(kept=member).values("merged"))
    )


def _merges_at(moment: datetime) -> QuerySet[Merge]:
    return Merge.objects.filter(
        Q(undone_at=None) | Q(undone_at__gt=moment), made_at__lte=moment
    )
