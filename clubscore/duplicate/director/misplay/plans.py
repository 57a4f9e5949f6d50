"""Rounds that were played otherwise than planned: the rows as they were played, the ways to go on, and the results
that count for other boards or entries."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.director.changing.queries import require_form_that_allows
from clubscore.duplicate.director.seating.seen import (
    moments_of_boards,
    seen_sets,
    sets_to_come,
)
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
    """A misplay in which two entries, `one` and `other`, sat in each other's seats in a round."""

    round: int
    one: int
    other: int


class Boards(NamedTuple):
    """A misplay in which a table played another set of boards than planned in a round.

    `set` is the set that the table really played. `exchanged` is True if two tables exchanged their sets: then another
    table, which was to play this set, played the set planned for `table`.
    """

    round: int
    table: int
    set: int
    exchanged: bool


Misplay = Seats | Boards


class Moved(NamedTuple):
    """A result that stays with its table, but counts for another board or for other entries than before.

    `old` is the slot at which the result was recorded, and `new` the slot for which it counts now.
    """

    old: Slot
    new: Slot
    row: MovementRow
    """The row of the table, with the entries and boards that were really played."""


def played_rows(
    state: SessionState, section: SectionState, misplay: Misplay
) -> list[MovementRow]:
    """The rows of the plan that a misplay changes (one row for each table), as they were really played.

    Raises Refused if the form of play does not allow this change, if the misplay is impossible or changes nothing, or
    if somebody would have played boards twice.
    """
    require_form_that_allows(state, "misplay")
    rows = section.movement.by_round.get(misplay.round, ())
    if isinstance(misplay, Seats):
        played = _rows_with_swapped_seats(rows, misplay)
    else:
        played = _rows_with_other_boards(rows, misplay)
    if set(played) <= set(rows):
        raise Refused(_("That is what the plan says: nothing is to be recorded."))
    _require_first_play(section, played, state.round)
    return played


def _rows_with_swapped_seats(
    rows: tuple[MovementRow, ...], misplay: Seats
) -> list[MovementRow]:
    """The rows of the tables of two entries, after each entry has taken the other entry's seats.

    Raises Refused if the two are one entry, if one of them did not play, or if they sat at one table.
    """
    two = {misplay.one, misplay.other}
    places = [row for row in rows if two & {*row.seated}]
    playing: set[int] = set()
    for row in places:
        playing |= {*row.seated}
    if len(two) < 2 or not two <= playing:
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
    swapped = []
    for row in places:
        row = row.renamed(misplay.one, -1)
        row = row.renamed(misplay.other, misplay.one)
        row = row.renamed(-1, misplay.other)
        swapped.append(row)
    return swapped


def _rows_with_other_boards(
    rows: tuple[MovementRow, ...], misplay: Boards
) -> list[MovementRow]:
    """The row of a table with the boards that it really played; after an exchange also the row of the second table.

    Raises Refused if the round has no such table, or if `misplay` says that two tables exchanged boards and no other
    table had these boards by the plan.
    """
    by_table = {row.table: row for row in rows}
    here = by_table.get(misplay.table)
    if here is None:
        words = _("There is no table %(table)s in round %(round)s.")
        raise Refused(
            words % {"table": misplay.table, "round": misplay.round}, field="table"
        )
    played = [here._replace(set=misplay.set)]
    if misplay.exchanged:
        owners = [row for row in rows if row.set == misplay.set and row is not here]
        if not owners:
            words = _(
                "No table had those boards in round %(round)s: there was no exchange."
            )
            raise Refused(words % {"round": misplay.round}, field="exchanged")
        played.append(owners[0]._replace(set=here.set))
    return played


def _require_first_play(
    section: SectionState, rows: list[MovementRow], played: int
) -> None:
    """Raises Refused if an entry would have played boards twice with these rows: a second play does not count (Law 15).

    `played` is the last round that has begun.
    """
    before = set(map(str, check(section.movement)))
    for breach in check(as_played(section.movement, rows)):
        if breach.rule != "M3" or str(breach) in before:
            continue
        if breach.round and breach.round <= played:
            words = _(
                "Round %(round)s, table %(table)s: %(breach)s. A board that somebody has played before does not "
                "count a second time (Law 15): rule on the boards instead."
            )
            values = {
                "round": breach.round,
                "table": breach.table,
                "breach": told(breach.text),
            }
            raise Refused(words % values, field="boards")


