"""The value of PBN's Deal tag: ``N:AK4.QT2.. …``, the first seat and four hands clockwise, suits divided by dots."""

import re
from typing import Final

from scoring.errors import InvalidHands
from scoring.hands.cards import CARDS, RANKS, SUITS, SYMBOLS, Card
from scoring.hands.layout import CARDS_NOT_THIRTEEN, Layout
from scoring.said import counted, said
from scoring.values import TRICKS, Seat

_WORD: Final = re.compile(r"\S+")
UNKNOWN: Final = "-"


def deal_text(layout: Layout) -> str:
    """A layout as the value of a Deal tag, North's hand first.

    >>> from scoring.hands.numbering import layout_of
    >>> deal_text(layout_of(0))
    'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432'
    """
    return "N:" + " ".join(".".join(layout.suits(seat)) for seat in Seat)


def parse_deal_text(text: str) -> Layout:
    """The layout that the value of a Deal tag stands for. One hand may be left out as ``-``: it has the other cards.

    Raises:
        InvalidHands: for text that is none, with the column of the mistake.
    """
    opening = re.match(r"\s*([NESWnesw])\s*:", text)
    if opening is None:
        message = "A deal begins with the seat of its first hand and a colon, such as N:AK4.QT2.J963.875 …"
        raise InvalidHands(message, column=1)
    seat, hands, places = Seat(opening[1].upper()), {}, {}
    words = list(_WORD.finditer(text, opening.end()))
    if len(words) != len(Seat):
        column = words[4].start() + 1 if len(words) > 4 else len(text) + 1
        form = "A deal has four hands divided by blanks; found: {number}."
        raise InvalidHands(said(form, number=len(words)), column=column)
    for word in words:
        places[seat] = word.start() + 1
        if word[0] != UNKNOWN:
            hands[seat] = _hand(word[0], seat, places[seat])
        seat = seat.next
    _refuse_repeated(hands, places)
    return Layout.of(_completed(hands, places))


def _hand(word: str, seat: Seat, column: int) -> dict[Card, int]:
    """The cards of one hand, each with its column."""
    found: dict[Card, int] = {}
    suits = word.split(".")
    if len(suits) != len(SUITS):
        form = "{seat}’s hand has four suits divided by dots, a void being empty; found: {number}."
        raise InvalidHands(said(form, seat=seat.word, number=len(suits)), column=column)
    start = column
    for suit, ranks in zip(SUITS, suits, strict=True):
        for place, rank in enumerate(ranks.upper().replace("10", "T")):
            card = Card(suit, rank)
            if rank not in RANKS:
                form = "“{rank}” is not a rank: in {suit} of {seat} there are only {ranks}."
                message = said(form, rank=rank, suit=SYMBOLS[suit], seat=seat.word, ranks=RANKS)
                raise InvalidHands(message, column=start + place)
            if card in found:
                message = said("{card} is twice with {seat}.", card=str(card), seat=seat.word)
                raise InvalidHands(message, column=start + place)
            found[card] = start + place
        start += len(ranks) + 1
    if len(found) != TRICKS:
        message = counted(len(found), CARDS_NOT_THIRTEEN, seat=seat.word, number=len(found))
        raise InvalidHands(message, column=column)
    return found


def _refuse_repeated(hands: dict[Seat, dict[Card, int]], places: dict[Seat, int]) -> None:
    owners: dict[Card, Seat] = {}
    for seat in sorted(hands, key=places.__getitem__):
        for card, column in hands[seat].items():
            if card in owners:
                form = "{card} is with {other} and with {seat}."
                message = said(form, card=str(card), other=owners[card].word, seat=seat.word)
                raise InvalidHands(message, column=column)
            owners[card] = seat


def _completed(hands: dict[Seat, dict[Card, int]], places: dict[Seat, int]) -> dict[Seat, list[Card]]:
    """All four hands: one that is not given has the cards that are left."""
    missing = [seat for seat in places if seat not in hands]
    if len(missing) > 1:
        seats = missing[0].word
        for seat in missing[1:]:
            seats = said("{one} and {other}", one=seats, other=seat.word)
        raise InvalidHands(said("The cards of {seats} are not given.", seats=seats), column=places[missing[0]])
    dealt = {card for hand in hands.values() for card in hand}
    rest = {seat: [card for card in CARDS if card not in dealt] for seat in missing}
    return {**{seat: list(hand) for seat, hand in hands.items()}, **rest}
