"""Files of a publication of pairs for other programs: the published rows, and the boards from which they follow.

A member who may see a publication may download its files: play is over then, and no board is hidden any more.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from django.conf import settings
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.duplicate.models import Publication, PublishedRow, Session
from clubscore.duplicate.outcomes.one_sided import is_one_sided
from clubscore.duplicate.outcomes.outcome_words import LISTS
from clubscore.duplicate.outcomes.published import rows_of
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.results.publishing.rows import percent_stored, ten_thousandths
from clubscore.duplicate.session.lineup import shares_of
from clubscore.duplicate.session.state import SessionState
from clubscore.refusals import Refused
from scoring import Side
from scoring.text.results.pbn import has_pbn, pbn_text
from scoring.text.results.session import (
    Pair,
    SessionResults,
    Traveller,
    session_results,
)
from scoring.text.results.usebio import has_usebio, usebio_text


class ResultFile(NamedTuple):
    """A file for the browser to download: its name, its content type and its bytes."""

    name: str
    content_type: str
    content: bytes


def has_file(session: Session, kind: str) -> bool:
    """True if the results of a session can be written as a file of this kind, `usebio` or `pbn`."""
    if session.form != Session.Form.PAIRS:
        return False
    if kind == "pbn":
        return has_pbn(session.contest_rules)
    return has_usebio(session.contest_rules)


def result_file(state: SessionState, publication: Publication, kind: str) -> ResultFile:
    """The file of a publication, of the kind `usebio` or `pbn`. The caller has checked it with `has_file`.

    Raises Refused if the ranking computed from the boards differs from the published rows.
    """
    session = state.session
    results = results_as_published(state, publication)
    name = f"{slugify(session.name) or 'session'}-{session.day:%Y-%m-%d}"
    if kind == "pbn":
        text = pbn_text(results)
        return ResultFile(f"{name}.pbn", "text/x-pbn; charset=utf-8", text.encode())
    text = usebio_text(results)
    return ResultFile(f"{name}.xml", "application/xml; charset=utf-8", text.encode())


def results_as_published(
    state: SessionState, publication: Publication
) -> SessionResults:
    """A publication of pairs as a SessionResults, with places, scores and percentages from the published rows.

    Its boards have the results that counted when the publication was made. Raises Refused if the ranking computed from
    these boards differs from the published rows.
    """
    results = results_then(publication)
    scores = scores_of(state, results)
    folded = session_results(scores.contest, scores.result)
    indices = _indices(state, scores)
    ranked = [(indices[row.entry_id], row) for row in _ranked(publication)]
    _require_rows_that_follow(publication, ranked, folded.pairs)
    numbers = _numbers(state, scores)
    pairs = [_pair(index, row) for index, row in ranked]
    for pair in folded.pairs:
        if pair.place is None:
            pairs.append(pair._replace(names=_names_now(state, scores, pair)))
    numbered = [pair._replace(number=numbers[pair.number]) for pair in pairs]
    remarks = _remarks(state, publication, results, scores)
    travellers = [_renumbered(board, numbers, remarks) for board in folded.travellers]
    return SessionResults(
        _name(state.session),
        state.session.contest_rules,
        tuple(numbered),
        tuple(travellers),
        settings.CLUB_NAME,
        state.session.day,
    )


def _require_rows_that_follow(
    publication: Publication,
    ranked: Iterable[tuple[int, PublishedRow]],
    pairs: Iterable[Pair],
) -> None:
    """Check that the published rows have the same figures as the pairs that have a place, in the same order.

    `ranked` has each published row, after the number of its entry in the contest. Raises Refused if the figures differ.
    """
    published = [_published_figures(index, row) for index, row in ranked]
    folded = [_folded_figures(pair) for pair in pairs if pair.place is not None]
    if published == folded:
        return
    words = _(
        "The boards of publication %(number)s are not known any more as they were. "
        "Once the results are published again, there is a file of those."
    )
    raise Refused(words % {"number": publication.number})


def _name(session: Session) -> str:
    """The name of the session as a file has it: `Tuesday pairs`, or `Tuesday pairs (friendly)`."""
    if not session.is_friendly:
        return session.name
    friendly = pgettext("a session that counts in no season", "friendly")
    return f"{session.name} ({friendly})"


_Line = tuple[int, int, int]
"""A line of a traveller: the board, and the numbers of North-South and East-West in the contest."""


def _remarks(
    state: SessionState, publication: Publication, results: Results, scores: Scores
) -> Mapping[_Line, str]:
    """The remarks on the results of a publication, for the lines that have one.

    They say which results one side or the director entered alone, and which the publication left open. They are not
    translated, because other programs read them.
    """
    rows = publication.open_boards.select_related("section")
    left_open = {row.slot for row in rows}
    remarks = {}
    for slot, scored in scores.slots.items():
        words = []
        if is_one_sided(state, results, slot):
            words.append("entered by one side or by the director alone")
        if slot in left_open:
            words.append("open when published")
        if words:
            line = slot.board, scored.slot.ns, scored.slot.ew
            remarks[line] = ", ".join(words)
    return remarks


def _renumbered(
    board: Traveller, numbers: Mapping[int, int], remarks: Mapping[_Line, str]
) -> Traveller:
    """A copy of a traveller in which each pair has its number in the file, and each line its remark.

    `numbers` has the number of each pair in the file, by its number in the contest.
    """
    lines = []
    for line in board.lines:
        ns, ew = numbers[line.ns], numbers[line.ew]
        remark = remarks.get((board.board, line.ns, line.ew), "")
        lines.append(line._replace(ns=ns, ew=ew, remark=remark))
    return board._replace(lines=tuple(lines))


def _ranked(publication: Publication) -> list[PublishedRow]:
    """The rows of the lists `all`, `ns` and `ew`, list by list, the winner first."""
    rows = [row for row in rows_of([publication]) if row.list in LISTS]
    return sorted(rows, key=lambda row: (LISTS.index(row.list), row.position))


def _indices(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The number of each entry in the contest, by the id of the entry."""
    numbered = {entry: index for index, entry in enumerate(scores.entries, start=1)}
    indices = {}
    for section in state.sections:
        for number, entry in section.entries.items():
            indices[entry.pk] = numbered[section.letter, number]
    return indices


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


