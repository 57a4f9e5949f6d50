"""The forms of a game share their field objects, but nothing that was sent to them."""

from clubscore.contracts.deal_form import ContractForm
from clubscore.games.royal_form import RoyalForm


def test_two_entries_have_their_own_values_and_errors():
    sent = {
        "contract": "4S",
        "declarer": "N",
        "result": "0",
        "number": 1,
        "revision": 0,
        "key": "0" * 32,
    }
    one, other = (
        ContractForm(sent),
        ContractForm(sent | {"contract": "9S", "declarer": "E"}),
    )
    assert (one.is_valid(), other.is_valid()) == (True, False)
    assert (one["declarer"].value(), other["declarer"].value()) == ("N", "E")
    assert (set(one.errors), set(other.errors)) == (set(), {"contract"})


def test_no_entry_copies_the_fields_and_each_game_has_its_own():
    assert ContractForm().fields is ContractForm({}).fields is ContractForm.base_fields
    assert RoyalForm().fields is RoyalForm.base_fields
    assert RoyalForm.base_fields.keys() - ContractForm.base_fields.keys() != set()
