"""Reads of public names, in three queries however many people there are."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clubscore.members.models import Member
from clubscore.public.models import NamingWish
from clubscore.public.naming import Naming, Person, public_names


def names_for(records: Iterable[int], *, naming: Naming, scope: str) -> dict[int, str]:
    """The public names of these member records, by the record's id. Records of one person have one name.

    `scope` is a text that names the page, such as "evening 2026-11-21": a number that replaces a name is the same on
    all pages with the same scope.
    """
    rows = _rows(set(records))
    person_of = {row.pk: row.merged_into_id or row.pk for row in rows.values()}
    others = set(person_of.values()) - rows.keys()
    rows |= _rows(others)
    unnamed = unnamed_people()
    people = []
    for pk in person_of.values():
        row = rows[pk]
        people.append(Person(pk, row.name, row.is_guest, is_unnamed=pk in unnamed))
    names = public_names(people, naming=naming, scope=scope)
    return {pk: names[person] for pk, person in person_of.items()}


class _MemberRow(NamedTuple):
    pk: int
    name: str
    is_guest: bool
    merged_into_id: int | None


def _rows(ids: Iterable[int]) -> dict[int, _MemberRow]:
    """The columns of these members that a public name needs, by id."""
    rows = Member.objects.filter(pk__in=ids).values_list(*_MemberRow._fields)
    return {row[0]: _MemberRow(*row) for row in rows}


def unnamed_people() -> set[int]:
    """The ids of the people who ask not to be named: the newest wish on any of the person's records says so."""
    rows = NamingWish.objects.order_by("pk").values_list(
        "member_id", "member__merged_into_id", "is_unnamed"
    )
    unnamed_of = {}
    person_of = {}
    for pk, merged_into, is_unnamed in rows:
        unnamed_of[pk] = is_unnamed
        person_of[pk] = merged_into or pk
    return {person_of[pk] for pk, is_unnamed in unnamed_of.items() if is_unnamed}


def stand_ins(names: Mapping[int, str]) -> dict[int, Member]:
    """Unsaved members that have only an id and a public name, by id, for templates that show members.

    A template that gets such a member cannot print anything else about the real member. The name used at the table is
    the whole public name, because "Player" alone could be anybody.
    """
    return {pk: Member(pk=pk, name=name, nickname=name) for pk, name in names.items()}
