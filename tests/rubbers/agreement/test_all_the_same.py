"""A net score is signed while a deal is disputed: the rubber is posted after the vote, or if players agree
"all the same".
"""

from datetime import timedelta
from uuid import uuid4

import pytest

from clubscore.ledger.books import books
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_net, enter_deal
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import cast, propose, withdraw
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import HouseRules, NetAgreement, Proposal
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NINE_DEALS, NOON, agree, member, rubber_in_play

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def rubber(db):
    return rubber_in_play(lines=NINE_DEALS)


def dispute(rubber, number=9, *, by=E):
    """Record another result for a deal from the book of the player `by`, Ben by default, so that the deal
    is disputed.
    """
    other = {9: "3he-1", 8: "3cn-1", 5: "2hw-1"}[number]
    return enter_deal(
        state=load(rubber.pk),
        facts=parse_deal(other),
        number=number,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[by],
        now=NOON,
    ).proposal


def vote(proposal, *seats, is_yes=True, now=LATER):
    for seat in seats:
        state = load(proposal.rubber_id)
        cast(
            state=state,
            proposal=proposal,
            is_yes=is_yes,
            by=state.players[seat],
            now=now,
        )


def posted() -> bool:
    return bool(books().accounts)


def test_while_a_deal_is_disputed_a_plain_signature_is_refused_with_a_sentence(rubber):
    dispute(rubber)
    with pytest.raises(
        Refused, match="^Deal 9 is disputed: settle it first, or agree all the same.$"
    ):
        agree(rubber, N)
    assert not NetAgreement.objects.exists()


def test_a_proposed_correction_keeps_the_posting_waiting_too(rubber):
    agree(rubber, N)
    propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=1),
        facts=parse_deal("2hs+2 h4s"),
        key=uuid4(),
        by=rubber.players[S],
        now=NOON,
    )
    with pytest.raises(Refused, match="A correction of deal 1 is proposed"):
        agree(rubber, E)
    assert not posted()


def test_a_net_score_signed_by_one_side_before_the_dispute_is_not_posted_by_the_other_all_the_same(
    rubber,
):
    agree(rubber, N)
    proposal = dispute(rubber)
    agree(rubber, W, despite=proposal)
    assert not posted()
    agree(rubber, S, despite=proposal)
    assert posted()
    proposal.refresh_from_db()
    assert proposal.state == Proposal.State.EXPIRED


def test_who_signed_before_the_dispute_can_sign_all_the_same(rubber):
    agree(rubber, N)
    proposal = dispute(rubber)
    agree(rubber, N, E, despite=proposal)
    assert posted()
    given = NetAgreement.objects.order_by("pk").values_list("member__name", "despite")
    assert list(given) == [("Anna", None), ("Anna", proposal.pk), ("Ben", proposal.pk)]


def test_all_four_agree_all_the_same_where_all_four_sign():
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, N, E, S, W)
    reopen(
        state=load(rubber.pk),
        reason="Ben’s card",
        by=member("Sam", role=Role.ADMIN),
        now=NOON,
    )
    agree(rubber, N, E, S)
    proposal = dispute(rubber)
    agree(rubber, W, E, S, despite=proposal)
    rubber.refresh_from_db()
    assert not rubber.is_agreed
    agree(rubber, N, despite=proposal)
    assert rubber.is_agreed


@pytest.mark.parametrize("ending", ["refused", "withdrawn", "ruled"])
def test_a_signature_given_before_counts_again_when_the_dispute_closes_and_the_closing_posts(
    rubber, ending
):
    agree(rubber, N)
    proposal = dispute(rubber)
    agree(rubber, E, despite=proposal)
    if ending == "refused":
        vote(proposal, N, S, W, is_yes=False)
    elif ending == "withdrawn":
        withdraw(
            state=load(rubber.pk), proposal=proposal, by=rubber.players[E], now=LATER
        )
    else:
        sam = member("Sam", role=Role.ADMIN)
        rule(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=False,
            ruling="Dan’s card",
            by=sam,
            now=LATER,
        )
    proposal.refresh_from_db()
    rubber.refresh_from_db()
    assert proposal.state == ending
    assert rubber.agreed_at == LATER
    assert posted()
    assert list(differences()) == []


