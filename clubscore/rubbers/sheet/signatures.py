"""Who has signed what in one rubber, read in three queries however many deals it has."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, DealAgreement, NetAgreement, Proposal, Rubber
from clubscore.rubbers.sheet.annotations import DealMarks, NetMarks, Seal, Versions, listed, tricks_in_figures
from clubscore.rubbers.sheet.difference import in_full, named_differences
from scoring import Seat, Side

STRUCK = "struck out"


@dataclass(frozen=True, slots=True)
class Signatures:
    """`deals` by the version's id and the seat; `net` by member's id; `proposals` are the open ones, by deal number."""

    rubber: Rubber
    standing: Sequence[Deal]
    deals: dict[int, dict[Seat, DealAgreement]]
    net: dict[int, NetAgreement]
    proposals: dict[int, Proposal]

    def unsigned(self, deal: Deal) -> list[Member]:
        """The players whose seat has not signed this version, in order N E S W."""
        signed = self.deals[deal.pk]
        return [member for seat, member in self.rubber.players.items() if seat not in signed]

    def marks(self) -> dict[int, DealMarks]:
        """What stands beside each deal of the list, by its number."""
        return {deal.number: self._marks(deal) for deal in self.standing}

    def _marks(self, deal: Deal) -> DealMarks:
        proposal = self.proposals.get(deal.number)
        return DealMarks(
            seals=tuple(self._deal_seals(deal)),
            versions=versions_of(proposal, self.rubber) if proposal else None,
            corrected=deal.reason if deal.version > 1 else "",
            tricks=tricks_in_figures(deal.facts) if deal.facts.transferred else "",
        )

    def _deal_seals(self, deal: Deal) -> list[Seal]:
        signed, names = self.deals[deal.pk], self.rubber.names
        return [_seal(member, names[seat], signed.get(seat)) for seat, member in self.rubber.players.items()]

    def net_marks(self) -> NetMarks:
        rubber = self.rubber
        names = rubber.names
        by_time = rubber.agreed_by == Rubber.AgreedBy.TIME and rubber.ended_at is not None and not self.proposals
        return NetMarks(
            seals=tuple(_seal(member, names[seat], self.net.get(member.pk)) for seat, member in rubber.players.items()),
            posted_at=rubber.agreed_at,
            waits_for="" if rubber.is_agreed else self.waits_for(),
            by_itself_at=rubber.ended_at + timedelta(minutes=rubber.agreed_after)
            if by_time and rubber.ended_at
            else None,
        )

    def waits_for(self) -> str:
        """Whose agreement would post it: `Ben or Dan`; `Anna or Cleo, and Ben or Dan`; `Anna, Ben and Dan`."""
        missing = {seat: name for seat, name in self.rubber.names.items() if not self._has_signed_net(seat)}
        if self.rubber.agreed_by == Rubber.AgreedBy.ALL:
            return listed(missing.values())
        sides = [side for side in Side if all(seat in missing for seat in side.seats)]
        return ", and ".join(listed((missing[seat] for seat in side.seats), "or") for side in sides)

    def _has_signed_net(self, seat: Seat) -> bool:
        return self.rubber.players[seat].pk in self.net


def signatures_of(rubber: Rubber, standing: Sequence[Deal]) -> Signatures:
    """`standing` are the rubber's standing deals; its versions are best prefetched (`for_sheets`)."""
    seats = {place.member_id: Seat(place.seat) for place in rubber.seats.all()}
    deals: dict[int, dict[Seat, DealAgreement]] = defaultdict(dict)
    for signature in DealAgreement.objects.filter(deal__in=[deal.pk for deal in standing]):
        deals[signature.deal_id][seats[signature.member_id]] = signature
    newest = max((deal.pk for deal in rubber.deals.all()), default=None) if rubber.is_over else None
    net = NetAgreement.objects.filter(rubber=rubber, newest=newest) if newest else []
    proposals = rubber.proposals.open().select_related("made_by", "base__recorded_by").prefetch_related("votes")
    return Signatures(
        rubber=rubber,
        standing=standing,
        deals=deals,
        net={signature.member_id: signature for signature in net},
        proposals={proposal.number: proposal for proposal in proposals},
    )


def versions_of(proposal: Proposal, rubber: Rubber) -> Versions:
    """The deal as it stands and as `proposal` would have it, in one line each."""
    names, facts = rubber.names, None if proposal.strikes else proposal.facts
    return Versions(
        is_dispute=proposal.origin == Proposal.Origin.BOOK or _is_tied(proposal, rubber),
        recorded_by=proposal.base.recorded_by.short_name,
        recorded=in_full(proposal.base.facts, names),
        claimed_by=proposal.made_by.short_name,
        claimed=in_full(facts, names) if facts else STRUCK,
        differs=named_differences(proposal.base.facts, facts, names),
    )


def _is_tied(proposal: Proposal, rubber: Rubber) -> bool:
    """Two against two, from the votes as they were prefetched."""
    newest = {vote.member_id: vote.is_yes for vote in sorted(proposal.votes.all(), key=lambda vote: vote.pk)}
    votes = [newest.get(member.pk) for member in rubber.players.values()]
    return votes.count(True) == votes.count(False) == 2


def _seal(member: Member, name: str, signature: DealAgreement | NetAgreement | None) -> Seal:
    how = signature.get_how_display() if signature and signature.how != SignatureMethod.TAPPED else ""
    return Seal(member.initials, name, signature is not None, how)
