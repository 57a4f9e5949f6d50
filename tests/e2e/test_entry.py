"""The entry form in trouble: no network, a reload, or a nervous thumb."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.members.people.services import choose_table_keys
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.models import Table
from scoring import Seat
from tests.blanks import tight
from tests.e2e.browser import expect
from tests.factories import NOON, four, record, rubber_in_play, stop_rubber
from tests.waiting import until

OFFLINE = ["ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest", "/live/"]


@pytest.fixture
def rubber(transactional_db: None) -> Rubber:
    return rubber_in_play(four())


@pytest.fixture
def phone(rubber: Rubber, open_page: Callable[..., Any]) -> Any:
    return open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.NORTH],
        width=360,
        height=740,
    )


def tap_four_spades(phone: Any) -> None:
    for key in (
        '[name="contract"][value="4S"]',
        '[name="declarer"][value="N"]',
        '[name="result"][value="0"]',
    ):
        phone.locator(key).click()
    expect(phone.locator("#record")).to_be_enabled()


def drafts(page: Any) -> list[str]:
    """Return the names of the entries that the browser keeps as drafts."""
    return page.evaluate(
        "Object.keys(localStorage).filter((name) => name.startsWith('clubscore.draft.'))"
    )


def test_a_deal_recorded_without_network_is_kept_and_sent_when_the_line_is_back(
    phone: Any, expected_errors: list[str]
):
    expected_errors += OFFLINE
    tap_four_spades(phone)
    phone.context.set_offline(True)
    phone.locator("#record").click()
    expect(phone.locator("#entry-state")).to_contain_text("Not sent yet")
    assert Deal.objects.count() == 0
    phone.context.set_offline(False)
    expect(phone.locator("#deals #deal-1")).to_contain_text("4♠ by Anna, made")
    assert Deal.objects.count() == 1


@pytest.fixture
def cleo(rubber: Rubber, phone: Any, open_page: Callable[..., Any]) -> Any:
    """Open the table as Cleo, Anna's partner, on a desktop screen with 4♠ tapped, and return the page."""
    cleo = open_page(f"/tables/{rubber.table_id}/", member=rubber.players[Seat.SOUTH])
    expect(cleo.locator("#live-state")).to_have_attribute("data-state", "live")
    tap_four_spades(cleo)
    return cleo


def test_two_scorers_of_one_deal_record_it_once(phone: Any, cleo: Any):
    tap_four_spades(phone)
    phone.locator("#record").click()
    expect(cleo.locator("#deals #deal-1")).to_be_visible()
    expect(cleo.locator("#entry-state")).to_contain_text(
        "Deal 1 has been recorded meanwhile: look at the sheet."
    )
    expect(cleo.locator('[name="contract"][value="4S"]')).to_be_checked()
    cleo.locator("#record").click()
    expect(cleo.locator("#entry")).to_contain_text(
        "Deal 1 is recorded alike, so you have agreed to it: 4♠ by Anna, made"
    )
    assert Deal.objects.count() == 1


def test_two_of_one_side_who_differ_are_told_and_record_another_deal_only_on_purpose(
    phone: Any, cleo: Any
):
    cleo.locator('[name="result"][value="-1"]').click()
    tap_four_spades(phone)
    phone.locator("#record").click()
    expect(cleo.locator("#deals #deal-1")).to_be_visible()
    cleo.locator("#record").click()
    expect(cleo.locator("#entry")).to_contain_text(
        "Anna recorded deal 1 meanwhile: 4♠ by Anna, made"
    )
    assert Deal.objects.count() == 1
    expect(cleo.locator("#record")).to_be_enabled()
    cleo.locator("#record").click()
    expect(cleo.locator("#deals #deal-2")).to_be_visible()
    assert list(Deal.objects.order_by("number").values_list("number", flat=True)) == [
        1,
        2,
    ]


