"""A club of 100: from its list, through an evening, its settlement and the season's end, to another installation."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.settlements.models import Settlement
from scoring import Seat
from tests.archive.zips import empty
from tests.e2e.browser import expect
from tests.factories import PASSWORD, agree, rubber_in_play

FIRST = [
    "Agnes",
    "Basil",
    "Cyril",
    "Doris",
    "Elena",
    "Felix",
    "Greta",
    "Hugo",
    "Irma",
    "Judith",
]
LAST = [
    "Atkins",
    "Brandt",
    "Dunn",
    "Eriksen",
    "Falk",
    "Greaves",
    "Hill",
    "Ibsen",
    "Keller",
    "Nash",
]
NAMES = [f"{first} {last}" for first in FIRST for last in LAST]
SECRETARY, PHONES = NAMES[0], NAMES[10:50:10]
CHICAGO = ("3nn=", "4se-1", "2he=", "1nn+1")
ROYAL = (
    "2rs+1 h3s h2e",
    "1nn+1 h2n h2e",
    "2rxw-2 h3w h1e h1n vs",
    "3de= h4e h1n",
    "4rs= h4s h1e",
)
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def secretary(transactional_db: None) -> Member:
    return Member.objects.create_superuser("secretary", SECRETARY, PASSWORD)


def spreadsheet() -> str:
    """Return a CSV list of a hundred members, with one more line in which the surname is missing."""
    lines = [
        f"{name.replace(' ', ';')};{number}"
        for number, name in enumerate(NAMES, start=1)
    ]
    return "\n".join(["First name;Surname;Number", *lines, "Nobody;;101"])


def bring_in_the_list(office: Any) -> None:
    office.goto("/members/import/")
    office.get_by_label("Paste it here").fill(spreadsheet())
    office.get_by_role("button", name="See what would happen").click()
    expect(office.locator(".plan tbody tr").first).to_contain_text(
        "The surname is missing."
    )
    office.get_by_role("button", name="Import 100 members, leave 1 out").click()
    expect(office.locator("main")).to_contain_text("100 members imported.")


def open_season(office: Any, name: str, *, days: int) -> None:
    """Open a season by the page that begins so many days from today, on the club's clock."""
    office.goto("/standings/seasons/")
    office.get_by_label("Name").fill(name)
    office.get_by_label("First day").fill(
        f"{timezone.localdate() + timedelta(days=days)}"
    )
    office.get_by_role("button", name="Open the season").click()
    expect(office.locator("main")).to_contain_text(f"{name} is open from")


def poster(office: Any) -> str:
    office.goto("/members/invitations/")
    office.get_by_role("button", name="A poster for the club").click()
    return office.get_by_role("link", name="/join/").get_attribute("href")


def join(phone: Any, name: str) -> None:
    phone.get_by_label("I am").select_option(label=name)
    phone.get_by_label("Sign-in name").fill(name.split()[0])
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("main")).to_contain_text(f"Welcome, {name.split()[0]}.")


def begin(phone: Any) -> Rubber:
    """Open a table on one phone, seat the other three, cut, start the rubber, and return it."""
    phone.get_by_role("button", name="Start a table").click()
    for name in PHONES[1:]:
        phone.get_by_role("link", name="Another or a guest").click()
        phone.get_by_role("searchbox").fill(name)
        expect(phone.locator(".found-names li")).to_have_count(1)
        phone.get_by_role("button", name=name).click()
        expect(phone.locator(".seat-list").first).to_contain_text(name)
    phone.get_by_role("button", name="Cut for partners").click()
    phone.get_by_role("button", name="Start the rubber").click()
    expect(phone.locator("#sheet")).to_contain_text("Deal 1")
    return Rubber.objects.get()


def press(phone: Any, button: str) -> None:
    """Click a button by one event, and wait until it is gone.

    A real click would be lost if the card were replaced between press and release.
    """
    phone.locator(button).dispatch_event("click")
    expect(phone.locator(button)).to_have_count(0)


def play(north: Any, east: Any, rubber: Rubber) -> None:
    """Play two games to none: North records, East agrees, and both agree to the net score."""
    for phone in (north, east):
        phone.goto(f"/tables/{rubber.table_id}/")
        expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    for number, line in enumerate(("4sn=", "3nn="), start=1):
        north.locator("#deal-line-text").fill(line)
        # The preview is there, and brings no other button.
        expect(north.locator("#record")).to_contain_text("We +")
        north.locator("#record").click()
        press(east, f"#agree-{number}")
    for phone in (north, east):
        press(phone, "#agree-net")
    for phone in (north, east):
        expect(phone.locator("#sheet")).to_contain_text("Posted to the ledger")
        phone.goto("/ledger/")


