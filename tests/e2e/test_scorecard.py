"""The scorecard on a phone and on a desk: nothing is cut off, each pair leads to its card, each board to the next."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.slot import Slot
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player
from tests.e2e.browser import TWICE_AS_LARGE, expect

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
