"""The fate of deals after an end that a correction brings forward: the first of the next rubber, or struck out."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

import scoring
from clubscore.languages.stored_sentences import BEGUN_AGAIN, LEFT_OVER
from clubscore.members.models import Member
from clubscore.rubbers.correction.consequences import Consequence
from clubscore.rubbers.models import Deal, DealAgreement, Proposal, Rubber
from clubscore.rubbers.models.rubber import RubberQuerySet
from clubscore.rubbers.recording.services import end_rubber, start_rubber, write_deal
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.queries import still_seated
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.games import noun_in_records
from clubscore.tables.models import Table
from scoring import Seat


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of the deals left over, as it would be now."""

    choice: str
    """A Proposal.Later; empty where nobody has said what becomes of them."""
    hindrance: str
    """The reason why they cannot begin the next rubber now, as a clause; empty when they can."""

    @property
    def is_next_rubber(self) -> bool:
        """Whether they begin the next rubber. Unless they are to be struck out they do, where that can be."""
        return self.choice != Proposal.Later.STRIKE and not self.hindrance


def fate_of_left_over(state: RubberState, choice: str) -> Fate:
    """The fate of the deals left over by a correction of this rubber, where `choice` was proposed."""
    return Fate(choice, hindrance_to_next(state))


def hindrance_to_next(state: RubberState) -> str:
    """The reason why deals left over cannot begin the next rubber, as a clause; empty when they can.

    They can while the four sit as they did, for the same game by the same rules, and the next rubber has no deal. If
    that is in play already, its players and its game are those of the table.
    """
    rubber = state.rubber
    if not still_seated(state):
        return _("the four do not sit here any more")
    if not _is_game_of(state, Table.objects.get(pk=rubber.table_id)):
        return _("another game or other rules are chosen for the next %(noun)s") % {"noun": rubber.noun}
    if _has_deals(_begun_after(rubber)):
        return _("the next %(noun)s has deals already") % {"noun": rubber.noun}
    return ""


def _is_game_of(state: RubberState, table: Table) -> bool:
    return table.system == state.rubber.system and state.system.rules(table.rules) == state.rules


def _begun_after(rubber: Rubber) -> RubberQuerySet:
    """The rubbers begun at the table since."""
    return Rubber.objects.filter(table=rubber.table_id).begun_after(rubber)


def _has_deals(rubbers: RubberQuerySet) -> bool:
    """Whether any of these rubbers has a deal on its sheet."""
    later = Deal.objects.filter(rubber=OuterRef("rubber"), number=OuterRef("number"), version__gt=OuterRef("version"))
    return Deal.objects.filter(~Exists(later), rubber__in=rubbers, is_struck=False).exists()


def _in_play_after(rubber: Rubber) -> RubberState | None:
    """The rubber in play that was begun since; one that ended without a deal is as if it had not begun."""
    following = _begun_after(rubber).in_play().first()
    return load(following.pk) if following else None


def begin_next_rubber(*, state: RubberState, consequence: Consequence, by: Member, now: datetime) -> None:
    """Make the deals left over the first of the next rubber, in the caller's transaction.

    They are dealt on from where this rubber now ends. Deals that they leave over in turn begin yet another.
    """
    following = _next_rubber(state, dealer_after(consequence.after), by, now)
    for deal in consequence.left_over:
        if following.rubber.is_over:
            following = _start(state, dealer_after(following.sheet), by, now)
        following = _carried(state, deal, following, now)


def _carried(state: RubberState, deal: Deal, into: RubberState, now: datetime) -> RubberState:
    """The rubber `into` with the deal as its next one: by its recorder, and signed by those who had signed it."""
    reason = LEFT_OVER[noun_in_records(state.rubber.system)]()
    carried, after = write_deal(state=into, facts=deal.facts, key=uuid4(), by=deal.recorded_by, now=now, reason=reason)
    DealAgreement.objects.bulk_create(
        DealAgreement(deal=carried, member_id=given.member_id, at=now, how=given.how, device_of_id=given.device_of_id)
        for given in deal.agreements.filter(member__in=state.people.keys()).order_by("pk")
    )
    return after


def dealer_after(sheet: scoring.Sheet) -> Seat:
    """The dealer of the first deal after the end of this sheet."""
    return sheet.deals[-1].dealer.next


def _next_rubber(state: RubberState, dealer: Seat, by: Member, now: datetime) -> RubberState:
    """The rubber that was begun since, without a deal; a new one where none was, or where another deals first.

    Who deals first is pinned. So one that another was to begin ends as if it had not begun.
    """
    begun = _in_play_after(state.rubber)
    if begun is None:
        return _start(state, dealer, by, now)
    begun, now = hold(begun, now)
    if begun.rubber.first_dealer == dealer:
        return begun
    reason = BEGUN_AGAIN[noun_in_records(state.rubber.system)]()
    end_rubber(state=begun, ending=Rubber.Ending.UNFINISHED, by=by, now=now, ending_reason=reason, agreed_at=now)
    return _start(state, dealer, by, now)


def _start(state: RubberState, dealer: Seat, by: Member, now: datetime) -> RubberState:
    return load(start_rubber(table=state.rubber.table, dealer=dealer, by=by, now=now).pk)
