"""Conversion of the cells of a row to values of a member."""

from collections.abc import Callable, Mapping
from datetime import datetime, time
from functools import partial
from typing import TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.members.importing.dates import (
    DateOrder,
    day_of,
    depends_on_order,
    is_no_date,
)
from clubscore.members.importing.synonyms import role_named, status_named
from clubscore.members.roles import Role

TEXTS = ("external_id", "nickname", "email", "phone", "national_id", "language", "note")
GIVEN_BY_LISTS = (Role.WATCHER, Role.PLAYER, Role.SCORER, Role.ADMIN)
T = TypeVar("T")


def full_name(cells: Mapping[str, str]) -> str:
    """The first name and the surname of the row in one text, as on the score sheet."""
    return " ".join(
        f"{cells.get('first_name', '')} {cells.get('last_name', '')}".split()
    )


def values_of(
    cells: Mapping[str, str],
    note: Callable[[str, str], None],
    date_order: DateOrder | None,
) -> tuple[dict[str, object], Role | None]:
    """The row's values by the name of the member's field, and the row's role.

    The role is None if the row names no role, or if the role cannot be read. `date_order` says how dates such as
    03/04/2019 are read; None if nobody knows.

    For a cell that cannot be read, `note` is called with its column and a sentence about the error.
    """
    values: dict[str, object] = {
        "name": full_name(cells),
        **{text: cells[text] for text in TEXTS if text in cells},
    }
    if said := cells.get("status", ""):
        status = status_named(said)
        if status is None:
            known = ", ".join((_("active"), _("guest"), _("former")))
            note(
                "status",
                _("The status is one of %(statuses)s, not “%(status)s”.")
                % {"statuses": known, "status": said},
            )
        values |= {"is_guest": status == "guest", "is_active": status != "former"}
    if "joined_on" in cells and not is_no_date(cells["joined_on"]):
        noon = partial(_noon, date_order)
        values["joined_at"] = _understood(noon, cells, "joined_on", note)
    role = _understood(_role, cells, "role", note) if "role" in cells else None
    return values, role


def _understood(
    read: Callable[[str], T],
    cells: Mapping[str, str],
    column: str,
    note: Callable[[str, str], None],
) -> T | None:
    try:
        return read(cells[column])
    except ValueError as error:
        note(column, str(error))
        return None


def _noon(date_order: DateOrder | None, cell: str) -> datetime:
    """Noon, on the club’s clock, of the day in the cell. Raises ValueError if the cell is not a date."""
    if date_order is None and depends_on_order(cell):
        raise ValueError(
            _(
                "Some dates of the list have the day first, others the month: write “%(cell)s” as 2026-11-21, "
                "or choose the order."
            )
            % {"cell": cell}
        )
    try:
        day = day_of(cell, date_order)
    except ValueError as error:
        raise ValueError(
            _("“%(cell)s” is not a date; write it as 2026-11-21.") % {"cell": cell}
        ) from error
    return timezone.make_aware(datetime.combine(day, time(12)))


def _role(cell: str) -> Role:
    role = role_named(cell)
    if role and role in GIVEN_BY_LISTS:
        return role
    roles = ", ".join(given.words for given in GIVEN_BY_LISTS)
    raise ValueError(
        _("The role is one of %(roles)s, not “%(cell)s”.")
        % {"roles": roles, "cell": cell}
    )
