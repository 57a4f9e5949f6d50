"""Cards for one keeper of a rubber: deals to sign, proposals to vote on, the net score, a substitute."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.games.viewpoint import Viewpoint
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.rubbers.agreement.queries import seats_for_an_admin, why_an_admin
from clubscore.rubbers.consent.cards.absence import AbsenceCard, absence_cards
from clubscore.rubbers.consent.cards.auction import AuctionCard, auction_card
from clubscore.rubbers.consent.cards.decision import DecisionCard, decision_cards
from clubscore.rubbers.consent.cards.net_words import net_in_words, who_posts
from clubscore.rubbers.consent.cards.proposal import ProposalCard, proposal_card
from clubscore.rubbers.models import Deal, Substitution
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.annotations import NetAnnotations
from clubscore.rubbers.sheet.deals import DealEntry, deals_of
from clubscore.rubbers.sheet.net_signatures import net_annotations
from clubscore.rubbers.sheet.signatures import annotations_of, unsigned
from clubscore.web.templatetags.sentences import all_of
from scoring import Seat, Sheet, State

FEW = 4  # deals that wait: as many as fit on a phone before somebody asks for all


class Borrower(NamedTuple):
    """A player who may sign on another's device: what a card says of a member."""

    pk: int
    name: str
    short_name: str
    has_pin: bool


@dataclass(frozen=True, slots=True)
class DealCard:
    """A deal that is not signed by all four. Plain values, so that the card is rendered once (record 62)."""

    version: int
    """The id of the version on the sheet."""
    tricks: int | None
    entry: DealEntry
    declarer: str
    """The declarer's name; empty for a deal passed out."""
    totals: tuple[tuple[str, int], ...]
    """Each side's name and points after this deal, the viewer's own side first."""
    mine: bool
    """Whether the viewer has still to sign."""
    others: tuple[Borrower, ...]
    """The other players who have still to sign."""


@dataclass(frozen=True, slots=True)
class NetCard:
    """The net score of a rubber that is over."""

    newest: Deal
    """The version after which the score is signed."""
    words: str
    """On the button: `We 1690 – They 880, We win 810`."""
    annotations: NetAnnotations
    who_posts: str
    """A sentence about the agreement that posts it."""
    despite: int | None
    """The id of the newest open proposal: to agree now is to agree all the same. None without one."""
    mine: bool
    """Whether the viewer has still to sign."""
    others: tuple[Member, ...]
    """The other players who have still to sign, and can."""
    instead_of: tuple[tuple[str, Member], ...]
    """For an admin: seats and players in whose stead an admin agrees."""
    why_instead: str
    """`Cleo and Dan have left the club`; empty where nobody's signature is an admin's to give."""
    may_object: bool
    """Whether the viewer plays here and can say not to have been there."""

    @property
    def instead_button(self) -> str:
        """`Agree for Cleo`, `Agree all the same in their stead`: on the button by which an admin agrees."""
        if len(self.instead_of) != 1:
            return _("Agree all the same in their stead") if self.despite else _("Agree in their stead")
        words = _("Agree all the same for %(name)s") if self.despite else _("Agree for %(name)s")
        [(_seat, player)] = self.instead_of
        return words % {"name": player.short_name}


@dataclass(frozen=True, slots=True)
class SubstitutionCard:
    """A proposed substitution, and the consents that are missing."""

    substitution: Substitution
    waits_for: str
    mine: bool
    may_withdraw: bool
    others: tuple[Member, ...]


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
        return [card for card in self.proposals if card.may_vote and card.my_vote is None]

    @property
    def other_proposals(self) -> list[ProposalCard]:
        return [card for card in self.proposals if not card.may_vote or card.my_vote is not None]

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
        cards = (*self.to_sign, *self.others_sign, *self.proposals, *self.substitutes, *self.absences)
        return not cards and self.net is None and not (self.auction and self.auction.said)

    @property
    def count(self) -> int:
        """The number of cards that wait for the viewer."""
        return len(self.votes) + len(self.substitutes) + self.waiting[0] + self.asks_for_net


