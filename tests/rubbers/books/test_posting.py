"""Posting a rubber to the books: the margin, the stake and the table money."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from clubscore.calendar import evening_of
from clubscore.evenings.queries import matrix_for, rubbers_of
from clubscore.ledger.books import books
from clubscore.ledger.models import Posting, Transaction
from clubscore.ledger.queries import statement_of, unbalanced
from clubscore.members.roles import Role
from clubscore.room.queries import played_at
from clubscore.rubbers.books import audit
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import Deal, HouseRules
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import (
    NOON,
    agree,
    agreed_rubber,
    four,
    member,
    rubber_in_play,
    stop_rubber,
)
from tests.rubbers.correction.correcting import correct, vote
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=1)


def booked(source):
    current = Transaction.objects.filter(source=source, reverses=None, reversal=None)
    return [
        str(posting)
        for posting in Posting.objects.filter(transaction__in=current).order_by("pk")
    ]


def test_a_club_that_plays_for_points_books_points_alone():
    players = four()
    agreed_rubber(players)
    assert set(Transaction.objects.values_list("source", "unit")) == {("rubber", "pt")}
    client = Client()
    client.force_login(players[Seat.NORTH])
    for page in ("/ledger/", f"/ledger/{players[Seat.NORTH].pk}/"):
        assert "money" not in client.get(page).content.decode().lower()


def test_a_stake_is_paid_for_the_posted_margin_beside_the_points():
    HouseRules.objects.create(pk=1, stake=25, rounding="exact")
    agreed_rubber()
    assert booked("rubber") == ["Anna: +810", "Ben: -810", "Cleo: +810", "Dan: -810"]
    assert booked("stake") == ["Anna: +203", "Ben: -203", "Cleo: +203", "Dan: -203"]
    assert booked("table_money") == []


def test_a_rounded_margin_is_paid_as_it_was_rounded():
    HouseRules.objects.create(pk=1, stake=25, rounding="half-up")
    agreed_rubber()
    assert booked("stake") == ["Anna: +200", "Ben: -200", "Cleo: +200", "Dan: -200"]


def test_table_money_goes_from_each_player_to_the_club():
    HouseRules.objects.create(pk=1, table_money=50)
    agreed_rubber()
    assert booked("table_money") == [
        "Anna: -50",
        "Ben: -50",
        "Cleo: -50",
        "Dan: -50",
        "Table money: +200",
    ]
    assert booked("stake") == []
    assert (books().money_plus, books().money_minus) == (200, 200)


def test_a_rubber_keeps_the_stake_with_which_it_began():
    HouseRules.objects.create(pk=1, stake=10, table_money=50)
    rubber = rubber_in_play(lines=("4sn=", "4sn="))
    HouseRules.objects.update(stake=1000, table_money=0)
    agree(rubber)
    assert (rubber.stake, rubber.table_money) == (10, 50)
    assert len(booked("table_money")) == 5


def test_a_rubber_opened_again_takes_its_money_back_and_books_it_anew():
    HouseRules.objects.create(pk=1, stake=10, table_money=50)
    players = four()
    rubber = agreed_rubber(players)
    reopen(
        state=load(rubber.pk),
        reason="A hand record",
        by=member("Sam", role=Role.ADMIN),
        now=NOON,
    )
    assert booked("rubber") == booked("stake") == booked("table_money") == []
    statement = statement_of(players[Seat.NORTH])
    assert (statement.balance, statement.money_balance) == (0, 0)
    assert list(audit.differences()) == []
    rubber.refresh_from_db()
    agree(rubber)
    assert set(
        Transaction.objects.filter(reverses=None).values_list("source", "edition")
    ) == {
        (source, edition)
        for source in ("rubber", "stake", "table_money")
        for edition in (1, 2)
    }
    assert (unbalanced(), list(audit.differences())) == ([], [])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("rubber", "the books do not say what its deals score"),
        ("stake", "its stakes in the books are not its margin times the stake"),
        ("table_money", "its table money in the books is not what was to be paid"),
    ],
)
def test_the_audit_names_what_was_written_past_the_services(source, message, capsys):
    HouseRules.objects.create(pk=1, stake=10, table_money=50)
    rubber = agreed_rubber()
    call_command("check_ledger")
    rewrite(Posting.objects.filter(transaction__source=source), points=0)
    with pytest.raises(CommandError):
        call_command("check_ledger")
    assert f"{rubber}: {message}" in capsys.readouterr().err


def test_a_stake_without_a_currency_is_refused_where_the_club_sets_it(settings):
    settings.CLUB_CURRENCY = ""
    HouseRules(pk=1).full_clean()
    with pytest.raises(ValidationError, match="first name the currency"):
        HouseRules(pk=1, stake=10).full_clean()
    settings.CLUB_CURRENCY = "EUR"
    HouseRules(pk=1, stake=10).full_clean()
    with pytest.raises(ValidationError, match="100000"):
        HouseRules(pk=1, stake=100_001).full_clean()


def test_an_admin_sets_stake_and_table_money_among_the_house_rules(settings):
    settings.CLUB_CURRENCY = "EUR"
    client = Client()
    client.force_login(member("Ruth", role=Role.OWNER))
    rules = {
        "agreed_by": "sides",
        "agreed_after": 30,
        "rounding": "half-up",
        "wash_out_below": 0,
    }
    client.post(
        "/admin/rubbers/houserules/add/",
        rules | {"stake": "0.10", "table_money": "0,50"},
    )
    house = HouseRules.current()
    assert (house.rounding, house.stake, house.table_money) == ("half-up", 10, 50)
    client.post(
        "/admin/rubbers/houserules/1/change/",
        rules | {"rounding": "", "stake": "", "table_money": "0.2"},
    )
    house = HouseRules.current()
    assert (house.rounding, house.stake, house.table_money) == ("exact", 0, 20)


def test_a_rubber_whose_only_deal_was_struck_is_agreed_and_books_nothing():
    HouseRules.objects.create(pk=1, stake=25, table_money=50)
    rubber = rubber_in_play(lines=("4sn=",))
    by = rubber.players[Seat.NORTH]
    stop_rubber(
        state=load(rubber.pk),
        reason="It is late",
        seen_revision=rubber.revision,
        by=by,
        now=NOON,
    )
    Deal.objects.create(
        rubber=rubber,
        number=1,
        version=2,
        is_struck=True,
        key=UUID(int=1),
        recorded_at=NOON,
        recorded_by=by,
    )
    agree(rubber)
    assert rubber.is_agreed
    assert not Transaction.objects.exists()
    call_command("check_ledger")
    reopen(
        state=load(rubber.pk),
        reason="A wrong sheet",
        by=member("Ruth", role=Role.ADMIN),
        now=NOON,
    )
    assert not Transaction.objects.exists()


def passed_out(system="contract"):
    """A rubber of two passed-out deals, stopped and agreed."""
    rubber = rubber_in_play(lines=("p", "p"), system=system)
    stop_rubber(
        state=load(rubber.pk),
        reason="Nobody bids",
        seen_revision=rubber.revision,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    agree(rubber, now=LATER)
    return rubber


@pytest.mark.parametrize("system", ["contract", "chicago"])
def test_law_80_a_rubber_of_passed_out_deals_alone_counts_nowhere(system):
    HouseRules.objects.create(pk=1, stake=25, table_money=50)
    rubber = passed_out(system)
    assert rubber.is_agreed
    assert not Transaction.objects.exists()
    assert list(audit.differences()) == []
    evening = evening_of(NOON)
    assert matrix_for(evening, rubbers_of(evening)).rows == ()
    assert played_at(rubber.table, evening) == []


def test_law_80_a_deal_that_was_corrected_to_passed_out_counts_in_no_turn():
    rubber = rubber_in_play(lines=("4sn=", "p"))
    vote(correct(rubber, 1, "p"), Seat.EAST, Seat.SOUTH)
    assert [deal.facts.is_passed_out for deal in load(rubber.pk).deals] == [True, True]
    assert played_at(rubber.table, evening_of(NOON)) == []


def test_a_rubber_of_passed_out_deals_alone_stays_in_the_history_and_says_so():
    rubber = passed_out()
    client = Client()
    client.force_login(rubber.players[Seat.NORTH])
    page = client.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "Every deal was passed out: the rubber counts nowhere." in page
    assert "Posted to the ledger" not in page
    history = client.get(f"/rubbers/{rubber.pk}/history/").content.decode()
    assert "No deal was played: the rubber counts nowhere" in history
    assert "The margin was posted" not in history


def test_one_played_deal_makes_it_a_rubber_that_counts():
    rubber = rubber_in_play(lines=("p", "1nn-1"))
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=rubber.revision,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    agree(rubber, now=LATER)
    assert booked("rubber") == ["Anna: -50", "Ben: +50", "Cleo: -50", "Dan: +50"]
