"""Two sides end a rubber early: one asks, and the other side sees the result on a card and agrees, live."""

from scoring import Seat
from tests.e2e.browser import PHONE
from tests.factories import rubber_in_play


def test_the_other_side_sees_the_card_live_and_ends_the_rubber(open_page):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    players, table = rubber.players, f"/tables/{rubber.table_id}/"
    ben = open_page(table, member=players[Seat.EAST], **PHONE)
    anna = open_page(f"/rubbers/{rubber.pk}/ending/", member=players[Seat.NORTH])
    anna.get_by_label("Why does it end early?").fill("The last bus")
    anna.get_by_role("button", name="Ask the other side").click()
    card = ben.get_by_role("article", name="End this rubber early?")
    card.get_by_text("They win 260").wait_for(state="attached")
    key = ben.locator("#asks-key")
    if key.is_visible():
        key.click()
    card.get_by_role("button", name="I agree").click()
    anna.locator("#sheet").get_by_text("The last bus").wait_for()
    ben.get_by_role("link", name="Play on in this rubber").wait_for()
    rubber.refresh_from_db()
    assert rubber.ending == "unfinished"
