"""A deal that waits long in the book of one side is told to the arbiters, without its facts (blind books)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubscore.members.roles import Role
from clubscore.rubbers.agreement.blind_books import take_back
from clubscore.rubbers.attention.queries import attention_now
from clubscore.rubbers.attention.waiting import PATIENCE, waiting
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import member
from tests.rubbers.agreement.blind import blind_rubber, write

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


@pytest.fixture
def waits(db):
    """A rubber in which Anna has written the first deal in her book a good while ago."""
    now = timezone.now()
    rubber = blind_rubber(now=now - timedelta(hours=1))
    write(rubber, "6dxs-2 # a squeeze", N, now=now - PATIENCE)
    return rubber


def office_of(signed_in) -> tuple[str, str]:
    """The pages Attention and Office, as the secretary reads them."""
    ruth = signed_in(member("Ruth", role=Role.ADMIN))
    return tuple(
        ruth.get(path).content.decode() for path in ("/attention/", "/office/")
    )


def test_the_secretary_reads_whose_book_a_deal_waits_for(waits, signed_in):
    attention, office = office_of(signed_in)
    words = "Anna and Cleo have written deal 1 in their book. It waits for Ben or Dan."
    assert words in attention
    assert "1 deal waits in the book of one side" in office
    assert '<span class="count">1<' in attention.replace("\n", "")
    for page in (attention, office):
        assert "a squeeze" not in page and "two down" not in page


def test_a_deal_that_was_just_written_waits_for_nobody_else(waits):
    now = timezone.now() - timedelta(minutes=1)
    reader = member("Sam", role=Role.ADMIN)
    assert (waiting(now).books, attention_now(now, reader).books) == (0, ())


def test_what_the_other_side_has_written_waits_no_more(waits):
    write(waits, "6dxs-2", E, now=timezone.now())
    assert waiting(timezone.now()).total == 0


def test_what_was_taken_back_waits_no_more(waits):
    now = timezone.now()
    state = load(waits.pk)
    take_back(state=state, entry=state.book_entry, by=waits.players[S], now=now)
    assert waiting(now).total == 0


def test_books_that_differ_are_a_dispute(waits):
    now = timezone.now()
    write(waits, "6dxs-1", E, now=now)
    reader = member("Sam", role=Role.ADMIN)
    assert (waiting(now).books, waiting(now).disputes) == (0, 1)
    [dispute] = attention_now(now, reader).disputes
    assert dispute.proposal.origin == "book"


def test_the_longest_wait_is_first(waits):
    now = timezone.now()
    others = blind_rubber(
        {seat: member(f"{seat} Else") for seat in Seat}, now=now - timedelta(hours=2)
    )
    write(others, "1nn=", E, now=now - timedelta(hours=1))
    listed = attention_now(now, member("Sam", role=Role.ADMIN)).books
    assert [each.rubber for each in listed] == [others, waits]
