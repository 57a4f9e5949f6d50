"""Finding the member whom a row of a list means."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping

from django.utils.translation import gettext_lazy

from clubscore.members.importing.synonyms import plain_key
from clubscore.members.models import Member

# What two rows have in common, by the name of what they are compared by.
REPEATED = {
    "member": gettext_lazy("The same member as in row %(number)s."),
    "name": gettext_lazy("The same name as in row %(number)s."),
    "number": gettext_lazy("The same number as in row %(number)s."),
}
AMBIGUOUS = {
    "name": gettext_lazy(
        "Two members have this name: give the number of the one that is meant."
    ),
    "number": gettext_lazy(
        "Two members have this number: give the number of the one that is meant."
    ),
    "e-mail": gettext_lazy(
        "Two members have this e-mail: give the number of the one that is meant."
    ),
}


class Club:
    """An index of the club's members by number, e-mail address and name.

    It also remembers, for each value in the list that is being imported, the first row with the value. `households`
    are the e-mail addresses that people with different names share in this list, in small letters.
    """

    KNOWN_BY = ("external_id", "email", "name")

    def __init__(
        self, members: Iterable[Member], *, households: Collection[str] = ()
    ) -> None:
        self._rows: dict[tuple[str, str], int] = {}
        self._households = households
        self._first_with_email: dict[str, str] = {}
        self._known: dict[tuple[str, str], list[Member]] = defaultdict(list)
        for member in members:
            for what in self.KNOWN_BY:
                known = self._known[what, getattr(member, what).casefold()]
                if member.canonical not in known:
                    known.append(member.canonical)

    def found(self, what: str, value: str) -> list[Member]:
        return self._known.get((what, value.casefold()), []) if value else []

    def found_by_email(self, email: str, name: str) -> list[Member]:
        """The members with this e-mail address whom a row with this name can mean.

        A household often shares an address, so the address alone means nobody: the whole name must be the member's, or
        else the first name, if no member has the whole name and the list gives the address to nobody else.
        """
        named = self.found("name", name)
        sharing = self.found("email", email)
        exact = [member for member in sharing if member in named]
        if exact or named or email.casefold() in self._households:
            return exact
        return [member for member in sharing if _has_first_name(member, name)]

    def first_with_email(self, email: str, name: str) -> str:
        """The name in the first row of the list with this e-mail address; empty if it is `name`, or without address."""
        first = self._first_with_email.setdefault(email.casefold(), name)
        if not email or first == name:
            return ""
        return first

    def repeats(
        self, row: int, keys: Iterable[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """A problem, as (kind of value, sentence), for each value of this row that an earlier row of the list has, too.

        `row` is the number of the row; `keys` are its values as (kind, value). Blank values do not count. The values
        are remembered for the comparison with later rows.
        """
        problems = []
        for what, value in keys:
            earlier = self._rows.setdefault((what, value.casefold()), row)
            if value and earlier != row:
                problems.append((what, REPEATED[what] % {"number": earlier}))
        return problems


def _has_first_name(member: Member, name: str) -> bool:
    """True if the first word of the name is the first name of the member, or the member's name at the table."""
    known = {plain_key(member.name.partition(" ")[0]), plain_key(member.nickname)}
    return plain_key(name.partition(" ")[0]) in known - {""}


def find_member(
    club: Club, cells: Mapping[str, str], name: str, note: Callable[[str, str], None]
) -> tuple[Member | None, str]:
    """The member whom the row means, and the kind of value by which the member was found; (None, "") for a new member.

    The number is compared first, then the e-mail address with the name, then `name`, the whole name. If several members
    have the value, the first of them is returned, and `note` is called with the column of the value and a sentence.
    """
    for column, words, found in (
        (
            "external_id",
            "number",
            club.found("external_id", cells.get("external_id", "")),
        ),
        ("email", "e-mail", club.found_by_email(cells.get("email", ""), name)),
        ("first_name", "name", club.found("name", name)),
    ):
        if len(found) > 1:
            note(column, str(AMBIGUOUS[words]))
        if found:
            return found[0], words
    return None, ""


def households_of(people: Iterable[tuple[str, str]]) -> set[str]:
    """The e-mail addresses, in small letters, that several names have among these pairs of an address and a name."""
    names = defaultdict(set)
    for email, name in people:
        names[email.casefold()].add(name.casefold())
    return {email for email, those in names.items() if email and len(those) > 1}
