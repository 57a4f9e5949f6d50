"""The quick line: one deal as players type it, such as ``4sxn+1 h4s``.

Blanks, case and the form of the minus sign do not matter. ``str(deal)`` prints the canonical line.
"""

import string
from typing import Final, NoReturn, TypeVar

from scoring.deals import Deal
from scoring.errors import InvalidDeal
from scoring.said import Said, said
from scoring.values import BOOK, LEVELS, Contract, Risk, Seat, Side, Strain

T = TypeVar("T")

# Dashes that keyboards and word processors put where a minus sign was meant, and the star that doubles.
_SAME: Final = dict.fromkeys("−–—‐‑﹣－", "-") | {"*": "x"}
_LOWER: Final = dict(zip(string.ascii_uppercase, string.ascii_lowercase, strict=True))
# Phones send a suit symbol with an invisible selector that makes it a picture.
_PICTURE: Final = "\ufe0f"
_DIGITS: Final = "0123456789"
_STRAINS: Final = {
    "nt": Strain.NOTRUMP,
    "c": Strain.CLUBS,
    "d": Strain.DIAMONDS,
    "h": Strain.HEARTS,
    "s": Strain.SPADES,
    "r": Strain.ROYALS,
    "♣": Strain.CLUBS,
    "♦": Strain.DIAMONDS,
    "♥": Strain.HEARTS,
    "♠": Strain.SPADES,
    "n": Strain.NOTRUMP,
}
_RISKS: Final = {"xx": Risk.REDOUBLED, "x": Risk.DOUBLED}
_SEATS: Final = {"n": Seat.NORTH, "e": Seat.EAST, "s": Seat.SOUTH, "w": Seat.WEST}
_SIDES: Final = {"ns": Side.NS, "ew": Side.EW}
_PASSED_OUT: Final = ("p", "pass", "passed", "-")
_OPTIONS: Final = {"h": "honours", "t": "transferred", "v": "voids", "!": "revokes"}
"""The ``Deal`` field that each option sets, by the character that the option begins with."""


def parse_deal(text: str, *, royals: bool = False) -> Deal:
    """The deal of one quick line; ``royals`` allows the nine-point spades of royal auction.

    >>> parse_deal("4sn+1").relative, str(parse_deal("n 4♠ xx / 9 # ouch"))
    ('+1', '4SXXN-1 # ouch')

    Raises:
        InvalidDeal: for a line that cannot be read or an impossible deal; ``field`` names the wrong fact,
            ``column`` is the column of the mistake.
    """
    if not isinstance(text, str):
        raise InvalidDeal("A quick line is text.", field="contract", column=1)
    return _LineReader(text, royals).read()


def column_of(fact: str, text: str, *, royals: bool = False) -> int:
    """The column of a fact in a valid line, counted from 1; also 1 if the line does not have the fact.

    ``fact`` is one of the names that ``InvalidDeal.field`` can have. ``royals`` is the value with which ``parse_deal``
    has read the line.

    >>> column_of("voids", "4sn= # fine"), column_of("voids", "4sn= ve")
    (1, 6)
    """
    reader = _LineReader(text, royals)
    reader.read()
    return reader.column(fact)


