"""What one of those at the table is asked: deals to sign, proposals to vote on, the net score, a substitute."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clubscore.games.periods import ALL_FOUR, Window
from clubscore.games.viewpoint import Viewpoint
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.rubbers.correction.comparison import Comparison, compare
from clubscore.rubbers.correction.services import (
    consequence_for,
    facts_proposed,
    fate_of_left_over,
    is_two_against_two,
    votes_of,
    window_for,
)
from clubscore.rubbers.models import Deal, Proposal, Rubber, Substitution
from clubscore.rubbers.queries import seat_of, view_of
from clubscore.rubbers.sheet.annotations import NetMarks, listed
from clubscore.rubbers.sheet.deals import DealEntry
from clubscore.rubbers.sheet.paper import Paper
from clubscore.rubbers.sheet.signatures import Signatures
from scoring import Seat, Sheet, State


@dataclass(frozen=True, slots=True)
class DealCard:
    """A deal that somebody has still to sign: `mine` if that is the viewer, `others` who else has not."""

    version: Deal
    entry: DealEntry
    declarer: str
    totals: tuple[tuple[str, int], ...]
    mine: bool
    others: tuple[Member, ...]

    @property
    def waits_for(self) -> str:
        return listed(member.short_name for member in self.others)


@dataclass(frozen=True, slots=True)
class Voter:
    """One of the four, and what the vote was; None while it is missing."""

    member: Member
    name: str
    is_yes: bool | None

    @property
    def words(self) -> str:
        return {True: "yes", False: "no", None: "not yet"}[self.is_yes]


@dataclass(frozen=True, slots=True)
class ProposalCard:
    """A proposal with what it would change, until when it can, and who has said what."""

    proposal: Proposal
    comparison: Comparison
    window: Window
    voters: tuple[Voter, ...]
    missing: str
    is_tied: bool
    may_vote: bool
    my_vote: bool | None
    may_withdraw: bool
    may_rule: bool
    others: tuple[Member, ...]

    @property
    def is_dispute(self) -> bool:
        return self.proposal.origin == Proposal.Origin.BOOK


@dataclass(frozen=True, slots=True)
class NetCard:
    """The net score of a rubber that is over: `words` go on the button ("We 1690 – They 880, We win 810")."""

    newest: Deal
    words: str
    marks: NetMarks
    who_posts: str
    mine: bool
    others: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class SubstitutionCard:
    asked: Substitution
    waits_for: str
    mine: bool
    may_withdraw: bool
    others: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Consent:
    """Everything that the region shows. `auction_after` is the last deal while its next auction is not known over."""

    net: NetCard | None
    proposals: tuple[ProposalCard, ...]
    substitutions: tuple[SubstitutionCard, ...]
    to_sign: tuple[DealCard, ...]
    others_sign: tuple[DealCard, ...]
    auction_after: int | None

    @property
    def count(self) -> int:
        """How many cards wait for the viewer."""
        votes = sum(card.may_vote and card.my_vote is None for card in self.proposals)
        asked = sum(card.mine for card in self.substitutions)
        return votes + asked + len(self.to_sign) + bool(self.net and self.net.mine)


def consent_for(rubber: Rubber, member: Member, sheet: Sheet, paper: Paper, signatures: Signatures) -> Consent:
    """What `member` is asked; `paper` is the sheet as this member sees it."""
    cards = tuple(_deal_cards(member, sheet, paper, signatures))
    return Consent(
        net=_net_card(member, sheet, signatures) if rubber.is_over else None,
        proposals=tuple(proposal_card(each, member, signatures) for each in signatures.proposals.values()),
        substitutions=tuple(_substitution_cards(rubber, member)),
        to_sign=tuple(card for card in cards if card.mine),
        others_sign=tuple(card for card in cards if not card.mine),
        auction_after=_auction_after(rubber, member, signatures),
    )


def _deal_cards(member: Member, sheet: Sheet, paper: Paper, signatures: Signatures) -> Iterator[DealCard]:
    """Newest first; a deal on which there is a proposal is voted on, not signed."""
    if signatures.rubber.is_agreed:
        return
    names = signatures.rubber.names
    for place, version in reversed(list(enumerate(signatures.standing, start=1))):
        unsigned = signatures.unsigned(version)
        if version.number in signatures.proposals or not unsigned:
            continue
        yield DealCard(
            version=version,
            entry=paper.deal(version.number),
            declarer=names[Seat(version.declarer)] if version.declarer else "",
            totals=_totals_after(sheet, place, paper),
            mine=member in unsigned,
            others=tuple(player for player in unsigned if player != member),
        )


def _totals_after(sheet: Sheet, place: int, paper: Paper) -> tuple[tuple[str, int], ...]:
    lines = [line for scored in sheet.deals[:place] for line in scored.lines]
    return tuple(
        (column.title, sum(line.points for line in lines if line.side == column.side)) for column in paper.columns
    )


def proposal_card(proposal: Proposal, member: Member, signatures: Signatures) -> ProposalCard:
    """A proposal as `member` sees it: one of the four, or an admin who may rule on it."""
    rubber = signatures.rubber
    proposal.rubber = rubber
    votes, facts = votes_of(proposal), facts_proposed(proposal)
    opened = window_for(rubber, proposal.base, facts)
    voters = tuple(Voter(player, rubber.names[seat], votes.get(player.pk)) for seat, player in rubber.players.items())
    return ProposalCard(
        proposal=proposal,
        comparison=compare(
            proposal.base,
            facts,
            consequence_for(proposal),
            standing=signatures.standing,
            names=rubber.names,
            view=view_of(rubber, member),
            later=fate_of_left_over(proposal),
        ),
        window=opened,
        voters=voters,
        missing=_missing_votes(voters, opened),
        is_tied=is_two_against_two(proposal),
        may_vote=seat_of(rubber, member) is not None,
        my_vote=votes.get(member.pk),
        may_withdraw=proposal.made_by_id == member.pk,
        may_rule=may_administer(member),
        others=tuple(
            voter.member
            for voter in sorted(voters, key=lambda voter: voter.is_yes is not None)  # who has not voted yet first
            if voter.member != member
        ),
    )


def _missing_votes(voters: tuple[Voter, ...], opened: Window) -> str:
    """`The consent of Ben and Dan is missing.` `One more yes is needed, from Ben or Dan.`"""
    away = [voter.name for voter in voters if not voter.is_yes]
    if opened.consents == ALL_FOUR:
        return f"The consent of {listed(away)} is missing."
    more = opened.consents - (len(voters) - len(away))
    return f"{'One' if more == 1 else 'Two'} more yes needed, from {listed(away, 'or')}." if opened.is_open else ""


def _net_card(member: Member, sheet: Sheet, signatures: Signatures) -> NetCard | None:
    rubber = signatures.rubber
    newest = max(rubber.deals.all(), key=lambda deal: deal.pk, default=None)
    if newest is None or sheet.state is State.OPEN:
        return None
    unsigned = [player for player in rubber.players.values() if player.pk not in signatures.net]
    return NetCard(
        newest=newest,
        words=net_in_words(sheet, view_of(rubber, member)),
        marks=signatures.net_marks(),
        who_posts=_who_posts(rubber),
        mine=member in unsigned and not rubber.is_agreed,
        others=() if rubber.is_agreed else tuple(player for player in unsigned if player != member),
    )


def net_in_words(sheet: Sheet, view: str) -> str:
    """`We 1690 – They 880, We win 810`."""
    viewpoint = Viewpoint(view)
    totals = " – ".join(f"{viewpoint.name(side)} {sheet.totals[side].total}" for side in viewpoint.columns)
    outcome = f"{viewpoint.name(sheet.winner)} win {sheet.margin}" if sheet.winner else "the points are level"
    return f"{totals}, {outcome}"


def _who_posts(rubber: Rubber) -> str:
    words: Mapping[str, str] = {
        Rubber.AgreedBy.SIDES: "It is posted to the ledger as soon as one of each side has agreed.",
        Rubber.AgreedBy.ALL: "It is posted to the ledger as soon as all four have agreed.",
        Rubber.AgreedBy.TIME: f"It is posted to the ledger by itself after {rubber.agreed_after} minutes without "
        "objection, or as soon as one of each side has agreed.",
    }
    return words[rubber.agreed_by]


def _substitution_cards(rubber: Rubber, member: Member) -> Iterator[SubstitutionCard]:
    asked = rubber.substitutions.filter(made_at=None, withdrawn_at=None)
    for substitution in asked.select_related("leaver", "substitute", "proposed_by").prefetch_related("consents"):
        consented = {consent.member_id for consent in substitution.consents.all()}
        missing = [
            player
            for player in rubber.players.values()
            if player.pk not in consented and player.pk != substitution.leaver_id
        ]
        yield SubstitutionCard(
            asked=substitution,
            waits_for=listed(player.short_name for player in missing),
            mine=member in missing,
            may_withdraw=substitution.proposed_by_id == member.pk,
            others=tuple(player for player in missing if player != member),
        )


def _auction_after(rubber: Rubber, member: Member, signatures: Signatures) -> int | None:
    if rubber.is_over or not signatures.standing or seat_of(rubber, member) is None:
        return None
    last = signatures.standing[-1].number
    return None if rubber.auctions_over.filter(number=last).exists() else last
