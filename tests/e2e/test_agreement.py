"""Four players sign a rubber in two books: a dispute, a late correction, missed honours, and the posting."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from clubscore.ledger.models import Transaction
from clubscore.members.access.pins import choose_pin
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.e2e.browser import PHONE, BrowserThread, expect
from tests.factories import NOON, four, member, record, rubber_in_play
from tests.rubbers.correction.correcting import correct
from tests.waiting import until

N, E, S, W = Seat
PINS = {S: "2468", W: "8642"}
PROPOSAL = "#consent [id^=proposal-card]"


@pytest.fixture
def players(transactional_db: None) -> dict[Seat, Any]:
    """Return four players: Anna and Ben have phones; Cleo and Dan have PINs, and watch on tablets elsewhere."""
    players = four()
    for seat, pin in PINS.items():
        choose_pin(member=players[seat], pin=pin, now=NOON)
    return players


def enter(phone: Any, line: str) -> None:
    phone.locator("#deal-line-text").fill(line)
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").click()
    # Answered: the keys are there for the next deal.
    expect(phone.locator("#deal-form[data-seen]")).to_have_count(0)


def unfold(phone: Any) -> None:
    """Open the questions to the player on this phone, if they are folded for lack of room."""
    key = phone.locator(".asks-key[aria-expanded=false]")
    if key.is_visible():
        key.click()


def show_more(phone: Any, card: str) -> None:
    """Open the questions on a phone if they are folded, and then the "…" of this card."""
    expect(phone.locator(card).first).to_be_attached()
    unfold(phone)
    more = phone.locator(f"{card} .ask-more:not([open]) > summary").first
    if more.is_visible():
        more.click()


def by_pin(phone: Any, card: str, seat: Seat, name: str, button: str) -> None:
    """Let the player of this seat take the phone, open a card's folded form, type the PIN and press the button."""
    form = phone.locator(f"{card} .lend").first
    if form.get_attribute("open") is None:
        show_more(phone, card)
        form.locator("summary").click()
    form.locator("select").select_option(label=name)
    form.locator("[name=pin]").fill(PINS[seat])
    form.get_by_role("button", name=button).click()
    # Answered: the card is gone, or folded again.
    expect(phone.locator(f"{card} .lend[open]")).to_have_count(0)


def deals(rubber: Rubber) -> list[str]:
    return [
        str(scored.deal)
        for scored in load(Rubber.objects.get(pk=rubber.pk).pk).sheet.deals
    ]


def record_alike(anna: Any, ben: Any, eve: Any) -> None:
    """Let Anna and Ben record the first deal alike, so that both sides have agreed to it."""
    ben.locator("#deal-line-text").fill("4sn=")
    enter(anna, "4sn=")
    expect(ben.locator("#deals #deal-1")).to_be_visible()
    ben.locator("#record").click()
    expect(ben.locator("#entry")).to_contain_text(
        "Deal 1 is recorded alike, so you have agreed to it"
    )
    expect(eve.locator("#deal-annotations-1 .seal.signed")).to_have_count(2)


def record_differently(anna: Any, ben: Any, eve: Any) -> None:
    """Let Anna and Ben record the second deal differently: it is disputed on both phones and in the watcher's sheet."""
    ben.locator("#deal-line-text").fill("2he=")
    enter(anna, "2he-1")
    expect(ben.locator("#deals #deal-2")).to_be_visible()
    ben.locator("#record").click()
    expect(ben.locator("#entry")).to_contain_text(
        "They have 2♥ by Ben, one down; you have 2♥ by Ben, made"
    )
    for page in (anna, ben, eve):
        expect(page.locator("#deal-annotations-2")).to_contain_text("disputed: tricks")
    expect(eve.locator("#deal-annotations-2")).to_contain_text("2♥ by Ben, one down")
    expect(eve.locator("#deal-annotations-2")).to_contain_text("2♥ by Ben, made")


