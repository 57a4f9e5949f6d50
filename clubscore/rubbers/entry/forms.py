"""The entry form for the deals of a rubber: the form of its game, with the keys that its rules allow."""

from typing import Any

from clubscore.contracts.deal_form import DealForm
from clubscore.games import game_of
from clubscore.rubbers.models import Rubber


def entry_form(rubber: Rubber, data: Any = None, *, initial: Any = None) -> DealForm:
    """The entry form of the rubber's game, for its next deal.

    `data` is what was sent; `initial` the values shown at first.
    """
    return game_of(rubber.system).form(data, initial=initial, rules=rubber.rules)
