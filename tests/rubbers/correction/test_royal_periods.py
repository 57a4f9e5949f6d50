"""Corrections in royal auction (1912): of trick scores until their game is concluded, of honour scores
until the end.
"""

import pytest

from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, agree, four, record, rubber_in_play
from tests.rubbers.correction.correcting import correct, lines, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
# Law 13: tricks, denomination, doubling, the side that declared; a contract that was made or was not.
TRICK_SCORES = ["4rn+1", "4rn-1", "4hn=", "4rxn=", "4rxxn=", "4re="]


@pytest.fixture
def rubber(db):
    """A rubber of royal auction whose first deal, four royals, has won a game with 36 points."""
    return rubber_in_play(four(), system="royal", lines=("4rn= h3n h2e",))


def test_tricks_of_royal_auction_are_corrected_by_a_majority_until_the_game_is_concluded(
    rubber,
):
    vote(correct(rubber, 1, "4rn+1 h3n h2e"), E, S)
    assert lines(rubber)[0].startswith("4RN+1")


@pytest.mark.parametrize("line", TRICK_SCORES)
def test_whatever_changes_the_trick_score_of_a_concluded_game_is_closed(rubber, line):
    record(rubber, "1cn= h3n h2e")
    with pytest.raises(Refused, match="concluded: its trick score is closed"):
        correct(rubber, 1, f"{line} h3n h2e")


@pytest.mark.parametrize("line", TRICK_SCORES)
def test_whatever_changes_the_trick_score_is_open_to_a_majority_until_the_game_is_concluded(
    rubber, line
):
    proposal = correct(rubber, 1, f"{line} h3n h2e")
    vote(proposal, E, S)
    assert proposal.state == "accepted"


def test_tricks_of_royal_auction_stand_once_a_deal_of_the_next_game_is_recorded(rubber):
    record(rubber, "1cn= h3n h2e")
    with pytest.raises(Refused, match="concluded"):
        correct(rubber, 1, "4rn+1 h3n h2e")


def test_tricks_of_royal_auction_stand_once_a_declaration_has_been_made_in_the_next_game(
    rubber,
):
    for seat in (W, N):
        call_auction_over(
            state=load(rubber.pk), number=1, by=rubber.players[seat], now=NOON
        )
    with pytest.raises(Refused, match="concluded"):
        correct(rubber, 1, "4rn+1 h3n h2e")


def test_the_trick_score_of_the_last_game_is_open_until_the_score_is_made_up_and_agreed(
    rubber,
):
    record(rubber, "4rn= h3n h2e")
    assert rubber.ending == "complete"
    vote(correct(rubber, 2, "4rn+1 h3n h2e"), E, S)
    assert lines(rubber)[1].startswith("4RN+1")
    agree(rubber)
    with pytest.raises(Refused, match="only an arbiter"):
        correct(rubber, 2, "4rn= h3n h2e")


def test_honours_of_royal_auction_are_corrected_after_their_game_is_concluded(rubber):
    record(rubber, "1cn= h3n h2e")
    proposal = correct(rubber, 1, "4rn= h4n h1e")
    vote(proposal, E, S)
    assert proposal.state == "accepted"


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("4rn-1", "4rn-2"),
        ("4rn-1", "4rxn-1"),
        ("3cn-1", "3cn-7"),
        ("4rn-1", "4rn-1 !ns"),
        ("4rn-1", "4rn-1 vw"),
    ],
)
def test_undertricks_revokes_and_chicane_are_honour_score_also_in_a_concluded_game(
    db, line, other
):
    rubber = rubber_in_play(
        four(),
        system="royal",
        lines=(f"{line} h3n h2e", "4re= h3n h2e", "1cn= h3n h2e"),
    )
    proposal = correct(rubber, 1, f"{other} h3n h2e")
    vote(proposal, E, S)
    assert (proposal.state, proposal.error) == ("accepted", "")


def test_a_slam_that_changes_the_trick_score_is_closed_with_its_game(rubber):
    record(rubber, "1cn= h3n h2e")
    with pytest.raises(Refused, match="concluded"):
        correct(rubber, 1, "4rn+2 h3n h2e")


def test_of_two_books_the_trick_score_too_is_closed_when_the_game_is_concluded(rubber):
    entered = enter_deal(
        state=load(rubber.pk),
        facts=parse_deal("4rn+1 h3n h2e", royals=True),
        number=1,
        seen_revision=0,
        key="5a2c8f7e-0f39-4c2c-9b36-0a1b2c3d4e5f",
        by=rubber.players[E],
        now=NOON,
    )
    record(rubber, "1cn= h3n h2e")
    with pytest.raises(Refused, match="its trick score is closed"):
        vote(entered.proposal, W)
    entered.proposal.refresh_from_db()
    assert (entered.proposal.state, lines(rubber)[0]) == ("open", "4RN= h3N h2E")


def test_tricks_taken_for_a_revoke_cite_law_84(signed_in):
    rubber = rubber_in_play(four(), system="royal", lines=("4rn= h3n h2e !ew t3ns",))
    html = (
        signed_in(rubber.players[N])
        .get(f"/rubbers/{rubber.pk}/deals/1/")
        .content.decode()
    )
    assert (
        "10 (7+3) tricks: won at the table, and transferred under Law 84 (1912)."
        in html
    )
    assert "Law 77" not in html


def test_tricks_transferred_in_contract_bridge_cite_law_77(signed_in):
    rubber = rubber_in_play(lines=("4sn+1 t2ns",))
    html = (
        signed_in(rubber.players[N])
        .get(f"/rubbers/{rubber.pk}/deals/1/")
        .content.decode()
    )
    assert "11 (9+2) tricks: won at the table, and transferred under Law 77." in html
