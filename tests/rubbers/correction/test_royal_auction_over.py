"""Royal auction (1912, Law 13): a declaration in the next game ends a game's correction period; a
passed-out deal does not.
"""

from datetime import timedelta

import pytest

from clubscore.games.periods import MAJORITY
from clubscore.refusals import Refused
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.queries import next_auction, period_for
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, record, rubber_in_play

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
GAME, ANOTHER_RESULT = "4rn= h3n h2e", "4rn+1 h3n h2e"
PART_SCORE = "1cn= h3n h2e"
CLOSED = 0


@pytest.fixture
def rubber(db):
    """A rubber of royal auction whose first deal has won a game; passed-out deals are allowed."""
    return rubber_in_play(
        system="royal", lines=(GAME,), rules={"passed_out": "allowed"}
    )


def call(rubber, *seats, number=1):
    for seat in seats:
        call_auction_over(
            state=load(rubber.pk), number=number, by=rubber.players[seat], now=NOON
        )


def consents(rubber, number=1):
    state = load(rubber.pk)
    return period_for(
        state, state.deal(number), parse_deal(ANOTHER_RESULT, royals=True)
    ).consents


def test_a_declaration_that_one_side_reports_leaves_the_game_open(rubber):
    call(rubber, N, S)
    assert consents(rubber) == MAJORITY


def test_a_declaration_that_one_of_each_side_reports_concludes_the_game_before(rubber):
    call(rubber, N, E)
    assert consents(rubber) == CLOSED


def test_a_passed_out_deal_of_the_next_game_is_no_declaration(rubber):
    record(rubber, "p")
    assert consents(rubber) == MAJORITY
    record(rubber, PART_SCORE)
    assert consents(rubber) == CLOSED


def test_what_was_said_of_an_auction_that_was_passed_out_is_no_declaration(rubber):
    call(rubber, N, E)
    record(rubber, "p")
    assert consents(rubber) == MAJORITY


def test_a_declaration_after_a_passed_out_deal_concludes_the_game_before(rubber):
    record(rubber, "p")
    call(rubber, N, E, number=2)
    assert consents(rubber) == CLOSED


def test_the_button_says_which_declaration_and_is_offered_only_where_it_closes_a_game(
    rubber,
):
    auction = next_auction(load(rubber.pk))
    assert auction.button == "A declaration was made in game 2"
    assert (
        auction.until
        == "Until then three of you can change the trick scores of game 1; after that they stand."
    )
    record(rubber, "p")
    assert next_auction(load(rubber.pk)) == auction
    record(rubber, PART_SCORE)
    assert next_auction(load(rubber.pk)) is None
    with pytest.raises(Refused, match="No correction waits"):
        call(rubber, N, number=3)


def test_the_final_game_is_open_until_the_score_is_agreed_whatever_is_played_next(
    rubber,
):
    record(rubber, GAME)
    rubber.refresh_from_db()
    assert rubber.ending == "complete"
    following = start_rubber(
        table=rubber.table,
        dealer=N,
        by=rubber.players[N],
        now=rubber.ended_at + timedelta(minutes=1),
    )
    assert next_auction(load(following.pk)) is None
    record(following, PART_SCORE)
    assert (consents(rubber, 1), consents(rubber, 2)) == (CLOSED, MAJORITY)
