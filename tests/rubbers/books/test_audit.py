"""The audit that compares the books with the recorded deals."""

from uuid import UUID

import pytest

from clubscore.contracts.models import FACT_COLUMNS
from clubscore.ledger.models import Posting, Transaction
from clubscore.rubbers.books import audit, remainder_audit
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from scoring import Seat
from tests.factories import NOON, agreed_rubber, member
from tests.unguarded import erase, rewrite

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubbers():
    """Three agreed rubbers, each of four different players."""
    return [
        agreed_rubber({seat: member(f"{seat.word} {name}") for seat in Seat})
        for name in ("Abel", "Byrne", "Cole")
    ]


def test_a_rubber_whose_booking_was_changed_by_hand_is_named(rubbers):
    rewrite(Posting.objects.filter(transaction__source_id=rubbers[1].pk), points=0)
    assert list(audit.differences()) == [
        f"{rubbers[1]}: the books do not say what its deals score; see its sheet."
    ]


def test_the_books_are_asked_once_for_many_rubbers(rubbers, django_assert_num_queries):
    with django_assert_num_queries(1):
        booked = audit.booked_for(rubbers)
    assert [sorted(booked["rubber", rubber.pk].values()) for rubber in rubbers] == [
        [-810, -810, 810, 810]
    ] * 3


def test_all_rubbers_are_compared_however_small_the_chunks(rubbers, monkeypatch):
    monkeypatch.setattr(audit, "CHUNK", 2)
    rewrite(Posting.objects, points=0)
    assert len(list(audit.differences())) == 3


def test_whoever_waits_is_told_how_many_rubbers_were_compared(rubbers, monkeypatch):
    monkeypatch.setattr(audit, "CHUNK", 2)
    counted = []
    assert list(audit.differences(counted.append)) == []
    assert counted == [2, 1]


def test_a_deal_counts_in_its_newest_version_unless_it_is_struck(rubbers):
    rubber = rubbers[0]
    first = rubber.deals.order_by("number").first()
    facts = {name: getattr(first, name) for name in FACT_COLUMNS}
    rows = {
        "rubber": rubber,
        "number": first.number,
        "recorded_at": NOON,
        "recorded_by": first.recorded_by,
    }
    Deal.objects.create(**rows, version=2, key=UUID(int=1), **facts | {"tricks": 13})
    assert len(list(audit.differences())) == 1
    Deal.objects.create(**rows, version=3, key=UUID(int=2), **facts)
    assert list(audit.differences()) == []
    Deal.objects.create(**rows, version=4, key=UUID(int=3), is_struck=True)
    assert len(list(audit.differences())) == 1


def test_a_chunk_of_rubbers_is_a_fixed_number_of_queries(
    rubbers, django_assert_num_queries
):
    with django_assert_num_queries(5):
        # The rubbers, their seats, deals and bookings, and whether there are more.
        list(audit.differences())


def recorded_after_the_end(rubber):
    last = rubber.deals.order_by("number").last()
    facts = {name: getattr(last, name) for name in FACT_COLUMNS}
    rows = {
        "rubber": rubber,
        "number": last.number + 1,
        "recorded_at": NOON,
        "recorded_by": last.recorded_by,
    }
    Deal.objects.create(**rows, version=1, key=UUID(int=4), **facts)


def left_without_a_seat(rubber):
    erase(RubberSeat.objects.filter(rubber=rubber, seat=Seat.EAST))


def given_rules_of_no_game(rubber):
    rewrite(Rubber.objects.filter(pk=rubber.pk), rules={"of": "no game"})


@pytest.mark.parametrize(
    "broken", [recorded_after_the_end, left_without_a_seat, given_rules_of_no_game]
)
def test_a_rubber_that_cannot_be_scored_is_named_and_the_others_are_compared_all_the_same(
    rubbers, broken
):
    broken(rubbers[0])
    rewrite(Posting.objects.filter(transaction__source_id=rubbers[1].pk), points=0)
    assert list(audit.differences()) == [
        f"{rubbers[0]}: its deals cannot be scored; see its sheet.",
        f"{rubbers[1]}: the books do not say what its deals score; see its sheet.",
    ]


def test_so_it_is_for_what_rounding_left_over(rubbers):
    rewrite(Rubber.objects, rounding="half-up")
    recorded_after_the_end(rubbers[0])
    sentences = list(remainder_audit.differences())
    assert sentences[0] == f"{rubbers[0]}: its deals cannot be scored; see its sheet."
    assert [sentence.split(":")[0] for sentence in sentences[1:]] == [
        str(rubber) for rubber in rubbers[1:]
    ]


def test_a_booking_of_a_rubber_that_does_not_exist_is_named(rubbers):
    assert list(audit.without_a_rubber()) == []
    booked = Transaction.objects.order_by("pk").first()
    rewrite(Transaction.objects.filter(pk=booked.pk), source_id=4711)
    assert list(audit.without_a_rubber()) == [
        f"Transaction {booked} is of rubber 4711, which does not exist."
    ]
