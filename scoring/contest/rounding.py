"""The roundings of a contest, each with its name, and numbers as text. All calculations are exact."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from scoring.deals import MINUS
from scoring.said import Figure

Rounding = Callable[[Fraction, int], Fraction]
"""A function that takes an award and the average of its board, and returns the rounded award."""


def half_away(value: Fraction, places: int) -> Fraction:
    """The value, rounded to ``places`` decimals, halves away from nought.

    >>> half_away(Fraction(-1, 8), 2)
    Fraction(-13, 100)
    """
    scale: int = 10**places
    nearest = (2 * abs(value.numerator) * scale + value.denominator) // (
        2 * value.denominator
    )
    if value < 0:
        nearest = -nearest
    return Fraction(nearest, scale)


def half_toward(value: Fraction, places: int) -> Fraction:
    """The value, rounded to ``places`` decimals, halves toward nought.

    >>> half_toward(Fraction(-1, 8), 2)
    Fraction(-3, 25)
    """
    scale: int = 10**places
    nearest = -(
        (value.denominator - 2 * abs(value.numerator) * scale)
        // (2 * value.denominator)
    )
    if value < 0:
        nearest = -nearest
    return Fraction(nearest, scale)


def _tenth_to_average(award: Fraction, average: int) -> Fraction:
    return average + half_toward(award - average, 1)


ROUNDINGS: Final[Mapping[str, Rounding]] = {
    "exact": lambda award, average: award,
    "ten-thousandth-away": lambda award, average: half_away(award, 4),
    "hundredth-away": lambda award, average: half_away(award, 2),
    "tenth-to-average": _tenth_to_average,
    "tenth-half-up": lambda award, average: half_away(award, 1),
}


def as_number(value: Fraction, rounding: str) -> str:
    """The exact value as text: a decimal number, or a fraction such as 17/3.

    It is a fraction if ``rounding`` is "exact", or if the decimal number would need more than twenty decimals.

    >>> as_number(Fraction(17, 3), "exact"), as_number(Fraction(57, 10), "tenth-half-up")
    ('17/3', '5.7')
    """
    if rounding == "exact":
        return str(value)
    return as_decimal(value) or str(value)


def as_decimal(value: Fraction) -> str:
    """The value as a decimal number, without noughts at its end; empty if it needs more than twenty decimals.

    >>> as_decimal(Fraction(-5, 2)), as_decimal(Fraction(36)), as_decimal(Fraction(1, 3))
    ('-2.5', '36', '')
    """
    places, scaled = 0, value
    while scaled.denominator != 1 and places < 20:
        places += 1
        scaled *= 10
    if scaled.denominator != 1:
        return ""
    return _pointed(scaled.numerator, places)


def two_decimals(value: Fraction) -> Figure:
    """The value as text with two decimals, as percentages are printed; halves are rounded away from nought.

    >>> two_decimals(Fraction(4681, 700))
    '6.69'
    """
    return Figure(_pointed((half_away(value, 2) * 100).numerator, 2))


def shown(value: Fraction) -> Figure:
    """The value as text for readers: with at most two decimals, and a true minus sign.

    >>> shown(Fraction(36)), shown(Fraction(57, 10)), shown(Fraction(123, 7))
    ('36', '5.7', '17.57')
    """
    return Figure(as_decimal(half_away(value, 2)).replace("-", MINUS))


def hundredths(value: Fraction) -> Figure:
    """The value as text for a column: always with two decimals, and a true minus sign.

    >>> hundredths(Fraction(12)), hundredths(Fraction(-5, 2))
    ('12.00', '−2.50')
    """
    return Figure(two_decimals(value).replace("-", MINUS))


def _pointed(digits: int, places: int) -> str:
    """The digits with a point before the last ``places`` of them, and with a minus sign if they are negative."""
    text = f"{abs(digits):0{places + 1}}"
    if places:
        text = f"{text[:-places]}.{text[-places:]}"
    if digits < 0:
        text = f"-{text}"
    return text
