"""The fate of the deals after a new end of a rubber, when a correction ends the rubber earlier.

They begin the next rubber, or they are struck out.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.utils.translation import gettext as _

import scoring
from clubscore.languages.stored_sentences import BEGUN_AGAIN, LEFT_OVER
from clubscore.members.models import Member
from clubscore.rubbers.correction.consequences import Consequence
from clubscore.rubbers.models import Deal, DealAgreement, Proposal
from clubscore.rubbers.recording.services import (
    close_unfinished,
    next_version,
    start_rubber,
    write_deal,
)
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.queries import in_play_after, rubbers_after, still_seated
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.games import noun_in_records
from clubscore.tables.models import Table
from scoring import Seat


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of the deals after a new end of a rubber, if it were decided now: the next rubber, or struck out."""

    choice: str
    """The fate that the proposer has chosen, a Proposal.Later; empty or UNDECIDED if nothing is chosen."""
    hindrance: str
    """A clause that says why the deals cannot begin the next rubber now; empty if they can."""

    @property
    def is_next_rubber(self) -> bool:
        """True if the deals begin the next rubber: nothing hinders it, and nobody has chosen to strike them out."""
        return self.choice != Proposal.Later.STRIKE and not self.hindrance


def fate_of_left_over(state: RubberState, choice: str) -> Fate:
    """The fate of the deals after a new end of this rubber, if the proposer's `choice` were carried out now.

    `choice` is a Proposal.Later; empty or UNDECIDED if nothing is chosen.
    """
    return Fate(choice, hindrance_to_next(state))


def hindrance_to_next(state: RubberState) -> str:
    """A clause that says why the deals after a new end of this rubber cannot begin the next; empty if they can.

    They can while the players sit as in this rubber, the table has the same game and rules, and no later rubber at the
    table has a deal.
    """
    rubber = state.rubber
    if not still_seated(state):
        return _("the four do not sit here any more")
    if not _is_game_of(state, Table.objects.get(pk=rubber.table_id)):
        return _("another game or other rules are chosen for the next %(noun)s") % {
            "noun": rubber.noun
        }
    if rubbers_after(rubber).with_a_deal().exists():
        return _("the next %(noun)s has deals already") % {"noun": rubber.noun}
    return ""


def _is_game_of(state: RubberState, table: Table) -> bool:
    return (
        table.system == state.rubber.system
        and state.system.rules(table.rules) == state.rules
    )


def take_off_left_over(
    *,
    state: RubberState,
    consequence: Consequence,
    fate: Fate,
    reason: str,
    by: Member,
    now: datetime,
) -> None:
    """Strike out the deals after the new end of a rubber for this reason; if that is their fate, begin the next rubber.

    The caller opens the transaction.
    """
    for deal in consequence.left_over:
        next_version(state=state, base=deal, facts=None, by=by, now=now, reason=reason)
    if fate.is_next_rubber:
        begin_next_rubber(state=state, consequence=consequence, by=by, now=now)


def begin_next_rubber(
    *, state: RubberState, consequence: Consequence, by: Member, now: datetime
) -> None:
    """Make the deals after the new end of a rubber the first deals of the next rubber at the table.

    The player after the last dealer of this rubber deals the first of them. If the next rubber is complete before all
    deals are carried over, the rest begin another rubber. The caller opens the transaction.
    """
    following = _next_rubber(state, dealer_after(consequence.after), by, now)
    for deal in consequence.left_over:
        if following.rubber.is_over:
            following = _start(state, dealer_after(following.sheet), by, now)
        following = _carried(state, deal, following, now)


def _carried(
    state: RubberState, deal: Deal, into: RubberState, now: datetime
) -> RubberState:
    """Write the deal as the next deal of the rubber `into`. Returns the state of that rubber with the deal.

    The deal keeps its recorder and the signatures of players.
    """
    reason = LEFT_OVER[noun_in_records(state.rubber.system)]()
    carried, after = write_deal(
        state=into,
        facts=deal.facts,
        key=uuid4(),
        by=deal.recorded_by,
        now=now,
        reason=reason,
    )
    DealAgreement.objects.bulk_create(carried_signatures(state, deal, carried, now))
    return after


def carried_signatures(
    state: RubberState, signed: Deal, to: Deal, now: datetime
) -> list[DealAgreement]:
    """A signature under `to` for each player who has signed `signed`, and has read the same deal there.

    Each has the method and the device of the signature given; none is saved yet.
    """
    of_players = signed.agreements.filter(member__in=state.people.keys())
    return [
        DealAgreement(
            deal=to,
            member_id=given.member_id,
            at=now,
            how=given.how,
            device_of_id=given.device_of_id,
        )
        for given in of_players.order_by("pk")
    ]


def dealer_after(sheet: scoring.Sheet) -> Seat:
    """The seat that deals next after the last deal on this sheet."""
    return sheet.deals[-1].dealer.next


def _next_rubber(
    state: RubberState, dealer: Seat, by: Member, now: datetime
) -> RubberState:
    """The rubber into which the deals are carried; its first dealer is `dealer`.

    It is the later rubber in play at the table, if that has this first dealer and the same seats; else a new rubber,
    which is begun here. A rubber in play with another first dealer or other seats is ended without a deal.
    """
    begun = in_play_after(state.rubber)
    if begun is None:
        return _start(state, dealer, by, now)
    begun, now = hold(begun, now)
    if begun.rubber.dealer == dealer and begun.players == state.players:
        return begun
    reason = BEGUN_AGAIN[noun_in_records(state.rubber.system)]()
    close_unfinished(state=begun, reason=reason, by=by, now=now, agreed_at=now)
    return _start(state, dealer, by, now)


def _start(state: RubberState, dealer: Seat, by: Member, now: datetime) -> RubberState:
    rubber = start_rubber(table=state.rubber.table, dealer=dealer, by=by, now=now)
    return load(rubber.pk)
