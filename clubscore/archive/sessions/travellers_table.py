"""`travellers.csv`: a line for each result of the published sessions of duplicate, as it counted when published."""

from collections.abc import Iterator, Sequence
from datetime import date

from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.results.publishing.boards_then import PublishedBoards
from clubscore.duplicate.results.publishing.queries import newest_of_days
from clubscore.duplicate.slot import Slot
from clubscore.web.csv import Cell
from scoring import Seat
from scoring.contest import Award
from scoring.contest.rounding import half_away
from scoring.duplicate import dealer_of
from scoring.duplicate.outcomes import Played

HEADER = (
    *("session_id", "session", "day", "publication", "board", "dealer"),
    *("section", "round", "table", "n_id", "e_id", "s_id", "w_id"),
    *("contract", "declarer", "tricks", "lead", "points_ns", "ruled"),
    *("score_ns", "score_ew"),
)


def rows() -> Iterator[Sequence[Cell]]:
    """The results by session, board and table. One session is read at a time."""
    for publication in newest_of_days(date.min, None):
        published = PublishedBoards(publication)
        session = published.state.session
        about = (session.pk, session.name, session.day.isoformat(), publication.number)
        for slot in published.players:
            yield (*about, *_line(published, slot))


def _line(published: PublishedBoards, slot: Slot) -> Sequence[Cell]:
    seats = published.players[slot]
    members = [seats[seat] for seat in Seat]
    ids = [member.pk if member else None for member in members]
    return (
        slot.board,
        dealer_of(slot.board).value,
        slot.letter,
        slot.round,
        slot.table,
        *ids,
        *_outcome(published, slot),
        *map(_figure, published.awards(slot)),
    )


def _outcome(published: PublishedBoards, slot: Slot) -> Sequence[Cell]:
    """Contract, declarer, tricks, lead, points of North-South and ruling; blank where there is none."""
    if ruled := published.results.rulings.get(slot):
        points = None
        if isinstance(ruled.outcome, Played):
            points = ruled.outcome.points
        words = outcome_in_words(ruled.outcome, only=ruled.only)
        return "", "", None, "", points, words
    play = published.results[slot].play
    facts = play.facts
    if facts.contract is None or facts.declarer is None:
        return "pass", "", None, "", play.points, ""
    return (
        str(facts.contract),
        facts.declarer.value,
        facts.tricks,
        play.lead,
        play.points,
        "",
    )


def _figure(award: Award | None) -> Cell:
    if award is None:
        return None
    return float(half_away(award.points, 2))
