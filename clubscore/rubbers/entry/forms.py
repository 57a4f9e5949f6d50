"""Which form a rubber's deals are entered with: the game's own, with the keys that its house rules allow."""

from typing import Any

from clubscore.contracts.contract_form import ContractForm
from clubscore.contracts.deal_form import DealForm
from clubscore.games.royal_form import RoyalForm
from clubscore.rubbers.models import Rubber

FORMS: dict[str, type[DealForm]] = {"contract": ContractForm, "chicago": ContractForm, "royal": RoyalForm}


def entry_form(rubber: Rubber, data: Any = None, *, initial: Any = None) -> DealForm:
    """The form for the next deal of this rubber."""
    return FORMS[rubber.system](data, initial=initial, rules=rubber.rules)
