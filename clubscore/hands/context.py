"""The context of the pages that show cards: diagrams of boards, and the hands of curtain cards."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import pgettext_lazy

from clubscore.hands.models import DealSet
from clubscore.languages.spoken import told
from clubscore.web.templatetags.scores import index
from scoring import Seat
from scoring.hands import DealtBoard
from scoring.hands.cards import SYMBOLS

_VULNERABLE = {
    0: pgettext_lazy("vulnerable", "nobody"),
    2: pgettext_lazy("vulnerable", "both sides"),
}


class Suit(NamedTuple):
    """One suit of a hand, with its symbol and its cards."""

    symbol: str
    ranks: str
    """The ranks in the reader's language, such as `A K 10 4`; a dash for a void."""


class Hand(NamedTuple):
    """One hand as it is printed: its seat, its cards by suit, and its high-card points."""

    seat: Seat
    suits: list[Suit]
    points: int


class Diagram(NamedTuple):
    """A board with its four hands."""

    number: int
    dealer: Seat
    vulnerable: str
    hands: list[Hand]


def cards_context(deal_set: DealSet) -> dict[str, Any]:
    """The template context with a set and a diagram for each of its boards."""
    return {"set": deal_set, "boards": [diagram_of(board) for board in deal_set.dealt]}


def diagram_of(board: DealtBoard) -> Diagram:
    """The diagram of a board as it is printed: the hands clockwise from North."""
    return Diagram(
        number=board.number,
        dealer=board.dealer,
        vulnerable=_vulnerable_in_words(board),
        hands=[_hand(board, seat) for seat in Seat],
    )


def _vulnerable_in_words(board: DealtBoard) -> str:
    """The vulnerable sides: `nobody`, `both sides`, or the name of one side."""
    number = len(board.vulnerable)
    if number in _VULNERABLE:
        return str(_VULNERABLE[number])
    return told(board.vulnerable[0].word)


def boards_in(deal_set: DealSet | None, now: datetime) -> tuple[DealtBoard, ...]:
    """The boards of a set, for a viewer who may see each of them in its session.

    There are none if there is no set, and before the opening time of the set.
    """
    if deal_set is None or not (deal_set.opens_at is None or deal_set.is_due_at(now)):
        return ()
    return deal_set.dealt


def diagram_in(deal_set: DealSet | None, number: int, now: datetime) -> Diagram | None:
    """The diagram of one board, for a viewer who may see the board in its session; None if there is no such board."""
    for board in boards_in(deal_set, now):
        if board.number == number:
            return diagram_of(board)
    return None


def _hand(board: DealtBoard, seat: Seat) -> Hand:
    """The hand of one seat: its cards by suit, and its high-card points."""
    suits = []
    cards = board.layout.suits(seat)
    for symbol, ranks in zip(SYMBOLS.values(), cards, strict=True):
        suits.append(Suit(symbol, _spaced(ranks)))
    return Hand(seat, suits, board.layout.points(seat))


def _spaced(ranks: Iterable[str]) -> str:
    """Ranks in the reader's language with blanks between them; a dash for no ranks."""
    return " ".join(map(index, ranks)) or "–"


def grouped(digest: str) -> str:
    """A digest in groups of eight digits, so that people can read it aloud and compare it."""
    groups = [digest[start : start + 8] for start in range(0, len(digest), 8)]
    return " ".join(groups)
