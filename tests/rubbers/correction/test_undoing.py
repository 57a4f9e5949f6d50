"""An undo opens a correction period again: votes that are enough then count in the same moment."""

from datetime import timedelta

import pytest

from clubscore.refusals import Refused
from clubscore.rubbers.correction.undoing import undo_last_deal
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import services as tables
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    record,
    rubber_in_play,
    seated_table,
    void,
)
from tests.rubbers.correction.correcting import correct, lines, strike, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=2)


def undo(rubber, number, by=N):
    return undo_last_deal(
        state=load(rubber.pk), number=number, by=rubber.players[by], now=LATER
    )


def next_rubber_after_votes(*voters):
    """A rubber that is over, the next of the same four with a deal, and a proposal about the last deal of the first.

    North and the `voters` have voted yes; it takes all four, since the next deal is recorded.
    """
    over = rubber_in_play(lines=NINE_DEALS)
    following = start_rubber(
        table=over.table,
        dealer=N,
        by=over.players[N],
        now=NOON + timedelta(minutes=30),
    )
    record(following, "2hs=")
    proposal = correct(over, 9, "3he+1")
    vote(proposal, *voters)
    assert proposal.state == "open"
    return over, following, proposal


def test_law_78_the_undo_of_the_first_deal_of_the_next_rubber_counts_a_majority_about_the_last_one():
    over, following, proposal = next_rubber_after_votes(E, W)
    undo(following, 1)
    proposal.refresh_from_db()
    assert (proposal.state, proposal.closed_by) == ("accepted", over.players[W])
    assert lines(over)[-1] == "3HE+1"


def test_law_78_a_deal_that_is_struck_out_opens_the_period_as_an_undo_does():
    rubber = rubber_in_play(lines=("2sn=", "2he="))
    proposal = correct(rubber, 1, "2sn+1")
    vote(proposal, E, S)
    struck = strike(rubber, 2)
    vote(struck, E, S, W)
    proposal.refresh_from_db()
    assert (struck.state, proposal.state) == ("accepted", "accepted")
    assert lines(rubber) == ["2SN+1"]


def test_law_78_a_later_rubber_that_is_voided_opens_the_period_as_an_undo_does():
    over, following, proposal = next_rubber_after_votes(E, W)
    void(following, now=LATER)
    proposal.refresh_from_db()
    assert (proposal.state, proposal.closed_by) == ("accepted", over.players[W])
    assert lines(over)[-1] == "3HE+1"


def test_law_78_an_agreed_later_rubber_that_is_voided_opens_the_period_too():
    over, following, proposal = next_rubber_after_votes(E, W)
    for line in NINE_DEALS[1:]:
        record(following, line)
    agree(following, now=LATER)
    void(following, now=LATER)
    proposal.refresh_from_db()
    assert (proposal.state, lines(over)[-1]) == ("accepted", "3HE+1")


def test_law_78_a_voided_rubber_counts_no_two_votes_as_a_majority():
    _over, following, proposal = next_rubber_after_votes(E)
    void(following, now=LATER)
    proposal.refresh_from_db()
    assert proposal.state == "open"


def test_law_78_the_only_deal_of_the_next_rubber_struck_out_opens_the_period_too():
    over, following, proposal = next_rubber_after_votes(E, W)
    vote(strike(following, 1), E, S, W)
    proposal.refresh_from_db()
    assert (proposal.state, lines(over)[-1]) == ("accepted", "3HE+1")


def test_the_players_who_voted_yes_have_signed_what_an_undo_made_to_count():
    rubber = rubber_in_play(lines=("2sn=", "2he="))
    vote(correct(rubber, 1, "2sn+1"), E, S)
    undo(rubber, 2)
    signers = load(rubber.pk).last.agreements.values_list("member__name", flat=True)
    assert set(signers) == {"Anna", "Ben", "Cleo"}


def test_a_refused_undo_counts_no_vote():
    rubber = rubber_in_play(lines=("2sn=", "2he="))
    proposal = correct(rubber, 1, "2sn+1")
    vote(proposal, E, S)
    with pytest.raises(Refused, match="only the one who recorded it can undo it"):
        undo(rubber, 2, by=E)
    proposal.refresh_from_db()
    assert proposal.state == "open"


def test_law_78_the_next_rubber_of_the_four_at_another_table_is_found_too():
    over = rubber_in_play(lines=NINE_DEALS)
    players = over.players
    later = NOON + timedelta(minutes=30)
    for seat in Seat:
        tables.leave_table(table=over.table, member=players[seat], now=later)
    table = seated_table({seat.next: players[seat] for seat in Seat}, now=later)
    following = start_rubber(table=table, dealer=N, by=players[N], now=later)
    record(following, "2hs=")
    proposal = correct(over, 9, "3he+1")
    vote(proposal, E, W)
    assert proposal.state == "open"
    undo(following, 1)
    proposal.refresh_from_db()
    assert (proposal.state, lines(over)[-1]) == ("accepted", "3HE+1")
