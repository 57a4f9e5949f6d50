"""Template context of the published results."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from clubscore.duplicate.models import Publication, PublishedRow
from clubscore.duplicate.models.there_is import what_there_is
from clubscore.duplicate.outcomes.appeals import appeals_of, is_asked_to_agree
from clubscore.duplicate.outcomes.lost import given_up, lost_boards
from clubscore.duplicate.outcomes.one_sided import is_one_sided
from clubscore.duplicate.outcomes.outcome_words import (
    in_short,
    outcome_of_side,
    score_in_words,
)
from clubscore.duplicate.outcomes.published import (
    appeals_end,
    figure_of,
    in_lists,
    is_final,
    place_of_row,
    players_named,
    rows_of,
)
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.outcomes.withdrawn import owed
from clubscore.duplicate.results.publishing.open_boards import open_boards
from clubscore.duplicate.results.publishing.queries import (
    contested_when_published,
    newest_rows_of,
    publications_of,
    unanswered,
)
from clubscore.duplicate.results.publishing.result_files import has_file
from clubscore.duplicate.results.publishing.results_then import penalties_then
from clubscore.duplicate.results.publishing.rows import section_of_row
from clubscore.duplicate.results.terms.forms import length_in_words
from clubscore.duplicate.results.travellers.gone_home import gone_home
from clubscore.duplicate.results.travellers.scorecard import (
    Scorecard,
    Seated,
    boards_of,
    scorecard,
)
from clubscore.duplicate.session.lineup import entry_name, table_name
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Side
from scoring.contest.rules import ContestRules
from scoring.duplicate import score_board
from scoring.movements.plan import MovementRow

UNITS = (
    (timedelta(days=1), ngettext_lazy("%(number)s day", "%(number)s days", "number")),
    (
        timedelta(hours=1),
        ngettext_lazy("%(number)s hour", "%(number)s hours", "number"),
    ),
    (
        timedelta(minutes=1),
        ngettext_lazy("%(number)s minute", "%(number)s minutes", "number"),
    ),
)


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """One line of a published list.

    `before` is the place and the figure that the entry had in the publication before this one. It is empty if they are
    unchanged or if there was no publication before.
    """

    place: str
    number: str
    names: str
    figure: str
    score: str
    boards: int
    before: str
    is_own: bool
    code: str
    """The code of the entry, such as `A7`, that leads to its scorecard."""


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board that the viewer was to play, with the result and the points of the viewer's side."""

    slot: Slot
    table: str
    words: str
    points: int | None
    is_asked: bool
    """True if the other side has asked for a correction of the result, and nobody has answered."""
    is_one_sided: bool
    """True if no player of one side has agreed to the result."""
    has_page: bool
    """True if the round was begun, so that the board has a page at its table."""
    is_asked_to_appeal: bool = False
    """True if the viewer's partner has appealed the ruling, and waits for the viewer to agree (Law 92D)."""
    is_lost: bool = False
    """True if the board is not played any more, because the plan was changed or a pair went home."""
    seated: Seated | None = None
    """Where the viewer sat, for the scorecard."""


def results_context(
    state: SessionState,
    viewer: Member,
    now: datetime,
    number: int | None = None,
    entry: Numbered | None = None,
) -> dict[str, object]:
    """The context of the page of published results.

    It shows the publication `number`, or the newest if `number` is None, compared with the publication before it. Once
    the session is over, it shows the scorecard of `entry`, and the viewer's own.
    """
    publications = publications_of(state.session.pk)
    chosen = _chosen(publications, number)
    context: dict[str, object] = {
        "session": state.session,
        "publication": chosen,
        "publications": publications,
        "movement": state.sections[0].plans[-1].name,
    }
    there_is = what_there_is([state.session.pk])
    if state.session.is_over:
        context |= _cards(state, viewer, entry, hears_appeals=there_is.appeals)
    if chosen is None:
        return context
    before = _chosen(publications, chosen.number - 1)
    appeals_until = appeals_end(chosen)
    has_penalties = there_is.penalties or there_is.lifts
    return context | {
        "is_newest": chosen is publications[0],
        "is_final": is_final(state.session, chosen, now),
        "may_change": there_is.corrections or there_is.appeals,
        "left": time_left(chosen.correction_ends_at - now),
        "appeals_until": appeals_until,
        "may_appeal": now <= appeals_until,
        "period": length_in_words(chosen.minutes),
        "before": before,
        "open_boards": open_boards(state, chosen),
        "has_absences": there_is.absences,
        "contested": contested_when_published(chosen) if there_is.absences else [],
        "lists": _lists(state, viewer, chosen, before),
        "has_percentages": state.session.contest_rules.ranks_by_percentages,
        "penalties": penalties_then(chosen) if has_penalties else (),
        "gone": gone_home(state),
        "has_usebio": has_file(state.session, "usebio"),
        "has_pbn": has_file(state.session, "pbn"),
    }


