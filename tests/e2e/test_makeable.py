"""What the cards give, worked out by the browser: the right table under the site's own policy, and a plain failure."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.slot import Slot
from scoring import Seat
from scoring.duplicate.makeable import parse_makeable
from tests.duplicate.published import published
from tests.duplicate.recorded import player
from tests.duplicate.worked_out import DEALS, played_with_cards
from tests.e2e.browser import TWICE_AS_LARGE, expect

FIRST = Slot("A", 1, 1, 1)
ASK = "Makeable contracts"

# What the worker answers for these deals, and the milliseconds that it takes.
WORKED_OUT = """([worker, module, deals]) => new Promise((done) => {
  const found = [], began = performance.now();
  const solver = new Worker(worker);
  solver.onmessage = ({ data }) => {
    if (data.solved) found.push(data.solved);
    else done([found, performance.now() - began, data.failed]);
  };
  solver.postMessage({ module, deals });
})"""


def traveller(open_page: Callable[..., Any], **how: Any) -> Any:
    session = played_with_cards()
    north = player(session, FIRST)
    return open_page(f"/duplicate/{session.pk}/boards/1/", member=north, **how)


def shown_table(page: Any) -> list[str]:
    """Return the figures of the table of tricks: North, East, South, West, each in no-trump, ♠, ♥, ♦, ♣."""
    return page.locator(".makeable-table td:not(:empty)").all_inner_texts()


def table_of(tricks: str) -> list[str]:
    makeable = parse_makeable(tricks)
    strains = ["NT", "S", "H", "D", "C"]
    return [str(makeable[strain, seat]) for seat in Seat for strain in strains]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_press_shows_what_the_cards_give_and_the_next_board_shows_it_at_once(
    scheme: str,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    page = traveller(open_page, width=360, height=740, color_scheme=scheme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.locator("#makeable")).to_have_count(0)
    page.get_by_role("button", name=ASK).click()
    expect(page.get_by_role("heading", name=ASK)).to_be_visible()
    assert shown_table(page) == table_of(DEALS[0].tricks)
    part = page.locator("#makeable")
    expect(part).to_contain_text("+400: 5♣ N–S; 5♦ N–S")
    expect(part).to_contain_text("nobody can know this at the table")
    expect(page.locator(".traveller-table .makeable-verdict")).to_have_count(2)
    assert obstacles(page) == []
    assert page.evaluate(TWICE_AS_LARGE) == 360
    assert any("double_dummy" in url for url in asked)
    page.get_by_role("link", name="Board 2").click()
    expect(page.locator(".makeable-table")).to_be_visible()
    assert shown_table(page) == table_of(DEALS[1].tricks)
    page.go_back()
    expect(page.locator(".makeable-table")).to_be_visible()
    assert shown_table(page) == table_of(DEALS[0].tricks)
    assert sum("dds" in url for url in asked) == 2


def test_nothing_of_it_is_loaded_before_somebody_asks_and_nothing_shows_without_scripts(
    open_page: Callable[..., Any],
):
    page = traveller(open_page)
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name)"
    )
    assert not [name for name in loaded if re.search(r"dds|double_dummy", name)]
    expect(page.get_by_role("button", name=ASK)).to_be_visible()
    plain = open_page(page.url[page.url.index("/duplicate") :], scripts=False)
    expect(plain.get_by_role("button", name=ASK)).to_have_count(0)


def test_a_card_has_a_verdict_beside_each_of_its_results(open_page: Callable[..., Any]):
    session = played_with_cards()
    published(session)
    page = open_page(
        f"/duplicate/{session.pk}/results/", member=player(session, FIRST), width=390
    )
    card = page.locator("#scorecard-own")
    card.get_by_role("button", name="What the cards give").click()
    expect(card).to_contain_text("nobody can know this at the table")
    first = card.locator('[data-verdict="A-1-1-1"]')
    expect(first).to_contain_text("5 tricks more than the cards give.")
    expect(first).to_contain_text("Par: +400: 5♣ N–S; 5♦ N–S.")
    played = card.locator("[data-verdict]", has_not_text="passed out")
    expect(card.locator(".makeable-verdict")).to_have_count(played.count())
    page.get_by_role("link", name="Cleo & Dan").first.click()
    other = page.locator("#scorecard-card")
    expect(other).to_contain_text("nobody can know this at the table")
    expect(card).to_contain_text("nobody can know this at the table")
    expect(other.locator(".makeable-verdict").first).to_be_visible()


def without_web_assembly(route: Any) -> None:
    """Answer the worker's script as in a browser that knows no WebAssembly."""
    answer = route.fetch()
    script = f"self.WebAssembly = undefined;{answer.text()}"
    route.fulfill(response=answer, body=script)


@pytest.mark.parametrize(
    "fault", ["no network", "no worker", "no WebAssembly", "a broken module"]
)
def test_a_device_that_cannot_says_so_and_everything_else_stays(
    fault: str, open_page: Callable[..., Any], expected_errors: list[str]
):
    expected_errors += ["ERR_FAILED", "ERR_INTERNET_DISCONNECTED"]
    page = traveller(open_page)
    if fault == "no network":
        page.context.set_offline(True)
    elif fault == "no worker":
        page.route("**/*double_dummy*", lambda route: route.abort())
    elif fault == "no WebAssembly":
        page.route("**/*double_dummy*", without_web_assembly)
    else:
        page.route("**/*dds*.wasm", lambda route: route.fulfill(body="not a module"))
    page.get_by_role("button", name=ASK).click()
    failed = page.locator("#makeable-ask-board [role=status]")
    expect(failed).to_contain_text("Only this is missing.")
    expect(page.locator(".traveller-table tbody tr")).to_have_count(2)
    expect(page.get_by_role("button", name=ASK)).to_be_enabled()


def worked_out(open_page: Callable[..., Any], deals: list[Any]) -> tuple[Any, float]:
    """Let the worker of a traveller solve these deals, and return what it answers and the milliseconds that it took."""
    page = traveller(open_page)
    ask = page.locator("#makeable-ask-board")
    addresses = [ask.get_attribute(f"data-{name}") for name in ("worker", "module")]
    asked = [
        {"board": number, "owners": deal.layout.owners, "declared": ["SN", "NTW"]}
        for number, deal in enumerate(deals)
    ]
    found, took, failed = page.evaluate(WORKED_OUT, [*addresses, asked])
    assert failed is None
    return found, took


def test_the_worker_finds_the_tricks_of_endplay_and_the_best_lead_gives_them(
    open_page: Callable[..., Any],
):
    found, _took = worked_out(open_page, DEALS[:5])
    for number, (deal, text) in enumerate(zip(DEALS, found, strict=False)):
        board, tricks, spades, notrump = text.split("-")
        assert (int(board), tricks) == (number, deal.tricks)
        assert min(spades[2:]) == tricks[0]
        assert min(notrump[3:]) == tricks[19]
        assert len(spades[2:]) == len(notrump[3:]) == 13


@pytest.mark.thorough
def test_the_worker_finds_the_tricks_of_endplay_on_two_hundred_deals(
    open_page: Callable[..., Any],
):
    found, took = worked_out(open_page, DEALS)
    assert [text.split("-")[1] for text in found] == [deal.tricks for deal in DEALS]
    print(f"{took / len(DEALS):.0f} ms a deal")