class _LineReader:
    """A reader of one quick line, from left to right, without its blanks."""

    def __init__(self, text: str, royals: bool) -> None:
        facts, sharp, note = text.partition("#")
        self.royals = royals
        self.note = note
        self.note_column = len(facts) + 1
        marks = []
        self.columns = []
        """The column of each character, and of the end of the line."""
        for column, mark in enumerate(facts, 1):
            if not _is_blank(mark):
                marks.append(_plain(mark))
                self.columns.append(column)

        self.columns.append(len(facts.rstrip()) + 1)
        self.marks = "".join(marks)
        self.position = 0
        """The index of the next character to read."""
        self.positions: dict[str, int] = {}
        """The index at which each fact begins, by the name of its field."""
        self.honours: list[tuple[Seat, int]] = []
        self.transferred: list[tuple[Side, int]] = []
        self.voids: list[Seat] = []
        self.revokes: list[Side] = []

    def read(self) -> Deal:
        """The deal of the line. Raises InvalidDeal with the column of the mistake."""
        try:
            return self._deal()
        except InvalidDeal as refusal:
            if refusal.column is not None:
                raise
            column = (
                self.note_column
                if refusal.field == "note"
                else self.column(refusal.field)
            )
            raise InvalidDeal(
                refusal.message, field=refusal.field, column=column
            ) from None

    def column(self, field: str) -> int:
        """The column of a fact; the column of the first character if the line does not have the fact."""
        position = self.positions.get(field, 0)
        return self.columns[position]

    def _deal(self) -> Deal:
        if self.marks in _PASSED_OUT:
            return Deal.passed_out(self.note)

        first_seat = self._seat()
        contract = self._contract()
        declarer = self._declarer(first_seat)
        tricks = self._tricks(contract)
        while self.position < len(self.marks):
            self._option(contract)

        return Deal(
            contract,
            declarer,
            tricks,
            tuple(self.honours),
            tuple(self.transferred),
            tuple(self.voids),
            tuple(self.revokes),
            self.note,
        )

    def _contract(self) -> Contract:
        self._begin("contract")
        if not self._mark():
            self._refuse("The contract is missing, such as 4s or 3nt.", "contract")

        level = self._mark()
        if level not in _DIGITS or int(level) not in LEVELS:
            self._refuse("A contract begins with its level, 1 to 7.", "contract")

        self.position += 1
        strain = self._take(_STRAINS)
        if strain is None:
            self._refuse(
                "After the level comes the strain: c, d, h, s or nt.", "contract"
            )
        if strain is Strain.ROYALS and not self.royals:
            self.position -= 1
            self._refuse("Royals are bid in royal auction only.", "contract")

        risk = self._take(_RISKS) or Risk.UNDOUBLED
        return Contract(int(level), strain, risk)

    def _seat(self) -> Seat | None:
        self._begin("declarer")
        return self._take(_SEATS)

    def _declarer(self, first: Seat | None) -> Seat:
        start = self.position
        second = self._take(_SEATS)
        if first is not None and second is not None:
            self.position = start
            self._refuse("The declarer is named twice.", "declarer")
        if second is not None:
            self.positions["declarer"] = start

        declarer = first or second
        if declarer is None:
            self._refuse("Who declared? The seat n, e, s or w is missing.", "declarer")

        return declarer

    def _tricks(self, contract: Contract) -> int:
        self._begin("result")
        sign = self._mark()
        if sign and sign in _DIGITS:
            self._refuse_bare_digits(contract)
        if sign not in ("=", "+", "-", "/") or not sign:
            self._refuse("The result is missing: =, +1, -2 or /10.", "result")

        self.position += 1
        if sign == "=":
            return contract.tricks_needed
        if not self._mark() or self._mark() not in _DIGITS:
            self._refuse(
                said("How many? A number of tricks comes after {sign}.", sign=sign),
                "result",
            )

        number = self._number()
        if sign == "+":
            return contract.tricks_needed + number
        if sign == "-":
            return contract.tricks_needed - number

        return number

    def _refuse_bare_digits(self, contract: Contract) -> NoReturn:
        start = self.position
        number = self._number()
        self.position = start
        if contract.level <= number <= LEVELS[-1]:
            over = number - contract.level
            sign = "=" if over == 0 else f"+{over}"
            other = said("{sign} for {tricks} tricks", sign=sign, tricks=number + BOOK)
        else:
            other = said("+{tricks} for as many over the contract", tricks=number)

        form = "“{number}” can be read in two ways: write /{number} for {number} tricks in all, or {other}."
        self._refuse(said(form, number=number, other=other), "result")

    def _option(self, contract: Contract) -> None:
        mark = self._mark()
        if mark not in _OPTIONS:
            field = "result" if mark in "=+-/" + _DIGITS else "option"
            self._refuse(
                "After the result come only options (h4s, t2ns, vn, !ew) and a note after #.",
                field,
            )

        self._begin(_OPTIONS[mark])
        self.position += 1
        if mark == "h":
            count = self._honours(contract)
            seat = self._needed(
                _SEATS, "honours", said("the seat that held them: n, e, s or w")
            )
            self.honours.append((seat, count))
        elif mark == "t":
            tricks = self._counted(
                "transferred", said("how many tricks were transferred, such as t2ns")
            )
            side = self._needed(
                _SIDES, "transferred", said("the side that got them: ns or ew")
            )
            self.transferred.append((side, tricks))
        elif mark == "v":
            seat = self._needed(
                _SEATS, "voids", said("the seat that was void: n, e, s or w")
            )
            self.voids.append(seat)
        else:
            side = self._needed(
                _SIDES, "revokes", said("the side that revoked: ns or ew")
            )
            self.revokes.append(side)

    def _honours(self, contract: Contract) -> int:
        """Read the number of honours held.

        Outside royal auction the line may name the premium instead, 100 or 150; the number that earns it is returned.
        """
        count = self._counted("honours", said("how many honours, such as h4s"))
        notrump = contract.strain is Strain.NOTRUMP
        if self.royals or count not in (100, 150):
            return count
        if notrump and count == 100:
            self.position = self.positions["honours"]
            self._refuse(
                "At no-trump only all four aces score, and they are 150: h4 or h150.",
                "honours",
            )
        if notrump or count == 100:
            return 4

        return 5

    def _counted(self, field: str, what: Said) -> int:
        if not self._mark() or self._mark() not in _DIGITS:
            self._refuse(said("Expected here: {what}.", what=what), field)
        return self._number()

    def _needed(self, choices: dict[str, T], field: str, what: Said) -> T:
        chosen = self._take(choices)
        if chosen is None:
            self._refuse(said("Expected here: {what}.", what=what), field)
        return chosen

    def _number(self) -> int:
        """Read a whole number. Only its first five digits count: no deal has so large a number."""
        return int(self._digits().lstrip("0")[:5] or "0")

    def _digits(self) -> str:
        start = self.position
        while self.position < len(self.marks) and self.marks[self.position] in _DIGITS:
            self.position += 1
        return self.marks[start : self.position]

    def _take(self, choices: dict[str, T]) -> T | None:
        """Read one of the spellings in ``choices``, and return its meaning; None if no spelling comes next in the line.

        The first spelling that fits is read, so ``choices`` must list longer spellings first.
        """
        for spelling, meaning in choices.items():
            if self.marks.startswith(spelling, self.position):
                self.position += len(spelling)
                return meaning
        return None

    def _mark(self) -> str:
        """The next character of the line; empty at the end."""
        return self.marks[self.position : self.position + 1]

    def _begin(self, field: str) -> None:
        self.positions[field] = self.position

    def _refuse(self, message: str, field: str) -> NoReturn:
        raise InvalidDeal(message, field=field, column=self.columns[self.position])


def _is_blank(mark: str) -> bool:
    return mark.isspace() or mark == _PICTURE


def _plain(mark: str) -> str:
    mark = _SAME.get(mark, mark)
    return _LOWER.get(mark, mark)
