"""Contracts and deals in plain English."""

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.deals import Deal
from scoring.said import Forms, Said, counted, said
from scoring.values import Contract, Risk, Seat, Side, Strain

NUMBERS: Final = (
    said("no"),
    said("one"),
    said("two"),
    said("three"),
    said("four"),
    said("five"),
    said("six"),
    said("seven"),
    said("eight"),
    said("nine"),
    said("ten"),
    said("eleven"),
    said("twelve"),
    said("thirteen"),
)
"""The numbers from 0 to 13 in words, before a noun."""
TRICKS_COUNTED: Final = Forms("{number} trick", "{number} tricks")
OVERTRICKS: Final = Forms("{number} overtrick", "{number} overtricks")
UNDERTRICKS: Final = Forms("{number} undertrick", "{number} undertricks")
_ROYALS_BID: Final = Forms("{level} royal", "{level} royals")


def count_in_words(count: int, things: Forms) -> Said:
    """The number of things in words, with the name of the things.

    >>> count_in_words(1, OVERTRICKS), count_in_words(2, OVERTRICKS)
    ('one overtrick', 'two overtricks')
    """
    return counted(count, things, number=NUMBERS[count])


def sides_in_words(sides: Iterable[Side]) -> Said:
    """The names of sides: "nobody", "North-South", "North-South and East-West"."""
    words = [side.word for side in sides]
    if not words:
        return said("nobody")
    if len(words) == 1:
        return words[0]
    return said("{first} and {last}", first=words[0], last=words[1])


def contract_in_words(contract: Contract) -> Said:
    """The contract in words, with its suit symbol.

    >>> contract_in_words(Contract(4, Strain.SPADES, Risk.DOUBLED))
    '4♠ doubled'
    """
    if contract.strain is Strain.ROYALS:
        bid = counted(contract.level, _ROYALS_BID, level=contract.level)
    else:
        bid = said(
            "{level}{strain}", level=contract.level, strain=contract.strain.symbol
        )
    if contract.risk is Risk.DOUBLED:
        return said("{contract} doubled", contract=bid)
    if contract.risk is Risk.REDOUBLED:
        return said("{contract} redoubled", contract=bid)
    return bid


def result_in_words(deal: Deal) -> Said:
    """The result in words: "made", "made with two overtricks", "one down"; empty when passed out."""
    if deal.is_passed_out:
        return said("")
    if deal.margin > 0:
        return said(
            "made with {overtricks}", overtricks=count_in_words(deal.margin, OVERTRICKS)
        )
    if deal.margin < 0:
        return said("{number} down", number=NUMBERS[-deal.margin])
    return said("made")


def deal_in_words(deal: Deal, names: Mapping[Seat, str] | None = None) -> Said:
    """Contract, declarer and result in words. ``names`` has the players' names; without a name the seat is written.

    >>> deal = Deal(Contract(4, Strain.SPADES, Risk.DOUBLED), Seat.NORTH, 9)
    >>> deal_in_words(deal, {Seat.NORTH: "Anna"}), deal_in_words(Deal.passed_out())
    ('4♠ doubled by Anna, one down', 'Passed out')
    """
    if deal.contract is None or deal.declarer is None:
        return said("Passed out")

    declarer: str = deal.declarer.word
    if names and deal.declarer in names:
        declarer = names[deal.declarer]

    return said(
        "{contract} by {declarer}, {result}",
        contract=contract_in_words(deal.contract),
        declarer=declarer,
        result=result_in_words(deal),
    )
