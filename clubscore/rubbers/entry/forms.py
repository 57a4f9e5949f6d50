"""The entry form for the deals of a rubber: the form of its game, with the keys that its rules allow."""

from typing import Any

from clubscore.contracts.deal_form import DealForm
from clubscore.games import game_of
from clubscore.rubbers.models import Rubber


def entry_form(rubber: Rubber, data: Any = None, *, initial: Any = None) -> DealForm:
    """The entry form of the rubber's game, for the next deal of the rubber.

    `data` are the values that the browser has sent; None makes a form that was not sent. `initial` are the values that
    the fields of such a form show, by the name of the field.
    """
    return game_of(rubber.system).form(data, initial=initial, rules=rubber.rules)
