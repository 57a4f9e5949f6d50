"""The page /ledger/adjustments/12/reversal/, by which an admin takes back what was booked by hand."""

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.ledger.books import books
from clubscore.ledger.manual_entries import services as by_hand
from clubscore.ledger.models import Transaction, Unit
from clubscore.ledger.queries import statement_of
from scoring import Seat
from tests.factories import NOON, agreed_rubber, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def booked(ruth, anna):
    return by_hand.book_adjustment(
        number=1,
        member=anna,
        points=-320,
        against="Adjustments",
        unit=Unit.POINTS,
        reason="A fine",
        by=ruth,
        now=NOON,
    )


def test_a_reversal_with_its_reason_stands_beside_what_it_takes_back(
    office, booked, anna
):
    page = f"/ledger/adjustments/{booked.pk}/reversal/"
    assert "A fine" in office.get(page).content.decode()
    assert (
        office.post(page, {"reason": "The pencil was found"}).url
        == "/ledger/adjustments/"
    )
    assert [(entry.points, entry.balance) for entry in statement_of(anna).entries] == [
        (320, 0),
        (-320, -320),
    ]
    assert Transaction.objects.get(reverses=booked).reason == "The pencil was found"
    assert (books().plus, books().minus, books().shows_balance) == (0, 0, False)
    html = office.get("/ledger/adjustments/").content.decode()
    assert "The pencil was found" in html
    assert page not in html


def test_without_a_reason_nothing_is_taken_back(office, booked):
    assert (
        office.post(
            f"/ledger/adjustments/{booked.pk}/reversal/", {"reason": " "}
        ).status_code
        == 422
    )
    assert Transaction.objects.count() == 1


def test_what_was_taken_back_is_not_taken_back_twice(office, booked):
    page = f"/ledger/adjustments/{booked.pk}/reversal/"
    office.post(page, {"reason": "The pencil was found"})
    answer = office.post(page, {"reason": "The pencil was found"})
    assert answer.status_code == 409
    assert "Adjustment 1 was taken back already." in answer.content.decode()
    assert Transaction.objects.count() == 2


def test_a_rubber_and_a_reversal_are_not_taken_back_here(office, ruth, booked):
    agreed_rubber({seat: member(f"{seat.word} Else") for seat in Seat})
    reversal = by_hand.reverse_entry(
        booked=booked, reason="It was found", by=ruth, now=NOON
    )
    rubber = Transaction.objects.get(source="rubber")
    for other in (reversal, rubber):
        assert (
            office.get(f"/ledger/adjustments/{other.pk}/reversal/").status_code == 404
        )
        with pytest.raises(
            by_hand.ManualEntryRefused,
            match="Only adjustments and opening balances",
        ):
            by_hand.reverse_entry(booked=other, reason="Why not", by=ruth, now=NOON)


def test_only_who_administers_the_club_takes_back(booked, anna):
    with pytest.raises(PermissionDenied):
        by_hand.reverse_entry(booked=booked, reason="Why not", by=anna, now=NOON)