def decide_by_majority(anna: Any, ben: Any, eve: Any, rubber: Rubber) -> None:
    """Let Cleo and Dan vote for the second deal as Ben recorded it: the majority decides."""
    card = "#consent .ask.disputed"
    expect(anna.locator(card)).to_contain_text("Deal 2: which is right?")
    by_pin(anna, card, S, "Cleo", "8 tricks")
    expect(ben.locator(card)).to_contain_text("Cleo 8 tricks")
    by_pin(ben, card, W, "Dan", "8 tricks")
    expect(eve.locator("#deal-2")).to_contain_text("2♥ by Ben, made")
    expect(anna.locator(card)).to_have_count(0)
    assert deals(rubber) == ["4SN=", "2HE="]


def correct_what_was_agreed(anna: Any, ben: Any, eve: Any, rubber: Rubber) -> None:
    """Let Anna correct the agreed first deal from ten tricks to eleven, which by now needs the consent of all four."""
    anna.goto(f"/rubbers/{rubber.pk}/deals/1/correction/")
    anna.locator('[name="result"][value="+1"]').click()
    expect(anna.locator("#correction-preview")).to_contain_text("all four must consent")
    anna.locator("#which-error").get_by_text(
        "We agreed on the wrong number of tricks"
    ).click()
    anna.locator("#record").click()
    expect(anna.locator("#consent")).to_contain_text("Deal 1: which is right?")
    expect(ben.locator("#consent")).to_contain_text(
        "Anna says: the four agreed on the wrong number of tricks."
    )
    expect(ben.locator("#consent")).to_contain_text("Deal 1: which is right?")
    unfold(ben)
    ben.get_by_role("button", name="11 tricks").first.click()
    expect(ben.locator("#consent")).to_contain_text(
        "The consent of Cleo and Dan is missing."
    )
    by_pin(ben, PROPOSAL, W, "Dan", "11 tricks")
    expect(anna.locator(PROPOSAL)).to_contain_text("The consent of Cleo is missing.")
    assert deals(rubber) == ["4SN=", "2HE="]
    by_pin(anna, PROPOSAL, S, "Cleo", "11 tricks")
    expect(eve.locator("#deal-1")).to_contain_text("made with one overtrick")
    assert deals(rubber) == ["4SN+1", "2HE="]


def end_the_rubber(anna: Any, ben: Any, eve: Any) -> None:
    """Record the last deal: the rubber is over, and nothing is posted yet."""
    anna.locator("#deal-line-text").fill("")
    enter(anna, "3nn=")
    for page in (anna, ben, eve):
        expect(page.locator("#sheet")).to_contain_text("Rubber over")
    assert Transaction.objects.count() == 0


def add_missed_honours(anna: Any, ben: Any, eve: Any, rubber: Rubber) -> None:
    """Add Dan's four honours to the second deal, which a majority may do until the net score is agreed."""
    ben.goto(f"/rubbers/{rubber.pk}/deals/2/correction/")
    ben.locator(".extra summary").first.click()
    ben.locator('[name="honours"][value="4W"]').click()
    expect(ben.locator("#correction-preview")).to_contain_text(
        "until the net score of the rubber is agreed"
    )
    ben.locator("#record").click()
    by_pin(ben, PROPOSAL, W, "Dan", "4 honours Dan")
    unfold(anna)
    anna.get_by_role("button", name="4 honours Dan").first.click()
    expect(eve.locator("#deal-2")).to_contain_text("E–W 60 below, 100 above")
    assert deals(rubber) == ["4SN+1", "2HE= h4W", "3NTN="]


def agree_and_post(anna: Any, ben: Any, eve: Any) -> None:
    """Let one player of each side agree to the net score; only then is the rubber posted."""
    expect(eve.locator("#sheet")).to_contain_text(
        "Waits for the agreement of Anna or Cleo, and Ben or Dan"
    )
    by_pin(anna, "#net-card", S, "Cleo", "Agree by PIN")
    expect(eve.locator("#sheet")).to_contain_text(
        "Waits for the agreement of Ben or Dan"
    )
    assert Transaction.objects.count() == 0
    ben.get_by_role(
        "button", name=re.compile("I agree to We 160 – They 950, They win 790")
    ).click()
    expect(ben.locator("#consent")).to_contain_text("Agreed and posted")
    expect(eve.locator("#sheet")).to_contain_text("Posted to the ledger")
    expect(eve.locator(".net-agreement .seal.signed")).to_have_count(2)
    expect(anna.locator("#sheet")).to_contain_text("Posted to the ledger")


