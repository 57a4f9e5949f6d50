"""Choosing the game and house rules of a table: the service, and the page /tables/3/game/."""

import pytest
from django.test import Client

from clubscore.tables import services
from clubscore.tables.models import Table
from clubscore.tables.refusals import SeatingRefused
from scoring import SYSTEMS, InvalidRules
from tests.factories import NOON, four, member, rubber_in_play, seated_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return member("Anna Weiss")


@pytest.fixture
def client(anna):
    client = Client()
    client.force_login(anna)
    return client


@pytest.fixture
def table(anna):
    return services.open_table(by=anna, now=NOON)


def test_the_game_is_kept_with_the_rules_that_differ_from_its_defaults(table):
    services.choose_game(
        table=table,
        system="chicago",
        rules={"vulnerable": "defenders", "honours": "on"},
    )
    table.refresh_from_db()
    assert (table.system, table.rules) == ("chicago", {"vulnerable": "defenders"})
    assert table.house_rules == ["Dealer's opponents vulnerable on deals 2 and 3"]


def test_a_rule_that_the_game_does_not_have_is_refused_and_nothing_changes(table):
    with pytest.raises(InvalidRules):
        services.choose_game(table=table, system="royal", rules={"partscores": "carry"})
    table.refresh_from_db()
    assert (table.system, table.rules) == ("contract", {})


def test_no_other_game_is_chosen_in_the_middle_of_one():
    rubber = rubber_in_play(system="chicago")
    with pytest.raises(
        SeatingRefused, match="A round is being played here: choose another game"
    ):
        services.choose_game(table=rubber.table, system="royal", rules={})
    rubber.table.refresh_from_db()
    assert rubber.table.system == "chicago"


def test_a_table_that_has_been_put_away_chooses_nothing(table):
    services.close_table(table=table, now=NOON)
    with pytest.raises(SeatingRefused, match="has been closed"):
        services.choose_game(table=table, system="royal", rules={})


def test_a_rubber_keeps_the_rules_it_began_with():
    rubber = rubber_in_play(
        system="chicago",
        rules={"honours": "off"},
        lines=("4sn=", "4se=", "4ss=", "4sw="),
    )
    services.choose_game(table=rubber.table, system="royal", rules={})
    rubber.refresh_from_db()
    assert (rubber.system, rubber.rules["honours"], rubber.rules["vulnerable"]) == (
        "chicago",
        "off",
        "dealer",
    )


def test_watchers_of_the_table_are_told(table):
    before = table.revision
    services.choose_game(table=table, system="royal", rules={})
    table.refresh_from_db()
    assert table.revision > before


def test_the_page_asks_every_rule_of_every_game_in_words(client, table):
    html = client.get(f"/tables/{table.pk}/game/").content.decode()
    for system in SYSTEMS.values():
        assert system.title in html
        for label in system.rule_labels().values():
            for words in (label.question, *label.values.values()):
                assert words.replace("'", "&#x27;") in html


def test_the_answers_are_those_of_the_chosen_game(client, table):
    answers = {
        "system": "royal",
        "royal-slams": "50-100",
        "royal-revoke": "150",
        "chicago-honours": "off",
    }
    answer = client.post(f"/tables/{table.pk}/game/", answers)
    assert answer.url == f"/tables/{table.pk}/"
    table.refresh_from_db()
    assert (table.system, table.rules) == ("royal", {"slams": "50-100"})


def test_the_page_remembers_what_was_chosen(client, table):
    services.choose_game(table=table, system="royal", rules={"slams": "50-100"})
    html = client.get(f"/tables/{table.pk}/game/").content.decode()
    assert html.count(" checked") == 1 + sum(
        len(system.rule_labels()) for system in SYSTEMS.values()
    )
    assert (
        '<input type="radio" name="royal-slams" value="50-100" id="id_royal-slams_1" checked>'
        in html
    )


@pytest.mark.parametrize(
    "answers", [{}, {"system": "whist"}, {"system": "royal", "royal-slams": "7"}]
)
def test_what_is_no_answer_is_asked_again(client, table, answers):
    assert client.post(f"/tables/{table.pk}/game/", answers).status_code == 422
    table.refresh_from_db()
    assert table.system == "contract"


def test_while_a_rubber_is_on_the_page_says_so():
    rubber = rubber_in_play()
    client = Client()
    client.force_login(rubber.started_by)
    assert (
        "Another game can be chosen when the rubber is over"
        in client.get(f"/tables/{rubber.table_id}/game/").content.decode()
    )
    assert (
        client.post(f"/tables/{rubber.table_id}/game/", {"system": "royal"}).status_code
        == 409
    )


def test_a_table_is_opened_with_its_game(client):
    client.post("/tables/", {"system": "chicago"})
    assert Table.objects.get().system == "chicago"


def test_a_game_that_does_not_exist_opens_no_table(client):
    assert client.post("/tables/", {"system": "whist"}).url == "/"
    assert not Table.objects.exists()


def test_the_table_s_page_says_what_is_played_and_by_which_house_rules():
    table = seated_table(four())
    services.choose_game(table=table, system="chicago", rules={"honours": "off"})
    client = Client()
    client.force_login(table.opened_by)
    html = client.get(f"/tables/{table.pk}/").content.decode()
    for words in (
        "The first round",
        "Chicago<small>Honours do not score</small>",
        "Start the round",
    ):
        assert words in html


def test_the_questions_of_a_game_and_their_answers_are_in_the_reader_s_language():
    table = seated_table(four())
    services.choose_game(table=table, system="contract", rules={"honours": "off"})
    client = Client(headers={"accept-language": "de"})
    client.force_login(table.opened_by)
    questions = client.get(f"/tables/{table.pk}/game/").content.decode()
    assert "Zählen Honneurs?" in questions
    assert "Do honours score?" not in questions
    answers = client.get(f"/tables/{table.pk}/").content.decode()
    assert "Honneurs zählen nicht" in answers
