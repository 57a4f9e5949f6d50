"""One person's boards, put into groups: by role, contract, opening lead and partner."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from clubscore.standings.boards.played import SEATS, AwardUnit, BoardPlayed, award_of
from scoring import Seat, Strain

GAME = 100  # trick points
SLAM = 6  # odd tricks
TRICK_POINTS = {
    Strain.CLUBS: 20,
    Strain.DIAMONDS: 20,
    Strain.HEARTS: 30,
    Strain.SPADES: 30,
    Strain.NOTRUMP: 30,
}
FIRST_AT_NOTRUMP = 10  # more for the first odd trick
HONOURS = "AKQJT"
MAJORS = "SH"


class BoardRole(StrEnum):
    """The role of a player on a board. A board that was passed out has no other role."""

    DECLARER = "declarer"
    DUMMY = "dummy"
    DEFENDER = "defender"
    PASSED_OUT = "passed-out"


class ContractLevel(StrEnum):
    """The level of a contract, by the bonus that it earns undoubled."""

    PART_SCORE = "part-score"
    GAME = "game"
    SLAM = "slam"


class LeadKind(StrEnum):
    """A kind of opening lead. Each lead is of one suit and of one rank."""

    MAJOR_TO_NOTRUMP = "major-to-notrump"
    MINOR_TO_NOTRUMP = "minor-to-notrump"
    TRUMP = "trump"
    SIDE_SUIT = "side-suit"
    HONOUR = "honour"
    LOW = "low"


class BoardOfPlayer(NamedTuple):
    """A board from the view of one of its players."""

    board: BoardPlayed
    role: BoardRole
    partner: int | None
    """The id of the partner's record."""
    leads: bool
    """True if the player makes the opening lead."""
    award: Fraction
    """The award of the player's side."""


Groups = Mapping[object, list[Fraction]]
"""The awards of the boards of each group."""


def own_boards(
    boards: Iterable[BoardPlayed], records: Collection[int]
) -> Iterator[BoardOfPlayer]:
    """Yield the boards among `boards` that a person played. `records` are the ids of the person's records."""
    own = set(records)
    for board in boards:
        if own.isdisjoint(board.players):
            continue
        for seat, player in zip(SEATS, board.players, strict=True):
            if player in own:
                yield _own_board(board, seat)
                break


def _own_board(board: BoardPlayed, seat: Seat) -> BoardOfPlayer:
    return BoardOfPlayer(
        board=board,
        role=_role(board.declarer, seat),
        partner=board.players[SEATS.index(seat.partner)],
        leads=board.declarer is not None and board.declarer.next is seat,
        award=award_of(board, seat.side),
    )


def _role(declarer: Seat | None, seat: Seat) -> BoardRole:
    if declarer is None:
        return BoardRole.PASSED_OUT
    if declarer is seat:
        return BoardRole.DECLARER
    return BoardRole.DUMMY if declarer.partner is seat else BoardRole.DEFENDER


def level_of(board: BoardPlayed) -> ContractLevel:
    """The level of the contract of a board that was not passed out."""
    assert board.strain
    if board.level >= SLAM:
        return ContractLevel.SLAM
    points = board.level * TRICK_POINTS[board.strain]
    if board.strain is Strain.NOTRUMP:
        points += FIRST_AT_NOTRUMP
    return ContractLevel.GAME if points >= GAME else ContractLevel.PART_SCORE


def leads_of(board: BoardPlayed) -> tuple[LeadKind, LeadKind]:
    """The two kinds of the recorded opening lead of a board: by suit, and by rank."""
    suit, rank = board.lead[0], board.lead[1]
    by_rank = LeadKind.HONOUR if rank in HONOURS else LeadKind.LOW
    if board.strain is Strain.NOTRUMP:
        is_major = suit in MAJORS
        by_suit = LeadKind.MAJOR_TO_NOTRUMP if is_major else LeadKind.MINOR_TO_NOTRUMP
    else:
        by_suit = LeadKind.TRUMP if board.strain == suit else LeadKind.SIDE_SUIT
    return by_suit, by_rank


def grouped(
    boards: Iterable[BoardOfPlayer], of: Callable[[BoardOfPlayer], Iterable[object]]
) -> Groups:
    """The awards of the boards by group. `of` gives the groups of a board: none, one or several."""
    groups: dict[object, list[Fraction]] = defaultdict(list)
    for own in boards:
        for group in of(own):
            groups[group].append(own.award)
    return groups


def by_role(own: BoardOfPlayer) -> tuple[BoardRole, ...]:
    return (own.role,)


def by_strain(own: BoardOfPlayer) -> tuple[Strain, ...]:
    """The strain of the contract, if the person declared it."""
    if own.role is not BoardRole.DECLARER or own.board.strain is None:
        return ()
    return (own.board.strain,)


def by_level(own: BoardOfPlayer) -> tuple[ContractLevel, ...]:
    """The level of the contract, if the person declared it."""
    return (level_of(own.board),) if own.role is BoardRole.DECLARER else ()


def by_doubled(own: BoardOfPlayer) -> tuple[bool, ...]:
    """True if the contract was doubled or redoubled, if the person declared it."""
    return (own.board.is_doubled,) if own.role is BoardRole.DECLARER else ()


def by_lead(own: BoardOfPlayer) -> tuple[LeadKind, ...]:
    """The kinds of the opening lead, if the person made it and somebody recorded it."""
    return leads_of(own.board) if own.leads and own.board.lead else ()


def of_unit(boards: Iterable[BoardOfPlayer], unit: AwardUnit) -> list[BoardOfPlayer]:
    """The boards among these whose awards have this unit."""
    return [own for own in boards if own.board.unit is unit]
