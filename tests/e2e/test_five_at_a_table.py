"""Five at a table over two rubbers: the one who waited comes in, and the page says who goes out and why."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.models import Table
from clubscore.tables.queries import open_cut
from scoring import Seat
from tests.e2e.browser import expect
from tests.factories import member, seated_table, stop_rubber
from tests.landing import first_alone


def play_a_round(page: Any) -> None:
    """Start the rubber with the dealer that is chosen, record a deal, and let two players end the rubber early."""
    page.get_by_role("button", name="Start the rubber").click()
    page.locator("#deal-line-text").fill("4sn=")
    page.locator("#record").click()
    expect(page.locator("#deals")).to_contain_text("4♠ by")
    state = load(Rubber.objects.in_play().get().pk)
    stop_rubber(
        state=state,
        reason="Tea",
        seen_revision=state.rubber.revision,
        by=state.players[Seat.NORTH],
        now=timezone.now(),
    )
    page.reload()
    expect(page.locator("#next-rubber")).to_be_visible()


def cut_at(table: Table) -> Any:
    cut = open_cut(table)
    assert cut is not None
    return cut


def seat_a_fifth(page: Any, table: Table) -> None:
    """Seat Eve, who waits, on the page of the seats, and go back to the table."""
    member("Eve")
    page.get_by_role("link", name="Seats", exact=True).click()
    page.get_by_role("button", name="Eve").click()
    page.goto(f"/tables/{table.pk}/")


def cut_among_four(page: Any, table: Table) -> Member:
    """Draw the cards of four who have played equally long, and return who goes out."""
    page.get_by_role("link", name="Cut for partners").click()
    expect(page.locator("main")).to_contain_text(
        "Anna, Ben, Cleo and Dan have played equally long"
    )
    page.get_by_role("button", name="Draw the cards").press("Enter")
    expect(page.locator(".card-face")).to_have_count(8)
    (out,) = cut_at(table).out
    expect(page.locator("#cut")).to_contain_text(
        f"{out.name} cut the lowest card and goes out."
    )
    return out


def cut_again(page: Any, table: Table, waited: Member) -> Any:
    """Draw the cards for the rubber in which the one who waited comes in, and return the cut."""
    page.get_by_role("link", name="Cut for partners").click()
    # The old cut belonged to the rubber that is over.
    expect(page.locator(".card-face")).to_have_count(0)
    expect(page.locator("main")).to_contain_text(f"{waited.name} waited and comes in.")
    page.get_by_role("button", name="Draw the cards").click()
    expect(page.locator("#cut")).to_contain_text("have played longest")
    return cut_at(table)


@pytest.mark.parametrize("scripts", first_alone([True, False]))
def test_five_play_two_rubbers_and_take_turns_to_wait(
    scripts: bool,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    table = seated_table(players)
    page = open_page(
        f"/tables/{table.pk}/",
        member=players[Seat.NORTH],
        width=360,
        height=740,
        scripts=scripts,
    )
    page.locator(".dealer .key").first.click()
    play_a_round(page)
    expect(page.get_by_role("button", name="Same seats, again")).to_be_visible()

    seat_a_fifth(page, table)
    expect(page.locator("#next-rubber")).to_contain_text("Eve waited and comes in.")
    out = cut_among_four(page, table)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert not scripts or obstacles(page) == []

    play_a_round(page)
    expect(page.locator("#next-rubber")).to_contain_text(out.name)
    second = cut_again(page, table, waited=out)
    assert out in second.players
    # Eve has played one rubber, they two.
    assert not {drawn.name for drawn in second.staying} & {"Eve", out.name}