def consent_for(state: RubberState, member: Member, *, shows_all: bool = False) -> Consent:
    """The cards for `member`.

    Of the deals that wait, the newest FEW for the viewer and the newest FEW for others, unless `shows_all`.
    """
    mine, theirs = _waiting_deals(state, member)
    most = len(state.deals) if shows_all else FEW
    return Consent(
        absences=absence_cards(state, member),
        decisions=decision_cards(state),
        net=_net_card(state, member) if state.rubber.is_over else None,
        proposals=tuple(proposal_card(state, each, member) for each in state.proposals),
        substitutions=tuple(_substitution_card(state, each, member) for each in state.substitutions),
        to_sign=_deal_cards(state, mine[:most], member),
        others_sign=_deal_cards(state, theirs[:most], member),
        waiting=(len(mine), len(theirs)),
        auction=auction_card(state, member),
        shows_all=shows_all,
    )


class WaitingDeal(NamedTuple):
    """A deal on the sheet that somebody has not signed; `place` is counted from 1."""

    place: int
    deal: Deal
    players: list[Member]


def _waiting_deals(state: RubberState, member: Member) -> tuple[list[WaitingDeal], list[WaitingDeal]]:
    """Those that wait for `member`, and those for others alone, newest first; a proposal is voted on, not signed."""
    if state.rubber.is_agreed:
        return [], []
    missing = unsigned(state)
    found = [
        WaitingDeal(place, deal, missing[deal.pk])
        for place, deal in enumerate(state.deals, start=1)
        if missing[deal.pk] and not state.proposal_for(deal.number)
    ][::-1]
    return [each for each in found if member in each.players], [each for each in found if member not in each.players]


def _deal_cards(state: RubberState, waiting: list[WaitingDeal], member: Member) -> tuple[DealCard, ...]:
    viewpoint = Viewpoint(state.view_of(member))
    numbers = [deal.number for _, deal, _ in waiting]
    beside = annotations_of(state, numbers)
    found = {entry.number: entry for entry in deals_of(state.numbered_sheet, state.names, viewpoint, numbers)}
    entries = {number: replace(found[number], annotations=beside[number]) for number in numbers}
    return tuple(_deal_card(state, each, member, entries[each.deal.number], viewpoint) for each in waiting)


def _deal_card(
    state: RubberState, waiting: WaitingDeal, member: Member, entry: DealEntry, viewpoint: Viewpoint
) -> DealCard:
    place, deal, players = waiting
    return DealCard(
        version=deal.pk,
        tricks=deal.tricks,
        entry=entry,
        declarer=state.names[Seat(deal.declarer)] if deal.declarer else "",
        totals=_totals_after(state.sheet, place, viewpoint),
        mine=member in players,
        others=tuple(_borrower(player) for player in players if player != member),
    )


def _borrower(player: Member) -> Borrower:
    return Borrower(player.pk, player.name, player.short_name, player.has_pin)


def _totals_after(sheet: Sheet, place: int, viewpoint: Viewpoint) -> tuple[tuple[str, int], ...]:
    lines = [line for scored in sheet.deals[:place] for line in scored.lines]
    return tuple(
        (viewpoint.name(side), sum(line.points for line in lines if line.side == side)) for side in viewpoint.columns
    )


def _net_card(state: RubberState, member: Member) -> NetCard | None:
    if state.newest is None or state.sheet.state is State.OPEN:
        return None
    missing = [] if state.rubber.is_agreed else [p for p in state.players.values() if p.pk not in state.agreed_net]
    instead, mine = seats_for_an_admin(state) if may_administer(member) else [], state.seat_of(member.pk)
    return NetCard(
        newest=state.newest,
        words=net_in_words(state.sheet, state.view_of(member)),
        annotations=net_annotations(state),
        who_posts=who_posts(state),
        despite=state.newest_dispute or None,
        mine=member in missing,
        others=tuple(player for player in missing if player != member and not player.has_left),
        instead_of=tuple((seat.value, state.players[seat]) for seat in instead),
        why_instead=why_an_admin(state, instead),
        may_object=member in missing and mine not in state.absent,
    )


def _substitution_card(state: RubberState, substitution: Substitution, member: Member) -> SubstitutionCard:
    settled = {state.seat_of(consent.member_id) for consent in substitution.consents.all()} | {substitution.seat}
    missing = [player for seat, player in state.players.items() if seat not in settled]
    return SubstitutionCard(
        substitution=substitution,
        waits_for=all_of(player.short_name for player in missing),
        mine=member in missing,
        may_withdraw=state.person(substitution.proposed_by_id) == member.pk,
        others=tuple(player for player in missing if player != member),
    )
