"""The results of a publication as files have them: the published rows, and the boards from which they follow."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from itertools import count

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.duplicate.models import Publication, PublishedRow, Session
from clubscore.duplicate.outcomes.outcome_words import LISTS
from clubscore.duplicate.outcomes.published import rows_of
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.publishing.files.lines import (
    Line,
    LineFacts,
    facts_of_lines,
    sections_of_entries,
)
from clubscore.duplicate.results.publishing.files.players import FilePlayers
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.results.publishing.rows import (
    percent_stored,
    ten_thousandths,
)
from clubscore.duplicate.session.state import SessionState
from clubscore.hands.queries import cards_shown
from clubscore.refusals import Refused
from scoring import Side
from scoring.hands import DealtBoard
from scoring.text.results.session import session_results
from scoring.text.results.values import (
    Pair,
    ResultMatch,
    SessionForm,
    SessionResults,
    Traveller,
)

_Ranked = Mapping[int, PublishedRow]
"""The published row of each entry that has one, by the number of the entry in the contest."""


def results_as_published(
    state: SessionState,
    publication: Publication,
    *,
    has_ids: bool = False,
    now: datetime | None = None,
) -> SessionResults:
    """A publication as a SessionResults, with places, scores and percentages from the published rows.

    Its boards have the results that counted when the publication was made. With `has_ids` the players have their
    national numbers; with `now` the boards have the cards that everybody may see at that moment. Raises Refused if the
    ranking computed from the boards differs from the published rows.
    """
    results = results_then(publication)
    scores = scores_of(state, results)
    folded = session_results(scores.contest, scores.result)
    ranked = _ranked(state, scores, publication)
    _require_figures(publication, ranked, folded.pairs)
    facts = facts_of_lines(state, publication, results, scores)
    numbers = _numbers(state, scores)
    players = FilePlayers(state, has_ids=has_ids)
    sections = sections_of_entries(state, scores, facts)
    named = _named(scores, ranked, players, folded.pairs)
    session = state.session
    form = SessionForm(session.form)
    return folded._replace(
        name=_name(session),
        pairs=tuple(_in_sections(named, sections)),
        travellers=tuple(_with_facts(folded.travellers, facts)),
        club=settings.CLUB_NAME,
        club_number=settings.CLUB_NUMBER,
        charge_code=settings.CLUB_CHARGE_CODE,
        day=session.day,
        form=form,
        matches=tuple(_with_rounds(folded.matches, facts)),
        event_id=f"{session.pk}",
        hands=_hands(session, folded.travellers, now),
    ).renumbered(numbers)


def require_rows_that_follow(
    state: SessionState, publication: Publication, scores: Scores
) -> None:
    """Raises Refused if the ranking computed from the boards differs from the published rows."""
    folded = session_results(scores.contest, scores.result)
    _require_figures(publication, _ranked(state, scores, publication), folded.pairs)


def _hands(
    session: Session, travellers: Iterable[Traveller], now: datetime | None
) -> tuple[DealtBoard, ...]:
    """The cards of the boards that were played, if play is over and everybody may see them at the moment `now`."""
    if now is None or not session.is_over:
        return ()
    played = {traveller.board for traveller in travellers}
    boards = cards_shown(session.deal_set, now)
    return tuple(board for board in boards if board.number in played)


def _name(session: Session) -> str:
    """The name of the session as a file has it: `Tuesday pairs`, or `Tuesday pairs (friendly)`."""
    if not session.is_friendly:
        return session.name
    friendly = pgettext("a session that counts in no season", "friendly")
    return f"{session.name} ({friendly})"


def _ranked(
    state: SessionState, scores: Scores, publication: Publication
) -> dict[int, PublishedRow]:
    """The rows of the lists `all`, `ns` and `ew`, list by list, the winner first."""
    indices = _indices(state, scores)
    rows = [row for row in rows_of([publication]) if row.list in LISTS]
    rows.sort(key=lambda row: (LISTS.index(row.list), row.position))
    return {indices[row.entry_id]: row for row in rows}


def _indices(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The number of each entry in the contest, by the id of the entry."""
    numbered = {entry: index for index, entry in enumerate(scores.entries, start=1)}
    indices = {}
    for section in state.sections:
        for number, entry in section.entries.items():
            indices[entry.pk] = numbered[section.letter, number]
    return indices


