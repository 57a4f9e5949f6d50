"""The entries whose score or place an open board can still change, for the page that publishes the results.

An open board at one table is scored at its two ends, each time with the other open tables of the board at the opposite
end. An entry gets the least and the most of these. Boards do not depend on each other, so one fold of the session
scores one end of every board.

A match of teams is scored twice: with every open board best for one team, and with every open board best for the other.
Matches of teams do not depend on each other, so two folds are enough for all of them.
"""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from clubscore.duplicate.models import NOBODY, Ruling
from clubscore.duplicate.outcomes.outcome_words import LISTS, figure_in_words
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.rulings import SlotRuling
from clubscore.duplicate.outcomes.scores import Numbered, Scores, scores_of
from clubscore.duplicate.outcomes.unplayed import Unplayed
from clubscore.duplicate.results.publishing.open_matters import Matter, OpenMatter
from clubscore.duplicate.session.lineup import entry_name, list_name
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.web.templatetags.scores import MINUS
from scoring.contest import RankedRow
from scoring.contest.result import MatchSide
from scoring.contest.rules import ContestRules
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import (
    MOST_POINTS,
    Artificial,
    Average,
    Outcome,
    Played,
)
from scoring.movements.plan import MovementRow

Ends = tuple[Outcome, Outcome]
"""The outcomes of an open board at one table that are worst and best for North-South."""
AVERAGES: Ends = (
    Artificial(Average.MINUS, Average.PLUS),
    Artificial(Average.PLUS, Average.MINUS),
)
Award = tuple[Fraction, int]
"""The points of an entry on a board, and their top; the top is 0 on a scale without one."""
NO_AWARD: Award = (Fraction(), 0)


class FigureRange(NamedTuple):
    """The figure of an entry now, and its least and its most once the open boards are settled."""

    row: RankedRow
    now: Fraction
    least: Fraction
    most: Fraction


class Mover(NamedTuple):
    """An entry that an open board can still move, as the page shows it."""

    number: str
    names: str
    now: str
    could_be: str
    """The least and the most figure, such as `51.80–57.41`."""
    place: int
    places: str
    """The best and the worst place, such as `1–5`; one number if they are equal."""
    sits_there: bool
    """True if the entry sits at an open board."""

    @property
    def moves_past(self) -> bool:
        """True if the entry does not sit at an open board, and still its place can change."""
        return not self.sits_there and self.places != f"{self.place}"


class MoversList(NamedTuple):
    """The entries of one list of results that an open board can still move."""

    name: str
    there: list[Mover]
    """The entries at an open board."""
    past: list[Mover]
    """The other entries whose place can change."""


def could_move(
    state: SessionState,
    results: Results,
    matters: Collection[OpenMatter],
    missing: Collection[Slot],
    lost: Collection[Unplayed],
) -> list[MoversList] | None:
    """The entries that sit at an open board or whose place can change, list by list, in the order of their places.

    `missing` has the boards without a result, `lost` those that are not played any more and wait for a ruling. None if
    nothing can be said: for matches of pairs, for a session without a result, and if an open board has no two ends. A
    matter of a board that the plan has no more, such as a call, moves nobody.
    """
    rules = state.session.contest_rules
    planned = dict(slots_of(state))
    counting = [matter for matter in matters if matter.slot in planned]
    ends = _ends_of(state, results, counting, missing, lost)
    if _has_matches_of_pairs(rules) or not results.settled or ends is None:
        return None
    rows = {slot: row for slot, row in planned.items() if slot in ends}
    rows |= {each.slot: each.row for each in lost}
    there = {(slot.letter, number) for slot in rows for number in rows[slot].seated}
    now = scores_of(state, results)
    possible = _match_awards if rules.has_matches else _board_awards
    awards = possible(state, results, now, rows, ends)
    lists = []
    for ranked in now.result.lists:
        if ranked.name not in LISTS:
            continue
        ranges = [_figure_range(row, awards.get(row.entry, {})) for row in ranked.rows]
        movers = [
            _mover(state, now, figures, places, there)
            for figures, places in _placed(ranges)
        ]
        of_list = MoversList(
            list_name(state.session, ranked.name),
            [mover for mover in movers if mover.sits_there],
            [mover for mover in movers if mover.moves_past],
        )
        lists.append(of_list)
    return lists


def _has_matches_of_pairs(rules: ContestRules) -> bool:
    """True if pairs meet in matches: there a board counts against every table, and so in every match with the board."""
    return rules.has_matches and not rules.against_the_other_room


