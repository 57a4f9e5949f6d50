"""The card of a proposal: what it would change, until when it can, and who has said what."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.games.periods import ALL_FOUR, MAJORITY, Period
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.rubbers.correction.comparison import Comparison, compare
from clubscore.rubbers.correction.queries import period_of, tally_of, votes_on
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.difference import error_in_words
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring.words import NUMBERS


@dataclass(frozen=True, slots=True)
class Voter:
    """One of the four, and what the vote was; None while it is missing."""

    member: Member
    name: str
    is_yes: bool | None

    @property
    def words(self) -> str:
        return {True: pgettext("a vote", "yes"), False: pgettext("a vote", "no"), None: _("not yet")}[self.is_yes]


@dataclass(frozen=True, slots=True)
class ProposalCard:
    """A proposal with what it would change, until when it can, and who has said what."""

    proposal: Proposal
    comparison: Comparison
    period: Period
    error: str
    """`ten tricks were agreed, and entered wrongly`; empty where nothing was to be said."""
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


def proposal_card(state: RubberState, proposal: Proposal, member: Member) -> ProposalCard:
    """A proposal as `member` sees it: one of the four, or an admin who may rule on it."""
    votes, facts = votes_on(state, proposal), proposal.proposed
    period = period_of(state, proposal)
    voters = tuple(Voter(player, state.names[seat], votes.get(player.pk)) for seat, player in state.players.items())
    return ProposalCard(
        proposal=proposal,
        comparison=compare(state, proposal.base, facts, view=state.view_of(member), later=proposal.later),
        period=period,
        error=error_in_words(proposal),
        voters=voters,
        missing=_missing_votes(voters, period),
        is_tied=period.consents == MAJORITY and tally_of(state, proposal).is_tied,
        may_vote=state.seat_of(member.pk) is not None and period.is_open,
        my_vote=votes.get(member.pk),
        may_withdraw=state.person(proposal.made_by_id) == member.pk,
        may_rule=may_administer(member),
        others=tuple(
            voter.member
            for voter in sorted(voters, key=lambda voter: voter.is_yes is not None)  # who has not voted yet first
            if voter.member != member
        ),
    )


def _missing_votes(voters: tuple[Voter, ...], period: Period) -> str:
    """`The consent of Ben and Dan is missing.` `One more yes needed, from Ben or Dan.`"""
    away = [voter.name for voter in voters if not voter.is_yes]
    if period.consents == ALL_FOUR:
        return _("The consent of %(names)s is missing.") % {"names": all_of(away)}
    if not period.is_open:
        return _("The four can decide on it no more: an admin rules on it, or it is taken back.")
    more = period.consents - (len(voters) - len(away))
    if more < 1:  # it took all four, until the next deal was undone
        return _("Enough have said yes by now: one of them says so once more.")
    words = ngettext("%(number)s more yes needed, from %(names)s.", "%(number)s more yes needed, from %(names)s.", more)
    return words % {"number": capfirst(told(NUMBERS[more])), "names": any_of(away)}
