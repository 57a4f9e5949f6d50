"""Template context of the published results."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from clubscore.duplicate.models import Publication, PublishedRow
from clubscore.duplicate.models.there_is import what_there_is
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
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.results.publishing.forms import length_in_words
from clubscore.duplicate.results.publishing.queries import (
    newest_rows_of,
    publications_of,
    unanswered,
)
from clubscore.duplicate.results.publishing.result_files import has_file
from clubscore.duplicate.session.lineup import entry_name, table_name
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Side
from scoring.contest.rules import ContestRules
from scoring.duplicate import score_board

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
    """An entry as it was published, with its figures in the publication before if they were different."""

    place: str
    number: str
    names: str
    figure: str
    score: str
    boards: int
    before: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board that the viewer played, as they score it."""

    slot: Slot
    table: str
    words: str
    points: int | None
    is_asked: bool
    """Whether the other side asks for another result, and waits for an answer."""


def results_context(
    state: SessionState, viewer: Member, now: datetime, number: int | None = None
) -> dict[str, object]:
    """A publication, the newest if none is named, beside the one before it."""
    all_of_it = publications_of(state.session.pk)
    chosen = next(
        (
            publication
            for publication in all_of_it
            if number in (None, publication.number)
        ),
        None,
    )
    context: dict[str, object] = {
        "session": state.session,
        "publication": chosen,
        "publications": all_of_it,
        "movement": state.sections[0].plans[-1].name,
    }
    if chosen is None:
        return context
    before = next(
        (
            publication
            for publication in all_of_it
            if publication.number == chosen.number - 1
        ),
        None,
    )
    compared = [chosen, before] if before else [chosen]
    rows = rows_of(compared)
    own = viewer_of(state, viewer, directs=False).entry
    appeals_until = appeals_end(state.session, chosen)
    there_is = what_there_is([state.session.pk])
    return context | {
        "is_newest": chosen is all_of_it[0],
        "is_final": is_final(state.session, chosen, now),
        "may_change": there_is.corrections or there_is.appeals,
        "left": time_left(chosen.correction_ends_at - now),
        "appeals_until": appeals_until,
        "may_appeal": now <= appeals_until,
        "period": length_in_words(chosen.minutes),
        "before": before,
        "lists": _lists(state, rows, before, own),
        "has_percentages": state.session.contest_rules.ranks_by_percentages,
        "own_boards": own_boards(state, viewer),
        "has_usebio": has_file(state.session, "usebio"),
        "has_pbn": has_file(state.session, "pbn"),
    }


def time_left(left: timedelta) -> str:
    """`19 minutes`, `1 hour`, `23 hours`, `6 days`; empty when there is none."""
    for unit, words in UNITS:
        if (count := left // unit) > 0:
            return words % {"number": count}
    return _("less than a minute") if left >= timedelta() else ""


def _lists(
    state: SessionState,
    rows: Sequence[PublishedRow],
    before: Publication | None,
    own: tuple[str, int] | None,
) -> list[tuple[str, list[PublishedLine]]]:
    earlier = {
        (row.list, row.entry_id): row
        for row in rows
        if before and row.publication_id == before.pk
    }
    chosen = [row for row in rows if before is None or row.publication_id != before.pk]
    rules = state.session.contest_rules
    lists = []
    for name, ranked in in_lists(state.session, chosen):
        lines = []
        for row in ranked:
            changed = _changed(row, earlier, rules) if before else ""
            lines.append(_line(state, row, changed, own))
        lists.append((name, lines))
    return lists


def own_results(
    ids: Collection[int], count: int
) -> list[tuple[PublishedRow, str, str]]:
    """The last published results of a person: the row, its place, its figure."""
    rows = newest_rows_of(ids, count)
    return [
        (row, place_of_row(row), figure_of(row, row.publication.session.contest_rules))
        for row in rows
    ]


def _line(
    state: SessionState, row: PublishedRow, was: str, own: tuple[str, int] | None
) -> PublishedLine:
    entry = row.entry
    section = next(
        section for section in state.sections if section.section.pk == entry.section_id
    )
    rules = state.session.contest_rules
    score = ""
    if row.percent is not None:
        score = score_in_words(Fraction(row.score, 10_000), rules)
    return PublishedLine(
        place=place_of_row(row),
        number=entry_name(state, section, entry.number),
        names=players_named(row),
        figure=figure_of(row, rules),
        score=score,
        boards=row.boards,
        before=was,
        is_own=own == (section.letter, entry.number),
    )


def _changed(
    row: PublishedRow,
    earlier: Mapping[tuple[str, int], PublishedRow],
    rules: ContestRules,
) -> str:
    """`3, 54.17`: place and figure of the publication before; empty where both were the same."""
    was = earlier.get((row.list, row.entry_id))
    if was is None:
        return _("not listed")
    same = (was.place, was.is_tied, was.score, was.percent) == (
        row.place,
        row.is_tied,
        row.score,
        row.percent,
    )
    return "" if same else f"{place_of_row(was)}, {figure_of(was, rules)}"


def own_boards(state: SessionState, viewer: Member) -> list[OwnBoard]:
    """The boards that the viewer played, by number. Only of a session of which everybody may see everything."""
    own = {
        (section.letter, place.entry.number)
        for section in state.sections
        for place in section.places
        if place.member.person_id == viewer.person_id
    }
    if not own:
        return []
    results = results_of(state.session.pk)
    sections = {section.letter: section for section in state.sections}
    asked = unanswered(state.session.pk)
    found = []
    for slot, row in slots_of(state):
        at = SlotState(state, sections[slot.letter], row, slot)
        is_near = any((slot.letter, number) in own for number in row.seated)
        side = at.side_of(viewer) if is_near else None
        if side is None:
            continue
        words, points = _own_result(results, slot, side)
        is_asked = slot in asked and at.side_behind(asked[slot]) is side.other
        found.append(
            OwnBoard(
                slot, table_name(state, at.section, slot.table), words, points, is_asked
            )
        )
    return sorted(found, key=lambda each: each.slot.board)


def _own_result(results: Results, slot: Slot, side: Side) -> tuple[str, int | None]:
    """The result that counts for a side on a board, in words; its points where the deal was played and not ruled on."""
    if ruled := results.rulings.get(slot):
        return _("ruled: %(outcome)s") % {
            "outcome": outcome_of_side(ruled.outcome, side)
        }, None
    result = results.get(slot)
    if result is None:
        return _("no result"), None
    facts = result.play.facts
    score = score_board(slot.board, facts).score
    return in_short(facts), score if side is Side.NS else -score