def _cards(
    state: SessionState, viewer: Member, entry: Numbered | None, *, hears_appeals: bool
) -> dict[str, object]:
    """The viewer's boards and scorecard, and the scorecard of `entry`, of a session that is over."""
    results = results_of(state.session.pk)
    own = own_boards(state, viewer, hears_appeals=hears_appeals, results=results)
    cards: dict[str, object] = {
        "own_boards": own,
        "own_card": _own_card(state, results, own),
    }
    if entry:
        boards = boards_of(state, entry)
        cards["card"] = scorecard(state, results, entry, boards)
    return cards


def _own_card(
    state: SessionState, results: Results, own: Iterable[OwnBoard]
) -> Scorecard | None:
    """The scorecard of the viewer's own boards; None if there are none."""
    boards = [board.seated._replace(own=board) for board in own if board.seated]
    if not boards:
        return None
    last = max(boards, key=lambda seated: seated.slot.round)
    entry = last.slot.letter, last.number
    return scorecard(state, results, entry, boards)


def _chosen(
    publications: Iterable[Publication], number: int | None
) -> Publication | None:
    """The publication with this number; None if there is none.

    If `number` is None, it is the first of `publications`, which is the newest.
    """
    for publication in publications:
        if number is None or publication.number == number:
            return publication
    return None


def time_left(left: timedelta) -> str:
    """A duration in words, such as `19 minutes`, `1 hour`, `23 hours` or `6 days`; empty if it is negative."""
    if left < timedelta():
        return ""
    for unit, words in UNITS:
        count = left // unit
        if count > 0:
            return words % {"number": count}
    return _("less than a minute")


def _lists(
    state: SessionState,
    viewer: Member,
    chosen: Publication,
    before: Publication | None,
) -> list[tuple[str, list[PublishedLine]]]:
    """The lists of the chosen publication, each with its heading and lines, compared with the publication `before`."""
    compared = [chosen]
    if before:
        compared.append(before)
    rows = rows_of(compared)
    own = viewer_of(state, viewer, directs=False).entry
    earlier = {}
    newer = []
    for row in rows:
        if row.publication_id == chosen.pk:
            newer.append(row)
        else:
            earlier[row.list, row.entry_id] = row
    rules = state.session.contest_rules
    lists = []
    for name, ranked in in_lists(state.session, newer):
        lines = []
        for row in ranked:
            changed = ""
            if before:
                changed = _changed(row, earlier, rules)
            lines.append(_line(state, row, changed, own))
        lists.append((name, lines))
    return lists


def own_results(
    ids: Collection[int], count: int
) -> list[tuple[PublishedRow, str, str]]:
    """The newest `count` published results of a person, each as its row, its place in words and its figure in words.

    `ids` are the ids of the person's member records.
    """
    results = []
    for row in newest_rows_of(ids, count):
        rules = row.publication.session.contest_rules
        results.append((row, place_of_row(row), figure_of(row, rules)))
    return results


def _line(
    state: SessionState, row: PublishedRow, changed: str, own: Numbered | None
) -> PublishedLine:
    """A published row as a line of its list.

    `changed` is the text for the field `before` of the line. `own` is the viewer's entry: its line gets `is_own`.
    """
    section = section_of_row(state, row)
    number = row.entry.number
    rules = state.session.contest_rules
    score = ""
    if row.percent is not None:
        score = score_in_words(Fraction(row.score, 10_000), rules)
    return PublishedLine(
        place=place_of_row(row),
        number=entry_name(state, section, number),
        names=players_named(row),
        figure=figure_of(row, rules),
        score=score,
        boards=row.boards,
        before=changed,
        is_own=own == (section.letter, number),
        code=f"{section.letter}{number}",
    )


def _changed(
    row: PublishedRow,
    earlier: Mapping[tuple[str, int], PublishedRow],
    rules: ContestRules,
) -> str:
    """The place and the figure that an entry had in the earlier of two publications, such as `3, 54.17`.

    `row` is the entry's row in the later publication. `earlier` has the rows of the earlier publication, by list and
    entry. The text is empty if nothing has changed, and `not listed` if `earlier` has no row for the entry in this
    list.
    """
    was = earlier.get((row.list, row.entry_id))
    if was is None:
        return _("not listed")
    if _figures(was) == _figures(row):
        return ""
    return f"{place_of_row(was)}, {figure_of(was, rules)}"


