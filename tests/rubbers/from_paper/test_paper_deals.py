"""The page `/rubbers/41/deals/paper/`: all deals of a paper pad are typed in at once."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from clubscore.rubbers.models import Deal, DealAgreement
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NINE_DEALS, member, record, rubber_in_play

THREE = "2hs+2\n\n  4sxw-2\n3ne+1  \n"


def address(rubber):
    return reverse("rubbers:paper-deals", args=[rubber.pk])


def sent(rubber, lines, **fields):
    state = load(rubber.pk)
    return {
        "lines": lines,
        "number": state.next_number,
        "revision": state.rubber.revision,
        "key": uuid4(),
        "record": "yes",
    } | fields


def test_the_lines_are_shown_in_words_with_their_points_before_anything_is_written(
    anna, rubber
):
    body = sent(rubber, THREE)
    del body["record"]
    page = anna.post(address(rubber), body).content.decode()
    assert "by Cleo" in page and "We 60 below, 60 above" in page
    assert "Record 3 deals" in page
    assert "<textarea" in page and "4sxw-2" in page
    assert not Deal.objects.exists()


def test_all_are_recorded_in_order_and_signed_by_who_typed_them(anna, rubber):
    answer = anna.post(address(rubber), sent(rubber, THREE))
    assert answer.status_code == 302
    assert [str(facts) for facts in load(rubber.pk).facts] == [
        "2HS+2",
        "4SXW-2",
        "3NTE+1",
    ]
    assert set(DealAgreement.objects.values_list("member", "how")) == {
        (rubber.players[Seat.NORTH].pk, "recorded")
    }


def test_a_whole_rubber_ends_with_its_last_line(anna, rubber):
    anna.post(address(rubber), sent(rubber, "\n".join(NINE_DEALS)))
    rubber.refresh_from_db()
    assert (rubber.ending, rubber.deals.count()) == ("complete", 9)


def test_the_lines_of_the_next_rubber_are_named_and_nothing_is_recorded(anna, rubber):
    answer = anna.post(address(rubber), sent(rubber, "\n".join([*NINE_DEALS, "1ns="])))
    assert answer.status_code == 422
    assert "Line 10: the rubber is over before it." in answer.content.decode()
    assert not Deal.objects.exists()


def test_every_line_that_is_wrong_is_named_and_what_was_typed_stays(anna, rubber):
    answer = anna.post(address(rubber), sent(rubber, "2hs+2\nhello\n4sw+9"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert (
        "Line 2, hello:" in page and "Line 3, 4sw+9:" in page and "Line 1" not in page
    )
    assert "hello\n4sw+9" in page
    assert not Deal.objects.exists()


def test_more_than_a_hundred_lines_are_refused(anna, rubber):
    answer = anna.post(address(rubber), sent(rubber, "pass\n" * 101))
    assert "These are 101 deals: type at most 100 at once." in answer.content.decode()


def test_a_form_that_is_sent_again_records_nothing_twice(anna, rubber):
    body = sent(rubber, THREE)
    assert [anna.post(address(rubber), body).status_code for _ in range(2)] == [
        302,
        302,
    ]
    assert rubber.deals.count() == 3


def test_who_was_slower_sees_what_happened_and_can_record_after_it(anna, rubber):
    body = sent(rubber, THREE)
    record(rubber, "1ns=")
    refused = anna.post(address(rubber), body)
    page = refused.content.decode()
    assert refused.status_code == 422 and "recorded deal 1 meanwhile" in page
    hidden = dict(
        re.findall(r'type="hidden" name="(number|revision|key)" value="([^"]+)"', page)
    )
    assert hidden["number"] == "2" and rubber.deals.count() == 1
    assert anna.post(address(rubber), body | hidden).status_code == 302
    assert rubber.deals.count() == 4


@pytest.mark.django_db
def test_royal_auction_takes_its_own_lines(signed_in):
    rubber = rubber_in_play(system="royal")
    north = signed_in(rubber.players[Seat.NORTH])
    assert "2rs+1 h3s h2e" in north.get(address(rubber)).content.decode()
    north.post(address(rubber), sent(rubber, "2rs+1 h3s h2e\n3de= h4e h1n"))
    assert rubber.deals.count() == 2


def test_a_rubber_that_is_over_takes_none(anna, rubber):
    anna.post(address(rubber), sent(rubber, "\n".join(NINE_DEALS)))
    assert anna.get(address(rubber)).status_code == 302
    assert anna.post(address(rubber), sent(rubber, "1ns=")).status_code == 422


def test_who_does_not_keep_the_sheet_is_refused(rubber, signed_in):
    stranger = signed_in(member("Nora"))
    assert stranger.get(address(rubber)).status_code == 403
    assert stranger.post(address(rubber), sent(rubber, THREE)).status_code == 403


@pytest.mark.parametrize("deals", [1, 3])
def test_queries_grow_only_with_what_each_deal_writes(
    anna, rubber, deals, django_assert_max_num_queries
):
    with django_assert_max_num_queries(26 + 4 * deals):
        anna.post(address(rubber), sent(rubber, "1ns=\n" * deals))
