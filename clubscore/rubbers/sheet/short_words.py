"""A deal in few words, for cards on which several deals must be in sight before somebody signs them."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.languages.spoken import told
from clubscore.rubbers.sheet.difference import facts_of
from scoring import Deal, Seat
from scoring.words import contract_in_words, deal_in_words


def deal_in_short(deal: Deal, names: Mapping[Seat, str]) -> str:
    """Contract, declarer and result: `4♠ doubled by Anna, −1`, `3NT by Mei, made`; `Passed out`."""
    if deal.contract is None or deal.declarer is None:
        return told(deal_in_words(deal))
    result = deal.relative
    if not deal.margin:
        result = pgettext("a contract", "made")
    return _("%(contract)s by %(name)s, %(result)s") % {
        "contract": told(contract_in_words(deal.contract)),
        "name": names[deal.declarer],
        "result": result,
    }


def further_facts(deal: Deal, names: Mapping[Seat, str]) -> str:
    """The scores beside the contract, in words: `4 honours Anna`; empty if nothing was."""
    words = []
    for fact in facts_of(deal, deal, names):
        if fact.code == "honours":
            words.append(fact.before)
        elif fact.code in ("chicane", "revokes"):
            words.append(f"{fact.name}: {fact.before}")
    return " · ".join(words)
