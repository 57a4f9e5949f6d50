"""Contracts and deals in plain English."""

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.deals import Deal
from scoring.said import Forms, Said, counted, said
from scoring.values import Contract, Risk, Seat, Side, Strain

NUMBERS: Final = (
    *(said("no"), said("one"), said("two"), said("three"), said("four"), said("five"), said("six"), said("seven")),
    *(said("eight"), said("nine"), said("ten"), said("eleven"), said("twelve"), said("thirteen")),
)
TRICKS_COUNTED: Final = Forms("{number} trick", "{number} tricks")
OVERTRICKS: Final = Forms("{number} overtrick", "{number} overtricks")
UNDERTRICKS: Final = Forms("{number} undertrick", "{number} undertricks")


def count_in_words(count: int, things: Forms) -> Said:
    """A small number of things, spelt out.

    >>> count_in_words(1, OVERTRICKS), count_in_words(2, OVERTRICKS)
    ('one overtrick', 'two overtricks')
    """
    return counted(count, things, number=NUMBERS[count])


def sides_in_words(sides: Iterable[Side]) -> Said:
    """The names of sides: "nobody", "North-South", "North-South and East-West"."""
    words = [side.word for side in sides]
    if len(words) == len(Side):
        return said("{first} and {last}", first=words[0], last=words[1])
    return words[0] if words else said("nobody")


def contract_in_words(contract: Contract) -> Said:
    """The contract with its suit symbol.

    >>> contract_in_words(Contract(4, Strain.SPADES, Risk.DOUBLED))
    '4♠ doubled'
    """
    if contract.strain is Strain.ROYALS:
        bid = said("{level} royals", level=contract.level)
    else:
        bid = said("{level}{strain}", level=contract.level, strain=contract.strain.symbol)
    if contract.risk is Risk.UNDOUBLED:
        return bid
    return said("{contract} doubled" if contract.risk is Risk.DOUBLED else "{contract} redoubled", contract=bid)


def result_in_words(deal: Deal) -> Said:
    """The result in words: "made", "made with two overtricks", "one down"; empty when passed out."""
    if deal.is_passed_out:
        return said("")
    if deal.margin > 0:
        return said("made with {overtricks}", overtricks=count_in_words(deal.margin, OVERTRICKS))
    return said("made") if deal.margin == 0 else said("{number} down", number=NUMBERS[-deal.margin])


def deal_in_words(deal: Deal, names: Mapping[Seat, str] | None = None) -> Said:
    """Contract, declarer and result; seats stand in where no name is given.

    >>> deal = Deal(Contract(4, Strain.SPADES, Risk.DOUBLED), Seat.NORTH, 9)
    >>> deal_in_words(deal, {Seat.NORTH: "Anna"}), deal_in_words(Deal.passed_out())
    ('4♠ doubled by Anna, one down', 'Passed out')
    """
    if deal.contract is None or deal.declarer is None:
        return said("Passed out")
    return said(
        "{contract} by {declarer}, {result}",
        contract=contract_in_words(deal.contract),
        declarer=(names or {}).get(deal.declarer, deal.declarer.word),
        result=result_in_words(deal),
    )
