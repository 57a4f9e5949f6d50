"""A publication of pairs as the files that other programs read: its rows as they stand, and the boards behind them.

A member who may see that something was published may have its file: play is over then, and no board is hidden any more.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from django.conf import settings
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Publication, PublishedRow, Session
from clubscore.duplicate.outcomes.outcome_words import LISTS
from clubscore.duplicate.outcomes.published import rows_of
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
    """A file to be downloaded."""

    name: str
    content_type: str
    content: bytes


def has_file(session: Session, kind: str) -> bool:
    """True if the results of a session can be said in a file of this kind, `usebio` or `pbn`."""
    if session.form != Session.Form.PAIRS:
        return False
    if kind == "pbn":
        return has_pbn(session.contest_rules)
    return has_usebio(session.contest_rules)


def result_file(state: SessionState, publication: Publication, kind: str) -> ResultFile:
    """The file of a publication, of a kind that its session has. Raises Refused where its boards are not known."""
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
    """A publication of pairs: places, scores and percentages of its rows, and the boards as they were then.

    Raises Refused where the boards that are known of that moment do not give these rows.
    """
    scores = scores_of(state, results_then(publication))
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
    travellers = [_renumbered(board, numbers) for board in folded.travellers]
    return SessionResults(
        state.session.name,
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
    """Require that the published rows have the figures of these pairs, in their order. Raises Refused."""
    published = [_published_figures(index, row) for index, row in ranked]
    folded = [_folded_figures(pair) for pair in pairs if pair.place is not None]
    if published == folded:
        return
    words = _(
        "The boards of publication %(number)s are not known any more as they were. "
        "Once the results are published again, there is a file of those."
    )
    raise Refused(words % {"number": publication.number})


def _renumbered(board: Traveller, numbers: Mapping[int, int]) -> Traveller:
    """The traveller with the pairs' numbers in the session in place of their indices in the contest."""
    lines = []
    for line in board.lines:
        ns, ew = numbers[line.ns], numbers[line.ew]
        lines.append(line._replace(ns=ns, ew=ew))
    return board._replace(lines=tuple(lines))


def _ranked(publication: Publication) -> list[PublishedRow]:
    """The rows of the lists that rank everybody, list by list, the winner first."""
    rows = [row for row in rows_of([publication]) if row.list in LISTS]
    return sorted(rows, key=lambda row: (LISTS.index(row.list), row.position))


def _indices(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The number in the contest of each entry, by its id."""
    numbered = {entry: index for index, entry in enumerate(scores.entries, start=1)}
    indices = {}
    for section in state.sections:
        for number, entry in section.entries.items():
            indices[entry.pk] = numbered[section.letter, number]
    return indices


def _numbers(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The number in the file of each entry of the contest.

    It is the entry's own number, or in several sections its index in the contest. A side that a ruling was not for has
    a number above all of them, and no names.
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
"""Index in the contest, place, score and percentage in ten-thousandths, and the number of boards."""


def _published_figures(index: int, row: PublishedRow) -> _Figures:
    """The figures of a published row."""
    return index, row.place, row.score, row.percent, row.boards


def _folded_figures(pair: Pair) -> _Figures:
    """The figures of a pair, as a publication would store them."""
    score, percent = ten_thousandths(pair.score), percent_stored(pair.percent)
    return pair.number, pair.place, score, percent, pair.boards


def _pair(index: int, row: PublishedRow) -> Pair:
    """A pair as it was published, with the names of its own players."""
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
    """The current names of a pair that has no place in the publication."""
    letter, number = scores.entry(pair.number)
    section = state.section(letter)
    if section is None:
        return ()
    names = []
    for share in shares_of(section, number):
        if not share.rounds:
            names.append(share.member.name)
    return tuple(names)