def play_at_another_table(
    system: str, lines: tuple[str, ...], names: list[str]
) -> None:
    players = {
        seat: Member.objects.get(name=name)
        for seat, name in zip(Seat, names, strict=True)
    }
    agree(
        rubber_in_play(players, system=system, lines=lines, now=timezone.now()),
        now=timezone.now(),
    )


def settle(office: Any, phones: dict[str, Any]) -> None:
    """Settle the evening: payer and receiver confirm one payment, and the secretary another."""
    first = evening_of(Rubber.objects.earliest("started_at").started_at)
    office.goto(f"/settlements/new/?first={first}&last={evening_of(timezone.now())}")
    office.get_by_role("button", name="Settle up").click()
    expect(office.locator(".settle-line")).to_have_count(6)
    payment = next(
        each
        for each in Settlement.objects.get().transfers.all()
        if str(each.from_party) in phones
    )
    payer, receiver = (
        phones[str(party)] for party in (payment.from_party, payment.to_party)
    )
    payer.goto("/settlements/")
    payer.get_by_role("button", name="I have paid").click()
    expect(payer.locator("main")).to_contain_text("Paid, waiting for")
    receiver.goto("/settlements/")
    receiver.get_by_role("button", name="Received from").click()
    expect(receiver.locator(f"#transfer-{payment.pk}")).to_contain_text("received")
    office.locator(".settle-line").last.get_by_role("button", name="Received").click()
    office.goto("/settlements/")
    expect(office.locator("main")).to_contain_text("2 of 6 received")


def close(office: Any) -> None:
    """Close the season, after opening the next one, for which the page asks first."""
    office.goto("/standings/autumn/closing/")
    expect(office.locator("main")).to_contain_text("Open the season after Autumn first")
    open_season(office, "Winter", days=1)
    office.goto("/standings/autumn/closing/")
    office.get_by_role("button", name="Publish the final table").click()
    expect(office.locator("main")).to_contain_text(
        "Autumn is closed, and this is its final table."
    )


def archive(office: Any, folder: Path) -> Path:
    office.goto("/export/")
    with office.expect_download() as download:
        office.get_by_text("Download everything", exact=True).click()
    download.value.save_as(folder / "club.zip")
    return folder / "club.zip"


def shown(office: Any) -> list[str]:
    """Return the texts of the pages about the books, the settlement, the evening, the members and the standings."""
    player = Member.objects.get(name=PHONES[0])
    evening = evening_of(Rubber.objects.earliest("started_at").started_at)
    pages = [
        "/ledger/",
        f"/ledger/{player.pk}/",
        "/settlements/",
        f"/settlements/{Settlement.objects.get().pk}/",
        f"/evenings/{evening}/",
        "/members/",
    ]
    pages += [
        f"/standings/autumn/?game={game}" for game in ("contract", "chicago", "royal")
    ]
    texts = []
    for page in pages:
        office.goto(page)
        texts.append(office.locator("main").inner_text())
    return texts


@pytest.mark.landing
def test_a_club_of_a_hundred_plays_an_evening_settles_closes_its_season_and_goes_elsewhere(
    secretary: Member,
    open_page: Callable[..., Any],
    tmp_path: Path,
    expected_errors: list[str],
):
    # Of a page that is left while it asks for its cards, and of a room whose reader has signed out elsewhere.
    expected_errors += [
        "401 (Unauthorized)",
        "htmx:afterRequest",
        "htmx:sendError",
    ]
    office = open_page("/", member=secretary)
    bring_in_the_list(office)
    open_season(office, "Autumn", days=0)

    link = poster(office)
    phones = {name: open_page(link, **PHONE) for name in PHONES}
    for name, phone in phones.items():
        join(phone, name)
    rubber = begin(phones[PHONES[0]])
    north, east = (
        phones[rubber.players[seat].name] for seat in (Seat.NORTH, Seat.EAST)
    )
    play(north, east, rubber)
    play_at_another_table("chicago", CHICAGO, NAMES[50:54])
    play_at_another_table("royal", ROYAL, NAMES[60:64])
    office.goto("/")
    expect(office.locator(".card.paper")).to_have_count(3)

    settle(office, phones)
    close(office)
    before, file = shown(office), archive(office, tmp_path)
    assert "+920" in before[0]
    office.goto("/office/")
    phones[PHONES[0]].goto("/ledger/")

    empty()
    call_command("import_club", str(file))
    for check in ("check_ledger", "check_rubbers", "check_sessions", "check_standings"):
        call_command(check)
    elsewhere = open_page("/sign-in/")
    elsewhere.get_by_label("Sign-in name").fill("secretary")
    elsewhere.get_by_label("Password").fill(PASSWORD)
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere.locator("main")).to_contain_text("Table 1")
    assert shown(elsewhere) == before
