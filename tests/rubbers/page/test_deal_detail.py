"""GET /rubbers/41/deals/3/ explains the figures of one deal."""

import pytest

from tests.factories import record
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db


def test_every_line_comes_with_its_words_and_its_law(anna, rubber):
    record(rubber, "4sxn+1 h4s")
    html = anna.get(f"/rubbers/{rubber.pk}/deals/1/").content.decode()
    assert "<!doctype html>" in html
    for figure in ("240", "100", "50", "Law"):
        assert figure in html


def test_with_htmx_it_is_the_explanation_alone(anna, rubber):
    record(rubber, "4sn=")
    html = anna.get(f"/rubbers/{rubber.pk}/deals/1/", headers=HTMX).content.decode()
    assert "<!doctype html>" not in html
    assert 'id="figure"' in html


def test_a_deal_that_was_not_played_is_not_found(anna, rubber):
    assert anna.get(f"/rubbers/{rubber.pk}/deals/1/").status_code == 404
