"""Reads of public names, in three queries however many people there are."""

from collections.abc import Iterable, Mapping

from clubscore.members.models import Member
from clubscore.public.models import NamingWish
from clubscore.public.naming import Naming, Person, public_names


def names_for(records: Iterable[int], *, naming: Naming, scope: str) -> dict[int, str]:
    """The public name of each of these records of members, by id. Records of one person have one name."""
    wanted = set(records)
    rows = dict(_rows(wanted))
    merged = {into for _, _, into in rows.values() if into is not None}
    persons = rows | dict(_rows(merged - rows.keys()))
    unnamed = unnamed_people()
    person_of = {pk: into or pk for pk, (_, _, into) in rows.items()}
    people = [Person(pk, persons[pk][0], persons[pk][1], pk in unnamed) for pk in person_of.values()]
    names = public_names(people, naming=naming, scope=scope)
    return {pk: names[person] for pk, person in person_of.items()}


def _rows(ids: Iterable[int]) -> Iterable[tuple[int, tuple[str, bool, int | None]]]:
    """Name, whether a guest, and the record that stands for the person if it was merged."""
    found = Member.objects.filter(pk__in=ids).values_list("pk", "name", "is_guest", "merged_into_id")
    return ((pk, (name, is_guest, into)) for pk, name, is_guest, into in found)


def unnamed_people() -> set[int]:
    """People who ask not to be named, by the records that stand for them: the wish of any of their records counts."""
    rows = NamingWish.objects.order_by("pk").values_list("member_id", "member__merged_into_id", "is_unnamed")
    newest = {pk: (into or pk, is_unnamed) for pk, into, is_unnamed in rows}
    return {person for person, is_unnamed in newest.values() if is_unnamed}


def stand_ins(names: Mapping[int, str]) -> dict[int, Member]:
    """A member for each id who has a public name and nothing else, for tables that show members.

    Whatever else a template may come to print of a member, there is nothing of the real one to print. The name used at
    the table is the whole public name: "Player" alone could be anybody.
    """
    return {pk: Member(pk=pk, name=name, nickname=name) for pk, name in names.items()}
