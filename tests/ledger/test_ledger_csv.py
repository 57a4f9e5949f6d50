"""The files /ledger/ledger.csv and /ledger/12/ledger.csv: the entries of the ledger, for spreadsheets."""

import csv
from datetime import timedelta
from io import StringIO

import pytest

from clubscore.ledger.manual_entries import services as by_hand
from clubscore.ledger.models import Posting, Unit
from clubscore.members.roles import Role
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import HouseRules
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NINE_DEALS, NOON, agreed_rubber, four, member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def rows(client, path="/ledger/ledger.csv"):
    answer = client.get(path)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(answer.getvalue().decode("utf-8-sig"))))


def test_every_entry_is_a_line_with_who_how_much_and_with_whom(office):
    players = four()
    rubber = agreed_rubber(players)
    anna = players[Seat.NORTH]
    listed = rows(office)
    assert len(listed) == 4
    assert listed[0] == {
        "entry_id": str(Posting.objects.order_by("pk").first().pk),
        "posted_at": (NOON + timedelta(minutes=len(NINE_DEALS))).isoformat(),
        "member_id": str(anna.pk),
        "member_name": "Anna",
        "kind": "rubber",
        "rubber_id": str(rubber.pk),
        "points": "810",
        "unit": "pt",
        "partner_id": str(players[Seat.SOUTH].pk),
        "counter_ids": f"{players[Seat.EAST].pk};{players[Seat.WEST].pk}",
        "reverses_entry_id": "",
        "reason": "",
        "entered_by": str(players[Seat.EAST].pk),
    }


def test_a_reversal_names_the_entry_that_it_takes_back_and_why(office):
    players = four()
    reopen(
        state=load(agreed_rubber(players).pk),
        reason="A hand record",
        by=member("Sam", role=Role.ADMIN),
        now=NOON,
    )
    listed = rows(office, f"/ledger/{players[Seat.NORTH].pk}/ledger.csv")
    first, second = listed
    assert (first["points"], second["points"]) == ("810", "-810")
    assert (second["reverses_entry_id"], second["reason"]) == (
        first["entry_id"],
        "A hand record",
    )


def test_an_account_of_the_club_has_a_name_and_no_member(office, ruth):
    by_hand.book_adjustment(
        number=1,
        member=ruth,
        points=5,
        against="Adjustments",
        unit=Unit.POINTS,
        reason="=A prize",
        by=ruth,
        now=NOON,
    )
    booked = [
        (row["member_id"], row["member_name"], row["points"], row["reason"])
        for row in rows(office)
    ]
    assert booked == [
        (str(ruth.pk), "Ruth", "5", "'=A prize"),
        ("", "Adjustments", "-5", "'=A prize"),
    ]


def test_stakes_and_table_money_name_their_rubber_and_their_unit(office, settings):
    settings.CLUB_CURRENCY = "EUR"
    HouseRules.objects.create(pk=1, stake=10, table_money=50)
    rubber = agreed_rubber(four())
    money = [row for row in rows(office) if row["unit"] == "EUR cent"]
    assert {(row["kind"], row["rubber_id"]) for row in money} == {
        ("stake", str(rubber.pk)),
        ("table_money", str(rubber.pk)),
    }
    assert sum(int(row["points"]) for row in money) == 0
    assert {row["partner_id"] for row in money} == {""}


@pytest.mark.parametrize("path", ["/ledger/ledger.csv", "/ledger/{pk}/ledger.csv"])
def test_a_download_takes_as_many_queries_with_three_rubbers_as_with_one(
    office, path, django_assert_max_num_queries
):
    for number in range(3):
        players = {seat: member(f"{seat.word} Player{number}") for seat in Seat}
        agreed_rubber(players)
        with django_assert_max_num_queries(8):
            assert rows(office, path.format(pk=players[Seat.NORTH].pk))
