"""All cards of a rubber, which ask for signatures, votes and rulings, for one member."""

from dataclasses import dataclass, replace

from clubscore.rubbers.consent.cards.absence import AbsenceCard, absence_cards
from clubscore.rubbers.consent.cards.auction import AuctionCard, auction_card
from clubscore.rubbers.consent.cards.book import BookCard, book_card
from clubscore.rubbers.consent.cards.deal import (
    DealCard,
    WaitingDeal,
    deal_cards,
    waiting_deals,
)
from clubscore.rubbers.consent.cards.decision import DecisionCard, decision_cards
from clubscore.rubbers.consent.cards.motion import MotionCard, motion_card
from clubscore.rubbers.consent.cards.net import NetCard, net_card
from clubscore.rubbers.consent.cards.proposal import ProposalCard, proposal_card
from clubscore.rubbers.consent.cards.substitution import (
    SubstitutionCard,
    substitution_card,
)
from clubscore.rubbers.models import Motion, Substitution
from clubscore.rubbers.motions.queries import may_move
from clubscore.rubbers.rubber.arbiters import (
    arbiters_of_the_club,
    deciders_in_words,
    neutral_among,
    silent_side,
)
from clubscore.rubbers.rubber.desk import RubberDesk

FEW = 4  # deals that wait: as many as fit on a phone before somebody asks for all


@dataclass(frozen=True, slots=True)
class Consent:
    """All cards of a rubber, which ask the players for signatures, votes and consents, as one member sees them."""

    absences: tuple[AbsenceCard, ...]
    decisions: tuple[DecisionCard, ...]
    net: NetCard | None
    motions: tuple[MotionCard, ...]
    proposals: tuple[ProposalCard, ...]
    substitutions: tuple[SubstitutionCard, ...]
    to_sign: tuple[DealCard, ...]
    """The deals that this member has still to sign, newest first: all, or the first FEW."""
    others_sign: tuple[DealCard, ...]
    """The deals that only other players have still to sign, newest first: all, or the first FEW."""
    waiting: tuple[int, int]
    """The number of deals that the viewer has still to sign, and the number that only others have still to sign.

    Deals are counted even if their cards are not shown.
    """
    auction: AuctionCard | None
    book: BookCard | None
    shows_all: bool
    """True if the cards of all unsigned deals are shown, and not only the first FEW."""
    who_decides: str = ""
    """A sentence that names the arbiters who may decide; empty if the players need none, or the viewer is one."""
    asks_both_sides: bool = False
    """True if the viewer may ask the others to let the net score stand, as no arbiter is neutral."""

    @property
    def needs_arbiter(self) -> bool:
        """True if the players wait for an arbiter: for a ruling, a signature, or about an "I am not there" report."""
        return (
            bool(self.absences)
            or (self.net is not None and bool(self.net.why_instead))
            or any(card.needs_arbiter for card in self.proposals)
        )

    @property
    def others(self) -> int:
        """The number of deals that only other players have still to sign."""
        return self.waiting[1]

    @property
    def motions_to_answer(self) -> list[MotionCard]:
        """The cards of the motions that the viewer has still to answer."""
        return [card for card in self.motions if card.mine]

    @property
    def other_motions(self) -> list[MotionCard]:
        return [card for card in self.motions if not card.mine]

    @property
    def votes(self) -> list[ProposalCard]:
        """The cards of the proposals on which the viewer has still to vote."""
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
        """The cards of the substitutions to which the viewer has still to consent."""
        return [card for card in self.substitutions if card.mine]

    @property
    def other_substitutions(self) -> list[SubstitutionCard]:
        return [card for card in self.substitutions if not card.mine]

    @property
    def asks_for_net(self) -> bool:
        """True if the viewer still has to agree to the net score and nothing is disputed."""
        return self.net is not None and self.net.mine and not self.proposals

    @property
    def is_asking(self) -> bool:
        """True if a card asks the viewer for something now.

        Deals to be signed do not ask at the end of the rubber: who agrees to the net score agrees to them.
        """
        if self.shows_net:
            return True
        if self.net is not None:
            return self.count > self.waiting[0]
        return self.count > 0

    @property
    def shows_net(self) -> bool:
        """True if the net score stands first: nothing is disputed, and the viewer agrees or has others agree here."""
        if self.net is None or self.proposals:
            return False
        return self.net.mine or bool(self.net.others)

    @property
    def own_absence_at_the_end(self) -> list[AbsenceCard]:
        """The viewer's own report "I am not there", beside the net score that waits for it; [] without one."""
        if not self.shows_net:
            return []
        return [card for card in self.absences if card.mine]

    @property
    def other_absences(self) -> list[AbsenceCard]:
        own = self.own_absence_at_the_end
        return [card for card in self.absences if card not in own]

    @property
    def is_quiet(self) -> bool:
        """True if the viewer sees no unsigned deal, motion, proposal, net score or absence, and has no consent to give.

        It is False also if a player has said that the auction is over, or if a deal waits in a book.
        """
        cards = (
            *self.to_sign,
            *self.others_sign,
            *self.motions,
            *self.proposals,
            *self.substitutes,
            *self.absences,
        )
        has_said = bool(self.auction and self.auction.said)
        return not cards and not self.net and not self.book and not has_said

    @property
    def count(self) -> int:
        """The number of signatures, votes and consents for which the cards ask the viewer."""
        votes = len(self.votes) + self.waiting[0] + self.asks_for_net
        return votes + self.questions

    @property
    def questions(self) -> int:
        """The number of motions and substitutions to which the viewer has still to answer."""
        return len(self.motions_to_answer) + len(self.substitutes)


