"""The value of PBN's Deal tag: ``N:AK4.QT2.. …``, the first seat and four hands clockwise, suits divided by dots."""

import re
from collections.abc import Mapping
from itertools import chain
from typing import Final

from scoring.errors import InvalidHands
from scoring.hands.cards import CARDS, RANKS, SUITS, SYMBOLS, Card
from scoring.hands.layout import CARDS_NOT_THIRTEEN, Layout
from scoring.said import counted, said
from scoring.values import TRICKS, Seat

_WORD: Final = re.compile(r"\S+")
UNKNOWN: Final = "-"
_Hand = dict[Card, int]
"""The cards of a hand, each with its column in the text."""


def deal_text(layout: Layout) -> str:
    """A layout as the value of a Deal tag, North's hand first.

    >>> from scoring.hands.numbering import layout_of
    >>> deal_text(layout_of(0))
    'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432'
    """
    hands = [".".join(layout.suits(seat)) for seat in Seat]
    return f"N:{' '.join(hands)}"


def parse_deal_text(text: str) -> Layout:
    """The layout that the value of a Deal tag describes. One hand may be written as ``-``: it gets the cards that are
    left.

    Raises:
        InvalidHands: for text that is no such value, with the column of the mistake.
    """
    opening = re.match(r"\s*([NESWnesw])\s*:", text)
    if opening is None:
        message = "A deal begins with the seat of its first hand and a colon, such as N:AK4.QT2.J963.875 …"
        raise InvalidHands(message, column=1)

    words = list(_WORD.finditer(text, opening.end()))
    if len(words) != len(Seat):
        column = words[4].start() + 1 if len(words) > 4 else len(text) + 1
        form = "A deal has four hands divided by blanks; found: {number}."
        raise InvalidHands(said(form, number=len(words)), column=column)

    hands: dict[Seat, _Hand] = {}
    columns: dict[Seat, int] = {}
    seat = Seat(opening[1].upper())
    for word in words:
        column = word.start() + 1
        columns[seat] = column
        if word[0] != UNKNOWN:
            hands[seat] = _hand(word[0], seat, column)
        seat = seat.next

    _require_once(hands, columns)
    return Layout.of(_completed(hands, columns))


def _hand(word: str, seat: Seat, column: int) -> _Hand:
    """Read the cards of one hand from ``word``, which begins at a column of the text. Raises InvalidHands."""
    hand: _Hand = {}
    suits = word.split(".")
    if len(suits) != len(SUITS):
        form = "{seat}’s hand has four suits divided by dots, a void being empty; found: {number}."
        raise InvalidHands(said(form, seat=seat.word, number=len(suits)), column=column)

    start = column
    for suit, ranks in zip(SUITS, suits, strict=True):
        for place, rank in enumerate(ranks.upper().replace("10", "T"), start):
            card = Card(suit, rank)
            if rank not in RANKS:
                form = "“{rank}” is not a rank: in {suit} of {seat} there are only {ranks}."
                message = said(
                    form, rank=rank, suit=SYMBOLS[suit], seat=seat.word, ranks=RANKS
                )
                raise InvalidHands(message, column=place)
            if card in hand:
                message = said(
                    "{card} is twice with {seat}.", card=str(card), seat=seat.word
                )
                raise InvalidHands(message, column=place)
            hand[card] = place
        start += len(ranks) + 1

    if len(hand) != TRICKS:
        message = counted(
            len(hand), CARDS_NOT_THIRTEEN, seat=seat.word, number=len(hand)
        )
        raise InvalidHands(message, column=column)

    return hand


def _require_once(hands: Mapping[Seat, _Hand], columns: Mapping[Seat, int]) -> None:
    """Require that no card is in two hands. Raises InvalidHands with the column where a card occurs again.

    ``columns`` has the column in the text where each hand begins.
    """
    owners: dict[Card, Seat] = {}
    for seat in sorted(hands, key=columns.__getitem__):
        for card, column in hands[seat].items():
            if card in owners:
                form = "{card} is with {other} and with {seat}."
                message = said(
                    form, card=str(card), other=owners[card].word, seat=seat.word
                )
                raise InvalidHands(message, column=column)
            owners[card] = seat


def _completed(
    hands: Mapping[Seat, _Hand], columns: Mapping[Seat, int]
) -> dict[Seat, list[Card]]:
    """The cards of all four hands: a hand that is not given has the cards that are left.

    ``columns`` has the column in the text where each hand begins, including a hand that is not given.

    Raises InvalidHands if more than one hand is not given.
    """
    missing = [seat for seat in columns if seat not in hands]
    if len(missing) > 1:
        seats = missing[0].word
        for seat in missing[1:]:
            seats = said("{one} and {other}", one=seats, other=seat.word)
        raise InvalidHands(
            said("The cards of {seats} are not given.", seats=seats),
            column=columns[missing[0]],
        )

    completed = {seat: list(hand) for seat, hand in hands.items()}
    if missing:
        dealt = set(chain.from_iterable(hands.values()))
        completed[missing[0]] = [card for card in CARDS if card not in dealt]

    return completed
