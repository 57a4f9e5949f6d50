"""Template context of all matches, and of one match board by board. For teams, both tables stand side by side."""

from collections.abc import Mapping
from dataclasses import dataclass

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
from scoring.contest.rules import ContestRules
from scoring.movements.plan import MovementRow


@dataclass(frozen=True, slots=True)
class Contender:
    """One team or pair in a match."""

    number: int
    names: str
    points: str
    """The IMPs or points of the match; a percentage if matchpoints become victory points."""
    boards: int
    victory_points: str
    why: tuple[str, ...]
    is_own: bool


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which an entry had no opponent, with its victory points for the bye."""

    round: int
    number: int
    names: str
    points: str


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match between two numbers.

    For teams, `one` is the table where the lower number sat North-South, and `other` the table where the higher number
    did. In a match of pairs, `one` is the only table. `one_points` are the points of the lower number, and
    `other_points` those of the higher number.
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
    """The context of the page of all matches: every match with a recorded board, and the byes.

    `own` is the entry for which the viewer plays: its side of a match gets `is_own`.
    """
    scores = scores_of(state, results)
    matches = []
    for match in scores.result.matches:
        matches.append(_contenders(state, scores, match, own))
    byes = []
    for round, _letter, number in state.byes:
        byes.append(Bye(round, number, _names(state, number), figure(shown(BYE))))
    return _context(state) | {"matches": matches, "byes": byes}


def match_context(
    state: SessionState,
    results: Results,
    numbers: tuple[int, int],
    own: Numbered | None,
) -> dict[str, object] | None:
    """The context of the page of the match between two numbers; None if the plan has no such match.

    `numbers` has the lower number first. `own` is the entry for which the viewer plays: its side gets `is_own`.
    """
    slots_of_boards = _boards(state, numbers)
    if not slots_of_boards:
        return None
    scores = scores_of(state, results)
    boards = []
    for board, slots in sorted(slots_of_boards.items()):
        if state.session.noun == "team":
            match_board = _rooms(state, scores, results, board, slots, numbers)
        else:
            lower = numbers[0]
            match_board = _room(state, scores, results, board, slots, lower=lower)
        boards.append(match_board)
    sides = [_nothing(state, number, own) for number in numbers]
    for match in scores.result.matches:
        lower, upper = (scores.entry(side.entry)[1] for side in match)
        if (lower, upper) == numbers:
            sides = _contenders(state, scores, match, own)
    rows = [row for each in boards for row in (each.one, each.other) if row]
    return _context(state) | {
        "sides": sides,
        "boards": boards,
        "has_one_sided": any(row.is_one_sided for row in rows),
    }


def _context(state: SessionState) -> dict[str, object]:
    """The context that the page of one match and the page of all matches share: the session and its kind of points."""
    rules = state.session.contest_rules
    return {
        "session": state.session,
        "has_victory_points": rules.has_victory_points,
        "unit": _unit(rules),
        "is_of_teams": state.session.noun == "team",
    }


def _unit(rules: ContestRules) -> str:
    """The unit of the points in a match: `%`, `points` or `IMPs`."""
    if not rules.has_percentages:
        return "IMPs"
    if rules.has_victory_points:
        return "%"
    return pgettext("a unit", "points")


def _boards(
    state: SessionState, numbers: tuple[int, int]
) -> Mapping[int, dict[int, Slot]]:
    """The slots of each board of a match, by board and then by the number that sits North-South."""
    boards: dict[int, dict[int, Slot]] = {}
    for slot, row in slots_of(state):
        if _met(row) == numbers:
            boards.setdefault(slot.board, {})[row.ns or 0] = slot
    return boards


def _met(row: MovementRow) -> tuple[int, int]:
    """The numbers of the two entries that meet in a row, the lower first."""
    one, other = row.ns or 0, row.ew or 0
    return min(one, other), max(one, other)


def _rooms(
    state: SessionState,
    scores: Scores,
    results: Results,
    board: int,
    slots: Mapping[int, Slot],
    numbers: tuple[int, int],
) -> MatchBoard:
    """A board of a match of teams, with the rows of both tables and the points that each team gets for the board.

    `slots` has the slot of the board at each table, by the number that sits North-South there. `numbers` are those of
    the two teams, the lower first. A board may have one table only, at which either team sits North-South.
    """
    rows = {}
    for number, slot in slots.items():
        if slot in results.settled:
            rows[number] = line_of(state, scores, results, slot)
    one, other = map(rows.get, numbers)
    own_award, own_why = _of_team(one, other)
    other_award, other_why = _of_team(other, one)
    return MatchBoard(board, one, other, own_award, other_award, own_why, other_why)


def _of_team(
    as_ns: TravellerRow | None, as_ew: TravellerRow | None
) -> tuple[str, tuple[str, ...]]:
    """The points that a team gets for a board (its award) as a text, and the reasons for the award.

    `as_ns` is the row of the traveller where the team sat North-South, `as_ew` the row where it sat East-West. The
    award is taken from `as_ns`, or from `as_ew` if `as_ns` is None. Award and reasons are empty if both are None.
    """
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
    """A board of a match of pairs, with the row of its only table and the points that each pair gets for the board.

    `slots` has the slot of the board, by the number that sits North-South. `lower` is the lower number of the match.
    """
    [(ns, slot)] = slots.items()
    if slot not in results.settled:
        return MatchBoard(board, None, None, "", "", (), ())
    row = line_of(state, scores, results, slot)
    if ns == lower:
        return MatchBoard(
            board, row, None, row.ns_award, row.ew_award, row.why, row.ew_why
        )
    return MatchBoard(board, row, None, row.ew_award, row.ns_award, row.ew_why, row.why)


def _contenders(
    state: SessionState, scores: Scores, match: Match, own: Numbered | None
) -> list[Contender]:
    """Both sides of a match, the lower number first. A side gets `is_own` if `own` is its entry."""
    return [_contender(state, scores, side, own) for side in match]


def _contender(
    state: SessionState, scores: Scores, side: MatchSide, own: Numbered | None
) -> Contender:
    """One side of a match that has a recorded board. It gets `is_own` if `own` is its entry."""
    letter, number = scores.entry(side.entry)
    points = figure(shown(side.points))
    if side.percent is not None:
        points = figure(two_decimals(side.percent))
    victory_points = ""
    if side.victory_points is not None:
        rules = state.session.contest_rules
        victory_points = score_in_words(side.victory_points, rules)
    return Contender(
        number=number,
        names=_names(state, number),
        points=points,
        boards=side.boards,
        victory_points=victory_points,
        why=tuple(told(step) for step in side.steps),
        is_own=own == (letter, number),
    )


def _nothing(state: SessionState, number: int, own: Numbered | None) -> Contender:
    """One side of a match in which no board is recorded yet, with 0 points. It gets `is_own` if `own` is its entry."""
    return Contender(
        number=number,
        names=_names(state, number),
        points="0",
        boards=0,
        victory_points="",
        why=(),
        is_own=own == (state.sections[0].letter, number),
    )


def _names(state: SessionState, number: int) -> str:
    """The names of an entry of a session with only one section."""
    return entry_names(state.sections[0], number)