def test_what_is_recorded_meanwhile_is_not_under_the_preview_but_in_its_place(
    phone: Any, cleo: Any
):
    cleo.locator('[name="result"][value="-1"]').click()
    expect(cleo.locator("#record")).to_contain_text("+50")
    tap_four_spades(phone)
    phone.locator("#record").click()
    expect(cleo.locator("#preview")).to_contain_text("Instead of deal 1 as recorded")
    # Not vulnerable, as when it was played.
    expect(cleo.locator("#record")).to_contain_text("+50")
    cleo.locator("#record").click()
    expect(cleo.locator("#record")).to_contain_text("Record 4♠ N −1 as deal 2")
    expect(cleo.locator("#preview")).to_contain_text("Totals then We 0 · They 50")
    cleo.locator('[name="result"][value="+1"]').click()  # it is another deal after all
    expect(cleo.locator("#record")).to_contain_text("We +120 below")
    expect(cleo.locator("#preview")).not_to_contain_text("Instead of")


def test_what_the_record_button_promises_follows_the_sheet(
    rubber: Rubber, phone: Any, cleo: Any
):
    record(rubber, "4sn=")
    cleo.locator('[name="result"][value="-1"]').click()
    expect(cleo.locator("#record")).to_contain_text("+50")
    expect(cleo.locator("#deals #deal-1")).to_be_attached()
    cleo.locator(".clear").click()
    tap_four_spades(cleo)
    cleo.locator('[name="result"][value="-1"]').click()
    expect(cleo.locator("#record")).to_contain_text("+100")


def test_an_untouched_form_is_for_whatever_deal_is_next(phone: Any, cleo: Any):
    cleo.locator("#record").click()
    expect(phone.locator("#deals #deal-1")).to_be_visible()
    tap_four_spades(phone)
    phone.locator("#record").click()
    expect(phone.locator("#deals #deal-2")).to_be_visible()


def test_an_entry_that_came_too_late_is_told_and_its_draft_is_gone(
    rubber: Rubber, phone: Any, cleo: Any
):
    record(rubber, "2hn=")
    expect(cleo.locator("#entry-state")).to_contain_text(
        "Deal 1 has been recorded meanwhile"
    )
    expect(cleo.locator("#preview")).to_contain_text("Totals then We 120")
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=1,
        by=rubber.players[Seat.NORTH],
        now=NOON,
    )
    expect(cleo.locator("#stage-moved")).to_be_visible()
    cleo.locator("#record").click()
    expect(cleo.locator("#too-late")).to_contain_text("This rubber is over")
    expect(cleo.locator("#too-late")).to_contain_text("You entered: 4♠ by Anna, made")
    expect(cleo.locator("#too-late")).to_contain_text(
        "Instead of deal 1 as recorded, it would bring We +120 below"
    )
    until(lambda: drafts(cleo) == [])
    assert Deal.objects.count() == 1


def test_who_was_signed_out_meanwhile_keeps_the_entry_and_is_asked_to_sign_in(
    phone: Any, expected_errors: list[str]
):
    expected_errors += ["status of 401", "htmx:responseError", "status of 403"]
    tap_four_spades(phone)
    phone.context.clear_cookies()
    phone.locator("#record").click()
    expect(phone.locator("#entry-state")).to_contain_text(
        "Sign in again: your entry is kept."
    )
    expect(phone.locator('[name="contract"][value="4S"]')).to_be_checked()


def test_a_half_filled_entry_survives_a_reload(phone: Any):
    phone.locator('[name="contract"][value="3NT"]').click()
    phone.locator('[name="declarer"][value="S"]').click()
    expect(phone.locator("#preview")).to_contain_text("3NT by Cleo")
    phone.reload()
    expect(phone.locator('[name="contract"][value="3NT"]')).to_be_checked()
    expect(phone.locator('[name="declarer"][value="S"]')).to_be_checked()


def test_two_quick_taps_on_record_are_one_deal(phone: Any):
    tap_four_spades(phone)
    phone.locator("#record").dblclick()
    expect(phone.locator("#deals #deal-1")).to_be_visible()
    assert Deal.objects.count() == 1


