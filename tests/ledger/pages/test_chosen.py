"""The club's table of the ledger as a reader chooses it: a name, a game, a season, a column."""

import pytest
from django.test import Client

from clubscore.ledger.books import books
from clubscore.ledger.models import Season
from clubscore.ledger.pages.chosen import BooksChoice, chosen_books
from tests.standings.season_of import book, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 810)
    book((anna, ben), (cleo, dan), 300)
    book((ben, dan), (anna, cleo), 90, game="chicago")
    take_back(book((ben, dan), (anna, cleo), 70, game="chicago"))
    return cast


def chosen(**params):
    choice = BooksChoice(params, list(Season.objects.all()))
    shown = chosen_books(books(), choice)
    rows = [
        (account.member.name, account.rubbers, account.won, account.lost, account.net)
        for account in shown.accounts
    ]
    return shown, rows


def test_games_are_apart_and_each_has_columns_that_come_to_zero(played):
    for game, rubbers in (("contract", 2), ("chicago", 1), ("royal", 0)):
        shown, rows = chosen(game=game)
        assert sum(net for *_others, net in rows) == 0
        assert shown.plus == shown.minus
        assert {played for _name, played, *_figures in rows} <= {rubbers}
    assert chosen(game="chicago")[1] == [
        ("Ben", 1, 1, 0, 90),
        ("Dan", 1, 1, 0, 90),
        ("Anna", 1, 0, 1, -90),
        ("Cleo", 1, 0, 1, -90),
    ]


def test_a_season_and_all_games_are_the_whole_of_its_rubbers(played):
    season = Season.objects.get()
    shown, rows = chosen(season=season.slug)
    assert rows[0] == ("Anna", 3, 2, 1, 1020)
    assert (shown.plus, shown.minus) == (books().plus, books().minus)


def test_a_name_is_found_and_the_sums_stay_those_of_all(played):
    shown, rows = chosen(name="AN")
    assert [name for name, *_figures in rows] == ["Anna", "Dan"]
    assert (shown.plus, shown.minus) == (books().plus, books().minus)


def test_a_column_sorts_the_table(played):
    assert [row[0] for row in chosen(sort="-name")[1]] == ["Dan", "Cleo", "Ben", "Anna"]
    assert chosen(sort="net")[1][0][0] == "Dan"


@pytest.mark.parametrize("query", ["?game=whist", "?season=none", "?sort=shoe"])
def test_nonsense_in_the_address_is_as_if_it_were_not_there(played, query):
    client = Client()
    client.force_login(played[0])
    html = client.get(f"/ledger/{query}").content.decode()
    assert "4 accounts" in html
    assert "No account matches" not in html


def test_a_name_that_nobody_has_is_told(played):
    client = Client()
    client.force_login(played[0])
    assert "No account matches" in client.get("/ledger/?name=Zoe").content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_member_is_called_by_the_new_name_at_once_also_in_one_game(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 810)
    assert "Anna" in [row[0] for row in chosen(game="contract")[1]]
    anna.name = "Former member 1"
    anna.save()
    names = [row[0] for row in chosen(game="contract")[1]]
    assert "Former member 1" in names
    assert "Anna" not in names
