"""Proposals and votes (Laws 77 and 78): the players who must consent, and the effects of a correction."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.consequences import consequence_of
from clubscore.rubbers.correction.rulings import rule
from clubscore.rubbers.correction.services import cast, note_bad_pack, propose, withdraw
from clubscore.rubbers.recording import services
from clubscore.rubbers.rubber.loading import load
from scoring import InvalidDeal, Seat, Side, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    member,
    record,
    rubber_in_play,
)
from tests.rubbers.correction.correcting import correct, lines, strike, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def test_missed_honours_are_added_by_a_majority_long_after_the_deal():
    rubber = rubber_in_play(lines=("4sn=", "2he=", "p"))
    proposal = correct(rubber, 1, "4sn= h4n")
    vote(proposal, S)
    assert proposal.state == "open"
    vote(proposal, E)
    assert proposal.state == "accepted"
    assert lines(rubber) == ["4SN= h4N", "2HE=", "P"]


def test_tricks_of_the_last_deal_take_a_majority_until_the_next_auction_is_over():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, 1, "4sn+1")
    vote(proposal, S, W)
    assert lines(rubber) == ["4SN+1"]


def test_once_one_of_each_side_says_that_the_next_auction_is_over_all_four_must_consent():
    rubber = rubber_in_play(lines=("4sn=",))
    for seat in (W, N):
        call_auction_over(
            state=load(rubber.pk), number=1, by=rubber.players[seat], now=NOON
        )
    proposal = correct(rubber, 1, "4sn+1")
    vote(proposal, S, W)
    assert proposal.state == "open"
    vote(proposal, E)
    assert proposal.state == "accepted"


def test_the_next_result_implies_that_its_auction_is_over():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposal = correct(rubber, 1, "4sn+1")
    vote(proposal, S, W)
    assert proposal.state == "open"


def test_a_late_correction_of_tricks_fails_with_the_first_no():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposal = correct(rubber, 1, "4sn+1")
    vote(proposal, E, is_yes=False)
    assert proposal.state == "refused"
    assert lines(rubber) == ["4SN=", "2HE="]


def test_a_proposal_made_in_time_needs_all_four_once_the_next_deal_is_recorded():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, 1, "4sn+1")
    vote(proposal, S)
    record(rubber, "2he=")
    vote(proposal, W)
    assert proposal.state == "open"
    vote(proposal, E)
    assert proposal.state == "accepted"


def test_nothing_can_be_proposed_once_the_net_score_is_agreed():
    rubber = agreed_rubber()
    with pytest.raises(Refused, match="only an arbiter can open the rubber again"):
        correct(rubber, 9, "3he+1")


def test_a_vote_cast_after_the_agreement_is_refused():
    rubber = rubber_in_play(lines=NINE_DEALS)
    proposal = correct(rubber, 9, "3he= h4e")
    agree(rubber, despite=proposal)
    with pytest.raises(Refused, match="expired"):
        vote(proposal, E)


def test_voting_twice_is_one_vote():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, 1, "4sn+1")
    vote(proposal, N, N, S, S)
    assert proposal.state == "open"


def test_somebody_who_does_not_play_here_neither_proposes_nor_votes():
    rubber, eve = rubber_in_play(lines=("4sn=",)), member("Eve")
    proposal = correct(rubber, 1, "4sn+1")
    with pytest.raises(PermissionDenied):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=True,
            by=eve,
            now=NOON,
        )
    with pytest.raises(PermissionDenied):
        propose(
            state=load(rubber.deals.get(number=1).rubber_id),
            base=rubber.deals.get(number=1),
            facts=parse_deal("4sn+2"),
            key=uuid4(),
            by=eve,
            now=NOON,
        )


def test_one_proposal_at_a_time_for_a_deal():
    rubber = rubber_in_play(lines=("4sn=",))
    correct(rubber, 1, "4sn+1")
    with pytest.raises(Refused, match="vote on it first"):
        correct(rubber, 1, "4sn+2", by=E)


def test_what_the_sheet_says_already_is_no_correction():
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(Refused, match="says already"):
        correct(rubber, 1, "4sn=")


def test_what_cannot_be_is_refused_by_the_rules_of_the_game():
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(InvalidDeal):
        correct(rubber, 1, "4sn+4")


def test_the_proposer_takes_it_back():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, 1, "4sn+1")
    with pytest.raises(PermissionDenied):
        withdraw(
            state=load(proposal.rubber_id),
            proposal=proposal,
            by=rubber.players[E],
            now=NOON,
        )
    withdraw(
        state=load(proposal.rubber_id),
        proposal=proposal,
        by=rubber.players[N],
        now=NOON,
    )
    proposal.refresh_from_db()
    assert proposal.state == "withdrawn"


def test_an_admin_rules_in_writing_and_nobody_else():
    rubber, sam = rubber_in_play(lines=("4sn=", "2he=")), member("Sam", role=Role.ADMIN)
    proposal = correct(rubber, 1, "4sn+1")
    with pytest.raises(PermissionDenied):
        rule(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=True,
            ruling="So",
            by=rubber.players[N],
            now=NOON,
        )
    with pytest.raises(Refused, match="Write down why"):
        rule(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=True,
            ruling="",
            by=sam,
            now=NOON,
        )
    rule(
        state=load(proposal.rubber_id),
        proposal=proposal,
        is_yes=True,
        ruling="Dan's card shows it",
        by=sam,
        now=NOON,
    )
    proposal.refresh_from_db()
    assert (proposal.state, proposal.ruling, proposal.closed_by) == (
        "ruled",
        "Dan's card shows it",
        sam,
    )
    assert lines(rubber) == ["4SN+1", "2HE="]


def test_the_consequence_names_deals_that_are_scored_anew():
    rubber = rubber_in_play(lines=("4sn=", "2hxn-1"))
    proposal = correct(rubber, 1, "4sn-1")
    consequence = consequence_of(load(rubber.pk), proposal.base, proposal.proposed)
    before, after = consequence.before.deals, consequence.after.deals
    assert [old.deal != new.deal for old, new in zip(before, after, strict=True)] == [
        True,
        False,
    ]
    assert [old.lines != new.lines for old, new in zip(before, after, strict=True)] == [
        True,
        True,
    ]
    assert consequence.after.deals[1].vulnerable == ()
    assert consequence.after.totals[Side.EW].total == 50 + 100


def test_a_correction_can_open_a_finished_rubber_again():
    rubber = rubber_in_play(lines=NINE_DEALS)
    vote(correct(rubber, 9, "3he-1"), E, S)
    rubber.refresh_from_db()
    assert not rubber.is_over
    assert rubber.table.is_playing
    record(rubber, "3he=")
    agree(rubber)
    assert list(differences()) == []


def test_a_finished_rubber_whose_successor_has_begun_is_closed_unfinished_instead():
    rubber = rubber_in_play(lines=NINE_DEALS)
    following = services.start_rubber(
        table=rubber.table, dealer=N, by=rubber.players[N], now=rubber.ended_at
    )
    record(following, "1nn=")
    vote(correct(rubber, 9, "3he-1"), E, S, W)
    rubber.refresh_from_db()
    assert (rubber.ending, load(rubber.pk).sheet.state) == ("unfinished", "unfinished")


def test_transferred_tricks_are_recorded_as_such():
    rubber = rubber_in_play(lines=("3ss-1",))
    vote(correct(rubber, 1, "3ss+1 t2ns"), E, S)
    facts = load(rubber.pk).sheet.deals[0].deal
    assert (facts.tricks, facts.transferred) == (10, ((Side.NS, 2),))


def test_a_bad_pack_leaves_recorded_scores_as_they_are():
    rubber = rubber_in_play(lines=("4sn=",))
    note_bad_pack(
        state=load(rubber.pk),
        text="Two queens of hearts",
        by=rubber.players[W],
        now=NOON,
    )
    assert lines(rubber) == ["4SN="]


def test_the_next_deal_after_one_was_struck_out_has_a_number_of_its_own():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    vote(strike(rubber, 2), E, S, W)
    assert record(rubber, "1nn=").number == 3
    assert lines(rubber) == ["4SN=", "1NTN="]


def test_an_undone_deal_takes_the_proposal_of_its_recorder_with_it():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, 1, "4sn+1")
    services.undo_deal(state=load(rubber.pk), number=1, by=rubber.players[N], now=NOON)
    proposal.refresh_from_db()
    assert proposal.state == "expired"