_Figures = tuple[int, int | None, int, int | None, int]
"""A tuple of the entry's number in the contest, its place, its score, its percentage and its number of boards.

The score and the percentage are in ten-thousandths.
"""


def _published_figures(index: int, row: PublishedRow) -> _Figures:
    """The figures of a published row; `index` is the number of the row's entry in the contest."""
    return index, row.place, row.score, row.percent, row.boards


def _folded_figures(pair: Pair) -> _Figures:
    """The figures of a computed pair, in the units in which a published row stores them."""
    score, percent = ten_thousandths(pair.score), percent_stored(pair.percent)
    return pair.number, pair.place, score, percent, pair.boards


def _pair(index: int, row: PublishedRow) -> Pair:
    """A published row as a Pair, with the names of its players but not of substitutes.

    `index` is the number of the row's entry in the contest.
    """
    names = []
    for player in row.players.all():
        if not player.rounds:
            names.append(player.member.name)
    side = None
    if row.list != "all":
        side = Side(row.list.upper())
    percent = None
    if row.percent is not None:
        percent = Fraction(row.percent, 10_000)
    score = Fraction(row.score, 10_000)
    return Pair(index, tuple(names), side, row.place, score, percent, row.boards)


def _names_now(state: SessionState, scores: Scores, pair: Pair) -> tuple[str, ...]:
    """The current names of the players of a pair that has no row in the publication, without substitutes.

    If a ruling counts for one side only, a stand-in without players takes the place of the other side in the contest.
    For a stand-in the tuple is empty.
    """
    letter, number = scores.entry(pair.number)
    section = state.section(letter)
    if section is None:
        return ()
    names = []
    for share in shares_of(section, number):
        if not share.rounds:
            names.append(share.member.name)
    return tuple(names)
