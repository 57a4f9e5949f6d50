"""Signatures of one sheet: the seals beside its deals and under its net score."""

from collections import defaultdict
from datetime import timedelta

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Proposal, Rubber
from clubscore.rubbers.sheet.annotations import (
    DealAnnotations,
    NetAnnotations,
    Seal,
    Versions,
    listed,
    tricks_in_figures,
)
from clubscore.rubbers.sheet.difference import in_full, named_differences
from clubscore.rubbers.state import RubberState
from scoring import Seat, Side

STRUCK = "struck out"


def annotations_of(state: RubberState) -> dict[int, DealAnnotations]:
    """The annotations of each deal of the list, by its number."""
    signed = _by_version_and_seat(state)
    return {deal.number: _annotations(state, deal, signed[deal.pk]) for deal in state.deals}


def _by_version_and_seat(state: RubberState) -> dict[int, dict[Seat, str]]:
    """The SignatureMethod of each seat by version's id. A seat stays signed when a substitute takes it."""
    seats = {state.person(place.member_id): Seat(place.seat) for place in state.seats}
    found: dict[int, dict[Seat, str]] = defaultdict(dict)
    for signed in state.deal_signatures:
        found[signed.under][seats[signed.member_id]] = signed.how
    return found


def _annotations(state: RubberState, deal: Deal, signed: dict[Seat, str]) -> DealAnnotations:
    proposal = state.proposal_for(deal.number)
    return DealAnnotations(
        seals=tuple(_seal(state, seat, signed.get(seat)) for seat in state.players),
        versions=versions_of(state, proposal) if proposal else None,
        corrected=deal.reason if deal.version > 1 else "",
        tricks=tricks_in_figures(deal.facts) if deal.facts.transferred else "",
    )


def unsigned(state: RubberState) -> dict[int, list[Member]]:
    """The players whose seat has not signed, in order N E S W, by the id of each version on the sheet."""
    signed = _by_version_and_seat(state)
    return {
        deal.pk: [member for seat, member in state.players.items() if seat not in signed[deal.pk]]
        for deal in state.deals
    }


def net_annotations(state: RubberState) -> NetAnnotations:
    """The annotations under the net score of a rubber that is over."""
    rubber = state.rubber
    signed = {each.member_id: each.how for each in state.net_signatures}
    by_time = rubber.agreed_by == Rubber.AgreedBy.TIME and rubber.ended_at is not None and not state.proposals
    return NetAnnotations(
        seals=tuple(_seal(state, seat, signed.get(member.pk)) for seat, member in state.players.items()),
        posted_at=rubber.agreed_at,
        waits_for="" if rubber.is_agreed else waits_for(state),
        by_itself_at=rubber.ended_at + timedelta(minutes=rubber.agreed_after) if by_time and rubber.ended_at else None,
    )


def waits_for(state: RubberState) -> str:
    """The players whose agreement is missing: `Ben or Dan`; `Anna or Cleo, and Ben or Dan`; `Anna, Ben and Dan`."""
    signed = {each.member_id for each in state.net_signatures}
    missing = {seat: name for seat, name in state.names.items() if state.players[seat].pk not in signed}
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return listed(missing.values())
    sides = [side for side in Side if all(seat in missing for seat in side.seats)]
    return ", and ".join(listed((missing[seat] for seat in side.seats), "or") for side in sides)


def versions_of(state: RubberState, proposal: Proposal) -> Versions:
    """The deal as it is on the sheet and as `proposal` would have it, in one line each."""
    facts = proposal.proposed
    votes = [vote.is_yes for vote in proposal.newest_votes(state.signers).values()]
    is_tied = votes.count(True) == votes.count(False) == 2
    return Versions(
        is_dispute=proposal.origin == Proposal.Origin.BOOK or is_tied,
        recorded_by=proposal.base.recorded_by.short_name,
        recorded=in_full(proposal.base.facts, state.names),
        claimed_by=proposal.made_by.short_name,
        claimed=in_full(facts, state.names) if facts else STRUCK,
        differs=named_differences(proposal.base.facts, facts, state.names),
    )


def _seal(state: RubberState, seat: Seat, how: str | None) -> Seal:
    words = SignatureMethod(how).label if how and how != SignatureMethod.TAPPED else ""
    return Seal(state.records[seat].initials, state.names[seat], how is not None, words)
