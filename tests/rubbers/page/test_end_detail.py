"""GET /rubbers/41/end/ explains the points that the end of a rubber adds."""

import pytest

from tests.factories import NINE_DEALS, record
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("headers", "whole"), [({}, True), (HTMX, False)], ids=["a page", "a card"]
)
def test_the_bonus_comes_with_its_words_and_its_law(anna, rubber, headers, whole):
    for line in NINE_DEALS:
        record(rubber, line)
    html = anna.get(f"/rubbers/{rubber.pk}/end/", headers=headers).content.decode()
    assert ("<!doctype html>" in html) is whole
    for words in ("The end of the rubber", "<b>They</b>", "500", "Law 74"):
        assert words in html


def test_the_figure_on_the_sheet_leads_there(anna, rubber):
    for line in NINE_DEALS:
        record(rubber, line)
    assert (
        f'href="/rubbers/{rubber.pk}/end/"'
        in anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    )


def test_before_the_end_it_says_what_stopping_would_add(anna, rubber):
    record(rubber, "4sn=")
    html = anna.get(f"/rubbers/{rubber.pk}/end/").content.decode()
    for words in ("If the rubber stops now", "300", "Law 80"):
        assert words in html


def test_an_end_that_adds_nothing_is_not_found(anna, rubber):
    assert anna.get(f"/rubbers/{rubber.pk}/end/").status_code == 404
