"""Rounds that were played otherwise than planned: the rows as they were played, ways to go on, and what becomes of
the results that stand at those tables."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.director.changing.queries import require_form_that_allows
from clubscore.duplicate.director.seating.seen import moments_of_boards, seen_sets
from clubscore.duplicate.outcomes.outcome_words import in_short
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.sight import may_see, moment_of, viewer_of
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import refusal_told, told
from clubscore.languages.stored_sentences import (
    ONE_TO_OTHER,
    OTHER_BOARDS,
    SWAPPED_SEATS,
)
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.errors import InvalidMovement
from scoring.movements.change.misplay import as_played, misplayed
from scoring.movements.change.proposal import Proposal
from scoring.movements.check import check
from scoring.movements.plan import MovementRow


class Seats(NamedTuple):
    """Two entries sat in each other's seats in a round."""

    round: int
    one: int
    other: int


class Boards(NamedTuple):
    """A table played the boards of another set in a round; `exchanged` if the table that had them played its own."""

    round: int
    table: int
    set: int
    exchanged: bool


Misplay = Seats | Boards


class Moved(NamedTuple):
    """A result that stays with its table, and counts for another board or for other entries."""

    old: Slot
    new: Slot
    row: MovementRow
    """The row as it was played."""


def played_rows(
    state: SessionState, section: SectionState, misplay: Misplay
) -> list[MovementRow]:
    """The rows of a round as they were played. Raises Refused if they are impossible, or equal to the plan."""
    require_form_that_allows(state, "misplay")
    rows = section.movement.by_round.get(misplay.round, ())
    found = (
        _seats(rows, misplay) if isinstance(misplay, Seats) else _boards(rows, misplay)
    )
    if set(found) <= set(rows):
        raise Refused(_("That is what the plan says: nothing is to be recorded."))
    _require_first_play(section, found, state.round)
    return found


def _seats(rows: tuple[MovementRow, ...], misplay: Seats) -> list[MovementRow]:
    two = {misplay.one, misplay.other}
    places = [row for row in rows if two & {*row.seated}]
    if len(two) < 2 or {number for row in places for number in row.seated} & two != two:
        words = _("Choose two who both played in round %(round)s.")
        raise Refused(words % {"round": misplay.round}, field="other")
    if any(two <= {*row.seated} for row in places):
        raise Refused(
            _(
                "They sat at one table: their opponents are the same. "
                "If they held each other’s cards, rule on the boards."
            ),
            field="other",
        )
    return [
        row.renamed(misplay.one, -1)
        .renamed(misplay.other, misplay.one)
        .renamed(-1, misplay.other)
        for row in places
    ]


def _boards(rows: tuple[MovementRow, ...], misplay: Boards) -> list[MovementRow]:
    here = next((row for row in rows if row.table == misplay.table), None)
    if here is None:
        words = _("There is no table %(table)s in round %(round)s.")
        raise Refused(
            words % {"table": misplay.table, "round": misplay.round}, field="table"
        )
    found = [here._replace(set=misplay.set)]
    if misplay.exchanged:
        owners = [row for row in rows if row.set == misplay.set and row is not here]
        if not owners:
            words = _(
                "No table had those boards in round %(round)s: there was no exchange."
            )
            raise Refused(words % {"round": misplay.round}, field="exchanged")
        found.append(owners[0]._replace(set=here.set))
    return found


def _require_first_play(
    section: SectionState, rows: list[MovementRow], played: int
) -> None:
    """Raises Refused where somebody would have played boards twice: the second play does not count (Law 15)."""
    before = {str(breach) for breach in check(section.movement)}
    for breach in check(as_played(section.movement, rows)):
        if (
            breach.rule == "M3"
            and breach.round
            and breach.round <= played
            and str(breach) not in before
        ):
            raise Refused(
                _(
                    "%(breach)s. A board that somebody has played before does not count a second time (Law 15): "
                    "rule on the boards instead."
                )
                % {"breach": told(breach.words)},
                field="boards",
            )


