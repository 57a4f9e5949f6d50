"""Refusals of requests at a table, most of them because a rubber is in play."""

from django.utils.translation import gettext as _

from clubscore.refusals import Refused
from clubscore.tables.models import Table


class SeatingRefused(Refused):
    """The error for a request to sit, leave, cut or change a table that cannot be granted now."""


def require_not_in_play(table: Table, words: str) -> None:
    """Raise SeatingRefused while a rubber is in play at the table.

    `words` is the message of the refusal. The placeholder %(noun)s in it becomes `rubber` or `round`.
    """
    if table.is_playing:
        raise SeatingRefused(words % {"noun": table.noun})


def require_free_seats(table: Table) -> None:
    """Raise SeatingRefused while a rubber is in play at the table, because its players must keep their seats."""
    require_not_in_play(
        table,
        _("A %(noun)s is being played here: the seats are held until it is over."),
    )
