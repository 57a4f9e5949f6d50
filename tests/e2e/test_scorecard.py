"""The scorecard on a phone and on a desk: nothing is cut off, each pair leads to its card, each board to the next."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import agreed, at, player
from tests.e2e.browser import TWICE_AS_LARGE, expect
from tests.factories import member

# The parts of the cards that reach over their card, and the links lower than a thumb.
OVER = """() => {
  const found = [];
  for (const card of document.querySelectorAll(".scorecard")) {
    const edge = card.getBoundingClientRect();
    for (const part of card.querySelectorAll("li *, h3 *")) {
      const box = part.getBoundingClientRect();
      if (box.width && (box.right > edge.right || box.left < edge.left)) found.push(part.textContent.trim());
    }
  }
  return found;
}"""

# Of each pair of a board: where its number ends, its name begins and its award ends, how far its number and its award
# stand above or below the first line of its name, and the number of lines that the name takes.
PAIRS_OF_A_BOARD = """() => [...document.querySelectorAll(".traveller-table tbody tr")].flatMap((row) => {
  const awards = [...row.querySelectorAll("td:nth-child(4) > * > summary")];
  return [...row.querySelectorAll("td:nth-child(5) > *")].map((pair, at) => {
    const words = document.createRange();
    words.selectNodeContents(pair.querySelector("a"));
    const name = words.getClientRects()[0], lines = words.getClientRects().length;
    const number = pair.querySelector(".entry-number").getBoundingClientRect();
    const award = awards[at].getBoundingClientRect();
    const middle = (box) => box.top + box.height / 2;
    const apart = Math.max(...[number, award].map((box) => Math.abs(middle(box) - middle(name))));
    return { columns: [number.right, name.left, award.right].map(Math.round).join(" "), apart, lines };
  });
})"""


@pytest.mark.parametrize(
    "size", [(360, 640), (390, 844), (820, 1180), (1280, 800)], ids=str
)
def test_a_card_leads_from_pair_to_pair_and_from_board_to_board(
    size: tuple[int, int],
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = played()
    published(session)
    page = open_page(
        f"/duplicate/{session.pk}/results/",
        member=player(session, Slot("A", 1, 1, 1)),
        width=size[0],
        height=size[1],
    )
    page.get_by_role("link", name="Cleo & Dan").first.click()
    card = page.locator("#scorecard-card")
    expect(card).to_be_in_viewport()
    expect(card.get_by_role("heading", name="Cleo & Dan")).to_be_visible()
    assert page.evaluate(OVER) == []
    assert page.evaluate(TWICE_AS_LARGE) == size[0]
    assert obstacles(page) == []
    least = 43.9
    for link in card.get_by_role("link").all():
        assert link.bounding_box()["height"] >= least
    card.get_by_role("link", name="Eva & Finn").click()
    expect(card.get_by_role("heading", name="Eva & Finn")).to_be_visible()
    card.get_by_role("link", name="passed out").first.click()
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
    page.get_by_role("link", name="Board 3").click()
    expect(page.get_by_role("heading", name="Board 3", exact=True)).to_be_visible()
    page.get_by_role("link", name="Board 2").click()
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
    assert page.evaluate(TWICE_AS_LARGE) == size[0]
    assert obstacles(page) == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)], ids=str)
def test_my_place_is_in_sight_on_both_lists_without_scrolling(
    size: tuple[int, int],
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = played()
    published(session)
    last = load(session.pk).sections[0].players[3][0]
    for list_of in ("results", "ranking"):
        page = open_page(
            f"/duplicate/{session.pk}/{list_of}/",
            member=last,
            width=size[0],
            height=size[1],
        )
        mine = page.locator("#own-standing")
        expect(mine).to_contain_text("of 4, All pairs")
        expect(mine).to_be_in_viewport(ratio=1)
        mine.get_by_role("link", name="My line").click()
        expect(page.locator("#own-line")).to_be_in_viewport(ratio=0.9)
        assert obstacles(page) == []
        assert page.evaluate(TWICE_AS_LARGE) == size[0]
        assert obstacles(page) == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)], ids=str)
def test_my_boards_in_play_have_the_own_results_and_the_way_back_to_the_table(
    size: tuple[int, int],
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = in_play(member("Ruth"), howell(2), count=4)
    slot = Slot("A", 1, 1, 1)
    agreed(session, slot, "4sn=")
    page = open_page(
        at(session, slot).address,
        member=player(session, slot),
        width=size[0],
        height=size[1],
    )
    page.get_by_role("link", name="My boards so far").click()
    boards = page.locator("#boards-so-far")
    expect(boards.get_by_text("+420")).to_be_visible()
    expect(boards.get_by_text("no result")).to_be_visible()
    assert page.evaluate(TWICE_AS_LARGE) == size[0]
    assert obstacles(page) == []
    boards.get_by_role("link", name="To my table").click()
    expect(page.get_by_role("heading", name="Table 1 ·")).to_be_visible()


@pytest.mark.parametrize("names", ["Anna Bergstrom", "Maximiliane Obermaier"])
def test_each_pair_of_a_board_has_number_name_and_award_in_one_line_of_a_phone(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    names: str,
):
    session = played()
    published(session)
    Member.objects.filter(name="Anna").update(name=names)
    page = open_page(
        f"/duplicate/{session.pk}/boards/2/",
        member=player(session, Slot("A", 1, 1, 1)),
        width=360,
        height=640,
    )
    pairs = page.evaluate(PAIRS_OF_A_BOARD)
    assert len(pairs) == 4
    assert len({pair["columns"] for pair in pairs}) == 1
    assert max(pair["apart"] for pair in pairs) <= 3
    assert max(pair["lines"] for pair in pairs) <= 2
    assert page.evaluate(TWICE_AS_LARGE) == 360
    assert obstacles(page) == []
    page.locator(".traveller-side summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert obstacles(page) == []
