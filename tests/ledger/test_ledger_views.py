"""The pages /ledger/ and /ledger/12/."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from clubscore.ledger import views
from clubscore.ledger.models import Posting
from clubscore.members.roles import Role
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NOON, agreed_rubber, four, member
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def players():
    return four()


@pytest.fixture
def anna(players):
    client = Client()
    client.force_login(players[Seat.NORTH])
    return client


def test_the_books_list_every_member_with_rubbers_won_lost_and_net(anna, players):
    agreed_rubber(players)
    html = anna.get("/ledger/").content.decode()
    assert html.index("Anna") < html.index("Ben")
    assert "+810" in html
    assert "−810" in html


def test_long_books_go_over_several_pages_with_their_sums_on_each(
    anna, players, monkeypatch
):
    monkeypatch.setattr(views, "PAGE_SIZE", 3)
    agreed_rubber(players)
    first, second = (
        anna.get(f"/ledger/?page={page}").content.decode() for page in (1, 2)
    )
    assert "Page 1 of 2" in first
    assert [name in first for name in (">Anna<", ">Cleo<", ">Ben<", ">Dan<")] == [
        True,
        True,
        True,
        False,
    ]
    assert ">Dan<" in second
    for html in (first, second):
        assert "4 accounts · the books balance" in html
        assert html.count("+1,620") == 1


def test_empty_books_say_so(anna):
    assert anna.get("/ledger/").status_code == 200


@pytest.mark.parametrize("season", ["nowhere", "\0", "x" * 9_000])
def test_a_statement_of_a_season_that_is_none_is_that_of_the_newest(
    anna, players, season
):
    agreed_rubber(players)
    answer = anna.get(f"/ledger/{players[Seat.EAST].pk}/", {"season": season})
    assert answer.status_code == 200
    assert "−810" in answer.content.decode()


def test_a_statement_links_each_line_to_its_sheet(anna, players):
    rubber = agreed_rubber(players)
    html = anna.get(f"/ledger/{players[Seat.EAST].pk}/").content.decode()
    assert f'href="/rubbers/{rubber.pk}/"' in html
    assert "−810" in html


def test_a_statement_names_what_was_undone(anna, players):
    rubber = agreed_rubber(players)
    reopen(
        state=load(rubber.pk),
        reason="A hand record",
        by=member("Sam", role=Role.ADMIN),
        now=NOON,
    )
    html = anna.get(f"/ledger/{players[Seat.EAST].pk}/").content.decode()
    assert html.count("<b>undone</b>") == 1
    assert html.index("<b>undone</b>") < html.index("+810") < html.index("−810")


def test_a_member_who_does_not_exist_has_no_statement(anna):
    assert anna.get("/ledger/999999/").status_code == 404


@pytest.mark.parametrize("page", ["/ledger/", "/ledger/{pk}/"])
def test_the_books_take_as_many_queries_with_three_rubbers_as_with_one(
    page, django_assert_max_num_queries
):
    players = [
        dict(
            zip(
                Seat,
                [member(f"{letter}{letter.lower()} Player") for letter in letters],
                strict=True,
            )
        )
        for letters in ("ABCD", "EFGH", "JKLM")
    ]
    client = Client()
    client.force_login(players[0][Seat.NORTH])
    for table in players:
        agreed_rubber(table)
        with django_assert_max_num_queries(10):
            client.get(page.format(pk=players[0][Seat.NORTH].pk))


def test_the_audits_pass_over_true_books_and_name_false_ones(players, capsys):
    rubber = agreed_rubber(players)
    call_command("check_ledger")
    call_command("check_rubbers")
    rewrite(Posting.objects.filter(member=players[Seat.NORTH]), points=1)
    for command in ("check_ledger", "check_rubbers"):
        with pytest.raises(CommandError):
            call_command(command)
    assert (
        f"Rubber {rubber.pk} at Table 1: the books do not say what its deals score"
        in capsys.readouterr().err
    )
