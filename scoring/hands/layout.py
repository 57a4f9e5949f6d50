"""Layouts of the fifty-two cards in four hands; and boards, which are a layout with a number."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from scoring.duplicate.board import LAST_BOARD, dealer_of, vulnerable_on
from scoring.errors import InvalidHands
from scoring.hands.cards import CARDS, SUITS, Card
from scoring.said import Forms, counted, said
from scoring.values import TRICKS, Seat, Side

MOST_BOARDS: Final = 128
CARDS_NOT_THIRTEEN: Final = Forms(
    "{seat} has {number} cards, not thirteen.",
    "{seat} has {number} cards, not thirteen.",
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The hands of one deal: fifty-two cards, thirteen in each hand.

    Raises:
        InvalidHands: if ``owners`` does not name each seat thirteen times.
    """

    owners: str
    """The seat of each card in the order of `CARDS`: fifty-two letters of N, E, S, W."""

    def __post_init__(self) -> None:
        if len(self.owners) != len(CARDS) or any(
            self.owners.count(seat) != TRICKS for seat in Seat
        ):
            raise InvalidHands("A deal has fifty-two cards, thirteen in each hand.")

    @classmethod
    def of(cls, hands: Mapping[Seat, Iterable[Card]]) -> "Layout":
        """The layout of four hands.

        Raises:
            InvalidHands: for a card that is dealt twice, or hands that are not of thirteen cards.
        """
        owners: dict[int, Seat] = {}
        for seat in Seat:
            for card in hands.get(seat, ()):
                if card.place in owners:
                    raise _dealt_twice_refusal(card, owners[card.place], seat)
                owners[card.place] = seat

        for seat in Seat:
            held = [*owners.values()].count(seat)
            if held != TRICKS:
                raise InvalidHands(
                    counted(held, CARDS_NOT_THIRTEEN, seat=seat.word, number=held)
                )

        return cls("".join([owners[place] for place in range(len(CARDS))]))

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a hand, spades first, each suit from its highest card down."""
        return tuple(
            card
            for card, owner in zip(CARDS, self.owners, strict=True)
            if owner == seat
        )

    def suits(self, seat: Seat) -> tuple[str, str, str, str]:
        """The ranks of a hand, suit by suit: ``('AKT', '', '9875432', 'QJ3')``."""
        ranks = dict.fromkeys(SUITS, "")
        for card in self.hand(seat):
            ranks[card.suit] += card.rank
        return ranks["S"], ranks["H"], ranks["D"], ranks["C"]

    def points(self, seat: Seat) -> int:
        """The high-card points of a hand."""
        return sum(card.points for card in self.hand(seat))

    def holder(self, card: Card) -> Seat:
        """The seat that holds a card."""
        return Seat(self.owners[card.place])


def _dealt_twice_refusal(card: Card, first: Seat, second: Seat) -> InvalidHands:
    """The exception for a card that two hands hold, or that one hand holds twice."""
    if first is second:
        return InvalidHands(
            said("{card} is twice with {seat}.", card=str(card), seat=second.word)
        )
    form = "{card} is with {other} and with {seat}."
    return InvalidHands(said(form, card=str(card), seat=second.word, other=first.word))


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A board with its cards. Dealer and vulnerability follow from the number (Law 2).

    Raises:
        InvalidBoard: for a number that no board has.
    """

    number: int
    layout: Layout

    def __post_init__(self) -> None:
        dealer_of(self.number)

    @property
    def dealer(self) -> Seat:
        """The seat that deals and calls first."""
        return dealer_of(self.number)

    @property
    def vulnerable(self) -> tuple[Side, ...]:
        """The sides that are vulnerable, North-South first."""
        return vulnerable_on(self.number)


def checked_boards(boards: Iterable[DealtBoard]) -> tuple[DealtBoard, ...]:
    """Check a set of boards, and return them in the order of their numbers.

    Raises:
        InvalidHands: for no boards, more than 128, or two boards with one number.
    """
    ordered = tuple(sorted(boards, key=lambda board: board.number))
    if not 1 <= len(ordered) <= MOST_BOARDS or ordered[-1].number > LAST_BOARD:
        raise InvalidHands(said("A set has from 1 to {most} boards.", most=MOST_BOARDS))
    for board, following in pairwise(ordered):
        if board.number == following.number:
            raise InvalidHands(
                said("Board {number} is there twice.", number=board.number)
            )
    return ordered
