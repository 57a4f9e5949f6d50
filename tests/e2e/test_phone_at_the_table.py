"""A deal on a phone: how many taps it takes, and that nothing needs scrolling. Figures: docs/benchmarks.md."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.recording.services import start_rubber
from scoring import Seat
from tests.e2e.browser import BrowserThread, expect, pages_asked_for
from tests.e2e.thumb import Thumb
from tests.factories import NOON, agreed_rubber, four, record, rubber_in_play
from tests.landing import first_alone
from tests.waiting import until

SIZES = [(360, 640), (360, 740), (390, 844)]
LINES = {
    "contract": ("2hs+1", "4sxw-2", "3ne=", "2ds+1", "4sw-1", "1nn="),
    "chicago": ("2hn=", "4se=", "p"),
    "royal": ("2rs= h3s h2e", "2dn= h4n h1w", "2rw-1 h5w"),
}
HONOURS = {"contract": (), "chicago": (), "royal": ("honours_n=3", "honours_e=2")}


# Looks at every picture that the browser draws for a figure that is marked as new and lies wholly in the part of the
# sheet that is shown: two seconds are short for a test on a busy machine.
LOOK_FOR_THE_NEW = """() => {
  const place = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const look = () => {
    const [paper, figure] = [place("#sheet"), place("#sheet .mark.new")];
    const isWithin = figure && paper.top - 1 <= figure.top && figure.bottom <= paper.bottom + 1;
    window.wasInSight = Boolean(isWithin) && paper.bottom <= innerHeight;
    if (!window.wasInSight) requestAnimationFrame(look);
  };
  look();
}"""


# What a page shows and offers, without what is another each time that it is loaded, or was said since.
AS_LOADED = """() => {
  const main = document.getElementById("main").cloneNode(true);
  main.querySelector("#spoken").replaceChildren();
  for (const token of main.querySelectorAll("[name=csrfmiddlewaretoken], [name=key]")) token.remove();
  for (const each of main.querySelectorAll("[class='']")) each.removeAttribute("class");
  return document.title + main.innerHTML.replace(/\\s+/g, " ");
}"""


def opened(
    system: str, open_page: Callable[..., Any], size: tuple[int, int], **context: Any
) -> tuple[Rubber, Any]:
    rubber = rubber_in_play(four(), system=system, lines=LINES[system])
    width, height = size
    member = rubber.players[Seat.NORTH]
    phone = open_page(
        f"/tables/{rubber.table_id}/",
        member=member,
        width=width,
        height=height,
        **context,
    )
    expect(phone.locator("#deal-form[data-step=box]")).to_be_visible()
    return rubber, phone


def scrolled(phone: Any) -> int:
    return phone.evaluate("scrollY")


@pytest.mark.parametrize("size", first_alone(SIZES), ids=str)
@pytest.mark.parametrize("system", LINES)
def test_a_deal_takes_four_taps_and_no_scrolling(
    system: str,
    size: tuple[int, int],
    transactional_db: None,
    open_page: Callable[..., Any],
):
    _, phone = opened(system, open_page, size)
    thumb, before = Thumb(phone), Deal.objects.count()
    thumb.key("contract", "3D")
    thumb.key("declarer", "N")
    thumb.key("result", "-1")
    for each in HONOURS[system]:
        thumb.key(*each.split("="))
    strip = phone.locator("#strip").bounding_box()
    assert strip["y"] == 0
    phone.evaluate(LOOK_FOR_THE_NEW)
    thumb.tap("#record")
    expect(phone.locator(".just-recorded")).to_be_visible()
    assert thumb.taps == 4 + len(HONOURS[system])
    assert Deal.objects.count() == before + 1

    until(lambda: phone.evaluate("window.wasInSight"))
    expect(phone.locator("#sheet .mark.new")).to_have_count(0)
    expect(phone.locator('#deal-form [name="contract"]:checked')).to_have_count(0)
    Thumb(phone).key("contract", "7NT")  # the empty entry is there for the next
    assert scrolled(phone) == 0


@pytest.mark.parametrize("size", first_alone(SIZES), ids=str)
def test_a_deal_passed_out_takes_two_taps(
    size: tuple[int, int], transactional_db: None, open_page: Callable[..., Any]
):
    _, phone = opened("contract", open_page, size)
    thumb = Thumb(phone)
    thumb.key("contract", "P")
    thumb.tap("#record")
    expect(phone.locator(".just-recorded")).to_contain_text("assed out")
    assert (thumb.taps, scrolled(phone)) == (2, 0)


def test_a_deal_typed_takes_five_keys(
    transactional_db: None, open_page: Callable[..., Any]
):
    _, phone = opened("contract", open_page, SIZES[0])
    for key in ("4", "s", "n", "=", "Enter"):
        phone.keyboard.press(key)
    expect(phone.locator(".just-recorded")).to_contain_text("4♠ by Anna, made")
    assert scrolled(phone) == 0
    expect(phone.locator("#deal-line-text")).to_be_focused()


def test_a_contract_folds_the_box_and_a_tap_on_it_unfolds_it(
    transactional_db: None, open_page: Callable[..., Any]
):
    _, phone = opened("contract", open_page, SIZES[0])
    thumb = Thumb(phone)
    thumb.key("contract", "4S")
    expect(phone.locator(".box .bid:visible")).to_have_count(0)
    expect(phone.locator("#contract-chip")).to_contain_text("4♠")
    thumb.tap("#contract-chip")
    expect(phone.locator(".box .bid:visible")).to_have_count(35)
    expect(phone.locator('[name="contract"][value="4S"]')).to_be_checked()
    thumb.key("contract", "4S")
    expect(phone.locator('[name="declarer"][value="N"]')).to_be_visible()
    thumb.tap("#contract-chip")
    thumb.key("contract", "5C")
    expect(phone.locator("#contract-chip")).to_have_attribute(
        "aria-label", "5 clubs: change"
    )


def test_the_arrow_keys_walk_through_the_box_without_folding_it(
    transactional_db: None, open_page: Callable[..., Any]
):
    _, phone = opened("contract", open_page, SIZES[0])
    phone.locator('[name="contract"]').first.focus()
    for _ in range(3):
        phone.keyboard.press("ArrowDown")
    expect(phone.locator('[name="contract"][value="4C"]')).to_be_focused()
    expect(phone.locator('[name="declarer"][value="N"]')).to_be_visible()


def test_what_others_ask_stands_above_the_box_and_moves_no_key(
    transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play(four())
    phone = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.NORTH],
        width=360,
        height=640,
    )
    expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    expect(phone.locator("#deal-form[data-step=box]")).to_be_visible()
    key = phone.locator('[name="contract"][value="1C"]')
    before = key.bounding_box()
    for line in ("p", "1sw-1"):
        record(rubber, line, by=rubber.players[Seat.EAST])
    thumb = Thumb(phone)
    expect(phone.locator("#agree-all")).to_have_text("Agree to all 2")
    expect(phone.locator(".asks")).to_be_visible()
    until(lambda: key.bounding_box() == before)
    thumb.tap("#agree-all")
    expect(phone.locator(".agreed")).to_contain_text("Agreed to ")
    expect(phone.locator("#spoken")).to_contain_text("Agreed to ")
    expect(phone.locator(".asks")).to_have_count(0)
    until(lambda: key.bounding_box() == before)
    assert scrolled(phone) == 0


TAP_AS_SOON_AS_IT_IS_THERE = """() => {
  const watcher = new MutationObserver(() => {
    const key = document.getElementById("agree-all");
    if (key?.textContent.trim() !== "Agree to all 2") return;
    watcher.disconnect();
    key.click();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}"""


def test_a_tap_on_a_card_that_has_just_come_loads_no_page(
    transactional_db: None, open_page: Callable[..., Any]
):
    """A tap on a card loads no page even just after the card has come: htmx listens to new content at once."""
    rubber = rubber_in_play(four())
    north = rubber.players[Seat.NORTH]
    phone = open_page(f"/tables/{rubber.table_id}/", member=north)
    expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    pages = pages_asked_for(phone)
    phone.evaluate(TAP_AS_SOON_AS_IT_IS_THERE)
    for line in ("p", "1sw-1"):
        record(rubber, line, by=rubber.players[Seat.EAST])
    expect(phone.locator(".agreed")).to_contain_text("Agreed to ")
    assert pages == []


def test_every_recorded_deal_is_said_to_who_watches_and_listens(
    transactional_db: None, open_page: Callable[..., Any]
):
    rubber, phone = opened("contract", open_page, SIZES[0])
    desk = open_page(f"/tables/{rubber.table_id}/", member=rubber.players[Seat.WEST])
    for page in (phone, desk):
        expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
    record(rubber, "1sw-1")
    for page, who in ((phone, "We"), (desk, "They")):
        expect(page.locator("#spoken")).to_have_text(
            f"Deal 7: 1 spade by Dan, one down. {who} 100 above."
        )


def test_the_deal_that_ends_the_rubber_is_said_and_the_focus_goes_on(
    transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play(four(), lines=("4sn=", "3nn-1"))
    phones = [
        open_page(
            f"/tables/{rubber.table_id}/",
            member=rubber.players[seat],
            width=360,
            height=640,
        )
        for seat in (Seat.NORTH, Seat.EAST)
    ]
    for phone in phones:
        expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    loads = [pages_asked_for(phone) for phone in phones]
    for key in ("4", "s", "n", "=", "Enter"):
        phones[0].keyboard.press(key)
    for phone, who in zip(phones, ("We", "They"), strict=True):
        expect(phone.locator("#entry")).to_have_count(0)
        expect(phone.locator("#spoken")).to_have_text(
            f"Deal 3: 4 spades by Anna, made. {who} 120 below. {who} won game 2. "
            f"{who} won the rubber and 840 points."
        )
        expect(phone.locator("#consent-title")).to_be_focused()
    assert loads == [[], []]
    for phone in phones:
        until(lambda phone=phone: phone.locator("#main .new").count() == 0)
        came = phone.evaluate(AS_LOADED)
        phone.reload()
        expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
        assert came == phone.evaluate(AS_LOADED)
        assert phone.evaluate("document.activeElement.tagName") == "BODY"


def test_who_waits_for_the_next_rubber_gets_its_entry_without_a_page_being_loaded(
    transactional_db: None, open_page: Callable[..., Any]
):
    rubber = agreed_rubber(four())
    phone = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.EAST],
        width=360,
        height=640,
    )
    expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    loads = pages_asked_for(phone)
    start_rubber(
        table=rubber.table, dealer=Seat.NORTH, by=rubber.players[Seat.NORTH], now=NOON
    )
    expect(phone.locator("#deal-form[data-step=box]")).to_be_visible()
    for key in ("2", "h", "e", "=", "Enter"):
        phone.keyboard.press(key)
    expect(phone.locator("#spoken")).to_contain_text("2 hearts")
    expect(phone.locator("#sheet .mark")).to_have_count(1)
    assert loads == []


def test_what_is_typed_while_the_page_of_the_next_rubber_is_on_its_way_stays(
    transactional_db: None, open_page: Callable[..., Any], browser: BrowserThread
):
    rubber = agreed_rubber(four())
    address = f"/tables/{rubber.table_id}/"
    phone = open_page(address, member=rubber.players[Seat.EAST], width=360, height=640)
    expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    held: list[Any] = []
    phone.route(f"**{address}", lambda route: held.append(browser.stand_in(route)))
    start_rubber(
        table=rubber.table, dealer=Seat.NORTH, by=rubber.players[Seat.NORTH], now=NOON
    )
    # The browser hands over what it asks for when it is asked.
    until(lambda: bool(phone.evaluate("1") and held))
    phone.evaluate(
        "document.querySelector('main form').toggleAttribute('data-dirty', true)"
    )
    held[0].continue_()
    expect(phone.locator("#stage-moved")).to_be_visible()
    expect(phone.locator("#deal-form")).to_have_count(0)


def test_after_the_last_deal_no_page_is_asked_for_under_somebody_s_typing(
    transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play(lines=("4sn=", "3ne="))
    address = f"/tables/{rubber.table_id}/"
    phone = open_page(address, member=rubber.players[Seat.EAST], width=360, height=640)
    expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.evaluate(
        "document.querySelector('main form:not(#deal-form)').toggleAttribute('data-dirty', true)"
    )
    for key in ("3", "n", "n", "=", "Enter"):
        phone.keyboard.press(key)
    expect(phone.locator("#stage-moved")).to_be_visible()
    until(lambda: Deal.objects.filter(rubber=rubber).count() == 3)
    assert [url for url in asked if url.endswith(address)] == []


def test_the_focus_stays_in_the_entry_after_record_and_after_clearing(
    transactional_db: None, open_page: Callable[..., Any]
):
    _, phone = opened("contract", open_page, SIZES[0])
    thumb = Thumb(phone)
    for name, value in (("contract", "1C"), ("declarer", "N"), ("result", "-1")):
        thumb.key(name, value)
    expect(phone.locator(".preview-complete:not(.preview-stale)")).to_be_visible()
    phone.locator(".clear").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator('[name="contract"]').first).to_be_focused()
    for name, value in (("contract", "1C"), ("declarer", "N"), ("result", "-1")):
        thumb.key(name, value)
    thumb.tap("#record")
    expect(phone.locator(".just-recorded")).to_be_visible()
    expect(phone.locator('[name="contract"]').first).to_be_focused()
    phone.locator(".skip", has_text="Skip to the entry").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#entry")).to_be_focused()


def test_the_fourth_hand_holds_the_honours_that_are_left(
    transactional_db: None, open_page: Callable[..., Any]
):
    _, phone = opened("royal", open_page, SIZES[0])
    thumb = Thumb(phone)
    thumb.key("contract", "2R")
    expect(phone.locator('.count:has([value=""])').first).to_have_css(
        "background-color",
        phone.locator('.count:has([value="1"])').first.evaluate(
            "e => getComputedStyle(e).backgroundColor"
        ),
    )
    thumb.key("honours_n", "2")
    thumb.key("honours_e", "1")
    expect(phone.locator('[name="honours_w"][value=""]')).to_be_checked()
    thumb.key("honours_s", "")
    expect(phone.locator('[name="honours_w"][value="2"]')).to_be_checked()
    thumb.key("honours_e", "3")
    expect(phone.locator('[name="honours_w"][value=""]')).to_be_checked()


@pytest.mark.parametrize("scripts", [True, False])
def test_two_taps_record_where_the_device_has_chosen_so(
    scripts: bool, transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play(four())
    phone = open_page(
        "/members/me/device/",
        member=rubber.players[Seat.NORTH],
        width=360,
        height=640,
        scripts=scripts,
    )
    phone.get_by_label("Two taps to record").check()
    phone.get_by_label("Large keys").check()
    phone.get_by_role("button", name="Keep these choices").click()
    phone.goto(f"/tables/{rubber.table_id}/")
    for name, value in (("contract", "1C"), ("declarer", "N"), ("result", "-1")):
        phone.locator(f'[name="{name}"][value="{value}"]').click()
    phone.locator("#record").click()
    expect(phone.locator("#entry")).to_contain_text("tap Record once more")
    assert Deal.objects.count() == 0
    phone.locator("#record").click()
    expect(phone.locator("#deals #deal-1")).to_be_visible()


def test_everything_stands_in_that_order_without_scripts(
    transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play(four(), lines=LINES["contract"])
    member = rubber.players[Seat.NORTH]
    phone = open_page(
        f"/tables/{rubber.table_id}/",
        member=member,
        width=360,
        height=640,
        scripts=False,
    )
    tops = [
        phone.locator(each).bounding_box()["y"]
        for each in (
            "#strip",
            "#sheet",
            ".asks",
            ".box",
            '[name="declarer"][value="N"]',
            "#deals",
        )
    ]
    assert tops == sorted(tops)
    expect(phone.locator("#sheet-title")).to_be_attached()
    assert phone.locator("#sheet").evaluate("e => e.scrollHeight - e.clientHeight") <= 1