def _figures(row: PublishedRow) -> tuple[int, bool, int, int | None]:
    """The values of a published row that are compared: place, tie, score and percentage."""
    return row.place, row.is_tied, row.score, row.percent


def own_boards(
    state: SessionState,
    viewer: Member,
    *,
    hears_appeals: bool = False,
    results: Results | None = None,
) -> list[OwnBoard]:
    """The boards that the viewer was to play by the plan, with their results, ordered by board number.

    Boards that the viewer has lost stand among them, with what the viewer gets for each. The function does not check if
    the viewer may see the results: call it only once everybody may see all boards. `hears_appeals` is True if an appeal
    of the session is open. `results` are those of the session, if the caller has them.
    """
    own = _own_numbers(state, viewer)
    if not own:
        return []
    results = results or results_of(state.session.pk)
    asked = unanswered(state.session.pk)
    appeals = appeals_of(state.session.pk, only_open=True) if hears_appeals else {}
    boards = []
    for slot, row in slots_of(state):
        is_near = any((slot.letter, number) in own for number in row.seated)
        section = state.section(slot.letter)
        if not is_near or section is None:
            continue
        slot_state = SlotState(state, section, row, slot)
        side = slot_state.side_of(viewer)
        if side is None:
            continue
        words, points = _own_result(results, slot, side)
        is_asked = slot in asked and slot_state.side_behind(asked[slot]) is side.other
        appeals_too = any(
            is_asked_to_agree(appeal, side, viewer) for appeal in appeals.get(slot, ())
        )
        boards.append(
            OwnBoard(
                slot=slot,
                table=table_name(state, section, slot.table),
                words=words,
                points=points,
                is_asked=is_asked,
                is_one_sided=is_one_sided(state, results, slot),
                has_page=slot.round <= state.round,
                is_asked_to_appeal=appeals_too,
                seated=_seated(slot, row, side, own),
            )
        )
    boards += _lost_boards(state, results, viewer, own)
    return sorted(boards, key=lambda board: board.slot.board)


def _lost_boards(
    state: SessionState, results: Results, viewer: Member, own: set[Numbered]
) -> Iterator[OwnBoard]:
    """Yield the boards that the viewer's entry has lost, each with what it gets for the board."""
    lost = lost_boards(state, given_up(state))
    owed_slots = owed(state) if lost else {}
    for slot, row in lost.items():
        section = state.section(slot.letter)
        assert section
        side = SlotState(state, section, row, slot).side_of(viewer)
        if side is None or slot.round > state.round:
            continue
        words = _("not played")
        if slot in results.rulings:
            words, _points = _own_result(results, slot, side)
        elif slot in owed_slots:
            words = _("not played: %(average)s (Law 12C2)") % {
                "average": outcome_of_side(owed_slots[slot].score, side)
            }
        yield OwnBoard(
            slot=slot,
            table=table_name(state, section, slot.table),
            words=words,
            points=None,
            is_asked=False,
            is_one_sided=False,
            has_page=False,
            is_lost=True,
            seated=_seated(slot, row, side, own),
        )


def _seated(slot: Slot, row: MovementRow, side: Side, own: set[Numbered]) -> Seated:
    """The place of the viewer's entry at a board, for the scorecard; `own` are the viewer's entries.

    In an individual the two players of a side are two entries.
    """
    numbers = (row.north, row.south) if side is Side.NS else (row.east, row.west)
    found = [number for number in numbers if (slot.letter, number) in own]
    assert found[0]
    return Seated(slot, row, found[0], side)


def _own_numbers(state: SessionState, viewer: Member) -> set[Numbered]:
    """Section letter and number of each entry in which the viewer has or had a place."""
    own = set()
    for section in state.sections:
        for place in section.places:
            if place.member.person_id == viewer.person_id:
                own.add((section.letter, place.entry.number))
    return own


def _own_result(results: Results, slot: Slot, side: Side) -> tuple[str, int | None]:
    """The result or ruling on a board in words, as it counts for one side, and the points of that side.

    The points are None if there is no result, or if the director has ruled.
    """
    if ruled := results.rulings.get(slot):
        words = _("ruled: %(outcome)s")
        return words % {"outcome": outcome_of_side(ruled.outcome, side)}, None
    result = results.get(slot)
    if result is None:
        return _("no result"), None
    facts = result.play.facts
    points = score_board(slot.board, facts).score
    if side is Side.EW:
        points = -points
    return in_short(facts), points
