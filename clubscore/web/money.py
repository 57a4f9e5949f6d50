"""Amounts of money as integers in the smallest unit of a currency: parsing and formatting, without floats."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.languages.spoken import figure

NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
_SYMBOLS = {"EUR": "€", "GBP": "£", "USD": "$"}
# ISO 4217: most currencies have two decimals.
_DECIMALS = dict.fromkeys(
    ("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"), 0
) | dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency by its ISO 4217 code, such as "EUR".

    The empty code means that the club has set no currency: amounts have two decimals and no symbol.
    """

    code: str

    @property
    def decimals(self) -> int:
        return _DECIMALS.get(self.code, 2)

    @property
    def symbol(self) -> str:
        return _SYMBOLS.get(self.code, self.code)

    @property
    def smallest(self) -> str:
        """The name of the unit in which amounts are kept: `EUR cent`, `JPY`."""
        return f"{self.code} {('', '', 'cent', 'mill')[self.decimals]}".strip()

    def written(self, amount: int) -> str:
        """Format an amount: 240 is `€ 2.40`, −240 is `−€ 2.40`."""
        sign = MINUS if amount < 0 else ""
        symbol = f"{self.symbol}{NO_BREAK}" if self.code else ""
        return sign + symbol + figure(self._digits(abs(amount), ","))

    def typed(self, amount: int) -> str:
        """An amount that is not below zero as people type it, without symbol: 240 is `2.40`, `2,40` in German."""
        return figure(self._digits(amount, ""))

    def _digits(self, amount: int, thousands: str) -> str:
        """The digits of an amount that is not below zero, with this mark between the thousands."""
        whole, rest = divmod(amount, 10**self.decimals)
        digits = f"{whole:,}".replace(",", thousands)
        if not self.decimals:
            return digits
        return f"{digits}.{rest:0{self.decimals}}"

    def read(self, text: str) -> int:
        """Parse an amount as people type it: `2.40`, `2,4` or `2`, with `-` in front for minus.

        Raises:
            ValueError: for anything else; the message gives an example of what is right.
        """
        found = re.fullmatch(
            rf"([+-]?)(\d{{1,9}})(?:[.,](\d{{1,{max(self.decimals, 1)}}}))?",
            _plain(text),
            re.ASCII,
        )
        if not found or (found[3] and not self.decimals):
            example = (
                "12.50"
                if self.decimals == 2
                else self.written(12 * 10**self.decimals).split(NO_BREAK)[-1]
            )
            words = _(
                "Write an amount such as %(example)s, with - in front if it is minus."
            )
            raise ValueError(words % {"example": example})
        amount = int(found[2]) * 10**self.decimals + int(
            (found[3] or "").ljust(self.decimals, "0") or 0
        )
        return -amount if found[1] == "-" else amount


def read_points(text: str) -> int:
    """Parse whole points as people type them: `1690`, `1,690`, `1.690` or `-40`.

    Raises:
        ValueError: for anything else; the message gives an example of what is right.
    """
    found = re.fullmatch(
        r"[+-]?(\d{1,9}|\d{1,3}([,.]\d{3}){1,2})", _plain(text), re.ASCII
    )
    if not found:
        raise ValueError(
            _("Write whole points such as 320, with - in front if they are minus.")
        )
    return int(re.sub("[,.]", "", found[0]))


def _plain(text: str) -> str:
    """The text without white space, and with ASCII minus signs."""
    return "".join(text.split()).replace(MINUS, "-")
