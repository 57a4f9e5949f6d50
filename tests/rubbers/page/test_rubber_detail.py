"""GET /rubbers/41/ is the page of the sheet; GET /rubbers/41/sheet/ is the part of it that updates live."""

import pytest

from scoring import Seat
from tests.factories import NINE_DEALS, agree, member, record

pytestmark = pytest.mark.django_db


def test_a_player_sees_the_own_side_as_we_on_the_left(rubber, signed_in):
    record(rubber, "4sn=")
    html = (
        signed_in(rubber.players[Seat.EAST])
        .get(f"/rubbers/{rubber.pk}/")
        .content.decode()
    )
    assert (
        html.index(">We<")
        < html.index("Ben &amp; Dan")
        < html.index(">They<")
        < html.index("Anna &amp; Cleo")
    )


def test_a_watcher_sees_the_sides_by_compass_and_no_entry_form(rubber, signed_in):
    html = signed_in(member("Eve")).get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "N–S" in html
    assert 'id="entry"' not in html


def test_a_player_has_the_entry_form(anna, rubber):
    assert 'id="deal-form"' in anna.get(f"/rubbers/{rubber.pk}/").content.decode()


def test_a_sheet_that_is_over_listens_until_it_is_agreed(anna, rubber):
    for line in NINE_DEALS:
        record(rubber, line)
    html = anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "data-finished" not in html
    assert "data-over" in html


def test_an_agreed_sheet_has_no_form_and_asks_for_no_stream(anna, rubber):
    for line in NINE_DEALS:
        record(rubber, line)
    agree(rubber)
    html = anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "data-finished" in html
    assert 'id="deal-form"' not in html
    assert "1,690" in html
    assert "880" in html


def test_a_rubber_that_does_not_exist_is_not_found(anna):
    assert anna.get("/rubbers/999999/").status_code == 404


def test_the_sheet_takes_as_many_queries_with_three_deals_as_with_one(
    anna, rubber, django_assert_num_queries
):
    for line in ("2hs=", "2hs=", "2ce="):
        record(rubber, line)
        with django_assert_num_queries(6):
            anna.get(f"/rubbers/{rubber.pk}/")


def test_a_poll_that_has_the_newest_sheet_gets_nothing(anna, rubber):
    assert (
        anna.get(f"/rubbers/{rubber.pk}/sheet/?revision=0.0&view=NS").status_code == 204
    )


def test_a_poll_that_is_behind_gets_the_sheet_and_its_revision(anna, rubber):
    record(rubber, "4sn=")
    answer = anna.get(f"/rubbers/{rubber.pk}/sheet/?revision=0.0&view=EW")
    assert (answer.status_code, answer.headers["X-Revision"]) == (200, "1.0")
    assert 'id="sheet"' in answer.content.decode()


def test_a_view_that_does_not_exist_is_not_found(anna, rubber):
    assert anna.get(f"/rubbers/{rubber.pk}/sheet/?view=UP").status_code == 404


@pytest.mark.parametrize("pk", [999, 2**63, 10**30])
def test_a_rubber_that_does_not_exist_is_not_found_however_large_its_number(anna, pk):
    found = [
        anna.get(f"/rubbers/{pk}/{page}").status_code
        for page in ("", "deals/1/", "deals/preview/", "consent/")
    ]
    assert found == [404] * 4
