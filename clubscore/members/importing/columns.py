"""The meaning of a list's columns: by their headings, by the club's earlier choices, or by choices made now."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from clubscore.members.importing.synonyms import (
    HEADING_MEANINGS,
    is_second_choice,
    letters_of,
    status_named,
)

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
# Both names in one cell. In the second one the surname stands first, with or without a comma.
NAME, SURNAME_FIRST = "name", "surname_first"
MEANINGS = {
    NAME: _("Name (both in one)"),
    SURNAME_FIRST: _("Name (surname first)"),
    "first_name": _("First name"),
    "surname_prefix": _("Before the surname: van der, von"),
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
# Meanings that several columns may have: a column counts in rows where the columns to its left are blank.
OF_SEVERAL = ("phone",)
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
    return len(known) > 1 or bool(
        known & {NAME, SURNAME_FIRST, "first_name", "last_name"}
    )


def columns_of(
    headings: Sequence[str],
    *,
    chosen: Mapping[int, str],
    remembered: Mapping[str, str],
    values: Sequence[Collection[str]] = (),
) -> list[ListColumn]:
    """The columns of the list from left to right, each with its heading and its meaning.

    A column gets its meaning from `chosen`, else from `remembered`, else from its heading. `chosen` has meanings by the
    position of the column, `remembered` by the key of the heading (`key_of`). `values` are the different values in each
    column.

    If several columns have the same meaning, only one of them keeps it, and the others get the meaning PASSED_OVER. A
    chosen column goes before other columns, a column with values before an empty column, a heading before a heading
    that is a second choice, then left before right. Several columns may keep a meaning of OF_SEVERAL, unless some of
    them are chosen: then the chosen ones keep it.
    """
    found = {
        position: chosen.get(position, remembered.get(key_of(heading), _known(heading)))
        for position, heading in enumerate(headings)
    }
    sure = {
        at
        for at, heading in enumerate(headings)
        if at in chosen or key_of(heading) in remembered
    }
    found |= dict(_corrected_names(found, chosen))
    found |= {
        at: PASSED_OVER
        for at in _unknown_kinds(headings, found, values)
        if at not in sure
    }
    _keep_one_of_each(found, headings, chosen, values)
    return [ListColumn(at, heading, found[at]) for at, heading in enumerate(headings)]


def _corrected_names(
    found: Mapping[int, str], chosen: Mapping[int, str]
) -> Iterator[tuple[int, str]]:
    """The meanings of columns of whole names beside a column of first names: “Name, First name” is usual, too.

    Such a column has the surname, or is not needed if another column has it.
    """
    meanings = set(found.values())
    if "first_name" not in meanings:
        return
    surname = PASSED_OVER if "last_name" in meanings else "last_name"
    for at, meaning in found.items():
        if meaning in (NAME, SURNAME_FIRST) and at not in chosen:
            yield at, surname


def _unknown_kinds(
    headings: Sequence[str],
    found: Mapping[int, str],
    values: Sequence[Collection[str]],
) -> Iterator[int]:
    """The columns of kinds of membership with a kind that says nothing about the status, such as `Gold`."""
    for at, cells in enumerate(values):
        is_kind = found[at] == "status" and is_second_choice(headings[at])
        if is_kind and not all(status_named(cell) for cell in cells):
            yield at


def _keep_one_of_each(
    found: dict[int, str],
    headings: Sequence[str],
    chosen: Mapping[int, str],
    values: Sequence[Collection[str]],
) -> None:
    """Set all columns to PASSED_OVER whose meaning another column keeps."""
    empty = {at for at, cells in enumerate(values) if not cells}
    taken: dict[str, int] = {}
    for at in sorted(
        found,
        key=lambda at: (
            at not in chosen,
            at in empty,
            is_second_choice(headings[at]),
            at,
        ),
    ):
        meaning = found[at]
        first = taken.setdefault(meaning, at) if meaning else at
        both = (at in chosen) == (first in chosen)
        if first != at and not (meaning in OF_SEVERAL and both):
            found[at] = PASSED_OVER


def have_names(columns: Sequence[ListColumn]) -> bool:
    """True if the columns give names: one column with whole names, or first names and last names."""
    meanings = {column.meaning for column in columns}
    return (
        NAME in meanings
        or SURNAME_FIRST in meanings
        or {"first_name", "last_name"} <= meanings
    )


_KNOWN = {letters_of(meaning): meaning for meaning in MEANINGS} | HEADING_MEANINGS


def _known(heading: str) -> str:
    return _KNOWN.get(letters_of(heading), PASSED_OVER)


def explained_headings(
    columns: Sequence[ListColumn], *, without_choice: Sequence[ListColumn]
) -> dict[str, str]:
    """The chosen meanings that Clubscore would not find without the choice, by the key of the heading (`key_of`).

    `without_choice` are the columns of the same list as Clubscore finds them when nobody chooses.
    """
    return {
        key_of(column.heading): column.meaning
        for column, found in zip(columns, without_choice, strict=True)
        if key_of(column.heading) and column.meaning != found.meaning
    }