def consent_for(desk: RubberDesk, *, shows_all: bool = False) -> Consent:
    """All cards of a rubber as the member at the desk sees them.

    Of the deals that the member has still to sign, only the newest FEW have a card, and so have the newest FEW that
    only other players have still to sign. If `shows_all` is true, all of them have one. An arbiter who does not keep
    the sheet sees the cards about which an arbiter decides, and no deals and substitutes.
    """
    state = desk.state
    member = desk.member
    waiting: list[WaitingDeal] = []
    substitutions: tuple[Substitution, ...] = ()
    if desk.may_keep:
        waiting = waiting_deals(state)
        substitutions = state.substitutions
    for_member = [deal for deal in waiting if member in deal.players]
    for_others = [deal for deal in waiting if member not in deal.players]
    most = FEW
    if shows_all:
        most = len(state.deals)
    cards = Consent(
        absences=absence_cards(desk),
        decisions=decision_cards(state),
        net=net_card(desk),
        motions=tuple(motion_card(desk, motion) for motion in state.motions),
        proposals=tuple(proposal_card(desk, proposal) for proposal in state.proposals),
        substitutions=tuple(
            substitution_card(desk, open_one) for open_one in substitutions
        ),
        to_sign=deal_cards(desk, for_member[:most]),
        others_sign=deal_cards(desk, for_others[:most]),
        waiting=(len(for_member), len(for_others)),
        auction=auction_card(desk),
        book=book_card(desk),
        shows_all=shows_all,
    )
    if cards.needs_arbiter and not desk.may_arbitrate:
        return _with_deciders(cards, desk)
    return cards


def _with_deciders(cards: Consent, desk: RubberDesk) -> Consent:
    """The cards with the sentence that says who decides. Runs one statement."""
    state = desk.state
    arbiters = arbiters_of_the_club()
    nobody_else = not neutral_among(arbiters, state) and not silent_side(state)
    may_ask = may_move(desk) and not state.motion(Motion.Kind.STAND)
    return replace(
        cards,
        who_decides=deciders_in_words(arbiters, state),
        asks_both_sides=nobody_else and may_ask,
    )
