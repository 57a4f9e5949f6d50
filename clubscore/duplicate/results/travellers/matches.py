"""Template context of the matches, and of one of them board by board: of teams both tables side by side."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import pgettext

from clubscore.duplicate.outcomes.outcome_words import score_in_words
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Numbered, Scores, scores_of
from clubscore.duplicate.results.travellers.context import TravellerRow, line_of
from clubscore.duplicate.session.lineup import entry_names
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import figure, told
from scoring.contest import Match, MatchSide
from scoring.contest.matches import BYE
from scoring.contest.rounding import shown, two_decimals
from scoring.movements.plan import MovementRow


@dataclass(frozen=True, slots=True)
class Contender:
    """One team or pair in a match."""

    number: int
    names: str
    points: str
    """IMPs, or points; of matchpoints that become victory points their percentage."""
    boards: int
    victory_points: str
    why: tuple[str, ...]
    is_own: bool


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which somebody had nobody to play."""

    round: int
    number: int
    names: str
    points: str


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match: where the first of two teams sat North-South, and where the other did.

    Of pairs `one` is the only table.
    """

    board: int
    one: TravellerRow | None
    other: TravellerRow | None
    one_points: str
    other_points: str
    one_why: tuple[str, ...]
    other_why: tuple[str, ...]


def matches_context(
    state: SessionState, results: Results, own: Numbered | None
) -> dict[str, object]:
    """Every match that has begun, and the byes."""
    scores = scores_of(state, results)
    byes = [
        Bye(round, number, _names(state, number), figure(shown(BYE)))
        for round, _, number in state.byes
    ]
    return _context(state) | {
        "matches": [
            _contenders(state, scores, match, own) for match in scores.result.matches
        ],
        "byes": byes,
    }


def match_context(
    state: SessionState,
    results: Results,
    numbers: tuple[int, int],
    own: Numbered | None,
) -> dict[str, object] | None:
    """The match of two by their numbers, the lower first; None if the plan has none."""
    boards = _boards(state, numbers)
    if not boards:
        return None
    scores = scores_of(state, results)
    rooms = _rooms if state.session.noun == "team" else partial(_room, lower=numbers[0])
    lines = [
        rooms(state, scores, results, board, slots)
        for board, slots in sorted(boards.items())
    ]
    sides = [_nothing(state, number, own) for number in numbers]
    for match in scores.result.matches:
        lower, upper = (scores.entry(side.entry)[1] for side in match)
        if (lower, upper) == numbers:
            sides = _contenders(state, scores, match, own)
    return _context(state) | {"sides": sides, "boards": lines}


def _context(state: SessionState) -> dict[str, object]:
    rules = state.session.contest_rules
    unit = pgettext("a unit", "points") if rules.has_percentages else "IMPs"
    return {
        "session": state.session,
        "has_victory_points": rules.has_victory_points,
        "unit": "%" if rules.has_percentages and rules.has_victory_points else unit,
        "is_of_teams": state.session.noun == "team",
    }


def _boards(
    state: SessionState, numbers: tuple[int, int]
) -> Mapping[int, dict[int, Slot]]:
    """The slots of each board of a match, by the number that sits North-South there."""
    found: dict[int, dict[int, Slot]] = {}
    for slot, row in slots_of(state):
        if _met(row) == numbers:
            found.setdefault(slot.board, {})[row.ns or 0] = slot
    return found


def _met(row: MovementRow) -> tuple[int, int]:
    one, other = row.ns or 0, row.ew or 0
    return min(one, other), max(one, other)


def _rooms(
    state: SessionState,
    scores: Scores,
    results: Results,
    board: int,
    slots: Mapping[int, Slot],
) -> MatchBoard:
    lines = {
        number: line_of(state, scores, results, slot)
        for number, slot in slots.items()
        if slot in results.settled
    }
    first, second = sorted(slots) if len(slots) == 2 else (min(slots), 0)
    one, other = lines.get(first), lines.get(second)
    own_award, own_why = _of_team(one, other)
    other_award, other_why = _of_team(other, one)
    return MatchBoard(board, one, other, own_award, other_award, own_why, other_why)


def _of_team(
    as_ns: TravellerRow | None, as_ew: TravellerRow | None
) -> tuple[str, tuple[str, ...]]:
    """The award of a team on a board and its reasons, by the line where it sat North-South or else the other line."""
    if as_ns:
        return as_ns.ns_award, as_ns.why
    if as_ew:
        return as_ew.ew_award, as_ew.ew_why
    return "", ()


def _room(
    state: SessionState,
    scores: Scores,
    results: Results,
    board: int,
    slots: Mapping[int, Slot],
    *,
    lower: int,
) -> MatchBoard:
    """The board of a match of pairs: its one table, and the awards of the lower number first."""
    [(ns, slot)] = slots.items()
    if slot not in results.settled:
        return MatchBoard(board, None, None, "", "", (), ())
    line = line_of(state, scores, results, slot)
    awards = (line.ns_award, line.ew_award), (line.why, line.ew_why)
    points, why = awards if ns == lower else (award[::-1] for award in awards)
    return MatchBoard(board, line, None, *points, *why)


def _contenders(
    state: SessionState, scores: Scores, match: Match, own: Numbered | None
) -> list[Contender]:
    return [_contender(state, scores, side, own) for side in match]


def _contender(
    state: SessionState, scores: Scores, side: MatchSide, own: Numbered | None
) -> Contender:
    letter, number = scores.entry(side.entry)
    points = figure(shown(side.points))
    if side.percent is not None:
        points = figure(two_decimals(side.percent))
    victory_points = ""
    if side.victory_points is not None:
        rules = state.session.contest_rules
        victory_points = score_in_words(side.victory_points, rules)
    return Contender(
        number,
        _names(state, number),
        points,
        side.boards,
        victory_points,
        tuple(told(step) for step in side.steps),
        own == (letter, number),
    )


def _nothing(state: SessionState, number: int, own: Numbered | None) -> Contender:
    """Somebody in a match of which nobody has recorded a board."""
    return Contender(
        number,
        _names(state, number),
        "0",
        0,
        "",
        (),
        own == (state.sections[0].letter, number),
    )


def _names(state: SessionState, number: int) -> str:
    return entry_names(state.sections[0], number)
