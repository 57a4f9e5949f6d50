"""The field in which people type an amount of money."""

import pytest
from django import forms
from django.utils import translation

from clubscore.web.forms.amounts import MoneyField


class PriceForm(forms.Form):
    price = MoneyField(required=False, min_value=0, max_value=100_000)


@pytest.mark.parametrize(
    ("currency", "typed", "amount"),
    [
        ("EUR", "0.05", 5),
        ("EUR", "0,5", 50),
        ("EUR", " 2 ", 200),
        ("EUR", "1000", 100_000),
        ("EUR", "", None),
        ("JPY", "20", 20),
        ("KWD", "0.005", 5),
        ("", "0.05", 5),
    ],
)
def test_an_amount_is_kept_in_the_smallest_unit(settings, currency, typed, amount):
    settings.CLUB_CURRENCY = currency
    form = PriceForm({"price": typed})
    assert form.is_valid()
    assert form.cleaned_data["price"] == amount


@pytest.mark.parametrize("typed", ["0.005", "five", "1,000.00", "-1", "1000.01"])
def test_what_is_no_amount_or_too_much_is_refused(settings, typed):
    settings.CLUB_CURRENCY = "EUR"
    form = PriceForm({"price": typed})
    assert list(form.errors) == ["price"]
    assert form["price"].value() == typed


@pytest.mark.parametrize(
    ("currency", "language", "shown"),
    [
        ("EUR", "en", "1234.50"),
        ("EUR", "de", "1234,50"),
        ("JPY", "en", "123450"),
        ("KWD", "fr", "123,450"),
    ],
)
def test_an_amount_is_shown_as_people_of_the_language_type_it(
    settings, currency, language, shown
):
    settings.CLUB_CURRENCY = currency
    with translation.override(language):
        assert PriceForm(initial={"price": 123_450})["price"].value() == shown


def test_the_same_amount_typed_otherwise_is_no_change(settings):
    settings.CLUB_CURRENCY = "EUR"
    assert not PriceForm({"price": "0,05"}, initial={"price": 5}).has_changed()
    assert PriceForm({"price": "0.06"}, initial={"price": 5}).has_changed()
