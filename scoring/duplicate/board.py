"""Duplicate boards (Laws 2 and 77 of duplicate bridge): dealer, vulnerability, and the score of one deal.

Each board stands alone: nothing is carried over, honours do not score, and the premium for a partscore or a game is
part of the score of every contract made.
"""

from functools import cache
from typing import Final, NamedTuple

from scoring import contract_tables as table
from scoring.contract_deal import VULNERABILITY, Lines, deal_lines, trick_points
from scoring.deals import Deal
from scoring.errors import InvalidBoard
from scoring.said import said
from scoring.sheet import Kind, ScoreLine, Where
from scoring.values import Contract, Seat, Side

LAST_BOARD: Final = 9999
_DEALERS: Final = tuple(Seat)
_VULNERABLE: Final[tuple[tuple[Side, ...], ...]] = (
    (),
    (Side.NS,),
    (Side.EW,),
    (Side.NS, Side.EW),
)


class BoardScore(NamedTuple):
    """One result on a board, with a reason for every figure."""

    board: int
    """The number of the board, from 1."""
    deal: Deal
    dealer: Seat
    vulnerable: tuple[Side, ...]
    """The sides that are vulnerable, North-South first."""
    lines: Lines
    score: int
    """The points of North-South; negative if East-West score."""


def dealer_of(board: int) -> Seat:
    """The dealer of a board (Law 2).

    >>> dealer_of(1), dealer_of(7)
    (<Seat.NORTH: 'N'>, <Seat.SOUTH: 'S'>)

    Raises:
        InvalidBoard: for a number that no board has.
    """
    _require_number(board)
    return _DEALERS[(board - 1) % 4]


def vulnerable_on(board: int) -> tuple[Side, ...]:
    """The sides that are vulnerable on a board (Law 2). Boards 17 to 32 repeat 1 to 16, and so on.

    >>> vulnerable_on(1), vulnerable_on(9), vulnerable_on(18)
    ((), (<Side.EW: 'EW'>,), (<Side.NS: 'NS'>,))

    Raises:
        InvalidBoard: for a number that no board has.
    """
    _require_number(board)
    index = board - 1
    return _VULNERABLE[(index + index // 4) % 4]


def parse_board(text: str) -> int:
    """The number of a board that a text names.

    >>> parse_board("12"), parse_board("007")
    (12, 7)

    Raises:
        InvalidBoard: for text that is no board's number.
    """
    number = 0
    if text.isascii() and text.isdigit():
        digits = text.lstrip("0")[:5]  # more than any board has
        number = int(digits or "0")
    _require_number(number)
    return number


def score_board(board: int, deal: Deal) -> BoardScore:
    """The score of a deal played on a board (Law 77); a passed-out deal scores nothing and counts as played.

    >>> from scoring.quickline import parse_deal
    >>> score_board(7, parse_deal("4SXN+1")).score, score_board(2, parse_deal("3NTE-1")).score
    (990, 50)

    Raises:
        InvalidBoard: for a number that no board has.
        InvalidDeal: for facts that only royal auction knows.
    """
    dealer, vulnerable = dealer_of(board), vulnerable_on(board)
    lines = duplicate_lines(deal, deal.side in vulnerable)
    score = 0
    for line in lines:
        if line.side is Side.NS:
            score += line.points
        else:
            score -= line.points
    return BoardScore(board, deal, dealer, vulnerable, lines, score)


def duplicate_lines(deal: Deal, vulnerable: bool) -> Lines:
    """The lines of a deal on a board; ``vulnerable`` says whether declarer's side is vulnerable. Honours do not score.

    Raises:
        InvalidDeal: for facts that only royal auction knows.
    """
    lines = deal_lines(deal, vulnerable, honours=False)
    result = deal.ordinal, vulnerable
    if result not in _KNOWN:
        _KNOWN[result] = _as_on_a_board(deal, vulnerable, lines)
    return _KNOWN[result]


def contract_premium(contract: Contract, side: Side, vulnerable: bool) -> ScoreLine:
    """The premium for a made contract: a game from 100 trick points, otherwise a partscore."""
    if trick_points(contract) >= table.GAME:
        return _game_line(side, vulnerable)
    return _partscore_line(side)


@cache
def _game_line(side: Side, vulnerable: bool) -> ScoreLine:
    points = table.GAME_PREMIUM[vulnerable]
    text = said(
        "Game bid and made, {vulnerable}: {points}.",
        vulnerable=VULNERABILITY[vulnerable],
        points=points,
    )
    return ScoreLine(side, Where.ABOVE, points, Kind.GAME, table.LAW_OF_DUPLICATE, text)


@cache
def _partscore_line(side: Side) -> ScoreLine:
    points = table.PARTSCORE_PREMIUM
    text = said("Partscore bid and made: {points}.", points=points)
    return ScoreLine(
        side, Where.ABOVE, points, Kind.PARTSCORE, table.LAW_OF_DUPLICATE, text
    )


# Every result scored so far: boards with the same result share their lines.
_KNOWN: Final[dict[tuple[int, bool], Lines]] = {}


def _as_on_a_board(deal: Deal, vulnerable: bool, lines: Lines) -> Lines:
    """The lines of a deal with the law of duplicate bridge as their law, and with the premium for a made contract."""
    lines = tuple(line._replace(law=table.LAW_OF_DUPLICATE) for line in lines)
    if deal.contract is None or deal.side is None or not deal.made:
        return lines
    return *lines, contract_premium(deal.contract, deal.side, vulnerable)


def _require_number(board: object) -> None:
    """Require that this is the number of a board. Raises InvalidBoard."""
    if type(board) is not int or not 1 <= board <= LAST_BOARD:
        raise InvalidBoard(
            said("A board has a number from 1 to {last}.", last=LAST_BOARD)
        )
