"""The room in a browser: no link or key is covered by another."""

import pytest
import time_machine

from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.duplicate.evening import in_play
from tests.e2e.browser import TWICE_AS_LARGE
from tests.e2e.conftest import OpenPage
from tests.factories import NOON, member

SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080))
COVERED = """() => [...document.querySelectorAll("main :is(a, button, select, input)")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 2)
    .filter((each) => {
        each.scrollIntoView({ block: "center" });
        const box = each.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !(each.contains(top) || top?.contains(each));
    })
    .map((each) => each.outerHTML)"""
"""A script that returns the HTML of links and keys that another element covers at their centre."""


WIDTH_WITH_LARGE_TEXT = f"""([state, words]) => {{
    const line = document.getElementById("live-state");
    line.dataset.state = state;
    line.textContent = words;
    return ({TWICE_AS_LARGE})();
}}"""
"""A script that returns the width of the page with large text while its stream line shows the given state and words.

It does so in one step, because the next message of the stream would replace the words.
"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_lies_over_the_way_to_my_table(
    transactional_db, open_page: OpenPage, width: int, height: int
):
    in_play(member("Ruth", role=Role.ADMIN), name="Club pairs")
    anna = Member.objects.get(name="Anna")
    with time_machine.travel(NOON, tick=True):
        page = open_page("/", member=anna, width=width, height=height)
    assert page.get_by_role("link", name="To my table").count() == 1
    assert page.evaluate(COVERED) == []


def test_on_a_phone_the_game_and_start_a_table_share_a_line(
    transactional_db, open_page: OpenPage
):
    page = open_page("/", member=member("Ruth", role=Role.ADMIN), width=360, height=640)
    tops = {
        page.locator(f".start-table {each}").bounding_box()["y"]
        for each in ("select", "button")
    }
    assert len(tops) == 1


def test_with_large_text_the_page_keeps_its_width_while_the_line_comes_back(
    transactional_db, open_page: OpenPage
):
    page = open_page("/", member=member("Ruth", role=Role.ADMIN), width=360, height=640)
    for said in (["reconnecting", "reconnecting…"], ["lost", "letzter Stand 20:08:38"]):
        assert page.evaluate(WIDTH_WITH_LARGE_TEXT, said) == 360
