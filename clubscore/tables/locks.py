"""Locks for services that move members between tables, taken in the order that docs/architecture.md prescribes."""

from collections.abc import Iterable

from clubscore.members.models import Member
from clubscore.tables.models import Sitting, Table


def hold_a_move(*, member: Member, to: int) -> Member:
    """Lock the member, then the table with the id `to` and the member's present table, for a move between them.

    Every service locks in this order (docs/architecture.md). SQLite has one writer and no such locks. Returns the
    member, read anew.
    """
    locked = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
    left = (
        Sitting.objects.of_person(locked)
        .filter(left_at=None)
        .values_list("table", flat=True)
    )
    lock_tables(ids=[to, *left])
    return locked


def lock_tables(*, ids: Iterable[int]) -> None:
    """Lock these tables in the order of their ids until the transaction ends."""
    list(
        Table.objects.select_for_update(no_key=True)
        .filter(pk__in=list(ids))
        .order_by("pk")
    )
