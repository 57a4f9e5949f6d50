"""Two sides keep blind books on two phones: neither sees the other's entry before it has written its own."""

from typing import Any

import pytest

from clubscore.members.access.pins import choose_pin
from clubscore.rubbers.models import BookEntry
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.e2e.browser import expect
from tests.factories import NOON
from tests.rubbers.agreement.blind import blind_rubber
from tests.waiting import until

N, E, S, W = Seat
SIZE = {"width": 360, "height": 640}
CARD = "#book-card"


@pytest.fixture
def phones(open_page, players) -> tuple[Any, Any, Any]:
    """Return the phones of Anna (North) and Ben (East), at the first deal, and the rubber with blind books."""
    rubber = blind_rubber(players)
    path = f"/tables/{rubber.table_id}/"
    anna, ben = (open_page(path, member=players[seat], **SIZE) for seat in (N, E))
    return anna, ben, rubber


def write(phone: Any, line: str) -> None:
    phone.locator("#deal-line-text").fill(line)
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").click()
    expect(phone.locator("#deal-form[data-seen]")).to_have_count(0)


def sheet(rubber: Any) -> list[str]:
    return [str(deal.deal) for deal in load(rubber.pk).sheet.deals]


def test_two_equal_books_and_two_that_differ(phones, obstacles):
    anna, ben, rubber = phones
    write(anna, "4sn=")
    expect(anna.locator(CARD)).to_contain_text("Deal 1 is in your book: 4♠ by Anna")
    expect(ben.locator(CARD)).to_contain_text(
        "Anna and Cleo have written deal 1: enter yours."
    )
    assert "by Anna, made" not in ben.content()
    for phone in (anna, ben):
        assert obstacles(phone) == []
        keys = phone.locator("#entry .facts").bounding_box()
        assert phone.evaluate("scrollY") == 0
        assert keys["y"] < SIZE["height"]
    passed_out = ben.get_by_text("Passed out").bounding_box()
    assert passed_out["y"] + passed_out["height"] <= SIZE["height"]
    assert sheet(rubber) == []
    write(ben, "4sn=")
    expect(anna.locator("#deal-1")).to_be_visible()
    expect(anna.locator(CARD)).to_have_count(0)
    expect(ben.locator(CARD)).to_have_count(0)
    write(ben, "1nn=")
    expect(anna.locator(CARD)).to_contain_text(
        "Ben and Dan have written deal 2: enter yours."
    )
    write(anna, "1nn+1")
    expect(ben.locator("#consent [id^=proposal-card]")).to_be_attached()
    assert sheet(rubber) == ["4SN=", "1NTN="]


def test_an_entry_is_taken_back_or_recorded_with_one_book(phones):
    anna, ben, rubber = phones
    write(anna, "4sn=")
    anna.locator(CARD).get_by_role("button", name="Take it back").click()
    expect(anna.locator(CARD)).to_have_count(0)
    expect(ben.locator(CARD)).to_have_count(0)
    write(ben, "4sn+1")
    ben.locator(CARD).get_by_role("button", name="Record it with one book").click()
    expect(anna.locator("#deal-1")).to_be_visible()
    assert sheet(rubber) == ["4SN+1"]


def test_the_other_side_writes_on_the_same_phone_by_pin(phones, players):
    anna, _ben, rubber = phones
    choose_pin(member=players[W], pin="8642", now=NOON)
    write(anna, "4sn=")
    card = anna.locator(CARD)
    card.locator("summary").click()
    form = card.locator("form.pin-form")
    form.locator("[name=line]").fill("4sn=")
    form.locator("select").select_option(label="Dan")
    form.locator("[name=pin]").fill("8642")
    form.get_by_role("button", name="Write it by PIN").click()
    until(lambda: sheet(rubber) == ["4SN="])
    [deal] = rubber.deals.all()
    assert {s.member.name: s.how for s in deal.agreements.all()} == {
        "Anna": "recorded",
        "Dan": "pin",
    }
    assert BookEntry.objects.get().state == "recorded"
