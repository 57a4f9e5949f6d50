"""The names of the club's accounts as readers see them."""

from django.utils.translation import gettext_lazy as _

from clubscore.ledger.models import ClubAccount

_TITLES = {
    ClubAccount.OPENING_BALANCES: _("Opening balances"),
    ClubAccount.ADJUSTMENTS: _("Adjustments"),
    ClubAccount.TABLE_MONEY: _("Table money"),
}


def account_title(name: str) -> str:
    """The name of an account of the club. The accounts that every club has are named in the reader's language."""
    return str(_TITLES.get(name, name))
