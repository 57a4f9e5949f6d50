"""The evening of the demo club is settled: the secretary freezes it, the payer marks, the receiver confirms."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.demo import club as demo
from clubscore.ledger.queries import statement_of
from clubscore.rubbers.models import Rubber
from clubscore.settlements.models import Settlement
from clubscore.settlements.period import SettlementPeriod
from tests.e2e.browser import expect
from tests.settlements.settling import settle


def test_an_evening_is_settled_from_the_ledger_to_the_last_word(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    club = demo.add_members(password="four spades doubled", now=timezone.now())
    demo.play_tonight(club, now=timezone.now())
    # Early in the morning not the newest.
    evening = evening_of(Rubber.objects.earliest("started_at").started_at)
    office = open_page(
        f"/evenings/{evening}/", member=club[demo.SECRETARY], scripts=False
    )
    office.get_by_role("link", name="Settle this evening up").click()
    office.get_by_role("button", name="Settle up").click()
    expect(office.get_by_role("heading", name="Settlement of")).to_be_visible()

    transfer = Settlement.objects.get().transfers.get(number=1)
    payer, receiver = transfer.from_party, transfer.to_party
    phone = open_page(f"/ledger/{payer.pk}/", member=payer, width=360)
    expect(phone.get_by_text(f"You owe {receiver.name}")).to_be_visible()
    phone.get_by_role("button", name=f"I have paid {receiver.name}").click()
    expect(phone.get_by_text("Paid, waiting for")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert obstacles(phone) == []

    other = open_page("/settlements/", member=receiver, width=360, color_scheme="dark")
    other.get_by_role("button", name=f"Received from {payer.name}").click()
    expect(other.locator(f"#transfer-{transfer.pk} .good")).to_have_text("received")
    assert obstacles(other) == []
    assert statement_of(receiver).balance == 0


@pytest.mark.landing
def test_an_admin_confirms_for_who_signs_in_with_a_reason_that_both_read(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    club = demo.add_members(password="four spades doubled", now=timezone.now())
    demo.play_tonight(club, now=timezone.now())
    evening = evening_of(Rubber.objects.earliest("started_at").started_at)
    secretary = club[demo.SECRETARY]
    settlement = settle(
        secretary, period=SettlementPeriod(evening, evening), now=timezone.now()
    )
    transfer = next(
        each
        for each in settlement.transfers.order_by("number")
        if not each.is_received_by(secretary)
    )
    payer, receiver, why = (
        transfer.from_party,
        transfer.to_party,
        "Paid in cash at the bar, both were there",
    )

    office = open_page(f"/settlements/{settlement.pk}/", member=secretary, width=360)
    office.get_by_role(
        "link", name=f"Received by {receiver.name} from {payer.name}"
    ).click()
    office.get_by_label("Why, in writing").fill(why)
    assert office.evaluate("document.documentElement.scrollWidth") == 360
    assert obstacles(office) == []
    office.get_by_role("button", name=f"Confirm for {receiver.name}").click()
    expect(office.locator(f"#transfer-{transfer.pk}")).to_contain_text(
        f"{secretary.name} for {receiver.name}"
    )
    expect(office.locator(f"#transfer-{transfer.pk}")).to_contain_text(f"“{why}”")
    for party in (payer, receiver):
        statement = open_page(
            f"/ledger/{party.pk}/", member=party, width=360, color_scheme="dark"
        )
        expect(
            statement.get_by_text(f"{why} · booked by {secretary.name}")
        ).to_be_visible()
        assert obstacles(statement) == []
