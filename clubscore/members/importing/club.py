"""Finding the member whom a row of a list means."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext_lazy

from clubscore.members.models import Member

# What two rows have in common, by the name of what they are compared by.
REPEATED = {
    "member": gettext_lazy("The same member as in row %(number)s."),
    "name": gettext_lazy("The same name as in row %(number)s."),
    "number": gettext_lazy("The same number as in row %(number)s."),
    "e-mail": gettext_lazy("The same e-mail as in row %(number)s."),
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

    It also remembers, for each value in the list that is being imported, the first row with the value.
    """

    KNOWN_BY = ("external_id", "email", "name")

    def __init__(self, members: Iterable[Member]) -> None:
        self._rows: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[str, str], list[Member]] = defaultdict(list)
        for member in members:
            for what in self.KNOWN_BY:
                known = self._known[what, getattr(member, what).casefold()]
                if member.canonical not in known:
                    known.append(member.canonical)

    def found(self, what: str, value: str) -> list[Member]:
        return self._known.get((what, value.casefold()), []) if value else []

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


def find_member(
    club: Club, cells: Mapping[str, str], name: str, note: Callable[[str, str], None]
) -> tuple[Member | None, str]:
    """The member whom the row means, and the kind of value by which the member was found; (None, "") for a new member.

    The number is compared first, then the e-mail address, then `name`, the whole name. If several members have the
    value, the first of them is returned, and `note` is called with the column of the value and a sentence.
    """
    for what, words, value in (
        ("external_id", "number", cells.get("external_id", "")),
        ("email", "e-mail", cells.get("email", "")),
        ("name", "name", name),
    ):
        found = club.found(what, value)
        if len(found) > 1:
            column = "first_name" if what == "name" else what
            note(column, str(AMBIGUOUS[words]))
        if found:
            return found[0], words
    return None, ""
