"""The rounds in which a device on a table counts: a device that a player laid ends when the player's pair moves."""

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Tablet
from clubscore.duplicate.session.state import SessionState


def lies_still(state: SessionState, tablet: Tablet) -> bool:
    """True if the device still shows and signs boards at its table, however the pair moves later.

    A device that a director laid always does. A device that a player laid does while the player's pair has stayed at
    the table in every round from the round in which the device was laid to the current round. Read the tablet together
    with its section and its pair.
    """
    if tablet.pair is None:
        return True
    section = state.section(tablet.section.letter)
    if section is None:
        return False
    laid, now = tablet.round, max(state.round, 1)
    for round in range(min(laid, now), max(laid, now) + 1):
        row = section.row_of(round, tablet.pair.number)
        if row is None or row.table != tablet.table:
            return False
    return True


def ended_words(tablet: Tablet) -> str:
    """A sentence that says that the device does not count any more, and for which round it was laid."""
    words = _("This device was laid for round %(round)s, and its pair has moved.")
    return words % {"round": tablet.round}
