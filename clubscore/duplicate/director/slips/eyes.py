"""The check that a director may enter the result of a board as a slip."""

from django.utils.translation import gettext as _

from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.sight import NOT_YET
from clubscore.refusals import Refused


def require_may_enter(desk: BoardDesk) -> None:
    """Raises Refused if the director plays at the table, or may still have to play the board."""
    if desk.is_concerned:
        raise Refused(_("You play there: enter the result at your own table."))
    if not desk.sees_board:
        raise Refused(NOT_YET)
