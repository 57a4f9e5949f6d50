"""Four players and an admin at random: recording, agreeing, proposing, voting, undoing, ending, posting.

After every step the sheet equals the fold, the books sum to zero, what is posted equals what is agreed, and no window
has been passed.
"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import scoring
from clubscore.games.periods import MAJORITY
from clubscore.ledger.models import Posting
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_deal, agree_net, enter_deal
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.queries import tally_of
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.correction.rulings import rule as rule_on
from clubscore.rubbers.correction.services import cast, propose, withdraw
from clubscore.rubbers.loading import load
from clubscore.rubbers.models import Proposal, Rubber
from clubscore.rubbers.recording import services
from scoring import Seat, parse_deal
from tests.factories import NOON, four, member, seated_table

REFUSALS = (Refused, scoring.ScoringError, PermissionDenied)
LINES = st.sampled_from(["p", "2hn=", "4se=", "3nts-1", "1ntw+2", "6hxn+1", "4sxe-2", "4sn= h4n", "3ss+1 t2ns", "1ce="])
SEATS = st.sampled_from(list(Seat))
YES = st.booleans()
ERRORS = st.sampled_from(["recording", "agreement"])


class Club(RuleBasedStateMachine):
    """Each example in a transaction of its own, rolled back at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.example = transaction.atomic()
        self.example.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.example.__exit__(None, None, None)

    @initialize()
    def sit_down(self) -> None:
        self.players = four()
        self.admin = member("Sam", role=Role.ADMIN)
        self.now = NOON
        table = seated_table(self.players)
        self.rubber = services.start_rubber(table=table, dealer=Seat.NORTH, by=self.players[Seat.NORTH], now=NOON)

    def attempt(self, write, **arguments):
        """Whatever is refused leaves everything as it was."""
        self.now += timedelta(minutes=1)
        self.rubber = Rubber.objects.get(pk=self.rubber.pk)
        before = self.state()
        try:
            return write(state=load(self.rubber.pk), now=self.now, **arguments)
        except REFUSALS:
            assert self.state() == before or Proposal.objects.filter(state="expired", closed_at=self.now).exists()
            return None

    def state(self):
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        return (
            rubber.revision,
            rubber.ending,
            rubber.agreed_at,
            rubber.deals.count(),
            list(rubber.proposals.order_by("pk").values_list("state", flat=True)),
            Posting.objects.count(),
        )

    def someone(self, of):
        return of[len(of) // 2] if of else None

    @rule(line=LINES, seat=SEATS)
    def record(self, line, seat):
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        self.attempt(
            enter_deal,
            facts=parse_deal(line),
            number=load(rubber.pk).next_number,
            seen_revision=rubber.revision,
            key=uuid4(),
            by=self.players[seat],
        )

    @rule(line=LINES, seat=SEATS)
    def keep_the_other_book(self, line, seat):
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        number = max(load(rubber.pk).next_number - 1, 1)
        self.attempt(
            enter_deal,
            facts=parse_deal(line),
            number=number,
            seen_revision=rubber.revision - 1 if rubber.revision else 0,
            key=uuid4(),
            by=self.players[seat],
        )

    @rule(seat=SEATS)
    def undo(self, seat):
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        self.attempt(services.undo_deal, number=load(rubber.pk).next_number - 1, by=self.players[seat])

    @rule(seat=SEATS, first=YES)
    def agree_to_a_deal(self, seat, first):
        deals = load(self.rubber.pk).deals
        if deals:
            self.attempt(agree_deal, deal=deals[0 if first else -1], by=self.players[seat])

    @rule(line=LINES, seat=SEATS, error=ERRORS, later=st.sampled_from(["", "strike"]), strike=YES, first=YES)
    def propose(self, line, seat, error, later, strike, first):
        deals = load(self.rubber.pk).deals
        if deals:
            self.attempt(
                propose,
                base=deals[0 if first else -1],
                facts=None if strike else parse_deal(line),
                key=uuid4(),
                by=self.players[seat],
                error=error,
                later=later,
            )

    @rule(seat=SEATS, is_yes=YES)
    def vote(self, seat, is_yes):
        proposal = self.rubber.proposals.open().order_by("pk").first()
        if proposal:
            self.attempt(cast, proposal=proposal, is_yes=is_yes, by=self.players[seat])

    @rule(seat=SEATS)
    def take_it_back(self, seat):
        proposal = self.rubber.proposals.open().order_by("pk").last()
        if proposal:
            self.attempt(withdraw, proposal=proposal, by=self.players[seat])

    @rule(is_yes=YES)
    def admin_rules(self, is_yes):
        proposal = self.rubber.proposals.open().order_by("pk").first()
        if proposal:
            self.attempt(rule_on, proposal=proposal, is_yes=is_yes, ruling="As the cards show", by=self.admin)

    @rule(seat=SEATS)
    def next_auction_is_over(self, seat):
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        self.attempt(call_auction_over, number=load(rubber.pk).next_number - 1, by=self.players[seat])

    @rule(seat=SEATS)
    def stop(self, seat):
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        self.attempt(services.stop_rubber, reason="Rain", seen_revision=rubber.revision, by=self.players[seat])

    @rule(seat=SEATS)
    def agree_to_the_net_score(self, seat):
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        newest = rubber.deals.order_by("pk").last()
        if newest:
            self.attempt(agree_net, newest=newest, by=self.players[seat])

    @rule()
    def admin_opens_it_again(self):
        self.attempt(reopen, reason="A hand record", by=self.admin)

    @invariant()
    def the_sheet_is_the_fold_of_the_standing_deals(self):
        if not hasattr(self, "rubber"):
            return
        rubber = Rubber.objects.get(pk=self.rubber.pk)
        sheet = load(rubber.pk).sheet
        assert [deal.deal for deal in sheet.deals] == [deal.facts for deal in load(rubber.pk).deals]
        assert (sheet.state == "complete") == (rubber.ending == "complete")

    @invariant()
    def the_books_sum_to_zero_and_say_what_is_agreed(self):
        assert (Posting.objects.aggregate(total=Sum("points"))["total"] or 0) == 0
        assert list(differences()) == []

    @invariant()
    def nothing_was_accepted_without_the_consents_of_its_window(self):
        for proposal in Proposal.objects.filter(state="accepted"):
            assert tally_of(load(proposal.rubber_id), proposal).yes >= MAJORITY
            assert not proposal.rubber.agreed_at or proposal.closed_at <= proposal.rubber.agreed_at

    @invariant()
    def an_agreed_rubber_has_no_open_proposal(self):
        assert not Proposal.objects.open().filter(rubber__agreed_at__isnull=False).exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_whatever_four_players_and_an_admin_do_sheet_books_and_windows_hold():
    run_state_machine_as_test(
        Club,
        settings=settings(
            max_examples=settings().max_examples // 5,  # each is an evening in the database
            stateful_step_count=25,
            suppress_health_check=list(HealthCheck),
        ),
    )
