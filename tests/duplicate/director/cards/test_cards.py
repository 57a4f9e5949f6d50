"""The papers of a session: the guide card of a pair, the card of a table, and the codes of the tables."""

import pytest
from django.test import Client

from clubscore.members.roles import Role
from tests.duplicate.evening import in_play
from tests.duplicate.sessions import opened
from tests.factories import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def watching() -> Client:
    client = Client()
    client.force_login(member("Walter", role=Role.WATCHER))
    return client


def test_guide_cards_and_table_cards_say_where_to_go_and_where_boards_come_from(
    watching,
):
    session = in_play()
    cards = watching.get(f"/duplicate/{session.pk}/guide-cards/")
    assert [card.entry.names for card in cards.context["cards"]][0] == "Anna & Ben"
    assert all(len(card.rounds) == 5 for card in cards.context["cards"])
    tables = watching.get(f"/duplicate/{session.pk}/board-moves/").context["tables"]
    assert [name for name, _ in tables] == ["1", "2", "3"]
    assert tables[0][1][0].comes_from == "dealt here"


def test_a_code_on_a_table_leads_to_the_session_that_is_open(watching):
    assert watching.get("/duplicate/tables/A3/").url == "/duplicate/"
    session = opened(member("Ruth"))
    assert watching.get("/duplicate/tables/A3/").url == f"/duplicate/{session.pk}/"
    assert (
        b"/duplicate/tables/A3/"
        not in watching.get(f"/duplicate/{session.pk}/table-codes/").content
    )
    assert (
        watching.get(f"/duplicate/{session.pk}/table-codes/").content.count(b"<svg")
        == 3
    )
