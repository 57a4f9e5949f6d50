"""Every page of the demo club, on a phone by day and a desktop by night, fits and has no barriers."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from clubscore.demo import club as demo
from clubscore.duplicate.models import Tablet
from clubscore.members.roles import Role
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.databases import made_once
from tests.duplicate.tablets import device_of
from tests.e2e.browser import TWICE_AS_LARGE, each_look, expect
from tests.e2e.every_page import Club, Paths, fill
from tests.factories import NINE_DEALS, member, rubber_in_play

# `test_look.py` looks at each page in one size at every change.
pytestmark = pytest.mark.landing


@pytest.fixture
def club_and_paths(transactional_db: None) -> tuple[Club, Paths]:
    return made_once(fill)


@pytest.fixture
def club(club_and_paths: tuple[Club, Paths]) -> Club:
    return club_and_paths[0]


@pytest.fixture
def paths(club_and_paths: tuple[Club, Paths]) -> Paths:
    return club_and_paths[1]


PAGES = (
    "offline",
    "style guide",
    "public room",
    "public evenings",
    "public evening",
    "public sessions",
    "public session",
    "public standings",
    "what is public",
    "tokens",
    "sending the results",
    "my name in public",
    "my calendar",
    "hands",
    "dealing",
    "hands from a file",
    "checking hands",
    "sealed hands",
    "open hands",
    "hand sheet",
    "curtain cards",
    "room",
    "wall",
    "wall for one table",
    "wall that waits",
    "wall of a free table",
    "overlay",
    "choice of a wall",
    "table in play",
    "Chicago",
    "royal auction",
    "game",
    "table without a four",
    "seating",
    "rubber in play",
    "finished rubber",
    "deal",
    "ending",
    "correction",
    "bad pack",
    "from paper",
    "empty pad",
    "cut",
    "substitution",
    "another's PIN",
    "history",
    "finished history",
    "reopening",
    "playing on",
    "voiding",
    "other seats",
    "counting again",
    "letting stand",
    "attention",
    "office",
    "phones",
    "backups",
    "audit",
    "sign-ins",
    "my PIN",
    "ledger",
    "statement",
    "adjustments",
    "reversal",
    "opening balances",
    "sessions",
    "opening a session",
    "session",
    "place in a session",
    "places of a session",
    "result of a board",
    "board to play",
    "board at all tables",
    "tablets of the tables",
    "code of a tablet",
    "tablet that asks",
    "tablet with a board to play",
    "ruled board",
    "ruling",
    "history of a board",
    "penalties",
    "fouled board",
    "ranking",
    "opening for teams",
    "matches",
    "match",
    "opening for a Swiss",
    "draw of a first round",
    "draw by the standings",
    "a team goes home",
    "ranking of a Swiss",
    "opening for a Swiss of pairs",
    "draw of pairs",
    "matches of pairs",
    "match of pairs",
    "individual",
    "guide cards of an individual",
    "places of players",
    "directing",
    "publishing",
    "published results",
    "correction that is asked",
    "correction of a board",
    "slips",
    "hands of a session",
    "late pair",
    "a pair goes home",
    "substitutes",
    "who was there",
    "line-up of a team",
    "another number of rounds",
    "appeal",
    "played otherwise",
    "cancelling a session",
    "changes to approve",
    "practice of duplicate",
    "the deputies of a session",
    "guide cards",
    "table cards",
    "codes of tables",
    "settlements",
    "settling up",
    "settlement",
    "why a payment",
    "cancelling a settlement",
    "evenings",
    "evening",
    "members",
    "record",
    "import",
    "roles",
    "new member",
    "change of a record",
    "the club",
    "settings",
    "house rules",
    "my page",
    "my sign-in",
    "my passkeys",
    "a passkey",
    "my data",
    "correction of my record",
    "privacy",
    "words on privacy",
    "erasing",
    "erased members",
    "my device",
    "invitations",
    "invitation",
    "poster",
    "cards",
    "merge",
    "export",
    "standings",
    "ratings",
    "pairs",
    "standings worked out",
    "seasons",
    "terms",
    "standings of duplicate",
    "terms of duplicate",
    "closing",
    "member",
    "boards of a member",
    "pair",
    "deal in one book",
    "history of two books",
)


# The forms that write and do not end with their token, whichever of their buttons is pressed.
WITHOUT_END = """() => [...document.forms].filter((form) => form.method === "post").flatMap((form) =>
    [null, ...[...form.elements].filter((field) => field.type === "submit")]
        .filter((button) => [...new FormData(form, button).keys()].at(-1) !== "csrfmiddlewaretoken")
        .map((button) => (button ?? form).outerHTML))"""

# The words of those elements that begin on one line and end on another.
BROKEN_WORDS = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), broken = [];
    while (texts.nextNode()) {
        for (const { index, 0: word } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word);
        }
    }
    return broken;
})"""

# The smallest phone; both themes on a phone and on a desk; a phone on which text is then made twice as large.
LOOKS = (
    (320, "light"),
    (390, "light"),
    (360, "light"),
    (360, "dark"),
    (1280, "light"),
    (1280, "dark"),
)

# To be looked at beside each other; in each the browser keeps the styles and scripts of the page before.
PARTS = [PAGES[part :: len(LOOKS)] for part in range(len(LOOKS))]