def _require_figures(
    publication: Publication, ranked: _Ranked, pairs: Iterable[Pair]
) -> None:
    """Check that the published rows have the same figures as the entries that have a place, in the same order.

    Raises Refused if the figures differ.
    """
    published = [_published_figures(index, row) for index, row in ranked.items()]
    folded = [_folded_figures(pair) for pair in pairs if pair.place is not None]
    if published == folded:
        return
    words = _(
        "The boards of publication %(number)s are not known any more as they were. "
        "Once the results are published again, there is a file of those."
    )
    raise Refused(words % {"number": publication.number})


_Figures = tuple[int, int | None, int, int | None, int]
"""A tuple of the entry's number in the contest, its place, its score, its percentage and its number of boards.

The score and the percentage are in ten-thousandths.
"""


def _published_figures(index: int, row: PublishedRow) -> _Figures:
    """The figures of a published row; `index` is the number of the row's entry in the contest."""
    return index, row.place, row.score, row.percent, row.boards


def _folded_figures(pair: Pair) -> _Figures:
    """The figures of a computed entry, in the units in which a published row stores them."""
    score, percent = ten_thousandths(pair.score), percent_stored(pair.percent)
    return pair.number, pair.place, score, percent, pair.boards


def _named(
    scores: Scores, ranked: _Ranked, players: FilePlayers, pairs: Iterable[Pair]
) -> Iterator[Pair]:
    """Yield the computed entries with their players and the figures of their published rows.

    An entry without a row has its present players.
    """
    for pair in pairs:
        entry = scores.entry(pair.number)
        row = ranked.get(pair.number)
        if row is None:
            yield pair._replace(players=players.now(entry))
            continue
        percent = None if row.percent is None else Fraction(row.percent, 10_000)
        line = None if row.list == "all" else Side(row.list.upper())
        yield pair._replace(
            players=players.of_row(row, entry),
            line=line,
            place=row.place,
            score=Fraction(row.score, 10_000),
            percent=percent,
            boards=row.boards,
            masterpoints=row.masterpoints,
        )


def _in_sections(pairs: Iterable[Pair], sections: Mapping[int, str]) -> Iterator[Pair]:
    """Yield the entries with the letters of their sections, which are given by the numbers of the entries."""
    for pair in pairs:
        yield pair._replace(section=sections[pair.number])


def _with_facts(
    travellers: Iterable[Traveller], facts: Mapping[Line, LineFacts]
) -> Iterator[Traveller]:
    """Yield the travellers with sections, leads and remarks in their lines."""
    for board in travellers:
        lines = []
        for line in board.lines:
            of_line = facts[board.board, line.ns, line.ew]
            remarks = [words for words in (of_line.remark, line.remark) if words]
            lines.append(
                line._replace(
                    section=of_line.section,
                    lead=of_line.lead,
                    remark=", ".join(remarks),
                )
            )
        yield board._replace(lines=tuple(lines))


def _with_rounds(
    matches: Iterable[ResultMatch], facts: Mapping[Line, LineFacts]
) -> Iterator[ResultMatch]:
    """Yield the matches with their rounds. A match that went on over several rounds has none."""
    rounds: dict[frozenset[int], set[int]] = {}
    for (_board, ns, ew), of_line in facts.items():
        rounds.setdefault(frozenset((ns, ew)), set()).add(of_line.round)
    for match in matches:
        of_match = rounds.get(frozenset((match.one, match.other)), set())
        if len(of_match) == 1:
            yield match._replace(round=min(of_match))
        else:
            yield match


def _numbers(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The number of each entry in the file, by its number in the contest.

    With several sections the two numbers are the same. With one section the file has the number of the entry in the
    session. If a ruling counts for one side only, a stand-in takes the place of the other side in the contest: with one
    section its number in the file is higher than the numbers of all entries.
    """
    if len(state.sections) > 1:
        return {index: index for index in range(1, len(scores.entries) + 1)}
    highest = max(number for _letter, number in scores.entries)
    nobody = count(highest + 1)
    numbers = {}
    for index, (_letter, number) in enumerate(scores.entries, start=1):
        numbers[index] = number or next(nobody)
    return numbers
