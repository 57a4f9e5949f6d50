"""The cards of deals that players have still to sign."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from clubscore.games.viewpoint import Viewpoint
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.deals import DealEntry, deals_by_number
from clubscore.rubbers.sheet.signatures import annotations_of, unsigned
from scoring import Seat, Sheet


class Borrower(NamedTuple):
    """A player who may sign on another player's device, with the plain values that a card shows."""

    pk: int
    name: str
    short_name: str
    has_pin: bool


@dataclass(frozen=True, slots=True)
class DealCard:
    """The card of a deal that not all four players have signed.

    All its fields are plain values: equal cards are rendered to HTML only once (record 62).
    """

    version: int
    """The id of the version of the deal that is on the sheet."""
    tricks: int | None
    entry: DealEntry
    declarer: str
    """The declarer's name; empty for a deal passed out."""
    totals: tuple[tuple[str, int], ...]
    """Each side's name and points after this deal, the viewer's own side first."""
    mine: bool
    """True if the viewer has still to sign."""
    others: tuple[Borrower, ...]
    """The other players who have still to sign."""


class WaitingDeal(NamedTuple):
    """A deal on the sheet that some players have not signed; `place` is its place on the sheet, from 1."""

    place: int
    deal: Deal
    players: list[Member]


def waiting_deals(state: RubberState) -> list[WaitingDeal]:
    """The deals on the sheet that some players have still to sign, the newest first; [] once the rubber is agreed.

    A deal with an open proposal is left out: the players vote on the proposal instead.
    """
    if state.rubber.is_agreed:
        return []
    missing = unsigned(state)
    deals = [
        WaitingDeal(place, deal, missing[deal.pk])
        for place, deal in enumerate(state.deals, start=1)
    ]
    waiting = [
        waiting
        for waiting in deals
        if waiting.players and waiting.deal.number not in state.proposal_by_number
    ]
    waiting.reverse()
    return waiting


def deal_cards(desk: RubberDesk, waiting: list[WaitingDeal]) -> tuple[DealCard, ...]:
    """A card for each of these deals, as this member sees it."""
    state = desk.state
    member = desk.member
    viewpoint = Viewpoint(desk.view)
    entries = _annotated_entries(
        state, [deal.number for _place, deal, _players in waiting], viewpoint
    )
    cards = []
    for place, deal, players in waiting:
        card = DealCard(
            version=deal.pk,
            tricks=deal.tricks,
            entry=entries[deal.number],
            declarer=_declarer(state, deal),
            totals=_totals_after(state.sheet, place, viewpoint),
            mine=member in players,
            others=tuple(_borrower(player) for player in players if player != member),
        )
        cards.append(card)
    return tuple(cards)


def _annotated_entries(
    state: RubberState, numbers: list[int], viewpoint: Viewpoint
) -> dict[int, DealEntry]:
    """The deals with these numbers in words, with scores and annotations, by the number of the deal."""
    annotations = annotations_of(state, numbers)
    entries = deals_by_number(state.numbered_sheet, state.names, viewpoint, numbers)
    return {
        number: replace(entry, annotations=annotations[number])
        for number, entry in entries.items()
    }


def _declarer(state: RubberState, deal: Deal) -> str:
    if not deal.declarer:
        return ""
    return state.names[Seat(deal.declarer)]


def _borrower(player: Member) -> Borrower:
    return Borrower(player.pk, player.name, player.short_name, player.has_pin)


def _totals_after(
    sheet: Sheet, place: int, viewpoint: Viewpoint
) -> tuple[tuple[str, int], ...]:
    """Each side's name and points after the first `place` deals of the sheet."""
    points = dict.fromkeys(viewpoint.columns, 0)
    for scored in sheet.deals[:place]:
        for line in scored.lines:
            points[line.side] += line.points
    return tuple((viewpoint.name(side), points[side]) for side in viewpoint.columns)
