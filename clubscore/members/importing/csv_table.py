"""The members as a table, with the columns that the import reads."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.utils import timezone

from clubscore.members.importing.columns import COLUMNS, OF_OURS
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.web.csv import Cell

CHUNK = 1_000
HEADER = (*COLUMNS, *OF_OURS)


def rows() -> Iterator[Sequence[Cell]]:
    """A row for each person, in the order of the ids. The ids of merged records are in the row of their person."""
    merged = defaultdict(list)
    for pk, into in (
        Member.objects.exclude(merged_into=None)
        .order_by("pk")
        .values_list("pk", "merged_into")
    ):
        merged[into].append(pk)
    people = (
        Member.objects.filter(merged_into=None)
        .prefetch_related("groups")
        .order_by("pk")
    )
    for member in people.iterator(chunk_size=CHUNK):
        yield _row(member, merged[member.pk])


def _row(member: Member, merged: Sequence[int]) -> Sequence[Cell]:
    first_name, _, last_name = member.name.strip().partition(" ")
    return (
        member.external_id,
        first_name,
        last_name,
        member.nickname,
        member.email,
        member.phone,
        _role(member),
        "former" if not member.is_active else "guest" if member.is_guest else "active",
        timezone.localdate(member.joined_at).isoformat(),
        member.national_id,
        member.language,
        member.note,
        member.pk,
        ";".join(map(str, merged)),
    )


def _role(member: Member) -> str:
    """The role in the list; empty for a guest. An owner is written as an admin, because an import makes no owners."""
    if member.is_guest:
        return ""
    return Role.ADMIN if member.role == Role.OWNER else member.role
