"""The boards of a session as they counted in its publication, each with the four players and the awards."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from clubscore.duplicate.outcomes.results import RecordedPlay, Results
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from scoring import Risk, Seat, Side, Strain
from scoring.contest.comparing.award import Award
from scoring.contest.rules import ContestRules
from scoring.movements.plan import MovementRow

SEATS = tuple(Seat)
_SETS = 1  # of a row that is in no plan any more: only its seats are read


class AwardUnit(StrEnum):
    """The unit of an award. Figures of two units are never added up."""

    PERCENT = "percent"
    IMPS = "imps"


class BoardPlayed(NamedTuple):
    """A board that was played at one table, as it counted in a publication."""

    players: tuple[int | None, ...]
    """The ids of the records that held the hands, in the order of Seat; None if nobody had taken the place."""
    declarer: Seat | None
    """None if the board was passed out; then the contract is empty, too."""
    level: int
    strain: Strain | None
    is_doubled: bool
    lead: str
    """The suit and the rank of the opening lead, such as `DK`; empty if nobody recorded it."""
    unit: AwardUnit
    ns: Fraction
    """The award of North-South: in per cent of the top, or in IMPs."""
    ew: Fraction


def unit_of(rules: ContestRules) -> AwardUnit | None:
    """The unit of a session's awards; None if its awards cannot be compared with those of other sessions.

    Total points have no scale. Cross-IMPs that are summed in some way grow with the number of tables.
    """
    if rules.has_percentages:
        return AwardUnit.PERCENT
    if rules.scoring == "aggregate":
        return None
    if rules.scoring == "cross-imps" and rules.cross_imps != "average":
        return None
    return AwardUnit.IMPS


def boards_played(state: SessionState, results: Results) -> Iterator[BoardPlayed]:
    """Yield the boards of a session that were played and count by the result at the table.

    Left out are boards with a ruling or an artificial score, and boards without an award.
    """
    unit = unit_of(state.session.contest_rules)
    if unit is None:
        return
    players: dict[tuple[object, ...], tuple[int | None, ...]] = {}
    for slot, scored in scores_of(state, results).slots.items():
        result = results.get(slot)
        if result is None or slot in results.rulings:
            continue
        if scored.ns is None or scored.ew is None:
            continue
        play = result.play
        at = (*slot[:3], play.north, play.south, play.east, play.west)
        if at not in players:
            players[at] = _players(state, slot, play)
        awards = _in_unit(scored.ns), _in_unit(scored.ew)
        yield _board(players[at], play, unit, awards)


def _board(
    players: tuple[int | None, ...],
    play: RecordedPlay,
    unit: AwardUnit,
    awards: tuple[Fraction, Fraction],
) -> BoardPlayed:
    deal = play.facts
    contract = deal.contract
    if contract is None:
        return BoardPlayed(players, None, 0, None, False, "", unit, *awards)
    is_doubled = contract.risk is not Risk.UNDOUBLED
    return BoardPlayed(
        players,
        deal.declarer,
        contract.level,
        contract.strain,
        is_doubled,
        play.lead,
        unit,
        *awards,
    )


def _players(
    state: SessionState, slot: Slot, play: RecordedPlay
) -> tuple[int | None, ...]:
    """The ids of the records that held the hands, by the numbers with which the result was recorded."""
    section = state.section(slot.letter)
    assert section
    numbers = play.north, play.south, play.east, play.west
    row = MovementRow(slot.round, slot.table, *numbers, _SETS)
    held: Mapping[Seat, object] = SlotState(state, section, row, slot).players
    return tuple(getattr(held[seat], "pk", None) for seat in SEATS)


def _in_unit(award: Award) -> Fraction:
    """The award in per cent of its top; on a scale without a top the points themselves."""
    return _share(award.points, award.top)


@lru_cache(maxsize=4096)  # the awards of all sessions have few different values
def _share(points: Fraction, top: int) -> Fraction:
    return 100 * points / top if top else points


def award_of(board: BoardPlayed, side: Side) -> Fraction:
    return board.ns if side is Side.NS else board.ew
