"""Two players say who sat where: one asks, the other sees both seatings and both scores on a card, live (Law 78)."""

from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.e2e.browser import PHONE
from tests.factories import rubber_in_play

QUESTION = "Did Ben and Cleo sit in each other’s seats?"


def test_the_others_see_both_scores_on_a_phone_and_a_majority_corrects_the_seats(
    open_page,
):
    rubber = rubber_in_play(lines=("2sn=", "4se-1", "4ss=", "1nn="), system="chicago")
    players, table = rubber.players, f"/tables/{rubber.table_id}/"
    ben = open_page(table, member=players[Seat.EAST], **PHONE)
    dan = open_page(f"/rubbers/{rubber.pk}/", member=players[Seat.WEST], **PHONE)
    anna = open_page(f"/rubbers/{rubber.pk}/", member=players[Seat.NORTH], **PHONE)
    anna.get_by_role("link", name="The seats are wrong").click()
    anna.get_by_text("Ben and Cleo change places: Anna & Ben 200").click()
    anna.get_by_label("Why, in writing").fill("Ben and I were partners")
    anna.get_by_role("button", name="Ask the table").click()
    anna.get_by_text("The others are asked.").wait_for()
    for phone in (ben, dan):
        card = phone.get_by_role("article", name=QUESTION)
        card.wait_for(state="attached")
        key = phone.locator("#asks-key")
        if key.is_visible():
            key.click()
        card.locator(".follows-more > summary").click()
        card.get_by_text("Anna & Cleo 620").wait_for()
        card.get_by_role("button", name="Ben ↔ Cleo:").click()
        phone.get_by_text("Answered.").first.wait_for()
    names = [*load(rubber.pk).names.values()]
    assert names == ["Anna", "Cleo", "Ben", "Dan"]
    assert load(rubber.pk).sheet.margin == 270
