"""A wall screen in a browser: it fills its screen, follows the play, and says when it has lost the connection."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from scoring import Seat
from tests.duplicate.published import played, published
from tests.duplicate.swiss import drawn, swiss_of_pairs
from tests.duplicate.swiss import played as swiss_played
from tests.e2e.browser import expect
from tests.factories import four, member, record, rubber_in_play
from tests.live_server import AsgiServer

OpenPage = Callable[..., Any]

LONG = "Konstantina-Alexandra Papadopoulou-Smit"  # and a letter: forty characters
MANY_DEALS = (
    "1sn+3 h4n",
    "1he-2",
    "3cxs-3",
    "2dw-1",
    "1nn+1",
    "4sxw-2 h5e",
    "1ce=",
    "1de=",
    "3ns-1",
    "2sn-1",
    "6he-2",
)

# What juts out of the screen, or is cut off inside it.
PARTS = (
    ".wall-sheet, .wall-pad, .wall-room, .wall-card, .wall-evening, .wall-qr, .names, .wall-names, "
    ".wall-lists, .wall-lines"
)
CUT_OFF = """(parts) => [...document.querySelectorAll(parts)]
    .filter((part) => {
        const box = part.getBoundingClientRect();
        return part.scrollWidth > part.clientWidth + 1 || part.clientHeight && part.scrollHeight > part.clientHeight + 1
            || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
    })
    .map((part) => `${part.className}: ${part.scrollWidth} × ${part.scrollHeight}`)"""


@pytest.fixture
def running(transactional_db: None) -> Iterator[AsgiServer]:
    server = AsgiServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(running: AsgiServer) -> str:
    """Return the address of `running`, a server that a test also stops and starts."""
    return running.url


@pytest.fixture
def expected_errors() -> list[str]:
    return [
        "ERR_CONNECTION_REFUSED",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "status of 503",
    ]


def others(letters: str) -> dict[Seat, Any]:
    return dict(
        zip(
            Seat,
            [member(f"{letter}{letter.lower()} Player") for letter in letters],
            strict=True,
        )
    )


def play(players: Any, *lines: str, minutes: int = 5) -> Rubber:
    return rubber_in_play(
        players, lines=lines, now=timezone.now() - timedelta(minutes=minutes)
    )


def test_the_wall_fills_every_screen_and_nothing_scrolls_or_is_cut_off(
    open_page: OpenPage,
) -> None:
    long = {seat: member(f"{LONG}{seat}") for seat in Seat}
    shown = play(long, *MANY_DEALS)
    play(others("EFGH"), "4sn=", "p")
    play({seat: member(f"{LONG[:-1]}z{seat}") for seat in Seat}, "4sn=")
    page = open_page(f"/wall/?table={shown.table_id}", member=member("Eve"))
    for width, height in (
        (1280, 720),
        (1920, 1080),
        (3840, 2160),
        (1280, 800),
        (1920, 1200),
    ):
        page.set_viewport_size({"width": width, "height": height})
        size = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert size == [width, height]
        assert page.evaluate(CUT_OFF, PARTS) == []
        sheet = page.locator(".wall-sheet").bounding_box()
        assert sheet["width"] > 0.55 * width
        assert sheet["height"] > 0.9 * height


def test_a_deal_is_written_on_the_wall_as_it_is_recorded(open_page: OpenPage) -> None:
    rubber = play(four(), "4sn=")
    page = open_page("/wall/", member=member("Eve"))
    expect(page.locator("#live-state")).to_have_text("live")
    record(rubber, "2hxe-1", now=timezone.now())
    expect(page.locator(".wall-last")).to_contain_text("2♥ doubled by Ben, one down")
    expect(page.locator('.mark[data-deal="2"].new')).to_have_count(1)


def test_the_wall_goes_to_the_table_of_the_newest_deal(open_page: OpenPage) -> None:
    first, second = play(four(), "4sn="), play(others("EFGH"), "1nte=", minutes=4)
    page = open_page("/wall/", member=member("Eve"))
    expect(page.locator("#wall-sheet-title")).to_have_text(second.table.name)
    record(first, "2hxe-1", now=timezone.now())
    expect(page.locator("#wall-sheet-title")).to_have_text(first.table.name)
    expect(page.locator(f"#wall-card-{second.table_id}")).to_be_visible()


def test_a_wall_that_has_lost_the_line_says_since_when_and_catches_up(
    open_page: OpenPage, running: AsgiServer
) -> None:
    rubber = play(four(), "4sn=")
    page = open_page("/wall/", member=member("Eve"))
    expect(page.locator("#live-state")).to_have_text("live")
    running.stop()
    expect(page.locator("#live-state")).to_have_text(
        re.compile(r"last update \d\d:\d\d:\d\d")
    )
    expect(page.locator("#live-state")).to_be_in_viewport()
    record(rubber, "2hxe-1", now=timezone.now())
    running.start()
    expect(page.locator(".wall-last")).to_contain_text("one down")


def test_without_scripts_the_wall_refreshes_itself(open_page: OpenPage) -> None:
    play(four(), "4sn=")
    page = open_page("/wall/", member=member("Eve"), scripts=False)
    assert page.locator('meta[http-equiv="refresh"]').count() == 1
    expect(page.locator(".wall-last")).to_contain_text("4♠ by Anna")


def test_the_overlay_has_no_ground_of_its_own(open_page: OpenPage) -> None:
    play(four(), "4sn=")
    page = open_page(
        "/wall/overlay/",
        member=member("Eve"),
        width=1920,
        height=1080,
        color_scheme="dark",
    )
    grounds = """[document.documentElement, document.body, document.querySelector("main")]
        .map((part) => getComputedStyle(part).backgroundColor)"""
    assert page.evaluate(grounds) == ["rgba(0, 0, 0, 0)"] * 3
    expect(page.locator(".overlay-total").first).to_have_text("120")


def test_a_watcher_may_ask_what_makes_game_and_the_answer_moves_with_the_play(
    open_page: OpenPage,
) -> None:
    rubber = play(four(), "2hn=")
    page = open_page(f"/tables/{rubber.table_id}/", member=member("Eve"))
    coach = page.locator(".coach")
    expect(coach).to_be_hidden()
    page.get_by_label("Show what makes game").check()
    expect(coach).to_contain_text("N–S, 40 short: 1NT, 2♣, 2♦, 2♥ or 2♠ makes game")
    record(rubber, "1nts=", now=timezone.now())
    expect(coach).to_contain_text("N–S, 100 short: 3NT")


def test_each_point_of_the_weather_leads_to_its_deal_by_keyboard(
    open_page: OpenPage,
) -> None:
    rubber = play(four(), "4sn=", "2hxe-1")
    page = open_page(f"/tables/{rubber.table_id}/", member=member("Eve"))
    point = page.get_by_role("link", name="Deal 2: N–S lead by 220")
    point.focus()
    point.press("Enter")
    expect(page.locator("#figure-title")).to_have_text("Deal 2")


def test_long_names_wrap_on_a_watchers_page_of_a_table(open_page: OpenPage) -> None:
    long = {seat: member(f"{LONG}{seat}") for seat in Seat}
    rubber = play(long, "4sn=", "p")
    page = open_page(f"/tables/{rubber.table_id}/", member=member("Eve"))
    for width in (320, 360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        cut = """[...document.querySelectorAll(".names, .deal-words")]
            .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent)"""
        assert page.evaluate(cut) == []


def crowded() -> None:
    """Fill six tables with players who have the longest names; the last table began last."""
    for table in range(6):
        names = [f"{LONG[:-2]}{table}{seat}" for seat in Seat]
        play(
            dict(zip(Seat, map(member, names), strict=True)),
            *MANY_DEALS[: table + 1],
            minutes=12 - table,
        )


def test_six_tables_of_the_longest_names_and_a_session_that_is_over_fit_the_wall(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.duplicate.sessions.EVENING", evening_of(timezone.now()))
    published(
        played(member("Ruth"), name="Thursday pairs at the castle"), now=timezone.now()
    )
    crowded()
    for language in ("en-GB", "de-DE"):
        page = open_page(
            "/wall/",
            member=member(f"Eve {language}"),
            width=1280,
            height=720,
            locale=language,
        )
        assert page.locator(".wall-card.long-names").count() >= 2
        assert page.evaluate(CUT_OFF, PARTS) == []
        # On one line.
        assert (
            page.locator(".wall-first tbody th", has_text="1=").first.bounding_box()[
                "height"
            ]
            < 25
        )
        table, card = (
            page.locator(each).bounding_box() for each in (".wall-first", ".wall-over")
        )
        assert table["width"] > 0.9 * card["width"]


def test_a_session_of_long_names_fits_the_wall_as_a_ranking_and_as_a_draw(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.duplicate.sessions.EVENING", evening_of(timezone.now()))
    session = swiss_of_pairs(10, begun=1, by=member("Ruth"))
    for number, player in enumerate(Member.objects.exclude(name="Ruth")):
        Member.objects.filter(pk=player.pk).update(name=f"{LONG[:-1]}{number:02}")
    swiss_played(session, {1, 4})
    page = open_page("/wall/", member=member("Eve"), width=1280, height=720)
    expect(page.locator(".wall-list tbody tr")).to_have_count(10)
    assert page.evaluate(CUT_OFF, PARTS) == []
    drawn(session)
    page.reload()
    expect(page.locator(".wall-lines li")).to_have_count(5)
    assert page.evaluate(CUT_OFF, PARTS) == []


def test_a_deal_that_is_dealt_again_and_the_vulnerable_are_marked_without_an_overlap(
    open_page: OpenPage,
) -> None:
    lines = ("p", "1nn=", "p", "1nw+1", "3nw=")
    now = timezone.now() - timedelta(minutes=5)
    shown = rubber_in_play(others("ABCD"), system="chicago", lines=lines, now=now)
    page = open_page(
        f"/wall/?table={shown.table_id}",
        member=member("Eve"),
        width=1920,
        height=1080,
    )
    again = page.locator(".wheel-pad .mark-deal small", has_text="again")
    expect(again).to_have_count(2)
    for each in again.all():
        heights = "each => [each.getClientRects().length, each.scrollHeight]"
        boxes, height = each.evaluate(heights)
        size = each.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert (boxes, height < 1.9 * size) == (1, True)  # one line
    marked = page.locator(".wheel-pad td:has(.vul):has(.mark-for:not(.passed))")
    expect(marked).not_to_have_count(0)
    for cell in marked.all():
        sign = cell.locator(".vul [aria-hidden]").bounding_box()
        reason = cell.locator(".mark-for").bounding_box()
        assert sign["x"] + sign["width"] + 4 <= reason["x"]
        middle = abs(
            sign["y"] + sign["height"] / 2 - reason["y"] - reason["height"] / 2
        )
        assert middle <= 6


def test_eighteen_tables_one_of_long_names_leave_no_gap_and_no_card_is_cut_off(
    open_page: OpenPage,
) -> None:
    shown = play(others("ABCD"), "4sn=")
    for number in range(17):
        names = [f"{letter}{number}nna Brown" for letter in "JKLM"]
        if number == 3:
            names = [f"{LONG[:-2]}{number}{seat}" for seat in Seat]
        play(dict(zip(Seat, map(member, names), strict=True)), "4sn=")
    page = open_page(
        f"/wall/?table={shown.table_id}",
        member=member("Eve"),
        width=1920,
        height=1080,
    )
    expect(page.locator(".wall-beyond")).to_have_text(re.compile(r"and \d more tables"))
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        room = page.locator(".wall-room").bounding_box()
        boxes = [part.bounding_box() for part in page.locator(".wall-room > *").all()]
        for box in boxes:
            assert box["y"] + box["height"] <= room["y"] + room["height"] + 1
        # Beside the card of long names, which takes a whole row, no place stays empty but the last.
        left = sum(box["x"] < room["x"] + room["width"] / 3 for box in boxes)
        assert left in (len(boxes) / 2 + 1, (len(boxes) + 1) / 2 + 1)


def test_twelve_tables_are_whole_on_a_wall_and_each_pair_has_a_line(
    open_page: OpenPage,
) -> None:
    first, *rest = ("ABCD", "EFGH", "IJKL", "MNOP", "QRST", "UVWX")
    shown = play(others(first), "4sn=")
    for letters in rest:
        play(others(letters), "4sn=", "1nw=")
    for number in range(6):
        names = [f"{letter}{number}nna Brown" for letter in "JKLM"]
        play(dict(zip(Seat, map(member, names), strict=True)), "4sn=")
    page = open_page(
        f"/wall/?table={shown.table_id}",
        member=member("Eve"),
        width=1920,
        height=1080,
    )
    room = page.locator(".wall-room").bounding_box()
    cards = page.locator(".wall-card")
    expect(cards).to_have_count(11)
    for card in cards.all():
        box = card.bounding_box()
        assert box["y"] + box["height"] <= room["y"] + room["height"] + 1
    for names in page.locator(".wall-card .wall-names").all():
        assert names.bounding_box()["height"] <= 26  # one line
