"""All cards that ask one keeper of a rubber for a tap."""

from dataclasses import dataclass

from clubscore.members.models import Member
from clubscore.rubbers.consent.cards.absence import AbsenceCard, absence_cards
from clubscore.rubbers.consent.cards.auction import AuctionCard, auction_card
from clubscore.rubbers.consent.cards.deal import DealCard, deal_cards, waiting_deals
from clubscore.rubbers.consent.cards.decision import DecisionCard, decision_cards
from clubscore.rubbers.consent.cards.net import NetCard, net_card
from clubscore.rubbers.consent.cards.proposal import ProposalCard, proposal_card
from clubscore.rubbers.consent.cards.substitution import (
    SubstitutionCard,
    substitution_card,
)
from clubscore.rubbers.rubber.state import RubberState

FEW = 4  # deals that wait: as many as fit on a phone before somebody asks for all


@dataclass(frozen=True, slots=True)
class Consent:
    """All cards of one member."""

    absences: tuple[AbsenceCard, ...]
    decisions: tuple[DecisionCard, ...]
    net: NetCard | None
    proposals: tuple[ProposalCard, ...]
    substitutions: tuple[SubstitutionCard, ...]
    to_sign: tuple[DealCard, ...]
    """The deals that this member has still to sign, newest first: all, or the first FEW."""
    others_sign: tuple[DealCard, ...]
    """The deals that only others have still to sign, newest first: all, or the first FEW."""
    waiting: tuple[int, int]
    """The number of deals of both kinds, shown or not."""
    auction: AuctionCard | None
    shows_all: bool
    """Whether all deals are shown, however many."""

    @property
    def others(self) -> int:
        """The number of deals that wait for others alone."""
        return self.waiting[1]

    @property
    def votes(self) -> list[ProposalCard]:
        """The proposals on which the viewer has still to vote."""
        return [
            card for card in self.proposals if card.may_vote and card.my_vote is None
        ]

    @property
    def other_proposals(self) -> list[ProposalCard]:
        return [
            card
            for card in self.proposals
            if not card.may_vote or card.my_vote is not None
        ]

    @property
    def substitutes(self) -> list[SubstitutionCard]:
        """The substitutions to which the viewer has still to consent."""
        return [card for card in self.substitutions if card.mine]

    @property
    def other_substitutions(self) -> list[SubstitutionCard]:
        return [card for card in self.substitutions if not card.mine]

    @property
    def asks_for_net(self) -> bool:
        """Whether the viewer has still to agree to the net score; first comes what is disputed."""
        return self.net is not None and self.net.mine and not self.proposals

    @property
    def is_quiet(self) -> bool:
        """Whether nothing waits for anybody's agreement."""
        cards = (
            *self.to_sign,
            *self.others_sign,
            *self.proposals,
            *self.substitutes,
            *self.absences,
        )
        return (
            not cards and self.net is None and not (self.auction and self.auction.said)
        )

    @property
    def count(self) -> int:
        """The number of cards that wait for the viewer."""
        return (
            len(self.votes)
            + len(self.substitutes)
            + self.waiting[0]
            + self.asks_for_net
        )


def consent_for(
    state: RubberState, member: Member, *, shows_all: bool = False
) -> Consent:
    """The cards for this member.

    Of the deals that wait for the member, and of those that wait for others alone, only the newest FEW are shown unless
    `shows_all` is true.
    """
    waiting = waiting_deals(state)
    for_member = [deal for deal in waiting if member in deal.players]
    for_others = [deal for deal in waiting if member not in deal.players]
    most = FEW
    if shows_all:
        most = len(state.deals)
    return Consent(
        absences=absence_cards(state, member),
        decisions=decision_cards(state),
        net=net_card(state, member),
        proposals=tuple(
            proposal_card(state, proposal, member) for proposal in state.proposals
        ),
        substitutions=tuple(
            substitution_card(state, open_one, member)
            for open_one in state.substitutions
        ),
        to_sign=deal_cards(state, for_member[:most], member),
        others_sign=deal_cards(state, for_others[:most], member),
        waiting=(len(for_member), len(for_others)),
        auction=auction_card(state, member),
        shows_all=shows_all,
    )