def _ends_of(
    state: SessionState,
    results: Results,
    matters: Iterable[OpenMatter],
    missing: Iterable[Slot],
    lost: Collection[Unplayed],
) -> dict[Slot, Ends] | None:
    """The two ends of each open slot; None if a slot has none.

    The recorded result and those that a dispute and a correction set against it have the ends among them. Where no
    other result is known, the ends are any result for matchpoints and for teams, and the worst and the best result of
    the board at any table for other scales. A board that is not played any more gets averages.
    """
    if lost and not state.session.contest_rules.has_artificial_scores:
        return None
    known: dict[Slot, list[Played]] = defaultdict(list)
    unknown = {*missing}
    for matter in matters:
        is_known = matter.matter in (Matter.RESULTS, Matter.CORRECTION)
        if is_known and matter.slot not in results.rulings:
            facts = matter.row.facts  # type: ignore[union-attr]
            score = score_board(matter.slot.board, facts).score
            known[matter.slot].append(Played(score, facts))
        else:
            unknown.add(matter.slot)
    ends: dict[Slot, Ends] = {}
    for slot, others in known.items():
        in_order = sorted([results[slot].play.outcome, *others], key=_points)
        ends[slot] = in_order[0], in_order[-1]
    for slot in unknown:
        found = _any_result(state, results, slot.board)
        if found is None:
            return None
        ends[slot] = found
    return ends | {each.slot: AVERAGES for each in lost}


def _points(played: Played) -> int:
    return played.points


def _any_result(state: SessionState, results: Results, board: int) -> Ends | None:
    """The ends of a board of which nothing is known at one table; None if no table has a result of it."""
    rules = state.session.contest_rules
    if rules.has_percentages or rules.against_the_other_room:
        return Played(-MOST_POINTS), Played(MOST_POINTS)
    played = [
        result.play.outcome for slot, result in results.items() if slot.board == board
    ]
    if not played:
        return None
    return min(played, key=_points), max(played, key=_points)


def _turns(ends: Mapping[Slot, Ends]) -> Iterator[dict[Slot, Outcome]]:
    """Yield outcomes for open slots; in each turn a board is at one end of one of its slots, or at one end of all."""
    boards: dict[int, list[dict[Slot, Outcome]]] = defaultdict(list)
    for slot, of_slot in ends.items():
        for end in (0, 1):
            turn = {
                other: of_other[1 - end]
                for other, of_other in ends.items()
                if other.board == slot.board
            }
            boards[slot.board].append(turn | {slot: of_slot[end]})
    for board in boards:
        for end in (0, 1):
            whole = {
                slot: two[end] for slot, two in ends.items() if slot.board == board
            }
            if whole not in boards[board]:
                boards[board].append(whole)
    for number in range(max(map(len, boards.values()), default=0)):
        turn = {}
        for turns in boards.values():
            if number < len(turns):
                turn |= turns[number]
        yield turn


def _board_awards(
    state: SessionState,
    results: Results,
    now: Scores,
    rows: Mapping[Slot, MovementRow],
    ends: Mapping[Slot, Ends],
) -> dict[int, dict[int, list[Award]]]:
    """The possible awards of each entry on each open board, the award that it has now first, by entry and board."""
    boards = {slot.board for slot in ends}
    possible: dict[int, dict[int, list[Award]]] = defaultdict(dict)
    before = _by_entry(now, boards)
    for (entry, board), award in before.items():
        possible[entry][board] = [award]
    for turn in _turns(ends):
        scores = scores_of(state, _settled(results, rows, turn))
        here = {slot.board for slot in turn}
        for (entry, board), award in _by_entry(scores, here).items():
            had = possible[entry].setdefault(board, [NO_AWARD])
            had.append(award)
    return possible


def _match_awards(
    state: SessionState,
    results: Results,
    now: Scores,
    rows: Mapping[Slot, MovementRow],
    ends: Mapping[Slot, Ends],
) -> dict[int, dict[int, list[Award]]]:
    """The possible scores of each team in each of its matches, the score that it has now first.

    The keys are the team and, for each team, its opponents.
    """
    possible: dict[int, dict[int, list[Award]]] = defaultdict(dict)
    for (team, opponent), award in _by_opponent(now).items():
        possible[team][opponent] = [award]
    for end in (0, 1):
        turn = {}
        for slot, two in ends.items():
            first_sits_ns = rows[slot].ns == min(rows[slot].seated)
            turn[slot] = two[end] if first_sits_ns else two[1 - end]
        scores = scores_of(state, _settled(results, rows, turn))
        for (team, opponent), award in _by_opponent(scores).items():
            possible[team].setdefault(opponent, [NO_AWARD]).append(award)
    return possible


