"""The par of a board: the score if both sides bid and play perfectly, seeing all four hands.

Each side doubles what fails, and bids on as long as this brings it more. The dealer's side has the first call, which
matters only where both sides make the contract that they bid first.
"""

from dataclasses import dataclass
from typing import Final

from scoring.deals import Deal
from scoring.duplicate.board import dealer_of, score_board
from scoring.duplicate.makeable import Makeable
from scoring.values import LEVELS, Contract, Risk, Seat, Side, Strain

_BIDS: Final = tuple(
    (level, strain)
    for level in LEVELS
    for strain in (
        Strain.CLUBS,
        Strain.DIAMONDS,
        Strain.HEARTS,
        Strain.SPADES,
        Strain.NOTRUMP,
    )
)
_FOR: Final = {Side.NS: 1, Side.EW: -1}


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that scores par, with its declarers of one side and their tricks."""

    contract: Contract
    declarers: tuple[Seat, ...]
    """One seat, or both of the side, the first clockwise from North first."""
    tricks: int


@dataclass(frozen=True, slots=True)
class Par:
    """The par of a board, for North-South."""

    score: int
    contracts: tuple[ParContract, ...]
    """The contracts that score par, one in each strain of a side; none if the board is passed out."""


def par_of(board: int, makeable: Makeable) -> Par:
    """The par of a board whose makeable contracts are known.

    >>> from scoring.duplicate.makeable import parse_makeable
    >>> par = par_of(1, parse_makeable("7676" "6767" "8585" "5858" "9393"))
    >>> par.score, [(str(best.contract), best.tricks) for best in par.contracts]
    (300, [('4CX', 8)])

    Raises:
        InvalidBoard: for a number that no board has.
    """
    finals = _finals(board, makeable)
    values = _values(finals)
    score = 0
    opener = dealer_of(board).side
    for side in (opener.other, opener, opener.other, opener):  # from the fourth hand
        score = _better(side, score, *values[side])
    return Par(score, _contracts(finals, score))


def _contracts(
    finals: dict[Side, list["_Final"]], score: int
) -> tuple[ParContract, ...]:
    """The contracts that score par, the lowest in each strain of a side; none for a board that is passed out.

    The other side has nothing better than par above the contract. A contract that fails keeps it from something better
    below, or from the same bid.
    """
    contracts = []
    strains: set[tuple[Side, Strain]] = set()
    for side in Side:
        others = [final.score for final in finals[side.other]]
        better = [_better(side.other, score, other) != score for other in others]
        for index, (_level, strain) in enumerate(_BIDS):
            final = finals[side][index]
            is_par = final.score == score != 0 and not any(better[index + 1 :])
            if is_par and (final.is_made or any(better[: index + 1])):
                if (side, strain) not in strains:
                    contracts.append(final.contract)
                strains.add((side, strain))
    return tuple(contracts)


@dataclass(frozen=True, slots=True)
class _Final:
    """The score of North-South if a bid of one side becomes the contract."""

    contract: ParContract
    score: int

    @property
    def is_made(self) -> bool:
        """True if declarer makes the contract."""
        return self.contract.tricks >= self.contract.contract.tricks_needed


def _finals(board: int, makeable: Makeable) -> dict[Side, list[_Final]]:
    """The end of the auction at each bid of each side, in the order of the bids: doubled if it fails."""
    finals: dict[Side, list[_Final]] = {side: [] for side in Side}
    for side in Side:
        for level, strain in _BIDS:
            finals[side].append(_final(board, makeable, side, level, strain))
    return finals


def _final(
    board: int, makeable: Makeable, side: Side, level: int, strain: Strain
) -> _Final:
    """The end of the auction at one bid of a side: the better of its seats declares."""
    tricks = max(makeable[strain, seat] for seat in side.seats)
    seats = tuple(seat for seat in side.seats if makeable[strain, seat] == tricks)
    contract = Contract(level, strain)
    if tricks < contract.tricks_needed:
        contract = Contract(level, strain, Risk.DOUBLED)
    played = Deal(contract, seats[0], tricks)
    return _Final(
        ParContract(contract, seats, tricks), score_board(board, played).score
    )


def _values(finals: dict[Side, list[_Final]]) -> dict[Side, list[int]]:
    """The score of North-South after each bid of each side, if the other side passes or bids, as is better for it."""
    values: dict[Side, list[int]] = {side: [0] * len(_BIDS) for side in Side}
    for index in range(len(_BIDS) - 1, -1, -1):
        for side in Side:
            values[side][index] = _better(
                side.other,
                finals[side][index].score,
                *values[side.other][index + 1 :],
            )
    return values


def _better(side: Side, *scores: int) -> int:
    """The best of these scores for a side."""
    return max(scores, key=lambda score: _FOR[side] * score)
