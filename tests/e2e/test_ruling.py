"""A director rules in a browser: the effect follows what is typed, and a phone at the table reads the ruling."""

import pytest

from clubscore.duplicate.models import Ruling
from clubscore.duplicate.slot import Slot, SlotConverter
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player
from tests.e2e.browser import PHONE


def test_a_weighted_ruling_is_seen_before_it_is_recorded(open_page):
    session, slot = in_play(family="Ames"), Slot("A", 1, 1, 1)
    for table, line in ((1, "4sn="), (2, "4sn="), (3, "4sn-1")):
        agreed(session, slot._replace(table=table), line)
    at = f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/"
    page = open_page(f"{at}ruling/", member=session.director)
    page.locator("input[value=weighted]").check()
    page.locator("#id_line").fill("60% 4SN=, 50% 4SN-1")
    page.get_by_text("The weights add up to 100 %, not to 110 %.").wait_for()
    page.locator("#id_line").fill("60% 4SN=, 40% 4SN-1")
    page.get_by_role("button", name="Record the ruling").wait_for()
    page.locator("#id_text").fill("A slow pass")
    page.get_by_role("button", name="Record the ruling").click()
    page.get_by_text("The ruling on board 1 at table 1 is recorded.").wait_for()
    assert Ruling.objects.get().law == "12C1c"
    phone = open_page(at, member=player(session, slot), **PHONE)
    phone.get_by_role("heading", name="Ruled by the director").wait_for()
    assert phone.get_by_text("A slow pass").is_visible()


@pytest.mark.parametrize("width", [360, 820])
def test_on_a_narrow_screen_the_form_has_the_whole_width_and_the_effect_stands_below(
    width, open_page
):
    session, slot = in_play(family="Ames"), Slot("A", 1, 1, 1)
    agreed(session, slot, "4sn=")
    page = open_page(
        f"/duplicate/{session.pk}/{SlotConverter().to_url(slot)}/ruling/",
        member=session.director,
        width=width,
    )
    paper = page.locator("#ruling-form > .paper").first.bounding_box()
    effect = page.locator("#ruling-effect").bounding_box()
    assert paper["width"] > 0.9 * width
    assert effect["y"] >= paper["y"] + paper["height"]
