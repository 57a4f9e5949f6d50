"""Signatures of one sheet: the seals beside its deals and under its net score."""

from collections import defaultdict
from collections.abc import Container

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.contracts.models import SignatureMethod
from clubscore.languages.spoken import quoted
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Proposal, Rubber
from clubscore.rubbers.rubber.binding import votes_that_count
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.signed import NetSigned
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.annotations import (
    DealAnnotations,
    NetAnnotations,
    Seal,
    Versions,
    tricks_in_figures,
)
from clubscore.rubbers.sheet.difference import in_full, named_differences
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring import Seat, Side

STRUCK = gettext_lazy("struck out")


def annotations_of(state: RubberState, numbers: Container[int] | None = None) -> dict[int, DealAnnotations]:
    """The annotations of each deal of the list, or of those with these numbers, by its number."""
    signed = _by_version_and_seat(state)
    return {
        deal.number: _annotations(state, deal, signed[deal.pk])
        for deal in state.deals
        if numbers is None or deal.number in numbers
    }


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
    return NetAnnotations(
        seals=tuple(_net_seal(state, seat) for seat in state.players),
        posted_at=rubber.agreed_at,
        waits_for="" if rubber.is_agreed else waits_for(state),
        by_itself_at=None if state.proposals or state.absent else state.objections_until,
        dispute=dispute_in_words(state),
    )


def _net_seal(state: RubberState, seat: Seat) -> Seal:
    player, name, initials = state.players[seat], state.names[seat], state.records[seat].initials
    given = [each for each in state.net_signatures if each.member_id == player.pk]
    signed = state.agreed_net.get(player.pk)
    if signed is None:
        return Seal(initials, name, is_signed=False, how=_why_it_does_not_count(state, given[-1]) if given else "")
    if signed.given_by:
        instead = f"{signed.given_by}, {quoted(signed.reason)}"
        return Seal(initials, name, is_signed=True, instead=instead, has_left=player.has_left)
    return Seal(initials, name, is_signed=True, how=_method(signed.how), all_the_same=signed.despite is not None)


def _why_it_does_not_count(state: RubberState, given: NetSigned) -> str:
    is_older = (given.despite or 0) < state.newest_dispute
    return _("before it was disputed") if is_older else _("by table PIN, which binds no member")


def waits_for(state: RubberState) -> str:
    """The players whose agreement is missing: `Ben or Dan`; `Anna or Cleo, and Ben or Dan`; `Anna, Ben and Dan`.

    Who has said not to be there is missing in any case: `Anna or Cleo, and Ben, who said “I am not there”`.
    """
    absent = [_("%(name)s, who said “I am not there”") % {"name": state.names[seat]} for seat in state.absent]
    return _and_also([each for each in (_missing(state), *absent) if each])


def _and_also(parts: list[str]) -> str:
    *first, last = parts or [""]
    return _("%(first)s, and %(last)s") % {"first": _and_also(first), "last": last} if first else last


def _missing(state: RubberState) -> str:
    """Those of sides without a player who says so: that player's signature is enough for the side."""
    missing = {seat: name for seat, name in state.names.items() if state.players[seat].pk not in state.agreed_net}
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return all_of(name for seat, name in missing.items() if seat not in state.absent)
    sides = [side for side in Side if all(seat in missing and seat not in state.absent for seat in side.seats)]
    return _and_also([any_of(missing[seat] for seat in side.seats) for side in sides])


def dispute_in_words(state: RubberState) -> str:
    """`Deal 3 is disputed`, `A correction of deal 3 is proposed`; empty while no proposal is open."""
    numbers = sorted(proposal.number for proposal in state.proposals)
    if not numbers:
        return ""
    if all(proposal.origin == Proposal.Origin.BOOK for proposal in state.proposals):
        words = ngettext("Deal %(deals)s is disputed", "Deals %(deals)s are disputed", len(numbers))
    else:
        words = ngettext(
            "A correction of deal %(deals)s is proposed", "Corrections of deals %(deals)s are proposed", len(numbers)
        )
    return words % {"deals": all_of(str(called(state, number)) for number in numbers)}


def versions_of(state: RubberState, proposal: Proposal) -> Versions:
    """The deal as it is on the sheet and as `proposal` would have it, in one line each."""
    facts = proposal.proposed
    counted = votes_that_count(state.players, proposal.newest_votes(state.signers))
    votes = [vote.is_yes for vote in counted.values()]
    is_tied = votes.count(True) == votes.count(False) == 2
    return Versions(
        is_dispute=proposal.origin == Proposal.Origin.BOOK or is_tied,
        recorded_by=proposal.base.recorded_by.short_name,
        recorded=in_full(proposal.base.facts, state.names),
        claimed_by=proposal.made_by.short_name,
        claimed=in_full(facts, state.names) if facts else str(STRUCK),
        differs=named_differences(proposal.base.facts, facts, state.names),
    )


def _seal(state: RubberState, seat: Seat, how: str | None) -> Seal:
    return Seal(state.records[seat].initials, state.names[seat], how is not None, _method(how) if how else "")


def _method(how: str) -> str:
    """The method in words; empty for the ordinary one."""
    return "" if how == SignatureMethod.TAPPED else str(SignatureMethod(how).label)
