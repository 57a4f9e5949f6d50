"""The template filter that writes amounts in the unit of a settlement, points or money."""

import pytest
from django.template import Context, Template

from clubscore.ledger.models import Unit

PAGE = Template(
    "{% load settling %}{{ amount|amount_in:unit }} {{ amount|signed_in:unit }}"
)


@pytest.mark.parametrize(
    ("unit", "amount", "written"),
    [
        (Unit.POINTS, 1690, "1,690 +1,690"),
        (Unit.POINTS, -20, "-20 −20"),
        (Unit.MONEY, 240, "€\xa02.40 +€\xa02.40"),
        (Unit.MONEY, -240, "−€\xa02.40 −€\xa02.40"),
    ],
)
def test_an_amount_is_written_in_its_unit(settings, unit, amount, written):
    settings.CLUB_CURRENCY = "EUR"
    assert PAGE.render(Context({"amount": amount, "unit": unit})) == written
