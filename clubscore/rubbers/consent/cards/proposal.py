"""The card of a proposal: its changes, the period for the decision, and the votes."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.games.periods import ALL_FOUR, LegalPeriod
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.rubbers.correction.ballot import ballot_on
from clubscore.rubbers.correction.comparison import Comparison, compare
from clubscore.rubbers.correction.versions import DealOnBallot, versions_on_ballot
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.sheet.named_error import error_in_words
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring.words import NUMBERS


@dataclass(frozen=True, slots=True)
class Voter:
    """A player and the player's vote; `is_yes` is None while the vote is missing."""

    member: Member
    name: str
    is_yes: bool | None
    words: str
    """The version for which the player has voted, as on the buttons: `10 tricks`; `not yet` without a vote."""


@dataclass(frozen=True, slots=True)
class ProposalCard:
    """A proposal: the changes that it would make, its period, and the votes so far."""

    proposal: Proposal
    comparison: Comparison
    versions: tuple[DealOnBallot, DealOnBallot]
    """The version on the sheet and the proposed version."""
    period: LegalPeriod
    error: str
    """The error that the proposer has named: `ten tricks were agreed, and entered wrongly`; empty if none."""
    voters: tuple[Voter, ...]
    missing: str
    is_tied: bool
    may_vote: bool
    my_vote: bool | None
    may_withdraw: bool
    may_rule: bool
    others: tuple[Member, ...]
    """The other players, who can vote on the viewer's device; empty for a viewer who does not keep the sheet."""

    @property
    def is_dispute(self) -> bool:
        return self.proposal.origin == Proposal.Origin.BOOK

    @property
    def needs_arbiter(self) -> bool:
        """True if the votes are two against two, or if the players can decide on the proposal no more."""
        return self.is_tied or not self.period.is_open

    @property
    def proposed(self) -> DealOnBallot:
        return self.versions[1]


def proposal_card(desk: RubberDesk, proposal: Proposal) -> ProposalCard:
    """The card of a proposal as the member at the desk sees it. The member sees the cards."""
    state = desk.state
    member = desk.member
    ballot = ballot_on(state, proposal)
    period = ballot.period
    votes = {pk: vote.is_yes for pk, vote in ballot.votes.by_player.items()}
    comparison = compare(
        state,
        proposal.base,
        proposal.proposed,
        view=desk.view,
        later=proposal.later,
    )
    versions = versions_on_ballot(state, proposal, comparison)
    words: dict[bool | None, str] = {
        version.is_yes: version.choice for version in versions
    }
    voters = tuple(
        Voter(
            player,
            state.names[seat],
            votes.get(player.pk),
            words.get(votes.get(player.pk), _("not yet")),
        )
        for seat, player in state.players.items()
    )
    missing = _missing_votes(voters, period, versions[1].choice)
    others: tuple[Member, ...] = ()
    if desk.may_keep:
        others = _others(voters, member)
    return ProposalCard(
        proposal=proposal,
        comparison=comparison,
        versions=versions,
        period=period,
        error=error_in_words(proposal),
        voters=voters,
        missing=missing,
        is_tied=ballot.is_tied,
        may_vote=desk.seat is not None and period.is_open,
        my_vote=votes.get(member.pk),
        may_withdraw=proposal.made_by_id in desk.own_records,
        may_rule=desk.may_arbitrate,
        others=others,
    )


def _others(voters: tuple[Voter, ...], member: Member) -> tuple[Member, ...]:
    """The players without this member; players who have not voted yet come first."""
    others = [voter for voter in voters if voter.member != member]
    others.sort(key=lambda voter: voter.is_yes is not None)
    return tuple(voter.member for voter in others)


def _missing_votes(voters: tuple[Voter, ...], period: LegalPeriod, choice: str) -> str:
    """A sentence about the missing votes: `The consent of Ben and Dan is missing.` `choice` is what is proposed."""
    not_for_it = [voter.name for voter in voters if not voter.is_yes]
    if period.consents == ALL_FOUR:
        return _("The consent of %(names)s is missing.") % {"names": all_of(not_for_it)}
    if not period.is_open:
        return _(
            "The four can decide on it no more: an arbiter rules on it, or it is taken back."
        )
    yes = len(voters) - len(not_for_it)
    more = period.consents - yes
    words = ngettext(
        "%(number)s more needed for “%(choice)s”, from %(names)s.",
        "%(number)s more needed for “%(choice)s”, from %(names)s.",
        more,
    )
    return words % {
        "number": capfirst(told(NUMBERS[more])),
        "names": any_of(not_for_it),
        "choice": choice,
    }
