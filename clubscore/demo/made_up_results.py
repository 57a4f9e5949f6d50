"""Results of boards as a field gets them, made up from the cards: who has the points plays in the longest suit."""

from random import Random

from scoring import Contract, Deal, Risk, Seat, Side, Strain
from scoring.hands import DealtBoard
from scoring.hands.layout import Layout

STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)  # as `Layout.suits` has them
FIT = 8  # cards of both hands, from which a suit is trumps
HALF_OF_THE_POINTS, POINTS_A_TRICK = 20, 3.2
TRICKS_OF_HALF, TRICKS_OF_FIT = 6.7, 0.8
SPREAD = 0.8  # tricks: what declarer and defenders make of it


def made_up_result(chance: Random, board: DealtBoard) -> Deal:
    """The result of one table."""
    side = max(Side, key=lambda each: sum(board.layout.points(seat) for seat in _hands(each)))
    suits = {seat: [len(ranks) for ranks in board.layout.suits(seat)] for seat in _hands(side)}
    together = [sum(lengths) for lengths in zip(*suits.values(), strict=True)]
    longest = max(range(4), key=lambda suit: (together[suit], -suit))
    is_fit = together[longest] >= FIT
    strain = STRAINS[longest] if is_fit else Strain.NOTRUMP
    expected = _tricks(board.layout, side, together[longest] if is_fit else 0)
    level = min(7, max(1, _bid(round(expected + chance.gauss(0, 0.6)) - 6, strain)))
    contract = Contract(level, strain, Risk.UNDOUBLED)
    tricks = min(13, max(0, round(expected + chance.gauss(0, SPREAD))))
    if tricks < contract.tricks_needed - 2:
        contract = Contract(level, strain, Risk.DOUBLED)
    declarer = max(suits, key=lambda seat: suits[seat][longest] if is_fit else board.layout.points(seat))
    return Deal(contract, declarer, tricks)


def _hands(side: Side) -> list[Seat]:
    return [seat for seat in Seat if seat.side is side]


def _tricks(layout: Layout, side: Side, trumps: int) -> float:
    """The tricks that points and trumps are good for."""
    points = sum(layout.points(seat) for seat in _hands(side))
    return (
        TRICKS_OF_HALF
        + (points - HALF_OF_THE_POINTS) / POINTS_A_TRICK
        + TRICKS_OF_FIT * max(0, trumps - FIT + 1) * bool(trumps)
    )


def _bid(level: int, strain: Strain) -> int:
    """The level that is bid where so many odd tricks are expected: a game, or a partscore low enough."""
    game = 3 if strain is Strain.NOTRUMP else 4 if strain in {Strain.HEARTS, Strain.SPADES} else 5
    return level if level > 5 else game if level >= game else min(level, 3)
