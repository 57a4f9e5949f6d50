"""The boards of a published session for the API: the results as they counted then, and the cards once they are open."""

from collections.abc import Mapping
from datetime import datetime

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.results.publishing.boards_then import PublishedBoards
from clubscore.duplicate.slot import Slot
from clubscore.hands.models import DealSet
from clubscore.hands.queries import is_open
from clubscore.public.api.frame import Document
from scoring import Seat
from scoring.contest import Award
from scoring.contest.rounding import half_away
from scoring.duplicate import dealer_of, vulnerable_on
from scoring.duplicate.outcomes import Played
from scoring.hands.layout import Layout


def board_documents(
    published: PublishedBoards, names: Mapping[int, str], now: datetime
) -> list[Document]:
    """A document for each board, by its number; `names` are the public names of the records."""
    cards: dict[int, Document] = {}
    if deal_set := open_cards(published.state.session, now):
        cards = {board.number: _hands(board.layout) for board in deal_set.dealt}
    boards: dict[int, list[Document]] = {}
    for slot in published.players:
        boards.setdefault(slot.board, []).append(_result(published, slot, names))
    return [
        _board(number, cards.get(number), results) for number, results in boards.items()
    ]


def _result(
    published: PublishedBoards, slot: Slot, names: Mapping[int, str]
) -> Document:
    seats = published.players[slot]
    players = {seat.value: names[member.pk] for seat, member in seats.items() if member}
    ns, ew = published.awards(slot)
    return {
        "section": slot.letter,
        "round": slot.round,
        "table": slot.table,
        "players": players,
        **_outcome(published.results, slot),
        "scores": {"NS": _points(ns), "EW": _points(ew)},
    }


def _outcome(results: Results, slot: Slot) -> Document:
    """The fields of what was played. A ruling has its words, and its points if it is one result."""
    if ruled := results.rulings.get(slot):
        points = None
        if isinstance(ruled.outcome, Played):
            points = ruled.outcome.points
        words = outcome_in_words(ruled.outcome, only=ruled.only)
        return NOT_RECORDED | {"points": points, "ruled": words}
    play = results[slot].play
    facts = play.facts
    if facts.contract is None or facts.declarer is None:
        return NOT_RECORDED | {"contract": "pass", "points": play.points}
    return {
        "contract": str(facts.contract),
        "declarer": facts.declarer.value,
        "tricks": facts.tricks,
        "lead": play.lead or None,
        "points": play.points,
        "ruled": None,
    }


def _board(number: int, hands: Document | None, results: list[Document]) -> Document:
    return {
        "board": number,
        "dealer": dealer_of(number).value,
        "vulnerable": [side.value for side in vulnerable_on(number)],
        "hands": hands,
        "results": results,
    }


NOT_RECORDED: Document = dict.fromkeys(
    ("contract", "declarer", "tricks", "lead", "points", "ruled")
)


def open_cards(session: Session, now: datetime) -> DealSet | None:
    """The set of boards that the session played; None without a set, and until everybody may see its cards."""
    deal_set = session.deal_set
    if deal_set is None or not is_open(deal_set, now):
        return None
    return deal_set


def _hands(layout: Layout) -> Document:
    """The cards of each seat as in PBN: spades, hearts, diamonds and clubs with points between them."""
    return {seat.value: ".".join(layout.suits(seat)) for seat in Seat}


def _points(award: Award | None) -> float | None:
    if award is None:
        return None
    return float(half_away(award.points, 2))
