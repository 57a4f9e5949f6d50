"""The history says who wrote what in which book, once a deal is decided, and nothing before (blind books)."""

import re

import pytest
from django.test import Client

from clubscore.contracts.models import SignatureMethod
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.blind_books import record_with_one_book, take_back
from clubscore.rubbers.recording.services import stop_rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NOON, member, rubber_in_play
from tests.rubbers.agreement.blind import blind_rubber, write

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
FACTS = re.compile(r"by Cleo|two down|a squeeze")


def read(client: Client, rubber) -> str:
    html = client.get(f"/rubbers/{rubber.pk}/history/").content.decode()
    words = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    return re.sub(r" ([♠♥♦♣.,])", r"\1", words.replace(" spades", ""))


def books(client: Client, rubber) -> list[str]:
    """The entries in the books, as the history shows them, without their times."""
    html = client.get(f"/rubbers/{rubber.pk}/history/").content.decode()
    lines = re.findall(r"<li>\s*(In the book .*?)</li>", html, flags=re.DOTALL)
    plain = [re.sub(r"<time.*?</time>|<[^>]+>", "", line) for line in lines]
    return [" ".join(line.split()).replace(",(", ", (") for line in plain]


@pytest.fixture
def eve(signed_in):
    return signed_in(member("Eve"))


def test_equal_entries(eve):
    rubber = blind_rubber()
    write(rubber, "4sn= h4n", N)
    write(rubber, "4sn= h4n", W, how=SignatureMethod.PIN, device_of=rubber.players[N])
    first, second = books(eve, rubber)
    assert "In the book of N–S, Anna wrote 4" in first
    assert "by Anna, made, 4 honours Anna," in first
    assert second == "In the book of E–W, Dan (PIN) wrote the same,"


def test_entries_that_differ(eve):
    rubber = blind_rubber()
    write(rubber, "4sn=", E)
    write(rubber, "4sn-1", S)
    first, second = books(eve, rubber)
    assert "In the book of E–W, Ben wrote" in first and "made" in first
    assert "In the book of N–S, Cleo wrote" in second and "one down" in second


def test_an_entry_that_was_replaced_and_one_that_was_taken_back(eve):
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    entry = write(rubber, "4sn+1", N).entry
    take_back(state=load(rubber.pk), entry=entry, by=rubber.players[N], now=NOON)
    write(rubber, "4sn+2", E)
    write(rubber, "4sn+2", N)
    lines = books(eve, rubber)
    assert [line.split(" wrote")[0] for line in lines] == [
        "In the book of N–S, Anna",
        "In the book of N–S, Anna",
        "In the book of E–W, Ben",
        "In the book of N–S, Anna",
    ]
    assert lines[0].endswith("(replaced)")
    assert lines[1].endswith("(taken back)")
    assert lines[3].endswith("wrote the same,")


def test_one_book(eve):
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    record_with_one_book(
        state=load(rubber.pk), entry=entry, by=rubber.players[N], now=NOON
    )
    [line] = books(eve, rubber)
    assert line.startswith("In the book of N–S, Anna wrote")


def test_nobody_reads_an_entry_before_its_deal_is_decided(signed_in):
    rubber = blind_rubber(lines=("1nn=",))
    entry = write(rubber, "6dxs-2 # a squeeze", S).entry
    readers = [*rubber.players.values(), member("Ruth", role=Role.ADMIN)]
    clients = [signed_in(reader) for reader in readers]
    assert [each for each in clients if FACTS.search(read(each, rubber))] == []
    write(rubber, "6dxs-2 # a squeeze, I think", S)
    assert [each for each in clients if FACTS.search(read(each, rubber))] == []
    entry = load(rubber.pk).book_entry
    take_back(state=load(rubber.pk), entry=entry, by=rubber.players[S], now=NOON)
    assert [each for each in clients if FACTS.search(read(each, rubber))] == []


def test_an_entry_that_the_end_has_dropped_is_told_after_it(eve):
    rubber = blind_rubber()
    write(rubber, "6dxs-2 # a squeeze", S)
    stop_rubber(
        state=load(rubber.pk),
        reason="The lights went out",
        seen_revision=0,
        by=rubber.players[E],
        now=NOON,
    )
    words = read(eve, rubber)
    assert "Deal 1: In the book of N–S, Cleo wrote 6" in words
    assert "two down, a squeeze (expired)" in words


def test_other_rubbers_read_nothing_more(eve, django_assert_max_num_queries):
    rubber = rubber_in_play(lines=("4sn=",))
    eve.get(f"/rubbers/{rubber.pk}/history/")
    with django_assert_max_num_queries(60) as statements:
        assert books(eve, rubber) == []
    assert not [each for each in statements if "bookentry" in each["sql"]]
