"""Duplicate on a phone of 360 by 740: no word of a match is cut, and the pad to correct a result is in sight."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.models import Session
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player, recorded
from tests.duplicate.swiss import played, swiss, swiss_of_pairs
from tests.e2e.browser import expect
from tests.factories import member

PHONE = {"width": 360, "height": 740}
FIRST = Slot("A", 1, 1, 1)
LONG = (
    "Bartholomäus Hinterhuber",
    "Friederike Schwarzenberger",
    "Maximiliane Oberlechner",
)
CUT = r"""() => {
  const found = [], texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[^\s–-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const shown = [...range.getClientRects()].filter((box) => box.width > 1);
      if (new Set(shown.map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
}"""


def of_teams() -> Session:
    return swiss(6, begun=1)


def of_pairs() -> Session:
    return swiss_of_pairs(6, begun=1, boards_a_round=2)


@pytest.mark.parametrize("drawn", [of_teams, of_pairs])
def test_no_word_of_a_match_is_cut_in_two(
    drawn: Callable[[], Session], transactional_db: None, open_page: Callable[..., Any]
):
    session = drawn()
    played(session, {1, 3})
    for index, pk in enumerate(
        Member.objects.order_by("pk").values_list("pk", flat=True)
    ):
        Member.objects.filter(pk=pk).update(name=LONG[index % len(LONG)])
    phone = open_page(
        f"/duplicate/{session.pk}/matches/1/2/",
        member=session.director,
        locale="de-DE",
        **PHONE,
    )
    for reason in phone.locator("details summary").all():
        reason.click()
    assert phone.locator("details[open]").count() >= 4
    assert phone.evaluate(CUT) == []
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_pad_that_corrects_a_result_is_in_sight_without_scrolling(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    recorded(session, FIRST, "4sn=")
    board = f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/"
    east = open_page(f"{board}?change", member=player(session, FIRST, Side.EW), **PHONE)
    expect(east.locator("#record")).to_be_visible()
    assert east.evaluate("scrollY") == 0
    for key in (
        "#contract-chip",
        "#deal-keys .seat >> nth=0",
        '[name="result"][value="0"]',
        "#record",
    ):
        box = east.locator(key).bounding_box()
        assert box["y"] > 0 and box["y"] + box["height"] <= PHONE["height"], key
    expect(east.get_by_role("button", name="✓ Agree")).to_have_count(0)
    east.get_by_role("link", name="Leave it as it is").click()
    expect(east.get_by_role("button", name="✓ Agree")).to_be_visible()
