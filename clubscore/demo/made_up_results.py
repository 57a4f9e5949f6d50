"""Made-up results of boards. The side with more points plays in its longest suit, or in notrump without a fit."""

from random import Random

from scoring import Contract, Deal, Risk, Seat, Side, Strain
from scoring.hands import DealtBoard
from scoring.hands.layout import Layout

# As `Layout.suits` has them.
STRAINS = (
    Strain.SPADES,
    Strain.HEARTS,
    Strain.DIAMONDS,
    Strain.CLUBS,
)
FIT = 8
"""A side with this number of cards in a suit, or more, has a fit: the suit becomes trumps."""
HALF_OF_THE_POINTS = 20
POINTS_A_TRICK = 3.2
TRICKS_OF_HALF = 6.7
"""The tricks that a side takes on average with half of the high-card points."""
TRICKS_OF_FIT = 0.8
"""The tricks that a fit of eight trumps adds; each further trump adds as many."""
SPREAD = 0.8
"""The standard deviation of declarer's tricks."""


def made_up_result(chance: Random, board: DealtBoard) -> Deal:
    """A random result of this board at one table, with a contract and a number of tricks that fit the hands."""
    layout = board.layout
    side = max(Side, key=lambda side: _points(layout, side))
    lengths = {seat: _suit_lengths(layout, seat) for seat in _hands(side)}
    together = [sum(of_suit) for of_suit in zip(*lengths.values(), strict=True)]
    longest = together.index(max(together))
    is_fit = together[longest] >= FIT
    if is_fit:
        strain = STRAINS[longest]
        trumps = together[longest]
        declarer = max(lengths, key=lambda seat: lengths[seat][longest])
    else:
        strain = Strain.NOTRUMP
        trumps = 0
        declarer = max(lengths, key=layout.points)
    expected = _tricks(layout, side, trumps)
    odd_tricks = round(expected + chance.gauss(0, 0.6)) - 6
    level = min(7, max(1, _bid(odd_tricks, strain)))
    contract = Contract(level, strain, Risk.UNDOUBLED)
    made = round(expected + chance.gauss(0, SPREAD))
    tricks = min(13, max(0, made))
    if tricks < contract.tricks_needed - 2:
        contract = Contract(level, strain, Risk.DOUBLED)
    return Deal(contract, declarer, tricks)


def _hands(side: Side) -> list[Seat]:
    """The two seats of a side."""
    return [seat for seat in Seat if seat.side is side]


def _points(layout: Layout, side: Side) -> int:
    """The high-card points of both hands of a side together."""
    return sum(layout.points(seat) for seat in _hands(side))


def _suit_lengths(layout: Layout, seat: Seat) -> list[int]:
    """The number of cards in each suit of a hand, in the order of `STRAINS`."""
    return [len(ranks) for ranks in layout.suits(seat)]


def _tricks(layout: Layout, side: Side, trumps: int) -> float:
    """The tricks that a side can expect from its high-card points and its number of `trumps`, 0 in notrump."""
    surplus = _points(layout, side) - HALF_OF_THE_POINTS
    tricks = TRICKS_OF_HALF + surplus / POINTS_A_TRICK
    if trumps:
        tricks += TRICKS_OF_FIT * (trumps - FIT + 1)
    return tricks


def _bid(odd_tricks: int, strain: Strain) -> int:
    """The level of the contract that a side bids when it expects `odd_tricks`, the tricks beyond six.

    The contract is a slam, a game or a partscore. The result can be below 1; the caller makes it a level from 1 to 7.
    """
    game = _game_level(strain)
    if odd_tricks > 5:
        return odd_tricks
    if odd_tricks >= game:
        return game
    return min(odd_tricks, 3)


def _game_level(strain: Strain) -> int:
    """The lowest level that makes game in this strain."""
    if strain is Strain.NOTRUMP:
        return 3
    if strain in {Strain.HEARTS, Strain.SPADES}:
        return 4
    return 5