def _by_opponent(scores: Scores) -> dict[tuple[int, int], Award]:
    """The score of each team in each of its matches, by the team and its opponent."""
    awards = {}
    for one, other in scores.result.matches:
        awards[one.entry, other.entry] = _match_award(scores, one)
        awards[other.entry, one.entry] = _match_award(scores, other)
    return awards


def _match_award(scores: Scores, side: MatchSide) -> Award:
    """The score of a team in one match: its victory points if the contest has them, else its points and their top."""
    rules = scores.result.rules
    if rules.has_victory_points:
        return side.victory_points or Fraction(), 0
    return side.points, side.boards * scores.result.top


def _settled(
    results: Results, rows: Mapping[Slot, MovementRow], turn: Mapping[Slot, Outcome]
) -> Results:
    """A copy of these results in which the open slots have these outcomes."""
    rulings = dict(results.rulings)
    for slot, outcome in turn.items():
        four = results[slot].play if slot in results else rows[slot]
        numbers = {
            seat: getattr(four, seat) or NOBODY
            for seat in ("north", "south", "east", "west")
        }
        rulings[slot] = SlotRuling(Ruling(**numbers), outcome)
    return replace(results, rulings=rulings)


def _by_entry(scores: Scores, boards: Collection[int]) -> dict[tuple[int, int], Award]:
    """The award of each entry on each of these boards, by the entry and the board."""
    awards = {}
    for scored in scores.result.slots:
        board = scored.slot.board
        if board not in boards:
            continue
        for entry, award in scored.awarded:
            if entry is not None and award is not None:
                awards[entry, board] = award.points, award.top
    return awards


def _figure_range(row: RankedRow, boards: Mapping[int, list[Award]]) -> FigureRange:
    """The figure of an entry now, with its least and its most on the open boards, or in its matches, together."""
    figures = []
    for choose in (min, max):
        points, top = row.score, row.top
        for awards in boards.values():
            rest = points - awards[0][0], top - awards[0][1]
            points, top = choose(
                ((rest[0] + more, rest[1] + of) for more, of in awards),
                key=_figure,
            )
        figures.append(_figure((points, top)))
    return FigureRange(row, _figure((row.score, row.top)), *figures)


def _figure(award: Award) -> Fraction:
    """The figure by which entries are ranked: the percentage of the top, or the points where there is no top."""
    points, top = award
    return 100 * points / top if top else points


def _placed(
    ranges: Collection[FigureRange],
) -> Iterator[tuple[FigureRange, tuple[int, int]]]:
    """Yield each entry of a list with its best and its worst place."""
    for figures in ranges:
        best = 1 + sum(other.least > figures.most for other in ranges)
        others = [other for other in ranges if other is not figures]
        worst = 1 + sum(other.most > figures.least for other in others)
        yield figures, (best, worst)


def _mover(
    state: SessionState,
    scores: Scores,
    figures: FigureRange,
    places: tuple[int, int],
    there: Container[Numbered],
) -> Mover:
    """An entry as the page shows it; `there` has the entries at an open board."""
    letter, number = scores.entry(figures.row.entry)
    section = state.section(letter)
    assert section
    rules = state.session.contest_rules
    percents: list[Fraction | None] = [None] * 3
    if rules.ranks_by_percentages:
        percents = [*figures[1:]]
    now, least, most = (
        figure_in_words(figure, percent, rules)
        for figure, percent in zip(figures[1:], percents, strict=True)
    )
    return Mover(
        number=entry_name(state, section, number),
        names=_short_names(section.members_in(number, state.round)),
        now=now,
        could_be=_from_to(least, most),
        place=figures.row.place,
        places=_from_to(f"{places[0]}", f"{places[1]}"),
        sits_there=(letter, number) in there,
    )


def _short_names(players: Iterable[Member]) -> str:
    """The players of an entry by their short names, such as `Anna & Ben`."""
    return " & ".join(player.short_name for player in players)


def _from_to(least: str, most: str) -> str:
    """The two ends of a range, such as `1–5` or `-3 – 5`; one of them if they are equal."""
    if least == most:
        return least
    dash = " – " if "-" in least or MINUS in least else "–"
    return f"{least}{dash}{most}"
