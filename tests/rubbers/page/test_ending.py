"""The page /rubbers/41/ending/ ends an unfinished rubber early."""

import pytest

from clubscore.members.roles import Role
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import member, record

pytestmark = pytest.mark.django_db


def test_it_shows_first_what_stopping_would_give(anna, rubber):
    record(rubber, "4sn=")
    html = anna.get(f"/rubbers/{rubber.pk}/ending/").content.decode()
    assert "420" in html
    rubber.refresh_from_db()
    assert not rubber.is_over


def test_of_passed_out_deals_alone_page_and_card_say_that_it_counts_nowhere(
    anna, rubber
):
    record(rubber, "P")
    path = f"/rubbers/{rubber.pk}/ending/"
    html = anna.get(path).content.decode()
    assert "Every deal was passed out: the rubber counts nowhere." in html
    assert "posted to the ledger" not in html
    anna.post(path, {"reason": "Ben had to leave", "revision": 1})
    sheet = anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "Every deal was passed out: the rubber counts nowhere." in sheet
    assert "posted to the ledger" not in sheet


def test_with_a_reason_it_asks_and_leads_to_the_cards_at_the_table(anna, rubber):
    record(rubber, "4sn=")
    answer = anna.post(
        f"/rubbers/{rubber.pk}/ending/", {"reason": "Ben had to leave", "revision": 1}
    )
    assert (answer.status_code, answer.url) == (
        302,
        f"/tables/{rubber.table_id}/#consent",
    )
    motion = load(rubber.pk).motion("end")
    assert (motion.made_by, motion.reason) == (
        rubber.players[Seat.NORTH],
        "Ben had to leave",
    )


def test_without_a_deal_one_tap_stops_it(anna, rubber):
    anna.post(
        f"/rubbers/{rubber.pk}/ending/", {"reason": "The wrong table", "revision": 0}
    )
    rubber.refresh_from_db()
    assert (rubber.ending, rubber.ending_reason) == ("unfinished", "The wrong table")


def test_law_74_without_a_deal_it_did_not_begin_and_nobody_agreed_or_opens_it_again(
    anna, rubber
):
    path = f"/rubbers/{rubber.pk}/ending/"
    nowhere = "No deal is recorded in this rubber: it counts nowhere."
    asked = anna.get(path).content.decode()
    assert nowhere in asked
    assert "posted to the ledger" not in asked
    anna.post(path, {"reason": "Begun by mistake", "revision": 0})
    page = anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert nowhere in page
    for wrong in ("passed out", "net score is agreed", "Open this rubber again"):
        assert wrong not in page


def test_without_a_reason_it_asks_for_one(anna, rubber):
    answer = anna.post(f"/rubbers/{rubber.pk}/ending/", {"reason": " ", "revision": 0})
    assert answer.status_code == 422
    assert "Say why the rubber is stopped" in answer.content.decode()


def test_a_deal_recorded_meanwhile_is_shown_and_the_reason_is_kept(anna, rubber):
    record(rubber, "4sn=", by=rubber.players[Seat.EAST])
    answer = anna.post(
        f"/rubbers/{rubber.pk}/ending/", {"reason": "Rain", "revision": 0}
    )
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Ben recorded deal 1 meanwhile" in html
    assert 'value="Rain"' in html
    assert 'name="revision" value="1"' in html


def test_players_and_watchers_read_who_can_decide_instead(anna, rubber, signed_in):
    record(rubber, "4sn=")
    member("Sam", role=Role.ADMIN)
    for reader in (anna, signed_in(member("Eve", role=Role.SCORER))):
        html = reader.get(f"/rubbers/{rubber.pk}/ending/").content.decode()
        assert "An arbiter who has not played in it decides: Sam." in html


def test_a_scorer_is_offered_the_end_of_a_rubber_without_a_deal_alone(
    rubber, signed_in
):
    scorer = signed_in(member("Sue", role=Role.SCORER))
    page, ending = f"/rubbers/{rubber.pk}/", f"/rubbers/{rubber.pk}/ending/"
    assert ending in scorer.get(page).content.decode()
    record(rubber, "4sn=")
    assert ending not in scorer.get(page).content.decode()


def test_somebody_else_has_no_form_and_is_refused(rubber, signed_in):
    eve = signed_in(member("Eve"))
    assert (
        'name="reason"' not in eve.get(f"/rubbers/{rubber.pk}/ending/").content.decode()
    )
    assert (
        eve.post(
            f"/rubbers/{rubber.pk}/ending/", {"reason": "Rain", "revision": 0}
        ).status_code
        == 403
    )