@pytest.mark.landing
def test_a_rubber_with_a_dispute_a_late_correction_and_missed_honours_is_posted_when_both_sides_agree(
    players: dict[Seat, Any], open_page: Callable[..., Any], expected_errors: list[str]
):
    # Of a page that is left while it asks for its cards.
    expected_errors += [
        "htmx:afterRequest",
        "htmx:sendError",
    ]
    rubber = rubber_in_play(players)
    table = f"/tables/{rubber.table_id}/"
    anna, ben = (open_page(table, member=players[seat], **PHONE) for seat in (N, E))
    cleo, dan = (open_page(table, member=players[seat], **PHONE) for seat in (S, W))
    eve = open_page(table, member=member("Eve"))
    for page in (anna, ben, cleo, dan, eve):
        expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
    record_alike(anna, ben, eve)
    record_differently(anna, ben, eve)
    decide_by_majority(anna, ben, eve, rubber)
    correct_what_was_agreed(anna, ben, eve, rubber)
    end_the_rubber(anna, ben, eve)
    add_missed_honours(anna, ben, eve, rubber)
    agree_and_post(anna, ben, eve)
    for page, points in ((cleo, "+790"), (dan, "−790")):
        page.goto("/ledger/")
        expect(page.locator("main")).to_contain_text(points)


