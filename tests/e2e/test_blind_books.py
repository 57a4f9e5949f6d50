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
    """Return the phones of Anna (North) and Ben (East), at the first deal of a rubber with blind books, and the rubber."""
    rubber = blind_rubber(players)
    path = f"/tables/{rubber.table_id}/"
    anna, ben = (
        open_page(path, member=players[seat], **SIZE) for seat in (N, E)
    )
    return anna, ben, rubber


def write(phone: Any, line: str) -> None:
    phone.locator("#deal-line-text").fill(line)
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").click()
    expect(phone.locator("#deal-form[data-seen]")).to_have_count(0)


def sheet(rubber: Any) -> list[str]:
    return [str(deal.deal) for deal in load(rubber.pk).sheet.deals]


def shot(phone: Any, name: str) -> None:
    phone.screenshot(path=f"/tmp/shots_blind/{name}.png")


def test_two_equal_books_and_two_that_differ(phones):
    anna, ben, rubber = phones
    shot(anna, "0")
    write(anna, "4sn=")
    expect(anna.locator(CARD)).to_contain_text("Deal 1 is in your book: 4♠ by Anna")
    expect(ben.locator(CARD)).to_contain_text("Anna and Cleo have written deal 1: enter yours.")
    shot(anna, "1anna")
    shot(ben, "1ben")
    assert "4♠ by Anna" not in ben.content()
    assert sheet(rubber) == []
    write(ben, "4sn=")
    expect(anna.locator("#deal-1")).to_be_visible()
    expect(anna.locator(CARD)).to_have_count(0)
    expect(ben.locator(CARD)).to_have_count(0)
    shot(anna, "2anna")
    shot(ben, "2ben")
    write(ben, "1nn=")
    expect(anna.locator(CARD)).to_contain_text("Ben and Dan have written deal 2: enter yours.")
    write(anna, "1nn+1")
    expect(ben.locator("#consent [id^=proposal-card]")).to_be_attached()
    shot(anna, "3anna")
    shot(ben, "3ben")
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
    shot(ben, "4ben")
    shot(anna, "4anna")
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
    shot(anna, "5anna")
    form.get_by_role("button", name="Write it by PIN").click()
    until(lambda: sheet(rubber) == ["4SN="])
    [deal] = rubber.deals.all()
    assert {s.member.name: s.how for s in deal.agreements.all()} == {"Anna": "recorded", "Dan": "pin"}
    assert BookEntry.objects.get().state == "recorded"
