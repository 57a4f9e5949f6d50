"""Refusals at a table: what a rubber that is on does not allow."""

from django.utils.translation import gettext as _

from clubscore.refusals import Refused
from clubscore.tables.models import Table


class SeatingRefused(Refused):
    """A member cannot sit, leave or cut now."""


def require_not_in_play(table: Table, words: str) -> None:
    """Raise SeatingRefused with these words about its `noun` while a rubber is on."""
    if table.is_playing:
        raise SeatingRefused(words % {"noun": table.noun})


def require_free_seats(table: Table) -> None:
    """Raise SeatingRefused while a rubber is on."""
    require_not_in_play(
        table,
        _("A %(noun)s is being played here: the seats are held until it is over."),
    )
