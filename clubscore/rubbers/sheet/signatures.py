"""Signatures under the deals of one sheet: the seals beside each deal, and the versions that are in dispute."""

from collections import defaultdict
from collections.abc import Container

from django.utils.translation import gettext_lazy

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.rubber.votes import counted_votes
from clubscore.rubbers.sheet.annotations import (
    DealAnnotations,
    Seal,
    Versions,
)
from clubscore.rubbers.sheet.difference import (
    in_full,
    named_differences,
    tricks_in_figures,
)
from scoring import Seat

STRUCK = gettext_lazy("struck out")

MethodBySeat = dict[Seat, str]
"""The type of the signatures under a version of a deal: for each seat that has signed, the SignatureMethod."""


def annotations_of(
    state: RubberState, numbers: Container[int] | None = None
) -> dict[int, DealAnnotations]:
    """The annotations of the deals with these numbers, or of all deals on the sheet, by number of the deal."""
    methods = _methods_by_version(state)
    shown = [deal for deal in state.deals if numbers is None or deal.number in numbers]
    return {deal.number: _annotations(state, deal, methods[deal.pk]) for deal in shown}


def unsigned(state: RubberState) -> dict[int, list[Member]]:
    """For each deal on the sheet, by the id of its version, the players whose seat has not signed, in order N E S W."""
    methods = _methods_by_version(state)
    return {deal.pk: _players_missing(state, methods[deal.pk]) for deal in state.deals}


def _methods_by_version(state: RubberState) -> dict[int, MethodBySeat]:
    """The seats that have signed each version of a deal, with their methods, by the id of the version.

    A seat stays signed when a substitute takes it.
    """
    seats = {state.people[place.member_id]: Seat(place.seat) for place in state.seats}
    methods: dict[int, MethodBySeat] = defaultdict(dict)
    for signature in state.deal_signatures:
        seat = seats[signature.member_id]
        methods[signature.under][seat] = signature.how
    return methods


def _players_missing(state: RubberState, methods: MethodBySeat) -> list[Member]:
    return [player for seat, player in state.players.items() if seat not in methods]


def _annotations(
    state: RubberState, deal: Deal, methods: MethodBySeat
) -> DealAnnotations:
    proposal = state.proposal_by_number.get(deal.number)
    versions = None
    corrected = ""
    tricks = ""
    if proposal:
        versions = versions_of(state, proposal)
    if deal.version > 1:
        corrected = deal.reason
    if deal.facts.transferred:
        tricks = tricks_in_figures(deal.facts)
    seals = tuple(_seal(state, seat, methods.get(seat)) for seat in state.players)
    return DealAnnotations(
        seals=seals, versions=versions, corrected=corrected, tricks=tricks
    )


def _seal(state: RubberState, seat: Seat, method: str | None) -> Seal:
    initials = state.records[seat].initials
    name = state.names[seat]
    if method is None:
        return Seal(initials, name, is_signed=False)
    return Seal(initials, name, is_signed=True, how=method_in_words(method))


def method_in_words(method: str) -> str:
    """The words for a SignatureMethod; empty for the ordinary method, a tap on the player's own device."""
    if method == SignatureMethod.TAPPED:
        return ""
    return str(SignatureMethod(method).label)


def versions_of(state: RubberState, proposal: Proposal) -> Versions:
    """The deal as it is on the sheet and as the proposal would have it, each in one line, with the differences."""
    recorded = proposal.base.facts
    claimed = proposal.proposed
    claimed_words = str(STRUCK)
    if claimed:
        claimed_words = in_full(claimed, state.names)
    is_from_two_books = proposal.origin == Proposal.Origin.BOOK
    return Versions(
        is_dispute=is_from_two_books or counted_votes(state, proposal).is_tied,
        recorded_by=proposal.base.recorded_by.short_name,
        recorded=in_full(recorded, state.names),
        claimed_by=proposal.made_by.short_name,
        claimed=claimed_words,
        differs=named_differences(recorded, claimed, state.names),
    )