def test_a_scorer_without_a_mouse_goes_on_where_the_last_deal_was_entered(
    rubber: Rubber, phone: Any
):
    for number in (1, 2):
        phone.keyboard.type("1sn-1")
        phone.keyboard.press("Enter")
        expect(phone.locator(f"#deals #deal-{number}")).to_be_visible()
        revision = str(Table.objects.get(pk=rubber.table_id).revision)
        # The stream has nothing older.
        expect(phone.locator("#live")).to_have_attribute("data-revision", revision)
        expect(phone.locator("#deal-line-text")).to_be_focused()
    phone.locator("#deal-line-text").fill("1sn-2")
    expect(phone.locator("#record")).to_be_enabled()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Tab")
    expect(phone.locator("#record")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#deals #deal-3")).to_be_visible()
    expect(phone.locator('[name="contract"]').first).to_be_focused()


def test_the_taps_of_a_correction_are_no_draft_of_the_next_deal(
    rubber: Rubber, open_page: Callable[..., Any]
):
    record(rubber, "2hn=")
    page = open_page(
        f"/rubbers/{rubber.pk}/deals/1/correction/", member=rubber.players[Seat.NORTH]
    )
    page.locator('[name="result"][value="-1"]').click()
    expect(page.locator("#correction-preview")).to_contain_text("Proposed")
    assert drafts(page) == []


def test_what_thirteen_tricks_cannot_give_cannot_be_tapped(phone: Any):
    phone.locator('[name="contract"][value="6H"]').click()
    expect(phone.locator('[name="result"][value="+1"]')).to_be_visible()
    expect(phone.locator('[name="result"][value="+2"]')).to_be_hidden()


def test_the_keys_fill_their_panel_on_a_desk(
    rubber: Rubber, open_page: Callable[..., Any]
):
    desk = open_page(f"/tables/{rubber.table_id}/", member=rubber.players[Seat.NORTH])
    panel = desk.locator("#deal-form").bounding_box()
    contract = desk.locator("#deal-keys .contract").bounding_box()
    played = desk.locator("#deal-keys .played").first.bounding_box()
    assert contract["height"] == pytest.approx(panel["height"], abs=1)
    between = played["x"] - contract["x"] - contract["width"]
    both = contract["width"] + between + played["width"]
    assert both == pytest.approx(panel["width"], abs=1)
    assert between <= 16


def test_nothing_but_undoubled_is_chosen_beforehand_and_record_waits(phone: Any):
    expect(
        phone.locator(
            '#deal-form input[type="radio"]:checked:not([name="risk"], [name="honours"])'
        )
    ).to_have_count(0)
    expect(phone.locator('[name="risk"]:checked')).to_have_attribute("value", "")
    expect(phone.locator("#record")).to_be_disabled()


def test_the_keys_of_the_page_do_nothing_for_who_switched_them_off(
    rubber: Rubber, phone: Any, open_page: Callable[..., Any]
):
    line = "document.activeElement.id"
    expect(phone.locator("#deal-form[data-ready]")).to_be_visible()
    phone.keyboard.press("4")
    assert phone.evaluate(line) == "deal-line-text"
    ben = rubber.players[Seat.EAST]
    choose_table_keys(member=ben, are_on=False)
    desk = open_page(f"/tables/{rubber.table_id}/", member=ben)
    expect(desk.locator("#deal-form[data-ready]")).to_be_visible()
    for key in ("4", "p", "/"):
        desk.keyboard.press(key)
    assert desk.evaluate(line) != "deal-line-text"
    expect(desk.locator("#deal-line-text")).to_have_value("")


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_on_a_tablet_that_lies_flat_no_key_is_under_the_slip(
    rubber: Rubber, open_page: Callable[..., Any], language: str
):
    tablet = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.NORTH],
        width=1024,
        height=768,
        locale=language,
    )
    expect(tablet.locator("#live-state")).to_have_attribute("data-state", "live")
    slip = tablet.locator("#entry-slip").bounding_box()
    for key in (
        ".bid",
        ".risk",
        "#deal-keys .seat",
        ".row-results > .key",
        ".extra > summary",
        ".line .written",
    ):
        box = tablet.locator(key).last.bounding_box()
        is_beside = box["x"] + box["width"] <= slip["x"]
        assert is_beside or box["y"] + box["height"] <= slip["y"], key
        assert box["y"] + box["height"] <= 768, key
        assert box["height"] >= 44, key


