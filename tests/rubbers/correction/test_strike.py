"""Striking out a deal whose pack was bad: by all four, until the cards are mixed (Law 79); never in 1912 (Law 39)."""

import pytest

from clubscore.refusals import Refused
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NOON, record, rubber_in_play
from tests.rubbers.correction.correcting import correct, lines, strike, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
IN_TIME = "It is struck out only if all four consent before the next deal is recorded; after that its score stands."


def page(client, rubber, number=1) -> str:
    return client.get(
        f"/rubbers/{rubber.pk}/deals/{number}/correction/"
    ).content.decode()


def test_a_deal_is_struck_out_only_if_all_four_consent():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposal = strike(rubber, 2)
    vote(proposal, E, S)
    assert proposal.state == "open"
    vote(proposal, W)
    assert (proposal.state, lines(rubber)) == ("accepted", ["4SN="])


def test_one_no_keeps_a_deal_that_was_to_be_struck_out():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposal = strike(rubber, 2)
    vote(proposal, E, is_yes=False)
    assert (proposal.state, lines(rubber)) == ("refused", ["4SN=", "2HE="])


def test_a_deal_is_struck_out_also_after_the_next_auction_while_its_cards_are_not_mixed():
    rubber = rubber_in_play(lines=("4sn=",))
    call_auction_over(state=load(rubber.pk), number=1, by=rubber.players[N], now=NOON)
    vote(strike(rubber, 1), E, S, W)
    assert lines(rubber) == []


def test_a_recorded_score_stands_once_the_next_deal_is_recorded():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    with pytest.raises(
        Refused, match="The next deal is recorded, so the cards of this one are mixed"
    ):
        strike(rubber, 1)


def test_a_proposal_to_strike_a_deal_out_takes_no_vote_once_the_next_deal_is_recorded():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = strike(rubber, 1)
    vote(proposal, E, S)
    record(rubber, "2he=")
    with pytest.raises(Refused, match="its score stands"):
        vote(proposal, W)
    proposal.refresh_from_db()
    assert (proposal.state, lines(rubber)) == ("open", ["4SN=", "2HE="])


def test_what_can_be_voted_on_no_more_does_not_stand_in_the_way_of_another_correction():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = strike(rubber, 1)
    record(rubber, "2he=")
    vote(correct(rubber, 1, "4sn= h4n"), E, S)
    proposal.refresh_from_db()
    assert (proposal.state, lines(rubber)) == ("expired", ["4SN= h4N", "2HE="])


def test_no_deal_of_royal_auction_is_struck_out_once_it_is_scored():
    rubber = rubber_in_play(system="royal", lines=("4rn= h3n h2e",))
    with pytest.raises(Refused, match="void only the deal that is being played"):
        strike(rubber, 1)


def test_the_deals_after_one_that_was_struck_out_have_numbers_of_their_own():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    vote(strike(rubber, 2), E, S, W)
    record(rubber, "1nn=")
    assert lines(rubber) == ["4SN=", "1NTN="]


def test_the_page_offers_to_strike_out_the_last_deal_and_no_other(anna, rubber):
    for line in ("4sn=", "2he="):
        record(rubber, line)
    last, earlier = page(anna, rubber, 2), page(anna, rubber, 1)
    assert "Propose to strike out deal 2" in last
    assert (
        "It is struck out only if all four consent before the next deal is recorded; after that its score stands."
        in last
    )
    assert "Propose to strike out" not in earlier
    assert (
        "The next deal is recorded, so the cards of this one are mixed: its score stands."
        in earlier
    )


def test_the_page_of_royal_auction_cites_its_own_law(signed_in):
    rubber = rubber_in_play(system="royal", lines=("4rn= h3n h2e",))
    html = page(signed_in(rubber.players[N]), rubber)
    assert "Propose to strike out" not in html
    assert (
        "A faulty pack makes void only the deal that is being played: this score stands."
        in html
    )
    assert "Law 39 (1912)" in html
    assert "Law 79" not in html


def test_the_note_of_a_bad_pack_says_what_stands(anna, rubber):
    path = f"/rubbers/{rubber.pk}/pack/"
    assert "stands" not in anna.get(path).content.decode()
    for line in ("4sn=", "2he="):
        record(rubber, line)
    html = anna.get(path).content.decode()
    assert f"Deal 2 was the last. {IN_TIME}" in html
    assert "Earlier scores stand." in html
    assert f"/rubbers/{rubber.pk}/deals/2/correction/#strike-title" in html


def test_the_note_of_a_bad_pack_in_royal_auction_cites_its_own_law(signed_in):
    rubber = rubber_in_play(system="royal", lines=("4rn= h3n h2e",))
    html = (
        signed_in(rubber.players[N]).get(f"/rubbers/{rubber.pk}/pack/").content.decode()
    )
    assert "Law 39 (1912)" in html
    assert "#strike-title" not in html
