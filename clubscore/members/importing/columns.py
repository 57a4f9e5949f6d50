"""The meaning of a list's columns: by their headings, by the club's earlier choices, or by choices made now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from clubscore.members.importing.synonyms import HEADING_MEANINGS, plain_key

# Fmt: skip.
COLUMNS = (
    "external_id",
    "first_name",
    "last_name",
    "nickname",
    "email",
    "phone",
    "role",
    "status",
    "joined_on",
    "national_id",
    "language",
    "note",
)
NAME = "name"  # both names in one cell
MEANINGS = {
    NAME: _("Name (both in one)"),
    "first_name": _("First name"),
    "last_name": _("Surname"),
    "nickname": _("Name at the table"),
    "email": _("E-mail"),
    "phone": _("Phone"),
    "external_id": _("Number in the club"),
    "national_id": _("Number of the federation"),
    "role": _("Role"),
    "status": _("Status: active, guest, former"),
    "joined_on": _("Day of joining"),
    "language": _("Language"),
    "note": _("Note for the admins"),
}
# In lists written by Clubscore: its own ids, which mean nothing elsewhere.
OF_OURS = (
    "member_id",
    "other_ids",
)
PASSED_OVER = ""
LONGEST_KEY = 80  # characters; of a longer heading the beginning counts


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list: its heading and its meaning, which is PASSED_OVER if the column is not needed."""

    position: int
    """The position of the column, from 0."""
    heading: str
    meaning: str


def key_of(heading: str) -> str:
    """A key that is equal for headings that look the same to a person, such as `E-Mail` and `e mail`."""
    return "_".join(
        heading.strip().lower().replace("-", " ").replace("_", " ").split()
    )[:LONGEST_KEY]


def is_heading_row(cells: Sequence[str]) -> bool:
    """True if the row names columns that Clubscore knows: a column for names, or any two known columns."""
    known = {_known(cell) for cell in cells} - {PASSED_OVER}
    return len(known) > 1 or bool(known & {NAME, "first_name", "last_name"})


def columns_of(
    headings: Sequence[str], *, chosen: Mapping[int, str], remembered: Mapping[str, str]
) -> list[ListColumn]:
    """The columns of the list from left to right, each with its heading and its meaning.

    A column gets its meaning from `chosen`, else from `remembered`, else from its heading. `chosen` has meanings by the
    position of the column, `remembered` by the key of the heading (`key_of`). If one column has first names, a column
    of whole names without a chosen meaning gets the meaning `last_name`, or PASSED_OVER if there is a column of
    surnames.

    If several columns have the same meaning, only one of them keeps it: the leftmost chosen column, or the leftmost
    column if none of them is chosen. The others get the meaning PASSED_OVER.
    """
    found = {
        position: chosen.get(position, remembered.get(key_of(heading), _known(heading)))
        for position, heading in enumerate(headings)
    }
    meanings = set(found.values())
    if NAME in meanings and "first_name" in meanings:
        # “Name, First name” is usual, too.
        surname = PASSED_OVER if "last_name" in meanings else "last_name"
        found |= {
            at: surname
            for at, meaning in found.items()
            if meaning == NAME and at not in chosen
        }
    taken: dict[str, int] = {}
    for at in sorted(found, key=lambda at: (at not in chosen, at)):
        if found[at] and taken.setdefault(found[at], at) != at:
            found[at] = PASSED_OVER
    return [ListColumn(at, heading, found[at]) for at, heading in enumerate(headings)]


def have_names(columns: Sequence[ListColumn]) -> bool:
    """True if the columns give names: one column with whole names, or first names and last names."""
    meanings = {column.meaning for column in columns}
    return NAME in meanings or {"first_name", "last_name"} <= meanings


def _known(heading: str) -> str:
    key = plain_key(heading)
    key = HEADING_MEANINGS.get(key, key)
    return key if key in MEANINGS else PASSED_OVER


def explained_headings(
    columns: Sequence[ListColumn],
    *,
    chosen: Mapping[int, str],
    remembered: Mapping[str, str],
) -> dict[str, str]:
    """The chosen meanings that Clubscore would not find without the choice, by the key of the heading (`key_of`).

    Without a choice a column gets the meaning that `remembered` has for its heading, else the known meaning of the
    heading. `chosen` is by the position of the column.
    """
    found = {
        key_of(column.heading): column.meaning
        for column in columns
        if column.position in chosen
    }
    return {
        key: meaning
        for key, meaning in found.items()
        if key and meaning != remembered.get(key, _known(key))
    }
