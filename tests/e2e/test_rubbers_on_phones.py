"""An evening of rubbers with five people on phones of 360×640: how far they scroll, and how often they tap.

From the last deal of a rubber to the first of the next: agree, look who comes in, cut or stay, start.
"""

from typing import Any

import pytest
from django.utils import timezone

from clubscore.tables import services as tables
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import member, seated_table

SMALL = {"width": 360, "height": 640}
MOST_SCROLLED, MOST_TAPS = 200, 6
RUBBER = ("3NT N 0", "3NT N 0")  # two games for North and South
CHICAGO = ("1NT N 0", "2S E 0", "3NT N 0", "1H S 0")

IN_SIGHT = """(each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return Math.max(0, bottom - innerHeight, -top);
}"""


class Phone:
    """A phone of a player. It counts the taps, and the pixels that must be scrolled to see what is tapped."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.scrolled = 0.0
        self.taps = 0

    def tap(self, what: Any) -> None:
        expect(what).to_be_visible()
        self.scrolled += what.evaluate(IN_SIGHT)
        self.taps += 1
        what.click()

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name)

    def begin(self) -> None:
        self.scrolled, self.taps = 0.0, 0


@pytest.fixture
def table(players: dict[Seat, Any]) -> Table:
    return seated_table(players, now=timezone.now())


@pytest.fixture
def phones(
    table: Table, players: dict[Seat, Any], open_page: OpenPage
) -> dict[str, Phone]:
    """The phones of Anna, Ben, Cleo and Dan at the table, and of Eve, who has come to cut in."""
    eve = member("Eve")
    tables.come_to_table(
        table=table, member=eve, any_seat=True, by=eve, now=timezone.now()
    )
    people = [*players.values(), eve]
    return {
        person.name: Phone(open_page(f"/tables/{table.pk}/", member=person, **SMALL))
        for person in people
    }


def play(table: Table, phones: dict[str, Phone], deals: tuple[str, ...]) -> None:
    """Record these deals on the phone of the player in North, and expect that nothing is scrolled for any of them."""
    phone = phone_of_north(table, phones)
    for number, deal in enumerate(deals, start=1):
        expect(phone.page.locator("#deal-form[data-step=box]")).to_be_visible()
        phone.begin()
        if deal == "P":
            phone.tap(phone.page.locator('[name="contract"][value="P"]'))
        else:
            contract, declarer, result = deal.split()
            for name, value in (
                ("contract", contract),
                ("declarer", declarer),
                ("result", result),
            ):
                phone.tap(phone.page.locator(f'[name="{name}"][value="{value}"]'))
        expect(phone.page.locator("#record")).to_be_enabled()
        phone.tap(phone.page.locator("#record"))
        assert (phone.scrolled, phone.taps) == (0, 2 if deal == "P" else 4)
        if number < len(deals):
            expect(phone.page.locator("#deal-list > li")).to_have_count(number)


def phone_of_north(table: Table, phones: dict[str, Phone]) -> Phone:
    return phones[seating_at(table).seats[Seat.NORTH].name]


def agree_and_begin_anew(table: Table, phones: dict[str, Phone]) -> tuple[float, int]:
    """One of each side agrees, then who waited comes in by a cut. Returns the pixels and taps of all phones."""
    seats = seating_at(table).seats
    north, east = phones[seats[Seat.NORTH].name], phones[seats[Seat.EAST].name]
    for phone in (north, east):
        phone.begin()
        expect(phone.page.locator("#agree-net")).to_be_in_viewport(ratio=1)
        phone.tap(phone.page.locator("#agree-net"))
        expect(phone.page.locator("#over .good, #net-stand-over").first).to_be_visible()
    expect(north.page.locator("#over")).to_contain_text("Posted to the ledger")
    expect(north.page.locator("#agree-net")).to_have_count(0)
    north.tap(north.page.get_by_role("link", name="Cut for partners"))
    north.tap(north.button("Draw the cards"))
    north.tap(north.page.get_by_role("button", name="Start the"))
    expect(north.page.locator("#sheet")).to_contain_text("Deal 1")
    return north.scrolled + east.scrolled, north.taps + east.taps


def test_two_rubbers_and_a_chicago_with_five_people_scroll_little_and_take_few_taps(
    table: Table, phones: dict[str, Phone]
):
    anna = phones["Anna"]
    anna.tap(anna.page.locator(".dealer .key").first)
    anna.tap(anna.button("Start the rubber"))
    play(table, phones, RUBBER)
    between = [agree_and_begin_anew(table, phones)]
    play(table, phones, RUBBER)
    for phone in phones.values():
        expect(phone.page.locator("#over .circled")).to_be_in_viewport(ratio=1)
    north = phone_of_north(table, phones)
    north.tap(north.page.get_by_role("link", name="Change game"))
    north.page.get_by_label("Chicago", exact=True).check()
    north.button("Play this").click()
    between.append(agree_and_begin_anew(table, phones))
    play(table, phones, CHICAGO)
    between.append(agree_and_begin_anew(table, phones))
    for scrolled, taps in between:
        assert scrolled <= MOST_SCROLLED
        assert taps <= MOST_TAPS