@pytest.fixture
def look(
    club: Club,
    paths: Paths,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    server: str,
) -> Callable[..., None]:
    """Return a function that checks pages by name, for width and barriers: `look("room", "office", at=LOOKS)`."""
    page = open_page(member=club[demo.SECRETARY])
    cookies = device_of(*Tablet.objects.exclude(taken_at=None)).cookies.values()
    page.context.add_cookies(
        [{"name": each.key, "value": each.value, "url": server} for each in cookies]
    )

    def look(*names: str, at: tuple[tuple[int, str], ...]) -> None:
        for name in names:
            for width in each_look(page, paths[name], *at):
                where = f"The page “{name}” ({paths[name]})"
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide == width, (
                    f"{where} is {wide} pixels wide on a screen of {width}: let it wrap or shrink."
                )
                if width in (360, 390):
                    wide = page.evaluate(TWICE_AS_LARGE)
                    assert wide == width, (
                        f"{where} is {wide} pixels wide with text twice as large: let it wrap."
                    )
                if width in (360, 1280):
                    assert obstacles(page) == [], (
                        f"{where} keeps some readers out: mend what axe names here."
                    )
            assert page.evaluate(WITHOUT_END) == [], (
                f"Put the token last into these forms of the page “{name}”."
            )

    return look


@pytest.mark.parametrize(
    ("at", "names"),
    [*zip(LOOKS, PARTS, strict=True)],
    ids=[names[0] for names in PARTS],
)
def test_a_page_fits_and_keeps_nobody_out(
    at: tuple[int, str], names: tuple[str, ...], look: Callable[..., None]
):
    """Each page of a part fits its screen and has no barriers, in the one look that this part gets."""
    look(*names, at=(at,))


@pytest.mark.thorough
@pytest.mark.parametrize("names", PARTS, ids=lambda names: names[0])
def test_a_page_fits_and_keeps_nobody_out_in_every_look(
    names: tuple[str, ...], look: Callable[..., None]
):
    look(*names, at=LOOKS)


def test_the_page_of_a_member_who_has_played_for_years_fits_the_smallest_phone(
    club: Club, paths: Paths, open_page: Callable[..., Any]
):
    page = open_page(paths["member"], member=club[demo.SECRETARY], width=320)
    page.evaluate(
        """() => {
            const names = document.querySelectorAll(".two-tables .who a");
            for (const name of names) name.textContent = "Konstantina Papadopoulos";
            const fill = (rows, ...words) => document.querySelectorAll(rows).forEach((row) => {
                [...row.querySelectorAll("td:not(.roomy)")].forEach((cell, at) => { cell.textContent = words[at]; });
            });
            fill(".two-tables tbody tr", "1,234", "−1,234.5", "−123,450");
            fill("#declarer tbody tr", "1,234", "1,040 84%", "45,300", "2,300");
        }"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_message_keeps_nobody_out(
    club: Club, open_page: Callable[..., Any], obstacles: Callable[[Any], list[str]]
):
    page = open_page("/members/me/device/", member=club[demo.SECRETARY], width=360)
    page.get_by_role("button", name="Keep these choices").click()
    expect(page.locator(".messages[role=status] .message")).to_be_visible()
    assert obstacles(page) == []


def test_no_word_of_the_members_list_is_broken_on_a_phone(
    club: Club, paths: Paths, open_page: Callable[..., Any]
):
    page = open_page(
        paths["members"], member=club[demo.SECRETARY], width=390, height=844
    )
    assert page.evaluate(BROKEN_WORDS, ".figures.words td") == []


def test_every_page_that_has_a_path_is_looked_at(paths: Paths):
    assert set(PAGES) == set(paths), (
        "Name each page both in PAGES and, with an example, in tests/e2e/every_page.py."
    )


def test_the_cards_of_a_dispute_and_of_a_net_score_keep_nobody_out(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    disputed = rubber_in_play(lines=("4sn=", "3nn-1", "2he="))
    players = disputed.players
    propose(
        state=load(disputed.deals.get(number=2).rubber_id),
        base=disputed.deals.get(number=2),
        facts=parse_deal("3nn="),
        key=uuid4(),
        by=players[Seat.SOUTH],
        now=timezone.now(),
        error="agreement",
        later="next",
    )
    others = {seat: member(f"{seat.word} Else") for seat in Seat}
    over = rubber_in_play(others, lines=NINE_DEALS)
    sam = member("Sam", role=Role.ADMIN)
    for path, who in (
        (f"/tables/{disputed.table_id}/", players[Seat.EAST]),
        (f"/tables/{disputed.table_id}/", sam),
        (f"/tables/{over.table_id}/", others[Seat.WEST]),
        ("/attention/", sam),
    ):
        page = open_page(member=who)
        for width in each_look(page, path, (360, "dark"), (1280, "light")):
            for folded in page.locator(
                "details:is(.lend, .older):not([open]) > summary"
            ).all():
                if folded.is_visible():
                    folded.click()
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert obstacles(page) == []


def test_the_room_on_a_wall_is_read_from_across_it(
    club: Club, open_page: Callable[..., Any]
):
    height = {}
    for width in (1280, 1920, 3840):
        page = open_page(
            "/", member=club[demo.SECRETARY], width=width, height=width * 9 // 16
        )
        assert page.evaluate("document.documentElement.scrollWidth") == width
        height[width] = page.get_by_role("link", name="Table 2").first.bounding_box()[
            "height"
        ]
    assert height[1920] > 1.3 * height[1280]
    assert height[3840] > 1.8 * height[1920]