def misplay_ways(
    state: SessionState,
    section: SectionState,
    rows: list[MovementRow],
    results: Results,
) -> tuple[Proposal, ...]:
    """Ways to go on, the cheapest first: none gives somebody boards whose results or cards they may have seen.

    Raises Refused where there is none.
    """
    try:
        found = misplayed(section.movement, rows, state.round + 1)
    except InvalidMovement as refusal:
        raise Refused(refusal_told(refusal)) from refusal
    coming = state.round + 1
    planned = {
        (entry, row.set)
        for row in section.movement.from_round(coming)
        for entry in row.seated
    }
    seen = seen_sets(state, moments_of_boards(state, results))[section.letter] - planned
    return tuple(way for way in found if seen.isdisjoint(_to_come(way, coming)))


def _to_come(way: Proposal, from_round: int) -> Iterator[tuple[int, int]]:
    return (
        (entry, row.set)
        for row in way.movement.from_round(from_round)
        for entry in row.seated
    )


def moved_results(
    state: SessionState,
    section: SectionState,
    rows: list[MovementRow],
    results: Results,
) -> list[Moved]:
    """The results at the tables of these rows: each stays at its table, in the order of its boards.

    Raises Refused where a ruling, a group or a second result stands at one of them, or where one would count then.
    """
    planned = {row.table: row for row in section.movement.by_round[rows[0].round]}
    found = [
        moved
        for row in rows
        for moved in _moved(state, section, planned[row.table], row)
    ]
    for slot in sorted({slot for moved in found for slot in (moved.old, moved.new)}):
        _require_settled(state, section, slot, results)
    return [moved for moved in found if moved.old in results]


def _moved(
    state: SessionState, section: SectionState, planned: MovementRow, row: MovementRow
) -> Iterator[Moved]:
    for old, new in zip(state.boards_in(planned), state.boards_in(row), strict=True):
        at = Slot(section.letter, row.round, row.table, old)
        yield Moved(at, at._replace(board=new), row)


def _require_settled(
    state: SessionState, section: SectionState, slot: Slot, results: Results
) -> None:
    if slot in results.groups:
        words = _(
            "Board %(board)s of table %(table)s is in a group of a fouled board: put it back into the first one before."
        )
    elif slot in results.rulings:
        words = _(
            "A ruling stands on board %(board)s of table %(table)s: withdraw it first, and rule anew afterwards."
        )
    elif slot in results and results[slot].proposal:
        words = _(
            "Two results stand on board %(board)s of table %(table)s: decide first which is right."
        )
    else:
        return
    raise Refused(
        words % {"board": slot.board, "table": table_name(state, section, slot.table)}
    )


def moved_in_words(
    state: SessionState,
    section: SectionState,
    moved: list[Moved],
    results: Results,
    by: Member,
) -> list[str]:
    """`Table 4: 4♠ N = of board 5 counts for board 14.`, a sentence for each result.

    Of a board whose results this director may not see yet only that there is one.
    """
    viewer = viewer_of(state, by, directs=may_direct(state.session, by))
    moment = moment_of(state, results)
    results_told = {
        moved_result.old: in_short(results[moved_result.old].play.facts)
        for moved_result in moved
        if viewer.entry is None or may_see(viewer, moved_result.old.board, moment)
    }
    return [
        _new(moved_result)
        % {
            "table": table_name(state, section, moved_result.old.table),
            "result": results_told.get(moved_result.old, _("the result")),
            "board": moved_result.old.board,
            "other_board": moved_result.new.board,
            "ns": moved_result.row.north,
            "ew": moved_result.row.east,
        }
        for moved_result in moved
    ]


def _new(moved: Moved) -> str:
    if moved.old != moved.new:
        return _(
            "Table %(table)s: %(result)s of board %(board)s counts for board %(other_board)s."
        )
    return _(
        "Table %(table)s: %(result)s of board %(board)s counts for numbers %(ns)s (North–South) and %(ew)s (East–West)."
    )


def misplay_in_words(
    state: SessionState, section: SectionState, misplay: Misplay
) -> str:
    """The reason of the edition, in English, as rows are kept."""
    if isinstance(misplay, Seats):
        return SWAPPED_SEATS(one=misplay.one, other=misplay.other, round=misplay.round)
    boards = state.boards_in(MovementRow(1, 1, None, None, None, None, misplay.set))
    named = (
        ONE_TO_OTHER(one=boards[0], other=boards[-1])
        if len(boards) > 1
        else f"{boards[0]}"
    )
    return OTHER_BOARDS(
        table=table_name(state, section, misplay.table),
        boards=named,
        round=misplay.round,
    )
