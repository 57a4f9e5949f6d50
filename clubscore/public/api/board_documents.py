"""The boards of a published session for the API: the results as they counted then, and the cards once they are open."""

from collections.abc import Mapping
from datetime import datetime

from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.hands.models import DealSet
from clubscore.hands.queries import is_open
from clubscore.members.models import Member
from clubscore.public.api.frame import Document
from scoring import Seat
from scoring.contest import Award
from scoring.contest.rounding import half_away
from scoring.duplicate import dealer_of, vulnerable_on
from scoring.duplicate.outcomes import Played
from scoring.hands.layout import Layout
from scoring.movements.plan import MovementRow


class PublishedBoards:
    """The boards of a publication: who sat where, what was played, and how it counted when it was published."""

    def __init__(self, publication: Publication) -> None:
        self.state: SessionState = load(publication.session_id)
        publication.session = self.state.session
        self.results: Results = results_then(publication)
        self.scores: Scores = scores_of(self.state, self.results)
        slots = sorted(self.results.settled, key=lambda slot: (slot.board, slot))
        self.players: dict[Slot, Mapping[Seat, Member | None]] = {
            slot: self._players_of(slot) for slot in slots
        }

    def records(self) -> set[int]:
        """The ids of the member records that played a board."""
        records = set()
        for seats in self.players.values():
            records |= {member.pk for member in seats.values() if member}
        return records

    def documents(self, names: Mapping[int, str], now: datetime) -> list[Document]:
        """A document for each board, by its number; `names` are the public names of the records."""
        cards: dict[int, Document] = {}
        if deal_set := open_cards(self.state.session, now):
            cards = {board.number: _hands(board.layout) for board in deal_set.dealt}
        boards: dict[int, list[Document]] = {}
        for slot, seats in self.players.items():
            boards.setdefault(slot.board, []).append(self._result(slot, seats, names))
        return [
            _board(number, cards.get(number), results)
            for number, results in boards.items()
        ]

    def _players_of(self, slot: Slot) -> Mapping[Seat, Member | None]:
        ruled = self.results.rulings.get(slot)
        four = ruled.ruling if ruled else self.results[slot].play
        section = self.state.section(slot.letter)
        assert section
        row = MovementRow(
            slot.round, slot.table, four.north, four.south, four.east, four.west, 0
        )
        return SlotState(self.state, section, row, slot).players

    def _result(
        self,
        slot: Slot,
        seats: Mapping[Seat, Member | None],
        names: Mapping[int, str],
    ) -> Document:
        players = {
            seat.value: names[member.pk] for seat, member in seats.items() if member
        }
        ns = ew = None
        if scored := self.scores.slots.get(slot):
            ns, ew = scored.ns, scored.ew
        return {
            "section": slot.letter,
            "round": slot.round,
            "table": slot.table,
            "players": players,
            **self._outcome(slot),
            "scores": {"NS": _points(ns), "EW": _points(ew)},
        }

    def _outcome(self, slot: Slot) -> Document:
        """The fields of what was played. A ruling has its words, and its points if it is one result."""
        if ruled := self.results.rulings.get(slot):
            points = None
            if isinstance(ruled.outcome, Played):
                points = ruled.outcome.points
            words = outcome_in_words(ruled.outcome, only=ruled.only)
            return NOT_RECORDED | {"points": points, "ruled": words}
        play = self.results[slot].play
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
