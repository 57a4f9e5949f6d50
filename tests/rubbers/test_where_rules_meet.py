"""Undo, second books, substitutes, carried-over deals and disputes, in cases where two of these rules apply
together.
"""

from datetime import timedelta
from uuid import uuid4

import pytest

from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_net, enter_deal
from clubscore.rubbers.consent.cards.proposal import proposal_card
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.correction.undoing import undo_last_deal
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.recording.services import undo_deal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from scoring import Seat, parse_deal
from tests.factories import NINE_DEALS, NOON, agree, member, record, rubber_in_play
from tests.rubbers.correction.correcting import correct, lines, strike, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def second_book(rubber, number, line, by=E):
    return enter_deal(
        state=load(rubber.pk),
        facts=parse_deal(line, royals=rubber.system == "royal"),
        number=number,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[by],
        now=NOON,
    )


@pytest.mark.parametrize(("system", "line"), [("contract", "2sn-1"), ("royal", "2hn=")])
def test_an_old_entry_form_opens_no_deal_again_for_a_majority(system, line):
    rubber = rubber_in_play(system=system, lines=("1nn=", "1nn="))
    with pytest.raises(Stale):
        second_book(rubber, 1, line)
    assert not rubber.proposals.exists()


def test_whoever_has_signed_a_deal_corrects_it_and_keeps_no_other_book_of_it():
    rubber = rubber_in_play(lines=("2sn=",))
    second_book(rubber, 1, "2sn=")
    with pytest.raises(Stale):
        second_book(rubber, 1, "2sn-1")


def test_law_78_a_majority_counts_at_once_when_an_undo_opens_the_period_again():
    rubber = rubber_in_play(lines=("2sn=", "2he="))
    proposal = correct(rubber, 1, "2sn+1")
    vote(proposal, E, S)
    assert (proposal.state, lines(rubber)) == ("open", ["2SN=", "2HE="])
    later = NOON + timedelta(hours=1)
    undo_last_deal(state=load(rubber.pk), number=2, by=rubber.players[N], now=later)
    proposal.refresh_from_db()
    assert (proposal.state, lines(rubber)) == ("accepted", ["2SN+1"])
    assert (proposal.closed_by, proposal.closed_at) == (rubber.players[S], later)
    [offer] = history_of(load(rubber.pk)).deals[0].offers
    assert offer.closing == (
        "The deal after it does not count any more, so that a majority was enough again: the vote of Cleo had made it."
    )


def test_two_yes_are_no_majority_when_an_undo_opens_the_period_again():
    rubber = rubber_in_play(lines=("2sn=", "2he="))
    proposal = correct(rubber, 1, "2sn+1")
    vote(proposal, E)
    undo_last_deal(state=load(rubber.pk), number=2, by=rubber.players[N], now=NOON)
    proposal.refresh_from_db()
    assert (proposal.state, lines(rubber)) == ("open", ["2SN="])
    desk = RubberDesk(load(rubber.pk), rubber.players[W])
    missing = proposal_card(desk, desk.state.proposals[0]).missing
    assert missing == "One more needed for “9 tricks”, from Cleo or Dan."


def test_a_replaced_player_who_had_started_the_rubber_keeps_its_sheet_no_more():
    rubber = rubber_in_play(lines=("4sn=",))
    north, eve = rubber.players[N], member("Eve")
    assert rubber.started_by == north
    asked = propose_substitute(
        state=load(rubber.pk), seat=N, substitute=eve, by=north, now=NOON
    )
    for seat in (E, S, W):
        consent(
            state=load(rubber.pk), substitution=asked, by=rubber.players[seat], now=NOON
        )
    assert not RubberDesk(load(rubber.pk), north).may_keep
    with pytest.raises(Refused, match="do not keep this sheet any more"):
        undo_deal(state=load(rubber.pk), number=1, by=north, now=NOON)


def test_a_deal_carried_over_keeps_its_recorder_and_signatures_and_is_not_undone():
    rubber = rubber_in_play(lines=("4sn=", "3sn=", "2he="))
    second_book(rubber, 3, "2he=")
    vote(correct(rubber, 2, "4sn=", by=E, error="recording", later="next"), N, S)
    state = load(Rubber.objects.latest("pk").pk)
    assert [str(deal.facts) for deal in state.deals] == ["2HE="]
    assert state.deals[0].recorded_by == rubber.players[N]
    assert {signed.member_id for signed in state.deal_signatures} >= {
        rubber.players[E].pk
    }
    for seat in (N, E):
        with pytest.raises(Refused):
            undo_deal(state=state, number=1, by=rubber.players[seat], now=NOON)


def test_a_vote_of_another_on_ones_own_proposal_ends_the_undoing():
    rubber = rubber_in_play(lines=("4sn=",))
    vote(correct(rubber, 1, "4sn+1"), E, is_yes=False)
    with pytest.raises(Refused, match="has voted on deal 1"):
        undo_deal(state=load(rubber.pk), number=1, by=rubber.players[N], now=NOON)


def test_a_posting_by_a_second_tap_is_noticed_by_everybody_who_looked_before():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, N)
    before = load(rubber.pk)
    later = NOON + timedelta(days=1)
    agree_net(state=before, newest=before.newest, by=rubber.players[N], now=later)
    assert Rubber.objects.get(pk=rubber.pk).is_agreed
    with pytest.raises(Refused):
        propose(
            state=before,
            base=before.deals[-1],
            facts=parse_deal("3he= h4e"),
            key=uuid4(),
            by=rubber.players[E],
            now=later,
        )
    assert not rubber.proposals.exists()


def test_two_against_two_is_no_tie_where_nobody_can_vote_any_more():
    rubber = rubber_in_play(lines=("4sn=",))
    vote(strike(rubber, 1), E)
    state = load(rubber.pk)
    assert not proposal_card(
        RubberDesk(state, rubber.players[N]), state.proposals[0]
    ).is_tied
    record(rubber, "2he=")
    state = load(rubber.pk)
    assert not proposal_card(
        RubberDesk(state, rubber.players[N]), state.proposals[0]
    ).is_tied


def test_history_says_that_they_agreed_all_the_same_only_where_that_posted_it():
    rubber = rubber_in_play(lines=NINE_DEALS)
    dispute = strike(rubber, 9)
    agree(rubber, N, despite=dispute)
    dispute.refresh_from_db()
    closings = [
        offer.closing
        for deal in history_of(load(rubber.pk)).deals
        for offer in deal.offers
    ]
    assert closings == [""]
    agree(rubber, E, despite=dispute)
    closings = [
        offer.closing
        for deal in history_of(load(rubber.pk)).deals
        for offer in deal.offers
    ]
    assert closings == ["The net score was agreed all the same."]
