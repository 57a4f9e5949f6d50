"""Amounts of money as integers, written and read in a currency."""

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from clubscore.web.money import Currency, read_points

CODES = ("EUR", "GBP", "CHF", "JPY", "KWD", "")


@pytest.mark.parametrize(
    ("code", "amount", "written"),
    [
        ("EUR", 240, "€\xa02.40"),
        ("EUR", -80, "−€\xa00.80"),
        ("EUR", 0, "€\xa00.00"),
        ("EUR", 123456789, "€\xa01,234,567.89"),
        ("CHF", 5, "CHF\xa00.05"),
        ("JPY", -1200, "−JPY\xa01,200"),
        ("KWD", 1500, "KWD\xa01.500"),
        ("", 240, "2.40"),
    ],
)
def test_an_amount_is_written_with_its_currency_and_its_decimals(code, amount, written):
    assert Currency(code).written(amount) == written


@pytest.mark.parametrize(
    ("code", "typed", "amount"),
    [
        ("EUR", "2.40", 240),
        ("EUR", "2,4", 240),
        ("EUR", " 2 ", 200),
        ("EUR", "-0.05", -5),
        ("EUR", "−12.50", -1250),
        ("EUR", "+3", 300),
        ("JPY", "1200", 1200),
        ("KWD", "1.005", 1005),
    ],
)
def test_an_amount_is_read_as_people_type_it(code, typed, amount):
    assert Currency(code).read(typed) == amount


@pytest.mark.parametrize(
    "typed", ["", "two", "2.405", "1.2.3", "--2", "€2", "1e3", "٣", "9999999999"]
)
def test_what_is_no_amount_is_refused_with_what_would_be_right(typed):
    with pytest.raises(ValueError, match="Write an amount such as 12.50"):
        Currency("EUR").read(typed)


def test_a_currency_without_decimals_takes_none():
    with pytest.raises(ValueError, match="such as 12,"):
        Currency("JPY").read("2.5")


@given(st.integers(-(10**8), 10**8), st.sampled_from(CODES))
def test_what_is_written_is_read_back(amount, code):
    currency = Currency(code)
    figures = currency.written(amount).replace(currency.symbol, "", 1).replace(",", "")
    assert currency.read(figures) == amount


@pytest.mark.parametrize(
    ("typed", "points"),
    [("1690", 1690), ("1,690", 1690), ("−40", -40), ("- 40", -40), ("+5", 5)],
)
def test_points_are_read_as_people_type_them(typed, points):
    assert read_points(typed) == points


@pytest.mark.parametrize("typed", ["", "3.5", "16,90", "many", "1_000"])
def test_what_are_no_whole_points_is_refused(typed):
    with pytest.raises(ValueError, match="whole points"):
        read_points(typed)


@pytest.mark.parametrize(
    ("code", "smallest"), [("EUR", "EUR cent"), ("JPY", "JPY"), ("KWD", "KWD mill")]
)
def test_the_smallest_unit_has_a_name(code, smallest):
    assert Currency(code).smallest == smallest


def test_a_page_writes_money_with_its_sign_in_the_clubs_currency(settings):
    settings.CLUB_CURRENCY = "EUR"
    written = Template(
        "{{ 240|signed_money }} {{ 240|opposite|signed_money }} {{ 0|signed_money }}"
    ).render(Context())
    assert written == "+€\xa02.40 −€\xa02.40 €\xa00.00"
