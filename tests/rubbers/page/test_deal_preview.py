"""GET /rubbers/41/deals/preview/ shows the lines that recording an entry would write."""

import pytest

from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NOON, record, stop_rubber
from tests.rubbers.conftest import HTMX, entry

pytestmark = pytest.mark.django_db


def preview(client, rubber, **fields):
    return client.get(
        f"/rubbers/{rubber.pk}/deals/preview/",
        entry(rubber, number=1, **fields),
        headers=HTMX,
    ).content.decode()


def test_a_whole_entry_shows_its_figures_and_opens_the_record_button(anna, rubber):
    html = preview(anna, rubber)
    assert "120 below" in html
    assert "disabled" not in html


def test_a_half_entry_says_what_is_missing_and_keeps_the_record_button_shut(
    anna, rubber
):
    html = preview(anna, rubber, result="")
    assert "Tap the result." in html
    assert "disabled" in html


def test_an_impossible_entry_says_what_would_be_possible(anna, rubber):
    html = preview(anna, rubber, result="+4")
    assert "+3 is the most" in html
    assert "disabled" in html


def test_a_rubber_that_is_over_has_no_preview_and_leaves_the_form_as_it_is(
    anna, rubber
):
    record(rubber, "2hs=")
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=1,
        by=rubber.players[Seat.NORTH],
        now=NOON,
    )
    answer = anna.get(
        f"/rubbers/{rubber.pk}/deals/preview/", entry(rubber, number=1), headers=HTMX
    )
    assert (answer.status_code, answer.content) == (204, b"")


def test_nothing_is_written(anna, rubber):
    preview(anna, rubber)
    assert Deal.objects.count() == 0


def test_a_preview_takes_as_many_queries_after_three_deals_as_after_one(
    anna, rubber, django_assert_num_queries
):
    for line in ("2hs=", "2hs=", "2ce="):
        record(rubber, line)
        sent = entry(rubber)
        with django_assert_num_queries(5):
            anna.get(f"/rubbers/{rubber.pk}/deals/preview/", sent, headers=HTMX)
