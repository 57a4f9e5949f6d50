"""Descriptions of postings are shown in the reader's language."""

import pytest
from django.test import Client

from clubscore.ledger.models import Transaction
from tests.factories import agreed_rubber, four

pytestmark = pytest.mark.django_db


def test_a_member_reads_the_own_bookings_in_the_own_language_and_the_row_stays():
    players = four()
    agreed_rubber(players)
    anna = next(iter(players.values()))
    client = Client()
    client.force_login(anna)
    html = client.get(
        f"/ledger/{anna.pk}/", headers={"accept-language": "de"}
    ).content.decode()
    assert "Kontrakt-Rubber, " in html
    assert "Contract rubber at " not in html
    assert "Contract rubber at " in client.get(f"/ledger/{anna.pk}/").content.decode()
    assert Transaction.objects.get().description.startswith("Contract rubber at ")