def test_a_pin_that_is_being_typed_is_not_swept_away_by_a_fresh_sheet(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    anna = open_page(f"/tables/{rubber.table_id}/", member=players[N], **PHONE)
    expect(anna.locator("#live-state")).to_have_attribute("data-state", "live")
    show_more(anna, "#deal-card-1")
    anna.locator("#deal-card-1 .lend summary").click()
    anna.locator("#deal-card-1 [name=pin]").fill("24")
    record(rubber, "2he=", by=players[E])
    expect(anna.locator("#deals #deal-2")).to_be_visible()
    expect(anna.locator("#deal-card-1 [name=pin]")).to_have_value("24")
    anna.locator("#deal-card-1 [name=pin]").fill("")
    anna.locator("#strip").click()
    expect(anna.locator("#deal-card-2")).to_be_attached()


def test_a_name_is_not_swept_away_by_cards_that_were_on_their_way_when_it_was_chosen(
    players: dict[Seat, Any], open_page: Callable[..., Any], browser: BrowserThread
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    anna = open_page(f"/tables/{rubber.table_id}/", member=players[N], **PHONE)
    expect(anna.locator("#live-state")).to_have_attribute("data-state", "live")
    form = anna.locator("#deal-card-1 .lend")
    show_more(anna, "#deal-card-1")
    form.locator("summary").click()
    under_way: list[Any] = []
    anna.route("**/consent/", lambda route: under_way.append(browser.stand_in(route)))
    record(rubber, "2he=", by=players[E])
    until(lambda: anna.evaluate("true") and under_way)
    form.locator("select").select_option(label="Dan")
    anna.evaluate("document.activeElement.blur()")
    with anna.expect_response("**/consent/"):
        under_way[0].continue_()
    anna.unroute("**/consent/")
    form.locator("[name=pin]").fill(PINS[W])
    expect(form.locator("select option:checked")).to_have_text("Dan")
    form.get_by_role("button", name="Agree by PIN").click()
    expect(anna.locator("#deal-annotations-1 .seal.signed")).to_have_text("DA")
    expect(anna.locator("#deal-card-2")).to_be_attached()


def test_what_came_while_a_tap_was_on_its_way_is_asked_after_its_answer(
    players: dict[Seat, Any], open_page: Callable[..., Any], browser: BrowserThread
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    ben = open_page(f"/tables/{rubber.table_id}/", member=players[E], **PHONE)
    expect(ben.locator("#live-state")).to_have_attribute("data-state", "live")
    under_way: list[Any] = []
    ben.route(
        "**/deals/1/agreement/", lambda route: under_way.append(browser.stand_in(route))
    )
    ben.locator("#agree-1").click()
    until(lambda: ben.evaluate("true") and under_way)
    answer = under_way[0].fetch()
    record(rubber, "2he=")
    expect(ben.locator("#deals #deal-2")).to_be_attached()
    under_way[0].fulfill(response=answer)
    expect(ben.locator("#agree-2")).to_be_visible()


def test_after_a_tap_on_a_card_the_focus_is_at_the_head_of_the_cards(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("1sn-1",) * 5)
    ben = open_page(f"/tables/{rubber.table_id}/", member=players[E], **PHONE)
    unfold(ben)
    ben.locator("#older-deals > summary").click()
    ben.locator("#agree-5").click()
    expect(ben.locator("#deal-annotations-5 .seal.signed")).to_have_count(1)
    expect(ben.locator("#consent-title")).to_be_focused()


def test_everything_can_be_agreed_and_corrected_without_scripts(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    ben = open_page(
        f"/tables/{rubber.table_id}/", member=players[E], scripts=False, **PHONE
    )
    by_pin(ben, "#deal-card-1", W, "Dan", "Agree by PIN")
    expect(ben.locator("#deal-annotations-1 .seal.signed")).to_have_count(1)
    ben.locator("#consent").get_by_role("link", name="Something’s wrong").click()
    ben.locator('[name="result"][value="-1"]').check()
    ben.locator("#which-error").get_by_text("All four agreed on that number").click()
    ben.locator("#record").click()
    expect(ben.locator("#consent")).to_contain_text("Deal 1: which is right?")
    by_pin(ben, PROPOSAL, W, "Dan", "9 tricks")
    by_pin(ben, PROPOSAL, S, "Cleo", "9 tricks")
    expect(ben.locator("#deal-1")).to_contain_text("4♠ by Anna, one down")


def test_the_slider_plays_the_sheet_back(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4sn=", "2he=", "p"))
    page = open_page(f"/rubbers/{rubber.pk}/history/", member=players[N])
    expect(page.locator("#sheet .totals td").nth(1)).to_contain_text("60")
    page.locator("#at").fill("1")
    expect(page.locator("#sheet .stand")).to_contain_text("Deal 2 · Ben deals")
    expect(page.locator("#sheet .totals td").nth(1)).to_contain_text("0")
    page.locator("#step-back").click()
    expect(page.locator("#playback")).to_contain_text("Before the first deal")


def test_the_next_auction_is_over_when_a_player_of_each_side_has_tapped(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    table = f"/tables/{rubber.table_id}/"
    anna = open_page(table, member=players[Seat.NORTH], width=360, height=740)
    ben = open_page(table, member=players[Seat.EAST], width=360, height=740)
    expect(ben.locator("#live-state")).to_have_attribute("data-state", "live")
    anna.get_by_role("button", name="Next deal’s auction is finished").click()
    expect(anna.locator("#auction-card")).to_contain_text("It waits for Ben or Dan.")
    expect(ben.locator("#auction-card")).to_contain_text(
        "Anna says that all have called on deal 2."
    )
    ben.get_by_role("button", name="Next deal’s auction is finished").click()
    expect(ben.locator("#consent")).not_to_contain_text("all have called")
    expect(anna.locator("#auction-card")).to_have_count(0)


def test_both_versions_and_their_buttons_are_in_sight_on_a_small_phone(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    proposal = correct(rubber, 1, "4sn+1")
    phone = open_page(
        f"/tables/{rubber.table_id}/",
        member=players[E],
        width=360,
        height=640,
    )
    unfold(phone)
    for name, words in (("no", "10 tricks"), ("yes", "11 tricks")):
        button = phone.locator(f"#{name}-{proposal.pk}")
        expect(button).to_contain_text(words)
        expect(button).to_be_in_viewport(ratio=1)
