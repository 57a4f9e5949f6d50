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
    **{strain.value.lower(): strain for strain in Strain if strain is not Strain.NOTRUMP},
    **{strain.symbol: strain for strain in (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES)},
    "n": Strain.NOTRUMP,
}
_RISKS: Final = {"xx": Risk.REDOUBLED, "x": Risk.DOUBLED}
_SEATS: Final = {seat.value.lower(): seat for seat in Seat}
_SIDES: Final = {side.value.lower(): side for side in Side}
_PASSED_OUT: Final = ("p", "pass", "passed", "-")


def parse_deal(text: str, *, royals: bool = False) -> Deal:
    """The deal of one quick line; ``royals`` allows the nine-point spades of royal auction.

    >>> parse_deal("4sn+1").relative, str(parse_deal("n 4♠ xx / 9 # ouch"))
    ('+1', '4SXXN-1 # ouch')

    Raises:
        InvalidDeal: for a line that cannot be read or a deal that cannot be; ``field`` says what, ``column`` where.
    """
    if not isinstance(text, str):
        raise InvalidDeal("A quick line is text.", field="contract", column=1)
    return _Line(text, royals).read()


def column_of(fact: str, text: str) -> int:
    """The column of a fact in a valid line, from 1; 1 also when the line does not have it.

    ``fact`` is a name of ``InvalidDeal.field``.

    >>> column_of("voids", "4sn= # fine"), column_of("voids", "4sn= ve")
    (1, 6)
    """
    line = _Line(text, royals=True)
    line.read()
    return line.columns[line.found.get(fact, 0)]


