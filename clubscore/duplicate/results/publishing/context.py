"""Template context of the published results."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from clubscore.duplicate.models import Penalty, Publication, PublishedRow
from clubscore.duplicate.models.there_is import ThereIs, what_there_is
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.outcome_words import (
    LISTS,
    points_in_words,
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
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.results.masterpoints.words import masterpoints_in_words
from clubscore.duplicate.results.practices.words import practice_in_words
from clubscore.duplicate.results.publishing.boards_so_far import boards_so_far
from clubscore.duplicate.results.publishing.open_boards import open_boards
from clubscore.duplicate.results.publishing.own_boards import own_boards, own_card
from clubscore.duplicate.results.publishing.queries import (
    contested_when_published,
    newest_rows_of,
    publications_of,
)
from clubscore.duplicate.results.publishing.result_files import (
    file_links,
    has_national_ids,
)
from clubscore.duplicate.results.publishing.results_then import penalties_then
from clubscore.duplicate.results.publishing.rows import section_of_row
from clubscore.duplicate.results.terms.forms import length_in_words
from clubscore.duplicate.results.travellers.context import own_line
from clubscore.duplicate.results.travellers.gone_home import gone_home
from clubscore.duplicate.results.travellers.scorecard import (
    boards_of,
    rounds_sat_out,
    scorecard,
)
from clubscore.duplicate.session.lineup import entry_name
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from scoring.contest.rules import ContestRules

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
    beside: str
    """The score beside a percentage; in a list with handicaps the handicap, such as `+2.50`."""
    boards: int
    before: str
    masterpoints: str
    """The masterpoints with two decimals; empty if the entry has won none."""
    is_own: bool
    code: str
    """The code of the entry, such as `A7`, that leads to its scorecard."""


def results_context(
    state: SessionState,
    viewer: Member,
    now: datetime,
    number: int | None = None,
    entry: Numbered | None = None,
) -> dict[str, object]:
    """The context of the page of published results.

    It shows the publication `number`, or the newest if `number` is None, compared with the publication before it. Once
    the session is over, it shows the scorecard of `entry`, and the viewer's own; in play, the viewer's boards so far.
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
    else:
        context["so_far"] = boards_so_far(SessionDesk(state, viewer))
    if chosen is None:
        return context
    before = _chosen(publications, chosen.number - 1)
    appeals_until = appeals_end(chosen)
    context |= _lists_context(state, viewer, chosen, before)
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
        "has_percentages": state.session.contest_rules.ranks_by_percentages,
        "penalties": _penalties(chosen, there_is),
        "gone": gone_home(state),
        "practice": practice_in_words(state.session.contest_rules),
        "files": file_links(state.session, chosen),
        "files_have_ids": has_national_ids(state.session, viewer),
    }


def _penalties(publication: Publication, there_is: ThereIs) -> tuple[Penalty, ...]:
    """The penalties at the moment of a publication; no SQL statement is run if the session has never had one."""
    if there_is.penalties or there_is.lifts:
        return penalties_then(publication)
    return ()


def _cards(
    state: SessionState, viewer: Member, entry: Numbered | None, *, hears_appeals: bool
) -> dict[str, object]:
    """The viewer's boards and scorecard, and the scorecard of `entry`, of a session that is over."""
    results = results_of(state.session.pk)
    own = own_boards(state, viewer, hears_appeals=hears_appeals, results=results)
    cards: dict[str, object] = {
        "own_boards": own,
        "own_card": own_card(state, results, viewer, own),
        "has_cards": state.session.deal_set_id is not None,
    }
    if entry:
        boards, sat_out = boards_of(state, entry), rounds_sat_out(state, entry)
        cards["card"] = scorecard(state, results, entry, boards, sat_out)
    return cards


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


def _lists_context(
    state: SessionState,
    viewer: Member,
    chosen: Publication,
    before: Publication | None,
) -> dict[str, object]:
    """The part of the context with the lists, the viewer's line, and if any differs from the publication `before`."""
    lists = _lists(state, viewer, chosen, before)
    lines = [line for _, each in lists for line in each]
    return {
        "lists": lists,
        "own": own_line(lists),
        "has_moved": any(line.before for line in lines),
    }


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
    percents = {row.entry_id: row.percent for row in newer if row.list in LISTS}
    lists = []
    for name, ranked in in_lists(state.session, newer):
        lines = []
        for row in ranked:
            changed = ""
            if before:
                changed = _changed(row, earlier, rules)
            beside = _beside(row, percents, rules)
            lines.append(_line(state, row, beside, changed, own))
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


def _beside(
    row: PublishedRow, percents: Mapping[int, int | None], rules: ContestRules
) -> str:
    """The figure beside a percentage: the score, or in a list with handicaps the handicap, empty without one.

    `percents` has the percentage of each entry without its handicap, by the id of the entry.
    """
    if row.percent is None:
        return ""
    if not row.list.endswith("handicap"):
        return score_in_words(Fraction(row.score, 10_000), rules)
    scratch = percents.get(row.entry_id)
    if scratch is None or scratch == row.percent:
        return ""
    return points_in_words(Fraction(row.percent - scratch, 10_000))


def _line(
    state: SessionState,
    row: PublishedRow,
    beside: str,
    changed: str,
    own: Numbered | None,
) -> PublishedLine:
    """A published row as a line of its list.

    `beside` and `changed` are the texts for the fields `beside` and `before` of the line. `own` is the viewer's entry:
    its line gets `is_own`.
    """
    section = section_of_row(state, row)
    number = row.entry.number
    rules = state.session.contest_rules
    return PublishedLine(
        place=place_of_row(row),
        number=entry_name(state, section, number),
        names=players_named(row),
        figure=figure_of(row, rules),
        beside=beside,
        boards=row.boards,
        before=changed,
        masterpoints=masterpoints_in_words(row.masterpoints),
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
