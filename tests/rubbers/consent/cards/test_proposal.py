"""The card of a proposal: it names the players whose consent is missing."""

import pytest

from clubscore.rubbers.consent.cards.proposal import proposal_card
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import record, rubber_in_play
from tests.rubbers.correction.correcting import correct, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def missing(rubber) -> str:
    state = load(rubber.pk)
    return proposal_card(
        RubberDesk(state, state.players[N]), state.proposals[0]
    ).missing


def test_the_number_of_yes_that_are_needed_counts_the_newest_vote_of_the_proposer_too():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, 1, "4sn= h4n")
    assert (
        missing(rubber)
        == "Two more needed for “4 honours Anna”, from Ben, Cleo or Dan."
    )
    vote(proposal, S)
    assert missing(rubber) == "One more needed for “4 honours Anna”, from Ben or Dan."
    vote(proposal, N, is_yes=False)
    assert (
        missing(rubber)
        == "Two more needed for “4 honours Anna”, from Anna, Ben or Dan."
    )
    vote(proposal, S, is_yes=False)
    assert (
        missing(rubber)
        == "Three more needed for “4 honours Anna”, from Anna, Ben, Cleo or Dan."
    )


def test_where_all_four_must_consent_all_who_have_not_are_named():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    vote(correct(rubber, 1, "4sn+1"), S)
    assert missing(rubber) == "The consent of Ben and Dan is missing."


def test_where_the_period_is_over_an_admin_rules_or_it_is_taken_back():
    rubber = rubber_in_play(system="royal", lines=("4rn= h3n h2e",))
    correct(rubber, 1, "4rn+1 h3n h2e")
    record(rubber, "1cn= h3n h2e")
    assert (
        missing(rubber)
        == "The four can decide on it no more: an arbiter rules on it, or it is taken back."
    )