class _Line:
    """A line while it is being read, from left to right, without its blanks."""

    def __init__(self, text: str, royals: bool) -> None:
        facts, sharp, note = text.partition("#")
        self.royals = royals
        self.note = note if sharp else ""
        marked = [(column, _plain(mark)) for column, mark in enumerate(facts, 1) if not _is_blank(mark)]
        self.marks = "".join(mark for _, mark in marked)
        self.columns = [column for column, _ in marked] + [len(facts.rstrip()) + 1]
        self.note_column = len(facts) + 1
        self.at = 0
        self.found: dict[str, int] = {}
        self.honours: list[tuple[Seat, int]] = []
        self.transferred: list[tuple[Side, int]] = []
        self.voids: list[Seat] = []
        self.revokes: list[Side] = []

    def read(self) -> Deal:
        try:
            return self._deal()
        except InvalidDeal as refusal:
            if refusal.column is not None:
                raise
            column = self.note_column if refusal.field == "note" else self.columns[self.found.get(refusal.field, 0)]
            raise InvalidDeal(refusal.message, field=refusal.field, column=column) from None

    def _deal(self) -> Deal:
        if self.marks in _PASSED_OUT:
            return Deal.passed_out(self.note)
        first_seat = self._seat()
        contract = self._contract()
        declarer = self._declarer(first_seat)
        tricks = self._tricks(contract)
        while self.at < len(self.marks):
            self._option(contract)
        honours, transferred = tuple(self.honours), tuple(self.transferred)
        return Deal(contract, declarer, tricks, honours, transferred, tuple(self.voids), tuple(self.revokes), self.note)

    def _contract(self) -> Contract:
        self._begin("contract")
        if not self._mark():
            self._refuse("The contract is missing, such as 4s or 3nt.", "contract")
        level = self._mark()
        if level not in _DIGITS or int(level) not in LEVELS:
            self._refuse("A contract begins with its level, 1 to 7.", "contract")
        self.at += 1
        strain = self._take(_STRAINS)
        if strain is None:
            self._refuse("After the level comes the strain: c, d, h, s or nt.", "contract")
        if strain is Strain.ROYALS and not self.royals:
            self.at -= 1
            self._refuse("Royals are bid in royal auction only.", "contract")
        return Contract(int(level), strain, self._take(_RISKS) or Risk.UNDOUBLED)

    def _seat(self) -> Seat | None:
        self._begin("declarer")
        return self._take(_SEATS)

    def _declarer(self, first: Seat | None) -> Seat:
        start = self.at
        second = self._take(_SEATS)
        if first is not None and second is not None:
            self.at = start
            self._refuse("The declarer is named twice.", "declarer")
        if second is not None:
            self.found["declarer"] = start
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
        self.at += 1
        if sign == "=":
            return contract.tricks_needed
        if not self._mark() or self._mark() not in _DIGITS:
            self._refuse(said("How many? A number of tricks comes after {sign}.", sign=sign), "result")
        number = self._number()
        if sign == "/":
            return number
        return contract.tricks_needed + (number if sign == "+" else -number)

    def _refuse_bare_digits(self, contract: Contract) -> NoReturn:
        start = self.at
        number = self._number()
        self.at = start
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
        if mark == "h":
            self._begin("honours")
            self.at += 1
            count = self._honours(contract)
            self.honours.append((self._needed(_SEATS, "honours", said("the seat that held them: n, e, s or w")), count))
        elif mark == "t":
            self._begin("transferred")
            self.at += 1
            tricks = self._counted("transferred", said("how many tricks were transferred, such as t2ns"))
            self.transferred.append(
                (self._needed(_SIDES, "transferred", said("the side that got them: ns or ew")), tricks)
            )
        elif mark == "v":
            self._begin("voids")
            self.at += 1
            self.voids.append(self._needed(_SEATS, "voids", said("the seat that was void: n, e, s or w")))
        elif mark == "!":
            self._begin("revokes")
            self.at += 1
            self.revokes.append(self._needed(_SIDES, "revokes", said("the side that revoked: ns or ew")))
        else:
            message = "After the result come only options (h4s, t2ns, vn, !ew) and a note after #."
            self._refuse(message, "result" if mark in "=+-/" + _DIGITS else "option")

    def _honours(self, contract: Contract) -> int:
        """The number of honours. Premiums of contract bridge, 100 and 150, are read as the holdings that earn them."""
        count = self._counted("honours", said("how many honours, such as h4s"))
        notrump = contract.strain is Strain.NOTRUMP
        if self.royals or count not in (100, 150):
            return count
        if notrump and count == 100:
            self.at = self.found["honours"]
            self._refuse("At no-trump only all four aces score, and they are 150: h4 or h150.", "honours")
        return 4 if notrump or count == 100 else 5

    def _counted(self, field: str, what: Said) -> int:
        if not self._mark() or self._mark() not in _DIGITS:
            self._refuse(said("Expected here: {what}.", what=what), field)
        return self._number()

    def _needed(self, choices: dict[str, T], field: str, what: Said) -> T:
        found = self._take(choices)
        if found is None:
            self._refuse(said("Expected here: {what}.", what=what), field)
        return found

    def _number(self) -> int:
        """A whole number. Five digits are read: more than any deal has."""
        return int(self._digits().lstrip("0")[:5] or "0")

    def _digits(self) -> str:
        start = self.at
        while self.at < len(self.marks) and self.marks[self.at] in _DIGITS:
            self.at += 1
        return self.marks[start : self.at]

    def _take(self, choices: dict[str, T]) -> T | None:
        """The longest choice that the line continues with. ``choices`` must list the longer before the shorter."""
        for spelling, meaning in choices.items():
            if self.marks.startswith(spelling, self.at):
                self.at += len(spelling)
                return meaning
        return None

    def _mark(self) -> str:
        """The mark that comes next; empty at the end."""
        return self.marks[self.at : self.at + 1]

    def _begin(self, field: str) -> None:
        self.found[field] = self.at

    def _refuse(self, message: str, field: str) -> NoReturn:
        raise InvalidDeal(message, field=field, column=self.columns[self.at])


def _is_blank(mark: str) -> bool:
    return mark.isspace() or mark == _PICTURE


def _plain(mark: str) -> str:
    mark = _SAME.get(mark, mark)
    return _LOWER.get(mark, mark)