def misplay_ways(
    state: SessionState,
    section: SectionState,
    rows: list[MovementRow],
    results: Results,
) -> tuple[Proposal, ...]:
    """The ways to go on from the next round after a misplay, the cheapest first; empty if there are none.

    `rows` are the changed rows as they were played. Ways that give an entry new boards that the entry may already have
    seen are left out. Raises Refused if the movement cannot go on at all.
    """
    try:
        ways = misplayed(section.movement, rows, state.round + 1)
    except InvalidMovement as refusal:
        raise Refused(refusal_told(refusal)) from refusal
    coming = state.round + 1
    planned = set(sets_to_come(section.movement, coming))
    seen = seen_sets(state, moments_of_boards(state, results))[section.letter] - planned
    return tuple(
        way for way in ways if seen.isdisjoint(sets_to_come(way.movement, coming))
    )


def moved_results(
    state: SessionState,
    section: SectionState,
    rows: list[MovementRow],
    results: Results,
) -> list[Moved]:
    """The results at the tables of these rows, each with the slot for which it counts from now on.

    `rows` are the changed rows as they were played. Raises Refused if an old or a new slot has a ruling or a second
    result, or is in a group of a fouled board.
    """
    planned = {row.table: row for row in section.movement.by_round[rows[0].round]}
    boards: list[Moved] = []
    for row in rows:
        boards += _moved(state, section, planned[row.table], row)
    slots: set[Slot] = set()
    for moved in boards:
        slots |= {moved.old, moved.new}
    for slot in sorted(slots):
        _require_settled(state, section, slot, results)
    return [moved for moved in boards if moved.old in results]


def _moved(
    state: SessionState, section: SectionState, planned: MovementRow, row: MovementRow
) -> Iterator[Moved]:
    """Yield a Moved for each board of the planned row, with the board at the same position in the played row."""
    for old, new in zip(state.boards_in(planned), state.boards_in(row), strict=True):
        slot = Slot(section.letter, row.round, row.table, old)
        yield Moved(slot, slot._replace(board=new), row)


def _require_settled(
    state: SessionState, section: SectionState, slot: Slot, results: Results
) -> None:
    """Raises Refused if the slot has a ruling or a second result, or is in a group of a fouled board."""
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
    """A sentence for each moved result, such as `Table 4: 4♠ N = of board 5 counts for board 14.`

    A sentence says `the result` if the director `by` may not see the results of the board yet.
    """
    viewer = viewer_of(state, by, directs=may_direct(state.session, by))
    moment = moment_of(state, results)
    sentences = []
    for moved_result in moved:
        old, new, row = moved_result
        result = _("the result")
        if viewer.entry is None or may_see(viewer, old.board, moment):
            result = in_short(results[old].play.facts)
        values = {
            "table": table_name(state, section, old.table),
            "result": result,
            "board": old.board,
            "other_board": new.board,
            "ns": row.north,
            "ew": row.east,
        }
        sentences.append(_sentence_for(moved_result) % values)
    return sentences


def _sentence_for(moved: Moved) -> str:
    """The words for a sentence about a moved result, with placeholders for the table, the boards and the result."""
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
    """The misplay as an English sentence, which is stored as the reason for the new edition of the plan."""
    if isinstance(misplay, Seats):
        return SWAPPED_SEATS(one=misplay.one, other=misplay.other, round=misplay.round)
    boards = state.boards_in(MovementRow(1, 1, None, None, None, None, misplay.set))
    named = str(boards[0])
    if len(boards) > 1:
        named = ONE_TO_OTHER(one=boards[0], other=boards[-1])
    return OTHER_BOARDS(
        table=table_name(state, section, misplay.table),
        boards=named,
        round=misplay.round,
    )
