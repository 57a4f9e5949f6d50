"""Contracts and deals in plain English."""

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.deals import Deal
from scoring.values import Contract, Risk, Seat, Side, Strain

_COUNTED: Final = "no one two three four five six seven eight nine ten eleven twelve thirteen"
NUMBERS: Final = tuple(_COUNTED.split(" "))
_RISK_WORDS: Final = {Risk.UNDOUBLED: "", Risk.DOUBLED: " doubled", Risk.REDOUBLED: " redoubled"}


def count_in_words(count: int, thing: str) -> str:
    """A small number of things, spelt out.

    >>> count_in_words(1, "overtrick"), count_in_words(2, "overtrick")
    ('one overtrick', 'two overtricks')
    """
    return f"{NUMBERS[count]} {thing}" + ("" if count == 1 else "s")


def sides_in_words(sides: Iterable[Side]) -> str:
    """The names of sides: "nobody", "North-South", "North-South and East-West"."""
    return " and ".join(side.word for side in sides) or "nobody"


def contract_in_words(contract: Contract) -> str:
    """The contract with its suit symbol.

    >>> contract_in_words(Contract(4, Strain.SPADES, Risk.DOUBLED))
    '4♠ doubled'
    """
    strain = " royals" if contract.strain is Strain.ROYALS else contract.strain.symbol
    return f"{contract.level}{strain}{_RISK_WORDS[contract.risk]}"


def result_in_words(deal: Deal) -> str:
    """The result in words: "made", "made with two overtricks", "one down"; empty when passed out."""
    if deal.is_passed_out:
        return ""
    if deal.margin > 0:
        return f"made with {count_in_words(deal.margin, 'overtrick')}"
    return "made" if deal.margin == 0 else f"{NUMBERS[-deal.margin]} down"


def deal_in_words(deal: Deal, names: Mapping[Seat, str] | None = None) -> str:
    """Contract, declarer and result; seats stand in where no name is given.

    >>> deal = Deal(Contract(4, Strain.SPADES, Risk.DOUBLED), Seat.NORTH, 9)
    >>> deal_in_words(deal, {Seat.NORTH: "Anna"}), deal_in_words(Deal.passed_out())
    ('4♠ doubled by Anna, one down', 'Passed out')
    """
    if deal.contract is None or deal.declarer is None:
        return "Passed out"
    declarer = (names or {}).get(deal.declarer, deal.declarer.word)
    return f"{contract_in_words(deal.contract)} by {declarer}, {result_in_words(deal)}"
