"""The audit of the books against the deals."""

import pytest

from clubscore.ledger.models import Posting
from clubscore.rubbers import audit
from scoring import Seat
from tests.factories import agreed_rubber, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubbers():
    """Three finished rubbers."""
    return [agreed_rubber({seat: member(f"{seat.word} {name}") for seat in Seat}) for name in ("Abel", "Byrne", "Cole")]


def test_a_rubber_whose_booking_was_changed_by_hand_is_named(rubbers):
    Posting.objects.filter(transaction__source_id=rubbers[1].pk).update(points=0)
    assert list(audit.differences()) == [f"{rubbers[1]}: the books do not say what its deals score; see its sheet."]


def test_the_books_are_asked_once_for_many_rubbers(rubbers, django_assert_num_queries):
    with django_assert_num_queries(1):
        booked = audit.booked_for(rubbers)
    assert [sorted(booked["rubber", rubber.pk].values()) for rubber in rubbers] == [[-810, -810, 810, 810]] * 3


def test_all_rubbers_are_compared_however_small_the_chunks(rubbers, monkeypatch):
    monkeypatch.setattr(audit, "CHUNK", 2)
    Posting.objects.update(points=0)
    assert len(list(audit.differences())) == 3
