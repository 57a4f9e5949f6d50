"""The form for the deals of a rubber: that of its game, with the keys that its house rules allow."""

from typing import Any

from clubscore.contracts.deal_form import DealForm
from clubscore.games import game_of
from clubscore.rubbers.models import Rubber


def entry_form(rubber: Rubber, data: Any = None, *, initial: Any = None) -> DealForm:
    """The form for the next deal of this rubber."""
    return game_of(rubber.system).form(data, initial=initial, rules=rubber.rules)