NO_STREAM = """
    window.EventSource = class { addEventListener() {} close() {} };
    window.fetch = () => new Promise(() => {});
"""
SHEET = """() => {
    const live = document.getElementById("live").cloneNode(true);
    for (const marked of live.querySelectorAll(".new, .htmx-added")) marked.classList.remove("new", "htmx-added");
    return live.innerHTML.replace(/\\s+/g, " ").replace(/> </g, "><");
}"""


def sheet_of(page: Any) -> str:
    """Return the HTML of the sheet, after any exchange on the page has ended."""
    expect(page.locator(".htmx-swapping, .htmx-settling")).to_have_count(0)
    return tight(page.evaluate(SHEET))


def test_the_answers_leave_the_sheet_as_a_page_that_is_loaded_anew_has_it(phone: Any):
    phone.context.add_init_script(NO_STREAM)
    phone.reload()
    for number in range(1, 4):
        tap_four_spades(phone)
        phone.locator(f'[name="result"][value="{-number}"]').click()
        phone.locator("#record").click()
        expect(phone.locator(f"#deals #deal-{number}")).to_be_visible()
        expect(phone.locator("#entry-slip")).to_contain_text(f"Deal {number} recorded")
    answered = sheet_of(phone)
    phone.reload()
    assert answered == sheet_of(phone)


def test_it_makes_no_difference_whether_the_stream_or_the_answer_is_first(
    rubber: Rubber, phone: Any
):
    for number in range(1, 4):
        tap_four_spades(phone)
        phone.locator(f'[name="result"][value="{-number}"]').click()
        phone.locator("#record").click()
        expect(phone.locator("#entry-slip")).to_contain_text(f"Deal {number} recorded")
    expect(
        phone.locator(
            f'#live[data-revision="{Table.objects.get(pk=rubber.table_id).revision}"]'
        )
    ).to_be_attached()
    streamed = sheet_of(phone)
    phone.reload()
    assert streamed == sheet_of(phone)


@pytest.fixture
def waiting(
    rubber: Rubber, phone: Any, expected_errors: list[str]
) -> Callable[[str], Any]:
    """Return a function that ends the rubber while 4♠ waits on a phone without a network, and opens a path there."""

    expected_errors += [*OFFLINE, "status of 409"]

    def waiting(path: str) -> Any:
        phone.context.set_offline(True)
        tap_four_spades(phone)
        phone.locator("#record").click()
        expect(phone.locator("#entry-state")).not_to_be_empty()
        # A page that is being left has the network again, and would send the deal.
        phone.locator("#deal-form").evaluate("form => form.remove()")
        phone.goto("about:blank")
        record(rubber, "2hn=", by=rubber.players[Seat.SOUTH])
        stop_rubber(
            state=load(rubber.pk),
            reason="Rain",
            seen_revision=1,
            by=rubber.players[Seat.SOUTH],
            now=NOON,
        )
        phone.context.set_offline(False)
        phone.goto(path)
        return phone

    return waiting


@pytest.mark.parametrize("at", ["table", "rubber"])
def test_a_deal_that_waited_while_another_ended_the_rubber_is_offered_again(
    waiting: Callable[[str], Any], rubber: Rubber, at: str
):
    path = {"table": rubber.table_id, "rubber": rubber.pk}[at]
    phone = waiting(f"/{at}s/{path}/")
    late = phone.locator("#too-late")
    expect(late).to_contain_text("This rubber is over")
    expect(late).to_contain_text("You entered: 4♠ by Anna, made")
    until(lambda: drafts(phone) == [])
    late.get_by_role("link", name="Correct").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 is not right")
    assert Deal.objects.count() == 1