def test_a_vote_that_changes_the_sheet_clears_the_signatures_instead(rubber):
    agree(rubber, N)
    proposal = propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=9),
        facts=parse_deal("3he= h4e"),
        key=uuid4(),
        by=rubber.players[E],
        now=NOON,
    )
    agree(rubber, W, despite=proposal)
    vote(proposal, N, S)
    assert not posted()
    assert load(rubber.pk).agreed_net == {}


def test_of_two_disputes_the_posting_waits_for_both(rubber):
    agree(rubber, N)
    first = dispute(rubber)
    agree(rubber, E, despite=first)
    second = propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=8),
        facts=parse_deal("3cn-1"),
        key=uuid4(),
        by=rubber.players[E],
        now=NOON,
        error="recording",
    )
    with pytest.raises(Refused, match="Corrections of deals 8 and 9 are proposed"):
        agree(rubber, S, despite=first)
    vote(first, N, S, W, is_yes=False)
    assert not posted()
    vote(second, N, S, W, is_yes=False)
    assert posted()


def test_to_agree_all_the_same_to_a_dispute_that_was_settled_meanwhile_is_to_agree(
    rubber,
):
    proposal = dispute(rubber)
    vote(proposal, N, S, W, is_yes=False)
    agree(rubber, N, E, despite=proposal)
    assert posted()
    assert set(NetAgreement.objects.values_list("despite", flat=True)) == {None}


def test_no_time_runs_out_while_a_deal_is_disputed_and_both_sides_can_agree_all_the_same():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    proposal = dispute(rubber)
    assert post_due(now=rubber.ended_at + timedelta(days=2)) == []
    agree(rubber, N, W, despite=proposal)
    assert rubber.is_agreed


def test_a_dispute_settled_after_the_time_posts_a_rubber_that_is_agreed_by_time():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    proposal = dispute(rubber)
    vote(proposal, N, S, W, is_yes=False, now=rubber.ended_at + timedelta(hours=2))
    rubber.refresh_from_db()
    assert rubber.is_agreed


def test_the_history_says_that_they_agreed_all_the_same_also_after_it_was_opened_again(
    rubber,
):
    agree(rubber, N)
    proposal = dispute(rubber)
    agree(rubber, S, W, despite=proposal)
    reopen(
        state=load(rubber.pk),
        reason="Ben’s card",
        by=member("Sam", role=Role.ADMIN),
        now=LATER,
    )
    history = history_of(load(rubber.pk))
    words = [event.words for event in history.events]
    assert "Cleo agreed to the net score all the same, with deal 9 disputed" in words
    assert "Anna agreed to the net score" in words
    closings = {
        offer.proposal.pk: offer.closing
        for deal in history.deals
        for offer in deal.offers
    }
    assert closings == {proposal.pk: "The net score was agreed all the same."}


def test_the_sheet_that_was_signed_is_still_asked_for(rubber):
    proposal = dispute(rubber)
    with pytest.raises(Refused, match="changed since"):
        agree_net(
            state=load(rubber.pk),
            newest=rubber.deals.get(number=8),
            by=rubber.players[N],
            now=NOON,
            despite=proposal,
        )


def test_the_audit_calls_the_disputed_deal_as_the_players_do_in_chicago_too():
    rubber = rubber_in_play(
        lines=("2hn=", "p", "2he=", "2hs=", "2hw="), system="chicago"
    )
    proposal = dispute(rubber, 5)
    agree(rubber, S, W, despite=proposal)
    words = [entry.description.words for entry in every_entry(AuditFilter())]
    assert (
        "agreed to the net score of a round at Table 1 all the same, with deal 4 disputed"
        in words
    )
