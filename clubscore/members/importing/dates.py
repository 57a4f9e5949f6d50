"""The dates of a list: the order of day and month, which the whole list has in common, and the day in a cell."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from clubscore.calendar import day_words

_TIME = r"(?:[ T]\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[AaPp][Mm])?)?"
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})" + _TIME)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})" + _TIME)


class DateOrder(StrEnum):
    """The number that stands first in dates such as 03/04/2019."""

    DAY_FIRST = "day"
    MONTH_FIRST = "month"


@dataclass(frozen=True, slots=True)
class DateReading:
    """The order in which the dates of a list are read, and one date as an example."""

    order: DateOrder | None
    """None if the list has dates of both orders, and nobody has chosen one."""
    is_certain: bool = True
    """False if each date of the list can be read in both orders."""
    example: str = ""
    """A date of the list whose day depends on the order; else one with the month first; may be empty."""

    @property
    def can_be_chosen(self) -> bool:
        """True if another order would give another day, or would read more dates."""
        return self.order is None or bool(self.example)

    @property
    def day(self) -> str:
        """The day of the example, in words; empty without an example, or if the example cannot be read."""
        try:
            return day_words(day_of(self.example, self.order))
        except ValueError:
            return ""


def reading_of(cells: Iterable[str], *, chosen: DateOrder | None = None) -> DateReading:
    """The reading of the dates in these cells: as `chosen`, else as the values say, else with the day first.

    One date such as 02/13/2019 says that the month stands first in all of them.
    """
    day_first = month_first = either = ""
    for cell in cells:
        of_day = _day_or_none(cell, DateOrder.DAY_FIRST)
        of_month = _day_or_none(cell, DateOrder.MONTH_FIRST)
        if of_day == of_month:
            continue
        if of_month is None:
            day_first = day_first or cell
        elif of_day is None:
            month_first = month_first or cell
        else:
            either = either or cell
    if chosen:
        return DateReading(chosen, example=either or month_first or day_first)
    if day_first and month_first:
        return DateReading(None)
    if month_first:
        return DateReading(DateOrder.MONTH_FIRST, example=either or month_first)
    is_certain = bool(day_first) or not either
    return DateReading(DateOrder.DAY_FIRST, is_certain, example=either)


def _day_or_none(cell: str, order: DateOrder) -> date | None:
    try:
        return day_of(cell, order)
    except ValueError:
        return None


def is_no_date(cell: str) -> bool:
    """True for the cell that some programs write where they know no day, such as 00/00/0000."""
    return bool(cell) and not cell.strip("0-/. :")


def depends_on_order(cell: str) -> bool:
    """True if the cell is a date that has the year last."""
    return _YEAR_LAST.fullmatch(cell) is not None


def day_of(cell: str, order: DateOrder | None) -> date:
    """The day in a cell. Raises ValueError if the cell is not a date, or if its order is not known."""
    if match := _YEAR_FIRST.fullmatch(cell):
        return date(int(match[1]), int(match[3]), int(match[4]))
    match = _YEAR_LAST.fullmatch(cell)
    if match is None or order is None:
        raise ValueError(cell)
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    if order == DateOrder.MONTH_FIRST:
        return date(year, first, second)
    return date(year, second, first)
